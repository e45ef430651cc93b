#include "costruct/results/store/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/store/no_run_error.hpp"
#include "costruct/results/store/row_checksum.hpp"

namespace costruct::experiments {
namespace {

// "cost" in the file's header, by which the `file` command and costruct recognize a store.
constexpr int kApplicationId = 0x636f7374;
constexpr int kVersion = 2;  // 1 had no checksums
constexpr const char* kChecksum = "checksum";
constexpr int kBusyMilliseconds = 10'000;
// The store's own mutex guards the connection, so that SQLite need not lock.
constexpr int kOneThread = SQLITE_OPEN_NOMUTEX;
// After this number of pages (16 MB, a few hundred small cells) SQLite writes the log back and
// waits for the disk.
constexpr const char* kWriting =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000";
// A lower bound of the bytes of a row with its entry in the page.
constexpr Index kFewestBytesOfRow = 4;

struct Column {
  const char *name, *type;
};

constexpr Column kCellColumns[] = {
    {"row", "INTEGER PRIMARY KEY"},
    {"key", "INTEGER NOT NULL UNIQUE"},
    {"phase", "TEXT NOT NULL"},
    {"learner", "TEXT NOT NULL"},
    {"labeled", "INTEGER NOT NULL"},
    {"unlabeled", "INTEGER NOT NULL"},
    {"repetition", "INTEGER NOT NULL"},
    {"chosen", "TEXT NOT NULL"},
    {"error", "TEXT NOT NULL"},
    {"split_hash", "TEXT NOT NULL"},
    {"redraws", "INTEGER NOT NULL"},
    {"train_seconds", "REAL"},
    {"predict_seconds", "REAL"},
    {"peak_memory", "INTEGER"},
    {"oracle_calls", "INTEGER"},
    {"iterations", "INTEGER"},
    {"converged", "INTEGER"},
    {"stopped_because", "TEXT"},
    {"primal", "REAL"},
    {"dual", "REAL"},
    {"gap", "REAL"},
    {"disagreement", "REAL"},
    {"view_errors", "TEXT"},
};

const char* type_of_optional(const std::string& column) {
  if (column == kGapIsEstimate) return "INTEGER";
  return is_fact_column(column) ? "TEXT" : "REAL";
}

std::string create_cells() {
  std::string sql = "CREATE TABLE cells(";
  for (const Column& column : kCellColumns) sql += fmt::format("{} {}, ", column.name, column.type);
  return sql + kChecksum + " INTEGER)";
}

Index integer_of(SQLite::Database& connection, const char* sql) {
  return connection.execAndGet(sql).getInt64();
}

// Whether the file has no content yet: it is new, or the process that created it was killed before
// it committed the tables.
bool is_empty(SQLite::Database& connection) {
  return integer_of(connection, "PRAGMA page_count") == 0 ||
         (integer_of(connection, "PRAGMA application_id") == 0 &&
          integer_of(connection, "PRAGMA user_version") == 0 &&
          integer_of(connection, "SELECT count(*) FROM sqlite_schema") == 0);
}

// Encodes a path for a URI.
std::string percent_encoded(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  return text;
}

// Throws unless the file that --fresh would remove is a store, intact or not, or an empty file.
void require_ours_or_none(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed) || ResultStore::is_store(file)) return;
  if (std::filesystem::is_regular_file(file, failed) &&
      std::filesystem::file_size(file, failed) == 0)
    return;
  throw DataError(file.string() +
                  ": no result store of costruct; move it away or choose another --out");
}

// "; runs/a, runs/b do": the folders with results inside the folder that should have a store.
std::string folders_of_results(const std::filesystem::path& missing) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> found;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(missing.parent_path(), failed), end;
       !failed && at != end; at.increment(failed)) {
    std::error_code none;
    if (std::filesystem::exists(at->path() / missing.filename(), none))
      found.push_back(shown_name(at->path().string()));
  }
  if (found.empty()) return "";
  std::sort(found.begin(), found.end());
  const std::size_t all = found.size();
  found.resize(std::min(kMostNamed, all));
  return fmt::format("; {}{}{}", fmt::join(found, ", "),
                     all > found.size() ? fmt::format(" and {} more", all - found.size()) : "",
                     all == 1 ? " does" : " do");
}

}  // namespace

bool is_fact_column(const std::string& name) {
  return std::find(kFactColumns.begin(), kFactColumns.end(), name) != kFactColumns.end();
}

