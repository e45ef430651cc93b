// Reads emails one after the other from files of three formats.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "costruct/data/examples/record_reader.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// Maximum size of an email that is read, in bytes.
inline constexpr std::size_t kLongestEmail = std::size_t{64} << 20;

/// The emails of a file or folder. Memory is bounded.
class EmailSource : public RecordReader {
 public:
  /// Reads the next email; returns false at the end. Throws DataError("file:line: what").
  virtual bool next(Email& email) = 0;
  bool next_record(bool /*outputs*/) final { return next(email_); }
  /// The email that next_record() read last.
  const Email& email() const { return email_; }

 private:
  Email email_;
};

/// The formats that can be read: "jsonl", and if reads_mime() also "mbox" and "maildir".
std::span<const std::string> email_formats();

/// Opens emails for reading.
///   jsonl    a JSON object on each line (json_email.hpp); plain, .gz or .xz. Empty lines are
///            skipped
///   mbox     emails (mime_email.hpp); plain, .gz or .xz. Each follows a line that begins with
///            "From ", at the start of the file or after an empty line. If the first such line has
///            a date, the others need one too, or a sender alone. A header Content-Length counts if
///            an email begins where the body then ends. Lines that begin with >From, >>From ...
///            lose one >
///   maildir  a folder with cur/ or new/, or any folder. Each file is an email, in the order of the
///            file names; hidden files and subfolders are skipped. An email without Message-ID has
///            as id its file name without flags (":2,S")
/// Throws ConfigError for any other format, and DataError if there is nothing to read.
std::unique_ptr<EmailSource> open_emails(const std::filesystem::path& path,
                                         std::string_view format);

/// The emails of an mbox that `source` reads.
/// @param name  stands for the file in messages
std::unique_ptr<EmailSource> mbox_emails(std::string name, std::unique_ptr<ByteSource> source);

}  // namespace costruct::experiments
