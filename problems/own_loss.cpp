#include "costruct/problems/own_loss.hpp"

#include <cmath>
#include <optional>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/independent_parts.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/relaxed_decoder.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/single_moves.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"

namespace costruct {
namespace {

struct NamedLoss {
  std::string name;
  OutputLoss between;

  double operator()(const Output& y, const Output& y_hat) const {
    if (y == y_hat) return 0;
    const double loss = between(y, y_hat);
    if (!(loss >= 0) || !std::isfinite(loss)) {
      throw ConfigError("problem.loss = \"" + name + "\": the loss of an output is " +
                        std::to_string(loss) + ": must be a finite number >= 0");
    }
    return loss;
  }
};

class OwnLossProblem final : public StructuredProblem,
                             public RunnerUpDecoder,
                             public OffersAnother {
 public:
  OwnLossProblem(std::shared_ptr<const StructuredProblem> problem, NamedLoss loss)
      : problem_(std::move(problem)),
        loss_(std::move(loss)),
        k_best_(costruct::offered<KBestDecoder>(*problem_)),
        runner_up_(costruct::offered<RunnerUpDecoder>(*problem_)),
        known_(costruct::offered<PartialOutputs>(*problem_), loss_) {
    if (k_best_ == nullptr || runner_up_ == nullptr) {
      throw ConfigError("problem.loss = \"" + loss_.name +
                        "\": needs the runner-up and the k best outputs, which the problem with "
                        "these options does not offer");
    }
  }

  Index dimension() const override { return problem_->dimension(); }
  Index num_inputs() const override { return problem_->num_inputs(); }
  SparseVector joint_feature(InputId x, const Output& y) const override {
    return problem_->joint_feature(x, y);
  }
  Decoded decode(InputId x, ConstVectorRef w) const override { return problem_->decode(x, w); }
  Exactness decoding_exactness() const override { return problem_->decoding_exactness(); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    const double f_y = problem_->score(x, y, w);
    std::optional<Decoded> best = best_other(x, y, f_y, w, augmentation);
    Decoded own{y, augmentation.rescaling == Rescaling::kMargin ? f_y : 0};
    return best && is_better(*best, own) ? *best : own;
  }
  Exactness loss_augmented_exactness(Augmentation) const override { return Exactness::kGreedy; }
  bool has_constraint(InputId x, const Output& y, const Output& y_hat) const override {
    return problem_->has_constraint(x, y, y_hat);
  }
  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return loss_(y, y_hat);
  }
  bool same_structure(InputId x, const Output& y, const Output& y_hat) const override {
    return problem_->same_structure(x, y, y_hat);
  }
  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return problem_->score(x, y, w);
  }
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    problem_->add_difference(x, y, y_hat, scale, w);
  }
  bool scores_outputs_together() const override { return problem_->scores_outputs_together(); }
  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    problem_->margins(x, y, outputs, w, margins);
  }
  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    problem_->add_differences(x, y, outputs, coefficients, w);
  }
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    problem_->difference_products(x, y, y_hat, outputs, products);
  }
  double difference_norm_bound(InputId x) const override {
    return problem_->difference_norm_bound(x);
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return runner_up_->runner_up(x, y, w);
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    const double f_y = problem_->score(x, y, w);
    std::optional<Decoded> best = best_other(x, y, f_y, w, augmentation);
    if (best && augmentation.rescaling == Rescaling::kMargin) best->value -= f_y;
    return best;
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    return runner_up_->two_best(x, w);
  }

  // All but the interfaces that know the loss of the problem or give a problem with it.
  const void* offered(const InterfaceQuery& query) const override {
    if (query.is<PartialOutputs>()) {
      return known_.is_offered() ? static_cast<const PartialOutputs*>(&known_) : nullptr;
    }
    const bool knows_the_loss = query.is<LabelScores>() || query.is<RelaxedDecoder>() ||
                                query.is<ViolationBounds>() || query.is<SingleMoves>() ||
                                query.is<IndependentParts>();
    return knows_the_loss ? nullptr : query.of(*problem_);
  }

 private:
  // What the problem knows of outputs, with the own loss. No loss counts what is known alone.
  class OwnPartial final : public PartialOutputs {
   public:
    OwnPartial(const PartialOutputs* partial, NamedLoss loss)
        : partial_(partial), loss_(std::move(loss)) {}
    bool is_offered() const { return partial_ != nullptr; }
    Known known_of(InputId x, std::span<const Output> outputs) const override {
      return partial_->known_of(x, outputs);
    }
    bool allows(InputId x, const Known& known, const Output& y) const override {
      return partial_->allows(x, known, y);
    }
    std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
      return std::make_unique<OwnLossProblem>(partial_->within(std::move(known)), loss_);
    }

   private:
    const PartialOutputs* partial_;
    NamedLoss loss_;
  };

  // Ties go to the smallest output.
  static bool is_better(const Decoded& a, const Decoded& b) {
    return a.value > b.value || (a.value == b.value && a.output < b.output);
  }

  /// The best output other than y among the candidates, by the value of loss_augmented_decode().
  std::optional<Decoded> best_other(InputId x, const Output& y, double f_y, ConstVectorRef w,
                                    Augmentation augmentation) const {
    std::optional<Decoded> best;
    const auto offer = [&](const Output& y_hat, double f) {
      if (y_hat == y || !problem_->has_constraint(x, y, y_hat)) return;
      const double loss = loss_(y, y_hat);
      const double root = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
      const Decoded other{y_hat, augmentation.rescaling == Rescaling::kMargin ? root + f
                                 : loss == 0                                  ? 0
                                             : root * (1 + f - f_y)};
      if (!best || is_better(other, *best)) best = other;
    };
    for (const Decoded& each : k_best_->k_best(x, kOwnLossCandidates, w))
      offer(each.output, each.value);
    if (!problem_->loss_augmentation_unavailable(augmentation)) {
      const auto far = runner_up_->most_violated_other(x, y, w, augmentation);
      if (far) offer(far->output, problem_->score(x, far->output, w));
    }
    return best;
  }

  std::shared_ptr<const StructuredProblem> problem_;
  NamedLoss loss_;
  const KBestDecoder* k_best_;
  const RunnerUpDecoder* runner_up_;
  OwnPartial known_;
};

}  // namespace

std::shared_ptr<const StructuredProblem> with_own_loss(
    std::shared_ptr<const StructuredProblem> problem, const std::string& name, OutputLoss loss) {
  return std::make_shared<const OwnLossProblem>(std::move(problem),
                                                NamedLoss{name, std::move(loss)});
}

}  // namespace costruct
