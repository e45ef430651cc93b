// Regression from the command line, against kernel ridge regression worked out here.
#include <catch2/catch.hpp>

#include <cmath>
#include <sstream>

#include "costruct/core/options.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "support/dense_solve.hpp"
#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

using Row = std::vector<double>;

// A table of numbers: columns a, b, c and the target y, a smooth function of them with some noise.
std::vector<Row> toy_rows(int count, std::uint64_t seed) {
  RandomStream random(seed, 0, "toy rows");
  std::vector<Row> rows;
  for (int i = 0; i < count; ++i) {
    Row row;
    for (int j = 0; j < 3; ++j) row.push_back(static_cast<double>(random.below(4001)) / 1000 - 2);
    row.push_back(std::sin(row[0]) + .5 * row[1] * row[2] - 1 +
                  static_cast<double>(random.below(100)) / 1000);
    rows.push_back(row);
  }
  return rows;
}

std::string csv_of(const std::vector<Row>& rows, bool with_target = true) {
  std::ostringstream text;
  text.precision(17);
  text << (with_target ? "a,b,c,y\n" : "a,b,c\n");
  for (const Row& row : rows) {
    text << row[0] << "," << row[1] << "," << row[2];
    if (with_target) text << "," << row[3];
    text << "\n";
  }
  return text.str();
}

std::vector<double> numbers_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<double> numbers;
  for (std::string line; std::getline(in, line);) numbers.push_back(std::stod(line));
  return numbers;
}

double gaussian(const Row& x, const Row& z, const std::vector<int>& columns, double sigma2) {
  double sum = 0;
  for (const int j : columns) sum += (x[j] - z[j]) * (x[j] - z[j]);
  return std::exp(-sum / sigma2);
}

// f(x) of kernel ridge regression on some columns, by Gaussian elimination.
std::vector<double> ridge(const std::vector<Row>& train, const std::vector<Row>& test,
                          const std::vector<int>& columns, double sigma2, double eta) {
  const std::size_t n = train.size();
  test::LongMatrix a = test::zeros(n, n);
  std::vector<long double> y;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) a[i][k] = gaussian(train[i], train[k], columns, sigma2);
    a[i][i] += eta;
    y.push_back(train[i][3]);
  }
  const auto alpha = test::solve_dense(a, y);
  std::vector<double> values;
  for (const Row& x : test) {
    long double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += alpha[i] * gaussian(train[i], x, columns, sigma2);
    values.push_back(static_cast<double>(sum));
  }
  return values;
}

// The defaults of a view: sigma2 = n^-2 sum_ij ||x_i - x_j||^2, eta = (n^-1 sum_i ||x_i||)^-1.
std::pair<double, double> sigma2_and_eta(const std::vector<Row>& train,
                                         const std::vector<int>& columns) {
  double distances = 0, norms = 0;
  for (const Row& x : train) {
    double norm = 0;
    for (const int j : columns) norm += x[j] * x[j];
    norms += std::sqrt(norm);
    for (const Row& z : train) {
      for (const int j : columns) distances += (x[j] - z[j]) * (x[j] - z[j]);
    }
  }
  const auto n = static_cast<double>(train.size());
  return {distances / (n * n), n / norms};
}

void check_close(const std::vector<double>& found, const std::vector<double>& expected,
                 double within = 1e-9) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(i);
    CHECK(std::abs(found[i] - expected[i]) <= within);
  }
}

struct RegressionShell : Shell {
  std::vector<Row> train = toy_rows(25, 1), other = toy_rows(40, 2);
  RegressionShell() {
    write_text(folder / "train.csv", csv_of(train));
    write_text(folder / "other.csv", csv_of(other));
    write_text(folder / "other.u.csv", csv_of(other, false));
  }
  void config(Json learner, Json more = Json::object()) const {
    Json json = {{"problem", {{"type", "regression"}}},
                 {"data", {{"format", "csv"}, {"target", "y"}, {"train", "train.csv"}}},
                 {"learner", std::move(learner)}};
    json.merge_patch(more);
    write_text(folder / "c.json", json.dump());
  }
  // Trains and predicts other.u.csv.
  std::vector<double> predictions() const {
    const Outcome trained = (*this)("train c.json --model m.st --report r.json");
    INFO(trained.err);
    REQUIRE(trained.code == 0);
    const Outcome predicted = (*this)("predict --model m.st --data other.u.csv");
    INFO(predicted.err);
    REQUIRE(predicted.code == 0);
    return numbers_of(predicted.out);
  }
};

