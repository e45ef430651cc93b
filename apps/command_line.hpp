// The command line of costruct, for programs that add their own problems, learners or formats.
#pragma once

namespace costruct {

/// Parses the arguments of main() and runs the command. Messages go to stderr, results to stdout.
/// Call this function once, after add_problem(), add_learner(), add_format() and the like. It
/// handles SIGINT and SIGTERM, which may end the process without a return, and ignores SIGXFSZ.
///
/// Returns the exit code:
/// - 0: success
/// - 1: some cells of an experiment failed, an output could not be written, or memory ran out. A
///   cell is a learner on one draw of the examples, at one size of the sample
/// - 2: wrong usage or config
/// - 3: wrong data or model file
/// - 130: interrupted
int run_command_line(int argc, char** argv);

}  // namespace costruct
