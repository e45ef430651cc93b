// Models trained on toy data, and the same training without a file in between.
#pragma once

#include <catch2/catch.hpp>

#include "costruct/experiments/models/kernel_tables.hpp"
#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/experiments/training/train.hpp"
#include "support/toy_fixture.hpp"

namespace costruct::experiments {

/// Trains on toy data in a folder and predicts its test file.
struct Trained {
  explicit Trained(Json json) {
    write_text(folder / "train.conll", toy_sentences(60, 5));
    write_text(folder / "test.conll", toy_sentences(25, 6));
    write_text(folder / "train.svm", toy_rows(60, 5));
    write_text(folder / "test.svm", toy_rows(25, 6));
    write_text(folder / "c.json", json.dump());
    TrainRequest request;
    request.config = folder / "c.json";
    request.model = folder / "m.safetensors";
    request.report = folder / "report.json";
    REQUIRE(train_model(request) == kDone);
    report = Json::parse(read_text(folder / "report.json"));
  }
  std::string predictions(const std::string& test) {
    predict_file(folder / "m.safetensors", folder / test, folder / "out.txt");
    return read_text(folder / "out.txt");
  }

  TemporaryFolder folder;
  Json report;
};

/// A model as its file has it.
inline StructuredFile stored_model(const std::filesystem::path& file) {
  return read_structured(ModelReader(file));
}

/// The predictions of the same training without a model file in between.
inline std::string predictions_in_memory(const Trained& trained, const std::string& test) {
  Config config = load_config(trained.folder / "c.json", {"data.test=" + test});
  const LearnerConfig& learner = config.learners[0];
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  ViewAssignment assignment =
      learner.views.assign(data.features, RandomStream(config.seed, 0, "views"));
  if (!learner.entry->uses_views) assignment = joined(std::move(assignment));
  std::vector<Index> known, scored;
  Sample sample;
  const ExampleSet& examples = *data.examples;
  for (Index i = 0; i < examples.size(); ++i) (i < data.train_end ? known : scored).push_back(i);
  for (const Index i : known) sample.labeled.push_back({i, examples.output(i)});
  const InputData inputs = examples.inputs({known, scored, assignment});
  const auto labeled = static_cast<Index>(known.size());
  const KernelTables kernel =
      kernel_tables(part_data(inputs.data), learner.kernel.options, {labeled, labeled});
  const Views views = config.problem->make(learner.problem, kernel.data);
  const Fitted fitted = learner.entry->make(learner.options)->fit(views, sample, {});
  const Views predicting = predicting_views(fitted, views);
  const Vector weights = stack(fitted.weights);
  std::string text;
  for (const Index i : scored) {
    if (config.problem->input == kChains && i != scored.front()) text += "\n";
    for (const int label : predicting.joint().decode(i, weights).output.parts)
      text += examples.label_names()[label] + "\n";
  }
  return text;
}

/// Predicts `times` from models with one byte changed: they load or are data errors, and never
/// crash.
inline void predict_from_changed_bytes(Trained& trained, const std::string& test, int times) {
  const std::string bytes = read_text(trained.folder / "m.safetensors");
  RandomStream random(1, 0, "bytes");
  for (int i = 0; i < times; ++i) {
    std::string changed = bytes;
    changed[random.below(static_cast<Index>(bytes.size()))] = static_cast<char>(random.below(256));
    write_text(trained.folder / "changed", changed);
    try {
      predict_file(trained.folder / "changed", trained.folder / test, trained.folder / "out.txt");
    } catch (const DataError&) {
    }
  }
}

inline Json rows_training() {
  return {{"problem", {{"type", "multiclass"}}},
          {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
          {"views", {{"split", "ranges"}, {"ranges", {{1, 6}, {7, 11}}}}},
          {"learner", {{"type", "co_perceptron"}, {"epochs", 3}}}};
}

}  // namespace costruct::experiments
