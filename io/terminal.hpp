// What the program says: every message on stderr and every table on stdout goes through here, so
// that no name in it can command the terminal (see visible_text.hpp). Predictions, which are data,
// do not.
#pragma once

#include <string_view>

namespace costruct::experiments {

/// How much the program says on stderr: kQuiet errors and warnings alone; kVerbose also
/// tell_more().
enum class Voice { kQuiet, kNormal, kVerbose };
void set_voice(Voice voice);
Voice voice();

/// Lines on stderr begin with a coloured "costruct: error:", "costruct: warning:" or "costruct:
/// note:" where it is a terminal and NO_COLOR is not set, or where CLICOLOR_FORCE is (no-color.org,
/// bixense.com/clicolors).
///
/// A line on stderr; a line break in it is shown as \n. The middle of a very long one is left out.
void say(std::string_view line);

/// A line that the next one takes the place of, where stderr is a terminal; elsewhere the same as
/// say().
void tell_status(std::string_view line);

/// say(), but a line that it has told before is not told again: of what is found whenever a file is
/// read.
void tell_once(std::string_view line);

/// A line for those who asked for more (--verbose).
void tell_more(std::string_view line);

/// The same as say() for text of several lines that was put together from safe ones, as a UserError
/// says it.
void tell_lines(std::string_view text);

/// Tables, JSON: text with line breaks and tabs of its own on stdout. Throws OutputError.
void print_to_stdout(std::string_view text);

}  // namespace costruct::experiments
