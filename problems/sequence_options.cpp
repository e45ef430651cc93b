#include "costruct/problems/sequence_options.hpp"

#include <algorithm>

#include "costruct/problems/allowed_transitions.hpp"
#include "costruct/problems/cost_matrix.hpp"

namespace costruct {

OptionDeclaration<SequenceOptions> sequence_options() {
  OptionDeclaration<SequenceOptions> options;
  options.choice("loss", &SequenceOptions::loss, sequence_loss_names(), "loss of a wrong labeling");
  add_cost_matrix(options, &SequenceOptions::costs);
  options.integer("order", &SequenceOptions::order, {.at_least = 1, .at_most = 3},
                  "order p of the transitions: K^(q+1) weights more for each q = 2..p");
  options.number("eta", &SequenceOptions::eta, {.at_least = 0},
                 "weight of the transition features");
  options.boolean("bias", &SequenceOptions::bias, "an always-on feature of each label");
  options.boolean("boundary", &SequenceOptions::boundary,
                  "features for the first and the last label");
  options
      .text("outside", &SequenceOptions::outside,
            "the label that does not count for F1; \"\": all labels count")
      .label();
  options
      .json("transitions", &SequenceOptions::transitions, AllowedTransitions::form(),
            "which labels may be neighbours: all, those that the scheme allows (IOB2, IOE2, "
            "IOBES), or all but listed pairs")
      .left_out_by_default();
  return options;
}

std::shared_ptr<const LabelCosts> label_costs(const PartData& data,
                                              const SequenceOptions& options) {
  if (options.loss != SequenceLoss::kCostMatrix) return nullptr;
  return std::make_shared<const LabelCosts>(costs_for(options.costs, data.labels.size()));
}

int outside_label(const PartData& data, const SequenceOptions& options) {
  const auto found = std::find(data.labels.begin(), data.labels.end(), options.outside);
  return found == data.labels.end() ? -1 : static_cast<int>(found - data.labels.begin());
}

std::string note_on_outside(const Json& json, std::span<const std::string> labels) {
  const std::string outside = sequence_options().parse(json).outside;
  const auto is_letter = [](const std::string& label) { return label.size() == 1; };
  const auto is_chunk_tag = [](const std::string& label) {
    return label.size() == 1 && std::string_view("BIOESLUM").find(label) != std::string_view::npos;
  };
  if (std::find(labels.begin(), labels.end(), outside) == labels.end() ||
      !std::all_of(labels.begin(), labels.end(), is_letter) ||
      std::all_of(labels.begin(), labels.end(), is_chunk_tag))
    return "";
  return "the label " + shown(outside) +
         " does not count for F1: \"outside\": \"\" in problem makes it a label like the others";
}

std::function<std::string(const Output&)> why_not_allowed(const Json& json,
                                                          std::span<const std::string> labels) {
  const AllowedTransitions allowed(sequence_options().parse(json).transitions, labels);
  if (allowed.all()) return {};
  return [allowed, names = std::vector<std::string>(labels.begin(), labels.end())](
             const Output& y) -> std::string {
    const std::string broken = allowed.broken_by(y, names);
    if (broken.empty()) return "";
    return broken +
           ", which problem.transitions forbids: mend the label, or set transitions to \"any\"; "
           "data.scheme (\"iob2\", \"iobes\") mends all such labels";
  };
}

}  // namespace costruct
