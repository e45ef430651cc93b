#include "costruct/results/statistics/pairing.hpp"

#include <algorithm>
#include <cmath>

namespace costruct::experiments {

const CellResult* at_repetition(const CellGroup& group, Index repetition) {
  const auto at =
      std::lower_bound(group.cells.begin(), group.cells.end(), repetition,
                       [](const CellResult* cell, Index r) { return cell->repetition < r; });
  return at != group.cells.end() && (*at)->repetition == repetition ? *at : nullptr;
}

namespace {

bool are_pair(const CellResult& first, const CellResult& second, PairBy by) {
  if (first.drawn_by == second.drawn_by)
    return by == PairBy::kRepetition || first.split_hash == second.split_hash;
  return by == PairBy::kDraw && !first.split_hash.empty() && first.split_hash == second.split_hash;
}

}  // namespace

Pairs pair_up(const CellGroup& first, const CellGroup& second, const std::string& quantity,
              PairBy by) {
  Pairs pairs;
  for (const CellResult* cell : first.cells) {
    const CellResult* other = at_repetition(second, cell->repetition);
    const auto value = measured(*cell, quantity);
    const auto other_value = other ? measured(*other, quantity) : std::nullopt;
    if (!value || !other_value || !std::isfinite(*value) || !std::isfinite(*other_value) ||
        !are_pair(*cell, *other, by)) {
      ++pairs.left_out;
      continue;
    }
    pairs.first.push_back(*value);
    pairs.second.push_back(*other_value);
    pairs.repetitions.push_back(cell->repetition);
  }
  for (const CellResult* cell : second.cells) {
    pairs.left_out += at_repetition(first, cell->repetition) == nullptr;
  }
  return pairs;
}

namespace {

bool equal_or_none(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// Objectives of one model, whose features may stand in another order.
bool is_same_objective(double a, double b) {
  return equal_or_none(a, b) || std::abs(a - b) <= 1e-12 * std::abs(a);
}

bool is_same_model(const CellResult& a, const CellResult& b) {
  const auto equal = [](const auto& x, const auto& y) { return equal_or_none(x, y); };
  const auto equal_metric = [](const auto& x, const auto& y) {
    return x.first == y.first && equal_or_none(x.second, y.second);
  };
  return std::isfinite(a.primal) && is_same_objective(a.primal, b.primal) &&
         is_same_objective(a.dual, b.dual) && a.oracle_calls == b.oracle_calls &&
         std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(),
                    equal_metric) &&
         std::equal(a.view_errors.begin(), a.view_errors.end(), b.view_errors.begin(),
                    b.view_errors.end(), equal);
}

}  // namespace

bool are_the_same(const Pairs& pairs, const CellGroup& first, const CellGroup& second, PairBy by) {
  if (pairs.count() == 0 || pairs.first != pairs.second) return false;
  Index found = 0;
  for (const CellResult* cell : first.cells) {
    const CellResult* other = at_repetition(second, cell->repetition);
    if (!other || !cell->error.empty() || !other->error.empty() || !are_pair(*cell, *other, by))
      continue;
    if (!is_same_model(*cell, *other)) return false;
    ++found;
  }
  return found > 0;
}

bool are_the_same(const CellGroup& first, const CellGroup& second, const std::string& quantity,
                  PairBy by) {
  return are_the_same(pair_up(first, second, quantity, by), first, second, by);
}

namespace {

std::string protocol_of(const Json& sweep) {
  const auto at = sweep.find("protocol");
  return at != sweep.end() && at->is_string() ? at->get<std::string>() : "resample";
}

// One fold is scored, and the others are the examples it was drawn from: 1 / (k - 1), except for
// the rounding of their sizes.
std::optional<double> ratio_of_folds(const Json& sweep) {
  const auto k = sweep.find("k");
  if (protocol_of(sweep) != "folds" || k == sweep.end() || !k->is_number()) return std::nullopt;
  const double folds = k->get<double>();
  return folds > 1 ? std::optional(1 / (folds - 1)) : std::nullopt;
}

}  // namespace

std::optional<double> test_train_ratio(const RunResults& results, const Sizes& sizes) {
  const Index labeled = sizes.first;
  if (labeled <= 0) return std::nullopt;
  const Json& sweep = sweep_of(results);
  if (const auto ratio = ratio_of_folds(sweep)) return ratio;
  if (protocol_of(sweep) == "inverse_folds")
    return std::nullopt;  // the scored examples are the rest of the draw
  const auto scored = held_out(results, sizes);
  if (!scored) return std::nullopt;
  const double size = static_cast<double>(*scored);
  const double others = static_cast<double>(results.pool) - size;
  return size / (others > 0 ? others : static_cast<double>(labeled));
}

std::string protocol_of(const RunResults& results) {
  const Json& sweep = sweep_of(results);
  return sweep.empty() ? "" : protocol_of(sweep);
}

const Json& sweep_of(const RunResults& results) {
  static const Json kNone = Json::object();
  if (!results.config.is_object()) return kNone;
  const auto sweep = results.config.find("sweep");
  return sweep == results.config.end() || !sweep->is_object() ? kNone : *sweep;
}

std::optional<Index> held_out(const RunResults& results, const Sizes& sizes) {
  const Json holdout = sweep_of(results).value("holdout", Json());
  if (holdout.is_number_integer() && holdout.get<double>() > 0) return holdout.get<Index>();
  if (holdout == "unlabeled" && sizes.second > 0) return sizes.second;
  return std::nullopt;
}

bool is_supervised(const RunResults& results, const std::string& learner) {
  return std::find(results.supervised.begin(), results.supervised.end(), learner) !=
         results.supervised.end();
}

bool is_given_unlabeled(const RunResults& results, const std::string& learner) {
  const std::vector<std::string>& without = results.without_unlabeled;
  return !is_supervised(results, learner) &&
         std::find(without.begin(), without.end(), learner) == without.end();
}

}  // namespace costruct::experiments
