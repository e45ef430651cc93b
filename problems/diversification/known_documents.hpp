// Facts about the documents of a choice, and decoders within them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "costruct/core/decode/coverage/coverage.hpp"
#include "costruct/core/known.hpp"
#include "costruct/problems/diversification/choice_decoder.hpp"

namespace costruct::diversification {

/// The facts with which all these choices agree. There is a fact for each of the n candidates: {1}
/// if it is chosen, {0} if it is not, and empty if the choices differ.
Known known_documents(Index n, std::span<const Output> choices);
/// Whether a choice agrees with the facts.
bool allow_documents(const Known& known, const Output& choice);

/// A ChoiceDecoder that looks at allowed choices alone. It decodes a smaller objective: documents
/// that are chosen leave it with the elements that they cover, and documents that are not chosen
/// leave it too. So decoders stay exact if they are.
///
/// If facts demand more documents than there are places, it chooses among the documents demanded.
/// If they leave too few, it adds documents that they rule out.
class KnownChoiceDecoder {
 public:
  /// @param n      number of candidates
  /// @param known  outlives this object; null: nothing is known
  KnownChoiceDecoder(Decoder decoder, Index size, Index n, const Known* known);

  /// See ChoiceDecoder.
  Decoded best(const CoverageObjective& objective) const;
  /// A reference that is not allowed is no result.
  Decoded best_augmented(const CoverageObjective& objective, std::span<const int> reference) const;
  std::optional<Decoded> best_other(const CoverageObjective& objective,
                                    std::span<const int> chosen) const;

 private:
  /// The objective over open documents, with numbers of their own.
  class Open;
  ChoiceDecoder of_open() const { return {decoder_, size_ - std::ssize(chosen_)}; }
  /// The choice of open documents in a choice; nullopt if that is not allowed.
  std::optional<std::vector<int>> open_of(std::span<const int> choice) const;
  /// The choice with these open documents, and its value.
  Decoded whole(const CoverageObjective& objective, const Output& open) const;

  Decoder decoder_;
  Index size_;
  bool is_free_;             // nothing is known
  std::vector<int> chosen_;  // documents of all allowed choices, ascending
  std::vector<int> open_;    // documents of some allowed choices, ascending
};

}  // namespace costruct::diversification
