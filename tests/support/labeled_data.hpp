// Small labeled data for tests of learners.
#pragma once

#include "support/tiny.hpp"

namespace costruct::test {

struct LabeledData {
  PartData parts;
  std::vector<Output> truth;  ///< in order of inputs
};

/// Small sequences with labels at random, one of them empty.
inline LabeledData small_sequences(Dice& dice, bool indicators = true,
                                   std::vector<Index> features = {5},
                                   std::vector<Index> lengths = {3, 0, 1, 4, 2, 4, 3, 1}) {
  TinySpec spec;
  spec.lengths = std::move(lengths);
  spec.indicators = indicators;
  spec.features = std::move(features);
  LabeledData data{tiny_data(spec, dice), {}};
  for (const Index length : spec.lengths) data.truth.push_back(dice.labeling(length, 3));
  return data;
}

/// Inputs of one part.
inline LabeledData small_points(Dice& dice, Index count, std::vector<std::string> labels,
                                std::vector<Index> features = {4}) {
  TinySpec spec;
  spec.lengths.assign(count, 1);
  spec.labels = std::move(labels);
  spec.indicators = false;
  spec.features = std::move(features);
  LabeledData data{tiny_data(spec, dice), {}};
  for (Index i = 0; i < count; ++i) {
    data.truth.push_back(dice.labeling(1, static_cast<Index>(spec.labels.size())));
  }
  return data;
}

}  // namespace costruct::test
