// Options of problems, learners and other parts. Each option is declared once; parsing, checks,
// help, JSON schema and documentation follow from the declaration.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/json/value_form.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The type of an option's value. kChoice is one of several names, and kText any string. kJson is
/// JSON of a declared form (core/json/value_form.hpp). kBlock is an object with options of its own
/// (BlockTypes), or a list of such objects.
enum class OptionType { kNumber, kInteger, kBoolean, kChoice, kText, kJson, kBlock };

/// Whether an option changes what is computed, or only how long it takes (as a thread count does).
enum class Effect { kResult, kTimeOnly };

/// The number of blocks that a kBlock option takes: one block, a list of them, or either.
enum class BlockCount { kOne, kList, kOneOrList };

struct BlockTypes;

/// Returns what is wrong with a value that has the form of its option; nullopt if it is valid.
using ValueCheck = std::function<std::optional<std::string>(const Json&)>;

/// The declaration of one option.
struct OptionInfo {
  std::string name;
  OptionType type = OptionType::kNumber;
  Json default_value;  ///< null: the option has no value by default; `meaning` says what that means
  Range range;         ///< the valid values of a kNumber or kInteger
  std::vector<std::string> choices;  ///< the valid values of a kChoice
  std::string meaning;               ///< one line for help and documentation
  Effect effect = Effect::kResult;
  bool nullable = false;  ///< whether the value may be null
  Json form = nullptr;    ///< for kJson: the form of its values (core/json/value_form.hpp)
  /// A further check, for what the form of a kJson or the types in a list of blocks cannot express.
  /// It is called for values that are right otherwise. Null: there is none.
  ValueCheck check = nullptr;
  std::shared_ptr<const BlockTypes> block = nullptr;  ///< the types of a kBlock
  BlockCount block_count = BlockCount::kOne;
  bool is_required = false;  ///< an object without this option is wrong
  /// This option has an effect only if the option `only_with` of the same object has the value
  /// `only_with_value`. Empty `only_with`: always. `only_with_value` null means any number > 0; a
  /// list means any of its values.
  std::string only_with = "";
  Json only_with_value = nullptr;
  /// For kText: the value is a label of the data, unless it is the default or "".
  bool is_label = false;
  /// with_defaults() leaves this option out where it has its default value. Results are stored
  /// under their options. So results that were stored before the option existed are still found.
  bool is_left_out_by_default = false;
};

/// These functions declare options of each type. A default of null makes an option nullable.
OptionInfo number_option(std::string name, Json default_value, const Range& range,
                         std::string meaning);
OptionInfo integer_option(std::string name, Json default_value, const Range& range,
                          std::string meaning);
OptionInfo boolean_option(std::string name, bool default_value, std::string meaning);
OptionInfo text_option(std::string name, Json default_value, std::string meaning);
OptionInfo choice_option(std::string name, Json default_value, std::vector<std::string> choices,
                         std::string meaning);
/// Declares an option with values of a form (core/json/value_form.hpp). It is nullable if the form
/// accepts null. `check` is OptionInfo::check.
OptionInfo json_option(std::string name, Json default_value, Json form, std::string meaning,
                       ValueCheck check = nullptr);

/// The same option, which must be given; see OptionInfo::is_required.
OptionInfo required(OptionInfo info);
/// The same option, which may be absent, but not null.
OptionInfo not_null(OptionInfo info);

/// The types of a block. A block is an object with a key that names its type, and with the options
/// of this type.
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
  std::string key = "type";       ///< the key that names the type
  std::string default_type = "";  ///< the type of a block without the key; "": the key is required
  /// Whether a block may have options of other types if their value is null.
  bool takes_null_of_others = false;

  /// The type that a block names; nullopt if it names no valid type.
  std::optional<Type> type_of(const Json& block) const;
};

