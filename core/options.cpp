#include "costruct/core/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/core/text/visible_text.hpp"

namespace costruct {
namespace {

constexpr std::size_t kMostBlocks = 100;  // of a list

std::vector<std::string> names_of(const BlockTypes& block) {
  std::vector<std::string> names;
  for (const BlockTypes::Type& type : block.types()) names.push_back(type.name);
  return names;
}

// The block of an object, or the default if the object does not have it.
const Json& block_in(const Json& object, const OptionInfo& info) {
  const auto at = object.find(info.name);
  return at == object.end() ? info.default_value : *at;
}

bool declares(const BlockTypes::Type& type, const std::string& name) {
  return std::any_of(type.options.begin(), type.options.end(),
                     [&](const OptionInfo& info) { return info.name == name; });
}

// The names of the types that have an option.
std::vector<std::string> owners_of(const std::string& option, const BlockTypes& block) {
  std::vector<std::string> owners;
  for (const BlockTypes::Type& type : block.types()) {
    if (declares(type, option)) owners.push_back(type.name);
  }
  return owners;
}

// The type that an option names, if its value is a single block.
std::optional<BlockTypes::Type> type_of_block(const OptionInfo& info, const Json& value) {
  if (info.type != OptionType::kBlock || info.block_count != BlockCount::kOne) return std::nullopt;
  return info.block->type_of(value);
}

OptionInfo option_of_type(OptionType type, std::string name, Json default_value,
                          std::string meaning) {
  const bool nullable = default_value.is_null();
  OptionInfo info{std::move(name), type, std::move(default_value), {}, {}, std::move(meaning)};
  info.nullable = nullable;
  return info;
}

}  // namespace

OptionInfo number_option(std::string name, Json default_value, const Range& range,
                         std::string meaning) {
  OptionInfo info = option_of_type(OptionType::kNumber, std::move(name), std::move(default_value),
                                   std::move(meaning));
  info.range = range;
  return info;
}

OptionInfo integer_option(std::string name, Json default_value, const Range& range,
                          std::string meaning) {
  OptionInfo info =
      number_option(std::move(name), std::move(default_value), range, std::move(meaning));
  info.type = OptionType::kInteger;
  return info;
}

OptionInfo boolean_option(std::string name, bool default_value, std::string meaning) {
  return option_of_type(OptionType::kBoolean, std::move(name), default_value, std::move(meaning));
}

OptionInfo text_option(std::string name, Json default_value, std::string meaning) {
  return option_of_type(OptionType::kText, std::move(name), std::move(default_value),
                        std::move(meaning));
}

OptionInfo choice_option(std::string name, Json default_value, std::vector<std::string> choices,
                         std::string meaning) {
  OptionInfo info = option_of_type(OptionType::kChoice, std::move(name), std::move(default_value),
                                   std::move(meaning));
  info.choices = std::move(choices);
  return info;
}

OptionInfo block_option(std::string name, Json default_value, BlockTypes types, std::string meaning,
                        BlockCount count, ValueCheck check) {
  OptionInfo info = option_of_type(OptionType::kBlock, std::move(name), std::move(default_value),
                                   std::move(meaning));
  info.block = std::make_shared<const BlockTypes>(std::move(types));
  info.block_count = count;
  info.check = std::move(check);
  return info;
}

OptionInfo json_option(std::string name, Json default_value, Json form, std::string meaning,
                       ValueCheck check) {
  OptionInfo info = option_of_type(OptionType::kJson, std::move(name), std::move(default_value),
                                   std::move(meaning));
  info.nullable = has_form(form, nullptr);
  info.form = std::move(form);
  info.check = std::move(check);
  return info;
}

OptionInfo required(OptionInfo info) {
  info.is_required = true;
  return info;
}

OptionInfo not_null(OptionInfo info) {
  info.nullable = false;
  return info;
}

std::optional<BlockTypes::Type> BlockTypes::type_of(const Json& block) const {
  if (!block.is_object()) return std::nullopt;
  const Json name = block.value(key, default_type.empty() ? Json() : Json(default_type));
  for (const Type& type : types()) {
    if (name == type.name) return type;
  }
  return std::nullopt;
}

namespace {

std::string block_text(const OptionInfo& info) {
  const std::string block = fmt::format("object with {} {} and its options", info.block->key,
                                        one_of(names_of(*info.block)));
  switch (info.block_count) {
    case BlockCount::kOne:
      break;
    case BlockCount::kList:
      return "list of objects, each an " + block;
    case BlockCount::kOneOrList:
      return block + ", or a list of them";
  }
  return block;
}

}  // namespace

std::string type_and_range(const OptionInfo& info) {
  std::string text;
  switch (info.type) {
    case OptionType::kNumber:
    case OptionType::kInteger: {
      text = info.type == OptionType::kNumber ? "number" : "integer";
      const std::string bounds = range_text(info.range);
      if (!bounds.empty()) text += " " + bounds;
      break;
    }
    case OptionType::kBoolean:
      text = "true or false";
      break;
    case OptionType::kChoice:
      text = one_of(info.choices);
      break;
    case OptionType::kText:
      text = "text";
      break;
    case OptionType::kJson:
      text = form_text(info.form);
      break;
    case OptionType::kBlock:
      text = block_text(info);
      break;
  }
  return info.nullable ? text + ", or null" : text;
}

namespace {

// Returns what is wrong with a value that has no parts.
std::optional<std::string> wrong_scalar(const OptionInfo& info, const Json& value) {
  if (value.is_null() && info.nullable) return std::nullopt;
  switch (info.type) {
    case OptionType::kNumber:
      if (!value.is_number()) return "must be a number";
      if (!std::isfinite(value.get<double>())) return "must be finite";
      break;
    case OptionType::kInteger:
      if (!value.is_number_integer()) return "must be an integer";
      if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) {
        return "must be less than 2^63";
      }
      break;
    case OptionType::kBoolean:
      return value.is_boolean() ? std::nullopt
                                : std::optional<std::string>("must be true or false");
    case OptionType::kText:
      return value.is_string() ? std::nullopt : std::optional<std::string>("must be text");
    case OptionType::kChoice: {
      const bool is_choice =
          value.is_string() && std::find(info.choices.begin(), info.choices.end(),
                                         value.get<std::string>()) != info.choices.end();
      return is_choice ? std::nullopt : std::optional(suggestion(value, info.choices));
    }
    case OptionType::kJson:
    case OptionType::kBlock:
      break;
  }
  if (!is_within(info.range, value.get<double>())) return "must be " + range_text(info.range);
  return std::nullopt;
}

// Runs the option's own check of a value that is right so far.
void check_further(const OptionInfo& info, const Json& value, const std::string& path,
                   ConfigErrors& errors) {
  if (!info.check || value.is_null()) return;
  if (const auto wrong = info.check(value)) errors.add(path, " = " + shown(value) + ": " + *wrong);
}

void check_json(const OptionInfo& info, const Json& value, const std::string& path,
                ConfigErrors& errors) {
  const std::size_t before = errors.messages().size();
  check_form(info.form, value, path, errors);
  if (errors.messages().size() == before) check_further(info, value, path, errors);
}

}  // namespace

