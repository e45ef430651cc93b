// The code that decoders of chains of any order share. Each chain computes the best suffixes in its
// own fast way; everything else is here.
//
// A chain is given as a Space. At position t it is in one of states(t) states, numbered from 0. A
// state remembers the labels that the scores of the next label depend on, the label of position t
// last. At position 0 the state is the label. A Space has these members:
//   length(), labels()  sizes; both >= 1
//   states(t)           the number of states at position t
//   label(s)            the last label of state s
//   next(t, s)          the state that follows s at position t with label 0; with label k it is
//                       next(t, s) + k
//   node(t, s)          the score of state s at position t
//   edges(t, s)         the scores of the labels that may follow s at position t: a row of labels()
//                       doubles, valid until the next call
// All scores are finite.
//
// A Suffix is a function. suffix(t, s) is the value of the best labeling of t..T-1 that starts in
// state s:
//   suffix(T-1, s) = node(T-1, s)
//   suffix(t, s) = node(t, s) + max_k (edges(t, s)[k] + suffix(t + 1, next(t, s) + k)).
// All values are summed in this order, so that they agree to the last bit. Among equal values the
// lexicographically smallest labeling is found.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "costruct/core/decode/chains/chain.hpp"

namespace costruct::suffix_search {

/// The value of a labeling that does not exist.
constexpr double kNever = -std::numeric_limits<double>::infinity();

/// The value of labeling y.
template <class Space>
double value(const Space& space, const Output& y) {
  const Index length = space.length();
  std::vector<Index> state(length, y.parts[0]);
  for (Index t = 1; t < length; ++t) state[t] = space.next(t - 1, state[t - 1]) + y.parts[t];
  double value = space.node(length - 1, state[length - 1]);
  for (Index t = length - 2; t >= 0; --t) {
    value = space.node(t, state[t]) + (space.edges(t, state[t])[y.parts[t + 1]] + value);
  }
  return value;
}

/// value(y) - value(y_hat) up to rounding, computed only from the positions where the scores of y
/// and y_hat differ.
template <class Space>
double margin(const Space& space, const Output& y, const Output& y_hat) {
  double margin = 0;
  Index s = 0, s_hat = 0;
  for (Index t = 0; t < space.length(); ++t) {
    const int label = y.parts[t], label_hat = y_hat.parts[t];
    Index first = 0, first_hat = 0;  // the states with label 0 at t
    if (t > 0) {
      first = space.next(t - 1, s);
      first_hat = space.next(t - 1, s_hat);
      if (s != s_hat || label != label_hat) {
        const double edge = space.edges(t - 1, s)[label];
        margin += edge - space.edges(t - 1, s_hat)[label_hat];
      }
    }
    s = first + label;
    s_hat = first_hat + label_hat;
    if (label != label_hat) margin += space.node(t, s) - space.node(t, s_hat);
  }
  return margin;
}

/// Writes the labels of the best suffix from state s at position t to the parts t..T-1 of `output`,
/// which must have T parts.
template <class Space, class Suffix>
void follow(const Space& space, const Suffix& suffix, Index t, Index s, Output& output) {
  output.parts[t] = static_cast<int>(space.label(s));
  for (; t + 1 < space.length(); ++t) {
    const double* edges = space.edges(t, s);
    const Index next = space.next(t, s);
    Index best = 0;
    double best_value = edges[0] + suffix(t + 1, next);
    for (Index k = 1; k < space.labels(); ++k) {
      const double candidate = edges[k] + suffix(t + 1, next + k);
      if (candidate > best_value) {
        best = k;
        best_value = candidate;
      }
    }
    s = next + best;
    output.parts[t + 1] = static_cast<int>(best);
  }
}

/// The best labeling other than y; nullopt if none exists, which is the case for one label.
template <class Space, class Suffix>
std::optional<Decoded> runner_up(const Space& space, const Suffix& suffix, const Output& y) {
  const Index length = space.length(), labels = space.labels();
  if (labels == 1) return std::nullopt;
  std::vector<Index> state(length, y.parts[0]);  // states of y
  for (Index t = 1; t < length; ++t) state[t] = space.next(t - 1, state[t - 1]) + y.parts[t];
  // other[t]: value of the best labeling of t..T-1 that starts in y's state and differs from y
  // later. continues[t]: the smallest label that such a labeling has at t + 1.
  Vector other(length, kNever);
  std::vector<Index> continues(length, -1);
  for (Index t = length - 2; t >= 0; --t) {
    const double* edges = space.edges(t, state[t]);
    const Index next = space.next(t, state[t]);
    double best = kNever;
    for (Index k = 0; k < labels; ++k) {
      const double rest = k == y.parts[t + 1] ? other[t + 1] : suffix(t + 1, next + k);
      if (continues[t] < 0 || edges[k] + rest > best) {
        best = edges[k] + rest;
        continues[t] = k;
      }
    }
    other[t] = space.node(t, state[t]) + best;
  }
  Decoded decoded{{std::vector<int>(length)}, kNever};
  Index s = -1;
  for (Index k = 0; k < labels; ++k) {
    const double value = k == y.parts[0] ? other[0] : suffix(0, k);
    if (s < 0 || value > decoded.value) {
      decoded.value = value;
      s = k;
    }
  }
  Index t = 0;
  while (s == state[t] && t + 1 < length) {
    decoded.output.parts[t] = y.parts[t];
    s = space.next(t, s) + continues[t];
    ++t;
  }
  follow(space, suffix, t, s, decoded.output);
  return decoded;
}

}  // namespace costruct::suffix_search
