// Choices of documents: Phi and Delta written out once more, decoders with subtopics against
// enumeration, laws.
#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/diversification/candidate_sets.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"
#include "costruct/problems/diversification/diversification.hpp"
#include "costruct/problems/diversification/diversification_metrics.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::diversification;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

using Subtopics = std::vector<std::vector<int>>;

Subtopics drawn_subtopics(Index n, Dice& dice) {
  Subtopics all(static_cast<std::size_t>(n));
  for (auto& of_document : all) {
    for (int t = 0; t < 5; ++t) {
      if (dice.range(0, 2) == 0) of_document.push_back(t);
    }
  }
  return all;
}

bool covers(const Subtopics& subtopics, const std::vector<int>& chosen, int t) {
  return std::any_of(chosen.begin(), chosen.end(), [&](int d) {
    const auto& of = subtopics[static_cast<std::size_t>(d)];
    return std::find(of.begin(), of.end(), t) != of.end();
  });
}

/// Weighted by how many candidates have a subtopic; of whole numbers.
double weight_left_out(const Subtopics& subtopics, const std::vector<int>& chosen) {
  double left_out = 0;
  for (int t = 0; t < 5; ++t) {
    for (const auto& of_document : subtopics) {
      if (std::find(of_document.begin(), of_document.end(), t) != of_document.end())
        left_out += !covers(subtopics, chosen, t);
    }
  }
  return left_out;
}

double total_weight(const Subtopics& subtopics) {
  double total = 0;
  for (const auto& of_document : subtopics) total += static_cast<double>(of_document.size());
  return total;
}

SmallInstance one_view_with(const char* decoder) {
  SmallInstance instance = small_instances("diversification", 11).front();
  instance.options["decoder"] = decoder;
  return instance;
}

/// Queries of the small instances with one view.
struct Small {
  explicit Small(const char* decoder = "exact") : instance(one_view_with(decoder)) {}
  SmallInstance instance;
  Views views = diversification_problem().make(instance.options, instance.data);
  const CandidateSets& data() const { return dynamic_cast<const CandidateSets&>(*instance.data); }
};

}  // namespace

TEST_CASE("joint features add up over covered elements and pairs", "[problems][diversification]") {
  const Small small;
  const StructuredProblem& problem = small.views.joint();
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    const Candidates& query = *small.data().queries[static_cast<std::size_t>(x)];
    const FeatureTable& table = small.data().views.front();
    for (const Output& y : small.instance.outputs(x)) {
      Vector expected(static_cast<std::size_t>(problem.dimension()), 0.0);
      const auto add = [&](Index part) {
        for (std::size_t e = 0; e < table.features_of(part).size(); ++e)
          expected[static_cast<std::size_t>(table.features_of(part)[e])] +=
              table.values_of(part)[e];
      };
      for (std::int32_t element = 0; element < query.covering.elements; ++element) {
        const bool is_covered = std::any_of(y.parts.begin(), y.parts.end(), [&](int d) {
          const auto of = query.covering.of(d);
          return std::find(of.begin(), of.end(), element) != of.end();
        });
        if (is_covered) add(table.example_begin[x] + query.kind[static_cast<std::size_t>(element)]);
      }
      Index pair = table.example_begin[x] + query.kinds;
      for (int j = 1; j < query.size(); ++j) {
        for (int k = 0; k < j; ++k, ++pair) {
          const auto chosen = [&](int d) {
            return std::find(y.parts.begin(), y.parts.end(), d) != y.parts.end();
          };
          if (chosen(j) && chosen(k)) add(pair);
        }
      }
      Vector found(expected.size(), 0.0);
      add_to(found, 1, problem.joint_feature(x, y));
      CHECK(found == expected);
    }
  }
}

TEST_CASE("subtopics behind chosen documents change no score", "[problems][diversification]") {
  const Small small;
  Dice dice(4);
  const StructuredProblem& problem = small.views.joint();
  const Vector w = dice.vector(problem.dimension(), Numbers::kIntegers);
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    const Index n = small.data().queries[static_cast<std::size_t>(x)]->size();
    for (const Output& y : small.instance.outputs(x)) {
      const Output known = with_subtopics(y.parts, drawn_subtopics(n, dice));
      CHECK(std::ranges::equal(chosen_documents(known), y.parts));
      CHECK(has_subtopics(known) == (n > 0));
      CHECK(problem.joint_feature(x, known) == problem.joint_feature(x, y));
      CHECK(problem.score(x, known, w) == problem.score(x, y, w));
      for (const Output& y_hat : small.instance.outputs(x))
        CHECK(problem.same_structure(x, known, y_hat) == (y == y_hat));
    }
  }
}

