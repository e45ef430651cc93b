// Any bytes as a model file: refused, or an encoder that reads and can be stored again.
#include "costruct/data/encoder.hpp"
#include "costruct/io/model_file.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // With a checksum that is right, so that what lies behind it is reached.
  const FuzzFile file(with_checksum({reinterpret_cast<const char*>(data), size}));
  static const FuzzFile words("El DA O\nGrupo NC B\n");
  try {
    const ModelReader model(file.path());
    const Encoder encoder = Encoder::load(model);
    for (Index f = 0; f < encoder.num_features(); ++f) encoder.feature_info(f);
    ModelWriter writer;
    encoder.save(writer, std::vector<bool>(static_cast<std::size_t>(encoder.num_features()), true));
    const auto stream = encoder.stream(words.path());
    StreamedExample example;
    while (stream->next(example)) {
      for (const std::int32_t feature : example.feature)
        require(feature >= 0 && feature < encoder.num_features());
    }
  } catch (const DataError&) {
  }
  return 0;
}
