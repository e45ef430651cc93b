// ContentReader: reads files of rows and chains in one format, so that another format can write
// them (`convert`).
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/data/example_filter.hpp"
#include "costruct/data/features/feature_map.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/content.hpp"
#include "costruct/data/formats/topic.hpp"

namespace costruct::experiments {

/// Reads files twice: once for facts about all examples (ContentFacts), and once for the examples.
/// Memory: an example, the labels of chains, and the names of features if they are needed.
class ContentReader {
 public:
  /// The files to read, and how.
  struct Request {
    const Format* format = nullptr;            ///< the format of the files; not null
    Json block;                                ///< a checked data block
    std::vector<std::filesystem::path> files;  ///< at least one
    LabelUse labels = LabelUse::kRequired;
    /// The unit that is an example if the files are plain text; nullopt: they have the format.
    std::optional<TextUnit> plain_text = std::nullopt;
    bool features = false;  ///< whether features are needed, as learners would see them
  };

  /// Reads the files for their facts. Throws DataError with file and line. Throws ConfigError if
  /// features are needed and the block has fitted ones (data/features/fitted_extractor.hpp).
  explicit ContentReader(Request request);
  const ContentFacts& facts() const { return facts_; }
  /// Reads the next example that the options of the block keep; returns false at the end.
  bool next(ExampleContent& example);
  /// The place of the example that was read last: "line 3", or "a.txt:3" of several files.
  std::string place() const;
  /// Throws DataError("file:line: what") for the example that was read last.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void name_columns(const std::vector<std::string>& columns, const std::string& label);
  void rewind();
  void open_next();
  bool next_in_files();
  bool next_raw();
  void make_features();
  void look_at_all();
  void name_features();
  void fill_cells(ExampleContent& example) const;
  void leave_out_empty_cells(StreamedExample& features) const;

  Request request_;
  ContentFacts facts_;
  std::unique_ptr<FeatureMap> features_;
  std::unique_ptr<ExampleReader> reader_;
  ExampleFilter filter_;
  Topic topic_;
  std::string unknown_;
  std::map<std::string, std::string, std::less<>> label_map_;
  bool takes_all_cells_ = false;     // features are all cells of columns
  std::vector<bool> is_empty_cell_;  // by feature
  Index label_place_ = -1;           // of the label among the fields; -1: none
  std::optional<Index> limit_;
  std::size_t next_file_ = 0;
  Index num_read_ = 0;
  RawExample raw_;
};

}  // namespace costruct::experiments
