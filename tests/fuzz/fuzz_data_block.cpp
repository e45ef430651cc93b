// Any text as the JSON of a data block: it is refused with messages, or an encoder can be made of
// it.
#include "costruct/data/data_block.hpp"
#include "costruct/data/encoder.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Json json = Json::parse(data, data + size, nullptr, false);
  if (json.is_discarded()) return 0;
  ConfigErrors errors;
  check_data_block(json, "data", errors);
  if (!errors.empty()) {
    for (const std::string& message : errors.messages()) require(!message.empty());
    return 0;
  }
  const Json block = resolve_dataset(json);
  check_data_block(block, "data", errors);
  require(errors.empty());
  int made = 0;
  for (const char* input : {kRows, kChains}) {
    try {
      const Encoder encoder(block, input);
      ++made;
    } catch (const ConfigError&) {
    }
  }
  require(made == 1);
  return 0;
}
