#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "costruct/data/alignment/aligned_rows.hpp"
#include "costruct/data/alignment/pair_reader.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kBlankCharacters = " \t\r\v\f";
constexpr std::string_view kAnnotation = "#=GR";
constexpr std::string_view kFamilyKey = "family=";
constexpr std::string_view kNotAligned = "?";
constexpr std::string_view kKnownKey = "known=";
constexpr std::string_view kKnownCapitals = "known=upper";
constexpr std::string_view kApartKey = "apart=";

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBlankCharacters);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kBlankCharacters), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// Maps the letters of DSSP and Stockholm to H, E, C and X.
char structure_class(char letter) {
  switch (letter) {
    case 'H':
    case 'G':
    case 'I':
      return 'H';
    case 'E':
    case 'B':
      return 'E';
    case 'X':
    case '?':
      return 'X';
    default:
      return 'C';
  }
}

class FastaReader final : public PairReader {
 public:
  using PairReader::PairReader;

  bool next(SequencePair& pair, bool aligned) override {
    if (!find_header()) return false;
    pair = {};
    line_ = header_line_;
    std::string family;
    const bool is_marked = read_record(pair.first, pair.family);
    pair.is_aligned = !is_marked && aligned;
    pair.is_in_part = pair.is_aligned && is_in_part_;
    if (aligned && !apart_.empty() && !is_marked && !is_in_part_)
      fail(
          fmt::format("{} stands in the header of a pair whose alignment is known: add {}, so that "
                      "only columns of capital letters are known, or {} as the last word, so that "
                      "no column is known",
                      kApartKey, kKnownCapitals, kNotAligned));
    if (aligned) pair.apart = std::exchange(apart_, {});
    if (!find_header())
      fail(
          "the file ends behind the first record of the pair that begins here: expected a second "
          "one");
    read_record(pair.second, family);
    if (is_in_part_ || !apart_.empty())
      fail(fmt::format("{} stands in the second header of this pair: expected it in the first",
                       is_in_part_ ? kKnownCapitals : kApartKey));
    check_apart(pair);
    if (!pair.family.empty() && !family.empty() && family != pair.family) {
      fail(fmt::format(
          "the records of a pair are of the families {} and {}: expected the same, or none",
          shown_text(pair.family), shown_text(family)));
    }
    if (pair.family.empty()) pair.family = std::move(family);
    return true;
  }

 private:
  // The characters of an annotation, and the line on which they begin.
  struct Annotation {
    const char* name;
    std::string text;
    Index line = 0;
  };

  // Moves to the next header, unless it was already read. Returns false at the end of the file.
  bool find_header() {
    if (std::exchange(has_header_, false)) return true;
    for (std::string_view line; lines_.next(line);) {
      if (is_header(line)) return true;
      if (line.find_first_not_of(kBlankCharacters) != std::string_view::npos)
        lines_.fail("expected a header, > and a name, and found " + shown_text(line));
    }
    return false;
  }

  bool is_header(std::string_view line) {
    if (!line.starts_with('>')) return false;
    header_ = line.substr(1);
    header_line_ = lines_.line();
    if (header_.size() > kLongestHeader)
      lines_.fail(fmt::format("a header of {} bytes: at most {}", header_.size(), kLongestHeader));
    return true;
  }

  // Reads a record. Returns whether the last word of its header marks the pair as not aligned.
  bool read_record(SequenceRecord& record, std::string& family) {
    const bool is_marked = read_header(record, family);
    const Index begin = header_line_;
    Annotation structure{"SS", {}}, accessibility{"SA", {}};
    for (std::string_view line; lines_.next(line);) {
      if (is_header(line)) {
        has_header_ = true;
        break;
      }
      if (line.starts_with('#')) {
        read_annotation(line, structure, accessibility);
      } else {
        read_letters(line, record.row);
      }
      if (record.row.size() > kMostColumns)
        lines_.fail_at(begin, fmt::format("a record of more than {} columns", kMostColumns));
    }
    const std::string text = of_residues(structure, record.row);
    for (const char letter : text) record.structure += structure_class(letter);
    record.accessibility = of_residues(accessibility, record.row);
    check_accessibility(accessibility, record.accessibility);
    return is_marked;
  }

  bool read_header(SequenceRecord& record, std::string& family) {
    const std::vector<std::string_view> words = words_of(header_);
    is_in_part_ = false;
    apart_.clear();
    for (const std::string_view word : words) {
      if (word == kNotAligned) continue;
      if (word.starts_with(kKnownKey) && word != kKnownCapitals)
        lines_.fail(fmt::format("{} in a header: expected {}, or no such word", shown_text(word),
                                kKnownCapitals));
      is_in_part_ = is_in_part_ || word == kKnownCapitals;
      if (word.starts_with(kApartKey)) read_apart(word);
      if (word.starts_with(kFamilyKey) && family.empty()) family = word.substr(kFamilyKey.size());
      (record.header += record.header.empty() ? "" : " ") += word;
    }
    return !words.empty() && words.back() == kNotAligned;
  }

