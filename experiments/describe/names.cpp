#include "costruct/experiments/describe/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {
namespace {

struct NamedThing {
  std::string name, summary;
  std::string details;  // whole lines
};

struct Kind {
  std::string singular, plural, summary;
  std::function<std::vector<NamedThing>()> all;
};

std::string default_text(const OptionInfo& info) {
  if (!info.default_value.is_null()) return "default " + shown(info.default_value);
  return info.nullable ? "default null" : "required";
}

std::string options_text(const std::vector<OptionInfo>& options) {
  if (options.empty()) return "no options\n";
  std::string text = "options:\n";
  for (const OptionInfo& info : options) {
    const std::string only = info.only_with.empty() ? "" : "; only with " + only_with_text(info);
    text += fmt::format(
        "  {} ({}; {}{}){}\n      {}\n", info.name, type_and_range(info), default_text(info), only,
        info.effect == Effect::kTimeOnly ? ", changes only time" : "", info.meaning);
  }
  return text;
}

std::string line(const char* title, const std::string& text) {
  return text.empty() ? "" : fmt::format("{}: {}\n", title, text);
}

std::string joined_names(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<NamedThing> problems() {
  std::vector<NamedThing> things;
  for (const ProblemEntry& p : problem_catalog()) {
    things.push_back({p.name, p.summary,
                      line("input", p.input) + line("output", p.output) +
                          line("decoder", p.decoder) + line("losses", joined_names(p.losses)) +
                          options_text(p.options)});
  }
  return things;
}

// The default needs of the learner, which a problem must meet.
std::vector<std::string> texts_of_needs(const LearnerEntry& learner) {
  if (learner.predicts_numbers) return {"numbers as targets"};
  std::vector<std::string> texts;
  const Needs needs = needs_of(learner, with_defaults(learner.options, Json::object()));
  for (const Need need : needs.offers) texts.push_back(need_name(need));
  if (needs.known_weights) texts.push_back(needs.known_weights->name);
  if (needs.augmentation) texts.push_back("exact loss-augmented decoding");
  if (find_option(learner.options, Json::object(), "learner") != nullptr)
    texts.push_back("what its learner needs");
  return texts;
}

// When the learner uses unlabeled examples.
std::string text_of_unlabeled(const LearnerEntry& learner) {
  if (learner.uses_unlabeled) return "used";
  if (learner.unlabeled_weights.empty()) return "not used";
  return fmt::format("used where {} > 0", fmt::join(learner.unlabeled_weights, " or "));
}

std::vector<NamedThing> learners() {
  std::vector<NamedThing> things;
  for (const LearnerEntry& l : learner_catalog()) {
    const std::string overrides = l.problem_overrides.empty() ? "" : l.problem_overrides.dump();
    const char* kernel = l.has_own_kernel           ? ""
                         : takes_kernels({l.needs}) ? "any, by the key `kernel`; default linear"
                                                    : "none but linear";
    things.push_back(
        {l.name, l.summary,
         line("source", l.source) +
             line("views", l.uses_views ? "one model per view" : "all features together") +
             line("with one view", l.with_one_view) +
             line("unlabeled examples", text_of_unlabeled(l)) +
             line("examples labeled in part", l.partial_examples) +
             line("needs", joined_names(texts_of_needs(l))) +
             line("always sets in the problem", overrides) + line("kernel", kernel) +
             options_text(l.options)});
  }
  return things;
}

std::vector<NamedThing> losses() {
  std::vector<NamedThing> things;
  for (const ProblemEntry& p : problem_catalog()) {
    for (const std::string& loss : p.losses) {
      const auto at =
          std::find_if(things.begin(), things.end(), [&](const auto& t) { return t.name == loss; });
      if (at == things.end()) {
        things.push_back({loss, "of " + p.name, line("problems", p.name)});
      } else {
        at->summary += ", " + p.name;
        at->details.insert(at->details.size() - 1, ", " + p.name);
      }
    }
  }
  return things;
}

std::vector<NamedThing> metrics() {
  std::vector<NamedThing> things;
  for (const MetricEntry& m : metric_catalog()) {
    const std::string details = line("problems", joined_names(m.problems)) +
                                line("better", m.higher_is_better ? "higher" : "lower") +
                                line("needs", m.needs);
    const auto at =
        std::find_if(things.begin(), things.end(), [&](const auto& t) { return t.name == m.name; });
    if (at == things.end()) {
      things.push_back({m.name, m.meaning, details});
    } else {  // another problem has a different metric with this name
      at->summary += "; of " + joined_names(m.problems) + ": " + m.meaning;
      at->details += details;
    }
  }
  return things;
}

std::vector<NamedThing> with_options(const std::vector<FormatEntry>& catalog) {
  std::vector<NamedThing> things;
  for (const FormatEntry& entry : catalog)
    things.push_back({entry.name, entry.summary, options_text(entry.options)});
  return things;
}

std::vector<NamedThing> datasets() {
  std::vector<NamedThing> things;
  for (const DatasetEntry& d : dataset_catalog()) {
    things.push_back({d.name, d.summary,
                      line("examples", d.input()) + line("folder", d.folder + "/") +
                          line("files", joined_names(d.files)) + line("licence", d.licence) +
                          line("how to get it", d.obtain) + "stands for the data block:\n" +
                          d.block.dump(2) + "\n"});
  }
  return things;
}

std::vector<NamedThing> view_policies() {
  std::vector<NamedThing> things;
  for (const ViewPolicyEntry& policy : view_policy_catalog()) {
    things.push_back({policy.name, policy.summary, options_text(policy.options)});
  }
  return things;
}

std::vector<NamedThing> kernels() {
  std::vector<NamedThing> things;
  for (const KernelEntry& entry : kernel_catalog())
    things.push_back({entry.name, entry.summary, options_text(entry.options)});
  return things;
}

std::vector<NamedThing> protocols() {
  std::vector<NamedThing> things;
  for (const ProtocolEntry& entry : protocol_catalog()) {
    std::string details;
    for (const std::string& text : entry.details) details += text + "\n";
    details += "keys of `sweep`:\n";
    for (const OptionInfo& info : entry.options) {
      std::string presence =
          info.default_value.is_null() ? "" : "; default " + shown(info.default_value);
      if (info.is_required) presence = "; required";
      details += fmt::format("  {} ({}{})\n      {}\n", info.name, type_and_range(info), presence,
                             info.meaning);
    }
    things.push_back({entry.name, entry.summary, details});
  }
  return things;
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list = {
      {"problem", "problems", "joint feature map, loss and decoders", problems},
      {"learner", "learners", "what returns weights for a feature map", learners},
      {"loss", "losses", "what a problem's outputs are compared by in training", losses},
      {"metric", "metrics", "what predictions are scored by", metrics},
      {"format", "formats", "how examples are written down in files",
       [] { return with_options(format_catalog()); }},
      {"dataset", "datasets", "data sets that a config can name", datasets},
      {"extractor", "extractors", "features made of the words of sentences, or of rows of numbers",
       [] { return with_options(extractor_catalog()); }},
      {"generator", "generators", "distributions that a config can draw its data from",
       [] { return with_options(generator_catalog()); }},
      {"view", "views", "policies that assign features to views", view_policies},
      {"kernel", "kernels", "what a learner's key `kernel` puts in the place of inner products",
       kernels},
      {"protocol", "protocols", "how a sweep draws labeled, unlabeled and held-out examples",
       protocols},
  };
  return list;
}

const Kind& kind_named(const std::string& name) {
  std::vector<std::string> plurals;
  for (const Kind& kind : kinds()) {
    if (name == kind.singular || name == kind.plural) return kind;
    plurals.push_back(kind.plural);
  }
  const std::string meant = did_you_mean(name, plurals);
  throw ConfigError("unknown kind " + shown_name(name) + ": " +
                    (meant.empty() ? "expected " + one_of(plurals) : meant));
}

template <class Thing>
std::string table_of(const std::vector<Thing>& things, std::string Thing::*name) {
  Table table{{text_column(""), text_column("")}};
  for (const Thing& thing : things) table.add({thing.*name, thing.summary});
  return terminal_text(table);
}

}  // namespace

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.plural);
  return names;
}

std::string list_names(const std::string& kind) {
  if (kind.empty()) return table_of(kinds(), &Kind::plural);
  return table_of(kind_named(kind).all(), &NamedThing::name);
}

std::string describe_name(const std::string& kind_name, const std::string& name) {
  const Kind& kind = kind_named(kind_name);
  std::vector<std::string> names;
  for (const NamedThing& thing : kind.all()) {
    if (thing.name == name)
      return fmt::format("{} {}: {}\n{}", kind.singular, name, thing.summary, thing.details);
    names.push_back(thing.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw ConfigError(fmt::format("unknown {} {}: {}", kind.singular, shown_name(name),
                                meant.empty() ? "expected " + one_of(names) : meant));
}

}  // namespace costruct::experiments
