#include "costruct/data/alignment/position_codes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/alignment/blosum62.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/data/alignment/sequence_profiles.hpp"

namespace costruct::experiments {
namespace {

constexpr CodeColumn kUsual;
constexpr std::string_view kStructureLetters = "HECX";
constexpr std::string_view kAccessibilityLetters = "BIEX";
constexpr char kBeyond = '$';

// A scale of residues, and the range that its levels divide.
struct MeanRange {
  const ResidueScale& scale;
  int low, high;
};

MeanRange mean_range(ColumnKind kind) {
  if (kind == ColumnKind::kHydrophobicity) return {hydropathy(), -20, 20};
  return {kind == ColumnKind::kHelix ? helix_propensity() : strand_propensity(), 80, 120};
}

// Appends the levels of means over windows, computed with integers.
void append_levels(const CodeColumn& column, std::string_view letters,
                   std::vector<std::int32_t>& levels) {
  const MeanRange range = mean_range(column.kind);
  const Index length = std::ssize(letters);
  std::vector<Index> sum(letters.size() + 1, 0),
      known(letters.size() + 1, 0);  // sums before each position
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const int code = residue_code(letters[i]);
    const bool is_known = code != kUnknownResidue;
    sum[i + 1] = sum[i] + (is_known ? range.scale[static_cast<std::size_t>(code)] : 0);
    known[i + 1] = known[i] + is_known;
  }
  for (Index i = 0; i < length; ++i) {
    const auto begin = static_cast<std::size_t>(std::max<Index>(i - column.window, 0));
    const auto end = static_cast<std::size_t>(std::min(i + column.window + 1, length));
    const Index count = known[end] - known[begin];
    if (count == 0) {
      levels.push_back(static_cast<std::int32_t>(column.bins));
      continue;
    }
    const Index above = std::max<Index>(sum[end] - sum[begin] - range.low * count, 0);
    const Index level = above * column.bins / ((range.high - range.low) * count);
    levels.push_back(static_cast<std::int32_t>(std::min(level, column.bins - 1)));
  }
}

std::int32_t structure_code(char letter) {
  return static_cast<std::int32_t>(
      std::min(kStructureLetters.find(letter), kStructureLetters.size() - 1));
}

std::int32_t accessibility_code(char digit) {
  if (digit < '0' || digit > '9') return 3;
  return digit == '0' ? 0 : digit < '4' ? 1 : 2;
}

// The code of each position in one column.
std::vector<std::int32_t> column_codes(const CodeColumn& column, const SequenceText& sequence) {
  std::vector<std::int32_t> codes;
  codes.reserve(sequence.letters.size());
  switch (column.kind) {
    case ColumnKind::kResidue:
      for (const char letter : sequence.letters) codes.push_back(residue_code(letter));
      break;
    case ColumnKind::kClass:
      for (const char letter : sequence.letters)
        codes.push_back(residue_class(residue_code(letter)));
      break;
    case ColumnKind::kStructure:
      for (const char letter : sequence.structure) codes.push_back(structure_code(letter));
      break;
    case ColumnKind::kAccessibility:
      for (const char digit : sequence.accessibility) codes.push_back(accessibility_code(digit));
      break;
    default:
      append_levels(column, sequence.letters, codes);
  }
  return codes;
}

}  // namespace

const std::vector<std::string>& code_columns() {
  static const std::vector<std::string> all{
      "residue", "class",          "hydrophobicity",    "helix",
      "strand",  kStructureColumn, kAccessibilityColumn};
  return all;
}

bool CodeColumn::is_mean() const {
  return kind == ColumnKind::kHydrophobicity || kind == ColumnKind::kHelix ||
         kind == ColumnKind::kStrand;
}

Index CodeColumn::num_codes() const {
  if (is_mean()) return bins + 1;
  if (kind == ColumnKind::kResidue) return kNumResidues;
  if (kind == ColumnKind::kProfile) return kProfileResidues;
  if (kind == ColumnKind::kClass) return std::ssize(kResidueClasses);
  return std::ssize(kStructureLetters);
}

char CodeColumn::letter(Index code) const {
  const auto at = static_cast<std::size_t>(code);
  switch (kind) {
    case ColumnKind::kResidue:
    case ColumnKind::kProfile:
      return kResidues[at];
    case ColumnKind::kClass:
      return kResidueClasses[at];
    case ColumnKind::kStructure:
      return kStructureLetters[at];
    case ColumnKind::kAccessibility:
      return kAccessibilityLetters[at];
    default:
      return code == bins ? 'X' : static_cast<char>('0' + code);
  }
}

