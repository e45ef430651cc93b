// No command replaces what it reads, nor a store; what was read last is written last. Runs the
// binary.
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <future>
#include <thread>

#include "costruct/results/store/run_record.hpp"
#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// All regular files under a folder with their bytes, but for the shell's and those that reading a
// store makes.
std::map<std::string, std::string> files_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && name != ".out" && name != ".err" && !name.ends_with("-wal") &&
        !name.ends_with("-shm"))
      files[entry.path().string()] = read_text(entry.path());
  }
  return files;
}

struct Shell2 : Shell {
  Shell2() {
    std::filesystem::create_directory(folder / "sub");
    std::filesystem::create_symlink("train.conll", folder / "link.conll");
    std::filesystem::create_hard_link(folder / "train.conll", folder / "hard.conll");
    std::filesystem::create_symlink("pos.json", folder / "link.json");
    REQUIRE((*this)("train pos.json --model m.st").code == 0);
    std::filesystem::copy_file(folder / "m.st", folder / "other.st");
    REQUIRE((*this)("run toy.json --out r").code == 0);
    REQUIRE((*this)("run toy.json --out r2").code == 0);
    std::filesystem::create_symlink("r/results.sqlite", folder / "link.sqlite");
    std::filesystem::copy_file(folder / "r" / "curves.csv", folder / "copy.csv");
    std::filesystem::copy_file(folder / "r" / "report.html", folder / "page.html");
    write_text(folder / "labeled.conll", toy_sentences(3, 9));
    std::filesystem::copy_file(folder / "toy.json", folder / "config.json");
  }
};

}  // namespace

