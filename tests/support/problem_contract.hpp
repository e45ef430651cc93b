// The laws of a StructuredProblem. A new problem brings an enumerator of the outputs of small inputs, its
// joint feature map and its loss written out once more, and calls check_problem_contract().
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>

#include "costruct/core/structured_problem.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

/// What the contract compares a problem with.
struct ProblemOracle {
  std::function<std::vector<Output>(InputId)> outputs;          ///< all of them, in lexicographic order
  std::function<Vector(InputId, const Output&)> joint_feature;  ///< dense
  std::function<double(InputId, const Output&, const Output&)> loss;
  std::function<bool(Augmentation)> can_augment;  ///< whether an exact decoder is promised
  bool exact =
      true;  ///< scores and losses are exact in double; else values agree to 1e-9 and ties may go any way
};

inline const std::vector<Augmentation>& all_augmentations() {
  static const std::vector<Augmentation> all = {
      {Rescaling::kMargin, 1}, {Rescaling::kMargin, 2}, {Rescaling::kSlack, 1}, {Rescaling::kSlack, 2}};
  return all;
}

/// The maximised formula of StructuredProblem::loss_augmented_decode.
inline double reference_augmented(double loss, double score, double reference_score,
                                  Augmentation augmentation) {
  const double delta = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
  if (augmentation.rescaling == Rescaling::kMargin) return delta + score;
  return loss == 0 ? 0 : delta * (1 + score - reference_score);
}

/// `found` is the best of `outputs`: the very one where arithmetic is exact, one of the best to 1e-9
/// elsewhere.
template <class Value>
void check_decoded(const Decoded& found, const std::vector<Output>& outputs, const Value& value, bool exact) {
  const Decoded best = best_of(outputs, value);
  if (exact) {
    CHECK(found.output == best.output);
    CHECK(found.value == best.value);
  } else {
    CHECK(found.value == Approx(best.value).margin(1e-9));
    CHECK(value(found.output) == Approx(best.value).margin(1e-9));
  }
}

inline void check_joint_feature(const StructuredProblem& problem, InputId x, const Output& y,
                                const ProblemOracle& oracle, const Vector& w) {
  const SparseVector phi = problem.joint_feature(x, y);
  const Vector expected = oracle.joint_feature(x, y);
  REQUIRE(static_cast<Index>(expected.size()) == problem.dimension());
  Vector dense(problem.dimension(), 0.0);
  REQUIRE(phi.index.size() == phi.value.size());
  for (std::size_t i = 0; i < phi.index.size(); ++i) {
    REQUIRE((phi.index[i] >= 0 && phi.index[i] < problem.dimension()));
    if (i > 0) CHECK(phi.index[i - 1] < phi.index[i]);
    dense[phi.index[i]] += phi.value[i];
  }
  CHECK(dense == expected);

  double score = 0;
  for (std::size_t j = 0; j < w.size(); ++j) score += w[j] * expected[j];
  CHECK(problem.score(x, y, w) == Approx(score).margin(1e-9));
  if (oracle.exact) CHECK(problem.score(x, y, w) == score);
}

inline void check_add_difference(const StructuredProblem& problem, InputId x, const Output& y,
                                 const Output& y_hat, const ProblemOracle& oracle, const Vector& w) {
  for (const double scale : {1.0, -0.5}) {
    Vector found = w, expected = w;
    problem.add_difference(x, y, y_hat, scale, found);
    const Vector a = oracle.joint_feature(x, y), b = oracle.joint_feature(x, y_hat);
    for (std::size_t j = 0; j < w.size(); ++j) {
      expected[j] += scale * (a[j] - b[j]);
    }
    if (oracle.exact) {
      CHECK(found == expected);
    } else {
      for (std::size_t j = 0; j < w.size(); ++j) CHECK(found[j] == Approx(expected[j]).margin(1e-9));
    }
  }
}

