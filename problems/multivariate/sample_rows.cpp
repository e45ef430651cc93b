#include "costruct/problems/multivariate/sample_rows.hpp"

#include <cmath>
#include <utility>

#include "costruct/problems/part_scores.hpp"

namespace costruct::multivariate {

SampleRows::SampleRows(std::shared_ptr<const PartData> data, Index first, Index count, bool bias)
    : data_(std::move(data)), bias_(bias) {
  for (Index v = first; v < first + count; ++v) {
    const FeatureTable& table = data_->views[static_cast<std::size_t>(v)];
    blocks_.push_back({&table, dimension_});
    dimension_ += table.num_features + bias;
  }
}

Vector SampleRows::scores(InputId x, ConstVectorRef w) const {
  Vector s(count(x), 0.0);
  for (const Block& block : blocks_) {
    const Index begin = block.table->example_begin[static_cast<std::size_t>(x)];
    const double* weights = w.data() + block.offset;
    const double bias = bias_ ? weights[block.table->num_features] : 0;
    for (std::size_t i = 0; i < s.size(); ++i)
      s[i] += part_scores::gather(*block.table, begin + static_cast<Index>(i), weights) + bias;
  }
  return s;
}

void SampleRows::add(InputId x, ConstVectorRef factors, VectorRef w) const {
  for (const Block& block : blocks_) {
    const Index begin = block.table->example_begin[static_cast<std::size_t>(x)];
    double* weights = w.data() + block.offset;
    double sum = 0;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (factors[i] == 0) continue;
      part_scores::add_features(*block.table, begin + static_cast<Index>(i), 1, 0, factors[i],
                                weights);
      sum += factors[i];
    }
    if (bias_) weights[block.table->num_features] += sum;
  }
}

SparseVector SampleRows::sum(InputId x, ConstVectorRef factors) const {
  Vector dense(static_cast<std::size_t>(dimension_), 0.0);
  add(x, factors, dense);
  SparseVector phi;
  for (std::size_t j = 0; j < dense.size(); ++j) {
    if (dense[j] == 0) continue;
    phi.index.push_back(static_cast<Index>(j));
    phi.value.push_back(dense[j]);
  }
  return phi;
}

double SampleRows::norm_bound(InputId x) const {
  double square = 0;
  for (const Block& block : blocks_) {
    const Index begin = block.table->example_begin[static_cast<std::size_t>(x)];
    const Index rows = block.table->length(x);
    square += part_scores::squared_norm_of_sum(*block.table, begin, rows);
    if (bias_) square += static_cast<double>(rows) * static_cast<double>(rows);
  }
  return std::sqrt(square);
}

}  // namespace costruct::multivariate
