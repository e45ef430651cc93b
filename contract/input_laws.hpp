// The laws of one input of a StructuredProblem, of which all outputs are known.
#pragma once

#include <cmath>
#include <optional>

#include "costruct/contract/comparisons.hpp"
#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/problem_laws.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/runner_up.hpp"

namespace costruct::contract {

inline bool close(double found, double expected) {
  return std::abs(found - expected) <= 1e-9 * (1 + std::abs(expected));
}

inline bool close(const Vector& found, const Vector& expected) {
  if (found.size() != expected.size()) return false;
  for (std::size_t j = 0; j < found.size(); ++j) {
    if (!close(found[j], expected[j])) return false;
  }
  return true;
}

/// a += scale * phi
inline void add(double scale, const Vector& phi, Vector& a) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += scale * phi[j];
}

inline double inner_product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

/// The results of decoders and sums of an input with reference y, at these weights.
std::vector<Decoded> all_answers(const StructuredProblem& problem, InputId x, const Output& y,
                                 const Vector& w);
bool same_bits(const std::vector<Decoded>& a, const std::vector<Decoded>& b);

/// One problem (a view, or all together) and one of its inputs, with all outputs, their dense joint
/// features and losses.
class InputLaws {
 public:
  InputLaws(const StructuredProblem& problem, const SmallInstance& instance, InputId x, Dice& dice,
            Violations& violations);
  void check(const Vector& w, bool integers);
  /// The laws that also hold where only some labels or structures are outputs.
  void check_decoders(const Vector& w, bool integers);

 private:
  std::size_t last() const { return outputs_.size() - 1; }
  std::size_t random_output() {
    return static_cast<std::size_t>(dice_.range(0, static_cast<int>(last())));
  }
  std::vector<std::size_t> all() const;
  std::vector<std::size_t> all_but(std::size_t y) const;
  /// Those of `places` whose outputs have a constraint beside y.
  std::vector<std::size_t> constrained(std::size_t y, std::vector<std::size_t> places) const;
  std::optional<std::size_t> place_of(const Output& y) const;
  Vector dense(const Output& y);
  void check_equal(double found, double expected, const char* law, const Output& y);
  void check_equal(const Vector& found, const Vector& expected, const char* law, const Output& y);
  /// `found` is the first of the highest value where arithmetic is exact, one of the highest
  /// elsewhere. `values` stand in the places of their outputs.
  void check_best(const Decoded& found, const Vector& values,
                  const std::vector<std::size_t>& places, const char* law,
                  const std::string& which);
  /// check_best() where decoding is exact; where it is greedy, the output is one of these and its
  /// value is its own.
  void check_decoded(const Decoded& found, const Vector& values,
                     const std::vector<std::size_t>& places, const char* law,
                     const std::string& which);
  /// Among outputs of equal loss and score the smallest is found, even where sums are not exact.
  void check_smallest(const Decoded& found, const Vector& losses,
                      const std::vector<std::size_t>& places, const char* law);
  void check_linear_algebra(std::size_t y);
  void check_several(std::size_t y, std::size_t y_hat, const std::vector<std::size_t>& places);
  void check_norm_bound(std::size_t y);
  Vector losses_from(std::size_t y) const;
  void check_loss(std::size_t y);
  void check_same_structure(std::size_t y);
  Vector augmented(std::size_t y, const Vector& losses, Augmentation augmentation) const;
  void check_augmented(std::size_t y, Augmentation augmentation);
  void check_runner_up(const Decoded& best);
  void check_most_violated_other(const RunnerUpDecoder& decoder, std::size_t y,
                                 Augmentation augmentation);
  void check_k_best();
  void check_ranked(const KBestDecoder& decoder);
  void check_log_partition();
  void check_marginals(const Vector& p, double total);
  // The same input twice, other inputs before and behind it.
  void check_expected_features(const LogPartition& sums, double log_z, const Vector& expected);
  void check_pair_decisions();
  // Checks that y is among the outputs, and that the value is a violation. tests/problems checks
  // that the outputs are those with one object moved.
  void check_single_moves(std::size_t y);
  void check_multinomial_model();
  void check_label_scores();
  void check_output_classes();
  void check_label_biases();
  void check_label_offsets();

  const StructuredProblem& problem_;
  InputId x_;
  bool integers_are_exact_, one_view_, integers_ = true, exact_ = true;
  Dice& dice_;
  Violations& out_;
  std::vector<Output> outputs_;
  std::vector<Vector> joint_features_;  // by place of the output
  Vector w_, f_;                        // scores by place
  std::vector<std::size_t> references_;
};

}  // namespace costruct::contract
