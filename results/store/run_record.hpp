// A description of a run, kept in its store. With it, reports need neither the config nor the data.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {

/// One learner at one pair of sizes, with the key of its cells.
struct CurveLine {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  std::optional<std::uint64_t> identity;  ///< see cell_key(); nullopt: `select` chose nothing
  Json chosen = Json::object();           ///< options set by `select`
  std::string reason;                     ///< why `select` chose nothing, or empty
};

/// The results of a run without its cells, and the keys to find these in the store. with_cells()
/// adds the cells.
struct RunRecord {
  RunResults results;  ///< without cells
  /// The points of the learning curves. Each has `repetitions` cells.
  std::vector<CurveLine> lines;
  Index repetitions = 0;  ///< number of cells of each line
  /// Whether `select` is done. The cells of a line without a choice have then failed.
  bool selected = true;
  std::vector<std::uint64_t> selection;  ///< identities of the cells by which `select` chooses
  Index selection_repetitions = 0;       ///< cells of each of these identities
};

/// Whether two records describe the same cells, as far as both know them. The numbers of
/// repetitions may differ.
bool same_cells(const RunRecord& a, const RunRecord& b);

/// How many cells of the selection are not in the store.
Index missing_selection(const RunRecord& record, const ResultStore& store);

/// Whether a store has a record. It has none if the run was stopped before it began.
bool has_record(const ResultStore& store);

/// Stores the record and replaces an earlier one.
void save_record(ResultStore& store, const RunRecord& record);

/// Throws DataError if the store has no record (the run was stopped before it began) or it cannot
/// be read.
RunRecord read_record(const ResultStore& store);

/// The results of a run: its record with the cells of the store, ordered by learner, sizes and
/// repetition.
RunResults with_cells(const RunRecord& record, const ResultStore& store);

/// The results in a folder, finished or not. Throws DataError if the folder has no results.
RunResults load_run(const std::filesystem::path& folder);

}  // namespace costruct::experiments
