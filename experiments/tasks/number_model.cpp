// Applies regression models to new files. The prediction is the mean over the views of all models:
// one model, or those of all sites, each of which reads what it needs.
#include <fmt/format.h>
#include <omp.h>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/models/dense_points.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/models/shared_work.hpp"
#include "costruct/experiments/tasks/number_scores.hpp"
#include "costruct/experiments/tasks/number_task.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/problems/number_metrics.hpp"
#include "costruct/results/measures/metrics.hpp"

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

// The weights of a linear function of scaled points, then its intercept.
Vector linear_weights(const KernelExpansion& f) {
  Vector weights(static_cast<std::size_t>(f.points.rows), 0.0);
  for (Index i = 0; i < f.points.cols; ++i) {
    const ConstVectorRef point = f.points.column(i);
    for (std::size_t j = 0; j < weights.size(); ++j)
      weights[j] += f.coefficients[static_cast<std::size_t>(i)] * point[j];
  }
  weights.push_back(f.intercept);
  return weights;
}

/// The values of each view at the points of a batch.
struct ViewValues {
  std::vector<Vector> views;

  template <class Bytes>
  friend void pass(Bytes& bytes, ViewValues& values) {
    bytes(values.views);
  }
};

class NumberModel final : public Model {
 public:
  NumberModel(std::vector<RegressionModel> models, const ProblemEntry& problem)
      : models_(std::move(models)), problem_(problem) {
    for (const RegressionModel& model : models_) points_.emplace_back(model.assignment);
  }

  std::vector<std::string> description() const override {
    std::vector<std::string> lines{"problem: " + problem_.name};
    if (!models_.front().learner.is_null())
      lines.push_back("learner: " + models_.front().learner.dump());
    for (std::size_t k = 0; k < models_.size(); ++k) {
      const std::string site = models_.size() > 1 ? fmt::format("site {}: ", k + 1) : "";
      lines.push_back(fmt::format("{}features: {} in {}", site, models_[k].encoder.num_features(),
                                  counted(std::ssize(models_[k].functions), "view")));
    }
    return lines;
  }

