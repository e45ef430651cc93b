// Dual ascent of the co-SVM, Algorithms 6.1 and 6.2 of Brefeld 2008: views that teach each other on
// unlabeled inputs.
//
// Every view v has a dual problem of its own (core/optimize/max_margin.hpp), whose examples are the
// labeled ones and, for every unlabeled input j and every peer u of v, the pair (x_j, prediction of
// u) with weight Cu min{gamma_u, 1}. Its reference and weight are those of the last visit of j;
// before the first, the prediction at zero weights and 0.
#pragma once

#include <algorithm>
#include <optional>

#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/optimize/block_ascent.hpp"
#include "costruct/core/views.hpp"
#include "costruct/learners/shared/kept_shares.hpp"

namespace costruct {

/// The prediction of a view on an input and its margin over the runner-up (infinite without one).
struct Prediction {
  Output y_hat;
  double margin = 0;
  /// min{gamma, 1}, gamma as in eq. 6.3: what the prediction weighs as a label for the peers.
  double confidence() const { return std::min(margin, 1.0); }
};

/// What became of a visit to an unlabeled input.
struct ConsensusVisit {
  Index repetitions = 0;  ///< 0: passed over; the last one changed nothing unless they are r_max
  bool agree = false;     ///< all views, as of the last predictions
  /// The predictions of all views returned to what they were two repetitions before.
  bool cycled = false;
};

struct CoSvmAscentOptions {
  double C = 1;
  Augmentation augmentation;
  Index r_max = 10;    ///< repetitions on one unlabeled input
  bool exact = false;  ///< visit inputs as well where nothing can have changed
  /// As of KeptShares. Where shares are kept all inputs are visited.
  Json label_shares = "free";
};

class CoSvmAscent {
 public:
  CoSvmAscent(const Views& views, const Sample& sample, CoSvmAscentOptions options);

  Index view_count() const { return static_cast<Index>(views_.size()); }
  Index unlabeled_count() const { return static_cast<Index>(unlabeled_.size()); }
  /// A single view is its own peer.
  Index peer_count() const { return std::max<Index>(1, view_count() - 1); }

  /// One visit of labeled example i in every view (Algorithm 6.1).
  void visit_labeled(Index i);
  /// Consensus on unlabeled input j (Algorithm 6.2): takes its dual variables back; then, up to
  /// r_max times, predicts in all views and, where a prediction differs from a peer's or does not
  /// have the margin, adds a constraint and optimises the dual variables of j. Where shares are
  /// kept, the predictions of a visit are those that predictions() found last: offsets that fit
  /// those weights would not fit weights that visits have moved.
  ConsensusVisit visit_unlabeled(Index j, double Cu);
  /// Ascent over the working sets, without decoding. Returns what was left to gain in all views, at
  /// most: the part of their constraints in P - D. Views are independent of each other here, and
  /// share the threads.
  double revisit_all(int threads);
  double dual() const;

  /// Finds the offsets of labels where shares are kept, then all predictions at the present
  /// weights: that of view v on input j at j * view_count() + v. Notes where nothing is left to do,
  /// so that visits can pass over inputs as long as
  ///   |change of w_v| * difference_norm_bound(x_j)  <  gamma_v - max{1, largest loss^(1/r) against
  ///   y_hat}
  /// in all views: no prediction, confidence or constraint of x_j can have changed then.
  std::vector<Prediction> predictions(int threads);
  /// The same at other weights, one vector a view.
  std::vector<Prediction> predictions_at(const std::vector<Vector>& w, int threads);

  /// Where shares are kept: by how much one is off in any view.
  double share_error() const;

  /// The convex problem of view v with the present references and weights, and where its solver may
  /// begin.
  MaxMargin objective(Index v) const;
  std::vector<DualVariables> dual_variables(Index v) const {
    return views_[v].ascent->dual_variables();
  }
  /// Goes on from a solution of objective(v). Nothing is passed over until predictions() has been
  /// asked again.
  void start(Index v, const std::vector<DualVariables>& dual);
  /// Gives every unlabeled example the references and weights that follow from these predictions.
  /// Dual variables are lost.
  void set_references(const std::vector<Prediction>& predictions, double Cu);

  Index oracle_calls() const;
  Index constraints() const;

 private:
  struct View {
    const StructuredProblem& problem;
    KeptShares decoder;
    std::vector<LabeledExample> examples;
    std::optional<BlockAscent> ascent;
  };

  Index block(Index j, Index peer) const { return labeled_ + j * peer_count() + peer; }
  Index peer(Index v, Index p) const { return view_count() == 1 ? 0 : p < v ? p : p + 1; }
  Prediction predict(Index v, InputId x, ConstVectorRef w) const;
  bool teach(Index v, Index j, Index p, const std::vector<Prediction>& of_j, double Cu);
  bool must_visit(Index j) const;
  void fit_shares(Index v, ConstVectorRef w, int threads);
  void begin_ascent(View& view) const;

  CoSvmAscentOptions options_;
  Index labeled_ = 0;
  std::vector<InputId> unlabeled_;
  std::vector<View> views_;
  // Of passing over: at j * view_count() + v what the margin exceeds its need by (below 0: visit),
  // as of the path lengths noted, and the bound of difference norms.
  Vector excess_, norm_bound_, path_length_;
  std::vector<Prediction> noted_;  // where shares are kept: what predictions() found
  Index prediction_calls_ = 0;
};

}  // namespace costruct