/// The operations on several outputs at once agree with those on one, and products with dense vectors.
inline void check_several_outputs(const StructuredProblem& problem, InputId x, const Output& y,
                                  const Output& y_hat, const std::vector<Output>& outputs,
                                  const ProblemOracle& oracle, const Vector& w, Dice& dice) {
  const std::size_t count = outputs.size();
  Vector margins(count), again(count), products(count), coefficients(count);
  for (double& c : coefficients) c = dice.range(-3, 3) * 0.5;
  const double f_y = problem.score(x, y, w);
  problem.margins(x, y, outputs, w, margins);
  for (std::size_t j = 0; j < count; ++j) {
    const double expected = f_y - problem.score(x, outputs[j], w);
    CHECK(margins[j] == Approx(expected).margin(1e-9));
    if (oracle.exact) CHECK(margins[j] == expected);
  }
  for (const Augmentation augmentation : all_augmentations()) {
    if (problem.loss_augmentation_unavailable(augmentation)) continue;
    const Decoded found = problem.most_violated(x, y, w, augmentation, outputs, again);
    Decoded alone = problem.loss_augmented_decode(x, y, w, augmentation);
    if (augmentation.rescaling == Rescaling::kMargin) alone.value -= f_y;
    CHECK(found.output == alone.output);
    CHECK(found.value == Approx(alone.value).margin(1e-9));
    CHECK(same_bits(margins, again));
  }

  problem.difference_products(x, y, y_hat, outputs, products);
  const Vector phi = oracle.joint_feature(x, y), phi_hat = oracle.joint_feature(x, y_hat);
  Vector found = w, expected = w;
  problem.add_differences(x, y, outputs, coefficients, found);
  for (std::size_t j = 0; j < count; ++j) {
    const Vector other = oracle.joint_feature(x, outputs[j]);
    double product = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      product += (phi[i] - phi_hat[i]) * (phi[i] - other[i]);
      expected[i] += coefficients[j] * (phi[i] - other[i]);
    }
    CHECK(products[j] == Approx(product).margin(1e-9));
    if (oracle.exact) CHECK(products[j] == product);
  }
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-9));
  if (oracle.exact) CHECK(found == expected);
}

/// Log-partition, marginals and expected features are those of p(y) = exp f(y) / Z over all outputs.
inline void check_log_partition(const StructuredProblem& problem, const LogPartition& sums, InputId x,
                                const ProblemOracle& oracle, const Vector& w) {
  const auto outputs = oracle.outputs(x);
  const Index T = static_cast<Index>(outputs.front().parts.size());
  Vector p, expected(problem.dimension(), 0.0);
  for (const Output& y : outputs) p.push_back(problem.score(x, y, w));
  const double top = *std::max_element(p.begin(), p.end());
  double total = 0;
  for (double& each : p) total += each = std::exp(each - top);
  const double log_z = top + std::log(total);
  const Vector labels = sums.part_marginals(x, w);
  const Index K = T == 0 ? 0 : static_cast<Index>(labels.size()) / T;
  REQUIRE(static_cast<Index>(labels.size()) == T * K);
  Vector expected_labels(T * K, 0.0);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Vector phi = oracle.joint_feature(x, outputs[i]);
    for (std::size_t j = 0; j < phi.size(); ++j) expected[j] += p[i] / total * phi[j];
    for (Index t = 0; t < T; ++t) expected_labels.at(t * K + outputs[i].parts[t]) += p[i] / total;
  }
  const auto check_close = [](const Vector& found, const Vector& wanted) {
    for (std::size_t j = 0; j < found.size(); ++j) {
      if (std::abs(found[j] - wanted[j]) <= 1e-9) continue;
      CHECK(found[j] == Approx(wanted[j]).margin(1e-9));
    }
  };
  CHECK(sums.log_partition(x, w) == Approx(log_z).margin(1e-9));
  check_close(labels, expected_labels);

  Vector into = w, wanted = w;
  for (std::size_t j = 0; j < wanted.size(); ++j) wanted[j] -= 1.5 * expected[j];
  CHECK(sums.add_expected_feature(x, w, -1.5, into) == Approx(log_z).margin(1e-9));
  check_close(into, wanted);

  // The same input twice, other inputs before and behind it.
  const Index n = problem.num_inputs();
  const std::vector<InputId> inputs = {(x + 1) % n, x, x, (x + n - 1) % n};
  const Vector factors = {0.0, 2.0, 0.5, 0.0};
  const auto list = sums.expected_features(inputs, factors);
  const std::vector<Index>& at = list->coordinates();
  Vector part_of_w, part_of_into(at.size(), 1.0);
  for (const Index j : at) part_of_w.push_back(w.at(j));
  for (std::size_t i = 1; i < at.size(); ++i) REQUIRE(at[i - 1] < at[i]);
  for (const Output& y : outputs) {
    const SparseVector phi = problem.joint_feature(x, y);
    for (const Index j : phi.index) REQUIRE(std::binary_search(at.begin(), at.end(), j));
  }
  CHECK(list->add(part_of_w, 1, part_of_into) == Approx(2.5 * log_z).margin(1e-9));
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (std::abs(part_of_into[i] - 1 - 2.5 * expected[at[i]]) <= 1e-9) continue;
    CHECK(part_of_into[i] == Approx(1 + 2.5 * expected[at[i]]).margin(1e-9));
  }
}

