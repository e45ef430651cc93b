// Vectors of words from raw text: against the clear version, which keeps every occurrence.
#include <catch2/catch.hpp>

#include <barrier>
#include <cmath>
#include <map>
#include <sstream>
#include <thread>

#include "costruct/core/linear_algebra/truncated_svd.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/short_words.hpp"
#include "costruct/data/features/fitted/vector_file.hpp"
#include "costruct/data/features/words/text_vectors_file.hpp"
#include "costruct/data/features/words/word_shape.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using namespace std::string_literals;

namespace {

using Paths = std::vector<std::filesystem::path>;

TextVectorOptions options_with(int threads, Index reach = 2) {
  return {{8, 40, {}, reach}, 3, threads};
}

/// Words with many rare ones, some with digits and capitals; a sentence a line.
std::string raw_text(Index lines, std::uint64_t seed) {
  RandomStream random(seed, 0, "raw text");
  std::string text;
  for (Index i = 0; i < lines; ++i) {
    for (Index t = random.below(12); t >= 0; --t) {
      const Index most = Index{1} << random.below(15);
      const Index word = random.below(most);
      text += word % 7 == 0 ? "Ab" : word % 11 == 0 ? "É-" : "";
      text += static_cast<char>('a' + word % 26);
      text += word % 5 == 0 ? std::to_string(word) : std::string(1 + word % 3, 'x');
      for (Index rest = word / 26; rest > 0; rest /= 26) text += static_cast<char>('a' + rest % 26);
      text += random.below(20) == 0 ? " \t " : " ";
    }
    text += i % 9 == 0 ? "\r\n" : i % 10 == 0 ? "\n\n" : "\n";
  }
  return text;
}

/// The clear version: all sentences as numbers, a map of counts, the matrix entry by entry.
struct Clear {
  std::vector<std::string> words, shapes;  // those with rows; shapes as any word has them first
  std::vector<float> vectors;              // a row for each, as they appear

  Clear(const std::string& text, const TextVectorOptions& options) {
    std::vector<std::vector<std::string>> sentences;
    std::map<std::string, Index> count;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      std::istringstream tokens(line);
      sentences.emplace_back();
      for (std::string token; tokens >> token;) {
        sentences.back().push_back(digits_as_zero(token));
        ++count[sentences.back().back()];
      }
    }
    std::map<std::string, Index> row;
    std::vector<std::string> all_shapes;
    std::vector<Index> of_row;
    std::vector<std::vector<Index>> rows;
    for (const auto& sentence : sentences) {
      rows.emplace_back();
      for (const std::string& word : sentence) {
        std::string shape;
        append_shape(word, shape);
        if (std::find(all_shapes.begin(), all_shapes.end(), shape) == all_shapes.end())
          all_shapes.push_back(shape);
        const bool is_rare = count[word] < options.min_count;
        const std::string name = is_rare ? "\n" + shape : word;
        const auto [at, is_new] = row.emplace(name, std::ssize(of_row));
        if (is_new && !is_rare) words.push_back(word);
        if (is_new) of_row.push_back(0);
        ++of_row[at->second];
        rows.back().push_back(at->second);
      }
    }
    for (const std::string& shape : all_shapes) {
      if (row.contains("\n" + shape)) shapes.push_back(shape);
    }
    decompose(rows, of_row, options.vectors);
  }