const std::vector<int> kAll = {0, 1, 2};
const Json kSplit = {{"views", {{"split", "ranges"}, {"ranges", {{1, 2}, {3, 3}}}}}};

}  // namespace

TEST_CASE("rlsr from files is kernel ridge regression, defaults and given values alike",
          "[engine][regression]") {
  const RegressionShell shell;
  shell.config({{"type", "rlsr"}});
  const auto [sigma2, eta] = sigma2_and_eta(shell.train, kAll);
  check_close(shell.predictions(), ridge(shell.train, shell.other, kAll, sigma2, eta));
  shell.config({{"type", "rlsr"}, {"eta", .25}, {"kernel", {{"type", "gaussian"}, {"sigma2", 3}}}});
  check_close(shell.predictions(), ridge(shell.train, shell.other, kAll, 3, .25));
}

TEST_CASE("without unlabeled examples co_rlsr is the mean of a ridge regression per view",
          "[engine][regression]") {
  const RegressionShell shell;
  for (const char* variant : {"nonparametric", "semiparametric"}) {
    INFO(variant);
    shell.config({{"type", "co_rlsr"}, {"variant", variant}}, kSplit);
    std::vector<double> expected(shell.other.size(), 0);
    for (const std::vector<int>& columns : {std::vector<int>{0, 1}, std::vector<int>{2}}) {
      const auto [sigma2, eta] = sigma2_and_eta(shell.train, columns);
      const auto view = ridge(shell.train, shell.other, columns, sigma2, eta);
      for (std::size_t i = 0; i < view.size(); ++i) expected[i] += view[i] / 2;
    }
    check_close(shell.predictions(), expected);
  }
}

TEST_CASE("unlabeled files, and ? for a target, change co_rlsr and not rlsr",
          "[engine][regression]") {
  const RegressionShell shell;
  std::string marked = csv_of(shell.train);
  for (const Row& row : shell.other) {
    std::ostringstream line;
    line.precision(17);
    line << row[0] << "," << row[1] << "," << row[2] << ",?\n";
    marked += line.str();
  }
  write_text(shell.folder / "marked.csv", marked);
  shell.config({{"type", "rlsr"}});
  const auto plain = shell.predictions();
  shell.config({{"type", "rlsr"}}, {{"data", {{"unlabeled", "other.u.csv"}}}});
  check_close(shell.predictions(), plain, 0);
  for (const char* variant : {"nonparametric", "semiparametric"}) {
    INFO(variant);
    const Json learner = {{"type", "co_rlsr"}, {"variant", variant}, {"lambda", 1}};
    shell.config(learner, kSplit);
    const auto alone = shell.predictions();
    Json more = kSplit;
    more["data"] = {{"unlabeled", "other.u.csv"}};
    shell.config(learner, more);
    const auto from_file = shell.predictions();
    more["data"] = {{"train", "marked.csv"}};
    shell.config(learner, more);
    check_close(shell.predictions(), from_file, 1e-12);
    double change = 0;
    for (std::size_t i = 0; i < alone.size(); ++i)
      change = std::max(change, std::abs(alone[i] - from_file[i]));
    CHECK(change > 1e-3);
  }
}

TEST_CASE("evaluate and the report of train score numbers", "[engine][regression]") {
  const RegressionShell shell;
  shell.config({{"type", "rlsr"}}, {{"data", {{"test", "other.csv"}}}});
  const auto f = shell.predictions();
  double sum = 0, largest = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double y = shell.other[i][3];
    sum += (f[i] - y) * (f[i] - y);
    largest = std::max(largest, std::abs(y));
  }
  const double rmse = std::sqrt(sum / static_cast<double>(f.size()));
  const Json report = Json::parse(read_text(shell.folder / "r.json"));
  CHECK(report["metrics"]["rmse_scaled"].get<double>() == Approx(rmse / largest));
  CHECK(report["metrics_on"] == "test");
  CHECK(report["objective"]["primal"].is_number());
  CHECK(report["objective"]["dual"].is_null());
  const Outcome evaluated = shell("evaluate --model m.st --data other.csv --report e.json");
  CHECK(evaluated.code == 0);
  const Json scores = Json::parse(read_text(shell.folder / "e.json"));
  CHECK(scores["metrics"]["rmse"].get<double>() == Approx(rmse));
  CHECK(scores["examples"] == 40);
}

