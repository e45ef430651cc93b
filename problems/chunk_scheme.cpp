#include "costruct/problems/chunk_scheme.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace costruct {
namespace {

constexpr std::string_view kTags = "BIES";
constexpr std::string_view kOutside = "O";
constexpr std::array kLetters = {"BIES", "BILU", "BMES", "BMEW"};
constexpr std::string_view kSeparators = "-_:";

using Parsed = ChunkNotation::Parsed;

bool is_any_of(char tag, std::string_view tags) {
  return tags.find(tag) != std::string_view::npos;
}

// Whether a chunk begins with the token `q` behind the token `p`, or ends with `p`. These are the
// rules of count_chunks() for labels whose tags are known.
bool begins(const Parsed& p, const Parsed& q) {
  if (q.tag == 'O') return false;
  return is_any_of(q.tag, "BS") || is_any_of(p.tag, "OES") || p.type != q.type;
}

// The tag of a token in a scheme. `behind` says whether a chunk of the same type ends right before
// the chunk of the token. `before` says whether one begins right after it.
char tag_in(ChunkScheme scheme, bool first, bool last, bool behind, bool before) {
  switch (scheme) {
    case ChunkScheme::kIob1:
      return first && behind ? 'B' : 'I';
    case ChunkScheme::kIob2:
      return first ? 'B' : 'I';
    case ChunkScheme::kIoe1:
      return last && before ? 'E' : 'I';
    case ChunkScheme::kIoe2:
      return last ? 'E' : 'I';
    case ChunkScheme::kIobes:
      break;
  }
  if (first) return last ? 'S' : 'B';
  return last ? 'E' : 'I';
}

bool fits(std::span<const std::string> labels, const ChunkNotation& notation) {
  bool outside = false, typed = false;
  std::set<char> bare;  // tags that stand alone
  for (const std::string& label : labels) {
    const auto parsed = notation.parse(label);
    if (!parsed) return false;
    if (parsed->tag == 'O') {
      outside = true;
    } else if (parsed->type.empty()) {
      bare.insert(parsed->tag);
    } else {
      typed = true;
    }
  }
  return typed || (outside && !bare.empty()) || bare.size() > 2;
}

}  // namespace

std::vector<std::string> chunk_scheme_names() {
  return {"iob1", "iob2", "ioe1", "ioe2", "iobes"};
}

std::string shown_scheme(ChunkScheme scheme) {
  std::string name = chunk_scheme_names()[static_cast<std::size_t>(scheme)];
  for (char& letter : name) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return name;
}

std::optional<Parsed> ChunkNotation::parse(std::string_view label) const {
  if (label == kOutside) return Parsed{};
  if (label.empty()) return std::nullopt;
  const std::size_t tag = letters.find(tag_last ? label.back() : label.front());
  if (tag == std::string::npos) return std::nullopt;
  if (label.size() == 1) return Parsed{kTags[tag], {}};
  const char apart = tag_last ? label[label.size() - 2] : label[1];
  if (label.size() == 2 || apart != separator) return std::nullopt;
  return Parsed{kTags[tag], tag_last ? label.substr(0, label.size() - 2) : label.substr(2)};
}

std::string ChunkNotation::spell(char tag, std::string_view type) const {
  if (tag == 'O') return std::string(kOutside);
  const std::string letter(1, letters[kTags.find(tag)]);
  if (type.empty()) return letter;
  return tag_last ? std::string(type) + separator + letter : letter + separator + std::string(type);
}

std::optional<ChunkNotation> notation_of(std::span<const std::string> labels) {
  for (const bool tag_last : {false, true}) {
    for (const char separator : kSeparators) {
      for (const char* letters : kLetters) {
        ChunkNotation notation{letters, separator, tag_last};
        if (fits(labels, notation)) return notation;
      }
    }
  }
  return std::nullopt;
}

std::vector<Chunk> chunks_of(std::span<const std::string_view> labels,
                             const ChunkNotation& notation) {
  std::vector<Chunk> chunks;
  Parsed before;
  bool open = false;
  for (Index t = 0; t < std::ssize(labels); ++t) {
    const Parsed here = notation.parse(labels[static_cast<std::size_t>(t)]).value_or(Parsed{});
    if (begins(before, here)) {
      chunks.push_back({t, t + 1, here.type});
      open = true;
    } else if (here.tag == 'O') {
      open = false;
    } else if (open) {
      chunks.back().end = t + 1;
    }
    before = here;
  }
  return chunks;
}

std::vector<std::string> chunk_labels(std::span<const Chunk> chunks, Index length,
                                      ChunkScheme scheme, const ChunkNotation& notation) {
  std::vector<std::string> labels(static_cast<std::size_t>(length), std::string(kOutside));
  const auto touch = [](const Chunk& a, const Chunk& b) {
    return a.end == b.begin && a.type == b.type;
  };
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const Chunk& chunk = chunks[c];
    const bool behind = c > 0 && touch(chunks[c - 1], chunk);
    const bool before = c + 1 < chunks.size() && touch(chunk, chunks[c + 1]);
    for (Index t = chunk.begin; t < chunk.end; ++t) {
      const char tag = tag_in(scheme, t == chunk.begin, t + 1 == chunk.end, behind, before);
      labels[static_cast<std::size_t>(t)] = notation.spell(tag, chunk.type);
    }
  }
  return labels;
}

bool may_follow(ChunkScheme scheme, const std::optional<Parsed>& before,
                const std::optional<Parsed>& after) {
  const Parsed p = before.value_or(Parsed{}), q = after.value_or(Parsed{});
  // Whether both are tokens of one type, so that a chunk may go on, or end and begin again.
  const bool same = p.tag != 'O' && q.tag != 'O' && p.type == q.type;
  switch (scheme) {
    case ChunkScheme::kIob1:
      return q.tag != 'B' || same;
    case ChunkScheme::kIob2:
      return q.tag != 'I' || same;
    case ChunkScheme::kIoe1:
      return p.tag != 'E' || same;
    case ChunkScheme::kIoe2:
      return p.tag != 'I' || same;
    case ChunkScheme::kIobes:
      break;
  }
  const bool is_inside = is_any_of(p.tag, "BI"), goes_on = is_any_of(q.tag, "IE");
  return is_inside == goes_on && (!is_inside || same);
}

std::optional<ChunkScheme> scheme_of_tags(std::span<const std::string> labels,
                                          const ChunkNotation& notation) {
  const auto any = [&](char tag) {
    return std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
      const auto parsed = notation.parse(label);
      return parsed && parsed->tag == tag;
    });
  };
  if (any('S') || (any('E') && any('B'))) return ChunkScheme::kIobes;
  if (any('E')) return ChunkScheme::kIoe2;
  if (any('B')) return ChunkScheme::kIob2;
  return std::nullopt;
}

}  // namespace costruct