TEST_CASE("no command replaces what it reads, or a store", "[cli]") {
  const Shell2 shell;
  std::filesystem::create_symlink("../train.conll", shell.folder / "sub" / "curves.csv");
  const auto before = files_in(shell.folder.path());
  const std::vector<std::array<std::string, 3>> cases = {
      {"train pos.json --model pos.json", "--model pos.json", "the config pos.json"},
      {"train pos.json --model ./sub/../pos.json", "--model ./sub/../pos.json",
       "the config pos.json"},
      {"train pos.json --model link.json", "--model link.json", "the config pos.json"},
      {"train pos.json --model train.conll", "--model train.conll", "the data file ./train.conll"},
      {"train pos.json --model link.conll", "--model link.conll", "the data file ./train.conll"},
      {"train pos.json --model hard.conll", "--model hard.conll", "the data file ./train.conll"},
      {"train pos.json --model n.st --report train.conll", "--report train.conll", "the data file"},
      {"train pos.json --model n.st --report n.st", "--report n.st",
       "the same file as --model n.st"},
      {"train pos.json --model n.st --report sub/../n.st", "--report sub/../n.st",
       "the same file as --model"},
      {"train pos.json --model n.st --report test.conll --set data.test=test.conll",
       "--report test.conll", "the data file ./test.conll"},
      {"train pos.json --model n.st --report un.conll --set data.unlabeled=hard.conll", "", ""},
      {"train pos.json --model r/results.sqlite", "--model r/results.sqlite", "the result store"},
      {"train pos.json --model n.st --report link.sqlite", "--report link.sqlite",
       "the result store"},
      {"train pos.json --model r/results.lock", "--model r/results.lock", "the result store"},
      {"predict --model m.st --data test.conll --output test.conll", "--output test.conll",
       "the data file test.conll"},
      {"predict --model m.st --data test.conll --output m.st", "--output m.st", "the model m.st"},
      {"predict --model m.st --data link.conll --output hard.conll", "--output hard.conll",
       "the data file link.conll"},
      {"predict --model m.st --data test.conll --output r/results.sqlite",
       "--output r/results.sqlite", "the result store"},
      {"predict --model m.st --data test.conll >> test.conll", "standard output",
       "the data file test.conll"},
      {"predict --model m.st --data test.conll --output train.conll", "--output train.conll",
       "would replace train.conll, which the model was trained on"},
      {"predict --model m.st --data test.conll --output link.conll", "--output link.conll",
       "trained on"},
      {"predict --model m.st --data test.conll --output toy.json", "--output toy.json",
       "replace a config"},
      {"predict --model m.st --data test.conll --output other.st", "--output other.st",
       "replace a model"},
      {"train pos.json --model test.conll", "--model test.conll",
       "replace a file that is no model"},
      {"train pos.json --model n.st --report test.conll", "--report test.conll",
       "a file that is no report"},
      {"train pos.json --model n.st --report toy.json", "--report toy.json", "replace a config"},
      {"evaluate --model m.st --data test.conll --report test.conll", "--report test.conll",
       "the data file"},
      {"evaluate --model m.st --data test.conll --report m.st", "--report m.st", "the model m.st"},
      {"claims r --csv r/results.sqlite", "--csv r/results.sqlite",
       "the result store r/results.sqlite"},
      {"predict --model m.st --data test.conll --output r/curves.csv", "--output r/curves.csv",
       "would replace a file of the results in its folder"},
      {"predict --model m.st --data test.conll --output r/report.html", "--output r/report.html",
       "results"},
      {"predict --model m.st --data test.conll --output copy.csv", "--output copy.csv",
       "a table of results"},
      {"predict --model m.st --data test.conll --output page.html", "--output page.html",
       "a page of a report"},
      {"predict --model m.st --data test.conll --output labeled.conll", "--output labeled.conll",
       "a file that holds no predictions"},
      {"claims r --csv labeled.conll", "--csv labeled.conll", "a file that is no table of claims"},
      {"claims r --csv copy.csv", "--csv copy.csv", "a file that is no table of claims"},
      {"report r r2 --output labeled.conll", "--output labeled.conll",
       "a file that is no page of a report"},
      {"report r r2 --output r2/report.html", "--output r2/report.html", "results"},
      {"claims r --csv r/curves.csv", "--csv r/curves.csv", "the results' r/curves.csv"},
      {"run config.json --out .", "./config.json", "the config config.json"},
      {"run toy.json --out .", "./config.json", "is there already"},
      {"run toy.json --out sub", "sub/curves.csv", "the data file ./train.conll"},
      {"run toy.json --out . --shard 1/1", "./config.json", "is there already"},
      {"merge . r", "./config.json", "is there already"},
  };
  for (const auto& [arguments, output, input] : cases) {
    if (output.empty()) continue;
    const Outcome outcome = shell(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err,
               Catch::StartsWith("costruct: error: ") && Contains(output) && Contains(input));
    CHECK(files_in(shell.folder.path()) == before);
  }
}

TEST_CASE("what the program wrote it writes again", "[cli]") {
  const Shell2 shell;
  for (const char* arguments : {"predict --model m.st --data test.conll --output p.txt",
                                "predict --model m.st --data test.conll --scores --output s.jsonl",
                                "evaluate --model m.st --data test.conll --report e.json",
                                "claims r --csv c.csv", "report r r2 --output both.html",
                                "train pos.json --model n.st --report n.json", "report r"}) {
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome = shell(arguments);
      CAPTURE(arguments, i, outcome.err);
      CHECK(outcome.code == 0);
      const std::string text(arguments), file = text.substr(text.rfind(' ') + 1);
      if (file == "r") continue;  // the folder of a run, whose command names no file
      CHECK((outcome.err.find("Replaced: " + file + "\n") != std::string::npos) == (i == 1));
      if (text.starts_with("train"))
        CHECK((outcome.err.find("Replaced: n.st\n") != std::string::npos) == (i == 1));
    }
  }
  write_text(shell.folder / "empty.txt", "");
  const Outcome into_empty = shell("predict --model m.st --data test.conll --output empty.txt");
  CHECK(into_empty.code == 0);
  CHECK_THAT(into_empty.err, !Contains("Replaced"));
}