/// The types that the entries of a catalog describe. An entry has a name, a summary and options.
template <class Entry>
BlockTypes types_of_catalog(std::string kind, const Catalog<Entry>& (*catalog)()) {
  return {std::move(kind), [catalog] {
            std::vector<BlockTypes::Type> types;
            for (const Entry& entry : catalog())
              types.push_back({entry.name, entry.summary, entry.options});
            return types;
          }};
}

/// Declares an option that is a block, or a list of 1 to 100 blocks. with_defaults() does not fill
/// in the blocks of a list. `check` gets a list whose blocks are valid.
OptionInfo block_option(std::string name, Json default_value, BlockTypes types, std::string meaning,
                        BlockCount count = BlockCount::kOne, ValueCheck check = nullptr);

/// Adds everything that is wrong with a value to `errors`. `path` is its place in the config
/// ("learner.C").
void check_value(const OptionInfo& info, const Json& value, const std::string& path,
                 ConfigErrors& errors);

/// Checks an object of options against their declarations: unknown keys (with the nearest valid
/// name), types, ranges and missing required options. Adds what is wrong to `errors`.
/// @param path        the object's place in the config ("learner"); "" for the whole config
/// @param also_valid  further keys that are allowed and not checked here
void check_options(const std::vector<OptionInfo>& options, const Json& object,
                   const std::string& path, ConfigErrors& errors,
                   const std::vector<std::string>& also_valid = {});

/// Checks a block: its type, and its options as check_options() does. An option that only other
/// types have is an error that names them.
void check_block(const BlockTypes& types, const Json& block, const std::string& path,
                 ConfigErrors& errors, const std::vector<std::string>& also_valid = {});

/// The values of all options with defaults filled in, also inside blocks. Leaves out options that
/// have their default and is_left_out_by_default. The object must be valid.
Json with_defaults(const std::vector<OptionInfo>& options, const Json& object);

/// Messages about the options that an object sets without effect (see OptionInfo::only_with). For
/// example: learner.Cu_epochs has no effect where Cu_schedule = "constant"; it is of "exponential".
/// Options with their default value are not reported. The object must be valid.
/// @param path  the object's place in the config
/// @param open  options whose value is not yet chosen; options whose effect depends on them are
///              skipped
std::vector<std::string> without_effect(const std::vector<OptionInfo>& options, const Json& object,
                                        const std::string& path,
                                        const std::vector<std::string>& open = {});

/// Writes the values of all kNumber options as floating-point numbers (1 becomes 1.0), also inside
/// blocks. Equal options are then equal text.
void spell_numbers_alike(const std::vector<OptionInfo>& options, Json& object);

/// Removes the options that change only computation time, also inside blocks.
void erase_time_only(const std::vector<OptionInfo>& options, Json& object);

/// The option that a dotted path names; null if none exists. "C" is an option of the list. For
/// "learner.C", the block `learner` of the object names a type, and C is an option of that type. If
/// the object has no such block, the default of the option `learner` is used.
const OptionInfo* find_option(const std::vector<OptionInfo>& options, const Json& object,
                              const std::string& path);

/// The condition in `only_with`, for example "Cu_schedule \"exponential\"" or "entropy > 0"; "" if
/// there is no condition.
std::string only_with_text(const OptionInfo& info);

/// All dotted paths that find_option() finds for this object.
std::vector<std::string> option_paths(const std::vector<OptionInfo>& options, const Json& object);

/// The value at a dotted path in an object. Creates missing objects on the way, and null as the
/// value if it is missing.
Json& value_at(Json& object, const std::string& path);

/// The JSON schema of one option.
Json option_schema(const OptionInfo& info);
/// The `properties` of the JSON schema of an object with these options.
Json options_schema(const std::vector<OptionInfo>& options);
/// The form of an object with these options (core/json/value_form.hpp), which is also its JSON
/// schema. Other keys are not allowed.
/// @param title  what the object is, for messages; may be empty
Json object_form(const std::vector<OptionInfo>& options, std::string title = "");
/// The JSON schema of a block.
Json block_schema(const BlockTypes& types);

