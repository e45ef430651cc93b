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
  std::filesystem::path model;  ///< a model of problem clustering over emails
  /// Emails as JSON lines. Empty or "-" is standard input. A named pipe is read like standard
  /// input.
  std::filesystem::path data;
  /// The file that keeps the state, so that the next call continues; empty: no file.
  std::filesystem::path state;
  /// The number of latest emails that a new email is compared with, 1 to 1,000,000. Absent: the
  /// first of these values that is known:
  ///   - the option `window` of the model's problem
  ///   - the spread of batches in the training data (EmailExamples::batch_window()), raised to 100
  ///     or lowered to 10,000
  ///   - the option `set_size` of the model's problem
  ///   - 100
  std::optional<Index> window;
  double report_seconds = 10;  ///< seconds between lines on stderr; 0: only the last line
  const std::atomic<bool>* stop = nullptr;  ///< set it to true to end the stream; null: never
};

/// Reads emails, one JSON object on each line. For each email it writes a line {"id", "batch",
/// "size", "new"} to stdout:
///    id     the id of the email, or else its number among the emails of the stream, from 1
///    batch  the batch of the email, numbered from 1 in the order in which batches open
///    size   the number of emails of this batch in the window, including this one
///    new    whether the batch is new
/// Decoding Strategy 8.1 (Brefeld 2008) over the last `window` emails assigns each email. The lines
/// are written before the program waits for more input. Lines of more than 16 MiB, and lines that
/// are not an email, are skipped and counted; the first ones are reported. Blank lines have no
/// effect. Memory: a summary of each email of the window, and the longest line. Cost of an email:
/// linear in the window.
///
/// At its end the call scores its assignments over the emails whose true batch is in the data. It
/// writes the F1 of pairs and the adjusted Rand index (pair_counts.hpp) to stderr. The memory for
/// that grows with the number of pairs of a true and an assigned batch. Beyond a million of them
/// there are no scores.
///
/// With a state file, the next call continues. In a file it skips the lines that were read; a pipe
/// it reads from its first line. The state is written when the input ends, when a stop is
/// requested, and every few seconds. The assignments are always written before it. If nobody reads
/// them for two seconds after a stop, the last ones are lost, and the state is not written. After a
/// crash, later emails of a file are assigned again, to the same batches; later emails of a pipe
/// are lost.
/// The file STATE.lock is locked during the call, so that two streams do not write the same state.
///
/// Returns kDone at the end of the input, and kInterrupted after a stop. Throws
///   - ConfigError if `window` is out of range
///   - DataError if the model, the data or the state cannot be read
///   - DataError if the model is of another kind, or the state is of another model or window
///   - DataError if the data does not begin with the lines that the state has read
///   - OutputError if stdout or the state cannot be written, or if another stream has locked the
///     state
ExitCode stream_emails(const StreamRequest& request);

}  // namespace costruct::experiments
