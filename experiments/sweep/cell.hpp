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

/// A fit by which `select` chooses, as text for progress lines: "C = 1, fold 2 of 3".
std::string selection_fit(const CellSpec& cell, const SweepConfig& sweep, Index repetition);

/// The part of the identity that all cells of a run share. It has the problem, the data (by content
/// and not by path), the draws of the sweep (split_identity()), and loaded plug-ins.
Json common_identity(const Config& config, const LoadedData& data);

/// The hash of everything that changes a cell's result, without its repetition. Options that only
/// change the time, and the learner's name, are not part of it.
/// @param common  common_identity() of the config
std::uint64_t cell_identity(const CellSpec& cell, const Config& config, const Json& common);

/// The name of a random stream in a phase: `purpose` for the curves, "selection/" + `purpose` for
/// the selection. So both phases have streams of their own.
std::string purpose_in(Phase phase, const std::string& purpose);

/// A cell result as JSON. cell_from_json() makes the same bits of it.
Json to_json(const CellResult& result);
/// Throws DataError if the JSON is not a cell.
CellResult cell_from_json(const Json& json);

}  // namespace costruct::experiments