TEST_CASE("a sweep of regressors pairs its learners, repeats itself, and is resumed",
          "[engine][regression]") {
  const RegressionShell shell;
  const Json experiment = {
      {"problem", {{"type", "regression"}}},
      {"data", {{"format", "csv"}, {"target", "y"}, {"train", "other.csv"}}},
      {"views", {{"split", "random"}, {"count", 2}}},
      {"sweep", {{"protocol", "inverse_folds"}, {"k", 4}, {"holdout", "unlabeled"}}},
      {"learners",
       {{{"type", "rlsr"}},
        {{"type", "co_rlsr"}, {"name", "full"}, {"select", {{"lambda", {.01, .1}}}}},
        {{"type", "co_rlsr"}, {"name", "fast"}, {"variant", "semiparametric"}}}}};
  write_text(shell.folder / "x.json", experiment.dump());
  const Outcome first = shell("run x.json --out one");
  INFO(first.err);
  REQUIRE(first.code == 0);
  REQUIRE(shell("run x.json --out two --jobs 2").code == 0);
  const std::string curves = read_text(shell.folder / "one/curves.csv");
  CHECK(curves == read_text(shell.folder / "two/curves.csv"));
  CHECK_THAT(curves, Contains("rlsr,10,30,loss,"));
  CHECK_THAT(read_text(shell.folder / "one/cells.csv"), Contains("view_1_rmse_scaled"));
  CHECK_THAT(shell("run x.json --out one --reproduce 3").err, Contains("the same to the last bit"));
  CHECK_THAT(read_text(shell.folder / "one/report.html"), Contains("rmse_scaled of each view"));
}

TEST_CASE("learners, metrics and problems that do not suit each other are told apart",
          "[engine][regression]") {
  const RegressionShell shell;
  shell.config({{"type", "perceptron"}});
  const Outcome labels = shell("validate c.json");
  CHECK(labels.code == 2);
  CHECK_THAT(
      labels.err,
      Contains("learner.type = perceptron: predicts outputs, but problem regression asks for "
               "numbers: use rlsr or co_rlsr"));
  shell.config({{"type", "rlsr"}}, {{"problem", {{"type", "multiclass"}}}});
  CHECK_THAT(shell("validate c.json").err,
             Contains("predicts numbers, but problem multiclass asks for outputs"));
  shell.config({{"type", "co_rlsr"}, {"kernel", {{"type", "graph"}}}});
  CHECK(shell("validate c.json").code == 2);
  shell.config({{"type", "co_rlsr"}, {"eta", {1, 2, 3}}}, kSplit);
  const Outcome three = shell("train c.json --model m.st");
  CHECK(three.code == 2);
  CHECK_THAT(three.err, Contains("eta"));
  const Json experiment = {
      {"problem", {{"type", "regression"}}},
      {"data", {{"format", "csv"}, {"target", "y"}, {"train", "train.csv"}}},
      {"sweep", {{"labeled", {10}}, {"unlabeled", {0}}, {"holdout", 5}, {"repetitions", 1}}},
      {"learners", {{{"type", "rlsr"}}}},
      {"metrics", {"token_error"}}};
  write_text(shell.folder / "x.json", experiment.dump());
  const Outcome metric = shell("validate x.json");
  CHECK(metric.code == 2);
  CHECK_THAT(metric.err, Contains("metrics.0 = token_error"));
}

TEST_CASE("a damaged model of numbers is refused, whatever is damaged", "[engine][regression]") {
  const RegressionShell shell;
  shell.config({{"type", "co_rlsr"}, {"scaling", "standardize"}, {"intercept", true}}, kSplit);
  const auto right = shell.predictions();
  REQUIRE(right.size() == 40);
  const std::string model = read_text(shell.folder / "m.st");
  RandomStream random(3, 0, "damage");
  int refused = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::string damaged = model;
    if (trial % 3 == 0) {
      damaged.resize(static_cast<std::size_t>(random.below(static_cast<Index>(model.size()))));
    } else {
      for (int k = 0; k < 8;
           ++k)  // in the header, for most of the rest are numbers that may be others
        damaged[8 + static_cast<std::size_t>(random.below(1200))] =
            static_cast<char>(random.below(256));
    }
    write_text(shell.folder / "d.st", damaged);
    const Outcome outcome = shell("predict --model d.st --data other.u.csv");
    INFO(outcome.err);
    CHECK((outcome.code == 0 || outcome.code == 3));
    refused += outcome.code == 3;
  }
  CHECK(refused > 30);
}

