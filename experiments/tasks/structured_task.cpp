// Turns examples into inputs and views of a problem, fits weights, and predicts.
#include "costruct/experiments/tasks/structured_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/experiments/models/kept_weights.hpp"
#include "costruct/experiments/models/problem_views.hpp"
#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/experiments/tasks/input_groups.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/experiments/tasks/suggestions.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/learners/shared/partial_sample.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {
namespace {

// How a config asks to rate examples, for messages.
std::string asked_of(RateBy by) {
  return "choice.by = \"" + name_of(by) + "\"";
}

/// The inputs of a problem, and the examples that each is made of.
class StructuredInputs final : public Inputs {
 public:
  StructuredInputs(const ProblemEntry& problem, const LoadedData& data, MakeRequest request);
  std::unique_ptr<Fit> fit(const FitRequest& request) const override;
  Known facts_of(Index example) const override;
  std::vector<KnownSet> sets_of(const std::vector<Index>& examples) const override;

  const ProblemEntry& problem() const { return problem_; }
  const Json& options() const { return request_.problem_options; }
  const ExampleSet& examples() const { return *data_.examples; }
  const Views& views() const { return *views_; }
  const ViewAssignment& assignment() const { return request_.views; }
  const InputData& inputs() const { return inputs_; }
  const ViewKernels& kernels() const { return kernels_; }
  const InputGroups& groups() const { return groups_; }

  /// The inputs that are made of these examples.
  std::vector<InputId> inputs_of(const std::vector<Index>& examples) const;
  /// If all examples make one input: the facts about the input with all of them that these labels
  /// are. The input in which `fit_on` are alone has fewer facts.
  Known labels_in_whole(std::span<const Index> known) const;
  /// The examples that are known in a fit, other than these.
  std::vector<Index> known_besides(const std::vector<Index>& these) const;

 private:
  void append_sets(const std::vector<std::vector<Index>>& sets, InputRequest& wanted,
                   std::vector<Index>& order);
  void append_known_sets(InputRequest& wanted, std::vector<Index>& order);
  void append_one(InputRequest& wanted, std::vector<Index>& order);
  void add_one(const FitRequest& request, Sample& sample) const;
  void add_labeled(const FitRequest& request, Sample& sample) const;
  void add_partial(const FitRequest& request, Sample& sample) const;
  void leave_out_unmet(const FitRequest& request, Sample& sample, FitReport& report) const;
  void warn_of(const Sample& sample, FitReport& report) const;

