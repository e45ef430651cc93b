// From a corpus and a choice of examples to the feature tables of each view.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/experiments/data/examples/corpus.hpp"

namespace costruct::experiments {

/// Feature tables of some examples, and which corpus feature each local one is.
struct ViewTables {
  std::shared_ptr<const PartData> data;
  std::vector<std::vector<std::int32_t>> corpus_feature;  ///< per view: local id -> corpus id, ascending
};

/// Builds the tables of the examples `known` followed by those of `scored`. The features of a view are those
/// that occur in `known`, numbered densely in the order of their corpus ids; features that only scored
/// examples have are left out of these, as they are when a stored model meets a new file.
ViewTables build_view_tables(const Corpus& corpus, std::span<const Index> known,
                             std::span<const Index> scored, const ViewAssignment& views,
                             const std::vector<std::string>& labels);

}  // namespace costruct::experiments
