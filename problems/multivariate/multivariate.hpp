// The problem `multivariate`: labels for a whole sample of rows at once, for measures that are not
// sums over rows.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. Its data are PartData with an example for each sample,
/// and a part for each row of the sample.
ProblemEntry multivariate_problem();

}  // namespace costruct
