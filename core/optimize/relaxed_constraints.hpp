// Constraints of relaxed outputs, for solvers that speak of outputs.
#pragma once

#include <optional>

#include "costruct/core/interfaces/relaxed_decoder.hpp"

namespace costruct {

/// A problem whose loss-augmented decoder returns what its RelaxedDecoder finds. An output of a
/// solver's working set is then an output of the problem or a relaxed one, which is written down as
/// what it is in a constraint: its parts hold the bits of Delta and of the entries of Phi(x, y) -
/// Phi(x, z). That is the same on every thread and compares like any output, and certificates read
/// it back. It belongs to the (x, y) that it was found for, and has no meaning to another
/// reference.
class RelaxedConstraints final : public StructuredProblem {
 public:
  /// The problem must offer RelaxedDecoder and live as long.
  explicit RelaxedConstraints(const StructuredProblem& problem);

  static bool is_relaxed(const Output& y);

  Index dimension() const override { return problem_.dimension(); }
  Index num_inputs() const override { return problem_.num_inputs(); }
  /// Of outputs of the problem alone.
  SparseVector joint_feature(InputId x, const Output& y) const override;
  Decoded decode(InputId x, ConstVectorRef w) const override { return problem_.decode(x, w); }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override;
  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    return problem_.loss_augmentation_unavailable(augmentation);
  }
  Exactness loss_augmented_exactness(Augmentation) const override { return Exactness::kRelaxed; }
  double loss(InputId x, const Output& y, const Output& y_hat) const override;
  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return problem_.score(x, y, w);
  }
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override;
  bool scores_outputs_together() const override { return true; }
  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override;
  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override;
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override;

 private:
  Decoded violator(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation) const;
  SparseVector difference_of(InputId x, const Output& y, const Output& y_hat) const;

  const StructuredProblem& problem_;
  const RelaxedDecoder& decoder_;
};

/// What a solver is to train on: the problem itself; where its decoding for this augmentation is
/// relaxed, and it says by which relaxed outputs, its relaxation, which is put in `relaxed`.
const StructuredProblem& with_relaxed_constraints(const StructuredProblem& problem,
                                                  Augmentation augmentation,
                                                  std::optional<RelaxedConstraints>& relaxed);

}  // namespace costruct
