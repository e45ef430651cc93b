// `run --reproduce ROW`: computes one cell of a store again and compares it bit for bit.
#pragma once

#include <string>

#include "costruct/experiments/sweep/sweep_plan.hpp"

namespace costruct::experiments {

/// The comparison as tab-separated text with a header line. The columns are the quantity, its
/// stored value, its computed value, and "same" or "different". Split, metrics, objective and
/// counts have a line each.
struct Reproduction {
  std::string table;
  Index different = 0;  ///< number of lines that differ
};

/// Computes one cell again: the one in row `row`, from 1, of the table `cells`. Draws its examples
/// again and compares them with the stored lists. Throws ConfigError if the store has no such row,
/// or if the row is not a cell of this config and data. Returns nullopt if a stop was requested.
std::optional<Reproduction> reproduce(const Experiment& experiment, const ResultStore& store,
                                      Index row);

}  // namespace costruct::experiments
