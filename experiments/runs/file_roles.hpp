// What a command reads and what it writes: no output may take the place of an input or of a result
// store.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "costruct/data/paths.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// The files of one command, named before its work begins; check() then refuses what would lose
/// one. Files are told apart by device and inode, so links and other spellings of a path are the
/// same file. Only regular files can be lost; what is not there (yet) is no input.
class FileRoles {
 public:
  /// A file that the command reads, or a folder of them; `what` as in "the model".
  void reads(const std::filesystem::path& file, const std::string& what);
  /// The data files (and split files) that a config names, as far as they are there.
  void reads_data_of(const Config& config, const DataPaths& paths);
  /// The files that a model, which tells so in its origin, was trained on: by name, size and
  /// checksum.
  void trained_on(const Json& origin);
  /// What is written, which a file that is there already must be too.
  enum class Kind {
    kPredictions,  ///< no config, model, page or table of costruct's; with labels: see below
    kModel,        ///< a model
    kReport,       ///< a JSON object that is no config
    kPage,         ///< an HTML page that costruct wrote
    kClaims        ///< a table of claims, by its header
  };
  /// A file that the command writes; "" (nothing, or stdout) is no file. `what` as in "--model". No
  /// kind may replace a file that belongs to a folder of results. An empty file may be replaced by
  /// any.
  void writes(const std::filesystem::path& file, const std::string& what, Kind kind);
  /// Predictions are labels, a line each, or objects of JSON. A file with a line of several fields
  /// that is neither is labeled data or another table, and stays.
  void predictions_are(std::vector<std::string> labels) { labels_ = std::move(labels); }
  /// Everything that is written beside a store; of config.json, where it is known, the content,
  /// which may stand there already. Where no run has been, files of these names are not ours to
  /// replace.
  void writes_results(const std::filesystem::path& folder,
                      const std::optional<Json>& config = std::nullopt);
  /// Predictions to stdout, which may be a file.
  void writes_stdout();

  /// Throws ConfigError, naming both files, where an output is an input, another output or a result
  /// store.
  void check() const;

 private:
  struct FileId {
    dev_t device;
    ino_t inode;
    friend bool operator==(const FileId&, const FileId&) = default;
  };
  struct Use {
    std::filesystem::path file;
    std::string what;
    std::optional<FileId> id;                 ///< nullopt: no regular file
    std::optional<std::string> content = {};  ///< of an output, where it is known
    bool must_be_new = false;
    std::optional<Kind> kind = {};  ///< of a file that the user named
  };
  static std::optional<FileId> id_of(const std::filesystem::path& file);
  static bool same(const Use& a, const Use& b);
  [[noreturn]] static void refuse(const Use& output, const std::string& why);
  void check_what_is_there(const Use& output) const;

  std::vector<Use> inputs_, outputs_;
  Json trained_on_ = Json::array();
  std::vector<std::string> labels_;  // of what is predicted; empty: not known, or no labels
};

/// The files that a run or a collection writes into its folder, beside its store and figures.
const std::vector<std::string>& result_file_names();

/// A config as it is kept in a folder of results.
std::string config_text(const Json& config);

}  // namespace costruct::experiments
