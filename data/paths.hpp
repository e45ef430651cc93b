// DataPaths: the folders in which data files are searched.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace costruct::experiments {

/// Whether the file or folder exists. Throws DataError if this cannot be determined (circular
/// links, no permission).
bool is_there(const std::filesystem::path& file);

/// The folders in which a relative path of a config is searched, in this order:
///   the folder of the config
///   each --data-dir
///   $COSTRUCT_DATA
///   data/ in the current folder
class DataPaths {
 public:
  DataPaths(const std::filesystem::path& config_file,
            const std::vector<std::filesystem::path>& data_dirs);

  /// The first place where `name` exists; nullopt if it exists nowhere. Throws as is_there().
  std::optional<std::filesystem::path> look_up(const std::string& name) const;
  /// The same, but throws DataError if `name` exists nowhere. The message lists all places tried,
  /// followed by `advice`.
  std::filesystem::path find(const std::string& name, const std::string& advice) const;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace costruct::experiments