  const ProblemEntry& problem_;
  const LoadedData& data_;
  MakeRequest request_;
  InputGroups groups_;
  std::vector<Index> input_of_;  // input of each example, or -1; not used if inputs are sets
  std::map<std::vector<Index>, InputId> set_of_;  // input of each set of examples
  std::vector<KnownSet> known_sets_;              // those that are known in part
  InputData inputs_;
  ViewKernels kernels_;
  double making_seconds_ = 0;  // time for fitted features and kernels
  std::optional<Views> views_;
  /// The same examples with all features in one view, for learners without views. Null until
  /// views_->together() makes it.
  mutable std::shared_ptr<const StructuredInputs> in_one_view_;
  mutable double one_view_seconds_ = 0;  // time for making in_one_view_
};

StructuredInputs::StructuredInputs(const ProblemEntry& problem, const LoadedData& data,
                                   MakeRequest request)
    : problem_(problem),
      data_(data),
      request_(std::move(request)),
      groups_(problem, options(), data.examples->is_one_input()) {
  input_of_.assign(static_cast<std::size_t>(examples().size()), -1);
  Index next = 0;
  for (const auto* list : {&request_.fit_on, &request_.predict_on}) {
    for (const Index example : *list) input_of_[example] = next++;
  }
  InputRequest wanted{request_.fit_on, request_.predict_on, request_.views};
  wanted.labeled = request_.labeled;
  wanted.fit_features_on = request_.fit_features_on;
  std::vector<Index> known, mapped;  // in the order of their sets
  if (groups_.is_one()) {
    append_one(wanted, mapped);
    wanted.predict_on = mapped;
  } else if (groups_.has_sets()) {
    const auto labeled = static_cast<std::size_t>(request_.labeled);
    append_sets(groups_.of(std::span(request_.fit_on).first(labeled)), wanted, known);
    std::vector<Index> others;
    std::ranges::copy_if(std::span(request_.fit_on).subspan(labeled), std::back_inserter(others),
                         [&](Index example) { return examples().known(example).empty(); });
    if (labeled + others.size() < request_.fit_on.size()) append_known_sets(wanted, known);
    append_sets(groups_.of(others), wanted, known);
    append_sets(groups_.of(request_.predict_on), wanted, mapped);
    wanted.fit_on = known;
    wanted.predict_on = mapped;
  }
  const auto make = [&] { return examples().inputs(wanted); };
  const bool is_timed = any_fitted(examples(), request_.views);
  const double before = is_timed ? request_.clock() : 0;
  inputs_ = request_.of_reading
                ? within_memory(make, [&] { return names_of_training_files(data_); })
                : make();
  if (is_timed) making_seconds_ = request_.clock() - before;
  std::shared_ptr<const ProblemData> made = inputs_.data;
  if (!request_.kernel.leaves_features()) {
    const double start = request_.clock();
    const PointsAtHand at_hand{request_.labeled, static_cast<Index>(request_.fit_on.size())};
    KernelTables expanded =
        kernel_tables(part_data(made), request_.kernel, at_hand, machine_memory() / 2,
                      request_.watch, part_examples(examples()).keeps_scale(inputs_.features));
    making_seconds_ += request_.clock() - start;
    kernels_ = std::move(expanded.kernels);
    made = std::move(expanded.data);
  }
  request_.watch = {};  // its callbacks need not outlive this constructor
  Index features = 0;
  for (const auto& of_view : inputs_.features) features += std::ssize(of_view);
  for (const auto& kernel : kernels_) features += kernel->dimension();
  views_.emplace(
      make_views(problem_, options(), std::move(made), examples().label_names().size(), features));
  views_->make_one_view_by([this] {
    const double start = request_.clock();
    MakeRequest together = request_;
    together.views = joined(std::move(together.views));
    in_one_view_ = std::make_shared<const StructuredInputs>(problem_, data_, std::move(together));
    one_view_seconds_ = request_.clock() - start;
    return std::shared_ptr<const StructuredProblem>(in_one_view_, &in_one_view_->views().joint());
  });
}

// The input of the fit has the examples to fit on. If others are predicted, an input for
// predictions has all of them.
void StructuredInputs::append_one(InputRequest& wanted, std::vector<Index>& order) {
  wanted.sizes = {std::ssize(request_.fit_on)};
  if (request_.predict_on.empty()) return;
  order = request_.fit_on;
  order.insert(order.end(), request_.predict_on.begin(), request_.predict_on.end());
  wanted.sizes.push_back(std::ssize(order));
}

Known StructuredInputs::labels_in_whole(std::span<const Index> known) const {
  return labels_in_one(examples(), known, request_.fit_on.size() + request_.predict_on.size(),
                       [&](Index example) { return input_of_[example]; });
}

std::vector<Index> StructuredInputs::known_besides(const std::vector<Index>& these) const {
  std::vector<bool> is_one_of_these(input_of_.size(), false);
  for (const Index example : these) is_one_of_these[example] = true;
  std::vector<Index> known;
  for (std::size_t i = 0; i < request_.fit_on.size(); ++i) {
    const Index example = request_.fit_on[i];
    const bool is_known =
        static_cast<Index>(i) < request_.labeled || !examples().known(example).empty();
    if (is_known && !is_one_of_these[example]) known.push_back(example);
  }
  return known;
}

void StructuredInputs::append_known_sets(InputRequest& wanted, std::vector<Index>& order) {
  known_sets_ = examples().known_sets(request_.fit_on, groups_.at_a_time());
  std::vector<std::vector<Index>> sets;
  for (const KnownSet& set : known_sets_) sets.push_back(set.examples);
  append_sets(sets, wanted, order);
}

void StructuredInputs::append_sets(const std::vector<std::vector<Index>>& sets,
                                   InputRequest& wanted, std::vector<Index>& order) {
  for (const std::vector<Index>& set : sets) {
    set_of_.emplace(set, std::ssize(wanted.sizes));
    wanted.sizes.push_back(std::ssize(set));
    order.insert(order.end(), set.begin(), set.end());
  }
}

std::vector<InputId> StructuredInputs::inputs_of(const std::vector<Index>& examples) const {
  std::vector<InputId> inputs;
  if (groups_.is_one()) return {std::ssize(request_.predict_on) > 0 ? 1 : 0};
  if (!groups_.has_sets()) {
    inputs.reserve(examples.size());
    for (const Index example : examples) inputs.push_back(input_of_[example]);
    return inputs;
  }
  for (const std::vector<Index>& set : groups_.of(examples)) {
    const auto at = set_of_.find(set);
    COSTRUCT_ASSERT(at != set_of_.end(), "inputs are asked for as they were made");
    inputs.push_back(at->second);
  }
  return inputs;
}

/// The weights of a problem's views, and their predictions.
class StructuredFit final : public Fit {
 public:
  StructuredFit(const StructuredInputs& inputs, const FitRequest& request, Fitted fitted,
                double seconds)
      : inputs_(inputs),
        learner_(request.learner),
        learner_options_(request.options),
        joint_(stack(fitted.weights)) {
    report_ = std::move(fitted.report);
    seconds_ = seconds;
  }

