// A checksum that detects flipped bits in a stored row.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// A 64-bit hash (FNV-1a) of values and their types, in order. You can add the values that are
/// bound to a statement or the columns that a query returns. FNV-1a detects each change within one
/// byte, and so each flipped bit.
class RowChecksum {
 public:
  RowChecksum& null();
  RowChecksum& integer(std::int64_t value);
  RowChecksum& real(double value);  ///< NaN counts as null, as SQLite stores it; -0 counts as 0
  RowChecksum& text(std::string_view value);
  RowChecksum& column(const SQLite::Column& column);
  /// The hash as a signed integer, which is what SQLite stores.
  std::int64_t value() const { return static_cast<std::int64_t>(state_); }

 private:
  void add(char type, std::string_view bytes);
  std::uint64_t state_ = hash_bytes("");
};

}  // namespace costruct::experiments
