// Suggestions against their definition: a full sort, and near duplicates by dense arithmetic.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include "costruct/core/random.hpp"
#include "costruct/experiments/tasks/suggestions.hpp"
#include "costruct/learners/catalog.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

SparseVector sparse(const Vector& dense) {
  SparseVector vector;
  for (std::size_t i = 0; i < dense.size(); ++i) {
    if (dense[i] == 0) continue;
    vector.index.push_back(static_cast<Index>(i));
    vector.value.push_back(dense[i]);
  }
  return vector;
}

std::vector<const SparseVector*> pointers(const std::vector<SparseVector>& vectors) {
  std::vector<const SparseVector*> all;
  for (const SparseVector& each : vectors) all.push_back(&each);
  return all;
}

// The same choice with dense vectors.
std::vector<std::size_t> chosen_densely(std::vector<Vector> rows, std::size_t count) {
  const auto n = static_cast<double>(rows.size());
  for (std::size_t j = 0; j < rows[0].size(); ++j) {
    double mean = 0, variance = 0;
    for (const Vector& row : rows) mean += row[j] / n;
    for (const Vector& row : rows) variance += (row[j] - mean) * (row[j] - mean) / n;
    for (Vector& row : rows) row[j] = variance > 1e-12 ? (row[j] - mean) / std::sqrt(variance) : 0;
  }
  const auto cosine = [](const Vector& a, const Vector& b) {
    const double norms = std::sqrt(dot(a, a) * dot(b, b));
    return norms > 0 ? dot(a, b) / norms : 0;
  };
  std::vector<std::size_t> chosen, others;
  for (std::size_t i = 0; i < rows.size() && chosen.size() < count; ++i) {
    const bool is_near = std::any_of(chosen.begin(), chosen.end(), [&](std::size_t other) {
      return cosine(rows[i], rows[other]) > .5;
    });
    (is_near ? others : chosen).push_back(i);
  }
  for (std::size_t i = 0; i < others.size() && chosen.size() < count; ++i)
    chosen.push_back(others[i]);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

TEST_CASE("suggestions are the first of a full sort, each text once", "[experiments]") {
  RandomStream random(1, 0, "suggestions");
  for (int round = 0; round < 200; ++round) {
    const Index n = random.below(40), count = 1 + random.below(12);
    struct Example {
      double order, tie;
      std::string text;
    };
    std::vector<Example> examples;
    SuggestionRanking ranking({count}, true);
    for (Index i = 0; i < n; ++i) {
      // The text decides about the score, as the example does.
      const Index text = random.below(20);
      const double order = static_cast<double>(text % 5), tie = static_cast<double>(text % 2);
      examples.push_back({order, tie, std::to_string(text)});
      const RatedOutput rated{{}, -order, order, tie};
      ranking.count_example();
      if (ranking.takes(rated)) ranking.add(rated, {examples.back().text, i + 1}, {});
    }
    std::vector<std::size_t> sorted;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const bool is_first =
          std::none_of(examples.begin(), examples.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](const Example& each) { return each.text == examples[i].text; });
      if (is_first) sorted.push_back(i);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(examples[a].order, examples[a].tie) <
             std::pair(examples[b].order, examples[b].tie);
    });
    sorted.resize(std::min(sorted.size(), static_cast<std::size_t>(count)));
    const Suggestions suggestions = ranking.take("head");
    CHECK(suggestions.examples == n);
    REQUIRE(suggestions.best.size() == sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      CHECK(suggestions.best[i].text == examples[sorted[i]].text);
      CHECK(suggestions.best[i].line == static_cast<Index>(sorted[i]) + 1);
      CHECK(suggestions.best[i].score == -examples[sorted[i]].order);
    }
  }
}

TEST_CASE("examples without a number for a score come last", "[experiments]") {
  SuggestionRanking ranking({3}, true);
  Index line = 0;
  for (const double order : {std::nan(""), 1e300, 2.0}) {
    const RatedOutput rated{{}, order, order, 0};
    ranking.count_example();
    REQUIRE(ranking.takes(rated));
    ranking.add(rated, {std::to_string(++line), line}, {});
  }
  const Suggestions suggestions = ranking.take("");
  CHECK(suggestions.best[0].line == 3);
  CHECK(suggestions.best[2].line == 1);
}

TEST_CASE("texts that are no whole examples are never the same", "[experiments]") {
  SuggestionRanking ranking({3}, false);
  for (Index line = 1; line <= 2; ++line) {
    ranking.count_example();
    ranking.add({{}, 0, 0, 0}, {"label\n", line}, {});
  }
  CHECK(ranking.take("").best.size() == 2);
}

TEST_CASE("near duplicates are those of dense standardized vectors", "[experiments]") {
  RandomStream random(2, 0, "suggestions");
  for (int round = 0; round < 200; ++round) {
    const auto n = static_cast<std::size_t>(1 + random.below(20)),
               count = static_cast<std::size_t>(1 + random.below(8));
    std::vector<Vector> rows;
    std::vector<SparseVector> vectors;
    for (std::size_t i = 0; i < n; ++i) {
      Vector row(8, 0.0);
      row[0] = 3;  // constant, so that it does not count
      for (std::size_t j = 1; j < row.size(); ++j) {
        if (random.uniform() < .4) row[j] = random.uniform();
      }
      if (i > 0 && random.uniform() < .4) row = rows[i - 1];
      rows.push_back(row);
      vectors.push_back(sparse(row));
    }
    CHECK(without_near_duplicates(pointers(vectors), count) == chosen_densely(rows, count));
  }
}

