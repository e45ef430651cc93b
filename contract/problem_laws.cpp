#include "costruct/contract/problem_laws.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/input_laws.hpp"
#include "costruct/contract/partial_laws.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/offered.hpp"

namespace costruct::contract {
namespace {

void check_problem(const StructuredProblem& problem, const SmallInstance& instance,
                   const std::string& name, const std::vector<Numbers>& all_numbers, Dice& dice,
                   Violations& out) {
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    out.set_where(fmt::format("{}, input {}: ", name, x));
    InputLaws laws(problem, instance, x, dice, out);
    for (const Numbers numbers : all_numbers) {
      laws.check(dice.vector(problem.dimension(), numbers), numbers != Numbers::kReals);
    }
  }
  check_partial_outputs(problem, instance, name, dice, out);
  check_independent_parts(problem, instance, name, dice, out);
}

/// Features of the views behind each other, the same outputs, losses and inputs, the sum of the
/// scores (Brefeld 2008, Prop. B.2).
void check_views(const Views& views, const SmallInstance& instance, Dice& dice, Violations& out) {
  const StructuredProblem& joint = views.joint();
  Index dimension = 0;
  std::vector<Vector> w;
  for (Index v = 0; v < views.count(); ++v) {
    dimension += views[v].dimension();
    w.push_back(dice.vector(views[v].dimension(), Numbers::kIntegers));
    out.expect(views[v].num_inputs() == joint.num_inputs(), kViews, "as many inputs");
  }
  if (dimension != joint.dimension()) return out.add(kViews, "as many weights");
  const Vector stacked = stack(w);
  for (InputId x = 0; x < joint.num_inputs(); ++x) {
    const std::vector<Output> outputs = instance.outputs(x);
    for (const Output& y : outputs) {
      SparseVector behind_each_other;
      Index offset = 0;
      double score = 0, loss = 0;
      for (Index v = 0; v < views.count(); ++v) {
        const SparseVector phi = views[v].joint_feature(x, y);
        for (const Index j : phi.index) behind_each_other.index.push_back(offset + j);
        behind_each_other.value.insert(behind_each_other.value.end(), phi.value.begin(),
                                       phi.value.end());
        offset += views[v].dimension();
        score += views[v].score(x, y, w[v]);
        loss += views[v].loss(x, outputs.front(), y) / static_cast<double>(views.count());
      }
      const SparseVector phi = joint.joint_feature(x, y);
      const bool same = phi.index == behind_each_other.index &&
                        phi.value == behind_each_other.value &&
                        close(joint.score(x, y, stacked), score) &&
                        close(joint.loss(x, outputs.front(), y), loss);
      if (!same) out.add(kViews, fmt::format("Phi, f or the loss of {}, input {}", text_of(y), x));
    }
  }
}

/// Predictions and scores with a feature's weights at zero are those without the feature.
void check_feature_major(const ProblemEntry& entry, const SmallInstance& instance, Dice& dice,
                         Violations& out) {
  if (instance.without_feature.empty()) return;
  const Views with = entry.make(instance.options, instance.views.at(0));
  const auto* weights = offered<FeatureMajorWeights>(with[0]);
  if (weights == nullptr) return;
  const auto n = static_cast<std::ptrdiff_t>(weights->weights_per_feature());
  for (std::size_t j = 0; j < instance.without_feature.size(); ++j) {
    out.set_where(fmt::format("feature {}: ", j));
    const Views without = entry.make(instance.options, instance.without_feature[j]);
    Vector w = dice.vector(with[0].dimension(), Numbers::kIntegers);
    const auto row = w.begin() + static_cast<std::ptrdiff_t>(j) * n;
    if (static_cast<std::ptrdiff_t>(w.size()) < (row - w.begin()) + n) {
      out.add(kFeatureMajor, "it has no weights");
      continue;
    }
    std::fill(row, row + n, 0.0);
    Vector rest = w;
    rest.erase(rest.begin() + (row - w.begin()), rest.begin() + (row - w.begin()) + n);
    if (without[0].dimension() != static_cast<Index>(rest.size())) {
      out.add(kFeatureMajor, "other weights go with it");
      continue;
    }
    for (InputId x = 0; x < with[0].num_inputs(); ++x) {
      const Decoded found = without[0].decode(x, rest), expected = with[0].decode(x, w);
      bool same = found.output == expected.output && close(found.value, expected.value);
      for (const Output& y : instance.outputs(x)) {
        same = same && close(without[0].score(x, y, rest), with[0].score(x, y, w));
      }
      if (!same)
        out.add(kFeatureMajor,
                fmt::format("input {}: {}, not {}", x, text_of(found), text_of(expected)));
    }
  }
}

void check_concurrent(const StructuredProblem& problem, const SmallInstance& instance, Dice& dice,
                      Violations& out) {
  const Index n = problem.num_inputs(), calls = 40 * n;
  const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
  std::vector<Output> references;
  std::vector<std::vector<Decoded>> alone;
  for (InputId x = 0; x < n; ++x) {
    const std::vector<Output> outputs = instance.outputs(x);
    references.push_back(outputs[dice.range(0, static_cast<int>(outputs.size()) - 1)]);
    alone.push_back(all_answers(problem, x, references[x], w));
  }
  std::vector<char> agrees(calls, 0);
#pragma omp parallel for schedule(dynamic) num_threads(8)
  for (Index call = 0; call < calls; ++call) {
    const auto found = all_answers(problem, call % n, references[call % n], w);
    agrees[call] = same_bits(found, alone[call % n]);
  }
  for (Index call = 0; call < calls; ++call) {
    if (!agrees[call]) out.add(kConcurrent, fmt::format("input {}", call % n));
  }
}

}  // namespace

std::vector<std::string> problem_violations(const ProblemEntry& entry,
                                            const SmallInstance& instance, std::uint64_t seed) {
  Dice dice(seed);
  Violations out;
  const Views views = entry.make(instance.options, instance.data);
  const std::vector<Numbers> all_numbers = {Numbers::kZeros, Numbers::kIntegers, Numbers::kReals};
  for (Index v = 0; v < views.count(); ++v) {
    check_problem(views[v], instance, fmt::format("view {}", v), all_numbers, dice, out);
  }
  if (views.count() > 1)
    check_problem(views.joint(), instance, "joint", {Numbers::kIntegers}, dice, out);
  out.set_where("");
  check_views(views, instance, dice, out);
  check_feature_major(entry, instance, dice, out);
  return out.lines();
}

std::vector<std::string> concurrency_violations(const ProblemEntry& entry,
                                                const SmallInstance& instance, std::uint64_t seed) {
  Dice dice(seed);
  Violations out;
  const Views views = entry.make(instance.options, instance.data);
  for (Index v = 0; v < views.count(); ++v) check_concurrent(views[v], instance, dice, out);
  check_concurrent(views.joint(), instance, dice, out);
  return out.lines();
}

}  // namespace costruct::contract
