#include "costruct/core/feature_table.hpp"

#include <stdexcept>

#include "costruct/core/error.hpp"

namespace costruct {

Index FeatureTable::num_entries() const {
  Index entries = std::ssize(feature);
  for (const SharedRow& row : rows) entries += row.columns;
  return entries;
}

void FeatureTable::refuse_shared_rows() {
  throw std::logic_error(
      "FeatureTable::features_of(): the table has shared rows too: call for_entries()");
}

FeatureTable side_by_side(std::span<const FeatureTable* const> tables) {
  COSTRUCT_ASSERT(!tables.empty(), "at least one table");
  FeatureTable all;
  all.example_begin = tables.front()->example_begin;
  bool has_values = false;
  for (const FeatureTable* table : tables) {
    has_values = has_values || !table->value.empty();
    if (!table->row_begin.empty()) all.share_rows();
    all.row_owners.insert(all.row_owners.end(), table->row_owners.begin(), table->row_owners.end());
  }
  for (Index part = 0; part < tables.front()->num_parts(); ++part) {
    Index first = 0;  // first feature id of a table
    for (const FeatureTable* table : tables) {
      for (Index e = table->part_begin[part]; e < table->part_begin[part + 1]; ++e) {
        all.feature.push_back(static_cast<std::int32_t>(first + table->feature[e]));
        if (has_values) all.value.push_back(table->value.empty() ? 1 : table->value[e]);
      }
      for (SharedRow row : table->rows_of(part)) {
        row.first += static_cast<std::int32_t>(first);
        all.rows.push_back(row);
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
