// Thinned rows against all of them.
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <vector>

#include "costruct/core/optimize/thinned_rows.hpp"

using namespace costruct;

TEST_CASE("of long histories rows at even spacing and the newest are kept", "[core]") {
  std::vector<Index> rows;
  nlohmann::json json = nlohmann::json::array();
  for (Index number = 0; number < 20'000; ++number) {
    add_thinned(rows, number, number);
    add_thinned(json, nlohmann::json{{"number", number}}, number);
    if (number > 5 && number % 997 != 0 && number % kMostThinnedRows > 3) continue;
    const Index spacing = thinned_spacing(number + 1);
    std::vector<Index> wanted;
    for (Index i = 0; i <= number; i += spacing) wanted.push_back(i);
    if (wanted.back() != number) wanted.push_back(number);
    REQUIRE(rows == wanted);
    REQUIRE(rows.size() <= static_cast<std::size_t>(kMostThinnedRows) + 1);
    REQUIRE(json.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(json[i].at("number") == rows[i]);
  }
  CHECK(rows.front() == 0);
  CHECK(rows.size() > static_cast<std::size_t>(kMostThinnedRows) / 2);
}
