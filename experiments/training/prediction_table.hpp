// Writes a table: the records of a file, each with its prediction.
#pragma once

#include <filesystem>

#include "costruct/io/model_file.hpp"
#include "costruct/io/output_file.hpp"

namespace costruct::experiments {

/// A new empty file in the folder of temporary files. It is deleted with the object.
class TemporaryFile {
 public:
  /// Throws OutputError if no file can be made.
  TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Checks before prediction that write_prediction_table() can write a table. Throws ConfigError if
/// the format of the model's files has none or if `data` cannot be read twice. Throws DataError if
/// the table has a column for predictions already.
void check_prediction_table(const ModelReader& model, const std::filesystem::path& data);

/// Writes the records of `data`, each with its prediction, as Format::with_prediction does. Throws
/// DataError if the files do not have equally many records and predictions, or cannot be read.
/// @param predictions  a file with the prediction of one record on each line, in their order
void write_prediction_table(const ModelReader& model, const std::filesystem::path& data,
                            const std::filesystem::path& predictions, OutputFile& out);

}  // namespace costruct::experiments
