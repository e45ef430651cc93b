// Distributed co-regularised least squares: the closed form, and what sites tell each other.
#include <catch2/catch.hpp>

#include "costruct/core/regression/transport_in_process.hpp"
#include "costruct/learners/solvers/co_rlsr_site.hpp"
#include "support/regression_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

/// Keeps everything that passes.
class Recording : public InProcessTransport {
 public:
  using InProcessTransport::InProcessTransport;
  void share(Index from, VectorRef numbers) override {
    shared.push_back({from, Vector(numbers.begin(), numbers.end())});
    InProcessTransport::share(from, numbers);
  }
  std::vector<std::pair<Index, Vector>> shared;
};

struct Sites {
  std::vector<UnlabeledInMemory> unlabeled;
  std::vector<RegressionSample> samples;
  std::vector<const RegressionSample*> all;

  explicit Sites(const RegressionData& data) {
    for (const Matrix& points : data.unlabeled) unlabeled.emplace_back(std::vector<Matrix>{points});
    for (std::size_t v = 0; v < data.labeled.size(); ++v)
      samples.push_back({{data.labeled[v]}, &unlabeled[v]});
    for (const RegressionSample& sample : samples) all.push_back(&sample);
  }
};

Json with(Json options, const Json& more) {
  options.update(more);
  return options;
}

const char* const kVariants[] = {"nonparametric", "semiparametric"};

}  // namespace

