// What a stream of emails needs to go on where it stopped.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/sketch.hpp"

namespace costruct::experiments {

struct StreamState {
  std::string model;  ///< checksum of the model file
  Index window = 0;   ///< emails that are looked at
  Index lines = 0;    ///< that went by, and a hash of them
  std::uint64_t lines_hash = 0;
  std::string unread;        ///< of a pipe: what was read from it and is no email yet
  Index emails = 0;          ///< that were assigned
  Index skipped = 0;         ///< lines that are no email
  Index batches = 0;         ///< opened so far
  std::vector<Index> batch;  ///< of each email in the window, the oldest first
  std::vector<EmailSketch> sketches;
};

/// Writes a state file, in full or not at all. Throws OutputError.
void save_state(const std::filesystem::path& file, const StreamState& state);

/// Reads a state file; nullopt where there is none. Throws DataError for one that is damaged.
std::optional<StreamState> load_state(const std::filesystem::path& file);

}  // namespace costruct::experiments
