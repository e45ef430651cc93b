// The search for data files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace costruct::experiments {

/// Whether a file or folder exists. Throws DataError if this cannot be determined, for example for
/// links in a circle or without permission.
bool is_there(const std::filesystem::path& file);

/// The folders in which a relative path of a config is looked up, in this order:
///    the config's own folder
///    each --data-dir
///    $COSTRUCT_DATA
///    data/ in the current folder
class DataPaths {
 public:
  /// @param data_dirs  the folders of --data-dir, in order
  DataPaths(const std::filesystem::path& config_file,
            const std::vector<std::filesystem::path>& data_dirs);

  /// The first place where `name`, a file or a folder, exists; nullopt if there is no such place.
  /// An absolute path, or the name of data in memory, stands for itself. Throws like is_there().
  std::optional<std::filesystem::path> look_up(const std::string& name) const;
  /// The same, but throws DataError if there is no such place. The message lists all places and
  /// ends with `advice`.
  std::filesystem::path find(const std::string& name, const std::string& advice) const;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace costruct::experiments
