#include "costruct/core/decode/graph/binary_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace costruct {
namespace {

// Whether changing a node to label `to` gives a smaller labeling than changing another node: a
// change to 0 at the front is smallest, a change to 1 at the front is largest.
bool makes_smaller(Index node, int to, Index other, int other_to) {
  if (to != other_to) return to < other_to;
  return to == 0 ? node < other : node > other;
}

}  // namespace

Decoded BinaryNodes::best(const GraphScores& scores) const {
  Decoded found;
  found.output.parts.resize(static_cast<std::size_t>(scores.length()));
  for (Index v = 0; v < scores.length(); ++v)
    found.output.parts[static_cast<std::size_t>(v)] = scores.node(v)[1] > scores.node(v)[0] ? 1 : 0;
  found.value = scores.value_of(found.output);
  return found;
}

Vector BinaryNodes::max_marginals(const GraphScores& scores) const {
  const Decoded found = best(scores);
  Vector value(static_cast<std::size_t>(scores.length() * 2));
  for (Index v = 0; v < scores.length(); ++v) {
    const double* row = scores.node(v);
    const double most = std::max(row[0], row[1]);
    for (Index k = 0; k < 2; ++k)
      value[static_cast<std::size_t>(v * 2 + k)] = found.value - most + row[k];
  }
  return value;
}

std::optional<Decoded> best_other_of_binary_nodes(const GraphScores& scores, const Output& y,
                                                  double ruled_out) {
  Decoded found = BinaryNodes().best(scores);
  if (found.output != y) return found;
  Index node = -1;
  double least = 0;
  int to = 0;
  for (Index v = 0; v < scores.length(); ++v) {
    const int from = found.output.parts[static_cast<std::size_t>(v)];
    const double cost = scores.node(v)[from] - scores.node(v)[1 - from];
    if (cost > -ruled_out / 2) continue;
    if (node >= 0 && (cost > least || (cost == least && !makes_smaller(v, 1 - from, node, to))))
      continue;
    node = v;
    least = cost;
    to = 1 - from;
  }
  if (node < 0) return std::nullopt;
  found.output.parts[static_cast<std::size_t>(node)] = to;
  found.value = scores.value_of(found.output);
  return found;
}

BinaryFlips::BinaryFlips(const GraphScores& scores, const WrongLabels& wrong, double ruled_out)
    : scores_(scores) {
  right_.parts.resize(static_cast<std::size_t>(scores.length()));
  double value = 0;
  for (Index v = 0; v < scores.length(); ++v) {
    const double* row = scores.node(v);
    const bool wrong_0 = wrong(v, 0), wrong_1 = wrong(v, 1);
    int label = row[1] > row[0] ? 1 : 0;
    const bool can_be_wrong = wrong_0 || wrong_1;
    if (can_be_wrong) label = wrong_0 ? 1 : 0;
    const bool must_be_wrong = can_be_wrong && row[label] < ruled_out / 2;
    if (must_be_wrong) {
      label = 1 - label;
      ++least_;
    }
    right_.parts[static_cast<std::size_t>(v)] = label;
    value += row[label];
    if (!can_be_wrong || must_be_wrong) continue;
    const double gain = row[1 - label] - row[label];
    if (gain > ruled_out / 2) flips_.push_back({gain, v, 1 - label});
  }
  std::sort(flips_.begin(), flips_.end(), [](const Flip& a, const Flip& b) {
    return a.gain != b.gain ? a.gain > b.gain : makes_smaller(a.node, a.to, b.node, b.to);
  });
  value_.push_back(value);
  for (const Flip& flip : flips_) value_.push_back(value += flip.gain);
}

Decoded BinaryFlips::labeling(Index count) const {
  Decoded found{right_, 0};
  for (Index i = 0; i < count - least_; ++i) {
    const Flip& flip = flips_[static_cast<std::size_t>(i)];
    found.output.parts[static_cast<std::size_t>(flip.node)] = flip.to;
  }
  found.value = scores_.value_of(found.output);
  return found;
}

}  // namespace costruct
