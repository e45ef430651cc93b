// The learner `your_name`: an averaged perceptron whose steps shrink.
//
//   repeat: for each labeled (x, y):
//     y_hat = argmax <w, Phi(x, .)>
//     if y_hat != y:  w <- w + step weight (Phi(x, y) - Phi(x, y_hat))
//   after each pass: step <- decay step
//
// It returns the mean of w over all visits of examples.
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/averaged_weights.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace your_name_learner {
namespace {

using namespace costruct;

constexpr Index kPasses = 20;

struct Options {
  double decay = 0.9;
};

OptionDeclaration<Options> options() {
  OptionDeclaration<Options> declared;
  declared.number("decay", &Options::decay, {.greater_than = 0, .at_most = 1},
                  "factor of the steps from one pass over the examples to the next");
  return declared;
}

class AveragedPerceptron final : public Learner {
 public:
  explicit AveragedPerceptron(const Options& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "your_name");
    const StructuredProblem& problem = views.joint();
    AveragedWeights w(problem, true);
    FitReport report;
    double step = 1;
    while (report.stopped_because.empty()) {
      Index mistakes = 0;
      for (const auto& [x, y, weight] : sample.labeled) {
        const Output y_hat = problem.decode(x, w.current()).output;
        if (!problem.same_structure(x, y, y_hat)) {
          w.update(x, y, y_hat, step * weight);
          ++mistakes;
        }
        w.end_step();
      }
      step *= options_.decay;
      end_pass(mistakes, std::ssize(sample.labeled), context, report);
    }
    return {{std::move(w).result()}, std::move(report)};
  }

 private:
  /// Reports a pass, and why the fit ends if it does.
  static void end_pass(Index mistakes, Index examples, const FitContext& context,
                       FitReport& report) {
    ++report.iterations;
    report.oracle_calls += examples;
    report.history.push_back({{"pass", report.iterations}, {"mistakes", mistakes}});
    if (context.progress)
      context.progress("your_name: pass " + std::to_string(report.iterations) + ", " +
                       std::to_string(mistakes) + " mistakes");
    report.converged = mistakes == 0;
    if (report.converged) {
      report.stopped_because = "a pass without a mistake";
    } else if (report.iterations == kPasses) {
      report.stopped_because = "the last pass";
    } else if (context.stop_requested()) {
      report.stopped_because = "interrupted";
    }
  }

  Options options_;
};

LearnerEntry learner_entry() {
  LearnerEntry entry;
  entry.name = "your_name";
  entry.summary = "averaged perceptron with shrinking steps";
  entry.source = "Collins 2002";
  entry.example_weights = ExampleWeights::kUpdate;
  entry.options = options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<AveragedPerceptron>(options().parse(json));
  };
  return entry;
}

}  // namespace
}  // namespace your_name_learner

COSTRUCT_PLUGIN {
  costruct::add_learner(your_name_learner::learner_entry());
}
