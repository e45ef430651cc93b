#include "costruct/data/features/links/beside_data.hpp"

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kFileOfData = "{file}", kStemOfData = "{stem}";

}  // namespace

std::optional<std::size_t> place_of_data(const std::string& pattern) {
  for (const std::string_view name : {kFileOfData, kStemOfData}) {
    if (const std::size_t at = pattern.find(name); at != std::string::npos) return at;
  }
  return std::nullopt;
}

std::filesystem::path file_beside(const std::string& pattern, std::filesystem::path data) {
  const auto at = place_of_data(pattern);
  COSTRUCT_ASSERT(at.has_value(), "the pattern has been checked");
  if (pattern.compare(*at, kStemOfData.size(), kStemOfData) == 0) {
    if (data.extension() == ".gz" || data.extension() == ".xz") data.replace_extension();
    data.replace_extension();
  }
  std::string name = pattern;
  return name.replace(*at, kFileOfData.size(), data.string());
}

}  // namespace costruct::experiments
