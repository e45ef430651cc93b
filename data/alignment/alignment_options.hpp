// The options of the formats `fasta_pairs` and `tmalign`: how pairs of sequences are read.
#pragma once

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/alignment/pair_descriptions.hpp"

namespace costruct::experiments {

/// Name of the option for global or local outputs. The problem has the same option.
inline constexpr const char* kMode = "mode";

/// The options of both formats. Each member has the name of its option.
struct AlignmentOptions {
  /// Which lines of a TM-align table are read: those whose field `part` is "valid", those where it
  /// is "test", or all.
  enum class Part { kValid, kTest, kBoth };

  /// Global outputs, or local ones, which leave out what is before and after the pairs. Same order
  /// as AlignmentKind.
  AlignmentKind mode = AlignmentKind::kGlobal;
  /// Training and unlabeled pairs with a sequence of more residues are left out; nullopt: none.
  std::optional<Index> max_length;
  /// The description of positions, unless `features` is given.
  PairModel model = PairModel::kSimple;
  /// A list of extractors (pair_descriptions.hpp); null: those of `model`.
  Json features;
  /// Whether residue p with q and q with p share a feature; see PairFeatureTable.
  bool symmetric = false;
  /// If a sequence has no alignment for its profile: an error, or a profile of the sequence alone.
  enum class MissingProfile { kError, kSequence };

  /// A file or folder with the alignments of profiles (sequence_profiles.hpp); "": no profiles.
  std::string profiles;
  MissingProfile missing_profiles = MissingProfile::kError;
  double pseudocounts = 5;  ///< beta of sequence_profiles.hpp, >= 0
  // Only for tables of TM-align.
  double min_score = 0.5;  ///< pairs whose larger TM-score is below this are left out; 0 to 1
  /// The part of training and unlabeled files, and that of test files.
  Part part = Part::kBoth, test_part = Part::kBoth;
};

/// Declare the options of each format. Only `tmalign` has min_score, part and test_part.
OptionDeclaration<AlignmentOptions> fasta_pairs_options();
OptionDeclaration<AlignmentOptions> tmalign_options();

}  // namespace costruct::experiments
