// The store reads back cells bit for bit, has one writer, and gives a clear message about files
// that are not stores.
#include "costruct/results/store/result_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>

#include "costruct/core/random.hpp"
#include "costruct/experiments/sweep/cell.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/store/run_record.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Split some_split(Index salt = 0) {
  Split split{{3, 1, 4}, {15, 9, 2 + salt}, {6, 5}};
  return split;
}

CellResult some_cell() {
  CellResult cell;
  cell.learner = "a \"name\"\n";
  cell.labeled = 5;
  cell.unlabeled = 25;
  cell.repetition = 7;
  cell.metrics = {{"token_error", 0.1 + 0.2},
                  {"accuracy", -1e-310},
                  {"chunk_f1", 1e308},
                  {"constraints_added", 2824}};
  cell.view_errors = {0.1, 1.0 / 3};
  cell.disagreement = 0.7;
  cell.primal = std::numeric_limits<double>::infinity();
  cell.gap_is_estimate = true;
  cell.extremes = std::make_shared<const ExtremeOutputs>(ExtremeOutputs{
      {"a.mrg:3", 0.1 + 0.2, "(A \"ä\")\n", "()\n"}, {"a.mrg:1", 0, "(B b)\n", "(B b)\n"}});
  cell.labeled_sample = std::make_shared<const LabeledSample>(
      LabeledSample{7, {{"O", 4}, {"ä\"", 3}}, {"a b:3", "c:1"}, 1});
  cell.decoding_gaps = DecodingGaps{7, 3, 0.1, 1.0 / 3};
  cell.train_seconds = 1e-9;
  cell.peak_memory = std::int64_t{1} << 40;
  cell.oracle_calls = 12;
  cell.iterations = 3;
  cell.converged = true;
  cell.stopped_because = "über";
  cell.chosen = {{"Cu", 0.1}};
  cell.split_hash = some_split().hash();
  cell.redraws = 2;
  cell.warnings = {"a \"quoted\" label; and\ta \\, 'another'\n", "", "{\"Cu\": [0.1]}"};
  cell.notes = {std::string("ends in \0: ", 11), "\u4e2d\u6587, \U0001f600 \x1b[31m"};
  return cell;
}

CellResult cell_without_remarks() {
  CellResult cell = some_cell();
  cell.warnings.clear();
  cell.notes.clear();
  return cell;
}

void check_same(const CellResult& a, const CellResult& b) {
  CHECK(a.learner == b.learner);
  CHECK(a.labeled == b.labeled);
  CHECK(a.unlabeled == b.unlabeled);
  CHECK(a.repetition == b.repetition);
  CHECK(a.metrics == b.metrics);
  CHECK(a.view_errors == b.view_errors);
  CHECK(a.disagreement == b.disagreement);
  CHECK(a.primal == b.primal);
  CHECK(std::isnan(b.dual));
  CHECK(std::isnan(b.gap));
  CHECK(a.gap_is_estimate == b.gap_is_estimate);
  REQUIRE(static_cast<bool>(a.extremes) == static_cast<bool>(b.extremes));
  if (a.extremes) CHECK(to_json(*a.extremes) == to_json(*b.extremes));
  REQUIRE(static_cast<bool>(a.labeled_sample) == static_cast<bool>(b.labeled_sample));
  if (a.labeled_sample) CHECK(to_json(*a.labeled_sample) == to_json(*b.labeled_sample));
  REQUIRE(a.decoding_gaps.has_value() == b.decoding_gaps.has_value());
  if (a.decoding_gaps) CHECK(to_json(*a.decoding_gaps) == to_json(*b.decoding_gaps));
  CHECK(a.train_seconds == b.train_seconds);
  CHECK(a.peak_memory == b.peak_memory);
  CHECK(a.oracle_calls == b.oracle_calls);
  CHECK(a.iterations == b.iterations);
  CHECK(a.converged == b.converged);
  CHECK(a.stopped_because == b.stopped_because);
  CHECK(a.chosen == b.chosen);
  CHECK(a.split_hash == b.split_hash);
  CHECK(a.redraws == b.redraws);
  CHECK(a.error == b.error);
  CHECK(a.warnings == b.warnings);
  CHECK(a.notes == b.notes);
}

}  // namespace

