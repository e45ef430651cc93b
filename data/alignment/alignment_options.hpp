// The options of the formats `fasta_pairs` and `tmalign`: how pairs of sequences are read.
#pragma once

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/alignment/pair_descriptions.hpp"

namespace costruct::experiments {

/// Name of the option for global or local outputs. The problem has the same option.
inline constexpr const char* kMode = "mode";

/// The options of both formats.
struct AlignmentOptions {
  enum class Part { kValid, kTest, kBoth };

  /// Global outputs, or local ones, which leave out what is before and after the pairs. Same order
  /// as AlignmentKind.
  AlignmentKind mode = AlignmentKind::kGlobal;
  std::optional<Index> max_length;
  PairModel model = PairModel::kSimple;
  Json features;
  bool symmetric = false;
  enum class MissingProfile { kError, kSequence };

  std::string profiles;  ///< a file or folder; "": no profiles
  MissingProfile missing_profiles = MissingProfile::kError;
  double pseudocounts = 5;
  // Only for tables of TM-align.
  double min_score = 0.5;
  Part part = Part::kBoth, test_part = Part::kBoth;
};

OptionDeclaration<AlignmentOptions> fasta_pairs_options();
OptionDeclaration<AlignmentOptions> tmalign_options();

}  // namespace costruct::experiments
