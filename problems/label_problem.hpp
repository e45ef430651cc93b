// The base of problems whose output is one of K labels: losses, and decoders that enumerate the
// scores.
#pragma once

#include <memory>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/label_offsets.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/output_classes.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/chain_expectations.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/part_scores.hpp"

namespace costruct {

/// A loss between labels, the same for every input.
class LabelLoss {
 public:
  virtual ~LabelLoss() = default;
  /// Delta(y, y_hat) >= 0, zero for y_hat = y.
  virtual double between(int y, int y_hat) const = 0;
  /// Sets losses[k] = between(y, k) for each label k.
  virtual void from(int y, VectorRef losses) const;
};

/// The loss that is 1 for every wrong label.
std::shared_ptr<const LabelLoss> zero_one_label_loss();

/// A problem with the outputs {0}, ..., {K - 1} and n weights for each input feature. A derived
/// class computes the scores. In each view, weight i of feature j is at j * n + i; `more_weights`
/// weights that belong to no feature follow. Views follow each other.
///
/// An output that is known in part has one fact, its possible labels. The loss that counts it is
/// the least loss against y or a possible label.
///
/// Every loss has an exact loss-augmented decoder, because decoders look at all labels. A decoder
/// costs one score_all() and O(K), k_best() also a sort.
class LabelProblem : public StructuredProblem,
                     public RunnerUpDecoder,
                     public KBestDecoder,
                     public PartMarginals,
                     public OutputClasses,
                     public LabelOffsets,
                     public PartialLabels,
                     public FeatureMajorWeights {
 public:
  /// Makes the problem over the views [first_view, first_view + num_views) of the data. Its outputs
  /// are the K labels of the data. An example must have one part.
  /// @param weights_per_feature  n
  LabelProblem(std::shared_ptr<const PartData> data, Index first_view, Index num_views,
               Index weights_per_feature, std::shared_ptr<const LabelLoss> loss,
               Index more_weights = 0);

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return blocks_[0].table->num_examples(); }
  Index weights_per_feature() const override { return width_; }

  Decoded decode(InputId x, ConstVectorRef w) const override;
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override;
  bool has_constraint(InputId x, const Output& y, const Output& y_hat) const override;
  double loss(InputId x, const Output& y, const Output& y_hat) const override;
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override;
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override;
  double score(InputId x, const Output& y, ConstVectorRef w) const override;
  bool scores_outputs_together() const override { return true; }
  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override;
  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override;
  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override;
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override;
  TwoBest two_best(InputId x, ConstVectorRef w) const override;
  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override;
  double log_partition(InputId x, ConstVectorRef w) const override;
  Vector part_marginals(InputId x, ConstVectorRef w) const override;
  Index num_classes() const override { return labels_; }
  Index class_of(const Output& y) const override { return y.parts[0]; }
  Index num_labels() const override { return labels_; }
  const std::vector<std::string>& label_names() const override { return data_->labels; }
  Index num_parts(InputId) const override { return 1; }
  Decoded decode_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const override;
  TwoBest two_best_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const override;
  double log_partition_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const override;
  void scores_of_part(InputId x, ConstVectorRef w, VectorRef f) const override;

 protected:
  /// The places of the weights of a view.
  struct Block {
    const FeatureTable* table;
    Index offset;  // coordinate of the first weight
    Index more;    // coordinate of the weights that belong to no feature
  };

  /// Returns f(k) of every label k, in a buffer of the calling thread that the next call may
  /// overwrite.
  virtual Vector& score_labels(InputId x, ConstVectorRef w) const = 0;
  /// The same with the cost of labels that are ruled out.
  const Vector& score_all(InputId x, ConstVectorRef w) const;
  /// Returns a copy of the derived object.
  virtual std::unique_ptr<LabelProblem> clone() const = 0;

  /// scores[i] += sum_j psi_j * (weight i of feature j), over all features j of x in all views. `i`
  /// runs from 0 to width() - 1.
  void add_row_scores(InputId x, ConstVectorRef w, double* scores) const {
    for (const Block& block : blocks_) {
      part_scores::add_fast(*block.table, x, w.data() + block.offset, dimension_ - block.offset,
                            width_, scores);
    }
  }
  /// Returns |psi(x)|^2.
  double squared_norm_of(InputId x) const;
  /// Returns p(k | x) as the marginals of a chain of length one.
  ChainMarginals marginals(InputId x, ConstVectorRef w) const;
  /// Returns the features of chains of length one in which each part takes one of `values` values.
  ChainFeatures chain_features(Index values) const;

  const PartData& data() const { return *data_; }
  Index labels() const { return labels_; }  ///< K
  Index width() const { return width_; }    ///< n, the weights of a feature
  const std::vector<Block>& blocks() const { return blocks_; }
  const KnownLabels& known() const { return known_; }

 private:
  const Vector& losses_from(InputId x, int y) const;
  /// score_all() plus the offset of each label.
  const Vector& score_all_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const;

  std::shared_ptr<const PartData> data_;
  std::shared_ptr<const LabelLoss> loss_;
  KnownLabels known_, counted_;
  Index labels_, width_;
  std::vector<Block> blocks_;
  Index dimension_ = 0;
};

}  // namespace costruct
