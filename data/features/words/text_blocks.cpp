#include "costruct/data/features/words/text_blocks.hpp"

#include <algorithm>
#include <cstring>

#include "costruct/core/error.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockSize = std::size_t{2} << 20;

// Reads a file line by line up to its first line that is not UTF-8, or to the first that the reader
// refuses. The reader warns or throws as it should.
void read_up_to_bad_line(const fs::path& file, bool is_refused) {
  LineReader reader(file);
  for (std::string_view line; reader.next(line);) {
    if (!is_refused && first_not_utf8(line) != std::string_view::npos) return;
  }
}

}  // namespace

TextBlocks::TextBlocks(std::span<const fs::path> files, const char* stage, WorkWatch watch)
    : files_(files), stage_(stage), watch_(std::move(watch)), is_warned_(files.size()) {
  for (const fs::path& file : files) {
    std::error_code none;
    const std::uintmax_t size = fs::file_size(file, none);
    if (!none) bytes_ += size;
  }
  watch_step(watch_, {stage_, "", 0, static_cast<Index>(bytes_)});
}

bool TextBlocks::open_next() {
  if (source_) bytes_before_ += source_->stored_bytes();
  source_ = nullptr;
  if (file_ == files_.size()) return false;
  source_ = open_bytes(files_[file_++]);
  is_start_ = true;
  return true;
}

bool TextBlocks::next(TextBlock& block) {
  std::vector<char>& text = block.text;
  text = std::move(rest_);
  rest_.clear();
  std::size_t newline = 0,
              searched = 0;  // the end of the last whole line, and of what was searched
  for (bool at_end = !source_; newline == 0;) {
    if (at_end && !text.empty()) break;  // the last line of a file has no end
    if (at_end && !open_next()) return false;
    const std::size_t wanted = std::max(kBlockSize, text.size() + kBlockSize / 2);
    std::size_t size = text.size();
    text.resize(wanted);
    while (size < wanted) {
      const std::size_t got = source_->read({text.data() + size, wanted - size});
      at_end = got == 0;
      if (at_end) break;
      size += got;
    }
    text.resize(size);
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (is_start_ && std::string_view(text.data(), size).starts_with(kMark))
      text.erase(text.begin(), text.begin() + kMark.size());
    is_start_ = false;
    if (const void* at = ::memrchr(text.data() + searched, '\n', text.size() - searched))
      newline = static_cast<std::size_t>(static_cast<const char*>(at) - text.data()) + 1;
    searched = text.size();
    if (newline == 0 && searched > LineReader::kLongestLine)
      read_up_to_bad_line(files_[file_ - 1], true);
  }
  if (newline > 0) {
    rest_.assign(text.begin() + static_cast<std::ptrdiff_t>(newline), text.end());
    text.resize(newline);
  }
  block.number = blocks_++;
  block.file = file_ - 1;
  watch_step(watch_, {stage_, "", static_cast<Index>(bytes_before_ + source_->stored_bytes()),
                      static_cast<Index>(bytes_)});
  return true;
}

void TextBlocks::check(const TextBlock& block) {
  const std::string_view text(block.text.data(), block.text.size());
  const bool has_nul = std::memchr(text.data(), '\0', text.size()) != nullptr;
  const bool may_warn = !is_warned_[block.file] && first_not_utf8(text) != std::string_view::npos;
  if (has_nul || (may_warn && !is_warned_[block.file].exchange(true))) {
    read_up_to_bad_line(files_[block.file], has_nul);
  }
}

}  // namespace costruct::experiments
