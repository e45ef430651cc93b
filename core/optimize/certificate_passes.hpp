// When a solver that only estimates its gap asks for the certificate, which costs about as much as
// a pass.
//
// After the first few passes any, later those that lie 1/16 of the passes so far apart, where the
// estimate has come down to the gap asked for; and those 1/8 apart, where it is within twice the
// gap: estimates add up shares that w has lowered since. (Measured on named entities and
// newsgroups: the gap is .5 to 1.2 times the estimate, four times where w overshoots.) Which passes
// these are depends neither on the gap asked for nor on certificates that failed: a spike of the
// gap at the wrong pass puts off nothing, and who asks for a larger gap is never served later.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

class CertificatePasses {
 public:
  /// Whether to ask after the next pass. Counts passes.
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
