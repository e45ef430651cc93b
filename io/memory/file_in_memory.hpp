// Files in memory: bytes under a name, which is read and written as the name of a file is.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace costruct::experiments {

/// A file in memory, as long as this object exists. What reads data (open_bytes()) or models
/// (ModelReader) takes its name as a path, and so does OutputFile, which replaces the content when
/// it is committed. It is never compressed. Safe to use from several threads.
class FileInMemory {
 public:
  /// @param title  the last part of the name, which messages and models show
  explicit FileInMemory(const std::string& title, std::string content = {});
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  ~FileInMemory();

  /// The name, as "memory:bytes7/train".
  const std::string& name() const { return name_; }
  /// The bytes that were given, or written last.
  std::shared_ptr<const std::string> content() const;

 private:
  std::string name_;
};

/// The bytes of the file with this name; null if it is not the name of a FileInMemory.
std::shared_ptr<const std::string> bytes_in_memory(const std::filesystem::path& name);
/// Replaces the bytes of a FileInMemory. Returns false, without effect, for any other name.
bool write_in_memory(const std::filesystem::path& name, std::string content);

}  // namespace costruct::experiments
