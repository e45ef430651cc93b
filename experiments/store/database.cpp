#include "costruct/experiments/store/database.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "costruct/core/error.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/results/metrics.hpp"

namespace costruct::experiments {
namespace {

// "cost" in the file's header: what the `file` command and we tell our stores by.
constexpr int kApplicationId = 0x636f7374;
constexpr int kVersion = 1;
constexpr int kBusyMilliseconds = 10'000;
// The store's own mutex guards the connection; SQLite need not lock once more.
constexpr int kOneThread = SQLITE_OPEN_NOMUTEX;
// The log is written back, and the disk waited for, when it has so many pages (16 MB): a few hundred small
// cells.
constexpr const char* kWriting =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000";
// A row with its place in the page takes more bytes than this.
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

std::string create_cells() {
  std::string sql = "CREATE TABLE cells(";
  for (const Column& column : kCellColumns) sql += fmt::format("{} {}, ", column.name, column.type);
  for (const MetricEntry& metric : metric_catalog()) sql += quoted(metric.name) + " REAL, ";
  sql.resize(sql.size() - 2);
  return sql + ")";
}

Index integer_of(SQLite::Database& connection, const char* sql) {
  return connection.execAndGet(sql).getInt64();
}

// Nothing stands in it yet: a new file, or one whose maker was killed between its first page and the commit
// of its tables.
bool is_empty(SQLite::Database& connection) {
  return integer_of(connection, "PRAGMA page_count") == 0 ||
         (integer_of(connection, "PRAGMA application_id") == 0 &&
          integer_of(connection, "PRAGMA user_version") == 0 &&
          integer_of(connection, "SELECT count(*) FROM sqlite_schema") == 0);
}

// As a path in a URI.
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

// What --fresh would remove must be a store, whole or not: a file begins with SQLite's magic word and has our
// application id, or none yet, at byte 68.
void require_ours_or_none(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return;
  char head[72] = {};
  std::ifstream in(file, std::ios::binary);
  in.read(head, sizeof head);
  Index id = 0;
  for (int i = 68; i < 72; ++i) id = 256 * id + static_cast<unsigned char>(head[i]);
  const bool empty = std::filesystem::is_regular_file(file) && in.gcount() == 0;
  const bool store = std::string_view(head, 15) == "SQLite format 3" && (id == kApplicationId || id == 0);
  if (!empty && !store)
    throw DataError(file.string() + ": no result store of costruct; move it away or choose another --out");
}

}  // namespace

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
  try {
    const bool writes_a_file = mode == ResultStore::Mode::kResume || mode == ResultStore::Mode::kFresh;
    if (writes_a_file) lock(folder);
    if (mode == ResultStore::Mode::kFresh) {
      require_ours_or_none(file_);
      for (const char* end : {"", "-journal", "-wal", "-shm"}) std::filesystem::remove(file_.string() + end);
    }
    guarded([&] {
      open(mode);
      check_or_create(mode);
      read_metrics();
      if (mode == ResultStore::Mode::kReadOnly) return;
      add_missing_metrics();
      prepare_put();
    });
  } catch (...) {
    if (lock_ >= 0) ::close(lock_);
    throw;
  }
}

Database::~Database() {
  for (auto* statement : {&put_, &put_list_, &put_split_}) statement->reset();
  connection_.reset();  // the lock is held until the log is written back
  if (lock_ >= 0) ::close(lock_);
}

// Readers need no lock, so SQLite's own, which would keep them out, does not serve.
void Database::lock(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "results.lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw OutputError(file.string() + ": cannot be written: " + std::strerror(errno));
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) {
    throw OutputError(folder.string() + ": another run is writing here; wait for it or choose another --out");
  }
  throw OutputError(file.string() + ": cannot be locked: " + std::strerror(errno));
}

void Database::open(ResultStore::Mode mode) {
  if (mode != ResultStore::Mode::kReadOnly) {
    connection_ = std::make_unique<SQLite::Database>(
        file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | kOneThread, kBusyMilliseconds);
  } else {
    open_for_reading();
  }
  // Nothing that a file brings along is run: no function in its schema, no view, no trigger.
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  connection_->exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

// A folder that cannot be written has no place for the log's index. That does no harm where the log is empty,
// as it is after a run that ended in order.
void Database::open_for_reading() {
  if (!std::filesystem::is_regular_file(file_)) {
    throw DataError(file_.string() + ": no such file: the folder holds no results of `costruct run`");
  }
  connection_ = std::make_unique<SQLite::Database>(file_.string(), SQLite::OPEN_READONLY | kOneThread,
                                                   kBusyMilliseconds);
  const int code = connection_->tryExec("SELECT 1 FROM sqlite_schema") & 0xff;
  if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) return;
  const auto has = [&](const char* end) {
    std::error_code none;
    const auto size = std::filesystem::file_size(file_.string() + end, none);
    return !none && size > 0;
  };
  if (has("-journal")) return;  // of the making of the tables: what comes next says so
  if (has("-wal")) {
    throw OutputError(file_.string() +
                      ": the run did not end in order, and its log can only be read where the folder can be "
                      "written: copy the folder to such a place");
  }
  connection_ = std::make_unique<SQLite::Database>("file:" + percent_encoded(file_.string()) + "?immutable=1",
                                                   SQLite::OPEN_READONLY | SQLite::OPEN_URI | kOneThread,
                                                   kBusyMilliseconds);
}

