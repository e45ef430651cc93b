#include "costruct/core/decode/chains/chain_marginals.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/decode/softmax.hpp"

namespace costruct {
namespace {

// log sum_i exp(v_i) of a non-empty row, shifted by its maximum.
double log_sum_exp(const Vector& v) {
  const double top = *std::max_element(v.begin(), v.end());
  double sum = 0;
  for (const double each : v) sum += std::exp(each - top);
  return top + std::log(sum);
}

// Subtracts log_sum_exp(v) from every entry and returns it. v then holds logarithms of
// probabilities.
double normalize(Vector& v) {
  const double total = log_sum_exp(v);
  for (double& each : v) each -= total;
  return total;
}

// Computes log p(y_t = k | scores of 0..t alone) for every t and k, row by row. Returns the
// log-partition.
double forward(const ChainScores& scores, std::vector<Vector>& rows) {
  const Index T = scores.length(), K = scores.labels();
  double log_partition = 0;
  Vector row(K), incoming(K);
  rows.clear();
  for (Index t = 0; t < T; ++t) {
    for (Index k = 0; k < K; ++k) {
      row[k] = scores.node(t)[k];
      if (t == 0) continue;
      for (Index p = 0; p < K; ++p) incoming[p] = rows.back()[p] + scores.edge(p)[k];
      row[k] += log_sum_exp(incoming);
    }
    log_partition += normalize(row);
    rows.push_back(row);
  }
  return log_partition;
}

// Adds probabilities proportional to exp(v). They are normalised here, because huge scores have
// lost digits.
void add_probabilities(Vector& v, double* into) {
  softmax(v);
  for (std::size_t i = 0; i < v.size(); ++i) into[i] += v[i];
}

}  // namespace

double chain_log_partition(const ChainScores& scores) {
  std::vector<Vector> rows;
  return forward(scores, rows);
}

ChainMarginals chain_marginals(const ChainScores& scores) {
  const Index T = scores.length(), K = scores.labels();
  ChainMarginals marginals;
  marginals.label.assign(T * K, 0.0);
  marginals.pair.assign(K * K, 0.0);
  std::vector<Vector> from_front;
  marginals.log_partition = forward(scores, from_front);
  Vector to_end(K,
                0.0);  // log of the sum over labelings of t+1..T-1 given y_t = k, up to a constant
  Vector both(K), pairs(K * K), outgoing(K);
  for (Index t = T - 1; t >= 0; --t) {
    for (Index k = 0; k < K; ++k) both[k] = from_front[t][k] + to_end[k];
    add_probabilities(both, marginals.label.data() + t * K);
    if (t == 0) break;
    Vector next(K);
    for (Index p = 0; p < K; ++p) {
      for (Index k = 0; k < K; ++k) outgoing[k] = scores.edge(p)[k] + scores.node(t)[k] + to_end[k];
      for (Index k = 0; k < K; ++k) pairs[p * K + k] = from_front[t - 1][p] + outgoing[k];
      next[p] = log_sum_exp(outgoing);
    }
    add_probabilities(pairs, marginals.pair.data());
    normalize(next);
    to_end = next;
  }
  return marginals;
}

ChainCovariances chain_covariances(const ChainScores& scores, double a, ConstVectorRef g) {
  const Index T = scores.length(), K = scores.labels();
  ChainCovariances found;
  found.label.assign(T * K, 0.0);
  found.pair.assign(K * K, 0.0);
  if (T == 0) return found;
  const auto of_node = [&](Index t, Index k) { return a * scores.node(t)[k] + g[k]; };
  const auto of_edge = [&](Index p, Index k) { return a * scores.edge(p)[k]; };
  std::vector<Vector> from_front;
  forward(scores, from_front);
  // before[t][k] = E[F of 0..t | y_t = k], uncertain[t][k] = H(y_{t-1} | y_t = k).
  std::vector<Vector> before(T, Vector(K)), uncertain(T, Vector(K, 0.0));
  Vector incoming(K), outgoing(K), both(K), pairs(K * K);
  for (Index t = 0; t < T; ++t) {
    for (Index k = 0; k < K; ++k) {
      before[t][k] = of_node(t, k);
      if (t == 0) continue;
      for (Index p = 0; p < K; ++p) incoming[p] = from_front[t - 1][p] + scores.edge(p)[k];
      softmax(incoming);
      for (Index p = 0; p < K; ++p) {
        if (incoming[p] == 0) continue;
        before[t][k] += incoming[p] * (before[t - 1][p] + of_edge(p, k));
        uncertain[t][k] -= incoming[p] * std::log(incoming[p]);
      }
    }
  }
  double mean = 0;  // E[F]
  Vector to_end(K, 0.0),
      behind(K, 0.0);  // behind[k] = E[F of t+1..T-1 and the edge to it | y_t = k]
  for (Index t = T - 1; t >= 0; --t) {
    for (Index k = 0; k < K; ++k) both[k] = from_front[t][k] + to_end[k];
    softmax(both);
    if (t == T - 1) {
      for (Index k = 0; k < K; ++k) {
        if (both[k] == 0) continue;
        mean += both[k] * before[t][k];
        found.entropy -= both[k] * std::log(both[k]);
      }
    }
    for (Index k = 0; k < K; ++k) {
      if (both[k] == 0) continue;
      found.label[t * K + k] = both[k] * (before[t][k] + behind[k] - mean);
      found.entropy += both[k] * uncertain[t][k];
    }
    if (t == 0) break;
    Vector next(K), next_behind(K, 0.0);
    for (Index p = 0; p < K; ++p) {
      for (Index k = 0; k < K; ++k) outgoing[k] = scores.edge(p)[k] + scores.node(t)[k] + to_end[k];
      for (Index k = 0; k < K; ++k) pairs[p * K + k] = from_front[t - 1][p] + outgoing[k];
      next[p] = log_sum_exp(outgoing);
      softmax(outgoing);
      for (Index k = 0; k < K; ++k) {
        if (outgoing[k] > 0)
          next_behind[p] += outgoing[k] * (of_edge(p, k) + of_node(t, k) + behind[k]);
      }
    }
    softmax(pairs);
    for (Index p = 0; p < K; ++p) {
      for (Index k = 0; k < K; ++k) {
        if (pairs[p * K + k] == 0) continue;
        const double F = before[t - 1][p] + of_edge(p, k) + of_node(t, k) + behind[k];
        found.pair[p * K + k] += pairs[p * K + k] * (F - mean);
      }
    }
    normalize(next);
    to_end = next;
    behind = next_behind;
  }
  return found;
}

}  // namespace costruct