TEST_CASE("the expected change is that of an enumeration", "[experiments]") {
  test::Dice dice(3);
  test::TinySpec spec;
  spec.lengths = {1, 2, 1, 2, 1};
  const auto data = std::make_shared<const PartData>(test::tiny_data(spec, dice));
  const ProblemEntry& problem = *find_problem("sequence");
  const Json options = {{"loss", "hamming"}}, learner = Json::object();
  const Views views = problem.make(options, data);
  const StructuredProblem& joint = views.joint();
  Vector w;
  for (Index j = 0; j < joint.dimension(); ++j) w.push_back(dice.real());
  const Informativeness rating({problem, options, find_learner("crf"), learner}, views,
                               RateBy::kExpectedChange, "by");
  const auto dense = [&](InputId x, const Output& y) {
    Vector all(static_cast<std::size_t>(joint.dimension()), 0.0);
    add_to(all, 1, joint.joint_feature(x, y));
    return all;
  };
  for (InputId x = 0; x < 5; ++x) {
    const std::vector<Output> outputs = test::all_labelings(spec.lengths[x], 3);
    double sum = 0;
    for (const Output& y : outputs) sum += std::exp(dot(dense(x, y), w));
    Vector mean(w.size(), 0.0);
    for (const Output& y : outputs) {
      const double p = std::exp(dot(dense(x, y), w)) / sum;
      for (std::size_t j = 0; j < w.size(); ++j) mean[j] += p * dense(x, y)[j];
    }
    double change = 0;
    for (const Output& y : outputs) {
      Vector gradient = dense(x, y);
      for (std::size_t j = 0; j < w.size(); ++j) gradient[j] -= mean[j];
      change += std::exp(dot(dense(x, y), w)) / sum * std::sqrt(dot(gradient, gradient));
    }
    const RatedOutput rated = rating.of(views, x, w);
    CHECK(rated.score == Approx(change).epsilon(1e-9));
    CHECK(rated.order == -rated.score);
  }
}

TEST_CASE("parts of equal inputs are suggested once", "[experiments]") {
  PartRanking ranking(3);
  const RatedParts rated{Output{{0, 1}}, {2, 1}};
  for (const std::uint64_t hash : {7, 8, 7})
    ranking.add(
        rated, [hash] { return hash; }, {-2, -1}, 1, [](const Output&) { return "x"; });
  ranking.skip();
  const Suggestions found = ranking.take("");
  CHECK(found.examples == 4);
  REQUIRE(found.best.size() == 2);
  CHECK(found.best[0].parts == std::vector<Index>{0, 1});
  CHECK(found.best[1].parts == std::vector<Index>{0});
}

TEST_CASE("examples without a part among the best are not hashed", "[experiments]") {
  PartRanking ranking(2);
  int hashed = 0;
  for (int i = 0; i < 10; ++i) {
    const auto hash = [&hashed, i] {
      ++hashed;
      return static_cast<std::uint64_t>(i);
    };
    const double order = i == 0 ? -2 : 0;
    ranking.add({Output{{0, 1}}, {-order, -order}}, hash, {order, order}, 1,
                [](const Output&) { return "x"; });
  }
  CHECK(hashed == 1);
  CHECK(ranking.take("").examples == 10);
}

TEST_CASE("suggested parts are the first of a full sort", "[experiments]") {
  RandomStream random(3, 0, "parts");
  for (int round = 0; round < 100; ++round) {
    const Index n = random.below(30), count = 1 + random.below(8);
    struct Part {
      double order;
      Index example, part;
      auto operator<=>(const Part&) const = default;
    };
    std::vector<Part> parts;
    PartRanking ranking(count);
    for (Index i = 0; i < n; ++i) {
      if (random.below(5) == 0) {
        ranking.skip();
        continue;
      }
      RatedParts rated;
      const Index length = random.below(5);
      for (Index t = 0; t < length; ++t) {
        rated.output.parts.push_back(static_cast<int>(t));
        rated.scores.push_back(static_cast<double>(random.below(6)));
        parts.push_back({-rated.scores.back(), i, t});
      }
      Vector orders = rated.scores;
      for (double& order : orders) order = -order;
      const auto hash = [i] { return static_cast<std::uint64_t>(i); };
      ranking.add(rated, hash, orders, i + 1, [](const Output& output) {
        std::string text;
        for (const int part : output.parts) text += part < 0 ? "?" : std::to_string(part);
        return text;
      });
    }
    std::sort(parts.begin(), parts.end());
    if (std::ssize(parts) > count) parts.resize(static_cast<std::size_t>(count));
    const Suggestions found = ranking.take("");
    CHECK(found.examples == n);
    std::vector<Index> order;
    std::map<Index, std::set<Index>> of;
    for (const Part& part : parts) {
      if (of[part.example].empty()) order.push_back(part.example);
      of[part.example].insert(part.part);
    }
    REQUIRE(found.best.size() == order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Suggestion& each = found.best[i];
      CHECK(each.example == order[i]);
      CHECK(each.line == order[i] + 1);
      CHECK(std::set(each.parts.begin(), each.parts.end()) == of[order[i]]);
      for (std::size_t t = 0; t < each.text.size(); ++t) {
        const bool is_chosen = of[order[i]].contains(static_cast<Index>(t));
        CHECK(each.text[t] == (is_chosen ? static_cast<char>('0' + t) : '?'));
      }
    }
  }
}
