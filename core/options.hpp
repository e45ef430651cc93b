// Options of problems, learners and other parts. Each option is declared once; parsing, checks,
// help, JSON schema and documentation follow from the declaration.
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

/// The numbers that an option accepts. A missing bound does not restrict. All numbers must be
/// finite.
struct Range {
  std::optional<double> at_least = std::nullopt;
  std::optional<double> greater_than = std::nullopt;
  std::optional<double> at_most = std::nullopt;
};

/// Whether an option changes what is computed, or only how long it takes.
enum class Effect { kResult, kTimeOnly };

struct BlockTypes;

/// The declaration of one option.
struct OptionInfo {
  std::string name;
  OptionType type = OptionType::kNumber;
  Json default_value;  ///< null: the option may be null or absent; `meaning` says what that means
  Range range;
  std::vector<std::string> choices;  ///< the valid values of a kChoice
  std::string meaning;               ///< one line
  Effect effect = Effect::kResult;
  bool nullable = false;
  /// For kJson: returns what is wrong with a value; nullopt if it is valid.
  std::function<std::optional<std::string>(const Json&)> check = nullptr;
  Json schema = nullptr;                              ///< JSON schema of a kJson
  std::shared_ptr<const BlockTypes> block = nullptr;  ///< the types of a kBlock
  /// This option has an effect only if the option `only_with` of the same object has the value
  /// `only_with_value`. Empty `only_with`: always. `only_with_value` null means any number > 0; a
  /// list means any of its values.
  std::string only_with = "";
  Json only_with_value = nullptr;
  /// For kText: the value is a label of the data, unless it is the default or "".
  bool is_label = false;
  /// with_defaults() leaves this option out where it has its default value. So cells that were
  /// stored before the option existed keep their identities.
  bool is_left_out_by_default = false;
};

/// An option that is a list of texts, none of them empty; by default there are none.
OptionInfo list_of_texts(std::string name, std::string meaning);

/// The types of a block. A block is an option whose value is an object: a key `type`, and the
/// options of the type that this key names.
struct BlockTypes {
  /// One type of a block. It refers to the entry of a catalog.
  struct Type {
    const std::string& name;
    const std::string& summary;
    const std::vector<OptionInfo>& options;
  };
  std::string kind;  ///< what a type is, for example "supervised learner"
  /// Lists the types. It is called at each use, so that it can list what was added to a catalog.
  std::function<std::vector<Type>()> types;

  /// The type that a block names; nullopt if it names no valid type.
  std::optional<Type> type_of(const Json& block) const;
};

/// What is wrong with a value, for example "must be > 0"; nullopt if it is valid. For blocks call
/// check_value(), which can report several errors, each with its place.
std::optional<std::string> check_option(const OptionInfo& info, const Json& value);

/// Adds everything that is wrong with a value to `errors`. `path` is its place in the config
/// ("learner.C").
void check_value(const OptionInfo& info, const Json& value, const std::string& path,
                 ConfigErrors& errors);

/// Checks an object of options against their declarations: unknown keys (with the nearest valid
/// name), types and ranges. Adds what is wrong to `errors`.
/// @param path        the object's place in the config ("learner")
/// @param also_valid  further keys that are allowed and not checked here
void check_options(const std::vector<OptionInfo>& options, const Json& object,
                   const std::string& path, ConfigErrors& errors,
                   const std::vector<std::string>& also_valid = {});

/// The values of all options with defaults filled in, also inside blocks. Leaves out options that
/// have their default and is_left_out_by_default. The object must be valid.
Json with_defaults(const std::vector<OptionInfo>& options, const Json& object);

/// Messages about the options that an object sets without effect (see OptionInfo::only_with), for
/// example "learner.Cu_epochs has no effect where Cu_schedule = constant". The object must be
/// valid.
/// @param path  the object's place in the config
/// @param open  options without a final value; options whose effect depends on them are skipped
std::vector<std::string> without_effect(const std::vector<OptionInfo>& options, const Json& object,
                                        const std::string& path,
                                        const std::vector<std::string>& open = {});

/// Writes the values of all kNumber options as floating-point numbers (1 becomes 1.0), also inside
/// blocks. Equal options are then equal text.
void spell_numbers_alike(const std::vector<OptionInfo>& options, Json& object);

/// Removes the options that change only computation time, also inside blocks.
void erase_time_only(const std::vector<OptionInfo>& options, Json& object);

/// The option that a dotted path names; null if none exists. "C" is an option of the list.
/// "learner.C" is the option C of the type that the block `learner` of the object names, or else
/// the block's default.
const OptionInfo* find_option(const std::vector<OptionInfo>& options, const Json& object,
                              const std::string& path);

/// The condition in `only_with`, for example "Cu_schedule \"exponential\"" or "entropy > 0"; "" if
/// there is no condition.
std::string only_with_text(const OptionInfo& info);

/// All dotted paths that find_option() finds for this object.
std::vector<std::string> option_paths(const std::vector<OptionInfo>& options, const Json& object);

/// The value at a dotted path in an object. Creates missing objects on the way.
Json& value_at(Json& object, const std::string& path);

/// The JSON schema of one option.
Json option_schema(const OptionInfo& info);
/// The `properties` of the JSON schema of an object with these options.
Json options_schema(const std::vector<OptionInfo>& options);

/// The type and range of an option as text: "number > 0", "integer >= 1", "margin or slack".
std::string type_and_range(const OptionInfo& info);

/// The message for a value that is not one of the `valid` names: "did you mean X?" if a name is
/// near, else "must be X, Y or Z".
std::string suggestion(const Json& found, std::span<const std::string> valid);

/// A value as error messages show it: compact JSON, shortened if it is long.
std::string shown(const Json& value);

/// Declares the options that are read into a plain struct `Options`. You call number(), integer()
/// and so on once for each field. The defaults are those of a default-constructed struct.
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
  /// A kChoice for an enumeration: names[i] stands for the enumerator of value i.
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
  /// A JSON value of any form. `check` returns what is wrong with a value, or nullopt.
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
  /// Marks the last declared option as one that changes only computation time.
  Self& time_only() {
    list_.back().effect = Effect::kTimeOnly;
    return *this;
  }

  /// Declares that the last declared option has an effect only if `option` has this value.
  Self& only_with(std::string option, Json value) {
    list_.back().only_with = std::move(option);
    list_.back().only_with_value = std::move(value);
    return *this;
  }
  /// Declares that the last declared option has an effect only if the number `option` is > 0.
  Self& only_with_positive(std::string option) { return only_with(std::move(option), nullptr); }
  /// Marks the last declared text option as the name of a label.
  Self& label() {
    list_.back().is_label = true;
    return *this;
  }

  /// Marks the last declared option as one that is left out where it has its default; see
  /// OptionInfo::is_left_out_by_default.
  Self& left_out_by_default() {
    list_.back().is_left_out_by_default = true;
    return *this;
  }

  const std::vector<OptionInfo>& list() const { return list_; }

  /// Reads options from a JSON object. Missing keys keep their defaults. Throws a ConfigError that
  /// lists everything that is wrong, unknown keys included.
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
