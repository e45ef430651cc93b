#include "costruct/contract/instances/small_parts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "costruct/contract/instances/labelings.hpp"

namespace costruct::contract {
namespace {

// The numbers of rows: floats, and the same as doubles.
struct RowNumbers {
  std::vector<float> floats;
  std::vector<double> doubles;
};

// A row of at least one of the features.
SharedRow random_row(const RowNumbers& numbers, Index num_features, RandomStream& random) {
  SharedRow row;
  row.first = static_cast<std::int32_t>(random.below(num_features));
  row.columns = static_cast<std::int32_t>(1 + random.below(num_features - row.first));
  row.factor = static_cast<double>(1 + random.below(2));
  const Index from = random.below(std::ssize(numbers.doubles) - row.columns + 1);
  if (random.below(2) == 0) {
    row.floats = numbers.floats.data() + from;
  } else {
    row.doubles = numbers.doubles.data() + from;
  }
  return row;
}

FeatureTable random_table(const SmallParts& shape, Index num_features, RandomStream& random) {
  FeatureTable table;
  table.num_features = num_features;
  auto numbers = std::make_shared<RowNumbers>();
  if (shape.shared_rows) {
    for (Index i = 0; i < 2 * num_features; ++i) {
      numbers->doubles.push_back(static_cast<double>(random.below(4)) - 1);
      numbers->floats.push_back(static_cast<float>(numbers->doubles.back()));
    }
    table.share_rows();
    table.row_owners.push_back(numbers);
  }
  for (const Index length : shape.lengths) {
    for (Index t = 0; t < length; ++t) {
      for (Index j = 0; j < num_features; ++j) {
        const Index copies = random.below(shape.indicators ? 2 : 3);
        for (Index copy = 0; copy < copies; ++copy) {
          table.feature.push_back(static_cast<std::int32_t>(j));
          if (!shape.indicators) table.value.push_back(static_cast<double>(random.below(4)) - 1);
        }
      }
      if (shape.shared_rows && random.below(4) > 0)
        table.rows.push_back(random_row(*numbers, num_features, random));
      table.end_part();
    }
    table.end_example();
  }
  return table;
}

// Columns begin..end-1 of a row whose features have other numbers now.
void append_columns(SharedRow row, std::int32_t begin, std::int32_t end, std::int32_t first,
                    FeatureTable& table) {
  if (begin >= end) return;
  row.first = first;
  row.columns = end - begin;
  if (row.floats != nullptr) row.floats += begin;
  if (row.doubles != nullptr) row.doubles += begin;
  table.rows.push_back(row);
}

FeatureTable without(const FeatureTable& table, Index feature) {
  FeatureTable rest;
  if (!table.row_begin.empty()) rest.share_rows();
  rest.row_owners = table.row_owners;
  rest.num_features = table.num_features - 1;
  for (InputId x = 0; x < table.num_examples(); ++x) {
    for (Index part = table.example_begin[x]; part < table.example_begin[x + 1]; ++part) {
      for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
        if (table.feature[e] == feature) continue;
        rest.feature.push_back(table.feature[e] - (table.feature[e] > feature ? 1 : 0));
        if (!table.value.empty()) rest.value.push_back(table.value[e]);
      }
      for (const SharedRow& row : table.rows_of(part)) {
        const auto place = static_cast<std::int32_t>(feature) - row.first;
        const std::int32_t before = std::clamp(place, 0, row.columns);
        const std::int32_t behind = std::clamp(place + 1, 0, row.columns);
        append_columns(row, 0, before, row.first, rest);
        append_columns(row, behind, row.columns, row.first + behind - 1, rest);
      }
      rest.end_part();
    }
    rest.end_example();
  }
  return rest;
}

}  // namespace

SmallInstance small_parts(const SmallParts& shape, Json options, RandomStream& random) {
  const Index labels = static_cast<Index>(shape.labels.size());
  SmallInstance instance;
  instance.name = std::to_string(shape.features.size()) + " views, " +
                  (shape.indicators ? "indicators, " : "numbers, ") +
                  (shape.shared_rows ? "shared rows, " : "") + std::to_string(labels) +
                  " labels, " + std::to_string(shape.lengths.size()) + " inputs";
  instance.options = std::move(options);
  PartData all({}, shape.labels);
  for (const Index num_features : shape.features) {
    all.views.push_back(random_table(shape, num_features, random));
    instance.views.push_back(
        std::make_shared<PartData>(std::vector<FeatureTable>{all.views.back()}, shape.labels));
  }
  for (Index j = 0; j < shape.features[0]; ++j) {
    instance.without_feature.push_back(std::make_shared<PartData>(
        std::vector<FeatureTable>{without(all.views[0], j)}, shape.labels));
  }
  instance.data = std::make_shared<PartData>(std::move(all));
  instance.outputs = [lengths = shape.lengths, labels](InputId x) {
    return all_labelings(lengths[x], labels);
  };
  return instance;
}

std::vector<SmallInstance> in_all_forms(const SmallParts& shape, const Json& options,
                                        RandomStream& random) {
  std::vector<SmallInstance> all;
  for (const bool indicators : {true, false}) {
    for (const std::vector<Index>& features : {std::vector<Index>{5}, {3, 4}, {2, 1, 3}}) {
      SmallParts form = shape;
      form.indicators = indicators;
      form.features = features;
      all.push_back(small_parts(form, options, random));
    }
  }
  return all;
}

std::vector<SmallInstance> small_rows(const std::vector<std::string>& labels, const Json& options,
                                      RandomStream& random) {
  return in_all_forms({labels, std::vector<Index>(6, 1)}, options, random);
}

std::vector<std::string> numbered_labels(Index count) {
  std::vector<std::string> labels;
  for (Index k = 0; k < count; ++k) labels.push_back(std::to_string(k));
  return labels;
}

Json random_costs(Index labels, RandomStream& random) {
  Json costs = Json::array();
  for (Index y = 0; y < labels; ++y) {
    Json row = Json::array();
    for (Index y_hat = 0; y_hat < labels; ++y_hat) row.push_back(y == y_hat ? 0 : random.below(5));
    costs.push_back(row);
  }
  return costs;
}

void append(std::vector<SmallInstance> more, std::vector<SmallInstance>& into) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace costruct::contract
