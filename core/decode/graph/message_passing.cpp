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
    const auto edge = static_cast<std::int32_t>(e);
    const Index of_small = after[small]++, of_large = before[large]++;
    links_[of_small] = {edge, large, static_cast<std::int32_t>(of_large)};
    links_[of_large] = {edge, small, static_cast<std::int32_t>(of_small)};
  }
}

// The messages of a decoding, and its best labeling so far. The number of labels is known to the
// compiler, or it is 0 and known at run time; the bits are the same.
template <int kLabels>
class MessagePassing::Passes {
 public:
  Passes(const MessagePassing& graph, const GraphScores& scores)
      : graph_(graph),
        scores_(scores),
        labels_(scores.labels()),
        messages_(graph.links_.size() * K(), 0.0),
        tables_(2 * scores.tables() * K() * K()),
        different_(scores.tables()),
        table_of_(graph.links_.size()),
        sum_(K()),
        own_(K()),
        rest_(K()) {
    const Index size = K() * K();
    for (Index t = 0; t < scores.tables(); ++t) {
      different_[t] = score_of_different(scores.table(t), K());
      for (Index i = 0; i < size; ++i) {
        tables_[2 * t * size + i] = scores.table(t)[i];
        tables_[(2 * t + 1) * size + i] = scores.table(t)[i % K() * K() + i / K()];
      }
    }
    for (Index v = 0; v < scores.length(); ++v) {
      for (Index l = graph.begin_[v]; l < graph.begin_[v + 1]; ++l) {
        const GraphEdge& edge = scores.edges()[graph.links_[l].edge];
        table_of_[l] = 2 * edge.table + (edge.from == v ? 0 : 1);
      }
    }
    y_.parts.assign(scores.length(), 0);
    best_.found = {y_, scores.value_of(y_)};
    best_.bound = std::numeric_limits<double>::infinity();
  }

  // If `alone`, elimination decodes nothing.
  BoundedLabeling decode(bool alone) {
    Index t = 0;
    for (bool goes_on = true; goes_on && t < kMostPasses; ++t) goes_on = pass(t % 2 == 0);
    change_single_nodes();
    const double rounding = kGraphRounding * std::abs(best_.bound);
    const bool is_attained = best_.bound - best_.found.value <= rounding;
    if (alone || is_attained || !std::isfinite(best_.found.value)) return best_;

    least_ = best_.found.value - std::sqrt(kGraphRounding) * (1 + std::abs(best_.found.value));
    possible_.assign(static_cast<std::size_t>(scores_.length() * K()), 1);
    // Bounds of labels hold in a pass against the last one: the bound falls from then on.
    pass(t % 2 == 0);
    pass(t % 2 == 1);
    for (Index v = 0; v < scores_.length(); ++v)
      possible_[v * K() + best_.found.output.parts[v]] = 1;
    if (const auto found = best_of_possible_labels(scores_, possible_)) {
      if (found->value >= best_.found.value) best_.found = *found;
      best_.bound = best_.found.value;
    }
    return best_;
  }

 private:
  Index K() const { return kLabels > 0 ? kLabels : labels_; }
  double* message(Index link) { return messages_.data() + link * K(); }
  // The scores of the labels of the other node of a link, if this node has the label p.
  const double* row(Index link, int p) const {
    return tables_.data() + (table_of_[link] * K() + p) * K();
  }
  // The scores of the labels of this node of a link, if the other node has the label p.
  const double* row_back(Index link, int p) const {
    return tables_.data() + ((table_of_[link] ^ 1) * K() + p) * K();
  }

  // message[k] = max_p rest[p] + table[p * K + k], in O(K), with the values of the plain maximum:
  // rounded sums keep the order of their terms.
  void message_of_equal(const double* table, double different, double* message) const {
    const double* rest = rest_.data();
    Index best = 0;
    double second = -std::numeric_limits<double>::infinity();
    for (Index p = 1; p < K(); ++p) {
      if (rest[p] > rest[best]) {
        second = rest[best];
        best = p;
      } else {
        second = std::max(second, rest[p]);
      }
    }
    for (Index k = 0; k < K(); ++k)
      message[k] = std::max(rest[best] + different, rest[k] + table[k * K() + k]);
    message[best] = std::max(second + different, rest[best] + table[best * K() + best]);
  }

