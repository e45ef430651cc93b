#include "costruct/learners/solvers/class_balance.hpp"

namespace costruct {
namespace {

// The share of each label among the labeled parts, by the weights of their examples.
Vector label_shares(std::span<const LabeledExample> labeled, Index labels) {
  Vector shares(labels, 0.0);
  double parts = 0;
  for (const LabeledExample& example : labeled) {
    for (const int label : example.y.parts) shares[label] += example.weight;
    parts += example.weight * static_cast<double>(example.y.parts.size());
  }
  for (double& share : shares) share = parts > 0 ? share / parts : 1 / static_cast<double>(labels);
  return shares;
}

}  // namespace

const LabelBiases& require_label_biases(const StructuredProblem& problem, const char* learner) {
  const auto& biases = require<LabelBiases>(problem, "label biases (for balance)", learner);
  if (const auto why = biases.label_biases_unavailable()) {
    throw ConfigError(std::string("learner ") + learner + ": balance needs " + *why);
  }
  return biases;
}

void balance_classes(GradientModel& model, std::span<const LabeledExample> labeled,
                     std::span<const InputId> unlabeled, const char* learner) {
  const LabelBiases& biases = require_label_biases(model.problem, learner);
  double parts = 0;
  for (const InputId x : unlabeled) parts += static_cast<double>(biases.num_parts(x));
  if (parts == 0) return;

  const Index K = biases.num_labels();
  const Vector shares = label_shares(labeled, K);
  for (Index k = 0; k < K; ++k) {
    Vector mean(model.problem.dimension(), 0.0);
    for (const InputId x : unlabeled) biases.add_part_features(x, k, 1 / parts, mean);
    TiedVariable tie;
    tie.variable = model.objective.variable_for(biases.bias(k));
    tie.offset = shares[k] - 1 / static_cast<double>(K);
    for (std::size_t j = 0; j < mean.size(); ++j) {
      if (mean[j] == 0) continue;
      tie.at.push_back(model.objective.variable_for(static_cast<Index>(j)));
      tie.value.push_back(mean[j]);
    }
    model.tied.push_back(std::move(tie));
  }
  model.variables.resize(model.objective.dimension(), 0.0);
  TiedObjective(model.objective, model.tied).tie(model.variables);
  for (Index k = 0; k < K; ++k) model.w[biases.bias(k)] = model.variables[model.tied[k].variable];
}

}  // namespace costruct
