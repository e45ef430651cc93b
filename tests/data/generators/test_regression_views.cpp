// The generator of numbers: the laws it promises, and that streamed rows are those in memory.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/data/generators/generator.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

constexpr double kErrors = 5;  // standard errors that an estimate may be off

Json generate(Json options) {
  options["type"] = "regression_views";
  return options;
}

std::vector<std::string> errors_of(const Json& options) {
  ConfigErrors errors;
  check_data_block({{"generate", generate(options)}}, "data", errors);
  return errors.messages();
}

struct Rows {
  std::vector<std::vector<double>> attributes;
  std::vector<double> targets;
};

Rows drawn(const Json& options) {
  REQUIRE(errors_of(options).empty());
  Encoder encoder({{"generate", generate(options)}}, kRows, Target::kNumber);
  Corpus corpus;
  encoder.read({}, Role::kTrain, corpus);
  encoder.finish_labels(corpus);
  Rows rows{{}, corpus.targets};
  for (Index i = 0; i < corpus.size(); ++i) {
    auto& row = rows.attributes.emplace_back(static_cast<std::size_t>(encoder.num_features()), 0.0);
    const auto ids = corpus.features.features_of(i);
    const auto values = corpus.features.values_of(i);
    for (std::size_t e = 0; e < ids.size(); ++e)
      row.at(encoder.feature_info(ids[e]).number - 1) = values.empty() ? 1.0 : values[e];
  }
  return rows;
}

}  // namespace

TEST_CASE("streamed rows have the bits of those in memory, for any number of threads",
          "[data][generate]") {
  Json options = {
      {"labeled", 3}, {"unlabeled", 5000}, {"attributes", 7}, {"views", 3}, {"seed", 4}};
  const Rows memory = drawn(options);
  REQUIRE(memory.attributes.size() == 5003);
  options["stream"] = true;
  CHECK(drawn(options).attributes.size() == 3);
  CHECK(drawn(options).targets ==
        std::vector<double>(memory.targets.begin(), memory.targets.begin() + 3));
  const std::vector<std::int32_t> view_of = {2, 0, 0, -1, 1, 2, 0};
  const std::vector<std::vector<std::size_t>> features = {{1, 2, 6}, {4}, {0, 5}};
  for (const int threads : {1, 2, 3}) {
    CAPTURE(threads);
    const auto points = read_generate(generate(options)).unlabeled(view_of, 3, threads);
    REQUIRE(points != nullptr);
    for (int pass = 0; pass < 2; ++pass) {
      std::size_t row = 3;
      bool same = true;
      for (std::vector<Matrix> block; points->next(block);) {
        REQUIRE(block.size() == 3);
        for (Index i = 0; i < block[0].cols; ++i, ++row) {
          for (std::size_t v = 0; v < 3; ++v) {
            REQUIRE(block[v].rows == static_cast<Index>(features[v].size()));
            for (std::size_t r = 0; r < features[v].size(); ++r)
              same = same && block[v](static_cast<Index>(r), i) ==
                                 memory.attributes.at(row)[features[v][r]];
          }
        }
      }
      CHECK(same);
      CHECK(row == memory.attributes.size());
      points->rewind();
    }
  }
}

TEST_CASE("a row depends on the seed and its number alone", "[data][generate]") {
  const Rows few = drawn({{"labeled", 5}, {"unlabeled", 6}});
  const Rows more = drawn({{"labeled", 9}, {"unlabeled", 20}});
  for (std::size_t i = 0; i < 5; ++i) CHECK(few.attributes[i] == more.attributes[i]);
  for (std::size_t i = 0; i < 6; ++i) CHECK(few.attributes[5 + i] == more.attributes[9 + i]);
  CHECK(few.attributes != drawn({{"labeled", 5}, {"unlabeled", 6}, {"seed", 2}}).attributes);
  CHECK(std::isnan(few.targets[5]));
}

