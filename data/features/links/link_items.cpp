#include "costruct/data/features/links/link_items.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/features/extractor_list.hpp"

namespace costruct::experiments {
namespace {

Json group_of_item(const Json& item) {
  const ExtractorKind* kind = find_extractor(item.at("extractor").get<std::string>());
  return with_defaults(kind->options, without_extractor(item)).value("group", Json());
}

}  // namespace

OptionDeclaration<LinkOptions> link_options() {
  using Options = LinkOptions;
  OptionDeclaration<Options> options;
  options
      .text("file", &Options::file,
            "links: two ids a line; {file}: path of the data file, {stem}: without its ending")
      .required()
      .text("id", &Options::id,
            "column of ids; \"\": rows have their numbers from 1, or the names of their files")
      .text("ids", &Options::ids, "file whose rows begin with ids; {file}, {stem} as above")
      .boolean("directed", &Options::directed, "a row takes from the rows that it links to alone")
      .choice("third", &Options::third, {"weight", "type", "nothing"},
              "a third field; type: of edges of the problem graph")
      .choice("features", &Options::features, {"smoothed", "edges"},
              "smoothed: those of another extractor; edges: the links")
      .text("of", &Options::of, "group to smooth; \"\": all of the first other extractor")
      .only_with("features", "smoothed")
      .integer("steps", &Options::steps, {.at_least = 1, .at_most = 100},
               "how often each row takes the mean with its links")
      .only_with("features", "smoothed")
      .number("restart", &Options::restart, {.at_least = 0, .at_most = 1},
              "share of own features in each step")
      .only_with("features", "smoothed")
      .number("least", &Options::least, {.at_least = 0}, "drop smaller values after each step")
      .only_with("features", "smoothed")
      .text("group", &Options::group, "their group, for named views");
  return options;
}

bool is_links(const Json& item) {
  return item.at("extractor") == "links";
}

bool smooths(const Json& item) {
  return link_options().parse(without_extractor(item)).features == LinkFeatures::kSmoothed;
}

std::string id_column(const Json& item) {
  return link_options().parse(without_extractor(item)).id;
}

std::vector<std::string> id_columns(const Json& block) {
  std::vector<std::string> columns;
  const Json features = block.value("features", Json());
  for (const Json& item : features.is_array() ? features : Json::array()) {
    if (is_links(item) && !id_column(item).empty()) columns.push_back(id_column(item));
  }
  return columns;
}

std::optional<std::size_t> place_to_smooth(const Json& features, const Json& item) {
  const LinkOptions options = link_options().parse(without_extractor(item));
  if (options.features != LinkFeatures::kSmoothed) return std::nullopt;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (is_links(features[i])) continue;
    if (options.of.empty() || group_of_item(features[i]) == options.of) return i;
  }
  return std::nullopt;
}

void check_links(const Json& block, bool ranges, const std::string& path, ConfigErrors& errors) {
  const Json& features = block.at("features");
  std::vector<std::string> names;
  for (const Json& item : features) {
    if (is_links(item)) continue;
    if (const Json group = group_of_item(item); group.is_string()) names.push_back(group);
  }
  const Json groups = block.value("groups", Json());
  if (ranges && groups.is_array()) {
    for (const Json& group : groups) names.push_back(group.at("name"));
  }
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (ranges && is_links(features[i]) && !id_column(features[i]).empty())
      errors.add(fmt::format("{}.features.{}.id", path, i),
                 ": rows of numbers have no columns: name a file of ids with `ids`");
    if (!is_links(features[i]) || !smooths(features[i]) || place_to_smooth(features, features[i]))
      continue;
    const std::string of = features[i].value("of", "");
    if (std::find(names.begin(), names.end(), of) != names.end()) continue;
    errors.add(
        fmt::format("{}.features.{}.of", path, i),
        of.empty() || names.empty()
            ? fmt::format(": there is no other extractor whose features can be smoothed: add "
                          "{{\"extractor\": \"{}\"}} to features",
                          ranges ? "values" : "words")
            : " = " + shown(Json(of)) + ": " + suggestion(Json(of), names));
  }
}

std::string why_no_edges(const Json& block) {
  const Json features = block.value("features", Json());
  const auto is_edges = [](const Json& item) { return is_links(item) && !smooths(item); };
  if (features.is_array() && std::ranges::count_if(features, is_edges) == 1) return "";
  return "rows are the nodes of a graph, and one extractor of links makes its edges: add "
         "{\"extractor\": \"links\", \"file\": \"links.tsv\", \"features\": \"edges\"}";
}

}  // namespace costruct::experiments
