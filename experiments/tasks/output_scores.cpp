#include "costruct/experiments/tasks/output_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/problems/known_labels.hpp"

namespace costruct::experiments {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The prediction with its known parts as they are known. A part of which several labels are
// possible keeps an allowed prediction.
Output completed(const Known& known, Output predicted) {
  for (std::size_t t = 0; t < known.facts.size(); ++t) {
    int& part = predicted.parts[t];
    if (!KnownLabels::allow_label(&known, t, part)) part = known.facts[t].front();
  }
  return predicted;
}

// A part of which several labels are possible has no true one, and counts in losses alone.
void keep_known_parts(const Known& known, Output& output) {
  std::size_t kept = 0;
  for (std::size_t t = 0; t < known.facts.size(); ++t) {
    if (known.facts[t].size() == 1) output.parts[kept++] = output.parts[t];
  }
  output.parts.resize(kept);
}

// The same for those of the last outputs of which something is known.
void keep_known_parts(std::span<const Known> known, std::vector<Output>& outputs) {
  const std::size_t before = outputs.size() - known.size();
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (!known[i].empty()) keep_known_parts(known[i], outputs[before + i]);
  }
}

// The first of the metrics whose notes are those of this one.
const OutputMetric& sharing(std::span<const OutputMetric> metrics, const OutputMetric& metric) {
  using Note = Vector (*)(const StructuredProblem&, InputId, const Output&, ConstVectorRef);
  const Note* note = metric.note.target<Note>();
  if (note == nullptr) return metric;  // a closure
  return *std::ranges::find_if(metrics, [&](const OutputMetric& each) {
    const Note* other = each.note.target<Note>();
    return other != nullptr && *other == *note;
  });
}

// Adds the gaps of the last outputs.
void add_gaps(const StructuredProblem& problem, std::span<const InputId> inputs, ConstVectorRef w,
              const std::vector<Output>& outputs, DecodingGaps& gaps) {
  const auto& bounds = *offered<ViolationBounds>(problem);
  const std::size_t before = outputs.size() - inputs.size();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    gaps.add(problem.score(inputs[i], outputs[before + i], w), bounds.score_bound(inputs[i], w));
}

}  // namespace

bool knows_bounds(const StructuredProblem& problem) {
  return problem.decoding_exactness() == Exactness::kGreedy &&
         offered<ViolationBounds>(problem) != nullptr;
}

std::vector<std::string> metrics_for(const ProblemEntry& problem, const ExampleSet& examples) {
  const std::vector<std::string>&all = examples.label_names(), &seen = examples.wanted_in_draws();
  std::vector<std::string> names = metrics_of(problem);
  std::erase_if(names, [&](const std::string& name) {
    const std::string misfit = misfit_of(problem, name, all);
    if (misfit.empty()) return false;
    const auto metric =
        std::find_if(problem.metrics.begin(), problem.metrics.end(),
                     [&](const OutputMetric& each) { return each.info.name == name; });
    if (!metric->takes_unseen_labels || seen.empty() || !metric->misfit(seen).empty()) return true;
    tell_once(
        fmt::format("costruct: note: {} {}, which training does not have: it counts all the same",
                    name, misfit));
    return false;
  });
  return names;
}

std::vector<std::string> measured_metrics(const ProblemEntry& problem, const ExampleSet& examples,
                                          const std::vector<std::string>& wanted) {
  const std::vector<std::string> suited = metrics_for(problem, examples);
  if (wanted.empty()) return suited;
  ConfigErrors errors;
  for (const std::string& name : wanted) {
    if (!contains(suited, name))
      errors.add("metric " + name, ": " + misfit_of(problem, name, examples.label_names()));
  }
  if (!errors.empty()) throw ConfigError(errors.messages());
  return wanted;
}

std::vector<InputId> all_inputs(const StructuredProblem& problem) {
  std::vector<InputId> inputs(static_cast<std::size_t>(problem.num_inputs()));
  std::iota(inputs.begin(), inputs.end(), InputId{0});
  return inputs;
}

