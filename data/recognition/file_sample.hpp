// The beginning of a file, by which its format is recognised.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// The first bytes of a plain, gzip or xz file, in memory.
class FileSample {
 public:
  static constexpr std::size_t kBytes = std::size_t{1} << 20;  ///< most bytes, decompressed

  /// Reads the first bytes of a file. Throws DataError if the file is missing, unreadable,
  /// truncated or corrupt, and for a folder, a pipe or a device.
  explicit FileSample(const std::filesystem::path& file);
  /// A sample of other bytes. `name` stands for the file in messages. `is_whole` says whether these
  /// are all bytes of the file.
  FileSample(std::string name, std::string bytes, bool is_whole = true);
  FileSample(const FileSample&) = delete;
  FileSample& operator=(const FileSample&) = delete;

  const std::string& name() const { return name_; }
  const std::string& bytes() const { return bytes_; }
  /// Whether these are all bytes of the file.
  bool is_whole() const { return is_whole_; }
  /// Whether the bytes are text: not empty, without NUL bytes.
  bool is_text() const { return is_text_; }
  /// The lines of the text without their ends and without a byte-order mark. A last line that may
  /// be cut off is left out, unless it is the only one. None if the bytes are no text.
  const std::vector<std::string_view>& lines() const { return lines_; }
  /// The text of these lines, with their ends.
  std::string_view text() const { return text_; }

 private:
  void split();

  std::string name_, bytes_;
  bool is_whole_ = true, is_text_ = false;
  std::string_view text_;
  std::vector<std::string_view> lines_;
};

/// The fields of a line between runs of blanks and tabs; none of them is empty.
std::vector<std::string_view> blank_separated(std::string_view line);
/// The fields of a line between single separators. They may be empty, and there is at least one.
std::vector<std::string_view> separated_by(char separator, std::string_view line);

/// Whether the first line of a file that is not blank is a JSON object, or begins an object or a
/// list of objects.
bool is_json(const FileSample& sample);

/// Whether a file is plain text: no JSON, and most of its lines that are not blank have three words
/// or more.
bool is_plain_text(const FileSample& sample);

}  // namespace costruct::experiments
