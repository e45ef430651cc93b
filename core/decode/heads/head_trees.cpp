#include "costruct/core/decode/heads/head_trees.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace costruct {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

// The best label of each arc of a token: its score, and the label.
void maximise_labels(const LabeledArcScores& scores, Index token, double* best, int* label) {
  const Index L = scores.labels;
  const double* row = scores.row(token);
  for (Index h = 0; h <= scores.length; ++h, row += L) {
    const double* top = std::max_element(row, row + L);  // the first one
    best[h] = *top;
    label[h] = static_cast<int>(top - row);
  }
}

// The best labels of all arcs.
struct BestLabels {
  ArcScores arcs;
  std::vector<int> label;

  void fill(const LabeledArcScores& scores) {
    const Index places = scores.length + 1;
    arcs.length = scores.length;
    arcs.score.resize(scores.length * places);
    label.resize(scores.length * places);
    for (Index t = 0; t < scores.length; ++t) fill(scores, t);
  }
  void fill(const LabeledArcScores& scores, Index token) {
    const Index begin = token * (scores.length + 1);
    maximise_labels(scores, token, &arcs.score[begin], &label[begin]);
  }
};

std::optional<Decoded> best_with(const BestLabels& best, HeadTreeKind kind, Index labels) {
  std::optional<DecodedHeads> found = kind.projective
                                          ? best_projective_heads(best.arcs, kind.single_root)
                                          : best_arborescence(best.arcs, kind.single_root);
  if (!found) return std::nullopt;
  Decoded tree{{std::move(found->heads)}, found->value};
  for (std::size_t t = 0; t < tree.output.parts.size(); ++t) {
    int& part = tree.output.parts[t];
    part = static_cast<int>(part * labels) +
           best.label[t * (tree.output.parts.size() + 1) + static_cast<std::size_t>(part)];
  }
  return tree;
}

// All trees with some first parts in common, less those with certain parts at the next token.
struct TreeSet {
  Decoded best;
  Index fixed = 0;            // number of parts that all trees share with the best one
  std::vector<int> excluded;  // parts of token `fixed` that no tree has
};

// Finds the best trees of such sets.
class TreeSets {
 public:
  explicit TreeSets(const LabeledArcScores& scores) : scores_(scores), labels_(scores) {
    all_.fill(scores);
    restricted_ = all_;
  }

  // The set of all trees; nullopt if there are none.
  std::optional<TreeSet> all() const {
    std::optional<Decoded> best = best_with(all_, scores_.kind, scores_.labels);
    if (!best) return std::nullopt;
    return TreeSet{std::move(*best), 0, {}};
  }

  // Calls action(set) for sets that together have all trees of this one but the best.
  template <class Action>
  void split(const TreeSet& whole, const Action& action) {
    restricted_ = all_;
    const std::vector<int>& parts = whole.best.output.parts;
    for (Index t = 0; t < whole.fixed; ++t) fix(t, parts[t]);
    for (Index t = whole.fixed; t < scores_.length; ++t) {
      TreeSet rest{{}, t, {parts[t]}};
      if (t == whole.fixed)
        rest.excluded.insert(rest.excluded.end(), whole.excluded.begin(), whole.excluded.end());
      exclude(t, rest.excluded);
      if (auto best = best_with(restricted_, scores_.kind, scores_.labels)) {
        rest.best = std::move(*best);
        action(std::move(rest));
      }
      fix(t, parts[t]);
    }
  }

 private:
  void fix(Index token, int part) {
    double* row = labels_.row(token);
    std::fill_n(row, labels_.parts(), kForbidden);
    row[part] = scores_.row(token)[part];
    update(token);
  }
  void exclude(Index token, const std::vector<int>& parts) {
    double* row = labels_.row(token);
    for (const int part : parts) row[part] = kForbidden;
    update(token);
  }
  // Puts the changed row to use, and changes it back.
  void update(Index token) {
    restricted_.fill(labels_, token);
    std::copy_n(scores_.row(token), scores_.parts(), labels_.row(token));
  }

  const LabeledArcScores& scores_;
  LabeledArcScores labels_;  // a copy to change
  BestLabels all_, restricted_;
};

bool is_before(const Decoded& a, const Decoded& b) {
  return a.value != b.value ? a.value > b.value : a.output < b.output;
}

}  // namespace

