#include "costruct/data/features/extractor_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

// The input of an extractor, for messages.
const char* input_text(ExtractorInput input) {
  if (input == ExtractorInput::kRows) return "rows of numbers";
  return input == ExtractorInput::kTokens ? "tokens" : "texts";
}

BlockTypes extractors_of(ExtractorInput input) {
  return {.kind = fmt::format("extractor of {}", input_text(input)),
          .types =
              [input] {
                std::vector<BlockTypes::Type> types;
                for (const ExtractorKind& kind : extractor_kinds()) {
                  if (kind.takes(input)) types.push_back({kind.name, kind.summary, kind.options});
                }
                return types;
              },
          .key = "extractor"};
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
  std::string meaning = "extractors, each {\"extractor\": name} with its options";
  Json default_value = nullptr;
  switch (input) {
    case ExtractorInput::kTokens:
      default_value = default_token_features({kWordColumn});
      meaning += "; default: `token` of \"word\", or of the first column but the label";
      break;
    case ExtractorInput::kRows:
      meaning += "; null: the numbers as they stand";
      break;
    case ExtractorInput::kTexts:
      meaning += "; null: `words` of texts, nothing of columns";
      break;
  }
  return block_option("features", std::move(default_value), extractors_of(input),
                      std::move(meaning), BlockCount::kList);
}

void check_features(const Json& features, ExtractorInput input,
                    const std::vector<std::string>& columns, const std::string& path,
                    ConfigErrors& errors) {
  const BlockTypes types = extractors_of(input);
  const std::size_t before = errors.messages().size();
  bool all_sound = true;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::string where = fmt::format("{}.{}", path, i);
    ConfigErrors told;  // by the option `features`
    check_block(types, features[i], where, told);
    all_sound = all_sound && told.empty();
    if (!told.empty()) continue;
    const ExtractorKind* kind = find_extractor(features[i].at("extractor").get<std::string>());
    if (input == ExtractorInput::kRows && kind->takes(ExtractorInput::kTexts) &&
        features[i].contains("column") && kind->name != "links")
      errors.add(where + ".column", " = " + shown(features[i].at("column")) +
                                        ": rows of numbers have no texts: leave it out");
    if (kind->check && (!columns.empty() || input != ExtractorInput::kTokens))
      kind->check(without_extractor(features[i]), columns, where, errors);
  }
  if (input != ExtractorInput::kTokens && all_sound && errors.messages().size() == before)
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
      "{}.columns: no extractor uses {}; add {{\"extractor\": \"token\", \"column\": {}}} to "
      "features",
      path, fmt::join(unused, ", "), shown(unused.front()));
}

}  // namespace costruct::experiments
