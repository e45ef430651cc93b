#include "costruct/data/features/words/text_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "costruct/core/error.hpp"
#include "costruct/core/text/short_words.hpp"
#include "costruct/data/features/words/text_blocks.hpp"
#include "costruct/data/features/words/word_shape.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"

namespace costruct::experiments {
namespace {

using TextFiles = std::span<const std::filesystem::path>;

constexpr std::string_view kTokenBlanks = " \t\r\v\f";

/// Throws DataError for a pipe, because a text is read twice.
void refuse_pipe(const std::filesystem::path& file) {
  std::error_code none;
  const auto status = std::filesystem::status(file, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status))
    throw DataError(file.string() + ": is a pipe or a device, and is read twice: expected a file");
}

/// Throws DataError if the first lines of a text are those of a file of word vectors (word2vec,
/// GloVe, fastText). Each of these lines is a word and the same number of numbers. The first may be
/// two counts instead.
void refuse_word_vectors(const std::filesystem::path& file) {
  constexpr Index kFirstLines = 3;
  constexpr std::size_t kFewestNumbers = 4;
  const auto is_number = [](std::string_view word) { return finite_number(word).has_value(); };
  LineReader reader(file);
  std::vector<std::string_view> words;
  std::size_t length = 0;
  bool has_counts = false;
  for (Index looked_at = 0; looked_at < kFirstLines;) {
    std::string_view line;
    if (!reader.next(line)) return;
    words.clear();
    std::size_t end = 0;
    for (std::size_t begin;
         (begin = line.find_first_not_of(kTokenBlanks, end)) != std::string_view::npos;) {
      end = std::min(line.find_first_of(kTokenBlanks, begin), line.size());
      words.push_back(line.substr(begin, end - begin));
    }
    if (words.empty()) continue;
    if (looked_at == 0 && !has_counts && words.size() == 2 && whole_number(words[0]) &&
        whole_number(words[1])) {
      has_counts = true;
      continue;
    }
    if (words.size() <= kFewestNumbers || (looked_at > 0 && words.size() != length) ||
        !std::all_of(words.begin() + 1, words.end(), is_number))
      return;
    length = words.size();
    ++looked_at;
  }
  reader.fail_at(1,
                 "word vectors, a word and its numbers on each line; expected raw sentences, "
                 "one on each line, from which `text` learns vectors. The extractor `vectors` "
                 "takes such a file");
}

enum class ByteKind : char { kOfWord, kBlank, kLineEnd };

constexpr std::array<ByteKind, 256> kinds_of_bytes() {
  std::array<ByteKind, 256> kinds{};
  for (const char c : kTokenBlanks) kinds[static_cast<unsigned char>(c)] = ByteKind::kBlank;
  kinds['\n'] = ByteKind::kLineEnd;
  return kinds;
}

ByteKind kind_of_byte(char c) {
  static constexpr std::array<ByteKind, 256> kKinds = kinds_of_bytes();
  return kKinds[static_cast<unsigned char>(c)];
}

// The end of the word that begins at `at`. Writes 0 for digits. Takes eight bytes at a time,
// because most words have fewer, and a branch for each byte would often be predicted wrongly.
char* end_of_word(char* at, const char* last) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t kEach = 0x0101010101010101U, kHigh = 0x80 * kEach;
  while (last - at >= 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, at, 8);
    const std::uint64_t low = eight & ~kHigh;
    const std::uint64_t digits =  // the high bits of bytes '1' to '9'
        (low + (0x7F - '0') * kEach) & ~(low + (0x7F - '9') * kEach) & ~eight & kHigh;
    if (digits != 0) {
      const std::uint64_t bytes = (digits >> 7) * 0xFF;
      eight = (eight & ~bytes) | ('0' * kEach & bytes);
      std::memcpy(at, &eight, 8);
    }
    // The lowest bit here is that of the first byte up to ' ', if there is one.
    const std::uint64_t blanks = (eight - ('!' * kEach)) & ~eight & kHigh;
    at += blanks == 0 ? 8 : std::countr_zero(blanks) / 8;
    if (blanks == 0) continue;
    if (kind_of_byte(*at) != ByteKind::kOfWord) return at;
    ++at;  // a control character
  }
  for (; at != last && kind_of_byte(*at) == ByteKind::kOfWord; ++at) {
    if (*at > '0' && *at <= '9') *at = '0';
  }
  return at;
}

