#include "costruct/experiments/engine/paths.hpp"

#include <cstdlib>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

DataPaths::DataPaths(const std::filesystem::path& config_file,
                     const std::vector<std::filesystem::path>& data_dirs) {
  const auto own = config_file.parent_path();
  folders_.push_back(own.empty() ? "." : own);
  folders_.insert(folders_.end(), data_dirs.begin(), data_dirs.end());
  if (const char* variable = std::getenv("COSTRUCT_DATA"); variable != nullptr && *variable != '\0') {
    folders_.emplace_back(variable);
  }
  folders_.emplace_back("data");
}

std::filesystem::path DataPaths::find(const std::string& name, const std::string& advice) const {
  std::error_code failed;
  const std::filesystem::path path(name);
  if (path.is_absolute()) {
    if (std::filesystem::exists(path, failed)) return path;
    throw DataError(name + ": no such file" + (advice.empty() ? "" : "; " + advice));
  }
  std::string tried;
  for (const auto& folder : folders_) {
    const auto candidate = folder / path;
    if (std::filesystem::exists(candidate, failed)) return candidate;
    tried += "\n  " + candidate.string();
  }
  throw DataError(name + ": no such file" + (advice.empty() ? "" : "; " + advice) + "; looked for" + tried);
}

}  // namespace costruct::experiments