void check_value(const OptionInfo& info, const Json& value, const std::string& path,
                 ConfigErrors& errors) {
  if (info.type == OptionType::kJson) return check_json(info, value, path, errors);
  if (info.type != OptionType::kBlock) {
    if (const auto wrong = wrong_scalar(info, value))
      errors.add(path, " = " + shown(value) + ": " + *wrong);
    return;
  }
  const bool is_list = value.is_array() && info.block_count != BlockCount::kOne;
  if (value.is_null() && info.nullable) return;
  if (!is_list && info.block_count != BlockCount::kList)
    return check_block(*info.block, value, path, errors);
  if (!is_list || value.empty() || value.size() > kMostBlocks) {
    errors.add(path, fmt::format(" = {}: must be a list of 1 to {} objects, each with {}: {}",
                                 shown(value), kMostBlocks, info.block->key,
                                 one_of(names_of(*info.block))));
    return;
  }
  const std::size_t before = errors.messages().size();
  for (std::size_t i = 0; i < value.size(); ++i)
    check_block(*info.block, value[i], fmt::format("{}.{}", path, i), errors);
  if (errors.messages().size() == before) check_further(info, value, path, errors);
}

void check_block(const BlockTypes& types, const Json& block, const std::string& path,
                 ConfigErrors& errors, const std::vector<std::string>& also_valid) {
  const std::vector<std::string> names = names_of(types);
  const bool has_vowel = std::string_view("aeiou").find(types.kind.front()) != std::string::npos;
  const std::string a_type =
      fmt::format("the name of {} {}: {}", has_vowel ? "an" : "a", types.kind, one_of(names));
  if (!block.is_object()) {
    errors.add(path, fmt::format(" = {}: must be an object with `{}`, {}", shown(block), types.key,
                                 a_type));
    return;
  }
  if (!block.contains(types.key) && types.default_type.empty()) {
    errors.add(path + "." + types.key, " is missing: expected " + a_type);
    return;
  }
  const auto type = types.type_of(block);
  if (!type) {
    const Json& found = block.at(types.key);
    errors.add(path + "." + types.key,
               fmt::format(" = {}: no {}; {}", shown(found), types.kind, suggestion(found, names)));
    return;
  }
  std::vector<std::string> known = also_valid;
  known.push_back(types.key);
  for (const auto& [key, value] : block.items()) {
    if (declares(*type, key) || std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::vector<std::string> owners = owners_of(key, types);
    if (owners.empty()) continue;
    known.push_back(key);
    if (!value.is_null() || !types.takes_null_of_others)
      errors.add(path + "." + key, fmt::format(" belongs to {0} {1}, but {0} is {2}", types.key,
                                               one_of(owners), type->name));
  }
  check_options(type->options, block, path, errors, known);
}

// What to say of a key that is an option of a block inside this one, such as C of the learner of
// self_training; empty if no block has it.
static std::string place_inside(const std::vector<OptionInfo>& options, const Json& object,
                                const std::string& key, const Json& value) {
  for (const OptionInfo& info : options) {
    const Json& block = object.contains(info.name) ? object.at(info.name) : info.default_value;
    const auto type = type_of_block(info, block);
    if (!type) continue;
    for (const OptionInfo& option : type->options) {
      if (option.name == key)
        return fmt::format(" belongs into the block {}: \"{}\": {{\"{}\": \"{}\", \"{}\": {}}}",
                           info.name, info.name, info.block->key, type->name, key, shown(value));
    }
  }
  return "";
}

void check_options(const std::vector<OptionInfo>& options, const Json& object,
                   const std::string& path, ConfigErrors& errors,
                   const std::vector<std::string>& also_valid) {
  if (!object.is_object()) {
    errors.add(path.empty() ? shown(object) + ": must be an object"
                            : path + " = " + shown(object) + ": must be an object");
    return;
  }
  std::vector<std::string> valid;
  for (const OptionInfo& info : options) valid.push_back(info.name);
  for (const std::string& name : also_valid) {
    if (std::find(valid.begin(), valid.end(), name) == valid.end()) valid.push_back(name);
  }
  for (const auto& [key, value] : object.items()) {
    const auto info = std::find_if(options.begin(), options.end(),
                                   [&wanted = key](const auto& o) { return o.name == wanted; });
    if (info != options.end()) {
      check_value(*info, value, path.empty() ? key : path + "." + key, errors);
    } else if (std::find(also_valid.begin(), also_valid.end(), key) == also_valid.end()) {
      const std::string inside = place_inside(options, object, key, value);
      if (inside.empty()) {
        errors.unknown_key(path, key, valid);
      } else {
        errors.add(path.empty() ? key : path + "." + key, inside);
      }
    }
  }
  for (const OptionInfo& info : options) {
    const auto given = object.find(info.name);
    const bool is_absent = given == object.end() || (given->is_null() && info.nullable);
    if (info.is_required && is_absent)
      errors.add(path.empty() ? info.name : path + "." + info.name, " is missing: " + info.meaning);
  }
}

Json with_defaults(const std::vector<OptionInfo>& options, const Json& object) {
  Json all = Json::object();
  for (const OptionInfo& info : options) {
    const auto at = object.find(info.name);
    const Json& value = at != object.end() ? *at : info.default_value;
    if (info.is_left_out_by_default && value == info.default_value) continue;
    all[info.name] = value;
    Json& block = all[info.name];
    if (const auto type = type_of_block(info, block)) {
      block = with_defaults(type->options, block);
      block[info.block->key] = type->name;
    }
  }
  return all;
}

namespace {

// Whether the option `only_with` has a value with which this option has an effect.
bool has_its_option(const OptionInfo& info, const Json& value) {
  if (info.only_with_value.is_array()) {
    return std::find(info.only_with_value.begin(), info.only_with_value.end(), value) !=
           info.only_with_value.end();
  }
  if (!info.only_with_value.is_null()) return value == info.only_with_value;
  return value.is_number() && value.get<double>() > 0;
}

}  // namespace

namespace {

std::string wanted_text(const Json& value) {
  if (!value.is_array()) return shown(value);
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i)
    text += (i == 0 ? "" : i + 1 == value.size() ? " or " : ", ") + shown(value[i]);
  return text;
}

}  // namespace

