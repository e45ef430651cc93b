// Any lines as CRF++ templates: each is refused, or gives features of a sentence.
#include "costruct/data/data_block.hpp"
#include "costruct/data/encoder.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Json lines = Json::array();
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(std::string(text.substr(at, end - at)));
    at = end + 1;
  }
  const Json block = {{"format", "conll"},
                      {"train", "t"},
                      {"columns", {"word", "pos", "label"}},
                      {"features", {{{"extractor", "template"}, {"lines", lines}}}}};
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  if (!errors.empty()) return 0;

  static const FuzzFile file("El DA O\nGrupo NC B\n\nfin X O\n");
  const std::vector<std::filesystem::path> files{file.path()};
  Encoder encoder(block, kChains);
  Corpus corpus;
  encoder.read(files, Encoder::Role::kTrain, corpus);
  encoder.finish_labels(corpus);
  for (Index f = 0; f < encoder.num_features(); ++f)
    require(encoder.feature_info(f).name.starts_with('U'));
  return 0;
}
