#include "costruct/experiments/training/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "costruct/experiments/config/scores.hpp"
#include "costruct/experiments/files/exit_code.hpp"
#include "costruct/experiments/files/heap_limit.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/files/terminal.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/models/regression_predictor.hpp"
#include "costruct/experiments/runs/file_roles.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kBatch = 512;
constexpr std::size_t kMostEntries = 1 << 22;  // of a batch: explicit features of a kernel may be many

void empty(FeatureTable& table) {
  table.example_begin.resize(1);
  table.part_begin.resize(1);
  table.feature.clear();
  table.value.clear();
}

StreamedExample streamed(const Corpus& corpus, Index example) {
  const FeatureTable& table = corpus.features;
  StreamedExample out;
  out.line = corpus.places[example].line;
  out.part_begin.push_back(0);
  for (Index part = table.example_begin[example]; part < table.example_begin[example + 1]; ++part) {
    const auto features = table.features_of(part);
    const auto values = table.values_of(part);
    out.feature.insert(out.feature.end(), features.begin(), features.end());
    out.value.insert(out.value.end(), values.begin(), values.end());
    out.part_begin.push_back(static_cast<Index>(out.feature.size()));
  }
  return out;
}

FileRoles roles_of(const std::filesystem::path& model, const std::filesystem::path& data) {
  FileRoles roles;
  roles.reads(model, "the model");
  std::error_code none;
  for (Index site = 0; std::filesystem::exists(site_file(model, site), none); ++site)
    roles.reads(site_file(model, site), "the model");
  roles.reads(data, "the data file");
  return roles;
}

// Adds an example; what is wrong with it is told with its place.
void add_to(BatchPredictor& predictor, const StreamedExample& example, const std::filesystem::path& file) {
  const auto place = [&] { return fmt::format("{}:{}", file.string(), example.line); };
  const auto add = [&] {
    try {
      predictor.add(example);
    } catch (const DataError& error) {
      throw DataError(place() + ": " + error.what());
    }
  };
  within_memory(add, place);
}

Model model_within_memory(const std::filesystem::path& file) {
  return within_memory([&] { return load_model(file); }, [&] { return file.string(); });
}

// A batch that starts in a line: decoding takes memory too.
template <class Predict>
auto predict_from(const std::filesystem::path& file, Index line, const Predict& predict) {
  return within_memory(predict, [&] { return fmt::format("{}:{}", file.string(), line); });
}

}  // namespace

BatchPredictor::BatchPredictor(const Model& model)
    : model_(model), data_(std::make_shared<PartData>()), joint_weights_(stack(model.weights)) {
  data_->labels = model.labels();
  data_->views.resize(model.assignment.count);
  local_.reserve(model.assignment.view_of.size());
  for (const std::int32_t view : model.assignment.view_of) {
    local_.push_back(static_cast<std::int32_t>(data_->views[view].num_features++));
  }
  if (model.kernels.empty()) return;
  points_ = data_->views;
  for (std::size_t v = 0; v < points_.size(); ++v)
    data_->views[v].num_features = model.kernels[v]->dimension();
}

void BatchPredictor::clear() {
  for (FeatureTable& table : data_->views) empty(table);
}

bool BatchPredictor::full() const {
  std::size_t entries = 0;
  for (const FeatureTable& table : data_->views) entries += table.feature.size();
  return size() >= kBatch || entries >= kMostEntries;
}

void BatchPredictor::add(const StreamedExample& example) {
  if (model_.kernels.empty()) return append(example, data_->views);
  for (FeatureTable& table : points_) empty(table);
  append(example, points_);
  Point point;
  for (std::size_t v = 0; v < points_.size(); ++v) {
    FeatureTable& table = data_->views[v];
    for (Index part = 0; part < points_[v].num_parts(); ++part) {
      read_point(points_[v], part, point);
      model_.kernels[v]->append(point, table);
      table.end_part();
    }
    table.end_example();
  }
}

void BatchPredictor::append(const StreamedExample& example, std::vector<FeatureTable>& tables) const {
  const bool has_values = !example.value.empty();
  for (FeatureTable& table : tables) {  // no values mean ones: an example without any has ones
    if (has_values && table.value.size() < table.feature.size())
      table.value.resize(table.feature.size(), 1.0);
  }
  for (std::size_t part = 0; part + 1 < example.part_begin.size(); ++part) {
    for (Index e = example.part_begin[part]; e < example.part_begin[part + 1]; ++e) {
      const std::int32_t feature = example.feature[e];
      FeatureTable& table = tables[model_.assignment.view_of[feature]];
      table.feature.push_back(local_[feature]);
      if (has_values) {
        table.value.push_back(example.value[e]);
      } else if (!table.value.empty()) {
        table.value.push_back(1.0);
      }
    }
    for (FeatureTable& table : tables) table.end_part();
  }
  for (FeatureTable& table : tables) table.end_example();
}

