// The SQLite file under a result store: opened, checked, locked. Only the store includes this.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/experiments/store/result_store.hpp"

namespace costruct::experiments {

class Database {
 public:
  Database(const std::filesystem::path& folder, ResultStore::Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  SQLite::Database& connection() { return *connection_; }
  /// Inserts a row of `cells` (all columns but `row`, then the metrics) or replaces the one with its key.
  SQLite::Statement& put_statement() { return *put_; }
  /// Inserts a row of `lists` or `splits` unless it is there.
  SQLite::Statement& put_list_statement() { return *put_list_; }
  SQLite::Statement& put_split_statement() { return *put_split_; }
  /// The metrics that have a column.
  const std::vector<std::string>& metrics() const { return metrics_; }
  /// No table of this file can have more rows: a scan that finds more is going round in circles.
  Index most_rows() const;

  /// Calls `use` and turns what SQLite throws into OutputError (cannot be written) or DataError (damaged).
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
  void read_metrics();
  void add_missing_metrics();
  void prepare_put();
  [[noreturn]] void rethrow(const SQLite::Exception& error) const;

  std::filesystem::path file_;
  int lock_ = -1;
  std::unique_ptr<SQLite::Database> connection_;
  std::unique_ptr<SQLite::Statement> put_, put_list_, put_split_;
  std::vector<std::string> metrics_;
};

/// A name in double quotes, as SQL wants it.
std::string quoted(const std::string& name);

/// The columns of the table `cells` before those of the metrics, in order.
const std::vector<std::string>& cell_columns();

}  // namespace costruct::experiments
