#include "costruct/io/byte_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/nearest_file.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr std::uint64_t kXzMemoryLimit = std::uint64_t{256} << 20;

/// The stored bytes of a file, a block at a time. The first block can be looked at before it is
/// read.
class StoredFile {
 public:
  explicit StoredFile(const std::filesystem::path& file) : name_(file.string()) {
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      const std::error_code why(errno, std::generic_category());
      throw DataError(name_ + ": " + why_not_opened(file, why));
    }
    struct stat facts {};
    if (::fstat(descriptor_, &facts) == 0 && S_ISDIR(facts.st_mode)) {
      ::close(descriptor_);
      throw DataError(fmt::format("{}: is a folder, expected a file", name_));
    }
  }
  StoredFile(const StoredFile&) = delete;
  StoredFile& operator=(const StoredFile&) = delete;
  ~StoredFile() { ::close(descriptor_); }

  /// The first bytes of the file (fewer if it is shorter). They remain to be read.
  std::string_view peek(std::size_t count) {
    while (buffer_.size() < count) {
      char bytes[16];
      const std::size_t got =
          read_directly({bytes, std::min(sizeof bytes, count - buffer_.size())});
      if (got == 0) break;
      buffer_.append(bytes, got);
    }
    return buffer_;
  }

  std::size_t read(std::span<char> block) {
    if (buffer_.empty()) return read_directly(block);
    const std::size_t count = std::min(block.size(), buffer_.size());
    std::memcpy(block.data(), buffer_.data(), count);
    buffer_.erase(0, count);
    return count;
  }

  const std::string& name() const { return name_; }
  /// The number of bytes that were read or peeked at.
  std::uintmax_t bytes() const { return bytes_; }

 private:
  std::size_t read_directly(std::span<char> block) {
    for (;;) {
      const ssize_t got = ::read(descriptor_, block.data(), block.size());
      if (got >= 0) {
        bytes_ += static_cast<std::uintmax_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno != EINTR)
        throw DataError(fmt::format("{}: cannot be read: {}", name_, std::strerror(errno)));
    }
  }

  std::string name_;
  int descriptor_ = -1;
  std::string buffer_;
  std::uintmax_t bytes_ = 0;
};

class PlainSource : public ByteSource {
 public:
  explicit PlainSource(std::unique_ptr<StoredFile> file) : file_(std::move(file)) {}
  std::size_t read(std::span<char> block) override { return file_->read(block); }
  std::uintmax_t stored_bytes() const override { return file_->bytes(); }

 private:
  std::unique_ptr<StoredFile> file_;
};

class GzipSource : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<StoredFile> file)
      : file_(std::move(file)), input_(kBlockBytes) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> block) override {
    stream_.next_out = reinterpret_cast<Bytef*>(block.data());
    stream_.avail_out = static_cast<uInt>(block.size());
    while (stream_.avail_out == block.size()) {
      if (stream_.avail_in == 0) {
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(file_->read(input_));
        if (stream_.avail_in == 0) {
          if (between_members_) return 0;
          throw DataError(
              fmt::format("{}: truncated: the gzip data ends in the middle", file_->name()));
        }
      }
      if (between_members_) {  // another member follows, as in `cat a.gz b.gz`
        inflateReset(&stream_);
        between_members_ = false;
      }
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        between_members_ = true;
      } else if (status == Z_MEM_ERROR) {
        throw std::bad_alloc();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw DataError(fmt::format("{}: corrupt gzip data ({})", file_->name(),
                                    stream_.msg ? stream_.msg : "no gzip stream"));
      }
    }
    return block.size() - stream_.avail_out;
  }

  std::uintmax_t stored_bytes() const override { return file_->bytes(); }

 private:
  std::unique_ptr<StoredFile> file_;
  std::vector<char> input_;
  z_stream stream_{};
  bool between_members_ = false;
};

