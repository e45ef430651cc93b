// The command `run`.
#include "costruct/apps/commands/commands.hpp"

#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/experiments/runs/run.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

// What the command line fills in.
struct RunArguments {
  RunRequest run;
  std::string shard;         // as typed, "2/4"
  std::uint64_t memory = 0;  // 0: the default
};

}  // namespace

void declare_run(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<RunArguments>();
  CLI::App* run = program.add_subcommand("run", "run the sweep of an experiment, or go on with it");
  run->add_option("CONFIG", a->run.config, "the experiment")->required();
  run->add_option("--set", a->run.overrides,
                  "change the config: path=value, as in sweep.repetitions=5")
      ->allow_extra_args(false);
  add_data_dirs(*run, a->run.data_dirs);
  run->add_option("--out", a->run.out, "folder of results; default runs/NAME")->check(not_a_stream);
  run->add_option("--jobs", a->run.jobs, "cells computed at a time")->check(CLI::Range(1, 1024));
  run->add_flag("--fresh", a->run.fresh, "forget finished cells");
  run->add_flag("--retry-failed", a->run.retry_failed, "run cells again that failed");
  run->add_flag("--fail-fast", a->run.fail_fast, "end the run at the first cell that fails");
  run->add_flag("--dry-run", a->run.dry_run,
                "list the cells, done and to do, with time and memory estimated from a few");
  run->add_option("--shard", a->shard,
                  "run part i of n only, as in 2/4, into OUT/shards; see merge");
  run->add_option("--reproduce", a->run.reproduce,
                  "compute the cell of this row of results.sqlite again and compare the bits");
  add_memory(*run, a->memory);
  run->footer(
      "Example:\n  costruct run configs/quickstart.json --jobs 2 --set sweep.repetitions=5 --out "
      "runs/small");
  run->callback([&action, a] {
    action = [a] {
      a->run.stop = &stop_requested();
      a->run.config_read =
          stop_in_order;  // until a pipe has a writer, the first signal ends the command
      limit_memory(a->memory);
      if (!a->shard.empty()) a->run.shard = parse_shard(a->shard);
      return run_experiment(a->run);
    };
  });
}

}  // namespace costruct
