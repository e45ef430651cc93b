// The tags of the Brown corpus, reduced to parts of speech.
#pragma once

#include <optional>
#include <string_view>

namespace costruct::experiments {

/// The universal part of speech of a Brown tag in lower or upper case; nullopt for an unknown tag.
/// It is NOUN, VERB, ADJ, ADV, PRON, DET, ADP, NUM, CONJ, PRT, X or "." (a period).
///
/// The tag is simplified first:
///   fw-...          a foreign word: X, whatever follows
///   ppss+md         a contraction: only its first part counts
///   -tl, -hl, -nc   in a title, in a headline, cited: removed, also if the file truncates them
///   md*             negated (can't): the * is removed; a * alone is "not": ADV
///   nn$             genitive: the $ is removed; exceptions are pp$ and wp$ (my, whose), which are
///                   DET, and pp$$ (mine), which is PRON
///
/// These tags may be unexpected:
///   ADP    subordinating conjunctions (cs)
///   PRT    `to` before an infinitive, particles (rp), existential there (ex), interjections (uh)
///   DET    pre-determiners and post-determiners abl, abn, abx
///   ADJ    ap, ordinal numbers
///   NOUN   nominal pronouns (pn)
///   ADV    qualifiers (ql, qlp, wql)
///   X      nil
std::optional<std::string_view> reduced_brown_tag(std::string_view tag);

}  // namespace costruct::experiments
