// EmailSource: reads emails one by one from files of three formats.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "costruct/core/types.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The size of the longest email that is read, in bytes.
inline constexpr std::size_t kLongestEmail = std::size_t{64} << 20;

/// Reads the emails of a file or folder, in bounded memory.
class EmailSource {
 public:
  virtual ~EmailSource() = default;
  /// Reads the next email; returns false at the end. Throws DataError("file:line: what").
  virtual bool next(Email& email) = 0;
  /// The place where the email begins that was read last. Lines count from 1.
  virtual const std::string& file() const = 0;
  virtual Index line() const = 0;
};

/// The names of the formats: "jsonl", and if reads_mime() also "mbox" and "maildir".
std::span<const std::string> email_formats();

/// Opens emails for reading.
///
///   jsonl    one JSON object on each line (json_email.hpp), plain, .gz or .xz; empty lines are
///            skipped
///   mbox     emails (mime_email.hpp) behind lines that begin with "From ", at the start or after
///            an empty line; lines that begin with >From, >>From ... lose one >; plain, .gz or .xz
///   maildir  a folder with cur/ or new/, or any other folder; each file is an email, in the order
///            of file names; hidden files and folders are skipped; an email without Message-ID has
///            its file name without flags (":2,S") as id
///
/// Throws ConfigError for another format, and DataError if there is nothing to read.
std::unique_ptr<EmailSource> open_emails(const std::filesystem::path& path,
                                         std::string_view format);

/// Reads the emails of an mbox from any source. `name` stands for the file in messages.
std::unique_ptr<EmailSource> mbox_emails(std::string name, std::unique_ptr<ByteSource> source);

}  // namespace costruct::experiments
