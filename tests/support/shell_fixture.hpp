// The program in a folder with toy data and configs, run as a user runs it.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "support/toy_fixture.hpp"

namespace costruct::experiments {

struct Outcome {
  int code = 0;
  std::string out, err;
};

// Puts a learner whose every cell fails in the place of one of an experiment.
inline std::string failing_learner(int place) {
  return "--set 'learners." + std::to_string(place) +
         R"(={"type": "perceptron", "name": "fails", "kernel": {"type": "graph", "rho": 1e-320}}')";
}

// A folder with toy data and configs, and the program run in it.
struct Shell {
  Shell() {
    write_text(folder / "train.conll", toy_sentences(60, 5));
    write_text(folder / "test.conll", toy_sentences(20, 6));
    write_text(folder / "toy.json", toy_experiment().dump());
    write_text(folder / "pos.json", toy_training().dump());
  }
  /// Runs the program with these arguments, as a shell reads them.
  Outcome operator()(const std::string& arguments) const {
    const std::string command = "cd '" + folder.path().string() +
                                "' && (env -u COSTRUCT_DATA '" COSTRUCT_BINARY "' " + arguments +
                                ") > .out 2> .err";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(folder / ".out"),
            read_text(folder / ".err")};
  }
  TemporaryFolder folder;
};

}  // namespace costruct::experiments
