// Small random data of rows and chains.
#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "costruct/contract/comparisons.hpp"
#include "costruct/contract/dice.hpp"
#include "costruct/core/feature_table.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Lets a failing test print outputs.
inline std::ostream& operator<<(std::ostream& stream, const Output& y) {
  stream << '(';
  for (const int part : y.parts) stream << ' ' << part;
  return stream << " )";
}

}  // namespace costruct

namespace costruct::test {

using contract::Dice;
using contract::Numbers;
using contract::same_bits;

/// The shape of tiny data.
struct TinySpec {
  std::vector<Index> lengths = {0, 1, 2, 3, 4};
  std::vector<std::string> labels = {"O", "A", "B"};
  std::vector<Index> features = {5};  ///< one entry per view
  bool indicators = true;  ///< values 1, each id once in a part; else integers -1..2, ids repeated
};

inline PartData tiny_data(const TinySpec& spec, Dice& dice) {
  PartData data;
  data.labels = spec.labels;
  for (const Index num_features : spec.features) {
    FeatureTable table;
    table.num_features = num_features;
    for (const Index length : spec.lengths) {
      for (Index t = 0; t < length; ++t) {
        for (Index j = 0; j < num_features; ++j) {
          const int copies = spec.indicators ? dice.range(0, 1) : dice.range(0, 2);
          for (int copy = 0; copy < copies; ++copy) {
            table.feature.push_back(static_cast<std::int32_t>(j));
            if (!spec.indicators) table.value.push_back(dice.range(-1, 2));
          }
        }
        table.end_part();
      }
      table.end_example();
    }
    data.views.push_back(std::move(table));
  }
  return data;
}

/// The data of one view alone.
inline std::shared_ptr<const PartData> only_view(const PartData& data, Index v) {
  return std::make_shared<const PartData>(std::vector<FeatureTable>{data.views[v]}, data.labels);
}

}  // namespace costruct::test
