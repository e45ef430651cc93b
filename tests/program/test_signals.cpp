// How the program ends: by signals, where output goes nowhere, with more threads than there can be.
// Runs the binary.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// Runs a command of the shell in the folder. SIGKILL, 137, comes where the program does not heed
// SIGTERM.
int run_in(const Shell& shell, const std::string& command) {
  const int status = std::system(
      ("cd '" + shell.folder.path().string() + "' && " + command + " > .out 2> .err").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

const std::string kTerminated = "timeout --preserve-status -k 20 -s TERM 1 '" COSTRUCT_BINARY "' ";

}  // namespace

TEST_CASE("SIGTERM ends what waits for another process with 130", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out r --set sweep.repetitions=1").code == 0);
  REQUIRE(shell("run toy.json --out p --shard 1/2 --set sweep.repetitions=1").code == 0);
  CHECK(run_in(shell, "flock r/report.lock " + kTerminated + "report r") == 130);
  CHECK(run_in(shell, "mkdir m; flock m/report.lock " + kTerminated + "merge m r") == 130);
  CHECK(run_in(shell, "mkfifo f.json") == 0);
  CHECK(run_in(shell, kTerminated + "run f.json --out f") == 130);
  CHECK(run_in(shell, kTerminated + "train f.json --model f.st") == 130);
  CHECK(run_in(shell, kTerminated + "validate f.json") == 130);
}

TEST_CASE("a config may come through a pipe", "[cli]") {
  const Shell shell;
  CHECK(run_in(shell, "mkfifo f.json && (cat pos.json > f.json &) ; '" COSTRUCT_BINARY
                      "' train f.json --model f.st") == 0);
}

TEST_CASE("text that cannot be written is an error, help too", "[cli]") {
  const Shell shell;
  for (const char* arguments :
       {"--help", "--version", "run --help", "help train", "list learners", "schema", "man",
        "completion bash", "describe learner crf", "validate pos.json"}) {
    const Outcome outcome = shell(std::string(arguments) + " > /dev/full");
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.err, Contains("standard output: cannot be written"));
  }
}

TEST_CASE("more threads than processors are cut, and told", "[cli]") {
  const Shell shell;
  REQUIRE(::setenv("OMP_NUM_THREADS", "100000", 1) == 0);
  const Outcome many = shell("train pos.json --model many.st");
  const Outcome quiet = shell("train pos.json --model quiet.st -q");
  REQUIRE(::unsetenv("OMP_NUM_THREADS") == 0);
  CHECK(many.code == 0);
  CHECK_THAT(many.err, Contains("note: OMP_NUM_THREADS asks for 100000 threads"));
  CHECK_THAT(quiet.err, !Contains("OMP_NUM_THREADS"));
  REQUIRE(shell("train pos.json --model one.st").code == 0);
  REQUIRE(shell("predict --model many.st --data test.conll --scores --output many.txt").code == 0);
  REQUIRE(shell("predict --model one.st --data test.conll --scores --output one.txt").code == 0);
  CHECK(read_text(shell.folder / "many.txt") == read_text(shell.folder / "one.txt"));
}

TEST_CASE("numbers beyond sense are refused", "[cli]") {
  const Shell shell;
  const auto [arguments, expected] = GENERATE(table<std::string, std::string>({
      {"run toy.json --shard 1/1000000000", "--shard 1/1000000000: must be of at most 10000 parts"},
      {"run toy.json --shard 0/2", "must be i/n with 1 <= i <= n"},
      {"run toy.json --shard 3/2", "must be i/n with 1 <= i <= n"},
      {"stream --model m.st --every nan", "--every"},
      {"stream --model m.st --every inf", "--every"},
      {"stream --model m.st --every -1", "--every"},
  }));
  write_text(shell.folder / "m.st", "");
  const Outcome outcome = shell(arguments);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains(expected));
}
