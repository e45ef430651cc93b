// Arrays of numbers in .npy and .safetensors files, mapped into memory.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"

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

  /// The path of the file.
  const std::string& name() const { return name_; }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  /// A row, from 0, as the values of features numbered from 0. It refers to numbers of this object.
  SharedRow row(Index row) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void read_npy();
  void read_safetensors(const std::string& tensor);
  void align_numbers();
  void check_numbers() const;

  std::string name_;
  std::span<const char> bytes_;  // of the whole file
  const char* numbers_ = nullptr;
  std::vector<double> aligned_;  // a copy of all numbers, if the file does not align them
  Index rows_ = 0, columns_ = 0;
  bool single_ = false;  // floats
};

}  // namespace costruct::experiments
