// What of the problem `parsing` its contract (tests/contract/) does not see: sentences too long to
// enumerate.
#include <catch2/catch.hpp>

#include "costruct/problems/catalog.hpp"
#include "costruct/problems/parsing/sentences.hpp"

using namespace costruct;
using namespace costruct::parsing;

TEST_CASE(
    "losses that need the best tree per number of hits refuse sentences whose charts would fill "
    "memory",
    "[problems][parsing]") {
  auto grammar = std::make_shared<Grammar>();
  for (int symbol = 0; symbol < 60; ++symbol)
    grammar->symbols.push_back("S" + std::to_string(symbol));
  grammar->binary = {{0, 0, 0}};
  grammar->lexical = {{0, 0}};
  grammar->roots = {0};
  grammar->num_terminals = 1;
  const auto refused = [&](const char* loss, Augmentation augmentation, Index tokens) {
    auto data = std::make_shared<SentenceData>();
    data->rules = std::make_shared<UsedRules>(grammar, UsedRules::all(*grammar));
    data->terminal.assign(static_cast<std::size_t>(tokens), 0);
    data->token_begin.push_back(tokens);
    data->views.resize(1);
    const Views views = find_problem("parsing")->make({{"loss", loss}}, data);
    return views.joint().loss_augmentation_unavailable(augmentation);
  };
  for (const char* loss : {"f1", "constituents"}) {
    for (const Augmentation augmentation :
         {Augmentation{Rescaling::kSlack, 1}, {Rescaling::kSlack, 2}, {Rescaling::kMargin, 2}}) {
      CHECK_FALSE(refused(loss, augmentation, 40));
      REQUIRE(refused(loss, augmentation, 500));
      CHECK_THAT(
          *refused(loss, augmentation, 500),
          Catch::Contains("sentences of 500 tokens and 60 symbols can make a chart of 19 GiB"));
    }
    CHECK_FALSE(refused(loss, {Rescaling::kMargin, 1}, 500));
  }
  CHECK_FALSE(refused("zero_one", {Rescaling::kSlack, 2}, 500));
}
