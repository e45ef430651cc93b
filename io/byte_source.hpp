// Bytes of a file, plain, gzip or xz, told apart by what the file starts with.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace costruct::experiments {

/// The (decompressed) bytes of a file, in blocks.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills the front of `block` and returns how many bytes; 0 only at the end of the file.
  virtual std::size_t read(std::span<char> block) = 0;
};

/// Opens a file for reading. Files ending in .gz and .xz must be what their name says. Throws
/// DataError, naming the file, when it is missing, unreadable, a folder, truncated or corrupt (the
/// last two also while reading). Memory: two blocks of 256 KiB and what the decompressor needs (xz:
/// at most 256 MiB, or an error).
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file);

/// The bytes of a text, which must live as long.
std::unique_ptr<ByteSource> bytes_of(std::string_view text);

}  // namespace costruct::experiments
