#include "costruct/data/features/extractor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

Json lengths_form(std::size_t longest, std::size_t at_least) {
  return list_form(fmt::format("list of lengths from 1 to {}, as [2, 3]", longest),
                   integer_form({.at_least = 1, .at_most = static_cast<double>(longest)}),
                   {.at_least = at_least, .is_distinct = true});
}

namespace {

std::string missing_of_extractor(const ExtractorKind& kind) {
  if (kind.input != ExtractorInput::kTokens || kind.make || kind.make_fitted) return "";
  return "`make` or `make_fitted`";
}

Catalog<ExtractorKind>& all_extractors() {
  static Catalog<ExtractorKind> all(
      "extractor",
      {token_extractor(), surface_extractor(), ngrams_extractor(), affixes_extractor(),
       attributes_extractor(), template_extractor(), distribution_extractor(), vectors_extractor(),
       array_extractor(), values_extractor(), latent_extractor(), words_extractor(),
       links_extractor()},
      missing_of_extractor);
  return all;
}

}  // namespace

const Catalog<ExtractorKind>& extractor_kinds() {
  return all_extractors();
}

void add_extractor(ExtractorKind kind) {
  all_extractors().add(std::move(kind));
}

const ExtractorKind* find_extractor(const std::string& name) {
  return extractor_kinds().find(name);
}

void check_column(const std::string& column, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
  if (column == kLabelColumn) {
    errors.add(path, " = \"label\": is what to predict, no feature can be made of it");
    return;
  }
  if (std::find(columns.begin(), columns.end(), column) != columns.end()) return;
  std::vector<std::string> valid;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(valid),
               [](const std::string& name) { return name != kLabelColumn; });
  errors.add(path, fmt::format(" = {}: {}", shown(column), suggestion(column, valid)));
}

Index column_index(const std::string& column, const std::vector<std::string>& columns) {
  const auto at = std::find(columns.begin(), columns.end(), column);
  if (at == columns.end()) {  // there is no default for an unknown column
    throw ConfigError(fmt::format("data.features: there is no column {}: columns are {}",
                                  shown_name(column), one_of(columns)));
  }
  return at - columns.begin();
}

std::string name_prefix(const std::string& extractor, const std::string& column) {
  return column == kWordColumn ? extractor : extractor + "." + column;
}

}  // namespace costruct::experiments
