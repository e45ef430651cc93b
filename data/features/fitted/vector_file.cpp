#include "costruct/data/features/fitted/vector_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/features/words/text_vectors_file.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

static_assert(std::endian::native == std::endian::little,
              "floats are read as they stand in the file");

constexpr std::string_view kBetween = " \t";

std::optional<float> finite_float(std::string_view text) {
  const auto number = finite_number(text);
  if (!number || std::abs(*number) > std::numeric_limits<float>::max()) return std::nullopt;
  return static_cast<float>(*number);
}

// The fields of a line, between blanks and tabs.
void split_row(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  std::size_t end = 0;
  for (std::size_t begin;
       (begin = line.find_first_not_of(kBetween, end)) != std::string_view::npos;) {
    end = std::min(line.find_first_of(kBetween, begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
  }
}

/// The first line "N d".
struct FirstLine {
  std::uint64_t rows = 0, dimensions = 0;
};

std::optional<FirstLine> first_line_of(const std::vector<std::string_view>& fields) {
  if (fields.size() != 2) return std::nullopt;
  const auto rows = whole_number(fields[0]), dimensions = whole_number(fields[1]);
  if (!rows || !dimensions) return std::nullopt;
  return FirstLine{*rows, *dimensions};
}

// The bytes at the start of a file.
std::string beginning(const std::filesystem::path& file) {
  std::string bytes(std::size_t{64} << 10, '\0');
  const auto source = open_bytes(file);
  std::size_t size = 0;
  while (size < bytes.size()) {
    const std::size_t got = source->read({bytes.data() + size, bytes.size() - size});
    if (got == 0) break;
    size += got;
  }
  bytes.resize(size);
  return bytes;
}

// Throws DataError for files that are often taken for word vectors.
void refuse_other_files(const std::string& name, std::string_view bytes) {
  using namespace std::string_view_literals;
  struct Other {
    std::string_view start;
    const char* what;
  };
  constexpr std::array<Other, 6> kOthers{{
      {"PK\3\4"sv, "is a zip archive: unpack it"},
      {"BZh"sv, "is compressed by bzip2: unpack it, or compress it by gzip or xz"},
      {"\xba\x16\x4f\x2f"sv, "is a binary model of fastText: name its .vec file"},
      {"\x93NUMPY"sv, "is a .npy file, which has no words; expected a word and its numbers a line"},
      {"{\""sv,
       "is JSON; expected a word and its numbers a line: `node tools/word_vectors.mjs` "
       "converts the JSON of wink-embeddings"},
      {"\x80\x02"sv, "is a Python pickle: save the vectors with gensim's save_word2vec_format"},
  }};
  for (const Other& other : kOthers) {
    if (bytes.starts_with(other.start)) throw DataError(name + ": " + other.what);
  }
}

// Whether the row after the first line consists of text, not of floats. A row of text has none of
// the bytes that nearly all floats have, or its last fields are numbers (a word may contain
// blanks).
bool is_text_row(std::string_view row, std::uint64_t dimensions) {
  const std::size_t blank = row.find(' ');
  if (blank == std::string_view::npos) return true;
  const std::string_view numbers =
      row.substr(blank + 1, std::min<std::uint64_t>(dimensions, VectorFile::kMostDimensions) * 4);
  const std::string_view start = numbers.substr(0, numbers.find('\n'));
  if (start.empty()) return numbers.empty();
  if (start.find_first_not_of("0123456789+-.eEnaifNAIF \t\r") == std::string_view::npos)
    return true;
  std::string_view line = row.substr(0, row.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string_view> fields;
  split_row(line, fields);
  return fields.size() > dimensions &&
         std::all_of(fields.end() - static_cast<std::ptrdiff_t>(dimensions), fields.end(),
                     [](std::string_view field) { return finite_number(field).has_value(); });
}

}  // namespace

/// The rows of one layout.
class VectorFile::Rows {
 public:
  virtual ~Rows() = default;
  virtual const char* layout() const = 0;
  virtual bool next(std::string_view& word) = 0;
  virtual void numbers(std::span<float> out) const = 0;
  virtual Index line() const = 0;
};

class VectorFile::TextRows final : public Rows {
 public:
  TextRows(const std::filesystem::path& file, bool has_first_line, Index dimensions)
      : reader_(file), has_first_line_(has_first_line), dimensions_(dimensions) {
    std::string_view line;
    if (has_first_line) reader_.next(line);
  }

  const char* layout() const override {
    return has_first_line_ ? "word2vec or fastText, text" : "GloVe, text";
  }

  bool next(std::string_view& word) override {
    std::string_view line;
    do {
      if (!reader_.next(line)) return false;
      split_row(line, fields_);
    } while (fields_.empty());
    const Index without_word = std::ssize(fields_) - dimensions_;
    if (without_word < 0 || (without_word == 0 && kBetween.find(line.front()) == kBetween.npos))
      fail_count(std::ssize(fields_) - 1);
    if (without_word > 1 && finite_number(fields_[without_word - 1])) fail_count(count_numbers());
    word = line.substr(0, 0);
    if (without_word > 0) {
      const char* const end = fields_[without_word - 1].data() + fields_[without_word - 1].size();
      word = {fields_[0].data(), static_cast<std::size_t>(end - fields_[0].data())};
    }
    fields_.erase(fields_.begin(), fields_.begin() + without_word);
    (void)number(0);
    return true;
  }

  void numbers(std::span<float> out) const override {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = number(i);
  }

  Index line() const override { return reader_.line(); }

 private:
  float number(std::size_t i) const {
    const auto number = finite_float(fields_[i]);
    if (!number) {
      reader_.fail(
          fmt::format("number {} is {}, expected a finite number", i + 1, shown_text(fields_[i])));
    }
    return *number;
  }
  // The number of numbers at the end of the line.
  Index count_numbers() const {
    return std::find_if_not(fields_.rbegin(), fields_.rend() - 1,
                            [](std::string_view field) { return finite_number(field); }) -
           fields_.rbegin();
  }
  [[noreturn]] void fail_count(Index found) const {
    reader_.fail(fmt::format("has a word and {}, expected {} as in {}", counted(found, "number"),
                             dimensions_, has_first_line_ ? "line 1" : "the first row"));
  }

  LineReader reader_;
  bool has_first_line_;
  Index dimensions_;
  std::vector<std::string_view> fields_;  // of the row; its numbers after next()
};

class VectorFile::BinaryRows final : public Rows {
 public:
  BinaryRows(const std::filesystem::path& file, Index rows, Index dimensions)
      : name_(file.string()),
        source_(open_bytes(file)),
        stated_(rows),
        floats_(static_cast<std::size_t>(dimensions)) {
    for (int c = byte(); c >= 0 && c != '\n';) c = byte();
  }

  const char* layout() const override { return "word2vec, binary"; }

  bool next(std::string_view& word) override {
    int first = byte();
    if (first == '\n') first = byte();
    if (first < 0) return false;
    if (row_++ == stated_) fail(fmt::format("goes on behind its {}", counted(stated_, "row")));
    word_.clear();
    for (int c = first; c != ' '; c = byte()) {
      if (c < 0) fail("ends within a word");
      if (word_.size() == kLongestField)
        fail(fmt::format("has a word of more than {} bytes", kLongestField));
      word_.push_back(static_cast<char>(c));
    }
    char* const to = reinterpret_cast<char*>(floats_.data());
    const std::size_t bytes = floats_.size() * sizeof(float);
    for (std::size_t got = 0; got < bytes;) {
      if (begin_ == end_ && !refill())
        fail(fmt::format("ends after {} of {} numbers", got / sizeof(float), floats_.size()));
      const std::size_t count = std::min(bytes - got, end_ - begin_);
      std::memcpy(to + got, buffer_.data() + begin_, count);
      begin_ += count;
      got += count;
    }
    word = word_;
    return true;
  }

  void numbers(std::span<float> out) const override {
    const auto bad =
        std::find_if(floats_.begin(), floats_.end(), [](float x) { return !std::isfinite(x); });
    if (bad != floats_.end())
      fail(fmt::format("number {} is {}, expected a finite number", bad - floats_.begin() + 1,
                       *bad));
    std::copy(floats_.begin(), floats_.end(), out.begin());
  }

  Index line() const override { return row_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(fmt::format("{}:{}: {}", name_, row_, what));
  }
  bool refill() {
    begin_ = 0;
    end_ = source_->read(buffer_);
    return end_ > 0;
  }
  // The next byte; -1 at the end.
  int byte() {
    if (begin_ == end_ && !refill()) return -1;
    return static_cast<unsigned char>(buffer_[begin_++]);
  }

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{256} << 10);
  std::size_t begin_ = 0, end_ = 0;
  Index stated_, row_ = 0;
  std::string word_;
  std::vector<float> floats_;
};

/// The rows of a file that `costruct vectors` has written.
class VectorFile::ModelRows final : public Rows {
 public:
  explicit ModelRows(const std::filesystem::path& file) : model_(file) {
    if (!model_.has_fact(kVectorFact)) {
      throw DataError(file.string() +
                      ": is a model; expected word vectors, as `costruct vectors` writes them");
    }
    words_ = model_.strings("words");
    for (const std::string& shape : model_.strings("shapes")) words_.push_back(shape_word(shape));
    const std::vector<Index> shape = model_.shape("vectors");
    if (shape.size() != 2 || shape[0] != std::ssize(words_) || shape[1] < 1 ||
        shape[1] > kMostDimensions)
      throw DataError(file.string() + ": damaged: a vector for each word was expected");
    dimensions_ = shape[1];
  }
  Index dimensions() const { return dimensions_; }
  const char* layout() const override { return "costruct vectors"; }
  bool next(std::string_view& word) override {
    if (row_ == std::ssize(words_)) return false;
    word = words_[static_cast<std::size_t>(row_++)];
    return true;
  }
  void numbers(std::span<float> out) const override {
    const auto row = model_.floats("vectors").subspan(
        static_cast<std::size_t>((row_ - 1) * dimensions_), out.size());
    std::copy(row.begin(), row.end(), out.begin());
  }
  Index line() const override { return row_; }

 private:
  ModelReader model_;
  std::vector<std::string> words_;
  Index dimensions_ = 0, row_ = 0;
};

VectorFile::VectorFile(const std::filesystem::path& file) {
  if (looks_like_model(file)) {
    auto rows = std::make_unique<ModelRows>(file);
    dimensions_ = rows->dimensions();
    reader_ = std::move(rows);
    return;
  }
  const std::string name = file.string();
  const std::string bytes = beginning(file);
  refuse_other_files(name, bytes);
  std::string_view rest = bytes;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  const std::size_t first_end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, first_end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  rest.remove_prefix(std::min(first_end + 1, rest.size()));
  std::vector<std::string_view> fields;
  split_row(line, fields);
  const auto first = first_line_of(fields);
  const std::uint64_t dimensions = first ? first->dimensions : fields.size() - !fields.empty();
  if (first && (rest.empty() || first->rows == 0)) throw DataError(name + ":1: no row follows");
  if (dimensions < 1 || dimensions > static_cast<std::uint64_t>(kMostDimensions)) {
    throw DataError(fmt::format("{}:1: {} in a vector, expected a word and 1 to {} numbers", name,
                                counted(static_cast<Index>(std::min<std::uint64_t>(
                                            dimensions, std::numeric_limits<Index>::max())),
                                        "number"),
                                kMostDimensions));
  }
  dimensions_ = static_cast<Index>(dimensions);
  if (!first) {
    const auto bad = std::find_if_not(fields.begin() + 1, fields.end(),
                                      [](std::string_view field) { return finite_number(field); });
    if (bad != fields.end()) {
      throw DataError(fmt::format(
          "{}:1: {} is no finite number; expected word vectors, a word and its numbers a line",
          name, shown_text(*bad)));
    }
    reader_ = std::make_unique<TextRows>(file, false, dimensions_);
    return;
  }
  stated_ =
      static_cast<Index>(std::min<std::uint64_t>(first->rows, std::numeric_limits<Index>::max()));
  if (is_text_row(rest, dimensions)) {
    reader_ = std::make_unique<TextRows>(file, true, dimensions_);
  } else {
    reader_ = std::make_unique<BinaryRows>(file, *stated_, dimensions_);
  }
}

VectorFile::~VectorFile() = default;

const char* VectorFile::layout() const {
  return reader_->layout();
}

bool VectorFile::has_shapes() const {
  return dynamic_cast<const ModelRows*>(reader_.get()) != nullptr;
}

bool VectorFile::next(std::string_view& word) {
  const bool found = reader_->next(word);
  rows_ += found;
  return found;
}

void VectorFile::numbers(std::span<float> out) const {
  reader_->numbers(out);
}

Index VectorFile::line() const {
  return reader_->line();
}

}  // namespace costruct::experiments
