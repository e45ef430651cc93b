// The sequential support vector machine (Brefeld 2008, Opt. Problem 8.2). Each object of a set in
// turn is treated as the newest one and is placed, while all other objects are in their true
// places.
//
//   minimise  1/2 |w|^2 + (C/r) sum_i weight_i sum_j xi_ij^r
//   over w and xi >= 0, for all i, all objects j of x_i, and all outputs y_hat that differ from
//   y_i at most in the place of j
//     margin rescaling:  <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  loss^(1/r) - xi_ij
//     slack rescaling:   <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  1 - xi_ij / loss^(1/r)
//
// There are as many y_hat as places, so the most violated one is found by trying all. The gap is
// therefore a certificate. The loss is that of the problem.
#include <algorithm>

#include "costruct/core/interfaces/single_moves.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/max_margin_options.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

OptionDeclaration<MaxMarginOptions> sequential_svm_options() {
  OptionDeclaration<MaxMarginOptions> options;
  declare_max_margin(options);
  return options;
}

/// The objects of some inputs, each as an input of its own. Its outputs are those of the set with
/// only this object moved.
class NewestObjects final : public StructuredProblem {
 public:
  explicit NewestObjects(const StructuredProblem& problem)
      : problem_(problem),
        moves_(require<SingleMoves>(problem, need_name(Need::kSingleMoves), "sequential_svm")) {}

  /// Appends the objects of a labeled example.
  void append(const LabeledExample& example, std::vector<LabeledExample>& examples) {
    for (Index object = 0; object < moves_.num_objects(example.x); ++object) {
      examples.push_back({std::ssize(objects_), example.y, example.weight});
      objects_.push_back({example.x, object});
    }
  }

  Index dimension() const override { return problem_.dimension(); }
  Index num_inputs() const override { return std::ssize(objects_); }
  SparseVector joint_feature(InputId x, const Output& y) const override {
    return problem_.joint_feature(set(x), y);
  }
  Decoded decode(InputId x, ConstVectorRef w) const override { return problem_.decode(set(x), w); }
  Exactness decoding_exactness() const override { return problem_.decoding_exactness(); }
  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return problem_.loss(set(x), y, y_hat);
  }
  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return problem_.score(set(x), y, w);
  }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    Decoded worst = most_violated(x, y, w, augmentation, {}, {});
    if (augmentation.rescaling == Rescaling::kMargin) worst.value += score(x, y, w);
    return worst;
  }
  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    this->margins(x, y, outputs, w, margins);
    return moves_.most_violated_move(set(x), y, objects_[static_cast<std::size_t>(x)].object, w,
                                     augmentation);
  }
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    problem_.add_difference(set(x), y, y_hat, scale, w);
  }
  bool scores_outputs_together() const override { return problem_.scores_outputs_together(); }
  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    problem_.margins(set(x), y, outputs, w, margins);
  }
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    problem_.difference_products(set(x), y, y_hat, outputs, products);
  }

 private:
  struct Object {
    InputId set;
    Index object;
  };
  InputId set(InputId x) const { return objects_[static_cast<std::size_t>(x)].set; }

  const StructuredProblem& problem_;
  const SingleMoves& moves_;
  std::vector<Object> objects_;
};

class SequentialSvm final : public Learner {
 public:
  explicit SequentialSvm(const MaxMarginOptions& options) : options_(options) {
    check_max_margin(options);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "sequential_svm");
    NewestObjects problem(views.joint());
    std::vector<LabeledExample> examples;
    for (const LabeledExample& example : sample.labeled) problem.append(example, examples);
    return fit_max_margin({problem, examples, options_.C, options_.augmentation()}, options_,
                          context, "sequential_svm");
  }

 private:
  MaxMarginOptions options_;
};

}  // namespace

LearnerEntry sequential_svm_learner() {
  LearnerEntry entry;
  entry.name = "sequential_svm";
  entry.summary = "support vector machine that places every object of a set as the newest one";
  entry.source = "Brefeld 2008, Opt. Problem 8.2";
  entry.cost = "a pass: every place of every object of each set, and a quadratic program";
  entry.needs = {Need::kSingleMoves};
  entry.reports = {kConstraintsAdded, kSupportLosses};
  entry.options = sequential_svm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<SequentialSvm>(sequential_svm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