  // A linear function has the weight sum_i coefficient_i point_ij for feature j.
  HeaviestWeights heaviest(Index most) const override {
    HeaviestWeights all;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      const RegressionModel& model = models_[k];
      std::vector<std::vector<Index>> features(model.functions.size());
      for (std::size_t f = 0; f < model.assignment.view_of.size(); ++f) {
        if (const std::int32_t v = model.assignment.view_of[f]; v >= 0)
          features[static_cast<std::size_t>(v)].push_back(static_cast<Index>(f));
      }
      for (std::size_t v = 0; v < model.functions.size(); ++v) {
        const KernelExpansion& f = model.functions[v];
        std::string site = models_.size() > 1 ? fmt::format("site {}: ", k + 1) : "";
        if (f.kernel.type != KernelType::kLinear) {
          all.notes.push_back(site + note_on_kernel(v + 1));
          continue;
        }
        if (!f.scaling.mean.empty()) all.notes.push_back(site + note_on_scaled(v + 1));
        const auto name = [&](Index j) {
          return model.encoder.feature_info(features[v][static_cast<std::size_t>(j)]).name;
        };
        const std::vector<WeightBlock> blocks = {{"target", {""}, std::ssize(features[v]), {}},
                                                 one_row("target", {""}, "(intercept)")};
        for (WeightGroup& group : heaviest_weights(blocks, linear_weights(f), most, name)) {
          group.site = models_.size() > 1 ? static_cast<Index>(k) + 1 : 0;
          group.view = static_cast<Index>(v) + 1;
          all.groups.push_back(std::move(group));
        }
      }
    }
    return all;
  }

  void predict(const std::filesystem::path& data, OutputFile& out, const std::atomic<bool>* stop,
               const PredictionDetails& details) override {
    if (details.any() || details.span_scores)
      throw ConfigError("--scores, --marginals, --k-best and --span-scores: problem " +
                        problem_.name + " predicts a number, and no more");
    check_can_be_read_again(data);
    std::vector<std::unique_ptr<ExampleStream>> streams;
    std::vector<std::vector<Matrix>> blocks;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      streams.push_back(models_[k].encoder.stream(data));
      blocks.emplace_back();
      for (Index v = 0; v < points_[k].num_views(); ++v)
        blocks.back().emplace_back(points_[k].dimension(v), kPointBatch);
    }
    StreamedExample example;
    std::vector<Index> lines(kPointBatch);
    for (Index count = kPointBatch; count == kPointBatch;) {
      throw_if_stopped(stop);
      std::vector<std::vector<Matrix>> points;
      for (std::size_t k = 0; k < models_.size(); ++k) {
        zero(blocks[k]);
        for (count = 0; count < kPointBatch && streams[k]->next(example); ++count) {
          points_[k].write(example.feature, example.value, count, blocks[k]);
          lines[static_cast<std::size_t>(count)] = example.line;
        }
        if (count == 0) return;
        points.push_back(first_columns(blocks[k], count));
      }
      const std::vector<Vector> of_views = values_at(points, details.work);
      if (is_part(details.work)) continue;
      const Vector predictions = mean_of_views(of_views);
      check_finite(predictions, [&](Index i) {
        return fmt::format("{}:{}", data.string(), lines[static_cast<std::size_t>(i)]);
      });
      for (const double y : predictions) out.write(fmt::format("{}\n", y));
    }
  }

  Suggestions suggest(const std::filesystem::path&, const SuggestionRequest&,
                      const std::atomic<bool>*) override {
    throw ConfigError("problem " + problem_.name +
                      " predicts numbers, and suggest rates predicted labels and structures");
  }

  std::string draw(const std::filesystem::path&) override {
    fail_without_drawing("problem " + problem_.name);
  }

  Evaluation evaluate(const std::filesystem::path& data,
                      const EvaluationRequest& request) override {
    check_metric_names(problem_, request.metrics);
    const std::vector<std::string> metrics =
        request.metrics.empty() ? metrics_of(problem_) : request.metrics;
    check_can_be_read_again(data);
    std::vector<Corpus> corpora(models_.size());
    const std::vector<std::filesystem::path> files = {data};
    for (std::size_t k = 0; k < models_.size(); ++k)
      models_[k].encoder.read(files, Role::kTest, corpora[k], request.stop);

    std::vector<Index> labeled;
    for (Index i = 0; i < corpora[0].size(); ++i) {
      if (corpora[0].is_labeled(i)) labeled.push_back(i);
    }
    if (labeled.empty())
      throw DataError(data.string() + ": no example with a target to evaluate on");
    if (const auto unlabeled = corpora[0].size() - static_cast<Index>(labeled.size());
        unlabeled > 0) {
      say(fmt::format("costruct: note: {} left out", counted(unlabeled, "example without target is",
                                                             "examples without targets are")));
    }
    const Vector truth = targets_of(corpora[0], labeled);
    const std::vector<Vector> views = by_view(corpora, labeled, request);
    if (is_part(request.work)) return {problem_.name, {}, {}};
    const Vector predicted = mean_of_views(views);
    check_finite(predicted, [&](Index i) {
      return fmt::format("{}:{}", data.string(),
                         corpora[0].places[labeled[static_cast<std::size_t>(i)]].line);
    });
    const auto scores = [&](const Vector& of) {
      return Json(number_scores(problem_, metrics, truth, of));
    };
    Evaluation evaluation{
        problem_.name, metrics, {{"examples", labeled.size()}, {"metrics", scores(predicted)}}};
    Json& json = evaluation.report;
    if (views.size() > 1) {
      for (const Vector& of_view : views) json["views"].push_back({{"metrics", scores(of_view)}});
      json["disagreement"] = number_disagreement(views, truth);
    }
    if (request.resampling.count > 0) {
      check_items_to_draw(std::ssize(truth), data, request.resampling, "one example with a target");
      const auto of_drawn = [&](std::span<const Index> drawn) {
        Vector y, y_hat;
        for (const Index i : drawn) {
          y.push_back(truth[static_cast<std::size_t>(i)]);
          y_hat.push_back(predicted[static_cast<std::size_t>(i)]);
        }
        return number_scores(problem_, metrics, y, y_hat);
      };
      add_intervals(problem_, percentile_intervals(std::ssize(truth), request.resampling, of_drawn),
                    request.resampling, json);
    }
    Vector losses;
    for (std::size_t i = 0; i < truth.size(); ++i)
      losses.push_back((truth[i] - predicted[i]) * (truth[i] - predicted[i]));
    const std::vector<Index> parts(truth.size(), 1);
    for (const std::size_t i : largest_losses(losses, parts, request.worst)) {
      const auto example = static_cast<std::size_t>(labeled[i]);
      evaluation.worst.push_back(
          {fmt::format("{}:{}", data.string(), corpora[0].places[example].line), losses[i],
           fmt::format("{}", truth[i]), fmt::format("{}", predicted[i])});
    }
    return evaluation;
  }

 private:
  // Each of several sites reads the file for itself, which is not possible for a pipe.
  void check_can_be_read_again(const std::filesystem::path& data) const {
    std::error_code failed;
    if (models_.size() == 1 || std::filesystem::is_regular_file(data, failed)) return;
    throw DataError(data.string() + ": read once by each of the " + std::to_string(models_.size()) +
                    " sites' models: expected a regular file");
  }

  // The values of each view at some examples. corpora[k] is what model k has read; all have the
  // same examples.
  std::vector<Vector> by_view(const std::vector<Corpus>& corpora, std::span<const Index> examples,
                              const EvaluationRequest& request) const {
    std::vector<Vector> all;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      for (std::size_t v = 0; v < models_[k].functions.size(); ++v) all.emplace_back();
    }
    for (std::size_t begin = 0; begin < examples.size(); begin += kPointBatch) {
      throw_if_stopped(request.stop);
      const auto batch =
          examples.subspan(begin, std::min<std::size_t>(kPointBatch, examples.size() - begin));
      std::vector<std::vector<Matrix>> points;
      for (std::size_t k = 0; k < models_.size(); ++k)
        points.push_back(points_[k].points(corpora[k], batch));
      const std::vector<Vector> parts = values_at(points, request.work);
      for (std::size_t view = 0; view < parts.size(); ++view)
        all[view].insert(all[view].end(), parts[view].begin(), parts[view].end());
    }
    return all;
  }

  // The values of each view at the points of one batch, which is one input of shared work.
  // @param points  by model and view
  std::vector<Vector> values_at(const std::vector<std::vector<Matrix>>& points,
                                SharedWork* work) const {
    const auto compute = [&](Index) {
      ViewValues all;
      for (std::size_t k = 0; k < models_.size(); ++k) {
        for (std::size_t v = 0; v < models_[k].functions.size(); ++v)
          all.views.push_back(values(models_[k].functions[v], points[k][v], omp_get_max_threads()));
      }
      return all;
    };
    return results_of<ViewValues>(work, 1, 1, compute).front().views;
  }

  std::vector<RegressionModel> models_;
  const ProblemEntry& problem_;
  std::vector<DensePoints> points_;
};

}  // namespace

std::unique_ptr<Model> number_model(const std::filesystem::path& file,
                                    const ProblemEntry& problem) {
  return std::make_unique<NumberModel>(load_regression_models(file), problem);
}

}  // namespace costruct::experiments
