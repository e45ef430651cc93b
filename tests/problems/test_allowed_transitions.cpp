// Sequences with forbidden transitions, against the enumeration of what is allowed.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/part_covariances.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/allowed_transitions.hpp"
#include "support/enumerate.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

const std::vector<std::string> kLabels = {"O", "B-X", "I-X"};
const Json kPairs = Json::parse(R"([["O", "I-X"], ["", "I-X"], ["B-X", "B-X"], ["B-X", ""]])");

/// The rules of kPairs, or those of IOB2, in words of their own.
bool is_allowed(const Json& transitions, const Output& y) {
  const auto& parts = y.parts;
  if (parts.empty()) return true;
  if (parts.front() == 2) return false;
  const bool pairs = transitions.is_array();
  if (pairs && parts.back() == 1) return false;
  for (std::size_t t = 1; t < parts.size(); ++t) {
    if (parts[t - 1] == 0 && parts[t] == 2) return false;
    if (pairs && parts[t - 1] == 1 && parts[t] == 1) return false;
  }
  return true;
}

std::vector<Output> allowed_labelings(const Json& transitions, Index length) {
  std::vector<Output> outputs = all_labelings(length, 3);
  std::erase_if(outputs, [&](const Output& y) { return !is_allowed(transitions, y); });
  return outputs;
}

PartData three_label_data(Dice& dice) {
  TinySpec spec;
  spec.labels = kLabels;
  spec.features = {4, 3};
  return tiny_data(spec, dice);
}

/// Calls check(problem, x, w, allowed outputs) for views and their joint problem.
template <class Check>
void for_problems(const Json& options, std::uint64_t seed, Numbers numbers, const Check& check) {
  Dice dice(seed);
  const PartData data = three_label_data(dice);
  const Views views = make_views("sequence", options, data);
  for (const StructuredProblem* problem : {&views[0], &views[1], &views.joint()}) {
    const Vector w = dice.vector(problem->dimension(), numbers);
    for (InputId x = 0; x < problem->num_inputs(); ++x) {
      const auto allowed = allowed_labelings(options.at("transitions"), data.views[0].length(x));
      if (!allowed.empty()) check(*problem, x, w, allowed);
    }
  }
}

}  // namespace

TEST_CASE("decoders find the best of what is allowed", "[problems][sequence][transitions]") {
  for (const Json& transitions : {Json("scheme"), kPairs}) {
    for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
      for (const Index order : {1, 2, 3}) {
        for (const Numbers numbers : {Numbers::kZeros, Numbers::kIntegers, Numbers::kReals}) {
          INFO(transitions << " " << loss << ", order " << order);
          const Json options = {
              {"transitions", transitions}, {"loss", loss}, {"order", order}, {"bias", true},
              {"boundary", true},           {"eta", 2}};
          for_problems(
              options, 7, numbers,
              [&](const StructuredProblem& problem, InputId x, const Vector& w,
                  const auto& allowed) {
                const auto score = [&](const Output& y) { return problem.score(x, y, w); };
                const auto best = ranked(allowed, score);
                const Decoded decoded = problem.decode(x, w);
                CHECK(decoded.output == best.front().output);
                CHECK(decoded.value == best.front().value);

                const auto& runner_up = dynamic_cast<const RunnerUpDecoder&>(problem);
                const auto other = runner_up.runner_up(x, best.front().output, w);
                REQUIRE(other.has_value() == (best.size() > 1));
                if (other) CHECK(other->output == best[1].output);
                const TwoBest two = runner_up.two_best(x, w);
                CHECK(two.best.output == best.front().output);
                CHECK(two.runner_up.has_value() == (best.size() > 1));

                const auto k_best = dynamic_cast<const KBestDecoder&>(problem).k_best(x, 100, w);
                REQUIRE(k_best.size() == best.size());
                for (std::size_t i = 0; i < best.size(); ++i)
                  CHECK(k_best[i].output == best[i].output);

                const Output y = allowed[allowed.size() / 2];
                for (const Augmentation augmentation : all_augmentations()) {
                  INFO(name_of(augmentation) << ", y " << y);
                  const auto augmented = [&](const Output& y_hat) {
                    return reference_augmented(problem.loss(x, y, y_hat), score(y_hat), score(y),
                                               augmentation);
                  };
                  const Decoded worst = problem.loss_augmented_decode(x, y, w, augmentation);
                  CHECK(is_allowed(transitions, worst.output));
                  CHECK(worst.value == Approx(best_of(allowed, augmented).value).margin(1e-12));
                  const auto violated = runner_up.most_violated_other(x, y, w, augmentation);
                  REQUIRE(violated.has_value() == (allowed.size() > 1));
                  if (!violated) continue;
                  CHECK(is_allowed(transitions, violated->output));
                  const double offset = augmentation.rescaling == Rescaling::kMargin ? score(y) : 0;
                  const auto others = without(allowed, y);
                  CHECK(violated->value ==
                        Approx(best_of(others, augmented).value - offset).margin(1e-12));
                }
              });
        }
      }
    }
  }
}

