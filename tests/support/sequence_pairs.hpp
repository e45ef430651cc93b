// Pairs of sequences in tests.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::test {

/// Sequences of codes below `codes`, each entry with a feature of its own.
inline alignment::SequencePairs plain_pairs(
    const std::vector<std::pair<std::vector<int>, std::vector<int>>>& sequences, Index codes) {
  alignment::SequencePairs data;
  alignment::Description description{codes, codes, {}, {}};
  for (const auto& [first, second] : sequences) {
    description.first.insert(description.first.end(), first.begin(), first.end());
    description.second.insert(description.second.end(), second.begin(), second.end());
    data.first_begin.push_back(std::ssize(description.first));
    data.second_begin.push_back(std::ssize(description.second));
  }
  alignment::SequencePairs::View view;
  view.num_features = description.num_entries();
  view.feature_of_entry.emplace_back();
  for (Index e = 0; e < view.num_features; ++e)
    view.feature_of_entry[0].push_back(static_cast<std::int32_t>(e));
  data.descriptions = {description};
  data.views = {view};
  return data;
}

/// The problem over these data.
inline Views alignments_of(alignment::SequencePairs data, const Json& options = Json::object()) {
  return find_problem("alignment")
      ->make(options, std::make_shared<alignment::SequencePairs>(std::move(data)));
}

}  // namespace costruct::test
