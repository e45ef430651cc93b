#include "costruct/core/feature_table.hpp"

#include "costruct/core/error.hpp"

namespace costruct {

FeatureTable side_by_side(std::span<const FeatureTable* const> tables) {
  COSTRUCT_ASSERT(!tables.empty(), "at least one table");
  FeatureTable all;
  all.example_begin = tables.front()->example_begin;
  bool has_values = false;
  for (const FeatureTable* table : tables) has_values = has_values || !table->value.empty();
  for (Index part = 0; part < tables.front()->num_parts(); ++part) {
    Index first = 0;  // first feature id of a table
    for (const FeatureTable* table : tables) {
      const auto features = table->features_of(part);
      const auto values = table->values_of(part);
      for (std::size_t e = 0; e < features.size(); ++e) {
        all.feature.push_back(static_cast<std::int32_t>(first + features[e]));
        if (has_values) all.value.push_back(values.empty() ? 1 : values[e]);
      }
      first += table->num_features;
    }
    all.end_part();
  }
  for (const FeatureTable* table : tables) all.num_features += table->num_features;
  return all;
}

std::shared_ptr<const PartData> PartData::in_one_view() const {
  auto one = std::make_shared<PartData>();
  std::vector<const FeatureTable*> tables;
  for (const FeatureTable& view : views) tables.push_back(&view);
  one->views.push_back(side_by_side(tables));
  one->labels = labels;
  return one;
}

}  // namespace costruct