TEST_CASE("examples and vectors are replaced only with --force, and never an input", "[cli]") {
  const Shell2 shell;
  std::filesystem::copy_file(shell.folder / "train.conll", shell.folder / "raw.txt");
  for (const std::string command :
       {"suggest --model m.st --data test.conll --count 1 --output kept.txt",
        "convert test.conll --from conll --to spans --output kept.txt",
        "vectors raw.txt --dimensions 2 --min-count 1 --out kept.txt"}) {
    CAPTURE(command);
    write_text(shell.folder / "kept.txt", "a note by hand\n");
    const Outcome refused = shell(command);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("kept.txt: exists: --force replaces it"));
    CHECK(read_text(shell.folder / "kept.txt") == "a note by hand\n");
    const Outcome forced = shell(command + " --force");
    CAPTURE(forced.err);
    CHECK(forced.code == 0);
    CHECK_THAT(forced.err, Contains("Replaced: kept.txt\n"));
    write_text(shell.folder / "kept.txt", "");
    CHECK(shell(command).code == 0);
  }
  const std::string before = read_text(shell.folder / "test.conll");
  CHECK(shell("convert test.conll --from conll --to spans --output test.conll --force").code == 2);
  CHECK(read_text(shell.folder / "test.conll") == before);
}

TEST_CASE("every command tells a missing file in the same words", "[cli]") {
  const Shell2 shell;
  const auto [arguments, code] = GENERATE(table<std::string, int>({
      {"train missing.x --model n.st", 2},
      {"run missing.x", 2},
      {"validate missing.x", 2},
      {"init missing.x", 3},
      {"convert missing.x --to spans", 3},
      {"predict --model missing.x --data test.conll", 3},
      {"predict --model m.st --data missing.x", 3},
      {"evaluate --model m.st --data missing.x", 3},
      {"suggest --model m.st --data missing.x --count 1", 3},
      {"vectors missing.x --out v.txt", 3},
      {"describe model missing.x", 3},
      {"train pos.json --set data.train=missing.x --model n.st", 3},
      {"--plugin missing.x list problems", 2},
  }));
  const Outcome outcome = shell(arguments);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.code == code);
  CHECK_THAT(outcome.err, Contains("missing.x: no such file"));
}

TEST_CASE("the files of a named data set and split files are kept too", "[cli]") {
  const Shell shell;
  std::filesystem::create_directories(shell.folder / "data" / "a9a");
  write_text(shell.folder / "data" / "a9a" / "a9a.xz", "not looked at");
  write_text(shell.folder / "rows.json", Json{{"problem", {{"type", "multiclass"}}},
                                              {"data", {{"dataset", "a9a"}}},
                                              {"learner", {{"type", "perceptron"}}}}
                                             .dump());
  const Outcome named = shell("train rows.json --model data/a9a/a9a.xz");
  CHECK(named.code == 2);
  CHECK_THAT(named.err, Contains("--model data/a9a/a9a.xz: would replace the data file") &&
                            Contains("a9a.xz"));

  write_text(shell.folder / "curves.csv", "1 2 3\n");
  const Outcome splits = shell(
      "run toy.json --out . --set 'sweep={\"protocol\": \"split_files\", \"splits\": "
      "\"curves.csv\"}' --set "
      "claims=[]");
  CHECK(splits.code == 2);
  CHECK_THAT(splits.err, Contains("curves.csv: would replace the split file ./curves.csv"));
  CHECK(read_text(shell.folder / "curves.csv") == "1 2 3\n");
}

TEST_CASE("a run goes on from the config that it wrote", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out r").code == 0);
  std::filesystem::copy_file(shell.folder / "train.conll", shell.folder / "r" / "train.conll");
  const std::string config = read_text(shell.folder / "r" / "config.json");
  CHECK(shell("run r/config.json --out r").code == 0);  // the same bytes: nothing is lost
  CHECK(read_text(shell.folder / "r" / "config.json") == config);
  const Outcome changed = shell("run r/config.json --out r --set sweep.repetitions=4");
  CHECK(changed.code == 2);
  CHECK_THAT(changed.err, Contains("r/config.json: would replace the config r/config.json"));
}

