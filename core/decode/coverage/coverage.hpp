// Decoders that choose K of n documents. Each document covers some elements. The choice y maximises
//   f(y) =   sum of the values of all elements that y covers
//          + sum over pairs j > k of y of s(j, k),
// alone or together with a loss. For the loss, each document also covers some subtopics, which are
// a second kind of elements. They have weights >= 0. The loss is
//   Delta(y) = max(0, reference - c(y)) / total,
// where c(y) is the weight of the subtopics that y covers, `reference` that of the reference
// choice, and `total` the weight of all subtopics.
//
// If no value is negative and there are no pairs, f is submodular and monotone. Greedy choice then
// reaches at least 1 - 1/e of the maximum (Nemhauser, Wolsey & Fisher 1978). Otherwise there is no
// guarantee: elements of negative value, pairs of positive value and Delta make the objective
// partly supermodular.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The elements that each document covers, in compressed rows.
struct Covering {
  Index elements = 0;  ///< number of elements; they are numbered from 0
  /// Document d covers element[begin[d]], ..., element[begin[d + 1] - 1].
  std::vector<Index> begin{0};
  std::vector<std::int32_t> element;  ///< each at most once per document

  Index documents() const { return static_cast<Index>(begin.size()) - 1; }
  /// The elements that this document covers.
  std::span<const std::int32_t> of(Index document) const {
    return {element.data() + begin[document], element.data() + begin[document + 1]};
  }
  /// Ends the current document while a covering is filled element by element.
  void end_document() { begin.push_back(static_cast<Index>(element.size())); }
};

/// The sum of the values of all elements that `chosen` covers, each counted once, in the order of
/// their first occurrence.
double covered_value(const Covering& covering, ConstVectorRef value, std::span<const int> chosen);

/// The loss Delta. Weights are whole numbers, so that sums of them are exact.
struct CoverageLoss {
  Covering subtopics;
  Vector weight;         ///< >= 0, for each subtopic
  double reference = 0;  ///< weight that the reference covers
  double total = 0;      ///< weight of all subtopics; 0: the loss is always 0

  /// The loss of a choice, given its documents; 0 <= loss <= 1.
  double operator()(std::span<const int> chosen) const {
    return of_covered(covered_value(subtopics, weight, chosen));
  }
  /// The loss of a choice that covers this weight.
  double of_covered(double covered) const {
    return total > 0 && covered < reference ? (reference - covered) / total : 0;
  }
};

/// The objective of the decoders: f, or the augmented value of
/// StructuredProblem::loss_augmented_decode(). What the members refer to must outlive it.
struct CoverageObjective {
  const Covering& covering;
  ConstVectorRef value;           ///< value of each element
  ConstVectorRef pairs = {};      ///< s(j, k) of documents j > k at j (j - 1) / 2 + k; empty: all 0
  const CoverageLoss* loss = {};  ///< null: f alone
  double reference_score = 0;     ///< f of the reference
  Augmentation augmentation = {};
};

/// f of a choice of documents in ascending order. The loss has no effect.
double choice_score(const CoverageObjective& objective, std::span<const int> chosen);
/// The objective of a choice of documents in ascending order.
double choice_value(const CoverageObjective& objective, std::span<const int> chosen);

/// Chooses `size` documents one after the other, or all if there are fewer, and returns them in the
/// order of choice. Each is the document that makes the objective largest; among ties the first.
/// Cost: O(size) times the number of elements that all documents cover.
/// @param before_others  these documents come before all others, also in greedy order. They count
///                       towards `size`. Empty: no document has precedence
std::vector<int> greedy_ranking(const CoverageObjective& objective, Index size,
                                std::span<const int> before_others = {});
/// The documents of greedy_ranking() in ascending order, with their value.
Decoded greedy_choice(const CoverageObjective& objective, Index size);

/// The best choice that exchanges one document of `chosen` (ascending) for another; among ties the
/// smallest. nullopt if there is no other document. Its value is choice_value() to the last bit.
/// Cost: about that of a greedy choice of as many documents.
std::optional<Decoded> best_exchange(const CoverageObjective& objective,
                                     std::span<const int> chosen);
/// Starts from `from` with its choice_value() and makes the best exchange as long as it raises the
/// value. The value rises strictly, so the search ends. It guarantees only that no exchange is
/// better, and that the value is at least that of `from`.
Decoded after_exchanges(const CoverageObjective& objective, Decoded from);

/// The best choice of `size` documents (all, if there are fewer), other than `without` if that is
/// given; among ties the smallest. It is exact for values of any sign.
///
/// The method is branch and bound. A choice that begins with a set P has at most the value
///   f(P) + sum over the m best further documents d of
///            gains+(d) + gains-(d) / m + sum over p of P of s(d, p)
///            + half of the sum of the m - 1 best s(d, .)
/// where m = size - |P|, and gains+ and gains- are the positive and the negative values that d adds
/// to P. With a loss, the bound uses the weight that m further documents cover at least.
/// @param most_looked_at  Limit of the documents looked at as continuations of some P. A document
///                        counts again for each P. nullopt if the limit is too low, or if there is
///                        no choice.
/// Cost: at worst most_documents_looked_at() documents. Each takes as many steps as it covers
/// elements and P has documents.
std::optional<Decoded> best_choice(const CoverageObjective& objective, Index size,
                                   const std::vector<int>* without = nullptr,
                                   Index most_looked_at = Index{1} << 62);

/// An upper bound of the value of every choice: the bound of best_choice() at the empty set.
double choice_bound(const CoverageObjective& objective, Index size);

/// The number of sets of `size` of n documents; at most 1e18.
double num_choices(Index n, Index size);

/// An upper bound of the number of documents that best_choice() looks at: n for each set that it
/// can extend. These are the sets of k < size documents with at least size - k documents after
/// them. For all k together there are as many as sets of size - 1 of n documents. If nearly all
/// documents are chosen, this is far more than the number of choices.
double most_documents_looked_at(Index n, Index size);

}  // namespace costruct
