#include "costruct/experiments/draws/draw_notes.hpp"

#include <fmt/format.h>

#include <set>

#include "costruct/core/options.hpp"
#include "costruct/core/text/counted.hpp"

namespace costruct::experiments {
namespace {

std::set<int> labels_held_out(const DrawPool& pool, const SweepConfig& sweep, Index repetition) {
  const Draw draw(pool, sweep, repetition, "split");
  std::set<int> labels;
  for (const Index example : draw.at(sweep.sizes.back()).holdout) {
    for (const int label : pool.labels_of(example)) labels.insert(label);
    if (labels.size() > 1) break;
  }
  return labels;
}

}  // namespace

std::optional<std::string> one_label_held_out(const DrawPool& pool, const SweepConfig& sweep) {
  if (pool.labels().size() < 2) return std::nullopt;
  Index draws = 0;
  std::set<int> alone;  // labels that are the only held-out label of some draw
  for (Index repetition = 0; repetition < sweep.repetitions; ++repetition) {
    const std::set<int> labels = labels_held_out(pool, sweep, repetition);
    if (labels.size() != 1) continue;
    ++draws;
    alone.insert(*labels.begin());
  }
  if (draws == 0) return std::nullopt;
  const std::string which =
      alone.size() > 1 ? std::string("now one, now another")
                       : shown(Json(pool.labels()[static_cast<std::size_t>(*alone.begin())]));
  return fmt::format(
      "in {} of {} the held-out examples have one label alone ({}), so metrics say "
      "nothing of other labels: hold out more (sweep.holdout)",
      draws, counted(sweep.repetitions, "draw"), which);
}

}  // namespace costruct::experiments
