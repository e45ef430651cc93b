// Decoders of dependency trees: every token of a sentence gets a head, which is another token or
// the root. Their input is a table of scores. Callers compute the scores from features and weights.
//
// Heads are numbered 0..T: head 0 is the root, head h > 0 is token h - 1. A tree gives each of the
// tokens 0..T-1 a head and a label 0..L-1 of the arc between both. It is an Output with a part for
// each token, head * L + label. Arcs form no cycle, so that every token is below the root.
//
//   value(tree) = sum of the scores of its arcs
//
// A tree is projective if no two arcs cross when all are drawn above the sentence, the root in
// front of the first token. Among trees of equal value all decoders return the lexicographically
// smallest one. This is not guaranteed if values are equal only by rounding.
//
// In costs, T is the number of tokens and L the number of labels.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Which trees are possible.
struct HeadTreeKind {
  bool projective = true;
  bool single_root = true;  ///< exactly one token has the root as its head
};

/// Scores of arcs without labels. Minus infinity forbids an arc. No score may be plus infinity.
struct ArcScores {
  Index length = 0;  ///< number of tokens T
  /// The score of head h for token t at t * (T + 1) + h. That of the token itself has no effect.
  Vector score;

  double at(Index token, Index head) const { return score[token * (length + 1) + head]; }
};

/// The head of each token, and the sum of the scores of the arcs.
struct DecodedHeads {
  std::vector<int> heads;
  double value = 0;
};

/// Returns the best projective tree; nullopt if none exists. Cost: O(T^3); up to O(T^4), with
/// O(T^3) memory, if many trees are tied but arcs differ.
/// Source: Eisner 1996, "Three new probabilistic models for dependency parsing".
std::optional<DecodedHeads> best_projective_heads(const ArcScores& scores, bool single_root);
/// Whether a projective tree exists. Cost: O(T^3).
bool has_projective_heads(const ArcScores& scores, bool single_root);

/// Returns the best tree, projective or not; nullopt if none exists. Cost: O(T^2) for each level of
/// contracted cycles, of which there are at most T and usually few. Ties cost O(T) each.
/// Source: Chu & Liu 1965; Edmonds 1967. With a single root it first minimises the number of
/// arcs from the root, so it is exact.
std::optional<DecodedHeads> best_arborescence(const ArcScores& scores, bool single_root);
/// Whether a tree exists, projective or not. Cost: O(T^2). With a single root, O(T^2) for each
/// token that may have the root as its head.
bool has_arborescence(const ArcScores& scores, bool single_root);
/// The best tree if all arcs have the same finite score, as with weights of 0. It is then the
/// smallest tree, which is projective. Returns nullopt if scores differ, or if they
/// are minus infinity. Cost: O(T^2).
std::optional<DecodedHeads> best_of_equal_arcs(const ArcScores& scores, bool single_root);

/// Sums over all trees y: the log-partition, and probabilities under
///   p(y) = exp value(y) / Z   with   Z = sum_y exp value(y).
struct HeadSums {
  double log_partition = 0;  ///< log Z
  Vector arc;                ///< probability of each arc, in the order of the scores
};
/// Sums over the projective trees, by the inside-outside algorithm; nullopt if there is none.
/// Cost: O(T^3).
std::optional<HeadSums> sum_projective_heads(const ArcScores& scores, bool single_root);
/// Sums over all trees, projective or not; nullopt if there is none. Cost: O(T^3).
///
/// By the matrix-tree theorem (Koo, Globerson, Carreras & Collins 2007; Smith & Smith 2007) Z is a
/// determinant. It is computed by elimination of one token after the other, without a subtraction
/// (Grassmann, Taksar & Heyman 1985). Results are therefore accurate for scores of any size.
std::optional<HeadSums> sum_arborescences(const ArcScores& scores, bool single_root);

/// Scores of arcs with labels.
struct LabeledArcScores {
  HeadTreeKind kind;
  Index length = 0;  ///< number of tokens T
  Index labels = 1;  ///< number of labels L >= 1
  /// The score of part p = head * L + label of token t at t * (T + 1) * L + p.
  Vector score;

  Index parts() const { return (length + 1) * labels; }
  double* row(Index token) { return score.data() + token * parts(); }
  const double* row(Index token) const { return score.data() + token * parts(); }
};

/// The value of a tree.
double head_tree_value(const LabeledArcScores& scores, const Output& tree);
/// Whether the parts are a tree of this kind.
bool is_head_tree(HeadTreeKind kind, Index labels, const Output& tree);

/// Whether a tree exists, whatever its value.
bool has_head_tree(const LabeledArcScores& scores);
/// Returns the best tree; nullopt if none exists. The best tree of no tokens has no parts. Cost:
/// O(T^2 L) more than best_projective_heads() or best_arborescence().
std::optional<Decoded> best_head_tree(const LabeledArcScores& scores);
/// Returns the best tree other than y; nullopt if none exists. Cost: up to T + 1 decodes.
std::optional<Decoded> best_other_head_tree(const LabeledArcScores& scores, const Output& y);
/// Returns the k best trees by descending value, or all trees if there are fewer. Trees of equal
/// value are in lexicographic order. It splits the trees that are left into disjoint sets (Lawler
/// 1972). Cost: up to k T decodes.
std::vector<Decoded> k_best_head_trees(const LabeledArcScores& scores, Index k);

/// Sums over all trees with labels. `arc` has the probability of each part, in the order of the
/// scores. nullopt if there is no tree.
std::optional<HeadSums> sum_head_trees(const LabeledArcScores& scores);

/// Finds the best projective tree with exactly h hits, for h = 0..T. A hit is a token with one of
/// some parts, for example those with the true head.
///
/// Construction costs O(T^5): seconds for 100 tokens.
class ProjectivePerHits {
 public:
  /// @param scores  kind.projective has no effect: all trees are projective here
  /// @param is_hit  for each part of each token, in the order of the scores
  ProjectivePerHits(const LabeledArcScores& scores, const std::vector<bool>& is_hit);
  ~ProjectivePerHits();
  ProjectivePerHits(const ProjectivePerHits&) = delete;
  ProjectivePerHits& operator=(const ProjectivePerHits&) = delete;

  /// The value of the best tree with this number of hits, 0 to T; minus infinity if none exists.
  double value(Index hits) const;
  /// The best tree with this number of hits. Call it only if value(hits) is not minus infinity.
  Output tree(Index hits) const;

 private:
  class Chart;
  std::unique_ptr<Chart> chart_;
};

}  // namespace costruct
