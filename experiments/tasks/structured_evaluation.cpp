#include "costruct/experiments/tasks/structured_evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/models/input_batches.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

std::set<int> classes_of(const std::vector<int>& labels) {
  return {labels.begin(), labels.end()};
}

std::vector<int> joined_parts(const std::vector<Output>& outputs) {
  std::vector<int> parts;
  for (const Output& each : outputs)
    parts.insert(parts.end(), each.parts.begin(), each.parts.end());
  return parts;
}

// The rows by descending score, if known, so that metrics of rankings find each draw sorted.
std::vector<Index> by_descending(const std::map<std::string, Vector>& notes, std::size_t rows) {
  std::vector<Index> order(rows);
  std::iota(order.begin(), order.end(), Index{0});
  if (notes.empty() || notes.begin()->second.size() != rows) return order;
  const Vector& score = notes.begin()->second;
  if (std::any_of(score.begin(), score.end(), [](double each) { return std::isnan(each); }))
    return order;
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) {
    return score[static_cast<std::size_t>(i)] > score[static_cast<std::size_t>(j)];
  });
  return order;
}

template <class Item>
std::vector<Item> at_places(const std::vector<Item>& items, std::span<const Index> places) {
  std::vector<Item> drawn;
  drawn.reserve(places.size());
  for (const Index i : places) drawn.push_back(items[static_cast<std::size_t>(i)]);
  return drawn;
}

// What an evaluation refers to, and its steps.
class StructuredEvaluation {
 public:
  StructuredEvaluation(const StructuredFile& model, ConstVectorRef joint, const InputGroups& groups,
                       const EvaluationRequest& request)
      : model_(model), joint_(joint), groups_(groups), request_(request) {}

  Evaluation run(const std::filesystem::path& data) const {
    const EvaluationRequest& request = request_;
    const ProblemEntry& problem = *model_.problem;
    check_metric_names(problem, request.metrics);
    if (request.worst > 0 && groups_.has_sets())
      throw ConfigError("--worst: problem " + problem.name +
                        " has one loss for many examples together, and none for each");
    const ExampleSet& examples = *model_.examples;
    const ReadingOfCall reading(*model_.examples, request_.stop);
    const Labels labels = read(data);
    if (labels.whole.empty()) {
      say("costruct: note: no example has its whole output: there is nothing to measure but "
          "\"known\", neither metrics nor intervals");
      return {
          problem.name,
          {},
          {{"examples", 0}, {"metrics", Json::object()}, {"known", agreement_on(labels.in_part)}}};
    }

    ComparedOutputs compared;
    const std::vector<std::string> metrics = measured_metrics(problem, examples, request.metrics);
    std::vector<std::string> noted = metrics;  // with the losses that the worst have
    if (request.worst > 0) noted.push_back(kLossMetric);
    const OutputScorer scorer = scorer_of(metrics), comparer = scorer_of(noted);
    compare_all(labels.whole, comparer, compared);
    if (is_part(request_.work)) {
      (void)agreement_on(labels.in_part);
      return {problem.name, {}, {}};
    }
    if (groups_.has_sets() && !model_.problem->joined)
      tell_one_class(data, joined_parts(compared.truth));
    Evaluation evaluation{problem.name, metrics, report(labels.whole, scorer, compared)};
    if (!labels.in_part.empty()) evaluation.report["known"] = agreement_on(labels.in_part);
    if (request.resampling.count > 0)
      add_intervals(problem, intervals_of(data, metrics, compared, request.resampling),
                    request.resampling, evaluation.report);
    count_outputs(
        problem, metrics_for(problem, examples),
        {compared.truth, compared.joint.outputs, examples.label_names(), model_.problem_options},
        compared.joint.in_part, evaluation);
    if (request.worst > 0) evaluation.worst = worst_of(labels.whole, compared, request.worst);
    return evaluation;
  }

 private:
  // The examples of a file by what is known of their outputs.
  struct Labels {
    std::vector<Index> whole;    // compared; some parts may be unknown where outputs have parts
    std::vector<Index> in_part;  // known in part, without labels of parts
    Index left_out = 0;          // rows of one input with several possible labels
  };

