// The combinatorial transductive SVM, one class against all others: a baseline of Brefeld 2008
// (Fig. 6.1 and 7.4).
//
//   for every label k, minimise over w_k and over pseudo-labels y_j in {-1, 1}, with a fixed
//   number of y_j = 1,
//     1/2 |w_k|^2 + C sum_i weight_i max(0, 1 - y_i <w_k, psi(x_i)>)
//                 + C Cu sum_j max(0, 1 - y_j <w_k, psi(x_j)>)
//   labeled i: y_i = 1 if the label is k, else -1;  unlabeled j
//
// Each of these is a transductive SVM of two classes (Joachims 1999, see transductive_svm.hpp). Its
// unlabeled cost grows from 1e-5 C to C Cu. The publication has 1e-5, which is the same at C = 1.
//
// The number of pseudo-labels that are 1 is the share of k times the number of unlabeled examples,
// rounded. The share is that of k among the labeled examples, by weight, unless `positive_share`
// gives one.
//
// psi(x) in the coordinates of label k is Phi(x, k). So the w_k together are weights of the joint
// problem, whose decoder predicts argmax_k <w_k, psi(x)>. The loss of the problem is not used, the
// slacks are not squared, and there is no bias, as in multiclass.
//
// The reported primal is the sum over k at the returned weights and pseudo-labels. Without
// unlabeled examples, or with Cu = 0, these are K independent SVMs, one against all, with dual and
// gap. Otherwise the problem is not convex and has no dual and gap.
#include <fmt/format.h>

#include <omp.h>
#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>

#include "costruct/core/clock.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/label_shares.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/schedule.hpp"
#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/shared/work_lines.hpp"
#include "costruct/learners/solvers/transductive_svm.hpp"

namespace costruct {
namespace {

struct TsvmOptions {
  double C = 1, Cu = 0.1;
  CuScale Cu_scale = CuScale::kTotal;
  Json positive_share = nullptr;
  SwapRule swaps = SwapRule::kGaining;
  std::optional<Index> switches;
  double gap = 1e-3;
  std::optional<double> time_limit;
  std::optional<Index> iteration_limit;
};

OptionDeclaration<TsvmOptions> tsvm_ova_options() {
  using Options = TsvmOptions;
  OptionDeclaration<Options> options;
  options.number("C", &Options::C, {.greater_than = 0}, "weight of the slack of a labeled example");
  options.number("Cu", &Options::Cu, {.at_least = 0},
                 "weight of unlabeled examples; a labeled one has 1: see Cu_scale");
  declare_Cu_scale(options);
  options.json("positive_share", &Options::positive_share, or_null(shares_form()),
               "share of the unlabeled examples that each class takes; other classes, or with null "
               "all, divide the rest as labeled ones do",
               wrong_shares);
  options.choice<SwapRule>("swaps", &Options::swaps, {"gaining", "published"},
                           "pairs of pseudo-labels to swap: all that gain, or as published");
  options.integer("switches", &Options::switches, {.at_least = 1},
                  "pairs of pseudo-labels swapped before weights are fitted again; null: all that "
                  "qualify; 1 is "
                  "the published form");
  options.number("gap", &Options::gap, {.greater_than = 0},
                 "fit weights to this relative duality gap, pseudo-labels fixed");
  options.number("time_limit", &Options::time_limit, {.greater_than = 0},
                 "seconds after which to stop");
  options.integer("iteration_limit", &Options::iteration_limit, {.at_least = 1},
                  "passes over the examples after which to stop, for every class");
  return options;
}

// Returns psi(x) of the inputs: Phi(x, 0), in new numbers for the coordinates that any of them has.
FeatureRows rows_of(const StructuredProblem& problem, const std::vector<InputId>& inputs) {
  std::vector<SparseVector> features;
  for (const InputId x : inputs) features.push_back(problem.joint_feature(x, Output{{0}}));
  std::vector<Index> coordinates;
  for (const SparseVector& row : features) {
    coordinates.insert(coordinates.end(), row.index.begin(), row.index.end());
  }
  std::sort(coordinates.begin(), coordinates.end());
  coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
  FeatureRows rows;
  rows.columns = static_cast<Index>(coordinates.size());
  for (const SparseVector& row : features) {
    for (const Index at : row.index) {
      rows.column.push_back(std::lower_bound(coordinates.begin(), coordinates.end(), at) -
                            coordinates.begin());
    }
    rows.value.insert(rows.value.end(), row.value.begin(), row.value.end());
    rows.end_row();
  }
  return rows;
}

// Lines of progress from all threads. The thread that began the fit sends them one at a time.
class Lines {
 public:
  Lines(const FitContext& context, Index labels) : context_(context), labels_(labels) {}
  bool wanted() const { return static_cast<bool>(context_.progress); }
  // Call when a stage of a class has ended; `of` is its number of stages. Returns the remaining
  // time for all classes.
  std::string time_left(Index of) {
    const std::lock_guard lock(mutex_);
    pace_.add(++stages_, seconds_now() - start_);
    return stages_ < labels_ * of ? costruct::time_left(pace_.seconds_to(labels_ * of)) : "";
  }
  void add(std::string line) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(line));
    }
    if (omp_get_thread_num() == 0) send();
  }
  void send() {
    std::vector<std::string> lines;
    {
      const std::lock_guard lock(mutex_);
      lines.swap(waiting_);
    }
    for (const std::string& line : lines) context_.progress(line);
  }

 private:
  const FitContext& context_;
  std::mutex mutex_;
  std::vector<std::string> waiting_;
  Index labels_, stages_ = 0;  // stages_: ended stages of all classes
  double start_ = seconds_now();
  WorkPace pace_;
};

