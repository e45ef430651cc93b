#include "costruct/core/json/value_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <vector>

#include "costruct/core/text/visible_text.hpp"

namespace costruct {
namespace {

bool is_of_type(const std::string& type, const Json& value) {
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  COSTRUCT_ASSERT(type == "null", "a type of JSON schema");
  return value.is_null();
}

bool has_type_of(const Json& form, const Json& value) {
  const auto type = form.find("type");
  if (type == form.end()) return true;
  if (type->is_string()) return is_of_type(*type, value);
  return std::any_of(type->begin(), type->end(),
                     [&](const Json& each) { return is_of_type(each, value); });
}

// The list of alternatives; null if the form has none.
const Json* alternatives_of(const Json& form) {
  for (const char* keyword : {"anyOf", "oneOf"}) {
    if (const auto at = form.find(keyword); at != form.end()) return &*at;
  }
  return nullptr;
}

Range range_of(const Json& form) {
  const auto bound = [&](const char* keyword) {
    const auto at = form.find(keyword);
    return at == form.end() ? std::nullopt : std::optional(at->get<double>());
  };
  return {bound("minimum"), bound("exclusiveMinimum"), bound("maximum")};
}

bool is_number_of(const Json& form, const Json& value) {
  const auto x = value.get<double>();
  const Range range = range_of(form);
  if (!std::isfinite(x) || !is_within(range, x)) return false;
  if (range.at_most) return true;
  const bool is_integer = form.value("type", Json()) == "integer";
  return !is_integer || !value.is_number_unsigned() ||
         value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
}

// Whether a value is a name, which messages show without quotes.
bool is_word(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
}

void add_words(const Json& values, std::vector<std::string>& words) {
  for (const Json& each : values) {
    if (is_word(each)) words.push_back(each);
  }
}

constexpr const char* kNoNul = "must not hold the character NUL";

bool has_nul(const Json& value) {
  return value.is_string() && value.get_ref<const std::string&>().find('\0') != std::string::npos;
}

// The form in words, as it stands after "must be".
std::string expected_text(const Json& form) {
  const std::string text = form_text(form);
  const char first = text.empty() ? '"' : text.front();
  const bool is_name = form.contains("enum") || form.contains("const");
  if ((is_name && !form.contains("title")) || std::isalpha(static_cast<unsigned char>(first)) == 0)
    return text;
  for (const char* bare : {"text", "true", "one ", "\"free\""}) {
    if (text.starts_with(bare)) return text;
  }
  if (text.starts_with("name of")) return "the " + text;
  return (std::string("aeio").find(first) != std::string::npos ? "an " : "a ") + text;
}

// Checks one value. A wrong part that has no place of its own is told as a wrong whole.
class FormCheck {
 public:
  FormCheck(const Json& whole, ConfigErrors& errors) : whole_(whole), errors_(errors) {}

  void check(const Json& form, const Json& value, const std::string& path) {
    if (const Json* forms = alternatives_of(form)) return check_alternatives(*forms, value, path);
    if (!has_type_of(form, value)) return wrong(value, path);
    if (form.contains("const") && value != form.at("const")) return wrong(value, path);
    if (form.contains("not") && has_form(form.at("not"), value)) return wrong(value, path);
    if (form.contains("enum")) return check_enum(form.at("enum"), value, path);
    if (value.is_number() && !is_number_of(form, value)) return wrong(value, path);
    if (value.is_string()) check_text(form, value, path);
    if (value.is_array()) check_list(form, value, path);
    if (value.is_object()) check_object(form, value, path);
  }

 private:
  static std::size_t size_in(const Json& form, const char* keyword) {
    return form.value(keyword, std::size_t{0});
  }

  void add(const std::string& path, const Json& value, const std::string& what) {
    errors_.add(path, " = " + shown(value) + ": " + what);
  }

  void wrong(const Json& value, const std::string& path) {
    add(path, value,
        "must be " + expected_text(whole_) +
            (!value.is_null() && has_form(whole_, nullptr) ? ", or null" : ""));
  }

  // Whether the first item of a list has the type that a form of lists asks for.
  static bool begins_like(const Json& form, const Json& list) {
    const Json first = form.value("prefixItems", Json::array());
    const Json any = form.value("items", Json::object());
    return has_type_of(first.empty() ? any : first.front(), list.front());
  }

