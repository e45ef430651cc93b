// Corpus: the examples of rows or chains in memory.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/known.hpp"
#include "costruct/core/output.hpp"
#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

/// Symbols (SymbolList) of all examples, example by example.
struct SymbolTable {
  SymbolList all;
  std::vector<Index> begin{0};  ///< example i has the symbols [begin[i], begin[i + 1])

  void add(const SymbolList& example) {
    all.number.insert(all.number.end(), example.number.begin(), example.number.end());
    all.value.insert(all.value.end(), example.value.begin(), example.value.end());
    begin.push_back(static_cast<Index>(all.number.size()));
  }
  Symbols of(Index example) const {
    const Index first = begin[example], count = begin[example + 1] - first;
    if (all.value.empty()) return {std::span(all.number).subspan(first, count), {}};
    return {std::span(all.number).subspan(first, count),
            std::span(all.value).subspan(first, count)};
  }
};

/// Examples with all their features. Feature ids are dense, in the order of first appearance.
struct Corpus {
  FeatureTable features;
  /// For each fitted extractor of the feature map: the symbols of all examples.
  std::vector<SymbolTable> symbols;
  /// One output for each example. Every row and chain has a part, so an output without parts marks
  /// an unlabeled example.
  std::vector<Output> outputs;
  /// For regression: the number of each example, NaN if it is unlabeled. Empty if outputs are
  /// labels.
  std::vector<double> targets;
  /// The facts about the output of each example that is labeled in part.
  std::map<Index, Known> known;
  /// The weight of each example's loss, >= 0. Empty: all are 1.
  std::vector<double> weights;
  /// The place of an example, for error messages: an index into `files`, and the line of its first
  /// row (from 1).
  struct Place {
    int file = 0;
    Index line = 0;
  };
  std::vector<Place> places;
  std::vector<std::string> files;
  /// has_left_out[f] is whether an example whose parts were left out has feature f; see
  /// Encoder::keep_parts_of(). Features beyond its end have none.
  std::vector<bool> has_left_out;

  Index size() const { return features.num_examples(); }
  /// "file:line" of an example.
  std::string place_text(Index example) const {
    const Place& place = places[static_cast<std::size_t>(example)];
    return files[static_cast<std::size_t>(place.file)] + ":" + std::to_string(place.line);
  }
  /// Ends an example without its parts, and records their features in has_left_out.
  void leave_out_parts(const std::vector<std::int32_t>& features_of_parts) {
    for (const std::int32_t feature : features_of_parts) {
      const auto id = static_cast<std::size_t>(feature);
      if (id >= has_left_out.size()) has_left_out.resize(id + 1, false);
      has_left_out[id] = true;
    }
    features.end_example();
  }
  /// Number of parts, including those that were left out.
  Index num_parts(Index example) const {
    const Index kept = features.length(example);
    return kept > 0 || example >= std::ssize(outputs) ? kept : std::ssize(outputs[example].parts);
  }
  double weight(Index example) const { return weights.empty() ? 1.0 : weights[example]; }
  bool is_labeled(Index example) const {
    return targets.empty() ? !outputs[example].parts.empty() : !std::isnan(targets[example]);
  }
};

}  // namespace costruct::experiments
