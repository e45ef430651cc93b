// Commands that an add-on brings to the program costruct, and functions that all commands share.
//
// Call add_command() before run_command_line(). See apps/add_mail.cpp for an example.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace costruct {

/// Declares one subcommand of `program`. Its callback stores the action of the command in `action`.
/// The action returns an exit code. ConfigError, DataError and OutputError become messages and exit
/// codes.
using CommandDeclaration = std::function<void(CLI::App& program, std::function<int()>& action)>;

/// Adds a command behind those of the program. It also gets --quiet and --verbose.
void add_command(CommandDeclaration declare);

/// The commands that were added, in that order.
const std::vector<CommandDeclaration>& added_commands();

/// Adds the option --memory, which stores its value in `bytes`. 0 stands for the default.
void add_memory(CLI::App& command, std::uint64_t& bytes);

/// Limits the memory while data are read to `bytes`. If `bytes` is 0, the limit is nine tenths of
/// the free memory.
void limit_memory(std::uint64_t bytes);

/// Checks options that name a file and cannot take a standard stream. It refuses "-".
std::string not_a_stream(const std::string& value);

}  // namespace costruct
