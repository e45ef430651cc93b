#include "contract/problem_laws.hpp"

#include <cmath>
#include <limits>

#include "costruct/core/feature_major.hpp"
#include "costruct/core/k_best.hpp"
#include "costruct/core/label_biases.hpp"
#include "costruct/core/label_offsets.hpp"
#include "costruct/core/label_scores.hpp"
#include "costruct/core/log_partition.hpp"
#include "costruct/core/multinomial_groups.hpp"
#include "costruct/core/output_classes.hpp"
#include "costruct/core/pair_decisions.hpp"
#include "costruct/core/runner_up.hpp"
#include "costruct/core/single_moves.hpp"
#include "support/augmentations.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

namespace costruct::test {
namespace {

bool close(double found, double expected) {
  return std::abs(found - expected) <= 1e-9 * (1 + std::abs(expected));
}

bool close(const Vector& found, const Vector& expected) {
  if (found.size() != expected.size()) return false;
  for (std::size_t j = 0; j < found.size(); ++j) {
    if (!close(found[j], expected[j])) return false;
  }
  return true;
}

/// a += scale * phi
void add(double scale, const Vector& phi, Vector& a) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += scale * phi[j];
}

double inner_product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

/// One problem (a view, or all together) and one of its inputs, with all outputs, their dense joint features
/// and losses.
class InputLaws {
 public:
  InputLaws(const StructuredProblem& problem, const SmallInstance& instance, InputId x, Dice& dice,
            Violations& violations)
      : problem_(problem),
        x_(x),
        integers_are_exact_(instance.exact),
        one_view_(instance.views.size() <= 1),
        dice_(dice),
        out_(violations),
        outputs_(instance.outputs(x)) {
    for (std::size_t i = 1; i < outputs_.size(); ++i) {
      if (!(outputs_[i - 1] < outputs_[i])) out_.add(kEnumeration, text_of(outputs_[i]));
    }
    for (const Output& y : outputs_) joint_features_.push_back(dense(y));
  }

  void check(const Vector& w, bool integers) {
    w_ = w;
    exact_ = integers && integers_are_exact_;
    integers_ = integers;
    f_.clear();
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      f_.push_back(problem_.score(x_, outputs_[i], w_));
      check_equal(f_[i], inner_product(w_, joint_features_[i]), kScore, outputs_[i]);
    }
    const Decoded best = problem_.decode(x_, w_);
    check_decoded(best, f_, all(), kDecode, "");
    if (!same_bits(w, w_)) out_.add(kArguments, "the weights");

    references_ = {0, last(), random_output(), random_output()};
    for (const std::size_t y : references_) {
      check_linear_algebra(y);
      check_loss(y);
      for (const Augmentation& augmentation : all_augmentations()) check_augmented(y, augmentation);
    }
    check_runner_up(best);
    check_k_best();
    check_log_partition();
    check_multinomial_model();
    check_label_scores();
    check_label_biases();
    check_label_offsets();
    check_output_classes();
    check_pair_decisions();
    for (const std::size_t y : references_) check_single_moves(y);
    if (!same_bits(w, w_)) out_.add(kArguments, "the weights");
  }

