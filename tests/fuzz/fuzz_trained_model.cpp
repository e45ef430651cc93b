// Any bytes as a trained model: refused, or it predicts labels of its own.
#include "costruct/experiments/files/model_file.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // With a checksum that is right, so that what lies behind it is reached.
  const FuzzFile file(with_checksum({reinterpret_cast<const char*>(data), size}));
  try {
    const Model model = load_model(file.path());
    static const FuzzFile sentences("w1 A\nw2 B\n\nW3\n"), rows("1 1:1 2:2\n2 3:0.5\n");
    const bool sequences = model.problem->shape == Shape::kSequence;
    const auto stream = model.encoder.stream(sequences ? sentences.path() : rows.path());
    BatchPredictor predictor(model);
    StreamedExample example;
    while (stream->next(example)) predictor.add(example);
    for (const Output& y : predictor.predict()) {
      for (const int label : y.parts) require(label >= 0 && label < static_cast<int>(model.labels().size()));
    }
  } catch (const DataError&) {
  }
  return 0;
}
