// Checks that a sample has labeled examples.
#pragma once

#include <string>

#include "costruct/core/error.hpp"
#include "costruct/core/sample.hpp"

namespace costruct {

/// Throws DataError if the sample has no labeled examples.
inline void require_labeled(const Sample& sample, const std::string& learner) {
  if (sample.labeled.empty())
    throw DataError("learner " + learner + " needs labeled examples, got none");
}

}  // namespace costruct
