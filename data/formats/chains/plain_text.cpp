#include "costruct/data/formats/chains/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {
namespace {

// The place of the words among columns.
std::size_t word_place(const std::vector<std::string>& columns) {
  auto at = std::find(columns.begin(), columns.end(), kWordColumn);
  if (at == columns.end())
    at = std::find_if(columns.begin(), columns.end(),
                      [](const std::string& name) { return name != kLabelColumn; });
  return static_cast<std::size_t>(at - columns.begin());
}

class PlainTextReader final : public ExampleReader {
 public:
  PlainTextReader(const std::filesystem::path& file, TextUnit unit,
                  const std::vector<std::string>& columns)
      : lines_(file),
        unit_(unit),
        columns_(columns.size()),
        word_(word_place(columns)),
        label_(static_cast<std::size_t>(std::find(columns.begin(), columns.end(), kLabelColumn) -
                                        columns.begin())) {}

  bool next(RawExample& example) override {
    example.clear();
    example.columns = static_cast<Index>(columns_);
    while (example.length == 0) {
      if (next_sentence_ == sentences_.size() && !read_block()) return false;
      const TextPiece piece = sentences_[next_sentence_++];
      const std::string_view sentence = piece.of(block_);
      example.record = example.text = sentence;
      for (const TextPiece& word : words_in(sentence)) {
        add_word(word.of(sentence), example);
      }
      const auto line = std::upper_bound(line_begins_.begin(), line_begins_.end(), piece.begin);
      example.line = first_line_ + (line - line_begins_.begin()) - 1;
    }
    return true;
  }
  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  // Reads the next lines that belong together. Returns false at the end of the file.
  bool read_block() {
    block_.clear();
    sentences_.clear();
    line_begins_.clear();
    next_sentence_ = 0;
    std::string_view line;
    while (lines_.next(line)) {
      const bool blank = line.find_first_not_of(" \t\f\v") == std::string_view::npos;
      if (blank && block_.empty()) continue;
      if (blank) break;
      if (block_.empty()) first_line_ = lines_.line();
      if (block_.size() + line.size() > LineReader::kLongestLine)
        lines_.fail("a paragraph of more than 64 MiB: blank lines end paragraphs");
      line_begins_.push_back(block_.size());
      block_.append(line);
      if (unit_ == TextUnit::kLines) break;
      block_.push_back(' ');  // a sentence may go on in the next line
    }
    if (block_.empty()) return false;
    sentences_ = unit_ == TextUnit::kLines ? std::vector<TextPiece>{{0, block_.size()}}
                                           : sentences_in(block_);
    return true;
  }

  void add_word(std::string_view word, RawExample& example) {
    if (word.size() > kLongestField) {
      lines_.fail_at(first_line_, fmt::format("a word of {} bytes, expected at most {}",
                                              word.size(), kLongestField));
    }
    for (std::size_t c = 0; c < columns_; ++c) {
      example.fields.push_back(c == word_    ? word
                               : c == label_ ? std::string_view()
                                             : std::string_view("_"));
    }
    example.labels.emplace_back();
    ++example.length;
  }

  LineReader lines_;
  TextUnit unit_;
  std::size_t columns_, word_, label_;
  std::string block_;                     // the lines that are cut into sentences
  std::vector<std::size_t> line_begins_;  // where each of them begins
  Index first_line_ = 0;
  std::vector<TextPiece> sentences_;
  std::size_t next_sentence_ = 0;
};

}  // namespace

std::vector<std::string> text_unit_names() {
  return {"lines", "sentences"};
}

OptionInfo unlabeled_text_option() {
  OptionInfo info;
  info.name = kUnlabeledTextOption;
  info.type = OptionType::kChoice;
  info.choices = text_unit_names();
  info.nullable = true;
  info.is_left_out_by_default = true;
  info.meaning =
      "files under unlabeled are plain text: a sentence a line, or sentences by Unicode "
      "boundaries";
  return info;
}

std::optional<TextUnit> unlabeled_text_of(const Json& block) {
  const auto at = block.find(kUnlabeledTextOption);
  if (at == block.end() || at->is_null()) return std::nullopt;
  return *at == text_unit_names()[0] ? TextUnit::kLines : TextUnit::kSentences;
}

std::string why_no_plain_text(const Json& features, const std::vector<std::string>& columns) {
  const std::string& word = columns[word_place(columns)];
  for (const std::string& column : columns_of_features(features, columns)) {
    if (column != word)
      return fmt::format("plain text has words alone, but features take the column {}", column);
  }
  return "";
}

std::unique_ptr<ExampleReader> open_plain_text(const std::filesystem::path& file, TextUnit unit,
                                               const std::vector<std::string>& columns) {
  return std::make_unique<PlainTextReader>(file, unit, columns);
}

}  // namespace costruct::experiments