bool ResultStore::is_store(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) return false;
  char head[72] = {};
  std::ifstream in(file, std::ios::binary);
  in.read(head, sizeof head);
  Index id = 0;
  for (int i = 68; i < 72; ++i) id = 256 * id + static_cast<unsigned char>(head[i]);
  return std::string_view(head, 15) == "SQLite format 3" && (id == kApplicationId || id == 0);
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

const std::vector<std::string>& cell_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Column& column : kCellColumns) list.emplace_back(column.name);
    return list;
  }();
  return names;
}

Database::Database(const std::filesystem::path& folder, ResultStore::Mode mode)
    : file_(mode == ResultStore::Mode::kInMemory ? ":memory:" : folder / "results.sqlite") {
  const bool writes_a_file =
      mode == ResultStore::Mode::kResume || mode == ResultStore::Mode::kFresh;
  if (writes_a_file) lock(folder);
  if (mode == ResultStore::Mode::kFresh) {
    require_ours_or_none(file_);
    for (const char* end : {"", "-journal", "-wal", "-shm"})
      std::filesystem::remove(file_.string() + end);
  }
  guarded([&] {
    open(mode);
    check_or_create(mode);
    read_optional_columns();
    if (mode == ResultStore::Mode::kReadOnly) {
      if (!has_checksums_)
        say("costruct: note: " + file_.string() +
            ": written by an older costruct, without checksums: damage to its values would not be "
            "found");
      return;
    }
    if (!has_checksums_) upgrade();
    prepare_put();
  });
}

Database::~Database() {
  for (auto* statement : {&put_, &put_list_, &put_split_}) statement->reset();
  connection_.reset();  // before the lock is released, because the log is written back
}

// Locks the store. SQLite's own lock is not used, because it would also exclude readers, who need
// no lock.
void Database::lock(const std::filesystem::path& folder) {
  lock_ = std::make_unique<FileLock>(folder / "results.lock");
  if (lock_->try_lock()) return;
  throw OutputError(folder.string() +
                    ": another run is writing here; wait for it or choose another --out");
}

void Database::open(ResultStore::Mode mode) {
  if (mode != ResultStore::Mode::kReadOnly) {
    connection_ = std::make_unique<SQLite::Database>(
        file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | kOneThread,
        kBusyMilliseconds);
  } else {
    open_for_reading();
  }
  // Protects against code in a foreign file: functions in its schema, views, triggers.
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  connection_->exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

// Opens the store for reading. In a folder without write permission there is no place for the log's
// index. This does no harm if the log is empty, as after a run that ended in order.
void Database::open_for_reading() {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file_, failed)) {
    if (const auto folder = file_.parent_path(); failed == std::errc::not_a_directory)
      throw DataError(folder.string() +
                      ": a file; expected the folder of a run, as `costruct run` names it at its "
                      "end (runs/NAME)");
    if (failed && failed != std::errc::no_such_file_or_directory)
      throw DataError(file_.string() + ": cannot be read: " + failed.message());
    throw DataError(file_.string() +
                    ": no such file: the folder holds no results of `costruct run`" +
                    folders_of_results(file_));
  }
  connection_ = std::make_unique<SQLite::Database>(
      file_.string(), SQLite::OPEN_READONLY | kOneThread, kBusyMilliseconds);
  const int code = connection_->tryExec("SELECT 1 FROM sqlite_schema") & 0xff;
  if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) return;
  const auto has = [&](const char* end) {
    std::error_code none;
    const auto size = std::filesystem::file_size(file_.string() + end, none);
    return !none && size > 0;
  };
  if (has("-journal")) return;  // of the making of the tables: what comes next says so
  if (has("-wal")) {
    throw OutputError(
        file_.string() +
        ": the run did not end in order, and its log can only be read where the folder can be "
        "written: copy the folder to such a place");
  }
  connection_ = std::make_unique<SQLite::Database>(
      "file:" + percent_encoded(file_.string()) + "?immutable=1",
      SQLite::OPEN_READONLY | SQLite::OPEN_URI | kOneThread, kBusyMilliseconds);
}

