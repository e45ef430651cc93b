#include "costruct/results/store/row_checksum.hpp"

#include <cmath>
#include <cstring>

namespace costruct::experiments {

void RowChecksum::add(char type, std::string_view bytes) {
  state_ = hash_bytes({&type, 1}, state_);
  state_ = hash_bytes(bytes, state_);
}

RowChecksum& RowChecksum::null() {
  add('n', "");
  return *this;
}

RowChecksum& RowChecksum::integer(std::int64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  add('i', {bytes, sizeof bytes});
  return *this;
}

RowChecksum& RowChecksum::real(double value) {
  if (std::isnan(value)) return null();
  if (value == 0) value = 0;
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  add('r', {bytes, sizeof bytes});
  return *this;
}

RowChecksum& RowChecksum::text(std::string_view value) {
  integer(static_cast<std::int64_t>(value.size()));
  add('t', value);
  return *this;
}

RowChecksum& RowChecksum::column(const SQLite::Column& column) {
  if (column.isNull()) return null();
  if (column.isInteger()) return integer(column.getInt64());
  if (column.isFloat()) return real(column.getDouble());
  const auto* bytes = static_cast<const char*>(column.getBlob());
  const std::string_view value(bytes, static_cast<std::size_t>(column.getBytes()));
  if (!column.isBlob()) return text(value);
  add('b', value);  // never bound: only a text with a damaged type; it differs from every text
  return *this;
}

}  // namespace costruct::experiments
