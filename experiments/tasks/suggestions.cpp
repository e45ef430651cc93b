#include "costruct/experiments/tasks/suggestions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/learners/catalog.hpp"

namespace costruct::experiments {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kBestOutputs = 10;      // of which the expected change is a sum
constexpr double kNearDuplicate = 0.5;  // cosine

// Whether the weights were learned by likelihood.
bool has_likelihood(const Informativeness::Of& model) {
  if (model.learner == nullptr) return false;
  Json options = model.learner_options;
  options.erase("type");
  return learns_likelihood(*model.learner, options);
}

// The reason why there are no probabilities of outputs; "" if there are.
std::string why_no_probabilities(const Informativeness::Of& model, const StructuredProblem& joint) {
  const auto* sums = offered<LogPartition>(joint);
  if (sums == nullptr)
    return "problem " + model.problem.name + " cannot sum over its outputs: rate by margin";
  if (const auto why = sums->log_partition_unavailable()) {
    return fmt::format("problem {} cannot sum over its outputs: {}: rate by margin",
                       model.problem.name, *why);
  }
  if (has_likelihood(model)) return "";
  return "the learner of the model learns scores and no probabilities, and scores of "
         "different examples have no common scale: rate by margin, or train a learner "
         "of likelihoods (crf, hmm, naive_bayes, pcfg, pair_hmm)";
}

// E Phi(x, y), at the weights that x can affect.
struct Expectation {
  std::vector<Index> coordinates;  // ascending; those of the other vectors
  Vector weights, features;
  double log_partition = 0;
};

Expectation expectation(const StructuredProblem& problem, InputId x, ConstVectorRef w) {
  const auto sums = offered<LogPartition>(problem)->expected_features({x}, {1.0});
  Expectation made;
  made.coordinates = sums->coordinates();
  for (const Index coordinate : made.coordinates)
    made.weights.push_back(w[static_cast<std::size_t>(coordinate)]);
  made.features.assign(made.weights.size(), 0.0);
  made.log_partition = sums->add(made.weights, 1, made.features);
  return made;
}

// The sum of the entropies of the labels. If the output has no labels, it is the entropy of the
// output, -E[log p(y | x)] = log Z(x) - <w, E[Phi(x, y)]>.
double entropy_of(const StructuredProblem& problem, InputId x, ConstVectorRef w) {
  if (const auto* labels = offered<PartMarginals>(problem)) {
    double entropy = 0;
    for (const double p : labels->part_marginals(x, w)) entropy -= p > 0 ? p * std::log(p) : 0;
    return entropy;
  }
  const Expectation all = expectation(problem, x, w);
  return std::max(
      0.0, all.log_partition - dot(ConstVectorRef(all.weights), ConstVectorRef(all.features)));
}

// The mean of |Phi(x, y_k) - E Phi(x, y)| over the best outputs, by their probabilities.
double expected_change(const StructuredProblem& problem, InputId x, ConstVectorRef w) {
  const Expectation all = expectation(problem, x, w);
  const double square = dot(ConstVectorRef(all.features), ConstVectorRef(all.features));
  double change = 0, mass = 0;
  for (const Decoded& best : offered<KBestDecoder>(problem)->k_best(x, kBestOutputs, w)) {
    const SparseVector feature = problem.joint_feature(x, best.output);
    double distance = square + dot(feature, feature);
    for (std::size_t i = 0; i < feature.index.size(); ++i) {
      const auto at =
          std::lower_bound(all.coordinates.begin(), all.coordinates.end(), feature.index[i]);
      distance -= 2 * feature.value[i] *
                  all.features[static_cast<std::size_t>(at - all.coordinates.begin())];
    }
    const double p = std::exp(best.value - all.log_partition);
    mass += p;
    change += p * std::sqrt(std::max(0.0, distance));
  }
  return mass > 0 ? change / mass : 0;
}

// f(y_1) - f(y_2), and the best output.
std::pair<Output, double> margin_of(const StructuredProblem& problem, InputId x, ConstVectorRef w) {
  const auto* runner_up = offered<RunnerUpDecoder>(problem);
  if (runner_up == nullptr) return {problem.decode(x, w).output, kInfinity};
  TwoBest two = runner_up->two_best(x, w);
  const double margin = two.runner_up ? two.best.value - two.runner_up->value : kInfinity;
  return {std::move(two.best.output), margin};
}

/// Vectors whose coordinates are centered and scaled to variance 1, for cosines. They are kept
/// sparse: z_i = a_i - m, with a_i the scaled vector and m the mean of all a_i.
class StandardizedVectors {
 public:
  explicit StandardizedVectors(const std::vector<const SparseVector*>& vectors) {
    const auto n = static_cast<double>(vectors.size());
    struct Sums {
      double sum = 0, squares = 0;
    };
    std::map<Index, Sums> sums;
    for (const SparseVector* vector : vectors) {
      for (std::size_t i = 0; i < vector->index.size(); ++i) {
        Sums& of = sums[vector->index[i]];
        of.sum += vector->value[i];
        of.squares += vector->value[i] * vector->value[i];
      }
    }
    std::map<Index, double> scale;
    SparseVector mean;
    for (const auto& [coordinate, of] : sums) {
      const double variance = of.squares / n - (of.sum / n) * (of.sum / n);
      if (!(variance > kLeastVariance * of.squares / n)) continue;  // constant
      const double factor = 1 / std::sqrt(variance);
      scale[coordinate] = factor;
      mean.index.push_back(coordinate);
      mean.value.push_back(of.sum / n * factor);
    }
    const double mean_square = dot(mean, mean);
    for (const SparseVector* vector : vectors) {
      SparseVector scaled;
      for (std::size_t i = 0; i < vector->index.size(); ++i) {
        const auto at = scale.find(vector->index[i]);
        if (at == scale.end()) continue;
        scaled.index.push_back(vector->index[i]);
        scaled.value.push_back(vector->value[i] * at->second);
      }
      // <z_i, z_j> = <a_i, a_j> + c_i + c_j
      const double shift = mean_square / 2 - dot(scaled, mean);
      norms_.push_back(std::sqrt(std::max(0.0, dot(scaled, scaled) + 2 * shift)));
      shifts_.push_back(shift);
      scaled_.push_back(std::move(scaled));
    }
  }

