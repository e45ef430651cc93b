// The SQLite file of a result store: opens, checks and locks it. Only the store includes this.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "costruct/io/file_lock.hpp"
#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {

/// The open database with its prepared statements. These exist only in stores that can be written,
/// and add_columns() replaces them.
class Database {
 public:
  /// Opens or creates the store as ResultStore does, and throws as it does.
  Database(const std::filesystem::path& folder, ResultStore::Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  SQLite::Database& connection() { return *connection_; }
  /// Inserts a row of `cells` or replaces the row with the same key. The values are cell_columns()
  /// without `row`, then the optional columns, then the checksum.
  SQLite::Statement& put_statement() { return *put_; }
  /// Inserts a row of `lists` if it is not there yet. The values are the hash and the list as JSON.
  SQLite::Statement& put_list_statement() { return *put_list_; }
  /// Inserts a row of `splits` if it is not there yet. The values are its hash and those of the
  /// lists labeled, unlabeled and holdout.
  SQLite::Statement& put_split_statement() { return *put_split_; }
  /// Whether the rows of this file have checksums. False only for a store of version 1 that is
  /// opened for reading.
  bool has_checksums() const { return has_checksums_; }
  /// Throws DataError, naming the row, if its values do not match its checksum. The statement must
  /// be at a row of checked_columns().
  void check_row(SQLite::Statement& row) const;
  /// Computes the checksums of the rows that do not have one.
  void add_checksums();
  /// The columns after those of cell_columns(), in alphabetical order: one for each metric
  /// and each of kFactColumns that some cell has. NULL means the same as a missing column.
  const std::vector<std::string>& optional_columns() const { return optional_columns_; }
  /// Adds the optional columns of these names that the table does not have yet. Call it outside
  /// of a transaction.
  void add_columns(const std::vector<std::string>& names);
  /// An upper bound of the number of rows of a table, computed from the size of the file. If a scan
  /// reads more rows, the file is damaged and the scan would never end.
  Index most_rows() const;

  /// Calls `use` and turns exceptions of SQLite into OutputError (cannot be written) or DataError
  /// (damaged).
  template <class Use>
  auto guarded(const Use& use) const {
    try {
      return use();
    } catch (const SQLite::Exception& error) {
      rethrow(error);
    }
  }

 private:
  void lock(const std::filesystem::path& folder);
  void open(ResultStore::Mode mode);
  void open_for_reading();
  void check_or_create(ResultStore::Mode mode);
  void check_tables();
  void read_optional_columns();
  void upgrade();
  void prepare_put();
  [[noreturn]] void rethrow(const SQLite::Exception& error) const;

  std::filesystem::path file_;
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<SQLite::Database> connection_;
  std::unique_ptr<SQLite::Statement> put_, put_list_, put_split_;
  std::vector<std::string> optional_columns_;  ///< sorted
  bool has_checksums_ = true;
};

/// A name in double quotes, for SQL.
std::string quoted(const std::string& name);

/// The column that is 1 if the gap of a cell is an estimate, else NULL.
inline constexpr const char* kGapIsEstimate = "gap_is_estimate";

/// The column with the ExtremeOutputs of a cell as JSON, else NULL.
inline constexpr const char* kExtremes = "worst_and_best";

/// The column with the LabeledSample of a cell as JSON, else NULL.
inline constexpr const char* kLabeledSample = "labeled_sample";

/// The column with the DecodingGaps of a cell as JSON, else NULL.
inline constexpr const char* kDecodingGaps = "decoding_gaps";

/// The columns with the warnings and the notes of a fit as JSON lists of texts; NULL for none.
inline constexpr const char* kWarnings = "warnings";
inline constexpr const char* kNotes = "notes";

/// The optional columns that are not metrics.
inline constexpr std::array kFactColumns = {kGapIsEstimate, kExtremes, kLabeledSample,
                                            kDecodingGaps,  kWarnings, kNotes};
bool is_fact_column(const std::string& name);

/// The first columns of the table `cells` in every store, in order.
const std::vector<std::string>& cell_columns();

/// The names in quotes, separated by commas, for SQL.
std::string listed(const std::vector<std::string>& names);

/// The columns that the checksum of a row covers: cell_columns(), these optional ones in this
/// order, and the checksum itself if rows have one.
std::string checked_columns(const std::vector<std::string>& optional, bool with_checksum);

/// The checksum of the name and the value of a text in the table `record`.
std::int64_t text_checksum(const std::string& name, const std::string& value);

}  // namespace costruct::experiments
