// What tells a stored row from one with a flipped bit.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// A 64-bit hash (FNV-1a) over values and their types, in order: of the values that are bound to a
/// statement and of those that a query gives back. FNV-1a finds each change within one byte, so
/// each flipped bit.
class RowChecksum {
 public:
  RowChecksum& null();
  RowChecksum& integer(std::int64_t value);
  RowChecksum& real(double value);  ///< NaN, which SQLite stores as NULL, is null; -0 is 0
  RowChecksum& text(std::string_view value);
  RowChecksum& column(const SQLite::Column& column);
  /// As SQLite stores it, whose integers are signed.
  std::int64_t value() const { return static_cast<std::int64_t>(state_); }

 private:
  void add(char type, std::string_view bytes);
  std::uint64_t state_ = hash_bytes("");
};

}  // namespace costruct::experiments