TEST_CASE("the distributed solver reaches the closed form", "[learners][regression]") {
  for (const char* variant : kVariants) {
    for (const Index num_views : {1, 2, 3}) {
      for (const char* kernel : {"gaussian", "linear"}) {
        const RegressionData data(num_views, 8, 12, 40 + num_views, true);
        const Json options = {
            {"variant", variant}, {"lambda", 0.3}, {"kernel", {{"type", kernel}}}};
        const auto closed = fit_regressor("co_rlsr", options, data.labeled, data.unlabeled);
        const auto sites = fit_regressor("co_rlsr", with(options, {{"solver", "distributed"}}),
                                         data.labeled, data.unlabeled);
        INFO(variant << ", " << num_views << " views, " << kernel << ": "
                     << sites.report.stopped_because);
        CHECK(sites.report.converged);
        CHECK(sites.report.iterations == static_cast<Index>(sites.report.history.size()));
        for (std::size_t v = 0; v < data.labeled.size(); ++v) {
          const Matrix probe = Numbers(5).matrix(data.unlabeled[v].rows, 11);
          const Vector expected = values(closed.views[v], probe, 1);
          CHECK(largest_difference(values(sites.views[v], probe, 1), expected) <= 1e-8);
        }
        CHECK(*sites.report.primal == Approx(*closed.report.primal).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("a slow contraction is seen by the stop rule", "[learners][regression]") {
  // Two views that would agree only after many rounds: a large lambda.
  const RegressionData data(2, 8, 12, 50, true);
  const Json options = {{"lambda", 30}, {"variant", "semiparametric"}};
  const auto closed = fit_regressor("co_rlsr", options, data.labeled, data.unlabeled);
  const auto sites =
      fit_regressor("co_rlsr", with(options, {{"solver", "distributed"}, {"max_rounds", 100000}}),
                    data.labeled, data.unlabeled);
  CHECK(sites.report.converged);
  CHECK(sites.report.iterations > 100);
  for (std::size_t v = 0; v < 2; ++v) {
    const Vector expected = values(closed.views[v], data.unlabeled[v], 1);
    CHECK(largest_difference(values(sites.views[v], data.unlabeled[v], 1), expected) <= 1e-8);
  }
  const auto early =
      fit_regressor("co_rlsr", with(options, {{"solver", "distributed"}, {"max_rounds", 7}}),
                    data.labeled, data.unlabeled);
  CHECK(!early.report.converged);
  CHECK(early.report.stopped_because == "7 rounds");
  CHECK(early.report.iterations == 7);
}

TEST_CASE("only predictions on unlabeled points pass between sites", "[learners][regression]") {
  for (const char* variant : kVariants) {
    const RegressionData data(3, 5, 9, 60, true);
    const Sites sites(data);
    Recording transport(3);
    const auto regressor =
        find_learner("co_rlsr")->make_regressor({{"variant", variant}, {"solver", "distributed"}});
    REQUIRE(regressor->distributed());
    const auto fitted = regressor->fit_sites(sites.all, transport, {});
    const auto rounds = static_cast<std::size_t>(fitted.report.iterations);
    REQUIRE(transport.shared.size() == 3 * rounds);
    for (std::size_t i = 0; i < transport.shared.size(); ++i) {
      CHECK(transport.shared[i].first == static_cast<Index>(i % 3));  // views in turn
      CHECK(transport.shared[i].second.size() == 9);
    }
    CHECK(transport.bytes_sent() == static_cast<std::int64_t>(8 * 9 * 2 * 3 * rounds));
    CHECK(fitted.report.history.back().at("bytes_sent") == transport.bytes_sent());
    // Those of the last round are what the returned functions say.
    for (std::size_t v = 0; v < 3; ++v) {
      const Vector& last = transport.shared[3 * (rounds - 1) + v].second;
      CHECK(largest_difference(values(fitted.views[v], data.unlabeled[v], 1), last) <= 1e-12);
    }
    // In one process it is the same computation.
    const auto in_process = fit_regressor(
        "co_rlsr", {{"variant", variant}, {"solver", "distributed"}}, data.labeled, data.unlabeled);
    for (std::size_t v = 0; v < 3; ++v)
      CHECK(in_process.views[v].coefficients == fitted.views[v].coefficients);
  }
}

TEST_CASE("each number that a site shares is one of its predictions, bit by bit",
          "[learners][regression]") {
  const RegressionData data(2, 6, 7, 70);
  std::vector<RegressionView> views;
  for (Index v = 0; v < 2; ++v) views.push_back(prepare_view(data.labeled[v], {}, v));
  std::vector<UnlabeledInMemory> unlabeled = {UnlabeledInMemory({data.unlabeled[0]}),
                                              UnlabeledInMemory({data.unlabeled[1]})};
  for (const bool semiparametric : {false, true}) {
    std::vector<std::unique_ptr<CoRlsrSite>> sites, again;
    for (auto* made : {&sites, &again}) {
      for (std::size_t v = 0; v < 2; ++v) {
        made->push_back(semiparametric
                            ? semiparametric_site(views[v], &unlabeled[v], 0.2, 2, 1)
                            : nonparametric_site(views[v], data.unlabeled[v], 0.2, 2, 1));
      }
    }
    Recording transport(2);
    const Rounds rounds =
        run_rounds({sites[0].get(), sites[1].get()}, transport, true, 1e-10, 6, {});
    CHECK(rounds.count == 6);
    // The same rounds by hand.
    Vector told[2] = {Vector(7, 0.0), Vector(7, 0.0)};
    for (std::size_t i = 0; i < transport.shared.size(); ++i) {
      const std::size_t v = i % 2;
      again[v]->update(told[1 - v]);
      CHECK(transport.shared[i].second == again[v]->predictions());
      told[v] = again[v]->predictions();
      const KernelSum f = again[v]->function();
      const Vector expected =
          values({views[v].kernel, f.points, f.coefficients, {}, 0}, data.unlabeled[v], 1);
      CHECK(largest_difference(told[v], expected) <= 1e-12);
    }
  }
}

TEST_CASE("sites that nothing couples need one round", "[learners][regression]") {
  const RegressionData data(2, 6, 5, 80, true);
  for (const char* variant : kVariants) {
    const Json options = {{"variant", variant}, {"solver", "distributed"}};
    const auto check = [&](const FittedRegression& fitted) {
      CHECK(fitted.report.iterations == 1);
      CHECK(fitted.report.converged);
      for (std::size_t v = 0; v < fitted.views.size(); ++v) {
        const auto alone = fit_regressor("rlsr", Json::object(), {data.labeled[v]}, {});
        CHECK(largest_difference(values(fitted.views[v], data.unlabeled[v], 1),
                                 values(alone.views[0], data.unlabeled[v], 1)) <= 1e-11);
      }
    };
    check(fit_regressor("co_rlsr", with(options, {{"lambda", 0}}), data.labeled, data.unlabeled));
    check(fit_regressor("co_rlsr", options, data.labeled, {Matrix(2, 0), Matrix(3, 0)}));
    check(fit_regressor("co_rlsr", options, {data.labeled[0]}, {data.unlabeled[0]}));
  }
}

TEST_CASE("sites with different numbers of unlabeled examples are told so",
          "[learners][regression]") {
  RegressionData data(2, 4, 6, 90);
  data.unlabeled[1] = Matrix(3, 5);
  const Sites sites(data);
  InProcessTransport transport(2);
  for (const char* variant : kVariants) {
    const auto regressor =
        find_learner("co_rlsr")->make_regressor({{"variant", variant}, {"solver", "distributed"}});
    CHECK_THROWS_WITH(regressor->fit_sites(sites.all, transport, {}),
                      Contains("site 2 has 5") && Contains("site 1 has 6"));
  }
  const auto closed = find_learner("co_rlsr")->make_regressor(Json::object());
  CHECK_THROWS_AS(closed->fit_sites(sites.all, transport, {}), ConfigError);
}

TEST_CASE("nearly dependent kernel values do not pass for convergence", "[learners][regression]") {
  // Views of one feature: kernel matrices far from full rank, so that coefficients are large and
  // cancel.
  Numbers numbers(95);
  RegressionData data(2, 0, 0, 95);
  for (std::size_t v = 0; v < 2; ++v) {
    data.labeled[v] = {numbers.matrix(1, 18), {}};
    for (Index i = 0; i < 18; ++i)
      data.labeled[v].targets.push_back(std::sin(3 * data.labeled[v].points(0, i)));
    data.unlabeled[v] = numbers.matrix(1, 30);
  }
  const Json options = {{"lambda", 30}, {"eta", 0.1}, {"variant", "semiparametric"}};
  const auto closed = fit_regressor("co_rlsr", options, data.labeled, data.unlabeled);
  const auto sites =
      fit_regressor("co_rlsr", with(options, {{"solver", "distributed"}, {"max_rounds", 100000}}),
                    data.labeled, data.unlabeled);
  REQUIRE(sites.report.converged);
  for (std::size_t v = 0; v < 2; ++v) {
    CHECK(largest_difference(values(sites.views[v], data.unlabeled[v], 1),
                             values(closed.views[v], data.unlabeled[v], 1)) <= 1e-8);
  }
  const Json& history = sites.report.history;
  for (std::size_t k = 8; k < history.size(); ++k) {
    INFO("round " << k + 1);
    CHECK(history[k]["change"].get<double>() <= 1.01 * history[k - 1]["change"].get<double>());
  }
}
