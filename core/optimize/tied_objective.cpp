#include "costruct/core/optimize/tied_objective.hpp"

#include <memory>

namespace costruct {
namespace {

double of_others(const TiedVariable& tie, ConstVectorRef x) {
  double sum = 0;
  for (std::size_t i = 0; i < tie.at.size(); ++i) sum += tie.value[i] * x[tie.at[i]];
  return sum;
}

}  // namespace

void TiedObjective::tie(VectorRef x) const {
  for (const TiedVariable& tie : tied_) x[tie.variable] = tie.offset - of_others(tie, x);
}

double TiedObjective::value(ConstVectorRef x, VectorRef gradient) const {
  if (tied_.empty()) return base_.value(x, gradient);
  Vector full(x.begin(), x.end());
  tie(full);
  double value = base_.value(full, gradient);
  for (const TiedVariable& tie : tied_) {
    const double tied = full[tie.variable];
    value -= 0.5 * tied * tied;
    const double slope = gradient[tie.variable] - tied;
    for (std::size_t i = 0; i < tie.at.size(); ++i) gradient[tie.at[i]] -= slope * tie.value[i];
    gradient[tie.variable] = 0;
  }
  return value;
}

SmoothFunction::Line TiedObjective::line(ConstVectorRef x, ConstVectorRef d) const {
  if (tied_.empty()) return base_.line(x, d);
  // The line that base_ looks at must outlive this call.
  const auto ends = std::make_shared<std::pair<Vector, Vector>>(Vector(x.begin(), x.end()),
                                                                Vector(d.begin(), d.end()));
  auto& [from, along] = *ends;
  tie(from);
  for (const TiedVariable& tie : tied_) along[tie.variable] = -of_others(tie, along);
  return [this, ends, base = base_.line(from, along)](double step) {
    OnLine at = base(step);
    for (const TiedVariable& tie : tied_) {
      const double slope = ends->second[tie.variable];
      const double tied = ends->first[tie.variable] + step * slope;
      at.value -= 0.5 * tied * tied;
      at.slope -= tied * slope;
    }
    return at;
  };
}

}  // namespace costruct