  // Reads the examples, and says which of them are not compared.
  Labels read(const std::filesystem::path& data) const {
    ExampleSet& examples = *model_.examples;
    examples.read(std::vector{data}, Role::kTest);
    for (const std::string& note : examples.finish_reading()) say("costruct: note: " + note);
    const Labels labels = by_labels();
    if (labels.whole.empty() && labels.in_part.empty())
      throw DataError(data.string() +
                      ": no example has labels to compare predictions with. To predict the labels, "
                      "use costruct "
                      "predict" +
                      where_judgments_are_read());
    if (labels.left_out > 0)
      say(fmt::format("costruct: note: {} several possible labels and {} left out",
                      counted(labels.left_out, "row has", "rows have"),
                      labels.left_out == 1 ? "is" : "are"));
    const Index in_part = std::ssize(labels.in_part);
    if (in_part > 0)
      say(fmt::format(
          "costruct: note: {} labeled in part: metrics leave {} out, and \"known\" "
          "counts the facts that predictions agree with",
          counted(in_part, "example is", "examples are"), in_part == 1 ? "it" : "them"));
    const Index unlabeled = examples.size() - std::ssize(labels.whole) - in_part - labels.left_out;
    if (unlabeled > 0 && !groups_.is_one() && !labels.whole.empty())
      say(fmt::format("costruct: note: {} left out", counted(unlabeled, "example without labels is",
                                                             "examples without labels are")));
    return labels;
  }

  // How to measure examples whose labels are judgments in a file of their own; "" for formats
  // without such files.
  std::string where_judgments_are_read() const {
    constexpr const char* kJudgmentsOption = "qrels";
    const std::vector<OptionInfo>& options = model_.format->options;
    const bool takes_judgments =
        std::any_of(options.begin(), options.end(),
                    [](const OptionInfo& option) { return option.name == kJudgmentsOption; });
    if (!takes_judgments) return "";
    return fmt::format(
        ". If another file has the judgments, name both in a training config, data.test and "
        "data.{}: costruct train then prints the metrics",
        kJudgmentsOption);
  }

  Labels by_labels() const {
    const ExampleSet& examples = *model_.examples;
    const ProblemEntry& problem = *model_.problem;
    Labels labels;
    for (Index i = 0; i < examples.size(); ++i) {
      const bool is_in_part = !examples.known(i).empty();
      if (is_in_part && groups_.has_sets() && !groups_.is_one() && problem.has_parts())
        throw DataError(in_part_message(problem, examples, i));
      if (is_in_part && groups_.is_one()) {
        ++labels.left_out;
      } else if (is_in_part && !problem.has_parts()) {
        labels.in_part.push_back(i);
      } else if (is_in_part || examples.is_labeled(i)) {
        labels.whole.push_back(i);
      }
    }
    return labels;
  }

  std::string place_of(Index example) const {
    const ExamplePlace at = model_.examples->place(example);
    return place_in(at.file, at.line);
  }

  // Predicts labeled examples, and adds what their outputs are compared by to `compared`. Decoding
  // needs memory too.
  void compare(std::span<const Index> examples, const OutputScorer& scorer,
               ComparedOutputs& compared) const {
    const auto where = [&] { return place_of(examples.front()); };
    InputRequest request{{}, examples, model_.assignment, true};
    if (groups_.has_sets()) request.sizes = {std::ssize(examples)};
    const auto parts = within_memory([&] { return model_.examples->inputs(request).data; }, where);
    const std::vector<Output> truth = groups_.outputs(*model_.examples, examples);
    const std::vector<Known> known = known_of(*model_.examples, examples);
    std::span<const Output> rest = truth;
    const auto look = [&](const std::shared_ptr<const ProblemData>& data) {
      const auto add = [&] {
        const Views views = model_.views_over(data);
        const std::vector<InputId> inputs = all_inputs(views.joint());
        const std::span<const Known> facts = known;
        const std::size_t begin = truth.size() - rest.size();
        scorer.add(views, inputs, joint_, rest.first(inputs.size()),
                   facts.empty() ? facts : facts.subspan(begin, inputs.size()), compared,
                   request_.work, request_.stop);
        rest = rest.subspan(inputs.size());
      };
      within_memory(add, where);
    };
    if (model_.kernels.empty()) return look(parts);
    ExplicitBatches expanded(model_.kernels, look);
    for (std::size_t i = 0; i < truth.size(); ++i)
      expanded.add(*parts, static_cast<Index>(i), place_of(examples[i]));
    expanded.end_batch();
  }

  void compare_all(std::span<const Index> labeled, const OutputScorer& scorer,
                   ComparedOutputs& compared) const {
    if (groups_.is_one()) return compare_in_one(labeled, scorer, compared);
    const auto at_a_time =
        static_cast<std::size_t>(groups_.has_sets() ? groups_.at_a_time() : InputBatches::kMost);
    while (!labeled.empty()) {
      const std::size_t count = std::min(at_a_time, labeled.size());
      compare(labeled.first(count), scorer, compared);
      labeled = labeled.subspan(count);
    }
  }