namespace {

// What a store of version 1 is.
void forget_checksums(const std::string& file) {
  SQLite::Database(file, SQLite::OPEN_READWRITE)
      .exec(
          "ALTER TABLE cells DROP COLUMN checksum; ALTER TABLE record DROP COLUMN checksum; "
          "PRAGMA user_version = 1");
}

// Gives a column another value of its type.
std::string change_sql(const std::string& table, const std::string& column,
                       const std::string& type) {
  if (type == "integer")
    return "UPDATE " + table + " SET " + column + " = " + column + " + 1 - 2 * (" + column +
           " & 1)";
  if (type == "real") return "UPDATE " + table + " SET " + column + " = 7.25";
  return "UPDATE " + table + " SET " + column + " = " + column + " || 'x'";
}

}  // namespace

TEST_CASE("a changed value of any column is found when the store is opened",
          "[experiments][store]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "results.sqlite").string();
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    CellResult cell = some_cell();
    cell.error = "as long as it is told";
    cell.dual = 0.25;
    cell.gap = 0.5;
    cell.gap_is_estimate = true;
    cell.predict_seconds = 2;
    store.put(1, Phase::kCurve, some_cell(), some_split());
    store.put(2, Phase::kCurve, cell, some_split());
    store.set_text("run", "what it was");
  }
  SQLite::Database(file, SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = DELETE");
  const std::string whole = read_text(file);
  std::vector<std::string> changes;
  {
    SQLite::Database db(file);
    SQLite::Statement columns(db,
                              "SELECT name FROM pragma_table_info('cells') WHERE name <> 'row'");
    while (columns.executeStep()) {
      const std::string name = columns.getColumn(0).getString(), quoted = '"' + name + '"';
      const std::string type =
          db.execAndGet("SELECT typeof(" + quoted + ") FROM cells WHERE row = 2").getString();
      changes.push_back("UPDATE cells SET " + quoted + " = 1 WHERE row = 2 AND " + quoted +
                        " IS NULL");
      if (type != "null") changes.back() = change_sql("cells", quoted, type) + " WHERE row = 2";
    }
  }
  CHECK(changes.size() > 25);  // the columns of every store and those of this cell
  changes.push_back("UPDATE cells SET phase = CAST(phase AS BLOB) WHERE row = 2");
  for (const std::string& change : changes) {
    CAPTURE(change);
    write_text(file, whole);
    {
      SQLite::Database db(file, SQLite::OPEN_READWRITE);
      REQUIRE(db.exec(change) == 1);
    }
    for (const auto mode : {ResultStore::Mode::kReadOnly, ResultStore::Mode::kResume}) {
      CHECK_THAT(message_of<DataError>([&] { ResultStore(folder.path(), mode); }),
                 Contains("damaged store: row 2 of the table cells does not give its checksum"));
    }
    std::filesystem::create_directories(folder / "other");
    CHECK_THAT(message_of<DataError>([&] {
                 ResultStore(folder / "other", ResultStore::Mode::kResume).merge(folder.path());
               }),
               Contains("row 2 of the table cells"));
    CHECK(ResultStore(folder / "other", ResultStore::Mode::kResume).num_cells() == 0);
  }
  write_text(file, whole);
  SQLite::Database(file, SQLite::OPEN_READWRITE).exec(change_sql("record", "value", "text"));
  const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
  CHECK_THAT(message_of<DataError>([&] { (void)store.text("run"); }),
             Contains("damaged store: row run of the table record does not give its checksum"));
  SQLite::Database(file, SQLite::OPEN_READWRITE)
      .exec("UPDATE lists SET examples = '[3,1,5]' WHERE examples = '[3,1,4]'");
  CHECK_THAT(message_of<DataError>([&] { (void)store.split(some_split().hash()); }),
             Contains("do not give its hash"));
}

