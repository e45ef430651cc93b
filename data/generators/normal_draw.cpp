#include "costruct/data/generators/normal_draw.hpp"

namespace costruct::experiments {
namespace {

/// Returns true with probability exp(-p), 0 <= p <= 1 (von Neumann). The probability that a falling
/// run p > u1 > u2 > ... of uniform numbers has even length is
///   1 - p + p^2/2! - p^3/3! + ...
bool exponential_coin(double p, RandomStream& random) {
  bool even = true;
  for (double last = p, u = random.uniform(); u < last; u = random.uniform()) {
    last = u;
    even = !even;
  }
  return even;
}

bool all_exponential_coins(Index count, double p, RandomStream& random) {
  for (Index i = 0; i < count; ++i) {
    if (!exponential_coin(p, random)) return false;
  }
  return true;
}

}  // namespace

double normal_draw(RandomStream& random) {
  for (;;) {
    // |y| = k + x with an integer k and 0 <= x < 1:
    //   exp(-y^2/2) = exp(-k/2) exp(-k(k-1)/2) exp(-x(2k+x)/2)
    Index k = 0;
    while (exponential_coin(0.5, random)) ++k;
    if (!all_exponential_coins(k * (k - 1), 0.5, random)) continue;
    const double x = random.uniform();
    const auto whole = static_cast<double>(k);
    if (!all_exponential_coins(k + 1, x * (2 * whole + x) / (2 * whole + 2), random)) continue;
    return random.below(2) == 0 ? whole + x : -(whole + x);
  }
}

}  // namespace costruct::experiments
