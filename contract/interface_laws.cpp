// Laws of the optional interfaces of problems.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/input_laws.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/label_biases.hpp"
#include "costruct/core/interfaces/label_offsets.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/output_classes.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/core/interfaces/single_moves.hpp"

namespace costruct::contract {

void InputLaws::check_runner_up(const Decoded& best) {
  const auto* decoder = offered<RunnerUpDecoder>(problem_);
  if (decoder == nullptr) return;
  std::vector<std::size_t> references = references_;
  if (const auto at = place_of(best.output)) references.push_back(*at);
  for (const std::size_t y : references) {
    const auto second = decoder->runner_up(x_, outputs_[y], w_);
    const auto others = all_but(y);
    out_.expect(second.has_value() == !others.empty(), kRunnerUp, "is there one");
    if (!second || others.empty()) continue;
    out_.expect(second->output != outputs_[y], kRunnerUp, "it is the reference");
    check_decoded(*second, f_, others, kRunnerUp, "");
    for (const Augmentation& augmentation : all_augmentations()) {
      if (problem_.loss_augmentation_unavailable(augmentation)) continue;
      check_most_violated_other(*decoder, y, augmentation);
    }
  }
  const TwoBest both = decoder->two_best(x_, w_);
  const auto second = decoder->runner_up(x_, best.output, w_);
  const auto same = [](const Decoded& a, const Decoded& b) {
    return a.output == b.output && same_bits(a.value, b.value);
  };
  const bool agree = same(both.best, best) && both.runner_up.has_value() == second.has_value() &&
                     (!second || same(*both.runner_up, *second));
  if (!agree) out_.add(kTwoBest, text_of(both.best));
}

void InputLaws::check_most_violated_other(const RunnerUpDecoder& decoder, std::size_t y,
                                          Augmentation augmentation) {
  const auto worst = decoder.most_violated_other(x_, outputs_[y], w_, augmentation);
  const std::vector<std::size_t> places = constrained(y, all_but(y));
  if (worst.has_value() == places.empty()) return out_.add(kMostViolatedOther, "is there one");
  if (!worst) return;
  if (problem_.loss_augmented_exactness(augmentation) != Exactness::kExact) return;
  const Vector losses = losses_from(y);
  Vector violations = augmented(y, losses, augmentation);
  if (augmentation.rescaling == Rescaling::kMargin) {
    for (double& each : violations) each -= f_[y];
  }
  check_best(*worst, violations, places, kMostViolatedOther,
             fmt::format("{}, reference {}: ", name_of(augmentation), text_of(outputs_[y])));
  check_smallest(*worst, losses, places, kMostViolatedOther);
}

void InputLaws::check_k_best() {
  const auto* decoder = offered<KBestDecoder>(problem_);
  if (decoder == nullptr) return;
  if (problem_.decoding_exactness() != Exactness::kExact) return check_ranked(*decoder);
  std::vector<std::size_t> order = all();
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return f_[a] > f_[b]; });
  const Index n = static_cast<Index>(order.size());
  for (const Index k : {Index{1}, Index{2}, Index{5}, n, n + 2}) {
    const std::vector<Decoded> found = decoder->k_best(x_, k, w_);
    if (static_cast<Index>(found.size()) != std::min(k, n)) {
      out_.add(kKBest, fmt::format("{} of {}, {} outputs", found.size(), k, n));
      continue;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      const bool right =
          exact_ ? found[i].output == outputs_[order[i]] && found[i].value == f_[order[i]]
                 : close(found[i].value, f_[order[i]]);
      if (!right) out_.add(kKBest, fmt::format("place {} of {}: {}", i, k, text_of(found[i])));
    }
  }
}

// The outputs of a greedy decoder: each once, with its value, in the order of their values.
void InputLaws::check_ranked(const KBestDecoder& decoder) {
  const Index n = std::ssize(outputs_);
  for (const Index k : {Index{1}, Index{3}, n + 2}) {
    const std::vector<Decoded> found = decoder.k_best(x_, k, w_);
    out_.expect(!found.empty() && std::ssize(found) <= std::min(k, n), kKBest, "number of outputs");
    for (std::size_t i = 0; i < found.size(); ++i) {
      check_decoded(found[i], f_, all(), kKBest, "");
      if (i == 0) continue;
      const bool follows =
          found[i - 1].value > found[i].value ||
          (found[i - 1].value == found[i].value && found[i - 1].output < found[i].output);
      out_.expect(follows, kKBest, "the order of " + text_of(found[i]));
    }
  }
}

