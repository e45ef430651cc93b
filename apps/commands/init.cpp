// The command `init`.
#include "costruct/apps/commands/commands.hpp"

#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/experiments/init/init.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct InitArguments {
  InitRequest init;
  std::uint64_t memory = 0;  // 0: the default
};

}  // namespace

void declare_init(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<InitArguments>();
  CLI::App* init = program.add_subcommand(
      "init", "look at data files and write configs for them: an experiment and a training config");
  init->add_option("FILE", a->init.files, "data files, one at least with labels")->required();
  init->add_option("--unlabeled", a->init.unlabeled, "a file whose labels are ignored, or absent")
      ->allow_extra_args(false);
  init->add_option(
      "--label", a->init.label,
      "the column to predict, by its name; by its number, from 1, in files without names");
  init->add_option("--format", a->init.format,
                   "the format of the files, as in costruct list formats")
      ->type_name(kNameType);
  init->add_option("--problem", a->init.problem,
                   "another problem for such files: regression for rows, dependency for CoNLL-U "
                   "with heads ...")
      ->type_name(kNameType);
  init->add_option("--out", a->init.out, "folder of the configs; default: the current one")
      ->check(not_a_stream);
  add_memory(*init, a->memory);
  init->footer(
      "Writes experiment.json and train.json, and overwrites nothing.\n"
      "Example:\n  costruct init own.txt raw.txt && costruct run experiment.json");
  init->callback([&action, a] {
    action = [a] {
      limit_memory(a->memory);
      init_configs(a->init);
      return kDone;
    };
  });
}

}  // namespace costruct