TEST_CASE("the loss of a reference with subtopics is the weight left out beyond its own",
          "[problems][diversification]") {
  const Small small;
  Dice dice(5);
  const StructuredProblem& problem = small.views.joint();
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    const Index n = small.data().queries[static_cast<std::size_t>(x)]->size();
    const Subtopics subtopics = drawn_subtopics(n, dice);
    const double total = total_weight(subtopics);
    for (const Output& y : small.instance.outputs(x)) {
      const Output known = with_subtopics(y.parts, subtopics);
      for (const Output& y_hat : small.instance.outputs(x)) {
        const double more =
            weight_left_out(subtopics, y_hat.parts) - weight_left_out(subtopics, y.parts);
        CHECK(problem.loss(x, known, y_hat) == (total == 0 ? 0 : std::max(0.0, more) / total));
        const double left_out = total == 0 ? 0 : weight_left_out(subtopics, y_hat.parts) / total;
        CHECK(uncovered_share(known, y_hat.parts) == left_out);
      }
    }
  }
}

TEST_CASE("two predictions differ by the share of documents that they have not in common",
          "[problems][diversification]") {
  const Small small;
  const StructuredProblem& problem = small.views.joint();
  CHECK(problem.loss(0, {{0, 1}}, {{0, 1}}) == 0);
  CHECK(problem.loss(0, {{0, 1}}, {{1, 3}}) == 0.5);
  CHECK(problem.loss(0, {{0, 1}}, {{2, 3}}) == 1);
  const auto difference = diversification_problem().difference;
  CHECK(difference(Json::object(), {{0, 1}}, {{1, 3}}) == 0.5);
  CHECK(difference(Json::object(), with_subtopics(std::vector<int>{0, 1}, {{0}, {1}, {2}, {}}),
                   {{0, 1}}) == 0);
}

TEST_CASE("what most violates a constraint with subtopics is that of enumeration",
          "[problems][diversification]") {
  const Small small;
  Dice dice(6);
  const StructuredProblem& problem = small.views.joint();
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    const Index n = small.data().queries[static_cast<std::size_t>(x)]->size();
    for (const Output& y : small.instance.outputs(x)) {
      const Output known = with_subtopics(y.parts, drawn_subtopics(n, dice));
      const Vector w = dice.vector(problem.dimension(), Numbers::kIntegers);
      for (const Augmentation augmentation : all_augmentations()) {
        const Decoded expected = best_of(small.instance.outputs(x), [&](const Output& y_hat) {
          return reference_augmented(problem.loss(x, known, y_hat), problem.score(x, y_hat, w),
                                     problem.score(x, known, w), augmentation);
        });
        const Decoded found = problem.loss_augmented_decode(x, known, w, augmentation);
        CHECK(found.output == expected.output);
        CHECK(found.value == expected.value);
      }
    }
  }
}

TEST_CASE("the reference covers as much as any choice, and greedily at least 1 - 1/e of it",
          "[problems][diversification]") {
  Dice dice(8);
  for (Index n = 1; n <= 7; ++n) {
    for (Index size = 1; size <= 4; ++size) {
      const Subtopics subtopics = drawn_subtopics(n, dice);
      const double total = total_weight(subtopics);
      const auto covered = [&](const std::vector<int>& y) {
        return total - weight_left_out(subtopics, y);
      };
      const Decoded best =
          best_of(all_choices(n, size), [&](const Output& y) { return covered(y.parts); });
      const auto reference = best_reference(subtopics, size, 1'000'000);
      REQUIRE(reference);
      CHECK(*reference == best.output.parts);
      CHECK(covered(greedy_reference(subtopics, size)) >= (1 - std::exp(-1)) * best.value);
      if (size >= n) CHECK(uncovered_share(with_subtopics(*reference, subtopics), *reference) == 0);
    }
  }
}

