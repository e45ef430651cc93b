// The cells of rows with named columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

/// The cell of a row in the column of this name. Throws DataError if the file does not have it.
std::string_view cell_of_column(const RawExample& row, const std::string& column);

/// Advice for a user who named a column that is not in the header: the nearest column, or all
/// columns.
std::string advice_on_column(const std::string& name, const std::vector<std::string>& header);

}  // namespace costruct::experiments
