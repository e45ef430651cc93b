// Arrays of numbers in .npy and .safetensors files, mapped into memory.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A 2-dimensional array of little-endian doubles or floats in C order. The file is mapped, not
/// copied: pages that are not used take no memory.
class ArrayFile {
 public:
  static constexpr Index kMostColumns = 100'000;

  /// Opens a file whose name ends in .npy or .safetensors. Throws DataError if it is anything else,
  /// is too short or too long, or has a number that is not finite.
  /// @param tensor  its name in a .safetensors file; "": the only one
  ArrayFile(const std::filesystem::path& file, const std::string& tensor);
  ArrayFile(const ArrayFile&) = delete;
  ArrayFile& operator=(const ArrayFile&) = delete;
  ~ArrayFile();

  const std::string& name() const { return name_; }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  double number(Index row, Index column) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void read_npy();
  void read_safetensors(const std::string& tensor);
  void check_numbers() const;

  std::string name_;
  std::span<const char> bytes_;  // of the whole file
  const char* numbers_ = nullptr;
  Index rows_ = 0, columns_ = 0;
  bool single_ = false;  // floats
};

}  // namespace costruct::experiments
