#include "costruct/learners/solvers/transductive_svm.hpp"

#include <algorithm>
#include <numeric>

#include "costruct/core/optimize/max_margin.hpp"

namespace costruct {
namespace {

constexpr double kLeastGain = 1e-6;

class TransductiveRun {
 public:
  TransductiveRun(const TransductiveProblem& problem, RandomStream order,
                  const TransductiveControl& control)
      : control_(control),
        n_(problem.labeled()),
        m_(problem.unlabeled()),
        num_plus_(problem.num_plus),
        c_(problem.c),
        c_first_(problem.c_first),
        svm_(problem.rows, order),
        pseudo_(m_, -1) {
    for (Index i = 0; i < n_; ++i) svm_.set(i, problem.labels[i], problem.costs[i]);
  }

  TransductiveSolution run() {
    const bool grows = m_ > 0 && c_ > 0;
    if (grows) num_stages_ += stages_of_growth();
    solve();  // step 1
    end_stage();
    if (grows) {
      take_largest();
      grow();
    }
    return finish();
  }

 private:
  struct Costs {
    double minus, plus;
  };

  // The costs of step 2.
  Costs first_costs() const {
    const Index num_minus = m_ - num_plus_;
    if (num_plus_ == 0 || num_minus == 0) return {c_, c_};
    const double plus =
        std::min(c_, c_first_ * static_cast<double>(num_plus_) / static_cast<double>(num_minus));
    return {std::min(c_, c_first_), plus > 0 ? plus : c_};  // plus may underflow
  }

  // The number of stages of step 5: doublings until both costs are c, plus one.
  Index stages_of_growth() const {
    const Costs first = first_costs();
    Index count = 1;
    for (double cost = std::min(first.minus, first.plus); cost > 0 && cost < c_; cost *= 2) ++count;
    return count;
  }

  void grow() {
    auto [c_minus, c_plus] = first_costs();
    while (!ended()) {
      stage_.c_minus = c_minus;
      stage_.c_plus = c_plus;
      set_pseudo_labels();
      solve();                                   // step 3
      while (!ended() && swap_pairs()) solve();  // step 4
      end_stage();
      if (c_minus == c_ && c_plus == c_) break;
      c_minus = std::min(c_, 2 * c_minus);  // step 5
      c_plus = std::min(c_, 2 * c_plus);
    }
  }

  void take_largest() {
    std::vector<Index> rows(m_);
    std::iota(rows.begin(), rows.end(), Index{0});
    std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) {
      return svm_.values()[n_ + a] > svm_.values()[n_ + b];
    });
    for (Index r = 0; r < num_plus_; ++r) pseudo_[rows[r]] = 1;
  }

  void set_pseudo_labels() {
    for (Index j = 0; j < m_; ++j) {
      svm_.set(n_ + j, pseudo_[j], pseudo_[j] > 0 ? stage_.c_plus : stage_.c_minus);
    }
  }

  // The rows that may be swapped, those with the largest gain first. kPublished orders rows with a
  // positive slack by slack, kGaining all rows by score.
  std::vector<Index> candidates(int label) const {
    const bool published = control_.swaps == SwapRule::kPublished;
    std::vector<Index> rows;
    for (Index j = 0; j < m_; ++j) {
      if (pseudo_[j] == label && (!published || svm_.slack(n_ + j) > 0)) rows.push_back(j);
    }
    std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) {
      if (published) return svm_.slack(n_ + a) > svm_.slack(n_ + b);
      return label * svm_.values()[n_ + a] < label * svm_.values()[n_ + b];
    });
    return rows;
  }

  bool gains(Index plus, Index minus) const {
    if (control_.swaps == SwapRule::kPublished)
      return svm_.slack(n_ + plus) + svm_.slack(n_ + minus) > 2 + kLeastGain;
    return svm_.values()[n_ + minus] - svm_.values()[n_ + plus] > kLeastGain;
  }

  bool swap_pairs() {
    const std::vector<Index> plus = candidates(1), minus = candidates(-1);
    const std::size_t most = std::min(plus.size(), minus.size());
    std::size_t pairs = 0;
    while (pairs < most && gains(plus[pairs], minus[pairs])) ++pairs;
    if (control_.switches) pairs = std::min(pairs, static_cast<std::size_t>(*control_.switches));
    for (std::size_t p = 0; p < pairs; ++p) std::swap(pseudo_[plus[p]], pseudo_[minus[p]]);
    if (pairs == 0) return false;
    set_pseudo_labels();
    stage_.switches += static_cast<Index>(pairs);
    return true;
  }

  void solve() {
    const BinarySvm::End end = svm_.solve(control_.gap, [&](Index passes) {
      if (limit_.empty()) limit_ = control_.stop(passes);
      return !limit_.empty();
    });
    if (end == BinarySvm::End::kStuck) stuck_ = true;
    ++stage_.solutions;
  }

  void end_stage() {
    stage_.primal = svm_.primal();
    stage_.gap = relative_gap(stage_.primal, svm_.dual());
    stage_.passes = svm_.passes();
    stage_.number = std::ssize(stages_);
    stage_.of = num_stages_;
    if (control_.progress) control_.progress(stage_);
    stages_.push_back(stage_);
    stage_ = {};
  }

  TransductiveSolution finish() {
    TransductiveSolution solution;
    solution.dual = svm_.dual();
    for (Index j = 0; j < m_; ++j)
      svm_.set(n_ + j, pseudo_[j], c_);  // needed if a limit ended an earlier stage
    solution.primal = svm_.primal();
    solution.w = svm_.w();
    solution.coefficients = svm_.coefficients();
    solution.pseudo_labels = std::move(pseudo_);
    solution.stages = std::move(stages_);
    solution.passes = svm_.passes();
    solution.products = svm_.products();
    solution.converged = !ended() && !stuck_;
    solution.stopped_because =
        limit_.empty() && stuck_ ? "floating point allows no progress" : limit_;
    return solution;
  }

  bool ended() const { return !limit_.empty(); }

  const TransductiveControl& control_;
  Index n_, m_, num_plus_;
  double c_, c_first_;
  BinarySvm svm_;
  std::vector<int> pseudo_;
  TransductiveStage stage_;
  Index num_stages_ = 1;
  std::vector<TransductiveStage> stages_;
  std::string limit_;
  bool stuck_ = false;
};

}  // namespace

TransductiveSolution solve_transductive(const TransductiveProblem& problem, RandomStream order,
                                        const TransductiveControl& control) {
  return TransductiveRun(problem, order, control).run();
}

}  // namespace costruct
