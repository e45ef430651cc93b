#include "costruct/problems/label_problem.hpp"

#include <algorithm>
#include <numeric>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/softmax.hpp"
#include "costruct/problems/part_scores.hpp"

namespace costruct {
namespace {

class ZeroOneLabelLoss final : public LabelLoss {
 public:
  double between(int y, int y_hat) const override { return y == y_hat ? 0.0 : 1.0; }
  void from(int y, VectorRef losses) const override {
    std::fill(losses.begin(), losses.end(), 1.0);
    losses[y] = 0;
  }
};

Decoded label_of_value(Index label, double value) {
  return {{{static_cast<int>(label)}}, value};
}

void margins_of(const Vector& scores, const Output& y, std::span<const Output> outputs,
                VectorRef margins) {
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    margins[j] = scores[y.parts[0]] - scores[outputs[j].parts[0]];
  }
}

bool is_possible(const Known* known, Index label) {
  return KnownLabels::allow_label(known, 0, static_cast<int>(label));
}

// Returns the possible label of the highest augmented value except the label `left_out`; of equal
// values the smallest label. Returns nullopt if there is no other label.
std::optional<Decoded> augmented_best(const Vector& scores, const Known* known,
                                      const Vector& losses, int y, Augmentation augmentation,
                                      int left_out) {
  Index best = -1;
  double best_value = 0;
  for (Index k = 0; k < static_cast<Index>(scores.size()); ++k) {
    if (k == left_out || !is_possible(known, k)) continue;
    const double value = augmented_value(losses[k], scores[k], scores[y], augmentation);
    if (best >= 0 && value <= best_value) continue;
    best = k;
    best_value = value;
  }
  if (best < 0) return std::nullopt;
  return label_of_value(best, best_value);
}

Decoded best_of(const Vector& scores) {
  const auto best = std::max_element(scores.begin(), scores.end());
  return label_of_value(best - scores.begin(), *best);
}

TwoBest two_best_of(const Vector& scores, const Known* known) {
  const Index labels = static_cast<Index>(scores.size());
  Index best = 0, second = -1;
  for (Index k = 1; k < labels; ++k) {
    if (scores[k] > scores[best]) {
      second = best;
      best = k;
    } else if (second < 0 || scores[k] > scores[second]) {
      second = k;
    }
  }
  TwoBest found{label_of_value(best, scores[best]), std::nullopt};
  if (second >= 0 && is_possible(known, second))
    found.runner_up = label_of_value(second, scores[second]);
  return found;
}

constexpr int kNoLabel = -1;

// The difference between the augmented value and the violation, for margin rescaling.
double violation_offset(const Vector& scores, int y, Augmentation augmentation) {
  return augmentation.rescaling == Rescaling::kMargin ? scores[y] : 0.0;
}

}  // namespace

void LabelLoss::from(int y, VectorRef losses) const {
  for (std::size_t k = 0; k < losses.size(); ++k) losses[k] = between(y, static_cast<int>(k));
}

std::shared_ptr<const LabelLoss> zero_one_label_loss() {
  return std::make_shared<const ZeroOneLabelLoss>();
}

LabelProblem::LabelProblem(std::shared_ptr<const PartData> data, Index first_view, Index num_views,
                           Index weights_per_feature, std::shared_ptr<const LabelLoss> loss,
                           Index more_weights)
    : data_(std::move(data)),
      loss_(std::move(loss)),
      labels_(static_cast<Index>(data_->labels.size())),
      width_(weights_per_feature) {
  for (Index v = first_view; v < first_view + num_views; ++v) {
    const Index more = dimension_ + data_->views[v].num_features * width_;
    blocks_.push_back({&data_->views[v], dimension_, more});
    dimension_ = more + more_weights;
  }
}

bool LabelProblem::has_constraint(InputId x, const Output& y, const Output& y_hat) const {
  return y_hat == y || known_.allow(x, y_hat);
}

std::unique_ptr<const StructuredProblem> LabelProblem::within(std::vector<Known> known) const {
  std::unique_ptr<LabelProblem> restricted = clone();
  restricted->known_ = KnownLabels(std::move(known));
  return restricted;
}

std::unique_ptr<const StructuredProblem> LabelProblem::counting(std::vector<Known> known) const {
  std::unique_ptr<LabelProblem> with_loss = clone();
  with_loss->counted_ = KnownLabels(std::move(known));
  return with_loss;
}

const Vector& LabelProblem::score_all(InputId x, ConstVectorRef w) const {
  Vector& scores = score_labels(x, w);
  known_.add_to(x, labels_, [&](Index) { return scores.data(); });
  return scores;
}

Decoded LabelProblem::decode(InputId x, ConstVectorRef w) const {
  return best_of(score_all(x, w));
}

Decoded LabelProblem::loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                            Augmentation augmentation) const {
  const int from = y.parts[0];
  return *augmented_best(score_all(x, w), known_.of(x), losses_from(x, from), from, augmentation,
                         kNoLabel);
}

double LabelProblem::loss(InputId x, const Output& y, const Output& y_hat) const {
  const Known* counted = counted_.of(x);
  if (counted == nullptr) return loss_->between(y.parts[0], y_hat.parts[0]);
  return losses_from(x, y.parts[0])[y_hat.parts[0]];
}

