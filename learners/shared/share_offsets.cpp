#include "costruct/learners/shared/share_offsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "costruct/core/parallel.hpp"

namespace costruct {
namespace {

void center(Vector& offsets) {
  const double mean =
      std::accumulate(offsets.begin(), offsets.end(), 0.0) / static_cast<double>(offsets.size());
  for (double& each : offsets) each -= mean;
}

// The present assignment, and for every pair of labels the cost of moving an input from one to the
// other.
class Reassignment {
 public:
  explicit Reassignment(const Vector& scores, Index labels)
      : scores_(scores),
        K_(labels),
        M_(static_cast<Index>(scores.size()) / labels),
        waiting_(K_ * K_) {
    for (Index i = 0; i < M_; ++i) {
      const auto row = scores.begin() + i * K_;
      const auto [least, most] = std::minmax_element(row, row + K_);
      widest_ = std::max(widest_, *most - *least);
      labels_.push_back(static_cast<int>(std::max_element(row, row + K_) - row));
      note(i);
    }
  }

  const std::vector<int>& labels() const { return labels_; }
  std::vector<Index> counts() const {
    std::vector<Index> counts(K_, 0);
    for (const int label : labels_) ++counts[label];
    return counts;
  }

  // Moves one input from a label that has too many to one that has too few, through other labels if
  // that costs less.
  void move_one(std::vector<Index>& counts, const std::vector<Index>& wanted) {
    Vector distance(K_, kFar);
    for (Index k = 0; k < K_; ++k) {
      if (counts[k] > wanted[k]) distance[k] = 0;
    }
    const Vector costs = this->costs();
    // From which label each label was reached, for each pass (Bellman and Ford).
    std::vector<std::vector<Index>> from;
    for (bool changed = true; changed && std::ssize(from) < K_;) {
      changed = false;
      from.emplace_back(K_, -1);
      const Vector before = distance;  // paths get one step longer in each pass
      for (Index a = 0; a < K_; ++a) {
        for (Index b = 0; b < K_ && before[a] < kFar; ++b) {
          if (before[a] + costs[a * K_ + b] >= distance[b]) continue;
          distance[b] = before[a] + costs[a * K_ + b];
          from.back()[b] = a;
          changed = true;
        }
      }
    }
    Index end = -1;
    for (Index k = 0; k < K_; ++k) {
      if (counts[k] < wanted[k] && (end < 0 || distance[k] < distance[end])) end = k;
    }
    std::vector<Index> path = {end};  // backwards
    for (auto pass = from.rbegin(); pass != from.rend(); ++pass) {
      const Index a = (*pass)[path.back()];
      if (a < 0) continue;
      // A cycle can be negative only by rounding, so it is removed.
      path.erase(std::find(path.begin(), path.end(), a), path.end());
      path.push_back(a);
    }
    const Index begin = path.back();
    std::vector<std::pair<Index, Index>> moves;  // an input and its new label
    for (std::size_t step = 0; step + 1 < path.size(); ++step)
      moves.emplace_back(waiting_[path[step + 1] * K_ + path[step]].top().input, path[step]);
    for (const auto& [input, label] : moves) {
      labels_[input] = static_cast<int>(label);
      note(input);
    }
    --counts[begin];
    ++counts[end];
  }

  // At a * K + b the least cost of moving an input from a to b; kFar if a has no input.
  Vector costs() {
    Vector costs(K_ * K_, kFar);
    for (Index a = 0; a < K_; ++a) {
      for (Index b = 0; b < K_; ++b) {
        auto& moves = waiting_[a * K_ + b];
        while (!moves.empty() && labels_[moves.top().input] != a) moves.pop();
        if (!moves.empty()) costs[a * K_ + b] = moves.top().cost;
      }
    }
    return costs;
  }

  double widest() const { return widest_; }

  static constexpr double kFar = std::numeric_limits<double>::infinity();

 private:
  struct Move {
    double cost;
    Index input;
    // The queue has the greatest element on top: the least cost, then the first input.
    bool operator<(const Move& other) const {
      return cost > other.cost || (cost == other.cost && input > other.input);
    }
  };

  void note(Index input) {
    const Index a = labels_[input];
    const double* row = scores_.data() + input * K_;
    for (Index b = 0; b < K_; ++b) {
      if (b != a) waiting_[a * K_ + b].push({row[a] - row[b], input});
    }
  }

