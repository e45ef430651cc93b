// Tables 6.1 and 6.2 of Brefeld 2008 for inputs of two outputs, as
// learners/solvers/co_svm_ascent.hpp and co_svm.cpp read them. Weights are dense, and outputs are
// enumerated. Working sets have at most one constraint, so that every optimisation is one division.
// The code shares nothing with the learner.
#pragma once

#include <array>
#include <cmath>

#include "support/max_margin_oracle.hpp"

namespace costruct::test {

struct NaiveOptions {
  double C = 1, Cu = 1;
  Augmentation augmentation;
  Index r_max = 10;
};

/// An example, or an unlabeled input with what one peer says of it, in one view.
struct NaiveBlock {
  InputId x = 0;
  Output y;
  double weight = 0, alpha = 0;
  bool known = false;  ///< the other output is in the working set
  int idle = 0;
};

struct NaivePrediction {
  Output y_hat;
  double margin = 0;
};

struct NaiveVisit {
  Index repetitions = 0;
  bool agree = false, cycled = false;
};

struct NaiveEpoch {
  double disagreement = 0;
  Index changed = 0, repetitions = 0, unresolved = 0, cycling = 0;
};

class NaiveCoSvm {
 public:
  NaiveCoSvm(const Views& views, const Sample& sample, NaiveOptions options)
      : views_(views),
        sample_(sample),
        options_(options),
        peers_(std::max<Index>(1, views.count() - 1)) {
    for (Index v = 0; v < views.count(); ++v) {
      w_.push_back(Vector(views[v].dimension(), 0.0));
      std::vector<NaiveBlock> blocks;
      for (const auto& [x, y, weight] : sample.labeled) blocks.push_back({x, y, weight});
      for (const InputId x : sample.unlabeled)
        blocks.insert(blocks.end(), peers_, NaiveBlock{x, {}});
      blocks_.push_back(std::move(blocks));
    }
  }

  const Vector& w(Index v) const { return w_[v]; }
  const NaiveBlock& block(Index v, Index i) const { return blocks_[v][i]; }

  /// argmax over the two outputs, ties to the smaller, and how far the other is behind.
  NaivePrediction predict(Index v, InputId x) const {
    const double f_0 = score(v, x, {{0}}), f_1 = score(v, x, {{1}});
    return {{{f_1 > f_0 ? 1 : 0}}, std::abs(f_1 - f_0)};
  }

  void visit_labeled(Index i) {
    for (Index v = 0; v < views_.count(); ++v) visit(v, blocks_[v][i]);
  }

  NaiveVisit visit_unlabeled(Index j, double Cu) {
    const Index V = views_.count();
    for (Index v = 0; v < V; ++v) {
      for (Index p = 0; p < peers_; ++p) move(v, of(v, j, p), 0), of(v, j, p).known = false;
    }
    NaiveVisit visit;
    std::vector<std::vector<NaivePrediction>> seen;
    while (visit.repetitions < options_.r_max) {
      ++visit.repetitions;
      std::vector<NaivePrediction> now;
      for (Index v = 0; v < V; ++v) now.push_back(predict(v, sample_.unlabeled[j]));
      visit.agree = true;
      for (const NaivePrediction& each : now)
        visit.agree = visit.agree && each.y_hat == now[0].y_hat;
      seen.push_back(now);
      const std::size_t n = seen.size();
      if (n > 2 && same(seen[n - 1], seen[n - 3]) && !same(seen[n - 1], seen[n - 2]))
        visit.cycled = true;
      bool moved = false;
      for (Index v = 0; v < V; ++v) {
        Index p = 0;
        for (Index u = 0; u < V; ++u) {
          if (u == v && V > 1) continue;
          moved =
              teach(v, of(v, j, p++), now[u], now[v].y_hat, Cu, visit.repetitions == 1) || moved;
        }
      }
      if (!moved) break;
    }
    return visit;
  }

  NaiveEpoch epoch(double Cu) {
    NaiveEpoch row;
    const Index n = static_cast<Index>(sample_.labeled.size()),
                m = static_cast<Index>(sample_.unlabeled.size());
    for (Index i = 0; i < n; ++i) visit_labeled(i);
    std::vector<NaivePrediction> now;
    Index differ = 0;
    for (const InputId x : sample_.unlabeled) {
      bool agree = true;
      for (Index v = 0; v < views_.count(); ++v) {
        now.push_back(predict(v, x));
        agree = agree && now.back().y_hat == predict(0, x).y_hat;
        row.changed += last_.empty() || last_[now.size() - 1].y_hat != now.back().y_hat;
      }
      differ += !agree;
    }
    last_ = now;
    row.disagreement = static_cast<double>(differ) / static_cast<double>(m);
    for (Index j = 0; j < m; ++j) {
      const NaiveVisit visit = visit_unlabeled(j, Cu);
      row.repetitions += visit.repetitions;
      row.unresolved += !visit.agree;
      row.cycling += visit.cycled;
      for (Index turn = 1; turn < visit.repetitions; ++turn) visit_labeled(next_++ % n);
    }
    for (int pass = 0; pass < 50; ++pass) {
      double left = 0;
      for (Index v = 0; v < views_.count(); ++v) {
        for (NaiveBlock& block : blocks_[v]) left += revisit(v, block);
      }
      if (left <= 0.01 * dual()) break;
    }
    return row;
  }

