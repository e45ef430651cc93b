#include "costruct/io/model_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <lzma.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include "costruct/core/error.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/nearest_file.hpp"
#include "costruct/io/output_file.hpp"

namespace costruct::experiments {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are stored in little-endian order as they are");

constexpr int kFormatVersion = 2;  // 1 had no checksum
// CRC-64 (ECMA-182, as in xz files) of the whole file, with zeros in place of its own digits. It
// detects every change within 64 neighbouring bits, and so each flipped bit. It misses one of 2^64
// other changes.
constexpr const char* kChecksumKey = "checksum";
constexpr std::string_view kChecksumKind = "crc64:";
constexpr std::string_view kNoDigits = "0000000000000000";
constexpr const char* kVersionKey = "format_version";
constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kAlignment = 8;
constexpr std::uint64_t kLongestHeader = std::uint64_t{64} << 20;

/// The bytes of an element of a dtype; 0 for a dtype that model files do not use.
std::uint64_t element_bytes(const std::string& dtype) {
  if (dtype == "F64" || dtype == "I64") return 8;
  if (dtype == "F32" || dtype == "I32") return 4;
  if (dtype == "U8") return 1;
  return 0;
}

std::uint64_t crc64(std::string_view bytes, std::uint64_t so_far = 0) {
  return ::lzma_crc64(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), so_far);
}

/// The position of the checksum's digits in a header or a file; npos if they are missing.
std::size_t place_of_digits(std::string_view header) {
  const std::string before = fmt::format("\"{}\":\"{}", kChecksumKey, kChecksumKind);
  const std::size_t at = header.find(before);
  const bool whole =
      at != std::string_view::npos && at + before.size() + kNoDigits.size() < header.size();
  return whole ? at + before.size() : std::string_view::npos;
}

/// The digits of the checksum of a file; those in the file are at `place`.
std::string digits_of(std::string_view file, std::size_t place) {
  const std::uint64_t head = crc64(kNoDigits, crc64(file.substr(0, place)));
  return fmt::format("{:016x}", crc64(file.substr(place + kNoDigits.size()), head));
}

template <class T>
std::string bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <class T>
std::vector<Index> shape_of(std::span<const T> values, std::vector<Index> shape) {
  if (shape.empty()) shape = {static_cast<Index>(values.size())};
  Index count = 1;
  for (const Index length : shape) count *= length;
  COSTRUCT_ASSERT(count == static_cast<Index>(values.size()), "the shape holds the values");
  return shape;
}

/// The bytes of a file, mapped into memory or in memory already, read-only.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& file) : kept_(bytes_in_memory(file)) {
    if (kept_ != nullptr) return;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
      const std::error_code why(errno, std::generic_category());
      throw DataError(file.string() + ": " + why_not_opened(file, why));
    }
    struct stat facts {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
      ::close(descriptor);
      throw DataError(fmt::format("{}: is no model file", file.string()));
    }
    size_ = static_cast<std::size_t>(facts.st_size);
    if (size_ > 0) bytes_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    ::close(descriptor);
    if (bytes_ == MAP_FAILED)
      throw DataError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (bytes_ != nullptr && bytes_ != MAP_FAILED) ::munmap(bytes_, size_);
  }
  std::string_view view() const {
    return kept_ ? std::string_view(*kept_)
                 : std::string_view(static_cast<const char*>(bytes_), size_);
  }

 private:
  std::shared_ptr<const std::string> kept_;  // of a file in memory
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace

