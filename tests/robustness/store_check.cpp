// store_check FOLDER REFERENCE SEEN compares what a disturbed run left in FOLDER with an
// undisturbed run's store. Every row of its cells must equal the row of the same key there, except
// for times and memory. Each cell must be there once, with its split. Cells whose keys stand in the
// file SEEN must still be there. The program writes the present keys to SEEN. It prints how far the
// run came: nothing, selection, curves or complete.
#include <SQLiteCpp/SQLiteCpp.h>

#include <sqlite3.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw std::runtime_error(message);
}

std::int64_t number(SQLite::Database& db, const std::string& sql) {
  return db.execAndGet(sql).getInt64();
}

// Columns "c.name" that the clock and the machine's state have no part in.
std::string columns_of_results(SQLite::Database& db, const std::string& table) {
  SQLite::Statement names(db,
                          "SELECT name FROM pragma_table_info('cells') WHERE name NOT IN "
                          "('row', 'train_seconds', 'predict_seconds', 'peak_memory', 'checksum')");
  std::string list;
  while (names.executeStep())
    list += (list.empty() ? "" : ", ") + table + ".\"" + names.getColumn(0).getString() + '"';
  return list;
}

void check_rows(SQLite::Database& db) {
  require(db.execAndGet("PRAGMA integrity_check").getString() == "ok", "the file is damaged");
  const std::string both =
      "FROM main.cells AS c LEFT JOIN reference.cells AS r ON r.key = c.key WHERE ";
  require(number(db, "SELECT count(*) " + both + "r.key IS NULL") == 0,
          "a cell that no undisturbed run has");
  require(number(db, "SELECT count(*) " + both + "(" + columns_of_results(db, "c") + ") IS NOT (" +
                         columns_of_results(db, "r") + ")") == 0,
          "a cell differs from an undisturbed run's");
  require(number(db, "SELECT count(*) - count(DISTINCT key) FROM cells") == 0,
          "a cell is there twice");
  require(
      number(
          db,
          "SELECT count(*) FROM (SELECT 1 FROM cells GROUP BY phase, learner, labeled, unlabeled, "
          "repetition, chosen HAVING count(*) > 1)") == 0,
      "a cell is there under two keys");
  require(
      number(
          db,
          "SELECT count(*) FROM cells WHERE NOT EXISTS (SELECT 1 FROM splits AS s JOIN lists AS l "
          "ON "
          "l.hash = s.labeled JOIN lists AS u ON u.hash = s.unlabeled JOIN lists AS h ON h.hash = "
          "s.holdout WHERE s.hash = split_hash)") == 0,
      "a cell's split is missing");
}

void check_seen(SQLite::Database& db, const std::filesystem::path& file) {
  std::set<std::int64_t> keys;
  SQLite::Statement rows(db, "SELECT key FROM cells");
  while (rows.executeStep()) keys.insert(rows.getColumn(0).getInt64());
  std::ifstream before(file);
  for (std::int64_t key = 0; before >> key;) require(keys.contains(key), "a cell is lost");
  before.close();
  std::ofstream after(file);
  for (const std::int64_t key : keys) after << key << '\n';
}

const char* progress(SQLite::Database& db) {
  const auto cells = [&](const std::string& phase, const std::string& store) {
    return number(db, "SELECT count(*) FROM " + store + ".cells WHERE phase = '" + phase + "'");
  };
  if (cells("curve", "main") == cells("curve", "reference")) return "complete";
  if (cells("selection", "main") == cells("selection", "reference")) return "curves";
  return cells("selection", "main") > 0 ? "selection" : "nothing";
}

}  // namespace

int main(int, char** arguments) try {
  const std::filesystem::path store = std::filesystem::path(arguments[1]) / "results.sqlite";
  const std::filesystem::path reference = std::filesystem::path(arguments[2]) / "results.sqlite";
  const bool has_seen =
      std::filesystem::exists(arguments[3]) && std::filesystem::file_size(arguments[3]) > 0;
  const char* state = "nothing";
  if (!std::filesystem::exists(store) || std::filesystem::file_size(store) == 0) {
    require(!has_seen, "the store is lost");
  } else {
    SQLite::Database db(store.string(), SQLite::OPEN_READONLY);
    SQLite::Statement attach(db, "ATTACH ? AS reference");
    attach.bind(1, reference.string());
    attach.exec();
    if (number(db, "SELECT count(*) FROM main.sqlite_schema") ==
        0) {  // killed before its tables were made
      require(!has_seen, "the tables are lost");
    } else {
      check_rows(db);
      check_seen(db, arguments[3]);
      state = progress(db);
    }
  }
  std::puts(state);
  return 0;
} catch (const SQLite::Exception& error) {
  // A journal to be rolled back by who may write: left where the run was killed while it made the
  // tables.
  const std::filesystem::path seen = arguments[3];
  const bool has_seen = std::filesystem::exists(seen) && std::filesystem::file_size(seen) > 0;
  if (error.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK && !has_seen) {
    std::puts("nothing");
    return 0;
  }
  std::fprintf(stderr, "store_check: %s%s\n", error.what(),
               has_seen ? "; there were cells before" : "");
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "store_check: %s\n", error.what());
  return 1;
}
