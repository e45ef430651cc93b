// From a corpus and a choice of examples to the feature tables of each view.
#pragma once

#include "costruct/core/feature_table.hpp"
#include "costruct/experiments/data/examples/corpus.hpp"
#include "costruct/experiments/data/examples/example_set.hpp"

namespace costruct::experiments {

/// The examples of a request as PartData, features of each view numbered densely in the order of their corpus
/// ids. Features that only mapped examples have are left out of these, as they are when a stored model meets
/// a new file.
InputData part_tables(const Corpus& corpus, const InputRequest& request,
                      const std::vector<std::string>& labels);

}  // namespace costruct::experiments
