#include "costruct/apps/command_facts.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace costruct {
namespace {

// Converts "TEXT:{svg,text}" to {"svg", "text"}. CLI11 describes a set of values in this way.
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto begin = type.find('{'), end = type.find('}');
  std::vector<std::string> choices;
  if (begin == std::string::npos || end == std::string::npos) return choices;
  for (std::size_t at = begin + 1; at < end;) {
    const std::size_t comma = std::min(type.find(',', at), end);
    choices.push_back(type.substr(at, comma - at));
    at = comma + 1;
  }
  return choices;
}

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  facts.help = option.get_description();
  facts.choices = choices_of(option);
  facts.is_positional = option.get_positional();
  facts.takes_name = option.get_type_name() == kNameType;
  facts.takes_value = option.get_items_expected_max() > 0;
  facts.is_repeated = option.get_items_expected_max() > 1;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  if (facts.is_positional) facts.names = {option.get_name()};
  return facts;
}

// Sets the values of `help`: the names of commands.
void name_commands(std::vector<CommandFacts>& commands) {
  std::vector<std::string> names;
  for (const CommandFacts& command : commands) names.push_back(command.name);
  for (CommandFacts& command : commands) {
    for (OptionFacts& option : command.options) {
      if (option.names.front() == "COMMAND") option.choices = names;
    }
  }
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::vector<std::string> names_of_options(const CommandFacts& command) {
  std::vector<std::string> names;
  for (const OptionFacts& option : command.options) {
    if (!option.is_positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

bool takes_kind(const CommandFacts& command) {
  return !command.options.empty() && command.options.front().names.front() == "KIND";
}

// The kinds that a command accepts. `describe` also accepts "model" for the content of a model
// file.
std::vector<std::string> kinds_of(const CommandFacts& command, std::vector<std::string> kinds) {
  if (command.name == "describe") kinds.push_back("model");
  return kinds;
}

// Quotes a text for fish and zsh, which use single quotes.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return safe + "'";
}

constexpr const char* kOpening =
    "# Completion of costruct in {}, made by `costruct completion {}`.\n";

// Completes options if a word begins with -, the values of an option that has some, kinds and names
// of list and describe, and otherwise files.
std::string bash_script(const std::vector<CommandFacts>& commands,
                        const std::vector<std::string>& kinds) {
  std::vector<std::string> names;
  std::string cases;
  for (const CommandFacts& command : commands) {
    names.push_back(command.name);
    cases +=
        fmt::format("    {}) options='{}'", command.name, joined(names_of_options(command), " "));
    if (takes_kind(command))
      cases += fmt::format("; [ \"$COMP_CWORD\" -eq 2 ] && values='{}'",
                           joined(kinds_of(command, kinds), " "));
    cases += " ;;\n";
  }
  std::string values;
  for (const CommandFacts& command : commands) {
    for (const OptionFacts& option : command.options) {
      if (option.takes_name && !option.is_positional)
        values += fmt::format("  [ \"$command\" = {} ] && [ \"$before\" = {} ] && return\n",
                              command.name, option.names.back());
      if (option.choices.empty()) continue;
      if (option.is_positional) {
        values +=
            fmt::format("  [ \"$command\" = {} ] && [ \"$COMP_CWORD\" -eq 2 ] && values='{}'\n",
                        command.name, joined(option.choices, " "));
      } else {
        values += fmt::format("  [ \"$command\" = {} ] && [ \"$before\" = {} ] && values='{}'\n",
                              command.name, option.names.back(), joined(option.choices, " "));
      }
    }
  }
  return fmt::format(kOpening, "bash", "bash") + R"sh(_costruct() {
  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
  local options='' values=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W ')sh" +
         joined(names, " ") + R"sh( --help --version' -- "$word")
    return
  fi
  case "$command" in
)sh" + cases +
         R"sh(  esac
)sh" + values +
         R"sh(  if [ "$command" = describe ] && [ "$COMP_CWORD" -eq 3 ] && [ "$before" != model ]; then
    values="$("${COMP_WORDS[0]}" list "$before" 2> /dev/null | cut -f1 -d' ')"
  fi
  if [ -n "$values" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ "$word" == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _costruct costruct
)sh";
}

// For example '--jobs[cells computed at a time]:value:_files'.
std::string zsh_argument(const OptionFacts& option, const CommandFacts& command,
                         const std::vector<std::string>& kinds, const std::string& name) {
  std::string help;
  for (const char c : option.help) {  // characters with a meaning for _arguments
    if (c == '[' || c == ']' || c == ':' || c == '\\') help += '\\';
    help += c;
  }
  std::string values = "_files";
  if (!option.choices.empty()) values = "(" + joined(option.choices, " ") + ")";
  if (option.is_positional && takes_kind(command) && name == "KIND")
    values = "(" + joined(kinds_of(command, kinds), " ") + ")";
  if (option.takes_name) values = " ";
  if (option.is_positional)
    return quoted(fmt::format("{}:{}:{}", option.is_repeated ? "*" : "", name, values));
  return quoted(fmt::format("{}{}[{}]{}", option.takes_value ? "*" : "", name, help,
                            option.takes_value ? ":value:" + values : ""));
}

// You can use the script in two ways. Sourced, it registers the function. As a file _costruct in
// fpath, it is the body of that function at the first TAB, so it must also complete. If completion
// is not set up in the shell, the script sets it up, without files that others could have written
// (-i).
std::string zsh_script(const std::vector<CommandFacts>& commands,
                       const std::vector<std::string>& kinds) {
  std::string described, cases;
  for (const CommandFacts& command : commands) {
    described += "    " + quoted(command.name + ":" + command.help) + "\n";
    cases += "    " + command.name + ") _arguments";
    for (const OptionFacts& option : command.options) {
      for (const std::string& name : option.names)
        cases += " \\\n      " + zsh_argument(option, command, kinds, name);
    }
    cases += " ;;\n";
  }
  return "#compdef costruct\n" + fmt::format(kOpening, "zsh", "zsh") + R"sh(_costruct() {
  local -a commands
  commands=(
)sh" + described +
         R"sh(  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
)sh" + cases +
         R"sh(  esac
}
if [ "$funcstack[1]" = _costruct ]; then
  _costruct "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
  compdef _costruct costruct
