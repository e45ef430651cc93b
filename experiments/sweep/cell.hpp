// Cells: what is to be computed, and the identity by which its result is found again.
#pragma once

#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {

/// A learner with all its options at one pair of sizes: a cell for each repetition.
struct CellSpec {
  Phase phase = Phase::kCurve;
  Index learner = 0;  ///< index into Config::learners
  CellSizes sizes;
  Json chosen = Json::object();  ///< options set by `select`
  std::uint64_t identity = 0;    ///< from cell_identity()

  CellKey key(Index repetition) const { return cell_key(identity, repetition); }
};

/// "C = 1, fold 2 of 3": a fit of the selection, for people.
std::string selection_fit(const CellSpec& cell, const SweepConfig& sweep, Index repetition);

/// What all cells of a run share in their identity: problem, data (by content, not by path), sweep.
Json common_identity(const Config& config, const LoadedData& data);

/// The hash of everything that changes a cell's result but its repetition, and of nothing that only
/// changes time. The learner's name is no part of it.
std::uint64_t cell_identity(const CellSpec& cell, const Config& config, const Json& common);

/// The purpose that names a random stream in a phase.
std::string purpose_in(Phase phase, const std::string& purpose);

/// A cell result as JSON, bit for bit there and back.
Json to_json(const CellResult& result);
/// Throws DataError for JSON that is no cell.
CellResult cell_from_json(const Json& json);

}  // namespace costruct::experiments
