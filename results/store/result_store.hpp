// Finished cells on disk, so that a run that was killed goes on where it stopped.
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

/// The hash under which a cell's result is found again: of everything that changes it, see
/// cell_key().
using CellKey = std::uint64_t;

/// The key of one repetition of a cell, whose identity is the hash of all else that changes the
/// result.
CellKey cell_key(std::uint64_t identity, Index repetition);

/// Whether a cell belongs to the curves or to the choice of parameters. Their random streams are
/// disjoint.
enum class Phase { kCurve, kSelection };

enum class CellState { kAbsent, kFinished, kFailed };

class Database;

/// The results in a run's folder: results.sqlite, with the tables
///   cells   a row per finished or failed cell, each metric in a column of its name;
///           gap_is_estimate is 1 where decoding was greedy and the gap is no certificate, else
///           NULL; worst_and_best is JSON in the first repetition where outputs have a drawing,
///           else NULL
///   splits  the lists of examples behind each split_hash; lists: those lists, as JSON arrays
///   record  what the run was (run_record.hpp)
/// Each cell is committed when put() returns. A killed process loses none of them; after a power
/// loss the latest ones may be missing (write-ahead log, synchronous = NORMAL), and what is left is
/// whole.
class ResultStore {
 public:
  enum class Mode {
    kResume,    ///< reads and writes what is there
    kFresh,     ///< forgets what was there
    kReadOnly,  ///< locks nothing, writes nothing; throws DataError where there is no store
    kInMemory   ///< no file at all
  };

  /// Opens the store of a folder, which must exist, and locks it against a second run. Throws
  /// OutputError where it cannot be written or is locked, DataError where it is no store, is
  /// damaged, or was written by a newer program.
  ResultStore(const std::filesystem::path& folder, Mode mode);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  static bool exists(const std::filesystem::path& folder);
  /// Whether a file is a store, whole or not: it begins with SQLite's magic word and has our
  /// application id, or none yet, in its header.
  static bool is_store(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }

  /// Threads: safe to call concurrently, like all that follows.
  Index num_cells() const;
  CellState state(CellKey key) const;
  std::optional<CellResult> find(CellKey key) const;
  /// Finished cells without a value of one of these metrics, as it was not asked for when they were
  /// computed. Cost: one scan of the table.
  std::unordered_set<CellKey> cells_without(const std::vector<std::string>& metrics) const;
  /// The key under which a row of the table `cells` stands.
  std::optional<CellKey> key_of_row(Index row) const;

  /// Commits a cell, in place of what stood under its key, and its split if that is new. Throws
  /// OutputError where it cannot be written (no space left); the store then is as before.
  void put(CellKey key, Phase phase, const CellResult& result, const Split& split);

  std::optional<Split> split(const std::string& hash) const;

  /// Calls `visit` for every cell of the curves, with the named metrics only. Cost: one scan of the
  /// table.
  void visit_curve_cells(const std::vector<std::string>& metrics,
                         const std::function<void(CellKey, CellResult&&)>& visit) const;

  /// A text kept under a name; "" where there is none.
  std::string text(const std::string& name) const;
  void set_text(const std::string& name, const std::string& value);

  /// What merge() did: cells new here; cells that both had, and those of them whose results differ.
  struct Merged {
    Index added = 0, known = 0, different = 0;
  };
  /// Takes over all cells and splits of another store. Where both have a cell, a finished one
  /// replaces a failed one, else ours stays. Throws as opening does.
  Merged merge(const std::filesystem::path& folder);

 private:
  void load_keys();
  /// Calls `visit` for each row of a query over one table; throws where a damaged file has no end.
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
