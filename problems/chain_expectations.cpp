// A pass over many chains at the same weights, arranged for the processor's caches and registers:
//
// - Inputs are divided into blocks of about kBlockParts parts. A block numbers the features of its
//   parts and copies their rows of weights into a small table of padded, aligned rows. Another such
//   table sums the expected features. Scoring a part and adding its marginals are then sums of
//   whole registers that stay in the cache.
// - Blocks run in parallel, but add their tables to the result in their own order. Their borders
//   depend only on the inputs. So the bits are the same for any number of threads.
#include "costruct/problems/chain_expectations.hpp"

#include <algorithm>
#include <map>

#include "costruct/core/decode/chains/chain_sums.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr Index kBlockParts = 512;
constexpr Index kWidth = lanes::kWidth;
using lanes::broadcast;
using lanes::Lanes;
using lanes::load;
using lanes::store;

// A block of inputs. Its features are numbered 0, 1, ... in the order of their weights.
struct InputBlock {
  Index first_input = 0, end_input = 0;  // positions in the list of inputs
  std::vector<Index> row;  // where the weights of each feature begin in the caller's vectors
  std::vector<Index> part_begin{0};   // part p has the entries [part_begin[p], part_begin[p + 1])
  std::vector<std::int32_t> feature;  // feature of each entry, by its number here
  Vector value;                       // value of each entry; empty: all are 1
  // Part p also has the shared rows [shared_begin[p], shared_begin[p + 1]). Their first feature is
  // the number here, and the others follow it.
  std::vector<Index> shared_begin{0};
  std::vector<SharedRow> shared;

  Index num_rows() const { return static_cast<Index>(row.size()); }
  Index num_parts() const { return static_cast<Index>(part_begin.size()) - 1; }
};

// Calls use(row, numbers) for the shared rows of part p. Numbers are floats or doubles.
template <class Use>
void for_shared_rows(const InputBlock& block, Index p, const Use& use) {
  for (Index i = block.shared_begin[p]; i < block.shared_begin[p + 1]; ++i) {
    const SharedRow& row = block.shared[i];
    if (row.floats != nullptr) {
      use(row, row.floats);
    } else {
      use(row, row.doubles);
    }
  }
}

// node(p) += sum of value * weights(feature) over the shared rows of part p.
void add_shared_scores(const InputBlock& block, const double* weights, Index stride, double* node) {
  lanes::for_tiles(stride, [&](auto registers, Index first) {
    for (Index p = 0; p < block.num_parts(); ++p) {
      double* of_part = node + p * stride + first;
      Lanes sum[registers];
      for (Index b = 0; b < registers; ++b) sum[b] = load(of_part + b * kWidth);
      for_shared_rows(block, p, [&](const SharedRow& row, const auto* numbers) {
        const double* at = weights + row.first * stride + first;
        for (Index c = 0; c < row.columns; ++c, at += stride) {
          const Lanes value = broadcast(row.factor * static_cast<double>(numbers[c]));
          for (Index b = 0; b < registers; ++b) sum[b] += value * load(at + b * kWidth);
        }
      });
      for (Index b = 0; b < registers; ++b) store(of_part + b * kWidth, sum[b]);
    }
  });
}

// expected(feature) += value * node(p) over the shared rows of every part p.
void add_shared_marginals(const InputBlock& block, const double* node, Index stride,
                          double* expected) {
  lanes::for_tiles(stride, [&](auto registers, Index first) {
    for (Index p = 0; p < block.num_parts(); ++p) {
      Lanes of_part[registers];
      for (Index b = 0; b < registers; ++b)
        of_part[b] = load(node + p * stride + first + b * kWidth);
      for_shared_rows(block, p, [&](const SharedRow& row, const auto* numbers) {
        double* at = expected + row.first * stride + first;
        for (Index c = 0; c < row.columns; ++c, at += stride) {
          const Lanes value = broadcast(row.factor * static_cast<double>(numbers[c]));
          for (Index b = 0; b < registers; ++b)
            store(at + b * kWidth, load(at + b * kWidth) + value * of_part[b]);
        }
      });
    }
  });
}

