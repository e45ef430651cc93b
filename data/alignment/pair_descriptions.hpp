// The descriptions of positions that a data block asks for. The block contains a list of
// extractors, {"extractor": "substitution", ...} and {"extractor": "profile", ...}, or the name of
// a model. The models are those of Joachims, Hofmann, Yue & Yu 2009 (section 3.2). Each of them is
// a list of extractors:
//
//   simple           residue; SS and SA, if the files have them; residue with SS, and SS with
//                    residue, if the files have SS
//   anova2           two of residue, SS and SA joined, in all three ways
//   tensor           residue, SS and SA joined
//   simple_window    simple and neighbourhoods
//   window           simple, anova2, tensor and neighbourhoods
//   profile          window and profiles
//   simple_profile   simple_window and profiles
//
// If the files do not have SS or SA, anova2 and tensor use helix for SS and hydrophobicity for SA.
// The neighbourhoods are:
//
//   hydrophobicity
//   SS, one and two positions before and behind; without SS: helix and strand
//   SA, one position before and behind, if the files have it
//   residue, one position before and behind
//   class, from two positions before to two positions behind
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/alignment/position_codes.hpp"

namespace costruct::experiments {

/// A model: a named list of extractors (see above).
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

/// Whether files have SS (`structure`) and SA (`accessibility`) beside residues.
struct KnownColumns {
  bool structure = false, accessibility = false;
};

/// The extractors of a model.
Json extractors_of(PairModel model, KnownColumns known);

/// Whether a valid list of extractors takes profiles.
bool takes_profiles(const Json& extractors);

/// What is wrong with a list of extractors; nullopt if it is valid.
std::optional<std::string> wrong_extractors(const Json& list);
/// The JSON schema of such a list.
Json extractors_schema();

/// The descriptions that a valid list of extractors makes.
std::vector<PairDescription> pair_descriptions(const Json& extractors);

}  // namespace costruct::experiments
