#include "costruct/io/machine_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

namespace costruct::experiments {
namespace {

constexpr double kNotKnown = std::numeric_limits<double>::infinity();

// The number after a word at the start of a line ("MemAvailable:", "inactive_file").
double number_behind(const std::filesystem::path& file, const std::string& word) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    double number = 0;
    if (line.starts_with(word + " ") &&
        std::sscanf(line.c_str() + word.size(), "%lf", &number) == 1)
      return number;
  }
  return kNotKnown;
}

// The number in a file; infinite if the file has "max" or does not exist.
double number_in_file(const std::filesystem::path& file) {
  double number = 0;
  std::ifstream in(file);
  return in >> number ? number : kNotKnown;
}

// The memory that is left to a control group, considering its parents.
double left_to_groups(const std::filesystem::path& top, std::filesystem::path group,
                      const char* limit, const char* used, const char* droppable) {
  double left = kNotKnown;
  for (;; group = group.parent_path()) {
    const std::filesystem::path folder = group.empty() ? top : top / group;
    const double most = number_in_file(folder / limit);
    if (const double now = number_in_file(folder / used); most < kNotKnown && now < kNotKnown) {
      const double files = number_behind(folder / "memory.stat", droppable);
      left = std::min(left, most - now + (files < kNotKnown ? files : 0));
    }
    if (group.empty()) return std::max(left, 0.0);
  }
}

}  // namespace

double machine_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double available_memory(const std::filesystem::path& root) {
  constexpr double kKiB = 1024;
  double left = number_behind(root / "proc/meminfo", "MemAvailable:") * kKiB;
  std::ifstream groups(root /
                       "proc/self/cgroup");  // "number:controllers:/group", version 2 without names
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::filesystem::path group =
        std::filesystem::path(line.substr(second + 1)).relative_path();
    if (controllers == ",,") {
      left = std::min(left, left_to_groups(root / "sys/fs/cgroup", group, "memory.max",
                                           "memory.current", "inactive_file"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      left = std::min(left,
                      left_to_groups(root / "sys/fs/cgroup/memory", group, "memory.limit_in_bytes",
                                     "memory.usage_in_bytes", "total_inactive_file"));
    }
  }
  return left;
}

}  // namespace costruct::experiments
