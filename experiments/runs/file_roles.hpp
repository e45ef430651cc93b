// Checks the files that a command reads and writes: no output may replace an input or a result
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

/// The files of one command. Name all of them before the work begins; then check() refuses outputs
/// that would destroy a file. It is the one rule of all commands for files that exist
/// (docs/robustness.md). After the work, tell_replaced() names the files that were replaced.
///
/// Files are compared by device and inode, so that links and other spellings of a path are the same
/// file. Only regular files can be destroyed. A file that does not exist (yet) is no input.
class FileRoles {
 public:
  /// Adds a file that the command reads, or a folder with the files directly in it.
  /// @param what  its name in messages: "the model"
  void reads(const std::filesystem::path& file, const std::string& what);
  /// Adds the data files (and split files) that a config names, if they exist.
  void reads_data_of(const Config& config, const DataPaths& paths);
  /// Adds the files that a model was trained on, by name, size and checksum. No output may replace
  /// them, wherever they are now.
  /// @param origin  the metadata `origin` of the model; its `data` is as from data_provenance()
  void trained_on(const Json& origin);
  /// Whether a regular file has the size and checksum of one of trained_on().
  bool was_trained_on(const std::filesystem::path& file) const;
  /// The kind of an output. A file that is already there may be replaced only by an output of its
  /// kind.
  enum class Kind {
    kPredictions,  ///< replaces no config, model, page or table of costruct; see predictions_are()
    kExamples,     ///< replaces no such file either, and any other one only with --force
    kModel,        ///< replaces a model
    kVectors,      ///< replaces word vectors in the layout of a model, only with --force
    kReport,       ///< replaces a JSON object that is not a config
    kPage,         ///< replaces an HTML page that costruct wrote
    kClaims        ///< replaces a table of claims, which is known by its header
  };
  /// Adds a file that the command writes. "" (nothing, or stdout) is ignored. No kind may replace a
  /// file in a folder of results. Every kind may replace an empty file.
  /// @param what  its name in messages: "--model"
  void writes(const std::filesystem::path& file, const std::string& what, Kind kind);
  /// Says that predictions are these labels, one on each line, or JSON objects. If a file has a
  /// line of several fields that is neither, it is labeled data or another table and is not
  /// replaced.
  void predictions_are(std::vector<std::string> labels) { labels_ = std::move(labels); }
  /// Adds all result files in a folder. If no run has written into the folder before, files with
  /// these names are not replaced.
  /// @param config  content of config.json, if known; a file with this content may be there already
  void writes_results(const std::filesystem::path& folder,
                      const std::optional<Json>& config = std::nullopt);
  /// Adds stdout as an output. It matters if the shell has redirected it to a regular file.
  void writes_stdout();

  /// Throws ConfigError, naming both files, if an output is an input, another output or a result
  /// store. Throws it also if the output's kind may not replace the file that is there.
  /// @param force  whether --force was given
  void check(bool force = false) const;
  /// Says which files that had content were replaced. Call it after the outputs are written.
  void tell_replaced() const;

 private:
  struct FileId {
    dev_t device;
    ino_t inode;
    friend bool operator==(const FileId&, const FileId&) = default;
  };
  struct Use {
    std::filesystem::path file;
    std::string what;
    std::optional<FileId> id;                 ///< nullopt: not a regular file
    std::optional<std::string> content = {};  ///< of an output, if known
    bool must_be_new = false;
    std::optional<Kind> kind = {};  ///< of a file that the user named
    bool had_content = false;       ///< whether the output was a file that was not empty
  };
  static std::optional<FileId> id_of(const std::filesystem::path& file);
  static bool same(const Use& a, const Use& b);
  [[noreturn]] static void refuse(const Use& output, const std::string& why);
  /// The file of trained_on() with the size and checksum of this one, or null.
  const Json* training_file(const std::filesystem::path& file) const;
  void check_what_is_there(const Use& output, bool force) const;

  std::vector<Use> inputs_, outputs_;
  Json trained_on_ = Json::array();
  std::vector<std::string> labels_;  // labels that are predicted; empty: not known, or no labels
};

/// The names of the files that a run or a collection writes into its folder, without its store and
/// figures.
const std::vector<std::string>& result_file_names();

/// The text of config.json in a folder of results, with this content.
std::string config_text(const Json& config);

}  // namespace costruct::experiments