TEST_CASE("sums run over what is allowed", "[problems][sequence][transitions]") {
  for (const Json& transitions : {Json("scheme"), kPairs}) {
    const Json options = {
        {"transitions", transitions}, {"bias", true}, {"boundary", true}, {"eta", 0.5}};
    for_problems(
        options, 8, Numbers::kReals,
        [&](const StructuredProblem& problem, InputId x, const Vector& w, const auto& allowed) {
          double total = 0;
          for (const Output& y : allowed) total += std::exp(problem.score(x, y, w));
          Vector mean(problem.dimension(), 0.0);
          double entropy = 0, mean_score = 0;
          for (const Output& y : allowed) {
            const double p = std::exp(problem.score(x, y, w)) / total;
            add_to(mean, p, problem.joint_feature(x, y));
            entropy -= p * std::log(p);
            mean_score += p * problem.score(x, y, w);
          }
          const auto& sums = dynamic_cast<const LogPartition&>(problem);
          CHECK(sums.log_partition(x, w) == Approx(std::log(total)));
          Vector one(problem.dimension(), 0.0);
          sums.add_expected_feature(x, w, 1, one);
          const auto list = sums.expected_features({x, x}, {1, 2});
          Vector of_list(list->coordinates().size(), 0.0), part_of_w;
          for (const Index j : list->coordinates()) part_of_w.push_back(w[j]);
          CHECK(list->add(part_of_w, 1, of_list) == Approx(3 * std::log(total)));
          for (std::size_t i = 0; i < of_list.size(); ++i)
            CHECK(of_list[i] == Approx(3 * mean[list->coordinates()[i]]).margin(1e-12));
          for (std::size_t j = 0; j < mean.size(); ++j)
            CHECK(one[j] == Approx(mean[j]).margin(1e-12));

          const auto covaried =
              dynamic_cast<const PartCovariances&>(problem).covaried_features({x});
          Vector covariance(covaried->coordinates().size(), 0.0),
              expected(problem.dimension(), 0.0);
          const double found =
              covaried->add_covariances(part_of_w, 1, Vector(3, 0.0), 1, covariance);
          CHECK(found == Approx(entropy).margin(1e-12));
          for (const Output& y : allowed) {
            const double score = problem.score(x, y, w);
            add_to(expected, std::exp(score) / total * (score - mean_score),
                   problem.joint_feature(x, y));
          }
          for (std::size_t i = 0; i < covariance.size(); ++i)
            CHECK(covariance[i] == Approx(expected[covaried->coordinates()[i]]).margin(1e-12));
        });
  }
}

TEST_CASE("a sentence without an allowed labeling gets as few forbidden pairs as possible",
          "[problems][sequence][transitions]") {
  TinySpec spec;
  spec.lengths = {1, 2, 3};
  spec.labels = {"B-X", "E-X"};  // IOBES without S: one token cannot be a chunk
  Dice dice(9);
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views("sequence", {{"transitions", "scheme"}}, data);
  const Vector w = dice.vector(views[0].dimension(), Numbers::kReals);
  CHECK(views[0].decode(1, w).output == Output{{0, 1}});
  CHECK(views[0].decode(0, w).output.parts.size() == 1);
  CHECK(views[0].decode(2, w).output.parts.size() == 3);
  const auto all = dynamic_cast<const KBestDecoder&>(views[0]).k_best(1, 10, w);
  CHECK(all.size() == 1);
}

TEST_CASE("allowing everything changes no bit", "[problems][sequence][transitions]") {
  Dice dice(10);
  const PartData data = three_label_data(dice);
  const Views said = make_views("sequence", {{"transitions", "any"}}, data);
  const Views unsaid = make_views("sequence", Json::object(), data);
  const Vector w = dice.vector(said.joint().dimension(), Numbers::kReals);
  for (InputId x = 0; x < said.joint().num_inputs(); ++x) {
    const Decoded a = said.joint().decode(x, w), b = unsaid.joint().decode(x, w);
    CHECK(a.output == b.output);
    CHECK(same_bits(a.value, b.value));
  }
}

TEST_CASE("the places of forbidden pairs are named", "[problems][sequence][transitions]") {
  const AllowedTransitions scheme("scheme", kLabels), pairs(kPairs, kLabels);
  CHECK(scheme.broken_by({{0, 1, 2, 2, 0}}, kLabels).empty());
  CHECK(scheme.broken_by({{}}, kLabels).empty());
  CHECK(scheme.broken_by({{0, 1, 0, 2}}, kLabels) == "token 4: I-X after O");
  CHECK(scheme.broken_by({{2}}, kLabels) == "token 1: I-X comes first");
  CHECK(pairs.broken_by({{0, 1}}, kLabels) == "token 2: B-X comes last");
}

TEST_CASE("wrong transitions are config errors", "[problems][sequence][transitions]") {
  const std::vector<std::string> words = {"NOUN", "VERB"};
  CHECK_THROWS_WITH(AllowedTransitions("scheme", words), Contains("no scheme"));
  CHECK_THROWS_WITH(AllowedTransitions("scheme", std::vector<std::string>{"O", "I-X"}),
                    Contains("no scheme that forbids"));
  CHECK_THROWS_WITH(AllowedTransitions(Json::parse(R"([["O", "I-Y"]])"), kLabels),
                    Contains("no label \"I-Y\"") && Contains("I-X"));
  const auto is_wrong = [](const Json& option) {
    return !has_form(AllowedTransitions::form(), option);
  };
  for (const char* wrong :
       {"1", "\"iob\"", "[]", "[1]", "[[\"O\"]]", "[[\"O\", 1]]", "[[\"\", \"\"]]", "{}", "true"}) {
    INFO(wrong);
    CHECK(is_wrong(Json::parse(wrong)));
  }
  CHECK_FALSE(is_wrong("scheme"));
  CHECK_FALSE(is_wrong(kPairs));
}