void append_outputs(const StructuredProblem& problem, std::span<const InputId> inputs,
                    ConstVectorRef w, std::vector<Output>& outputs, SharedWork* work,
                    const std::atomic<bool>* stop) {
  std::vector<Output> found = results_of<Output>(work, std::ssize(inputs), 1, [&](Index i) {
    throw_if_stopped(stop);
    return problem.decode(inputs[static_cast<std::size_t>(i)], w).output;
  });
  outputs.insert(outputs.end(), std::move_iterator(found.begin()), std::move_iterator(found.end()));
}

std::string in_part_message(const ProblemEntry& problem, const ExampleSet& examples,
                            Index example) {
  const ExamplePlace place = examples.place(example);
  if (!problem.has_parts()) {
    return fmt::format(
        "{}:{}: the output is known in part, but problem {} does not take this with "
        "these options: leave out the example, or what is known of it",
        place.file, place.line, problem.name);
  }
  return fmt::format(
      "{}:{}: several labels are possible here, but problem {} takes one label or none: write one "
      "of them, or ?",
      place.file, place.line, problem.name);
}

std::vector<Known> known_of(const ExampleSet& examples, std::span<const Index> which) {
  std::vector<Known> known;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Known& of_example = examples.known(which[i]);
    if (of_example.empty()) continue;
    known.resize(which.size());
    known[i] = of_example;
  }
  return known;
}

Views within(const Views& views, const std::vector<Known>& known) {
  const auto restricted = [&](const StructuredProblem& problem) {
    return offered<PartialOutputs>(problem)->within(known);
  };
  if (views.count() == 1) return Views(restricted(views.joint()));
  std::vector<std::unique_ptr<const StructuredProblem>> each;
  for (Index v = 0; v < views.count(); ++v) each.push_back(restricted(views[v]));
  return Views(std::move(each), restricted(views.joint()), {});
}

void OutputScorer::add(const Views& views, std::span<const InputId> inputs, ConstVectorRef w,
                       std::span<const Output> truth, std::span<const Known> known,
                       ComparedOutputs& compared, SharedWork* work,
                       const std::atomic<bool>* stop) const {
  const StructuredProblem& joint = views.joint();
  const std::size_t before = compared.truth.size();
  compared.truth.insert(compared.truth.end(), truth.begin(), truth.end());
  const double start = thread_seconds();
  append_outputs(joint, inputs, w, compared.joint.outputs, work, stop);
  compared.predict_seconds += thread_seconds() - start;
  if (compared.gaps) add_gaps(joint, inputs, w, compared.joint.outputs, *compared.gaps);
  // The truth of each input beside a prediction of it.
  const auto truth_beside = [&](const std::vector<Output>& predicted) {
    std::vector<Output> all(truth.begin(), truth.end());
    const std::size_t first = predicted.size() - all.size();
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (!known[i].empty()) all[i] = completed(known[i], predicted[first + i]);
    }
    return all;
  };
  const auto add_scored = [&](const Asked& asked, Predictions& predictions) {
    if (is_part(work)) return;
    if (known.empty()) return add_notes(asked, joint, inputs, truth, predictions);
    add_notes(asked, joint, inputs, truth_beside(predictions.outputs), predictions);
    keep_known_parts(known, predictions.outputs);
    predictions.in_part = true;
  };
  if (!known.empty() && !is_part(work)) {
    const std::vector<Output> all = truth_beside(compared.joint.outputs);
    std::copy(all.begin(), all.end(), compared.truth.begin() + static_cast<Index>(before));
    keep_known_parts(known, compared.truth);
  }
  add_scored({joint, metrics_, w}, compared.joint);
  if (views.count() == 1) return;
  compared.by_view.resize(static_cast<std::size_t>(views.count()));
  for (Index v = 0; v < views.count(); ++v) {
    const ConstVectorRef own = w.first(views[v].dimension());
    Predictions& of_view = compared.by_view[static_cast<std::size_t>(v)];
    append_outputs(views[v], inputs, own, of_view.outputs, work, stop);
    add_scored({views[v], metrics_of_views_, own}, of_view);
    w = w.subspan(own.size());
  }
}

