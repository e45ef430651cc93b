// The descriptions of pairs of positions that a data block asks for. The block lists extractors,
// {"extractor": "substitution", ...} or {"extractor": "profile", ...}. `substitution` describes a
// position by its letters in some columns (position_codes.hpp), and `profile` by its profile. Or
// the block names a model of Joachims, Hofmann, Yue & Yu 2009 (section 3.2), which stands for a
// list. SS is the secondary structure, SA the accessibility:
//
//   simple          residue; SS and SA if the files have them; if they have SS, also the residue of
//                   one sequence against the SS of the other, both ways
//   anova2          the joined letters of residue and SS, of residue and SA, and of SS and SA
//   tensor          the joined letters of residue, SS and SA
//   simple_window   simple and neighbourhoods
//   window          simple, anova2, tensor and neighbourhoods
//   profile         window and profiles
//   simple_profile  simple_window and profiles
//
// If the files have no SS, anova2 and tensor use helix instead. If they have no SA, they use
// hydrophobicity. The neighbourhoods are:
//    hydrophobicity of the position
//    SS at offsets -2, -1, 1, 2; helix and strand of the position if the files have no SS
//    SA at offsets -1, 1, if the files have SA
//    residue at offsets -1, 1
//    class at offsets -2, -1, 0, 1, 2
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/alignment/position_codes.hpp"

namespace costruct::experiments {

/// The models above.
enum class PairModel {
  kSimple,
  kAnova2,
  kTensor,
  kSimpleWindow,
  kWindow,
  kProfile,
  kSimpleProfile
};
/// The names of the models, in the order of PairModel.
const std::vector<std::string>& pair_model_names();

/// The annotations that files have in addition to residues.
struct KnownColumns {
  bool structure = false, accessibility = false;
};

/// The list of extractors that a model stands for.
Json extractors_of(PairModel model, KnownColumns known);

/// Whether a valid list of extractors uses profiles.
bool takes_profiles(const Json& extractors);

/// The types of an extractor of pairs of positions.
BlockTypes pair_extractors();
/// Returns what is wrong with a list of such extractors, each of them valid by its options; nullopt
/// if the list is valid.
std::optional<std::string> wrong_pair_extractors(const Json& list);

/// The descriptions that a valid list of extractors yields.
std::vector<PairDescription> pair_descriptions(const Json& extractors);

}  // namespace costruct::experiments
