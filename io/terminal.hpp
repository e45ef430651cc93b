// Writes the messages of the program to stderr and its tables to stdout. All of them go through
// here, so that no name in them can control the terminal (see visible_text.hpp). Predictions are
// data: they are written by OutputFile, unchanged.
#pragma once

#include <functional>
#include <string_view>

namespace costruct::experiments {

/// How much the program writes to stderr. kQuiet: errors and warnings only. kVerbose (--verbose):
/// also the lines of tell_more(). set_voice() sets it for the whole process; it begins at kNormal.
enum class Voice { kQuiet, kNormal, kVerbose };
void set_voice(Voice voice);
Voice voice();

/// The stream that a text goes to: messages to stderr, tables to stdout.
enum class Channel { kMessages, kTables };

/// Takes what would be written to stderr or stdout: a line, or several. It may be called from any
/// thread and must not throw. Null: stderr and stdout. Use it in programs that are not a command
/// line, as a library does.
using MessageSink = std::function<void(Channel channel, std::string_view text)>;
void set_message_sink(MessageSink sink);
/// Whether set_message_sink() has set a function.
bool has_message_sink();

/// Writes a line to stderr. A line break in it is shown as \n. The middle of a very long line is
/// left out.
///
/// The beginnings "costruct: error:", "costruct: warning:" and "costruct: note:" are coloured on a
/// terminal whose TERM is not "dumb". NO_COLOR turns the colours off (no-color.org). Without it,
/// CLICOLOR_FORCE turns them on, or off if it is 0 (bixense.com/clicolors).
void say(std::string_view line);

/// Writes a status line, which the next line replaces. If stderr is not a terminal, it is the same
/// as say().
void tell_status(std::string_view line);

/// Like say(), but writes the same line only once in the process. For facts that are found each
/// time a file is read.
void tell_once(std::string_view line);

/// Writes a line only with --verbose.
void tell_more(std::string_view line);

/// Like say() for a text of several lines, for example the message of a UserError. Its parts must
/// be safe for the terminal.
void tell_lines(std::string_view text);

/// Writes a text (a table, JSON) to stdout, with its line breaks and tabs. Throws OutputError.
void print_to_stdout(std::string_view text);

}  // namespace costruct::experiments
