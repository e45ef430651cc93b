#include "costruct/data/alignment/alignment_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/alignment/aligned_rows.hpp"
#include "costruct/data/alignment/pair_reader.hpp"

namespace costruct::experiments {
namespace {

// Lengths in pixels.
constexpr double kLetterSize = 10;
constexpr double kLongestSide = 262;  // longest side of the table
constexpr double kShortestSide = 16;
constexpr double kLeft = 46, kTop = 34;  // margins for names and numbers
constexpr double kAround = 8, kEdge = 3;
constexpr double kTick = 4;
constexpr double kDigit = 6.4, kBetweenNumbers = 5;
constexpr Index kPositionsPerTick = 50;
constexpr std::size_t kLongestName = 24;
constexpr double kLegend = 14, kSample = 20, kBetween = 4, kLegendWidth = 170;
constexpr const char* kDashes = "5 3";  // distinguishes the reference without colour

struct DrawnAlignment {
  std::string first_name, second_name;
  Index first_length = 0, second_length = 0;
  std::vector<AlignmentOperation> columns;
};

// The first word of a header, shortened and escaped for XML.
std::string drawn_name(const SequenceRecord& record, const char* otherwise) {
  if (record.header.empty()) return otherwise;
  std::string name;
  for (const char c :
       visible_line(record.header.substr(0, record.header.find(' ')), kLongestName)) {
    switch (c) {
      case '&':
        name += "&amp;";
        break;
      case '<':
        name += "&lt;";
        break;
      case '>':
        name += "&gt;";
        break;
      case '"':
        name += "&quot;";
        break;
      default:
        name += c;
    }
  }
  return name;
}

DrawnAlignment read_alignment(std::string_view fasta) {
  const auto reader = fasta_reader(LineReader("alignment", bytes_of(fasta)));
  SequencePair pair, another;
  if (!reader->next(pair, true))
    throw DataError("a drawing takes a pair of aligned FASTA records, and there is none");
  if (!pair.is_aligned) reader->fail("a drawing takes an aligned pair, and this one is marked ?");
  const Output output = alignment_of_rows(pair.first.row, pair.second.row, AlignmentKind::kGlobal);
  const Index n = num_residues(pair.first.row), m = num_residues(pair.second.row);
  if (reader->next(another, true))
    reader->fail("a drawing takes one pair, and another one begins here");
  return {drawn_name(pair.first, "the first"), drawn_name(pair.second, "the second"), n, m,
          columns_of(output, n, m, AlignmentKind::kGlobal)};
}

// The scale of the drawing: maps positions to pixels.
struct PathScale {
  double pixels = 1;  // pixels for each position
  double x(Index i) const { return kLeft + pixels * static_cast<double>(i); }
  double y(Index j) const { return kTop + pixels * static_cast<double>(j); }
};

// Calls `run` for each run of equal operations with the operation, its begin and its end.
template <class Run>
void for_each_run(const std::vector<AlignmentOperation>& columns, const Run& run) {
  Index i = 0, j = 0;
  for (std::size_t c = 0; c < columns.size();) {
    const AlignmentOperation operation = columns[c];
    const Index from_i = i, from_j = j;
    for (; c < columns.size() && columns[c] == operation; ++c) {
      i += operation != kSecond;
      j += operation != kFirst;
    }
    run(operation, from_i, from_j, i, j);
  }
}

// The runs of pairs, or of single positions, as SVG path commands.
std::string runs_of(const std::vector<AlignmentOperation>& columns, bool pairs,
                    const PathScale& scale) {
  std::string path;
  for_each_run(columns,
               [&](AlignmentOperation operation, Index from_i, Index from_j, Index i, Index j) {
                 if ((operation == kPair) != pairs) return;
                 fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}L{:.1f} {:.1f}",
                                scale.x(from_i), scale.y(from_j), scale.x(i), scale.y(j));
               });
  return path;
}

// All columns as one line.
std::string line_of(const std::vector<AlignmentOperation>& columns, const PathScale& scale) {
  if (columns.empty()) return "";
  std::string path = fmt::format("M{:.1f} {:.1f}", scale.x(0), scale.y(0));
  for_each_run(columns, [&](AlignmentOperation, Index, Index, Index i, Index j) {
    fmt::format_to(std::back_inserter(path), "L{:.1f} {:.1f}", scale.x(i), scale.y(j));
  });
  return path;
}

std::string stroke(const char* name, double width, double opacity, const std::string& path,
                   const char* dashes = nullptr) {
  if (path.empty()) return "";
  const std::string dashed =
      dashes == nullptr ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes);
  return fmt::format(
      "<path class=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" "
      "stroke-opacity=\"{}\"{} "
      "d=\"{}\"/>\n",
      name, width, opacity, dashed, path);
}

std::string pairs_stroke(const std::string& path) {
  return stroke("pairs", 2.5, 1, path);
}

std::string reference_stroke(const std::string& path) {
  return stroke("reference", 1.5, 0.6, path, kDashes);
}

// The distance between positions whose numbers fit beside each other.
Index positions_per_number(const DrawnAlignment& drawn, const PathScale& scale) {
  const Index longest = std::max(drawn.first_length, drawn.second_length);
  const double room =
      kDigit * static_cast<double>(std::to_string(longest).size()) + kBetweenNumbers;
  Index step = kPositionsPerTick;
  while (scale.pixels * static_cast<double>(step) < room) step *= 2;
  return step;
}

