#include "costruct/experiments/models/shared_work.hpp"

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

[[noreturn]] void fail_with_shards() {
  throw DataError(
      "the results of the shards do not belong to this model and these examples: run all shards "
      "again");
}

}  // namespace

std::string_view ByteReader::next(std::size_t size) {
  if (size > rest_.size()) fail_with_shards();
  const std::string_view bytes = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return bytes;
}

std::size_t ByteReader::next_size(std::uint64_t size) const {
  if (size > rest_.size()) fail_with_shards();
  return static_cast<std::size_t>(size);
}

SharedWork SharedWork::part(Index index, Index count) {
  SharedWork work;
  work.index_ = index;
  work.count_ = count;
  return work;
}

SharedWork SharedWork::of_parts(std::vector<std::string> parts) {
  SharedWork work;
  work.parts_ = std::move(parts);
  for (const std::string& part : work.parts_) work.readers_.emplace_back(part);
  return work;
}

void SharedWork::check_end() const {
  for (const ByteReader& reader : readers_) {
    if (!reader.empty()) fail_with_shards();
  }
}

}  // namespace costruct::experiments
