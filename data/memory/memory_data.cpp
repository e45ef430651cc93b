#include "costruct/data/memory/memory_data.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

namespace costruct::experiments {
namespace {

constexpr std::string_view kMemory = "memory:";

struct NamedData {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const MemoryData>> by_name;
  std::uint64_t given = 0;
};

NamedData& named_data() {
  static NamedData named;
  return named;
}

}  // namespace

MemoryFile::MemoryFile(std::shared_ptr<const MemoryData> data, const std::string& title) {
  NamedData& named = named_data();
  const std::lock_guard lock(named.mutex);
  name_ = fmt::format("{}{}/{}", kMemory, ++named.given, title);
  named.by_name.emplace(name_, std::move(data));
}

MemoryFile::~MemoryFile() {
  NamedData& named = named_data();
  const std::lock_guard lock(named.mutex);
  named.by_name.erase(name_);
}

std::shared_ptr<const MemoryData> memory_data(const std::filesystem::path& name) {
  if (!name.native().starts_with(kMemory)) return nullptr;
  NamedData& named = named_data();
  const std::lock_guard lock(named.mutex);
  const auto at = named.by_name.find(name.native());
  return at == named.by_name.end() ? nullptr : at->second;
}

}  // namespace costruct::experiments