void ModelWriter::add(const std::string& name, std::span<const double> values,
                      std::vector<Index> shape) {
  arrays_.push_back({name, "F64", bytes_of(values), shape_of(values, std::move(shape))});
}
void ModelWriter::add(const std::string& name, std::span<const float> values,
                      std::vector<Index> shape) {
  arrays_.push_back({name, "F32", bytes_of(values), shape_of(values, std::move(shape))});
}
void ModelWriter::add(const std::string& name, std::span<const std::int64_t> values,
                      std::vector<Index> shape) {
  arrays_.push_back({name, "I64", bytes_of(values), shape_of(values, std::move(shape))});
}
void ModelWriter::add(const std::string& name, std::span<const std::int32_t> values,
                      std::vector<Index> shape) {
  arrays_.push_back({name, "I32", bytes_of(values), shape_of(values, std::move(shape))});
}
void ModelWriter::add_bytes(const std::string& name, std::string bytes) {
  const auto size = static_cast<Index>(bytes.size());
  arrays_.push_back({name, "U8", std::move(bytes), {size}});
}
void ModelWriter::add_strings(const std::string& name, std::span<const std::string> strings) {
  std::string bytes;
  std::vector<std::int64_t> ends;
  for (const std::string& text : strings) {
    bytes += text;
    ends.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  add_bytes(name + ".bytes", std::move(bytes));
  add(name + ".ends", std::span<const std::int64_t>(ends));
}
void ModelWriter::set(const std::string& key, const Json& value) {
  metadata_[key] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void ModelWriter::write(const std::filesystem::path& file) const {
  // Elements of eight bytes come first. The length of the header is a multiple of eight, so that
  // every array is aligned.
  std::vector<const Array*> ordered;
  for (const Array& array : arrays_) ordered.push_back(&array);
  std::stable_sort(ordered.begin(), ordered.end(), [](const Array* a, const Array* b) {
    return element_bytes(a->dtype) > element_bytes(b->dtype);
  });

  Json header = Json::object();
  header["__metadata__"] = metadata_;
  header["__metadata__"][kVersionKey] = std::to_string(kFormatVersion);
  header["__metadata__"][kChecksumKey] = fmt::format("{}{}", kChecksumKind, kNoDigits);
  std::uint64_t offset = 0;
  for (const Array* array : ordered) {
    COSTRUCT_ASSERT(!header.contains(array->name), "names of arrays are unique");
    header[array->name] = {{"dtype", array->dtype},
                           {"shape", array->shape},
                           {"data_offsets", {offset, offset + array->bytes.size()}}};
    offset += array->bytes.size();
  }
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  const std::uint64_t length = text.size();
  const std::string_view length_bytes(reinterpret_cast<const char*>(&length), sizeof length);
  std::uint64_t checksum = crc64(text, crc64(length_bytes));
  for (const Array* array : ordered) checksum = crc64(array->bytes, checksum);
  text.replace(place_of_digits(text), kNoDigits.size(), fmt::format("{:016x}", checksum));

  OutputFile out(file);
  out.write(length_bytes);
  out.write(text);
  for (const Array* array : ordered) out.write(array->bytes);
  out.commit_to_disk();
}

bool looks_like_model(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::uint64_t length = 0;
  char brace = 0;
  if (!in.read(reinterpret_cast<char*>(&length), sizeof length) || !in.get(brace)) return false;
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
  return !failed && brace == '{' && length <= bytes - sizeof length;
}

bool model_has_fact(const std::filesystem::path& file, const std::string& key) {
  if (!looks_like_model(file)) return false;
  std::ifstream in(file, std::ios::binary);
  std::uint64_t length = 0;
  in.read(reinterpret_cast<char*>(&length), sizeof length);
  std::string header(length, '\0');
  in.read(header.data(), static_cast<std::streamsize>(length));
  const Json json = Json::parse(header, nullptr, false);
  return json.is_object() && json.contains("__metadata__") && json["__metadata__"].contains(key);
}

std::string with_checksum(std::string file) {
  const std::size_t place = place_of_digits(file);
  if (place != std::string::npos) file.replace(place, kNoDigits.size(), digits_of(file, place));
  return file;
}

struct ModelReader::State {
  struct Array {
    std::string dtype;
    std::vector<Index> shape;
    std::string_view bytes;
  };

  explicit State(const std::filesystem::path& path) : name(path.string()), mapped(path) {
    read_header();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(fmt::format("{}: {}", name, what));
  }

  void read_header() {
    const std::string_view file = mapped.view();
    if (file.size() < kLengthBytes) fail("is no model file: shorter than 8 bytes");
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    if (length > kLongestHeader) fail("is no model file: expected one that `costruct train` wrote");
    if (length > file.size() - kLengthBytes) {
      fail(fmt::format("truncated: the header needs {} bytes, the file has {}", length,
                       file.size() - kLengthBytes));
    }
    const std::string_view data = file.substr(kLengthBytes + length);
    const Json header = parse(file.substr(kLengthBytes, length));
    if (!header.is_object()) fail("is no model file: its header is no JSON object");
    read_metadata(header);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> used;
    for (const auto& [key, value] : header.items()) {
      if (key != "__metadata__") arrays.emplace(key, read_array(key, value, data, used));
    }
    check_coverage(used, data.size());
    check_bits(file, length);
  }

  void check_bits(std::string_view file, std::uint64_t header_length) const {
    const auto stated = metadata.find(kChecksumKey);
    if (stated == metadata.end()) fail("is damaged: its metadata has no checksum");
    const std::size_t place = place_of_digits(file.substr(0, kLengthBytes + header_length));
    if (place == std::string_view::npos)
      fail(
          "is damaged, or was written by another program: its header holds no checksum as costruct "
          "writes "
          "it");
    const std::string found = fmt::format("{}{}", kChecksumKind, digits_of(file, place));
    if (found == stated->second) return;
    fail(fmt::format(
        "is damaged: its checksum is {}, but its content gives {}; restore it, or train it again",
        shown(stated->second), found));
  }

  /// Parses the header. Throws at deep nesting, which no header needs.
  Json parse(std::string_view text) const {
    constexpr int kDeepest = 32;
    const auto callback = [](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepest) throw std::length_error("nesting");
      return true;
    };
    try {
      return Json::parse(text, callback);
    } catch (const std::length_error&) {
      fail("is no model file: its header is nested too deep");
    } catch (const Json::exception&) {
      fail("is no model file: its header is no JSON");
    }
  }

  void read_metadata(const Json& header) {
    const auto found = header.find("__metadata__");
    if (found == header.end() || !found->is_object())
      fail("is no costruct model: its header has no __metadata__");
    for (const auto& [key, value] : found->items()) {
      if (!value.is_string()) fail("the metadata " + key + " is no text");
      metadata.emplace(key, value.get<std::string>());
    }
    const auto version = metadata.find(kVersionKey);
    if (version == metadata.end()) fail("is no costruct model: its metadata has no format_version");
    if (version->second != std::to_string(kFormatVersion)) {
      fail(fmt::format(
          "has the format version {}, but this program reads version {}: train it again",
          shown(version->second), kFormatVersion));
    }
  }

  Array read_array(const std::string& key, const Json& value, std::string_view data,
                   std::vector<std::pair<std::uint64_t, std::uint64_t>>& used) const {
    const auto malformed = [&](const std::string& what) {
      fail(fmt::format("the array {} {}", key, what));
    };
    if (!value.is_object() || !value.contains("dtype") || !value["dtype"].is_string() ||
        !value.contains("shape") || !value["shape"].is_array() || !value.contains("data_offsets") ||
        !value["data_offsets"].is_array() || value["data_offsets"].size() != 2) {
      malformed("lacks dtype, shape or data_offsets");
    }
    Array array;
    array.dtype = value["dtype"].get<std::string>();
    const std::uint64_t element = element_bytes(array.dtype);
    if (element == 0) malformed("has the unknown dtype " + shown(value["dtype"]));
    for (const Json& offset : value["data_offsets"]) {
      if (!offset.is_number_unsigned()) malformed("has offsets that are no whole numbers");
    }
    const auto begin = value["data_offsets"][0].get<std::uint64_t>();
    const auto end = value["data_offsets"][1].get<std::uint64_t>();
    if (begin > end || end > data.size()) {
      malformed(fmt::format("lies at {} to {}, but the file has {} bytes of data (truncated?)",
                            begin, end, data.size()));
    }
    if (begin % element != 0) malformed("is not aligned");
    std::uint64_t count = 1;
    for (const Json& length : value["shape"]) {
      if (!length.is_number_unsigned()) malformed("has a shape of no whole numbers");
      const auto factor = length.get<std::uint64_t>();
      if (factor != 0 && count > data.size() / factor)
        malformed("has a shape larger than the file");
      count *= factor;
      array.shape.push_back(static_cast<Index>(factor));
    }
    if (count * element != end - begin) malformed("has a shape that does not fit its bytes");
    array.bytes = data.substr(begin, end - begin);
    used.emplace_back(begin, end);
    if (array.dtype == "F64") check_finite<double>(key, array.bytes);
    if (array.dtype == "F32") check_finite<float>(key, array.bytes);
    return array;
  }

  template <class Number>
  void check_finite(const std::string& key, std::string_view bytes) const {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Number)) {
      Number value = 0;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      if (!std::isfinite(value))
        fail(fmt::format("the array {} has a value that is not finite", key));
    }
  }

  /// Checks that arrays follow each other without holes or overlaps, to the end of the file.
  void check_coverage(std::vector<std::pair<std::uint64_t, std::uint64_t>> used,
                      std::uint64_t size) const {
    std::sort(used.begin(), used.end());
    std::uint64_t at = 0;
    for (const auto& [begin, end] : used) {
      if (begin != at) fail("its arrays overlap or leave holes");
      at = end;
    }
    if (at != size) fail(fmt::format("has {} bytes of data, its arrays need {}", size, at));
  }

  const Array& array(const std::string& key, const char* dtype) const {
    const auto found = arrays.find(key);
    if (found == arrays.end()) fail("has no array " + key);
    if (found->second.dtype != dtype) {
      fail(fmt::format("the array {} has the dtype {}, expected {}", key, found->second.dtype,
                       dtype));
    }
    return found->second;
  }

  template <class T>
  std::span<const T> values(const std::string& key, const char* dtype) const {
    const std::string_view bytes = array(key, dtype).bytes;
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  std::string name;
  MappedFile mapped;
  std::map<std::string, Array> arrays;
  std::map<std::string, std::string> metadata;
};

