// The rows of the inputs of `multivariate`, and their scores.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/core/types.hpp"

namespace costruct::multivariate {

/// The rows of some views of the data. The weights of a view follow those of the view before it.
/// With `bias`, a feature of value 1 follows the features of each view.
///
/// Below, psi_i is the vector of the features of row i of an input in all these views. `w` has
/// dimension() entries, and `factors` has one for each row.
class SampleRows {
 public:
  /// Over the views [first, first + count) of the data.
  SampleRows(std::shared_ptr<const PartData> data, Index first, Index count, bool bias);

  Index dimension() const { return dimension_; }
  Index num_inputs() const { return blocks_.front().table->num_examples(); }
  /// The number of rows of one input.
  std::size_t count(InputId x) const {
    return static_cast<std::size_t>(blocks_.front().table->length(x));
  }

  /// Returns <w, psi_i> for each row i of x.
  Vector scores(InputId x, ConstVectorRef w) const;
  /// w += sum_i factors_i psi_i
  void add(InputId x, ConstVectorRef factors, VectorRef w) const;
  /// Returns sum_i factors_i psi_i.
  SparseVector sum(InputId x, ConstVectorRef factors) const;
  /// Returns an upper bound of |sum_i factors_i psi_i| over all |factors_i| <= 1.
  double norm_bound(InputId x) const;

 private:
  /// The table of a view and where its weights begin.
  struct Block {
    const FeatureTable* table;
    Index offset;
  };

  std::shared_ptr<const PartData> data_;
  bool bias_;
  std::vector<Block> blocks_;
  Index dimension_ = 0;
};

}  // namespace costruct::multivariate
