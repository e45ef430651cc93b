// Choosing documents that cover much: of n documents, each of which covers some elements, the K
// that maximise
//
//   f(y) = sum of the values of all elements that y covers + sum over pairs j > k of y of s(j, k)
//
// alone or with a loss of what y leaves uncovered of other elements (subtopics), of weights >= 0:
//
//   Delta(y) = max(0, reference - weight that y covers) / total
//
// Where no value is negative and there are no pairs, f is submodular and monotone, and greedy
// choice reaches at least 1 - 1/e of the maximum (Nemhauser, Wolsey & Fisher 1978). It promises
// nothing otherwise: elements of negative value and pairs of positive value make f supermodular in
// part, and so does Delta, which f is maximised with.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Which document covers which elements.
struct Covering {
  Index elements = 0;  ///< numbered from 0
  std::vector<Index> begin{
      0};  ///< document d covers element[begin[d]], ..., element[begin[d + 1] - 1]
  std::vector<std::int32_t> element;  ///< each at most once in a document

  Index documents() const { return static_cast<Index>(begin.size()) - 1; }
  std::span<const std::int32_t> of(Index document) const {
    return {element.data() + begin[document], element.data() + begin[document + 1]};
  }
  /// Ends the current document, when a covering is filled element by element.
  void end_document() { begin.push_back(static_cast<Index>(element.size())); }
};

/// The sum of the values of what `chosen` covers, in the order in which it is met.
double covered_value(const Covering& covering, ConstVectorRef value, std::span<const int> chosen);

/// Delta. Weights are whole numbers, so that sums of them are exact.
struct CoverageLoss {
  Covering subtopics;
  Vector weight;         ///< >= 0, of each subtopic
  double reference = 0;  ///< the weight that the reference covers
  double total = 0;      ///< of all subtopics; 0: there is no loss

  double operator()(std::span<const int> chosen) const {
    return of_covered(covered_value(subtopics, weight, chosen));
  }
  double of_covered(double covered) const {
    return total > 0 && covered < reference ? (reference - covered) / total : 0;
  }
};

/// What is maximised: f, or what most violates a constraint
/// (StructuredProblem::loss_augmented_decode).
struct CoverageObjective {
  const Covering& covering;
  ConstVectorRef value;           ///< of each element
  ConstVectorRef pairs = {};      ///< s(j, k) of documents j > k at j (j - 1) / 2 + k; empty: all 0
  const CoverageLoss* loss = {};  ///< null: f alone
  double reference_score = 0;     ///< f of the reference
  Augmentation augmentation = {};
};

/// f of some documents, in ascending order.
double choice_score(const CoverageObjective& objective, std::span<const int> chosen);
/// What is maximised, of some documents in ascending order.
double choice_value(const CoverageObjective& objective, std::span<const int> chosen);

/// `size` documents, one after the other: each the one that makes the objective largest, of those
/// that make it so the first. In the order of choice; all documents where there are no more. Cost:
/// O(size) times what all documents cover.
/// @param before_others  documents that come before all others: first these are chosen greedily
///                       among themselves
std::vector<int> greedy_ranking(const CoverageObjective& objective, Index size,
                                std::span<const int> before_others = {});
/// The set of these, ascending, with its value.
Decoded greedy_choice(const CoverageObjective& objective, Index size);

/// The best of the choices that have one document of `chosen` (ascending) exchanged for another;
/// among equals the smallest; nullopt where there is no other document. Its value is choice_value()
/// to the last bit. Cost: about that of a greedy choice of as many documents.
std::optional<Decoded> best_exchange(const CoverageObjective& objective,
                                     std::span<const int> chosen);
/// What `from`, with its choice_value(), comes to by the best exchange of all, as long as that
/// raises the value. As it rises strictly, no choice comes back, and in the end no exchange is
/// better: that, and a value of at least that of `from`, is all that is certified.
Decoded after_exchanges(const CoverageObjective& objective, Decoded from);

/// The best choice of `size` documents (all, where there are no more), other than `without` where
/// that is given; among equals the smallest. By branch and bound: a choice that begins with a set P
/// is worth at most
///   f(P) + sum over the m best further documents d of
///            gains+(d) + gains-(d) / m + sum over p of P of s(d, p) + half of the m - 1 best s(d,
///            .),
/// m = size - |P|, with gains+ and gains- the positive and the negative values that d adds to P,
/// and with the loss of what m documents must at least cover. It is exact whatever the signs.
/// @param most_looked_at  so many documents are looked at, as what could come next behind some P,
///                        each time anew; nullopt where they do not do, or no choice is left
/// Cost: at worst most_documents_looked_at(), each as many steps as the document covers elements
/// and P has documents.
std::optional<Decoded> best_choice(const CoverageObjective& objective, Index size,
                                   const std::vector<int>* without = nullptr,
                                   Index most_looked_at = Index{1} << 62);

/// What greedy choice, and any other, is at most worth: the bound of best_choice() at the empty
/// set.
double choice_bound(const CoverageObjective& objective, Index size);

/// How many sets of `size` of n documents there are; 1e18 where they are more.
double num_choices(Index n, Index size);

/// At least as many documents as best_choice() looks at: n behind each of the sets that it can
/// extend, which are those of k < size documents with size - k more behind them, of all k together
/// as many as there are sets of size - 1 of n. Where nearly all documents are chosen, they are many
/// more than the choices.
double most_documents_looked_at(Index n, Index size);

}  // namespace costruct
