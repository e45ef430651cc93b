#include "costruct/learners/solvers/co_svm_ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "costruct/core/parallel.hpp"

namespace costruct {
namespace {

// A constraint is added only if it is violated by more than this beyond the slack. Confidences that
// differ by less than this count as equal.
constexpr double kTolerance = 1e-3;

bool same_outputs(const std::vector<Prediction>& a, const std::vector<Prediction>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Prediction& x, const Prediction& y) { return x.y_hat == y.y_hat; });
}

bool all_agree(const std::vector<Prediction>& predictions) {
  return std::all_of(predictions.begin(), predictions.end(),
                     [&](const Prediction& each) { return each.y_hat == predictions[0].y_hat; });
}

// Withdraws the dual variables of example i, and enters it again with this reference and weight.
void restart(BlockAscent& ascent, Index i, LabeledExample& example, const Output& y,
             double weight) {
  ascent.withdraw(i);
  example.y = y;
  example.weight = weight;
  ascent.enter(i);
}

}  // namespace

CoSvmAscent::CoSvmAscent(const Views& views, const Sample& sample, CoSvmAscentOptions options)
    : options_(options),
      labeled_(static_cast<Index>(sample.labeled.size())),
      unlabeled_(sample.unlabeled) {
  const Index peers = std::max<Index>(1, views.count() - 1);
  std::vector<LabeledExample> examples = sample.labeled;
  const Vector zero(views[0].dimension(), 0.0);
  options_.exact = options_.exact || keeps_shares(options_.label_shares);
  for (const InputId x : unlabeled_) {
    examples.insert(examples.end(), peers, {x, views[0].decode(x, zero).output, 0});
  }
  prediction_calls_ = unlabeled_count();
  views_.reserve(views.count());  // each ascent points to its view's examples
  for (Index v = 0; v < views.count(); ++v) {
    (void)require<RunnerUpDecoder>(views[v], "the runner-up", "co_svm");
    KeptShares decoder(views[v], options_.label_shares, sample.labeled, "co_svm");
    views_.push_back({views[v], std::move(decoder), examples, std::nullopt});
    begin_ascent(views_.back());
  }
  excess_.assign(unlabeled_.size() * views_.size(), -1.0);
  path_length_.assign(views_.size(), 0.0);
  if (options_.exact) return;
  for (const InputId x : unlabeled_) {
    for (const View& view : views_) norm_bound_.push_back(view.problem.difference_norm_bound(x));
  }
}

void CoSvmAscent::begin_ascent(View& view) const {
  view.ascent.emplace(
      MaxMargin{view.problem, view.examples, options_.C, options_.augmentation},
      BlockAscentOptions{.epsilon = kTolerance, .accuracy = 0.1, .path_length = !options_.exact});
}

void CoSvmAscent::visit_labeled(Index i) {
  for (View& view : views_) view.ascent->visit(i);
}

double CoSvmAscent::revisit_all(int threads) {
  // How many examples to prefetch ahead. Working sets of other examples have left the cache.
  constexpr Index kAhead = 2;
  Vector left(views_.size(), 0.0);
  const int used = static_cast<int>(std::min<Index>(threads, view_count()));
  FirstException first;
#pragma omp parallel for schedule(static, 1) num_threads(used)
  for (Index v = 0; v < view_count(); ++v) {
    first.guard([&] {
      BlockAscent& ascent = *views_[v].ascent;
      const auto count = static_cast<Index>(views_[v].examples.size());
      for (Index i = 0; i < count; ++i) {
        if (i + kAhead < count) ascent.expect(i + kAhead);
        left[v] += ascent.revisit(i);
      }
    });
  }
  first.rethrow();
  return std::accumulate(left.begin(), left.end(), 0.0);
}

double CoSvmAscent::dual() const {
  double sum = 0;
  for (const View& view : views_) sum += view.ascent->dual();
  return sum;
}

Prediction CoSvmAscent::predict(Index v, InputId x, ConstVectorRef w) const {
  TwoBest found = views_[v].decoder.two_best(x, w);
  const double margin = found.runner_up ? std::max(0.0, found.best.value - found.runner_up->value)
                                        : std::numeric_limits<double>::infinity();
  return {std::move(found.best.output), margin};
}

