// How a command ends at SIGINT and SIGTERM: interrupts from the terminal and from kill(1).
//
// Without these functions, a command ends at the first signal with exit code 130. A command that
// can end in order calls one of the functions below, and checks stop_requested() regularly. The
// second signal ends it at once.
#pragma once

#include <atomic>

namespace costruct {

/// True after a signal has asked the command to stop.
std::atomic<bool>& stop_requested();

/// Ends the program at the first signal with exit code 130. Signals that are ignored stay ignored.
void end_at_signals();

/// The first signal sets stop_requested().
void stop_in_order();

/// As stop_in_order(). The first signal also prints a message on stderr, unless the user asked for
/// quiet. Use it for commands that may take a while to end.
void stop_with_word();

/// As stop_in_order(). The program also ends at most two seconds after the first signal. Use it for
/// commands that may wait for a pipe.
void stop_soon();

}  // namespace costruct
