// Which descriptions of positions a data block asks for: extractors {"extractor": "substitution",
// ...} and
// {"extractor": "profile", ...}, or one of the models of Joachims, Hofmann, Yue & Yu 2009
// (section 3.2), which are lists of such extractors:
//
//   simple         residue; SS and SA, where the files have them; residue with SS and SS with
//   residue anova2         two of residue, SS and SA joined, in all three ways tensor residue, SS
//   and SA joined simple_window  simple and neighbourhoods window         simple, anova2, tensor
//   and neighbourhoods profile        window, and profiles simple_profile simple_window, and
//   profiles
//
// In anova2 and tensor helix stands for SS, and hydrophobicity for SA, where the files do not have
// these. Neighbourhoods are hydrophobicity; SS up to two positions before and behind, or helix and
// strand where the files do not have it; SA, where they have it, and residue one position before
// and behind; class up to two positions before and behind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/alignment/position_codes.hpp"

namespace costruct::experiments {

enum class PairModel {
  kSimple,
  kAnova2,
  kTensor,
  kSimpleWindow,
  kWindow,
  kProfile,
  kSimpleProfile
};
const std::vector<std::string>& pair_model_names();

/// What files have beside residues.
struct KnownColumns {
  bool structure = false, accessibility = false;
};

/// The extractors of a model.
Json extractors_of(PairModel model, KnownColumns known);

/// Whether a valid list of extractors takes profiles.
bool takes_profiles(const Json& extractors);

/// What is wrong with a list of extractors; nullopt: nothing.
std::optional<std::string> wrong_extractors(const Json& list);
/// Its JSON schema.
Json extractors_schema();

/// The descriptions that a valid list of extractors makes.
std::vector<PairDescription> pair_descriptions(const Json& extractors);

}  // namespace costruct::experiments