  Scores score(const std::vector<Index>& examples, const std::vector<std::string>& metrics,
               KeepOutputs keep) const override {
    const std::vector<InputId> x = inputs_.inputs_of(examples);
    const std::string of_views = view_metric(inputs_.problem());
    const OutputScorer scorer(inputs_.problem(), inputs_.options(), inputs_.examples(), metrics,
                              {of_views});
    ComparedOutputs compared;
    if (knows_bounds(inputs_.views().joint())) compared.gaps.emplace();
    if (inputs_.groups().is_one()) {
      compare_in_one(examples, x.front(), scorer, compared);
    } else {
      scorer.add(inputs_.views(), x, joint_, inputs_.groups().outputs(inputs_.examples(), examples),
                 known_of(inputs_.examples(), examples), compared);
    }
    Scores scores;
    scores.predict_seconds = compared.predict_seconds;
    scores.decoding_gaps = compared.gaps;
    scores.metrics = scorer.of(compared.truth, compared.joint);
    if (keep == KeepOutputs::kBestAndWorst)
      scores.extremes = extremes_of(examples, x, compared.truth, compared.joint.outputs);
    for (const Predictions& view : compared.by_view) {
      const auto values = scorer.of_view(compared.truth, view);
      const auto at = values.find(of_views);
      scores.view_errors.push_back(at == values.end() ? CellResult::kNone : at->second);
    }
    return scores;
  }

  std::vector<std::pair<double, double>> usefulness(const std::vector<Index>& examples,
                                                    RateBy by) const override {
    const Informativeness rating(
        {inputs_.problem(), inputs_.options(), &learner_, learner_options_}, inputs_.views(), by,
        asked_of(by));
    std::vector<std::pair<double, double>> all;
    for (const InputId x : inputs_.inputs_of(examples))
      all.push_back(rating.of(inputs_.views(), x, joint_).usefulness());
    return all;
  }

  std::vector<std::size_t> diverse(const std::vector<Index>& examples, Index count) const override {
    const StructuredProblem& joint = inputs_.views().joint();
    std::vector<SparseVector> features;
    for (const InputId x : inputs_.inputs_of(examples))
      features.push_back(joint.joint_feature(x, joint.decode(x, joint_).output));
    std::vector<const SparseVector*> each;
    for (const SparseVector& vector : features) each.push_back(&vector);
    return without_near_duplicates(each, static_cast<std::size_t>(count));
  }

  double disagreement(const std::vector<Index>& examples,
                      const std::vector<Index>&) const override {
    return experiments::disagreement(inputs_.problem(), inputs_.options(),
                                     predict_by_view(inputs_.inputs_of(examples)));
  }

