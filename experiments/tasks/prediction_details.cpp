#include "costruct/experiments/tasks/prediction_details.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"

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

// Larger errors of scores change probabilities by more than a tenth of a percent.
constexpr double kMostRounding = 1e-3;
// If an output is further behind the best one, its probability is too small to matter.
constexpr double kFarBehind = 40;

/// The details of one input at some weights.
class Details {
 public:
  Details(const StructuredProblem& problem, InputId x, ConstVectorRef w,
          const PredictionDetails& details, const OutputWriting& writing)
      : problem_(problem), x_(x), w_(w), details_(details), writing_(writing) {
    if (details.marginals) log_partition_ = offered<LogPartition>(problem)->log_partition(x, w);
  }

  DetailedPrediction of_output() {
    const auto* runner_up = offered<RunnerUpDecoder>(problem_);
    const bool has_margin = details_.scores && runner_up != nullptr;
    TwoBest two = has_margin ? runner_up->two_best(x_, w_) : TwoBest{problem_.decode(x_, w_), {}};
    std::vector<Decoded> list;
    if (details_.k_best > 0)
      list = offered<KBestDecoder>(problem_)->k_best(x_, details_.k_best, w_);
    bool rounds = false;
    if (!lacks(two.best.output)) {
      double rounding = rounding_of(two.best.output);
      for (const Decoded& each : list) rounding = std::max(rounding, rounding_of(each.output));
      const std::vector<Decoded> found = found_outputs(two, list, !(rounding <= kMostRounding));
      if (details_.marginals) share_out(found);
      rounds = is_within(rounding, margin_of(found));
    }
    Json json = object_of(two.best);
    if (has_margin)
      json["margin"] = two.runner_up ? Json(two.best.value - two.runner_up->value) : Json();
    const auto* bounds = dynamic_cast<const ViolationBounds*>(&problem_);
    if (details_.scores && bounds != nullptr)
      json["gap"] = std::max(0.0, bounds->score_bound(x_, w_) - two.best.value);
    if (details_.marginals) add_marginals(json);
    if (details_.k_best > 0) {
      json["k_best"] = Json::array();
      for (const Decoded& each : list) json["k_best"].push_back(object_of(each));
    }
    return {std::move(two.best.output), line_of(json), rounds, two.best.value};
  }

  DetailedPrediction of_rows(const RowScores& rows) const {
    const Decoded best = problem_.decode(x_, w_);
    const std::vector<std::string> outputs = lines_of(writing_.text(rows.row_labels(best.output)));
    const Vector scores = rows.row_scores(x_, w_);
    const Vector marginals = details_.marginals ? part_marginals() : Vector();
    std::string text;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      Json json = {{"output", outputs.at(i)}};
      if (details_.scores) json["score"] = scores[i];
      if (details_.marginals) json["marginals"] = marginals_of_part(marginals, i);
      text += line_of(json);
    }
    double nearest =
        std::numeric_limits<double>::infinity();  // distance of a score from 0, the class boundary
    for (const double score : scores)
      nearest = std::isnan(score) ? score : std::min(nearest, std::abs(score));
    return {best.output, std::move(text), is_within(rounding_of(best.output), nearest), best.value};
  }

 private:
  Json output_json(const Output& output) const {
    if (writing_.is_json_list) return Json::parse(writing_.text(output));
    const std::vector<std::string> lines = lines_of(writing_.text(output));
    if (writing_.several_lines) return lines;
    return lines.empty() ? Json("") : Json(lines.front());
  }
  Json object_of(const Decoded& decoded) const {
    Json json = {{"output", output_json(decoded.output)}};
    const bool has_none = lacks(decoded.output);
    if (details_.scores) json["score"] = has_none ? Json() : Json(decoded.value);
    if (details_.marginals) json["probability"] = has_none ? Json() : probability(decoded.value);
    return json;
  }
  bool lacks(const Output& output) const {
    return writing_.missing_note && writing_.missing_note(output) != nullptr;
  }

  // Null if the scores are too large for a probability.
  Json probability(double score) const {
    const double p =
        known_ > 0 ? std::exp(score - best_) / known_ : std::exp(score - log_partition_);
    return std::isnan(p) ? Json() : Json(std::min(1.0, p));
  }

  // A bound of the rounding error of f(y): each product and sum has an error relative to the terms.
  double rounding_of(const Output& y) const {
    const SparseVector phi = problem_.joint_feature(x_, y);
    double size = details_.marginals ? std::abs(log_partition_) : 0;
    for (std::size_t i = 0; i < phi.index.size(); ++i)
      size += std::abs(w_[static_cast<std::size_t>(phi.index[i])] * phi.value[i]);
    return 4 * std::numeric_limits<double>::epsilon() * size;
  }
  // Whether rounding changes what is printed for outputs whose scores differ by a margin.
  bool is_within(double rounding, double margin) const {
    const double seen = details_.marginals ? kFarBehind : 0;
    return !(rounding <= kMostRounding) && !(margin > rounding + seen);
  }

  // The best output, then every other known output. With `look_further` at least the runner-up, if
  // it can be decoded.
  std::vector<Decoded> found_outputs(const TwoBest& two, const std::vector<Decoded>& list,
                                     bool look_further) const {
    std::vector<Decoded> found = {two.best};
    const auto add = [&](const Decoded& other) {
      const auto same = [&](const Decoded& each) { return each.output == other.output; };
      if (std::none_of(found.begin(), found.end(), same)) found.push_back(other);
    };
    for (const Decoded& each : list) add(each);
    if (two.runner_up) add(*two.runner_up);
    const auto* runner_up = offered<RunnerUpDecoder>(problem_);
    if (look_further && found.size() == 1 && runner_up != nullptr) {
      if (const auto second = runner_up->runner_up(x_, two.best.output, w_)) add(*second);
    }
    return found;
  }

  // The margin of the best output over the others; 0 if no decoder can find others.
  double margin_of(const std::vector<Decoded>& found) const {
    const bool could_tell = offered<RunnerUpDecoder>(problem_) != nullptr;
    if (found.size() == 1) return could_tell ? std::numeric_limits<double>::infinity() : 0;
    double margin = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < found.size(); ++i)
      margin = std::min(margin, found[0].value - found[i].value);
    return margin;
  }

  // log Z may have lost the digits that separate the sum over these outputs from one of them. Their
  // probabilities would then add up to more than 1, so they are normalized to the sum 1.
  void share_out(const std::vector<Decoded>& found) {
    best_ = found[0].value;
    double sum = 0;
    for (const Decoded& each : found) sum += std::exp(each.value - best_);
    if (sum * std::exp(best_ - log_partition_) > 1) known_ = sum;
  }

  Vector part_marginals() const {
    const auto* marginals = offered<PartMarginals>(problem_);
    return marginals == nullptr || writing_.labels.empty() ? Vector()
                                                           : marginals->part_marginals(x_, w_);
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
    if (writing_.is_set) {  // the probability that the set has the label
      for (std::size_t k = 0; 2 * k + 1 < marginals.size(); ++k)
        json["marginals"][writing_.labels[k]] = marginals[2 * k + 1];
      return;
    }
    const std::size_t parts = marginals.size() / writing_.labels.size();
    if (!writing_.several_lines && !writing_.is_json_list) {
      json["marginals"] = marginals_of_part(marginals, 0);
      return;
    }
    json["marginals"] = Json::array();
    for (std::size_t t = 0; t < parts; ++t)
      json["marginals"].push_back(marginals_of_part(marginals, t));
  }

  const StructuredProblem& problem_;
  InputId x_;
  ConstVectorRef w_;
  const PredictionDetails& details_;
  const OutputWriting& writing_;
  double log_partition_ = 0;
  double best_ = 0;   // f of the best output
  double known_ = 0;  // sum of exp(f - best_) over all found outputs; 0: use log_partition_
};

