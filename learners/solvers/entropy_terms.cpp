#include "costruct/learners/solvers/entropy_terms.hpp"

#include <algorithm>
#include <cmath>

namespace costruct {

double EntropyTerms::add(ConstVectorRef w, int threads, VectorRef gradient) const {
  constexpr double kLeastShare = 1e-300;
  Vector g(shares_.size(), 0.0);
  double divergence = 0;
  const auto parts = static_cast<double>(features_.num_parts());
  if (shares_weight_ > 0 && parts > 0) {
    Vector counts(shares_.size(), 0.0);
    features_.add_label_counts(w, threads, counts);
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      if (shares_[k] == 0) continue;
      const double q = std::max(counts[k] / parts, kLeastShare);
      divergence += shares_[k] * std::log(shares_[k] / q);
      g[k] = -shares_weight_ * shares_[k] / (q * parts);
    }
  }
  const double entropy = features_.add_covariances(w, -entropy_weight_, g, threads, gradient);
  return entropy_weight_ * entropy + shares_weight_ * divergence;
}

}  // namespace costruct
