// The extractor `array`: which token has which row of the array beside its file.
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "costruct/data/features/fitted/array_file.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

template <class Number>
std::string bytes_of_numbers(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string npy(const std::string& type, const std::string& shape, const std::string& numbers) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(117, ' ');
  return std::string("\x93NUMPY\1\0\x76\0", 10) + header + "\n" + numbers;
}

std::string floats(Index rows, const std::vector<float>& numbers) {
  return npy("<f4",
             "(" + std::to_string(rows) + ", " + std::to_string(std::ssize(numbers) / rows) + ")",
             bytes_of_numbers(numbers));
}

std::string safetensors(const std::string& header, const std::string& numbers) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + numbers;
}

std::string tensor(const std::string& type, const std::string& shape, std::size_t begin,
                   std::size_t end) {
  return R"({"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":[)" +
         std::to_string(begin) + "," + std::to_string(end) + "]}";
}

std::vector<double> numbers_of(const TestFolder& folder, const std::string& name,
                               const std::string& bytes, const std::string& tensor_name = "") {
  const ArrayFile array(folder.write(name, bytes), tensor_name);
  std::vector<double> numbers;
  for (Index row = 0; row < array.rows(); ++row) {
    const SharedRow found = array.row(row);
    for (Index k = 0; k < array.columns(); ++k)
      numbers.push_back(found.floats != nullptr ? double{found.floats[k]} : found.doubles[k]);
  }
  return numbers;
}

