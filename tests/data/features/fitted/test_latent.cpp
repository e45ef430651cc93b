// Extractors of rows: `values` against their formulas, `latent` against a dense decomposition.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "costruct/core/random.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Row = std::map<std::string, double>;

namespace {

// `features`: a list, or the one extractor.
FittedSet rows_of(const Json& features, const std::string& train, const std::string& test = "",
                  Json more = Json::object()) {
  Json block = {{"format", "svmlight"},
                {"features", features.is_array() ? features : Json::array({features})}};
  block.update(more);
  return {block, kRows, train, test, ""};
}

Json values(Json options) {
  options["extractor"] = "values";
  return options;
}

Json latent(Json options) {
  options["extractor"] = "latent";
  return options;
}

// The first example's features, all examples being known.
Row first_row(const Json& features, const std::string& train) {
  return rows_of(features, train).parts({0}).at(0).at(0);
}

constexpr int kColumns = 7;

// A table of counts, half of them 0, and its rows as a file.
struct Table {
  Eigen::MatrixXd counts;
  std::string text;

  Table(int rows, std::uint64_t seed, bool signs = false) : counts(rows, kColumns) {
    RandomStream random(seed, 0, "table");
    for (int i = 0; i < rows; ++i) {
      text += i % 2 == 0 ? "a" : "b";
      for (int j = 0; j < kColumns; ++j) {
        const auto size = random.below(2) == 0 ? 0.0 : static_cast<double>(1 + random.below(5));
        counts(i, j) = signs && random.below(2) == 0 ? -size : size;
        if (size > 0)
          text += " " + std::to_string(10 * (j + 1)) + ":" + std::to_string(counts(i, j));
      }
      text += "\n";
    }
  }
};

// z of every row of `all`, from the first `fitted` rows: as the documentation has it, with a dense
// decomposition.
Eigen::MatrixXd reference(const Eigen::MatrixXd& all, int fitted, const std::string& weighting,
                          int dimensions) {
  Eigen::MatrixXd w = all;
  if (weighting != "none")
    w = all.unaryExpr([](double x) { return (x < 0 ? -1 : 1) * std::log(1 + std::abs(x)); });
  for (int j = 0; j < kColumns; ++j) {
    const auto with = (all.col(j).head(fitted).array() != 0).count();
    if (with == 0) w.col(j).setZero();
    if (weighting == "tf_idf" && with > 0)
      w.col(j) *= std::log(static_cast<double>(fitted) / static_cast<double>(with));
  }
  Eigen::MatrixXd unit = w.topRows(fitted);
  for (int i = 0; i < fitted; ++i) {
    if (unit.row(i).norm() > 0) unit.row(i) /= unit.row(i).norm();
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(unit, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::Index count = 0;  // of directions that there are
  while (count < std::min<Eigen::Index>(dimensions, svd.singularValues().size()) &&
         svd.singularValues()(count) > 1e-6 * svd.singularValues()(0))
    ++count;
  Eigen::MatrixXd z = w * svd.matrixV().leftCols(count);
  for (int i = 0; i < z.rows(); ++i) {
    if (z.row(i).norm() > 0) z.row(i) /= z.row(i).norm();
  }
  return z;
}

}  // namespace

TEST_CASE("values are those of the file, their logarithms, and of unit length", "[data][rows]") {
  const std::string text = "a 3:4 7:-3\nb 1:1\n";
  CHECK(first_row({values({})}, text) == Row{{"3", 4}, {"7", -3}});
  const Row halves = first_row({values({{"normalize", "l2"}})}, text);
  CHECK(halves.at("3") == Approx(.8));
  CHECK(halves.at("7") == Approx(-.6));
  const Row logs = first_row({values({{"weighting", "log"}})}, text);
  CHECK(logs.at("3") == Approx(std::log(5)));
  CHECK(logs.at("7") == Approx(-std::log(4)));
  const Row both = first_row({values({{"weighting", "log"}, {"normalize", "l2"}})}, text);
  CHECK(both.at("3") / both.at("7") == Approx(-std::log(5) / std::log(4)));
  CHECK(std::hypot(both.at("3"), both.at("7")) == Approx(1));
  // As large as numbers get.
  CHECK(first_row({values({{"normalize", "l2"}})}, "a 3:4e307 7:-3e307\n").at("3") == Approx(.8));
  CHECK(first_row({values({{"normalize", "l2"}})}, "a 3:1.7e308 7:1.7e308\n").at("3") ==
        Approx(std::sqrt(.5)));
  CHECK(first_row({values({{"normalize", "l2"}})}, "a 3:4e-320\n").at("3") == Approx(1));
}

TEST_CASE("two extractors of values stand side by side, each with its group", "[data][rows]") {
  const FittedSet set = rows_of({values({{"group", "words"}, {"normalize", "l2"}}), values({}),
                                 values({{"group", "counts"}})},
                                "a 3:4 7:3\nb 3:2\nb\n", "",
                                {{"groups", {{{"name", "low"}, {"first", 1}, {"last", 5}}}}});
  CHECK(set.set->feature_groups() == std::vector<std::string>{"words", "low", "counts"});
  const auto parts = set.parts({0, 1, 2});
  CHECK(parts[0][0] == Row{{"words.3", .8},
                           {"words.7", 3. / 5},
                           {"3", 4},
                           {"7", 3},
                           {"counts.3", 4},
                           {"counts.7", 3}});
  CHECK(parts[1][0] == Row{{"words.3", 1}, {"3", 2}, {"counts.3", 2}});
  CHECK(parts[2][0].empty());
  std::map<std::string, int> groups;
  for (Index f = 0; f < set.set->num_features(); ++f) {
    const FeatureInfo info = set.set->feature_info(f);
    groups[info.name] = info.group;
    CHECK(info.number == (info.name.ends_with("3") ? 3 : 7));
  }
  CHECK(groups ==
        std::map<std::string, int>{
            {"words.3", 0}, {"words.7", 0}, {"3", 1}, {"7", -1}, {"counts.3", 2}, {"counts.7", 2}});
}

TEST_CASE("a row of unit length is one of all that its file has, known or not", "[data][rows]") {
  const FittedSet set = rows_of({values({{"normalize", "l2"}})}, "a 3:1\nb 5:1\n", "a 3:4 99:3\n");
  CHECK(set.parts({0, 1}, {2}).at(2).at(0) == Row{{"3", .8}});
}

TEST_CASE("latent features are those of a dense decomposition", "[data][fitted][rows]") {
  const std::string weighting = GENERATE("none", "log", "tf_idf");
  const int dimensions = GENERATE(1, 3, 7), rows = GENERATE(3, 5, 12);
  const bool signs = GENERATE(false, true);
  CAPTURE(weighting, dimensions, rows, signs);
  const Table known(rows, 1, signs), more(4, 2, signs);
  const FittedSet set =
      rows_of({latent({{"dimensions", dimensions}, {"weighting", weighting}, {"scale", 2}})},
              known.text + more.text);
  std::vector<Index> first = first_examples(rows), last;
  for (Index i = rows; i < rows + 4; ++i) last.push_back(i);
  const auto parts = set.parts(first, last);
  Eigen::MatrixXd all(rows + 4, kColumns);
  all << known.counts, more.counts;
  const Eigen::MatrixXd expected = 2 * reference(all, rows, weighting, dimensions);
  Eigen::MatrixXd found = Eigen::MatrixXd::Zero(expected.rows(), dimensions);
  for (int i = 0; i < expected.rows(); ++i) {
    for (const auto& [name, value] : parts.at(i).at(0))
      found(i, std::stoi(name.substr(7)) - 1) = value;
  }
  // Directions have either sign. (Two rows would have equal singular values under tf_idf:
  // directions at will.)
  for (int k = 0; k < dimensions; ++k) {
    const Eigen::VectorXd column = k < expected.cols() ? Eigen::VectorXd(expected.col(k))
                                                       : Eigen::VectorXd::Zero(expected.rows());
    const double away = std::min((found.col(k) - column).norm(), (found.col(k) + column).norm());
    CHECK(away < 1e-4);
  }
}

TEST_CASE("latent features of a text are those of the counts of its words",
          "[data][fitted][rows][words]") {
  // Four words, and how often each stands in a text. The last text has a word of no other.
  const std::vector<std::string> words = {"wheat", "Gold", "don't", "ship"};
  const std::vector<std::vector<int>> counts = {
      {2, 0, 1, 0}, {0, 3, 1, 0}, {1, 1, 0, 2}, {0, 0, 2, 1}, {1, 0, 1, 1}};
  std::string texts, table = "text,label\n", numbers;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::string text;
    numbers += "a";
    for (std::size_t j = 0; j < words.size(); ++j) {
      for (int k = 0; k < counts[i][j]; ++k) text += words[j] + ". ";
      if (counts[i][j] > 0) numbers += fmt::format(" {}:{}", j + 1, counts[i][j]);
    }
    if (i + 1 == counts.size()) {
      text += "new";
      numbers += " 9:1";
    }
    texts += Json{{"text", text}, {"label", "a"}}.dump() + "\n";
    table += "\"" + text + "\",a\n";
    numbers += "\n";
  }
  const Json features = Json::array({latent({{"dimensions", 3}})});
  const std::vector<Index> first = first_examples(4), last = {4};
  const auto expected = rows_of(features, numbers).parts(first, last);
  const auto check_same = [&](const std::vector<std::vector<Row>>& found) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(found[i][0].size() == expected[i][0].size());
      for (const auto& [name, value] : expected[i][0])
        CHECK(std::abs(found[i][0].at(name)) == Approx(std::abs(value)).margin(1e-5));
    }
  };
  check_same(FittedSet({{"format", "texts"}, {"features", features}}, kRows, texts, "", "")
                 .parts(first, last));
  check_same(FittedSet({{"format", "csv"}, {"target", "label"}, {"features", features}}, kRows,
                       table, "", "")
                 .parts(first, last));
}

