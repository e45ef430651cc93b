// Sets of pairs of sequences for tests.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/data_block.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "support/files.hpp"

namespace costruct::experiments {

using Names = std::vector<std::string>;
using Parts = std::vector<int>;

inline std::unique_ptr<ExampleSet> empty_pairs(Json block) {
  if (!block.contains("format")) block["format"] = "fasta_pairs";
  block["train"] = "train";
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  errors.throw_if_any("");
  return find_format(block["format"].get<std::string>())->examples(block);
}

inline void read_pairs(ExampleSet& set, std::string_view text, Role role) {
  const TestFolder folder;
  const std::vector<std::filesystem::path> files{folder.write("pairs.afa", text)};
  set.read(files, role);
}

inline std::unique_ptr<ExampleSet> training_pairs(std::string_view text,
                                                  Json block = Json::object()) {
  auto set = empty_pairs(std::move(block));
  read_pairs(*set, text, Role::kTrain);
  set->finish_training();
  return set;
}

// The error message for a training file, without the name of its folder.
inline std::string pairs_error(std::string_view text, const Json& block = Json::object()) {
  const std::string message = message_of<DataError>([&] { training_pairs(text, block); });
  const std::size_t name = message.find("pairs.afa");
  return name == std::string::npos ? message : message.substr(name);
}

inline ViewAssignment all_in_one_view(const ExampleSet& set) {
  return {1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
}

inline std::shared_ptr<const alignment::SequencePairs> pairs_in(const InputData& made) {
  return std::dynamic_pointer_cast<const alignment::SequencePairs>(made.data);
}

// All examples, known.
inline InputData made_pairs(const ExampleSet& set, const ViewAssignment& views) {
  std::vector<Index> all(static_cast<std::size_t>(set.size()));
  std::iota(all.begin(), all.end(), Index{0});
  return set.inputs({all, {}, views});
}
inline std::shared_ptr<const alignment::SequencePairs> made_pairs(const ExampleSet& set) {
  return pairs_in(made_pairs(set, all_in_one_view(set)));
}

inline std::unique_ptr<ExampleSet> stored_pairs(const ExampleSet& set,
                                                const std::vector<bool>& keep) {
  const TestFolder folder;
  ModelWriter writer;
  set.save(writer, keep, nullptr);
  writer.write(folder.path() / "model.st");
  const ModelReader reader(folder.path() / "model.st");
  return find_format(reader.get("encoder").at("format").get<std::string>())->load(reader);
}

}  // namespace costruct::experiments
