// Describes cells, and computes the identity under which the result of a cell is stored.
#pragma once

#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {

/// A learner with all its options at one pair of sizes. It has a cell for each repetition.
struct CellSpec {
  Phase phase = Phase::kCurve;
  Index learner = 0;  ///< index into Config::learners
  CellSizes sizes;
  Json chosen = Json::object();  ///< options set by `select`
  std::uint64_t identity = 0;    ///< from cell_identity()

  CellKey key(Index repetition) const { return cell_key(identity, repetition); }
};

/// A fit of the selection, for readers: "C = 1, fold 2 of 3".
std::string selection_fit(const CellSpec& cell, const SweepConfig& sweep, Index repetition);

/// The part of the identity that all cells of a run share: problem, data (by content and not by
/// path), sweep.
Json common_identity(const Config& config, const LoadedData& data);

/// The hash of everything that changes a cell's result, without its repetition. Options that only
/// change the time, and the learner's name, are not part of it.
std::uint64_t cell_identity(const CellSpec& cell, const Config& config, const Json& common);

/// The name of a random stream's purpose in a phase.
std::string purpose_in(Phase phase, const std::string& purpose);

/// A cell result as JSON. It reads back to the same bits.
Json to_json(const CellResult& result);
/// Throws DataError if the JSON is not a cell.
CellResult cell_from_json(const Json& json);

}  // namespace costruct::experiments
