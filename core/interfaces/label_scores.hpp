// Second interface: problems whose outputs are the labels of one part.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems whose outputs are {0}, ..., {K - 1} for every input. Solvers can then treat
/// all K constraints of an example at once.
///
/// Phi(x, k) is psi(x) in coordinates that no other label uses, so that
///    <Phi(x, j), Phi(x, k)> = [j = k] |psi(x)|^2.
/// The loss of a label does not depend on the input.
class LabelScores {
 public:
  virtual ~LabelScores() = default;
  virtual Index num_labels() const = 0;
  /// The names of the labels.
  virtual const std::vector<std::string>& label_names() const = 0;
  /// |psi(x)|^2
  virtual double squared_norm(InputId x) const = 0;
  /// f[k] = <w, Phi(x, k)>; f has num_labels() entries.
  virtual void label_scores(InputId x, ConstVectorRef w, VectorRef f) const = 0;
  /// A hint that the scores of x at these weights are needed soon. It has no effect on results.
  virtual void expect(InputId /*x*/, ConstVectorRef /*w*/) const {}
  /// w += sum_k coefficients[k] Phi(x, k)
  virtual void add_labels(InputId x, ConstVectorRef coefficients, VectorRef w) const = 0;
};

}  // namespace costruct
