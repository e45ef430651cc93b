// Writes files completely or not at all.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {

/// Thrown if a file cannot be written (no permission, no space left). Exit code 1.
class OutputError : public std::system_error {
 public:
  explicit OutputError(const std::string& message,
                       std::error_code code = std::make_error_code(std::errc::io_error))
      : std::system_error(code), message_(visible_text(message)) {}
  /// The message as given. A plain system_error would append the text of its code.
  const char* what() const noexcept override { return message_.what(); }

 private:
  std::runtime_error message_;  // copied without throwing
};

/// Writes a file through a large buffer. The bytes go to a new file in the same folder with an
/// unpredictable name: FILE.tmp and eight random letters. commit() renames it to FILE. Without
/// commit() the new file is deleted. If FILE is not a regular file (a pipe, a device), it is
/// written directly. "" is stdout. commit() then writes the rest of the buffer. The bytes of a
/// FileInMemory are replaced by commit(). Every member throws OutputError if writing fails.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) {
    if (buffer_.size() + text.size() > kBufferSize && !is_in_memory_) flush();
    if (text.size() > kBufferSize && !is_in_memory_) {
      write_out(text);
    } else {
      buffer_.append(text);
    }
  }
  void write(char c) { write(std::string_view(&c, 1)); }
  /// Writes the rest and makes the file appear under its name. Call it once, at the end.
  void commit();
  /// Like commit(), and waits until the disk has the bytes and the name. After a power loss either
  /// the old file or this one exists. Use it for files that cannot be made again.
  void commit_to_disk();

 private:
  static constexpr std::size_t kBufferSize = 1 << 18;
  void flush();
  void write_out(std::string_view rest);
  void open_temporary();
  void close_and_rename();
  [[noreturn]] void fail() const;

  std::filesystem::path file_, temporary_;
  int descriptor_ = -1;
  std::string buffer_;
  bool is_in_memory_ = false;  // buffer_ then keeps all bytes
};

/// Writes a whole file. Throws OutputError.
void write_file(const std::filesystem::path& file, std::string_view content);
/// The same by commit_to_disk().
void write_file_to_disk(const std::filesystem::path& file, std::string_view content);

/// Creates a folder with its parents. Throws OutputError.
void make_folder(const std::filesystem::path& folder);

}  // namespace costruct::experiments
