#include "costruct/data/features/fitted/array_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/rows/npy_file.hpp"
#include "costruct/io/nearest_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

// The bytes of a file, mapped. They stay mapped until munmap().
std::span<const char> map_file(const std::filesystem::path& file) {
  const std::string name = file.string();
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    const std::error_code why(errno, std::generic_category());
    throw DataError(name + ": " + why_not_opened(file, why));
  }
  struct stat facts {};
  const bool is_file = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
  void* mapped = MAP_FAILED;
  const auto size = static_cast<std::size_t>(is_file ? facts.st_size : 0);
  if (size > 0) mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (!is_file) throw DataError(name + ": is no regular file");
  if (size == 0) throw DataError(name + ": is empty");
  if (mapped == MAP_FAILED) throw DataError(name + ": cannot be mapped into memory");
  return {static_cast<const char*>(mapped), size};
}

}  // namespace

ArrayFile::ArrayFile(const std::filesystem::path& file, const std::string& tensor)
    : name_(file.string()), bytes_(map_file(file)) {
  try {
    const std::string ending = file.extension().string();
    if (ending == ".npy") {
      read_npy();
    } else if (ending == ".safetensors") {
      read_safetensors(tensor);
    } else {
      fail("ends in neither .npy nor .safetensors");
    }
    align_numbers();
    check_numbers();
  } catch (...) {
    ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
    throw;
  }
}

ArrayFile::~ArrayFile() {
  ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

SharedRow ArrayFile::row(Index row) const {
  SharedRow found;
  found.columns = static_cast<std::int32_t>(columns_);
  if (single_) {
    found.floats = reinterpret_cast<const float*>(numbers_) + row * columns_;
  } else {
    found.doubles = reinterpret_cast<const double*>(numbers_) + row * columns_;
  }
  return found;
}

void ArrayFile::fail(const std::string& what) const {
  throw DataError(name_ + ": " + what);
}

void ArrayFile::read_npy() {
  std::size_t at = 0;
  const NpyHeader header = read_npy_header(name_, [&](char* to, std::size_t count) {
    count = std::min(count, bytes_.size() - at);
    std::memcpy(to, bytes_.data() + at, count);
    at += count;
    return count;
  });
  single_ = header.single;
  rows_ = header.rows;
  columns_ = header.columns;
  numbers_ = bytes_.data() + header.bytes;
  const auto expected = static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_) *
                        (single_ ? sizeof(float) : sizeof(double));
  if (bytes_.size() - header.bytes != expected) {
    fail(fmt::format("has {} bytes behind its header, expected {} for {} of {}",
                     bytes_.size() - header.bytes, expected, counted(rows_, "row"),
                     counted(columns_, "number")));
  }
}

void ArrayFile::read_safetensors(const std::string& tensor) {
  using Json = nlohmann::json;
  constexpr std::uint64_t kLongestHeader = std::uint64_t{100} << 20;
  std::uint64_t length = 0;
  if (bytes_.size() < sizeof length) fail("is no .safetensors file: it is too short");
  std::memcpy(&length, bytes_.data(), sizeof length);
  if (length > kLongestHeader || length > bytes_.size() - sizeof length)
    fail("is no .safetensors file, or it is truncated");
  const std::span<const char> data = bytes_.subspan(sizeof length + length);
  Json header = Json::parse(bytes_.data() + sizeof length, bytes_.data() + sizeof length + length,
                            nullptr, false);
  if (!header.is_object()) fail("is no .safetensors file: its header is no JSON object");
  header.erase("__metadata__");
  std::vector<std::string> names;
  for (const auto& [key, value] : header.items()) names.push_back(key);
  if (tensor.empty() && names.size() != 1) {
    fail(fmt::format("has {}: name one as `tensor`{}{}", counted(std::ssize(names), "tensor"),
                     names.empty() ? "" : ": ", names.empty() ? "" : one_of(names)));
  }
  const auto found = header.find(tensor.empty() ? names.front() : tensor);
  if (found == header.end())
    fail(fmt::format("has no tensor {}: it has {}", shown_text(tensor), one_of(names)));
  const std::string what = "tensor " + shown_text(found.key());
  const auto sizes = [&](const char* key) {
    const Json list = found->is_object() ? found->value(key, Json()) : Json();
    const bool is_pair = list.is_array() && list.size() == 2 && list[0].is_number_unsigned() &&
                         list[1].is_number_unsigned();
    if (!is_pair)
      fail(fmt::format("{} has the {} {}, expected two numbers: rows and columns", what, key,
                       shown_text(list.dump())));
    return std::pair(list[0].get<std::uint64_t>(), list[1].get<std::uint64_t>());
  };
  const auto [rows, columns] = sizes("shape");
  const auto [begin, end] = sizes("data_offsets");
  const Json type = found->value("dtype", Json());
  if (type != "F32" && type != "F64")
    fail(fmt::format("{} has numbers of type {}, expected F32 or F64", what,
                     shown_text(type.is_string() ? type.get<std::string>() : type.dump())));
  single_ = type == "F32";
  if (columns < 1 || columns > static_cast<std::uint64_t>(kMostColumns))
    fail(fmt::format("{} has {} columns, expected 1 to {}", what, columns, kMostColumns));
  const std::uint64_t size = single_ ? sizeof(float) : sizeof(double);
  if (begin > end || end > data.size() || rows > data.size() / (columns * size) ||
      rows * columns * size != end - begin)
    fail(fmt::format("{} does not fit into the file", what));
  rows_ = static_cast<Index>(rows);
  columns_ = static_cast<Index>(columns);
  numbers_ = data.data() + begin;
}

void ArrayFile::align_numbers() {
  const std::size_t size = single_ ? sizeof(float) : sizeof(double);
  const std::size_t bytes = static_cast<std::size_t>(rows_ * columns_) * size;
  if (bytes == 0 || reinterpret_cast<std::uintptr_t>(numbers_) % size == 0) return;
  aligned_.resize((bytes + sizeof(double) - 1) / sizeof(double));
  std::memcpy(aligned_.data(), numbers_, bytes);
  numbers_ = reinterpret_cast<const char*>(aligned_.data());
}

void ArrayFile::check_numbers() const {
  for (Index at = 0; at < rows_; ++at) {
    row(at).for_entries([&](std::int32_t column, double x) {
      if (std::isfinite(x)) return;
      throw DataError(fmt::format("{}:{}: number {} is {}, expected a finite number", name_, at + 1,
                                  column + 1, x));
    });
  }
}

}  // namespace costruct::experiments