TEST_CASE("targets that are no numbers, and columns that are missing, are errors with their place",
          "[engine][regression]") {
  const RegressionShell shell;
  write_text(shell.folder / "bad.csv", "a,b,c,y\n1,2,3,4\n1,2,3,high\n");
  shell.config({{"type", "rlsr"}}, {{"data", {{"train", "bad.csv"}}}});
  const Outcome bad = shell("train c.json --model m.st");
  CHECK(bad.code == 3);
  CHECK_THAT(bad.err, Contains("bad.csv:3") && Contains("high"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "m.st"));
  shell.config({{"type", "rlsr"}});
  (void)shell.predictions();
  write_text(shell.folder / "less.csv", "a,c\n1,2\n");
  const Outcome less = shell("predict --model m.st --data less.csv --output p.txt");
  CHECK(less.code == 3);
  CHECK_THAT(less.err, Contains("b"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "p.txt"));
  write_text(shell.folder / "huge.csv", "a,b,c,y\n1e200,2,3,4\n-1e200,2,3,5\n");
  shell.config({{"type", "rlsr"}}, {{"data", {{"train", "huge.csv"}}}});
  const Outcome huge = shell("train c.json --model h.st");
  CHECK(huge.code == 3);
  CHECK_THAT(huge.err, Contains("scale them down"));
}

TEST_CASE("a system that no machine has the memory for is refused before it is made",
          "[engine][regression]") {
  const RegressionShell shell;
  shell.config(
      {{"type", "co_rlsr"}},
      {{"data",
        {{"generate", {{"type", "regression_views"}, {"unlabeled", 3000000}, {"stream", true}}}}},
       {"views", {{"split", "named"}}}});
  Json config = Json::parse(read_text(shell.folder / "c.json"));
  for (const char* key : {"format", "target", "train"}) config["data"].erase(key);
  write_text(shell.folder / "c.json", config.dump());
  const Outcome outcome = shell("train c.json --model m.st");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("GiB") && Contains("semiparametric"));
}

TEST_CASE("a training that is interrupted while it reads ends soon, and leaves no model",
          "[engine][regression]") {
  const RegressionShell shell;
  const Json config = {
      {"problem", {{"type", "regression"}}},
      {"data",
       {{"generate", {{"type", "regression_views"}, {"unlabeled", 2000000000}, {"stream", true}}}}},
      {"views", {{"split", "named"}}},
      {"learner", {{"type", "co_rlsr"}, {"variant", "semiparametric"}}}};
  write_text(shell.folder / "c.json", config.dump());
  const Outcome outcome = shell("train c.json --model m.st & sleep 1; kill -INT $!; wait $!");
  CHECK(outcome.code == 130);
  CHECK_FALSE(std::filesystem::exists(shell.folder / "m.st"));
}

TEST_CASE("a prediction that overflows is an error that names its example",
          "[engine][regression]") {
  const RegressionShell shell;
  write_text(shell.folder / "far.csv", "a,b,c,y\n1,1,1,1\n1e300,2,3,1\n");
  for (const Json& kernel :
       {Json{{"type", "polynomial"}}, Json{{"type", "polynomial"}, {"degree", 3}}}) {
    shell.config({{"type", "rlsr"}, {"kernel", kernel}});
    REQUIRE(shell("train c.json --model m.st").code == 0);
    for (const char* command : {"predict --model m.st --data far.csv --output p",
                                "evaluate --model m.st --data far.csv --report p"}) {
      const Outcome outcome = shell(command);
      INFO(command);
      CHECK(outcome.code == 3);
      CHECK_THAT(outcome.err, Contains("far.csv:3: ") && Contains("overflows"));
      CHECK(outcome.out.empty());
      CHECK_FALSE(std::filesystem::exists(shell.folder / "p"));
    }
    shell.config({{"type", "rlsr"}, {"kernel", kernel}}, {{"data", {{"test", "far.csv"}}}});
    CHECK(shell("train c.json --model far.st").code == 3);
    CHECK_FALSE(std::filesystem::exists(shell.folder / "far.st"));
  }
}

TEST_CASE("predict that is interrupted leaves no file", "[engine][regression]") {
  const RegressionShell shell;
  shell.config({{"type", "rlsr"}});
  REQUIRE(shell("train c.json --model m.st").code == 0);
  const std::atomic<bool> stop{true};
  std::filesystem::create_directory(shell.folder / "out");
  CHECK_THROWS_AS(predict_file(shell.folder / "m.st", shell.folder / "other.csv",
                               shell.folder / "out" / "p", &stop),
                  Interrupted);
  CHECK(std::filesystem::is_empty(shell.folder / "out"));
}