// node(p) += sum of value * weights(feature) over the entries of part p.
template <class Value>
void add_scores(const InputBlock& block, const double* weights, Index stride, double* node,
                const Value& value) {
  lanes::for_tiles(stride, [&](auto registers, Index first) {
    for (Index p = 0; p < block.num_parts(); ++p) {
      double* of_part = node + p * stride + first;
      Lanes sum[registers];
      for (Index b = 0; b < registers; ++b) sum[b] = load(of_part + b * kWidth);
      for (Index e = block.part_begin[p]; e < block.part_begin[p + 1]; ++e) {
        const double* row = weights + block.feature[e] * stride + first;
        for (Index b = 0; b < registers; ++b) sum[b] += value(e, load(row + b * kWidth));
      }
      for (Index b = 0; b < registers; ++b) store(of_part + b * kWidth, sum[b]);
    }
  });
}

// expected(feature) += value * node(p) over the entries of every part p.
template <class Value>
void add_marginals(const InputBlock& block, const double* node, Index stride, double* expected,
                   const Value& value) {
  lanes::for_tiles(stride, [&](auto registers, Index first) {
    for (Index p = 0; p < block.num_parts(); ++p) {
      Lanes of_part[registers];
      for (Index b = 0; b < registers; ++b)
        of_part[b] = load(node + p * stride + first + b * kWidth);
      for (Index e = block.part_begin[p]; e < block.part_begin[p + 1]; ++e) {
        double* row = expected + block.feature[e] * stride + first;
        for (Index b = 0; b < registers; ++b) {
          store(row + b * kWidth, load(row + b * kWidth) + value(e, of_part[b]));
        }
      }
    }
  });
}

class ChainExpectations final : public ExpectedFeatures, public CovariedFeatures {
 public:
  ChainExpectations(ChainFeatures features, std::vector<InputId> inputs, Vector factors)
      : features_(std::move(features)),
        labels_(features_.labels),
        inputs_(std::move(inputs)),
        factors_(std::move(factors)) {
    COSTRUCT_ASSERT(inputs_.size() == factors_.size(), "a factor for each input");
    make_blocks(number_features());
  }

  const std::vector<Index>& coordinates() const override { return coordinates_; }

  double add(ConstVectorRef w, int threads, VectorRef into) const override {
    return add_sums(
        w, threads, into,
        [this](const ChainSums& sums, Index i, double* node, double* pairs, Workspace& space) {
          return factors_[i] * sums.marginals(node, length(i), factors_[i], pairs, space.sums);
        });
  }

  Index num_parts() const override {
    Index parts = 0;
    for (const InputBlock& block : blocks_) parts += block.num_parts();
    return parts;
  }

  void add_label_counts(ConstVectorRef w, int threads, VectorRef counts) const override {
    over_blocks(
        w, threads,
        [this](const InputBlock& block, const ChainSums& sums, Workspace& space) {
          return sum_out(block, sums, space, [&](Index i, double* node, double* pairs) {
            return sums.marginals(node, length(i), 1, pairs, space.sums);
          });
        },
        [&](const InputBlock&, const ChainSums&, Workspace& space) {
          for (Index k = 0; k < labels_; ++k) counts[k] += space.bias.data()[k];
        });
  }

  double add_covariances(ConstVectorRef w, double a, ConstVectorRef g, int threads,
                         VectorRef into) const override {
    COSTRUCT_ASSERT(static_cast<Index>(g.size()) == labels_, "a number for each label");
    AlignedRows of_labels;
    const Index stride = ChainSums(labels_).stride();
    std::fill_n(of_labels.reserve(stride), stride, 0.0);
    std::copy(g.begin(), g.end(), of_labels.data());
    return add_sums(
        w, threads, into,
        [&](const ChainSums& sums, Index i, double* node, double* pairs, Workspace& space) {
          return factors_[i] * sums.covariances(node, length(i), a, of_labels.data(), factors_[i],
                                                pairs, space.sums);
        });
  }

 private:
  // The tables of one thread. Their rows have `stride` doubles.
  struct Workspace {
    AlignedRows weights, expected;  // a row for each feature of a block
    AlignedRows node;               // a row for each part
    AlignedRows pairs;              // a row for each label
    AlignedRows bias, first, last;  // one row
    ChainSums::Scratch sums;
  };