  void check_alternatives(const Json& forms, const Json& value, const std::string& path) {
    std::vector<const Json*> fitting;  // lists or objects, if the value is such
    for (const Json& form : forms) {
      if (has_form(form, value)) return;
      if (value.is_structured() && form.contains("type") && has_type_of(form, value))
        fitting.push_back(&form);
    }
    if (fitting.size() > 1 && value.is_array() && !value.empty()) {
      std::erase_if(fitting, [&](const Json* form) { return !begins_like(*form, value); });
    }
    if (fitting.size() == 1) return check(*fitting.front(), value, path);
    if (has_nul(value)) return add(path, value, kNoNul);
    std::vector<std::string> names;
    for (const Json& form : forms)
      add_words(form.value("enum", Json::array({form.value("const", Json())})), names);
    check_name(names, value, path);
  }

  void check_enum(const Json& values, const Json& value, const std::string& path) {
    if (std::find(values.begin(), values.end(), value) != values.end()) return;
    std::vector<std::string> names;
    add_words(values, names);
    check_name(names, value, path);
  }

  // Tells a value that is wrong, with the name that may be meant.
  void check_name(const std::vector<std::string>& names, const Json& value,
                  const std::string& path) {
    const std::string meant =
        value.is_string() ? did_you_mean(value.get<std::string>(), names) : "";
    if (meant.empty()) return wrong(value, path);
    add(path, value, meant);
  }

  void check_text(const Json& form, const Json& value, const std::string& path) {
    constexpr std::size_t kLongestMatched = 1000;  // the library's matching is recursive
    const auto& text = value.get_ref<const std::string&>();
    if (has_nul(value)) return add(path, value, kNoNul);
    if (text.size() < size_in(form, "minLength")) return wrong(value, path);
    if (!form.contains("pattern")) return;
    const std::regex pattern(form.at("pattern").get_ref<const std::string&>());
    if (text.size() > kLongestMatched || !std::regex_search(text, pattern)) wrong(value, path);
  }

  void check_list(const Json& form, const Json& list, const std::string& path) {
    const std::size_t at_least = size_in(form, "minItems");
    const std::size_t at_most = form.value("maxItems", list.size());
    if (list.size() < at_least || list.size() > at_most) {
      if (at_least == at_most) return wrong(list, path);
      const bool is_short = list.size() <= at_most;
      const std::size_t limit = is_short ? at_least : at_most;
      return add(path, list,
                 fmt::format("must be {}, and must have at {} {} {}", expected_text(whole_),
                             is_short ? "least" : "most", limit, limit == 1 ? "item" : "items"));
    }
    const auto is_wanted = [&](const Json& item) { return has_form(form.at("contains"), item); };
    if (form.contains("contains") && std::none_of(list.begin(), list.end(), is_wanted))
      return wrong(list, path);
    const Json first = form.value("prefixItems", Json::array());
    std::set<Json> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::size_t before = errors_.messages().size();
      if (i < first.size() || form.contains("items"))
        check_form(i < first.size() ? first[i] : form.at("items"), list[i],
                   fmt::format("{}.{}", path, i), errors_);
      if (errors_.messages().size() > before) return;
      if (form.value("uniqueItems", false) && !seen.insert(list[i]).second)
        return add(path, list, shown(list[i]) + " stands twice");
    }
  }

  void check_object(const Json& form, const Json& object, const std::string& path) {
    if (object.size() < size_in(form, "minProperties")) return wrong(object, path);
    const Json properties = form.value("properties", Json::object());
    for (const Json& key : form.value("required", Json::array())) {
      if (!object.contains(key.get_ref<const std::string&>()))
        errors_.add(path + "." + key.get<std::string>(),
                    " is missing: expected " + expected_text(properties.at(key)));
    }
    const Json others = form.value("additionalProperties", Json(true));
    for (const auto& [key, value] : object.items()) {
      const auto known = properties.find(key);
      if (known != properties.end()) {
        check_form(*known, value, path + "." + key, errors_);
      } else if (others.is_object()) {
        check_form(others, value, path + "." + key, errors_);
      } else if (others == false) {
        std::vector<std::string> valid;
        for (const auto& property : properties.items()) valid.push_back(property.key());
        errors_.unknown_key(path, key, valid);
      }
    }
  }

  const Json& whole_;
  ConfigErrors& errors_;
};

}  // namespace

bool is_within(const Range& range, double x) {
  return (!range.greater_than || x > *range.greater_than) &&
         (!range.at_least || x >= *range.at_least) && (!range.at_most || x <= *range.at_most);
}

Json text_form(std::string title) {
  Json form = {{"type", "string"}, {"minLength", 1}};
  if (!title.empty()) form["title"] = std::move(title);
  return form;
}