std::string frame_and_ticks(const DrawnAlignment& drawn, const PathScale& scale) {
  std::string path = fmt::format("M{0:.1f} {1:.1f}H{2:.1f}V{3:.1f}H{0:.1f}Z", kLeft, kTop,
                                 scale.x(drawn.first_length), scale.y(drawn.second_length));
  const auto out = std::back_inserter(path);
  for (Index i = kPositionsPerTick; i <= drawn.first_length; i += kPositionsPerTick)
    fmt::format_to(out, "M{:.1f} {:.1f}V{:.1f}", scale.x(i), kTop, kTop - kTick);
  for (Index j = kPositionsPerTick; j <= drawn.second_length; j += kPositionsPerTick)
    fmt::format_to(out, "M{:.1f} {:.1f}H{:.1f}", kLeft, scale.y(j), kLeft - kTick);
  return path;
}

std::string numbers(const DrawnAlignment& drawn, const PathScale& scale) {
  std::string texts;
  const auto out = std::back_inserter(texts);
  const Index step = positions_per_number(drawn, scale);
  for (Index i = step; i <= drawn.first_length; i += step)
    fmt::format_to(out, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
                   scale.x(i), kTop - kTick - 2, i);
  for (Index j = step; j <= drawn.second_length; j += step)
    fmt::format_to(out, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>",
                   kLeft - kTick - 2, scale.y(j) + kLetterSize / 3, j);
  return texts.empty() ? "" : fmt::format("<g class=\"numbers\">{}</g>\n", texts);
}

// The name of the first sequence above the table, and of the second at its left, from top to
// bottom.
std::string names(const DrawnAlignment& drawn) {
  return fmt::format(
      "<g class=\"names\"><text x=\"{0:.1f}\" y=\"{1:.1f}\">{2}</text>"
      "<text x=\"{3:.1f}\" y=\"{4:.1f}\" transform=\"rotate(90 {3:.1f} {4:.1f})\">{5}</text></g>\n",
      kLeft, kLetterSize, drawn.first_name, kEdge, kTop, drawn.second_name);
}

// A sample of each path with its meaning, side by side around y.
std::string legend(double y) {
  const double second = kLeft + kLegendWidth / 2;
  const auto sample = [&](double x) { return fmt::format("M{:.1f} {:.1f}h{:.1f}", x, y, kSample); };
  const auto text = [&](double x, const char* what) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x + kSample + kBetween,
                       y + kLetterSize / 3, what);
  };
  return "<g class=\"legend\">" + reference_stroke(sample(kLeft)) + text(kLeft, "reference") +
         pairs_stroke(sample(second)) + text(second, "predicted") + "</g>\n";
}

// Reads the reference, which must be of the same sequences; nullopt if there is none.
std::optional<DrawnAlignment> read_reference(std::string_view fasta, const DrawnAlignment& drawn) {
  if (fasta.empty()) return std::nullopt;
  DrawnAlignment reference = read_alignment(fasta);
  if (reference.first_length == drawn.first_length &&
      reference.second_length == drawn.second_length)
    return reference;
  throw DataError(fmt::format(
      "a reference of {} and {} residues, to be drawn below an alignment of {} and {}",
      reference.first_length, reference.second_length, drawn.first_length, drawn.second_length));
}

Index num_pairs(const DrawnAlignment& drawn) {
  return std::count(drawn.columns.begin(), drawn.columns.end(), kPair);
}

}  // namespace

std::string alignment_svg(std::string_view fasta, std::string_view reference) {
  const DrawnAlignment drawn = read_alignment(fasta);
  const std::optional<DrawnAlignment> known = read_reference(reference, drawn);
  const Index longest = std::max<Index>({drawn.first_length, drawn.second_length, 1});
  const PathScale scale{kLongestSide / static_cast<double>(longest)};
  // Names need space even if the sequences are short.
  const auto name_width = [](const std::string& name) {
    return 0.7 * kLetterSize * static_cast<double>(std::min(name.size(), kLongestName));
  };
  const auto side = [&](double end, double begin, const std::string& name) {
    return std::max({end, begin + kShortestSide, begin + name_width(name)}) + kAround;
  };
  const double table_width = side(scale.x(drawn.first_length), kLeft, drawn.first_name);
  const double table_height = side(scale.y(drawn.second_length), kTop, drawn.second_name);
  const double width = known ? std::max(table_width, kLeft + kLegendWidth + kAround) : table_width;
  const double height = known ? table_height + kLegend : table_height;
  const std::string of_reference =
      known ? "; dashed, the reference: " + counted(num_pairs(*known), "pair") : "";
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"alignment\" role=\"img\" "
             "width=\"{0:.0f}\" "
             "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui, "
             "sans-serif\" "
             "font-size=\"{2:.0f}\" fill=\"currentColor\">\n<title>Alignment of {3} ({4}, to the "
             "right) "
             "and {5} ({6}, downwards): {7}{8}</title>\n",
             width, height, kLetterSize, drawn.first_name, counted(drawn.first_length, "residue"),
             drawn.second_name, counted(drawn.second_length, "residue"),
             counted(num_pairs(drawn), "pair"), of_reference) +
         stroke("ticks", 0.75, 0.5, frame_and_ticks(drawn, scale)) +
         (known ? reference_stroke(line_of(known->columns, scale)) : "") +
         stroke("gaps", 1, 0.8, runs_of(drawn.columns, false, scale)) +
         pairs_stroke(runs_of(drawn.columns, true, scale)) + numbers(drawn, scale) + names(drawn) +
         (known ? legend(height - kLegend / 2) : "") + "</svg>\n";
}

}  // namespace costruct::experiments
