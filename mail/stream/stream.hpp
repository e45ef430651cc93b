// Assigns the emails of a live stream to batches. Each email is assigned when it arrives, and the
// assignment is final.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>

#include "costruct/core/types.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct::experiments {

/// The model, the input and the options of a stream.
struct StreamRequest {
  std::filesystem::path model;
  /// Emails as JSON lines; empty or "-": standard input. A named pipe is read in the same way as
  /// standard input.
  std::filesystem::path data;
  /// The state file, with which the next call continues; empty: no state.
  std::filesystem::path state;
  std::optional<Index>
      window;  ///< recent emails to use; absent: the model's window, else its set_size
  double report_seconds = 10;  ///< seconds between lines on stderr; 0: only the last line
  const std::atomic<bool>* stop = nullptr;
};

/// Reads emails, one JSON object on each line, and assigns each to a batch. For each email it
/// writes a line {"id", "batch", "size", "new"} to stdout:
///
///   batch   number of its batch, from 1 in the order in which batches open
///   size    number of emails of the batch in the window, this one included
///   new     whether the batch is new
///
/// Decisions follow Decoding Strategy 8.1 (Brefeld 2008) over the last `window` emails. They are
/// written before the program waits for more input. Lines that are not emails are reported, skipped
/// and counted. Memory: the sketches of the window, and the longest line. Cost for each email:
/// linear in the window.
///
/// With a state file, the next call continues. For a pipe it starts with the first line, and for a
/// file after the lines already read. The state is written at the end of the input, at a requested
/// stop, and every few seconds. Assignments are always written before it. After a crash, the emails
/// of a file since the last state are assigned again, to the same batches; those of a pipe are
/// lost. STATE.lock is locked meanwhile, so that two streams do not write one state.
///
/// Throws DataError if the model is of another problem, or if the state is of another model or
/// window. Throws OutputError for output errors, and if another stream has locked the state.
ExitCode stream_emails(const StreamRequest& request);

}  // namespace costruct::experiments
