#include "costruct/core/decode/graph/message_passing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/decode/graph/possible_labels.hpp"

namespace costruct {
namespace {

// A pass ends the iteration if the bound falls by less than this part of its distance to the best
// labeling, kStalled times in a row.
constexpr double kLeastProgress = 1e-3;
constexpr Index kStalled = 10;
constexpr double kGraphRounding = 1e-12;

// The score of a table's pairs of different labels, if they all have one; NaN otherwise.
double score_of_different(const double* table, Index K) {
  if (K < 2) return std::numeric_limits<double>::quiet_NaN();
  for (Index p = 0; p < K; ++p) {
    for (Index k = 0; k < K; ++k) {
      if (p != k && table[p * K + k] != table[1]) return std::numeric_limits<double>::quiet_NaN();
    }
  }
  return table[1];
}

// message[k] = max_p rest[p] + table[p * K + k], in O(K), with the values of the plain maximum:
// rounded sums keep the order of their terms.
inline void message_of_equal(const double* rest, const double* table, double different, Index K,
                             double* message) {
  Index best = 0;
  double second = -std::numeric_limits<double>::infinity();
  for (Index p = 1; p < K; ++p) {
    if (rest[p] > rest[best]) {
      second = rest[best];
      best = p;
    } else {
      second = std::max(second, rest[p]);
    }
  }
  for (Index k = 0; k < K; ++k)
    message[k] = std::max(rest[best] + different, rest[k] + table[k * K + k]);
  message[best] = std::max(second + different, rest[best] + table[best * K + best]);
}

}  // namespace

MessagePassing::MessagePassing(Index nodes, std::span<const GraphEdge> edges)
    : begin_(nodes + 1, 0), middle_(nodes, 0) {
  for (const GraphEdge& edge : edges) {
    ++begin_[edge.from + 1];
    ++begin_[edge.to + 1];
    ++middle_[std::max(edge.from, edge.to)];
  }
  for (Index v = 0; v < nodes; ++v) begin_[v + 1] += begin_[v];
  links_.resize(2 * edges.size());
  std::vector<Index> before(begin_.begin(), begin_.end() - 1), after(nodes);
  for (Index v = 0; v < nodes; ++v) after[v] = middle_[v] += begin_[v];
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [small, large] = std::minmax(edges[e].from, edges[e].to);
    links_[after[small]++] = {static_cast<std::int32_t>(e), large};
    links_[before[large]++] = {static_cast<std::int32_t>(e), small};
  }
}