double head_tree_value(const LabeledArcScores& scores, const Output& tree) {
  double value = 0;
  for (Index t = 0; t < scores.length; ++t) value += scores.row(t)[tree.parts[t]];
  return value;
}

bool is_head_tree(HeadTreeKind kind, Index labels, const Output& tree) {
  const auto T = std::ssize(tree.parts);
  Index roots = 0;
  std::vector<Index> head(T + 1, 0);
  for (Index t = 0; t < T; ++t) {
    head[t + 1] = tree.parts[t] < 0 ? -1 : tree.parts[t] / labels;
    if (head[t + 1] < 0 || head[t + 1] > T) return false;
    roots += head[t + 1] == 0;
  }
  if (T > 0 && kind.single_root && roots != 1) return false;
  for (Index t = 1; t <= T; ++t) {
    Index steps = 0;
    for (Index at = t; at != 0; at = head[at]) {
      if (++steps > T) return false;
    }
  }
  for (Index t = 1; kind.projective && t <= T; ++t) {
    const auto [low, high] = std::minmax(t, head[t]);
    for (Index other = low + 1; other < high; ++other) {
      if (head[other] < low || head[other] > high) return false;
    }
  }
  return true;
}

bool has_head_tree(const LabeledArcScores& scores) {
  BestLabels best;
  best.fill(scores);
  return scores.kind.projective ? has_projective_heads(best.arcs, scores.kind.single_root)
                                : has_arborescence(best.arcs, scores.kind.single_root);
}

std::optional<Decoded> best_head_tree(const LabeledArcScores& scores) {
  thread_local BestLabels best;
  best.fill(scores);
  return best_with(best, scores.kind, scores.labels);
}

std::optional<Decoded> best_other_head_tree(const LabeledArcScores& scores, const Output& y) {
  TreeSets sets(scores);
  std::optional<TreeSet> all = sets.all();
  if (!all) return std::nullopt;
  if (all->best.output != y) return std::move(all->best);
  std::optional<Decoded> best;
  sets.split(*all, [&](TreeSet&& rest) {
    if (!best || is_before(rest.best, *best)) best = std::move(rest.best);
  });
  return best;
}

std::vector<Decoded> k_best_head_trees(const LabeledArcScores& scores, Index k) {
  std::vector<Decoded> found;
  TreeSets sets(scores);
  std::vector<TreeSet> open;  // a heap, the best tree on top
  const auto is_worse = [](const TreeSet& a, const TreeSet& b) {
    return is_before(b.best, a.best);
  };
  if (auto all = sets.all()) open.push_back(std::move(*all));
  while (std::ssize(found) < k && !open.empty()) {
    std::pop_heap(open.begin(), open.end(), is_worse);
    const TreeSet next = std::move(open.back());
    open.pop_back();
    found.push_back(next.best);
    if (std::ssize(found) == k) break;
    sets.split(next, [&](TreeSet&& rest) {
      open.push_back(std::move(rest));
      std::push_heap(open.begin(), open.end(), is_worse);
    });
  }
  return found;
}

std::optional<HeadSums> sum_head_trees(const LabeledArcScores& scores) {
  const Index L = scores.labels, places = scores.length + 1;
  ArcScores arcs{scores.length, Vector(scores.length * places)};
  const double* row = scores.score.data();
  for (double& arc : arcs.score) {
    arc = *std::max_element(row, row + L);
    if (L > 1 && arc > kForbidden) {
      double sum = 0;
      for (Index l = 0; l < L; ++l) sum += std::exp(row[l] - arc);
      arc += std::log(sum);
    }
    row += L;
  }
  std::optional<HeadSums> sums = scores.kind.projective
                                     ? sum_projective_heads(arcs, scores.kind.single_root)
                                     : sum_arborescences(arcs, scores.kind.single_root);
  if (!sums || L == 1) return sums;
  Vector parts(scores.score.size(), 0.0);
  row = scores.score.data();
  double* part = parts.data();
  for (std::size_t a = 0; a < arcs.score.size(); ++a, row += L, part += L) {
    if (sums->arc[a] == 0) continue;
    for (Index l = 0; l < L; ++l) part[l] = sums->arc[a] * std::exp(row[l] - arcs.score[a]);
  }
  sums->arc = std::move(parts);
  return sums;
}

}  // namespace costruct
