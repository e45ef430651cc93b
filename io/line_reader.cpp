#include "costruct/io/line_reader.hpp"

#include <fmt/format.h>

#include <cstring>
#include <new>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

namespace {
constexpr std::size_t kFirstBufferBytes = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
}  // namespace

LineReader::LineReader(const std::filesystem::path& file)
    : LineReader(file.string(), open_bytes(file)) {}

LineReader::LineReader(std::string name, std::unique_ptr<ByteSource> source)
    : name_(std::move(name)), source_(std::move(source)), buffer_(kFirstBufferBytes) {
  while (end_ < kByteOrderMark.size() && refill()) {
  }
  if (std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark))
    begin_ = kByteOrderMark.size();
}

void LineReader::fail_at(Index line, const std::string& what) const {
  throw DataError(fmt::format("{}:{}: {}", name_, line, what));
}

/// Makes room and reads a block after the unread bytes. Returns false at the end of the file.
bool LineReader::refill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    if (first_nul_ != kNone) first_nul_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (end_ >= kLongestLine) {
      ++line_;
      fail(fmt::format("a line of more than {} MiB", kLongestLine >> 20));
    }
    try {
      buffer_.resize(2 * buffer_.size());
    } catch (const std::bad_alloc&) {
      ++line_;  // the number of the line that is too long
      throw;
    }
  }
  const std::size_t got = source_->read({buffer_.data() + end_, buffer_.size() - end_});
  if (first_nul_ == kNone && got > 0) {
    if (const void* nul = std::memchr(buffer_.data() + end_, '\0', got)) {
      first_nul_ = static_cast<std::size_t>(static_cast<const char*>(nul) - buffer_.data());
    }
  }
  end_ += got;
  at_end_ = got == 0;
  return !at_end_;
}

void LineReader::check_encoding(std::string_view line) {
  const std::size_t at = first_not_utf8(line);
  if (at == std::string_view::npos) return;
  is_utf8_ = false;
  tell_once(fmt::format(
      "costruct: warning: {}:{}: byte 0x{:02x} is not UTF-8: letters of other encodings are taken "
      "for unknown ones; convert the file (iconv -f LATIN1 -t UTF-8)",
      name_, line_, static_cast<unsigned char>(line[at])));
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const char* from = buffer_.data() + begin_;
    const std::size_t unread = end_ - begin_;
    const void* newline =
        unread > searched ? std::memchr(from + searched, '\n', unread - searched) : nullptr;
    std::size_t length = 0;
    if (newline != nullptr) {
      length = static_cast<std::size_t>(static_cast<const char*>(newline) - from);
    } else {
      searched = unread;
      if (refill()) continue;
      if (unread == 0) return false;
      from = buffer_.data() + begin_;  // the last line has no end
      length = unread;
    }
    ++line_;
    if (first_nul_ != kNone && first_nul_ < begin_ + length) {
      const std::string_view start(from, std::min<std::size_t>(length, 2));
      const bool is_utf16 = line_ == 1 && (start == "\xff\xfe" || start == "\xfe\xff");
      fail(is_utf16 ? "text in UTF-16, expected UTF-8: iconv -f UTF-16 -t UTF-8 converts it"
                    : "a NUL byte; expected text in UTF-8");
    }
    line = {from, length};
    if (line.ends_with('\r')) line.remove_suffix(1);
    line_end_ = {from + line.size(), length - line.size() + (newline != nullptr ? 1 : 0)};
    begin_ += length + (newline != nullptr ? 1 : 0);
    if (is_utf8_) check_encoding(line);
    return true;
  }
}

}  // namespace costruct::experiments
