#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "costruct/data/alignment/pair_reader.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

enum TableField {
  kPart,
  kFirstName,
  kSecondName,
  kFirstScore,
  kSecondScore,
  kRmsd,
  kFirstLetters,
  kSecondLetters
};
constexpr std::size_t kFields = 8;  // without the states

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find('\t');
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

class TmalignReader final : public PairReader {
 public:
  using PairReader::PairReader;

  bool next(SequencePair& pair, bool aligned) override {
    for (std::string_view line; lines_.next(line);) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      line_ = lines_.line();
      read_pair(line, pair, aligned);
      return true;
    }
    return false;
  }

 private:
  void read_pair(std::string_view line, SequencePair& pair, bool aligned) const {
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields.size() != kFields && fields.size() != kFields + 1) {
      lines_.fail(
          fmt::format("{} fields: expected part, two names, two TM-scores, RMSD, two sequences and "
                      "their states, with TABs between",
                      fields.size()));
    }
    pair = {};
    pair.part = fields[kPart];
    pair.score = std::max(score_of(fields[kFirstScore]), score_of(fields[kSecondScore]));
    pair.first = {header_of(fields[kFirstName]), letters_of(fields[kFirstLetters]), "", ""};
    pair.second = {header_of(fields[kSecondName]), letters_of(fields[kSecondLetters]), "", ""};
    if (!aligned || fields.size() == kFields || fields[kFields] == "?") return;
    pair.is_aligned = true;
    align(pair, fields[kFields]);
  }

  double score_of(std::string_view text) const {
    const auto score = finite_number(text);
    if (!score) lines_.fail("the TM-score " + shown_text(text) + ": expected a number");
    return *score;
  }

  std::string header_of(std::string_view name) const {
    const bool is_word = !name.empty() && name.find_first_of(" \r\v\f") == std::string_view::npos;
    if (!is_word || name == "?" || name.size() > kLongestHeader)
      lines_.fail("the name " + shown_text(name) + ": expected a word");
    return std::string(name);
  }

  std::string letters_of(std::string_view text) const {
    for (const char c : text) {
      if (residue_code(c) < 0) {
        lines_.fail(fmt::format(
            "{} in a sequence is no residue: expected letters of amino acids without gaps",
            shown_text({&c, 1})));
      }
    }
    if (text.size() > kMostColumns)
      lines_.fail(fmt::format("a sequence of more than {} residues", kMostColumns));
    return std::string(text);
  }

  // Inserts the gaps that the states describe.
  void align(SequencePair& pair, std::string_view states) const {
    std::string first, second;
    std::size_t i = 0, j = 0;
    const std::string &letters = pair.first.row, &others = pair.second.row;
    for (const char state : states) {
      if (state != '1' && state != '2' && state != ':' && state != '.')
        lines_.fail("the state " + shown_text({&state, 1}) + ": expected 1, 2, : or .");
      const bool has_first = state != '2', has_second = state != '1';
      if ((has_first && i == letters.size()) || (has_second && j == others.size())) break;
      first += has_first ? letters[i++] : '-';
      second += has_second ? others[j++] : '-';
    }
    if (i != letters.size() || j != others.size() || first.size() != states.size()) {
      lines_.fail(fmt::format("{} states that do not fit sequences of {} and {} residues",
                              states.size(), letters.size(), others.size()));
    }
    pair.first.row = std::move(first);
    pair.second.row = std::move(second);
  }
};

}  // namespace

std::unique_ptr<PairReader> tmalign_reader(LineReader lines) {
  return std::make_unique<TmalignReader>(std::move(lines));
}

}  // namespace costruct::experiments
