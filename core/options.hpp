// Options declared once: parsing, checks, help, schema and documentation all follow from the
// declaration.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

using Json = nlohmann::json;

enum class OptionType { kNumber, kInteger, kBoolean, kChoice, kText, kJson, kBlock };

/// The numbers an option accepts; absent bounds do not bind. All numbers must be finite.
struct Range {
  std::optional<double> at_least = std::nullopt;
  std::optional<double> greater_than = std::nullopt;
  std::optional<double> at_most = std::nullopt;
};

/// Whether an option changes what is computed, or only how long it takes.
enum class Effect { kResult, kTimeOnly };

struct BlockTypes;

struct OptionInfo {
  std::string name;
  OptionType type = OptionType::kNumber;
  Json default_value;  ///< null: the option may be null (or absent), meaning as its text says
  Range range;
  std::vector<std::string> choices;  ///< of kChoice
  std::string meaning;               ///< one line
  Effect effect = Effect::kResult;
  bool nullable = false;
  std::function<std::optional<std::string>(const Json&)> check =
      nullptr;                                        ///< of kJson: what is wrong, or nullopt
  Json schema = nullptr;                              ///< of kJson: its JSON schema
  std::shared_ptr<const BlockTypes> block = nullptr;  ///< of kBlock
  /// The option beside it, and the value of that, with which alone this one has an effect; "": any.
  /// Of a number null stands for all that are > 0; a list for any of its values.
  std::string only_with = "";
  Json only_with_value = nullptr;
  bool is_label = false;  ///< of kText: a label of the data, where it is not the default
};

/// What an option that is an object of its own may hold: a key `type`, and the options of the type
/// it names.
struct BlockTypes {
  struct Type {
    std::string name, summary;
    std::vector<OptionInfo> options;
  };
  std::string kind;  ///< what the types are, as in "supervised learner"
  std::vector<Type> types;

  /// The type that a block names, or null.
  const Type* type_of(const Json& block) const;
};

/// What is wrong with a value, as in "must be > 0"; nullopt if nothing is. For options other than
/// blocks, in which several things may be wrong, each with its own place: those are for
/// check_value().
std::optional<std::string> check_option(const OptionInfo& info, const Json& value);

/// Notes everything that is wrong with a value that stands at `path` ("learner.C").
void check_value(const OptionInfo& info, const Json& value, const std::string& path,
                 ConfigErrors& errors);

/// Checks an object of options against their declarations: unknown keys (with the nearest valid
/// name), types, ranges. `path` is the object's place in the config ("learner"); keys in
/// `also_valid` are somebody else's.
void check_options(const std::vector<OptionInfo>& options, const Json& object,
                   const std::string& path, ConfigErrors& errors,
                   const std::vector<std::string>& also_valid = {});

/// The values of all options, defaults filled in, those within blocks included. The object must be
/// valid.
Json with_defaults(const std::vector<OptionInfo>& options, const Json& object);

/// What an object of valid options gives without any effect, a text each, as in "learner.Cu_epochs
/// has no effect where Cu_schedule = constant". `path` is the object's place in the config. An
/// option whose effect hangs on one of `open`, whose values are not settled, is passed over.
std::vector<std::string> without_effect(const std::vector<OptionInfo>& options, const Json& object,
                                        const std::string& path,
                                        const std::vector<std::string>& open = {});

/// Writes numbers that need not be integers as floating-point numbers (1 becomes 1.0), blocks
/// included, so that equal options are equal text.
void spell_numbers_alike(const std::vector<OptionInfo>& options, Json& object);

/// Removes the options that change time only, those within blocks included.
void erase_time_only(const std::vector<OptionInfo>& options, Json& object);

/// The option that a dotted path names: "C", or "learner.C" for the option C of the type that the
/// block `learner` of the object (else its default) names. Null where there is none.
const OptionInfo* find_option(const std::vector<OptionInfo>& options, const Json& object,
                              const std::string& path);

/// What the option's `only_with` asks for, as in "Cu_schedule \"exponential\"" or "entropy > 0"; ""
/// where it asks for nothing.
std::string only_with_text(const OptionInfo& info);

/// The dotted paths that find_option() knows for this object.
std::vector<std::string> option_paths(const std::vector<OptionInfo>& options, const Json& object);

/// The place in an object that a dotted path leads to; objects on the way are made where they are
/// missing.
Json& value_at(Json& object, const std::string& path);

/// The JSON schema of one option, respectively the `properties` of all.
Json option_schema(const OptionInfo& info);
Json options_schema(const std::vector<OptionInfo>& options);

/// "number > 0", "integer >= 1", "margin or slack" ...
std::string type_and_range(const OptionInfo& info);

/// What to say of a value that is none of the `valid` names: "did you mean X?" where one is near,
/// else "must be X, Y or Z".
std::string suggestion(const Json& found, std::span<const std::string> valid);

/// A value as it stands in an error message: compact JSON, shortened when long.
std::string shown(const Json& value);

/// The declaration of the fields of a plain struct of options. Defaults are those of a default-made
/// struct.
template <class Options>
class OptionDeclaration {
 public:
  using Self = OptionDeclaration;

