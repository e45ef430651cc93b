// Messages about arguments that the command line does not take.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace costruct {

/// The names of the subcommands, in the order of their declaration.
std::vector<std::string> names_of_commands(const CLI::App& app);

/// A message that says what is wrong with the arguments, and names the nearest command or option.
/// @param app         after it has parsed the arguments, which failed
/// @param error       the exception that app.parse() threw
/// @param argc, argv  the arguments of main()
std::string usage_message(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv);

}  // namespace costruct
