#include "costruct/experiments/describe/things.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/fitting_learners.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

using Names = std::vector<std::string>;

void add(std::vector<Fact>& facts, const char* title, const std::string& text) {
  if (!text.empty()) facts.push_back({title, text});
}

void add_names(std::vector<Fact>& facts, const char* title, const char* kind, Names names) {
  if (!names.empty()) facts.push_back({title, "", kind, std::move(names)});
}

template <class Entries, class Condition>
Names names_where(const Entries& entries, Condition holds) {
  Names names;
  for (const auto& entry : entries) {
    if (holds(entry)) names.push_back(entry.name);
  }
  return names;
}

// Whether the learner with its default options learns the problem with its default options.
bool learns_problem(const LearnerEntry& learner, const ProblemEntry& problem) {
  if (learner.predicts_numbers || problem.predicts_numbers)
    return learner.predicts_numbers == problem.predicts_numbers;
  const Json overrides = problem_overrides(learner, with_defaults(learner.options, Json::object()));
  return learns(learner, problem.blank(with_defaults(problem.options, overrides)));
}

Names formats_of(const std::string& input) {
  return names_where(formats(), [&](const Format& format) { return format.input == input; });
}

Names problems_of(const std::string& input) {
  return names_where(problem_catalog(), [&](const ProblemEntry& p) { return p.input == input; });
}

std::string meaning_of_loss(const ProblemEntry& problem, const std::string& loss) {
  const auto at = problem.loss_meanings.find(loss);
  if (at != problem.loss_meanings.end()) return at->second;
  const OptionInfo* option = find_option(problem.options, Json::object(), "loss");
  return option == nullptr ? "" : option->meaning;
}

std::vector<NamedThing> problems() {
  std::vector<NamedThing> things;
  for (const ProblemEntry& p : problem_catalog()) {
    NamedThing thing{p.name, p.summary};
    add(thing.facts, "input", p.input);
    add(thing.facts, "output", p.output);
    add(thing.facts, "decoder", p.decoder);
    add(thing.facts, "cost", p.cost);
    add(thing.facts, "source", p.source);
    add_names(thing.facts, "losses", "loss", p.losses);
    add_names(thing.facts, "metrics", "metric", metrics_of(p));
    add_names(thing.facts, "formats", "format", formats_of(p.input));
    add_names(thing.facts, "learners", "learner",
              names_where(learner_catalog(),
                          [&](const LearnerEntry& l) { return learns_problem(l, p); }));
    thing.options = p.options;
    things.push_back(std::move(thing));
  }
  return things;
}

// The default needs of the learner, which a problem must meet.
std::string text_of_needs(const LearnerEntry& learner) {
  if (learner.predicts_numbers) return "numbers as targets";
  Names texts;
  const Needs needs = needs_of(learner, with_defaults(learner.options, Json::object()));
  for (const Need need : needs.offers) texts.push_back(need_name(need));
  if (needs.known_weights) texts.push_back(needs.known_weights->name);
  if (needs.augmentation) texts.push_back("exact loss-augmented decoding");
  if (find_option(learner.options, Json::object(), "learner") != nullptr)
    texts.push_back("what its learner needs");
  return fmt::format("{}", fmt::join(texts, ", "));
}

// When the learner uses unlabeled examples.
std::string text_of_unlabeled(const LearnerEntry& learner) {
  if (learner.uses_unlabeled) return "used";
  if (learner.unlabeled_weights.empty()) return "not used";
  return fmt::format("used where {} > 0", fmt::join(learner.unlabeled_weights, " or "));
}

std::string text_of_kernel(const LearnerEntry& learner) {
  if (learner.has_own_kernel) return "";
  return takes_kernels({learner.needs}) ? "any, by the key `kernel`; default linear"
                                        : "none but linear";
}

std::vector<NamedThing> learners() {
  std::vector<NamedThing> things;
  for (const LearnerEntry& l : learner_catalog()) {
    NamedThing thing{l.name, l.summary};
    add(thing.facts, "source", l.source);
    add(thing.facts, "views", l.uses_views ? "one model per view" : "all features together");
    add(thing.facts, "with one view", l.with_one_view);
    add(thing.facts, "unlabeled examples", text_of_unlabeled(l));
    add(thing.facts, "examples labeled in part", l.partial_examples);
    add(thing.facts, "needs", text_of_needs(l));
    add_names(thing.facts, "problems", "problem",
              names_where(problem_catalog(),
                          [&](const ProblemEntry& p) { return learns_problem(l, p); }));
    add(thing.facts, "always sets in the problem",
        l.problem_overrides.empty() ? "" : l.problem_overrides.dump());
    add(thing.facts, "kernel", text_of_kernel(l));
    add(thing.facts, "cost", l.cost);
    thing.options = l.options;
    things.push_back(std::move(thing));
  }
  return things;
}

// The thing of this name at the end of `things` or before; it is added if it is missing.
NamedThing& thing_to_fill(std::vector<NamedThing>& things, const std::string& name) {
  const auto at =
      std::find_if(things.begin(), things.end(), [&](const auto& t) { return t.name == name; });
  if (at != things.end()) return *at;
  return things.emplace_back(NamedThing{name, ""});
}

