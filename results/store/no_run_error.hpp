// The error for a store without finished cells.
#pragma once

#include <filesystem>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

/// Thrown for the store of a run that has just begun, or that was stopped before its first cell.
class NoRunError : public DataError {
 public:
  explicit NoRunError(const std::filesystem::path& store)
      : DataError(store.string() +
                  ": no cells yet: the run has just begun, or was ended before its first") {}
};

}  // namespace costruct::experiments
