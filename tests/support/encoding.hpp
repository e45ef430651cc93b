// Reading in the tests: a data block, a text, and what came out of it, in words.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "costruct/data/data_block.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/formats/format.hpp"
#include "support/files.hpp"

namespace costruct::experiments {

/// An encoder and the corpus it has read as training data.
struct ReadCorpus {
  Encoder encoder;
  Corpus corpus;
};

inline ReadCorpus read_training(const Json& block,
                                const std::vector<std::filesystem::path>& files) {
  Json data = block;
  if (!data.contains("train")) data["train"] = "train";
  ConfigErrors errors;
  check_data_block(data, "data", errors);
  errors.throw_if_any("");
  ReadCorpus read{Encoder(data, find_format(data["format"])->input), {}};
  read.encoder.read(files, Encoder::Role::kTrain, read.corpus);
  read.encoder.finish_labels(read.corpus);
  return read;
}

/// The features of each part of each example as name -> value.
using NamedParts = std::vector<std::vector<std::map<std::string, double>>>;

inline NamedParts named_parts(const Encoder& encoder, const FeatureTable& table) {
  NamedParts all;
  for (Index i = 0; i < table.num_examples(); ++i) {
    auto& parts = all.emplace_back();
    for (Index p = table.example_begin[i]; p < table.example_begin[i + 1]; ++p) {
      auto& part = parts.emplace_back();
      const auto ids = table.features_of(p);
      const auto values = table.values_of(p);
      for (std::size_t e = 0; e < ids.size(); ++e) {
        part[encoder.feature_info(ids[e]).name] += values.empty() ? 1 : values[e];
      }
    }
  }
  return all;
}

/// The same of a file read as for prediction.
inline NamedParts named_parts(const Encoder& encoder, const std::filesystem::path& file) {
  FeatureTable table;
  const auto stream = encoder.stream(file);
  StreamedExample example;
  std::vector<double> values;
  while (stream->next(example)) {
    for (std::size_t p = 0; p + 1 < example.part_begin.size(); ++p) {
      for (auto e = static_cast<std::size_t>(example.part_begin[p]);
           e < static_cast<std::size_t>(example.part_begin[p + 1]); ++e) {
        table.feature.push_back(example.feature[e]);
        values.push_back(example.value.empty() ? 1 : example.value[e]);
      }
      table.end_part();
    }
    table.end_example();
  }
  table.value = values;
  return named_parts(encoder, table);
}

/// The names of the features of a part.
inline std::set<std::string> names(const std::map<std::string, double>& part) {
  std::set<std::string> all;
  for (const auto& [name, value] : part) all.insert(name);
  return all;
}

/// The labels of an example, as text.
inline std::vector<std::string> label_texts(const ReadCorpus& read, Index example) {
  std::vector<std::string> texts;
  for (const int part : read.corpus.outputs[static_cast<std::size_t>(example)].parts) {
    texts.push_back(read.encoder.labels_with_unseen()[static_cast<std::size_t>(part)]);
  }
  return texts;
}

}  // namespace costruct::experiments
