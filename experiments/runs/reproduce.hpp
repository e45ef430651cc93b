// `run --reproduce ROW`: computes one cell of a store again and compares it bit for bit.
#pragma once

#include <string>

#include "costruct/experiments/sweep/sweep_plan.hpp"

namespace costruct::experiments {

/// The comparison as tab-separated lines: quantity, stored, computed, "same" or "different". Each
/// quantity that must agree has a line: split, metrics, objective, counts.
struct Reproduction {
  std::string table;
  Index different = 0;  ///< number of lines that differ
};

/// Computes the cell of a row of the table `cells` again. Its examples are drawn again and compared
/// with the stored lists. Throws ConfigError if the store has no such row, or if the row is not a
/// cell of this config and data. Nullopt if a stop was requested.
std::optional<Reproduction> reproduce(const Experiment& experiment, const ResultStore& store,
                                      Index row);

}  // namespace costruct::experiments
