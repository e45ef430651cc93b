// Choosing K of n candidate documents that together cover as many subtopics as possible (Joachims
// 2009, section 3.1; Yue & Joachims 2008).
//
//   Phi(x, y) = sum over the elements v that y covers of phi(v, x)
//               + sum over pairs j > k of y of psi(j, k)
//   weights:  per view its features, in their order
//   output:   the K documents, ascending, or all if there are no more than K (chosen_documents.hpp)
//   loss:     subtopic: the weighted share of subtopics that y_hat does not cover, minus that of
//             the reference
//
// Elements are words, words of titles and the documents themselves (candidate_sets.hpp). Inputs
// have no subtopics, because these are to be found. A reference has its own subtopics. The loss
// between two predictions is the share of documents that they do not have in common.
//
// The published loss is the share that y_hat does not cover. It need not be 0 for the best choice.
// Subtracting the share of the reference loosens all constraints of an example by the same
// constant. So a structural SVM with margin rescaling and r = 1 has the same weights. This holds if
// the reference is a best choice (data.reference = exact). The loss is never below 0, so choices
// better than a greedy reference are changed by less. The metric subtopic_loss is the published
// loss.
//
// Documents may be known to be chosen, or not to be (known_documents.hpp). There is no loss that
// counts what is known alone.
//
// The decoders (choice_decoder.hpp) are greedy, greedy with exchanges of documents, and exact by
// branch and bound. With a loss the value is not submodular even if f is. The share that a choice
// does not cover is a supermodular function of the choice. So in training, inexact decoding is
// below the maximum by an unknown amount, and gaps are estimates.
#include "costruct/problems/diversification/diversification.hpp"

#include <algorithm>

#include "costruct/core/interfaces/known_weights.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/diversification/candidate_sets.hpp"
#include "costruct/problems/diversification/choice_decoder.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"
#include "costruct/problems/diversification/diversification_metrics.hpp"
#include "costruct/problems/diversification/diversification_options.hpp"
#include "costruct/problems/diversification/known_documents.hpp"
#include "costruct/problems/known_inputs.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace diversification {
namespace {

class Diversification final : public StructuredProblem,
                              public RunnerUpDecoder,
                              public PartialOutputs,
                              public KnownWeights,
                              public GreedyRanking {
 public:
  /// Over the views [first, first + count) of the data.
  Diversification(const Options& options, std::shared_ptr<const CandidateSets> data, Index first,
                  Index count)
      : options_(options), data_(std::move(data)) {
    for (Index v = first; v < first + count; ++v) {
      const auto at = static_cast<std::size_t>(v);
      views_.push_back({&data_->views[at], data_->rules[at], dimension_});
      dimension_ += views_.back().table->num_features;
    }
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return std::ssize(data_->queries); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    const std::span<const int> chosen = chosen_documents(y);
    const Vector times = kinds_covered(x, chosen);
    std::vector<std::pair<Index, double>> entries;
    const auto add_part = [&](const View& view, Index part, double factor) {
      const auto features = view.table->features_of(part);
      const auto values = view.table->values_of(part);
      for (std::size_t e = 0; e < features.size(); ++e)
        entries.emplace_back(view.offset + features[e], factor * (values.empty() ? 1 : values[e]));
    };
    for (const View& view : views_) {
      const Index begin = view.table->example_begin[x];
      for (std::size_t kind = 0; kind < times.size(); ++kind) {
        if (times[kind] > 0) add_part(view, begin + static_cast<Index>(kind), times[kind]);
      }
      for (std::size_t j = 1; j < chosen.size(); ++j) {
        for (std::size_t k = 0; k < j; ++k)
          add_part(view, begin + std::ssize(times) + pair_at(chosen[j], chosen[k]), 1);
      }
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    const Scores scores(*this, x, w);
    return decoder(x).best(scores.objective());
  }
  Exactness decoding_exactness() const override { return exactness_of(options_.decoder); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    return most_augmented(x, y, Scores(*this, x, w), augmentation);
  }
  Exactness loss_augmented_exactness(Augmentation) const override {
    return exactness_of(options_.of_training());
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return loss_from(y, query(x).size())(chosen_documents(y_hat));
  }

  bool same_structure(InputId, const Output& y, const Output& y_hat) const override {
    return std::ranges::equal(chosen_documents(y), chosen_documents(y_hat));
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return choice_score(Scores(*this, x, w).objective(), chosen_documents(y));
  }

  bool scores_outputs_together() const override { return true; }
  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    if (!outputs.empty()) margins_from(Scores(*this, x, w), y, outputs, margins);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    const Scores scores(*this, x, w);
    margins_from(scores, y, outputs, margins);
    Decoded worst = most_augmented(x, y, scores, augmentation);
    if (augmentation.rescaling == Rescaling::kMargin)
      worst.value -= choice_score(scores.objective(), chosen_documents(y));
    return worst;
  }

  // RunnerUpDecoder: exact with decoder `exact`, else the best of the decoder's result and the
  // choices that differ from y in one document (ChoiceDecoder::best_other).

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return decoder(x).best_other(Scores(*this, x, w).objective(), chosen_documents(y));
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    const Scores scores(*this, x, w);
    Decoded best = decoder(x).best(scores.objective());
    std::optional<Decoded> second = decoder(x).best_other(scores.objective(), best.output.parts);
    return {std::move(best), std::move(second)};
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    const Scores scores(*this, x, w);
    const CoverageLoss loss = loss_from(y, query(x).size());
    const CoverageObjective objective = augmented(scores, y, loss, augmentation);
    std::optional<Decoded> worst =
        decoder_of_training(x).best_other(objective, chosen_documents(y));
    if (worst && augmentation.rescaling == Rescaling::kMargin)
      worst->value -= objective.reference_score;
    return worst;
  }