  // The facts about these examples that predictions agree with.
  Json agreement_on(const std::vector<Index>& examples) const {
    std::vector<KnownSet> inputs;
    if (groups_.has_sets()) {
      inputs = model_.examples->known_sets(examples, groups_.at_a_time());
    } else {
      for (const Index example : examples)
        inputs.push_back({{example}, model_.examples->known(example)});
    }
    KnownAgreement agreement;
    for (const auto& [members, known] : inputs) {
      const auto compare = [&] {
        InputRequest request{{}, members, model_.assignment, true};
        if (groups_.has_sets()) request.sizes = {std::ssize(members)};
        const Views views = model_.views_over(model_.examples->inputs(request).data);
        const auto* partial = offered<PartialOutputs>(views.joint());
        if (partial == nullptr)
          throw DataError(in_part_message(*model_.problem, *model_.examples, members.front()));
        std::vector<Output> predicted;
        append_outputs(views.joint(), std::vector<InputId>{0}, joint_, predicted, request_.work,
                       request_.stop);
        if (!is_part(request_.work)) agreement.add(*partial, 0, known, predicted.front());
      };
      within_memory(compare, [&] { return place_of(members.front()); });
    }
    return agreement.report();
  }

  // Predicts the input that all examples make, and compares it where these are.
  void compare_in_one(std::span<const Index> labeled, const OutputScorer& scorer,
                      ComparedOutputs& compared) const {
    std::vector<Index> all(static_cast<std::size_t>(model_.examples->size()));
    std::iota(all.begin(), all.end(), Index{0});
    InputRequest request{{}, all, model_.assignment, true};
    request.sizes = {std::ssize(all)};
    const Known truth =
        labels_in_one(*model_.examples, labeled, all.size(), [](Index example) { return example; });
    const std::vector<Output> any(1);
    within_memory(
        [&] {
          scorer.add(model_.views_over(model_.examples->inputs(request).data),
                     std::vector<InputId>{0}, joint_, any, std::span(&truth, 1), compared,
                     request_.work, request_.stop);
        },
        [&] { return place_of(0); });
  }

  OutputScorer scorer_of(const std::vector<std::string>& metrics) const {
    return {*model_.problem, model_.problem_options, *model_.examples, metrics, metrics};
  }

  std::map<std::string, Interval> intervals_of(const std::filesystem::path& data,
                                               const std::vector<std::string>& measured,
                                               const ComparedOutputs& compared,
                                               Resampling resampling) const {
    // The parts of a set are examples. If the problem joins them into one structure, the set is one
    // item.
    if (groups_.has_sets() && !model_.problem->joined)
      return intervals_of_rows(data, measured, compared, resampling);
    const OutputScorer scorer = scorer_of(measured);
    const Index n = std::ssize(compared.truth);
    check_items_to_draw(n, data, resampling, "one input of problem " + model_.problem->name);
    return percentile_intervals(n, resampling, [&](std::span<const Index> drawn) {
      Predictions of_drawn{at_places(compared.joint.outputs, drawn)};
      of_drawn.in_part = compared.joint.in_part;
      if (compared.joint.losses.size() == compared.truth.size())
        of_drawn.losses = at_places(compared.joint.losses, drawn);
      for (const auto& [metric, notes] : compared.joint.notes)
        of_drawn.notes[metric] = at_places(notes, drawn);
      return scorer.of(at_places(compared.truth, drawn), of_drawn);
    });
  }

  // The rows of all inputs as one input. The loss is left out, because it is defined for an input
  // and not for a draw of rows. If the test set has two classes, a draw may have only one.
  // Precision and similar metrics are then 0/0, which counts as perfect, and such draws are left
  // out.
  std::map<std::string, Interval> intervals_of_rows(const std::filesystem::path& data,
                                                    const std::vector<std::string>& measured,
                                                    const ComparedOutputs& compared,
                                                    Resampling resampling) const {
    const std::vector<int> truth = joined_parts(compared.truth),
                           predicted = joined_parts(compared.joint.outputs);
    check_items_to_draw(std::ssize(truth), data, resampling, "one example");
    const bool has_two_classes = classes_of(truth).size() == 2;
    Index left_out = 0;
    std::map<std::string, Vector> notes;
    for (const auto& [name, of_inputs] : compared.joint.notes) {
      for (const Vector& each : of_inputs)
        notes[name].insert(notes[name].end(), each.begin(), each.end());
    }
    const std::vector<Index> order = by_descending(notes, truth.size());
    std::vector<std::string> metrics = measured;
    std::erase(metrics, kLossMetric);
    const OutputScorer scorer = scorer_of(metrics);
    const auto metrics_of = [&](std::span<const Index> drawn) {
      std::vector<Index> rows;
      rows.reserve(drawn.size());
      for (const Index i : drawn) rows.push_back(order[static_cast<std::size_t>(i)]);
      if (has_two_classes && classes_of(at_places(truth, rows)).size() < 2) {
        ++left_out;
        return std::map<std::string, double>();
      }
      Predictions of_drawn{{{at_places(predicted, rows)}}};
      for (const auto& [metric, of_rows] : notes)
        of_drawn.notes[metric] = {at_places(of_rows, rows)};
      return scorer.of({{at_places(truth, rows)}}, of_drawn);
    };
    auto intervals = percentile_intervals(std::ssize(truth), resampling, metrics_of);
    if (left_out > 0) {
      say(
          fmt::format("costruct: note: --bootstrap: {} of {} draws have rows of one class alone, "
                      "and are left out",
                      left_out, resampling.count));
    }
    return intervals;
  }

