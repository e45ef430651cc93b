// StreamState: all that a stream of emails needs to continue after a stop.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/sketch.hpp"

namespace costruct::experiments {

/// The state of a stream.
struct StreamState {
  std::string model;  ///< checksum of the model file
  Index window = 0;   ///< number of recent emails to use
  Index lines = 0;    ///< lines read so far; lines_hash is a hash of them
  std::uint64_t lines_hash = 0;
  std::string unread;        ///< for a pipe: bytes that were read, but not yet used
  Index emails = 0;          ///< emails assigned so far
  Index skipped = 0;         ///< lines that are not emails
  Index batches = 0;         ///< batches opened so far
  std::vector<Index> batch;  ///< batch of each email in the window, oldest first
  std::vector<EmailSketch> sketches;
};

/// Writes a state file, completely or not at all. Throws OutputError.
void save_state(const std::filesystem::path& file, const StreamState& state);

/// Reads a state file; nullopt if it does not exist. Throws DataError if it is damaged.
std::optional<StreamState> load_state(const std::filesystem::path& file);

}  // namespace costruct::experiments
