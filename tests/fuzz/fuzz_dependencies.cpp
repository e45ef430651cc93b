// Any bytes as a dependency treebank: the first chooses how it is read, the others are the file.
// Beside not crashing, what is predicted for it must read back.
#include <array>

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/catalog.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

const std::array<Json, 4>& blocks() {
  static const std::array<Json, 4> all{
      Json{{"format", "conllu_trees"}},
      Json{{"format", "conllu_trees"}, {"trees", "any"}, {"single_root", false}, {"tag", "both"}},
      Json{{"format", "conllu_trees"}, {"relations", "universal"}, {"non_projective", "lift"}},
      Json{{"format", "conllu_trees"},
           {"relations", "none"},
           {"tag", "xpos"},
           {"max_length", 5},
           {"limit", 3},
           {"features", {"relation", "between"}}}};
  return all;
}

// The trees of a problem without weights: the smallest ones.
std::string smallest_trees(ExampleSet& set, const Json& block, const std::filesystem::path& file,
                           const ViewAssignment& views) {
  Json options = Json::object();
  for (const char* name : {"trees", "single_root"}) {
    if (block.contains(name)) options[name] = block[name];
  }
  const auto stream = set.stream(file, views, false);
  std::string text;
  while (stream->read(3) > 0) {
    const Views made = find_problem("dependency")->make(options, stream->data());
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
  const auto set = find_format("conllu_trees")->examples(block);
  try {
    set->read(files, Role::kTrain);
    set->finish_training();
    for (Index f = 0; f < set->num_features(); ++f) require(set->feature_info(f).group >= 0);
    std::vector<Index> labeled;
    for (Index i = 0; i < set->size(); ++i) {
      if (set->is_labeled(i)) labeled.push_back(i);
    }
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    InputRequest request{labeled, {}, views};
    request.labeled = std::ssize(labeled);
    (void)set->inputs(request);
    const std::string once = smallest_trees(*set, block, file.path(), views);
    if (!once.empty()) require(smallest_trees(*set, block, FuzzFile(once).path(), views) == once);
  } catch (const DataError&) {
  } catch (const ConfigError&) {
  }
  return 0;
}