std::string only_with_text(const OptionInfo& info) {
  if (info.only_with.empty()) return "";
  return info.only_with +
         (info.only_with_value.is_null() ? " > 0" : " " + wanted_text(info.only_with_value));
}

std::vector<std::string> without_effect(const std::vector<OptionInfo>& options, const Json& object,
                                        const std::string& path,
                                        const std::vector<std::string>& open) {
  std::vector<std::string> notes;
  const auto value_of = [&](const std::string& name) {
    const auto at = object.find(name);
    const OptionInfo* const other = find_option(options, object, name);
    COSTRUCT_ASSERT(at != object.end() || other != nullptr, "only_with names an option");
    return at != object.end() ? *at : other->default_value;
  };
  for (const OptionInfo& info : options) {
    const auto at = object.find(info.name);
    if (at == object.end() || at->is_null()) continue;
    if (const auto type = type_of_block(info, *at)) {
      const auto inner = without_effect(type->options, *at, path + "." + info.name);
      notes.insert(notes.end(), inner.begin(), inner.end());
    }
    if (info.only_with.empty() || std::find(open.begin(), open.end(), info.only_with) != open.end())
      continue;
    const Json other = value_of(info.only_with);
    if (has_its_option(info, other)) continue;
    if (*at == info.default_value) continue;  // configs written by the program contain all defaults
    const std::string wanted =
        info.only_with_value.is_null() ? "a number > 0" : wanted_text(info.only_with_value);
    notes.push_back(fmt::format("{}.{} has no effect where {} = {}; it is of {}", path, info.name,
                                info.only_with, shown(other), wanted));
  }
  return notes;
}