  // Reads apart=3-7,4-9: positions of both sequences, from 1.
  void read_apart(std::string_view word) {
    std::string_view rest = word.substr(kApartKey.size());
    for (bool is_last = false; !is_last;) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::string_view one = rest.substr(0, end);
      is_last = end == rest.size();
      rest.remove_prefix(is_last ? end : end + 1);
      const std::size_t dash = one.find('-');
      const auto number = [](std::string_view text) {
        Index value = 0;
        const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && at == text.data() + text.size() ? value : 0;
      };
      const Index i = dash < one.size() ? number(one.substr(0, dash)) : 0;
      const Index j = dash < one.size() ? number(one.substr(dash + 1)) : 0;
      if (i < 1 || j < 1)
        lines_.fail(
            fmt::format("{} in a header: expected positions of both sequences, from 1, as "
                        "in apart=3-7,4-9",
                        shown_text(word)));
      apart_.emplace_back(i - 1, j - 1);
    }
  }

  void check_apart(const SequencePair& pair) const {
    const Index n = num_residues(pair.first.row), m = num_residues(pair.second.row);
    for (const auto& [i, j] : pair.apart) {
      if (i >= n || j >= m)
        fail(
            fmt::format("apart={}-{} in the header of sequences of {} and {} residues: expected "
                        "positions in them",
                        i + 1, j + 1, n, m));
    }
  }

  void read_letters(std::string_view line, std::string& row) const {
    for (const char c : line) {
      if (kBlankCharacters.find(c) != std::string_view::npos) continue;
      if (!is_gap(c) && residue_code(c) < 0) {
        lines_.fail(fmt::format(
            "{} is no residue: expected a letter of an amino acid, X, B, Z, U, O, J or *, or a "
            "gap, - or .",
            shown_text({&c, 1})));
      }
      row += c;
    }
  }

  void read_annotation(std::string_view line, Annotation& structure,
                       Annotation& accessibility) const {
    const std::vector<std::string_view> words = words_of(line);
    const bool is_known = words.size() >= 2 && words[0] == kAnnotation;
    Annotation* annotation = nullptr;
    for (Annotation* one : {&structure, &accessibility}) {
      if (is_known && words[1] == one->name) annotation = one;
    }
    if (annotation == nullptr || words.size() > 3) {
      lines_.fail("the annotation " + shown_text(line) +
                  ": expected #=GR SS or #=GR SA and behind it a character for each column");
    }
    if (annotation->line == 0) annotation->line = lines_.line();
    if (words.size() == 3) annotation->text += words[2];
    if (annotation->text.size() > kMostColumns)
      lines_.fail(fmt::format("an annotation of more than {} characters", kMostColumns));
  }

  // The characters of the residues of a row; "" if there is no annotation.
  std::string of_residues(const Annotation& annotation, std::string_view row) const {
    if (annotation.line == 0) return "";
    const auto residues = static_cast<std::size_t>(num_residues(row));
    if (annotation.text.size() == row.size()) {
      std::string text;
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (!is_gap(row[c])) text += annotation.text[c];
      }
      return text;
    }
    if (annotation.text.size() == residues) return annotation.text;
    lines_.fail_at(
        annotation.line,
        fmt::format("#=GR {} has {} characters, and the record {} columns with {} residues: "
                    "expected a character for each of these or those",
                    annotation.name, annotation.text.size(), row.size(), residues));
  }

  void check_accessibility(const Annotation& annotation, std::string& text) const {
    for (char& c : text) {
      if (c == '?') c = 'X';
      if ((c >= '0' && c <= '9') || c == 'X') continue;
      lines_.fail_at(
          annotation.line,
          fmt::format("#=GR SA has {} at a residue: expected 0 to 9, or X where it is not known",
                      shown_text({&c, 1})));
    }
  }

  std::string header_;  // without its >
  Index header_line_ = 0;
  bool has_header_ = false;  // whether the next header is already read
  bool is_in_part_ = false;  // whether the last header says that only capitals are known
  std::vector<std::pair<Index, Index>> apart_;  // of the last header
};

}  // namespace

std::unique_ptr<PairReader> fasta_reader(LineReader lines) {
  return std::make_unique<FastaReader>(std::move(lines));
}

}  // namespace costruct::experiments
