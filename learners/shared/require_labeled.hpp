// What most learners ask of a sample.
#pragma once

#include <string>

#include "costruct/core/error.hpp"
#include "costruct/core/sample.hpp"

namespace costruct {

/// Throws DataError where nothing is labeled.
inline void require_labeled(const Sample& sample, const std::string& learner) {
  if (sample.labeled.empty())
    throw DataError("learner " + learner + " needs labeled examples, got none");
}

}  // namespace costruct
