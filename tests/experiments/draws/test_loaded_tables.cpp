// Tables (csv) as configs name them.
#include <catch2/catch.hpp>

#include "costruct/experiments/draws/loaded_data.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;

TEST_CASE("the columns of a config's tables are typed by its training and unlabeled files together",
          "[experiments][csv]") {
  const TestFolder folder;
  const Json json = {
      {"problem", {{"type", "multiclass"}}},
      {"data",
       {{"format", "csv"},
        {"target", "y"},
        {"train", folder.write("train.csv", "size,colour,y\n1,3,a\n2,4,b\n").string()},
        {"unlabeled", folder.write("more.csv", "colour,size\nred,\n").string()},
        {"test", folder.write("test.csv", "y,colour,size\nb,4,5\nc,blue,6\n").string()}}},
      {"learner", {{"type", "perceptron"}}}};
  const Config config = check_config(json, "c.json");
  const LoadedData data = load_data(config, DataPaths("c.json", {}));
  std::vector<std::string> names;
  for (Index f = 0; f < data.examples->num_features(); ++f)
    names.push_back(data.examples->feature_info(f).name);
  CHECK(names ==
        std::vector<std::string>{"size", "size missing", "colour=3", "colour=4", "colour=red"});
  CHECK(data.features.number == std::vector<std::uint64_t>{1, 1, 2, 2, 2});
  REQUIRE(data.examples->size() == 5);
  const auto ids = [&](Index example) {
    const auto features = part_examples(*data.examples).corpus().features.features_of(example);
    return std::vector<std::int32_t>(features.begin(), features.end());
  };
  CHECK(ids(2) == std::vector<std::int32_t>{1, 4});
  CHECK(ids(3) == std::vector<std::int32_t>{0, 3});
  CHECK(ids(4) == std::vector<std::int32_t>{0});
}
