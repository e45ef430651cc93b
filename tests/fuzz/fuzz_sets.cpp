// Any bytes as rows with sets of labels: the first chooses the format. Beside not crashing, what is
// read is a set of known labels, and the text of a set is read back as the same set.
#include <algorithm>
#include <numeric>

#include "costruct/data/formats/set_reader.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

Json block_for(unsigned how) {
  if (how == 0) return {{"format", "svmlight"}};
  if (how == 1) return {{"format", "csv"}, {"target", "y"}, {"label_separator", ";"}};
  return {{"format", "texts"}, {"features", {{{"extractor", "words"}}}}};
}

void check_text(const PartExamples& set, const Output& output) {
  std::vector<std::string> expected;
  for (std::size_t k = 0; k < output.parts.size(); ++k) {
    require(output.parts[k] == 0 || output.parts[k] == 1);
    if (output.parts[k] == 1) expected.push_back(set.label_names()[k]);
  }
  const std::string text = set.text_of(output);
  require(!text.empty() && text.back() == '\n');
  const std::string line = text.substr(0, text.size() - 1);
  require(labels_of_list(line, ',') == expected || labels_of_list(line, ';') == expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const FuzzFile bytes({reinterpret_cast<const char*>(data) + 1, size - 1});
  const std::vector<std::filesystem::path> files{bytes.path()};
  try {
    PartExamples set(block_for(data[0] % 3), kRows, Target::kSets);
    if (set.must_scan()) set.scan(files, Role::kTrain);
    set.read(files, Role::kTrain);
    set.finish_training();
    set.read(files, Role::kTest);
    const Index labels = std::ssize(set.encoder().labels());
    std::vector<Index> all(static_cast<std::size_t>(set.size()));
    std::iota(all.begin(), all.end(), 0);
    for (const Index i : all) {
      if (set.is_labeled(i)) {
        require(std::ssize(set.output(i).parts) == labels && set.is_possible(set.output(i)));
        check_text(set, set.output(i));
      }
      for (const std::vector<int>& fact : set.known(i).facts)
        require(fact.empty() || fact == std::vector<int>{0} || fact == std::vector<int>{1});
    }
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
    InputRequest request{all, {}, views};
    request.labeled = set.size();
    const InputData made = set.inputs(request);
    const auto& with_tree = dynamic_cast<const several::LabelSetData&>(*made.data);
    require(several::is_forest(with_tree.tree->pairs(), labels));
    set.stream_known(true);
    const auto stream = set.stream(files.front(), views, false);
    while (stream->read(2) > 0) require(stream->data() != nullptr);
  } catch (const DataError&) {
  }
  return 0;
}
