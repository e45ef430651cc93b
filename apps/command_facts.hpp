// The program's commands as they are declared, and what is made of the declarations: scripts by
// which shells complete them, and the manual page.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace costruct {

/// The type of values that are names which neither the program nor a shell knows beforehand; no
/// files.
inline constexpr const char* kNameType = "NAME";

/// "--k-best", its one-line help, what it takes.
struct OptionFacts {
  std::vector<std::string>
      names;         ///< "-q", "--quiet"; of a positional argument its one name, "CONFIG"
  std::string help;  ///< as --help says it
  std::vector<std::string> choices;  ///< the only values, where there are such
  bool takes_value = false;
  bool is_positional = false;
  bool takes_name = false;   ///< kNameType
  bool is_repeated = false;  ///< may be given several times, or takes several values
};

struct CommandFacts {
  std::string name, help, examples;
  std::vector<OptionFacts> options;  ///< positional arguments first, in their order
};

/// Of all subcommands, in the order of their declaration.
std::vector<CommandFacts> command_facts(const CLI::App& app);

/// The shells that completion_script() knows.
const std::vector<std::string>& completed_shells();

/// A script to be sourced (bash, zsh) or put among completions (fish).
/// @param kinds  what `list` takes as KIND, and `describe` beside "model"
std::string completion_script(const std::string& shell, const std::vector<CommandFacts>& commands,
                              const std::vector<std::string>& kinds);

/// The manual page, for man(1).
std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace costruct
