// Percentile intervals against those of a binomial.
#include <catch2/catch.hpp>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <utility>

#include "costruct/experiments/tasks/bootstrap.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// The share of items below `wrong`: an error rate.
std::map<std::string, double> share_of_wrong(std::span<const Index> drawn, Index wrong) {
  const auto count = std::count_if(drawn.begin(), drawn.end(), [&](Index i) { return i < wrong; });
  return {{"error", static_cast<double>(count) / static_cast<double>(drawn.size())}};
}

}  // namespace

TEST_CASE("the interval of an error rate has the quantiles of a binomial", "[statistics]") {
  const Index n = 400;
  for (const Index wrong : {8, 60, 200}) {
    const double p = static_cast<double>(wrong) / static_cast<double>(n);
    const boost::math::binomial binomial(static_cast<double>(n), p);
    const Interval found = percentile_intervals(n, {20000, 3}, [&](auto drawn) {
                             return share_of_wrong(drawn, wrong);
                           }).at("error");
    // a quantile of 20,000 draws lies where the distribution has 2.5 % -+ 4 standard errors of that share
    const double off = 4 * std::sqrt(0.025 * 0.975 / 20000);
    const auto at = [&](double share) { return quantile(binomial, share) / static_cast<double>(n); };
    const double step = 1.0 / static_cast<double>(n);  // quantiles are rounded outwards
    CHECK(found.low >= at(0.025 - off) - step);
    CHECK(found.low <= at(0.025 + off) + step);
    CHECK(found.high >= at(0.975 - off) - step);
    CHECK(found.high <= at(0.975 + off) + step);
  }
}

TEST_CASE("test sets are drawn with replacement, by a seed", "[statistics]") {
  std::vector<std::vector<Index>> all;
  const auto keep = [&](std::span<const Index> drawn) -> std::map<std::string, double> {
    all.emplace_back(drawn.begin(), drawn.end());
    return {{"first", static_cast<double>(drawn.front())}, {"none", NAN}};
  };
  const auto intervals = percentile_intervals(5, {50, 1}, keep);
  CHECK(intervals.size() == 1);
  const auto once = std::exchange(all, {});
  for (const auto& drawn : once) {
    CHECK(drawn.size() == 5);
    CHECK(std::is_sorted(drawn.begin(), drawn.end()));
  }
  CHECK(std::any_of(once.begin(), once.end(), [](const auto& drawn) {
    return std::adjacent_find(drawn.begin(), drawn.end()) != drawn.end();
  }));
  (void)percentile_intervals(5, {50, 1}, keep);
  CHECK(std::exchange(all, {}) == once);
  (void)percentile_intervals(5, {50, 2}, keep);
  CHECK(all != once);
}