  /// Scores every block at w. It calls of_block(block, sums, space) for each block, in parallel,
  /// and then after(block, sums, space) in the order of the blocks. Returns the sum of the results
  /// of of_block().
  template <class OfBlock, class After>
  double over_blocks(ConstVectorRef w, int threads, const OfBlock& of_block,
                     const After& after) const {
    ChainSums sums(labels_);
    const auto with_costs = [&](Vector sum, const Vector& (AllowedTransitions::*costs)() const) {
      if (features_.allowed == nullptr || features_.allowed->all()) return sum;
      const Vector& of_labels = (*features_.allowed.*costs)();
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += of_labels[i];
      return sum;
    };
    if (features_.views[0].transition >= 0)
      sums.set_edges(with_costs(sum_over_views(w, &ChainView::transition, labels_),
                                &AllowedTransitions::edge));
    const Vector bias = sum_over_views(w, &ChainView::bias, 1);
    const Vector first =
        with_costs(sum_over_views(w, &ChainView::first, 1), &AllowedTransitions::first);
    const Vector last =
        with_costs(sum_over_views(w, &ChainView::last, 1), &AllowedTransitions::last);
    double total = 0;
#pragma omp parallel for ordered schedule(dynamic) num_threads(threads)
    for (Index b = 0; b < static_cast<Index>(blocks_.size()); ++b) {
      if (stop_requested()) continue;
      thread_local Workspace space;
      const InputBlock& block = blocks_[b];
      score(block, w, bias, first, last, sums.stride(), space);
      const double of_this = of_block(block, sums, space);
#pragma omp ordered
      {
        total += of_this;
        after(block, sums, space);
      }
    }
    throw_if_stopped();
    return total;
  }

  /// Calls of_chain(sums, i, node, pairs, space) for each chain i with its scores. It turns them
  /// into factors of the parts and pairs. Then into += the features of all parts and pairs, times
  /// these factors. Returns the sum of the results of of_chain().
  template <class OfChain>
  double add_sums(ConstVectorRef w, int threads, VectorRef into, const OfChain& of_chain) const {
    return over_blocks(
        w, threads,
        [&](const InputBlock& block, const ChainSums& sums, Workspace& space) {
          const double total =
              sum_out(block, sums, space, [&](Index i, double* node, double* pairs) {
                return of_chain(sums, i, node, pairs, space);
              });
          spread(block, sums.stride(), space);
          return total;
        },
        [&](const InputBlock& block, const ChainSums& sums, Workspace& space) {
          add_expected(block, sums.stride(), space, into);
        });
  }

  // Finds the features that the inputs have, and orders their weights and those of the other blocks
  // in a sequence. Returns where the weights of feature j of view v begin, at [v][j]; -1 for
  // features that no input has.
  std::vector<std::vector<Index>> number_features() {
    std::vector<std::vector<Index>> place;
    const auto append = [&](Index first, Index size) {
      if (first < 0) return Index{-1};
      const Index at = static_cast<Index>(coordinates_.size());
      for (Index i = 0; i < size; ++i) coordinates_.push_back(first + i);
      return at;
    };
    for (ChainView& view : features_.views) {
      const FeatureTable& table = *view.table;
      std::vector<Index> of_view(table.num_features, -1);
      for (const InputId x : inputs_) {
        for (Index p = table.example_begin[x]; p < table.example_begin[x + 1]; ++p) {
          for (Index e = table.part_begin[p]; e < table.part_begin[p + 1]; ++e)
            of_view[table.feature[e]] = 0;
          for (const SharedRow& row : table.rows_of(p))
            std::fill_n(of_view.begin() + row.first, row.columns, 0);
        }
      }
      for (Index j = 0; j < table.num_features; ++j) {
        if (of_view[j] == 0) of_view[j] = append(view.emission + j * labels_, labels_);
      }
      place.push_back(std::move(of_view));
      view.transition = append(view.transition, labels_ * labels_);
      view.bias = append(view.bias, labels_);
      view.first = append(view.first, labels_);
      view.last = append(view.last, labels_);
    }
    return place;
  }

  void make_blocks(const std::vector<std::vector<Index>>& place) {
    const FeatureTable& table = *features_.views[0].table;
    const Index n = static_cast<Index>(inputs_.size());
    for (Index end = 0; end < n;) {
      InputBlock block;
      block.first_input = end;
      for (Index parts = 0;
           end < n && (parts == 0 || parts + table.length(inputs_[end]) <= kBlockParts); ++end)
        parts += table.length(inputs_[end]);
      block.end_input = end;
      fill_block(place, block);
      blocks_.push_back(std::move(block));
    }
  }