  void save(const std::filesystem::path& file, const Config& config, const Json& origin) override {
    if (!std::all_of(joint_.begin(), joint_.end(), [](double w) { return std::isfinite(w); })) {
      throw DataError(
          "training gave weights that are not finite: the feature values are too large; scale them "
          "down");
    }
    std::vector<Vector> weights;
    auto next = joint_.begin();
    for (Index v = 0; v < inputs_.views().count(); ++v) {
      weights.emplace_back(next, next + inputs_.views()[v].dimension());
      next += inputs_.views()[v].dimension();
    }
    save_structured(file, config, origin, inputs_.examples(), inputs_.assignment(),
                    {inputs_.inputs(), inputs_.kernels(), inputs_.views(), weights});
  }

 private:
  // Predicts the input that all examples make, within what the fit knows of the others, and
  // compares it where these examples are.
  void compare_in_one(const std::vector<Index>& examples, InputId whole, const OutputScorer& scorer,
                      ComparedOutputs& compared) const {
    std::vector<Known> held(static_cast<std::size_t>(whole) + 1);
    held.back() = inputs_.labels_in_whole(inputs_.known_besides(examples));
    const Known truth = inputs_.labels_in_whole(examples);
    const std::vector<Output> any(1);
    scorer.add(within(inputs_.views(), held), std::span(&whole, 1), joint_, any,
               std::span(&truth, 1), compared);
  }

  std::vector<Predictions> predict_by_view(const std::vector<InputId>& inputs) const {
    std::vector<Predictions> by_view(static_cast<std::size_t>(inputs_.views().count()));
    ConstVectorRef weights = joint_;
    for (Index v = 0; v < inputs_.views().count(); ++v) {
      const StructuredProblem& view = inputs_.views()[v];
      append_outputs(view, inputs, weights.first(view.dimension()),
                     by_view[static_cast<std::size_t>(v)].outputs);
      weights = weights.subspan(view.dimension());
    }
    return by_view;
  }

  // Null if no example has a loss, or if inputs are sets of examples.
  std::shared_ptr<const ExtremeOutputs> extremes_of(const std::vector<Index>& examples,
                                                    const std::vector<InputId>& inputs,
                                                    const std::vector<Output>& truth,
                                                    const std::vector<Output>& predicted) const {
    if (inputs_.groups().has_sets()) return nullptr;
    const ExampleSet& set = inputs_.examples();
    struct Place {
      double loss;
      Index parts;
      std::size_t at;
    };
    std::optional<Place> worst, best;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (!set.is_possible(truth[i])) continue;
      const Place place{inputs_.views().joint().loss(inputs[i], truth[i], predicted[i]),
                        set.num_parts(examples[i]), i};
      const auto is_longer_than = [&](const Place& other) {
        return place.loss == other.loss && place.parts > other.parts;
      };
      if (!worst || place.loss > worst->loss || is_longer_than(*worst)) worst = place;
      if (!best || place.loss < best->loss || is_longer_than(*best)) best = place;
    }
    if (!worst) return nullptr;
    const auto output_at = [&](const Place& place) -> ScoredOutput {
      const Index example = examples[place.at];
      const ExamplePlace where = set.place(example);
      return {fmt::format("{}:{}", where.file, where.line), place.loss,
              set.text_to_draw(example, truth[place.at]),
              set.text_to_draw(example, predicted[place.at])};
    };
    return std::make_shared<const ExtremeOutputs>(
        ExtremeOutputs{output_at(*worst), output_at(*best)});
  }

  const StructuredInputs& inputs_;
  const LearnerEntry& learner_;
  Json learner_options_;
  Vector joint_;  // the weights of all views
};

// Adds a warning if no input gives a constraint. Inputs that are known in part can give some.
void StructuredInputs::warn_of(const Sample& sample, FitReport& report) const {
  if (!sample.partial.empty()) return;
  std::set<std::string> reasons;
  for (const LabeledExample& each : sample.labeled)
    reasons.insert(problem_.without_constraints(options(), each.y));
  if (!reasons.contains(""))
    report.warnings.insert(report.warnings.end(), reasons.begin(), reasons.end());
}