  // Notes that all rows have one class. Metrics that compare two classes are then 0/0, which counts
  // as perfect, and rankings count as half right.
  void tell_one_class(const std::filesystem::path& data, const std::vector<int>& truth) const {
    const std::set<int> classes = classes_of(truth);
    if (classes.size() != 1) return;
    const auto label = static_cast<std::size_t>(*classes.begin());
    const std::vector<std::string>& names = model_.examples->label_names();
    say(fmt::format(
        "costruct: note: {}: all {} rows have the label {}, so that metrics that compare two "
        "classes "
        "say nothing: 0/0 counts as perfect, and as a ROC area of .5",
        data.string(), truth.size(), label < names.size() ? shown_text(names[label]) : "unknown"));
  }

  // The labeled examples with the largest losses.
  std::vector<ScoredOutput> worst_of(const std::vector<Index>& labeled,
                                     const ComparedOutputs& compared, Index most) const {
    const ExampleSet& examples = *model_.examples;
    Vector losses;
    std::vector<Index> parts;
    auto next = compared.joint.losses.begin();  // an impossible output has none
    for (std::size_t i = 0; i < labeled.size(); ++i) {
      losses.push_back(examples.is_possible(compared.truth[i])
                           ? *next++
                           : std::numeric_limits<double>::quiet_NaN());
      parts.push_back(examples.num_parts(labeled[i]));
    }
    std::vector<ScoredOutput> worst;
    for (const std::size_t i : largest_losses(losses, parts, most)) {
      const Index example = labeled[i];
      const bool is_whole = examples.is_labeled(example);
      worst.push_back({place_of(example), losses[i],
                       is_whole ? examples.text_of_example(example, compared.truth[i])
                                : examples.text_of_known(examples.known(example)),
                       examples.text_of_example(
                           example, is_whole ? compared.joint.outputs[i] : predicted(example))});
    }
    return worst;
  }

  // `compared` has the known parts of an output alone.
  Output predicted(Index example) const {
    const auto predict = [&] {
      const auto data = model_.examples->inputs({{}, {&example, 1}, model_.assignment, true}).data;
      Output output;
      const auto decode_it = [&](const std::shared_ptr<const ProblemData>& inputs) {
        output = model_.views_over(inputs).joint().decode(0, joint_).output;
      };
      ExplicitBatches expanded(model_.kernels, decode_it);
      if (model_.kernels.empty()) {
        decode_it(data);
      } else {
        expanded.add(*data, 0, place_of(example));
      }
      expanded.end_batch();
      return output;
    };
    return within_memory(predict, [&] { return place_of(example); });
  }

  Json report(const std::vector<Index>& labeled, const OutputScorer& scorer,
              const ComparedOutputs& compared) const {
    const auto is_impossible = [&](const Output& y) { return !model_.examples->is_possible(y); };
    if (const auto impossible =
            std::count_if(compared.truth.begin(), compared.truth.end(), is_impossible);
        impossible > 0) {
      say(fmt::format(
          "costruct: note: {} that the training data lack, so the metric loss is left out",
          counted(impossible, "example has a label", "examples have labels")));
    }
    Json json = {{"examples", labeled.size()},
                 {"metrics", scorer.of(compared.truth, compared.joint)}};
    Index parts = 0;
    for (std::size_t i = 0; i < labeled.size(); ++i) {
      const bool in_part = !model_.examples->is_labeled(labeled[i]);
      parts +=
          in_part ? std::ssize(compared.truth[i].parts) : model_.examples->num_parts(labeled[i]);
    }
    if (parts > 0) json["tokens"] = parts;
    if (compared.by_view.empty()) return json;
    for (const Predictions& view : compared.by_view)
      json["views"].push_back({{"metrics", scorer.of_view(compared.truth, view)}});
    json["disagreement"] = disagreement(*model_.problem, model_.problem_options, compared.by_view);
    return json;
  }

  const StructuredFile& model_;
  ConstVectorRef joint_;
  const InputGroups& groups_;
  const EvaluationRequest& request_;
};

}  // namespace

Evaluation evaluate_structured(const StructuredFile& model, ConstVectorRef joint,
                               const InputGroups& groups, const std::filesystem::path& data,
                               const EvaluationRequest& request) {
  return StructuredEvaluation(model, joint, groups, request).run(data);
}

}  // namespace costruct::experiments