TEST_CASE("latent features are fitted to the known and the observed rows, and to no others",
          "[data][fitted][rows]") {
  const Table known(6, 1), other(4, 2);
  const std::string marker = "a 5:3 70:9 999:2\n";
  const Json features{latent({{"dimensions", 4}})};
  const FittedSet alone = rows_of(features, known.text),
                  among = rows_of(features, marker + known.text + other.text);
  const auto expected = alone.parts(first_examples(6));
  const std::vector<Index> same{1, 2, 3, 4, 5, 6};
  CHECK(among.parts(same) == expected);
  auto mapped = among.parts(same, {0, 7, 8});
  mapped.resize(6);
  CHECK(mapped == expected);
  const auto observed = among.parts(same, {}, {0, 8});
  CHECK(observed.size() == 6);
  auto all_known = among.parts({1, 2, 3, 4, 5, 6, 0, 8});
  all_known.resize(6);
  CHECK(observed == all_known);
  CHECK(observed != expected);
}

TEST_CASE("rows that say nothing have no latent features", "[data][fitted][rows]") {
  const Json features{latent({{"dimensions", 3}})};
  // An empty row; one of what all rows at hand have; one of what none has.
  const FittedSet set =
      rows_of(features, "a\na 1:1 2:1\nb 1:2 3:1\nb 9:1\n", "a 1:5\na 77:1\na 77:1 2:8\n");
  const auto parts = set.parts({1, 2}, {0, 3, 4, 5, 6});
  for (const std::size_t i : {2, 3, 4, 5}) CHECK(parts[i][0].empty());
  CHECK(!parts[0][0].empty());
  CHECK(parts[6] == parts[0]);
  // Nothing to learn from: no rows, one row (whose features are in all), empty rows.
  CHECK(set.parts({}, {1}).at(0).at(0).empty());
  CHECK(set.parts({1}, {2}).at(1).at(0).empty());
  CHECK(set.parts({0}, {2}).at(1).at(0).empty());
}