void StructuredInputs::add_partial(const FitRequest& request, Sample& sample) const {
  if (groups_.has_sets()) {
    for (const KnownSet& set : known_sets_)
      sample.partial.push_back({set_of_.at(set.examples), set.known, 1});
    for (const KnownSet& set : request.partial_sets) {
      const InputId x = set_of_.at(set.examples);
      std::vector<Output> whole = groups_.outputs(examples(), set.examples);
      if (set.known == sets_of(set.examples).front().known) {
        sample.labeled.push_back({x, std::move(whole.front()), 1});
      } else {
        sample.partial.push_back({x, set.known, 1});
      }
    }
    return;
  }
  for (const auto& [example, known, whole] : request.partial) {
    const InputId x = input_of_[example];
    const double weight = examples().weight(example);
    if (whole) {
      sample.labeled.push_back({x, *whole, weight});
    } else {
      sample.partial.push_back({x, known, weight});
    }
  }
}

// Leaves out the examples that are labeled in part, but of which no output agrees with what is
// known. Adds a warning.
void StructuredInputs::leave_out_unmet(const FitRequest& request, Sample& sample,
                                       FitReport& report) const {
  const auto* partial = offered<PartialOutputs>(views_->joint());
  if (sample.partial.empty() || partial == nullptr) return;
  std::vector<Known> known(static_cast<std::size_t>(views_->joint().num_inputs()));
  for (const PartialExample& each : sample.partial)
    known[static_cast<std::size_t>(each.x)] = each.known;
  const auto within = partial->within(std::move(known));
  const Vector zeros(static_cast<std::size_t>(within->dimension()), 0.0);
  std::set<InputId> unmet;
  for (const PartialExample& each : sample.partial) {
    if (!can_be_met(*partial, *within, each.x, each.known, zeros)) unmet.insert(each.x);
  }
  if (unmet.empty()) return;
  std::erase_if(sample.partial, [&](const PartialExample& each) { return unmet.contains(each.x); });
  std::string first;
  for (const PartlyLabeled& each : request.partial) {
    if (groups_.has_sets() || !unmet.contains(input_of_[each.example])) continue;
    const ExamplePlace place = examples().place(each.example);
    first = fmt::format(", the first in {}:{}", place.file, place.line);
    break;
  }
  report.warnings.push_back(
      fmt::format("{} left out, because no output agrees with what is known of {}{}",
                  counted(std::ssize(unmet), "example that is labeled in part is",
                          "examples that are labeled in part are"),
                  unmet.size() == 1 ? "it" : "them", first));
}

// The input of the fit, of which the labels of some examples are known.
void StructuredInputs::add_one(const FitRequest& request, Sample& sample) const {
  std::vector<Index> known = request.labeled;
  for (const PartlyLabeled& each : request.partial) known.push_back(each.example);
  Known facts = labels_in_one(examples(), known, request_.fit_on.size(),
                              [&](Index example) { return input_of_[example]; });
  const bool is_whole = std::all_of(facts.facts.begin(), facts.facts.end(),
                                    [](const std::vector<int>& fact) { return fact.size() == 1; });
  if (!is_whole) return sample.partial.push_back({0, std::move(facts), 1});
  Output y;
  for (const std::vector<int>& fact : facts.facts) y.parts.push_back(fact.front());
  sample.labeled.push_back({0, std::move(y), 1});
}

void StructuredInputs::add_labeled(const FitRequest& request, Sample& sample) const {
  const std::vector<InputId> labeled = inputs_of(request.labeled);
  std::vector<Output> outputs = groups_.outputs(examples(), request.labeled);
  for (std::size_t i = 0; i < labeled.size(); ++i) {
    const double weight = groups_.has_sets() ? 1 : examples().weight(request.labeled[i]);
    sample.labeled.push_back({labeled[i], std::move(outputs[i]), weight});
  }
  if (uses_unlabeled(request.learner, request.options))
    sample.unlabeled = inputs_of(request.unlabeled);
  add_partial(request, sample);
}

