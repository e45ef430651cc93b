#include "costruct/problems/multivariate/multivariate_options.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct::multivariate {

OptionDeclaration<Options> options() {
  OptionDeclaration<Options> declared;
  declared.choice("loss", &Options::loss,
                  {"f1", "prbep", "precision_at_k", "recall_at_k", "error", "balanced_error",
                   "roc_area", "average_precision"},
                  "1 less the measure of all rows together, or the share of wrong rows");
  declared
      .number("beta", &Options::beta, {.at_least = 1e-3, .at_most = 1e3},
              "f1: recall counts beta times as much as precision")
      .only_with("loss", "f1");
  declared.integer("k", &Options::k, {.at_least = 1, .at_most = 1e9},
                   "rows that precision_at_k and recall_at_k look at, as losses and as metrics");
  declared
      .number("positive_weight", &Options::positive_weight, {.at_least = 1e-6, .at_most = 1e6},
              "error: a missed positive row counts so many times as much as a negative one called "
              "positive")
      .only_with("loss", "error");
  declared
      .text("positive", &Options::positive,
            "the label that measures look for; \"\": the second one (numbers are in their order, "
            "names as they "
            "occur)")
      .label();
  declared
      .boolean("bias", &Options::bias,
               "a feature of value 1 for every row, in each view; none for rankings, which hang on "
               "differences")
      .only_with("loss",
                 Json({"f1", "prbep", "precision_at_k", "recall_at_k", "error", "balanced_error"}));
  return declared;
}

std::string without_constraints(const Options& options, Index ones, Index zeros) {
  const Index n = ones + zeros;
  if ((options.loss == Measure::kPrbep || is_of_rankings(options.loss)) &&
      (ones == 0 || zeros == 0)) {
    return "the labeled rows are all of one label, so that their ranking says nothing: nothing is "
           "learned";
  }
  const bool is_cut = options.loss == Measure::kPrecisionAtK || options.loss == Measure::kRecallAtK;
  if (!is_cut || options.k < n) return "";
  return "problem.k = " + std::to_string(options.k) + ": there are " + std::to_string(n) +
         " labeled rows, and among that many all labelings are alike: next to nothing is learned; "
         "take a "
         "smaller k";
}

std::string note_on_positive(const Options& options, std::span<const std::string> labels) {
  const auto is_number = [](const std::string& label) {
    return label.find_first_not_of("+-.0123456789") == std::string::npos;
  };
  if (!options.positive.empty() || labels.size() != 2 ||
      std::all_of(labels.begin(), labels.end(), is_number))
    return "";
  return "the positive label is " + shown(labels[1]) +
         ", the second label found: to choose it whatever the order of rows, set \"positive\" in "
         "problem";
}

int positive_label(std::span<const std::string> labels, const std::string& name) {
  std::string names;
  for (std::size_t k = 0; k < std::min<std::size_t>(labels.size(), 4); ++k)
    names += (k == 0 ? "" : ", ") + shown(labels[k]);
  if (labels.size() > 4) names += ", ...";
  if (labels.size() != 2) {
    throw ConfigError("problem multivariate takes data with two labels, and there are " +
                      std::to_string(labels.size()) + (labels.empty() ? "" : ": " + names));
  }
  if (name.empty()) return 1;
  const auto found = std::find(labels.begin(), labels.end(), name);
  if (found == labels.end())
    throw ConfigError("problem.positive = " + shown(name) + ": no label of the data, which has " +
                      names);
  return static_cast<int>(found - labels.begin());
}

}  // namespace costruct::multivariate