void spell_numbers_alike(const std::vector<OptionInfo>& options, Json& object) {
  for (const OptionInfo& info : options) {
    const auto at = object.find(info.name);
    if (at == object.end()) continue;
    if (info.type == OptionType::kNumber && at->is_number()) *at = at->get<double>();
    if (const auto type = type_of_block(info, *at)) spell_numbers_alike(type->options, *at);
  }
}

void erase_time_only(const std::vector<OptionInfo>& options, Json& object) {
  for (const OptionInfo& info : options) {
    if (info.effect == Effect::kTimeOnly) object.erase(info.name);
    const auto at = object.find(info.name);
    if (at == object.end()) continue;
    if (const auto type = type_of_block(info, *at)) erase_time_only(type->options, *at);
  }
}

const OptionInfo* find_option(const std::vector<OptionInfo>& options, const Json& object,
                              const std::string& path) {
  const std::size_t dot = path.find('.');
  for (const OptionInfo& info : options) {
    if (info.name != path.substr(0, dot)) continue;
    if (dot == std::string::npos) return &info;
    const Json& block = block_in(object, info);
    const auto type = type_of_block(info, block);
    return !type ? nullptr : find_option(type->options, block, path.substr(dot + 1));
  }
  return nullptr;
}

std::vector<std::string> option_paths(const std::vector<OptionInfo>& options, const Json& object) {
  std::vector<std::string> paths;
  for (const OptionInfo& info : options) {
    paths.push_back(info.name);
    const Json& block = block_in(object, info);
    if (const auto type = type_of_block(info, block)) {
      for (const std::string& path : option_paths(type->options, block))
        paths.push_back(info.name + "." + path);
    }
  }
  return paths;
}

Json& value_at(Json& object, const std::string& path) {
  const std::size_t dot = path.find('.');
  Json& value = object[path.substr(0, dot)];
  return dot == std::string::npos ? value : value_at(value, path.substr(dot + 1));
}

namespace {

// The values of an option, without null.
Json value_form(const OptionInfo& info) {
  switch (info.type) {
    case OptionType::kNumber:
      return number_form(info.range);
    case OptionType::kInteger:
      return integer_form(info.range);
    case OptionType::kBoolean:
      return {{"type", "boolean"}};
    case OptionType::kText:
      return {{"type", "string"}};
    case OptionType::kChoice:
      return one_value_of(info.choices);
    case OptionType::kJson:
      return info.form;
    case OptionType::kBlock:
      break;
  }
  const Json block = block_schema(*info.block);
  if (info.block_count == BlockCount::kOne) return block;
  const Json list = list_form("", block, {.at_least = 1, .at_most = kMostBlocks});
  return info.block_count == BlockCount::kList ? list : any_form("", {block, list});
}

}  // namespace

Json option_schema(const OptionInfo& info) {
  Json schema = value_form(info);
  if (info.nullable && info.type != OptionType::kJson) schema = or_null(std::move(schema));
  schema["description"] = info.meaning;
  if (!info.default_value.is_null()) schema["default"] = info.default_value;
  return schema;
}

Json options_schema(const std::vector<OptionInfo>& options) {
  Json properties = Json::object();
  for (const OptionInfo& info : options) properties[info.name] = option_schema(info);
  return properties;
}

Json object_form(const std::vector<OptionInfo>& options, std::string title) {
  Json form = {
      {"type", "object"}, {"properties", options_schema(options)}, {"additionalProperties", false}};
  if (!title.empty()) form["title"] = std::move(title);
  for (const OptionInfo& info : options) {
    if (info.is_required) form["required"].push_back(info.name);
  }
  return form;
}

Json block_schema(const BlockTypes& types) {
  Json choices = Json::array();
  for (const BlockTypes::Type& type : types.types()) {
    Json choice = object_form(type.options);
    choice["properties"][types.key] = {{"const", type.name}, {"description", type.summary}};
    if (type.name != types.default_type) choice["required"].push_back(types.key);
    choices.push_back(std::move(choice));
  }
  return {{"oneOf", std::move(choices)}};
}

}  // namespace costruct
