// How pairs of sequences are read: the options of the formats `fasta_pairs` and `tmalign`.
#pragma once

#include "costruct/core/decode/alignment.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/alignment/pair_descriptions.hpp"

namespace costruct::experiments {

/// The option that says what outputs are, of the problem as well.
inline constexpr const char* kMode = "mode";

struct AlignmentOptions {
  enum class Part { kValid, kTest, kBoth };

  /// In the order of AlignmentKind: the outputs are global, or local ones, without what is beside
  /// the pairs.
  AlignmentKind mode = AlignmentKind::kGlobal;
  std::optional<Index> max_length;
  PairModel model = PairModel::kSimple;
  Json features;
  bool symmetric = false;
  enum class MissingProfile { kError, kSequence };

  std::string profiles;  ///< a file or folder; "": none
  MissingProfile missing_profiles = MissingProfile::kError;
  double pseudocounts = 5;
  // Of tables.
  double min_score = 0.5;
  Part part = Part::kBoth, test_part = Part::kBoth;
};

OptionDeclaration<AlignmentOptions> fasta_pairs_options();
OptionDeclaration<AlignmentOptions> tmalign_options();

}  // namespace costruct::experiments
