// The examples of one cell.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The examples of one cell: those that learners get with and without labels, and those that are
/// scored. They are numbers of examples in the data of the run, from 0.
struct Split {
  std::vector<Index> labeled, unlabeled, holdout;
  /// 16 hexadecimal digits, computed over all three lists.
  std::string hash() const;
  friend bool operator==(const Split&, const Split&) = default;
};

}  // namespace costruct::experiments
