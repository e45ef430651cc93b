// The rows of the inputs of `multivariate`, and their features: what all of its problems score by.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/core/types.hpp"

namespace costruct::multivariate {

/// The rows of some views of the data, with the weights of one view behind those of the one before
/// it, and with `bias` a feature of value 1 behind the features of each view.
class SampleRows {
 public:
  /// Over the views [first, first + count).
  SampleRows(std::shared_ptr<const PartData> data, Index first, Index count, bool bias);

  Index dimension() const { return dimension_; }
  Index num_inputs() const { return blocks_.front().table->num_examples(); }
  /// Of one input.
  std::size_t count(InputId x) const {
    return static_cast<std::size_t>(blocks_.front().table->length(x));
  }

  /// <w, psi_i> of each row of x.
  Vector scores(InputId x, ConstVectorRef w) const;
  /// w += sum_i factors_i psi_i
  void add(InputId x, ConstVectorRef factors, VectorRef w) const;
  /// sum_i factors_i psi_i
  SparseVector sum(InputId x, ConstVectorRef factors) const;
  /// An upper bound of |sum_i factors_i psi_i| over all |factors_i| <= 1.
  double norm_bound(InputId x) const;

 private:
  struct Block {
    const FeatureTable* table;
    Index offset;  // of its weights
  };

  std::shared_ptr<const PartData> data_;
  bool bias_;
  std::vector<Block> blocks_;
  Index dimension_ = 0;
};

}  // namespace costruct::multivariate
