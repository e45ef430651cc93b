// What the program does for those who type: help, completion, the manual page, how much it says,
// colours.
#include <catch2/catch.hpp>

#include <sstream>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

const std::vector<std::string>& commands() {
  static const std::vector<std::string> names = {
      "init",       "convert",  "run",     "train",  "predict", "suggest",  "evaluate", "vectors",
      "stream",     "report",   "compare", "claims", "merge",   "validate", "schema",   "list",
      "completion", "describe", "new",     "docs",   "man",     "help"};
  return names;
}

// What bash offers for "costruct WORDS...", the last of them being typed.
std::string completions(const Shell& shell, const std::string& words) {
  write_text(shell.folder / "complete.sh",
             "source ./bash\ncostruct() { '" COSTRUCT_BINARY
             "' \"$@\"; }\ncompopt() { :; }\n"
             "COMP_WORDS=(costruct " +
                 words +
                 ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_costruct\n"
                 "echo \"${COMPREPLY[@]}\"\n");
  const std::string command =
      "cd '" + shell.folder.path().string() + "' && bash complete.sh > completed 2> complaints";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(read_text(shell.folder / "complaints").empty());
  return " " + read_text(shell.folder / "completed");
}

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

// What a command writes in the folder of the shell, which is its home too; it must succeed within a
// minute.
std::string said_at_home(const Shell& shell, const std::string& command) {
  const std::string home = shell.folder.path().string();
  write_text(shell.folder / "command.sh",
             "export HOME='" + home + "' XDG_CONFIG_HOME='" + home + "' XDG_DATA_HOME='" + home +
                 "'\ncd '" + home + "' && timeout 60 " + command + " < /dev/null > said 2>&1\n");
  const int status = std::system(("sh '" + home + "/command.sh'").c_str());
  INFO(command << ": " << read_text(shell.folder / "said"));
  CHECK(status == 0);
  return read_text(shell.folder / "said");
}

// What one TAB makes of "costruct WORDS" in a zsh that finds the script as _costruct in fpath. The
// script is loaded anew each time. A terminal of its own is needed: zsh completes in no other way.
std::string zsh_tab(const Shell& shell, const std::string& words) {
  write_text(shell.folder / "setup.zsh",
             "costruct() { print -r -- \"<$*>\" }\nfpath=(\"$PWD\" $fpath)\n"
             "autoload -Uz compinit && compinit -D -u\n");
  write_text(shell.folder / "tab.zsh",
             "zmodload zsh/zpty && zpty typist 'zsh -f -i' && zpty -w typist 'source ./setup.zsh'\n"
             "zpty -w -n typist 'costruct " +
                 words +
                 "'$'\\t\\n'\nzpty -r typist said '*<*>*'\nprint -r -- \"${${said##*<}%%>*}\"\n");
  return said_at_home(shell, "zsh -f tab.zsh");
}

}  // namespace

TEST_CASE("every command has help with an example", "[cli]") {
  const Shell shell;
  for (const std::string& command : commands()) {
    const Outcome help = shell(command + " --help");
    INFO(command);
    CHECK(help.code == 0);
    CHECK_THAT(help.out,
               Contains("Example") && Contains("costruct " + command) && Contains("--quiet"));
  }
  CHECK_THAT(shell("--help").out, Contains("COSTRUCT_DATA") && Contains("NO_COLOR"));
  CHECK_THAT(shell("run --help").out, Contains("$COSTRUCT_DATA"));
}

TEST_CASE("help is a command too", "[cli]") {
  const Shell shell;
  CHECK(shell("help").out == shell("--help").out);
  for (const std::string& command : commands())
    CHECK(shell("help " + command).out == shell(command + " --help").out);
  const Outcome unknown = shell("help trian");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("unknown command trian: did you mean train?"));
  CHECK_THAT(shell("describe --help").out, Contains("costruct describe model pos.safetensors"));
}

