// Facts about which documents are chosen, and decoders that look only at choices that agree with
// these facts.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "costruct/core/decode/coverage/coverage.hpp"
#include "costruct/core/known.hpp"
#include "costruct/problems/diversification/choice_decoder.hpp"

namespace costruct::diversification {

/// The facts with which all these choices agree. There is a fact for each of the n candidates: {1}
/// if all choices have it, {0} if none has it, and empty if the choices differ.
Known known_documents(Index n, std::span<const Output> choices);
/// Whether a choice agrees with the facts.
bool allow_documents(const Known& known, const Output& choice);

/// A ChoiceDecoder that looks only at choices that agree with the facts. It decodes a smaller
/// objective, over the documents whose fact is open. Documents that are known to be chosen are
/// removed together with the elements that they cover. Documents that are known not to be chosen
/// are removed as well. An exact decoder therefore stays exact.
///
/// If the facts demand more than `size` documents, it chooses among the demanded ones. If the facts
/// leave fewer than `size` documents, it adds some that they rule out.
class KnownChoiceDecoder {
 public:
  /// @param size   number of documents to choose
  /// @param n      number of candidates
  /// @param known  null: nothing is known
  KnownChoiceDecoder(Decoder decoder, Index size, Index n, const Known* known);

  /// See ChoiceDecoder.
  Decoded best(const CoverageObjective& objective) const;
  /// As ChoiceDecoder, but a reference that contradicts the facts is not among the results.
  Decoded best_augmented(const CoverageObjective& objective, std::span<const int> reference) const;
  /// As ChoiceDecoder. If `chosen` contradicts the facts, this is best().
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
