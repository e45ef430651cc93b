// Any bytes as a file of word vectors. Beside not crashing, all numbers that are read are finite,
// and features of words are rows of the file.
#include <cmath>
#include <map>

#include "costruct/data/data_block.hpp"
#include "costruct/data/features/fitted/vector_file.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

const Json& block() {
  static const Json made = {
      {"format", "conll"},
      {"train", "t"},
      {"columns", {"word", "label"}},
      {"features",
       {{{"extractor", "vectors"}, {"file", "v"}, {"window", 0}, {"lowercase", false}}}}};
  return made;
}

std::map<std::string, std::vector<float>, std::less<>> rows_of(const FuzzFile& file) {
  std::map<std::string, std::vector<float>, std::less<>> rows;
  VectorFile vectors(file.path());
  std::vector<float> numbers(static_cast<std::size_t>(vectors.dimensions()));
  for (std::string_view word; vectors.next(word);) {
    vectors.numbers(numbers);
    for (const float x : numbers) require(std::isfinite(x));
    if (!word.empty()) rows.emplace(word, numbers);
  }
  return rows;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzFile file({reinterpret_cast<const char*>(data), size});
  const FuzzFile sentences("the O\ncat O\nNew O\n\n1984 O\nthe O\n");
  try {
    const auto rows = rows_of(file);
    PartExamples examples(block(), kChains, Target::kLabels);
    (void)examples.read_texts([&](const std::string&) { return file.path(); });
    examples.read(std::vector<std::filesystem::path>{sentences.path()}, Role::kTrain);
    examples.finish_training();
    (void)examples.finish_reading();
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(examples.num_features()), 0)};
    const std::vector<Index> all = {0, 1};
    InputRequest request{all, {}, views};
    request.all_features = true;
    const InputData made = examples.inputs(request);
    const FeatureTable& table = part_data(made.data)->views.at(0);
    const char* const words[] = {"the", "cat", "New", "1984", "the"};
    for (Index part = 0; part < 5; ++part) {
      const auto row = rows.find(std::string_view(words[part]));
      table.for_entries(part, [&](std::int32_t feature, double value) {
        require(row != rows.end());
        require(value == double{row->second[static_cast<std::size_t>(feature)]});
      });
    }
  } catch (const DataError&) {
  }
  return 0;
}
