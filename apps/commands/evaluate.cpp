// The command `evaluate`.
#include "costruct/apps/commands/commands.hpp"

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct EvaluateArguments {
  std::filesystem::path model, data, report;
  EvaluationRequest evaluation;
  SharingOptions sharing;
  std::string format;        // of the output
  std::uint64_t memory = 0;  // 0: the default
};

EvaluationFormat evaluation_format(const std::string& name) {
  if (name == "json") return EvaluationFormat::kJson;
  if (name == "csv") return EvaluationFormat::kCsv;
  const bool is_table = name.empty() ? ::isatty(STDOUT_FILENO) == 1 : name == "table";
  return is_table ? EvaluationFormat::kTable : EvaluationFormat::kLines;
}

}  // namespace

void declare_evaluate(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<EvaluateArguments>();
  CLI::App* evaluate =
      program.add_subcommand("evaluate", "compare predictions with the labels of a file");
  evaluate->add_option("--model", a->model, "the model file")->required()->check(not_a_stream);
  evaluate->add_option("--data", a->data, "labeled examples; -: standard input")->required();
  evaluate->add_option("--report", a->report, "write the metrics as JSON")->check(not_a_stream);
  evaluate
      ->add_option("--output", a->format,
                   "table: metrics, and for labels counts, precision, recall, F1 and a confusion "
                   "matrix; json or csv: all of this for programs; lines: name<TAB>value for each "
                   "metric; default: table on a terminal, else lines")
      ->check(CLI::IsMember({"table", "lines", "json", "csv"}));
  evaluate
      ->add_option("--metrics", a->evaluation.metrics,
                   "what to measure, as in loss,accuracy; default: the metrics of the training "
                   "config; if it names none, all that suit the data")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(kNameType);
  evaluate
      ->add_option("--worst", a->evaluation.worst,
                   "show the N examples with the largest loss, with their place and both outputs")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  evaluate->footer(
      "Examples:\n  costruct evaluate --model pos.safetensors --data test.txt --report "
      "scores.json\n"
      "  costruct evaluate --model pos.safetensors --data test.txt --output table --worst 20");
  evaluate
      ->add_option(
          "--bootstrap", a->evaluation.resampling.count,
          "95 % intervals of the metrics from so many draws of test examples; 1000 are usual")
      ->check(CLI::Range(1, 1000000));
  evaluate->add_option("--seed", a->evaluation.resampling.seed, "of these draws; default 1")
      ->needs("--bootstrap");
  add_memory(*evaluate, a->memory);
  add_sharing(*evaluate, a->sharing);
  evaluate->callback([&action, a, evaluate] {
    action = [a, evaluate] {
      limit_memory(a->memory);
      run_shared(sharing_of(*evaluate, a->sharing, {a->model, a->data}), [&](SharedWork* work) {
        a->evaluation.work = work;
        evaluate_file(a->model, a->data, a->report, a->evaluation, evaluation_format(a->format));
      });
      return kDone;
    };
  });
}

}  // namespace costruct
