// The state of a stream of emails, with which a later call continues.
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
  Index window = 0;   ///< StreamRequest::window: the largest number of emails in the window
  Index lines = 0;    ///< number of lines read, and a hash of them
  std::uint64_t lines_hash = 0;
  std::string unread;                 ///< only for pipes: bytes that were read but not yet used
  Index emails = 0;                   ///< number of assigned emails
  Index skipped = 0;                  ///< number of lines that are not an email
  Index batches = 0;                  ///< number of batches opened so far
  std::vector<Index> batch;           ///< batch of each email in the window, the oldest first
  std::vector<EmailSketch> sketches;  ///< of the same emails
};

/// Writes a state file, either completely or not at all. Throws OutputError.
void save_state(const std::filesystem::path& file, const StreamState& state);

/// Reads a state file; nullopt if it does not exist. Throws DataError if it is damaged.
std::optional<StreamState> load_state(const std::filesystem::path& file);

}  // namespace costruct::experiments