TEST_CASE("no flipped bit of a store's file changes what is read", "[experiments][store]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "results.sqlite").string();
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    for (CellKey key = 1; key <= 3; ++key) store.put(key, Phase::kCurve, some_cell(), some_split());
  }
  SQLite::Database(file, SQLite::OPEN_READWRITE)
      .exec("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
  const std::string whole = read_text(file);
  RandomStream random(1, 0, "flipped bits");
  int refused = 0;
  constexpr int kTried = 4000;
  for (int i = 0; i < kTried; ++i) {
    std::string flipped = whole;
    const auto bit = static_cast<std::size_t>(random.below(static_cast<Index>(8 * whole.size())));
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    write_text(file, flipped);
    for (const char* end : {"-wal", "-shm", "-journal"}) std::filesystem::remove(file + end);
    CAPTURE(bit);
    try {
      const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
      std::vector<CellKey> keys;
      store.visit_curve_cells({"token_error"}, [&](CellKey key, CellResult&& cell) {
        keys.push_back(key);
        if (cell.metrics.at("token_error") != some_cell().metrics.at("token_error"))
          FAIL("another value");
      });
      if (keys != std::vector<CellKey>{1, 2, 3}) FAIL("other cells");
      for (const CellKey key : keys) {
        const CellResult cell = store.find(key).value();
        if (cell.primal != some_cell().primal || cell.view_errors != some_cell().view_errors)
          FAIL("values");
      }
    } catch (const DataError&) {
      ++refused;
    } catch (const OutputError&) {
      ++refused;
    }
  }
  CHECK(refused > kTried / 10);
}

TEST_CASE("a store without checksums is read, and gets them when it is written",
          "[experiments][store]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "results.sqlite").string();
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    store.put(1, Phase::kCurve, some_cell(), some_split());
    store.set_text("run", "what it was");
  }
  forget_checksums(file);
  std::filesystem::create_directories(folder / "other");
  {
    ResultStore other(folder / "other", ResultStore::Mode::kResume);
    CHECK(other.merge(folder.path()).added == 1);
    check_same(some_cell(), *other.find(1));
  }
  {
    const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
    check_same(some_cell(), *store.find(1));
    CHECK(store.text("run") == "what it was");
  }
  { ResultStore store(folder.path(), ResultStore::Mode::kResume); }
  for (const auto& each : {folder.path(), folder / "other"}) {
    SQLite::Database db((each / "results.sqlite").string(), SQLite::OPEN_READWRITE);
    CHECK(db.execAndGet("PRAGMA user_version").getInt() == 2);
    CHECK(db.execAndGet("SELECT count(*) FROM cells WHERE checksum IS NULL").getInt() == 0);
    check_same(some_cell(), *ResultStore(each, ResultStore::Mode::kReadOnly).find(1));
    db.exec("UPDATE cells SET labeled = 6");
    CHECK_THAT(message_of<DataError>([&] { ResultStore(each, ResultStore::Mode::kReadOnly); }),
               Contains("row 1 of the table cells"));
  }
}

TEST_CASE("a cell and its split survive the store bit for bit", "[experiments][store]") {
  const TemporaryFolder folder;
  const CellKey key = ~CellKey{0};  // beyond SQLite's signed integers
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    CHECK(store.state(key) == CellState::kAbsent);
    CHECK(!store.find(key));
    store.put(key, Phase::kCurve, some_cell(), some_split());
    CHECK(store.state(key) == CellState::kFinished);
  }
  const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
  const auto found = store.find(key);
  REQUIRE(found);
  check_same(some_cell(), *found);
  CHECK(found->row == 1);
  CHECK(store.key_of_row(1) == key);
  CHECK(!store.key_of_row(2));
  CHECK(store.split(some_split().hash()) == some_split());
  CHECK(!store.split("0"));
  int visited = 0;
  store.visit_curve_cells({"accuracy", "no such metric"}, [&](CellKey at, CellResult&& cell) {
    ++visited;
    CHECK(at == key);
    CHECK(cell.warnings == some_cell().warnings);
    CHECK(cell.notes == some_cell().notes);
    CHECK(cell.metrics == std::map<std::string, double>{{"accuracy", -1e-310}});
  });
  CHECK(visited == 1);
}

