// Dual ascent of the co-SVM, Algorithms 6.1 and 6.2 of Brefeld 2008: views that teach each other on
// unlabeled inputs.
//
// Every view v has a dual problem of its own (core/optimize/max_margin.hpp). Its examples are the
// labeled ones and pairs (x_j, prediction of u) with weight Cu min{gamma_u, 1}. There is such a
// pair for every unlabeled input j and every peer u of v. The last visit of j sets this reference
// and weight. Before the first visit the reference is the prediction at zero weights, and the
// weight 0.
#pragma once

#include <algorithm>
#include <optional>

#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/optimize/block_ascent.hpp"
#include "costruct/core/views.hpp"
#include "costruct/learners/shared/kept_shares.hpp"

namespace costruct {

/// The prediction of a view on an input, and its margin over the runner-up.
struct Prediction {
  Output y_hat;
  double margin = 0;  ///< infinite if there is no runner-up
  /// min{gamma, 1} with the margin gamma of eq. 6.3: the weight of the prediction as a label.
  double confidence() const { return std::min(margin, 1.0); }
};

/// The outcome of a visit to an unlabeled input.
struct ConsensusVisit {
  /// The number of repetitions of the two steps; 0 if the visit was skipped. The last repetition
  /// changed nothing, unless there were r_max.
  Index repetitions = 0;
  bool agree = false;  ///< whether all views agreed in the last predictions
  /// Whether the predictions of all views returned to those of two repetitions before.
  bool cycled = false;
};

/// The options of the ascent.
struct CoSvmAscentOptions {
  double C = 1;
  Augmentation augmentation;
  Index r_max = 10;    ///< largest number of repetitions on one unlabeled input
  bool exact = false;  ///< if true, no visit is skipped; see CoSvmAscent::predictions()
  /// The value of the option label_shares (KeptShares). If shares are kept, all inputs are visited.
  Json label_shares = "free";
};

/// The ascent over all views. In each epoch visit the labeled examples, call predictions(), visit
/// the unlabeled inputs, and call revisit_all() as often as needed.
class CoSvmAscent {
 public:
  /// Begins at zero weights. `views` must outlive this object. Throws ConfigError if a view has no
  /// RunnerUpDecoder, or if shares are to be kept and a view does not offer this; see KeptShares.
  CoSvmAscent(const Views& views, const Sample& sample, CoSvmAscentOptions options);

  Index view_count() const { return static_cast<Index>(views_.size()); }
  Index unlabeled_count() const { return static_cast<Index>(unlabeled_.size()); }
  /// The number of peers of a view. A single view is its own peer.
  Index peer_count() const { return std::max<Index>(1, view_count() - 1); }

  /// Visits labeled example i once in every view (Algorithm 6.1).
  void visit_labeled(Index i);
  /// Seeks a consensus on unlabeled input j (Algorithm 6.2). It withdraws the dual variables of j
  /// and then repeats two steps up to r_max times:
  ///   1. predict in all views;
  ///   2. where a prediction differs from a peer's or lacks the margin, add a constraint and
  ///      optimise the dual variables of j.
  /// If shares are kept, a visit uses the predictions that predictions() found last, because their
  /// offsets do not fit the weights after a visit.
  ConsensusVisit visit_unlabeled(Index j, double Cu);
  /// Ascends over the working sets, without decoding. Returns an upper bound of the remaining gain
  /// over the working sets: their part of P - D, summed over views. The views are independent of
  /// each other here, and run on the threads in parallel.
  double revisit_all(int threads);
  /// The value of the dual objective, summed over views.
  double dual() const;

  /// Returns all predictions at the present weights: view v on input j at j * view_count() + v. If
  /// shares are kept, it first finds the offsets of the labels.
  ///
  /// It also finds the inputs that visits can skip. These are inputs on which all views agree with
  /// a margin above 1, and which have no constraint in any working set. A visit skips such an input
  /// j as long as, in all views,
  ///   |change of w_v| * difference_norm_bound(x_j)
  ///     <  gamma_v - max{1, largest loss^(1/r) against y_hat}
  /// because no prediction, confidence or constraint of x_j can have changed then. With slack
  /// rescaling the maximum is 1.
  std::vector<Prediction> predictions(int threads);
  /// The same at other weights, one vector for each view.
  std::vector<Prediction> predictions_at(const std::vector<Vector>& w, int threads);

  /// If shares are kept: the largest error of a label's share, over all views.
  double share_error() const;

  /// The convex problem of view v with the present references and weights. Its solver may begin at
  /// dual_variables(v).
  MaxMargin objective(Index v) const;
  std::vector<DualVariables> dual_variables(Index v) const {
    return views_[v].ascent->dual_variables();
  }
  /// Continues from a solution of objective(v). No visit is skipped until the next call of
  /// predictions().
  void start(Index v, const std::vector<DualVariables>& dual);
  /// Sets the references and weights of all unlabeled examples to those that follow from these
  /// predictions. The dual variables of these examples are lost.
  void set_references(const std::vector<Prediction>& predictions, double Cu);

  /// The number of decodings of any kind so far.
  Index oracle_calls() const;
  /// The number of constraints in all working sets now, over all views.
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
  // For skipping visits, at j * view_count() + v: by how much the margin exceeds what it needs
  // (below 0: visit), and the bound of difference norms. The margin is that of the last
  // predictions(), and path_length_ the path length of each view at that time.
  Vector excess_, norm_bound_, path_length_;
  std::vector<Prediction> noted_;  // if shares are kept: the result of predictions()
  Index prediction_calls_ = 0;
};

}  // namespace costruct
