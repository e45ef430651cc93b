// Finds batches in a live stream of emails. Each email is assigned when it arrives, and the
// assignment is final.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>

#include "costruct/core/types.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct::experiments {

/// The arguments of stream_emails().
struct StreamRequest {
  std::filesystem::path model;
  /// Emails as JSON lines. Empty or "-" is standard input. A named pipe is read like standard
  /// input.
  std::filesystem::path data;
  /// The file that keeps the state, so that the next call continues; empty: no file.
  std::filesystem::path state;
  /// The window, in emails. Absent: the first of these that is known. The model's option window;
  /// the spread of batches in its training data (EmailExamples::batch_window), at least 100 and at
  /// most 10,000; its set_size; 100.
  std::optional<Index> window;
  double report_seconds = 10;  ///< between lines on stderr; 0: only the last line
  const std::atomic<bool>* stop = nullptr;
};

/// Reads emails, one JSON object on each line. For each email it writes a line {"id", "batch",
/// "size", "new"} to stdout:
///    batch  the batch of the email, numbered from 1 in the order in which batches open
///    size   the number of emails of this batch in the window, including this one
///    new    whether the batch is new
/// Decisions are those of Decoding Strategy 8.1 (Brefeld 2008) over the last `window` emails. They
/// are written before the program waits for more input. Lines that are not an email are skipped
/// and counted; the first ones are reported. Memory: the sketches of the window, and the longest
/// line. Cost of an email: linear in the window.
///
/// At its end the call scores its assignments over the emails that have a batch. It writes the F1
/// of pairs and the adjusted Rand index (pair_counts.hpp) to stderr. The memory for that grows with
/// the number of batches; after a million of them there are no scores.
///
/// With a state file, the next call continues: with the first line of a pipe, or after the lines of
/// a file that were read. The state is written when the input ends, when a stop is requested, and
/// every few seconds, always after the assignments were written. After a crash, later emails of a
/// file are assigned again, to the same batches; later emails of a pipe are lost. The file
/// STATE.lock is locked meanwhile, so that two streams do not write the same state.
///
/// Throws DataError if the model is of another kind, or if the state is of another model or window.
/// Throws OutputError, also if another stream has locked the state.
ExitCode stream_emails(const StreamRequest& request);

}  // namespace costruct::experiments
