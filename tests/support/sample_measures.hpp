// Losses of a labeling of all rows as docs/multivariate.md defines them, from the rows one by one.
// They are the oracle of problem `multivariate`, with whose tables they share no code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "costruct/core/output.hpp"

namespace costruct::test {

/// 1 less the measure, where the label `positive` is looked for.
inline double direct_loss(const std::string& measure, const Output& y, const Output& y_hat,
                          int positive, double k, double beta) {
  double t = 0, s = 0, missed = 0, right_negative = 0;
  for (std::size_t i = 0; i < y.parts.size(); ++i) {
    const bool is = y.parts[i] == positive, said = y_hat.parts[i] == positive;
    (is ? (said ? t : missed) : (said ? s : right_negative)) += 1;
  }
  const double P = t + missed, N = s + right_negative, n = P + N;
  const auto ratio = [](double part, double all) { return all == 0 ? 1 : part / all; };
  if (measure == "error") return n == 0 ? 0 : (missed + s) / n;
  if (measure == "balanced_error") {
    if (P == 0 || N == 0) return n == 0 ? 0 : (missed + s) / n;
    return (missed / P + s / N) / 2;
  }
  if (measure == "recall_at_k") return 1 - ratio(t, P);
  if (measure == "prbep") return 1 - std::min(ratio(t, P), ratio(t, t + s));
  if (measure == "precision_at_k") {
    const double found = t + s;  // with k of them this is the precision
    if (found == std::min(k, n)) return P < k && found == P ? 1 - ratio(t, P) : 1 - ratio(t, found);
    return 1 - ratio(t, std::max(std::min({k, n, P}), found));
  }
  const double precision = ratio(t, t + s), recall = ratio(t, P);
  if (t == 0) return P + s == 0 ? 0 : 1;
  return 1 - (1 + beta * beta) * precision * recall / (beta * beta * precision + recall);
}

}  // namespace costruct::test