TEST_CASE("a cell put again stands in place of the first, in its row", "[experiments][store]") {
  const TemporaryFolder folder;
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  CellResult failed = some_cell();
  failed.error = "out of memory";
  failed.metrics.clear();
  store.put(1, Phase::kCurve, failed, some_split());
  store.put(2, Phase::kSelection, some_cell(), some_split());
  CHECK(store.state(1) == CellState::kFailed);
  store.put(1, Phase::kCurve, some_cell(), some_split());
  CHECK(store.state(1) == CellState::kFinished);
  CHECK(store.num_cells() == 2);
  CHECK(store.find(1)->row == 1);
  check_same(some_cell(), *store.find(1));
}

TEST_CASE("lists of examples that splits share are kept once", "[experiments][store]") {
  const TemporaryFolder folder;
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    for (Index i = 0; i < 5; ++i) {
      CellResult cell = some_cell();
      cell.split_hash = some_split(i).hash();
      store.put(static_cast<CellKey>(i), Phase::kCurve, cell, some_split(i));
    }
    for (Index i = 0; i < 5; ++i) CHECK(store.split(some_split(i).hash()) == some_split(i));
  }
  SQLite::Database db((folder / "results.sqlite").string());
  CHECK(db.execAndGet("SELECT count(*) FROM splits").getInt() == 5);
  CHECK(db.execAndGet("SELECT count(*) FROM lists").getInt() == 7);
  CHECK(db.execAndGet(
              "SELECT group_concat(value) FROM lists, json_each(examples) WHERE hash = (SELECT "
              "labeled FROM splits LIMIT 1)")
            .getString() == "3,1,4");
}

TEST_CASE("merging takes finished cells over, once each", "[experiments][store]") {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) std::filesystem::create_directories(folder / name);
  CellResult failed = some_cell(), other = some_cell();
  failed.error = "no";
  other.metrics["token_error"] = 0.5;
  {
    ResultStore b(folder / "b", ResultStore::Mode::kResume);
    b.put(1, Phase::kCurve, some_cell(), some_split());
    b.put(2, Phase::kCurve, some_cell(), some_split());
    b.put(3, Phase::kCurve, other, some_split());
    b.put(4, Phase::kCurve, failed, some_split());
  }
  ResultStore a(folder / "a", ResultStore::Mode::kResume);
  a.put(2, Phase::kCurve, failed, some_split());
  a.put(3, Phase::kCurve, some_cell(), some_split());
  a.put(4, Phase::kCurve, some_cell(), some_split());
  const auto merged = a.merge(folder / "b");
  CHECK(merged.added == 1);
  CHECK(merged.known == 3);
  CHECK(merged.different == 1);
  CHECK(a.num_cells() == 4);
  for (CellKey key = 1; key <= 4; ++key) {
    CHECK(a.state(key) == CellState::kFinished);
    check_same(some_cell(), *a.find(key));
  }
  CHECK(a.merge(folder / "b").added == 0);
  CHECK(a.split(some_split().hash()) == some_split());
}

TEST_CASE("one run writes at a time, others may read", "[experiments][store]") {
  const TemporaryFolder folder;
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  CHECK_THAT(
      message_of<OutputError>([&] { ResultStore(folder.path(), ResultStore::Mode::kResume); }),
      Contains("another run is writing here"));
  CHECK_THAT(
      message_of<OutputError>([&] { ResultStore(folder.path(), ResultStore::Mode::kFresh); }),
      Contains("another run is writing here"));
  store.put(1, Phase::kCurve, some_cell(), some_split());
  const ResultStore reader(folder.path(), ResultStore::Mode::kReadOnly);
  CHECK(reader.num_cells() == 1);
  store.put(2, Phase::kCurve, some_cell(), some_split());
  CHECK(ResultStore(folder.path(), ResultStore::Mode::kReadOnly).num_cells() == 2);
}

TEST_CASE("fresh forgets what was there", "[experiments][store]") {
  const TemporaryFolder folder;
  ResultStore(folder.path(), ResultStore::Mode::kResume)
      .put(1, Phase::kCurve, some_cell(), some_split());
  CHECK(ResultStore(folder.path(), ResultStore::Mode::kFresh).num_cells() == 0);
}