std::string CodeColumn::name() const {
  if (kind == ColumnKind::kProfile) return "profile";
  std::string name = code_columns()[static_cast<std::size_t>(kind)];
  if (is_mean() && window != kUsual.window) name += fmt::format(".w{}", window);
  if (is_mean() && bins != kUsual.bins) name += fmt::format(".b{}", bins);
  return name;
}

Index PositionCode::num_codes() const {
  Index count = 1;
  for (const CodeColumn& column : columns) count *= column.num_codes();
  return offset == 0 ? count : count + 1;
}

std::string PositionCode::text(Index code) const {
  if (offset != 0 && code == num_codes() - 1) return {kBeyond};
  std::string text;
  for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
    text += column->letter(code % column->num_codes());
    code /= column->num_codes();
  }
  std::reverse(text.begin(), text.end());
  return text;
}

std::string PositionCode::name() const {
  std::string name;
  for (const CodeColumn& column : columns) (name += name.empty() ? "" : "+") += column.name();
  return offset == 0 ? name : name + fmt::format("@{:+}", offset);
}

bool PositionCode::takes(ColumnKind kind) const {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const CodeColumn& c) { return c.kind == kind; });
}

void PositionCode::append(const SequenceText& sequence, std::vector<std::int32_t>& codes) const {
  std::vector<std::int32_t> joined(sequence.letters.size(), 0);
  for (const CodeColumn& column : columns) {
    const std::vector<std::int32_t> own = column_codes(column, sequence);
    const auto count = static_cast<std::int32_t>(column.num_codes());
    for (std::size_t i = 0; i < joined.size(); ++i) joined[i] = joined[i] * count + own[i];
  }
  const auto beyond = static_cast<std::int32_t>(num_codes() - 1);
  for (Index i = 0; i < std::ssize(joined); ++i) {
    const Index at = i + offset;
    codes.push_back(at >= 0 && at < std::ssize(joined) ? joined[static_cast<std::size_t>(at)]
                                                       : beyond);
  }
}

void PositionCode::append_shares(std::span<const float> profile, std::vector<float>& shares) const {
  const Index length = std::ssize(profile) / kProfileResidues;
  for (Index i = 0; i < length; ++i) {
    const Index at = i + offset;
    const bool is_beyond = at < 0 || at >= length;
    for (Index a = 0; a < kProfileResidues; ++a)
      shares.push_back(is_beyond ? 0
                                 : profile[static_cast<std::size_t>(at * kProfileResidues + a)]);
    if (offset != 0) shares.push_back(is_beyond ? 1 : 0);
  }
}

std::string pair_name(const PositionCode& first, const PositionCode& second) {
  const std::string name = first.name();
  return name == second.name() ? name : name + "~" + second.name();
}

Index PairDescription::num_entries() const {
  const Index a = first.num_codes(), b = second.num_codes();
  return a * b + a + b;
}

namespace {

// Levels of entries that are not pairs of residues; all are higher than any score.
enum : int { kBeyondEnds = 100, kFirstAlone, kSecondAlone };

}  // namespace

int PairDescription::level(Index entry, bool symmetric) const {
  const Index a = first.num_codes(), b = second.num_codes();
  if (entry >= a * b) return entry < a * b + a || symmetric ? kFirstAlone : kSecondAlone;
  if (entry / b >= kNumResidues || entry % b >= kNumResidues) return kBeyondEnds;
  return blosum62(static_cast<int>(entry / b), static_cast<int>(entry % b));
}

std::string PairDescription::feature_name(Index entry) const {
  const Index a = first.num_codes(), b = second.num_codes();
  const std::string prefix = name + ":";
  if (by_level) {
    const int of_entry = level(entry, /*symmetric=*/false);
    if (of_entry == kBeyondEnds) return prefix + "$";
    if (of_entry == kFirstAlone) return prefix + "?/-";
    return of_entry == kSecondAlone ? prefix + "-/?" : prefix + std::to_string(of_entry);
  }
  if (entry < a * b) return prefix + first.text(entry / b) + "/" + second.text(entry % b);
  if (entry < a * b + a) return prefix + first.text(entry - a * b) + "/-";
  return prefix + "-/" + second.text(entry - a * b - a);
}

}  // namespace costruct::experiments
