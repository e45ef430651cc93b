#include "costruct/mail/stream/line_feed.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;
constexpr int kMilliseconds =
    200;  // between checks of `stop`, in case a signal arrives right before a wait

}  // namespace

LineFeed::Filled LineFeed::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    looked_at_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kReadAtOnce)
    buffer_.resize(std::max(end_ + kReadAtOnce, 2 * buffer_.size()));
  bool waited = false;
  for (;;) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return Filled::kStopped;
    if (file_) {
      const std::size_t count = file_->read({buffer_.data() + end_, kReadAtOnce});
      end_ += count;
      return count == 0 ? Filled::kEnd : Filled::kSome;
    }
    pollfd one{descriptor_, POLLIN, 0};
    const int ready = ::poll(&one, 1, waited ? kMilliseconds : 0);
    if (ready == 0) while_waiting_();
    waited = true;
    if (ready <= 0) continue;
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, kReadAtOnce);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0)
      throw DataError(
          fmt::format("standard input cannot be read: {}", std::generic_category().message(errno)));
    if (got == 0) return Filled::kEnd;
    end_ += static_cast<std::size_t>(got);
    return Filled::kSome;
  }
}

void LineFeed::begin_with(std::string_view bytes) {
  buffer_.assign(bytes.begin(), bytes.end());
  begin_ = looked_at_ = 0;
  end_ = bytes.size();
}

LineFeed::Result LineFeed::next(std::string_view& line) {
  bool too_long = false;
  for (;;) {
    const char* const from = buffer_.data();
    const void* found =
        looked_at_ < end_ ? std::memchr(from + looked_at_, '\n', end_ - looked_at_) : nullptr;
    if (found != nullptr || (at_end_ && begin_ < end_)) {
      const std::size_t end = found != nullptr
                                  ? static_cast<std::size_t>(static_cast<const char*>(found) - from)
                                  : end_;
      line = std::string_view(from + begin_, end - begin_);
      if (line.ends_with('\r')) line.remove_suffix(1);
      begin_ = looked_at_ = std::min(end + 1, end_);
      ++line_;
      return too_long || line.size() > kLongestLine ? Result::kTooLong : Result::kLine;
    }
    if (at_end_) {
      if (too_long) ++line_;
      return too_long ? Result::kTooLong : Result::kEnd;
    }
    looked_at_ = end_;
    if (end_ - begin_ > kLongestLine) {
      too_long = true;
      begin_ = looked_at_ = end_ = 0;
    }
    switch (fill()) {
      case Filled::kSome:
        break;
      case Filled::kEnd:
        at_end_ = true;
        if (too_long && begin_ == end_) continue;
        break;
      case Filled::kStopped:
        return Result::kStopped;
    }
  }
}

}  // namespace costruct::experiments
