// Expected joint features of chains of parts. Sequences are chains; inputs with one part are chains
// of length one.
#pragma once

#include <memory>

#include "costruct/core/decode/chains/chain_marginals.hpp"
#include "costruct/core/feature_table.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/part_covariances.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/allowed_transitions.hpp"
#include "costruct/problems/known_labels.hpp"

namespace costruct {

/// One view of a chain problem with K labels: its features, and the places where its blocks of
/// weights begin. The place of a block that it does not have is -1. Blocks of a view follow each
/// other in this order, and views follow each other.
struct ChainView {
  const FeatureTable* table = nullptr;
  Index emission = 0;           ///< (feature j, label k) at emission + j * K + k
  Index transition = -1;        ///< (previous p, label k) at transition + p * K + k
  Index bias = -1;              ///< label k at bias + k
  Index first = -1, last = -1;  ///< label k of the first (last) part at first + k (last + k)
};

/// The joint feature map of a chain problem.
struct ChainFeatures {
  std::vector<ChainView> views;  ///< V >= 1, over the same parts
  Index labels = 1;              ///< K
  double eta = 1;                ///< value of a transition feature
  /// Costs of forbidden labelings; null: everything is allowed.
  std::shared_ptr<const AllowedTransitions> allowed = nullptr;
  KnownLabels known = {};  ///< the known labels of the inputs; expectations keep to them
};

/// into += scale * E[Phi(x, y)] under the marginals of x.
void add_expected_feature(const ChainFeatures& features, InputId x, const ChainMarginals& marginals,
                          double scale, VectorRef into);

/// Makes the result of LogPartition::expected_features(). It keeps pointers to the tables.
std::unique_ptr<ExpectedFeatures> chain_expectations(ChainFeatures features,
                                                     std::vector<InputId> inputs, Vector factors);

/// Makes the result of PartCovariances::covaried_features(). It keeps pointers to the tables.
std::unique_ptr<CovariedFeatures> chain_covariances_of(ChainFeatures features,
                                                       std::vector<InputId> inputs);

}  // namespace costruct