void Database::check_or_create(ResultStore::Mode mode) {
  SQLite::Database& db = *connection_;
  if (is_empty(db)) {
    if (mode == ResultStore::Mode::kReadOnly) {
      throw NoRunError(file_);
    }
    db.exec(kWriting);
    SQLite::Transaction transaction(db);
    db.exec(create_cells());
    db.exec("CREATE TABLE lists(hash TEXT PRIMARY KEY, examples TEXT NOT NULL) WITHOUT ROWID");
    db.exec(
        "CREATE TABLE splits(hash TEXT PRIMARY KEY, labeled TEXT NOT NULL, unlabeled TEXT NOT "
        "NULL, "
        "holdout TEXT NOT NULL) WITHOUT ROWID");
    db.exec(
        "CREATE TABLE record(name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER) WITHOUT "
        "ROWID");
    db.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
    db.exec(fmt::format("PRAGMA user_version = {}", kVersion));
    transaction.commit();
  }
  const Index version = integer_of(db, "PRAGMA user_version");
  if (integer_of(db, "PRAGMA application_id") != kApplicationId || version < 1) {
    throw DataError(file_.string() +
                    ": no result store of costruct; move it away or choose another --out");
  }
  if (version > kVersion) {
    throw DataError(
        fmt::format("{}: store version {}, written by a newer costruct; this one reads version "
                    "{}: use the newer program or another --out",
                    file_.string(), version, kVersion));
  }
  if (mode != ResultStore::Mode::kReadOnly) db.exec(kWriting);
  check_tables();
  has_checksums_ = version == kVersion;
}

Index Database::most_rows() const {
  const Index pages = integer_of(*connection_, "PRAGMA page_count");
  return pages * integer_of(*connection_, "PRAGMA page_size") / kFewestBytesOfRow;
}

