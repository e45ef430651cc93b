// Stop signals: how a command ends at SIGINT and SIGTERM, from the terminal or from kill(1).
//
// By default, a command ends at the first signal with exit code 130; end_at_signals() sets this up.
// A command that can stop cleanly, for example save its results first, calls one of the stop_
// functions below. It then checks stop_requested() regularly. A second signal ends it immediately.
#pragma once

#include <atomic>

namespace costruct {

/// The flag that a signal sets in a command that has called one of the stop_ functions below. It is
/// false until then. A long computation ends as soon as it sees the flag.
std::atomic<bool>& stop_requested();

/// Makes the first signal end the program with exit code 130. Ignored signals stay ignored.
void end_at_signals();

/// Makes the first signal set stop_requested(), even if the signal was ignored before. A second
/// signal kills the program.
void stop_in_order();

/// Does the same as stop_in_order(), and prints a message on stderr at the first signal, except
/// with --quiet. Use it for commands that may need some time to end.
void stop_with_word();

/// Does the same as stop_in_order(), but the program ends at the latest two seconds after the first
/// signal, with exit code 130. Use it for commands that may wait for a pipe.
void stop_soon();

}  // namespace costruct
