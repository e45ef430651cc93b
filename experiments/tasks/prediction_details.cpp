#include "costruct/experiments/tasks/prediction_details.hpp"

#include <cmath>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/row_scores.hpp"
#include "costruct/core/interfaces/runner_up.hpp"

namespace costruct::experiments {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

std::string line_of(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// One input at some weights.
class Details {
 public:
  Details(const StructuredProblem& problem, InputId x, ConstVectorRef w, const PredictionDetails& details,
          const OutputWriting& writing)
      : problem_(problem), x_(x), w_(w), details_(details), writing_(writing) {
    if (details.marginals) log_partition_ = dynamic_cast<const LogPartition&>(problem).log_partition(x, w);
  }

  DetailedPrediction of_output() const {
    const auto* runner_up = dynamic_cast<const RunnerUpDecoder*>(&problem_);
    const bool has_margin = details_.scores && runner_up != nullptr;
    TwoBest two = has_margin ? runner_up->two_best(x_, w_) : TwoBest{problem_.decode(x_, w_), {}};
    Json json = object_of(two.best);
    if (has_margin) json["margin"] = two.runner_up ? Json(two.best.value - two.runner_up->value) : Json();
    if (details_.marginals) add_marginals(json);
    if (details_.k_best > 0) json["k_best"] = k_best();
    return {std::move(two.best.output), line_of(json)};
  }

  DetailedPrediction of_rows(const RowScores& rows) const {
    Output output = problem_.decode(x_, w_).output;
    const std::vector<std::string> outputs = lines_of(writing_.text(output));
    const Vector scores = rows.row_scores(x_, w_);
    const Vector marginals = details_.marginals ? part_marginals() : Vector();
    std::string text;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      Json json = {{"output", outputs.at(i)}};
      if (details_.scores) json["score"] = scores[i];
      if (details_.marginals) json["marginals"] = marginals_of_part(marginals, i);
      text += line_of(json);
    }
    return {std::move(output), std::move(text)};
  }

 private:
  Json output_json(const Output& output) const {
    const std::vector<std::string> lines = lines_of(writing_.text(output));
    if (writing_.several_lines) return lines;
    return lines.empty() ? Json("") : Json(lines.front());
  }
  Json object_of(const Decoded& decoded) const {
    Json json = {{"output", output_json(decoded.output)}};
    const bool lacks = writing_.lack && writing_.lack(decoded.output) != nullptr;
    if (details_.scores) json["score"] = lacks ? Json() : Json(decoded.value);
    if (details_.marginals) json["probability"] = lacks ? Json() : probability(decoded.value);
    return json;
  }
  // null where scores are too large to tell
  Json probability(double score) const {
    const double p = std::exp(score - log_partition_);
    return std::isnan(p) ? Json() : Json(std::min(1.0, p));
  }
  Json k_best() const {
    Json list = Json::array();
    for (const Decoded& each : dynamic_cast<const KBestDecoder&>(problem_).k_best(x_, details_.k_best, w_))
      list.push_back(object_of(each));
    return list;
  }

  Vector part_marginals() const {
    const auto* marginals = dynamic_cast<const PartMarginals*>(&problem_);
    return marginals == nullptr || writing_.labels.empty() ? Vector() : marginals->part_marginals(x_, w_);
  }
  Json marginals_of_part(const Vector& marginals, std::size_t part) const {
    const std::size_t K = writing_.labels.size();
    Json json = Json::object();
    for (std::size_t k = 0; k < K; ++k) json[writing_.labels[k]] = marginals[part * K + k];
    return json;
  }
  void add_marginals(Json& json) const {
    const Vector marginals = part_marginals();
    if (marginals.empty()) return;
    const std::size_t parts = marginals.size() / writing_.labels.size();
    if (!writing_.several_lines) {
      json["marginals"] = marginals_of_part(marginals, 0);
      return;
    }
    for (std::size_t t = 0; t < parts; ++t) json["marginals"].push_back(marginals_of_part(marginals, t));
  }

  const StructuredProblem& problem_;
  InputId x_;
  ConstVectorRef w_;
  const PredictionDetails& details_;
  const OutputWriting& writing_;
  double log_partition_ = 0;
};

[[noreturn]] void fail(const char* option, const std::string& name, const std::string& why) {
  throw ConfigError(std::string(option) + ": problem " + name + " " + why);
}

}  // namespace

void check_details(const StructuredProblem& problem, const std::string& name,
                   const PredictionDetails& details) {
  if (details.k_best > 0 && dynamic_cast<const KBestDecoder*>(&problem) == nullptr)
    fail("--k-best", name, "decodes its best output only");
  if (!details.marginals) return;
  const auto* sums = dynamic_cast<const LogPartition*>(&problem);
  if (sums == nullptr) fail("--marginals", name, "cannot sum over its outputs");
  if (const auto why = sums->log_partition_unavailable())
    fail("--marginals", name, "cannot sum over its outputs: " + *why);
}

DetailedPrediction detailed_prediction(const StructuredProblem& problem, InputId x, ConstVectorRef w,
                                       const PredictionDetails& details, const OutputWriting& writing) {
  const Details of(problem, x, w, details, writing);
  if (const auto* rows = dynamic_cast<const RowScores*>(&problem)) return of.of_rows(*rows);
  return of.of_output();
}

}  // namespace costruct::experiments