/// The type and range of an option as text: "number > 0", "integer >= 1", "margin or slack".
std::string type_and_range(const OptionInfo& info);

/// Declares the options that are read into a plain struct `Options`. Call number(), integer() and
/// so on once for each field, then use list() for checks and parse() to read. The defaults are
/// those of a default-constructed struct. A field of type std::optional is nullable: null is
/// std::nullopt.
template <class Options>
class OptionDeclaration {
 public:
  using Self = OptionDeclaration;

  Self& number(std::string name, double Options::*field, Range range, std::string meaning) {
    return add(number_option(std::move(name), defaults_.*field, range, std::move(meaning)), field);
  }
  Self& number(std::string name, std::optional<double> Options::*field, Range range,
               std::string meaning) {
    return add_nullable(
        number_option(std::move(name), json_of(defaults_.*field), range, std::move(meaning)),
        field);
  }
  Self& integer(std::string name, Index Options::*field, Range range, std::string meaning) {
    return add(integer_option(std::move(name), defaults_.*field, range, std::move(meaning)), field);
  }
  Self& integer(std::string name, std::optional<Index> Options::*field, Range range,
                std::string meaning) {
    return add_nullable(
        integer_option(std::move(name), json_of(defaults_.*field), range, std::move(meaning)),
        field);
  }
  Self& boolean(std::string name, bool Options::*field, std::string meaning) {
    return add(boolean_option(std::move(name), defaults_.*field, std::move(meaning)), field);
  }
  Self& text(std::string name, std::string Options::*field, std::string meaning) {
    return add(text_option(std::move(name), defaults_.*field, std::move(meaning)), field);
  }
  /// A kChoice for an enumeration: names[i] stands for the enumerator of value i.
  template <class Enum>
  Self& choice(std::string name, Enum Options::*field, std::vector<std::string> names,
               std::string meaning) {
    OptionInfo info =
        choice_option(std::move(name), names[static_cast<std::size_t>(defaults_.*field)], names,
                      std::move(meaning));
    return add(std::move(info), Setter([field, names](Options& o, const Json& value) {
                 const auto at = std::find(names.begin(), names.end(), value.get<std::string>());
                 o.*field = static_cast<Enum>(at - names.begin());
               }));
  }
  /// A value of a form (core/json/value_form.hpp), read by nlohmann's get<T>(). `check` is
  /// OptionInfo::check.
  template <class T, class Base>
  Self& json(std::string name, T Base::*field, Json form, std::string meaning,
             ValueCheck check = nullptr) {
    T Options::*own = field;
    return add(json_option(std::move(name), defaults_.*own, std::move(form), std::move(meaning),
                           std::move(check)),
               own);
  }
  /// A block or a list of blocks.
  Self& block(std::string name, Json Options::*field, BlockTypes types, std::string meaning,
              BlockCount count = BlockCount::kOne, ValueCheck check = nullptr) {
    return add(block_option(std::move(name), defaults_.*field, std::move(types), std::move(meaning),
                            count, std::move(check)),
               field);
  }
  /// Marks the last declared option as one that changes only computation time.
  Self& time_only() {
    list_.back().effect = Effect::kTimeOnly;
    return *this;
  }

  /// Marks the last declared option as one that must be given.
  Self& required() {
    list_.back().is_required = true;
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

  /// The declarations, in the order of the calls.
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

  template <class T>
  static Json json_of(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
  }
  template <class T>
  Self& add(OptionInfo info, T Options::*field) {
    return add(std::move(info),
               Setter([field](Options& o, const Json& value) { o.*field = value.get<T>(); }));
  }
  template <class T>
  Self& add_nullable(OptionInfo info, std::optional<T> Options::*field) {
    info.nullable = true;
    return add(std::move(info), Setter([field](Options& o, const Json& value) {
                 o.*field = value.is_null() ? std::nullopt : std::optional(value.get<T>());
               }));
  }
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
