// Examples in memory under the name of a file, so that all that reads files reads them as well.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

/// Examples in memory, of the kind that a format of rows or chains reads from a file. Examples of
/// other formats are the text of a FileInMemory.
class MemoryData {
 public:
  virtual ~MemoryData() = default;
  /// Returns a reader that begins with the first example. `self` is this object; the reader keeps
  /// it alive.
  virtual std::unique_ptr<ExampleReader> open(std::shared_ptr<const MemoryData> self,
                                              LabelUse labels) const = 0;
  /// The size in memory, in bytes.
  virtual std::uintmax_t bytes() const = 0;
  /// A hash of what readers give. Its parts are hashed with hash_bytes().
  virtual std::uint64_t hash() const = 0;
  /// The number of columns of rows, which models keep; 0 if it is not given.
  virtual std::int64_t num_columns() const { return 0; }
};

/// Gives data a name for `data.train`, `unlabeled` and `test`, and for files to predict, as long as
/// this object exists. Safe to use from several threads.
class MemoryFile {
 public:
  /// @param title  the last part of the name, which messages and models show
  MemoryFile(std::shared_ptr<const MemoryData> data, const std::string& title);
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// The data with this name; null if no MemoryFile that exists has it.
std::shared_ptr<const MemoryData> memory_data(const std::filesystem::path& name);

}  // namespace costruct::experiments
