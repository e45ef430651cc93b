// The problem `your_name`: one of K ordered labels, such as grades.
//
//   Phi(x, y) = psi(x) once for each step k < y, so that f(y) = sum_{k < y} <w_k, psi(x)>
//   weights:    feature j, step k at j (K - 1) + k; the views follow each other
//   output:     one part: the label, from 0
//   loss:       distance, |y - y_hat|
//
// Decoding looks at all K labels, so it is exact for every loss.
#include <algorithm>
#include <cstdlib>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/views_over.hpp"

namespace your_name_problem {
namespace {

using namespace costruct;

enum class Loss { kDistance };

struct Options {
  Loss loss = Loss::kDistance;
};

OptionDeclaration<Options> options() {
  OptionDeclaration<Options> declared;
  declared.choice("loss", &Options::loss, {"distance"}, "the number of steps between two labels");
  return declared;
}

class Problem final : public StructuredProblem {
 public:
  /// Uses the views [first, first + count) of the data.
  Problem(std::shared_ptr<const PartData> data, Index first, Index count)
      : data_(std::move(data)), labels_(std::ssize(data_->labels)), steps_(labels_ - 1) {
    for (Index v = first; v < first + count; ++v) {
      views_.push_back({&data_->views[v], dimension_});
      dimension_ += views_.back().table->num_features * steps_;
    }
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return views_.front().table->num_examples(); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for_each_feature(x, [&](Index weights, double value) {
      for (int k = 0; k < y.parts[0]; ++k) entries.emplace_back(weights + k, value);
    });
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    const Vector f = scores(x, w);
    const auto best = std::max_element(f.begin(), f.end());  // of equal scores the first
    return {label(best - f.begin()), *best};
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    const Vector f = scores(x, w);
    AugmentedBest best(f[y.parts[0]], augmentation);
    for (Index k = 0; k < labels_; ++k) best.offer(loss(x, y, label(k)), {label(k), f[k]});
    return best.best();
  }

  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return std::abs(y.parts[0] - y_hat.parts[0]);
  }

 private:
  struct View {
    const FeatureTable* table;
    Index offset;  // coordinate of its first weight
  };

  static Output label(Index k) { return {{static_cast<int>(k)}}; }

  /// Calls visit(coordinate of the weight of step 0, value) for each feature of an input.
  template <class Visit>
  void for_each_feature(InputId x, const Visit& visit) const {
    for (const View& view : views_) {
      view.table->for_entries(x, [&](std::int32_t feature, double value) {
        visit(view.offset + feature * steps_, value);
      });
    }
  }

  /// The score of each label.
  Vector scores(InputId x, ConstVectorRef w) const {
    Vector f(labels_, 0.0);
    for_each_feature(x, [&](Index weights, double value) {
      for (Index k = 0; k < steps_; ++k) f[k + 1] += value * w[weights + k];
    });
    for (Index k = 1; k < labels_; ++k) f[k] += f[k - 1];
    return f;
  }

  std::shared_ptr<const PartData> data_;
  Index labels_, steps_, dimension_ = 0;
  std::vector<View> views_;
};

Views make(const Json& json, std::shared_ptr<const ProblemData> of_rows) {
  (void)options().parse(json);
  const auto data = part_data(of_rows);
  return views_over(std::ssize(data->views), data,
                    [](std::shared_ptr<const PartData> of, Index first, Index count) {
                      return std::make_unique<Problem>(std::move(of), first, count);
                    });
}

Views blank(const Json& json) {
  return make(json, std::make_shared<PartData>(std::vector<FeatureTable>(1),
                                               std::vector<std::string>{"0", "1"}));
}

ProblemEntry problem_entry() {
  ProblemEntry entry;
  entry.name = "your_name";
  entry.summary = "one of several ordered labels";
  entry.input = kRows;
  entry.output = "one part: the label";
  entry.decoder = "enumeration of the labels";
  entry.losses = {"distance"};
  entry.options = options().list();
  entry.make = make;
  entry.blank = blank;
  return entry;
}

}  // namespace
}  // namespace your_name_problem

COSTRUCT_PLUGIN {
  costruct::add_problem(your_name_problem::problem_entry());
}
