// Constraints of relaxed outputs, in a form that solvers can treat like outputs.
#pragma once

#include <optional>

#include "costruct/core/interfaces/relaxed_decoder.hpp"

namespace costruct {

/// A problem whose loss-augmented decoder returns the relaxed outputs of its RelaxedDecoder.
///
/// An output in a solver's working set is then either an output of the problem or a relaxed output.
/// The parts of a relaxed output z encode its constraint: the loss Delta(y, z) and the entries of
/// Phi(x, y) - Phi(x, z). So relaxed outputs are compared, hashed and stored like any output. A
/// relaxed output belongs to the input x and the reference y that it was found for. It has no
/// meaning for another reference.
///
/// The members below accept relaxed outputs as y_hat and in `outputs`, but never as y.
class RelaxedConstraints final : public StructuredProblem {
 public:
  /// `problem` must offer RelaxedDecoder and outlive this object.
  explicit RelaxedConstraints(const StructuredProblem& problem);

  /// Whether y is a relaxed output.
  static bool is_relaxed(const Output& y);

  /// RelaxedOutput::whole_share of the relaxed output that most violates its constraint at w.
  double whole_share(InputId x, const Output& y, ConstVectorRef w,
                     Augmentation augmentation) const {
    return decoder_.most_violated_relaxed(x, y, w, augmentation).whole_share;
  }

  Index dimension() const override { return problem_.dimension(); }
  Index num_inputs() const override { return problem_.num_inputs(); }
  /// y must not be a relaxed output.
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

/// The problem that a solver trains on. This is `problem` itself, or its relaxation. It is the
/// relaxation if decoding for this augmentation is relaxed and the problem offers RelaxedDecoder.
/// The relaxation is stored in `relaxed`. Both arguments must outlive the returned reference.
const StructuredProblem& with_relaxed_constraints(const StructuredProblem& problem,
                                                  Augmentation augmentation,
                                                  std::optional<RelaxedConstraints>& relaxed);

}  // namespace costruct
