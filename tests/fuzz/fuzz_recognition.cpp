// Any bytes as the beginning of a file, cut off or whole, that formats are asked about. Beside not
// crashing, what fits must have a valid data block, or ask.
#include "costruct/core/error.hpp"
#include "costruct/data/data_block.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const RecognitionHints hints{(data[0] & 2) != 0 ? "2" : (data[0] & 4) != 0 ? "y" : ""};
  const FileSample sample("fuzz", bytes, (data[0] & 1) != 0);
  for (const RecognisedFormat& found : recognise_file(sample, hints)) {
    require(found.recognition.fit <= 1 && !found.recognition.kind.empty());
    if (!found.recognition.question.empty() || found.recognition.unlabeled) continue;
    Json block = found.recognition.block;
    block["format"] = found.format->name;
    block["train"] = "t";
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    require(errors.empty());
  }
  return 0;
}
