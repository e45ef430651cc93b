// The extractor `your_name`: the shape of a word, as in "Xxxx-dd" for "Mars-42".
//
// Each attribute is an indicator feature. The options `column`, `window` and `group` are there.
#include <cctype>

#include "costruct/data/features/extractor.hpp"
#include "costruct/experiments/plugins/plugin.hpp"

namespace your_name_extractor {
namespace {

std::string shape_of(std::string_view word) {
  std::string shape;
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    shape += std::isupper(byte) ? 'X' : std::islower(byte) ? 'x' : std::isdigit(byte) ? 'd' : c;
  }
  return shape;
}

/// The attributes of each word of a sentence. It must be pure: several threads call it at once.
std::vector<std::vector<std::string>> attributes(std::span<const std::string_view> words) {
  std::vector<std::vector<std::string>> all;
  for (const std::string_view word : words) all.push_back({shape_of(word)});
  return all;
}

}  // namespace
}  // namespace your_name_extractor

COSTRUCT_PLUGIN {
  using namespace costruct::experiments;
  add_extractor(extractor_of("your_name", "the shape of a word", your_name_extractor::attributes));
}
