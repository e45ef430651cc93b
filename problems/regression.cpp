// Regression (Brefeld 2008, chapter 4): Y = R. The prediction is f(x) (eq. 4.1), so there is
// nothing to decode and no joint feature map. Learners get points instead
// (core/regression/regression_sample.hpp).
#include "costruct/problems/regression.hpp"

#include "costruct/problems/number_metrics.hpp"

namespace costruct {
namespace {

enum class RegressionLoss { kSquared };

struct RegressionOptions {
  RegressionLoss loss = RegressionLoss::kSquared;
};

}  // namespace

ProblemEntry regression_problem() {
  OptionDeclaration<RegressionOptions> options;
  options.choice("loss", &RegressionOptions::loss, {"squared"}, "(y - f(x))^2");
  ProblemEntry entry;
  entry.name = "regression";
  entry.summary = "one real number per input";
  entry.output = "a number";
  entry.decoder = "none: f(x) is the prediction, the mean over the views";
  entry.cost = "a kernel value for each labeled point";
  entry.source = "Brefeld 2008, chapter 4";
  entry.loss_meanings = {{"squared", "(y - f(x))^2"}};
  entry.input = kRows;
  entry.losses = {"squared"};
  entry.options = options.list();
  entry.predicts_numbers = true;
  entry.number_metrics = number_metrics();
  return entry;
}

}  // namespace costruct
