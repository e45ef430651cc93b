// `run --reproduce ROW`: one cell of a store computed again and compared bit for bit.
#pragma once

#include <string>

#include "costruct/experiments/sweep/sweep_plan.hpp"

namespace costruct::experiments {

/// What came out: a line per quantity that has to agree (split, metrics, objective, counts),
/// tab-separated: quantity, stored, computed, "same" or "different".
struct Reproduction {
  std::string table;
  Index different = 0;
};

/// Computes the cell of a row of the table `cells` again, with its examples drawn anew and compared
/// with the stored lists. Throws ConfigError where the store has no such row, or where the row is
/// no cell of this config and data. Nullopt where a stop was requested.
std::optional<Reproduction> reproduce(const Experiment& experiment, const ResultStore& store,
                                      Index row);

}  // namespace costruct::experiments