TEST_CASE("permuting candidates permutes the documents that are chosen",
          "[problems][diversification]") {
  // Values of elements are powers of two: there are no ties.
  const auto chosen_in_order = [](const std::vector<int>& order) {
    auto query = std::make_shared<Candidates>();
    const Subtopics words = {{0, 1}, {1, 2, 3}, {4}, {0, 4, 5}, {2, 5}};
    query->kinds = query->covering.elements = 6;
    query->kind = {0, 1, 2, 3, 4, 5};
    for (const int d : order) {
      for (const int word : words[static_cast<std::size_t>(d)])
        query->covering.element.push_back(word);
      query->covering.end_document();
    }
    auto data = std::make_shared<CandidateSets>();
    FeatureTable table;
    table.num_features = 1;
    for (int kind = 0; kind < 6; ++kind) {
      table.feature.push_back(0);
      table.value.push_back(1 << kind);
      table.end_part();
    }
    for (int pair = 0; pair < 10; ++pair) table.end_part();
    table.end_example();
    data->queries = {query};
    data->views = {table};
    data->rules.resize(1);
    std::vector<std::vector<int>> found;
    for (const char* decoder : {"greedy", "swaps", "exact"}) {
      const Views views =
          diversification_problem().make({{"documents", 2}, {"decoder", decoder}}, data);
      std::vector<int> documents;
      for (const int d : views.joint().decode(0, Vector{1.0}).output.parts)
        documents.push_back(order[static_cast<std::size_t>(d)]);
      std::sort(documents.begin(), documents.end());
      found.push_back(documents);
    }
    return found;
  };
  std::vector<int> order = {0, 1, 2, 3, 4};
  const auto expected = chosen_in_order(order);
  while (std::next_permutation(order.begin(), order.end()))
    REQUIRE(chosen_in_order(order) == expected);
}

TEST_CASE("exact decoding refuses queries with too many choices", "[problems][diversification]") {
  auto query = std::make_shared<Candidates>();
  for (int d = 0; d < 100; ++d) query->covering.end_document();
  auto data = std::make_shared<CandidateSets>();
  data->queries = {query};
  data->views.resize(1);
  data->rules.resize(1);
  CHECK_THROWS_WITH(diversification_problem().make({{"documents", 5}, {"decoder", "exact"}}, data),
                    Catch::Contains("problem.decoder = exact: a query has 100 candidates"));
  CHECK_THROWS_WITH(
      diversification_problem().make({{"documents", 5}, {"training_decoder", "exact"}}, data),
      Catch::Contains("problem.training_decoder = exact"));
  CHECK_NOTHROW(diversification_problem().make({{"documents", 5}}, data));
  // 161,700 choices, but four million sets on the way to them.
  CHECK(num_choices(100, 97) < 1e6);
  CHECK_THROWS_WITH(diversification_problem().make({{"documents", 97}, {"decoder", "exact"}}, data),
                    Catch::Contains("more than 10^7 documents to look at"));
  CHECK_NOTHROW(diversification_problem().make({{"documents", 99}, {"decoder", "exact"}}, data));
}

TEST_CASE("metrics of the first documents are those of the greedy ranking",
          "[problems][diversification]") {
  const Small small;
  const StructuredProblem& problem = small.views.joint();
  Dice dice(9);
  const Subtopics subtopics = drawn_subtopics(4, dice);
  const Output truth = with_subtopics(std::vector<int>{0, 1}, subtopics);
  const Vector zero(static_cast<std::size_t>(problem.dimension()), 0.0);  // chooses 0, 1, 2, ...
  const double total = total_weight(subtopics);
  std::vector<int> first;
  const ProblemEntry entry = diversification_problem();
  const Json options = Json::object();
  for (const OutputMetric& metric : entry.metrics) {
    if (!metric.note) continue;
    if (first.size() < 4) first.push_back(static_cast<int>(first.size()));
    const std::vector<Vector> notes = {metric.note(problem, 0, truth, zero)};
    const MetricInput input{{&truth, 1}, {&truth, 1}, {}, options, notes};
    CHECK(metric.compute(input) == weight_left_out(subtopics, first) / total);
  }
  CHECK(diversification_problem().metrics.size() == 11);
}