// Step numbers are those of Table 6.2.
ConsensusVisit CoSvmAscent::visit_unlabeled(Index j, double Cu) {
  if (!options_.exact && !must_visit(j)) {
    for (View& view : views_) {
      for (Index p = 0; p < peer_count(); ++p) {
        LabeledExample& example = view.examples[block(j, p)];
        restart(*view.ascent, block(j, p), example, example.y, Cu);  // the confidence is 1
      }
    }
    return {.agree = true};
  }
  for (View& view : views_) {  // (1)
    for (Index p = 0; p < peer_count(); ++p) view.ascent->withdraw(block(j, p));
  }
  ConsensusVisit visit;
  std::vector<Prediction> of_j(view_count()), last, last_but_one;
  const bool shares = keeps_shares(options_.label_shares);
  while (visit.repetitions < options_.r_max) {  // (2), (21)
    ++visit.repetitions;
    last_but_one = std::exchange(last, of_j);
    for (Index v = 0; v < view_count(); ++v)
      of_j[v] = shares ? noted_[j * view_count() + v]
                       : predict(v, unlabeled_[j], views_[v].ascent->w());  // (3)-(8)
    if (!shares) prediction_calls_ += view_count();
    visit.agree = all_agree(of_j);
    visit.cycled = visit.cycled || (visit.repetitions > 2 && same_outputs(of_j, last_but_one) &&
                                    !same_outputs(of_j, last));
    bool moved = false;
    for (Index v = 0; v < view_count(); ++v) {  // (9)-(20)
      for (Index p = 0; p < peer_count(); ++p) moved = teach(v, j, p, of_j, Cu) || moved;
    }
    if (!moved) break;
  }
  return visit;
}

// Gives view v the prediction of its p-th peer as reference, and optimises. Returns false if that
// changed nothing.
bool CoSvmAscent::teach(Index v, Index j, Index p, const std::vector<Prediction>& of_j, double Cu) {
  View& view = views_[v];
  const Index i = block(j, p);
  LabeledExample& example = view.examples[i];
  const Prediction& reference = of_j[peer(v, p)];
  const double weight = Cu * reference.confidence();
  const std::vector<Output>& outputs = view.ascent->working_set(i).outputs;  // empty after (1)
  const auto has_constraint = [&](const Output& output) {
    return view.problem.has_constraint(example.x, reference.y_hat, output);
  };
  bool changed = false;
  if (outputs.empty() || example.y != reference.y_hat ||
      std::abs(example.weight - weight) > kTolerance * Cu) {  // (11)
    changed = outputs.size() > 1;
    if (changed && weight > 0 && example.y == reference.y_hat) {
      view.ascent->take_back(i);
      example.weight = weight;
      view.ascent->enter(i);
    } else {
      const std::vector<Output> old_outputs = outputs;
      restart(*view.ascent, i, example, reference.y_hat, weight);
      for (std::size_t k = 1; k < old_outputs.size() && weight > 0; ++k) {
        if (has_constraint(old_outputs[k])) view.ascent->add_constraint(i, old_outputs[k]);
      }
    }
  }
  if (weight == 0) return changed;
  // With offsets the prediction may violate nothing, and a prediction without a constraint cannot
  // violate anything. Then (5) finds the most violated output.
  const bool differs =
      of_j[v].y_hat != reference.y_hat && !view.decoder.active() && has_constraint(of_j[v].y_hat);
  if (differs) changed = view.ascent->add_constraint(i, of_j[v].y_hat) || changed;  // (12), (13)
  if (changed) view.ascent->revisit(i);                                             // (17)
  if (differs) return changed;
  const Index before = view.ascent->constraints_added();
  view.ascent->visit(i);  // (5), (15), (17)
  return changed || view.ascent->constraints_added() > before;
}

bool CoSvmAscent::must_visit(Index j) const {
  for (Index v = 0; v < view_count(); ++v) {
    const Index at = j * view_count() + v;
    const double moved = views_[v].ascent->path_length() - path_length_[v];
    if (excess_[at] < 0) return true;
    if (moved > 0 && excess_[at] <= moved * norm_bound_[at]) return true;
  }
  return false;
}

