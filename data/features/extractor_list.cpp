#include "costruct/data/features/extractor_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostExtractors = 100;

// What takes an input, for messages.
const char* input_text(const ExtractorKind& kind) {
  const ExtractorInput input = kind.input;
  if (kind.other_input) return "takes rows (svmlight, csv, texts, text_folders)";
  if (input == ExtractorInput::kRows) return "takes rows of numbers (svmlight)";
  return input == ExtractorInput::kTokens ? "takes words (conll, brown)"
                                          : "takes texts (csv, texts, text_folders)";
}

std::vector<std::string> names_of(ExtractorInput input) {
  std::vector<std::string> names;
  for (const ExtractorKind& kind : extractor_kinds()) {
    if (kind.takes(input)) names.push_back(kind.name);
  }
  return names;
}

Json features_schema(ExtractorInput input) {
  Json items = Json::array();
  for (const ExtractorKind& kind : extractor_kinds()) {
    if (!kind.takes(input)) continue;
    Json properties = options_schema(kind.options);
    properties["extractor"] = {{"const", kind.name}, {"description", kind.summary}};
    Json required = Json::array({"extractor"});
    if (kind.name == "template") required.push_back("lines");
    if (kind.name == "vectors" || kind.name == "array" || kind.name == "links")
      required.push_back("file");
    items.push_back({{"type", "object"},
                     {"properties", properties},
                     {"required", required},
                     {"additionalProperties", false}});
  }
  Json schema = {{"title", "list of extractors"},
                 {"type", "array"},
                 {"minItems", 1},
                 {"items", {{"oneOf", items}}}};
  if (input != ExtractorInput::kTokens) schema["type"] = {"array", "null"};
  return schema;
}

// Checks that groups of row extractors differ. Features of rows are named by their groups, so each
// extractor needs its own.
void check_groups_differ(const Json& features, const std::string& path, ConfigErrors& errors) {
  std::vector<Json> groups;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const ExtractorKind* kind = find_extractor(features[i].at("extractor").get<std::string>());
    const Json group = with_defaults(kind->options, without_extractor(features[i])).at("group");
    if (std::find(groups.begin(), groups.end(), group) != groups.end()) {
      errors.add(fmt::format("{}.{}.group", path, i),
                 " = " + shown(group) + ": stands twice: give each extractor its own group");
    }
    groups.push_back(group);
  }
}

}  // namespace

std::vector<std::string> texts_of_features(const Json& block) {
  std::vector<std::string> texts;
  const auto profiles = block.find("profiles");
  if (profiles != block.end() && profiles->is_string() && *profiles != "")
    texts.push_back(profiles->get<std::string>());
  const auto features = block.find("features");
  if (features == block.end() || !features->is_array()) return texts;
  for (const Json& item : *features) {
    for (const char* key : {"text", "file", "ids"}) {
      if (item.contains(key) && item[key].is_string())
        texts.push_back(item[key].get<std::string>());
    }
  }
  return texts;
}

Json default_token_features(const std::vector<std::string>& columns) {
  Json item = {{"extractor", "token"}};
  if (std::find(columns.begin(), columns.end(), kWordColumn) == columns.end()) {
    const auto first = std::find_if(columns.begin(), columns.end(),
                                    [](const std::string& name) { return name != kLabelColumn; });
    COSTRUCT_ASSERT(first != columns.end(), "there is a column beside the label");
    item["column"] = *first;
  }
  return Json::array({std::move(item)});
}

Json without_extractor(Json item) {
  item.erase("extractor");
  return item;
}

OptionInfo features_option(ExtractorInput input) {
  OptionInfo info;
  info.name = "features";
  info.type = OptionType::kJson;
  info.meaning = "extractors, each {\"extractor\": name} with its options";
  if (input == ExtractorInput::kTokens) {
    info.default_value = default_token_features({kWordColumn});
    info.meaning +=
        "; of files without a column \"word\" the default takes their first beside \"label\"";
  } else {
    info.nullable = true;
    info.meaning += input == ExtractorInput::kRows
                        ? "; null: the numbers as they stand"
                        : "; null: `words` of each text of a format of texts, nothing of columns";
  }
  info.check = [nullable = info.nullable](const Json& value) -> std::optional<std::string> {
    if (nullable && value.is_null()) return std::nullopt;
    if (value.is_array() && !value.empty() && value.size() <= kMostExtractors) return std::nullopt;
    return fmt::format("must be a list of 1 to {} extractors", kMostExtractors);
  };
  info.schema = features_schema(input);
  return info;
}

