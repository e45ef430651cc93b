// Kernels through explicit features: a primal learner computes what its kernelized, dual form does.
#include <catch2/catch.hpp>

#include <map>

#include "core/kernel_support.hpp"
#include "costruct/core/kernel/expand.hpp"
#include "support/enumerate.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// <Phi(x, y), Phi(x', y')> of sequences, with a kernel between the tokens:
///   sum_{s,t} [y_s = y'_t] k(x_s, x'_t) + eta^2 sum_{s,t >= 2} [y_{s-1} = y'_{t-1}] [y_s = y'_t].
class JointKernel {
 public:
  JointKernel(const FeatureTable& table,
              std::function<double(const Vector&, const Vector&)> token_kernel, double eta)
      : table_(table), eta_(eta) {
    const Index parts = table.num_parts();
    for (Index i = 0; i < parts; ++i) {
      values_.emplace_back();
      for (Index j = 0; j < parts; ++j)
        values_.back().push_back(token_kernel(dense_row(table, i), dense_row(table, j)));
    }
  }
  double operator()(InputId x, const Output& y, InputId x2, const Output& y2) const {
    double sum = 0;
    for (std::size_t s = 0; s < y.parts.size(); ++s) {
      for (std::size_t t = 0; t < y2.parts.size(); ++t) {
        if (y.parts[s] != y2.parts[t]) continue;
        sum += values_[table_.example_begin[x] + static_cast<Index>(s)]
                      [table_.example_begin[x2] + static_cast<Index>(t)];
        if (s > 0 && t > 0 && y.parts[s - 1] == y2.parts[t - 1]) sum += eta_ * eta_;
      }
    }
    return sum;
  }

 private:
  const FeatureTable& table_;
  double eta_;
  std::vector<Vector> values_;
};

/// Brefeld 2008, Algorithm 5.1: counters of (i, y_bar) and kernels, decoding by enumeration.
class KernelPerceptron {
 public:
  KernelPerceptron(const JointKernel& kernel, const Sample& sample)
      : kernel_(kernel), sample_(sample) {}

  double score(InputId x, const Output& y) const {
    double f = 0;
    for (const auto& [key, alpha] : alpha_) {
      const auto& [i, y_bar] = key;
      const LabeledExample& example = sample_.labeled[i];
      f += alpha * (kernel_(example.x, example.y, x, y) - kernel_(example.x, y_bar, x, y));
    }
    return f;
  }

  void fit(int epochs, Index num_labels) {
    for (int epoch = 0; epoch < epochs; ++epoch) {
      bool updated = false;
      for (std::size_t i = 0; i < sample_.labeled.size(); ++i) {
        const LabeledExample& example = sample_.labeled[i];
        const auto outputs = all_labelings(static_cast<Index>(example.y.parts.size()), num_labels);
        const Output y_hat =
            best_of(outputs, [&](const Output& y) { return score(example.x, y); }).output;
        if (y_hat == example.y) continue;
        alpha_[{i, y_hat}] += 1;
        updated = true;
      }
      if (!updated) return;
    }
  }

 private:
  const JointKernel& kernel_;
  const Sample& sample_;
  std::map<std::pair<std::size_t, Output>, double> alpha_;
};

}  // namespace

TEST_CASE("a perceptron on explicit features is the dual kernel perceptron", "[learners][kernel]") {
  const char* json =
      GENERATE(R"({"type": "polynomial", "degree": 2, "expansion": "products"})",
               R"({"type": "polynomial", "degree": 2, "expansion": "cholesky"})",
               R"({"type": "polynomial", "degree": 3, "offset": 0.5, "expansion": "products"})",
               R"({"type": "gaussian", "sigma2": 2})");
  const KernelOptions options = parse_kernel(Json::parse(json));
  // New points are as near to the kernel as the root of a point's residual.
  const double margin = options.expansion == Expansion::kProducts ? 1e-9 : 1e-5;
  for (const std::uint64_t seed : {1, 2, 3}) {
    INFO(json << ", seed " << seed);
    Dice dice(seed);
    TinySpec spec;
    spec.lengths = {2, 3, 1, 0, 3, 2, 3, 1, 2, 3};
    spec.features = {6};
    spec.indicators = false;
    PartData data = tiny_data(spec, dice);
    for (double& value : data.views[0].value)
      value = dice.real();  // no ties but those of the start
    const auto token_kernel = [&](const Vector& a, const Vector& b) {
      if (options.type == KernelType::kGaussian) return reference_gaussian(a, b, *options.sigma2);
      return reference_polynomial(a, b, static_cast<double>(options.degree), options.offset);
    };
    Sample sample;  // the last three inputs are met only in decoding
    const Index labeled = static_cast<Index>(spec.lengths.size()) - 3;
    for (Index x = 0; x < labeled; ++x)
      sample.labeled.push_back({x, dice.labeling(spec.lengths[x], 3)});

    const JointKernel kernel(data.views[0], token_kernel, 0.5);
    KernelPerceptron dual(kernel, sample);
    dual.fit(6, 3);

    const PartData explicit_data{{expand(data.views[0], {labeled, labeled}, options, 1e12).table},
                                 data.labels};
    const Views views = make_views("sequence", {{"eta", 0.5}}, explicit_data);
    const Fitted primal = make_learner("perceptron", {{"epochs", 6}})->fit(views, sample, {});
    for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
      const auto outputs = all_labelings(spec.lengths[x], 3);
      for (const Output& y : outputs)
        CHECK(views.joint().score(x, y, primal.weights[0]) ==
              Approx(dual.score(x, y)).margin(margin));
      CHECK(views.joint().decode(x, primal.weights[0]).output ==
            best_of(outputs, [&](const Output& y) { return dual.score(x, y); }).output);
    }
  }
}
