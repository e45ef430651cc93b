// The command line of costruct, for programs that add problems, learners or formats of their own to
// it.
#pragma once

namespace costruct {

/// Reads arguments, does what they say, and returns the exit code. Messages go to stderr. To be
/// called once, and after add_problem(), add_learner() and add_format().
int run_command_line(int argc, char** argv);

}  // namespace costruct
