// Any bytes as a treebank: the first chooses how it is read, the others are the file. Beside not
// crashing, what is predicted for it must read back.
#include <array>

#include "fuzz_trees.hpp"

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  check_treebank({reinterpret_cast<const char*>(data) + 1, size - 1},
                 blocks()[data[0] % blocks().size()], "parsing", Json::object());
  return 0;
}
