#include "costruct/data/alignment/blosum62.hpp"

#include <array>
#include <sstream>
#include <string>

#include "costruct/core/error.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/data/tables/tables.hpp"

namespace costruct::experiments {
namespace {

using Scores = std::array<int, kNumResidues * kNumResidues>;

Scores read_scores() {
  std::istringstream lines{std::string(embedded::blosum62())};
  std::string comment, heading;
  std::getline(lines, comment);
  std::getline(lines, heading);
  Scores scores{};
  for (int row = 0; row < kNumResidues; ++row) {
    char letter = 0;
    lines >> letter;
    COSTRUCT_ASSERT(residue_code(letter) == row, "the rows are in the order of the residues");
    for (int column = 0; column < kNumResidues; ++column)
      lines >> scores[static_cast<std::size_t>(row * kNumResidues + column)];
  }
  COSTRUCT_ASSERT(!lines.fail(), "the table is complete");
  return scores;
}

}  // namespace

int blosum62(int first, int second) {
  static const Scores kScores = read_scores();
  return kScores[static_cast<std::size_t>(first * kNumResidues + second)];
}

}  // namespace costruct::experiments
