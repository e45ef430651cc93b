// Decides when a solver that only estimates its duality gap asks for a certificate. A certificate
// is the exact gap, computed by a fresh pass over all examples, so it costs about as much as a
// pass.
//
// It asks after a pass in two cases:
//   - The estimate is at most the gap. Checked after each of the first passes; later the checks are
//     1/16 of the passes so far apart.
//   - The estimate is at most twice the gap. These checks are 1/8 of the passes so far apart.
// The second case is needed because an estimate adds up shares that w has lowered since. (In
// measurements on named entities and newsgroups the gap was .5 to 1.2 times the estimate, and four
// times where w overshoots.)
//
// Which passes are checked depends neither on the gap nor on failed certificates. Hence a spike of
// the gap at the wrong pass delays nothing, and a larger gap is never reached later than a smaller
// one.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// Counts passes and decides when to ask; see the top of this file.
class CertificatePasses {
 public:
  /// Whether to ask for a certificate after this pass. Call it once after each pass.
  /// @param estimated_gap  the gap that this pass estimated
  /// @param gap            the gap to reach
  bool ask(double estimated_gap, double gap) {
    ++pass_;
    const bool close = reached(next_close_, kClose), apart = reached(next_apart_, kApart);
    return (close && estimated_gap <= gap) || (apart && estimated_gap <= kDoubt * gap);
  }

 private:
  static constexpr Index kClose = 16, kApart = 8;
  static constexpr double kDoubt = 2;

  bool reached(Index& next, Index part) const {
    if (pass_ < next) return false;
    next = pass_ + 1 + pass_ / part;
    return true;
  }

  Index pass_ = 0, next_close_ = 1, next_apart_ = 1;
};

}  // namespace costruct