const std::vector<Output>& BatchPredictor::predict() {
  const Views views = model_.problem->make(model_.problem_options, data_);
  predictions_.resize(size());
  for (Index x = 0; x < size(); ++x) predictions_[x] = views.joint().decode(x, joint_weights_).output;
  return predictions_;
}

std::vector<Output> BatchPredictor::predict_by_view(Index view) {
  const Views views = model_.problem->make(model_.problem_options, data_);
  std::vector<Output> predictions(size());
  for (Index x = 0; x < size(); ++x) predictions[x] = views[view].decode(x, model_.weights[view]).output;
  return predictions;
}

void predict_file(const std::filesystem::path& model_file, const std::filesystem::path& data,
                  const std::filesystem::path& output, const std::atomic<bool>* stop) {
  FileRoles roles = roles_of(model_file, data);
  roles.writes(output, "--output");
  if (output.empty()) roles.writes_stdout();
  roles.check();
  if (is_regression_model(model_file)) return predict_numbers(model_file, data, output, stop);
  const Model model = model_within_memory(model_file);
  const bool sequences = model.problem->shape == Shape::kSequence;
  std::vector<std::string> lines = model.labels();
  for (std::string& line : lines) line += '\n';

  const auto stream = model.encoder.stream(data);
  OutputFile out(output);
  BatchPredictor predictor(model);
  StreamedExample example;
  bool first = true;
  for (bool more = true; more;) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    predictor.clear();
    Index line = 0;
    while (!predictor.full() && (more = stream->next(example))) {
      if (predictor.size() == 0) line = example.line;
      add_to(predictor, example, data);
      if (std::ssize(example.part_begin) > kLongExample) example = StreamedExample();  // room to decode
    }
    predict_from(data, line, [&] { predictor.predict(); });
    for (const Output& prediction : predictor.predictions()) {
      if (sequences && !first) out.write('\n');
      first = false;
      for (const int label : prediction.parts) out.write(lines[label]);
    }
  }
  out.commit();
}

void evaluate_file(const std::filesystem::path& model_file, const std::filesystem::path& data,
                   const std::filesystem::path& report) {
  FileRoles roles = roles_of(model_file, data);
  roles.writes(report, "--report");
  roles.check();
  if (is_regression_model(model_file)) return evaluate_numbers(model_file, data, report);
  Model model = model_within_memory(model_file);
  Corpus corpus;
  const std::vector<std::filesystem::path> files = {data};
  model.encoder.read(files, Encoder::Role::kTest, corpus);

  BatchPredictor predictor(model);
  std::vector<Output> truth, predicted;
  std::vector<std::vector<Output>> by_view(model.assignment.count);
  Index tokens = 0, unlabeled = 0, line = 0;
  const auto predict_batch = [&] {
    const auto& batch = predictor.predict();
    predicted.insert(predicted.end(), batch.begin(), batch.end());
    for (Index v = 0; model.assignment.count > 1 && v < model.assignment.count; ++v) {
      const auto outputs = predictor.predict_by_view(v);
      by_view[v].insert(by_view[v].end(), outputs.begin(), outputs.end());
    }
    predictor.clear();
  };
  const auto run_batch = [&] { predict_from(data, line, predict_batch); };
  for (Index i = 0; i < corpus.size(); ++i) {
    if (!corpus.is_labeled(i)) {
      ++unlabeled;
      continue;
    }
    if (predictor.size() == 0) line = corpus.places[i].line;
    add_to(predictor, within_memory([&] { return streamed(corpus, i); }, [&] { return data.string(); }),
           data);
    tokens += corpus.features.length(i);
    truth.push_back(corpus.outputs[i]);
    if (predictor.full()) run_batch();
  }
  run_batch();
  if (truth.empty()) throw DataError(data.string() + ": no labeled example to evaluate on");
  if (unlabeled > 0) {
    tell(fmt::format("costruct: note: {} examples without labels are left out", unlabeled));
  }

  const Shape shape = model.problem->shape;
  const auto scores = [&](const std::vector<Output>& outputs) {
    return suitable_scores(
        shape, {truth, outputs, model.encoder.labels_with_unseen(), outside_of(model.problem_options)});
  };
  Json json = {{"examples", truth.size()}, {"metrics", scores(predicted)}};
  if (shape == Shape::kSequence) json["tokens"] = tokens;
  if (model.assignment.count > 1) {
    for (const auto& outputs : by_view) json["views"].push_back({{"metrics", scores(outputs)}});
    json["disagreement"] = disagreement(by_view);
  }

  write_evaluation(json, report);
}

}  // namespace costruct::experiments