ModelReader::ModelReader(const std::filesystem::path& file)
    : state_(std::make_unique<State>(file)) {}
ModelReader::~ModelReader() = default;
ModelReader::ModelReader(ModelReader&&) noexcept = default;

std::span<const double> ModelReader::doubles(const std::string& name) const {
  return state_->values<double>(name, "F64");
}
std::span<const float> ModelReader::floats(const std::string& name) const {
  return state_->values<float>(name, "F32");
}
std::span<const std::int64_t> ModelReader::integers(const std::string& name) const {
  return state_->values<std::int64_t>(name, "I64");
}
std::span<const std::int32_t> ModelReader::integers32(const std::string& name) const {
  return state_->values<std::int32_t>(name, "I32");
}
std::string_view ModelReader::bytes(const std::string& name) const {
  return state_->array(name, "U8").bytes;
}
std::vector<std::string> ModelReader::strings(const std::string& name) const {
  const std::string_view text = bytes(name + ".bytes");
  std::vector<std::string> list;
  std::int64_t begin = 0;
  for (const std::int64_t end : integers(name + ".ends")) {
    if (end < begin || static_cast<std::uint64_t>(end) > text.size())
      state_->fail(name + ".ends are not ascending");
    list.emplace_back(
        text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    begin = end;
  }
  return list;
}
std::vector<Index> ModelReader::shape(const std::string& name) const {
  const auto found = state_->arrays.find(name);
  if (found == state_->arrays.end()) state_->fail("has no array " + name);
  return found->second.shape;
}
bool ModelReader::has(const std::string& name) const {
  return state_->arrays.contains(name);
}
bool ModelReader::has_fact(const std::string& key) const {
  return state_->metadata.contains(key);
}
Json ModelReader::get(const std::string& key) const {
  const auto found = state_->metadata.find(key);
  if (found == state_->metadata.end()) state_->fail("has no metadata " + key);
  return state_->parse(found->second);
}
const std::string& ModelReader::file() const {
  return state_->name;
}

}  // namespace costruct::experiments