class XzSource : public ByteSource {
 public:
  explicit XzSource(std::unique_ptr<StoredFile> file)
      : file_(std::move(file)), input_(kBlockBytes) {
    if (lzma_stream_decoder(&stream_, kXzMemoryLimit, LZMA_CONCATENATED) != LZMA_OK)
      throw std::bad_alloc();
  }
  XzSource(const XzSource&) = delete;
  XzSource& operator=(const XzSource&) = delete;
  ~XzSource() override { lzma_end(&stream_); }

  std::size_t read(std::span<char> block) override {
    if (ended_) return 0;
    stream_.next_out = reinterpret_cast<std::uint8_t*>(block.data());
    stream_.avail_out = block.size();
    while (stream_.avail_out == block.size() && !ended_) {
      if (stream_.avail_in == 0 && action_ == LZMA_RUN) {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.data());
        stream_.avail_in = file_->read(input_);
        if (stream_.avail_in == 0) action_ = LZMA_FINISH;
      }
      const lzma_ret status = lzma_code(&stream_, action_);
      if (status == LZMA_STREAM_END) {
        ended_ = true;
      } else if (status != LZMA_OK) {
        fail(status);
      }
    }
    return block.size() - stream_.avail_out;
  }

  std::uintmax_t stored_bytes() const override { return file_->bytes(); }

 private:
  [[noreturn]] void fail(lzma_ret status) const {
    switch (status) {
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_BUF_ERROR:
        throw DataError(
            fmt::format("{}: truncated: the xz data ends in the middle", file_->name()));
      case LZMA_MEMLIMIT_ERROR:
        throw DataError(
            fmt::format("{}: the xz data needs more than 256 MiB to decompress: pack it again with "
                        "a smaller dictionary",
                        file_->name()));
      case LZMA_OPTIONS_ERROR:
        throw DataError(
            fmt::format("{}: xz data with options unknown to this liblzma", file_->name()));
      default:
        throw DataError(fmt::format("{}: corrupt xz data", file_->name()));
    }
  }

  std::unique_ptr<StoredFile> file_;
  std::vector<char> input_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_action action_ = LZMA_RUN;
  bool ended_ = false;
};

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  /// Keeps the text.
  explicit TextSource(std::shared_ptr<const std::string> text)
      : kept_(std::move(text)), rest_(*kept_) {}

  std::size_t read(std::span<char> block) override {
    const std::size_t count = rest_.copy(block.data(), block.size());
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::shared_ptr<const std::string> kept_;
  std::string_view rest_;
};

}  // namespace

std::uint64_t hash_of_file(const std::filesystem::path& file, std::uint64_t hash,
                           std::uintmax_t& size) {
  if (const auto bytes = bytes_in_memory(file)) {
    size += bytes->size();
    return hash_bytes(*bytes, hash);
  }
  StoredFile stored(file);
  std::vector<char> block(kBlockBytes);
  while (const std::size_t got = stored.read(block)) {
    hash = hash_bytes({block.data(), got}, hash);
    size += got;
  }
  return hash;
}

std::string checksum_of_file(const std::filesystem::path& file) {
  std::uintmax_t size = 0;
  return fmt::format("{:016x}", hash_of_file(file, hash_bytes(""), size));
}

std::unique_ptr<ByteSource> bytes_of(std::string_view text) {
  return std::make_unique<TextSource>(text);
}

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file) {
  using namespace std::string_view_literals;
  if (auto bytes = bytes_in_memory(file)) return std::make_unique<TextSource>(std::move(bytes));
  auto stored = std::make_unique<StoredFile>(file);
  const std::string_view start = stored->peek(6);
  const std::string ending = file.extension().string();
  if (start.starts_with("\x1f\x8b"sv)) return std::make_unique<GzipSource>(std::move(stored));
  if (start.starts_with("\xfd"
                        "7zXZ\0"sv)) {
    return std::make_unique<XzSource>(std::move(stored));
  }
  if (ending == ".gz" || ending == ".xz") {
    throw DataError(fmt::format("{}: is no {} file although its name ends in {}", file.string(),
                                ending == ".gz" ? "gzip" : "xz", ending));
  }
  return std::make_unique<PlainSource>(std::move(stored));
}

}  // namespace costruct::experiments