TEST_CASE("a margin of greedy choice may be negative, one of exchanges is not",
          "[problems][diversification]") {
  const Small greedy("greedy"), swaps("swaps");
  Dice dice(12);
  int negative = 0;
  for (int draw = 0; draw < 100; ++draw) {
    const Numbers numbers = draw % 2 == 0 ? Numbers::kReals : Numbers::kIntegers;
    const Vector w = dice.vector(swaps.views.joint().dimension(), numbers);
    for (InputId x = 0; x < swaps.views.joint().num_inputs(); ++x) {
      const auto margin = [&](const Small& small) {
        const auto& problem = dynamic_cast<const RunnerUpDecoder&>(small.views.joint());
        const TwoBest found = problem.two_best(x, w);
        return found.runner_up ? found.best.value - found.runner_up->value : 0;
      };
      negative += margin(greedy) < 0;
      CHECK(margin(swaps) >= 0);
    }
  }
  CHECK(negative > 0);
}

TEST_CASE(
    "exchanges violate a constraint at least as much as greedy choice does, and at most as the "
    "best",
    "[problems][diversification]") {
  const Small greedy("greedy"), swaps("swaps"), exact("exact");
  Dice dice(13);
  const StructuredProblem& problem = swaps.views.joint();
  CHECK(problem.decoding_exactness() == Exactness::kGreedy);
  CHECK(problem.loss_augmented_exactness({}) == Exactness::kGreedy);
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    const Index n = swaps.data().queries[static_cast<std::size_t>(x)]->size();
    const std::vector<Output> all = swaps.instance.outputs(x);
    for (const Output& y : all) {
      const Output known = with_subtopics(y.parts, drawn_subtopics(n, dice));
      const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
      for (const Augmentation augmentation : all_augmentations()) {
        const auto value = [&](const Small& small) {
          return small.views.joint().loss_augmented_decode(x, known, w, augmentation).value;
        };
        CHECK(value(greedy) <= value(swaps));
        CHECK(value(swaps) <= value(exact) + 1e-12);
        const Output found = problem.loss_augmented_decode(x, known, w, augmentation).output;
        for (const Output& other : all) {
          if (std::ranges::none_of(other.parts, [&](int d) {
                return std::ranges::find(found.parts, d) != found.parts.end();
              }))
            continue;  // of two documents each choice with one in common is a neighbour
          CHECK(reference_augmented(problem.loss(x, known, other), problem.score(x, other, w),
                                    problem.score(x, known, w),
                                    augmentation) <= value(swaps) + 1e-12);
        }
      }
    }
  }
}

TEST_CASE("the ranking begins with the documents that are chosen", "[problems][diversification]") {
  Dice dice(14);
  for (const char* decoder : {"greedy", "swaps", "exact"}) {
    const Small small(decoder);
    const StructuredProblem& problem = small.views.joint();
    const auto& ranks = dynamic_cast<const GreedyRanking&>(problem);
    for (int draw = 0; draw < 20; ++draw) {
      const Vector w = dice.vector(problem.dimension(), Numbers::kIntegers);
      for (InputId x = 0; x < problem.num_inputs(); ++x) {
        const std::vector<int> chosen = problem.decode(x, w).output.parts,
                               all = ranks.ranking(x, w, 10);
        CHECK(std::ssize(all) == small.data().queries[static_cast<std::size_t>(x)]->size());
        std::vector<int> first = ranks.ranking(x, w, 2);
        CHECK(std::equal(first.begin(), first.end(), all.begin()));
        std::sort(first.begin(), first.end());
        CHECK(first == chosen);
      }
    }
  }
}

TEST_CASE("queries that teach nothing are known", "[problems][diversification]") {
  const Json three{{"documents", 3}};
  const auto why = [&](const Output& truth) {
    return find_problem("diversification")->without_constraints(three, truth);
  };
  using Catch::Contains;
  const std::vector<int> chosen{0, 1, 2};
  CHECK(why(with_subtopics(chosen, {{0}, {1}, {}, {}})).empty());
  CHECK_THAT(why(with_subtopics(chosen, {{0}, {1}, {}})),
             Contains("problem.documents = 3") && Contains("fewer"));
  CHECK_THAT(why(with_subtopics(std::vector<int>{0, 1}, {{0}, {1}})),
             Contains("problem.documents = 3"));
  CHECK_THAT(why(with_subtopics(chosen, {{}, {}, {}, {}})), Contains("covers a subtopic"));
  CHECK(why({chosen}).empty());  // somebody's choice, of who knows how many
  CHECK_THAT(why({{0, 1}}), Contains("problem.documents = 3"));
}
