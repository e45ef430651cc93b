// Second interface: weights from published substitution scores, for alignments.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems that align sequences of letters with published substitution scores
/// (BLOSUM62). With gap costs, these scores are weights of an alignment method that needs no
/// training.
class SubstitutionScores {
 public:
  virtual ~SubstitutionScores() = default;
  /// The reason why this problem with its data has no such weights; nullopt where it has.
  virtual std::optional<std::string> substitution_scores_unavailable() const = 0;

  /// Weights that give each pair of letters its published score. A gap of k positions in one
  /// sequence costs gap_open + k gap_extend. A gap in the second sequence directly after one in the
  /// first counts as a new gap. Pairs whose feature does not occur in the data score 0.
  ///
  /// Call it only where substitution_scores_unavailable() is nullopt.
  virtual Vector substitution_weights(double gap_open, double gap_extend) const = 0;
};

}  // namespace costruct