TEST_CASE("a run killed while its store was made begins anew", "[experiments][store]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "results.sqlite").string();
  SECTION("after the first page") {
    SQLite::Database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("PRAGMA journal_mode = WAL");
    REQUIRE(std::filesystem::file_size(file) > 0);
  }
  SECTION("with a journal to be rolled back") {
    const pid_t child = ::fork();
    if (child == 0) {
      SQLite::Database db(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      db.exec(
          "PRAGMA cache_size = 1; BEGIN; CREATE TABLE cells(a); INSERT INTO cells "
          "VALUES(randomblob(100000))");
      ::_exit(0);
    }
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    REQUIRE(std::filesystem::exists(file + "-journal"));
  }
  CHECK_THAT(
      message_of<DataError>([&] { ResultStore(folder.path(), ResultStore::Mode::kReadOnly); }),
      Contains("no cells yet"));
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  store.put(1, Phase::kCurve, some_cell(), some_split());
  CHECK(store.num_cells() == 1);
}

TEST_CASE("fresh removes nothing that is not ours", "[experiments][store]") {
  const TemporaryFolder folder;
  write_text(folder / "results.sqlite", "Notes on SQLite, kept by somebody else.");
  CHECK_THAT(message_of<DataError>([&] { ResultStore(folder.path(), ResultStore::Mode::kFresh); }),
             Contains("no result store of costruct"));
  CHECK(read_text(folder / "results.sqlite").size() > 10);
  std::filesystem::remove(folder / "results.sqlite");
  write_text(folder / "results.sqlite", "");
  CHECK(ResultStore(folder.path(), ResultStore::Mode::kFresh).num_cells() == 0);
}

namespace {

// What somebody without the right to write gets from reading a folder: cells, or -1 and a message.
std::pair<Index, std::string> read_as_nobody(const std::filesystem::path& folder) {
  const auto answer = folder.string() + ".answer";
  const pid_t child = ::fork();
  if (child == 0) {
    std::string text;
    std::ofstream out(answer);
    if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(1);
    try {
      text = std::to_string(ResultStore(folder, ResultStore::Mode::kReadOnly).num_cells());
    } catch (const std::exception& error) {
      text = std::string("-1 ") + error.what();
    }
    out << text << std::flush;
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(status == 0);
  const std::string text = read_text(answer);
  std::filesystem::remove(answer);
  return {std::stoll(text), text};
}

}  // namespace

TEST_CASE("a folder that cannot be written can be read, but not past a log that was left",
          "[experiments][store]") {
  using std::filesystem::perms;
  const TemporaryFolder parent;
  std::filesystem::permissions(parent.path(), perms(0755));
  const auto folder = parent / "100% #done?";
  std::filesystem::create_directories(folder);
  {
    ResultStore store(folder, ResultStore::Mode::kResume);
    store.put(1, Phase::kCurve, some_cell(), some_split());
  }
  std::filesystem::permissions(folder, perms(0555));
  CHECK(read_as_nobody(folder).first == 1);

  std::filesystem::permissions(folder, perms(0755));
  const auto copy = parent / "copy";
  {
    ResultStore store(folder, ResultStore::Mode::kResume);
    store.put(2, Phase::kCurve, some_cell(), some_split());
    std::filesystem::create_directories(
        copy);  // as a killed run leaves it: the log not written back
    for (const char* file : {"results.sqlite", "results.sqlite-wal"})
      std::filesystem::copy(folder / file, copy / file);
  }
  std::filesystem::permissions(copy, perms(0555));
  const auto [cells, message] = read_as_nobody(copy);
  CHECK(cells == -1);
  CHECK_THAT(message, Contains("its log can only be read where the folder can be written"));
  std::filesystem::permissions(copy, perms(0755));
  CHECK(ResultStore(copy, ResultStore::Mode::kReadOnly).num_cells() == 2);
}

TEST_CASE("files that are no store, or a newer one, are told so", "[experiments][store]") {
  const TemporaryFolder folder;
  const auto refused = [&](auto mode) {
    return message_of<DataError>([&] { ResultStore(folder.path(), mode); });
  };
  const auto both = [&](const std::string& text) {
    CHECK_THAT(refused(ResultStore::Mode::kReadOnly), Contains(text));
    CHECK_THAT(refused(ResultStore::Mode::kResume), Contains(text));
  };
  CHECK_THAT(refused(ResultStore::Mode::kReadOnly), Contains("no results of `costruct run`"));
  CHECK_THAT(
      message_of<OutputError>([&] { ResultStore(folder / "nowhere", ResultStore::Mode::kResume); }),
      Contains("cannot be written"));

  const std::string file = (folder / "results.sqlite").string();
  write_text(file, "This is a text and no data base.\n" + std::string(2000, 'x'));
  both("no result store of costruct");
  std::filesystem::remove(file);
  SQLite::Database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec("CREATE TABLE cells(a)");
  both("no result store of costruct");
  std::filesystem::remove(file);
  { ResultStore store(folder.path(), ResultStore::Mode::kResume); }
  SQLite::Database(file, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 3");
  both("written by a newer costruct");
  SQLite::Database(file, SQLite::OPEN_READWRITE)
      .exec("PRAGMA user_version = 1; DROP TABLE cells; CREATE VIEW cells AS SELECT 1 AS row");
  both("damaged store: no table cells");
}

TEST_CASE("a store made up to keep us busy or fill memory is refused", "[experiments][store]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "results.sqlite").string();
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    store.put(1, Phase::kCurve, some_cell(), some_split());
  }
  SECTION("a record that speaks of more cells than there can be") {
    ResultStore(folder.path(), ResultStore::Mode::kResume)
        .set_text("run", R"({"name": "", "source": "", "learners": [], "metrics": [],
        "tests": [], "claims": [], "config": {}, "provenance": {}, "selection": [], "selected": true, "selection_cells": [], "selection_repetitions": 0,
        "repetitions": 9000000000000000000, "lines": [{"learner": "x", "labeled": 1, "unlabeled": 0, "identity": 5, "chosen": {}, "reason": ""}]})");
    CHECK_THAT(message_of<DataError>([&] { load_run(folder.path()); }), Contains("damaged store"));
  }
  SECTION("values of other types") {
    forget_checksums(file);
    SQLite::Database(file, SQLite::OPEN_READWRITE)
        .exec("UPDATE cells SET view_errors = '[1, \"x\"]'");
    CHECK_THAT(message_of<DataError>(
                   [&] { (void)ResultStore(folder.path(), ResultStore::Mode::kReadOnly).find(1); }),
               Contains("damaged store: row 1 of cells"));
  }
  SECTION("no record") {
    CHECK_THAT(message_of<DataError>([&] { load_run(folder.path()); }), Contains("no cells yet"));
  }
}

TEST_CASE("a store of a program that knew fewer metrics gets the new ones",
          "[experiments][store]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "results.sqlite").string();
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    CellResult cell = some_cell();
    cell.metrics.erase("accuracy");
    store.put(1, Phase::kCurve, cell, some_split());
  }
  CHECK(SQLite::Database(file)
            .execAndGet("SELECT count(*) FROM pragma_table_info('cells') WHERE name = 'accuracy'")
            .getInt() == 0);
  CHECK(!ResultStore(folder.path(), ResultStore::Mode::kReadOnly)
             .find(1)
             ->metrics.contains("accuracy"));
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  store.put(2, Phase::kCurve, some_cell(), some_split());
  CHECK(store.find(2)->metrics == some_cell().metrics);
  CHECK(!store.find(1)->metrics.contains("accuracy"));
}

