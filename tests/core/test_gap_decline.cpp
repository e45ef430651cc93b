// The time that a falling gap has left.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "costruct/core/optimize/gap_decline.hpp"

using namespace costruct;

TEST_CASE("a gap that halves every second reaches its target when halving does",
          "[core][optimize]") {
  GapDecline decline;
  const int seconds = GENERATE(1, 2, 5, 40);
  for (int t = 0; t <= seconds; ++t) decline.add(t, std::ldexp(1.0, -t));
  const auto left = decline.seconds_to(std::ldexp(1.0, -50));
  REQUIRE(left);
  CHECK(*left == Approx(50 - seconds));
}

TEST_CASE("the rate is that of the last half of the time", "[core][optimize]") {
  GapDecline decline;
  for (int t = 0; t <= 10; ++t) decline.add(t, std::pow(10.0, -t));              // fast at first
  for (int t = 11; t <= 40; ++t) decline.add(t, 1e-10 * std::pow(0.5, t - 10));  // then slow
  CHECK(decline.seconds_to(1e-10 * std::pow(0.5, 60)).value() == Approx(30));
}

TEST_CASE("the share of the way is that of the logarithms, and never falls", "[core][optimize]") {
  GapDecline decline;
  CHECK(!decline.share_of_way(1e-3));
  decline.add(0, 1);
  CHECK(decline.share_of_way(1e-3).value() == 0);
  decline.add(1, 0.1);
  CHECK(decline.share_of_way(1e-3).value() == Approx(1.0 / 3));
  decline.add(2, 0.5);  // a spike
  CHECK(decline.share_of_way(1e-3).value() == Approx(1.0 / 3));
  decline.add(3, 1e-4);
  CHECK(decline.share_of_way(1e-3).value() == 1);
}

TEST_CASE("a gap that stands still takes ever longer", "[core][optimize]") {
  GapDecline decline;
  decline.add(0, 1);
  decline.add(1, 0.5);
  const double soon = decline.seconds_to(0.25).value();
  for (int t = 2; t < 20; ++t) decline.add(t, 0.6);
  CHECK(decline.seconds_to(0.25).value() == Approx(19 * soon));
}

TEST_CASE("nothing is known of one gap, of none, or of numbers that are none", "[core][optimize]") {
  GapDecline decline;
  CHECK(!decline.seconds_to(0.1));
  decline.add(0, std::numeric_limits<double>::infinity());
  decline.add(1, std::numeric_limits<double>::quiet_NaN());
  CHECK(!decline.seconds_to(0.1));
  decline.add(2, 1);
  CHECK(!decline.seconds_to(0.1));
  decline.add(3, 2);
  CHECK(!decline.seconds_to(0.1));
  decline.add(4, 0.5);
  CHECK(decline.seconds_to(0.1));
  CHECK(!decline.seconds_to(0));
  CHECK(decline.seconds_to(0.5) == 0);
  decline.clear();
  CHECK(!decline.seconds_to(0.5));
}
