#include "costruct/experiments/describe/schema_definitions.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace costruct::experiments {
namespace {

// Bytes of a reference, and of a definition beside its content, with a name of usual length.
constexpr std::size_t kReference = 24, kDefinition = 10;
constexpr const char* kDefinitions = "$defs";

// Calls `visit` with each direct subschema of a schema and its name or keyword.
template <class AnyJson, class Visit>
void for_each_part(AnyJson& schema, const Visit& visit) {
  for (auto& [keyword, value] : schema.items()) {
    if (keyword == "properties" || keyword == "patternProperties" || keyword == kDefinitions) {
      for (auto& [name, part] : value.items()) visit(part, name);
    } else if (keyword == "oneOf" || keyword == "anyOf" || keyword == "allOf" ||
               keyword == "prefixItems") {
      for (auto& part : value) visit(part, keyword);
    } else if (keyword == "items" || keyword == "propertyNames" ||
               keyword == "additionalProperties") {
      if (value.is_object()) visit(value, keyword);
    }
  }
}

// The name of a definition. For an object with a key that has a single value, as in {"type":
// {"const": "hmm"}}, it is that value.
std::string defined_name(const Json& schema, const std::string& stands_for) {
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [key, property] : properties.items()) {
    if (property.is_object() && property.contains("const") && property.at("const").is_string())
      return property.at("const").get<std::string>();
  }
  return stands_for;
}

class Definitions {
 public:
  explicit Definitions(const Json& schema) {
    count(schema);
    whole_ = schema;
    if (whole_.contains(kDefinitions)) names_taken_ = whole_.at(kDefinitions);
  }

  Json make() {
    shorten(whole_);
    for (auto& [name, definition] : definitions_.items()) whole_[kDefinitions][name] = definition;
    return whole_;
  }

 private:
  // Whether a definition makes the schema shorter.
  bool is_worth_it(const std::string& text) const {
    const auto times = static_cast<std::size_t>(occurrences_.at(text));
    return (times - 1) * text.size() > times * kReference + kDefinition;
  }

  void count(const Json& schema) {
    for_each_part(schema, [&](const Json& part, const std::string&) {
      if (++occurrences_[part.dump()] == 1) count(part);  // parts of equal parts count once
    });
  }

  void shorten(Json& schema) {
    for_each_part(schema, [&](Json& part, const std::string& stands_for) {
      const std::string text = part.dump();
      if (!is_worth_it(text)) return shorten(part);
      auto known = references_.find(text);
      if (known == references_.end()) {
        const std::string name = free_name(defined_name(part, stands_for));
        known = references_.emplace(text, "#/$defs/" + name).first;
        definitions_[name] = nullptr;
        shorten(part);
        definitions_[name] = std::move(part);
      }
      part = {{"$ref", known->second}};
    });
  }

  // A free name made of letters that need no escaping in a reference. It is short, because it
  // stands in many references.
  std::string free_name(std::string wanted) const {
    constexpr std::size_t kLongest = 1;
    wanted.resize(std::min(wanted.size(), kLongest));
    for (char& c : wanted) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
    }
    std::string name = wanted;
    for (int i = 2; definitions_.contains(name) || names_taken_.contains(name); ++i)
      name = wanted + std::to_string(i);
    return name;
  }

  Json whole_, names_taken_ = Json::object(), definitions_ = Json::object();
  std::map<std::string, int> occurrences_;  // of subschemas, by their text
  std::map<std::string, std::string> references_;
};

}  // namespace

Json with_definitions(const Json& schema) {
  return Definitions(schema).make();
}

}  // namespace costruct::experiments
