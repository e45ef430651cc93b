// Emails one after the other, from files of three formats.
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

/// The longest email that is read, in bytes.
inline constexpr std::size_t kLongestEmail = std::size_t{64} << 20;

/// The emails of a file or folder, in bounded memory.
class EmailSource {
 public:
  virtual ~EmailSource() = default;
  /// Reads the next email; false at the end. Throws DataError("file:line: what").
  virtual bool next(Email& email) = 0;
  /// Where the email read last begins; the line counts from 1.
  virtual const std::string& file() const = 0;
  virtual Index line() const = 0;
};

/// "jsonl", and where reads_mime(), "mbox" and "maildir".
std::span<const std::string> email_formats();

/// Opens emails for reading.
///   jsonl    a JSON object a line (json_email.hpp), plain, .gz or .xz; empty lines are passed over
///   mbox     emails (mime_email.hpp) behind lines that begin with "From ", at the start or behind
///            an empty line; of lines that begin with >From, >>From ... one > is taken away. Plain,
///            .gz or .xz
///   maildir  a folder with cur/ or new/, or any folder: each file is an email, in the order of the
///            file names; hidden files are passed over, as are folders. The id of one without
///            Message-ID is its file name without flags (":2,S")
/// Throws ConfigError for another format, DataError when there is nothing to read.
std::unique_ptr<EmailSource> open_emails(const std::filesystem::path& path,
                                         std::string_view format);

/// Emails of an mbox that lies elsewhere; `name` stands for the file in messages.
std::unique_ptr<EmailSource> mbox_emails(std::string name, std::unique_ptr<ByteSource> source);

}  // namespace costruct::experiments