BoundedLabeling MessagePassing::decode(const GraphScores& scores) const {
  const Index n = scores.length(), K = scores.labels();
  const std::span<const GraphEdge> edges = scores.edges();
  // The messages of edge e to its smaller node and to its larger one.
  Vector messages(2 * edges.size() * K, 0.0);
  const auto message_to = [&](std::int32_t e, std::int32_t node) {
    const bool is_larger = node == std::max(edges[e].from, edges[e].to);
    return messages.data() + (2 * e + (is_larger ? 1 : 0)) * K;
  };
  // The tables, with the labels of the second node first.
  Vector flipped(scores.tables() * K * K);
  for (Index t = 0; t < scores.tables(); ++t) {
    for (Index i = 0; i < K * K; ++i) flipped[t * K * K + i] = scores.table(t)[i % K * K + i / K];
  }
  // The scores of the labels of the other node of edge e, if `node` has the label p.
  const auto row = [&](std::int32_t e, Index node, Index p) {
    const double* table = edges[e].from == node ? scores.table(edges[e].table)
                                                : flipped.data() + edges[e].table * K * K;
    return table + p * K;
  };

  Vector different(scores.tables());
  for (Index t = 0; t < scores.tables(); ++t) different[t] = score_of_different(scores.table(t), K);

  Vector own(K), sum(K), rest(K);
  Output y;
  y.parts.assign(n, 0);
  BoundedLabeling best;
  best.found = {y, scores.value_of(y)};
  best.bound = std::numeric_limits<double>::infinity();
  Index stalled = 0;
  double last_bound = best.bound;  // of the messages after the last pass
  // The labels whose bounds are at least `least`, while it is finite.
  double least = -std::numeric_limits<double>::infinity();
  std::vector<char> possible;

  // One pass over the nodes: upwards from the first one, or back. It makes a labeling: each node
  // gets its best label, given the labels before it and the messages of the nodes after it.
  const auto pass = [&](bool upwards) {
    double bound = 0;
    for (Index step = 0; step < n; ++step) {
      const Index v = upwards ? step : n - 1 - step;
      const Link *first = links_.data() + begin_[v], *middle = links_.data() + middle_[v],
                 *last = links_.data() + begin_[v + 1];
      const std::span<const Link> behind =
                                      upwards ? std::span(first, middle) : std::span(middle, last),
                                  ahead =
                                      upwards ? std::span(middle, last) : std::span(first, middle);
      std::copy_n(scores.node(v), K, sum.begin());
      own = sum;
      for (const auto& [e, other] : behind) {
        const double* message = message_to(e, static_cast<std::int32_t>(v));
        const double* given = row(e, other, y.parts[other]);
        for (Index k = 0; k < K; ++k) {
          sum[k] += message[k];
          own[k] += given[k];
        }
      }
      for (const auto& [e, other] : ahead) {
        const double* message = message_to(e, static_cast<std::int32_t>(v));
        for (Index k = 0; k < K; ++k) {
          sum[k] += message[k];
          own[k] += message[k];
        }
      }
      y.parts[v] = static_cast<int>(std::max_element(own.begin(), own.end()) - own.begin());
      if (std::isfinite(least)) {
        const double most = *std::max_element(sum.begin(), sum.end());
        for (Index k = 0; k < K; ++k) {
          if (last_bound - (most - sum[k]) < least) possible[v * K + k] = 0;
        }
      }
      // The node lies on this many chains, each of which has its share of the node's scores.
      const auto chains =
          static_cast<double>(std::max({behind.size(), ahead.size(), std::size_t{1}}));
      for (double& value : sum) value /= chains;
      for (const auto& [e, other] : ahead) {
        const double* back = message_to(e, static_cast<std::int32_t>(v));
        double* message = message_to(e, other);
        for (Index p = 0; p < K; ++p) rest[p] = sum[p] - back[p];
        const std::int32_t table = edges[e].table;
        if (!std::isnan(different[table])) {
          message_of_equal(rest.data(), scores.table(table), different[table], K, message);
        } else {
          std::fill_n(message, K, -std::numeric_limits<double>::infinity());
          for (Index p = 0; p < K; ++p) {
            const double* given = row(e, v, p);
            for (Index k = 0; k < K; ++k) message[k] = std::max(message[k], rest[p] + given[k]);
          }
        }
        const double most = *std::max_element(message, message + K);
        for (Index k = 0; k < K; ++k) message[k] -= most;
        bound += most;
      }
      bound +=
          (chains - static_cast<double>(ahead.size())) * *std::max_element(sum.begin(), sum.end());
    }
    const double value = scores.value_of(y);
    if (value > best.found.value || (value == best.found.value && y < best.found.output))
      best.found = {y, value};
    const double gap = best.bound - best.found.value;
    stalled = best.bound - bound < kLeastProgress * gap ? stalled + 1 : 0;
    last_bound = bound;
    best.bound = std::min(best.bound, bound);
    return best.bound - best.found.value > kGraphRounding * std::abs(best.bound) &&
           stalled < kStalled;
  };
  Index t = 0;
  for (bool goes_on = true; goes_on && t < kMostPasses; ++t) goes_on = pass(t % 2 == 0);

  // Single nodes change their labels, the first of them first.
  y = best.found.output;
  bool changed = true;
  for (Index round = 0; round < kMostPasses && changed; ++round) {
    changed = false;
    for (Index v = 0; v < n; ++v) {
      std::copy_n(scores.node(v), K, own.begin());
      for (Index l = begin_[v]; l < begin_[v + 1]; ++l) {
        const auto [e, other] = links_[l];
        const double* given = row(e, other, y.parts[other]);
        for (Index k = 0; k < K; ++k) own[k] += given[k];
      }
      const Index label = std::max_element(own.begin(), own.end()) - own.begin();
      const double before = own[y.parts[v]];
      if (own[label] - before <= kGraphRounding * std::abs(before)) continue;
      y.parts[v] = static_cast<int>(label);
      changed = true;
    }
  }
  const double value = scores.value_of(y);
  if (value > best.found.value) best.found = {y, value};
  const double rounding = kGraphRounding * std::abs(best.bound);
  if (best.bound - best.found.value <= rounding || !std::isfinite(best.found.value)) return best;

  least = best.found.value - std::sqrt(kGraphRounding) * (1 + std::abs(best.found.value));
  possible.assign(static_cast<std::size_t>(n * K), 1);
  // Bounds of labels hold in a pass against the last one: the bound falls from then on.
  pass(t % 2 == 0);
  pass(t % 2 == 1);
  for (Index v = 0; v < n; ++v) possible[v * K + best.found.output.parts[v]] = 1;
  if (const auto found = best_of_possible_labels(scores, possible)) {
    if (found->value >= best.found.value) best.found = *found;
    best.bound = best.found.value;
  }
  return best;
}

}  // namespace costruct
