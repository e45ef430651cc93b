// The command `train`.
#include "costruct/apps/commands/commands.hpp"

#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/experiments/training/train.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct TrainArguments {
  TrainRequest train;
  std::uint64_t memory = 0;  // 0: the default
};

}  // namespace

void declare_train(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<TrainArguments>();
  CLI::App* train = program.add_subcommand("train", "train one learner into a model file");
  train->add_option("CONFIG", a->train.config, "the training config")->required();
  train
      ->add_option("--learner", a->train.learner,
                   "the learner of an experiment to train: CONFIG is what run takes")
      ->type_name(kNameType);
  train
      ->add_option("--set", a->train.overrides,
                   "change the config: path=value, as in learner.epochs=20")
      ->allow_extra_args(false);
  add_data_dirs(*train, a->train.data_dirs);
  train->add_option("--model", a->train.model, "the model file to write")
      ->required()
      ->check(not_a_stream);
  train->add_option("--report", a->train.report, "write objective, times and metrics as JSON")
      ->check(not_a_stream);
  add_memory(*train, a->memory);
  train->footer(
      "Examples:\n  costruct train own.json --learner svm_context --model own.safetensors\n  "
      "costruct train "
      "pos.json --set learner.epochs=20 --model pos.safetensors --report "
      "report.json");
  train->callback([&action, a] {
    action = [a] {
      a->train.stop = &stop_requested();
      a->train.config_read = stop_with_word;
      limit_memory(a->memory);
      return train_model(a->train);
    };
  });
}

}  // namespace costruct