/// All laws for one input under weights w.
inline void check_problem_contract(const StructuredProblem& problem, InputId x, const ProblemOracle& oracle,
                                   const Vector& w, Dice& dice) {
  const auto outputs = oracle.outputs(x);
  const auto some_output = [&] { return outputs[dice.range(0, static_cast<int>(outputs.size()) - 1)]; };
  const auto f = [&](const Output& y) { return problem.score(x, y, w); };
  const Vector w_before = w;

  std::vector<Output> references = {outputs.front(), outputs.back(), some_output(), some_output()};
  for (const Output& y : references) {
    check_joint_feature(problem, x, y, oracle, w);
    check_add_difference(problem, x, y, some_output(), oracle, w);
    check_add_difference(problem, x, y, y, oracle, w);
    const std::vector<Output> several = {y, some_output(), some_output(), some_output()};
    check_several_outputs(problem, x, y, some_output(), several, oracle, w, dice);
    check_several_outputs(problem, x, y, several[1], {}, oracle, w, dice);
  }

  const Decoded best = problem.decode(x, w);
  check_decoded(best, outputs, f, oracle.exact);
  CHECK(best.value == Approx(f(best.output)).margin(1e-9));

  for (const Output& y : references) {
    CHECK(problem.loss(x, y, y) == 0);
    for (const Output& y_hat : outputs) {
      const double found = problem.loss(x, y, y_hat), expected = oracle.loss(x, y, y_hat);
      if (found >= 0 && found == expected) continue;
      CHECK(found >= 0);
      CHECK(found == Approx(expected).margin(1e-12));
    }
    for (const Augmentation augmentation : all_augmentations()) {
      INFO((augmentation.rescaling == Rescaling::kMargin ? "margin" : "slack")
           << " rescaling, r = " << augmentation.slack_norm);
      const auto why = problem.loss_augmentation_unavailable(augmentation);
      CHECK(why.has_value() == !oracle.can_augment(augmentation));
      if (why) {
        CHECK(!why->empty());
        continue;
      }
      const double f_y = f(y);
      const auto value = [&](const Output& y_hat) {
        return reference_augmented(problem.loss(x, y, y_hat), f(y_hat), f_y, augmentation);
      };
      check_decoded(problem.loss_augmented_decode(x, y, w, augmentation), outputs, value, oracle.exact);
    }
  }

  if (const auto* runner_up = dynamic_cast<const RunnerUpDecoder*>(&problem)) {
    references.push_back(best.output);
    for (const Output& y : references) {
      const auto found = runner_up->runner_up(x, y, w);
      const auto others = without(outputs, y);
      REQUIRE(found.has_value() == !others.empty());
      if (!found) continue;
      CHECK(found->output != y);
      check_decoded(*found, others, f, oracle.exact);
      const double f_y = f(y);
      for (const Augmentation augmentation : all_augmentations()) {
        if (problem.loss_augmentation_unavailable(augmentation)) continue;
        const double offset = augmentation.rescaling == Rescaling::kMargin ? f_y : 0;
        const auto violation = [&](const Output& y_hat) {
          return reference_augmented(problem.loss(x, y, y_hat), f(y_hat), f_y, augmentation) - offset;
        };
        const auto worst = runner_up->most_violated_other(x, y, w, augmentation);
        REQUIRE(worst.has_value());
        CHECK(worst->output != y);
        check_decoded(*worst, others, violation, oracle.exact);
      }
    }
    const TwoBest both = runner_up->two_best(x, w);
    CHECK(both.best.output == best.output);
    CHECK(same_bits(both.best.value, best.value));
    const auto second = runner_up->runner_up(x, best.output, w);
    REQUIRE(both.runner_up.has_value() == second.has_value());
    if (second) {
      CHECK(both.runner_up->output == second->output);
      CHECK(same_bits(both.runner_up->value, second->value));
    }
  }

  const double bound = problem.difference_norm_bound(x);
  CHECK(bound >= 0);
  for (const Output& y : references) {
    const Vector phi = oracle.joint_feature(x, y);
    for (const Output& y_hat : outputs) {
      const Vector phi_hat = oracle.joint_feature(x, y_hat);
      double square = 0;
      for (std::size_t j = 0; j < phi.size(); ++j) square += (phi[j] - phi_hat[j]) * (phi[j] - phi_hat[j]);
      if (std::sqrt(square) > bound * (1 + 1e-12)) CHECK(std::sqrt(square) <= bound);
    }
  }

  if (const auto* k_best = dynamic_cast<const KBestDecoder*>(&problem)) {
    const auto order = ranked(outputs, f);
    const Index n = static_cast<Index>(order.size());
    for (const Index k : {Index{1}, Index{2}, Index{5}, n, n + 2}) {
      const auto found = k_best->k_best(x, k, w);
      REQUIRE(static_cast<Index>(found.size()) == std::min(k, n));
      for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].value == Approx(order[i].value).margin(1e-9));
        if (oracle.exact) CHECK(found[i].output == order[i].output);
      }
    }
  }
  if (const auto* sums = dynamic_cast<const LogPartition*>(&problem)) {
    if (const auto why = sums->log_partition_unavailable()) {
      CHECK(!why->empty());
    } else {
      check_log_partition(problem, *sums, x, oracle, w);
    }
  }
  CHECK(same_bits(w, w_before));
}