class TsvmOneAgainstAll final : public Learner {
 public:
  explicit TsvmOneAgainstAll(const TsvmOptions& options) : options_(options) {}

  void check_labels(const StructuredProblem& problem) const override {
    const auto& labels = require<LabelScores>(problem, "label scores", "tsvm_ova").label_names();
    check_shares("positive_share", options_.positive_share, labels);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const StructuredProblem& problem = views.joint();
    check_labels(problem);
    const auto& scores = require<LabelScores>(problem, "label scores", "tsvm_ova");
    const Index labels = scores.num_labels();
    require_labeled(sample, "tsvm_ova");
    const double start = seconds_now();
    std::vector<InputId> inputs;
    for (const LabeledExample& example : sample.labeled) inputs.push_back(example.x);
    if (transductive(sample))
      inputs.insert(inputs.end(), sample.unlabeled.begin(), sample.unlabeled.end());
    const FeatureRows rows = rows_of(problem, inputs);
    std::vector<TransductiveSolution> classes(labels);
    const std::vector<Index> num_plus = positives(sample, scores.label_names());
    std::vector<std::exception_ptr> failures(labels);
    Lines lines(context, labels);
#pragma omp parallel for schedule(dynamic) num_threads(context.threads)
    for (Index k = 0; k < labels; ++k) {
      try {  // no exception may leave the parallel region
        classes[k] =
            fit_class(rows, sample, context, static_cast<int>(k), num_plus[k], start, lines);
      } catch (...) {
        failures[k] = std::current_exception();
      }
    }
    for (const std::exception_ptr& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    if (lines.wanted()) lines.send();
    Fitted fitted{{Vector(problem.dimension(), 0.0)}, {}};
    Vector coefficients(labels);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      for (Index k = 0; k < labels; ++k) coefficients[k] = classes[k].coefficients[i];
      scores.add_labels(inputs[i], coefficients, fitted.weights[0]);
    }
    report(classes, num_plus, transductive(sample) ? end_of_swaps() : "gap", fitted.report);
    if (transductive(sample)) return fitted;  // the problem is not convex
    fitted.report.dual = 0;
    for (const TransductiveSolution& solution : classes) *fitted.report.dual += solution.dual;
    fitted.report.gap = relative_gap(*fitted.report.primal, *fitted.report.dual);
    return fitted;
  }

