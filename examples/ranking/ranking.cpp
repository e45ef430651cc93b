// A problem that puts a few items in order.
//
//   Phi(x, y) = sum over pairs (i before j in y) of psi(x_i) - psi(x_j)
//   weights:  feature j has weight j; the views follow each other
//   output:   one part for each place: the item there, from 0; the best item first
//   loss:     kendall, the share of pairs in the opposite order
//
// The score is
//   f(y) = sum_p (n - 1 - 2 p) s(y_p) with s(i) = <w, psi(x_i)>,
// so decoding sorts by s. Loss-augmented decoding tries all orders.
#include "ranking.hpp"

#include <algorithm>
#include <numeric>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/interfaces/feature_major.hpp"

namespace ranking {
namespace {

using namespace costruct;

enum class Loss { kKendall };

struct Options {
  Loss loss = Loss::kKendall;
};

OptionDeclaration<Options> options() {
  OptionDeclaration<Options> declared;
  declared.choice("loss", &Options::loss, {"kendall"}, "the share of pairs in the wrong order");
  return declared;
}

double kendall(const Output& y, const Output& y_hat) {
  const std::size_t n = y.parts.size();
  std::vector<std::size_t> place(n);
  for (std::size_t p = 0; p < n; ++p) place[static_cast<std::size_t>(y_hat.parts[p])] = p;
  double wrong = 0;
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = p + 1; q < n; ++q)
      wrong +=
          place[static_cast<std::size_t>(y.parts[p])] > place[static_cast<std::size_t>(y.parts[q])];
  }
  return n < 2 ? 0 : wrong / (static_cast<double>(n) * static_cast<double>(n - 1) / 2);
}

class Ranking final : public StructuredProblem, public FeatureMajorWeights {
 public:
  /// Uses the views [first, first + count) of the data.
  Ranking(std::shared_ptr<const ItemSets> data, Index first, Index count) : data_(std::move(data)) {
    for (Index v = first; v < first + count; ++v) {
      views_.push_back({&data_->views[static_cast<std::size_t>(v)], dimension_});
      dimension_ += views_.back().table->num_features;
    }
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return views_.front().table->num_examples(); }
  Index weights_per_feature() const override { return 1; }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const View& view : views_) {
      for (std::size_t p = 0; p < y.parts.size(); ++p) {
        const Index part = view.table->example_begin[x] + y.parts[p];
        view.table->for_entries(part, [&](std::int32_t feature, double value) {
          entries.emplace_back(view.offset + feature, factor(p, y.parts.size()) * value);
        });
      }
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    const Vector s = item_scores(x, w);
    Output y = first_order(s.size());
    std::stable_sort(y.parts.begin(), y.parts.end(), [&](int a, int b) { return s[a] > s[b]; });
    const double value = value_of(s, y);
    return {std::move(y), value};
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    const Vector s = item_scores(x, w);
    AugmentedBest best(value_of(s, y), augmentation);
    Output other = first_order(s.size());
    do {  // in lexicographic order, so that ties return the smallest
      best.offer(kendall(y, other), {other, value_of(s, other)});
    } while (std::next_permutation(other.parts.begin(), other.parts.end()));
    return best.best();
  }

  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return kendall(y, y_hat);
  }

 private:
  struct View {
    const FeatureTable* table;
    Index offset;  // offset of its weights
  };

  // The number of pairs in which the item at a place comes first, minus those in which it comes
  // second.
  static double factor(std::size_t place, std::size_t items) {
    return static_cast<double>(items) - 1 - 2 * static_cast<double>(place);
  }
  static double value_of(const Vector& s, const Output& y) {
    double sum = 0;
    for (std::size_t p = 0; p < y.parts.size(); ++p)
      sum += factor(p, y.parts.size()) * s[static_cast<std::size_t>(y.parts[p])];
    return sum;
  }
  static Output first_order(std::size_t items) {
    Output y;
    y.parts.resize(items);
    std::iota(y.parts.begin(), y.parts.end(), 0);
    return y;
  }
  Vector item_scores(InputId x, ConstVectorRef w) const {
    Vector s(static_cast<std::size_t>(views_.front().table->length(x)), 0.0);
    for (const View& view : views_) {
      for (std::size_t i = 0; i < s.size(); ++i) {
        const Index part = view.table->example_begin[x] + static_cast<Index>(i);
        view.table->for_entries(part, [&](std::int32_t feature, double value) {
          s[i] += w[view.offset + feature] * value;
        });
      }
    }
    return s;
  }

  std::shared_ptr<const ItemSets> data_;
  std::vector<View> views_;
  Index dimension_ = 0;
};

Views make_ranking(const Json& json, std::shared_ptr<const ProblemData> data) {
  (void)options().parse(json);
  const auto sets = std::dynamic_pointer_cast<const ItemSets>(data);
  const auto count = static_cast<Index>(sets->views.size());
  if (count == 1) return Views(std::make_unique<Ranking>(sets, 0, 1));
  std::vector<std::unique_ptr<const StructuredProblem>> views;
  for (Index v = 0; v < count; ++v) views.push_back(std::make_unique<Ranking>(sets, v, 1));
  return Views(std::move(views), std::make_unique<Ranking>(sets, 0, count), [sets] {
    std::vector<const FeatureTable*> tables;
    for (const FeatureTable& view : sets->views) tables.push_back(&view);
    const auto one = std::make_shared<ItemSets>();
    one->views.push_back(side_by_side(tables));
    return std::make_unique<Ranking>(one, 0, 1);
  });
}

Views blank_ranking(const Json& json) {
  auto none = std::make_shared<ItemSets>();
  none->views.resize(1);
  return make_ranking(json, std::move(none));
}

// How often the first item is wrong.
double top_error(const MetricInput& input) {
  double wrong = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i)
    wrong += input.truth[i].parts.front() != input.predicted[i].parts.front();
  return input.truth.empty() ? 0 : wrong / static_cast<double>(input.truth.size());
}

}  // namespace

ProblemEntry ranking_problem() {
  ProblemEntry entry;
  entry.name = "ranking";
  entry.summary = "an order of a few items";
  entry.input = kItemSets;
  entry.output = "a part per place: the item there, the best first";
  entry.decoder = "sorting; with a loss, all orders";
  entry.losses = {"kendall"};
  entry.options = options().list();
  entry.make = make_ranking;
  entry.blank = blank_ranking;
  entry.metrics = {
      {{"top_error", "share of the sets whose best item does not come first"}, top_error}};
  return entry;
}

}  // namespace ranking
