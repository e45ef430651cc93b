#include "costruct/core/decode/graph/labelings_per_wrong.hpp"

#include <algorithm>

namespace costruct {
namespace {

constexpr double kImpossible = LabelingsPerWrong::kImpossible;

// into[i + j] = max a[i] + b[j].
Vector joined(const Vector& a, std::span<const double> b) {
  Vector into(a.size() + b.size() - 1, kImpossible);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kImpossible) continue;
    for (std::size_t j = 0; j < b.size(); ++j) into[i + j] = std::max(into[i + j], a[i] + b[j]);
  }
  return into;
}

std::vector<Index> nodes_below(const EliminationOrder& order) {
  std::vector<Index> below(order.buckets().size(), 1);
  for (std::size_t b = 0; b < below.size(); ++b) {  // children first
    if (const Index parent = order.buckets()[b].parent; parent >= 0) below[parent] += below[b];
  }
  return below;
}

// Two labelings of different nodes as one.
std::vector<int> both(std::vector<int> a, const std::vector<int>& b) {
  for (std::size_t v = 0; v < a.size(); ++v) a[v] = std::max(a[v], b[v]);
  return a;
}

void offer(std::vector<int> labeling, std::vector<int>& best) {
  if (best.empty() || labeling < best) best = std::move(labeling);
}

}  // namespace

bool LabelingsPerWrong::is_possible(const EliminationOrder& order) {
  const std::vector<Index> below = nodes_below(order);
  Index sum = 0;
  for (std::size_t b = 0; b < below.size() && sum <= kMostValues; ++b)
    sum += order.buckets()[b].entries * (below[b] + 1);
  return sum <= kMostValues;
}

LabelingsPerWrong::LabelingsPerWrong(const GraphScores& scores, const EliminationOrder& order,
                                     std::vector<char> is_wrong)
    : scores_(scores),
      order_(order),
      is_wrong_(std::move(is_wrong)),
      labels_(scores.labels()),
      below_(nodes_below(order)),
      children_(below_.size()),
      messages_(below_.size()) {
  const Index size = std::ssize(below_);
  for (Index b = 0; b < size; ++b) {
    const Index parent = order.buckets()[b].parent;
    if (parent >= 0) {
      children_[parent].push_back(b);
    } else {
      roots_.push_back(b);
    }
  }
  for (Index b = 0; b < size; ++b) {
    const Index numbers = below_[b] + 1;
    messages_[b].assign(order.buckets()[b].entries * numbers, kImpossible);
    for (Index entry = 0; entry < order.buckets()[b].entries; ++entry) {
      double* into = messages_[b].data() + entry * numbers;
      for (Index k = 0; k < labels_; ++k) {
        const Vector last = stages(b, entry, k).back();
        for (Index c = 0; c < std::ssize(last); ++c) into[c] = std::max(into[c], last[c]);
      }
    }
  }
  of_roots_.push_back({0.0});
  for (const Index root : roots_) of_roots_.push_back(joined(of_roots_.back(), messages_[root]));
  total_ = of_roots_.back();
}

std::vector<LabelingsPerWrong::Part> LabelingsPerWrong::parts_below(Index b, Index message_entry,
                                                                    Index label) const {
  std::vector<Part> parts;
  for (const Index child : children_[b]) {
    // The nodes of the table of b are its own one, then those of S.
    const std::vector<Index>& stride = order_.buckets()[child].to_parent;
    Index at = label * stride[0], rest = message_entry;
    for (std::size_t i = 1; i < stride.size(); ++i, rest /= labels_)
      at += rest % labels_ * stride[i];
    parts.push_back({child, at});
  }
  return parts;
}