TEST_CASE("docs prints where the pages are, in an installation and in a source tree", "[cli]") {
  const Shell shell;
  const std::filesystem::path root = std::filesystem::canonical(shell.folder.path());
  for (const auto& [bin, site] : {std::pair{"usr/bin", "usr/share/doc/costruct/site"},
                                  std::pair{"build/ci/bin", "build/site"}}) {
    INFO(site);
    std::filesystem::create_directories(root / bin);
    std::filesystem::copy_file(COSTRUCT_BINARY, root / bin / "costruct");
    const std::string command = "'" + (root / bin / "costruct").string() + "' docs";
    const auto code_of = [&](const std::string& words) {
      const int status =
          std::system(("cd '" + root.string() + "' && " + words + " > said 2> complaints").c_str());
      return WEXITSTATUS(status);
    };
    CHECK(code_of(command + " --print") == 2);
    CHECK_THAT(read_text(root / "complaints"), Contains("node tools/make_site.mjs"));
    std::filesystem::create_directories(root / site);
    write_text(root / site / "README.html", "<html></html>");
    const std::string page = (root / site / "README.html").string();
    CHECK(code_of(command + " --print") == 0);
    CHECK(read_text(root / "said") == page + "\n");
    CHECK(code_of("env -u DISPLAY -u WAYLAND_DISPLAY " + command) == 0);
    CHECK(read_text(root / "said") == page + "\n");
    // A program in place of the browser's, which keeps what it is asked to open.
    write_text(root / "xdg-open", "#!/bin/sh\necho \"$1\" > opened\n");
    std::filesystem::permissions(root / "xdg-open", std::filesystem::perms::owner_all);
    CHECK(code_of("DISPLAY=:0 PATH=\"$PWD:$PATH\" " + command) == 0);
    CHECK(read_text(root / "said").empty());
    CHECK(read_text(root / "opened") == page + "\n");
  }
}

TEST_CASE("examples in help name configs and learners that there are", "[cli]") {
  const Shell shell;
  std::string help = shell("--help").out;
  for (const std::string& command : commands()) help += shell(command + " --help").out;
  std::filesystem::create_directory_symlink(COSTRUCT_SOURCE_DIR "/configs",
                                            shell.folder / "configs");
  std::istringstream lines(help);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find("costruct ");
    if (at == std::string::npos || line.find("configs/") == std::string::npos) continue;
    std::string arguments = line.substr(at + 9);
    if (arguments.starts_with("run ")) arguments += " --dry-run";
    ++count;
    INFO(arguments);
    CHECK(shell(arguments).code != 2);  // the data may not be here
  }
  CHECK(count >= 3);
}

TEST_CASE("bash completes commands, options, values and names", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "bash", shell("completion bash").out);
  const std::string all = completions(shell, "''");
  for (const std::string& command : commands()) CHECK_THAT(all, Contains(" " + command));
  CHECK(completions(shell, "pred") == " predict\n");
  CHECK(completions(shell, "predict --k-") == " --k-best\n");
  CHECK(completions(shell, "predict --k") == " --known --k-best\n");
  CHECK(completions(shell, "predict --format ''") == " text table svg\n");
  CHECK_THAT(completions(shell, "describe le"), Contains("learners"));
  CHECK(completions(shell, "describe learners co_perc") == " co_perceptron\n");
  CHECK(completions(shell, "describe mod") == " model\n");
  CHECK(completions(shell, "list mod") == " \n");
  CHECK(completions(shell, "train --learner co_perc") == " \n");  // a name of the config's own
  CHECK(completions(shell, "train toy.json --learner ''") == " \n");
  CHECK(completions(shell, "help pred") == " predict\n");
  CHECK(completions(shell, "completion z") == " zsh\n");
  CHECK_THAT(completions(shell, "run toy"), Contains("toy.json"));
}

TEST_CASE("zsh completes at the first TAB, and its script can be sourced", "[cli]") {
  if (!is_installed("zsh")) return;
  const Shell shell;
  write_text(shell.folder / "_costruct", shell("completion zsh").out);
  CHECK(said_at_home(shell, "zsh -f -c 'source ./_costruct && print -r -- $_comps[costruct]'") ==
        "_costruct\n");
  CHECK(zsh_tab(shell, "pred") == "predict\n");
  CHECK(zsh_tab(shell, "predict --k") == "predict --k-best\n");
  CHECK(zsh_tab(shell, "predict --format s") == "predict --format svg\n");
  CHECK(zsh_tab(shell, "describe mod") == "describe model\n");
  CHECK(zsh_tab(shell, "run toy") == "run toy.json\n");
  CHECK(zsh_tab(shell, "train --learner toy") == "train --learner toy\n");
}

