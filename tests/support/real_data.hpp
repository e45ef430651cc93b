// The one way in which a test asks for real data: it is shown as skipped where the data is not at
// hand. Such tests stand in test_real_data, whose cases have the label `data`.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

namespace costruct::test {

/// A file of $COSTRUCT_DATA; nullopt where it is missing, told in the words by which ctest counts a
/// test as skipped.
inline std::optional<std::filesystem::path> real_data(const std::string& file) {
  const char* root = std::getenv("COSTRUCT_DATA");
  if (root != nullptr) {
    const auto path = std::filesystem::path(root) / file;
    if (std::filesystem::exists(path)) return path;
  }
  std::cout << "skipped: $COSTRUCT_DATA has no " << file << std::endl;
  return std::nullopt;
}

}  // namespace costruct::test
