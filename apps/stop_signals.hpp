// Interrupts from the terminal and from kill(1): how a command ends at SIGINT and SIGTERM.
//
// A command that does nothing here ends at the first signal with exit code 130. A command that can
// end in order calls one of the functions below, and looks at stop_requested() now and then. Its
// second signal ends it at once.
#pragma once

#include <atomic>

namespace costruct {

/// True once a signal has asked a command of the kinds below to end.
std::atomic<bool>& stop_requested();

/// Ends the program at the first signal with exit code 130. Signals that are ignored stay ignored.
void end_at_signals();

/// The first signal sets stop_requested().
void stop_in_order();

/// As stop_in_order(), and the first signal says so on stderr, unless the user asked for quiet.
/// For commands that may take a while to end.
void stop_with_word();

/// As stop_in_order(), and the program ends two seconds after the first signal at the latest. For
/// commands that may be waiting for a pipe.
void stop_soon();

}  // namespace costruct
