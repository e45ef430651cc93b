#include "costruct/experiments/results/text_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace costruct::experiments {
namespace {

/// A temporary file that goes unless it is kept.
class Temporary {
 public:
  explicit Temporary(std::filesystem::path name) : name_(std::move(name)) {}
  ~Temporary() {
    std::error_code ignored;  // the first error is the one to report
    if (!kept_) std::filesystem::remove(name_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const std::filesystem::path& name() const { return name_; }
  void keep_as(const std::filesystem::path& file) {
    std::filesystem::rename(name_, file);
    kept_ = true;
  }

 private:
  std::filesystem::path name_;
  bool kept_ = false;
};

[[noreturn]] void fail(const std::filesystem::path& file, int error) {
  throw std::system_error(error, std::generic_category(), file.string() + ": cannot be written");
}

}  // namespace

void write_text_file(const std::filesystem::path& file, std::string_view content) {
  Temporary temporary(file.string() + ".tmp" + std::to_string(::getpid()));
  std::FILE* stream = std::fopen(temporary.name().c_str(), "wb");
  if (!stream) fail(file, errno);
  const bool written = std::fwrite(content.data(), 1, content.size(), stream) == content.size();
  const int write_error = errno;
  const bool closed = std::fclose(stream) == 0;
  if (!written || !closed) fail(file, written ? errno : write_error);
  temporary.keep_as(file);
}

}  // namespace costruct::experiments
