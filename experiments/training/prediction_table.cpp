#include "costruct/experiments/training/prediction_table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "costruct/data/data_block.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {
namespace {

// The files with the records of `data`.
std::vector<std::filesystem::path> files_of_table(const Format& format,
                                                  const std::filesystem::path& data) {
  if (format.files_of) return format.files_of(data, LabelUse::kIgnored);
  return {data};
}

// A record with its prediction; what is wrong gets the place of the record.
std::string with_prediction(const Format& format, const Json& block,
                            const std::filesystem::path& file, const RawExample& example,
                            std::string_view prediction) {
  try {
    return format.with_prediction(block, example.record, prediction);
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}:{}: {}", file.string(), example.line, error.what()));
  }
}

}  // namespace

TemporaryFile::TemporaryFile() {
  std::error_code failed;
  std::string name = (std::filesystem::temp_directory_path(failed) / "costruct-XXXXXX").string();
  const int descriptor = failed ? -1 : ::mkstemp(name.data());
  if (descriptor < 0) {
    const std::error_code why = failed ? failed : std::error_code(errno, std::generic_category());
    throw OutputError("no temporary file can be made: " + why.message(), why);
  }
  ::close(descriptor);
  path_ = name;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void check_prediction_table(const ModelReader& model, const std::filesystem::path& data) {
  const Format& format = *stored_format(model);
  if (!format.with_prediction)
    throw ConfigError("--format table: format " + format.name +
                      " has no table that predictions could be added to");
  std::error_code failed;
  if (!std::filesystem::is_regular_file(data, failed) &&
      !std::filesystem::is_directory(data, failed))
    throw ConfigError("--format table: " + data.string() +
                      " is a pipe or a device, and is read twice; expected a file");
  const auto reader = format.rows->open(stored_block(model), files_of_table(format, data).front(),
                                        LabelUse::kIgnored);
  RawExample first;
  if (!reader->next(first) || !first.header) return;
  if (std::find(first.header->begin(), first.header->end(), kPredictionName) != first.header->end())
    reader->fail_at(1, fmt::format("there is a column {} already: rename it", kPredictionName));
}

void write_prediction_table(const ModelReader& model, const std::filesystem::path& data,
                            const std::filesystem::path& predictions, OutputFile& out) {
  const Format& format = *stored_format(model);
  const Json block = stored_block(model);
  LineReader lines(predictions);
  std::string_view line;
  bool is_first = true;
  for (const std::filesystem::path& file : files_of_table(format, data)) {
    const auto reader = format.rows->open(block, file, LabelUse::kIgnored);
    if (const auto header = reader->header_record(); is_first && !header.empty())
      out.write(format.with_prediction(block, header, kPredictionName) + "\n");
    is_first = false;
    for (RawExample example; reader->next(example);) {
      if (!lines.next(line))
        reader->fail_at(example.line, "has no prediction: the file has changed meanwhile");
      out.write(with_prediction(format, block, file, example, line) + "\n");
    }
  }
  if (lines.next(line))
    throw DataError(data.string() +
                    ": has fewer records than predictions; does a label have several lines?");
}

}  // namespace costruct::experiments