void InputLaws::check_log_partition() {
  const auto* sums = offered<LogPartition>(problem_);
  if (sums == nullptr) return;
  if (const auto why = sums->log_partition_unavailable()) {
    return out_.expect(!why->empty(), kUnavailable, "log-partition");
  }
  const double top = *std::max_element(f_.begin(), f_.end());
  double total = 0;
  Vector p;
  for (const double each : f_) p.push_back(std::exp(each - top));
  for (const double each : p) total += each;
  const double log_z = top + std::log(total);
  Vector expected(problem_.dimension(), 0.0);
  for (std::size_t i = 0; i < p.size(); ++i) add(p[i] / total, joint_features_[i], expected);
  out_.expect(close(sums->log_partition(x_, w_), log_z), kLogPartition, "log_partition()");
  check_marginals(p, total);
  Vector into = w_, wanted = w_;
  add(-1.5, expected, wanted);
  const bool agrees =
      close(sums->add_expected_feature(x_, w_, -1.5, into), log_z) && close(into, wanted);
  out_.expect(agrees, kLogPartition, "add_expected_feature()");
  check_expected_features(*sums, log_z, expected);
}

void InputLaws::check_marginals(const Vector& p, double total) {
  const auto* marginals = offered<PartMarginals>(problem_);
  if (marginals == nullptr) return;
  const Vector found = marginals->part_marginals(x_, w_);
  const std::size_t T = outputs_.front().parts.size(), K = T == 0 ? 0 : found.size() / T;
  Vector expected(T * K, 0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t t = 0; t < T; ++t) {
      const auto at = t * K + static_cast<std::size_t>(outputs_[i].parts[t]);
      if (at >= expected.size())
        return out_.add(kLogPartition, "part_marginals() of too few values");
      expected[at] += p[i] / total;
    }
  }
  out_.expect(close(found, expected), kLogPartition, "part_marginals()");
}

void InputLaws::check_expected_features(const LogPartition& sums, double log_z,
                                        const Vector& expected) {
  const Index n = problem_.num_inputs();
  const auto list =
      sums.expected_features({(x_ + 1) % n, x_, x_, (x_ + n - 1) % n}, Vector{0.0, 2.0, 0.5, 0.0});
  const std::vector<Index>& at = list->coordinates();
  bool sound = true;
  for (std::size_t i = 1; i < at.size(); ++i) sound = sound && at[i - 1] < at[i];
  for (const Vector& phi : joint_features_) {
    for (std::size_t j = 0; j < phi.size(); ++j) {
      sound =
          sound && (phi[j] == 0 || std::binary_search(at.begin(), at.end(), static_cast<Index>(j)));
    }
  }
  if (!sound) return out_.add(kLogPartition, "coordinates()");
  Vector part_of_w, into(at.size(), 1.0), wanted;
  for (const Index j : at) {
    part_of_w.push_back(w_[j]);
    wanted.push_back(1 + 2.5 * expected[j]);
  }
  const bool agrees = close(list->add(part_of_w, 1, into), 2.5 * log_z) && close(into, wanted);
  out_.expect(agrees, kLogPartition, "expected_features()");
}

void InputLaws::check_pair_decisions() {
  const auto* pairs = offered<PairDecisions>(problem_);
  if (pairs == nullptr) return;
  Vector psi(static_cast<std::size_t>(problem_.dimension())),
      scores(static_cast<std::size_t>(pairs->num_pairs(x_)));
  pairs->pair_scores(x_, w_, scores);
  std::vector<Vector> sums(outputs_.size(), Vector(psi.size(), 0.0));
  for (Index p = 0; p < pairs->num_pairs(x_); ++p) {
    pairs->pair_features(x_, p, psi);
    check_equal(scores[static_cast<std::size_t>(p)], inner_product(w_, psi), kPairDecisions,
                outputs_.front());
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (pairs->is_together(x_, outputs_[i], p)) add(1, psi, sums[i]);
    }
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    check_equal(sums[i], joint_features_[i], kPairDecisions, outputs_[i]);
}

void InputLaws::check_single_moves(std::size_t y) {
  const auto* moves = offered<SingleMoves>(problem_);
  if (moves == nullptr) return;
  const Vector losses = losses_from(y);
  for (const Augmentation& augmentation : all_augmentations()) {
    Vector violations = augmented(y, losses, augmentation);
    for (Index object = 0; object < moves->num_objects(x_); ++object) {
      const Decoded worst = moves->most_violated_move(x_, outputs_[y], object, w_, augmentation);
      const auto at = place_of(worst.output);
      const double offset = augmentation.rescaling == Rescaling::kMargin ? f_[y] : 0;
      const bool right =
          at && close(worst.value, violations[*at] - offset) &&
          (worst.value >= violations[y] - offset || close(worst.value, violations[y] - offset));
      if (!right) out_.add(kSingleMoves, fmt::format("object {}: {}", object, text_of(worst)));
    }
  }
}