TEST_CASE("devices may be written twice", "[cli]") {
  const Shell shell;
  CHECK(shell("train pos.json --model /dev/null --report /dev/null").code == 0);
}

TEST_CASE("who writes the files of results reads the store when nobody else writes them", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out r --set sweep.repetitions=2").code == 0);
  const std::filesystem::path folder = shell.folder / "r";
  const std::string early = read_text(folder / "curves.csv");
  std::filesystem::remove(folder / "curves.csv");
  const int lock = ::open((folder / "report.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  REQUIRE(lock >= 0);
  REQUIRE(::flock(lock, LOCK_EX) == 0);
  // The report must wait, with the store not yet read: a run that ends meanwhile is what it reports
  // on.
  const std::string command =
      "cd '" + shell.folder.path().string() + "' && '" COSTRUCT_BINARY "' report r > .report 2>&1";
  std::future<int> report =
      std::async(std::launch::async, [&] { return std::system(command.c_str()); });
  for (int i = 0;
       i < 1000 && read_text(shell.folder / ".report").find("waiting") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK_THAT(read_text(shell.folder / ".report"),
             Contains("report.lock: waiting for another costruct"));
  CHECK_FALSE(std::filesystem::exists(folder / "curves.csv"));
  {
    RunRecord record = read_record(ResultStore(folder, ResultStore::Mode::kReadOnly));
    record.repetitions = 1;
    ResultStore store(folder, ResultStore::Mode::kResume);
    save_record(store, record);
  }
  ::close(lock);
  CHECK(report.get() == 0);
  const std::string late = read_text(folder / "curves.csv");
  CHECK(late.size() > 0);
  CHECK(late != early);
}

TEST_CASE("links in a circle are told as such", "[cli]") {
  const Shell shell;
  for (const char* name : {"loop.conll", "loop.json", "loop.st", "loop"})
    std::filesystem::create_symlink(name, shell.folder / name);
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  const auto [arguments, code, place] = GENERATE(table<std::string, int, std::string>({
      {"run toy.json --set data.train=loop.conll", 3, "./loop.conll: cannot be opened: "},
      {"train pos.json --model n.st --set data.train=loop.conll", 3,
       "./loop.conll: cannot be opened: "},
      {"predict --model m.st --data loop.conll", 3, "loop.conll: cannot be opened: "},
      {"predict --model loop.st --data test.conll", 3, "loop.st: cannot be opened: "},
      {"run loop.json", 2, "loop.json: cannot be opened: "},
      {"train pos.json --model loop.st", 1, "loop.st: cannot be written: "},
      {"predict --model m.st --data test.conll --output loop", 1, "loop: cannot be written: "},
      {"report loop", 3, "results.sqlite: cannot be read: "},
      {"run toy.json --out loop", 1, "loop: cannot be made: "},
  }));
  const Outcome outcome = shell(arguments);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.code == code);
  CHECK_THAT(outcome.err, Contains(place + "Too many levels of symbolic links"));
}

TEST_CASE("a path with a NUL names no file", "[cli]") {
  const Shell shell;
  for (const char* setting : {R"('data.train="train.conll\u0000x"')", R"('data.train=["a\u0000"]')",
                              R"('sweep={"protocol": "split_files", "splits": "a\u0000b"}')"}) {
    const Outcome outcome = shell(std::string("run toy.json --set ") + setting);
    CAPTURE(setting, outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("NUL"));
  }
}

TEST_CASE("values too large for a learner are told with their file", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "large.csv", "x,y\n1e200,1\n-1e200,2\n3,1e10\n");
  const Json config = {{"problem", {{"type", "regression"}}},
                       {"data", {{"format", "csv"}, {"train", "large.csv"}, {"target", "y"}}},
                       {"learner", {{"type", "rlsr"}, {"kernel", {{"type", "gaussian"}}}}}};
  write_text(shell.folder / "large.json", config.dump());
  const Outcome outcome = shell("train large.json --model l.st");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("large.csv: view 1: ") && Contains("too large"));
}
