// Which labels may stand next to each other in a sequence.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/options.hpp"

namespace costruct {

/// The pairs of neighbouring labels that a sequence may have, and the labels that may come first
/// and last. A forbidden pair costs so much that no decoder chooses it while another labeling is
/// left, and that its probability is 0.
///
/// A sequence may have no allowed labeling. Then the best one has as few forbidden pairs as
/// possible; among several of these the scores do not decide.
class AllowedTransitions {
 public:
  /// Allows everything.
  AllowedTransitions() = default;
  /// @param option  a value of the option `transitions`:
  ///   "any" or null  everything is allowed
  ///   "scheme"       what the coding scheme of the labels allows; see scheme_of_tags() and
  ///                  may_follow() (chunk_scheme.hpp)
  ///   a list         all but these pairs: [["O", "I-NP"], ["", "I-NP"]]. "" is the start or the
  ///                  end of a sequence
  /// @param labels  the labels of the problem, by number
  /// Throws ConfigError if a listed label is none of the labels, or if the labels have no scheme.
  AllowedTransitions(const Json& option, std::span<const std::string> labels);

  /// The form of the option `transitions`, for its declaration.
  static Json form();

  /// Whether nothing is forbidden.
  bool all() const { return edge_.empty(); }
  /// The cost of label k after label p at p * K + k, a score <= 0; empty if nothing is forbidden.
  const Vector& edge() const { return edge_; }
  /// The cost of label k as the first (last) one; empty if nothing is forbidden.
  const Vector& first() const { return first_; }
  const Vector& last() const { return last_; }

  /// Adds the costs to a score table of K labels.
  void add_to(ChainScores& scores) const;
  /// Returns the first place where a labeling has a forbidden pair: "token 3: I-LOC after O", or
  /// "token 1: I-LOC comes first". Returns "" if it has none.
  std::string broken_by(const Output& y, std::span<const std::string> labels) const;

  /// Whether a score is that of a forbidden pair, or of a labeling that has one.
  static bool forbids(double score);
  /// The decoded labeling; nullopt if it has a forbidden pair.
  static std::optional<Decoded> only_allowed(std::optional<Decoded> decoded);
  /// Removes labelings that have more forbidden pairs than the first one.
  /// @param ranked  by descending value, as a k-best decoder returns them
  static void keep_allowed(std::vector<Decoded>& ranked);

 private:
  Vector edge_, first_, last_;
};

}  // namespace costruct
