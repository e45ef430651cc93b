// Any bytes as a dependency treebank: the first chooses how it is read, the others are the file.
// Beside not crashing, what is predicted for it must read back.
#include <array>

#include "fuzz_trees.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

const std::array<Json, 4>& blocks() {
  static const std::array<Json, 4> all{
      Json{{"format", "conllu_trees"}},
      Json{{"format", "conllu_trees"},
           {"trees", "any"},
           {"single_root", false},
           {"tag", "both"},
           {"features", {"bigram", "relation_between", "morphology"}}},
      Json{{"format", "conllu_trees"}, {"relations", "universal"}, {"non_projective", "lift"}},
      Json{{"format", "conllu_trees"},
           {"relations", "none"},
           {"tag", "xpos"},
           {"max_length", 5},
           {"limit", 3},
           {"features", {"relation", "between"}}}};
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Json& block = blocks()[data[0] % blocks().size()];
  Json options = Json::object();
  for (const char* name : {"trees", "single_root"}) {
    if (block.contains(name)) options[name] = block[name];
  }
  try {
    check_treebank({reinterpret_cast<const char*>(data) + 1, size - 1}, block, "dependency",
                   options);
  } catch (const ConfigError&) {
  }
  return 0;
}
