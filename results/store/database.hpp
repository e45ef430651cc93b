// The SQLite file under a result store: opened, checked, locked. Only the store includes this.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "costruct/io/file_lock.hpp"
#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {

class Database {
 public:
  Database(const std::filesystem::path& folder, ResultStore::Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  SQLite::Database& connection() { return *connection_; }
  /// Inserts a row of `cells` (cell_columns() but `row`, then the optional ones, then the checksum)
  /// or replaces the one with its key.
  SQLite::Statement& put_statement() { return *put_; }
  /// Inserts a row of `lists` or `splits` unless it is there.
  SQLite::Statement& put_list_statement() { return *put_list_; }
  SQLite::Statement& put_split_statement() { return *put_split_; }
  /// Whether the rows of this file have checksums: not those of a store of version 1 that is only
  /// read.
  bool has_checksums() const { return has_checksums_; }
  /// Throws DataError, naming the row, where its values do not give its checksum. The statement
  /// stands at a row of checked_columns().
  void check_row(SQLite::Statement& row) const;
  /// Computes the checksums of the rows that have none.
  void add_checksums();
  /// The columns after those of cell_columns(), in alphabetical order: a metric each,
  /// kGapIsEstimate and kExtremes. NULL is as good as no column, so that stores of programs that
  /// knew fewer are read as they are.
  const std::vector<std::string>& optional_columns() const { return optional_columns_; }
  /// No table of this file can have more rows: a scan that finds more is going round in circles.
  Index most_rows() const;

  /// Calls `use` and turns what SQLite throws into OutputError (cannot be written) or DataError
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
  void add_missing_columns();
  void upgrade();
  void prepare_put();
  [[noreturn]] void rethrow(const SQLite::Exception& error) const;

  std::filesystem::path file_;
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<SQLite::Database> connection_;
  std::unique_ptr<SQLite::Statement> put_, put_list_, put_split_;
  std::vector<std::string> optional_columns_;
  bool has_checksums_ = true;
};

/// A name in double quotes, as SQL wants it.
std::string quoted(const std::string& name);

/// The column that is 1 where the gap of a cell is an estimate, else NULL.
inline constexpr const char* kGapIsEstimate = "gap_is_estimate";

/// The column with the ExtremeOutputs of a cell as JSON, else NULL.
inline constexpr const char* kExtremes = "worst_and_best";

/// The columns that the table `cells` begins with in every store, in order.
const std::vector<std::string>& cell_columns();

/// Quoted names in a row, for SQL.
std::string listed(const std::vector<std::string>& names);

/// cell_columns(), these optional ones in this order, and the checksum where there is one: what a
/// row is checked by.
std::string checked_columns(const std::vector<std::string>& optional, bool with_checksum);

/// Over the name and the value of a text of the table `record`.
std::int64_t text_checksum(const std::string& name, const std::string& value);

}  // namespace costruct::experiments