  void fill_block(const std::vector<std::vector<Index>>& place, InputBlock& block) const {
    const bool indicators =
        std::all_of(features_.views.begin(), features_.views.end(),
                    [](const ChainView& view) { return view.table->value.empty(); });
    std::vector<Index> places;              // position of each entry's feature
    std::vector<Index> shared_places;       // position of the first feature of each shared row
    std::map<Index, std::int32_t> columns;  // most of the shared rows at each position
    for (Index i = block.first_input; i < block.end_input; ++i) {
      for (Index t = 0; t < features_.views[0].table->length(inputs_[i]); ++t) {
        for (std::size_t v = 0; v < place.size(); ++v) {
          const FeatureTable& table = *features_.views[v].table;
          const Index part = table.example_begin[inputs_[i]] + t;
          for (const SharedRow& row : table.rows_of(part)) {
            block.shared.push_back(row);
            shared_places.push_back(place[v][row.first]);
            std::int32_t& most = columns[shared_places.back()];
            most = std::max(most, row.columns);
          }
          const Index begin = table.part_begin[part], end = table.part_begin[part + 1];
          for (Index e = begin; e < end; ++e) places.push_back(place[v][table.feature[e]]);
          if (indicators) continue;
          if (!table.value.empty())
            block.value.insert(block.value.end(), table.value.begin() + begin,
                               table.value.begin() + end);
          block.value.resize(places.size(), 1.0);
        }
        block.part_begin.push_back(static_cast<Index>(places.size()));
        block.shared_begin.push_back(static_cast<Index>(block.shared.size()));
      }
    }
    block.row = places;
    for (const auto& [first, count] : columns) {
      for (Index k = 0; k < count; ++k) block.row.push_back(first + k * labels_);
    }
    std::sort(block.row.begin(), block.row.end());
    block.row.erase(std::unique(block.row.begin(), block.row.end()), block.row.end());
    block.row.shrink_to_fit();
    const auto number_of = [&](Index at) {
      return static_cast<std::int32_t>(std::lower_bound(block.row.begin(), block.row.end(), at) -
                                       block.row.begin());
    };
    for (const Index at : places) block.feature.push_back(number_of(at));
    for (std::size_t i = 0; i < shared_places.size(); ++i)
      block.shared[i].first = number_of(shared_places[i]);
  }

  // Returns sum_v w_v over the blocks of weights that begin at `begin`, each of `rows` times K
  // weights; zero without such blocks. Transitions are multiplied by eta.
  Vector sum_over_views(ConstVectorRef w, Index ChainView::*begin, Index rows) const {
    Vector sum(rows * labels_, 0.0);
    for (const ChainView& view : features_.views) {
      if (view.*begin < 0) continue;
      const double value = begin == &ChainView::transition ? features_.eta : 1.0;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += value * w[view.*begin + i];
    }
    return sum;
  }

  Index length(Index i) const {
    return features_.views[0].table->length(inputs_[i]);
  }

  // Fills space.node with the scores of the parts of a block.
  void score(const InputBlock& block, ConstVectorRef w, const Vector& bias, const Vector& first,
             const Vector& last, Index stride, Workspace& space) const {
    double* weights = space.weights.reserve(block.num_rows() * stride);
    for (Index r = 0; r < block.num_rows(); ++r) {
      std::copy_n(w.data() + block.row[r], labels_, weights + r * stride);
      std::fill(weights + r * stride + labels_, weights + (r + 1) * stride, 0.0);
    }
    double* node = space.node.reserve(block.num_parts() * stride);
    std::fill_n(node, block.num_parts() * stride, 0.0);
    for (Index p = 0; p < block.num_parts(); ++p)
      std::copy_n(bias.data(), labels_, node + p * stride);
    double* row = node;
    for (Index i = block.first_input; i < block.end_input; row += length(i) * stride, ++i) {
      if (length(i) == 0) continue;
      features_.known.add_to(inputs_[i], labels_, [&](Index t) { return row + t * stride; });
      double* back = row + (length(i) - 1) * stride;
      for (Index k = 0; k < labels_; ++k) row[k] += first[k];
      for (Index k = 0; k < labels_; ++k) back[k] += last[k];
    }
    if (block.value.empty()) {
      add_scores(block, weights, stride, node, [](Index, Lanes weight) { return weight; });
    } else {
      add_scores(block, weights, stride, node,
                 [&](Index e, Lanes weight) { return broadcast(block.value[e]) * weight; });
    }
    if (!block.shared.empty()) add_shared_scores(block, weights, stride, node);
  }

