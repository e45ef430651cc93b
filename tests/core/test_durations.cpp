// Durations as texts: exact ones of progress lines, rounded ones of estimates and sums.
#include <catch2/catch.hpp>

#include "costruct/core/clock.hpp"
#include "costruct/core/text/rounded_duration.hpp"

using namespace costruct;

TEST_CASE("a measured duration is told to the second", "[core][clock]") {
  CHECK(duration_text(7.4) == "0:07");
  CHECK(duration_text(3765) == "1:02:45");
}

TEST_CASE("a rounded duration has the unit in which a reader counts", "[core][clock]") {
  CHECK(rounded_duration(0) == "1 second");
  CHECK(rounded_duration(0.2) == "1 second");
  CHECK(rounded_duration(11.6) == "12 seconds");
  CHECK(rounded_duration(119.4) == "119 seconds");
  CHECK(rounded_duration(119.6) == "2 minutes");
  CHECK(rounded_duration(45 * 60) == "45 minutes");
  CHECK(rounded_duration(119.6 * 60) == "2.0 hours");
  CHECK(rounded_duration(2.34 * 3600) == "2.3 hours");
  CHECK_THAT(rounded_duration(1e30), Catch::EndsWith(" hours"));
}