 private:
  std::size_t last() const { return outputs_.size() - 1; }
  std::size_t random_output() { return static_cast<std::size_t>(dice_.range(0, static_cast<int>(last()))); }

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> places(outputs_.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
    return places;
  }
  /// Those of `places` whose outputs have a constraint beside y.
  std::vector<std::size_t> constrained(std::size_t y, std::vector<std::size_t> places) const {
    std::erase_if(places,
                  [&](std::size_t i) { return !problem_.has_constraint(x_, outputs_[y], outputs_[i]); });
    return places;
  }
  std::vector<std::size_t> all_but(std::size_t y) const {
    std::vector<std::size_t> places = all();
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(y));
    return places;
  }

  std::optional<std::size_t> place_of(const Output& y) const {
    const auto at = std::lower_bound(outputs_.begin(), outputs_.end(), y);
    if (at == outputs_.end() || *at != y) return std::nullopt;
    return static_cast<std::size_t>(at - outputs_.begin());
  }

  Vector dense(const Output& y) {
    const SparseVector phi = problem_.joint_feature(x_, y);
    Vector all(problem_.dimension(), 0.0);
    bool sound = phi.index.size() == phi.value.size();
    for (std::size_t i = 0; sound && i < phi.index.size(); ++i) {
      sound = phi.index[i] >= 0 && phi.index[i] < problem_.dimension() && std::isfinite(phi.value[i]) &&
              (i == 0 || phi.index[i - 1] < phi.index[i]);
      if (sound) all[phi.index[i]] = phi.value[i];
    }
    if (!sound) out_.add(kJointFeature, text_of(y));
    return all;
  }

  void check_equal(double found, double expected, const char* law, const Output& y) {
    if (exact_ ? found == expected : close(found, expected)) return;
    out_.add(law, fmt::format("{} of {}, expected {}", found, text_of(y), expected));
  }
  void check_equal(const Vector& found, const Vector& expected, const char* law, const Output& y) {
    if (exact_ ? found == expected : close(found, expected)) return;
    out_.add(law, fmt::format("[{}] of {}, expected [{}]", fmt::join(found, " "), text_of(y),
                              fmt::join(expected, " ")));
  }

  /// `found` is the first of the highest value where arithmetic is exact, one of the highest elsewhere.
  /// `values` stand in the places of their outputs.
  void check_best(const Decoded& found, const Vector& values, const std::vector<std::size_t>& places,
                  const char* law, const std::string& which) {
    std::size_t best = places.front();
    for (const std::size_t i : places) {
      if (values[i] > values[best]) best = i;
    }
    const auto at = place_of(found.output);
    const bool is_best = exact_ ? at == best && found.value == values[best]
                                : at && close(found.value, values[best]) && close(values[*at], values[best]);
    if (is_best) return;
    out_.add(law, fmt::format("{}found {}, best is {}", which, text_of(found),
                              text_of(Decoded{outputs_[best], values[best]})));
  }

  /// check_best() where decoding is exact; where it is greedy, the output is one of these and its value is
  /// its own.
  void check_decoded(const Decoded& found, const Vector& values, const std::vector<std::size_t>& places,
                     const char* law, const std::string& which) {
    if (problem_.decoding_exactness() == Exactness::kExact)
      return check_best(found, values, places, law, which);
    out_.expect(problem_.decoding_exactness() == Exactness::kGreedy, law, "decoding is exact or greedy");
    const auto at = place_of(found.output);
    const bool there = at && std::find(places.begin(), places.end(), *at) != places.end();
    if (!there || !close(found.value, values[*at]))
      out_.add(law, which + text_of(found) + " is not its value");
  }

  /// Among outputs of equal loss and score the smallest is found, even where sums are not exact.
  void check_smallest(const Decoded& found, const Vector& losses, const std::vector<std::size_t>& places,
                      const char* law) {
    const auto at = place_of(found.output);
    if (!integers_ || !at) return;
    for (const std::size_t i : places) {
      if (i >= *at) return;
      if (losses[i] != losses[*at] || f_[i] != f_[*at]) continue;
      return out_.add(law, text_of(found.output) + " is not the smallest of its loss and score");
    }
  }

  void check_linear_algebra(std::size_t y) {
    const std::size_t y_hat = random_output();
    for (const std::size_t other : {y_hat, y}) {
      for (const double scale : {1.0, -0.5}) {
        Vector found = w_, expected = w_;
        problem_.add_difference(x_, outputs_[y], outputs_[other], scale, found);
        for (std::size_t j = 0; j < expected.size(); ++j) {
          expected[j] += scale * (joint_features_[y][j] - joint_features_[other][j]);
        }
        check_equal(found, expected, kDifferences, outputs_[other]);
      }
    }
    check_several(y, y_hat, {y, random_output(), random_output(), random_output()});
    check_several(y, y_hat, {});
    check_norm_bound(y);
  }

  void check_several(std::size_t y, std::size_t y_hat, const std::vector<std::size_t>& places) {
    std::vector<Output> several;
    for (const std::size_t i : places) several.push_back(outputs_[i]);
    Vector margins(places.size()), products(places.size()), coefficients(places.size());
    Vector expected_margins, expected_products, sum = w_, expected_sum = w_;
    for (double& each : coefficients) each = dice_.range(-3, 3) * 0.5;
    Vector direction = joint_features_[y];
    add(-1, joint_features_[y_hat], direction);
    for (std::size_t j = 0; j < places.size(); ++j) {
      Vector difference = joint_features_[y];
      add(-1, joint_features_[places[j]], difference);
      expected_margins.push_back(f_[y] - f_[places[j]]);
      expected_products.push_back(inner_product(direction, difference));
      add(coefficients[j], difference, expected_sum);
    }
    problem_.margins(x_, outputs_[y], several, w_, margins);
    check_equal(margins, expected_margins, kMargins, outputs_[y]);
    problem_.difference_products(x_, outputs_[y], outputs_[y_hat], several, products);
    check_equal(products, expected_products, kDifferences, outputs_[y]);
    problem_.add_differences(x_, outputs_[y], several, coefficients, sum);
    check_equal(sum, expected_sum, kDifferences, outputs_[y]);
    for (const Augmentation& augmentation : all_augmentations()) {
      if (problem_.loss_augmentation_unavailable(augmentation)) continue;
      Vector again(places.size());
      const Decoded worst = problem_.most_violated(x_, outputs_[y], w_, augmentation, several, again);
      Decoded alone = problem_.loss_augmented_decode(x_, outputs_[y], w_, augmentation);
      if (augmentation.rescaling == Rescaling::kMargin) alone.value -= f_[y];
      if (worst.output == alone.output && close(worst.value, alone.value) && same_bits(margins, again))
        continue;
      out_.add(kMostViolated, fmt::format("{}, reference {}: {}, alone {}", name_of(augmentation),
                                          text_of(outputs_[y]), text_of(worst), text_of(alone)));
    }
  }

  void check_norm_bound(std::size_t y) {
    const double bound = problem_.difference_norm_bound(x_);
    for (const Vector& phi : joint_features_) {
      Vector difference = joint_features_[y];
      add(-1, phi, difference);
      const double norm = std::sqrt(inner_product(difference, difference));
      if (!(norm <= bound * (1 + 1e-12))) out_.add(kNormBound, fmt::format("{} > {}", norm, bound));
    }
  }

  Vector losses_from(std::size_t y) const {
    Vector losses;
    for (const Output& y_hat : outputs_) losses.push_back(problem_.loss(x_, outputs_[y], y_hat));
    return losses;
  }

  void check_loss(std::size_t y) {
    const Vector losses = losses_from(y);
    for (std::size_t i = 0; i < losses.size(); ++i) {
      if (std::isfinite(losses[i]) && losses[i] >= 0 && (i != y || losses[i] == 0)) continue;
      out_.add(kLoss, fmt::format("{} of {} for {}", losses[i], text_of(outputs_[i]), text_of(outputs_[y])));
    }
  }

  Vector augmented(std::size_t y, const Vector& losses, Augmentation augmentation) const {
    Vector values;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      values.push_back(reference_augmented(losses[i], f_[i], f_[y], augmentation));
    }
    return values;
  }

  void check_augmented(std::size_t y, Augmentation augmentation) {
    if (const auto why = problem_.loss_augmentation_unavailable(augmentation)) {
      return out_.expect(!why->empty(), kUnavailable, name_of(augmentation));
    }
    const Vector losses = losses_from(y), values = augmented(y, losses, augmentation);
    const Decoded found = problem_.loss_augmented_decode(x_, outputs_[y], w_, augmentation);
    const std::string which = fmt::format("{}, reference {}: ", name_of(augmentation), text_of(outputs_[y]));
    const std::vector<std::size_t> places = constrained(y, all());
    out_.expect(std::find(places.begin(), places.end(), y) != places.end(), kAugmentedDecode,
                "the reference has a constraint");
    double maximum = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : places) maximum = std::max(maximum, values[i]);
    switch (problem_.loss_augmented_exactness(augmentation)) {
      case Exactness::kExact:
        check_best(found, values, places, kAugmentedDecode, which);
        return check_smallest(found, losses, places, kAugmentedDecode);
      case Exactness::kRelaxed:
        if (found.value >= maximum || close(found.value, maximum)) return;
        return out_.add(kAugmentedDecode,
                        which + fmt::format("{} is no bound of {}", text_of(found), maximum));
      case Exactness::kGreedy:
        const auto at = place_of(found.output);
        if (at && close(found.value, values[*at]) && (found.value <= maximum || close(found.value, maximum)))
          return;
        return out_.add(kAugmentedDecode, which + fmt::format("{} is not its value", text_of(found)));
    }
  }

  void check_runner_up(const Decoded& best) {
    const auto* decoder = dynamic_cast<const RunnerUpDecoder*>(&problem_);
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

  void check_most_violated_other(const RunnerUpDecoder& decoder, std::size_t y, Augmentation augmentation) {
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

  void check_k_best() {
    const auto* decoder = dynamic_cast<const KBestDecoder*>(&problem_);
    if (decoder == nullptr) return;
    std::vector<std::size_t> order = all();
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return f_[a] > f_[b]; });
    const Index n = static_cast<Index>(order.size());
    for (const Index k : {Index{1}, Index{2}, Index{5}, n, n + 2}) {
      const std::vector<Decoded> found = decoder->k_best(x_, k, w_);
      if (static_cast<Index>(found.size()) != std::min(k, n)) {
        out_.add(kKBest, fmt::format("{} of {}, {} outputs", found.size(), k, n));
        continue;
      }
      for (std::size_t i = 0; i < found.size(); ++i) {
        const bool right = exact_ ? found[i].output == outputs_[order[i]] && found[i].value == f_[order[i]]
                                  : close(found[i].value, f_[order[i]]);
        if (!right) out_.add(kKBest, fmt::format("place {} of {}: {}", i, k, text_of(found[i])));
      }
    }
  }

  void check_log_partition() {
    const auto* sums = dynamic_cast<const LogPartition*>(&problem_);
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
    const bool agrees = close(sums->add_expected_feature(x_, w_, -1.5, into), log_z) && close(into, wanted);
    out_.expect(agrees, kLogPartition, "add_expected_feature()");
    check_expected_features(*sums, log_z, expected);
  }

  void check_marginals(const Vector& p, double total) {
    const auto* marginals = dynamic_cast<const PartMarginals*>(&problem_);
    if (marginals == nullptr) return;
    const Vector found = marginals->part_marginals(x_, w_);
    const std::size_t T = outputs_.front().parts.size(), K = T == 0 ? 0 : found.size() / T;
    Vector expected(T * K, 0.0);
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (std::size_t t = 0; t < T; ++t) {
        const auto at = t * K + static_cast<std::size_t>(outputs_[i].parts[t]);
        if (at >= expected.size()) return out_.add(kLogPartition, "part_marginals() of too few values");
        expected[at] += p[i] / total;
      }
    }
    out_.expect(close(found, expected), kLogPartition, "part_marginals()");
  }

  // The same input twice, other inputs before and behind it.
  void check_expected_features(const LogPartition& sums, double log_z, const Vector& expected) {
    const Index n = problem_.num_inputs();
    const auto list =
        sums.expected_features({(x_ + 1) % n, x_, x_, (x_ + n - 1) % n}, Vector{0.0, 2.0, 0.5, 0.0});
    const std::vector<Index>& at = list->coordinates();
    bool sound = true;
    for (std::size_t i = 1; i < at.size(); ++i) sound = sound && at[i - 1] < at[i];
    for (const Vector& phi : joint_features_) {
      for (std::size_t j = 0; j < phi.size(); ++j) {
        sound = sound && (phi[j] == 0 || std::binary_search(at.begin(), at.end(), static_cast<Index>(j)));
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

  void check_pair_decisions() {
    const auto* pairs = dynamic_cast<const PairDecisions*>(&problem_);
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

  // That the outputs looked at are those with one object moved is for tests/problems; here, that y is among
  // them, and that the value is a violation.
  void check_single_moves(std::size_t y) {
    const auto* moves = dynamic_cast<const SingleMoves*>(&problem_);
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

  void check_multinomial_model() {
    const auto* model = dynamic_cast<const MultinomialModel*>(&problem_);
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

  void check_label_scores() {
    const auto* scores = dynamic_cast<const LabelScores*>(&problem_);
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

  void check_output_classes() {
    const auto* classes = dynamic_cast<const OutputClasses*>(&problem_);
    if (classes == nullptr) return;
    std::vector<Index> sizes(static_cast<std::size_t>(classes->num_classes()), 0);
    for (const Output& y : outputs_) {
      const Index of_y = classes->class_of(y);
      if (of_y < 0 || of_y >= classes->num_classes()) return out_.add(kOutputClasses, text_of(y));
      ++sizes[static_cast<std::size_t>(of_y)];
    }
    out_.expect(std::ranges::count(sizes, 0) == 0, kOutputClasses, "a class without outputs");
  }

  void check_label_biases() {
    const auto* biases = dynamic_cast<const LabelBiases*>(&problem_);
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

  void check_label_offsets() {
    const auto* problem = dynamic_cast<const LabelOffsets*>(&problem_);
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
    out_.expect(both.best.output == best.output && both.runner_up.has_value() == (outputs_.size() > 1),
                kLabelOffsets, "two_best_with()");
    const auto at = place_of(best.output);
    if (both.runner_up && at) check_best(*both.runner_up, values, all_but(*at), kLabelOffsets, "runner-up: ");
    out_.expect(close(problem->log_partition_with(x_, w_, offsets), top + std::log(total)), kLabelOffsets,
                "log_partition_with()");
    if (problem->num_parts(x_) != 1) return;
    Vector f(offsets.size());
    problem->scores_of_part(x_, w_, f);
    check_equal(f, f_, kLabelOffsets, outputs_[0]);
  }

  const StructuredProblem& problem_;
  InputId x_;
  bool integers_are_exact_, one_view_, integers_ = true, exact_ = true;
  Dice& dice_;
  Violations& out_;
  std::vector<Output> outputs_;
  std::vector<Vector> joint_features_;  // by place of the output
  Vector w_, f_;                        // scores by place
  std::vector<std::size_t> references_;
};

void check_problem(const StructuredProblem& problem, const SmallInstance& instance, const std::string& name,
                   const std::vector<Numbers>& all_numbers, Dice& dice, Violations& out) {
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    out.set_where(fmt::format("{}, input {}: ", name, x));
    InputLaws laws(problem, instance, x, dice, out);
    for (const Numbers numbers : all_numbers) {
      laws.check(dice.vector(problem.dimension(), numbers), numbers != Numbers::kReals);
    }
  }
}

/// Features of the views behind each other, the same outputs, losses and inputs, the sum of the scores
/// (Brefeld 2008, Prop. B.2).
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
        behind_each_other.value.insert(behind_each_other.value.end(), phi.value.begin(), phi.value.end());
        offset += views[v].dimension();
        score += views[v].score(x, y, w[v]);
        loss += views[v].loss(x, outputs.front(), y) / static_cast<double>(views.count());
      }
      const SparseVector phi = joint.joint_feature(x, y);
      const bool same = phi.index == behind_each_other.index && phi.value == behind_each_other.value &&
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
  const auto* weights = dynamic_cast<const FeatureMajorWeights*>(&with[0]);
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
        out.add(kFeatureMajor, fmt::format("input {}: {}, not {}", x, text_of(found), text_of(expected)));
    }
  }
}

/// Everything that may be asked of an input, at these weights.
std::vector<Decoded> all_answers(const StructuredProblem& problem, InputId x, const Output& y,
                                 const Vector& w) {
  std::vector<Decoded> found = {problem.decode(x, w), {y, problem.score(x, y, w)}};
  for (const Augmentation& augmentation : all_augmentations()) {
    if (!problem.loss_augmentation_unavailable(augmentation))
      found.push_back(problem.loss_augmented_decode(x, y, w, augmentation));
  }
  if (const auto* decoder = dynamic_cast<const RunnerUpDecoder*>(&problem)) {
    found.push_back(decoder->runner_up(x, y, w).value_or(Decoded{}));
  }
  if (const auto* decoder = dynamic_cast<const KBestDecoder*>(&problem)) {
    for (Decoded& each : decoder->k_best(x, 3, w)) found.push_back(std::move(each));
  }
  if (const auto* sums = dynamic_cast<const LogPartition*>(&problem);
      sums != nullptr && !sums->log_partition_unavailable()) {
    found.push_back({y, sums->log_partition(x, w)});
  }
  return found;
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
    const auto& expected = alone[call % n];
    bool same = found.size() == expected.size();
    for (std::size_t i = 0; same && i < found.size(); ++i) {
      same = found[i].output == expected[i].output && same_bits(found[i].value, expected[i].value);
    }
    agrees[call] = same;
  }
  for (Index call = 0; call < calls; ++call) {
    if (!agrees[call]) out.add(kConcurrent, fmt::format("input {}", call % n));
  }
}

}  // namespace

std::vector<std::string> problem_violations(const ProblemEntry& entry, const SmallInstance& instance,
                                            std::uint64_t seed) {
  Dice dice(seed);
  Violations out;
  const Views views = entry.make(instance.options, instance.data);
  const std::vector<Numbers> all_numbers = {Numbers::kZeros, Numbers::kIntegers, Numbers::kReals};
  for (Index v = 0; v < views.count(); ++v) {
    check_problem(views[v], instance, fmt::format("view {}", v), all_numbers, dice, out);
  }
  if (views.count() > 1) check_problem(views.joint(), instance, "joint", {Numbers::kIntegers}, dice, out);
  out.set_where("");
  check_views(views, instance, dice, out);
  check_feature_major(entry, instance, dice, out);
  return out.lines();
}

std::vector<std::string> concurrency_violations(const ProblemEntry& entry, const SmallInstance& instance,
                                                std::uint64_t seed) {
  Dice dice(seed);
  Violations out;
  const Views views = entry.make(instance.options, instance.data);
  for (Index v = 0; v < views.count(); ++v) check_concurrent(views[v], instance, dice, out);
  check_concurrent(views.joint(), instance, dice, out);
  return out.lines();
}

}  // namespace costruct::test
