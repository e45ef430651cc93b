// The declared commands of the program, and what is generated from them: completion scripts for
// shells, and the manual page.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace costruct {

/// The type of values that are names, not files, which neither the program nor a shell knows in
/// advance.
inline constexpr const char* kNameType = "NAME";

/// An option, such as "--k-best": its names, its one-line help, and its values.
struct OptionFacts {
  std::vector<std::string>
      names;         ///< "-q", "--quiet"; a positional argument has one name, "CONFIG"
  std::string help;  ///< help text, as --help prints it
  std::vector<std::string> choices;  ///< allowed values, if they are limited
  bool takes_value = false;
  bool is_positional = false;
  bool takes_name = false;   ///< kNameType
  bool is_repeated = false;  ///< may be given several times, or takes several values
};

/// A subcommand and its options.
struct CommandFacts {
  std::string name, help, examples;
  std::vector<OptionFacts> options;  ///< positional arguments first, in their order
};

/// The facts of all subcommands, in the order of their declaration.
std::vector<CommandFacts> command_facts(const CLI::App& app);

/// The shells that completion_script() knows.
const std::vector<std::string>& completed_shells();

/// The completion script for a shell. You source it (bash, zsh), or put it into the folder of
/// completions (fish).
/// @param kinds  the values of KIND for `list`; `describe` also takes "model"
std::string completion_script(const std::string& shell, const std::vector<CommandFacts>& commands,
                              const std::vector<std::string>& kinds);

/// The text of the manual page, for man(1).
std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace costruct
