// Reads text files in blocks of whole lines, which several threads process.
#pragma once

#include <omp.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "costruct/core/parallel.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/io/byte_source.hpp"

namespace costruct::experiments {

/// Some lines of one file, about 2 MiB unless a line is longer.
struct TextBlock {
  std::vector<char> text;  ///< whole lines with their ends; the last one of a file may have none
  Index number = 0;        ///< of the blocks of all files, from 0
  std::size_t file = 0;    ///< the place of its file in the list
};

/// The blocks of plain, gzip or xz files, one file after the other. A byte-order mark at the start
/// of a file is skipped.
class TextBlocks {
 public:
  /// `files` and `stage` must outlive this.
  /// @param stage  the name of the stage that the watch gets; its steps are bytes of the files as
  ///               they are stored
  TextBlocks(std::span<const std::filesystem::path> files, const char* stage, WorkWatch watch);

  /// Reads the next block. Returns false after the last one. Throws DataError as open_bytes(), and
  /// for lines of more than LineReader::kLongestLine bytes. Throws what the watch throws. Not safe
  /// to call from several threads at once.
  bool next(TextBlock& block);

  /// Checks the bytes of a block as LineReader checks lines: NUL bytes are a DataError, bytes that
  /// are not UTF-8 cause one warning. Safe to call from several threads.
  void check(const TextBlock& block);

 private:
  bool open_next();

  std::span<const std::filesystem::path> files_;
  const char* stage_;
  WorkWatch watch_;
  std::size_t file_ = 0;  // number of files that were opened
  std::unique_ptr<ByteSource> source_;
  std::vector<char> rest_;                    // the beginning of a line whose end is not read yet
  bool is_start_ = false;                     // whether no byte of this file has been read
  std::vector<std::atomic<bool>> is_warned_;  // by file
  Index blocks_ = 0;
  std::uintmax_t bytes_ = 0, bytes_before_ = 0;  // of all files; of those before this one
};

/// Calls check(block) and work(thread, block) for each block on several threads, and then
/// in_order(thread, block).
/// Calls of in_order() never overlap, and have the order of the blocks. Throws what a call throws.
/// One thread at a time reads and decompresses, while others work. `thread` is 0 to threads - 1.
template <class Work, class InOrder>
void for_each_block(TextBlocks& blocks, int threads, const Work& work, const InOrder& in_order) {
  FirstException first;
  std::mutex reading, ordering;
  std::condition_variable next_turn;
  Index turn = 0;
  bool is_over = false;
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    TextBlock block;
    bool at_end = false, goes_on = true;
    while (goes_on) {
      goes_on = false;
      first.guard([&] {
        {
          const std::lock_guard lock(reading);
          at_end = !blocks.next(block);
        }
        if (at_end) return;
        blocks.check(block);
        work(thread, block);
        std::unique_lock lock(ordering);
        next_turn.wait(lock, [&] { return turn == block.number || is_over; });
        if (is_over) return;
        in_order(thread, block);
        ++turn;
        goes_on = true;
        next_turn.notify_all();
      });
    }
    if (!at_end) {  // a call has thrown
      const std::lock_guard lock(ordering);
      is_over = true;
      next_turn.notify_all();
    }
  }
  first.rethrow();
}

}  // namespace costruct::experiments
