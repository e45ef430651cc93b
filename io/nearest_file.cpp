#include "costruct/io/nearest_file.hpp"

#include <algorithm>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {

std::string nearest_file(const std::filesystem::path& missing) {
  constexpr std::size_t kMostEntries = 1000;
  constexpr std::size_t kShortest = 3;
  std::error_code failed;
  if (missing.stem().string().size() < kShortest || std::filesystem::exists(missing, failed))
    return "";
  const std::filesystem::path folder = missing.parent_path();
  std::vector<std::string> stems;
  std::size_t entries = 0;
  for (std::filesystem::directory_iterator at(folder.empty() ? "." : folder, failed), end;
       !failed && at != end && entries < kMostEntries; at.increment(failed), ++entries) {
    std::error_code none;
    if (at->path().extension() == missing.extension() && at->is_regular_file(none))
      stems.push_back(at->path().stem().string());
  }
  std::sort(stems.begin(), stems.end());  // the order in a folder is arbitrary
  std::vector<std::string> names;
  for (const std::string& stem : nearest_names(missing.stem().string(), stems))
    names.push_back(
        shown_name((folder / (stem + missing.extension().string())).lexically_normal().string()));
  return names.empty() ? "" : ": did you mean " + one_of(names) + "?";
}

std::string why_not_opened(const std::filesystem::path& file, std::error_code error) {
  if (error && error != std::errc::no_such_file_or_directory)
    return "cannot be opened: " + error.message();
  return "no such file" + nearest_file(file);
}

}  // namespace costruct::experiments
