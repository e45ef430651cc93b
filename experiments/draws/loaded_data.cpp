#include "costruct/experiments/draws/loaded_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include "costruct/core/random.hpp"
#include "costruct/data/memory/memory_data.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

std::string names_of_training_files(const LoadedData& data) {
  std::string names;
  for (const FileFacts& file : data.train)
    names += (names.empty() ? "" : ", ") + file.path.string();
  return names;
}

ExampleRoles LoadedData::roles() const {
  ExampleRoles roles;
  for (Index i = 0; i < examples->size(); ++i) {
    if (i < train_end && examples->is_labeled(i)) {
      roles.labeled.push_back(i);
    } else if (i < unlabeled_end) {
      (examples->known(i).empty() ? roles.unlabeled : roles.partial).push_back(i);
    } else if (examples->is_labeled(i) || !examples->known(i).empty()) {
      roles.test.push_back(i);
    }
  }
  return roles;
}

std::vector<Index> ExampleRoles::scored() const {
  if (!test.empty()) return test;
  std::vector<Index> all = labeled;
  all.insert(all.end(), partial.begin(), partial.end());
  return all;
}

std::vector<std::filesystem::path> paths_of(const std::vector<FileFacts>& files) {
  std::vector<std::filesystem::path> paths;
  for (const FileFacts& file : files) paths.push_back(file.path);
  return paths;
}

FileFacts file_facts(const std::filesystem::path& path) {
  if (const auto data = memory_data(path))
    return {path, data->bytes(), fmt::format("{:016x}", data->hash())};
  std::vector<std::filesystem::path> files = {path};
  if (std::filesystem::is_directory(path)) {
    files.clear();
    constexpr auto kLinks = std::filesystem::directory_options::follow_directory_symlink;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path, kLinks)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
  } else if (!bytes_in_memory(path) && std::filesystem::exists(path) &&
             !std::filesystem::is_regular_file(path)) {
    throw DataError(
        path.string() +
        ": is a pipe or a device; expected a regular file, for this data is read twice");
  }
  FileFacts facts{path, 0, ""};
  std::uint64_t hash = hash_bytes("");
  for (const auto& file : files) {
    if (file != path) hash = hash_bytes(file.lexically_relative(path).string(), hash);
    hash = hash_of_file(file, hash, facts.bytes);
  }
  facts.checksum = fmt::format("{:016x}", hash);
  return facts;
}

namespace {

// The facts of generated examples, from the text of their records, or from the bytes of their
// outputs, features and values.
FileFacts generated_facts(const ExampleSet& examples) {
  if (const auto* records = dynamic_cast<const RecordExamples*>(&examples)) {
    const auto [bytes, drawn_hash] = records->drawn_bytes_and_hash();
    return {records->place(0).file, bytes, fmt::format("{:016x}", drawn_hash)};
  }
  const Corpus& corpus = part_examples(examples).corpus();
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

LoadedData load_within_memory(const Config& config, const DataPaths& paths, bool stream_unlabeled,
                              std::function<bool(Index)> is_kept) {
  const DataConfig& data = config.data;
  const std::string advice =
      data.dataset == nullptr ? "" : "data set " + data.dataset->name + ": " + data.dataset->obtain;
  const auto find_all = [&](const std::vector<std::string>& names) {
    std::vector<FileFacts> files;
    for (const std::string& name : names) files.push_back(file_facts(paths.find(name, advice)));
    return files;
  };

  LoadedData loaded;
  loaded.streams_unlabeled = stream_unlabeled;
  const Target target = config.problem->predicts_numbers ? Target::kNumber
                        : config.problem->predicts_sets  ? Target::kSets
                                                         : Target::kLabels;
  loaded.examples = make_examples(data, config.problem->input, target);
  ExampleSet& examples = *loaded.examples;
  loaded.train = find_all(data.train);
  if (stream_unlabeled) {
    for (const std::string& name : data.unlabeled)
      loaded.unlabeled.push_back({paths.find(name, advice), 0, ""});
  } else {
    loaded.unlabeled = find_all(data.unlabeled);
  }
  if (config.kind == ConfigKind::kTraining) loaded.test = find_all(data.test);

  for (const auto& file : examples.read_texts(
           [&](const std::string& name) { return paths.find(name, "the data block names it"); }))
    loaded.texts.push_back(file_facts(file));
  auto* parts = dynamic_cast<PartExamples*>(&examples);
  if (parts != nullptr && config.problem->labels_under)
    parts->name_label_groups(config.problem->labels_under(config.problem_options));
  if (parts != nullptr && is_kept && !data.generated) parts->keep_parts_of(std::move(is_kept));
  if (parts != nullptr && (parts->must_scan() || (stream_unlabeled && !data.generated))) {
    parts->scan(paths_of(loaded.train), Role::kTrain);
    parts->scan(paths_of(loaded.unlabeled), Role::kUnlabeled);
  }
  examples.read(paths_of(loaded.train), Role::kTrain);
  // For rows and chains the notes describe the files. For other inputs they are about problems.
  for (const std::string& note : examples.notes())
    say((parts != nullptr ? "" : "costruct: note: ") + note);
  examples.finish_training();
  if (data.generated) loaded.train = {generated_facts(examples)};
  loaded.train_end = examples.size();
  if (!stream_unlabeled) examples.read(paths_of(loaded.unlabeled), Role::kUnlabeled);
  loaded.unlabeled_end = examples.size();
  examples.read(paths_of(loaded.test), Role::kTest);
  for (const auto& file : examples.files_beside_data()) loaded.texts.push_back(file_facts(file));
  for (const std::string& note : examples.finish_reading()) say("costruct: note: " + note);
  loaded.features = feature_facts(examples);
  return loaded;
}

}  // namespace

void read_option_files(Config& config, const DataPaths& paths) {
  for (const FileOption& option : config.problem->files) {
    const auto named = config.option_files.find(option.name);
    if (named == config.option_files.end()) continue;
    const std::filesystem::path file =
        paths.find(named->second, "data." + option.name + " names it");
    const Json value = within_memory(
        [&] {
          std::string text;
          LineReader reader(file);
          for (std::string_view line; reader.next(line);) (text += line) += '\n';
          try {
            return option.read(text);
          } catch (const DataError& error) {
            throw DataError(file.string() + ":" + error.what());
          }
        },
        [&] { return file.string(); });
    config.problem_options[option.name] = value;
    for (LearnerConfig& learner : config.learners) {
      Json& own = learner.problem[option.name];  // an own value of the learner is kept
      if (own.is_null()) own = value;
    }
  }
}

LoadedData load_data(const Config& config, const DataPaths& paths, bool stream_unlabeled,
                     std::function<bool(Index)> is_kept) {
  return within_memory(
      [&] { return load_within_memory(config, paths, stream_unlabeled, std::move(is_kept)); },
      [&] { return config.file.string() + ": data"; });
}

}  // namespace costruct::experiments
