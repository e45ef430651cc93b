// Cells: what is to be computed, and the key by which its result is found again.
#pragma once

#include <string>

#include "costruct/experiments/engine/loaded_data.hpp"
#include "costruct/experiments/results/run_results.hpp"

namespace costruct::experiments {

/// Whether a cell belongs to the curves or to the choice of parameters. Their random streams are disjoint.
enum class Phase { kCurve, kSelection };

/// One cell: a learner with all its options at one pair of sizes in one repetition.
struct CellSpec {
  Phase phase = Phase::kCurve;
  Index learner = 0;  ///< index into Config::learners
  CellSizes sizes;
  Index repetition = 0;
  Json chosen = Json::object();  ///< options set by `select`
};

/// What all cells of a run share in their keys: problem, data (by content, not by path), sweep.
Json common_identity(const Config& config, const LoadedData& data);

/// The options that a learner runs with in a cell.
Json options_of(const CellSpec& cell, const LearnerConfig& learner);

/// The hash (16 hexadecimal digits) of everything that changes a cell's result, and of nothing that only
/// changes time. The learner's name is no part of it.
std::string cell_key(const CellSpec& cell, const Config& config, const Json& common);

/// The purpose that names a random stream in a phase.
std::string purpose_in(Phase phase, const std::string& purpose);

/// A cell result as JSON, bit for bit there and back.
Json to_json(const CellResult& result);
/// Throws DataError for JSON that is no cell.
CellResult cell_from_json(const Json& json);

}  // namespace costruct::experiments
