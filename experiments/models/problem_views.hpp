// Makes the views of a problem if its weights fit into memory.
#pragma once

#include <memory>

#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The views of a problem over `data` with these numbers of labels and features. Throws DataError
/// if the weights alone would take more than half of the machine's memory. This happens for example
/// if the wrong column of a file is taken for the labels.
/// @param options           the options of the problem; must be checked
/// @param labels, features  for the message
Views make_views(const ProblemEntry& problem, const Json& options,
                 std::shared_ptr<const ProblemData> data, std::size_t labels, Index features);

}  // namespace costruct::experiments