// Calls word(text) for each word of a block, with 0 for digits, and end() at the end of each line.
template <class Word, class End>
void for_each_word(std::vector<char>& text, const Word& word, const End& end) {
  char *at = text.data(), *const last = at + text.size();
  while (at != last) {
    const ByteKind kind = kind_of_byte(*at);
    if (kind == ByteKind::kOfWord) {
      char* const begin = at;
      at = end_of_word(at, last);
      word(std::string_view(begin, static_cast<std::size_t>(at - begin)));
    } else {
      if (kind == ByteKind::kLineEnd) end();
      ++at;
    }
  }
  end();
}

/// The words of some files, numbered by first appearance.
struct TextCounts {
  StringTable words;
  std::vector<Index> count;
  std::vector<Index> words_by_file;  // number of words after each file
  Index tokens = 0;

  void add(std::string_view word, Index times) {
    const std::int32_t id = words.intern(word);
    if (id == std::ssize(count)) count.push_back(0);
    count[id] += times;
  }
};

TextCounts count_words(TextFiles files, int threads, const WorkWatch& watch) {
  TextCounts all;
  std::vector<TextCounts> of_block(threads);
  TextBlocks blocks(files, "counting words", watch);
  for_each_block(
      blocks, threads,
      [&](int thread, TextBlock& block) {
        TextCounts& counts = of_block[thread];
        const Index words = counts.words.size();
        counts = {};
        counts.words.reserve(words, static_cast<std::size_t>(8 * words));
        for_each_word(
            block.text,
            [&](std::string_view word) {
              counts.add(word, 1);
              ++counts.tokens;
            },
            [] {});
      },
      [&](int thread, const TextBlock& block) {
        const TextCounts& counts = of_block[thread];
        all.words_by_file.resize(block.file, all.words.size());
        for (Index w = 0; w < counts.words.size(); ++w) all.add(counts.words[w], counts.count[w]);
        all.tokens += counts.tokens;
      });
  all.words_by_file.resize(files.size(), all.words.size());
  return all;
}

TextRows rows_of(const TextCounts& counts, Index min_count) {
  TextRows rows;
  const auto add_to_row = [&](std::int32_t& row, Index count) {
    if (row < 0) {
      row = static_cast<std::int32_t>(rows.occurrences.size());
      rows.occurrences.push_back(0);
    }
    rows.occurrences[row] += count;
  };
  std::string shape;
  for (Index w = 0; w < counts.words.size(); ++w) {
    const std::string_view word = counts.words[w];
    shape.clear();
    append_shape(word, shape);
    const std::int32_t of_shape = rows.shapes.intern(shape);
    if (of_shape == std::ssize(rows.row_of_shape)) rows.row_of_shape.push_back(-1);
    if (counts.count[w] < min_count) {
      add_to_row(rows.row_of_shape[of_shape], counts.count[w]);
    } else {
      rows.words.intern(word);
      add_to_row(rows.row_of_word.emplace_back(-1), counts.count[w]);
    }
  }
  return rows;
}