  /// 0 if one of the vectors is 0.
  double cosine(std::size_t i, std::size_t j) const {
    const double norms = norms_[i] * norms_[j];
    return norms > 0 ? (dot(scaled_[i], scaled_[j]) + shifts_[i] + shifts_[j]) / norms : 0;
  }

 private:
  static constexpr double kLeastVariance = 1e-12;  // relative; rounding makes less
  std::vector<SparseVector> scaled_;
  std::vector<double> norms_, shifts_;
};

// The reason why single parts cannot be rated; "" if they can.
std::string why_no_parts(const Informativeness::Of& model, const StructuredProblem& joint,
                         RateBy by) {
  if (by != RateBy::kMargin && by != RateBy::kEntropy)
    return "single parts are rated by margin or entropy";
  const std::string why = why_no_probabilities(model, joint);
  if (!why.empty() || offered<PartMarginals>(joint) != nullptr) return why;
  return "outputs of problem " + model.problem.name + " have no labels of parts";
}

// The reason why examples cannot be rated; "" if they can.
std::string why_no_examples(const Informativeness::Of& model, const Views& inputs, RateBy by) {
  switch (by) {
    case RateBy::kMargin:
      if (offered<RunnerUpDecoder>(inputs.joint()) != nullptr) return "";
      return "problem " + model.problem.name + " decodes its best output only";
    case RateBy::kEntropy:
      return why_no_probabilities(model, inputs.joint());
    case RateBy::kExpectedChange: {
      const std::string why = why_no_probabilities(model, inputs.joint());
      if (!why.empty() || offered<KBestDecoder>(inputs.joint()) != nullptr) return why;
      return "problem " + model.problem.name + " does not find the best outputs: rate by entropy";
    }
    case RateBy::kDisagreement:
      break;
  }
  if (inputs.count() > 1) return "";
  return "the model has one view: rate by margin, or train a learner in two views that keeps them: "
         "\"views\": {\"split\": \"random\", \"count\": 2}, \"learner\": {\"type\": "
         "\"co_perceptron\", \"final\": \"sum\"}";
}

}  // namespace