  // PartialOutputs: known_documents.hpp has the facts.

  Known known_of(InputId x, std::span<const Output> outputs) const override {
    return known_documents(query(x).size(), outputs);
  }
  bool allows(InputId, const Known& known, const Output& y) const override {
    return allow_documents(known, y);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Diversification>(*this);
    restricted->known_ = KnownInputs(std::move(known));
    return restricted;
  }

  // KnownWeights: those with which f is the criterion of a rule of retrieval.

  bool has_known_set(std::string_view name) const override {
    return name == "weights of retrieval rules";
  }
  std::optional<std::string> known_weights_unavailable(const KnownSet& set) const override {
    if (num_inputs() == 0) return std::nullopt;
    for (const Term& term : terms_of(set)) {
      const bool any = std::any_of(views_.begin(), views_.end(), [&](const View& view) {
        return view.rules.*term.feature != RuleFeatures::kLeftOut;
      });
      if (!any) return std::string("the feature ") + term.name + ", which no view has";
    }
    return std::nullopt;
  }
  Vector known_weights(const KnownSet& set) const override {
    Vector w(static_cast<std::size_t>(dimension_), 0.0);
    for (const Term& term : terms_of(set)) {
      const auto view = std::find_if(views_.begin(), views_.end(), [&](const View& each) {
        return each.rules.*term.feature != RuleFeatures::kLeftOut;
      });
      if (view == views_.end()) continue;
      if (const std::int32_t at = view->rules.*term.feature; at >= 0)
        w[static_cast<std::size_t>(view->offset + at)] = term.weight;
    }
    return w;
  }

  // GreedyRanking

  std::vector<int> ranking(InputId x, ConstVectorRef w, Index size) const override {
    const Scores scores(*this, x, w);
    if (options_.decoder == Decoder::kGreedy && known_.of(x) == nullptr)
      return greedy_ranking(scores.objective(), size);
    return greedy_ranking(scores.objective(), size,
                          decoder(x).best(scores.objective()).output.parts);
  }

