#include "costruct/data/alignment/alignment_options.hpp"

namespace costruct::experiments {

OptionDeclaration<AlignmentOptions> fasta_pairs_options() {
  using Options = AlignmentOptions;
  OptionDeclaration<Options> options;
  options.choice(
      kMode, &Options::mode, {"global", "local"},
      "the problem's: of local outputs what is left of the first pair and right of the last is no "
      "part");
  options.integer("max_length", &Options::max_length, {.at_least = 1},
                  "leave out training and unlabeled pairs with a longer sequence; null: none");
  options.choice("model", &Options::model, pair_model_names(),
                 "description of positions if features is null");
  options.block("features", &Options::features, pair_extractors(),
                "extractors {\"extractor\": \"substitution\", \"columns\": [\"residue\"]}; null: "
                "those of model",
                BlockCount::kList, wrong_pair_extractors);
  options.boolean(
      "symmetric", &Options::symmetric,
      "p with q and q with p share a feature, where both sequences have the same description");
  options.text("profiles", &Options::profiles,
               "for profiles: file of alignments in A3M by the names of their sequences, or "
               "folder of such files");
  options.choice("missing_profiles", &Options::missing_profiles, {"error", "sequence"},
                 "if a sequence has no alignment: an error, or the sequence counts alone");
  options.number("pseudocounts", &Options::pseudocounts, {.at_least = 0},
                 "for profiles: weight of the pseudocounts in aligned sequences");
  return options;
}

OptionDeclaration<AlignmentOptions> tmalign_options() {
  using Options = AlignmentOptions;
  const std::vector<std::string> parts{"valid", "test", "both"};
  OptionDeclaration<Options> options = fasta_pairs_options();
  options.number("min_score", &Options::min_score, {.at_least = 0, .at_most = 1},
                 "leave out pairs whose larger TM-score is below it: they have not the same fold");
  options.choice("part", &Options::part, parts,
                 "training and unlabeled files: the part that is read");
  options.choice("test_part", &Options::test_part, parts, "test files: the part that is read");
  return options;
}

}  // namespace costruct::experiments