 private:
  bool transductive(const Sample& sample) const {
    return !sample.unlabeled.empty() && Cu_of_each(options_, sample) > 0;
  }

  const char* end_of_swaps() const {
    return options_.swaps == SwapRule::kGaining
               ? "no swap of two pseudo-labels lowers the objective"
               : "no pair of pseudo-labels meets the published rule";
  }

  // Returns the number of unlabeled examples that each class takes.
  std::vector<Index> positives(const Sample& sample, const std::vector<std::string>& labels) const {
    std::vector<Index> num_plus(labels.size(), 0);
    if (!transductive(sample)) return num_plus;
    const Vector shares = label_shares(options_.positive_share, labels, sample.labeled, 0);
    const auto unlabeled = static_cast<double>(sample.unlabeled.size());
    for (std::size_t k = 0; k < labels.size(); ++k)
      num_plus[k] = std::llround(shares[k] * unlabeled);
    return num_plus;
  }

  TransductiveSolution fit_class(const FeatureRows& rows, const Sample& sample,
                                 const FitContext& context, int label, Index num_plus, double start,
                                 Lines& lines) const {
    const double Cu = Cu_of_each(options_, sample);
    TransductiveProblem binary{rows, {}, {}, num_plus, 1e-5 * options_.C, options_.C * Cu};
    for (const LabeledExample& example : sample.labeled) {
      binary.labels.push_back(example.y.parts[0] == label ? 1 : -1);
      binary.costs.push_back(options_.C * example.weight);
    }

    TransductiveControl control;
    control.gap = options_.gap;
    control.swaps = options_.swaps;
    control.switches = options_.switches;
    control.stop = [&](Index passes) -> std::string {
      if (context.stop_requested()) return "interrupted";
      if (options_.time_limit && seconds_now() - start >= *options_.time_limit)
        return fmt::format("time_limit {} s", *options_.time_limit);
      if (options_.iteration_limit && passes >= *options_.iteration_limit)
        return fmt::format("iteration_limit {}", *options_.iteration_limit);
      return {};
    };
    if (lines.wanted()) {
      control.progress = [&](const TransductiveStage& stage) {
        lines.add(fmt::format("tsvm_ova: label {}, stage {} of {}, {}{}", label, stage.number + 1,
                              stage.of, gap_text(stage.gap), lines.time_left(stage.of)));
      };
    }
    const RandomStream order(context.seed, context.repetition,
                             fmt::format("order of rows, label {}", label));
    return solve_transductive(binary, order, control);
  }

  static void report(const std::vector<TransductiveSolution>& classes,
                     const std::vector<Index>& num_plus, const char* end, FitReport& report) {
    double primal = 0;
    report.converged = true;
    report.stopped_because = end;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const TransductiveSolution& solution = classes[k];
      primal += solution.primal;
      report.iterations += solution.passes;
      report.oracle_calls += solution.products;
      if (report.converged && !solution.converged)
        report.stopped_because = solution.stopped_because;
      report.converged = report.converged && solution.converged;
      for (const TransductiveStage& stage : solution.stages) {
        report.history.push_back({{"label", k},
                                  {"num_plus", num_plus[k]},
                                  {"cost_minus", stage.c_minus},
                                  {"cost_plus", stage.c_plus},
                                  {"solutions", stage.solutions},
                                  {"switches", stage.switches},
                                  {"primal", stage.primal},
                                  {"gap", stage.gap},
                                  {"passes", stage.passes}});
      }
    }
    report.primal = primal;
  }

  TsvmOptions options_;
};

}  // namespace

LearnerEntry tsvm_ova_learner() {
  LearnerEntry entry;
  entry.name = "tsvm_ova";
  entry.summary = "combinatorial transductive SVM, one class against all others";
  entry.source = "Joachims 1999; Brefeld 2008, sections 6.5.1 and 7.4.2";
  entry.cost = "for each label, some binary support vector machines on all rows";
  entry.unlabeled_weights = {"Cu"};
  entry.needs = {Need::kLabelScores};
  entry.options = tsvm_ova_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<TsvmOneAgainstAll>(tsvm_ova_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