  Self& number(std::string name, double Options::*field, Range range, std::string meaning) {
    return add(
        {std::move(name), OptionType::kNumber, defaults_.*field, range, {}, std::move(meaning)},
        [field](Options& o, const Json& value) { o.*field = value.get<double>(); });
  }
  Self& number(std::string name, std::optional<double> Options::*field, Range range,
               std::string meaning) {
    OptionInfo info{std::move(name), OptionType::kNumber, nullptr, range, {}, std::move(meaning)};
    if (defaults_.*field) info.default_value = *(defaults_.*field);
    info.nullable = true;
    return add(std::move(info), [field](Options& o, const Json& value) {
      if (value.is_null()) {
        o.*field = std::nullopt;
      } else {
        o.*field = value.get<double>();
      }
    });
  }
  Self& integer(std::string name, Index Options::*field, Range range, std::string meaning) {
    return add(
        {std::move(name), OptionType::kInteger, defaults_.*field, range, {}, std::move(meaning)},
        [field](Options& o, const Json& value) { o.*field = value.get<Index>(); });
  }
  Self& integer(std::string name, std::optional<Index> Options::*field, Range range,
                std::string meaning) {
    OptionInfo info{std::move(name), OptionType::kInteger, nullptr, range, {}, std::move(meaning)};
    if (defaults_.*field) info.default_value = *(defaults_.*field);
    info.nullable = true;
    return add(std::move(info), [field](Options& o, const Json& value) {
      if (value.is_null()) {
        o.*field = std::nullopt;
      } else {
        o.*field = value.get<Index>();
      }
    });
  }
  Self& boolean(std::string name, bool Options::*field, std::string meaning) {
    return add(
        {std::move(name), OptionType::kBoolean, defaults_.*field, {}, {}, std::move(meaning)},
        [field](Options& o, const Json& value) { o.*field = value.get<bool>(); });
  }
  Self& text(std::string name, std::string Options::*field, std::string meaning) {
    return add({std::move(name), OptionType::kText, defaults_.*field, {}, {}, std::move(meaning)},
               [field](Options& o, const Json& value) { o.*field = value.get<std::string>(); });
  }
  /// An enumeration: names[i] stands for the enumerator of value i.
  template <class Enum>
  Self& choice(std::string name, Enum Options::*field, std::vector<std::string> names,
               std::string meaning) {
    OptionInfo info{
        std::move(name), OptionType::kChoice, names[static_cast<std::size_t>(defaults_.*field)], {},
        names,           std::move(meaning)};
    return add(std::move(info), [field, names](Options& o, const Json& value) {
      const auto at = std::find(names.begin(), names.end(), value.get<std::string>());
      o.*field = static_cast<Enum>(at - names.begin());
    });
  }
  /// A value of its own form; `check` says what is wrong with one.
  Self& json(std::string name, Json Options::*field,
             std::function<std::optional<std::string>(const Json&)> check, Json schema,
             std::string meaning) {
    OptionInfo info{std::move(name),   OptionType::kJson, defaults_.*field, {}, {},
                    std::move(meaning)};
    info.nullable = true;
    info.check = std::move(check);
    info.schema = std::move(schema);
    return add(std::move(info), [field](Options& o, const Json& value) { o.*field = value; });
  }
  /// An object with a key `type` and the options of that type.
  Self& block(std::string name, Json Options::*field, BlockTypes types, std::string meaning) {
    OptionInfo info{std::move(name),   OptionType::kBlock, defaults_.*field, {}, {},
                    std::move(meaning)};
    info.block = std::make_shared<const BlockTypes>(std::move(types));
    return add(std::move(info), [field](Options& o, const Json& value) { o.*field = value; });
  }
  /// Marks the option declared last as one that changes time only.
  Self& time_only() {
    list_.back().effect = Effect::kTimeOnly;
    return *this;
  }

  /// The option declared last has an effect only where another one has this value.
  Self& only_with(std::string option, Json value) {
    list_.back().only_with = std::move(option);
    list_.back().only_with_value = std::move(value);
    return *this;
  }
  /// The option declared last has an effect only where another one, a number, is > 0.
  Self& only_with_positive(std::string option) { return only_with(std::move(option), nullptr); }
  /// Marks the text declared last as the name of a label.
  Self& label() {
    list_.back().is_label = true;
    return *this;
  }

  const std::vector<OptionInfo>& list() const { return list_; }

  /// Reads options from a JSON object, which must hold nothing else; absent keys keep their
  /// defaults. Throws a ConfigError with everything that is wrong.
  Options parse(const Json& object) const {
    ConfigErrors errors;
    check_options(list_, object, "", errors);
    errors.throw_if_any("");
    Options options;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const auto at = object.find(list_[i].name);
      if (at != object.end()) setters_[i](options, *at);
    }
    return options;
  }

 private:
  using Setter = std::function<void(Options&, const Json&)>;
  Self& add(OptionInfo info, Setter setter) {
    list_.push_back(std::move(info));
    setters_.push_back(std::move(setter));
    return *this;
  }

  Options defaults_{};
  std::vector<OptionInfo> list_;
  std::vector<Setter> setters_;
};

}  // namespace costruct
