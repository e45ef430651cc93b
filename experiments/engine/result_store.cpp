#include "costruct/experiments/engine/result_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "costruct/core/error.hpp"
#include "costruct/experiments/engine/cell.hpp"
#include "costruct/experiments/files/output_file.hpp"

namespace costruct::experiments {

ResultStore::ResultStore(const std::filesystem::path& folder, Mode mode) : file_(folder / "cells.jsonl") {
  if (mode == Mode::kEmpty) return;
  if (mode == Mode::kReadOnly) {
    if (std::filesystem::exists(file_)) load();
    return;
  }
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw OutputError(file_.string() + ": cannot be written: " + std::strerror(errno));
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      throw OutputError(folder.string() +
                        ": another run is writing here; wait for it or choose another --out");
    }
    if (mode == Mode::kResume) load();
    if (::ftruncate(descriptor_, size_) != 0) {
      throw OutputError(file_.string() + ": cannot be written: " + std::strerror(errno));
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

ResultStore::~ResultStore() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// Reads all complete lines; size_ becomes the end of the last one.
void ResultStore::load() {
  std::ifstream in(file_, std::ios::binary);
  if (!in) throw OutputError(file_.string() + ": cannot be read");
  std::string line;
  for (Index number = 1; std::getline(in, line); ++number) {
    if (in.eof()) break;  // no line end: cut short
    try {
      const Json json = Json::parse(line);
      cells_.insert_or_assign(json.at("key").get<std::string>(), cell_from_json(json.at("cell")));
    } catch (const std::exception&) {
      if (in.peek() == std::ifstream::traits_type::eof()) break;  // a torn last line
      throw DataError(fmt::format("{}:{}: not a finished cell: {}; --fresh starts over", file_.string(),
                                  number, line.substr(0, 60)));
    }
    size_ += static_cast<std::int64_t>(line.size()) + 1;
  }
}

std::optional<CellResult> ResultStore::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto at = cells_.find(key);
  if (at == cells_.end()) return std::nullopt;
  return at->second;
}

void ResultStore::put(const std::string& key, const CellResult& result) {
  std::string line =
      Json{{"key", key}, {"cell", to_json(result)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  line += '\n';
  const std::lock_guard lock(mutex_);
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const std::string why = std::strerror(errno);
      if (::ftruncate(descriptor_, size_) != 0)
        throw OutputError(file_.string() + ": cannot be written or cut: " + why);
      throw OutputError(file_.string() + ": cannot be written: " + why);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += static_cast<std::int64_t>(line.size());
  cells_.insert_or_assign(key, result);
}

}  // namespace costruct::experiments
