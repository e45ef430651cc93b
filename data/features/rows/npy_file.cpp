#include "costruct/data/features/rows/npy_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <limits>
#include <optional>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers are read as they stand in the file");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestNpyHeader = std::size_t{64} << 10;

/// The content of a header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
struct Header {
  std::string descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

/// Parses the few Python literals that occur in headers. Each function moves to the first byte that
/// it does not read, and returns whether it found what it reads.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : rest_(text) {}

  bool symbol(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool text(std::string& value) {
    skip_blanks();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return false;
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return false;
    value = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool shape(std::vector<std::uint64_t>& sizes) {
    if (!symbol('(')) return false;
    while (!symbol(')')) {
      skip_blanks();
      std::size_t digits = 0;
      while (digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9') ++digits;
      const auto size = whole_number(rest_.substr(0, digits));
      if (!size) return false;
      sizes.push_back(*size);
      rest_.remove_prefix(digits);
      if (!symbol(',')) return symbol(')');
    }
    return true;
  }
  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() &&
           (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t' || rest_[0] == '\r'))
      rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

std::optional<Header> parse_header(std::string_view text) {
  HeaderText rest(text);
  Header header;
  if (!rest.symbol('{')) return std::nullopt;
  while (!rest.symbol('}')) {
    std::string key;
    if (!rest.text(key) || !rest.symbol(':')) return std::nullopt;
    if (key == "descr") {
      if (!rest.text(header.descr)) return std::nullopt;
    } else if (key == "fortran_order") {
      header.fortran_order = rest.word("True");
      if (!*header.fortran_order && !rest.word("False")) return std::nullopt;
    } else if (key == "shape") {
      if (!rest.shape(header.shape.emplace())) return std::nullopt;
    } else {
      return std::nullopt;
    }
    if (!rest.symbol(',')) {
      if (!rest.symbol('}')) return std::nullopt;
      break;
    }
  }
  if (!rest.at_end() || !header.fortran_order || !header.shape) return std::nullopt;
  return header;
}

}  // namespace

NpyHeader read_npy_header(const std::string& name,
                          const std::function<std::size_t(char*, std::size_t)>& read_bytes) {
  const auto fail = [&](const std::string& what) { throw DataError(name + ": " + what); };
  unsigned char start[12] = {};
  const auto read = [&](std::size_t at, std::size_t count) {
    if (read_bytes(reinterpret_cast<char*>(start) + at, count) != count)
      fail("is no .npy file: it is too short");
  };
  read(0, 8);
  if (std::string_view(reinterpret_cast<const char*>(start), kMagic.size()) != kMagic)
    fail("is no .npy file: it does not start as one");
  const unsigned version = start[6];
  if ((version != 1 && version != 2) || start[7] != 0)
    fail(fmt::format("is of version {}.{} of the format, expected 1.0 or 2.0", version, start[7]));
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  read(8, length_bytes);
  std::size_t length = 0;
  for (std::size_t i = length_bytes; i > 0; --i) length = length << 8 | start[7 + i];
  if (length > kLongestNpyHeader)
    fail(fmt::format("has a header of {} bytes, at most {} are read", length, kLongestNpyHeader));
  std::string text(length, '\0');
  if (read_bytes(text.data(), length) != length) fail("ends within its header");

  const auto header = parse_header(text);
  if (!header) {
    fail("has the header " + shown_text(text) +
         ", expected a dictionary of descr, fortran_order and shape");
  }
  if (header->descr != "<f8" && header->descr != "<f4") {
    fail(fmt::format(
        "has numbers of type {}, expected <f8 or <f4 (float64 or float32, little-endian)",
        shown_text(header->descr)));
  }
  if (*header->fortran_order) fail("is in Fortran order: save numpy.ascontiguousarray of it");
  const auto& shape = *header->shape;
  if (shape.size() != 2)
    fail(fmt::format("has {} dimensions, expected 2: rows and columns", shape.size()));
  if (shape[1] < 1 || shape[1] > static_cast<std::uint64_t>(NpyFile::kMostColumns))
    fail(fmt::format("has {} columns, expected 1 to {}", shape[1], NpyFile::kMostColumns));
  if (shape[0] > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) / 8 / shape[1])
    fail(fmt::format("has {} rows of {} columns, which no file holds", shape[0], shape[1]));
  return {header->descr == "<f4", static_cast<Index>(shape[0]), static_cast<Index>(shape[1]),
          8 + length_bytes + length};
}

std::string npy_header(Index rows, Index columns) {
  constexpr std::size_t kStart = 10, kAlignment = 64;
  std::string text =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  text.append(kAlignment - (kStart + text.size() + 1) % kAlignment, ' ').push_back('\n');
  std::string header(kMagic);
  header +=
      {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

NpyFile::NpyFile(const std::filesystem::path& file)
    : name_(file.string()), source_(open_bytes(file)) {
  const NpyHeader header =
      read_npy_header(name_, [this](char* to, std::size_t count) { return read_bytes(to, count); });
  single_ = header.single;
  rows_ = header.rows;
  columns_ = header.columns;
}

void NpyFile::fail(const std::string& what) const {
  throw DataError(name_ + ": " + what);
}
void NpyFile::fail_at(Index row, const std::string& what) const {
  throw DataError(fmt::format("{}:{}: {}", name_, row, what));
}

std::size_t NpyFile::read_bytes(char* to, std::size_t count) {
  std::size_t got = 0;
  while (got < count) {
    const std::size_t more = source_->read({to + got, count - got});
    if (more == 0) break;
    got += more;
  }
  return got;
}

Index NpyFile::read(Index most, double* rows) {
  most = std::min(most, rows_ - done_);
  char extra = 0;
  if (most <= 0) {
    if (read_bytes(&extra, 1) != 0)
      fail(fmt::format("goes on behind its {}", counted(rows_, "row")));
    return 0;
  }
  const auto numbers = static_cast<std::size_t>(most * columns_);
  if (single_) floats_.resize(numbers);
  const std::size_t bytes = numbers * (single_ ? sizeof(float) : sizeof(double));
  char* to = single_ ? reinterpret_cast<char*>(floats_.data()) : reinterpret_cast<char*>(rows);
  const std::size_t got = read_bytes(to, bytes);
  if (got != bytes) {
    const auto whole = static_cast<Index>(got / (bytes / static_cast<std::size_t>(most)));
    fail(fmt::format("ends within row {} of {}", done_ + whole + 1, rows_));
  }
  if (single_) std::copy(floats_.begin(), floats_.end(), rows);
  done_ += most;
  return most;
}

}  // namespace costruct::experiments
