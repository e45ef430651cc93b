// The option `costs` of the loss cost_matrix: the loss of each predicted label for each true label.
#pragma once

#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"

namespace costruct {

/// Returns what is wrong with a list of rows: it is not square, or its diagonal is not 0. Returns
/// nullopt if nothing is wrong.
inline std::optional<std::string> wrong_costs(const Json& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != rows.size()) return "must be a square matrix, one row per label";
    if (rows[i][i] != 0) return "must have a zero diagonal";
  }
  return std::nullopt;
}

/// Declares the option `costs` of a problem, for this field. null: no costs are given.
template <class Options>
void add_cost_matrix(OptionDeclaration<Options>& options, Json Options::*costs) {
  options
      .json("costs", costs,
            or_null(list_form("K x K numbers >= 0, zero diagonal",
                              list_form("list of numbers >= 0", number_form({.at_least = 0})),
                              {.at_least = 1})),
            "costs[true][predicted], in order", wrong_costs)
      .only_with("loss", "cost_matrix");
}

/// The costs of K labels, costs[true][predicted], by the numbers of the labels. Throws ConfigError
/// if they are missing, or for another number of labels.
/// @param option  the value of the option; null: missing
/// @param labels  K
inline std::vector<Vector> costs_for(const Json& option, std::size_t labels) {
  if (option.is_null())
    throw ConfigError("problem.costs: loss cost_matrix needs the matrix of costs");
  auto costs = option.get<std::vector<Vector>>();
  if (costs.size() != labels) {
    throw ConfigError("problem.costs: " + std::to_string(costs.size()) +
                      " rows, but the data has " + std::to_string(labels) + " labels");
  }
  return costs;
}

/// The number of labels of a problem over no data: as many as the option `costs` has, or 2.
inline std::size_t labels_of_blank(const Json& options) {
  const Json costs = options.value("costs", Json());
  return costs.is_array() ? costs.size() : 2;
}

}  // namespace costruct
