// Stop signals: how a command ends at SIGINT and SIGTERM, from the terminal or from kill(1).
//
// By default, a command ends at the first signal with exit code 130. A command that can end in
// order calls one of the functions below and checks stop_requested() regularly. A second signal
// ends it immediately.
#pragma once

#include <atomic>

namespace costruct {

/// True after a signal asked a command that uses the functions below to end.
std::atomic<bool>& stop_requested();

/// Ends the program at the first signal with exit code 130. Ignored signals stay ignored.
void end_at_signals();

/// Makes the first signal set stop_requested().
void stop_in_order();

/// Like stop_in_order(), with a message on stderr at the first signal, unless the user asked for
/// quiet. For commands that may need some time to end.
void stop_with_word();

/// Like stop_in_order(), but the program ends at the latest two seconds after the first signal. For
/// commands that may wait for a pipe.
void stop_soon();

}  // namespace costruct