[[noreturn]] void fail(const char* option, const std::string& name, const std::string& why) {
  throw ConfigError(std::string(option) + ": problem " + name + " " + why);
}

}  // namespace

void check_details(const StructuredProblem& problem, const std::string& name,
                   const PredictionDetails& details) {
  if (details.known && offered<PartialOutputs>(problem) == nullptr)
    fail("--known", name, "does not decode around what is known with these options");
  if (details.k_best > 0 && offered<KBestDecoder>(problem) == nullptr)
    fail("--k-best", name, "decodes its best output only");
  if (!details.marginals) return;
  const auto* sums = offered<LogPartition>(problem);
  if (sums == nullptr) fail("--marginals", name, "cannot sum over its outputs");
  if (const auto why = sums->log_partition_unavailable())
    fail("--marginals", name, "cannot sum over its outputs: " + *why);
}

Vector part_scores(const StructuredProblem& problem, InputId x, ConstVectorRef w,
                   const Output& output) {
  const std::size_t parts = output.parts.size();
  Vector scores(parts);
  if (parts == 0) return scores;
  const auto* sums = offered<PartMarginals>(problem);
  if (sums != nullptr && !sums->log_partition_unavailable()) {
    const Vector marginals = sums->part_marginals(x, w);
    const std::size_t K = marginals.size() / parts;
    for (std::size_t t = 0; t < parts; ++t)
      scores[t] = marginals[t * K + static_cast<std::size_t>(output.parts[t])];
    return scores;
  }
  const auto* runner_up = offered<RunnerUpDecoder>(problem);
  if (runner_up == nullptr)
    throw ConfigError("--span-scores: the problem has neither probabilities nor a runner-up");
  const TwoBest two = runner_up->two_best(x, w);
  const double margin = two.runner_up ? two.best.value - two.runner_up->value
                                      : std::numeric_limits<double>::infinity();
  std::fill(scores.begin(), scores.end(), margin);
  return scores;
}

DetailedPrediction detailed_prediction(const StructuredProblem& problem, InputId x,
                                       ConstVectorRef w, const PredictionDetails& details,
                                       const OutputWriting& writing) {
  Details of(problem, x, w, details, writing);
  if (const auto* rows = offered<RowScores>(problem)) return of.of_rows(*rows);
  return of.of_output();
}

}  // namespace costruct::experiments
