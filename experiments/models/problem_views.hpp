// Making the views of a problem, unless its weights could never fit into memory.
#pragma once

#include <memory>

#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The views of a problem over `data`, which has so many labels and features. Throws DataError
/// where the weights alone would take more than half of the machine's memory, as when the wrong
/// column of a file is taken for the labels.
Views make_views(const ProblemEntry& problem, const Json& options,
                 std::shared_ptr<const ProblemData> data, std::size_t labels, Index features);

}  // namespace costruct::experiments