// Counts the neighbours of words with a row. Returns the number of tokens.
Index count_neighbours(TextFiles files, const TextRows& rows, int threads, const WorkWatch& watch,
                       NeighbourCounts& neighbours) {
  struct Worker {
    NeighbourCounts::Adder adder;
    std::vector<std::int32_t> sentence{};
    std::string shape{};
    Index tokens = 0;
  };
  std::vector<Worker> workers;
  for (int i = 0; i < threads; ++i) workers.push_back({NeighbourCounts::Adder(neighbours)});
  ShortWords short_words(rows.words.size());
  for (Index w = 0; w < rows.words.size(); ++w) {
    const std::string_view word = rows.words[w];
    if (word.size() <= ShortWords::kLongest) short_words.add(word, rows.row_of_word[w]);
  }
  TextBlocks blocks(files, "counting neighbours", watch);
  for_each_block(
      blocks, threads,
      [&](int thread, TextBlock& block) {
        Worker& worker = workers[thread];
        const auto row_of = [&](std::string_view word) {
          if (word.size() <= ShortWords::kLongest) {
            if (const std::int32_t row = short_words.find(word); row >= 0) return row;
          } else if (const std::int32_t known = rows.words.find(word); known >= 0) {
            return rows.row_of_word[known];
          }
          worker.shape.clear();
          append_shape(word, worker.shape);
          const std::int32_t shape = rows.shapes.find(worker.shape);
          return shape < 0 ? -1 : rows.row_of_shape[shape];
        };
        for_each_word(
            block.text,
            [&](std::string_view word) {
              worker.sentence.push_back(row_of(word));
              worker.tokens += worker.sentence.back() >= 0;
            },
            [&] {
              worker.adder.add(worker.sentence);
              worker.sentence.clear();
            });
      },
      [](int, const TextBlock&) {});
  Index tokens = 0;
  for (Worker& worker : workers) {
    worker.adder.flush();
    tokens += worker.tokens;
  }
  return tokens;
}

/// Writes and reads what ranks send each other: numbers and tables of words.
class Wire {
 public:
  explicit Wire(std::string bytes = {}) : bytes_(std::move(bytes)) {}
  std::string take() { return std::move(bytes_); }

  template <class Number>
  void put(std::span<const Number> numbers) {
    const Index size = std::ssize(numbers);
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    if (size > 0)
      bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  }
  template <class Number>
  std::vector<Number> numbers() {
    Index size = 0;
    copy(&size, sizeof size);
    std::vector<Number> numbers(static_cast<std::size_t>(size));
    copy(numbers.data(), numbers.size() * sizeof(Number));
    return numbers;
  }

  void put(const StringTable& table) {
    std::string text;
    for (Index i = 0; i < table.size(); ++i) text.append(table[i]).push_back('\n');
    put(std::span<const char>(text));
  }
  StringTable table() {
    const std::vector<char> text = numbers<char>();
    StringTable table;
    for (auto begin = text.begin(); begin != text.end();) {
      const auto end = std::find(begin, text.end(), '\n');
      table.intern(std::string_view(begin, end));
      begin = end + 1;
    }
    return table;
  }

 private:
  void copy(void* to, std::size_t size) {
    if (size == 0) return;
    std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }
  std::string bytes_;
  std::size_t at_ = 0;
};

// The files of one rank.
std::vector<std::filesystem::path> files_of_rank(TextFiles files, const Ranks& ranks) {
  std::vector<std::filesystem::path> mine;
  for (Index i = ranks.rank(); i < std::ssize(files); i += ranks.size()) mine.push_back(files[i]);
  return mine;
}

// The words of all ranks, for rank 0. New words of each file are taken in the order of the files.
TextCounts merged(TextCounts mine, Index files, Ranks& ranks) {
  Wire wire;
  wire.put(mine.words);
  wire.put(std::span<const Index>(mine.count));
  wire.put(std::span<const Index>(mine.words_by_file));
  wire.put(std::span<const Index>(&mine.tokens, 1));
  mine = {};
  std::vector<TextCounts> parts;
  for (std::string& bytes : ranks.gather(wire.take())) {
    Wire part(std::move(bytes));
    parts.push_back({part.table(), part.numbers<Index>(), part.numbers<Index>(), 0});
    parts.back().tokens = part.numbers<Index>().front();
  }
  TextCounts all;
  for (Index file = 0; file < files && !parts.empty(); ++file) {
    const TextCounts& part = parts[file % ranks.size()];
    const Index place = file / ranks.size();
    for (Index w = place == 0 ? 0 : part.words_by_file[place - 1]; w < part.words_by_file[place];
         ++w)
      all.add(part.words[w], part.count[w]);
  }
  for (const TextCounts& part : parts) all.tokens += part.tokens;
  return all;
}