  /// The predictions noted in the last epoch, view by view within an input.
  std::vector<Output> pseudo_labels() const {
    std::vector<Output> all;
    for (const NaivePrediction& each : last_) all.push_back(each.y_hat);
    return all;
  }

  double dual() const {
    double value = 0;
    for (Index v = 0; v < views_.count(); ++v) {
      for (const double each : w_[v]) value -= 0.5 * each * each;
      for (const NaiveBlock& block : blocks_[v]) {
        if (block.alpha == 0) continue;
        value += block.alpha * scale(block).first;
        if (squared()) value -= block.alpha * block.alpha / (2 * options_.C * block.weight);
      }
    }
    return value;
  }

 private:
  bool squared() const { return options_.augmentation.slack_norm == 2; }
  NaiveBlock& of(Index v, Index j, Index p) {
    return blocks_[v][static_cast<Index>(sample_.labeled.size()) + j * peers_ + p];
  }
  double score(Index v, InputId x, const Output& y) const {
    return dot(views_[v].joint_feature(x, y), w_[v]);
  }
  static Output other(const NaiveBlock& block) { return {{1 - block.y.parts[0]}}; }
  std::pair<double, double> scale(const NaiveBlock& block) const {
    return reference_scale(views_[0].loss(block.x, block.y, other(block)), options_.augmentation);
  }
  static bool same(const std::vector<NaivePrediction>& a, const std::vector<NaivePrediction>& b) {
    for (std::size_t v = 0; v < a.size(); ++v) {
      if (a[v].y_hat != b[v].y_hat) return false;
    }
    return true;
  }

  double violation(Index v, const NaiveBlock& block) const {
    const auto [b, s] = scale(block);
    return b - s * (score(v, block.x, block.y) - score(v, block.x, other(block)));
  }

  void move(Index v, NaiveBlock& block, double alpha) {
    if (alpha == block.alpha) return;
    const double step = (alpha - block.alpha) * scale(block).second;
    add_to(w_[v], step, views_[v].joint_feature(block.x, block.y));
    add_to(w_[v], -step, views_[v].joint_feature(block.x, other(block)));
    block.alpha = alpha;
  }

  void optimise(Index v, NaiveBlock& block) {
    const double cost = options_.C * block.weight, h = violation(v, block);
    Vector a(w_[v].size(), 0.0);
    add_to(a, scale(block).second, views_[v].joint_feature(block.x, block.y));
    add_to(a, -scale(block).second, views_[v].joint_feature(block.x, other(block)));
    double curvature = squared() ? 1 / cost : 0.0;
    for (const double each : a) curvature += each * each;
    const double slope = squared() ? h - block.alpha / cost : h;
    double alpha = block.alpha;
    if (curvature > 0) {
      alpha += slope / curvature;
    } else if (slope != 0) {
      alpha = slope > 0 ? cost : 0;
    }
    alpha = std::max(0.0, alpha);
    move(v, block, squared() ? alpha : std::min(alpha, cost));
  }

  // Returns whether the constraint was added.
  bool visit(Index v, NaiveBlock& block) {
    if (block.weight == 0) return false;
    const bool add = !block.known && violation(v, block) > 1e-3;
    if (add) {
      block.known = true;
      block.idle = 0;
      optimise(v, block);
    }
    if (block.known) block.idle = block.alpha > 0 ? 0 : block.idle + 1;
    if (block.idle > 3) block.known = false;
    return add;
  }

  // Returns the share of the block in the gap, as it was.
  double revisit(Index v, NaiveBlock& block) {
    if (block.weight == 0 || !block.known) return 0;
    const double cost = options_.C * block.weight, h = violation(v, block), H = std::max(0.0, h);
    const double share =
        squared() ? 0.5 * cost * H * H - block.alpha * h + block.alpha * block.alpha / (2 * cost)
                  : cost * H - block.alpha * h;
    optimise(v, block);
    return share;
  }

  bool teach(Index v, NaiveBlock& block, const NaivePrediction& reference, const Output& own,
             double Cu, bool first) {
    const double weight = Cu * std::min(1.0, reference.margin);
    bool changed = false;
    if (first || block.y != reference.y_hat || std::abs(block.weight - weight) > 1e-3 * Cu) {
      changed = !first && block.known;
      const bool keep = block.known && block.y == reference.y_hat && weight > 0;
      if (!first) move(v, block, 0);
      block = {block.x, reference.y_hat, weight, 0, keep, 0};
    }
    if (weight == 0) return changed;
    if (own != reference.y_hat) {
      changed = changed || !block.known;
      if (!block.known) block.idle = 0;
      block.known = true;
    }
    if (changed) revisit(v, block);
    if (own != reference.y_hat) return changed;
    return visit(v, block) || changed;
  }

  const Views& views_;
  Sample sample_;
  NaiveOptions options_;
  Index peers_, next_ = 0;
  std::vector<Vector> w_;
  std::vector<std::vector<NaiveBlock>> blocks_;
  std::vector<NaivePrediction> last_;
};

}  // namespace costruct::test