TEST_CASE(
    "in a store of a program that did not keep which gaps are estimates, all are certificates",
    "[experiments][store]") {
  const TemporaryFolder folder, newer;
  CellResult cell = some_cell();
  cell.gap_is_estimate = false;
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    store.put(1, Phase::kCurve, cell, some_split());
  }
  const auto is_estimate = [](const ResultStore& store, CellKey key) {
    std::map<CellKey, bool> seen;
    store.visit_curve_cells({"token_error"}, [&](CellKey at, CellResult&& found) {
      CHECK(found.metrics.size() == 1);
      seen[at] = found.gap_is_estimate;
    });
    CHECK(seen.at(key) == store.find(key)->gap_is_estimate);
    return seen.at(key);
  };
  CHECK(!is_estimate(ResultStore(folder.path(), ResultStore::Mode::kReadOnly), 1));
  {
    ResultStore merged(newer.path(), ResultStore::Mode::kResume);
    merged.put(1, Phase::kCurve, some_cell(), some_split());
    merged.put(2, Phase::kCurve, some_cell(), some_split());
    CHECK(merged.merge(folder.path()).different == 0);
    CHECK(is_estimate(merged, 1));
  }
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  CHECK(!is_estimate(store, 1));
  CHECK(store.merge(newer.path()).different == 0);
  CHECK(!is_estimate(store, 1));
  CHECK(is_estimate(store, 2));
}