TEST_CASE("latent features do not depend on how large rows are", "[data][fitted][rows]") {
  const auto parts = [](const std::string& scale) {
    return rows_of({latent({{"dimensions", 2}, {"weighting", "none"}})},
                   "a 1:3" + scale + " 2:1" + scale + "\nb 2:2 3:1\na 1:1\n")
        .parts({0, 1, 2});
  };
  const auto expected = parts("e0");
  for (const char* scale : {"e307", "e-300"}) {
    const auto found = parts(scale);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      for (const auto& [name, value] : expected[i][0])
        CHECK(found[i][0].at(name) == Approx(value).margin(1e-6));
    }
  }
}

TEST_CASE("a row that lies in no direction has no latent features", "[data][fitted][rows]") {
  const FittedSet set =
      rows_of(latent({{"dimensions", 1}, {"weighting", "none"}}), "a 1:1\na 1:1\nb 2:1\n");
  const auto parts = set.parts(first_examples(3));
  CHECK(parts[0][0].size() == 1);
  CHECK(parts[2][0].empty());
  const FittedSet opposite = rows_of(latent({{"dimensions", 1}, {"weighting", "none"}}),
                                     "a 1:1 2:1\nb 1:2 2:2\n", "a 1:1 2:-1\n");
  CHECK(opposite.parts({0, 1}, {2})[2][0].empty());
}

TEST_CASE("latent features are numbered behind those of the file", "[data][fitted][rows]") {
  const FittedSet set = rows_of({latent({{"dimensions", 2}}), values({})}, "a 3:4 1000:3\nb 8:2\n");
  CHECK(set.set->feature_groups() == std::vector<std::string>{"latent", "features"});
  CHECK(set.set->num_features() == 5);
  CHECK(set.set->feature_info(3).name == "latent.1");
  // The last numbers that there are, whatever the file has.
  CHECK(set.set->feature_info(3).number == std::numeric_limits<std::uint64_t>::max() - 1);
  CHECK(set.set->feature_info(4).number == std::numeric_limits<std::uint64_t>::max());
  CHECK(set.set->is_fitted(4));
  CHECK(!set.set->is_fitted(2));
}
