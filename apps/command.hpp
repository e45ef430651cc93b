// Commands that an add-on adds to the program costruct, and functions that commands share.
//
// A program calls add_command() before run_command_line(). apps/add_mail.cpp is an example.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/experiments/training/shared_command.hpp"

namespace costruct {

/// A function that declares one subcommand of `program` with CLI11. The callback of the subcommand
/// stores in `action` what the command does. Parsing calls the callback; run_command_line() then
/// calls the action. `action` outlives both.
///
/// The action returns an exit code (see command_line.hpp). If it throws, run_command_line() prints
/// the message. The exit code is 2 for a ConfigError, 3 for a DataError, 130 for Interrupted, and 1
/// for any other std::exception.
using CommandDeclaration = std::function<void(CLI::App& program, std::function<int()>& action)>;

/// Adds a command to the program. The command also gets --quiet and --verbose.
void add_command(CommandDeclaration declare);

/// The added commands, in the order in which they were added.
const std::vector<CommandDeclaration>& added_commands();

/// Adds the option --data-dir, which appends its values to `folders`.
void add_data_dirs(CLI::App& command, std::vector<std::filesystem::path>& folders);

/// Adds the option --memory, which stores its value in `bytes`. The user types a size as in 500M or
/// 4G, in powers of 1024. Without the option, `bytes` does not change; 0 means the default. Pass
/// the value to limit_memory().
void add_memory(CLI::App& command, std::uint64_t& bytes);

/// Adds the option --plain-text, which says that a file is plain text without labels. It stores in
/// `unit` what counts as a sentence: "lines" (each line) or "sentences" (found by Unicode's rules).
/// Without the option, `unit` does not change.
/// @param file  the name of the file in the help, for example "FILE"
/// @param more  text at the end of the help
void add_plain_text(CLI::App& command, std::string& unit, const std::string& file,
                    const std::string& more = "");

/// The options --shard and --out of a command, as typed. They let several processes share the work
/// of one command; each process computes one part of the examples ("shard"). With --out alone, the
/// command reads the results of all shards instead of computing them.
struct SharingOptions {
  std::string shard;          ///< "i/n": compute part i of n only, 1 <= i <= n; "": all parts
  std::filesystem::path out;  ///< the folder in which the shards are stored; "": no folder
};

/// Adds the options --shard and --out to a command that works on the examples of a file. They store
/// their values in `options`.
void add_sharing(CLI::App& command, SharingOptions& options);

/// Converts the typed options to a Sharing, with the arguments of `command`. Pass the result to
/// run_shared(). Call it after the command was parsed. Throws ConfigError if --shard is not "i/n".
/// @param files  the model and the files of examples, which all processes must have
experiments::Sharing sharing_of(const CLI::App& command, const SharingOptions& options,
                                std::vector<std::filesystem::path> files);

/// Limits the memory that reading data may take to `bytes`. 0 means nine tenths of the free memory.
/// Readers throw DataError at the limit. Call it before data are read and threads are started.
void limit_memory(std::uint64_t bytes);

/// A check for options that name a file. It rejects "-", which often means a standard stream.
/// Returns the error message, or "" if the value is valid, as CLI::Option::check() expects.
std::string not_a_stream(const std::string& value);

}  // namespace costruct
