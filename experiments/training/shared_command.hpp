// Shares the work of a command on the examples of a file among several processes. There are two
// ways. Calls with --shard i/n each write one shard into a folder, and a last call merges them. Or
// mpirun starts several processes at once.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costruct/experiments/models/shared_work.hpp"
#include "costruct/experiments/sweep/sweep_plan.hpp"

namespace costruct::experiments {

/// How the work of one command is shared.
struct Sharing {
  /// The part to compute and to write into OUT/shards. nullopt: this call writes the output of the
  /// command.
  std::optional<Shard> shard;
  /// OUT. Without `shard`, the results in OUT/shards replace the computation. "": there are no
  /// shards.
  std::filesystem::path folder;
  /// The arguments of the command, without those that share the work (--shard, --out). A shard
  /// stores them, so that sharded_command_in() can return them.
  std::vector<std::string> command;
  /// The model and the files of examples, which all processes must have.
  std::vector<std::filesystem::path> files;
};

/// Runs a command once for its share of the work, or for all of it: `run` gets what other processes
/// compute, or null. A shard writes FOLDER/shards/i-of-n. If mpirun has started several processes,
/// each computes a part, and the first one then runs the command with all results.
///
/// Throws ConfigError if these ways are mixed, if the examples come from standard input, or if
/// shards are missing or belong to another command. Throws DataError if shards belong to other
/// files, or to another version of the program.
void run_shared(const Sharing& sharing, const std::function<void(SharedWork*)>& run);

/// The arguments of the command whose shards are in a folder; empty if there are none. Throws
/// DataError for a damaged shard.
std::vector<std::string> sharded_command_in(const std::filesystem::path& folder);

}  // namespace costruct::experiments
