// The cutting planes of the solver one_slack, kept as changes. It solves the 1-slack formulation of
// the structural SVM (Joachims, Finley & Yu 2009), which has one slack xi for all examples
// together.
//
// A plane is the choice of an output for each example. It has
//   a_p = sum_i weight_i a_i(yhat_i^p),   b_p = sum_i weight_i b_i(yhat_i^p)
// with a_i and b_i of max_margin.hpp. Its constraint is <w, a_p> >= b_p - xi, with the dual
// variable alpha_p. Successive planes choose the same output for most examples. So each distinct
// output of an example is kept once, and a plane refers to it by its number. Only the changes
//   d_p = a_p - a_{p-1}
// are kept as vectors. Both sums over planes follow from them:
//   <a_p, a_new> = <a_p, a_last> + sum_{q <= p} <d_q, d_new>
//   sum_p alpha_p a_p = sum_q (sum_{p >= q} alpha_p) d_q
#pragma once

#include "costruct/core/optimize/block_qp.hpp"
#include "costruct/core/optimize/solver.hpp"
#include "costruct/core/sparse_vector.hpp"

namespace costruct {

/// The outputs that planes chose, each distinct output of an example once.
class ChosenOutputs {
 public:
  /// One number for each example: which of its outputs a plane chose.
  using Choice = std::vector<std::int32_t>;

  explicit ChosenOutputs(Index examples) : outputs_(examples) {}
  /// Keeps the outputs that are new, one for each example, with their losses. Cost: a comparison
  /// with the loss of each output of an example, the latest first.
  Choice add(const MaxMargin& objective, std::vector<Output> outputs, int threads);
  /// An output, and its loss against the reference.
  struct Chosen {
    double loss;
    Output output;
    friend bool operator==(const Chosen&, const Chosen&) = default;
  };
  /// The output of an example that has this number in a Choice.
  const Chosen& of(Index example, std::int32_t number) const { return outputs_[example][number]; }
  Index size() const { return static_cast<Index>(outputs_.size()); }
  /// Forgets outputs that no plane chooses, and numbers the others again. Does nothing while at
  /// least half of the outputs may be in use.
  void forget_unused(std::span<Choice*> choices);

 private:
  std::vector<std::vector<Chosen>> outputs_;
  Index added_ = 0, in_use_ = 0;  // since the last forget_unused(), and after it
};

/// The planes of an objective, in the order in which they were added. Plane 0 is the trivial one,
/// xi >= 0.
///
/// Memory: each distinct output, and 4 bytes for each plane and example, of this process. A
/// coordinate in which a plane differs from the one before takes 16 bytes.
class CuttingPlanes {
 public:
  /// @param objective  must outlive this; C is not used
  CuttingPlanes(const MaxMargin& objective, int threads);

  Index size() const { return gram_.size(); }
  /// <a_p, a_q> of all planes.
  const PackedGram& gram() const { return gram_; }
  double b(Index plane) const { return planes_[plane].b; }

  /// Adds the plane that chooses these outputs, one for each example. The bits do not depend on the
  /// number of threads. Cost: that of add_differences() for examples whose output changed, and of
  /// an inner product with each change so far.
  void add(std::vector<Output> outputs);
  /// Sets w = sum_p alpha_p a_p, for alpha >= 0 with an entry for each plane.
  void combine(ConstVectorRef alpha, VectorRef w) const;
  /// max_p b_p - <w, a_p>: the least xi that w can have. Cost: an inner product with each change.
  double slack(ConstVectorRef w) const;
  /// The planes with alpha > 0 and their outputs, as a start for a later run. Plane 0 is left out,
  /// because it chooses no outputs.
  std::vector<SolverStart::Plane> chosen(ConstVectorRef alpha) const;
  /// Keeps only these planes, ascending, with plane 0 and the last one among them.
  void keep(std::span<const Index> kept);
  /// alpha_i(yhat) = weight_i sum of the alpha_p whose plane chooses yhat. Planes with alpha = 0
  /// are left out.
  std::vector<DualVariables> dual_variables(ConstVectorRef alpha) const;

 private:
  struct Plane {
    ChosenOutputs::Choice choice;  // empty for plane 0
    SparseVector change;           // to the plane before
    double b = 0;
  };

  SparseVector change_to(const ChosenOutputs::Choice& choice, Vector& b);
  void add_change(Index i, const ChosenOutputs::Choice& choice, Vector& b, VectorRef into) const;
  void add_products(const SparseVector& change);

  const MaxMargin& objective_;
  int threads_;
  ChosenOutputs outputs_;
  std::vector<Plane> planes_;
  PackedGram gram_;
  // Vectors in which runs of examples are summed to a change; all 0 between uses. They are kept,
  // because allocating them costs as much time as decoding.
  std::vector<Vector> runs_;
};

}  // namespace costruct
