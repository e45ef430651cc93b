#include "costruct/experiments/models/regression_predictor.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <cmath>
#include <cstdio>

#include "costruct/experiments/config/scores.hpp"
#include "costruct/experiments/files/exit_code.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/files/terminal.hpp"
#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/measures/number_metrics.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kPointBatch = 512;

void zero(std::vector<Matrix>& points) {
  for (Matrix& of_view : points) std::fill(of_view.data.begin(), of_view.data.end(), 0.0);
}

std::vector<Matrix> first_columns(const std::vector<Matrix>& points, Index count) {
  std::vector<Matrix> first = points;
  for (Matrix& of_view : first) {
    of_view.cols = count;
    of_view.data.resize(static_cast<std::size_t>(of_view.rows * count));
  }
  return first;
}

}  // namespace

RegressionPredictor::RegressionPredictor(const std::vector<RegressionModel>& models) : models_(models) {
  for (const RegressionModel& model : models) points_.emplace_back(model.assignment);
}

Index RegressionPredictor::num_views() const {
  Index views = 0;
  for (const RegressionModel& model : models_) views += static_cast<Index>(model.functions.size());
  return views;
}

std::vector<Vector> RegressionPredictor::by_view(const std::vector<Corpus>& corpora,
                                                 std::span<const Index> examples) const {
  std::vector<Vector> all(static_cast<std::size_t>(num_views()));
  for (std::size_t begin = 0; begin < examples.size(); begin += kPointBatch) {
    const auto batch = examples.subspan(begin, std::min<std::size_t>(kPointBatch, examples.size() - begin));
    std::size_t view = 0;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      const std::vector<Matrix> points = points_[k].points(corpora[k], batch);
      for (std::size_t v = 0; v < models_[k].functions.size(); ++v, ++view) {
        const Vector part = values(models_[k].functions[v], points[v], omp_get_max_threads());
        all[view].insert(all[view].end(), part.begin(), part.end());
      }
    }
  }
  return all;
}

void RegressionPredictor::predict(const std::filesystem::path& file,
                                  const std::function<void(const Vector&)>& take) const {
  std::vector<std::unique_ptr<ExampleStream>> streams;
  std::vector<std::vector<Matrix>> blocks;
  for (std::size_t k = 0; k < models_.size(); ++k) {
    streams.push_back(models_[k].encoder.stream(file));
    blocks.emplace_back();
    for (Index v = 0; v < points_[k].num_views(); ++v)
      blocks.back().emplace_back(points_[k].dimension(v), kPointBatch);
  }
  StreamedExample example;
  for (Index count = kPointBatch; count == kPointBatch;) {
    std::vector<Vector> of_views;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      zero(blocks[k]);
      for (count = 0; count < kPointBatch && streams[k]->next(example); ++count)
        points_[k].write(example.feature, example.value, count, blocks[k]);
      if (count == 0) return;
      const auto points = first_columns(blocks[k], count);
      for (std::size_t v = 0; v < points.size(); ++v)
        of_views.push_back(values(models_[k].functions[v], points[v], omp_get_max_threads()));
    }
    take(mean_of_views(of_views));
  }
}

void predict_numbers(const std::filesystem::path& model, const std::filesystem::path& data,
                     const std::filesystem::path& output, const std::atomic<bool>* stop) {
  const std::vector<RegressionModel> models = load_regression_models(model);
  OutputFile out(output);
  Index done = 0;
  RegressionPredictor(models).predict(data, [&](const Vector& predictions) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    check_finite(predictions, data.string() + ": example", done);
    done += static_cast<Index>(predictions.size());
    for (const double y : predictions) out.write(fmt::format("{}\n", y));
  });
  out.commit();
}

void check_finite(ConstVectorRef predictions, const std::string& example, Index first) {
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (std::isfinite(predictions[i])) continue;
    throw DataError(fmt::format(
        "{} {}: the prediction overflows: its feature values are too large for the model's kernel", example,
        first + static_cast<Index>(i) + 1));
  }
}

Json number_scores(ConstVectorRef truth, ConstVectorRef predicted) {
  Json scores = Json::object();
  for (const MetricEntry& metric : metric_catalog()) {
    if (metric.of_numbers) scores[metric.name] = compute_number_metric(metric.name, truth, predicted);
  }
  return scores;
}

void evaluate_numbers(const std::filesystem::path& model_file, const std::filesystem::path& data,
                      const std::filesystem::path& report) {
  std::vector<RegressionModel> models = load_regression_models(model_file);
  std::vector<Corpus> corpora(models.size());
  const std::vector<std::filesystem::path> files = {data};
  for (std::size_t k = 0; k < models.size(); ++k)
    models[k].encoder.read(files, Encoder::Role::kTest, corpora[k]);

  std::vector<Index> labeled;
  for (Index i = 0; i < corpora[0].size(); ++i) {
    if (corpora[0].is_labeled(i)) labeled.push_back(i);
  }
  if (labeled.empty()) throw DataError(data.string() + ": no example with a target to evaluate on");
  if (const auto unlabeled = corpora[0].size() - static_cast<Index>(labeled.size()); unlabeled > 0) {
    tell(fmt::format("costruct: note: {} examples without targets are left out", unlabeled));
  }
  const Vector truth = targets_of(corpora[0], labeled);
  const std::vector<Vector> by_view = RegressionPredictor(models).by_view(corpora, labeled);
  const Vector predicted = mean_of_views(by_view);
  check_finite(predicted, data.string() + ": labeled example");
  Json json = {{"examples", labeled.size()}, {"metrics", number_scores(truth, predicted)}};
  if (by_view.size() > 1) {
    for (const Vector& of_view : by_view)
      json["views"].push_back({{"metrics", number_scores(truth, of_view)}});
    json["disagreement"] = number_disagreement(by_view, truth);
  }
  write_evaluation(json, report);
}

}  // namespace costruct::experiments
