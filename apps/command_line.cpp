// Parses arguments, calls the engine, and converts exceptions to messages and exit codes.
#include "costruct/apps/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/apps/docs_command.hpp"
#include "costruct/apps/new_command.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/apps/suggest_command.hpp"
#include "costruct/apps/vectors_command.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/convert/convert.hpp"
#include "costruct/experiments/describe/names.hpp"
#include "costruct/experiments/describe/schema.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/init/init.hpp"
#include "costruct/experiments/plugins/plugins.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/experiments/training/train.hpp"
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
    "Environment: COSTRUCT_DATA: a folder with named data sets, looked at behind each --data-dir;\n"
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

// The values that the subcommands fill in.
struct Arguments {
  RunRequest run;
  std::string shard;  // as typed, "2/4"
  TrainRequest train;
  InitRequest init;
  ConversionRequest conversion;
  std::filesystem::path model, data, output, report, config, out;
  std::vector<std::filesystem::path> folders;
  EvaluationRequest evaluation;
  std::vector<std::string> overrides;
  std::string kind, name;
  bool figures = false;
  std::string format = "text", evaluation_format;
  std::string plain_text;    // a name of text_unit_names(); "": none
  std::uint64_t memory = 0;  // 0: the default
  PredictionDetails details;
  ModelDescription description;
  std::string output_kind = "text";
  bool quiet = false, verbose = false;
};

// Adds --quiet and --verbose, which every command has.
void add_voice(CLI::App& command, Arguments& a) {
  CLI::Option* quiet = command.add_flag("-q,--quiet", a.quiet,
                                        "no progress and notes, but results, warnings and errors");
  command.add_flag("-v,--verbose", a.verbose, "say more: every line of progress")->excludes(quiet);
}

constexpr const char* kDataDirHelp =
    "a folder to look for data in, before $COSTRUCT_DATA and data/";

// Rejects empty values of options and arguments. Most likely a shell variable was not set.
void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    option->check(
        [](const std::string& value) { return value.empty() ? "must not be empty" : ""; });
  }
}

// Each add_...() function stores the action of its subcommand in `action`.
void add_run(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* run = app.add_subcommand("run", "run the sweep of an experiment, or go on with it");
  run->add_option("CONFIG", a.run.config, "the experiment")->required();
  run->add_option("--set", a.run.overrides,
                  "change the config: path=value, as in sweep.repetitions=5")
      ->allow_extra_args(false);
  run->add_option("--data-dir", a.run.data_dirs, kDataDirHelp)->allow_extra_args(false);
  run->add_option("--out", a.run.out, "folder of results; default runs/NAME")->check(not_a_stream);
  run->add_option("--jobs", a.run.jobs, "cells computed at a time")->check(CLI::Range(1, 1024));
  run->add_flag("--fresh", a.run.fresh, "forget finished cells");
  run->add_flag("--retry-failed", a.run.retry_failed, "run cells again that failed");
  run->add_flag("--fail-fast", a.run.fail_fast, "end the run at the first cell that fails");
  run->add_flag("--dry-run", a.run.dry_run,
                "list the cells, done and to do, with time and memory estimated from a few");
  run->add_option("--shard", a.shard,
                  "run part i of n only, as in 2/4, into OUT/shards; see merge");
  run->add_option("--reproduce", a.run.reproduce,
                  "compute the cell of this row of results.sqlite again and compare the bits");
  add_memory(*run, a.memory);
  run->footer(
      "Example:\n  costruct run configs/quickstart.json --jobs 2 --set sweep.repetitions=5 --out "
      "runs/small");
  run->callback([&] {
    action = [&] {
      a.run.config_read =
          stop_in_order;  // until a pipe has a writer, the first signal ends the command
      limit_memory(a.memory);
      if (!a.shard.empty()) a.run.shard = parse_shard(a.shard);
      return run_experiment(a.run);
    };
  });
}

void add_init(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* init = app.add_subcommand(
      "init", "look at data files and write configs for them: an experiment and a training config");
  init->add_option("FILE", a.init.files, "data files, one at least with labels")->required();
  init->add_option("--unlabeled", a.init.unlabeled, "a file whose labels are ignored, or absent")
      ->allow_extra_args(false);
  init->add_option("--label", a.init.label,
                   "the column to predict: its name, or its number from 1 where columns have none");
  init->add_option("--format", a.init.format,
                   "the format of the files, as in costruct list formats")
      ->type_name(kNameType);
  init->add_option("--problem", a.init.problem,
                   "the problem, as in costruct list problems: multiclass or regression of rows")
      ->type_name(kNameType);
  init->add_option("--out", a.init.out, "folder of the configs; default: the current one")
      ->check(not_a_stream);
  add_memory(*init, a.memory);
  init->footer(
      "Writes experiment.json and train.json, and overwrites nothing.\n"
      "Example:\n  costruct init own.txt raw.txt && costruct run experiment.json");
  init->callback([&] {
    action = [&] {
      limit_memory(a.memory);
      init_configs(a.init);
      return kDone;
    };
  });
}

