// Reads any bytes as results.sqlite. The first byte chooses what the others are: the whole file,
// changes to a good store (place, byte), or a value in place of one of a good store. Each store is
// refused with a message, or can be read, reported on and written to.
#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "costruct/core/error.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/store/run_record.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "fuzz-store-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file() const { return path_ / "results.sqlite"; }

 private:
  std::filesystem::path path_;
};

CellResult some_cell(Index repetition) {
  CellResult cell;
  cell.learner = "hmm";
  cell.labeled = 5;
  cell.repetition = repetition;
  cell.metrics = {{"token_error", 0.25}, {"accuracy", 0.75}};
  cell.view_errors = {0.5, 0.125};
  cell.chosen = {{"smoothing", 0.1}};
  cell.split_hash = Split{{1, 2}, {}, {repetition}}.hash();
  return cell;
}

RunRecord some_record() {
  RunRecord record;
  record.results.name = "fuzz";
  record.results.learners = {"hmm"};
  record.results.metrics = {"token_error"};
  record.results.selection = {
      {"hmm", 5, 0, {{"smoothing", 0.1}}, "token_error", 0.25, 0.1, 2, true}};
  record.results.config = {{"name", "fuzz"}};
  record.lines = {{"hmm", 5, 0, 17, Json::object(), ""}};
  record.repetitions = 3;
  return record;
}

// A store with two of three cells, its pages as small as SQLite allows.
std::string good_store() {
  const Folder folder;
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    save_record(store, some_record());
    for (Index repetition = 0; repetition < 2; ++repetition) {
      store.put(cell_key(17, repetition), Phase::kCurve, some_cell(repetition),
                {{1, 2}, {}, {repetition}});
    }
  }
  SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE)
      .exec("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
  std::ifstream file(folder.file(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string changed(std::string store, std::string_view changes) {
  for (; changes.size() >= 3; changes.remove_prefix(3)) {
    const std::size_t place =
        static_cast<unsigned char>(changes[0]) * 256u + static_cast<unsigned char>(changes[1]);
    store[place % store.size()] = changes[2];
  }
  return store;
}

void write_value(const std::filesystem::path& file, unsigned which, std::string_view value) {
  static constexpr const char* kUpdates[] = {"UPDATE record SET value = ?",
                                             "UPDATE cells SET chosen = ?",
                                             "UPDATE cells SET view_errors = ?",
                                             "UPDATE cells SET split_hash = ?",
                                             "UPDATE lists SET examples = ?",
                                             "UPDATE cells SET token_error = ?, labeled = 1e300",
                                             "UPDATE cells SET row = -row, phase = ?",
                                             "UPDATE OR IGNORE cells SET key = ?"};
  SQLite::Database db(file.string(), SQLite::OPEN_READWRITE);
  // As a store of version 1, whose values no checksum protects.
  db.exec(
      "ALTER TABLE cells DROP COLUMN checksum; ALTER TABLE record DROP COLUMN checksum; "
      "PRAGMA user_version = 1");
  SQLite::Statement update(db, kUpdates[which % std::size(kUpdates)]);
  update.bind(1, std::string(value));
  update.exec();
}

// Runs an action that may refuse.
template <class Action>
void attempt(const Action& action) {
  try {
    action();
  } catch (const DataError& error) {
    require(!std::string_view(error.what()).empty());
  } catch (const OutputError& error) {
    require(!std::string_view(error.what()).empty());
  }
}

void read_all(const Folder& folder) {
  const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
  std::vector<std::pair<CellKey, std::string>> seen;
  attempt([&] {
    store.visit_curve_cells({"token_error", "f1_micro"}, [&](CellKey key, CellResult&& cell) {
      seen.emplace_back(key, cell.split_hash);
    });
  });
  for (const auto& cell : seen) {
    attempt([&] { (void)store.find(cell.first); });
    attempt([&] { (void)store.split(cell.second); });
  }
  attempt([&] { (void)store.key_of_row(1); });
  (void)with_cells(read_record(store), store);
}

// What is put into a store that opens stands in it afterwards.
void go_on(const Folder& folder) {
  const CellKey key = cell_key(17, 2);
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    store.put(key, Phase::kCurve, some_cell(2), {{1, 2}, {}, {2}});
    save_record(store, some_record());
  }
  const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
  const auto found = store.find(key);
  require(found && found->metrics == some_cell(2).metrics);
}

void remove_files(const Folder& folder) {
  for (const char* end : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(folder.file().string() + end);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder, other;
  static const std::string good = good_store();
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const unsigned way = data[0] % 3u, which = data[0] / 3u;
  remove_files(folder);
  write_file(folder.file(), way == 0 ? std::string(rest) : way == 1 ? changed(good, rest) : good);
  if (way == 2) write_value(folder.file(), which, rest);
  attempt([&] { read_all(folder); });
  attempt([&] {
    remove_files(other);
    ResultStore store(other.path(), ResultStore::Mode::kResume);
    store.merge(folder.path());
  });
  attempt([&] { go_on(folder); });
  return 0;
}
