// Finished cells on disk, so that a run that was stopped can continue.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"
#include "costruct/results/store/split.hpp"

namespace costruct::experiments {

/// The key under which the result of a cell is stored: a hash of everything that changes the
/// result, see cell_key().
using CellKey = std::uint64_t;

/// The key of one repetition of a cell.
/// @param identity  the hash of everything else that changes the result
CellKey cell_key(std::uint64_t identity, Index repetition);

/// Whether a cell belongs to the curves or to the selection of parameters. Their random streams are
/// disjoint.
enum class Phase { kCurve, kSelection };

/// The state of a cell in the store.
enum class CellState { kAbsent, kFinished, kFailed };

class Database;

/// The results in a run's folder: the file results.sqlite with these tables:
///   cells   one row for each finished or failed cell, with a column for each metric of the run.
///           gap_is_estimate is 1 if decoding was greedy and the gap is no certificate, else NULL.
///           worst_and_best is JSON in the first repetition if outputs have a drawing, else NULL.
///   splits  the lists of examples of each split_hash
///   lists   these lists, as JSON arrays
///   record  a description of the run (run_record.hpp)
/// A cell is committed when put() returns. A killed process loses no committed cell. After a power
/// loss the latest cells may be missing (write-ahead log, synchronous = NORMAL), but the file is
/// intact.
class ResultStore {
 public:
  enum class Mode {
    kResume,    ///< reads and extends the store
    kFresh,     ///< deletes earlier content
    kReadOnly,  ///< neither locks nor writes; throws DataError if there is no store
    kInMemory   ///< uses no file
  };

  /// Opens the store of a folder, which must exist, and locks it against a second run. Throws
  /// OutputError if the store is locked or cannot be written. Throws DataError if the file is not a
  /// store, is damaged, or was written by a newer program.
  ResultStore(const std::filesystem::path& folder, Mode mode);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// Whether a folder has the file of a store.
  static bool exists(const std::filesystem::path& folder);
  /// Whether a file is a store, intact or not. A store begins with SQLite's magic word, and its
  /// header has the application id of costruct or none yet.
  static bool is_store(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }

  /// Threads: this function and all below are safe to call concurrently.
  Index num_cells() const;
  CellState state(CellKey key) const;
  /// The stored result of a cell; nullopt if the store does not have the cell.
  std::optional<CellResult> find(CellKey key) const;
  /// The finished cells without a value of one of these metrics, because it was not requested when
  /// they were computed. Cost: one scan of the table.
  std::unordered_set<CellKey> cells_without(const std::vector<std::string>& metrics) const;
  /// The key of a row of the table `cells` (CellResult::row); nullopt if there is no such row.
  std::optional<CellKey> key_of_row(Index row) const;

  /// Commits a cell, replacing the one with the same key, and its split if that is new. Throws
  /// OutputError if the cell cannot be written (no space left); then the store is unchanged.
  void put(CellKey key, Phase phase, const CellResult& result, const Split& split);

  /// The split with this CellResult::split_hash; nullopt if the store does not have it.
  std::optional<Split> split(const std::string& hash) const;

  /// Calls `visit` for every cell of the curves, with the named metrics only. The store is locked
  /// meanwhile, so `visit` must not call functions of the store. Cost: one scan of the table.
  void visit_curve_cells(const std::vector<std::string>& metrics,
                         const std::function<void(CellKey, CellResult&&)>& visit) const;

  /// A text stored under a name; "" if the name is not there.
  std::string text(const std::string& name) const;
  /// Stores a text under a name. It replaces an earlier text of that name.
  void set_text(const std::string& name, const std::string& value);

  /// The outcome of merge(): new cells, cells that both stores had, and how many of these differ.
  /// Two cells differ if both are finished and a metric differs.
  struct Merged {
    Index added = 0, known = 0, different = 0;
  };
  /// Copies all cells and splits of another store. If both have a cell, a finished one replaces a
  /// failed one; otherwise the cell of this store stays. Throws like the constructor.
  Merged merge(const std::filesystem::path& folder);

 private:
  void load_keys();
  /// Calls `visit` for each row of a query over one table. Throws if a damaged file makes it
  /// endless.
  template <class Visit>
  void scan(const std::string& sql, const Visit& visit) const;

  Mode mode_;
  std::filesystem::path file_;
  std::unique_ptr<Database> database_;
  mutable std::mutex mutex_;
  std::unordered_map<CellKey, bool> has_failed_;
  std::unordered_set<std::string> known_splits_;
};

}  // namespace costruct::experiments