void CoSvmAscent::fit_shares(Index v, ConstVectorRef w, int threads) {
  prediction_calls_ += views_[v].decoder.fit(unlabeled_, w, threads);
}

double CoSvmAscent::share_error() const {
  double most = 0;
  for (const View& view : views_) most = std::max(most, view.decoder.error());
  return most;
}

std::vector<Prediction> CoSvmAscent::predictions(int threads) {
  const Index V = view_count(), m = unlabeled_count();
  for (Index v = 0; v < V; ++v) fit_shares(v, views_[v].ascent->w(), threads);
  std::vector<Prediction> all(m * V);
  Vector zero;
  for (const View& view : views_)
    zero.resize(std::max<std::size_t>(zero.size(), view.problem.dimension()));
  parallel_for(m, threads, 16, [&](Index j) {
    const Prediction* of_j = &all[j * V];
    bool quiet = !options_.exact;
    for (Index v = 0; v < V; ++v) {
      all[j * V + v] = predict(v, unlabeled_[j], views_[v].ascent->w());
      quiet = quiet && of_j[v].margin > 1 && of_j[v].y_hat == of_j[0].y_hat;
      for (Index p = 0; p < peer_count(); ++p) {
        quiet = quiet && views_[v].ascent->working_set(block(j, p)).outputs.size() == 1;
      }
    }
    for (Index v = 0; v < V; ++v) excess_[j * V + v] = -1;
    if (!quiet) return;
    const StructuredProblem& problem = views_[0].problem;
    const Augmentation margin{Rescaling::kMargin, options_.augmentation.slack_norm};
    double need = 1;
    if (options_.augmentation.rescaling == Rescaling::kMargin) {
      const ConstVectorRef none = ConstVectorRef(zero).first(problem.dimension());
      need = std::max(
          need, problem.loss_augmented_decode(unlabeled_[j], of_j[0].y_hat, none, margin).value);
    }
    // Scores are sums of products, whose rounding errors stay far below this. Without a runner-up
    // the excess is infinite.
    for (Index v = 0; v < V; ++v) excess_[j * V + v] = (1 - 1e-6) * of_j[v].margin - need - 1e-6;
  });
  for (Index v = 0; v < V; ++v) path_length_[v] = views_[v].ascent->path_length();
  prediction_calls_ += m * V;
  if (keeps_shares(options_.label_shares)) noted_ = all;
  return all;
}

std::vector<Prediction> CoSvmAscent::predictions_at(const std::vector<Vector>& w, int threads) {
  const Index V = view_count(), m = unlabeled_count();
  for (Index v = 0; v < V; ++v) fit_shares(v, w[v], threads);
  std::vector<Prediction> all(m * V);
  parallel_for(m, threads, 16, [&](Index j) {
    for (Index v = 0; v < V; ++v) all[j * V + v] = predict(v, unlabeled_[j], w[v]);
  });
  prediction_calls_ += m * V;
  return all;
}

MaxMargin CoSvmAscent::objective(Index v) const {
  return {views_[v].problem, views_[v].examples, options_.C, options_.augmentation};
}

void CoSvmAscent::start(Index v, const std::vector<DualVariables>& dual) {
  View& view = views_[v];
  prediction_calls_ += view.ascent->oracle_calls();  // those of the ascent that ends here
  begin_ascent(view);
  view.ascent->start(dual);
  std::fill(excess_.begin(), excess_.end(), -1.0);
}

void CoSvmAscent::set_references(const std::vector<Prediction>& predictions, double Cu) {
  for (Index v = 0; v < view_count(); ++v) {
    View& view = views_[v];
    for (Index j = 0; j < unlabeled_count(); ++j) {
      for (Index p = 0; p < peer_count(); ++p) {
        const Prediction& reference = predictions[j * view_count() + peer(v, p)];
        restart(*view.ascent, block(j, p), view.examples[block(j, p)], reference.y_hat,
                Cu * reference.confidence());
      }
    }
  }
}

Index CoSvmAscent::oracle_calls() const {
  Index calls = prediction_calls_;
  for (const View& view : views_) calls += view.ascent->oracle_calls();
  return calls;
}

Index CoSvmAscent::constraints() const {
  Index count = 0;
  for (const View& view : views_) count += view.ascent->constraints();
  return count;
}

}  // namespace costruct
