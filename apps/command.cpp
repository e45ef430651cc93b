#include "costruct/apps/command.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/machine_memory.hpp"

namespace costruct {
namespace {

// The share of the free memory that reading may take. The rest is left for training and prediction.
constexpr double kShareToRead = 0.9;

// Converts "4G" to "4294967296"; returns what is wrong with other texts.
std::string size_in_bytes(std::string& text) {
  static const CLI::AsSizeValue kUnits(false);
  const std::string given = text;
  const bool whole = !text.empty() && text[0] >= '0' && text[0] <= '9' && kUnits(text).empty();
  return whole && text.find_first_not_of('0') != std::string::npos
             ? ""
             : "'" + given + "': expected a size as in 500M or 4G, more than 0";
}

std::vector<CommandDeclaration>& known_commands() {
  static std::vector<CommandDeclaration> commands;
  return commands;
}

}  // namespace

void add_command(CommandDeclaration declare) {
  known_commands().push_back(std::move(declare));
}

const std::vector<CommandDeclaration>& added_commands() {
  return known_commands();
}

void add_data_dirs(CLI::App& command, std::vector<std::filesystem::path>& folders) {
  command
      .add_option("--data-dir", folders,
                  "a folder to look for data in, before $COSTRUCT_DATA and data/")
      ->allow_extra_args(false);
}

void add_memory(CLI::App& command, std::uint64_t& bytes) {
  command
      .add_option("--memory", bytes,
                  "most memory while data is read, as in 500M or 4G; default: 90 % of what the "
                  "machine has left")
      ->transform(CLI::Validator(size_in_bytes, "SIZE"));
}

void add_plain_text(CLI::App& command, std::string& unit, const std::string& file,
                    const std::string& more) {
  command
      .add_option(
          "--plain-text", unit,
          file +
              " is plain text, with a sentence on each line, or with sentences that are found "
              "by Unicode's rules" +
              more)
      ->check(CLI::IsMember(experiments::text_unit_names()));
}

void add_sharing(CLI::App& command, SharingOptions& options) {
  command.add_option("--shard", options.shard,
                     "compute part i of n only, as in 2/4, into OUT/shards; see merge");
  command
      .add_option("--out", options.out,
                  "folder of shards; without --shard, finish the command with those in it")
      ->check(not_a_stream);
}

experiments::Sharing sharing_of(const CLI::App& command, const SharingOptions& options,
                                std::vector<std::filesystem::path> files) {
  // Options without an effect on the results.
  static const std::vector<std::string> kAside = {"--shard", "--out", "--memory", "--quiet",
                                                  "--verbose"};
  experiments::Sharing sharing{{}, options.out, {command.get_name()}, std::move(files)};
  if (!options.shard.empty()) sharing.shard = experiments::parse_shard(options.shard);
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (std::find(kAside.begin(), kAside.end(), name) != kAside.end()) continue;
    if (option->get_items_expected_max() == 0 && option->count() > 0) {
      sharing.command.push_back(name);
      continue;
    }
    for (const std::string& value : option->results())
      sharing.command.push_back(name + "=" + value);
  }
  return sharing;
}

void limit_memory(std::uint64_t bytes) {
  const double available = experiments::available_memory();
  if (bytes > 0) {
    experiments::set_heap_allowance(bytes);
  } else if (std::isfinite(available)) {
    experiments::set_heap_allowance(static_cast<std::uint64_t>(kShareToRead * available));
  }
}

std::string not_a_stream(const std::string& value) {
  return value == "-" ? "must name a file; one that is called - is ./-" : "";
}

}  // namespace costruct
