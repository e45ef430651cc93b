// Support for emails in the program costruct: the formats jsonl, mbox and maildir, and the command
// stream.
#pragma once

namespace costruct {

/// Registers the formats and the command. Call it once, before run_command_line().
void add_mail();

}  // namespace costruct
