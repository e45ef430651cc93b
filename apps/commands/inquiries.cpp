// The commands that say what there is: `validate`, `schema`, `list` and `describe`.
#include "costruct/apps/commands/commands.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/describe/names.hpp"
#include "costruct/experiments/describe/schema.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct InquiryArguments {
  std::filesystem::path config;
  std::vector<std::string> overrides;
  std::string kind, name;
  ModelDescription description;
  std::string output = "text";
};

void add_output_kind(CLI::App& command, InquiryArguments& a) {
  command.add_option("--output", a.output, "text, or json for programs; default text")
      ->check(CLI::IsMember({"text", "json"}));
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

void declare_inquiries(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<InquiryArguments>();
  CLI::App* validate =
      program.add_subcommand("validate", "check a config and print it with all its defaults");
  validate->add_option("CONFIG", a->config, "the config")->required();
  validate->add_option("--set", a->overrides, "change the config: path=value")
      ->allow_extra_args(false);
  validate->footer(
      "Example:\n  costruct validate configs/quickstart.json --set sweep.repetitions=5");
  validate->callback([&action, a] {
    action = [a] {
      const Config config = load_config(a->config, a->overrides);
      print_to_stdout(json_text(config.effective));
      tell_notes(config.notes);
      say(a->config.string() + ": ok");
      return kDone;
    };
  });
  CLI::App* schema = program.add_subcommand("schema", "print the JSON schema of configs");
  schema->footer("Example:\n  costruct schema > config.schema.json");
  schema->callback([&action, a] {
    action = [] {
      print_to_stdout(config_schema().dump() + "\n");
      return kDone;
    };
  });
  CLI::App* list = program.add_subcommand(
      "list", "list problems, learners, losses, metrics, formats, datasets ...");
  list->add_option("KIND", a->kind, "what to list; default: the kinds");
  add_output_kind(*list, *a);
  list->footer("Example:\n  costruct list learners");
  list->callback([&action, a] {
    action = [a] {
      print_to_stdout(a->output == "json" ? json_text(listed_json(a->kind)) : list_names(a->kind));
      return kDone;
    };
  });
  CLI::App* describe = program.add_subcommand(
      "describe",
      "say what is declared about a name: options, ranges, defaults; or what a model is");
  describe->add_option("KIND", a->kind, "as in list, or `model`")->required();
  describe->add_option("NAME", a->name, "one of that kind; a model's file")->required();
  describe
      ->add_option("--weights", a->description.weights,
                   "of a model: its N heaviest weights of each label and sign, by name")
      ->check(CLI::Range(1, 1000000));
  add_output_kind(*describe, *a);
  describe->footer(
      "Examples:\n  costruct describe learner co_perceptron\n  costruct describe model "
      "pos.safetensors --weights 20");
  describe->callback([&action, a, describe] {
    action = [a, describe] {
      if (a->kind != "model" && describe->count("--weights") > 0)
        throw ConfigError("--weights is for describe model");
      a->description.is_json = a->output == "json";
      if (a->kind == "model")
        print_to_stdout(describe_model(a->name, a->description));
      else if (a->description.is_json)
        print_to_stdout(json_text(described_json(a->kind, a->name)));
      else
        print_to_stdout(describe_name(a->kind, a->name));
      return kDone;
    };
  });
}

}  // namespace costruct
