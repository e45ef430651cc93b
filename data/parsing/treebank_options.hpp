// The options of the format `ptb`: how treebanks are read.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/data/parsing/sentence.hpp"
#include "costruct/data/parsing/terminals.hpp"
#include "costruct/problems/parsing/binarize.hpp"

namespace costruct::experiments {

/// The options of the format `ptb`.
struct TreebankOptions {
  enum class Functions { kStrip, kKeep };
  enum class Traces { kDrop, kKeep };
  enum class Rules { kLabeled, kCorpus };

  Functions functions = Functions::kStrip;
  Traces traces = Traces::kDrop;
  SentenceInput input = SentenceInput::kTags;
  parsing::Direction binarization = parsing::Direction::kRight;
  std::optional<Index> horizontal;
  Index vertical = 1;
  std::optional<Index> min_length, max_length;
  Index rare = 1;
  Rules grammar = Rules::kLabeled;
  Json features = {"rule"};

  bool keeps_length(Index tokens) const {
    return tokens >= min_length.value_or(0) && tokens <= max_length.value_or(tokens);
  }
  parsing::Binarization how() const { return {binarization, horizontal, vertical}; }
};

OptionDeclaration<TreebankOptions> treebank_options();

}  // namespace costruct::experiments
