// Where data files are looked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace costruct::experiments {

/// Whether there is such a file or folder. Throws DataError where that cannot be found out (links
/// in a circle, no permission).
bool is_there(const std::filesystem::path& file);

/// The folders in which a relative path of a config is tried, in this order: the config's own
/// folder, each
/// --data-dir, $COSTRUCT_DATA, data/ in the current folder.
class DataPaths {
 public:
  DataPaths(const std::filesystem::path& config_file,
            const std::vector<std::filesystem::path>& data_dirs);

  /// The first place where `name` exists; nullopt if there is none. Throws as is_there().
  std::optional<std::filesystem::path> look_up(const std::string& name) const;
  /// The same. Throws DataError with all places tried, and `advice` behind them.
  std::filesystem::path find(const std::string& name, const std::string& advice) const;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace costruct::experiments
