// Model files in the safetensors layout: the length of the header (8 bytes, little-endian), a JSON
// header, aligned arrays.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Collects named arrays and metadata. write() writes a temporary file and then renames it, so that
/// no half of a model is left behind.
class ModelWriter {
 public:
  /// Adds an array under a new name. If `shape` is empty, the array has one dimension; else it must
  /// hold all values.
  void add(const std::string& name, std::span<const double> values, std::vector<Index> shape = {});
  void add(const std::string& name, std::span<const float> values, std::vector<Index> shape = {});
  void add(const std::string& name, std::span<const std::int64_t> values,
           std::vector<Index> shape = {});
  void add(const std::string& name, std::span<const std::int32_t> values,
           std::vector<Index> shape = {});
  /// Raw bytes (text) as dtype U8.
  void add_bytes(const std::string& name, std::string bytes);
  /// Adds a list of strings as two arrays: `name`.bytes (U8) and `name`.ends (I64, the end of each
  /// string).
  void add_strings(const std::string& name, std::span<const std::string> strings);
  /// Sets an entry of the header's __metadata__, as JSON text. These entries are the facts that
  /// ModelReader::has_fact() and model_has_fact() look for.
  void set(const std::string& key, const Json& value);
  /// Writes the file with the format version and a checksum of all bits. Throws OutputError if the
  /// file cannot be written.
  void write(const std::filesystem::path& file) const;

 private:
  struct Array {
    std::string name, dtype, bytes;
    std::vector<Index> shape;
  };
  std::vector<Array> arrays_;
  Json metadata_ = Json::object();
};

/// Returns the bytes of a model file with the right checksum in the header. Tests use it after they
/// change a file. A file without a checksum field is unchanged.
std::string with_checksum(std::string file);

/// Whether a file begins like a model, intact or not: the length of a header that fits into the
/// file, and a brace.
bool looks_like_model(const std::filesystem::path& file);
/// Whether a file looks like a model and its metadata has this key (ModelWriter::set()). Reads only
/// the header.
bool model_has_fact(const std::filesystem::path& file, const std::string& key);

/// Reads a model file (memory-mapped). Every malformed file is a DataError:
///   - truncated, header too long, offsets outside the file
///   - a file that cannot be opened
///   - missing array or metadata, wrong dtype or shape
///   - another format version
///   - a floating-point value that is not finite
///   - bits that do not match the checksum
class ModelReader {
 public:
  explicit ModelReader(const std::filesystem::path& file);
  ~ModelReader();
  ModelReader(ModelReader&&) noexcept;

  /// The arrays. The results refer to the mapped file; they are valid as long as the reader.
  std::span<const double> doubles(const std::string& name) const;
  std::span<const float> floats(const std::string& name) const;
  std::span<const std::int64_t> integers(const std::string& name) const;
  std::span<const std::int32_t> integers32(const std::string& name) const;
  std::string_view bytes(const std::string& name) const;
  std::vector<std::string> strings(const std::string& name) const;
  std::vector<Index> shape(const std::string& name) const;
  /// Whether the file has this array. Lists of strings have the array `name`.ends.
  bool has(const std::string& name) const;
  /// Whether the metadata have this key, and its value. get() throws DataError if they do not.
  bool has_fact(const std::string& key) const;
  Json get(const std::string& key) const;
  /// The name of the file, for messages.
  const std::string& file() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace costruct::experiments
