#include "costruct/core/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/core/text/visible_text.hpp"

namespace costruct {
namespace {

std::string number_text(double x) {
  return fmt::format("{}", x);
}

std::string bounds_text(const Range& range) {
  std::string text;
  const auto append = [&](const char* sign, double bound) {
    text += (text.empty() ? "" : " and ") + std::string(sign) + " " + number_text(bound);
  };
  if (range.greater_than) append(">", *range.greater_than);
  if (range.at_least) append(">=", *range.at_least);
  if (range.at_most) append("<=", *range.at_most);
  return text;
}

bool within(const Range& range, double x) {
  return (!range.greater_than || x > *range.greater_than) &&
         (!range.at_least || x >= *range.at_least) && (!range.at_most || x <= *range.at_most);
}

constexpr const char* kType = "type";  // the key of a block that names its type

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

Json block_schema(const BlockTypes& block) {
  Json choices = Json::array();
  for (const BlockTypes::Type& type : block.types()) {
    Json properties = options_schema(type.options);
    properties[kType] = {{"const", type.name}, {"description", type.summary}};
    choices.push_back({{"type", "object"},
                       {"properties", std::move(properties)},
                       {"required", {kType}},
                       {"additionalProperties", false}});
  }
  return {{"oneOf", std::move(choices)}};
}

}  // namespace

OptionInfo list_of_texts(std::string name, std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = OptionType::kJson;
  info.default_value = Json::array();
  info.meaning = std::move(meaning);
  info.check = [](const Json& value) -> std::optional<std::string> {
    const auto is_text = [](const Json& text) { return text.is_string() && text != ""; };
    if (value.is_array() && std::all_of(value.begin(), value.end(), is_text)) return std::nullopt;
    return "must be a list of texts that are not empty";
  };
  info.schema = {{"title", "list of texts"},
                 {"type", "array"},
                 {"items", {{"type", "string"}, {"minLength", 1}}}};
  return info;
}

std::optional<BlockTypes::Type> BlockTypes::type_of(const Json& block) const {
  if (!block.is_object()) return std::nullopt;
  const auto named = block.find(kType);
  if (named == block.end()) return std::nullopt;
  for (const Type& type : types()) {
    if (*named == type.name) return type;
  }
  return std::nullopt;
}

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest) {
    std::size_t cut = kLongest;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
      --cut;  // do not cut a character
    text = text.substr(0, cut) + "...";
  }
  return text;
}

std::string suggestion(const Json& found, std::span<const std::string> valid) {
  const std::string meant = found.is_string() ? did_you_mean(found.get<std::string>(), valid) : "";
  return meant.empty() ? "must be " + one_of(valid) : meant;
}

std::string type_and_range(const OptionInfo& info) {
  std::string text;
  switch (info.type) {
    case OptionType::kNumber:
    case OptionType::kInteger: {
      text = info.type == OptionType::kNumber ? "number" : "integer";
      const std::string bounds = bounds_text(info.range);
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
      text = info.schema.value("title", "JSON");
      break;
    case OptionType::kBlock:
      text = "object with type " + one_of(names_of(*info.block)) + " and the options of that type";
      break;
  }
  return info.nullable ? text + ", or null" : text;
}

std::optional<std::string> check_option(const OptionInfo& info, const Json& value) {
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
      return info.check ? info.check(value) : std::nullopt;
    case OptionType::kBlock:
      COSTRUCT_ASSERT(false, "blocks are for check_value()");
      return std::nullopt;
  }
  if (!within(info.range, value.get<double>())) return "must be " + bounds_text(info.range);
  return std::nullopt;
}