void share(TextRows& rows, Ranks& ranks) {
  Wire wire;
  if (ranks.rank() == 0) {
    wire.put(rows.words);
    wire.put(rows.shapes);
    wire.put(std::span<const std::int32_t>(rows.row_of_word));
    wire.put(std::span<const std::int32_t>(rows.row_of_shape));
    wire.put(std::span<const Index>(rows.occurrences));
  }
  std::string bytes = wire.take();
  ranks.share(bytes);
  if (ranks.rank() == 0) return;
  Wire shared(std::move(bytes));
  rows.words = shared.table();
  rows.shapes = shared.table();
  rows.row_of_word = shared.numbers<std::int32_t>();
  rows.row_of_shape = shared.numbers<std::int32_t>();
  rows.occurrences = shared.numbers<Index>();
}

// Adds the neighbours that the other ranks have counted to those of rank 0. Returns the tokens.
Index merge_neighbours(NeighbourCounts& neighbours, Index tokens, Ranks& ranks) {
  Wire wire;
  std::vector<PairCounts::Pair> pairs;
  if (ranks.rank() > 0) neighbours.pairs().for_each([&](auto pair) { pairs.push_back(pair); });
  wire.put(std::span<const Index>(&tokens, 1));
  wire.put(std::span<const PairCounts::Pair>(pairs));
  pairs = {};
  Index all = 0;
  for (std::string& bytes : ranks.gather(wire.take())) {
    Wire part(std::move(bytes));
    all += part.numbers<Index>().front();
    neighbours.pairs().add(part.numbers<PairCounts::Pair>());
  }
  return all;
}

}  // namespace

TextVectors learn_text_vectors(TextFiles files, const TextVectorOptions& options,
                               const WorkWatch& watch, Ranks* ranks) {
  std::vector<std::filesystem::path> mine(files.begin(), files.end());
  if (ranks != nullptr) mine = files_of_rank(files, *ranks);
  for (const auto& file : mine) {
    refuse_pipe(file);
    refuse_word_vectors(file);
  }
  TextVectors learned;
  {
    TextCounts counts = count_words(mine, options.threads, watch);
    if (ranks != nullptr) counts = merged(std::move(counts), std::ssize(files), *ranks);
    learned.tokens = counts.tokens;
    learned.words = counts.words.size();
    learned.rows = rows_of(counts, options.min_count);
  }
  const bool is_root = ranks == nullptr || ranks->rank() == 0;
  if (is_root && learned.tokens == 0)
    throw DataError(fmt::format("{}: {}; expected a sentence a line", files.front().string(),
                                files.size() == 1 ? "holds no words" : "no file holds words"));
  TextRows& rows = learned.rows;
  if (ranks != nullptr) share(rows, *ranks);
  NeighbourCounts neighbours(rows.occurrences, options.vectors.contexts, options.vectors.reach);
  Index tokens = count_neighbours(mine, rows, options.threads, watch, neighbours);
  if (ranks != nullptr) tokens = merge_neighbours(neighbours, tokens, *ranks);
  if (!is_root) return learned;
  if (tokens != learned.tokens)
    throw DataError(files.front().string() + ": the text has changed while it was read");
  learned.vectors = fit_word_vectors(std::move(neighbours), rows.occurrences, options.vectors,
                                     options.threads, watch);
  return learned;
}

}  // namespace costruct::experiments
