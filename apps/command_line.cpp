// Parses arguments, calls the engine, and converts exceptions to messages and exit codes.
#include "costruct/apps/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <utility>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/apps/commands/commands.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/apps/usage_errors.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/describe/names.hpp"
#include "costruct/experiments/plugins/plugins.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/terminal.hpp"

namespace {

using namespace costruct;
using namespace costruct::experiments;

// Limits the threads to the number of processors. OMP_NUM_THREADS may ask for more, which only
// takes time, or for more than can exist. Results have the same bits for any number.
void use_threads_at_hand() {
  const int wanted = omp_get_max_threads(), most = std::max(1, omp_get_num_procs());
  if (wanted <= most) return;
  omp_set_num_threads(most);
  say(fmt::format(
      "costruct: note: OMP_NUM_THREADS asks for {} threads: {} are used, as many as there are "
      "processors",
      wanted, most));
}

constexpr const char* kExamples =
    "Examples:\n"
    "  costruct init own.txt raw.txt\n"
    "  costruct convert en.conllu --to spans --output en.jsonl\n"
    "  costruct run configs/quickstart.json --jobs 2\n"
    "  costruct run configs/quickstart.json --set sweep.repetitions=5 --out runs/small\n"
    "  costruct train configs/quickstart.json --learner svm --model tags.safetensors\n"
    "  costruct train pos.json --set learner.epochs=20 --model pos.safetensors --report "
    "report.json\n"
    "  costruct predict --model pos.safetensors --data new.txt --output new.labels\n"
    "  costruct suggest --model pos.safetensors --data raw.txt --count 50 --output next.txt\n"
    "  costruct vectors raw.txt --out vectors.safetensors\n"
    "  costruct evaluate --model pos.safetensors --data test.txt\n"
    "  costruct report runs/quickstart --figures\n"
    "  costruct report runs/quickstart runs/small --output both.html\n"
    "  costruct compare runs/quickstart runs/small\n"
    "  costruct claims runs/*\n"
    "  costruct list learners\n"
    "  costruct describe learner co_perceptron\n"
    "  costruct new learner mine\n"
    "  costruct docs\n"
    "Environment: COSTRUCT_DATA: a folder with named data sets, searched after each --data-dir;\n"
    "OMP_NUM_THREADS: threads of train, predict, suggest, evaluate and vectors; NO_COLOR: no "
    "colours; "
    "CLICOLOR_FORCE: colours\n"
    "in a file too.\n"
    "Exit codes: 0 ok; 1 some cells failed, or an output could not be written; 2 bad usage or "
    "config; 3 bad "
    "data or\n"
    "model file; 130 interrupted.";

// Loads the plug-ins that stand before the command. They may add commands, so they are loaded
// before commands are declared.
void load_plugins(int argc, char** argv) {
  constexpr std::string_view kPlugin = "--plugin";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == kPlugin && i + 1 < argc) {
      load_plugin(argv[++i]);
    } else if (word.starts_with(kPlugin) && word.substr(kPlugin.size()).starts_with('=')) {
      load_plugin(word.substr(kPlugin.size() + 1));
    } else if (!word.starts_with('-')) {
      return;
    }
  }
}

// What options of all commands, and the commands declared here, fill in.
struct Arguments {
  std::string name;  // a command, or a shell
  bool quiet = false, verbose = false;
};

// Adds --quiet and --verbose, which every command has.
void add_voice(CLI::App& command, Arguments& a) {
  CLI::Option* quiet = command.add_flag("-q,--quiet", a.quiet,
                                        "no progress and notes, but results, warnings and errors");
  command.add_flag("-v,--verbose", a.verbose, "say more: every line of progress")->excludes(quiet);
}

// Rejects empty values of options and arguments. Most likely a shell variable was not set.
void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    option->check(
        [](const std::string& value) { return value.empty() ? "must not be empty" : ""; });
  }
}

