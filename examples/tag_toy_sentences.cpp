// An example that uses the library without files and configs: a perceptron and a co-perceptron
// learn from two views of toy sentences.
//
// Tokens are numbers. View 1 has the token; view 2 has its parity and size. Label 1 marks tokens >=
// 10.
#include <fmt/format.h>

#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

int main() {
  using namespace costruct;
  constexpr Index kSentences = 120, kLength = 8, kLabeled = 6, kHoldout = 50;

  // 1. Data: the features of each view, and the true labels, which the problem never sees.
  RandomStream random(1, 0, "toy sentences");
  auto data = std::make_shared<PartData>();
  data->labels = {"small", "large"};
  data->views.resize(2);
  data->views[0].num_features = 20;
  data->views[1].num_features = 6;
  std::vector<Output> truth(kSentences);
  for (Output& y : truth) {
    for (Index t = 0; t < kLength; ++t) {
      const auto token = static_cast<std::int32_t>(random.below(20));
      y.parts.push_back(token >= 10);
      data->views[0].feature.push_back(token);
      data->views[1].feature.insert(data->views[1].feature.end(), {token % 2, 2 + token / 5});
      for (FeatureTable& view : data->views) view.end_part();
    }
    for (FeatureTable& view : data->views) view.end_example();
  }

  // 2. The problem, from the catalog, and a sample of labeled and unlabeled inputs.
  const Views views = find_problem("sequence")->make({{"loss", "hamming"}}, data);
  Sample sample;
  for (InputId x = 0; x < kLabeled; ++x) sample.labeled.push_back({x, truth[x]});
  for (InputId x = kLabeled; x < kSentences - kHoldout; ++x) sample.unlabeled.push_back(x);

  // 3. Learners, from the catalog, and their errors on the other inputs. A fit returns weights of
  // the views, whose scores are added, or of all features together; predicting_views() tells.
  for (const double Cu : {0.0, 0.5}) {
    const auto learner = find_learner("co_perceptron")->make({{"Cu", Cu}, {"epochs", 20}});
    const Fitted fitted = learner->fit(views, sample, FitContext{});
    const Views predicting = predicting_views(fitted, views);
    const Vector w = stack(fitted.weights);
    double wrong = 0;
    for (InputId x = kSentences - kHoldout; x < kSentences; ++x) {
      wrong += views.joint().loss(x, truth[x], predicting.joint().decode(x, w).output);
    }
    fmt::print("co_perceptron, Cu = {}: {:.1f} % of the tokens wrong ({})\n", Cu,
               100 * wrong / (kHoldout * kLength), fitted.report.stopped_because);
  }
}