double LabelProblem::score(InputId x, const Output& y, ConstVectorRef w) const {
  return score_all(x, w)[y.parts[0]];
}

void LabelProblem::margins(InputId x, const Output& y, std::span<const Output> outputs,
                           ConstVectorRef w, VectorRef margins) const {
  margins_of(score_all(x, w), y, outputs, margins);
}

Decoded LabelProblem::most_violated(InputId x, const Output& y, ConstVectorRef w,
                                    Augmentation augmentation, std::span<const Output> outputs,
                                    VectorRef margins) const {
  const int from = y.parts[0];
  const Vector& scores = score_all(x, w);
  margins_of(scores, y, outputs, margins);
  Decoded worst =
      *augmented_best(scores, known_.of(x), losses_from(x, from), from, augmentation, kNoLabel);
  worst.value -= violation_offset(scores, from, augmentation);
  return worst;
}

std::optional<Decoded> LabelProblem::runner_up(InputId x, const Output& y, ConstVectorRef w) const {
  const Vector& scores = score_all(x, w);
  Index best = -1;
  for (Index k = 0; k < labels_; ++k) {
    if (k != y.parts[0] && (best < 0 || scores[k] > scores[best])) best = k;
  }
  if (best < 0 || !is_possible(known_.of(x), best)) return std::nullopt;
  return label_of_value(best, scores[best]);
}

std::optional<Decoded> LabelProblem::most_violated_other(InputId x, const Output& y,
                                                         ConstVectorRef w,
                                                         Augmentation augmentation) const {
  const int from = y.parts[0];
  const Vector& scores = score_all(x, w);
  auto worst = augmented_best(scores, known_.of(x), losses_from(x, from), from, augmentation, from);
  if (worst) worst->value -= violation_offset(scores, from, augmentation);
  return worst;
}

TwoBest LabelProblem::two_best(InputId x, ConstVectorRef w) const {
  return two_best_of(score_all(x, w), known_.of(x));
}

const Vector& LabelProblem::score_all_with(InputId x, ConstVectorRef w,
                                           ConstVectorRef offsets) const {
  thread_local Vector scores;
  scores = score_all(x, w);
  for (Index k = 0; k < labels_; ++k) scores[k] += offsets[k];
  return scores;
}

Decoded LabelProblem::decode_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const {
  return best_of(score_all_with(x, w, offsets));
}

TwoBest LabelProblem::two_best_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const {
  return two_best_of(score_all_with(x, w, offsets), known_.of(x));
}

double LabelProblem::log_partition_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const {
  Vector scores = score_all_with(x, w, offsets);
  return softmax(scores);
}

void LabelProblem::scores_of_part(InputId x, ConstVectorRef w, VectorRef f) const {
  std::ranges::copy(score_all(x, w), f.begin());
}

std::vector<Decoded> LabelProblem::k_best(InputId x, Index k, ConstVectorRef w) const {
  const Vector& scores = score_all(x, w);
  std::vector<int> order(labels_);
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](int label) { return !is_possible(known_.of(x), label); });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return scores[a] > scores[b]; });
  order.resize(std::clamp<Index>(k, 0, std::ssize(order)));
  std::vector<Decoded> best;
  for (const int label : order) best.push_back(label_of_value(label, scores[label]));
  return best;
}

double LabelProblem::log_partition(InputId x, ConstVectorRef w) const {
  return marginals(x, w).log_partition;
}

Vector LabelProblem::part_marginals(InputId x, ConstVectorRef w) const {
  return marginals(x, w).label;
}

double LabelProblem::squared_norm_of(InputId x) const {
  thread_local Vector dense;  // an entry per feature, all zero between calls
  double square = 0;
  for (const Block& block : blocks_) {
    dense.resize(std::max<std::size_t>(dense.size(), block.table->num_features), 0.0);
    part_scores::scatter(*block.table, x, dense.data());
    square += part_scores::gather(*block.table, x, dense.data());
    part_scores::clear(*block.table, x, dense.data());
  }
  return square;
}

ChainMarginals LabelProblem::marginals(InputId x, ConstVectorRef w) const {
  ChainMarginals of_x{0, score_all(x, w), {}};
  of_x.log_partition = softmax(of_x.label);
  return of_x;
}

ChainFeatures LabelProblem::chain_features(Index values) const {
  ChainFeatures features{{}, values, 1};
  if (values == labels_) features.known = known_;
  Index begin = 0;
  for (const Block& block : blocks_) {
    features.views.push_back({block.table, begin});
    begin += block.table->num_features * values;
  }
  return features;
}

const Vector& LabelProblem::losses_from(InputId x, int y) const {
  thread_local Vector losses, from_label;
  losses.resize(labels_);
  loss_->from(y, losses);
  const Known* counted = counted_.of(x);
  if (counted == nullptr) return losses;
  if (counted->facts[0].empty()) std::fill(losses.begin(), losses.end(), 0.0);
  from_label.resize(labels_);
  for (const int label : counted->facts[0]) {
    loss_->from(label, from_label);
    for (Index k = 0; k < labels_; ++k) losses[k] = std::min(losses[k], from_label[k]);
  }
  return losses;
}

}  // namespace costruct
