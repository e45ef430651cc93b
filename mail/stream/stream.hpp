// Batches of a live stream of emails: each is assigned the moment it arrives, once and for all.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>

#include "costruct/core/types.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct::experiments {

struct StreamRequest {
  std::filesystem::path model;
  /// Emails as JSON lines; empty or "-": standard input. A pipe by its name is read as standard
  /// input is.
  std::filesystem::path data;
  /// Where the state is kept, so that the next call goes on; empty: nowhere.
  std::filesystem::path state;
  std::optional<Index> window;  ///< emails looked at; absent: the model's window, else its set_size
  double report_seconds = 10;   ///< between lines on stderr; 0: none but the last
  const std::atomic<bool>* stop = nullptr;
};

/// Reads emails, a JSON object a line, and writes a line {"id", "batch", "size", "new"} for each to
/// stdout: its batch, numbered from 1 in the order in which batches open, how many emails in the
/// window it has, this one among them, and whether it is new. Decisions are those of Decoding
/// Strategy 8.1 (Brefeld 2008) over the last `window` emails, and are written before the program
/// waits for more input. Lines that are no email are told, skipped and counted. Memory: the
/// sketches of the window, and the longest line. Cost per email: linear in the window.
///
/// With a state file the next call goes on: with the first line of a pipe, or behind the lines of a
/// file that have been read. It is written when the input ends, when a stop is asked for, and every
/// few seconds, each time behind assignments that were written; after a crash the emails of a file
/// since then are assigned again, to the same batches; those of a pipe are lost. STATE.lock is held
/// meanwhile, so that two streams do not write one state. Throws DataError for a model of something
/// else, a state of another model or window; OutputError, also where another stream holds the
/// state.
ExitCode stream_emails(const StreamRequest& request);

}  // namespace costruct::experiments
