// Computes the features of examples that fitted extractors make, such as word vectors, from the
// result of a fit (features/fitted_extractor.hpp).
#pragma once

#include "costruct/data/parts/part_examples.hpp"

namespace costruct::experiments {

/// Computes the fitted features of examples from their symbols, example by example. Call begin()
/// for an example, then append() for each of its parts. Features are numbered as those of
/// PartExamples: they follow the features of the encoder.
class FittedAppender {
 public:
  /// Both must outlive this.
  FittedAppender(const PartExamples& examples, const FittedParts& fitted)
      : list_(examples.fitted_features()),
        fitted_(fitted),
        first_(static_cast<std::int32_t>(examples.encoder().num_features())),
        symbols_(list_.num_extractors()) {}

  /// Begins an example.
  /// @param symbols_of  returns the Symbols of the example for the extractor of this number. They
  ///                    must stay valid until the next begin()
  template <class SymbolsOf>
  void begin(const SymbolsOf& symbols_of) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) symbols_[e] = symbols_of(e);
  }
  /// Appends the features of part t, from 0, of that example. Features that the list does not have
  /// are left out.
  void append(Index t, std::vector<AddedFeatures::Entry>& out) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) {
      if (fitted_.values[e] == nullptr) continue;
      entries_.clear();
      fitted_.values[e]->append(symbols_[e], t, entries_);
      for (const FittedEntry& entry : entries_) {
        const std::int32_t place = list_.place_of(e, entry.feature);
        if (place >= 0) out.push_back({first_ + place, entry.value});
      }
    }
  }
  /// The same, but rows of numbers that parts share are appended to `rows` (SharedRow).
  /// Precondition: the list has all features of each extractor.
  void append_shared(Index t, std::vector<AddedFeatures::Entry>& out,
                     std::vector<SharedRow>& rows) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) {
      if (fitted_.values[e] == nullptr) continue;
      entries_.clear();
      auto row = static_cast<std::ptrdiff_t>(rows.size());
      fitted_.values[e]->append_shared(symbols_[e], t, entries_, rows);
      for (; row < std::ssize(rows); ++row)
        rows[row].first = first_ + list_.place_of(e, rows[row].first);
      for (const FittedEntry& entry : entries_)
        out.push_back({first_ + list_.place_of(e, entry.feature), entry.value});
    }
  }

 private:
  const FittedFeatureList& list_;
  const FittedParts& fitted_;
  std::int32_t first_;
  std::vector<Symbols> symbols_;  // symbols of the current example, by extractor
  std::vector<FittedEntry> entries_;
};

}  // namespace costruct::experiments
