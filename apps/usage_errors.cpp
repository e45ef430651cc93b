#include "costruct/apps/usage_errors.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/experiments/config/notes.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

// Says where an option in front of the command belongs, as in costruct -q train. "" if `word` is
// not an option of the command, or of any command if none is given.
std::string misplaced_option(const CLI::App& app, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return "";
  const std::string name = word[1] == '-' ? word.substr(0, word.find('=')) : word.substr(0, 2);
  const auto parsed = app.get_subcommands();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!parsed.empty() && command != parsed.front()) continue;
    if (command->get_option_no_throw(name) == nullptr) continue;
    return name + " stands behind the command, as in costruct " + command->get_name() + " " + name;
  }
  return "";
}

std::vector<std::string> long_options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The first option after the command's name that the command does not have; "" if it has all.
std::string unknown_option(const CLI::App& command, int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;  // file names follow
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string name = word[1] == '-' ? word.substr(0, word.find('=')) : word.substr(0, 2);
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return name;
    if (option->get_items_expected_max() > 0 && name == word) ++i;  // skip its value
  }
  return "";
}

// How --set changes the option of the config that an unknown option names; "" if there is none.
std::string option_of_config(const CLI::App& command, const std::string& option) {
  if (command.get_option_no_throw("--set") == nullptr || !option.starts_with("--")) return "";
  std::string name = option.substr(2);
  std::replace(name.begin(), name.end(), '-', '_');
  const bool trains = command.get_name() == "train";
  const std::string path =
      path_of_option(name, trains ? ConfigKind::kTraining : ConfigKind::kExperiment);
  return path.empty() ? "" : "the config has it: --set " + path + "=VALUE";
}

// The words in their order, which CLI11 reverses.
std::string unexpected_arguments(const std::vector<std::string>& words) {
  std::string message = words.size() == 1 ? "unexpected argument:" : "unexpected arguments:";
  for (const std::string& word : words) message += " " + shown_name(word);
  return message;
}

}  // namespace

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error, int argc,
                          char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const std::string misplaced = misplaced_option(app, first);
  if (!misplaced.empty()) return misplaced;
  std::string message = error.what(), meant;
  const auto parsed = app.get_subcommands();
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (parsed.empty()) {
    const bool is_option = first.starts_with('-');
    meant = did_you_mean(first, is_option ? std::vector<std::string>{"--help", "--version"}
                                          : names_of_commands(app));
    message = first.empty()
                  ? "a command is required"
                  : (is_option ? "unknown option " : "unknown command ") + shown_name(first);
  } else if (is_extra || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    // A missing option may be there, but misspelt.
    const CLI::App& command = *parsed.front();
    const std::string unknown = unknown_option(command, argc, argv);
    if (!unknown.empty()) {
      message = command.get_name() + " has no option " + shown_name(unknown);
      if (app.get_option_no_throw(unknown) != nullptr)
        meant = unknown + " stands before the command";
      if (meant.empty()) meant = option_of_config(command, unknown);
      if (meant.empty()) meant = did_you_mean(unknown, long_options_of(command));
    } else if (is_extra) {
      message = unexpected_arguments(app.remaining(true));
    }
  }
  if (meant.empty() && message == "--data is required") meant = "the file stands behind --data";
  if (!meant.empty()) return message + ": " + meant;
  return message + (parsed.empty() ? "; try costruct --help"
                                   : "; try costruct help " + parsed.front()->get_name());
}

}  // namespace costruct
