// Any bytes as a treebank: the first chooses how it is read, the others are the file. Beside not
// crashing, what is predicted for it must read back.
#include <array>
#include <numeric>

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/parsing/sentences.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

const std::array<Json, 5>& blocks() {
  static const std::array<Json, 5> all{
      Json{{"format", "ptb"}},
      Json{{"format", "ptb"}, {"binarization", "head"}, {"horizontal", 1}, {"vertical", 2}},
      Json{{"format", "ptb"}, {"input", "words"}, {"features", {"rule", "border", "lexical"}}},
      Json{{"format", "ptb"}, {"binarization", "left"}, {"functions", "keep"}, {"traces", "keep"}},
      Json{{"format", "ptb"},
           {"input", "words"},
           {"rare", 0},
           {"max_length", 5},
           {"limit", 3},
           {"features", {"width", "conjunction"}},
           {"label_map", {{"S", "NP"}}}}};
  return all;
}

// The outputs of a problem that no weight tells anything: the smallest trees.
std::string predicted(ExampleSet& set, const std::filesystem::path& file,
                      const ViewAssignment& views) {
  const auto stream = set.stream(file, views, false);
  std::string text;
  while (stream->read(3) > 0) {
    const Views made = find_problem("parsing")->make(Json::object(), stream->data());
    const StructuredProblem& problem = made.joint();
    const Vector w(static_cast<std::size_t>(problem.dimension()), 0.0);
    for (InputId x = 0; x < problem.num_inputs(); ++x)
      text += stream->text_of(x, problem.decode(x, w).output);
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Json& block = blocks()[data[0] % blocks().size()];
  const FuzzFile file({reinterpret_cast<const char*>(data) + 1, size - 1});
  const std::vector<std::filesystem::path> files{file.path()};
  const auto set = find_format("ptb")->examples(block);
  try {
    set->read(files, Role::kTrain);
    set->finish_training();
    for (Index f = 0; f < set->num_features(); ++f) require(set->feature_info(f).group >= 0);
    std::vector<Index> labeled;
    for (Index i = 0; i < set->size(); ++i) {
      if (!set->is_labeled(i)) continue;
      require(set->is_possible(set->output(i)));
      labeled.push_back(i);
    }
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    InputRequest request{labeled, {}, views};
    request.labeled = std::ssize(labeled);
    (void)set->inputs(request);
    const std::string once = predicted(*set, file.path(), views);
    if (!once.empty()) require(predicted(*set, FuzzFile(once).path(), views) == once);
  } catch (const DataError&) {
  }
  return 0;
}