Json number_form(const Range& range) {
  Json form = {{"type", "number"}};
  const auto put = [&](const char* keyword, const std::optional<double>& bound) {
    constexpr double kLargestWhole = 0x1p53;
    if (!bound) return;
    const bool is_whole = std::floor(*bound) == *bound && std::abs(*bound) <= kLargestWhole;
    form[keyword] = is_whole ? Json(static_cast<std::int64_t>(*bound)) : Json(*bound);
  };
  put("exclusiveMinimum", range.greater_than);
  put("minimum", range.at_least);
  put("maximum", range.at_most);
  return form;
}

Json integer_form(const Range& range) {
  Json form = number_form(range);
  form["type"] = "integer";
  return form;
}

Json list_form(std::string title, Json items, const ListSize& size) {
  Json form = {{"type", "array"}, {"items", std::move(items)}};
  if (!title.empty()) form["title"] = std::move(title);
  if (size.at_least > 0) form["minItems"] = size.at_least;
  if (size.at_most) form["maxItems"] = *size.at_most;
  if (size.is_distinct) form["uniqueItems"] = true;
  return form;
}

Json tuple_form(std::string title, std::initializer_list<Json> items) {
  return {{"title", std::move(title)},
          {"type", "array"},
          {"prefixItems", Json(items)},
          {"minItems", items.size()},
          {"maxItems", items.size()}};
}

Json map_form(std::string title, Json values, std::size_t at_least) {
  Json form = {
      {"title", std::move(title)}, {"type", "object"}, {"additionalProperties", std::move(values)}};
  if (at_least > 0) form["minProperties"] = at_least;
  return form;
}

Json any_form(std::string title, std::initializer_list<Json> forms) {
  Json form = {{"anyOf", Json(forms)}};
  if (!title.empty()) form["title"] = std::move(title);
  return form;
}

Json one_value_of(Json values) {
  return {{"enum", std::move(values)}};
}

Json or_null(Json form) {
  if (form.contains("oneOf") || form.contains("const")) form = {{"anyOf", {std::move(form)}}};
  if (form.contains("anyOf")) {
    form["anyOf"].push_back({{"type", "null"}});
  } else if (form.contains("enum")) {
    form["enum"].push_back(nullptr);
  } else {
    form["type"] = {form.at("type"), "null"};
  }
  return form;
}

std::optional<std::string> wrong_order(const Json& numbers) {
  if (std::is_sorted(numbers.begin(), numbers.end(), std::less_equal<>())) return std::nullopt;
  return "must be numbers in ascending order";
}

void check_form(const Json& form, const Json& value, const std::string& path,
                ConfigErrors& errors) {
  FormCheck(form, errors).check(form, value, path);
}

bool has_form(const Json& form, const Json& value) {
  ConfigErrors errors;
  check_form(form, value, "", errors);
  return errors.empty();
}

std::string form_text(const Json& form) {
  if (const auto title = form.find("title"); title != form.end()) return *title;
  std::vector<std::string> parts;
  if (const Json* forms = alternatives_of(form)) {
    for (const Json& each : *forms) {
      if (each.value("type", Json()) != "null") parts.push_back(form_text(each));
    }
    return one_of(parts);
  }
  if (form.contains("const")) return shown(form.at("const"));
  if (form.contains("enum")) {
    for (const Json& each : form.at("enum")) {
      if (!each.is_null()) parts.push_back(is_word(each) ? each.get<std::string>() : shown(each));
    }
    return one_of(parts);
  }
  const Json type = form.value("type", Json("JSON"));
  const auto name = (type.is_array() ? type.at(0) : type).get<std::string>();
  if (name == "string") return form.contains("minLength") ? "text that is not empty" : "text";
  if (name == "boolean") return "true or false";
  const std::string range = range_text(range_of(form));
  return (name == "array" ? "list" : name) + (range.empty() ? "" : " " + range);
}

std::string range_text(const Range& range) {
  std::string text;
  const auto append = [&](const char* sign, const std::optional<double>& bound) {
    if (bound) text += fmt::format("{}{} {}", text.empty() ? "" : " and ", sign, *bound);
  };
  append(">", range.greater_than);
  append(">=", range.at_least);
  constexpr double kLargestWhole = 0x1p53;  // the bound of sizes, which restricts nobody
  if (range.at_most != kLargestWhole) append("<=", range.at_most);
  return text;
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

}  // namespace costruct