double LabelingsPerWrong::own_score(const Bucket& bucket, Index message_entry, Index label) const {
  double score = scores_.node(bucket.node)[label];
  for (const Index e : bucket.edges) {
    const GraphEdge& edge = scores_.edges()[e];
    const bool begins = edge.from == bucket.node;
    const int other = begins ? edge.to : edge.from;
    Index rest = message_entry;
    for (const int node : bucket.scope) {
      if (node == other) break;
      rest /= labels_;
    }
    const Index of_other = rest % labels_;
    score +=
        scores_.table(edge.table)[begins ? label * labels_ + of_other : of_other * labels_ + label];
  }
  return score;
}

std::vector<Vector> LabelingsPerWrong::stages(Index b, Index message_entry, Index label) const {
  const Bucket& bucket = order_.buckets()[b];
  Vector own(2, kImpossible);
  own[is_wrong_[bucket.node * labels_ + label] ? 1 : 0] = own_score(bucket, message_entry, label);
  std::vector<Vector> all{own};
  for (const auto& [child, entry] : parts_below(b, message_entry, label)) {
    const auto numbers = static_cast<std::size_t>(below_[child] + 1);
    all.push_back(joined(all.back(), {message(child, entry), numbers}));
  }
  return all;
}

std::vector<int> LabelingsPerWrong::smallest_union(const std::vector<Vector>& values,
                                                   std::vector<int> first,
                                                   std::span<const Part> parts, Index wrong) {
  const auto for_each_split = [&](std::size_t j, Index c, const auto& visit) {
    const auto [bucket, entry] = parts[j - 1];
    const double* of_part = message(bucket, entry);
    for (Index i = std::max<Index>(0, c - below_[bucket]);
         i <= std::min<Index>(c, std::ssize(values[j - 1]) - 1); ++i) {
      if (values[j - 1][i] != kImpossible && values[j - 1][i] + of_part[c - i] == values[j][c])
        visit(i);
    }
  };
  // The numbers of wrong labels of the first parts that lead to the best value, then their smallest
  // labelings.
  std::vector<std::vector<char>> needed(values.size());
  for (std::size_t j = 0; j < values.size(); ++j) needed[j].assign(values[j].size(), 0);
  needed.back()[wrong] = 1;
  for (std::size_t j = parts.size(); j > 0; --j) {
    for (Index c = 0; c < std::ssize(values[j]); ++c) {
      if (needed[j][c]) for_each_split(j, c, [&](Index i) { needed[j - 1][i] = 1; });
    }
  }
  std::vector<std::vector<int>> labelings(values[0].size(), first);
  for (std::size_t j = 1; j <= parts.size(); ++j) {
    std::vector<std::vector<int>> next(values[j].size());
    for (Index c = 0; c < std::ssize(values[j]); ++c) {
      if (!needed[j][c]) continue;
      for_each_split(j, c, [&](Index i) {
        offer(both(labelings[i], smallest(parts[j - 1], c - i)), next[c]);
      });
    }
    labelings = std::move(next);
  }
  return std::move(labelings[wrong]);
}

const std::vector<int>& LabelingsPerWrong::smallest(Part part, Index wrong) {
  const auto [b, entry] = part;
  const auto key = std::tuple(b, entry, wrong);
  if (const auto known = smallest_.find(key); known != smallest_.end()) return known->second;
  std::vector<int> best;
  for (Index k = 0; k < labels_; ++k) {
    const std::vector<Vector> values = stages(b, entry, k);
    if (values.back()[wrong] != message(b, entry)[wrong]) continue;
    std::vector<int> own(scores_.length(), -1);
    own[order_.buckets()[b].node] = static_cast<int>(k);
    offer(smallest_union(values, std::move(own), parts_below(b, entry, k), wrong), best);
  }
  return smallest_.emplace(key, std::move(best)).first->second;
}

Decoded LabelingsPerWrong::best(Index wrong) {
  std::vector<Part> roots;
  for (const Index root : roots_) roots.push_back({root, 0});
  std::vector<int> none(scores_.length(), -1);
  Decoded found{{smallest_union(of_roots_, std::move(none), roots, wrong)}, 0};
  found.value = scores_.value_of(found.output);
  return found;
}

}  // namespace costruct