TEST_CASE("fish completes commands, options and values", "[cli]") {
  if (!is_installed("fish")) return;
  const Shell shell;
  write_text(shell.folder / "fish", shell("completion fish").out);
  const auto offered = [&](const std::string& words) {
    return said_at_home(shell, "fish -c 'source ./fish; complete -C \"costruct " + words + "\"'");
  };
  CHECK_THAT(offered("pred"), Catch::StartsWith("predict\t"));
  CHECK_THAT(offered("predict --k"), Catch::StartsWith("--k-best\t"));
  CHECK_THAT(offered("predict --format s"), Catch::StartsWith("svg"));
  CHECK_THAT(offered("describe le"), Catch::StartsWith("learners"));
  CHECK_THAT(offered("completion z"), Catch::StartsWith("zsh"));
  CHECK_THAT(offered("list mod"), !Contains("model"));
  CHECK_THAT(offered("train --learner co_perc"), !Contains("co_perceptron"));
}

TEST_CASE("every command and option is in the manual page and in every completion", "[cli]") {
  const Shell shell;
  const Outcome man = shell("man");
  REQUIRE(man.code == 0);
  CHECK_THAT(man.out, Catch::StartsWith(".TH COSTRUCT 1"));
  for (const std::string& command : commands())
    CHECK_THAT(man.out, Contains(".SS costruct " + command));
  for (const char* option : {"k\\-best", "dry\\-run", "retry\\-failed", "memory"})
    CHECK_THAT(man.out, Contains(option));
  for (const char* name : {"bash", "zsh", "fish"}) {
    const Outcome script = shell(std::string("completion ") + name);
    CHECK(script.code == 0);
    for (const char* option : {"k-best", "dry-run", "retry-failed", "state"})
      CHECK_THAT(script.out, Contains(option));
    write_text(shell.folder / name, script.out);
  }
  const std::string folder = "cd '" + shell.folder.path().string() + "' && ";
  CHECK(std::system((folder + "bash -n bash").c_str()) == 0);
  for (const char* name : {"zsh", "fish"}) {  // where they are installed
    const std::string check =
        folder + "if command -v " + name + " > /dev/null; then " + name + " -n " + name + "; fi";
    CHECK(std::system(check.c_str()) == 0);
  }
  const Outcome unknown = shell("completion csh");
  CHECK(unknown.code == 2);
}

TEST_CASE("a quiet program says warnings and errors, a talkative one every line of progress",
          "[cli]") {
  const Shell shell;
  const Outcome plain = shell("run toy.json --out plain");
  CHECK_THAT(plain.err, Contains("report.html"));
  const Outcome quiet = shell("run toy.json --out quiet -q");
  CHECK(quiet.code == 0);
  std::istringstream lines(quiet.err);
  for (std::string line; std::getline(lines, line);)
    CHECK_THAT(line, Catch::StartsWith("costruct: warning: "));
  CHECK(quiet.out == plain.out);
  CHECK_THAT(shell("run nowhere.json -q").err, Contains("costruct: error: "));
  const Outcome talkative = shell("run toy.json --out talkative --verbose");
  CHECK_THAT(talkative.err, Contains("cells 1/36") && Contains("cells 36/36"));
  CHECK_THAT(shell("train pos.json --model m.st -v").err,
             Contains("epoch 1 of 3") && Contains("elapsed"));
  CHECK_THAT(shell("train pos.json --model m.st").err, !Contains("epoch 1 of 3"));
  CHECK(shell("train pos.json --model m.st -v -q").code == 2);
}

TEST_CASE("colours come where they are asked for, and names cannot make them", "[cli]") {
  const Shell shell;
  const auto error_with = [&](const std::string& environment) {
    const std::string command = "cd '" + shell.folder.path().string() + "' && " + environment +
                                " '" COSTRUCT_BINARY "' validate nowhere.json 2> complaint";
    CHECK(std::system(command.c_str()) != 0);
    return read_text(shell.folder / "complaint");
  };
  CHECK_THAT(error_with(""), Catch::StartsWith("costruct: error: "));
  CHECK_THAT(error_with("CLICOLOR_FORCE=1"),
             Catch::StartsWith("\033[1;31mcostruct: error:\033[0m "));
  CHECK_THAT(error_with("CLICOLOR_FORCE=1 NO_COLOR=1"), Catch::StartsWith("costruct: error: "));
}