// The help of a command; if `name` is empty, that of the program.
std::string help_of(const CLI::App& app, const std::string& name) {
  const std::string program = app.get_name();
  const auto print = [](const CLI::App& of, const std::string& title) {
    return of.get_formatter()->make_help(&of, title, CLI::AppFormatMode::Normal);
  };
  if (name.empty()) return print(app, program);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == name) return print(*command, program + " " + name);
  throw ConfigError("unknown command " + shown_name(name) + ": " +
                    suggestion(name, names_of_commands(app)));
}

void add_help(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* help = app.add_subcommand("help", "print the help of a command, or of the program");
  help->add_option("COMMAND", a.name, "one of the commands; default: the program's");
  help->footer("Example:\n  costruct help train");
  help->callback([&] {
    action = [&] {
      print_to_stdout(help_of(app, a.name));
      return kDone;
    };
  });
}

// Adds the commands for shells and man(1).
void add_shell(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* completion = app.add_subcommand(
      "completion", "print a script by which a shell completes costruct's arguments");
  completion->add_option("SHELL", a.name, "the shell")
      ->required()
      ->check(CLI::IsMember(completed_shells()));
  completion->footer(
      "Example:\n  costruct completion bash > ~/.local/share/bash-completion/completions/costruct");
  completion->callback([&] {
    action = [&] {
      print_to_stdout(completion_script(a.name, command_facts(app), kind_names()));
      return kDone;
    };
  });
  CLI::App* man = app.add_subcommand("man", "print the manual page");
  man->footer("Example:\n  costruct man | man -l -");
  man->callback([&] {
    action = [&] {
      print_to_stdout(manual_page(app, "costruct " + program_version()));
      return kDone;
    };
  });
}

// Writes "costruct: error: " and a message.
int complain(const std::string& message, int code) {
  say("costruct: error: " + message);
  return code;
}

int complain(const UserError& error, int code) {
  tell_lines(std::string("costruct: error: ") + error.what());
  return code;
}

int run(int argc, char** argv) {
  CLI::App app(
      "Semi-supervised structured prediction: joint features, decoders, learners, experiments.",
      "costruct");
  app.set_version_flag("--version", "costruct " + version_with_revision());
  app.footer(kExamples);
  app.require_subcommand(1);
  load_plugins(argc, argv);
  std::vector<std::string> plugins;
  app.add_option("--plugin", plugins,
                 "a shared library with problems, learners, formats or commands of your own; "
                 "several: give the option again")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  Arguments arguments;
  std::function<int()> action;
  declare_init(app, action);
  declare_convert(app, action);
  declare_run(app, action);
  declare_train(app, action);
  declare_predict(app, action);
  declare_evaluate(app, action);
  declare_suggest(app, action);
  declare_vectors(app, action);
  for (const CommandDeclaration& declare : added_commands()) declare(app, action);
  declare_folders(app, action);
  declare_inquiries(app, action);
  declare_new(app, action);
  declare_docs(app, action);
  add_shell(app, arguments, action);
  add_help(app, arguments, action);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    add_voice(*command, arguments);
    refuse_empty_values(*command);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto commands = app.get_subcommands();
    print_to_stdout(help_of(app, commands.empty() ? "" : commands.front()->get_name()));
    return kDone;
  } catch (const CLI::CallForVersion& asked) {
    print_to_stdout(std::string(asked.what()) + "\n");
    return kDone;
  } catch (const CLI::ParseError& error) {
    return complain(usage_message(app, error, argc, argv), kBadConfig);
  }
  if (arguments.quiet || arguments.verbose)
    set_voice(arguments.quiet ? Voice::kQuiet : Voice::kVerbose);
  use_threads_at_hand();
  return std::exchange(action, nullptr)();  // merge finds another action
}

}  // namespace

int costruct::run_command_line(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that becomes too large is a write error
  end_at_signals();
  try {
    return run(argc, argv);
  } catch (const ConfigError& error) {
    return complain(error, kBadConfig);
  } catch (const DataError& error) {
    return complain(error, kBadData);
  } catch (const Interrupted& interrupted) {
    return complain(interrupted.what(), kInterrupted);
  } catch (const std::bad_alloc&) {
    std::fputs("costruct: error: out of memory\n", stderr);  // allocates no memory
    return kFailed;
  } catch (const std::exception& error) {  // output that cannot be written
    return complain(error.what(), kFailed);
  }
}