 private:
  void decompose(const std::vector<std::vector<Index>>& sentences, const std::vector<Index>& of_row,
                 const WordVectorOptions& options) {
    const Index words_at_hand = std::ssize(of_row);
    std::vector<std::pair<Index, Index>> order;
    for (Index w = 0; w < words_at_hand; ++w) order.emplace_back(-of_row[w], w);
    std::sort(order.begin(), order.end());
    std::map<Index, Index> number;
    for (Index i = 0; i < std::min(options.contexts, words_at_hand); ++i)
      number[order[i].second] = 1 + i;
    const Index per_place = 1 + std::min(options.contexts, words_at_hand);
    std::map<std::pair<Index, Index>, Index> n;
    for (const auto& sentence : sentences) {
      const Index length = std::ssize(sentence);
      for (Index t = 0; t < length; ++t) {
        Index place = 0;
        for (Index offset = -options.reach; offset <= options.reach; ++offset) {
          if (offset == 0) continue;
          const Index at = t + offset;
          if (at < 0 || at >= length) {
            ++n[{sentence[t], place * per_place}];
          } else if (number.contains(sentence[at])) {
            ++n[{sentence[t], place * per_place + number[sentence[at]]}];
          }
          ++place;
        }
      }
    }
    std::map<Index, double> of_word, of_column;
    for (const auto& [pair, times] : n) {
      of_word[pair.first] += static_cast<double>(times);
      of_column[pair.second] += static_cast<double>(times);
    }
    SparseRows rows;
    rows.cols = 2 * options.reach * per_place;
    for (Index w = 0; w < words_at_hand; ++w) {
      for (auto e = n.lower_bound({w, 0}); e != n.end() && e->first.first == w; ++e) {
        const double totals = of_word[w] * of_column[e->first.second];
        rows.add(static_cast<std::int32_t>(e->first.second),
                 static_cast<float>(std::sqrt(static_cast<float>(e->second) / std::sqrt(totals))));
      }
      rows.end_row();
    }
    const TruncatedSvd svd = truncated_svd(rows, options.dimensions);
    REQUIRE(std::ssize(svd.singular_values) == options.dimensions);
    vectors = times(rows, svd.right);
    for (Index w = 0; w < words_at_hand; ++w) {
      const auto row = std::span(vectors).subspan(w * options.dimensions, options.dimensions);
      double squares = 0;
      for (const float x : row) squares += double{x} * x;
      const double factor = squares == 0 ? 0 : 1 / std::sqrt(squares);
      for (float& x : row) x = static_cast<float>(x * factor);
    }
  }
};

std::vector<std::string> with_rows(const StringTable& table,
                                   const std::vector<std::int32_t>& row_of) {
  std::vector<std::string> names;
  for (Index i = 0; i < table.size(); ++i) {
    if (row_of[i] >= 0) names.emplace_back(table[i]);
  }
  return names;
}

/// Ranks in threads of one process.
class RanksInThreads {
 public:
  explicit RanksInThreads(Index size) : barrier_(size), sent_(size) {}

  class One : public Ranks {
   public:
    One(RanksInThreads& all, Index rank) : all_(all), rank_(rank) {}
    Index rank() const override { return rank_; }
    Index size() const override { return std::ssize(all_.sent_); }
    std::vector<std::string> gather(std::string mine) override {
      all_.sent_[rank_] = std::move(mine);
      all_.barrier_.arrive_and_wait();
      std::vector<std::string> got;
      if (rank_ == 0) got = all_.sent_;
      all_.barrier_.arrive_and_wait();
      return got;
    }
    void share(std::string& bytes) override {
      if (rank_ == 0) all_.shared_ = bytes;
      all_.barrier_.arrive_and_wait();
      bytes = all_.shared_;
      all_.barrier_.arrive_and_wait();
    }

   private:
    RanksInThreads& all_;
    Index rank_;
  };

 private:
  std::barrier<> barrier_;
  std::vector<std::string> sent_;
  std::string shared_;
};

}  // namespace

TEST_CASE("vectors of texts have the bits of the clear version, for any number of threads",
          "[data][fitted][determinism]") {
  const TestFolder folder;
  const std::string text = raw_text(90'000, 1), more = raw_text(70'000, 2);  // several blocks
  REQUIRE((text.size() > 3'000'000 && more.size() > 2'500'000));
  const Paths files{folder.write("a.txt", "\xEF\xBB\xBF" + text + "no end"),
                    folder.write("b.txt.gz", gzipped(more)), folder.write("empty.txt", ""),
                    folder.write("c.txt.xz", xz_packed("Last line, twice\n\nLast 1 line"))};
  const Index reach = GENERATE(1, 2);
  const Clear expected(text + "no end\n" + more + "Last line, twice\n\nLast 1 line",
                       options_with(1, reach));
  for (const int threads : {1, 2, 8}) {
    CAPTURE(threads, reach);
    const TextVectors learned = learn_text_vectors(files, options_with(threads, reach));
    CHECK(with_rows(learned.rows.words, learned.rows.row_of_word) == expected.words);
    CHECK(with_rows(learned.rows.shapes, learned.rows.row_of_shape) == expected.shapes);
    CHECK(learned.vectors.vectors == expected.vectors);
  }
}