  // Turns scores into probabilities, or into what of_chain(i, node, pairs) makes of them, in all
  // tables of `space` except those of features. Returns the sum of the results of of_chain().
  template <class OfChain>
  double sum_out(const InputBlock& block, const ChainSums& sums, Workspace& space,
                 const OfChain& of_chain) const {
    const Index stride = sums.stride();
    double* node = space.node.data();
    const bool has_pairs = features_.views[0].transition >= 0;
    double* pairs = space.pairs.reserve(has_pairs ? labels_ * stride : 0);
    double* bias = space.bias.reserve(stride);
    double* first = space.first.reserve(stride);
    double* last = space.last.reserve(stride);
    if (has_pairs) std::fill_n(pairs, labels_ * stride, 0.0);
    for (double* row : {bias, first, last}) std::fill_n(row, stride, 0.0);
    double total = 0;
    const auto add = [&](const double* row, double* to) {
      for (Index k = 0; k < stride; ++k) to[k] += row[k];
    };
    double* row = node;
    for (Index i = block.first_input; i < block.end_input; row += length(i) * stride, ++i) {
      if (length(i) == 0) continue;
      total += of_chain(i, row, pairs);
      add(row, first);
      add(row + (length(i) - 1) * stride, last);
    }
    for (Index p = 0; p < block.num_parts(); ++p) add(node + p * stride, bias);
    return total;
  }

  // Adds the values of the parts to the table of features.
  void spread(const InputBlock& block, Index stride, Workspace& space) const {
    const double* node = space.node.data();
    double* expected = space.expected.reserve(block.num_rows() * stride);
    std::fill_n(expected, block.num_rows() * stride, 0.0);
    if (block.value.empty()) {
      add_marginals(block, node, stride, expected, [](Index, Lanes marginal) { return marginal; });
    } else {
      add_marginals(block, node, stride, expected,
                    [&](Index e, Lanes marginal) { return broadcast(block.value[e]) * marginal; });
    }
    if (!block.shared.empty()) add_shared_marginals(block, node, stride, expected);
  }

  // Adds the tables of a block to the caller's vector.
  void add_expected(const InputBlock& block, Index stride, Workspace& space, VectorRef into) const {
    const auto add = [&](const double* row, double value, Index at) {
      for (Index k = 0; k < labels_; ++k) into[at + k] += value * row[k];
    };
    for (Index r = 0; r < block.num_rows(); ++r)
      add(space.expected.data() + r * stride, 1, block.row[r]);
    for (const ChainView& view : features_.views) {
      for (Index p = 0; view.transition >= 0 && p < labels_; ++p) {
        add(space.pairs.data() + p * stride, features_.eta, view.transition + p * labels_);
      }
      if (view.bias >= 0) add(space.bias.data(), 1, view.bias);
      if (view.first >= 0) add(space.first.data(), 1, view.first);
      if (view.last >= 0) add(space.last.data(), 1, view.last);
    }
  }

  // Offsets of emissions count in the problem's coordinates, all other offsets in ours.
  ChainFeatures features_;
  Index labels_;
  std::vector<InputId> inputs_;
  Vector factors_;
  std::vector<Index> coordinates_;
  std::vector<InputBlock> blocks_;
};

}  // namespace

void add_expected_feature(const ChainFeatures& features, InputId x, const ChainMarginals& marginals,
                          double scale, VectorRef into) {
  const Index K = features.labels, T = features.views[0].table->length(x);
  const auto add = [&](const double* probabilities, double factor, double* to) {
    for (Index k = 0; k < K; ++k) to[k] += scale * factor * probabilities[k];
  };
  for (const ChainView& view : features.views) {
    for (Index t = 0; t < T; ++t) {
      const double* of_part = marginals.label.data() + t * K;
      const Index part = view.table->example_begin[x] + t;
      view.table->for_entries(part, [&](std::int32_t feature, double value) {
        add(of_part, value, into.data() + view.emission + feature * K);
      });
      if (view.bias >= 0) add(of_part, 1, into.data() + view.bias);
      if (view.first >= 0 && t == 0) add(of_part, 1, into.data() + view.first);
      if (view.last >= 0 && t + 1 == T) add(of_part, 1, into.data() + view.last);
    }
    for (Index p = 0; view.transition >= 0 && p < K; ++p) {
      add(marginals.pair.data() + p * K, features.eta, into.data() + view.transition + p * K);
    }
  }
}

std::unique_ptr<CovariedFeatures> chain_covariances_of(ChainFeatures features,
                                                       std::vector<InputId> inputs) {
  Vector ones(inputs.size(), 1.0);
  return std::make_unique<ChainExpectations>(std::move(features), std::move(inputs),
                                             std::move(ones));
}

std::unique_ptr<ExpectedFeatures> chain_expectations(ChainFeatures features,
                                                     std::vector<InputId> inputs, Vector factors) {
  return std::make_unique<ChainExpectations>(std::move(features), std::move(inputs),
                                             std::move(factors));
}

}  // namespace costruct