Informativeness::Informativeness(const Of& model, const Views& inputs, RateBy by,
                                 const std::string& asked, bool parts)
    : model_(model), by_(by) {
  const std::string why =
      parts ? why_no_parts(model, inputs.joint(), by) : why_no_examples(model, inputs, by);
  if (!why.empty()) throw ConfigError(asked + ": " + why);
}

RatedOutput Informativeness::of(const Views& views, InputId x, ConstVectorRef w) const {
  const StructuredProblem& joint = views.joint();
  RatedOutput rated;
  if (by_ == RateBy::kEntropy || by_ == RateBy::kExpectedChange) {
    rated.output = joint.decode(x, w).output;
    rated.score = by_ == RateBy::kEntropy ? entropy_of(joint, x, w) : expected_change(joint, x, w);
    rated.order = -rated.score;
    return rated;
  }
  auto [output, margin] = margin_of(joint, x, w);
  if (offered<PartMarginals>(joint) != nullptr) margin *= static_cast<double>(output.parts.size());
  rated.output = std::move(output);
  if (by_ == RateBy::kDisagreement) {
    rated.score = disagreement_on(views, x, w);
    rated.order = -rated.score;
    rated.tie = margin;
  } else {
    rated.score = rated.order = margin;
  }
  return rated;
}

RatedParts Informativeness::parts_of(const Views& views, InputId x, ConstVectorRef w) const {
  const StructuredProblem& joint = views.joint();
  RatedParts rated{joint.decode(x, w).output, {}};
  const std::size_t T = rated.output.parts.size();
  if (T == 0) return rated;
  const Vector marginals = offered<PartMarginals>(joint)->part_marginals(x, w);
  const std::size_t K = marginals.size() / T;
  for (std::size_t t = 0; t < T; ++t) {
    const std::span<const double> shares(marginals.data() + t * K, K);
    double entropy = 0, first = 0, second = 0;
    for (const double p : shares) {
      entropy -= p > 0 ? p * std::log(p) : 0;
      second = std::max(second, std::min(p, first));
      first = std::max(first, p);
    }
    rated.scores.push_back(by_ == RateBy::kMargin ? first - second : entropy);
  }
  return rated;
}

double Informativeness::disagreement_on(const Views& views, InputId x, ConstVectorRef w) const {
  std::vector<Predictions> by_view;
  for (Index v = 0; v < views.count(); ++v) {
    const ConstVectorRef own = w.first(views[v].dimension());
    by_view.push_back({{views[v].decode(x, own).output}});
    w = w.subspan(own.size());
  }
  return disagreement(model_.problem, model_.problem_options, by_view);
}

std::uint64_t input_hash(const StructuredProblem& problem, InputId x, const Output& predicted) {
  const SparseVector features = problem.joint_feature(x, predicted);
  const auto bytes = [](const auto& values) {
    return std::string_view(reinterpret_cast<const char*>(values.data()),
                            values.size() * sizeof(values[0]));
  };
  return hash_bytes(bytes(predicted.parts),
                    hash_bytes(bytes(features.value), hash_bytes(bytes(features.index))));
}

void PartRanking::add(const RatedParts& rated, const std::function<std::uint64_t()>& hash,
                      const Vector& orders, Index line,
                      std::function<std::string(const Output&)> write) {
  const Index example = examples_++;
  std::vector<Rank> ranks;  // of parts among the best so far
  for (Index part = 0; part < std::ssize(orders); ++part) {
    const double order = orders[static_cast<std::size_t>(part)];
    const Rank rank{std::isnan(order) ? kInfinity : order, example, part};
    if (best_.size() < most_ || rank < *best_.rbegin()) ranks.push_back(rank);
  }
  if (ranks.empty() || !hashes_.insert(hash()).second) return;
  Index kept = 0;
  for (const Rank& rank : ranks) {
    best_.insert(rank);
    ++kept;
    if (best_.size() <= most_) continue;
    const auto last = std::prev(best_.end());
    if (last->example == example) --kept;
    best_.erase(last);
  }
  if (kept == 0) return;
  candidates_.emplace(example, Candidate{rated, line, std::move(write)});
  // Examples without a part among the best are forgotten from time to time. Their numbers stay: an
  // equal example would have no part among the best either.
  if (candidates_.size() <= 2 * most_) return;
  std::set<Index> used;
  for (const Rank& rank : best_) used.insert(rank.example);
  std::erase_if(candidates_, [&](const auto& entry) { return !used.contains(entry.first); });
}