std::unique_ptr<Fit> StructuredInputs::fit(const FitRequest& request) const {
  Sample sample;
  if (groups_.is_one()) {
    add_one(request, sample);
  } else {
    add_labeled(request, sample);
  }
  FitReport of_sample;
  leave_out_unmet(request, sample, of_sample);
  const std::unique_ptr<Learner> learner = request.learner.make(request.options);
  const double start = request.clock() - one_view_seconds_;
  Fitted fitted = learner->fit(*views_, sample, request.context);
  fitted.report.warnings.insert(fitted.report.warnings.end(), of_sample.warnings.begin(),
                                of_sample.warnings.end());
  if (fitted.report.constraints_added && problem_.without_constraints)
    warn_of(sample, fitted.report);
  // Only the first fit in one view makes its problem: no fit counts that time.
  const double fit_seconds = request.clock() - one_view_seconds_ - start;
  const StructuredInputs& predicting = fitted.together ? *in_one_view_ : *this;
  const double seconds = fit_seconds + predicting.making_seconds_;
  return std::make_unique<StructuredFit>(predicting, request, std::move(fitted), seconds);
}

Known StructuredInputs::facts_of(Index example) const {
  const auto& partial = *offered<PartialOutputs>(views_->joint());
  return partial.known_of(input_of_[example], groups_.outputs(examples(), std::span(&example, 1)));
}

std::vector<KnownSet> StructuredInputs::sets_of(const std::vector<Index>& list) const {
  const auto& partial = *offered<PartialOutputs>(views_->joint());
  std::vector<KnownSet> sets;
  for (const std::vector<Index>& group : groups_.of(list)) {
    KnownSet& set = sets.emplace_back(KnownSet{group, {}});
    const bool is_labeled = std::all_of(
        group.begin(), group.end(), [&](Index example) { return examples().is_labeled(example); });
    // Facts about pairs do not depend on the input.
    if (is_labeled) set.known = partial.known_of(0, groups_.outputs(examples(), group));
  }
  return sets;
}

class StructuredTask final : public Task {
 public:
  StructuredTask(const ProblemEntry& problem, const LoadedData& data)
      : problem_(problem), data_(data) {}

  void check(const LearnerConfig& learner, const ViewAssignment& views) const override {
    check_weights();
    const InputData none = data_.examples->inputs({{}, {}, views});
    try {
      for (const Json& chosen : selection_grid(learner.select)) {
        const Views of_nothing = problem_.make(problem_with(chosen, learner), none.data);
        check_in_part(of_nothing.joint());
        const Json options = options_with(chosen, learner);
        learner.entry->make(options)->check_labels(of_nothing.joint());
        if (!learner.choice) continue;
        const RateBy by = learner.choice->by;
        const std::string asked = asked_of(by);
        if (by == RateBy::kDisagreement && options.value("final", "") == "joint")
          throw ConfigError(asked + ": \"final\": \"joint\" keeps no views: use \"sum\"");
        const Informativeness rating(
            {problem_, problem_with(chosen, learner), learner.entry, options}, of_nothing, by,
            asked);
      }
    } catch (const ConfigError& error) {
      throw ConfigError(fmt::format("learner {}: {}", learner.name, error.what()));
    }
  }

  std::shared_ptr<const Inputs> make(MakeRequest request) const override {
    return std::make_shared<StructuredInputs>(problem_, data_, std::move(request));
  }

 private:
  // Throws DataError if rows that make one input have weights.
  void check_weights() const {
    const ExampleSet& examples = *data_.examples;
    for (Index i = 0; examples.is_one_input() && i < examples.size(); ++i) {
      if (examples.weight(i) == 1) continue;
      const ExamplePlace place = examples.place(i);
      throw DataError(
          fmt::format("{}:{}: has the weight {:g}, but rows that links join have one "
                      "loss together: leave weights out",
                      place.file, place.line, examples.weight(i)));
    }
  }

  // Throws DataError if examples are labeled in part and the problem does not take such examples.
  void check_in_part(const StructuredProblem& joint) const {
    if (offered<PartialOutputs>(joint) != nullptr) return;
    const ExampleSet& examples = *data_.examples;
    for (Index i = 0; i < examples.size(); ++i) {
      if (!examples.known(i).empty()) throw DataError(in_part_message(problem_, examples, i));
    }
  }

  const ProblemEntry& problem_;
  const LoadedData& data_;
};

}  // namespace

std::unique_ptr<Task> structured_task(const Config& config, const LoadedData& data) {
  return std::make_unique<StructuredTask>(*config.problem, data);
}

}  // namespace costruct::experiments
