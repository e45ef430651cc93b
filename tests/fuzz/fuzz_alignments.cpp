// Any bytes as pairs of sequences, or as alignments in A3M: the first chooses how they are read,
// the others are the file. Beside not crashing, outputs of files and those predicted for them must
// read back, and drawings be made of them.
#include <array>
#include <numeric>

#include "costruct/data/alignment/sequence_profiles.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

const std::array<Json, 6>& blocks() {
  static const std::array<Json, 6> all = [] {
    const Json means =
        Json::parse(R"([{"extractor": "substitution", "columns": ["hydrophobicity", "class"],
                                        "with": ["strand"], "window": 1, "bins": 5, "offset": -1}])");
    const Json structure = Json::parse(R"([{"extractor": "substitution", "columns": ["SS", "SA"]},
                                            {"extractor": "substitution", "with": ["SS"], "offset": 2}])");
    return std::array<Json, 6>{
        Json{{"format", "fasta_pairs"}},
        Json{{"format", "fasta_pairs"},
             {"mode", "local"},
             {"symmetric", true},
             {"model", "simple_window"}},
        Json{{"format", "fasta_pairs"}, {"features", means}, {"limit", 3}, {"max_length", 10}},
        Json{{"format", "fasta_pairs"}, {"features", structure}, {"mode", "local"}},
        Json{{"format", "tmalign"}},
        Json{{"format", "tmalign"},
             {"mode", "local"},
             {"min_score", 0},
             {"part", "test"},
             {"max_length", 8}}};
  }();
  return all;
}

// Two outputs that need no decoder: all positions alone, and pairs from the beginning on.
Output alone(bool is_local, Index n, Index m) {
  Output output;
  if (is_local) return output;
  output.parts.assign(static_cast<std::size_t>(n), kFirst);
  output.parts.insert(output.parts.end(), static_cast<std::size_t>(m), kSecond);
  return output;
}

Output diagonal(bool is_local, Index n, Index m) {
  const Index pairs = std::min(n, m);
  if (is_local && pairs == 0) return {};
  Output output;
  if (is_local) output.parts = {0, 0};
  output.parts.insert(output.parts.end(), static_cast<std::size_t>(pairs), kPair);
  const Output rest = alone(is_local, n - pairs, m - pairs);
  output.parts.insert(output.parts.end(), rest.parts.begin(), rest.parts.end());
  return output;
}

using Predict = Output (*)(bool is_local, Index n, Index m);

struct Predicted {
  std::string text;
  std::vector<Output> outputs;
};

Predicted predicted(const Format& format, ExampleSet& set, const std::filesystem::path& file,
                    bool is_local, Predict predict) {
  const ViewAssignment views{
      1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
  const auto stream = set.stream(file, views, false);
  Predicted result;
  while (const Index count = stream->read(3)) {
    const auto data = std::dynamic_pointer_cast<const alignment::SequencePairs>(stream->data());
    require(data->num_inputs() == count);
    for (Index x = 0; x < count; ++x) {
      const Output output = predict(is_local, data->first_length(x), data->second_length(x));
      const std::string text = stream->text_of(x, output);
      require(format.drawing(text, text).starts_with("<svg"));
      result.text += (result.text.empty() ? "" : set.separator()) + text;
      result.outputs.push_back(output);
    }
  }
  return result;
}

// Whether a text, read as aligned FASTA, has these outputs.
void require_outputs(const std::string& text, bool is_local, const std::vector<Output>& outputs) {
  if (outputs.empty()) return;
  const auto set =
      find_format("fasta_pairs")
          ->examples(
              {{"format", "fasta_pairs"}, {"train", ""}, {"mode", is_local ? "local" : "global"}});
  const FuzzFile file(text);
  const std::vector<std::filesystem::path> files{file.path()};
  set->read(files, Role::kTest);
  require(set->size() == std::ssize(outputs));
  for (Index i = 0; i < set->size(); ++i)
    require(set->output(i) == outputs[static_cast<std::size_t>(i)]);
}

void read_families(const std::filesystem::path& file) {
  SequenceFamilies families;
  try {
    families.read(file);
  } catch (const DataError&) {
    return;
  }
  for (const std::string& name : families.names()) {
    const SequenceFamily& family = *families.find(name);
    const std::vector<float> profile = profile_of(family, family.rows.back().name, 1);
    require(profile.size() == family.rows.front().letters.size() * kProfileResidues);
    for (const float share : profile) require(share > 0 && share < 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t way = data[0] % (blocks().size() + 1);
  if (way == blocks().size()) {
    read_families(FuzzFile({reinterpret_cast<const char*>(data) + 1, size - 1}).path());
    return 0;
  }
  const Json& block = blocks()[way];
  const bool is_local = block.value("mode", "global") == "local";
  const bool is_fasta = block["format"] == "fasta_pairs";
  const FuzzFile file({reinterpret_cast<const char*>(data) + 1, size - 1});
  const std::vector<std::filesystem::path> files{file.path()};
  const Format* format = find_format(block["format"].get<std::string>());
  const auto set = format->examples(block);
  try {
    set->read(files, Role::kTrain);
    set->finish_training();
    for (Index f = 0; f < set->num_features(); ++f) require(set->feature_info(f).group >= 0);
    std::vector<Index> labeled;
    std::string text;
    std::vector<Output> outputs;
    for (Index i = 0; i < set->size(); ++i) {
      if (!set->is_labeled(i)) continue;
      require(set->is_possible(set->output(i)));
      labeled.push_back(i);
      text += (text.empty() ? "" : set->separator()) + set->text_of_example(i, set->output(i));
      outputs.push_back(set->output(i));
      require_outputs(set->text_of(set->output(i)), is_local, {set->output(i)});
    }
    require_outputs(text, is_local, outputs);
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    (void)set->inputs({labeled, {}, views});
    for (const Predict predict : {alone, diagonal}) {
      const Predicted once = predicted(*format, *set, file.path(), is_local, predict);
      require_outputs(once.text, is_local, once.outputs);
      if (!is_fasta || once.text.empty()) continue;
      const FuzzFile again(once.text);
      require(predicted(*format, *set, again.path(), is_local, predict).text == once.text);
    }
  } catch (const DataError&) {
  }
  return 0;
}
