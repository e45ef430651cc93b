// What is told of long work in steps, and how it ends.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/shared/work_lines.hpp"

using namespace costruct;
using Catch::Contains;

TEST_CASE("steps that all take the same time, or ever longer, tell the time left",
          "[learners][work]") {
  WorkPace even, growing;
  CHECK_FALSE(even.seconds_to(100).has_value());
  for (Index k = 1; k <= 50; ++k) {
    even.add(k, 0.1 * static_cast<double>(k));
    growing.add(k, 0.1 * static_cast<double>(k) + 0.02 * static_cast<double>(k * k));
  }
  CHECK(*even.seconds_to(100) == Approx(5));
  CHECK(*growing.seconds_to(100) == Approx(5 + 0.02 * (10000 - 2500)));
  CHECK(*even.seconds_to(50) == Approx(0).margin(1e-12));
  CHECK_FALSE(even.seconds_to(0).has_value());
}

TEST_CASE("the pace of a million steps is as good as that of fifty", "[learners][work]") {
  WorkPace pace;
  for (Index k = 1; k <= 1000000; ++k) pace.add(k, 1e-6 * static_cast<double>(k));
  CHECK(*pace.seconds_to(3000000) == Approx(2).epsilon(0.01));
}

TEST_CASE("a line says of a step what is done and of how much", "[learners][work]") {
  CHECK(line_of("kernel", {"", "pivots", 300, 2000}) == "kernel: 300 of 2000 pivots");
  CHECK(line_of("kernel", {"", "pivots", 300, 2000, true}) == "kernel: 300 of at most 2000 pivots");
  CHECK(line_of("kernel", {"", "pivots", 0, 2000}) == "kernel: 2000 pivots");
  CHECK(line_of("kernel", {"nearest neighbours", "points", 3, 9}) ==
        "kernel: nearest neighbours: 3 of 9 points");
  CHECK(line_of("rlsr", {"solving 70 x 70", "", 0, 4}) == "rlsr: solving 70 x 70");
  CHECK(line_of("rlsr", {"solving 70 x 70", "", 1, 4}) == "rlsr: solving 70 x 70, 25 %");
}

TEST_CASE("every stage is told when it begins, and a request to stop ends the work",
          "[learners][work]") {
  std::vector<std::string> lines;
  std::atomic<bool> stop{false};
  FitContext context;
  context.progress = [&](const std::string& line) { lines.push_back(line); };
  context.stop = &stop;
  const WorkWatch watch = watch_of(context, "kernel");
  for (Index k = 0; k < 5; ++k) watch({"", "pivots", k, 5});
  for (Index k = 0; k < 7; ++k) watch({"explicit features", "parts", k, 7});
  watch({"", "pivots", 0, 5});  // of another view
  CHECK(lines == std::vector<std::string>{"kernel: 5 pivots", "kernel: explicit features: 7 parts",
                                          "kernel: 5 pivots"});
  stop = true;
  CHECK_THROWS_AS(watch({"", "pivots", 1, 5}), Interrupted);
  context.progress = nullptr;  // nobody listens
  CHECK_THROWS_AS(watch({"", "pivots", 1, 5}), Interrupted);
}

TEST_CASE("lines of progress tell a gap where it tells something", "[learners][work]") {
  CHECK(gap_text(0.0123) == "gap 0.012");
  CHECK(gap_text(1) == "gap 1");
  CHECK(gap_text(19) == "gap above 1");
  CHECK(gap_text(std::nan("")) == "gap not known");
  CHECK(gap_text(-0.06) == "gap 0");
  CHECK(about_gap_text(0.5) == "gap about 0.5");
  CHECK(about_gap_text(2) == "gap above 1");
}
