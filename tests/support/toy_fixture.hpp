// Small data and configs for the tests of the engine, in a folder that goes away.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "costruct/core/random.hpp"
#include "costruct/experiments/config/config.hpp"
#include "support/files.hpp"

namespace costruct::experiments {

/// A fresh folder, removed with everything in it at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("costruct-engine-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path write_text(const std::filesystem::path& file,
                                        const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

inline std::string read_text(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// Sequences of 2 to 6 words whose labels A, B, C follow from word and neighbour, with some noise:
/// conll columns word, label.
inline std::string toy_sentences(int count, std::uint64_t seed) {
  RandomStream random(seed, 0, "toy sentences");
  const char* labels[] = {"A", "B", "C"};
  std::string text;
  for (int i = 0; i < count; ++i) {
    const Index length = 2 + random.below(5);
    for (Index t = 0; t < length; ++t) {
      const Index word = random.below(30);
      const Index label = random.below(10) == 0 ? random.below(3) : word % 3;
      text += (word % 2 == 0 ? "w" : "W") + std::to_string(word) + " " + labels[label] + "\n";
    }
    text += "\n";
  }
  return text;
}

/// Rows "label number:value ..." with two groups of features, either of which tells the three
/// labels.
inline std::string toy_rows(int count, std::uint64_t seed) {
  RandomStream random(seed, 0, "toy rows");
  std::string text;
  for (int i = 0; i < count; ++i) {
    const Index label = random.below(3);
    text += std::to_string(label + 1);
    for (Index j = 1; j <= 12; ++j) {
      if (random.below(3) == 0 || j % 3 == label)
        text += " " + std::to_string(j) + ":" + std::to_string(1 + random.below(3));
    }
    text += "\n";
  }
  return text;
}

inline Json toy_sequence_data() {
  return {{"format", "conll"},
          {"columns", {"word", "label"}},
          {"train", "train.conll"},
          {"features",
           {{{"extractor", "token"}, {"window", 1}, {"group", "token"}},
            {{"extractor", "surface"}, {"window", 1}, {"group", "surface"}}}}};
}

inline Json toy_experiment() {
  return {{"name", "toy"},
          {"problem", {{"type", "sequence"}, {"loss", "hamming"}}},
          {"data", toy_sequence_data()},
          {"views", {{"split", "named"}}},
          {"sweep",
           {{"labeled", {3, 6}},
            {"unlabeled", {0, 10}},
            {"holdout", 20},
            {"repetitions", 3},
            {"seed", 7}}},
          {"learners",
           {{{"type", "perceptron"}, {"epochs", 3}},
            {{"type", "hmm"}},
            {{"type", "co_perceptron"},
             {"epochs", 3},
             {"Cu_scale", "each"},
             {"final", "sum"},
             {"views", {{"split", "random"}, {"count", 3}}}}}},
          {"metrics", {"token_error", "sequence_error"}}};
}

inline Json toy_training() {
  return {{"problem", {{"type", "sequence"}}},
          {"data", toy_sequence_data()},
          {"views", {{"split", "named"}}},
          {"learner",
           {{"type", "co_perceptron"}, {"epochs", 3}, {"Cu_scale", "each"}, {"final", "sum"}}}};
}

}  // namespace costruct::experiments
