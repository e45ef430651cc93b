// Checks that a sample has labeled examples.
#pragma once

#include <string>

#include "costruct/core/error.hpp"
#include "costruct/core/sample.hpp"

namespace costruct {

/// Throws DataError if the sample has no labeled examples, and none that are labeled in part.
inline void require_labeled(const Sample& sample, const std::string& learner) {
  if (sample.labeled.empty() && sample.partial.empty())
    throw DataError("learner " + learner + " needs labeled examples, got none");
}

}  // namespace costruct
