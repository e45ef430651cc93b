#include "costruct/io/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "costruct/io/memory/file_in_memory.hpp"

namespace costruct::experiments {
namespace {

constexpr mode_t kMode = 0666;

std::string random_letters(std::size_t count) {
  std::random_device device;
  std::string letters;
  for (std::size_t i = 0; i < count; ++i) letters += static_cast<char>('a' + device() % 26);
  return letters;
}

bool is_special(const std::filesystem::path& file) {
  std::error_code failed;
  const auto status = std::filesystem::status(file, failed);
  return !failed && std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& file) : file_(file) {
  buffer_.reserve(kBufferSize);
  if (file_.empty()) {
    descriptor_ = STDOUT_FILENO;
    file_ = "standard output";
    return;
  }
  is_in_memory_ = bytes_in_memory(file_) != nullptr;
  if (is_in_memory_) return;
  std::error_code failed;
  if (std::filesystem::is_directory(file_, failed)) {
    throw OutputError(file_.string() + ": cannot be written: is a folder");
  }
  if (is_special(file_)) {
    descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    if (std::filesystem::is_symlink(file_,
                                    failed)) {  // replaces the target of a link, not the link
      const auto target = std::filesystem::weakly_canonical(file_, failed);
      if (failed)
        throw OutputError(file_.string() + ": cannot be written: " + failed.message(), failed);
      file_ = target;
    }
    open_temporary();
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail();
  }
}

// O_EXCL creates a new file, and follows no link that another user has put in its place.
void OutputFile::open_temporary() {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    temporary_ = file_;
    temporary_ += ".tmp" + random_letters(8);
    descriptor_ =
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode);
    if (descriptor_ >= 0 || errno != EEXIST) return;
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::flush() {
  write_out(buffer_);
  buffer_.clear();
}

void OutputFile::write_out(std::string_view rest) {
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail();
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (is_in_memory_) {
    write_in_memory(file_, std::move(buffer_));
    return;
  }
  flush();
  close_and_rename();
}

void OutputFile::commit_to_disk() {
  if (is_in_memory_) return commit();
  flush();
  const bool is_new = !temporary_.empty();
  if (is_new && ::fsync(descriptor_) != 0) fail();
  close_and_rename();
  if (!is_new) return;
  const std::filesystem::path parent = file_.parent_path();
  const int folder =
      ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;  // no read permission: the file is complete, but its name is perhaps not yet on disk
  const int synced = ::fsync(folder);
  const int error = errno;
  ::close(folder);
  errno = error;
  if (synced != 0 && error != EINVAL) fail();  // EINVAL: the file system syncs no folders
}

void OutputFile::close_and_rename() {
  if (descriptor_ == STDOUT_FILENO) return;
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail();
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), file_.c_str()) != 0) fail();
  temporary_.clear();
}

void OutputFile::fail() const {
  const std::error_code why(errno, std::generic_category());
  const bool no_folder = why == std::errc::no_such_file_or_directory;
  throw OutputError(file_.string() + ": cannot be written: " +
                        (no_folder ? "its folder does not exist" : why.message()),
                    why);
}

void write_file(const std::filesystem::path& file, std::string_view content) {
  OutputFile out(file);
  out.write(content);
  out.commit();
}

void write_file_to_disk(const std::filesystem::path& file, std::string_view content) {
  OutputFile out(file);
  out.write(content);
  out.commit_to_disk();
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  std::error_code other;
  if (failed && !std::filesystem::is_directory(folder, other)) {
    throw OutputError(folder.string() + ": cannot be made: " + failed.message(), failed);
  }
}

}  // namespace costruct::experiments
