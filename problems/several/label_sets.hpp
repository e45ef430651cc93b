// The data of the problem `several`: rows with sets of labels, and the tree that joins labels.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/output.hpp"

namespace costruct::several {

/// Two labels that an edge joins, the smaller one first.
using LabelPair = std::pair<int, int>;

/// The spanning tree of labels with the largest sum of mutual information, of whether an example
/// has one label and whether it has the other. Source: Chow and Liu 1968, "Approximating discrete
/// probability distributions with dependence trees", section III.
///
/// A label whose mutual information with all others is 0 has no edge, so the tree can fall apart.
/// Edges are in ascending order. Among equal values Prim's algorithm takes the smaller label, then
/// the edge to the smaller label. Weights of examples do not count.
/// Cost: O(labels^2), and O(labels) for each label of each example.
/// @param outputs  the sets, with 0 or 1 for each label
std::vector<LabelPair> tree_of_mutual_information(std::span<const Output* const> outputs,
                                                  Index labels);

/// Whether edges between labels form no cycle.
bool is_forest(std::span<const LabelPair> edges, Index labels);

/// The mutual information of two events, in nats; 0 if n is 0.
/// @param n     number of examples
/// @param a     how many of them have the first event
/// @param b     how many of them have the second event
/// @param both  how many of them have both events
double mutual_information(Index n, Index a, Index b, Index both);

/// A tree of labels that is made when it is first needed.
class LabelTree {
 public:
  /// @param make  returns the edges; called once, at the first call of pairs()
  explicit LabelTree(std::function<std::vector<LabelPair>()> make) : make_(std::move(make)) {}
  /// A tree that exists already.
  explicit LabelTree(std::vector<LabelPair> pairs) : pairs_(std::move(pairs)), is_made_(true) {}

  /// The edges, valid as long as this object. Safe to call concurrently.
  const std::vector<LabelPair>& pairs() const;
  /// Whether the edges exist already.
  bool is_made() const;

 private:
  mutable std::mutex mutex_;
  std::function<std::vector<LabelPair>()> make_;
  mutable std::vector<LabelPair> pairs_;
  mutable bool is_made_ = false;
};

/// Rows whose outputs are sets of labels. An example has one part, with the features of the row.
/// Its output has a part for each label: 1 if the set has the label, else 0.
struct LabelSetData : PartData {
  LabelSetData() = default;
  LabelSetData(PartData parts, std::shared_ptr<const LabelTree> of_labels)
      : PartData(std::move(parts)), tree(std::move(of_labels)) {}
  /// The same data with the features of all views in one view.
  std::shared_ptr<const LabelSetData> in_one_view() const {
    return std::make_shared<const LabelSetData>(*PartData::in_one_view(), tree);
  }

  std::shared_ptr<const LabelTree> tree;  ///< null: no tree is known
};

/// Returns data without views, for the same outputs: with the same names of labels, and with the
/// same tree if `data` is LabelSetData.
std::shared_ptr<PartData> with_outputs_of(const PartData& data);

}  // namespace costruct::several
