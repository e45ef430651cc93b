// A reader for files in NumPy's own format (.npy), which contain a table of binary numbers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/byte_source.hpp"

namespace costruct::experiments {

/// The header of a .npy file.
struct NpyHeader {
  bool single = false;  ///< whether the numbers are floats, not doubles
  Index rows = 0, columns = 0;
  std::size_t bytes = 0;  ///< size of the header; the numbers follow
};

/// Reads the header of a 2-dimensional array of little-endian doubles or floats in C order, in
/// version 1.0 or 2.0 of the format. Anything else throws DataError with `name`.
/// The array must have 1 to NpyFile::kMostColumns columns.
/// @param read  copies this number of the next bytes to an address. It returns the number of copied
///              bytes, which is smaller only at the end of the file
NpyHeader read_npy_header(const std::string& name,
                          const std::function<std::size_t(char*, std::size_t)>& read);

/// The header of an array of doubles, version 1.0. The numbers follow, row by row.
std::string npy_header(Index rows, Index columns);

/// Reads a 2-dimensional array of little-endian doubles or floats in C order, row by row.
/// numpy.save() writes such a file for arrays of dtype float64 or float32. The file may be plain,
/// gzip or xz, in version 1.0 or 2.0 of the format. Anything else throws DataError with the file's
/// name.
class NpyFile {
 public:
  /// A file with more columns is a DataError.
  static constexpr Index kMostColumns = 1'000'000;

  explicit NpyFile(const std::filesystem::path& file);

  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  /// The number of the row that is read next, from 1.
  Index next_row() const { return done_ + 1; }
  /// Reads up to `most` >= 1 rows into `rows`, which has room for most * columns() numbers. Rows
  /// are stored one after the other. Returns the number of rows, which is 0 only at the end.
  /// Numbers are as in the file; they need not be finite.
  ///
  /// Throws DataError if the file ends before its last row. Only the call at the end finds bytes
  /// behind the last row, and throws DataError: read until it returns 0.
  Index read(Index most, double* rows);
  /// Throws DataError("file:row: what").
  [[noreturn]] void fail_at(Index row, const std::string& what) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::size_t read_bytes(char* to, std::size_t count);

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  Index rows_ = 0, columns_ = 0, done_ = 0;
  bool single_ = false;  // whether the numbers are floats
  std::vector<float> floats_;
};

}  // namespace costruct::experiments
