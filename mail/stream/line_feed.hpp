// Lines of a pipe that may be silent for long, for programs that must end when they are asked to.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/byte_source.hpp"

namespace costruct::experiments {

/// Reads lines from a pipe or a file. Memory: the longest line that is taken.
class LineFeed {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{16} << 20;

  /// @param while_waiting  called before waiting for a line, and several times a second meanwhile
  LineFeed(int descriptor, const std::atomic<bool>* stop, std::function<void()> while_waiting)
      : descriptor_(descriptor), stop_(stop), while_waiting_(std::move(while_waiting)) {}

  /// Of a file, which nobody waits for.
  LineFeed(std::unique_ptr<ByteSource> file, const std::atomic<bool>* stop)
      : file_(std::move(file)), stop_(stop) {}

  enum class Result {
    kLine,
    kTooLong,  ///< a line of more than kLongestLine bytes went by
    kEnd,
    kStopped
  };
  /// The next line without its end (LF or CRLF), valid until the next call. Throws DataError where
  /// reading fails.
  Result next(std::string_view& line);
  /// What has been read and belongs to lines that did not go by yet; and what another feed had left
  /// so.
  std::string_view unread() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void begin_with(std::string_view bytes);
  /// The number of the line that went by last, from 1.
  Index line() const { return line_; }

 private:
  enum class Filled { kSome, kEnd, kStopped };
  Filled fill();

  std::unique_ptr<ByteSource> file_;  // or, where it is null:
  int descriptor_ = -1;
  const std::atomic<bool>* stop_;
  std::function<void()> while_waiting_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, looked_at_ = 0,
              end_ = 0;  // unread: [begin_, end_); up to looked_at_ no line ends
  bool at_end_ = false;
  Index line_ = 0;
};

}  // namespace costruct::experiments
