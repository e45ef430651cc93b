#include "costruct/problems/graph/graph_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct::graph {

OptionDeclaration<GraphOptions> graph_options() {
  using Options = GraphOptions;
  OptionDeclaration<Options> options;
  options.choice("loss", &Options::loss, kGraphLosses, "loss of a wrong labeling");
  options.choice("pairs", &Options::pairs, {"none", "equal", "unordered", "ordered"},
                 "pairs of labels of an edge with a weight");
  options.boolean("bias", &Options::bias, "an always-on feature of each label");
  options.choice("decoder", &Options::decoder,
                 {"auto", "elimination", "messages", "cut", "expansion", "relaxation"},
                 "elimination is exact; cut is for two labels");
  options.json("class_weights", &Options::class_weights,
               or_null(map_form("map of labels to weights",
                                number_form({.greater_than = 0, .at_most = 1e6}))),
               "weights of labels in Hamming losses");
  return options;
}

Vector weights_of_labels(const GraphOptions& options, const std::vector<std::string>& labels) {
  if (options.class_weights.is_null()) return {};
  if (options.loss == GraphLoss::kZeroOne) {
    throw ConfigError(
        "problem.class_weights: have no effect with \"loss\": \"zero_one\"; take \"hamming\"");
  }
  Vector weights(labels.size(), 1.0);
  for (const auto& [label, weight] : options.class_weights.items()) {
    const auto at = std::find(labels.begin(), labels.end(), label);
    if (at == labels.end()) {
      throw ConfigError(fmt::format("problem.class_weights: the data have no label \"{}\", but {}",
                                    label, fmt::join(labels, ", ")));
    }
    weights[static_cast<std::size_t>(at - labels.begin())] = weight.get<double>();
  }
  return weights;
}

std::vector<std::string> LabelPairs::names(const std::vector<std::string>& labels) const {
  std::vector<std::string> names(static_cast<std::size_t>(count()));
  if (kind_ == Pairs::kEqual) return {"equal labels"};
  if (kind_ == Pairs::kNone) return {};
  for (Index p = 0; p < labels_; ++p) {
    for (Index k = kind_ == Pairs::kOrdered ? 0 : p; k < labels_; ++k) {
      names[static_cast<std::size_t>(of(p, k))] = labels[static_cast<std::size_t>(p)] +
                                                  (kind_ == Pairs::kOrdered ? " -> " : " - ") +
                                                  labels[static_cast<std::size_t>(k)];
    }
  }
  return names;
}

}  // namespace costruct::graph