std::string error_of(const std::string& name, const std::string& bytes,
                     const std::string& tensor_name = "") {
  const TestFolder folder;
  try {
    numbers_of(folder, name, bytes, tensor_name);
  } catch (const DataError& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

Json block(Json options = Json::object()) {
  options["extractor"] = "array";
  if (!options.contains("file")) options["file"] = "{file}.npy";
  return {{"format", "conll"},
          {"columns", {"word", "label"}},
          {"train", "train.txt"},
          {"features", Json::array({options})}};
}

/// Reads train.txt of a folder, and test.txt if it is there.
std::unique_ptr<PartExamples> read(const TestFolder& folder, const Json& block) {
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  errors.throw_if_any("");
  auto set = std::make_unique<PartExamples>(block, kChains, Target::kLabels);
  set->read(std::vector{folder.path() / "train.txt"}, Role::kTrain);
  set->finish_training();
  if (std::filesystem::exists(folder.path() / "test.txt"))
    set->read(std::vector{folder.path() / "test.txt"}, Role::kTest);
  CHECK(set->finish_reading().empty());
  return set;
}

using Part = std::map<std::string, double>;
std::vector<std::vector<Part>> parts_of(const PartExamples& set, const std::vector<Index>& known,
                                        const std::vector<Index>& mapped = {}) {
  const ViewAssignment views{
      1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
  const InputData made = set.inputs({known, mapped, views});
  const FeatureTable& table = part_data(made.data)->views.at(0);
  std::vector<std::vector<Part>> all;
  for (Index i = 0; i < table.num_examples(); ++i) {
    auto& parts = all.emplace_back();
    for (Index p = table.example_begin[i]; p < table.example_begin[i + 1]; ++p) {
      Part& part = parts.emplace_back();
      table.for_entries(p, [&](std::int32_t id, double value) {
        part[set.feature_info(made.features[0][id]).name] = value;
      });
    }
  }
  return all;
}

const std::string kTrain = "a O\nb O\n\nc O\n";

}  // namespace

TEST_CASE("arrays are read back to the very numbers", "[data][array]") {
  const TestFolder folder;
  const std::vector<double> numbers = {.5, -1.25, 0, 3, 4, 1e-3};
  const std::vector<float> single(numbers.begin(), numbers.end());
  const std::vector<double> rounded(single.begin(), single.end());
  CHECK(numbers_of(folder, "a.npy", npy("<f8", "(3, 2)", bytes_of_numbers(numbers))) == numbers);
  CHECK(numbers_of(folder, "a.npy", npy("<f4", "(3, 2)", bytes_of_numbers(single))) == rounded);
  // Numbers of a tensor need not be aligned.
  CHECK(numbers_of(folder, "a.safetensors",
                   safetensors("{\"x\":" + tensor("F64", "[2,3]", 0, 48) + "}",
                               bytes_of_numbers(numbers))) == numbers);
  CHECK(numbers_of(folder, "a.safetensors",
                   safetensors("{\"x\":" + tensor("F64", "[0,3]", 1, 1) + "}", "."))
            .empty());
  const std::string two =
      safetensors("{\"__metadata__\":{},\"x\":" + tensor("F32", "[3,2]", 1, 25) +
                      ",\"y\":" + tensor("F64", "[1,1]", 25, 33) + "}",
                  "." + bytes_of_numbers(single) + "12345678");
  CHECK(numbers_of(folder, "a.safetensors", two, "x") == rounded);
  CHECK_THAT(error_of("a.safetensors", two),
             Contains("a.safetensors: has 2 tensors: name one as `tensor`: x or y"));
  CHECK_THAT(error_of("a.safetensors", two, "z"), Contains("has no tensor \"z\": it has x or y"));
}

TEST_CASE("malformed arrays are data errors", "[data][array]") {
  const std::string numbers = bytes_of_numbers(std::vector<double>{1, 2, 3, 4});
  CHECK_THAT(error_of("a.npy", npy("<f8", "(3, 2)", numbers)),
             Contains("has 32 bytes behind its header, expected 48 for 3 rows of 2 numbers"));
  CHECK_THAT(error_of("a.npy", npy("<i8", "(2, 2)", numbers)), Contains("numbers of type"));
  CHECK_THAT(error_of("a.npy", ""), Contains("is empty"));
  CHECK_THAT(error_of("a.npy", "\x93NUM"), Contains("it is too short"));
  CHECK_THAT(error_of("a.txt", numbers), Contains("ends in neither .npy nor .safetensors"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(
      error_of("a.npy", npy("<f8", "(2, 2)", bytes_of_numbers(std::vector<double>{1, 2, 3, nan}))),
      Contains("a.npy:2: number 2 is nan, expected a finite number"));
  const auto bad_tensor = [&](const std::string& header) {
    return error_of("a.safetensors", safetensors(header, numbers));
  };
  CHECK_THAT(bad_tensor("{\"x\":" + tensor("F64", "[3,2]", 0, 32) + "}"),
             Contains("does not fit into the file"));
  CHECK_THAT(bad_tensor("{\"x\":" + tensor("F64", "[2,2]", 8, 40) + "}"),
             Contains("does not fit into the file"));
  CHECK_THAT(bad_tensor("{\"x\":" + tensor("F64", "[4]", 0, 32) + "}"),
             Contains("has the shape \"[4]\", expected two numbers"));
  CHECK_THAT(bad_tensor("{\"x\":" + tensor("BF16", "[2,2]", 0, 8) + "}"),
             Contains("numbers of type \"BF16\", expected F32 or F64"));
  CHECK_THAT(bad_tensor("{}"), Contains("has 0 tensors"));
  CHECK_THAT(bad_tensor("{\"x\":7}"), Contains("has the shape"));
  CHECK_THAT(bad_tensor("[1]"), Contains("its header is no JSON object"));
  CHECK_THAT(error_of("a.safetensors", "12345678"), Contains("or it is truncated"));
}

TEST_CASE("token t of a file has row t of its array, within the window", "[data][array]") {
  const TestFolder folder;
  folder.write("train.txt", kTrain);
  folder.write("train.txt.npy", floats(3, {1, 2, 3, 0, 5, 6}));
  folder.write("test.txt", "d O\n");
  folder.write("test.txt.npy", floats(1, {7, 8}));
  const auto set = read(folder, block({{"window", 1}}));
  CHECK(set->num_features() == 6);
  CHECK(set->files_beside_data().size() == 2);
  for (Index f = 0; f < set->num_features(); ++f) CHECK(!set->is_fitted(f));
  const auto parts = parts_of(*set, {0, 1}, {2});
  CHECK(parts[0][0] == Part{{"array[0].1", 1}, {"array[0].2", 2}, {"array[1].1", 3}});
  CHECK(parts[0][1] == Part{{"array[-1].1", 1}, {"array[-1].2", 2}, {"array[0].1", 3}});
  CHECK(parts[1][0] == Part{{"array[0].1", 5}, {"array[0].2", 6}});
  CHECK(parts[2][0] == Part{{"array[0].1", 7}, {"array[0].2", 8}});
}

TEST_CASE("parts share the rows of arrays", "[data][array]") {
  const TestFolder folder;
  folder.write("train.txt", kTrain);
  folder.write("train.txt.npy",
               npy("<f4", "(3, 2)", bytes_of_numbers(std::vector<float>{1, 2, 3, 4, 5, 0})));
  std::shared_ptr<const PartData> made;
  {
    const auto set = read(folder, block({{"window", 1}}));
    ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    const std::vector<Index> known = {0, 1};
    made = part_data(set->inputs({known, {}, views}).data);
    // A view that has a part of a row has entries.
    views.view_of[1] = -1;
    const auto partly = part_data(set->inputs({known, {}, views}).data);
    CHECK(partly->views[0].rows.size() == 4);
    CHECK(partly->views[0].feature.size() == 1);
  }
  // The rows outlive the examples.
  const FeatureTable& table = made->views[0];
  CHECK(table.feature.empty());
  CHECK(table.rows.size() == 5);  // two of each of the first two tokens, one of the last
  CHECK(table.rows_of(0)[1].floats == table.rows_of(1)[1].floats);
  CHECK(table.rows_of(2)[0].floats[0] == 5);
  Part last;
  table.for_entries(2, [&](std::int32_t id, double value) { last[std::to_string(id)] = value; });
  CHECK(last == Part{{"2", 5}});
}

TEST_CASE("sentences that are left out have their rows all the same", "[data][array]") {
  const TestFolder folder;
  folder.write("train.txt", "x O\n\n" + kTrain);
  folder.write("train.safetensors", safetensors("{\"x\":" + tensor("F32", "[4,1]", 0, 16) + "}",
                                                bytes_of_numbers(std::vector<float>{9, 1, 2, 3})));
  Json longer = block({{"file", "{stem}.safetensors"}, {"scale", 5}});
  longer["min_length"] = 2;
  const auto set = read(folder, longer);
  REQUIRE(set->size() == 1);
  CHECK(parts_of(*set, {0})[0] == std::vector<Part>{{{"array[0].1", 5}}, {{"array[0].1", 5}}});
}

TEST_CASE("arrays that do not fit their files are errors with file and line", "[data][array]") {
  const auto error = [](const std::string& train_array, const std::string& test_array,
                        const Json& json = block()) {
    const TestFolder folder;
    folder.write("train.txt", kTrain);
    folder.write("test.txt", "d O\n");
    if (!train_array.empty()) folder.write("train.txt.npy", train_array);
    folder.write("test.txt.npy", test_array);
    try {
      read(folder, json);
    } catch (const UserError& thrown) {
      return std::string(thrown.what());
    }
    return std::string("(nothing was thrown)");
  };
  const std::string one = floats(1, {7, 8}), three = floats(3, {1, 2, 3, 0, 5, 6});
  CHECK_THAT(error(floats(2, {1, 2, 3, 4}), one),
             Contains("train.txt:4: ") && Contains("train.txt.npy has 2 rows, but this example has "
                                                   "the tokens 3 to 3 of the file"));
  CHECK_THAT(error(floats(4, {1, 2, 3, 4, 5, 6, 7, 8}), one),
             Contains("train.txt.npy: has 4 rows, but ") && Contains("train.txt has 3 tokens"));
  CHECK_THAT(error(three, floats(1, {7, 8, 9})),
             Contains("test.txt.npy: has 3 numbers in a row, expected 2 as in the first array"));
  CHECK_THAT(error("", one), Contains("train.txt.npy: no such file"));
  CHECK(error(three, one) == "(nothing was thrown)");
  CHECK_THAT(error(three, one, block({{"file", "train.npy"}})),
             Contains("file = \"train.npy\": must have {file} or {stem}"));
  CHECK_THAT(error(three, one, block({{"file", ""}})), Contains("must have {file} or {stem}"));
}