 private:
  struct View {
    const FeatureTable* table;
    RuleFeatures rules;
    Index offset;  // coordinate of the first weight
  };
  struct Term {
    std::int32_t RuleFeatures::*feature;
    const char* name;
    double weight;
  };

  /// Options `rule`, and `redundancy` of rule mmr: the cost of a similarity of 1, in units of the
  /// relevance of the most relevant document.
  static std::vector<Term> terms_of(const KnownSet& set) {
    const std::string rule = set.options.at("rule");
    const Term relevance{&RuleFeatures::relevance, "documents.bm25", 1};
    if (rule == "random") return {{&RuleFeatures::chance, "chance", 1}};
    if (rule == "bm25") return {relevance};
    if (rule == "essential_pages") return {{&RuleFeatures::importance, "words.importance", 1}};
    if (rule == "unweighted_words") return {{&RuleFeatures::words, "words.all", 1}};
    COSTRUCT_ASSERT(rule == "mmr", "the rules of retrieval are those above");
    const double redundancy = set.options.at("redundancy");
    return {relevance, {&RuleFeatures::similarity, "pairs.cosine", -redundancy}};
  }

  /// The values of the elements and of the pairs of documents of an input.
  class Scores {
   public:
    Scores(const Diversification& problem, InputId x, ConstVectorRef w) : query_(problem.query(x)) {
      Vector of_kind(static_cast<std::size_t>(query_.kinds), 0.0);
      const Index n = query_.size(), num_pairs = n * (n - 1) / 2;
      for (const View& view : problem.views_) {
        const FeatureTable& table = *view.table;
        const Index begin = table.example_begin[x];
        for (Index kind = 0; kind < query_.kinds; ++kind)
          of_kind[static_cast<std::size_t>(kind)] += part_score(view, begin + kind, w);
        if (table.part_begin[begin + query_.kinds] == table.part_begin[table.example_begin[x + 1]])
          continue;
        pairs_.resize(static_cast<std::size_t>(num_pairs), 0.0);
        for (Index pair = 0; pair < num_pairs; ++pair)
          pairs_[static_cast<std::size_t>(pair)] +=
              part_score(view, begin + query_.kinds + pair, w);
      }
      value_.reserve(query_.kind.size());
      for (const std::int32_t kind : query_.kind)
        value_.push_back(of_kind[static_cast<std::size_t>(kind)]);
    }
    CoverageObjective objective() const { return {query_.covering, value_, pairs_}; }

   private:
    static double part_score(const View& view, Index part, ConstVectorRef w) {
      const auto features = view.table->features_of(part);
      const auto values = view.table->values_of(part);
      double sum = 0;
      for (std::size_t e = 0; e < features.size(); ++e)
        sum += w[static_cast<std::size_t>(view.offset + features[e])] *
               (values.empty() ? 1 : values[e]);
      return sum;
    }

    const Candidates& query_;
    Vector value_, pairs_;
  };

  const Candidates& query(InputId x) const { return *data_->queries[static_cast<std::size_t>(x)]; }

  static Index pair_at(Index j, Index k) { return j * (j - 1) / 2 + k; }
  static Exactness exactness_of(Decoder decoder) {
    return decoder == Decoder::kExact ? Exactness::kExact : Exactness::kGreedy;
  }

  /// Returns the number of covered elements of each kind.
  Vector kinds_covered(InputId x, std::span<const int> chosen) const {
    const Candidates& candidates = query(x);
    Vector times(static_cast<std::size_t>(candidates.kinds), 0.0);
    std::vector<bool> seen(candidates.kind.size(), false);
    for (const int document : chosen) {
      for (const std::int32_t e : candidates.covering.of(document)) {
        const auto at = static_cast<std::size_t>(e);
        if (!seen[at]) times[static_cast<std::size_t>(candidates.kind[at])] += 1;
        seen[at] = true;
      }
    }
    return times;
  }

  KnownChoiceDecoder decoder(InputId x) const {
    return {options_.decoder, options_.documents, query(x).size(), known_.of(x)};
  }
  KnownChoiceDecoder decoder_of_training(InputId x) const {
    return {options_.of_training(), options_.documents, query(x).size(), known_.of(x)};
  }

