// The command line of costruct, for programs that add their own problems, learners or formats.
#pragma once

namespace costruct {

/// Parses the arguments, runs the command, and returns the exit code. Messages go to stderr. Call
/// it once, after add_problem(), add_learner() and add_format().
int run_command_line(int argc, char** argv);

}  // namespace costruct
