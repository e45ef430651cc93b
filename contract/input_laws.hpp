// Checks the laws of problem_laws.hpp on one input of a StructuredProblem. The input is so small
// that all its outputs are listed, and every result can be compared with enumeration.
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

/// Whether the numbers agree up to 1e-9 * (1 + |expected|).
inline bool close(double found, double expected) {
  return std::abs(found - expected) <= 1e-9 * (1 + std::abs(expected));
}

/// Whether the vectors have the same size and all entries are close().
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

/// The results of all decoders and sums of x with reference y at the weights w, in a fixed order.
/// Compare two such lists with same_bits().
std::vector<Decoded> all_answers(const StructuredProblem& problem, InputId x, const Output& y,
                                 const Vector& w);
/// Whether both lists have equal outputs and values with the same bits.
bool same_bits(const std::vector<Decoded>& a, const std::vector<Decoded>& b);

/// The laws of one input of a problem (a view, or the joint problem). Make an object, then call
/// check() for each weight vector. In the private members, a place is the number of an output in
/// the list of all outputs.
class InputLaws {
 public:
  /// Lists the outputs of x and computes their joint features. Reports outputs that are not in
  /// lexicographic order, and joint features that are no sparse vectors.
  ///
  /// All arguments but `instance` must outlive the object.
  /// @param instance    lists the outputs of x
  /// @param dice        draws references and other outputs
  /// @param violations  gets a line for each violation
  InputLaws(const StructuredProblem& problem, const SmallInstance& instance, InputId x, Dice& dice,
            Violations& violations);
  /// Checks all laws at the weights w.
  /// @param integers  whether all weights are integers. If sums of the instance are then exact
  ///                  (SmallInstance::exact), values must be equal; otherwise they must be close()
  void check(const Vector& w, bool integers);
  /// Checks only the laws of joint features, losses, decoders and sums. They also hold where only
  /// some labels or structures are outputs, for example those that known facts allow.
  void check_decoders(const Vector& w, bool integers);

 private:
  std::size_t last() const { return outputs_.size() - 1; }
  std::size_t random_output() {
    return static_cast<std::size_t>(dice_.range(0, static_cast<int>(last())));
  }
  std::vector<std::size_t> all() const;
  std::vector<std::size_t> all_but(std::size_t y) const;
  /// The places whose outputs have a constraint for the reference at place y.
  std::vector<std::size_t> constrained(std::size_t y, std::vector<std::size_t> places) const;
  std::optional<std::size_t> place_of(const Output& y) const;
  Vector dense(const Output& y);
  void check_equal(double found, double expected, const char* law, const Output& y);
  void check_equal(const Vector& found, const Vector& expected, const char* law, const Output& y);
  /// Checks that `found` is the best output among `places`. Where arithmetic is exact, it must be
  /// the first one with the highest value. values[i] belongs to the output at place i.
  void check_best(const Decoded& found, const Vector& values,
                  const std::vector<std::size_t>& places, const char* law,
                  const std::string& which);
  /// Does the same as check_best() if decoding is exact. If it is greedy, checks only that the
  /// output is among `places` and that the value is that of this output.
  void check_decoded(const Decoded& found, const Vector& values,
                     const std::vector<std::size_t>& places, const char* law,
                     const std::string& which);
  /// Checks that `found` is the smallest output among those of the same loss and score. This must
  /// hold even where sums are not exact.
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
  // Checks expected_features() for a list with this input twice and other inputs around it.
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
