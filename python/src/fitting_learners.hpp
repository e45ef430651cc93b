// Which learners of the catalog apply to a problem.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/views.hpp"

namespace costruct::python {

/// The names of the learners that fit outputs of these views with their default options.
std::vector<std::string> fitting_learners(const Views& views);

}  // namespace costruct::python
