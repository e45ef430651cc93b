#include "costruct/problems/several/label_sets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace costruct::several {
namespace {

// Mutual information up to this value is rounding.
constexpr double kNoInformation = 1e-12;

// Adds p log(p / q) for the shares of two counts.
double divergence(double p, double q) {
  return p > 0 ? p * std::log(p / q) : 0;
}

// The sets that have each label.
std::vector<std::vector<Index>> sets_by_label(std::span<const Output* const> outputs,
                                              Index labels) {
  std::vector<std::vector<Index>> sets(static_cast<std::size_t>(labels));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = 0; k < sets.size(); ++k) {
      if (outputs[i]->parts[k] == 1) sets[k].push_back(static_cast<Index>(i));
    }
  }
  return sets;
}

// Prim's algorithm.
class TreeGrowth {
 public:
  TreeGrowth(std::span<const Output* const> outputs, Index labels)
      : outputs_(outputs),
        sets_(sets_by_label(outputs, labels)),
        best_(sets_.size(), 0.0),
        from_(sets_.size(), -1),
        is_in_(sets_.size(), false) {}

  std::vector<LabelPair> grown() {
    std::vector<LabelPair> tree;
    for (std::size_t added = 0; added < sets_.size(); ++added) {
      const std::size_t next = next_label();
      if (from_[next] >= 0) tree.push_back(std::minmax(from_[next], static_cast<int>(next)));
      add(next);
    }
    std::sort(tree.begin(), tree.end());
    return tree;
  }

 private:
  // The label with the most information; the first one that is left where there is none.
  std::size_t next_label() const {
    std::size_t next = sets_.size();
    for (std::size_t k = 0; k < sets_.size(); ++k) {
      if (!is_in_[k] && (next == sets_.size() || best_[k] > best_[next])) next = k;
    }
    return next;
  }

  void add(std::size_t label) {
    is_in_[label] = true;
    std::vector<Index> both(sets_.size(), 0);
    for (const Index i : sets_[label]) {
      const std::vector<int>& parts = outputs_[static_cast<std::size_t>(i)]->parts;
      for (std::size_t k = 0; k < both.size(); ++k) both[k] += parts[k];
    }
    for (std::size_t k = 0; k < sets_.size(); ++k) {
      if (is_in_[k]) continue;
      const double information = mutual_information(std::ssize(outputs_), std::ssize(sets_[label]),
                                                    std::ssize(sets_[k]), both[k]);
      const bool is_better =
          information > best_[k] || (information == best_[k] && static_cast<int>(label) < from_[k]);
      if (information <= kNoInformation || !is_better) continue;
      best_[k] = information;
      from_[k] = static_cast<int>(label);
    }
  }

  std::span<const Output* const> outputs_;
  std::vector<std::vector<Index>> sets_;
  Vector best_;            // the information of a label outside with the tree
  std::vector<int> from_;  // the label of the tree that has it; -1: none
  std::vector<bool> is_in_;
};

}  // namespace

double mutual_information(Index n, Index a, Index b, Index both) {
  if (n == 0) return 0;
  const auto share = [n](Index count) {
    return static_cast<double>(count) / static_cast<double>(n);
  };
  const double p = share(a), q = share(b);
  return divergence(share(both), p * q) + divergence(share(a - both), p * (1 - q)) +
         divergence(share(b - both), (1 - p) * q) +
         divergence(share(n - a - b + both), (1 - p) * (1 - q));
}

std::vector<LabelPair> tree_of_mutual_information(std::span<const Output* const> outputs,
                                                  Index labels) {
  return TreeGrowth(outputs, labels).grown();
}

bool is_forest(std::span<const LabelPair> edges, Index labels) {
  std::vector<int> parent(static_cast<std::size_t>(labels));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int label) {
    while (parent[static_cast<std::size_t>(label)] != label)
      label = parent[static_cast<std::size_t>(label)];
    return label;
  };
  for (const auto& [from, to] : edges) {
    const int a = root(from), b = root(to);
    if (a == b) return false;
    parent[static_cast<std::size_t>(a)] = b;
  }
  return true;
}

const std::vector<LabelPair>& LabelTree::pairs() const {
  const std::scoped_lock lock(mutex_);
  if (!is_made_) pairs_ = make_();
  is_made_ = true;
  return pairs_;
}

bool LabelTree::is_made() const {
  const std::scoped_lock lock(mutex_);
  return is_made_;
}

std::shared_ptr<PartData> with_outputs_of(const PartData& data) {
  std::shared_ptr<PartData> same;
  if (const auto* sets = dynamic_cast<const LabelSetData*>(&data)) {
    same = std::make_shared<LabelSetData>(PartData(), sets->tree);
  } else {
    same = std::make_shared<PartData>();
  }
  same->labels = data.labels;
  return same;
}

}  // namespace costruct::several
