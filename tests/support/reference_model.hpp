// Feature maps and losses of the part-wise problems, written from their formulas. They are
// independent of the problems' own code, and the oracle of the problem contract.
#pragma once

#include <memory>
#include <set>
#include <stdexcept>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::test {

/// Phi(x, y) as a dense vector, in the coordinates that `layout` names:
///   sum_t Lambda(y_t) (x) psi(x_t)  +  eta sum_{t>=2} Lambda(y_{t-1}) (x) Lambda(y_t)
///   + sum_t Lambda(y_t) [bias]  +  Lambda(y_1), Lambda(y_T) [boundary]
inline Vector reference_joint_feature(const FeatureTable& table, const MarkovLayout& layout,
                                      double eta, Index dimension, InputId x, const Output& y) {
  Vector phi(dimension, 0.0);
  const Index length = table.length(x);
  if (static_cast<Index>(y.parts.size()) != length)
    throw std::logic_error("an output of another length");
  for (Index t = 0; t < length; ++t) {
    const Index part = table.example_begin[x] + t;
    for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
      const double value = table.value.empty() ? 1.0 : table.value[e];
      phi[layout.emission + table.feature[e] * layout.num_labels + y.parts[t]] += value;
    }
    for (const SharedRow& row : table.rows_of(part)) {
      for (Index k = 0; k < row.columns; ++k) {
        const double number = row.floats != nullptr ? row.floats[k] : row.doubles[k];
        phi[layout.emission + (row.first + k) * layout.num_labels + y.parts[t]] +=
            row.factor * number;
      }
    }
    if (t > 0 && layout.transition >= 0) {
      phi[layout.transition + y.parts[t - 1] * layout.num_labels + y.parts[t]] += eta;
    }
    if (layout.bias >= 0) phi[layout.bias + y.parts[t]] += 1;
  }
  if (length > 0 && layout.first >= 0) phi[layout.first + y.parts.front()] += 1;
  if (length > 0 && layout.last >= 0) phi[layout.last + y.parts.back()] += 1;
  return phi;
}

/// eta sum_{t>q} Lambda(y_{t-q}) (x) ... (x) Lambda(y_t) for q = 2..order, one behind the other
/// from coordinate `begin` on: label k after a, ..., c, oldest first, at ((a K + ...) K + c) K + k.
/// Returns the coordinate behind the last.
inline Index add_reference_transitions(Vector& phi, Index begin, Index order, Index labels,
                                       double eta, const Output& y) {
  for (Index q = 2; q <= order; ++q) {
    for (Index t = q; t < static_cast<Index>(y.parts.size()); ++t) {
      Index at = 0, place = 1;
      for (Index back = 0; back <= q; ++back) {
        at += y.parts[t - back] * place;
        place *= labels;
      }
      phi[begin + at] += eta;
    }
    Index size = labels;
    for (Index i = 0; i < q; ++i) size *= labels;
    begin += size;
  }
  return begin;
}

/// The loss named `name` of DESIGN.md section 3. `outside` is the label that F1 leaves out, or -1.
inline double reference_loss(const std::string& name, const Json& options, int outside,
                             const Output& y, const Output& y_hat) {
  const std::size_t length = y.parts.size();
  double wrong = 0;
  for (std::size_t t = 0; t < length; ++t) wrong += y.parts[t] != y_hat.parts[t];
  if (name == "zero_one") return wrong > 0 ? 1 : 0;
  if (name == "hamming") return wrong;
  if (name == "hamming_normalized") return length == 0 ? 0 : wrong / static_cast<double>(length);
  if (name == "cost_matrix") {
    double costs = 0;
    for (std::size_t t = 0; t < length; ++t)
      costs += options.at("costs").at(y.parts[t]).at(y_hat.parts[t]).get<double>();
    return costs;
  }

  std::set<int> labels(y.parts.begin(), y.parts.end());
  labels.insert(y_hat.parts.begin(), y_hat.parts.end());
  labels.erase(outside);
  double all_hits = 0, all_marked = 0, sum_of_f1 = 0;
  for (const int label : labels) {
    double hits = 0, marked = 0;
    for (std::size_t t = 0; t < length; ++t) {
      hits += y.parts[t] == label && y_hat.parts[t] == label;
      marked += (y.parts[t] == label) + (y_hat.parts[t] == label);
    }
    all_hits += hits;
    all_marked += marked;
    sum_of_f1 += 2 * hits / marked;
  }
  if (name == "f1_micro") return labels.empty() ? 0 : 1 - 2 * all_hits / all_marked;
  if (name == "f1_macro")
    return labels.empty() ? 0 : 1 - sum_of_f1 / static_cast<double>(labels.size());
  throw std::logic_error("no reference for the loss " + name + ": write it out here");
}

/// The place of the label `name` in the alphabet, or -1.
inline int label_number(const PartData& data, const std::string& name) {
  for (std::size_t k = 0; k < data.labels.size(); ++k) {
    if (data.labels[k] == name) return static_cast<int>(k);
  }
  return -1;
}

inline Views make_views(const std::string& problem, const Json& options, const PartData& data) {
  const ProblemEntry* entry = find_problem(problem);
  if (entry == nullptr) throw std::logic_error("no problem " + problem);
  return entry->make(options, std::make_shared<const PartData>(data));
}

}  // namespace costruct::test
