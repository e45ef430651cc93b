// Any text as a config, its first line as a --set override: it is refused with a message, or its
// effective config is right and means the same.
#include "costruct/experiments/config/config.hpp"
#include "costruct/io/json_file.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line_end = text.find('\n');
  const std::string assignment(text.substr(0, line_end));
  try {
    ConfigErrors errors;
    Json json = parse_json(line_end == std::string_view::npos ? "{}" : text.substr(line_end + 1),
                           "c.json", errors);
    if (!assignment.empty()) apply_override(json, assignment);
    const Config config = check_config(json, "c.json", std::move(errors));
    require(check_config(config.effective, "c.json").effective == config.effective);
  } catch (const ConfigError& error) {
    require(!std::string_view(error.what()).empty());
  }
  return 0;
}