TEST_CASE("warnings and notes survive the way to another process, and bytes that are no text",
          "[experiments][store]") {
  for (const CellResult& cell : {some_cell(), cell_without_remarks()}) {
    check_same(cell, cell_from_json(to_json(cell)));
    check_same(cell, cell_from_json(Json::parse(to_json(cell).dump())));
  }
  const TemporaryFolder folder;
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  CellResult cell = some_cell();
  cell.warnings = {"label \xff has"};
  store.put(1, Phase::kCurve, cell, some_split());
  CHECK(store.find(1)->warnings == std::vector<std::string>{"label \ufffd has"});
}

TEST_CASE("in a store of a program that did not keep warnings and notes, no cell has any",
          "[experiments][store]") {
  const TemporaryFolder folder, newer;
  const CellResult old = cell_without_remarks();
  const auto has_columns = [&] {
    return SQLite::Database((folder / "results.sqlite").string())
        .execAndGet(
            "SELECT count(*) FROM pragma_table_info('cells') WHERE name IN ('warnings', 'notes')")
        .getInt();
  };
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    store.put(1, Phase::kCurve, old, some_split());
  }
  REQUIRE(has_columns() == 0);
  {
    const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
    check_same(old, *store.find(1));
    int visited = 0;
    store.visit_curve_cells({"token_error"}, [&](CellKey, CellResult&& cell) {
      ++visited;
      CHECK((cell.warnings.empty() && cell.notes.empty()));
    });
    CHECK(visited == 1);
  }
  {
    // What an older program did not keep is no difference, and the row that is there stays.
    ResultStore merged(newer.path(), ResultStore::Mode::kResume);
    for (const CellKey key : {1, 2}) merged.put(key, Phase::kCurve, some_cell(), some_split());
    CHECK(merged.merge(folder.path()).different == 0);
    check_same(some_cell(), *merged.find(1));
  }
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  const auto merged = store.merge(newer.path());
  CHECK(merged.added == 1);
  CHECK(merged.different == 0);
  CHECK(has_columns() == 2);
  check_same(old, *store.find(1));
  check_same(some_cell(), *store.find(2));
  CellResult warned = old;
  warned.warnings = some_cell().warnings;
  store.put(1, Phase::kCurve, warned, some_split());
  store.put(2, Phase::kCurve, old, some_split());  // put again without them
  check_same(warned, *store.find(1));
  check_same(old, *store.find(2));
}

TEST_CASE("where no more can be written the store keeps what it had", "[experiments][store]") {
  const TemporaryFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  Index kept = 0;
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    const rlimit small{1'000'000, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string message = message_of<OutputError>([&] {
      for (CellKey key = 0; key < 100'000; ++key) {
        CellResult cell = some_cell();
        cell.split_hash = some_split(static_cast<Index>(key)).hash();
        store.put(key, Phase::kCurve, cell, some_split(static_cast<Index>(key)));
        ++kept;
      }
    });
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK_THAT(message, Contains("results.sqlite: cannot be"));
    CHECK(store.num_cells() == kept);
  }
  CHECK(kept > 10);
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  CHECK(store.num_cells() == kept);
  store.put(~CellKey{0}, Phase::kCurve, some_cell(), some_split());
  for (CellKey key = 0; key < static_cast<CellKey>(kept); ++key) CHECK(store.find(key).has_value());
}
