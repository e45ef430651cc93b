// What a run was, beside its cells: kept in the store, so that reports need neither config nor
// data.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {

/// One learner at one pair of sizes, and where its cells stand.
struct CurveLine {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  std::optional<std::uint64_t> identity;  ///< see cell_key(); nullopt: `select` has no choice
  Json chosen = Json::object();           ///< options set by `select`
  std::string reason;                     ///< why there is no choice, or empty
};

struct RunRecord {
  RunResults results;  ///< without cells
  std::vector<CurveLine> lines;
  Index repetitions = 0;
  bool selected = true;  ///< whether `select` is done: a line without a choice then has failed
  std::vector<std::uint64_t> selection;  ///< identities of the cells of the selection
  Index selection_repetitions = 0;
};

/// Whether two records speak of the same cells, as far as both know them; the repetitions may
/// differ.
bool same_cells(const RunRecord& a, const RunRecord& b);

/// How many cells of the selection a store does not have.
Index missing_selection(const RunRecord& record, const ResultStore& store);

/// Whether a store knows what its run was; not where the run was killed before it began.
bool has_record(const ResultStore& store);

void save_record(ResultStore& store, const RunRecord& record);

/// Throws DataError where there is none (the run was killed before it began) or it cannot be read.
RunRecord read_record(const ResultStore& store);

/// The results of a run: its record with the cells that the store has, ordered by learner, sizes
/// and repetition.
RunResults with_cells(const RunRecord& record, const ResultStore& store);

/// The results in a folder, finished or not. Throws DataError where there are none.
RunResults load_run(const std::filesystem::path& folder);

}  // namespace costruct::experiments
