// Reads lines from a pipe that may be silent for long, for programs that must end on request.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/byte_source.hpp"

namespace costruct::experiments {

/// Reads lines from a pipe or a file. Memory: the longest accepted line.
class LineFeed {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{16} << 20;

  /// Reads from a pipe.
  /// @param descriptor     the file descriptor, which stays open
  /// @param stop           ends next() with kStopped when it becomes true; null: never
  /// @param while_waiting  called before a wait for a line, and several times a second during it
  LineFeed(int descriptor, const std::atomic<bool>* stop, std::function<void()> while_waiting)
      : descriptor_(descriptor), stop_(stop), while_waiting_(std::move(while_waiting)) {}

  /// Reads from a file, for which next() never waits.
  LineFeed(std::unique_ptr<ByteSource> file, const std::atomic<bool>* stop)
      : file_(std::move(file)), stop_(stop) {}

  enum class Result {
    kLine,
    kTooLong,  ///< a line of more than kLongestLine bytes was skipped
    kEnd,
    kStopped
  };
  /// Reads the next line without its end (LF or CRLF). It is valid until the next call. Throws
  /// DataError if reading fails.
  Result next(std::string_view& line);
  /// The bytes that were read but belong to lines not yet returned. Pass them to begin_with() of
  /// another feed to continue there.
  std::string_view unread() const { return {buffer_.data() + begin_, end_ - begin_}; }
  /// Sets the bytes that come before those of the pipe or file. Call it before the first next().
  void begin_with(std::string_view bytes);
  /// The number of the last line that was returned or skipped, from 1.
  Index line() const { return line_; }

 private:
  enum class Filled { kSome, kEnd, kStopped };
  Filled fill();

  std::unique_ptr<ByteSource> file_;  // if null, descriptor_ is used
  int descriptor_ = -1;
  const std::atomic<bool>* stop_;
  std::function<void()> while_waiting_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, looked_at_ = 0,
              end_ = 0;  // unread: [begin_, end_); no line ends before looked_at_
  bool at_end_ = false;
  Index line_ = 0;
};

}  // namespace costruct::experiments
