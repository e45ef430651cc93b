#include "costruct/core/decode/chain_marginals.hpp"

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

// Takes log_sum_exp(v) off every entry and returns it: v then holds logarithms of probabilities.
double normalize(Vector& v) {
  const double total = log_sum_exp(v);
  for (double& each : v) each -= total;
  return total;
}

// log p(y_t = k | scores of 0..t alone) for every t and k, row by row; returns the log-partition.
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

// Adds the probabilities that are proportional to exp(v), whatever digits huge scores have lost.
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
  Vector to_end(K, 0.0);  // log of the sum over labelings of t+1..T-1 given y_t = k, up to a constant
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

}  // namespace costruct
