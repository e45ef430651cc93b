// Reads the bytes of a plain, gzip or xz file. The first bytes of the file decide its kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace costruct::experiments {

/// The bytes of a file, decompressed, in blocks.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills the front of `block` and returns the number of bytes; 0 only at the end of the file.
  virtual std::size_t read(std::span<char> block) = 0;
  /// How many bytes of the file, as it is stored, have been read; 0 if this is not known.
  virtual std::uintmax_t stored_bytes() const { return 0; }
};

/// Opens a file, or a FileInMemory, for reading. A file whose name ends in .gz or .xz must have
/// that format.
///
/// Throws DataError, naming the file, if it is missing, unreadable, a folder, truncated or corrupt.
/// The last two errors can also come while reading. Memory: two blocks of 256 KiB and what the
/// decompressor needs (xz: at most 256 MiB, otherwise an error).
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file);

/// Continues an FNV-1a hash with the bytes of a file, as they are stored, and returns it. Throws
/// DataError if the file cannot be read.
/// @param hash  the hash of what comes before the file; hash_bytes("") (core/random.hpp) if nothing
/// @param size  the number of these bytes is added to it
std::uint64_t hash_of_file(const std::filesystem::path& file, std::uint64_t hash,
                           std::uintmax_t& size);
/// The hash of a file alone, as 16 hexadecimal digits.
std::string checksum_of_file(const std::filesystem::path& file);

/// The bytes of a text. The text must outlive the result.
std::unique_ptr<ByteSource> bytes_of(std::string_view text);

}  // namespace costruct::experiments