TEST_CASE(
    "with one hidden coordinate and no noise the target is the stated function of any attribute",
    "[data][generate]") {
  const Rows rows = drawn({{"labeled", 200}, {"attributes", 4}, {"latent", 1}, {"noise", 0}});
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    for (const double x : rows.attributes[i]) {
      const double u = 1.5 * std::abs(x);
      CHECK(std::abs(rows.targets[i]) == Approx(2 * u / (1 + u * u)).epsilon(1e-12));
    }
  }
}

TEST_CASE("without noise each view tells the attributes of the others", "[data][generate]") {
  const Rows rows =
      drawn({{"labeled", 300}, {"attributes", 6}, {"views", 2}, {"latent", 2}, {"noise", 0}});
  const auto& x = rows.attributes;
  for (const std::size_t j :
       {3, 4, 5}) {  // of view 1, from the first two of view 0, by the first two rows
    const double determinant = x[0][0] * x[1][1] - x[0][1] * x[1][0];
    const double a = (x[0][j] * x[1][1] - x[0][1] * x[1][j]) / determinant;
    const double b = (x[0][0] * x[1][j] - x[0][j] * x[1][0]) / determinant;
    for (const auto& row : x) CHECK(row[j] == Approx(a * row[0] + b * row[1]).margin(1e-9));
  }
}

TEST_CASE("noise has the stated deviation and is independent from attribute to attribute",
          "[data][generate]") {
  const Index n = 20'000;
  Json options = {{"labeled", n}, {"attributes", 4}, {"noise", 0}};
  const Rows clean = drawn(options);
  options["noise"] = 0.5;
  const Rows noisy = drawn(options);
  CHECK(noisy.targets == clean.targets);
  double sum = 0, squares = 0, products = 0, signal = 0;
  for (std::size_t i = 0; i < clean.attributes.size(); ++i) {
    const double e = (noisy.attributes[i][0] - clean.attributes[i][0]) / 0.5;
    const double other = (noisy.attributes[i][1] - clean.attributes[i][1]) / 0.5;
    sum += e;
    squares += e * e;
    products += e * other;
    signal += clean.attributes[i][0] * clean.attributes[i][0];
  }
  const double error = kErrors / std::sqrt(static_cast<double>(n));
  CHECK(std::abs(sum / n) < error);
  CHECK(std::abs(squares / n - 1) <
        1.5 * error);  // the fourth moment of e is 2.7: deviation of e^2 1.3
  CHECK(std::abs(products / n) < error);
  CHECK(std::abs(signal / n - 1) < error);  // of z^2 at most 0.9
}

TEST_CASE("more numbers than fit are refused unless they are streamed", "[data][generate]") {
  Json options = {{"labeled", 100}, {"unlabeled", 10'000'000}, {"attributes", 50}};
  REQUIRE(errors_of(options).size() == 1);
  CHECK_THAT(errors_of(options)[0], Contains("data.generate: asks for 5e+08 numbers"));
  options["stream"] = true;
  CHECK(errors_of(options).empty());
  const auto points =
      read_generate(generate(options)).unlabeled(std::vector<std::int32_t>(50, 0), 1, 1);
  std::vector<Matrix> block;
  CHECK(points->next(block));
  CHECK(block[0].rows == 50);
  CHECK(read_generate({{"type", "galaxy"}}).unlabeled({}, 1, 1) == nullptr);
}

TEST_CASE("views too small for the hidden point and problems of labels are refused",
          "[data][generate]") {
  const auto errors = errors_of({{"attributes", 7}, {"views", 2}, {"latent", 4}});
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Contains("data.generate.attributes = 7: must be >= views * latent = 8"));
  CHECK_THAT(
      message_of<ConfigError>([] {
        Encoder({{"generate", generate(Json::object())}}, kRows, Target::kLabels);
      }),
      Contains("the problem predicts labels, but the generator regression_views draws numbers"));
}