// The predictions of these inputs are the last ones.
void OutputScorer::add_notes(const Asked& asked, const StructuredProblem& joint,
                             std::span<const InputId> inputs, std::span<const Output> truth,
                             Predictions& predictions) const {
  const std::size_t before = predictions.outputs.size() - inputs.size();
  if (contains(asked.metrics, kLossMetric)) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!examples_.is_possible(truth[i])) continue;
      predictions.losses.push_back(
          joint.loss(inputs[i], truth[i], predictions.outputs[before + i]));
    }
  }
  for (const OutputMetric& metric : problem_.metrics) {  // also if there are no inputs
    if (metric.note && contains(asked.metrics, metric.info.name))
      (void)predictions.notes[sharing(problem_.metrics, metric).info.name];
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (auto& [name, note] :
         notes_of(problem_.metrics, asked.metrics, asked.problem, inputs[i], truth[i], asked.w))
      predictions.notes[name].push_back(std::move(note));
  }
}

std::map<std::string, Vector> notes_of(std::span<const OutputMetric> metrics,
                                       const std::vector<std::string>& wanted,
                                       const StructuredProblem& problem, InputId x,
                                       const Output& truth, ConstVectorRef w) {
  std::map<std::string, Vector> notes;
  for (const OutputMetric& metric : metrics) {
    if (!metric.note || !contains(wanted, metric.info.name)) continue;
    const auto [place, is_new] = notes.try_emplace(sharing(metrics, metric).info.name);
    if (is_new) place->second = metric.note(problem, x, truth, w);
  }
  return notes;
}

std::map<std::string, double> OutputScorer::values(const std::vector<std::string>& metrics,
                                                   const std::vector<Output>& truth,
                                                   const Predictions& predictions) const {
  std::map<std::string, double> values;
  const Vector& losses = predictions.losses;
  if (contains(metrics, kLossMetric) && losses.size() == truth.size()) {
    const double sum = std::accumulate(losses.begin(), losses.end(), 0.0);
    values[kLossMetric] = losses.empty() ? 0 : sum / static_cast<double>(losses.size());
  }
  for (const OutputMetric& metric : problem_.metrics) {
    if (!contains(metrics, metric.info.name)) continue;
    if (predictions.in_part && metric.needs_all_parts) {
      tell_once(fmt::format(
          "costruct: note: {} is left out: it needs all labels of an example, and some have a part",
          metric.info.name));
      continue;
    }
    MetricInput input{truth, predictions.outputs, examples_.label_names(), options_};
    if (metric.note)
      input.notes = predictions.notes.at(sharing(problem_.metrics, metric).info.name);
    input.text_of = [this](const Output& output) { return examples_.text_of(output); };
    values[metric.info.name] = metric.compute(input);
  }
  return values;
}

void KnownAgreement::add(const PartialOutputs& problem, InputId x, const Known& known,
                         const Output& predicted) {
  ++examples_;
  Known alone;
  alone.facts.resize(known.facts.size());
  for (std::size_t i = 0; i < known.facts.size(); ++i) {
    if (known.facts[i].empty()) continue;
    alone.facts[i] = known.facts[i];
    ++facts_;
    agreed_ += problem.allows(x, alone, predicted);
    alone.facts[i].clear();
  }
}

Json KnownAgreement::report() const {
  const double share = facts_ == 0 ? 1 : static_cast<double>(agreed_) / static_cast<double>(facts_);
  return {{"examples", examples_}, {"facts", facts_}, {"agreement", share}};
}

double disagreement(const ProblemEntry& problem, const Json& problem_options,
                    const std::vector<Predictions>& by_view) {
  double wrong = 0, all = 0;
  for (std::size_t u = 0; u < by_view.size(); ++u) {
    for (std::size_t v = u + 1; v < by_view.size(); ++v) {
      for (std::size_t i = 0; i < by_view[u].outputs.size(); ++i) {
        const Output &of_u = by_view[u].outputs[i], &of_v = by_view[v].outputs[i];
        if (problem.difference) {
          wrong += problem.difference(problem_options, of_u, of_v);
          ++all;
          continue;
        }
        const std::vector<int>&a = of_u.parts, &b = of_v.parts;
        const std::size_t both = std::min(a.size(), b.size()),
                          longest = std::max(a.size(), b.size());
        for (std::size_t t = 0; t < both; ++t) wrong += a[t] != b[t];
        wrong += static_cast<double>(longest - both);
        all += static_cast<double>(longest);
      }
    }
  }
  return all == 0 ? 0 : wrong / all;
}

}  // namespace costruct::experiments
