// Files of toy data, and what is told of configs on them.
#pragma once

#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/io/json_file.hpp"
#include "support/toy_fixture.hpp"

namespace costruct::experiments {

inline Json changed(Json json, const std::string& assignment) {
  apply_override(json, assignment);
  return json;
}

inline std::string all_of(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += note + "\n";
  return text;
}

struct ToyFiles {
  TemporaryFolder folder;
  ToyFiles() {
    write_text(folder / "train.conll", toy_sentences(60, 5));
    write_text(folder / "train.svm", toy_rows(60, 5));
  }
  Config config(const Json& json) const { return check_config(json, folder / "c.json"); }
  // The notes of config and data.
  std::string notes(const Json& json) const {
    const Config checked = config(json);
    const LoadedData data = load_data(checked, DataPaths(checked.file, {}));
    return all_of(checked.notes) + all_of(notes_on_data(checked, data));
  }
  // What `train` or `run` throws.
  std::string error(const Json& json) const {
    write_text(folder / "c.json", json.dump());
    return message_of<ConfigError>([&] {
      if (json.contains("learner")) {
        TrainRequest request;
        request.config = folder / "c.json";
        request.model = folder / "m.safetensors";
        train_model(request);
      } else {
        RunRequest request;
        request.config = folder / "c.json";
        request.out = folder / "out";
        run_experiment(request);
      }
    });
  }
};

inline Json training_of_rows(const Json& learner) {
  return {{"problem", {{"type", "multiclass"}}},
          {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
          {"learner", learner}};
}

inline Json training_of_numbers(const Json& learner) {
  return {{"problem", {{"type", "regression"}}},
          {"data", {{"format", "csv"}, {"target", "y"}, {"train", "train.csv"}}},
          {"learner", learner}};
}

}  // namespace costruct::experiments