void check_value(const OptionInfo& info, const Json& value, const std::string& path,
                 ConfigErrors& errors) {
  if (info.type != OptionType::kBlock) {
    if (const auto wrong = check_option(info, value))
      errors.add(path, " = " + shown(value) + ": " + *wrong);
    return;
  }
  const std::vector<std::string> names = names_of(*info.block);
  const std::string a_type = "the name of a " + info.block->kind + ": " + one_of(names);
  if (!value.is_object()) {
    errors.add(path, " = " + shown(value) + ": must be an object with `type`, " + a_type);
  } else if (!value.contains(kType)) {
    errors.add(path + "." + kType, " is missing: expected " + a_type);
  } else if (const auto type = info.block->type_of(value)) {
    check_options(type->options, value, path, errors, {kType});
  } else {
    const Json& found = value.at(kType);
    const std::string text =
        found.is_string() ? shown_name(found.get<std::string>()) : shown(found);
    errors.add(path + "." + kType,
               " = " + text + ": no " + info.block->kind + "; " + suggestion(found, names));
  }
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
      errors.unknown_key(path, key, valid);
    }
  }
}

Json with_defaults(const std::vector<OptionInfo>& options, const Json& object) {
  Json all = Json::object();
  for (const OptionInfo& info : options) {
    const auto at = object.find(info.name);
    const Json& value = at != object.end() ? *at : info.default_value;
    if (info.is_left_out_by_default && value == info.default_value) continue;
    all[info.name] = value;
    if (info.type != OptionType::kBlock) continue;
    Json& block = all[info.name];
    if (const auto type = info.block->type_of(block)) {
      block = with_defaults(type->options, block);
      block[kType] = type->name;
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
    if (info.type == OptionType::kBlock) {
      const auto type = info.block->type_of(*at);
      if (!type) continue;
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
    if (info.type != OptionType::kBlock) continue;
    if (const auto type = info.block->type_of(*at)) spell_numbers_alike(type->options, *at);
  }
}

void erase_time_only(const std::vector<OptionInfo>& options, Json& object) {
  for (const OptionInfo& info : options) {
    if (info.effect == Effect::kTimeOnly) object.erase(info.name);
    const auto at = object.find(info.name);
    if (info.type != OptionType::kBlock || at == object.end()) continue;
    if (const auto type = info.block->type_of(*at)) erase_time_only(type->options, *at);
  }
}

const OptionInfo* find_option(const std::vector<OptionInfo>& options, const Json& object,
                              const std::string& path) {
  const std::size_t dot = path.find('.');
  for (const OptionInfo& info : options) {
    if (info.name != path.substr(0, dot)) continue;
    if (dot == std::string::npos) return &info;
    if (info.type != OptionType::kBlock) return nullptr;
    const Json& block = block_in(object, info);
    const auto type = info.block->type_of(block);
    return !type ? nullptr : find_option(type->options, block, path.substr(dot + 1));
  }
  return nullptr;
}

std::vector<std::string> option_paths(const std::vector<OptionInfo>& options, const Json& object) {
  std::vector<std::string> paths;
  for (const OptionInfo& info : options) {
    paths.push_back(info.name);
    if (info.type != OptionType::kBlock) continue;
    const Json& block = block_in(object, info);
    if (const auto type = info.block->type_of(block)) {
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

Json option_schema(const OptionInfo& info) {
  Json schema = info.type == OptionType::kJson    ? info.schema
                : info.type == OptionType::kBlock ? block_schema(*info.block)
                                                  : Json::object();
  const auto type = [&](const char* name) {
    schema["type"] = info.nullable ? Json::array({name, "null"}) : Json(name);
  };
  switch (info.type) {
    case OptionType::kNumber:
      type("number");
      break;
    case OptionType::kInteger:
      type("integer");
      break;
    case OptionType::kBoolean:
      type("boolean");
      break;
    case OptionType::kText:
      type("string");
      break;
    case OptionType::kChoice:
      schema["enum"] = info.choices;
      break;
    case OptionType::kJson:
    case OptionType::kBlock:
      break;
  }
  if (info.range.greater_than) schema["exclusiveMinimum"] = *info.range.greater_than;
  if (info.range.at_least) schema["minimum"] = *info.range.at_least;
  if (info.range.at_most) schema["maximum"] = *info.range.at_most;
  schema["description"] = info.meaning;
  if (!info.default_value.is_null()) schema["default"] = info.default_value;
  return schema;
}

Json options_schema(const std::vector<OptionInfo>& options) {
  Json properties = Json::object();
  for (const OptionInfo& info : options) properties[info.name] = option_schema(info);
  return properties;
}

}  // namespace costruct
