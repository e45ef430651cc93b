#include "costruct/io/memory/file_in_memory.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <mutex>

namespace costruct::experiments {
namespace {

constexpr std::string_view kFront = "memory:bytes";

struct FilesInMemory {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const std::string>> by_name;
  std::uint64_t given = 0;
};

FilesInMemory& files_in_memory() {
  static FilesInMemory files;
  return files;
}

}  // namespace

FileInMemory::FileInMemory(const std::string& title, std::string content) {
  FilesInMemory& files = files_in_memory();
  const std::lock_guard lock(files.mutex);
  name_ = fmt::format("{}{}/{}", kFront, ++files.given, title);
  files.by_name[name_] = std::make_shared<const std::string>(std::move(content));
}

FileInMemory::~FileInMemory() {
  FilesInMemory& files = files_in_memory();
  const std::lock_guard lock(files.mutex);
  files.by_name.erase(name_);
}

std::shared_ptr<const std::string> FileInMemory::content() const {
  return bytes_in_memory(name_);
}

std::shared_ptr<const std::string> bytes_in_memory(const std::filesystem::path& name) {
  if (!name.native().starts_with(kFront)) return nullptr;
  FilesInMemory& files = files_in_memory();
  const std::lock_guard lock(files.mutex);
  const auto at = files.by_name.find(name.native());
  return at == files.by_name.end() ? nullptr : at->second;
}

bool write_in_memory(const std::filesystem::path& name, std::string content) {
  if (!name.native().starts_with(kFront)) return false;
  FilesInMemory& files = files_in_memory();
  const std::lock_guard lock(files.mutex);
  const auto at = files.by_name.find(name.native());
  if (at == files.by_name.end()) return false;
  at->second = std::make_shared<const std::string>(std::move(content));
  return true;
}

}  // namespace costruct::experiments