Suggestions PartRanking::take(std::string head) {
  Suggestions suggestions{std::move(head), {}, examples_, true};
  std::vector<Index> order;  // of examples, by their best parts
  for (const Rank& rank : best_) {
    Candidate& candidate = candidates_.at(rank.example);
    if (candidate.parts.empty()) order.push_back(rank.example);
    candidate.parts.push_back(rank.part);
  }
  for (const Index example : order) {
    Candidate& candidate = candidates_.at(example);
    const double score = candidate.rated.scores[static_cast<std::size_t>(candidate.parts.front())];
    std::sort(candidate.parts.begin(), candidate.parts.end());
    Output output;
    output.parts.assign(candidate.rated.output.parts.size(), -1);
    for (const Index part : candidate.parts) {
      const auto at = static_cast<std::size_t>(part);
      output.parts[at] = candidate.rated.output.parts[at];
    }
    suggestions.best.push_back(
        {candidate.write(output), candidate.line, score, example, std::move(candidate.parts)});
  }
  return suggestions;
}

SuggestionRanking::SuggestionRanking(const SuggestionRequest& request, bool are_examples)
    : request_(request),
      are_examples_(are_examples),
      most_(static_cast<std::size_t>(request.count) * (request.diverse ? kDiverseCandidates : 1)) {}

SuggestionRanking::Rank SuggestionRanking::rank_of(const RatedOutput& rated) const {
  return {rated.usefulness(), examples_};
}

bool SuggestionRanking::takes(const RatedOutput& rated) const {
  return best_.size() < most_ || rank_of(rated) < best_.rbegin()->first;
}

void SuggestionRanking::add(const RatedOutput& rated, Suggestion suggestion,
                            SparseVector features) {
  if (are_examples_ && texts_.contains(suggestion.text)) return;
  suggestion.score = rated.score;
  suggestion.example = examples_ - 1;
  const auto added =
      best_.emplace(rank_of(rated), Candidate{std::move(suggestion), std::move(features)}).first;
  if (are_examples_) texts_.insert(added->second.suggestion.text);
  if (best_.size() <= most_) return;
  const auto last = std::prev(best_.end());
  texts_.erase(last->second.suggestion.text);
  best_.erase(last);
}

Suggestions SuggestionRanking::take(std::string head) {
  texts_.clear();
  std::vector<Suggestion> all;
  std::vector<const SparseVector*> features;
  for (auto& [rank, candidate] : best_) {
    all.push_back(std::move(candidate.suggestion));
    features.push_back(&candidate.features);
  }
  Suggestions suggestions{std::move(head), {}, examples_, are_examples_};
  if (!request_.diverse) {
    suggestions.best = std::move(all);
    return suggestions;
  }
  for (const std::size_t i :
       without_near_duplicates(features, static_cast<std::size_t>(request_.count)))
    suggestions.best.push_back(std::move(all[i]));
  return suggestions;
}

std::vector<std::size_t> without_near_duplicates(const std::vector<const SparseVector*>& vectors,
                                                 std::size_t count) {
  const StandardizedVectors standardized(vectors);
  std::vector<std::size_t> chosen, passed_over;
  for (std::size_t i = 0; i < vectors.size() && chosen.size() < count; ++i) {
    const bool is_near = std::any_of(chosen.begin(), chosen.end(), [&](std::size_t other) {
      return standardized.cosine(i, other) > kNearDuplicate;
    });
    (is_near ? passed_over : chosen).push_back(i);
  }
  const std::size_t missing = std::min(count - chosen.size(), passed_over.size());
  chosen.insert(chosen.end(), passed_over.begin(),
                passed_over.begin() + static_cast<std::ptrdiff_t>(missing));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace costruct::experiments
