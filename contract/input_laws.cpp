#include "costruct/contract/input_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/offered.hpp"

namespace costruct::contract {

std::vector<Decoded> all_answers(const StructuredProblem& problem, InputId x, const Output& y,
                                 const Vector& w) {
  std::vector<Decoded> found = {problem.decode(x, w), {y, problem.score(x, y, w)}};
  for (const Augmentation& augmentation : all_augmentations()) {
    if (!problem.loss_augmentation_unavailable(augmentation))
      found.push_back(problem.loss_augmented_decode(x, y, w, augmentation));
  }
  if (const auto* decoder = offered<RunnerUpDecoder>(problem)) {
    found.push_back(decoder->runner_up(x, y, w).value_or(Decoded{}));
  }
  if (const auto* decoder = offered<KBestDecoder>(problem)) {
    for (Decoded& each : decoder->k_best(x, 3, w)) found.push_back(std::move(each));
  }
  if (const auto* sums = offered<LogPartition>(problem);
      sums != nullptr && !sums->log_partition_unavailable()) {
    found.push_back({y, sums->log_partition(x, w)});
  }
  return found;
}

bool same_bits(const std::vector<Decoded>& a, const std::vector<Decoded>& b) {
  return std::ranges::equal(a, b, [](const Decoded& one, const Decoded& other) {
    return one.output == other.output && same_bits(one.value, other.value);
  });
}

InputLaws::InputLaws(const StructuredProblem& problem, const SmallInstance& instance, InputId x,
                     Dice& dice, Violations& violations)
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

void InputLaws::check(const Vector& w, bool integers) {
  check_decoders(w, integers);
  for (const std::size_t y : references_) check_same_structure(y);
  check_multinomial_model();
  check_label_scores();
  check_label_biases();
  check_output_classes();
  check_pair_decisions();
  for (const std::size_t y : references_) check_single_moves(y);
  if (!same_bits(w, w_)) out_.add(kArguments, "the weights");
}

void InputLaws::check_decoders(const Vector& w, bool integers) {
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

  references_ = {0, last(), random_output(), random_output()};
  for (const std::size_t y : references_) {
    check_linear_algebra(y);
    check_loss(y);
    for (const Augmentation& augmentation : all_augmentations()) check_augmented(y, augmentation);
  }
  check_runner_up(best);
  check_k_best();
  check_log_partition();
  check_label_offsets();
  if (!same_bits(w, w_)) out_.add(kArguments, "the weights");
}

std::vector<std::size_t> InputLaws::all() const {
  std::vector<std::size_t> places(outputs_.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  return places;
}

std::vector<std::size_t> InputLaws::all_but(std::size_t y) const {
  std::vector<std::size_t> places = all();
  places.erase(places.begin() + static_cast<std::ptrdiff_t>(y));
  return places;
}

std::vector<std::size_t> InputLaws::constrained(std::size_t y,
                                                std::vector<std::size_t> places) const {
  std::erase_if(places, [&](std::size_t i) {
    return !problem_.has_constraint(x_, outputs_[y], outputs_[i]);
  });
  return places;
}

std::optional<std::size_t> InputLaws::place_of(const Output& y) const {
  const auto at = std::lower_bound(outputs_.begin(), outputs_.end(), y);
  if (at == outputs_.end() || *at != y) return std::nullopt;
  return static_cast<std::size_t>(at - outputs_.begin());
}

Vector InputLaws::dense(const Output& y) {
  const SparseVector phi = problem_.joint_feature(x_, y);
  Vector all(problem_.dimension(), 0.0);
  bool sound = phi.index.size() == phi.value.size();
  for (std::size_t i = 0; sound && i < phi.index.size(); ++i) {
    sound = phi.index[i] >= 0 && phi.index[i] < problem_.dimension() &&
            std::isfinite(phi.value[i]) && (i == 0 || phi.index[i - 1] < phi.index[i]);
    if (sound) all[phi.index[i]] = phi.value[i];
  }
  if (!sound) out_.add(kJointFeature, text_of(y));
  return all;
}

void InputLaws::check_equal(double found, double expected, const char* law, const Output& y) {
  if (exact_ ? found == expected : close(found, expected)) return;
  out_.add(law, fmt::format("{} of {}, expected {}", found, text_of(y), expected));
}

void InputLaws::check_equal(const Vector& found, const Vector& expected, const char* law,
                            const Output& y) {
  if (exact_ ? found == expected : close(found, expected)) return;
  out_.add(law, fmt::format("[{}] of {}, expected [{}]", fmt::join(found, " "), text_of(y),
                            fmt::join(expected, " ")));
}

void InputLaws::check_best(const Decoded& found, const Vector& values,
                           const std::vector<std::size_t>& places, const char* law,
                           const std::string& which) {
  std::size_t best = places.front();
  for (const std::size_t i : places) {
    if (values[i] > values[best]) best = i;
  }
  const auto at = place_of(found.output);
  const bool is_best =
      exact_ ? at == best && found.value == values[best]
             : at && close(found.value, values[best]) && close(values[*at], values[best]);
  if (is_best) return;
  out_.add(law, fmt::format("{}found {}, best is {}", which, text_of(found),
                            text_of(Decoded{outputs_[best], values[best]})));
}

void InputLaws::check_decoded(const Decoded& found, const Vector& values,
                              const std::vector<std::size_t>& places, const char* law,
                              const std::string& which) {
  if (problem_.decoding_exactness() == Exactness::kExact)
    return check_best(found, values, places, law, which);
  out_.expect(problem_.decoding_exactness() == Exactness::kGreedy, law,
              "decoding is exact or greedy");
  const auto at = place_of(found.output);
  const bool there = at && std::find(places.begin(), places.end(), *at) != places.end();
  if (!there || !close(found.value, values[*at]))
    out_.add(law, which + text_of(found) + " is not its value");
}

void InputLaws::check_smallest(const Decoded& found, const Vector& losses,
                               const std::vector<std::size_t>& places, const char* law) {
  const auto at = place_of(found.output);
  if (!integers_ || !at) return;
  for (const std::size_t i : places) {
    if (i >= *at) return;
    if (losses[i] != losses[*at] || f_[i] != f_[*at]) continue;
    return out_.add(law, text_of(found.output) + " is not the smallest of its loss and score");
  }
}

void InputLaws::check_linear_algebra(std::size_t y) {
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

void InputLaws::check_several(std::size_t y, std::size_t y_hat,
                              const std::vector<std::size_t>& places) {
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
    if (worst.output == alone.output && close(worst.value, alone.value) &&
        same_bits(margins, again))
      continue;
    out_.add(kMostViolated, fmt::format("{}, reference {}: {}, alone {}", name_of(augmentation),
                                        text_of(outputs_[y]), text_of(worst), text_of(alone)));
  }
}

void InputLaws::check_norm_bound(std::size_t y) {
  const double bound = problem_.difference_norm_bound(x_);
  for (const Vector& phi : joint_features_) {
    Vector difference = joint_features_[y];
    add(-1, phi, difference);
    const double norm = std::sqrt(inner_product(difference, difference));
    if (!(norm <= bound * (1 + 1e-12))) out_.add(kNormBound, fmt::format("{} > {}", norm, bound));
  }
}

Vector InputLaws::losses_from(std::size_t y) const {
  Vector losses;
  for (const Output& y_hat : outputs_) losses.push_back(problem_.loss(x_, outputs_[y], y_hat));
  return losses;
}

void InputLaws::check_loss(std::size_t y) {
  const Vector losses = losses_from(y);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (std::isfinite(losses[i]) && losses[i] >= 0 && (i != y || losses[i] == 0)) continue;
    out_.add(kLoss,
             fmt::format("{} of {} for {}", losses[i], text_of(outputs_[i]), text_of(outputs_[y])));
  }
}

void InputLaws::check_same_structure(std::size_t y) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (problem_.same_structure(x_, outputs_[y], outputs_[i]) == (i == y)) continue;
    out_.add(kSameStructure, fmt::format("{} and {}", text_of(outputs_[y]), text_of(outputs_[i])));
  }
}

Vector InputLaws::augmented(std::size_t y, const Vector& losses, Augmentation augmentation) const {
  Vector values;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    values.push_back(reference_augmented(losses[i], f_[i], f_[y], augmentation));
  }
  return values;
}

void InputLaws::check_augmented(std::size_t y, Augmentation augmentation) {
  if (const auto why = problem_.loss_augmentation_unavailable(augmentation)) {
    return out_.expect(!why->empty(), kUnavailable, name_of(augmentation));
  }
  const Vector losses = losses_from(y), values = augmented(y, losses, augmentation);
  const Decoded found = problem_.loss_augmented_decode(x_, outputs_[y], w_, augmentation);
  const std::string which =
      fmt::format("{}, reference {}: ", name_of(augmentation), text_of(outputs_[y]));
  const std::vector<std::size_t> places = constrained(y, all());
  out_.expect(std::find(places.begin(), places.end(), y) != places.end(), kAugmentedDecode,
              "the reference has a constraint");
  if (places.empty()) return;
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
      if (at && close(found.value, values[*at]) &&
          (found.value <= maximum || close(found.value, maximum)))
        return;
      return out_.add(kAugmentedDecode, which + fmt::format("{} is not its value", text_of(found)));
  }
}

}  // namespace costruct::contract
