// The values of best alignments against parasail, a library of its own (J. Daily 2016, BMC
// Bioinformatics 17).
#include <parasail.h>

#include <catch2/catch.hpp>
#include <string>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// There a gap of k positions costs open + (k - 1) * extend.
struct GapCosts {
  int open, extend;
};

std::string draw_residues(Index length, Dice& dice) {
  const std::string residues = "ARNDCQEGHILKMFPSTWYV";
  std::string sequence;
  for (Index i = 0; i < length; ++i) sequence.push_back(residues[dice.range(0, 19)]);
  return sequence;
}

double score(const parasail_matrix_t& matrix, char a, char b) {
  return matrix.matrix[matrix.size * matrix.mapper[int{a}] + matrix.mapper[int{b}]];
}

double best_value(AlignmentKind kind, const std::string& first, const std::string& second,
                  GapCosts costs, const parasail_matrix_t& matrix, AlignmentScores& scores) {
  scores.reset(kind, static_cast<Index>(first.size()), static_cast<Index>(second.size()));
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < second.size(); ++j)
      scores.pair(i, j) = score(matrix, first[i], second[j]);
  }
  AlignmentTransitions& t = scores.transitions();
  t[kPair][kFirst] = t[kPair][kSecond] = t[kFirst][kSecond] = -costs.open;
  t[kFirst][kFirst] = t[kSecond][kSecond] = -costs.extend;
  return best_alignment(scores)->value;
}

double value_of_parasail(AlignmentKind kind, const std::string& first, const std::string& second,
                         GapCosts costs, const parasail_matrix_t& matrix) {
  const auto align = kind == AlignmentKind::kGlobal ? parasail_nw_scan_32 : parasail_sw_scan_32;
  parasail_result_t* result =
      align(first.data(), static_cast<int>(first.size()), second.data(),
            static_cast<int>(second.size()), costs.open, costs.extend, &matrix);
  const int value = parasail_result_get_score(result);
  parasail_result_free(result);
  return value;
}

}  // namespace

TEST_CASE("best alignments with affine gaps have the scores that parasail finds",
          "[core][decode]") {
  AlignmentScores scores;
  Dice dice(2016);
  for (const char* name : {"blosum62", "blosum45", "pam250"}) {
    const parasail_matrix_t& matrix = *parasail_matrix_lookup(name);
    for (const GapCosts costs : {GapCosts{11, 1}, {5, 2}, {3, 3}, {1, 1}}) {
      for (int round = 0; round < 20; ++round) {
        const std::string first = draw_residues(dice.range(1, 60), dice);
        std::string second =
            draw_residues(dice.range(0, 20), dice);  // and a piece of the first one
        second += first.substr(dice.range(0, static_cast<int>(first.size()) - 1), 30);
        for (const AlignmentKind kind : {AlignmentKind::kGlobal, AlignmentKind::kLocal}) {
          INFO(name << ", " << costs.open << " and " << costs.extend << ": " << first << ", "
                    << second << ", local " << (kind == AlignmentKind::kLocal));
          CHECK(best_value(kind, first, second, costs, matrix, scores) ==
                value_of_parasail(kind, first, second, costs, matrix));
        }
      }
    }
  }
}
