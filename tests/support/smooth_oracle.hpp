// The smoothed objective of the gradient learners over all outputs, from joint features and losses
// alone, with a minimiser of its own. It is the oracle of everything that smooths a structural SVM.
#pragma once

#include <cmath>
#include <functional>

#include "costruct/core/structured_problem.hpp"
#include "support/max_margin_oracle.hpp"

namespace costruct::test {

/// The widths and the sharpness of Brefeld 2008, sections 7.1 and 7.2.
struct SmoothShape {
  double epsilon = 0.3, tau = 0.4, rho = 10;
  Rescaling rescaling = Rescaling::kMargin;
};

/// A value and a derivative.
struct Jet {
  double value = 0, slope = 0;
};

inline Jet reference_huber(double target, double epsilon, double t) {
  if (t <= target - epsilon) return {target - t, -1};
  if (t <= target + epsilon)
    return {std::pow(target + epsilon - t, 2) / (4 * epsilon), -0.5 * ((target - t) / epsilon + 1)};
  return {0, 0};
}

inline Jet reference_symmetric(double target, double tau, double t) {
  const double size = std::abs(t), sign = t < 0 ? -1 : 1;
  if (size <= target - tau) return {1, 0};
  if (size <= target)
    return {1 - std::pow(size - target + tau, 2) / (2 * tau * tau),
            -sign / (tau * tau) * (size - target + tau)};
  if (size <= target + tau)
    return {std::pow(size - target - tau, 2) / (2 * tau * tau),
            sign / (tau * tau) * (size - target - tau)};
  return {0, 0};
}

/// The value that the output of one constraint adds, before the softmax.
inline Jet reference_loss_at(const SmoothShape& shape, bool labeled, double loss, double t) {
  const bool margin = shape.rescaling == Rescaling::kMargin;
  const double target = margin ? loss : 1, factor = margin ? 1 : loss;
  Jet at;
  if (labeled) {
    at = reference_huber(target, shape.epsilon, t);
  } else if (target > 0) {
    at = reference_symmetric(target, std::min(shape.tau, target), t);
  }
  return {factor * at.value, factor * at.slope};
}

class SmoothOracle {
 public:
  explicit SmoothOracle(SmoothShape shape, Index dimension)
      : shape_(shape), dimension_(dimension) {}

  /// One example with weight c, reference y and these outputs; those equal to y are left out.
  void add(const StructuredProblem& problem, InputId x, const Output& y,
           const std::vector<Output>& outputs, double c, bool labeled = true) {
    Term term{c, labeled, {}};
    const SparseVector truth = problem.joint_feature(x, y);
    for (const Output& y_hat : outputs) {
      if (y_hat == y) continue;
      Row row{problem.loss(x, y, y_hat), Vector(dimension_, 0.0)};
      accumulate(1, truth, row.a);
      accumulate(-1, problem.joint_feature(x, y_hat), row.a);
      term.rows.push_back(std::move(row));
    }
    terms_.push_back(std::move(term));
  }

  double value(const Vector& w, Vector& gradient) const {
    gradient = w;
    double total = 0.5 * product(w, w);
    for (const Term& term : terms_) {
      if (term.c == 0) continue;
      std::vector<Jet> jets;
      for (const Row& row : term.rows)
        jets.push_back(reference_loss_at(shape_, term.labeled, row.loss, product(row.a, w)));
      // 1 + sum (exp(rho s) - 1), with exp(rho largest) taken out.
      double largest = 0;
      for (const Jet& jet : jets) largest = std::max(largest, jet.value);
      const double one = std::exp(-shape_.rho * largest);
      double sum = one;
      for (const Jet& jet : jets) sum += std::exp(shape_.rho * (jet.value - largest)) - one;
      total += term.c * (largest + std::log(sum) / shape_.rho);
      for (std::size_t k = 0; k < jets.size(); ++k) {
        const double share = std::exp(shape_.rho * (jets[k].value - largest)) / sum;
        for (Index j = 0; j < dimension_; ++j)
          gradient[j] += term.c * share * jets[k].slope * term.rows[k].a[j];
      }
    }
    return total;
  }
  double value(const Vector& w) const {
    Vector gradient;
    return value(w, gradient);
  }

  /// The same with the maximum itself for the softmax.
  double with_maximum(const Vector& w) const {
    double total = 0.5 * product(w, w);
    for (const Term& term : terms_) {
      double largest = 0;
      for (const Row& row : term.rows)
        largest = std::max(
            largest, reference_loss_at(shape_, term.labeled, row.loss, product(row.a, w)).value);
      total += term.c * largest;
    }
    return total;
  }

  /// A lower and an upper bound of the minimum where all examples are labeled, by accelerated
  /// gradient descent. The objective is strongly convex with modulus 1, so that it lies above
  /// P(w) - 1/2 |gradient|^2.
  std::pair<double, double> minimum(double relative = 1e-9) const {
    Vector w(dimension_, 0.0), ahead = w, gradient, at_next;
    double lipschitz = 1;
    for (int iteration = 0; iteration < 200'000; ++iteration) {
      const double at = value(ahead, gradient), square = product(gradient, gradient);
      if (0.5 * square <= relative * std::abs(at)) return {at - 0.5 * square, at};
      lipschitz *= 0.9;
      Vector next;
      for (;; lipschitz *= 2) {
        next = ahead;
        for (Index j = 0; j < dimension_; ++j) next[j] -= gradient[j] / lipschitz;
        if (value(next) <= at - 0.5 * square / lipschitz + 1e-15 * std::abs(at)) break;
      }
      const double q = std::sqrt(std::max(lipschitz, 1.0)), momentum = (q - 1) / (q + 1);
      for (Index j = 0; j < dimension_; ++j) ahead[j] = next[j] + momentum * (next[j] - w[j]);
      w = std::move(next);
    }
    throw std::logic_error("the oracle's descent does not end");
  }

 private:
  struct Row {
    double loss = 0;
    Vector a;
  };
  struct Term {
    double c = 0;
    bool labeled = true;
    std::vector<Row> rows;
  };
  static void accumulate(double scale, const SparseVector& phi, Vector& a) {
    for (std::size_t i = 0; i < phi.index.size(); ++i) a[phi.index[i]] += scale * phi.value[i];
  }
  static double product(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
    return sum;
  }

  SmoothShape shape_;
  Index dimension_;
  std::vector<Term> terms_;
};

}  // namespace costruct::test
