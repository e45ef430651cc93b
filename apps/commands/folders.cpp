// The commands on folders of results: `report`, `compare`, `claims` and `merge`.
#include "costruct/apps/commands/commands.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "costruct/apps/command.hpp"
#include "costruct/core/error.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "costruct/experiments/training/shared_command.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct FolderArguments {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path output, out;
  bool figures = false, details = false;
};

// Merges folders of results. Shards of another command are merged by that command, with --out.
int merge_shards(CLI::App& program, std::function<int()>& action, const FolderArguments& a) {
  std::vector<std::string> command =
      a.folders.empty() ? sharded_command_in(a.out) : std::vector<std::string>();
  if (command.empty()) return merge_folders(a.out, a.folders);
  command.push_back("--out=" + a.out.string());
  std::reverse(command.begin(), command.end());  // as CLI11 takes them
  try {
    program.parse(command);
  } catch (const CLI::ParseError& error) {
    throw ConfigError(a.out.string() + ": the command of its shards: " + error.what());
  }
  return std::exchange(action, nullptr)();
}

}  // namespace

void declare_folders(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<FolderArguments>();
  CLI::App* report = program.add_subcommand(
      "report", "write the report of a run again, finished or not; of several runs one page");
  report->add_option("DIR", a->folders, "folders of results")->required();
  report->add_option("--output", a->output, "the page of several runs; default: runs.html")
      ->check(not_a_stream);
  report->add_flag(
      "--figures", a->figures,
      "its charts for papers too, as SVG and PDF into DIR/figures; of several runs those of the "
      "page, into PAGE-figures beside it");
  report->footer(
      "Examples:\n  costruct report runs/quickstart --figures\n"
      "  costruct report runs/quickstart runs/small --output both.html");
  report->callback([&action, a] {
    action = [a] {
      if (a->folders.size() == 1 && !a->output.empty())
        throw ConfigError(
            "--output is for the page of several runs: name more folders, or leave it out");
      if (a->folders.size() == 1) {
        report_folder(a->folders.front());
        if (a->figures) draw_figures(a->folders.front());
      } else {
        const std::filesystem::path page = a->output.empty() ? "runs.html" : a->output;
        report_together(a->folders, page);
        if (a->figures) draw_figures_together(a->folders, page);
      }
      return kDone;
    };
  });
  CLI::App* compare =
      program.add_subcommand("compare", "the same cells of several runs side by side");
  compare
      ->add_option("DIR", a->folders,
                   "folders of results: the first is compared with each other one")
      ->required()
      ->expected(2, 1000);
  compare->footer("Example:\n  costruct compare runs/quickstart runs/small");
  compare->callback([&action, a] {
    action = [a] {
      compare_folders(a->folders);
      return kDone;
    };
  });
  CLI::App* claims =
      program.add_subcommand("claims", "all claims of runs with their verdicts, a line a claim");
  claims->add_option("DIR", a->folders, "folders of results")->required();
  claims->add_option("--csv", a->output, "write them as CSV too, a line a cell")
      ->check(not_a_stream);
  claims->add_flag("--details", a->details, "with sources, tests and numbers");
  claims->footer("Example:\n  costruct claims runs/* --csv claims.csv");
  claims->callback([&action, a] {
    action = [a] {
      claims_of_folders(a->folders, a->output,
                        a->details ? ClaimDetails::kShown : ClaimDetails::kFolded);
      return kDone;
    };
  });
  CLI::App* merge =
      program.add_subcommand("merge", "bring the cells of several folders together in one");
  merge->add_option("OUT", a->out, "the folder that gets them")->required();
  merge->add_option("DIR", a->folders, "folders of results; default: the shards in OUT");
  merge->footer(
      "If OUT has shards of predict, evaluate or suggest, the command is finished with them.\n"
      "Example:\n  costruct merge runs/quickstart");
  merge->callback([&program, &action, a] {
    action = [&program, &action, a] { return merge_shards(program, action, *a); };
  });
}

}  // namespace costruct