  // One pass over the nodes: upwards from the first one, or back. It makes a labeling: each node
  // gets its best label, given the labels before it and the messages of the nodes after it.
  // Returns whether another pass is worth it.
  bool pass(bool upwards) {
    const Index n = scores_.length();
    double *sum = sum_.data(), *own = own_.data(), *rest = rest_.data();
    double bound = 0;
    for (Index step = 0; step < n; ++step) {
      const Index v = upwards ? step : n - 1 - step;
      const Index first = graph_.begin_[v], middle = graph_.middle_[v], last = graph_.begin_[v + 1];
      const Index behind = upwards ? first : middle, behind_end = upwards ? middle : last;
      const Index ahead = upwards ? middle : first, ahead_end = upwards ? last : middle;
      const double* of_node = scores_.node(v);
      for (Index k = 0; k < K(); ++k) sum[k] = own[k] = of_node[k];
      for (Index l = behind; l < behind_end; ++l) {
        const double* in = message(l);
        const double* given = row_back(l, y_.parts[graph_.links_[l].other]);
        for (Index k = 0; k < K(); ++k) {
          sum[k] += in[k];
          own[k] += given[k];
        }
      }
      for (Index l = ahead; l < ahead_end; ++l) {
        const double* in = message(l);
        for (Index k = 0; k < K(); ++k) {
          sum[k] += in[k];
          own[k] += in[k];
        }
      }
      y_.parts[v] = static_cast<int>(std::max_element(own, own + K()) - own);
      const double most_of_node = *std::max_element(sum, sum + K());
      if (std::isfinite(least_)) {
        for (Index k = 0; k < K(); ++k) {
          if (last_bound_ - (most_of_node - sum[k]) < least_) possible_[v * K() + k] = 0;
        }
      }
      // The node lies on this many chains, each of which has its share of the node's scores.
      const Index ends = ahead_end - ahead;
      const auto chains = static_cast<double>(std::max({behind_end - behind, ends, Index{1}}));
      for (Index k = 0; k < K(); ++k) sum[k] /= chains;
      for (Index l = ahead; l < ahead_end; ++l) {
        const double* in = message(l);
        double* out = message(graph_.links_[l].back);
        for (Index p = 0; p < K(); ++p) rest[p] = sum[p] - in[p];
        const double different = different_[table_of_[l] / 2];
        if (!std::isnan(different)) {
          message_of_equal(row(l, 0), different, out);
        } else {
          std::fill_n(out, K(), -std::numeric_limits<double>::infinity());
          for (Index p = 0; p < K(); ++p) {
            const double* given = row(l, static_cast<int>(p));
            for (Index k = 0; k < K(); ++k) out[k] = std::max(out[k], rest[p] + given[k]);
          }
        }
        const double most = *std::max_element(out, out + K());
        for (Index k = 0; k < K(); ++k) out[k] -= most;
        bound += most;
      }
      bound += (chains - static_cast<double>(ends)) * *std::max_element(sum, sum + K());
    }
    const double value = scores_.value_of(y_);
    if (value > best_.found.value || (value == best_.found.value && y_ < best_.found.output))
      best_.found = {y_, value};
    const double gap = best_.bound - best_.found.value;
    stalled_ = best_.bound - bound < kLeastProgress * gap ? stalled_ + 1 : 0;
    last_bound_ = bound;
    best_.bound = std::min(best_.bound, bound);
    return best_.bound - best_.found.value > kGraphRounding * std::abs(best_.bound) &&
           stalled_ < kStalled;
  }

  // Single nodes of the best labeling change their labels while that helps, the first of them
  // first.
  void change_single_nodes() {
    y_ = best_.found.output;
    double* own = own_.data();
    bool changed = true;
    for (Index round = 0; round < kMostPasses && changed; ++round) {
      changed = false;
      for (Index v = 0; v < scores_.length(); ++v) {
        std::copy_n(scores_.node(v), K(), own);
        for (Index l = graph_.begin_[v]; l < graph_.begin_[v + 1]; ++l) {
          const double* given = row_back(l, y_.parts[graph_.links_[l].other]);
          for (Index k = 0; k < K(); ++k) own[k] += given[k];
        }
        const Index label = std::max_element(own, own + K()) - own;
        const double before = own[y_.parts[v]];
        if (own[label] - before <= kGraphRounding * std::abs(before)) continue;
        y_.parts[v] = static_cast<int>(label);
        changed = true;
      }
    }
    const double value = scores_.value_of(y_);
    if (value > best_.found.value) best_.found = {y_, value};
  }

  const MessagePassing& graph_;
  const GraphScores& scores_;
  Index labels_;
  Vector messages_;   // to the node of each link
  Vector tables_;     // each table, and the same with the labels of the second node first
  Vector different_;  // of each table: score_of_different()
  std::vector<std::int32_t> table_of_;  // of each link, in tables_
  Vector sum_, own_, rest_;             // of a node
  Output y_;
  BoundedLabeling best_;
  Index stalled_ = 0;
  double last_bound_ = std::numeric_limits<double>::infinity();  // of the last pass's messages
  // The labels whose bounds are at least `least_`, while it is finite.
  double least_ = -std::numeric_limits<double>::infinity();
  std::vector<char> possible_;
};

BoundedLabeling MessagePassing::decode(const GraphScores& scores) const {
  return decode(scores, false);
}

BoundedLabeling MessagePassing::decode_by_messages(const GraphScores& scores) const {
  return decode(scores, true);
}

BoundedLabeling MessagePassing::decode(const GraphScores& scores, bool by_messages_alone) const {
  switch (scores.labels()) {
    case 2:
      return Passes<2>(*this, scores).decode(by_messages_alone);
    case 3:
      return Passes<3>(*this, scores).decode(by_messages_alone);
    case 4:
      return Passes<4>(*this, scores).decode(by_messages_alone);
    case 5:
      return Passes<5>(*this, scores).decode(by_messages_alone);
    case 6:
      return Passes<6>(*this, scores).decode(by_messages_alone);
    case 7:
      return Passes<7>(*this, scores).decode(by_messages_alone);
    case 8:
      return Passes<8>(*this, scores).decode(by_messages_alone);
    default:
      return Passes<0>(*this, scores).decode(by_messages_alone);
  }
}

}  // namespace costruct
