// Reading keeps to the memory that is allowed and says where it stopped. Runs the binary.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "costruct/io/machine_memory.hpp"
#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

struct LargeFiles : Shell {
  LargeFiles() {
    const std::string command =
        "cd '" + folder.path().string() +
        "' && yes 'w3 B' | head -n 1000000 > sentence.conll && gzip -k sentence.conll && "
        "yes 'w3 B\n' | head -n 1000000 > sentences.conll && "
        "yes 1 | head -n 1000000 | gzip > rows.svm.gz && (printf '1 1:1\n2 2:1\n' | gzip; cat "
        "rows.svm.gz) > "
        "labels.svm.gz && (printf '1 1:1\n1 '; yes '7:1' | head -n 2000000 | tr '\n' ' '; echo) | "
        "xz -1 > "
        "line.svm.xz";
    REQUIRE(std::system(command.c_str()) == 0);
    write_text(folder / "rows.json",
               Json{{"problem", {{"type", "multiclass"}}},
                    {"data", {{"format", "svmlight"}, {"train", "labels.svm.gz"}}},
                    {"learner", {{"type", "perceptron"}}}}
                   .dump());
    REQUIRE((*this)("train pos.json --model m.st").code == 0);
  }
};

}  // namespace

TEST_CASE("reading stops where memory is used up, with file and line", "[cli]") {
  const LargeFiles shell;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"predict --model m.st --data sentence.conll --output p --memory 40M", "sentence.conll:"},
      {"predict --model m.st --data sentence.conll.gz --output p --memory 40M",
       "sentence.conll.gz:"},
      {"evaluate --model m.st --data sentence.conll.gz --report p --memory 40M",
       "sentence.conll.gz:"},
      {"evaluate --model m.st --data sentences.conll --report p --memory 40M", "sentences.conll:"},
      {"train pos.json --set data.train=sentences.conll --model p --memory 40M",
       "sentences.conll:"},
      {"train pos.json --set data.unlabeled=sentence.conll.gz --model p --memory 40M",
       "sentence.conll.gz:"},
      {"train rows.json --model p --memory 20M", "labels.svm.gz:"},
      {"train rows.json --model p --set data.train=line.svm.xz --memory 20M", "line.svm.xz:2:"},
      {"run toy.json --set data.train=sentences.conll --out p --memory 40M", "sentences.conll:"},
  };
  for (const auto& [arguments, place] : cases) {
    const Outcome outcome = shell(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains(place) && Contains("not enough memory to read on, at most ") &&
                                Contains("allow more (--memory)"));
    const std::string line = outcome.err.substr(outcome.err.find(place) + place.find(':') + 1, 1);
    CHECK(line.find_first_of("123456789") == 0);
    CHECK_FALSE(std::filesystem::exists(shell.folder / "p"));
  }
}

TEST_CASE("files to predict of any length take little memory", "[cli]") {
  const LargeFiles shell;
  CHECK(shell("predict --model m.st --data sentences.conll --output p --memory 20M").code == 0);
  CHECK(std::filesystem::file_size(shell.folder / "p") > 1'000'000);
  // What is enough is used in full: the same sentence with more.
  CHECK(shell("predict --model m.st --data sentence.conll.gz --output q --memory 1G").code == 0);
}

TEST_CASE("the option --memory takes sizes", "[cli]") {
  const Shell shell;
  for (const char* size : {"1G", "500M", "600000K", "4GiB", "2000000000"})
    CHECK(shell(std::string("train pos.json --model m.st --memory ") + size).code == 0);
  for (const char* size : {"much", "-1", "0", "0G", "1X", "99999999E", "''"}) {
    const Outcome outcome = shell(std::string("train pos.json --model m.st --memory ") + size);
    CAPTURE(size, outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("--memory"));
  }
}

TEST_CASE("what memory is left is read from the kernel and the control groups", "[machine]") {
  const TemporaryFolder root;
  const auto write = [&](const std::string& file, const std::string& text) {
    std::filesystem::create_directories((root / file).parent_path());
    write_text(root / file, text);
  };
  constexpr double kMiB = 1 << 20;
  write("proc/meminfo", "MemTotal:  8388608 kB\nMemAvailable:    4194304 kB\n");
  CHECK(available_memory(root.path()) == 4096 * kMiB);
  write("proc/self/cgroup", "0::/outer/inner\n");
  CHECK(available_memory(root.path()) == 4096 * kMiB);  // no limits there
  write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  write("sys/fs/cgroup/outer/inner/memory.current", "1000000\n");
  CHECK(available_memory(root.path()) == 4096 * kMiB);
  write("sys/fs/cgroup/outer/memory.max", "1073741824\n");
  write("sys/fs/cgroup/outer/memory.current", "536870912\n");
  CHECK(available_memory(root.path()) == 512 * kMiB);
  write("sys/fs/cgroup/outer/memory.stat", "anon 5\ninactive_file 104857600\n");
  CHECK(available_memory(root.path()) == 612 * kMiB);
  write("proc/self/cgroup", "7:cpu,memory:/job\n3:freezer:/\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "209715200\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "104857600\n");
  CHECK(available_memory(root.path()) == 100 * kMiB);
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "304857600\n");
  CHECK(available_memory(root.path()) == 0);
  CHECK(available_memory() > 0);
  CHECK(available_memory() <= machine_memory());
}

TEST_CASE("the history of a long training stays short", "[cli]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --set 'learner={\"type\": \"perceptron\", \"epochs\": 5000}' "
                "--model m.st --report "
                "r.json")
              .code == 0);
  const Json report = Json::parse(read_text(shell.folder / "r.json"));
  REQUIRE(report["iterations"] == 5000);
  const Json& history = report["history"];
  REQUIRE(history.size() == 1251);
  for (std::size_t i = 0; i < 1250; ++i) CHECK(history[i]["epoch"] == 1 + 4 * i);
  CHECK(history.back()["epoch"] == 5000);
}
