// Model files in the safetensors layout: an 8-byte little-endian header length, a JSON header,
// aligned arrays.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Collects named arrays and facts, then writes them in one go (to a temporary name, renamed when
/// complete).
class ModelWriter {
 public:
  void add(const std::string& name, std::span<const double> values, std::vector<Index> shape = {});
  void add(const std::string& name, std::span<const std::int64_t> values,
           std::vector<Index> shape = {});
  void add(const std::string& name, std::span<const std::int32_t> values,
           std::vector<Index> shape = {});
  /// Raw bytes (text) as dtype U8.
  void add_bytes(const std::string& name, std::string bytes);
  /// A list of strings, stored as two arrays: `name`.bytes (U8) and `name`.ends (I64, end of each
  /// string).
  void add_strings(const std::string& name, std::span<const std::string> strings);
  /// A fact in the header's __metadata__, as JSON text.
  void set(const std::string& key, const Json& value);
  /// Adds the format version and a checksum of all bits. Throws OutputError where the file cannot
  /// be written.
  void write(const std::filesystem::path& file) const;

 private:
  struct Array {
    std::string name, dtype, bytes;
    std::vector<Index> shape;
  };
  std::vector<Array> arrays_;
  Json metadata_ = Json::object();
};

/// The bytes of a model file with their checksum in its place in the header; unchanged where there
/// is none.
std::string with_checksum(std::string file);

/// Whether a file begins as a model does, sound or not: the length of a header that fits into it,
/// and a brace.
bool looks_like_model(const std::filesystem::path& file);

/// Reads a model file (memory-mapped). Every malformed file is a DataError: truncated, header too
/// long, offsets outside the file, wrong dtype or shape, missing array, another format version, a
/// weight that is not finite, bits that do not give its checksum.
class ModelReader {
 public:
  explicit ModelReader(const std::filesystem::path& file);
  ~ModelReader();
  ModelReader(ModelReader&&) noexcept;

  /// Views of the mapped file; they live as long as the reader.
  std::span<const double> doubles(const std::string& name) const;
  std::span<const std::int64_t> integers(const std::string& name) const;
  std::span<const std::int32_t> integers32(const std::string& name) const;
  std::string_view bytes(const std::string& name) const;
  std::vector<std::string> strings(const std::string& name) const;
  std::vector<Index> shape(const std::string& name) const;
  bool has(const std::string& name) const;
  bool has_fact(const std::string& key) const;
  Json get(const std::string& key) const;
  const std::string& file() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace costruct::experiments