  static CoverageObjective augmented(const Scores& scores, const Output& y,
                                     const CoverageLoss& loss, Augmentation augmentation) {
    CoverageObjective objective = scores.objective();
    objective.reference_score = choice_score(objective, chosen_documents(y));
    objective.loss = &loss;
    objective.augmentation = augmentation;
    return objective;
  }

  Decoded most_augmented(InputId x, const Output& y, const Scores& scores,
                         Augmentation augmentation) const {
    const CoverageLoss loss = loss_from(y, query(x).size());
    return decoder_of_training(x).best_augmented(augmented(scores, y, loss, augmentation),
                                                 chosen_documents(y));
  }

  static void margins_from(const Scores& scores, const Output& y, std::span<const Output> outputs,
                           VectorRef margins) {
    const CoverageObjective objective = scores.objective();
    const double f_y = choice_score(objective, chosen_documents(y));
    for (std::size_t j = 0; j < outputs.size(); ++j)
      margins[j] = f_y - choice_score(objective, chosen_documents(outputs[j]));
  }

  Options options_;
  std::shared_ptr<const CandidateSets> data_;
  std::vector<View> views_;
  Index dimension_ = 0;
  KnownInputs known_;
};

Views make_diversification(const Json& json, std::shared_ptr<const ProblemData> data) {
  const Options options = diversification::options().parse(json);
  const auto sets = std::dynamic_pointer_cast<const CandidateSets>(data);
  COSTRUCT_ASSERT(sets != nullptr, "diversification takes sets of candidate documents");
  for (const auto& query : sets->queries) check_size(options, query->size());
  return views_over(std::ssize(sets->views), sets,
                    [options](std::shared_ptr<const CandidateSets> of, Index first, Index count) {
                      return std::make_unique<Diversification>(options, std::move(of), first,
                                                               count);
                    });
}

Views blank_diversification(const Json& json) {
  auto none = std::make_shared<CandidateSets>();
  none->views.resize(1);
  none->rules.resize(1);
  return make_diversification(json, std::move(none));
}

std::vector<WeightBlock> diversification_blocks(const Json&, const ProblemData& data, Index view) {
  const auto& sets = dynamic_cast<const CandidateSets&>(data);
  return {{"choice", {""}, sets.views[static_cast<std::size_t>(view)].num_features, {}}};
}

// Returns the share of documents that two choices do not have in common.
double choice_difference(const Json&, const Output& a, const Output& b) {
  return uncovered_share({{chosen_documents(a).begin(), chosen_documents(a).end()}},
                         chosen_documents(b));
}

}  // namespace
}  // namespace diversification

ProblemEntry diversification_problem() {
  using namespace diversification;
  ProblemEntry entry;
  entry.name = "diversification";
  entry.summary = "K of a query's candidate documents that together cover its subtopics";
  entry.input = kCandidateSets;
  entry.output =
      "the chosen documents, numbered from 0, ascending; of a reference the subtopics behind them";
  entry.decoder = "greedy, with exchanges, or branch and bound";
  entry.cost =
      "K passes over the documents with `greedy`; more with exchanges, exponential at worst with "
      "`exact`";
  entry.source = "Joachims 2009, section 3.1; Yue & Joachims 2008";
  entry.loss_meanings = {
      {"subtopic", "weighted share of subtopics that are not covered, less that of the reference"}};
  entry.losses = {"subtopic"};
  entry.options = diversification::options().list();
  entry.make = make_diversification;
  entry.blank = blank_diversification;
  entry.weight_blocks = diversification_blocks;
  entry.metrics = diversification_metrics();
  entry.difference = choice_difference;
  entry.without_constraints = [](const Json& json, const Output& truth) {
    return without_constraints(truth, diversification::options().parse(json).documents);
  };
  return entry;
}

}  // namespace costruct
