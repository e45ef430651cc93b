// The tags of the Brown corpus, reduced to parts of speech.
#pragma once

#include <optional>
#include <string_view>

namespace costruct::experiments {

/// The universal part of speech (NOUN, VERB, ADJ, ADV, PRON, DET, ADP, NUM, CONJ, PRT, X or .) of a
/// Brown tag in lower or upper case, or nothing if it is none. Reading of a tag:
///   fw-...                a foreign word: X, whatever follows
///   ppss+md               a contraction: what its first part is
///   -tl, -hl, -nc         in a title, in a headline, cited: cut off (also where a file has cut
///   them short) md*                   negated (can't): cut off; * alone is "not": ADV nn$
///   genitive: cut off, but for pp$ and wp$ (my, whose: DET), pp$$ (mine: PRON)
/// Subordinating conjunctions (cs) are ADP, `to` before an infinitive and particles (rp) PRT,
/// interjections (uh) PRT, pre- and post-determiners abl abn abx DET and ap ADJ, ordinals ADJ,
/// nominal pronouns (pn) NOUN, existential there (ex) PRT, qualifiers (ql, qlp, wql) ADV, nil X.
std::optional<std::string_view> reduced_brown_tag(std::string_view tag);

}  // namespace costruct::experiments
