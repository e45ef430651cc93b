// values: the numbers of a row, unchanged or weighted.
#include "costruct/data/features/rows/row_values.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

struct DeclaredOptions {
  Weighting weighting = Weighting::kNone;
  Normalize normalize = Normalize::kNone;
  Json group = nullptr;
};

OptionDeclaration<DeclaredOptions> value_options() {
  OptionDeclaration<DeclaredOptions> options;
  options
      .choice("weighting", &DeclaredOptions::weighting, {"none", "log"},
              "log: sign(x) log(1 + |x|) in place of a value x")
      .choice("normalize", &DeclaredOptions::normalize, {"none", "l2"},
              "l2: every row is made 1 long, after weighting; all that the file has of it counts")
      .json("group", &DeclaredOptions::group, or_null(text_form("name of a group")),
            "group of all these features, for named views; null: those of the option `groups` of "
            "the data");
  return options;
}

}  // namespace

RowValueOptions read_row_values(const Json& json) {
  const DeclaredOptions declared = value_options().parse(json);
  RowValueOptions options{declared.weighting, declared.normalize, std::nullopt};
  if (declared.group.is_string()) options.group = declared.group.get<std::string>();
  return options;
}

double log_weight(double x) {
  return std::copysign(std::log1p(std::abs(x)), x);
}

void make_unit(std::span<double> values) {
  double largest = 0, squares = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x));
  if (largest == 0) return;
  for (double& x : values) {
    x /= largest;
    squares += x * x;
  }
  for (double& x : values) x /= std::sqrt(squares);
}

void weigh_row(std::span<double> values, Weighting weighting, Normalize normalize) {
  COSTRUCT_ASSERT(weighting != Weighting::kTfIdf,
                  "one row does not say how many rows have a feature");
  if (weighting == Weighting::kLog)
    std::transform(values.begin(), values.end(), values.begin(), log_weight);
  if (normalize == Normalize::kNone) return;
  make_unit(values);
}

ExtractorKind values_extractor() {
  ExtractorKind kind;
  kind.input = ExtractorInput::kRows;
  kind.name = "values";
  kind.summary = "the numbers of a row as they stand, or as logarithms, or of unit length";
  kind.options = value_options().list();
  return kind;
}

}  // namespace costruct::experiments
