// The tags of the Brown corpus, mapped to universal parts of speech.
#pragma once

#include <optional>
#include <string_view>

namespace costruct::experiments {

/// The universal part of speech of a Brown tag in lower or upper case; nullopt for other texts. It
/// is NOUN, VERB, ADJ, ADV, PRON, DET, ADP, NUM, CONJ, PRT, X or a full stop. Tags are read as
/// follows:
///   fw-...         a foreign word: X, whatever follows
///   ppss+md        a contraction: the first part counts
///   -tl, -hl, -nc  in a title, in a headline, cited: cut off, also where a file has shortened them
///   md*            negated (can't): * is cut off; * alone is "not": ADV
///   nn$            genitive: $ is cut off, except for pp$ and wp$ (my, whose: DET) and pp$$
///                  (mine: PRON)
/// Less obvious mappings are:
///   ADP   subordinating conjunctions (cs)
///   PRT   `to` before an infinitive, particles (rp), interjections (uh), existential there (ex)
///   DET   pre-determiners abl abn abx
///   ADJ   post-determiners ap, ordinals
///   NOUN  nominal pronouns (pn)
///   ADV   qualifiers (ql, qlp, wql)
///   X     nil
std::optional<std::string_view> reduced_brown_tag(std::string_view tag);

}  // namespace costruct::experiments
