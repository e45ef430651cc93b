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

/// Declares one subcommand of `program`. Its callback stores in `action` what the command does.
/// The action returns an exit code; ConfigError, DataError and OutputError become messages and
/// codes.
using CommandDeclaration = std::function<void(CLI::App& program, std::function<int()>& action)>;

/// Adds a command to the program. The command also gets --quiet and --verbose.
void add_command(CommandDeclaration declare);

/// The added commands, in the order in which they were added.
const std::vector<CommandDeclaration>& added_commands();

/// Adds the option --data-dir, which appends its values to `folders`.
void add_data_dirs(CLI::App& command, std::vector<std::filesystem::path>& folders);

/// Adds the option --memory, which stores its value in `bytes`. 0 means the default.
void add_memory(CLI::App& command, std::uint64_t& bytes);

/// Adds the option --plain-text, which stores the name of a text unit in `unit`.
/// @param file  how the command calls the file, for the help
/// @param more  what else the help says
void add_plain_text(CLI::App& command, std::string& unit, const std::string& file,
                    const std::string& more = "");

/// The options --shard and --out of a command, as typed.
struct SharingOptions {
  std::string shard;
  std::filesystem::path out;
};

/// Adds the options --shard and --out of a command on the examples of a file.
void add_sharing(CLI::App& command, SharingOptions& options);

/// The sharing that these options ask for, of a command that was parsed.
/// @param files  see Sharing::files
experiments::Sharing sharing_of(const CLI::App& command, const SharingOptions& options,
                                std::vector<std::filesystem::path> files);

/// Limits the memory that reading data may take to `bytes`. 0 means nine tenths of the free memory.
void limit_memory(std::uint64_t bytes);

/// Checks the value of an option that names a file: rejects "-", a standard stream.
std::string not_a_stream(const std::string& value);

}  // namespace costruct
