// The declared commands of the program as data. The scripts for shell completion and the manual
// page are made from them.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace costruct {

/// The type of option values that are names, not files. Neither the program nor a shell knows these
/// names in advance.
inline constexpr const char* kNameType = "NAME";

/// An option, for example "--k-best".
struct OptionFacts {
  std::vector<std::string>
      names;         ///< "-q", "--quiet"; a positional argument has only one name, "CONFIG"
  std::string help;  ///< the line of --help
  std::vector<std::string> choices;  ///< the allowed values; empty: no such list
  bool takes_value = false;
  bool is_positional = false;
  bool takes_name = false;   ///< the value is of type kNameType
  bool is_repeated = false;  ///< may be given several times, or takes several values
};

/// A command with its options.
struct CommandFacts {
  /// `help` is one line. `examples` is the text below the options in --help; it may be empty.
  std::string name, help, examples;
  std::vector<OptionFacts> options;  ///< positional arguments first, in their order
};

/// The facts of all subcommands, in the order of their declaration.
std::vector<CommandFacts> command_facts(const CLI::App& app);

/// The shells that completion_script() supports.
const std::vector<std::string>& completed_shells();

/// A completion script. Source it (bash, zsh) or put it into the folder of completions (fish).
/// @param shell  one of completed_shells()
/// @param kinds  the values of the argument KIND of the commands `list` and `describe`. `describe`
///               also takes "model", which need not be among them
std::string completion_script(const std::string& shell, const std::vector<CommandFacts>& commands,
                              const std::vector<std::string>& kinds);

/// The manual page for man(1), in roff.
/// @param version  the name and version of the program, for example "costruct 1.0"
std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace costruct