void InputLaws::check_multinomial_model() {
  const auto* model = offered<MultinomialModel>(problem_);
  if (model == nullptr || !one_view_) return;  // the models of several views are several
  if (const auto why = model->multinomial_groups_unavailable()) {
    return out_.expect(!why->empty(), kUnavailable, "multinomial groups");
  }
  Vector w(problem_.dimension(), 0.0), grouped = w;
  for (const std::vector<Index>& group : model->multinomial_groups()) {
    double total = 0;
    for (const Index event : group) {
      const bool apart = event >= 0 && event < problem_.dimension() && grouped[event] == 0;
      if (!apart) return out_.add(kMultinomialModel, fmt::format("coordinate {}", event));
      grouped[event] = 1;
      total += w[event] = dice_.range(1, 4);
    }
    for (const Index event : group) w[event] = std::log(w[event] / total);
  }
  double of_x = 0;
  for (const Vector& phi : joint_features_) {
    of_x += std::exp(inner_product(w, phi));
    for (std::size_t j = 0; j < phi.size(); ++j) {
      if (grouped[j] == 1 && (phi[j] < 0 || phi[j] != std::floor(phi[j])))
        out_.add(kMultinomialModel, fmt::format("{} of coordinate {}", phi[j], j));
    }
  }
  out_.expect(of_x <= 1 + 1e-9, kMultinomialModel, fmt::format("p(x) = {}", of_x));
}

void InputLaws::check_label_scores() {
  const auto* scores = offered<LabelScores>(problem_);
  if (scores == nullptr) return;
  const std::size_t K = static_cast<std::size_t>(scores->num_labels());
  if (K != outputs_.size() || scores->label_names().size() != K)
    return out_.add(kLabelScores, "an output and a name for each label");
  Vector f(K), coefficients(K), sum = w_, expected = w_;
  scores->label_scores(x_, w_, f);
  check_equal(f, f_, kLabelScores, outputs_[0]);
  for (double& each : coefficients) each = dice_.range(-2, 2);
  scores->add_labels(x_, coefficients, sum);
  for (std::size_t k = 0; k < K; ++k) {
    add(coefficients[k], joint_features_[k], expected);
    for (std::size_t j = 0; j <= k; ++j) {
      check_equal(inner_product(joint_features_[j], joint_features_[k]),
                  j == k ? scores->squared_norm(x_) : 0.0, kLabelScores, outputs_[k]);
    }
  }
  check_equal(sum, expected, kLabelScores, outputs_[0]);
}

void InputLaws::check_output_classes() {
  const auto* classes = offered<OutputClasses>(problem_);
  if (classes == nullptr) return;
  std::vector<Index> sizes(static_cast<std::size_t>(classes->num_classes()), 0);
  for (const Output& y : outputs_) {
    const Index of_y = classes->class_of(y);
    if (of_y < 0 || of_y >= classes->num_classes()) return out_.add(kOutputClasses, text_of(y));
    ++sizes[static_cast<std::size_t>(of_y)];
  }
  out_.expect(std::ranges::count(sizes, 0) == 0, kOutputClasses, "a class without outputs");
}

void InputLaws::check_label_biases() {
  const auto* biases = offered<LabelBiases>(problem_);
  if (biases == nullptr) return;
  if (const auto why = biases->label_biases_unavailable()) {
    return out_.expect(!why->empty(), kUnavailable, "label biases");
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const std::vector<int>& parts = outputs_[i].parts;
    bool agrees = biases->num_parts(x_) == static_cast<Index>(parts.size());
    for (Index k = 0; k < biases->num_labels(); ++k) {
      agrees = agrees && joint_features_[i][biases->bias(k)] ==
                             static_cast<double>(std::count(parts.begin(), parts.end(), k));
    }
    if (!agrees) out_.add(kLabelBiases, text_of(outputs_[i]));
  }
}

void InputLaws::check_label_offsets() {
  const auto* problem = offered<LabelOffsets>(problem_);
  if (problem == nullptr) return;
  Vector offsets(static_cast<std::size_t>(problem->num_labels()));
  for (double& each : offsets) each = dice_.range(-2, 2);
  Vector values = f_;
  double top = values[0], total = 0;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (problem->num_parts(x_) != static_cast<Index>(outputs_[i].parts.size()))
      out_.add(kLabelOffsets, "parts of " + text_of(outputs_[i]));
    for (const int label : outputs_[i].parts) values[i] += offsets[static_cast<std::size_t>(label)];
    top = std::max(top, values[i]);
  }
  for (const double each : values) total += std::exp(each - top);
  const Decoded best = problem->decode_with(x_, w_, offsets);
  check_best(best, values, all(), kLabelOffsets, "decode_with(): ");
  const TwoBest both = problem->two_best_with(x_, w_, offsets);
  out_.expect(
      both.best.output == best.output && both.runner_up.has_value() == (outputs_.size() > 1),
      kLabelOffsets, "two_best_with()");
  const auto at = place_of(best.output);
  if (both.runner_up && at)
    check_best(*both.runner_up, values, all_but(*at), kLabelOffsets, "runner-up: ");
  out_.expect(close(problem->log_partition_with(x_, w_, offsets), top + std::log(total)),
              kLabelOffsets, "log_partition_with()");
  if (problem->num_parts(x_) != 1) return;
  Vector f(offsets.size());
  problem->scores_of_part(x_, w_, f);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const auto label = static_cast<std::size_t>(outputs_[i].parts[0]);
    check_equal(f[label], f_[i], kLabelOffsets, outputs_[i]);
  }
}

}  // namespace costruct::contract
