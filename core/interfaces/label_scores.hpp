// Optional interface of a problem: the outputs are single labels, and the scores of all labels are
// computed at once.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems whose outputs are {0}, ..., {K - 1} for every input. Solvers can then treat
/// all K constraints of an example at once.
///
/// The joint feature Phi(x, k) is the feature vector psi(x) of the input, in coordinates that no
/// other label uses. Therefore
///    <Phi(x, j), Phi(x, k)> = [j = k] |psi(x)|^2.
/// The loss of a predicted label depends on the reference label, not on the input. Below, `w` has
/// StructuredProblem::dimension() entries.
class LabelScores {
 public:
  virtual ~LabelScores() = default;
  /// K >= 1
  virtual Index num_labels() const = 0;
  /// The names of the labels 0..K-1.
  virtual const std::vector<std::string>& label_names() const = 0;
  /// |psi(x)|^2
  virtual double squared_norm(InputId x) const = 0;
  /// Sets f[k] = <w, Phi(x, k)>. f must have K entries.
  virtual void label_scores(InputId x, ConstVectorRef w, VectorRef f) const = 0;
  /// A hint that the scores of x at these weights are needed soon. It has no effect on results.
  virtual void expect(InputId /*x*/, ConstVectorRef /*w*/) const {}
  /// Adds to the weights:  w += sum_k coefficients[k] Phi(x, k).  `coefficients` has K entries.
  virtual void add_labels(InputId x, ConstVectorRef coefficients, VectorRef w) const = 0;
};

}  // namespace costruct
