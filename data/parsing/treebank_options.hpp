// The options of the format `ptb`: how treebanks are read.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/data/parsing/sentence.hpp"
#include "costruct/data/parsing/terminals.hpp"
#include "costruct/problems/parsing/binarize.hpp"

namespace costruct::experiments {

/// The options of the format `ptb`. Those of cleaning are explained at Cleaning, and those of
/// binarisation at parsing::Binarization.
struct TreebankOptions {
  enum class Functions { kStrip, kKeep };  ///< Cleaning::strips_functions
  enum class Traces { kDrop, kKeep };      ///< Cleaning::drops_traces
  /// The rules of the grammar: those of the labeled trees of a fit, or of all trees in the training
  /// files.
  enum class Rules { kLabeled, kCorpus };

  Functions functions = Functions::kStrip;
  Traces traces = Traces::kDrop;
  SentenceInput input = SentenceInput::kTags;  ///< what terminals represent
  parsing::Direction binarization = parsing::Direction::kRight;
  /// Number of children that an intermediate node remembers; nullopt: all.
  std::optional<Index> horizontal;
  Index vertical = 1;  ///< a symbol is a label with vertical - 1 labels above it
  /// Bounds of the tokens of training and unlabeled sentences; others are left out. nullopt: none.
  std::optional<Index> min_length, max_length;
  Index rare = 1;  ///< see Terminals
  Rules grammar = Rules::kLabeled;
  Json features = {"rule"};  ///< a list of span_feature_groups(), or null: "rule"

  /// Whether a sentence of so many tokens is within the bounds.
  bool keeps_length(Index tokens) const {
    return tokens >= min_length.value_or(0) && tokens <= max_length.value_or(tokens);
  }
  parsing::Binarization how() const { return {binarization, horizontal, vertical}; }
};

/// The declaration of these options, with their names, ranges and meanings.
OptionDeclaration<TreebankOptions> treebank_options();

}  // namespace costruct::experiments
