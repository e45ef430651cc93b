// Any bytes as an array of numbers: the first byte chooses the layout, the others are the file.
// Beside not crashing: all numbers of an array that is read are finite.
#include <cmath>
#include <cstdlib>

#include "costruct/core/error.hpp"
#include "costruct/data/features/fitted/array_file.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// A name for a file, with the ending of its layout, as long as the object lives.
class NamedFile {
 public:
  NamedFile(const FuzzFile& file, const char* ending)
      : path_(folder() / ("x" + std::string(ending))) {
    std::filesystem::create_symlink(file.path(), path_);
  }
  NamedFile(const NamedFile&) = delete;
  NamedFile& operator=(const NamedFile&) = delete;
  ~NamedFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  static std::filesystem::path folder() {
    struct Folder {
      std::string name = (std::filesystem::temp_directory_path() / "fuzz_array_XXXXXX").string();
      Folder() { require(::mkdtemp(name.data()) != nullptr); }
      ~Folder() { std::filesystem::remove_all(name); }
    };
    static const Folder made;
    return made.name;
  }
  std::filesystem::path path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const FuzzFile bytes({reinterpret_cast<const char*>(data) + 1, size - 1});
  const NamedFile file(bytes, data[0] % 3 == 0 ? ".npy" : ".safetensors");
  try {
    const ArrayFile array(file.path(), data[0] % 3 == 2 ? "x" : "");
    require(array.rows() >= 0 && array.columns() >= 1);
    for (Index row = 0; row < array.rows(); ++row) {
      array.row(row).for_entries([&](std::int32_t column, double value) {
        require(column >= 0 && column < array.columns() && std::isfinite(value) && value != 0);
      });
    }
  } catch (const DataError&) {
  }
  return 0;
}
