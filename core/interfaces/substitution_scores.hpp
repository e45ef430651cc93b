// Second interface: alignments whose substitution scores are known.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct {

/// Sequences have letters for which somebody has published how well they go together (BLOSUM62).
/// With gap costs these are weights, of an alignment program that learns nothing.
class SubstitutionScores {
 public:
  virtual ~SubstitutionScores() = default;
  /// Why this problem, over its data, has no such weights; nullopt where it has.
  virtual std::optional<std::string> substitution_scores_unavailable() const = 0;

  /// Weights with which each pair of letters has its known score, and a run of k positions left
  /// alone in one sequence costs gap_open + k gap_extend; a run in the second sequence right behind
  /// one in the first begins anew. Pairs whose feature the data do not have score 0. Needs
  /// substitution_scores_unavailable() to be empty.
  virtual Vector substitution_weights(double gap_open, double gap_extend) const = 0;
};

}  // namespace costruct
