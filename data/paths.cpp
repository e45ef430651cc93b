#include "costruct/data/paths.hpp"

#include <algorithm>
#include <cstdlib>

#include "costruct/core/error.hpp"
#include "costruct/data/memory/memory_data.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/nearest_file.hpp"

namespace costruct::experiments {

bool is_there(const std::filesystem::path& file) {
  std::error_code failed;
  const auto status = std::filesystem::status(file, failed);
  if (status.type() == std::filesystem::file_type::none)
    throw DataError(file.string() + ": " + why_not_opened(file, failed));
  return std::filesystem::exists(status);
}

namespace {

// A path without parts such as configs/.., if it names the same file then: after a link it may not.
std::filesystem::path without_detours(std::filesystem::path path) {
  if (std::find(path.begin(), path.end(), "..") == path.end()) return path;
  std::filesystem::path normal = path.lexically_normal();
  std::error_code failed;
  return std::filesystem::equivalent(path, normal, failed) ? normal : path;
}

}  // namespace

DataPaths::DataPaths(const std::filesystem::path& config_file,
                     const std::vector<std::filesystem::path>& data_dirs) {
  const auto own = config_file.parent_path();
  folders_.push_back(own.empty() ? "." : own);
  folders_.insert(folders_.end(), data_dirs.begin(), data_dirs.end());
  if (const char* variable = std::getenv("COSTRUCT_DATA");
      variable != nullptr && *variable != '\0') {
    folders_.emplace_back(variable);
  }
  folders_.emplace_back("data");
}

std::optional<std::filesystem::path> DataPaths::look_up(const std::string& name) const {
  const std::filesystem::path path(name);
  if (memory_data(path) || bytes_in_memory(path)) return path;
  if (path.is_absolute()) return is_there(path) ? std::optional(path) : std::nullopt;
  for (const auto& folder : folders_) {
    if (is_there(folder / path)) return without_detours(folder / path);
  }
  return std::nullopt;
}

std::filesystem::path DataPaths::find(const std::string& name, const std::string& advice) const {
  if (const auto found = look_up(name)) return *found;
  std::string nearest;
  for (const auto& folder : folders_) {
    if (nearest.empty()) nearest = nearest_file(folder / name);
  }
  std::vector<std::string> lines = {name + ": no such file" + nearest +
                                    (advice.empty() ? "" : "; " + advice)};
  if (!std::filesystem::path(name).is_absolute()) {
    lines.front() += "; looked for";
    for (const auto& folder : folders_) lines.push_back("  " + (folder / name).string());
    if (std::error_code none; std::filesystem::exists(name, none))
      lines.push_back(
          "it is in the current folder, but paths are relative to the config's: write " +
          std::filesystem::absolute(name).lexically_normal().string());
  }
  throw DataError(lines);
}

}  // namespace costruct::experiments
