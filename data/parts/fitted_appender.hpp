// The features of examples that are computed by what was fitted: vectors, directions,
// distributions.
#pragma once

#include "costruct/data/parts/part_examples.hpp"

namespace costruct::experiments {

/// Computes the fitted features of examples from their symbols, example by example.
class FittedAppender {
 public:
  FittedAppender(const PartExamples& examples, const FittedParts& fitted)
      : list_(examples.fitted_features()),
        fitted_(fitted),
        first_(static_cast<std::int32_t>(examples.encoder().num_features())),
        symbols_(list_.num_extractors()) {}

  /// @param symbols_of  returns the Symbols of an extractor, valid until the next call
  template <class SymbolsOf>
  void begin(const SymbolsOf& symbols_of) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) symbols_[e] = symbols_of(e);
  }
  /// Appends the features of part t of that example.
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
  /// The same with shared rows. Precondition: the list has all features of each extractor.
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