void Database::check_or_create(ResultStore::Mode mode) {
  SQLite::Database& db = *connection_;
  if (is_empty(db)) {
    if (mode == ResultStore::Mode::kReadOnly) {
      throw DataError(file_.string() + ": has no run: it was ended before its first cell");
    }
    db.exec(kWriting);
    SQLite::Transaction transaction(db);
    db.exec(create_cells());
    db.exec("CREATE TABLE lists(hash TEXT PRIMARY KEY, examples TEXT NOT NULL) WITHOUT ROWID");
    db.exec(
        "CREATE TABLE splits(hash TEXT PRIMARY KEY, labeled TEXT NOT NULL, unlabeled TEXT NOT NULL, "
        "holdout TEXT NOT NULL) WITHOUT ROWID");
    db.exec("CREATE TABLE record(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
    db.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
    db.exec(fmt::format("PRAGMA user_version = {}", kVersion));
    transaction.commit();
  }
  const Index version = integer_of(db, "PRAGMA user_version");
  if (integer_of(db, "PRAGMA application_id") != kApplicationId || version < 1) {
    throw DataError(file_.string() + ": no result store of costruct; move it away or choose another --out");
  }
  if (version > kVersion) {
    throw DataError(
        fmt::format("{}: store version {}, written by a newer costruct; this one reads version "
                    "{}: use the newer program or another --out",
                    file_.string(), version, kVersion));
  }
  if (mode != ResultStore::Mode::kReadOnly) db.exec(kWriting);
  check_tables();
}

Index Database::most_rows() const {
  const Index pages = integer_of(*connection_, "PRAGMA page_count");
  return pages * integer_of(*connection_, "PRAGMA page_size") / kFewestBytesOfRow;
}

// The tables must be plain ones with our columns: in a made-up file they might be views or computed.
void Database::check_tables() {
  const auto complain = [&](const std::string& what) {
    throw DataError(file_.string() + ": damaged store: " + what);
  };
  for (const char* name : {"cells", "lists", "splits", "record"}) {
    SQLite::Statement table(*connection_, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
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

void Database::read_metrics() {
  SQLite::Statement info(*connection_, "SELECT name FROM pragma_table_info('cells') ORDER BY cid");
  for (std::size_t i = 0; info.executeStep(); ++i) {
    if (i >= cell_columns().size()) metrics_.push_back(info.getColumn(0).getString());
  }
}

// A store of an older program gets the metrics that came since.
void Database::add_missing_metrics() {
  for (const MetricEntry& metric : metric_catalog()) {
    if (std::find(metrics_.begin(), metrics_.end(), metric.name) != metrics_.end()) continue;
    connection_->exec("ALTER TABLE cells ADD COLUMN " + quoted(metric.name) + " REAL");
    metrics_.push_back(metric.name);
  }
}

void Database::prepare_put() {
  std::vector<std::string> columns, places, updates;
  for (const std::string& name : cell_columns()) columns.push_back(quoted(name));
  for (const std::string& name : metrics_) columns.push_back(quoted(name));
  columns.erase(columns.begin());  // row: given by SQLite
  for (const std::string& column : columns) {
    places.push_back("?");
    updates.push_back(column + " = excluded." + column);
  }
  put_ = std::make_unique<SQLite::Statement>(
      *connection_, fmt::format("INSERT INTO cells({}) VALUES({}) ON CONFLICT(key) DO UPDATE SET {}",
                                fmt::join(columns, ", "), fmt::join(places, ", "), fmt::join(updates, ", ")));
  put_list_ = std::make_unique<SQLite::Statement>(*connection_, "INSERT OR IGNORE INTO lists VALUES(?, ?)");
  put_split_ =
      std::make_unique<SQLite::Statement>(*connection_, "INSERT OR IGNORE INTO splits VALUES(?, ?, ?, ?)");
}

void Database::rethrow(const SQLite::Exception& error) const {
  const std::string place = file_.string();
  switch (error.getErrorCode()) {
    case SQLITE_NOTADB:
      throw DataError(place + ": no result store of costruct; move it away or choose another --out");
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
      if (code == SQLITE_READONLY_ROLLBACK) {  // only the making of the tables leaves such a journal
        throw DataError(place + ": has no run: it was ended before its first cell");
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