// Checks that the tables are plain tables with the right columns. In a forged file they could be
// views or computed.
void Database::check_tables() {
  const auto complain = [&](const std::string& what) {
    throw DataError(file_.string() + ": damaged store: " + what);
  };
  for (const char* name : {"cells", "lists", "splits", "record"}) {
    SQLite::Statement table(*connection_,
                            "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
    table.bind(1, name);
    if (!table.executeStep()) complain(fmt::format("no table {}", name));
    const std::string sql = table.getColumn(0).getString();
    if (sql.rfind("CREATE TABLE ", 0) != 0 || sql.find(" AS ") != std::string::npos)
      complain(fmt::format("table {} is none of ours", name));
  }
  std::vector<std::string> columns;
  SQLite::Statement info(*connection_, "SELECT name FROM pragma_table_xinfo('cells') ORDER BY cid");
  while (info.executeStep()) columns.push_back(info.getColumn(0).getString());
  if (columns.size() < cell_columns().size() ||
      !std::equal(cell_columns().begin(), cell_columns().end(), columns.begin())) {
    complain("table cells has other columns");
  }
}

void Database::read_optional_columns() {
  SQLite::Statement info(*connection_, "SELECT name FROM pragma_table_info('cells') ORDER BY cid");
  for (std::size_t i = 0; info.executeStep(); ++i) {
    const std::string name = info.getColumn(0).getString();
    if (i >= cell_columns().size() && name != kChecksum) optional_columns_.push_back(name);
  }
  std::sort(optional_columns_.begin(), optional_columns_.end());
}

void Database::add_columns(const std::vector<std::string>& names) {
  std::vector<std::string> added;
  std::copy_if(names.begin(), names.end(), std::back_inserter(added), [&](const auto& name) {
    return !std::binary_search(optional_columns_.begin(), optional_columns_.end(), name);
  });
  if (added.empty()) return;
  SQLite::Transaction transaction(*connection_);
  for (const std::string& name : added) {
    connection_->exec(
        fmt::format("ALTER TABLE cells ADD COLUMN {} {}", quoted(name), type_of_optional(name)));
  }
  transaction.commit();
  optional_columns_.insert(optional_columns_.end(), added.begin(), added.end());
  std::sort(optional_columns_.begin(), optional_columns_.end());
  prepare_put();
}

// Upgrades version 1. The values in its rows are taken to be correct.
void Database::upgrade() {
  SQLite::Transaction transaction(*connection_);
  for (const char* table : {"cells", "record"})
    connection_->exec(fmt::format("ALTER TABLE {} ADD COLUMN {} INTEGER", table, kChecksum));
  add_checksums();
  SQLite::Statement texts(*connection_, "SELECT name, value FROM record");
  std::vector<std::pair<std::string, std::string>> all;
  while (texts.executeStep())
    all.emplace_back(texts.getColumn(0).getString(), texts.getColumn(1).getString());
  SQLite::Statement update(*connection_, "UPDATE record SET checksum = ? WHERE name = ?");
  for (const auto& [name, value] : all) {
    update.reset();
    update.bind(1, text_checksum(name, value));
    update.bind(2, name);
    update.exec();
  }
  connection_->exec(fmt::format("PRAGMA user_version = {}", kVersion));
  transaction.commit();
  has_checksums_ = true;
}

namespace {

// The checksum of a row of checked_columns(), without its number, which SQLite assigns. Optional
// columns count with their names, and NULL is left out. So a store with more columns gives the same
// checksum for the same row.
RowChecksum checksum_of_row(SQLite::Statement& row, const std::vector<std::string>& optional) {
  RowChecksum checksum;
  const int base = static_cast<int>(cell_columns().size());
  for (int i = 1; i < base; ++i) checksum.column(row.getColumn(i));
  for (std::size_t i = 0; i < optional.size(); ++i) {
    const SQLite::Column value = row.getColumn(base + static_cast<int>(i));
    if (!value.isNull()) checksum.text(optional[i]).column(value);
  }
  return checksum;
}

}  // namespace

void Database::check_row(SQLite::Statement& row) const {
  if (!has_checksums_) return;
  const SQLite::Column stored =
      row.getColumn(static_cast<int>(cell_columns().size() + optional_columns_.size()));
  if (stored.isInteger() && stored.getInt64() == checksum_of_row(row, optional_columns_).value())
    return;
  throw DataError(fmt::format(
      "{}: damaged store: row {} of the table cells does not give its checksum; restore "
      "the file, or run again with --fresh",
      file_.string(), row.getColumn(0).getInt64()));
}

void Database::add_checksums() {
  std::vector<std::pair<std::int64_t, std::int64_t>> of_rows;
  {
    SQLite::Statement rows(*connection_,
                           fmt::format("SELECT {} FROM cells WHERE {} IS NULL",
                                       checked_columns(optional_columns_, false), kChecksum));
    const Index most = most_rows();
    while (rows.executeStep() && static_cast<Index>(of_rows.size()) <= most)
      of_rows.emplace_back(rows.getColumn(0).getInt64(),
                           checksum_of_row(rows, optional_columns_).value());
  }
  SQLite::Statement update(*connection_,
                           fmt::format("UPDATE cells SET {} = ? WHERE row = ?", kChecksum));
  for (const auto& [row, checksum] : of_rows) {
    update.reset();
    update.bind(1, checksum);
    update.bind(2, row);
    update.exec();
  }
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quoted(name);
  return text;
}

std::string checked_columns(const std::vector<std::string>& optional, bool with_checksum) {
  std::vector<std::string> columns = cell_columns();
  columns.insert(columns.end(), optional.begin(), optional.end());
  if (with_checksum) columns.emplace_back(kChecksum);
  return listed(columns);
}

std::int64_t text_checksum(const std::string& name, const std::string& value) {
  return RowChecksum().text(name).text(value).value();
}

void Database::prepare_put() {
  std::vector<std::string> columns, places, updates;
  for (const std::string& name : cell_columns()) columns.push_back(quoted(name));
  for (const std::string& name : optional_columns_) columns.push_back(quoted(name));
  columns.push_back(quoted(kChecksum));
  columns.erase(columns.begin());  // row: assigned by SQLite
  for (const std::string& column : columns) {
    places.push_back("?");
    updates.push_back(column + " = excluded." + column);
  }
  put_ = std::make_unique<SQLite::Statement>(
      *connection_,
      fmt::format("INSERT INTO cells({}) VALUES({}) ON CONFLICT(key) DO UPDATE SET {}",
                  fmt::join(columns, ", "), fmt::join(places, ", "), fmt::join(updates, ", ")));
  put_list_ =
      std::make_unique<SQLite::Statement>(*connection_, "INSERT OR IGNORE INTO lists VALUES(?, ?)");
  put_split_ = std::make_unique<SQLite::Statement>(
      *connection_, "INSERT OR IGNORE INTO splits VALUES(?, ?, ?, ?)");
}

void Database::rethrow(const SQLite::Exception& error) const {
  const std::string place = file_.string();
  switch (error.getErrorCode()) {
    case SQLITE_NOTADB:
      throw DataError(place +
                      ": no result store of costruct; move it away or choose another --out");
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
      throw DataError(place + ": damaged store: " + error.what());
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_FULL:
      throw OutputError(place + ": cannot be written: no space left");
    case SQLITE_IOERR:
    case SQLITE_READONLY: {
      const int code = error.getExtendedErrorCode();
      if (code ==
          SQLITE_READONLY_ROLLBACK) {  // only the creation of the tables leaves such a journal
        throw NoRunError(file_);
      }
      const bool reading = code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ;
      const int system = connection_ ? sqlite3_system_errno(connection_->getHandle()) : 0;
      throw OutputError(fmt::format("{}: cannot be {}: {}", place, reading ? "read" : "written",
                                    system != 0 ? std::strerror(system) : error.what()));
    }
    default:
      throw OutputError(place + ": cannot be read or written: " + error.what());
  }
}

}  // namespace costruct::experiments