TEST_CASE("ranks that count files together have the bits of one", "[data][fitted][determinism]") {
  const TestFolder folder;
  Paths files;
  for (const Index i : {0, 1, 2, 3, 4})
    files.push_back(
        folder.write(std::to_string(i), i == 2 ? "\n" : raw_text(300 * i + 50, 10 + i)));
  const TextVectors expected = learn_text_vectors(files, options_with(2));
  for (const Index size : {1, 2, 3, 4, 7}) {
    CAPTURE(size);
    RanksInThreads ranks(size);
    std::vector<TextVectors> learned(size);
    std::vector<std::thread> threads;
    for (Index rank = 0; rank < size; ++rank) {
      threads.emplace_back([&, rank] {
        RanksInThreads::One one(ranks, rank);
        learned[rank] = learn_text_vectors(files, options_with(1), {}, &one);
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(learned[0].vectors.vectors == expected.vectors.vectors);
    CHECK(learned[0].rows.row_of_word == expected.rows.row_of_word);
    CHECK(learned[0].rows.row_of_shape == expected.rows.row_of_shape);
    CHECK(learned[0].tokens == expected.tokens);
    CHECK(learned[0].words == expected.words);
    CHECK(with_rows(learned[0].rows.words, learned[0].rows.row_of_word) ==
          with_rows(expected.rows.words, expected.rows.row_of_word));
  }
}

TEST_CASE("short words are found as in a table of strings", "[data][fitted]") {
  RandomStream random(6, 0, "short words");
  StringTable table;
  std::vector<std::string> all;
  for (int i = 0; i < 20'000; ++i) {
    std::string word;
    for (Index t = random.below(12); t >= 0; --t)
      word += "abh\xFF"[random.below(static_cast<Index>(word.size()) % 3 + 2)];
    all.push_back(word);
    if (i % 2 == 0) table.intern(word);
  }
  ShortWords words(table.size());
  for (Index w = 0; w < table.size(); ++w) words.add(table[w], static_cast<std::int32_t>(w));
  for (const std::string& word : all) {
    if (words.find(word) != table.find(word)) FAIL_CHECK(word);
  }
}

TEST_CASE("pairs are counted exactly, also beyond 24 and 32 bits", "[data][fitted]") {
  constexpr Index kColumns = 7;
  PairCounts counts(kColumns);
  std::map<std::pair<Index, Index>, std::uint64_t> expected;
  PairCounts::Adder adder(counts);
  RandomStream random(5, 0, "pairs");
  for (int i = 0; i < 200'000; ++i) {
    const Index row = std::min(random.below(500), random.below(500)), column = random.below(7);
    adder.add(static_cast<std::int32_t>(row), column);
    ++expected[{row, column}];
  }
  adder.flush();
  for (const std::uint64_t many : {(1ULL << 24) - 1, 1ULL << 24, 1ULL, 1ULL << 33, 3ULL}) {
    for (const std::int32_t row : {0, 64, 499}) {
      const PairCounts::Pair pair{row, 0, many};
      counts.add(std::span(&pair, 1));
      expected[{row, 0}] += many;
    }
  }
  std::map<std::pair<Index, Index>, std::uint64_t> found;
  counts.for_each([&](const PairCounts::Pair& p) { found[{p.row, p.column}] = p.count; });
  CHECK(found == expected);
  const PairCounts::Matrix matrix = counts.take(500, 2);
  Index entries = 0;
  double all = 0;
  for (Index row = 0; row < 500; ++row) {
    for (Index e = matrix.rows.begin[row]; e < matrix.rows.begin[row + 1]; ++e) {
      if (e > matrix.rows.begin[row]) CHECK(matrix.rows.col[e - 1] < matrix.rows.col[e]);
      const double count = static_cast<double>(expected.at({row, matrix.rows.col[e]}));
      if (matrix.rows.value[e] != static_cast<float>(count)) FAIL_CHECK(row);
      all += count;
      ++entries;
    }
  }
  CHECK(entries == std::ssize(expected));
  double of_rows = 0, of_columns = 0;
  for (const double sum : matrix.of_row) of_rows += sum;
  for (const double sum : matrix.of_column) of_columns += sum;
  CHECK((of_rows == all && of_columns == all));
}

TEST_CASE("`vectors` from a file gives what `distribution` learns from the text",
          "[data][fitted]") {
  const std::string text = raw_text(400, 3);
  std::string train, test = "singing O\nWalter O\n\xC3\x89-f25 O\nOOF O\n!! O\n4711 O\n";
  std::istringstream words(raw_text(6, 3) + raw_text(6, 8));  // some of them are not in the text
  for (std::string word; words >> word;) train += word + " O\n" + (train.size() < 99 ? "\n" : "");
  train += "\nWalked O\n";
  const TestFolder folder;
  TextVectorOptions options = options_with(1);
  options.vectors.dimensions = 6;
  const TextVectors learned = learn_text_vectors(Paths{folder.write("raw.txt", text)}, options);
  const std::filesystem::path file = folder.path() / "vectors.safetensors";
  write_text_vectors(learned, {{"dimensions", 6}}, file);
  const FittedSet fitted(Json::array({{{"extractor", "distribution"},
                                       {"text", "raw.txt"},
                                       {"dimensions", 6},
                                       {"contexts", 40},
                                       {"min_count", 3},
                                       {"scale", 1}}}),
                         train, test, text);
  const FittedSet read(
      Json::array(
          {{{"extractor", "vectors"}, {"file", "vectors.safetensors"}, {"lowercase", false}}}),
      train, test, bytes_of_file(file));
  const auto expected =
                 fitted.parts(first_examples(fitted.set->size() - 1), {fitted.set->size() - 1}),
             found = read.parts(first_examples(read.set->size() - 1), {read.set->size() - 1});
  REQUIRE(expected.size() == found.size());
  Index compared = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t t = 0; t < expected[i].size(); ++t) {
      std::map<std::string, double> renamed;
      for (const auto& [name, value] : expected[i][t])
        renamed["vectors" + name.substr(name.find('['))] = value;
      CHECK(renamed == found[i][t]);
      compared += std::ssize(renamed);
    }
  }
  CHECK(compared > 100);
  REQUIRE(read.notes.size() == 1);
  CHECK_THAT(read.notes.front(), Contains("with digits as 0") &&
                                     Contains("by the shape of rare words") &&
                                     !Contains("in lower case"));
}

TEST_CASE("both layouts of learned vectors hold the same numbers, the commonest word first",
          "[data][fitted]") {
  const TestFolder folder;
  const TextVectors learned =
      learn_text_vectors(Paths{folder.write("raw.txt", raw_text(400, 4))}, options_with(1));
  const std::filesystem::path packed = folder.path() / "v.safetensors",
                              text = folder.path() / "v.vec";
  write_text_vectors(learned, {}, packed);
  write_text_vectors(learned, {}, text);
  VectorFile one(packed), other(text);
  CHECK((one.has_shapes() && !other.has_shapes()));
  CHECK(one.dimensions() == other.dimensions());
  std::string_view word, same;
  std::vector<float> numbers(8), same_numbers(8);
  Index last = learned.tokens;
  while (other.next(same)) {
    REQUIRE(one.next(word));
    CHECK(word == same);
    one.numbers(numbers);
    other.numbers(same_numbers);
    CHECK(numbers == same_numbers);
    const auto row = learned.rows.row_of_word[learned.rows.words.find(word)];
    CHECK(learned.rows.occurrences[row] <= last);
    last = learned.rows.occurrences[row];
  }
  CHECK(other.rows() == *other.stated_rows());
  CHECK(other.rows() == learned.rows.words.size());
  Index shapes = 0;
  for (; one.next(word); ++shapes) CHECK(word.front() == '\n');
  CHECK(other.rows() + shapes == std::ssize(learned.rows.occurrences));
}

TEST_CASE("texts that cannot be counted are data errors", "[data][fitted]") {
  const TestFolder folder;
  const auto message = [&](const Paths& files) {
    return message_of<DataError>([&] { learn_text_vectors(files, options_with(2)); });
  };
  const auto good = folder.write("good.txt", raw_text(20, 1));
  CHECK_THAT(message({good, folder.path() / "none.txt"}), Contains("none.txt: no such file"));
  CHECK_THAT(message({good, folder.path()}), Contains("is a folder"));
  CHECK_THAT(message({folder.write("e.txt", ""), folder.write("f.txt", "\n \n")}),
             Contains("e.txt: no file holds words; expected a sentence a line"));
  CHECK_THAT(message({good, folder.write("nul.txt", raw_text(60'000, 1) + "a\nb\0c\n"s)}),
             Contains("nul.txt:") && Contains("a NUL byte; expected text in UTF-8"));
  CHECK_THAT(message({folder.write("cut.gz", gzipped(raw_text(9000, 1)).substr(0, 40'000))}),
             Contains("cut.gz: truncated"));
  CHECK_THAT(message({good, folder.write("v.txt", "a 1 2 3 4\nb 1 2 3 4\nc 1 2 3 4\n")}),
             Contains("v.txt:1: word vectors"));
  CHECK_THAT(message({good, folder.write("long.txt", std::string(70 << 20, 'x'))}),
             Contains("long.txt:1: a line of more than 64 MiB"));
}
