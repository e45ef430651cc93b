// Numbers of things, as messages say them.
#include <catch2/catch.hpp>

#include "costruct/core/text/counted.hpp"

using namespace costruct;

TEST_CASE("of one thing the noun has no s", "[core][counted]") {
  CHECK(counted(0, "draw") == "0 draws");
  CHECK(counted(1, "draw") == "1 draw");
  CHECK(counted(2, "draw") == "2 draws");
  CHECK(counted(1, "class", "classes") == "1 class");
  CHECK(counted(3, "class", "classes") == "3 classes");
  CHECK(are_counted(1, "view") == "is 1 view");
  CHECK(are_counted(0, "view") == "are 0 views");
}
