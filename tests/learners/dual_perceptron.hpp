// Brefeld 2008, Algorithms 5.1 and 5.2 as Tables 5.1 and 5.2 print them. They have counters alpha
// over difference vectors, kernels from inner products of joint features, and decoding by
// enumeration. The code is slow and shares nothing with our primal code.
#pragma once

#include <map>
#include <tuple>

#include "support/enumerate.hpp"
#include "support/fits.hpp"

namespace costruct::test {

/// f^v(x, y) = sum alpha_{i y_i ybar} (<Phi(x_i, y_i), Phi(x, y)> - <Phi(x_i, ybar), Phi(x, y)>),
/// eqs. 5.8, 5.9.
class DualFunction {
 public:
  explicit DualFunction(const StructuredProblem& problem) : problem_(&problem) {}

  double operator()(InputId x, const Output& y) const {
    const SparseVector phi = problem_->joint_feature(x, y);
    double f = 0;
    for (const auto& [where, support] : alpha_) {
      if (support.alpha != 0)
        f += support.alpha * (kernel(support.phi_y, phi) - kernel(support.phi_ybar, phi));
    }
    return f;
  }

  /// alpha_{x y ybar} <- alpha_{x y ybar} + step
  void increment(InputId x, const Output& y, const Output& ybar, double step) {
    Support& support = alpha_[{x, y, ybar}];
    if (support.alpha == 0) {
      support.phi_y = problem_->joint_feature(x, y);
      support.phi_ybar = problem_->joint_feature(x, ybar);
    }
    support.alpha += step;
  }

  /// For averaging: notes the counters as they stand after a step ...
  void end_step() {
    ++steps_;
    for (auto& [where, support] : alpha_) support.sum += support.alpha;
  }
  /// ... and puts their means in their place.
  void take_mean() {
    for (auto& [where, support] : alpha_) support.alpha = support.sum / static_cast<double>(steps_);
  }

 private:
  struct Support {
    double alpha = 0, sum = 0;
    SparseVector phi_y, phi_ybar;
  };

  static double kernel(const SparseVector& a, const SparseVector& b) {
    std::map<Index, double> of_b;
    for (std::size_t i = 0; i < b.index.size(); ++i) of_b[b.index[i]] = b.value[i];
    double k = 0;
    for (std::size_t i = 0; i < a.index.size(); ++i) {
      const auto at = of_b.find(a.index[i]);
      if (at != of_b.end()) k += a.value[i] * at->second;
    }
    return k;
  }

  const StructuredProblem* problem_;
  std::map<std::tuple<InputId, Output, Output>, Support> alpha_;
  Index steps_ = 0;
};

/// The result of a dual run.
struct DualRun {
  std::vector<DualFunction> f;  ///< one per view
  Index epochs = 0;
  bool ended_without_update = false;
};

/// Algorithm 5.2 for any number of views; with one view and no unlabeled input Algorithm 5.1.
/// Cu_at(t) is Cu in epoch t = 1, 2, ...
template <class Outputs, class Weight>
DualRun dual_co_perceptron(const Views& views, const Sample& sample, Index t_max,
                           const Weight& Cu_at, const Outputs& outputs, bool average) {
  DualRun run;
  const Index V = views.count();
  for (Index v = 0; v < V; ++v) run.f.emplace_back(views[v]);
  const auto retrieve = [&](InputId x) {  // y_hat^v, v = 1..V
    std::vector<Output> y_hat;
    for (Index v = 0; v < V; ++v) {
      y_hat.push_back(best_of(outputs(x), [&](const Output& y) { return run.f[v](x, y); }).output);
    }
    return y_hat;
  };
  const auto end_step = [&] {
    for (DualFunction& f : run.f) f.end_step();
  };
  while (run.epochs < t_max && !run.ended_without_update) {
    ++run.epochs;
    const double Cu = Cu_at(run.epochs);
    Index updates = 0;
    for (const auto& [x, y, weight] : sample.labeled) {
      const auto y_hat = retrieve(x);
      for (Index v = 0; v < V; ++v) {
        if (y_hat[v] == y) continue;
        run.f[v].increment(x, y, y_hat[v], 1);
        ++updates;
      }
      end_step();
    }
    for (const InputId x : sample.unlabeled) {
      const auto y_hat = retrieve(x);
      for (Index v = 0; v < V; ++v) {
        for (Index u = 0; u < V; ++u) {
          if (y_hat[u] == y_hat[v]) continue;
          run.f[v].increment(x, y_hat[u], y_hat[v], Cu);
          if (Cu > 0) ++updates;
        }
      }
      end_step();
    }
    run.ended_without_update = updates == 0;
  }
  if (average) {
    for (DualFunction& f : run.f) f.take_mean();
  }
  return run;
}

}  // namespace costruct::test
