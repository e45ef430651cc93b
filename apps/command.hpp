// Commands of the program costruct that an add-on brings, and what commands have in common.
//
// A program calls add_command() before run_command_line(). apps/add_mail.cpp is an example.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace costruct {

/// Declares one subcommand of `program`. Its callback stores in `action` what the command does.
/// The action returns an exit code; ConfigError, DataError and OutputError become messages and
/// codes.
using CommandDeclaration = std::function<void(CLI::App& program, std::function<int()>& action)>;

/// Adds a command behind those of the program, which also have --quiet and --verbose.
void add_command(CommandDeclaration declare);

/// The commands that were added, in that order.
const std::vector<CommandDeclaration>& added_commands();

/// Adds the option --memory, which stores its value in `bytes`. 0 stands for the default.
void add_memory(CLI::App& command, std::uint64_t& bytes);

/// Sets the limit of memory while data are read: `bytes`, or nine tenths of what is free where
/// `bytes` is 0.
void limit_memory(std::uint64_t bytes);

/// A check of options that name a file and cannot take a standard stream: refuses "-".
std::string not_a_stream(const std::string& value);

}  // namespace costruct