  const Vector& scores_;
  Index K_, M_;
  std::vector<int> labels_;
  std::vector<std::priority_queue<Move>> waiting_;  // may contain inputs that have moved since
  double widest_ = 0;                               // range of the scores of one input
};

// Returns offsets b with b_c - b_a <= costs[a, c] for all a and c. For a fixed offset of label r,
// the largest b_c is the shortest path from r to c. The smallest b_c is minus the shortest path
// from c to r. The result is their mean over all r.
Vector midway(Vector path, Index K, double widest) {
  const double far =
      1 + static_cast<double>(K) * widest;  // longer than all paths, for labels without inputs
  for (double& each : path) each = std::min(each, far);
  for (Index k = 0; k < K; ++k) path[k * K + k] = 0;
  for (Index via = 0; via < K; ++via) {
    for (Index a = 0; a < K; ++a) {
      for (Index c = 0; c < K; ++c) {
        if (c != a)  // a cycle can be negative only by rounding
          path[a * K + c] = std::min(path[a * K + c], path[a * K + via] + path[via * K + c]);
      }
    }
  }
  Vector offsets(K, 0.0);
  for (Index c = 0; c < K; ++c) {
    for (Index r = 0; r < K; ++r)
      offsets[c] += (path[r * K + c] - path[c * K + r]) / (2 * static_cast<double>(K));
  }
  center(offsets);
  return offsets;
}

// D and the shares of the labels at some offsets.
struct AtOffsets {
  double value = 0;
  Vector shares;
};

AtOffsets decode_all(const LabelOffsets& problem, const std::vector<InputId>& inputs,
                     ConstVectorRef w, const Vector& shares, const Vector& offsets, int threads) {
  const auto m = static_cast<Index>(inputs.size());
  std::vector<Decoded> best(inputs.size());
  parallel_for(m, threads, 8,
               [&](Index j) { best[j] = problem.decode_with(inputs[j], w, offsets); });
  AtOffsets at{0, Vector(shares.size(), 0.0)};
  double parts = 0;
  for (const Decoded& each : best) {
    at.value += each.value;
    for (const int label : each.output.parts) at.shares[label] += 1;
    parts += static_cast<double>(each.output.parts.size());
  }
  at.value /= parts;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    at.shares[k] /= parts;
    at.value -= shares[k] * offsets[k];
  }
  return at;
}

}  // namespace

LabelAssignment assign_labels(const Vector& scores, const std::vector<Index>& counts) {
  const auto K = static_cast<Index>(counts.size());
  Reassignment assignment(scores, K);
  std::vector<Index> found = assignment.counts();
  while (found != counts) assignment.move_one(found, counts);
  return {assignment.labels(), midway(assignment.costs(), K, assignment.widest())};
}

// Each step goes against the slopes, each divided by the label's share, because few parts are near
// the border of a rare label. The length of a step is that of Barzilai and Borwein (1988), reduced
// until D falls.
ShareOffsets descend_to_shares(const LabelOffsets& problem, const std::vector<InputId>& inputs,
                               ConstVectorRef w, const Vector& shares, Vector offsets,
                               double tolerance, Index most_passes, int threads) {
  constexpr double kFloor = 0.01;       // added to the shares in the divisions
  constexpr double kLongest = 100;      // largest ratio of a step to the step before
  constexpr double kSufficient = 1e-4;  // share of the predicted decrease that a step must reach
  const std::size_t K = shares.size();
  center(offsets);
  AtOffsets at = decode_all(problem, inputs, w, shares, offsets, threads);
  Index passes = 1;
  double length = 1;
  const auto off = [&] {
    double most = 0;
    for (std::size_t k = 0; k < K; ++k) most = std::max(most, std::abs(at.shares[k] - shares[k]));
    return most;
  };
  while (off() > tolerance && passes < most_passes) {
    Vector step(K), next = offsets;
    double promise = 0;
    for (std::size_t k = 0; k < K; ++k) {
      const double slope = at.shares[k] - shares[k];
      step[k] = slope / (shares[k] + kFloor);
      promise += slope * step[k];
      next[k] -= length * step[k];
    }
    AtOffsets there = decode_all(problem, inputs, w, shares, next, threads);
    ++passes;
    if (!(there.value <= at.value - kSufficient * length * promise)) {
      length /= 4;
      continue;
    }
    double squared = 0, curvature = 0;
    for (std::size_t k = 0; k < K; ++k) {
      const double moved = length * step[k];
      squared += moved * moved * (shares[k] + kFloor);
      curvature += moved * (at.shares[k] - there.shares[k]);
    }
    length = curvature * kLongest * length > squared ? squared / curvature : kLongest * length;
    offsets = std::move(next);
    at = std::move(there);
  }
  center(offsets);
  return {std::move(offsets), std::move(at.shares), at.value,
          passes * static_cast<Index>(inputs.size())};
}

}  // namespace costruct