std::vector<NamedThing> losses() {
  std::vector<NamedThing> things;
  for (const ProblemEntry& p : problem_catalog()) {
    for (const std::string& loss : p.losses) {
      NamedThing& thing = thing_to_fill(things, loss);
      thing.summary += (thing.summary.empty() ? "of " : ", ") + p.name;
      if (thing.facts.empty())
        add_names(thing.facts, "problems", "problem", {p.name});
      else
        thing.facts.front().names.push_back(p.name);
      thing.facts.push_back({"of " + p.name, meaning_of_loss(p, loss)});
    }
  }
  return things;
}

const char* text_of_scale(MetricScale scale) {
  switch (scale) {
    case MetricScale::kShare:
      return "a share, from 0 to 1";
    case MetricScale::kRatio:
      return "a ratio; 1 is as much as the reference quantity";
    case MetricScale::kCount:
      return "a count";
    case MetricScale::kUnit:
      return "in the unit of the predicted number";
  }
  return "";
}

std::vector<NamedThing> metrics() {
  std::vector<NamedThing> things;
  for (const MetricEntry& m : metric_catalog()) {
    NamedThing& thing = thing_to_fill(things, m.name);
    // Another problem may have a different metric with this name.
    thing.summary +=
        thing.summary.empty()
            ? m.meaning
            : "; of " + fmt::format("{}", fmt::join(m.problems, ", ")) + ": " + m.meaning;
    add_names(thing.facts, "problems", "problem",
              m.problems.empty() && !m.of_fit ? problem_catalog().names() : m.problems);
    add(thing.facts, "better", m.higher_is_better ? "higher" : "lower");
    add(thing.facts, "value",
        m.name == "loss" ? "in the unit of the loss" : text_of_scale(m.scale));
    add(thing.facts, "needs", m.needs);
  }
  return things;
}

std::vector<NamedThing> data_formats() {
  std::vector<NamedThing> things;
  for (const FormatEntry& entry : format_catalog()) {
    NamedThing thing{entry.name, entry.summary};
    const Format& format = *find_format(entry.name);
    add(thing.facts, "examples", format.input);
    add_names(thing.facts, "problems", "problem", problems_of(format.input));
    if (const auto input = extractor_input(format)) {
      add_names(thing.facts, "extractors", "extractor",
                names_where(extractor_kinds(),
                            [&](const ExtractorKind& kind) { return kind.takes(*input); }));
    }
    thing.options = entry.options;
    things.push_back(std::move(thing));
  }
  return things;
}

std::vector<NamedThing> extractors() {
  std::vector<NamedThing> things;
  for (const ExtractorKind& kind : extractor_kinds()) {
    NamedThing thing{kind.name, kind.summary};
    add_names(thing.facts, "formats", "format", names_where(formats(), [&](const Format& format) {
                const auto input = extractor_input(format);
                return input && kind.takes(*input);
              }));
    thing.options = kind.options;
    things.push_back(std::move(thing));
  }
  return things;
}

std::vector<NamedThing> data_generators() {
  std::vector<NamedThing> things;
  for (const Generator& generator : generators()) {
    NamedThing thing{generator.name, generator.summary};
    add(thing.facts, "examples", generator.input);
    thing.options = generator.options;
    things.push_back(std::move(thing));
  }
  return things;
}

std::vector<NamedThing> datasets() {
  std::vector<NamedThing> things;
  for (const DatasetEntry& d : dataset_catalog()) {
    NamedThing thing{d.name, d.summary};
    add(thing.facts, "examples", d.input());
    add(thing.facts, "folder", d.folder + "/");
    add(thing.facts, "files", fmt::format("{}", fmt::join(d.files, ", ")));
    add(thing.facts, "licence", d.licence);
    add(thing.facts, "how to get it", d.obtain);
    thing.block = d.block;
    things.push_back(std::move(thing));
  }
  return things;
}

std::vector<NamedThing> protocols() {
  std::vector<NamedThing> things;
  for (const ProtocolEntry& entry : protocol_catalog()) {
    NamedThing thing{entry.name, entry.summary};
    for (const std::string& detail : entry.details) {
      const std::size_t colon = detail.find(": ");
      thing.facts.push_back({detail.substr(0, colon), detail.substr(colon + 2)});
    }
    thing.options = entry.options;
    things.push_back(std::move(thing));
  }
  return things;
}

template <class Entries>
std::vector<NamedThing> with_options(const Entries& entries) {
  std::vector<NamedThing> things;
  for (const auto& entry : entries) {
    NamedThing thing{entry.name, entry.summary};
    thing.options = entry.options;
    things.push_back(std::move(thing));
  }
  return things;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list = {
      {"problem", "problems", "joint feature map, loss and decoders", "options", problems},
      {"learner", "learners", "what returns weights for a feature map", "options", learners},
      {"loss", "losses", "what a problem's outputs are compared by in training", "", losses},
      {"metric", "metrics", "what predictions are scored by", "", metrics},
      {"format", "formats", "how examples are written down in files", "options", data_formats},
      {"dataset", "datasets", "data sets that a config can name", "", datasets},
      {"extractor", "extractors", "features made of the words of sentences, or of rows of numbers",
       "options", extractors},
      {"generator", "generators", "distributions that a config can draw its data from", "options",
       data_generators},
      {"view", "views", "policies that assign features to views", "options",
       [] { return with_options(view_policy_catalog()); }},
      {"kernel", "kernels", "what a learner's key `kernel` puts in the place of inner products",
       "options", [] { return with_options(kernel_catalog()); }},
      {"protocol", "protocols", "how a sweep draws labeled, unlabeled and held-out examples",
       "keys of `sweep`", protocols},
  };
  return list;
}

}  // namespace costruct::experiments