/// Every const member gives the same from many threads at once as it gave alone.
inline void check_concurrent_calls(const StructuredProblem& problem, const std::vector<Output>& references,
                                   const Vector& w, Augmentation augmentation) {
  const Index n = problem.num_inputs(), calls = 40 * n;
  const auto everything = [&](InputId x) {
    std::vector<Decoded> found = {problem.decode(x, w),
                                  problem.loss_augmented_decode(x, references[x], w, augmentation)};
    if (const auto* other = dynamic_cast<const RunnerUpDecoder*>(&problem)) {
      found.push_back(other->runner_up(x, references[x], w).value_or(Decoded{}));
    }
    if (const auto* other = dynamic_cast<const KBestDecoder*>(&problem)) {
      for (Decoded& each : other->k_best(x, 3, w)) found.push_back(std::move(each));
    }
    found.push_back({references[x], problem.score(x, references[x], w)});
    return found;
  };
  std::vector<std::vector<Decoded>> alone(n);
  for (InputId x = 0; x < n; ++x) alone[x] = everything(x);
  std::vector<char> agrees(calls, 0);
#pragma omp parallel for schedule(dynamic) num_threads(8)
  for (Index call = 0; call < calls; ++call) {
    const auto found = everything(call % n);
    const auto& expected = alone[call % n];
    bool same = found.size() == expected.size();
    for (std::size_t i = 0; same && i < found.size(); ++i) {
      same = found[i].output == expected[i].output && same_bits(found[i].value, expected[i].value);
    }
    agrees[call] = same;
  }
  CHECK(std::count(agrees.begin(), agrees.end(), 1) == calls);
}

}  // namespace costruct::test
