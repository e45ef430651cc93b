// The options of the formats `fasta_pairs` and `tmalign`: how pairs of sequences are read.
#pragma once

#include "costruct/core/decode/alignment.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/alignment/pair_descriptions.hpp"

namespace costruct::experiments {

/// The option `mode`, global or local, which the problem has as well.
inline constexpr const char* kMode = "mode";

/// The values of these options.
struct AlignmentOptions {
  enum class Part { kValid, kTest, kBoth };

  /// In the order of AlignmentKind. Local outputs omit all positions beside the pairs.
  AlignmentKind mode = AlignmentKind::kGlobal;
  std::optional<Index> max_length;
  PairModel model = PairModel::kSimple;
  Json features;
  bool symmetric = false;
  enum class MissingProfile { kError, kSequence };

  std::string profiles;  ///< file or folder with profiles; "": no profiles
  MissingProfile missing_profiles = MissingProfile::kError;
  double pseudocounts = 5;
  // Only for tables of TM-align:
  double min_score = 0.5;
  Part part = Part::kBoth, test_part = Part::kBoth;
};

OptionDeclaration<AlignmentOptions> fasta_pairs_options();
OptionDeclaration<AlignmentOptions> tmalign_options();

}  // namespace costruct::experiments