void add_convert(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* convert =
      app.add_subcommand("convert", "write the examples of a file in another format");
  convert->add_option("FILE", a.conversion.file, "a data file, or a folder of a format of folders")
      ->required();
  convert
      ->add_option("--to", a.conversion.to,
                   "the format to write: a name, or a data block with options, as in "
                   "{\"format\": \"conll\", \"scheme\": \"iobes\"}")
      ->required()
      ->type_name(kNameType);
  convert
      ->add_option("--from", a.conversion.from,
                   "the format of FILE: a name, or a data block without files; default: "
                   "recognised from the file")
      ->type_name(kNameType);
  convert->add_option("--output", a.conversion.output,
                      "where the examples go; default, and -: stdout");
  convert->add_flag("--force", a.conversion.force, "replace the output if it exists");
  convert->add_flag("--unlabeled", a.conversion.unlabeled,
                    "ignore the labels of FILE, which may be absent");
  add_plain_text(*convert, a.plain_text, "FILE");
  add_memory(*convert, a.memory);
  convert->footer(
      "Notes say what the other format does not hold.\n"
      "Examples:\n"
      "  costruct convert en.conllu --to spans --output en.jsonl\n"
      "  costruct convert own.txt --to '{\"format\": \"conll\", \"scheme\": \"iobes\"}' "
      "--output own.iobes.txt");
  convert->callback([&] {
    action = [&] {
      stop_soon();
      limit_memory(a.memory);
      a.conversion.stop = &stop_requested();
      if (!a.plain_text.empty())
        a.conversion.plain_text = unlabeled_text_of({{kUnlabeledTextOption, a.plain_text}});
      convert_file(a.conversion);
      return kDone;
    };
  });
}

void add_train(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* train = app.add_subcommand("train", "train one learner into a model file");
  train->add_option("CONFIG", a.train.config, "the training config")->required();
  train
      ->add_option("--learner", a.train.learner,
                   "the learner of an experiment to train: CONFIG is what run takes")
      ->type_name(kNameType);
  train
      ->add_option("--set", a.train.overrides,
                   "change the config: path=value, as in learner.epochs=20")
      ->allow_extra_args(false);
  train->add_option("--data-dir", a.train.data_dirs, kDataDirHelp)->allow_extra_args(false);
  train->add_option("--model", a.train.model, "the model file to write")
      ->required()
      ->check(not_a_stream);
  train->add_option("--report", a.train.report, "write objective, times and metrics as JSON")
      ->check(not_a_stream);
  add_memory(*train, a.memory);
  train->footer(
      "Examples:\n  costruct train own.json --learner svm_context --model own.safetensors\n  "
      "costruct train "
      "pos.json --set learner.epochs=20 --model pos.safetensors --report "
      "report.json");
  train->callback([&] {
    action = [&] {
      a.train.config_read = stop_with_word;
      limit_memory(a.memory);
      return train_model(a.train);
    };
  });
}

EvaluationFormat evaluation_format(const std::string& name) {
  if (name == "json") return EvaluationFormat::kJson;
  if (name == "csv") return EvaluationFormat::kCsv;
  const bool is_table = name.empty() ? ::isatty(STDOUT_FILENO) == 1 : name == "table";
  return is_table ? EvaluationFormat::kTable : EvaluationFormat::kLines;
}