void check_features(const Json& features, ExtractorInput input,
                    const std::vector<std::string>& columns, const std::string& path,
                    ConfigErrors& errors) {
  const std::vector<std::string> names = names_of(input);
  const std::size_t before_all = errors.messages().size();
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Json& item = features[i];
    const std::string where = fmt::format("{}.{}", path, i);
    if (!item.is_object() || !item.contains("extractor") || !item["extractor"].is_string()) {
      errors.add(where,
                 " = " + shown(item) + ": must be an object with an extractor: " + one_of(names));
      continue;
    }
    const auto name = item["extractor"].get<std::string>();
    const ExtractorKind* kind = find_extractor(name);
    if (kind == nullptr) {
      errors.add(where + ".extractor", fmt::format(" = {}: {}", shown(item["extractor"]),
                                                   suggestion(item["extractor"], names)));
      continue;
    }
    if (!kind->takes(input)) {
      errors.add(where + ".extractor",
                 fmt::format(" = {}: {}: must be {}", shown(item["extractor"]), input_text(*kind),
                             one_of(names)));
      continue;
    }
    const std::size_t before = errors.messages().size();
    check_options(kind->options, item, where, errors, {"extractor"});
    const bool sound = errors.messages().size() == before;
    if (sound && kind->check && (!columns.empty() || input != ExtractorInput::kTokens))
      kind->check(without_extractor(item), columns, where, errors);
  }
  if (input != ExtractorInput::kTokens && errors.messages().size() == before_all)
    check_groups_differ(features, path, errors);
}

std::vector<std::string> notes_on_features(const Json& block, const std::string& path) {
  std::vector<std::string> notes;
  bool uses_groups = false;
  const Json& features = block.at("features");
  for (std::size_t i = 0; i < features.size(); ++i) {
    const ExtractorKind* kind = find_extractor(features[i].at("extractor").get<std::string>());
    const Json options = without_extractor(features[i]);
    const auto found =
        without_effect(kind->options, options, fmt::format("{}.features.{}", path, i));
    notes.insert(notes.end(), found.begin(), found.end());
    uses_groups = uses_groups || kind->name == "links" ||
                  with_defaults(kind->options, options).at("group").is_null();
  }
  const auto is_given = [&](const char* key) {
    return block.contains(key) && !block.at(key).is_null();
  };
  if (is_given("groups") && !uses_groups && !is_given("require_groups"))
    notes.push_back(path + ".groups has no effect where every extractor has a group of its own");
  return notes;
}

std::set<std::string> columns_of_features(const Json& features,
                                          const std::vector<std::string>& columns) {
  std::set<std::string> used;
  for (const Json& item : features) {
    const ExtractorKind* kind = find_extractor(item.at("extractor").get<std::string>());
    const Json options = with_defaults(kind->options, without_extractor(item));
    if (options.contains("column")) {
      used.insert(options.at("column").get<std::string>());
    } else if (kind->name == template_extractor().name) {
      for (const Index column : template_columns(options))
        used.insert(columns[static_cast<std::size_t>(column)]);
    }
  }
  return used;
}

std::optional<std::string> note_on_columns(const Json& block,
                                           const std::vector<std::string>& columns,
                                           const std::string& path) {
  const Json given = block.value("features", Json());
  const Json features = given.is_array() ? given : default_token_features(columns);
  std::set<std::string> taken = columns_of_features(features, columns);
  taken.insert(kLabelColumn);
  std::vector<std::string> unused;
  for (const std::string& column : columns) {
    if (taken.count(column) == 0) unused.push_back(column);
  }
  if (unused.empty()) return std::nullopt;
  return fmt::format(
      "{}.columns: no feature has anything of {}: {{\"extractor\": \"token\", \"column\": {}}} "
      "would",
      path, fmt::join(unused, ", "), shown(unused.front()));
}

}  // namespace costruct::experiments
