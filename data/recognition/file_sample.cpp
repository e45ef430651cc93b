#include "costruct/data/recognition/file_sample.hpp"

#include "costruct/core/error.hpp"
#include "costruct/core/json/value_form.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/io/nearest_file.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

}  // namespace

FileSample::FileSample(const std::filesystem::path& file) : name_(file.string()) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed))
    throw DataError(name_ + ": " + why_not_opened(file, failed));
  if (std::filesystem::is_directory(file, failed))
    throw DataError(name_ + ": a folder, expected a file");
  if (!std::filesystem::is_regular_file(file, failed))
    throw DataError(name_ + ": a pipe or a device, expected a regular file");
  const auto source = open_bytes(file);
  bytes_.resize(kBytes + 1);
  std::size_t size = 0;
  for (std::size_t got = 0;
       size < bytes_.size() && (got = source->read({bytes_.data() + size, bytes_.size() - size}));)
    size += got;
  is_whole_ = size <= kBytes;
  bytes_.resize(std::min(size, kBytes));
  split();
}

FileSample::FileSample(std::string name, std::string bytes, bool is_whole)
    : name_(std::move(name)), bytes_(std::move(bytes)), is_whole_(is_whole) {
  split();
}

void FileSample::split() {
  is_text_ = !bytes_.empty() && bytes_.find('\0') == std::string::npos;
  if (!is_text_) return;
  text_ = bytes_;
  if (text_.starts_with(kUtf8Mark)) text_.remove_prefix(kUtf8Mark.size());
  const std::size_t last_end = text_.rfind('\n');
  if (!is_whole_ && last_end != std::string_view::npos) text_ = text_.substr(0, last_end + 1);
  for (std::string_view rest = text_; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines_.push_back(line);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> blank_separated(std::string_view line) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<std::string_view> fields;
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return fields;
}

std::vector<std::string_view> separated_by(char separator, std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find(separator);
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

bool is_json(const FileSample& sample) {
  for (const std::string_view line : sample.lines()) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view rest = line.substr(first);
    if (rest == "[" || rest == "{" || rest.starts_with("[{")) return true;
    return rest.front() == '{' && Json::accept(rest);
  }
  return false;
}

bool is_plain_text(const FileSample& sample) {
  if (is_json(sample)) return false;
  std::size_t lines = 0, long_lines = 0;
  for (const std::string_view line : sample.lines()) {
    const std::size_t words = blank_separated(line).size();
    lines += words > 0;
    long_lines += words > 2;
  }
  return 2 * long_lines > lines;
}

}  // namespace costruct::experiments