void add_predict_and_evaluate(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* predict =
      app.add_subcommand("predict", "predict the examples of a file, whatever their labels");
  predict->add_option("--model", a.model, "the model file")->required()->check(not_a_stream);
  predict
      ->add_option("--data", a.data,
                   "examples in the format that the model was trained from; -: standard input")
      ->required();
  predict->add_option("--output", a.output, "where predictions go; default, and -: stdout");
  predict
      ->add_option(
          "--format", a.format,
          "text; table: the file with a prediction beside each record (csv, texts, text_folders); "
          "svg: the drawing of one output, of formats that have one (ptb); default text")
      ->check(CLI::IsMember({"text", "table", "svg"}));
  predict->add_flag(
      "--scores", a.details.scores,
      "a line of JSON an example, with the score of its output and the margin over the runner-up");
  predict->add_flag(
      "--marginals", a.details.marginals,
      "a line of JSON an example, with probabilities, exp(score) / Z, of outputs and of the label "
      "of "
      "each part; crf, hmm and other learners of likelihoods are trained to give them");
  predict->add_flag("--span-scores", a.details.span_scores,
                    "of format spans: a score beside each span, the least probability of the "
                    "labels of its words; of problems without sums, the margin of --scores");
  predict->add_flag("--known", a.details.known,
                    "labels that stand in the file are kept, and the rest is decoded around them; "
                    "? stands for an unknown label, {A,B} for one of several (sequence); of emails "
                    "the batches, and the fields must and cannot");
  add_plain_text(*predict, a.plain_text, "the file", "; each word is written with its label");
  predict
      ->add_option("--k-best", a.details.k_best,
                   "a line of JSON an example, with its K best outputs")
      ->check(CLI::Range(1, 10000));
  predict->footer(
      "Examples:\n"
      "  costruct predict --model pos.safetensors --data new.txt --output new.labels\n"
      "  costruct predict --model pos.safetensors --data - --scores --k-best 3 < new.txt > "
      "new.jsonl");
  add_memory(*predict, a.memory);
  predict->callback([&] {
    action = [&] {
      stop_soon();
      limit_memory(a.memory);
      const auto format = a.format == "svg"     ? PredictionFormat::kSvg
                          : a.format == "table" ? PredictionFormat::kTable
                                                : PredictionFormat::kText;
      const auto unit = unlabeled_text_of({{kUnlabeledTextOption, a.plain_text}});
      predict_file(a.model, a.data, a.output, &stop_requested(), format, a.details,
                   a.plain_text.empty() ? std::nullopt : unit);
      return kDone;
    };
  });
  CLI::App* evaluate =
      app.add_subcommand("evaluate", "compare predictions with the labels of a file");
  evaluate->add_option("--model", a.model, "the model file")->required()->check(not_a_stream);
  evaluate->add_option("--data", a.data, "labeled examples; -: standard input")->required();
  evaluate->add_option("--report", a.report, "write the metrics as JSON")->check(not_a_stream);
  evaluate
      ->add_option("--output", a.evaluation_format,
                   "table: metrics, and for labels counts, precision, recall, F1 and a confusion "
                   "matrix; json or csv: all of this for programs; lines: name<TAB>value for each "
                   "metric; default: table on a terminal, else lines")
      ->check(CLI::IsMember({"table", "lines", "json", "csv"}));
  evaluate
      ->add_option("--metrics", a.evaluation.metrics,
                   "what to measure, as in loss,accuracy; default: the metrics of the training "
                   "config, or all that suit the data")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(kNameType);
  evaluate
      ->add_option("--worst", a.evaluation.worst,
                   "show the N examples with the largest loss, with their place and both outputs")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  evaluate->footer(
      "Examples:\n  costruct evaluate --model pos.safetensors --data test.txt --report "
      "scores.json\n"
      "  costruct evaluate --model pos.safetensors --data test.txt --output table --worst 20");
  evaluate
      ->add_option(
          "--bootstrap", a.evaluation.resampling.count,
          "95 % intervals of the metrics from so many draws of test examples; 1000 are usual")
      ->check(CLI::Range(1, 1000000));
  evaluate->add_option("--seed", a.evaluation.resampling.seed, "of these draws; default 1")
      ->needs("--bootstrap");
  add_memory(*evaluate, a.memory);
  evaluate->callback([&] {
    action = [&] {
      limit_memory(a.memory);
      evaluate_file(a.model, a.data, a.report, a.evaluation,
                    evaluation_format(a.evaluation_format));
      return kDone;
    };
  });
}

