#include "costruct/experiments/draws/loaded_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <span>

#include "costruct/core/random.hpp"
#include "costruct/experiments/data/generators/generator.hpp"
#include "costruct/experiments/files/heap_limit.hpp"
#include "costruct/experiments/files/terminal.hpp"

namespace costruct::experiments {

std::string names_of_training_files(const LoadedData& data) {
  std::string names;
  for (const FileFacts& file : data.train) names += (names.empty() ? "" : ", ") + file.path.string();
  return names;
}

std::vector<std::string> paths_under(const Json& data, const char* key) {
  const auto at = data.find(key);
  if (at == data.end() || at->is_null()) return {};
  if (at->is_string()) return {at->get<std::string>()};
  return at->get<std::vector<std::string>>();
}

FileFacts file_facts(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> files = {path};
  if (std::filesystem::is_directory(path)) {
    files.clear();
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
  } else if (!std::filesystem::is_regular_file(path)) {
    throw DataError(path.string() +
                    ": is a pipe or a device; expected a regular file, for this data is read twice");
  }
  FileFacts facts{path, 0, ""};
  std::uint64_t hash = hash_bytes("");
  std::string block(1 << 16, '\0');
  for (const auto& file : files) {
    if (file != path) hash = hash_bytes(file.filename().string(), hash);
    std::ifstream in(file, std::ios::binary);
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
      const auto size = static_cast<std::size_t>(in.gcount());
      hash = hash_bytes(std::string_view(block.data(), size), hash);
      facts.bytes += size;
    }
  }
  facts.checksum = fmt::format("{:016x}", hash);
  return facts;
}

namespace {

// Of generated examples: the bytes of their outputs, features and values.
FileFacts generated_facts(const Corpus& corpus) {
  FileFacts facts{corpus.files.at(0), 0, ""};
  std::uint64_t hash = hash_bytes("");
  const auto add = [&](const auto& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    hash = hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, hash);
    facts.bytes += bytes.size();
  };
  for (const Output& output : corpus.outputs) add(output.parts);
  add(corpus.targets);
  add(corpus.features.part_begin);
  add(corpus.features.feature);
  add(corpus.features.value);
  facts.checksum = fmt::format("{:016x}", hash);
  return facts;
}

}  // namespace

FeatureFacts feature_facts(const Encoder& encoder) {
  FeatureFacts facts;
  facts.groups = encoder.groups();
  const Index count = encoder.num_features();
  facts.group.reserve(count);
  facts.number.reserve(count);
  for (Index feature = 0; feature < count; ++feature) {
    const FeatureInfo info = encoder.feature_info(feature);
    facts.group.push_back(info.group);
    facts.number.push_back(info.number);
  }
  return facts;
}

namespace {

LoadedData load_within_memory(const Config& config, const DataPaths& paths, bool stream_unlabeled) {
  const DatasetEntry* dataset = config.dataset.empty() ? nullptr : find_dataset(config.dataset);
  const std::string advice = dataset == nullptr ? "" : "data set " + dataset->name + ": " + dataset->obtain;
  const auto find_all = [&](const char* key) {
    std::vector<FileFacts> files;
    for (const std::string& name : paths_under(config.data, key)) {
      files.push_back(file_facts(paths.find(name, advice)));
    }
    return files;
  };
  const auto names = [](const std::vector<FileFacts>& files) {
    std::vector<std::filesystem::path> list;
    for (const FileFacts& file : files) list.push_back(file.path);
    return list;
  };

  LoadedData loaded{
      Encoder(config.data, config.problem->shape, config.problem->target), {}, 0, 0, {}, {}, {}, {}};
  loaded.train = find_all("train");
  if (stream_unlabeled) {
    for (const std::string& name : paths_under(config.data, "unlabeled"))
      loaded.unlabeled.push_back({paths.find(name, advice), 0, ""});
  } else {
    loaded.unlabeled = find_all("unlabeled");
  }
  if (config.kind == ConfigKind::kTraining) loaded.test = find_all("test");

  const bool generated = config.data.contains(kGenerate);
  if (generated) {
    loaded.encoder.generate(config.data.at(kGenerate), loaded.corpus);
  } else {
    if (loaded.encoder.must_scan() || stream_unlabeled) {
      loaded.encoder.scan(names(loaded.train), Encoder::Role::kTrain);
      loaded.encoder.scan(names(loaded.unlabeled), Encoder::Role::kUnlabeled);
    }
    loaded.encoder.read(names(loaded.train), Encoder::Role::kTrain, loaded.corpus);
    for (const std::string& note : loaded.encoder.notes()) tell(note);
  }
  loaded.encoder.finish_labels(loaded.corpus);
  if (generated) loaded.train = {generated_facts(loaded.corpus)};
  loaded.train_end = loaded.corpus.size();
  if (!stream_unlabeled)
    loaded.encoder.read(names(loaded.unlabeled), Encoder::Role::kUnlabeled, loaded.corpus);
  loaded.unlabeled_end = loaded.corpus.size();
  loaded.features = feature_facts(loaded.encoder);
  loaded.encoder.read(names(loaded.test), Encoder::Role::kTest, loaded.corpus);
  if (config.problem->target == Target::kLabels && loaded.encoder.labels().empty()) {
    throw DataError(loaded.train.empty()
                        ? std::string("data.train: no files")
                        : loaded.train[0].path.string() + ": no labeled example in the training files");
  }
  return loaded;
}

}  // namespace

LoadedData load_data(const Config& config, const DataPaths& paths, bool stream_unlabeled) {
  return within_memory([&] { return load_within_memory(config, paths, stream_unlabeled); },
                       [&] { return config.file.string() + ": data"; });
}

}  // namespace costruct::experiments
