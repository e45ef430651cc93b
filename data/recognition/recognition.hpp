// How a format recognises its files, for `costruct init`.
//
// Format::recognise gets the beginning of a file and says how well it fits, which data block reads
// the file, and what it saw. To make a format known to `init`, give its catalog entry this
// function.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/recognition/file_sample.hpp"

namespace costruct::experiments {

/// The kind of the values of rows, as far as the choice of learners depends on it.
enum class RowValues {
  kNone,     ///< the examples are not rows of numbers
  kCounts,   ///< whole numbers of which most are 0, as counts of words
  kSparse,   ///< other numbers of which most are 0
  kMeasured  ///< numbers of which most are not 0: attributes, pixels
};

/// The problem of files whose examples have lists of labels.
inline constexpr const char* kSeveral = "several";

/// The description of a file by a format that recognises it.
struct Recognition {
  /// How well the file fits, 0 to 1. From kFits on the file is taken for one of this format.
  double fit = 0;
  static constexpr double kFits = 0.5;
  /// The kind of the file, in words: "a CSV file".
  std::string kind = "";
  /// The data block that reads the file, without `format` and without files.
  Json block = Json::object();
  /// The type of the problem that suits the file, as in "sequence". "" if it depends on the labels:
  /// many different numbers are "regression", others "multiclass".
  std::string problem = "";
  RowValues values = RowValues::kNone;
  Index inputs = -1;         ///< columns of a table that are features; -1: not known
  bool has_chunks = false;   ///< labels of tokens are those of chunks, as B-PER and I-PER
  bool unlabeled = false;    ///< the file has no labels, only inputs
  bool takes_label = false;  ///< whether files have several columns or fields that may be labels
  /// The evidence for the block, in whole sentences.
  std::vector<std::string> saw = {};
  /// A sentence that asks for what cannot be seen, with the option to give; "" if all is clear.
  std::string question = "";
};

/// The user's hints about a file. Empty texts: to be found.
struct RecognitionHints {
  std::string label = "";             ///< the column to predict: its name, or its number from 1
  std::filesystem::path folder = {};  ///< the folder of which the file is the first; empty: none
};

/// Judges a file. It must not throw, whatever the bytes are. A file that does not fit gets the fit
/// 0.
using Recogniser = std::function<Recognition(const FileSample&, const RecognitionHints&)>;

}  // namespace costruct::experiments