void add_output_kind(CLI::App& command, Arguments& a) {
  command.add_option("--output", a.output_kind, "text, or json for programs; default text")
      ->check(CLI::IsMember({"text", "json"}));
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_inquiries(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* validate =
      app.add_subcommand("validate", "check a config and print it with all its defaults");
  validate->add_option("CONFIG", a.config, "the config")->required();
  validate->add_option("--set", a.overrides, "change the config: path=value")
      ->allow_extra_args(false);
  validate->footer(
      "Example:\n  costruct validate configs/quickstart.json --set sweep.repetitions=5");
  validate->callback([&] {
    action = [&] {
      const Config config = load_config(a.config, a.overrides);
      print_to_stdout(json_text(config.effective));
      tell_notes(config.notes);
      say(a.config.string() + ": ok");
      return kDone;
    };
  });
  CLI::App* schema = app.add_subcommand("schema", "print the JSON schema of configs");
  schema->footer("Example:\n  costruct schema > config.schema.json");
  schema->callback([&] {
    action = [] {
      print_to_stdout(config_schema().dump() + "\n");
      return kDone;
    };
  });
  CLI::App* list =
      app.add_subcommand("list", "list problems, learners, losses, metrics, formats, datasets ...");
  list->add_option("KIND", a.kind, "what to list; default: the kinds");
  add_output_kind(*list, a);
  list->footer("Example:\n  costruct list learners");
  list->callback([&] {
    action = [&] {
      print_to_stdout(a.output_kind == "json" ? json_text(listed_json(a.kind))
                                              : list_names(a.kind));
      return kDone;
    };
  });
  CLI::App* describe = app.add_subcommand(
      "describe",
      "say what is declared about a name: options, ranges, defaults; or what a model is");
  describe->add_option("KIND", a.kind, "as in list, or `model`")->required();
  describe->add_option("NAME", a.name, "one of that kind; a model's file")->required();
  describe
      ->add_option("--weights", a.description.weights,
                   "of a model: its N heaviest weights of each label and sign, by name")
      ->check(CLI::Range(1, 1000000));
  add_output_kind(*describe, a);
  describe->footer(
      "Examples:\n  costruct describe learner co_perceptron\n  costruct describe model "
      "pos.safetensors --weights 20");
  describe->callback([&, describe] {
    action = [&, describe] {
      if (a.kind != "model" && describe->count("--weights") > 0)
        throw ConfigError("--weights is for describe model");
      a.description.is_json = a.output_kind == "json";
      if (a.kind == "model")
        print_to_stdout(describe_model(a.name, a.description));
      else if (a.description.is_json)
        print_to_stdout(json_text(described_json(a.kind, a.name)));
      else
        print_to_stdout(describe_name(a.kind, a.name));
      return kDone;
    };
  });
}

void add_folders(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* report = app.add_subcommand(
      "report", "write the report of a run again, finished or not; of several runs one page");
  report->add_option("DIR", a.folders, "folders of results")->required();
  report->add_option("--output", a.output, "the page of several runs; default: runs.html")
      ->check(not_a_stream);
  report->add_flag(
      "--figures", a.figures,
      "its charts for papers too, as SVG and PDF into DIR/figures; of several runs those of the "
      "page, into PAGE-figures beside it");
  report->footer(
      "Examples:\n  costruct report runs/quickstart --figures\n"
      "  costruct report runs/quickstart runs/small --output both.html");
  report->callback([&] {
    action = [&] {
      if (a.folders.size() == 1 && !a.output.empty())
        throw ConfigError(
            "--output is for the page of several runs: name more folders, or leave it out");
      if (a.folders.size() == 1) {
        report_folder(a.folders.front());
        if (a.figures) draw_figures(a.folders.front());
      } else {
        const std::filesystem::path page = a.output.empty() ? "runs.html" : a.output;
        report_together(a.folders, page);
        if (a.figures) draw_figures_together(a.folders, page);
      }
      return kDone;
    };
  });
  CLI::App* compare = app.add_subcommand("compare", "the same cells of several runs side by side");
  compare
      ->add_option("DIR", a.folders,
                   "folders of results: the first is compared with each other one")
      ->required()
      ->expected(2, 1000);
  compare->footer("Example:\n  costruct compare runs/quickstart runs/small");
  compare->callback([&] {
    action = [&] {
      compare_folders(a.folders);
      return kDone;
    };
  });
  CLI::App* claims =
      app.add_subcommand("claims", "all claims of runs with their verdicts, as one table");
  claims->add_option("DIR", a.folders, "folders of results")->required();
  claims->add_option("--csv", a.output, "write them as CSV too, a line a cell")
      ->check(not_a_stream);
  claims->footer("Example:\n  costruct claims runs/* --csv claims.csv");
  claims->callback([&] {
    action = [&] {
      claims_of_folders(a.folders, a.output);
      return kDone;
    };
  });
  CLI::App* merge =
      app.add_subcommand("merge", "bring the cells of several folders together in one");
  merge->add_option("OUT", a.out, "the folder that gets them")->required();
  merge->add_option("DIR", a.folders, "folders of results; default: the shards in OUT");
  merge->footer("Example:\n  costruct merge runs/quickstart");
  merge->callback([&] { action = [&] { return merge_folders(a.out, a.folders); }; });
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
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

// Describes what is wrong with the arguments, with the nearest command or option.
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
      meant = option_of_config(command, unknown);
      if (meant.empty()) meant = did_you_mean(unknown, long_options_of(command));
    } else if (is_extra) {
      message = unexpected_arguments(app.remaining(true));
    }
  }
  if (!meant.empty()) return message + ": " + meant;
  return message + (parsed.empty() ? "; try costruct --help"
                                   : "; try costruct help " + parsed.front()->get_name());
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
  arguments.run.stop = arguments.train.stop = &stop_requested();
  std::function<int()> action;
  add_init(app, arguments, action);
  add_convert(app, arguments, action);
  add_run(app, arguments, action);
  add_train(app, arguments, action);
  add_predict_and_evaluate(app, arguments, action);
  declare_suggest(app, action);
  declare_vectors(app, action);
  for (const CommandDeclaration& declare : added_commands()) declare(app, action);
  add_folders(app, arguments, action);
  add_inquiries(app, arguments, action);
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
  return action();
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