fi
)sh";
}

std::string fish_script(const std::vector<CommandFacts>& commands,
                        const std::vector<std::string>& kinds) {
  std::string script = fmt::format(kOpening, "fish", "fish");
  for (const CommandFacts& command : commands) {
    script += fmt::format("complete -c costruct -n __fish_use_subcommand -a {} -d {}\n",
                          command.name, quoted(command.help));
    const std::string here =
        fmt::format("complete -c costruct -n '__fish_seen_subcommand_from {}'", command.name);
    if (takes_kind(command))
      script += fmt::format("{} -f -a '{}'\n", here, joined(kinds_of(command, kinds), " "));
    for (const OptionFacts& option : command.options) {
      if (option.is_positional) {
        if (!option.choices.empty())
          script += fmt::format("{} -f -a '{}'\n", here, joined(option.choices, " "));
        continue;
      }
      script += here;
      for (const std::string& name : option.names)
        script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takes_value) script += " -r";
      if (!option.choices.empty())
        script += fmt::format(" -f -a '{}'", joined(option.choices, " "));
      if (option.takes_name) script += " -f";
      script += " -d " + quoted(option.help) + "\n";
    }
  }
  return script;
}

// Escapes a text for roff: no line begins with a control character, and backslashes and hyphens
// stay as they are.
std::string roff(const std::string& text) {
  std::string safe;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
    at_start = c == '\n';
  }
  return safe;
}

std::string manual_of(const CommandFacts& command) {
  std::string page = ".SS costruct " + roff(command.name);
  for (const OptionFacts& option : command.options) {
    if (option.is_positional)
      page += " " + roff(option.names.front()) + (option.is_repeated ? "..." : "");
  }
  page += "\n" + roff(command.help) + ".\n";
  for (const OptionFacts& option : command.options) {
    page += ".TP\n.B " + roff(joined(option.names, ", "));
    if (option.takes_value && !option.is_positional) page += " VALUE";
    page += "\n" + roff(option.help) + "\n";
  }
  if (!command.examples.empty()) page += ".PP\n.nf\n" + roff(command.examples) + "\n.fi\n";
  return page;
}

}  // namespace

std::vector<CommandFacts> command_facts(const CLI::App& app) {
  std::vector<CommandFacts> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    CommandFacts command{sub->get_name(), sub->get_description(), sub->get_footer(), {}};
    for (const CLI::Option* option : sub->get_options())
      command.options.push_back(facts_of(*option));
    std::stable_partition(command.options.begin(), command.options.end(),
                          [](const OptionFacts& option) { return option.is_positional; });
    commands.push_back(std::move(command));
  }
  name_commands(commands);
  return commands;
}

const std::vector<std::string>& completed_shells() {
  static const std::vector<std::string> shells = {"bash", "zsh", "fish"};
  return shells;
}

std::string completion_script(const std::string& shell, const std::vector<CommandFacts>& commands,
                              const std::vector<std::string>& kinds) {
  if (shell == "bash") return bash_script(commands, kinds);
  return shell == "zsh" ? zsh_script(commands, kinds) : fish_script(commands, kinds);
}

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::string page = ".TH COSTRUCT 1 \"\" \"" + roff(version) + "\"\n.SH NAME\ncostruct \\- " +
                     roff(app.get_description()) +
                     "\n.SH SYNOPSIS\n.B costruct\nCOMMAND [ARGUMENT]...\n.SH COMMANDS\n";
  for (const CommandFacts& command : command_facts(app)) page += manual_of(command);
  return page + ".SH NOTES\n.nf\n" + roff(app.get_footer()) + "\n.fi\n";
}

}  // namespace costruct
