#include "costruct/data/dependency/arc_templates.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"

namespace costruct::experiments {
namespace {

enum Group {
  kUnigram,
  kBigram,
  kBetweenGroup,
  kSurround,
  kRelation,
  kRelationBetween,
  kMorphologyTemplates,
  kClustersGroup
};
enum Conjunction { kAlone, kDirection, kDistance };

constexpr const char* kRelationPrefix = "rel ";
constexpr int kTemplateBits = 7, kConjunctionBits = 5, kWordBits = 21, kTagBits = 12;
constexpr const char* kDirections[] = {"left", "right"};
constexpr const char* kLengths[] = {"1", "2", "3", "4", "5", "6-10", "11-"};
constexpr int kNumLengths = 7;
constexpr int kBucketBits = 20;
static_assert(1 << kBucketBits == ArcTemplates::kBuckets);
// What the root and the ends of a sentence have in place of a cluster.
constexpr std::int32_t kRootCluster = kMostClusters, kFirstCluster = kMostClusters + 1,
                       kLastCluster = kMostClusters + 2, kNoMark = -1;
static_assert(kLastCluster < 1 << kTagBits);

// A conjunction as a number: 0 for none, then the two directions, then directions with lengths.
int direction_code(int direction) {
  return 1 + direction;
}
int distance_code(int direction, Index length) {
  const int bin = length <= 5 ? static_cast<int>(length) - 1 : length <= 10 ? 5 : 6;
  return 3 + direction * kNumLengths + bin;
}

std::string conjunction_name(int code) {
  if (code == 0) return "";
  if (code < 3) return std::string(" dir=") + kDirections[code - 1];
  return std::string(" dist=") + kDirections[(code - 3) / kNumLengths] + ":" +
         kLengths[(code - 3) % kNumLengths];
}

void append_escaped(std::string_view value, bool is_mark, std::string& name) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == ' ') {
      name += "%20";
    } else if (c == '%') {
      name += "%25";
    } else if (c == '<' && i == 0 && !is_mark) {
      name += "%3C";
    } else {
      name += c;
    }
  }
}

// Marks of the root and of the ends of a sentence. They begin with a control character, so that no
// word is taken for a mark.
constexpr std::string_view kRoot = "\x01root>", kFirst = "\x01s>", kLast = "\x01/s>";

std::string shown_value(std::string_view value) {
  std::string shown;
  if (value.starts_with('\x01')) {
    shown = "<";
    append_escaped(value.substr(1), true, shown);
  } else {
    append_escaped(value, false, shown);
  }
  return shown;
}

std::string read_value(std::string_view shown) {
  std::string value;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::string_view rest = shown.substr(i);
    if (i == 0 && shown[0] == '<') {
      value += '\x01';
    } else if (rest.starts_with("%20") || rest.starts_with("%25") || rest.starts_with("%3C")) {
      value += rest[1] == '3' ? '<' : rest[2] == '0' ? ' ' : '%';
      i += 2;
    } else {
      value += shown[i];
    }
  }
  return value;
}

}  // namespace

const std::vector<std::string>& arc_feature_groups() {
  static const std::vector<std::string> all{
      "unigram", "bigram", "between", "surround", "relation", "relation_between", kMorphologyGroup};
  return all;
}

std::vector<std::string> default_arc_feature_groups() {
  const auto& all = arc_feature_groups();
  return {all.begin(), all.begin() + kRelation + 1};
}

ArcVocabulary::ArcVocabulary()
    : root_(token(kRoot, kRoot, kRoot, true)),
      first_(token(kFirst, kFirst, kFirst, true)),
      last_(token(kLast, kLast, kLast, true)) {
  root_.morphology = root_.word;
}

std::int32_t ArcVocabulary::word(std::string_view text, bool grows) {
  const std::int32_t number = grows ? words_.intern(text) : words_.find(text);
  if (number >= 1 << kWordBits) throw DataError("more than two million different words");
  return number;
}

std::int32_t ArcVocabulary::tag(std::string_view text, bool grows) {
  const std::int32_t number = grows ? tags_.intern(text) : tags_.find(text);
  if (number >= 1 << kTagBits) throw DataError("more than 4096 different tags");
  return number;
}

std::int32_t ArcVocabulary::word_tag(std::string_view word, std::string_view tag, bool grows) {
  ((pair_ = word) += '\t') += tag;
  const std::int32_t number = grows ? word_tags_.intern(pair_) : word_tags_.find(pair_);
  if (number >= 1 << kWordBits) throw DataError("more than two million different tagged words");
  return number;
}

ArcToken ArcVocabulary::token(std::string_view word, std::string_view tag,
                              std::string_view second_tag, bool grows) {
  ArcToken token;
  token.word = this->word(word, grows);
  token.word_hash = static_cast<std::int32_t>(hash_bytes(word) >> (64 - kWordBits));
  const std::string_view tags[] = {tag, second_tag};
  for (std::size_t layer = 0; layer < 2; ++layer) {
    if (tags[layer].empty()) continue;
    token.tag[layer] = this->tag(tags[layer], grows);
    token.word_tag[layer] = word_tag(word, tags[layer], grows);
  }
  return token;
}

ArcTemplates::ArcTemplates(ArcTags tags, std::span<const std::string> groups, Index clusterings) {
  const auto has = [&](int group) {
    return std::find(groups.begin(), groups.end(), arc_feature_groups()[group]) != groups.end();
  };
  const std::vector<int> directed = {kDirection}, both = {kDirection, kDistance};
  const auto add_all = [&](ArcTable table, int group, int layer, const std::vector<int>& with,
                           std::initializer_list<const char*> all) {
    if (!has(group)) return;
    for (const char* atoms : all) add(table, group, layer, atoms, with);
  };
  const auto add_tags = [&](int layer) {
    add_all(ArcTable::kPlain, kUnigram, layer, both, {"ht", "mt"});
    add_all(ArcTable::kPlain, kBigram, layer, both, {"ht mwt", "hwt mt", "ht mt"});
    add_all(ArcTable::kPlain, kBetweenGroup, layer, directed, {"ht bt mt"});
    add_all(ArcTable::kPlain, kSurround, layer, directed,
            {"ht h+1 m-1 mt", "h-1 ht m-1 mt", "ht h+1 mt m+1", "h-1 ht mt m+1"});
    add_all(ArcTable::kPlain, kSurround, layer, {kDistance},
            {"ht h+1 mt", "h-1 ht mt", "ht m-1 mt", "ht mt m+1"});
    add_all(ArcTable::kHeads, kRelation, layer, directed, {"ht", "h-1 ht", "ht h+1", "h-1 ht h+1"});
    add_all(ArcTable::kDependents, kRelation, layer, directed,
            {"mt", "m-1 mt", "mt m+1", "m-1 mt m+1"});
    add_all(ArcTable::kLabeled, kRelation, layer, both, {"ht mt"});
    add_all(ArcTable::kLabeled, kRelationBetween, layer, directed, {"bt", "bt mt", "ht bt mt"});
    add_all(ArcTable::kLabeled, kRelationBetween, layer, {kDistance}, {"ht bt"});
  };
  add_all(ArcTable::kPlain, kUnigram, 0, both, {"", "hw", "mw", "hwt", "mwt"});
  add_all(ArcTable::kPlain, kBigram, 0, both, {"hw mw", "hwt mwt", "hw mwt", "hwt mw"});
  add_all(ArcTable::kHeads, kRelation, 0, directed, {"hw", "hwt"});
  add_all(ArcTable::kDependents, kRelation, 0, directed, {"mw", "mwt"});
  add_all(ArcTable::kLabeled, kRelation, 0, directed, {"hw mw", "ht mwt", "hwt mt"});
  add_all(ArcTable::kHeads, kMorphologyTemplates, 0, directed, {"hf"});
  add_all(ArcTable::kDependents, kMorphologyTemplates, 0, directed, {"mf"});
  add_all(ArcTable::kLabeled, kMorphologyTemplates, 0, directed, {"hf mf", "ht mf", "hf mt"});
  add_tags(0);
  if (tags == ArcTags::kBoth) add_tags(1);
  num_named_ = templates_.size();
  num_layers_ += static_cast<int>(clusterings);
  for (int layer = kTagLayers; layer < num_layers_; ++layer) add_clusters(layer);
  COSTRUCT_ASSERT(templates_.size() <= std::size_t{1} << kTemplateBits, "numbers of templates");
}

// Templates of a clustering: those of tags, and words beside clusters.
void ArcTemplates::add_clusters(int layer) {
  const std::vector<int> directed = {kDirection}, both = {kDirection, kDistance};
  const auto add_all = [&](ArcTable table, const std::vector<int>& with,
                           std::initializer_list<const char*> all) {
    for (const char* atoms : all) add(table, kClustersGroup, layer, atoms, with);
  };
  add_all(ArcTable::kPlain, both, {"ht", "mt", "ht mt", "hw mt", "ht mw"});
  add_all(ArcTable::kPlain, directed,
          {"ht bt mt", "ht h+1 m-1 mt", "h-1 ht m-1 mt", "ht h+1 mt m+1", "h-1 ht mt m+1"});
  add_all(ArcTable::kPlain, {kDistance}, {"ht h+1 mt", "h-1 ht mt", "ht m-1 mt", "ht mt m+1"});
  add_all(ArcTable::kHeads, directed, {"ht", "h-1 ht", "ht h+1", "h-1 ht h+1"});
  add_all(ArcTable::kDependents, directed, {"mt", "m-1 mt", "mt m+1", "m-1 mt m+1"});
  add_all(ArcTable::kLabeled, both, {"ht mt"});
  add_all(ArcTable::kLabeled, directed, {"hw mt", "ht mw"});
}

int ArcTemplates::bits(Atom atom) {
  return atom == kWordAtom || atom == kWordTagAtom || atom == kMorphology ? kWordBits : kTagBits;
}

std::string ArcTemplates::key_of(const Slot& slot) {
  const std::string end = slot.of_head ? "h" : "m", tag = slot.layer == 0 ? "t" : "c";
  switch (slot.atom) {
    case kWordAtom:
      return end + "w";
    case kTagAtom:
      return end + tag;
    case kWordTagAtom:
      return end + "w " + end + tag;
    case kTagBefore:
      return end + (slot.layer == 0 ? "-1" : "c-1");
    case kTagAfter:
      return end + (slot.layer == 0 ? "+1" : "c+1");
    case kMorphology:
      return end + "f";
    default:
      return "b" + tag;
  }
}

// Adds a template, whose atoms have the names of the first kind of tags; hwt and mwt are pairs of
// word and tag.
void ArcTemplates::add(ArcTable table, int group, int layer, std::string_view atoms,
                       std::vector<int> conjunctions) {
  Template made{table, group, {}, std::move(conjunctions), {}};
  int shift = kTemplateBits + kConjunctionBits;
  while (!atoms.empty()) {
    const std::size_t end = std::min(atoms.find(' '), atoms.size());
    const std::string_view name = atoms.substr(0, end), kind = name.substr(1);
    atoms.remove_prefix(std::min(end + 1, atoms.size()));
    const Atom atom = name == "bt"   ? kBetween
                      : kind == "w"  ? kWordAtom
                      : kind == "t"  ? kTagAtom
                      : kind == "wt" ? kWordTagAtom
                      : kind == "f"  ? kMorphology
                      : kind == "-1" ? kTagBefore
                                     : kTagAfter;
    made.slots.push_back({atom, name[0] == 'h', layer, layer * kNumAtoms + atom, shift});
    shift += bits(atom);
    made.signature += (made.signature.empty() ? "" : " ") + key_of(made.slots.back());
  }
  const auto number = static_cast<int>(templates_.size());
  const bool is_between = std::any_of(made.slots.begin(), made.slots.end(),
                                      [](const Slot& slot) { return slot.atom == kBetween; });
  (is_between ? with_between_ : without_between_)[static_cast<std::size_t>(table)].push_back(
      number);
  templates_.push_back(std::move(made));
}

// A key has the template in its lowest bits, then the conjunction, then the values of the slots.

ArcTable ArcTemplates::table(ArcKey key) const {
  return templates_[key & ((1U << kTemplateBits) - 1)].table;
}

bool ArcTemplates::is_hashed(ArcKey key) const {
  return (key & ((1U << kTemplateBits) - 1)) >= num_named_;
}

std::int32_t ArcTemplates::bucket_of(ArcKey key) const {
  key -= num_named_;  // templates of clusters are numbered from 0
  key ^= key >> 32;
  return static_cast<std::int32_t>((key * 0x9E3779B97F4A7C15ULL) >> (64 - kBucketBits));
}

int ArcTemplates::group(ArcKey key) const {
  return templates_[key & ((1U << kTemplateBits) - 1)].group;
}

std::string ArcTemplates::name(ArcKey key, const ArcVocabulary& words) const {
  const Template& of = templates_[key & ((1U << kTemplateBits) - 1)];
  key >>= kTemplateBits;
  const int conjunction = static_cast<int>(key & ((1U << kConjunctionBits) - 1));
  key >>= kConjunctionBits;
  std::string name;
  for (const Slot& slot : of.slots) {
    const auto value = static_cast<std::int32_t>(key & ((ArcKey{1} << bits(slot.atom)) - 1));
    key >>= bits(slot.atom);
    const std::string keys = key_of(slot);
    if (!name.empty()) name += ' ';
    if (slot.atom == kWordTagAtom) {
      const std::string_view pair = words.word_tag(value);
      const std::size_t tab = pair.rfind('\t'), blank = keys.find(' ');
      name += keys.substr(0, blank) + "=" + shown_value(pair.substr(0, tab)) + keys.substr(blank) +
              "=" + shown_value(pair.substr(tab + 1));
    } else {
      const bool is_tag = bits(slot.atom) == kTagBits;
      name += keys + "=" + shown_value(is_tag ? words.tag(value) : words.word(value));
    }
  }
  name += conjunction_name(conjunction);
  if (of.slots.empty()) name.erase(0, 1);
  return (of.table == ArcTable::kPlain ? "" : kRelationPrefix) + name;
}

std::optional<ArcKey> ArcTemplates::parse(std::string_view name, ArcVocabulary& words) const {
  const bool is_plain = !name.starts_with(kRelationPrefix);
  if (!is_plain) name.remove_prefix(std::string_view(kRelationPrefix).size());
  std::string signature;
  std::vector<std::string> values;
  int conjunction = 0;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find(' '), name.size());
    const std::string_view piece = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    const std::size_t equals = piece.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view key = piece.substr(0, equals);
    if (key == "dir" || key == "dist") {
      for (int code = 1; code < 3 + 2 * kNumLengths && conjunction == 0; ++code) {
        if (conjunction_name(code).substr(1) == piece) conjunction = code;
      }
      if (conjunction == 0 || !name.empty()) return std::nullopt;
      continue;
    }
    (signature += signature.empty() ? "" : " ") += key;
    values.push_back(read_value(piece.substr(equals + 1)));
  }
  for (std::size_t number = 0; number < num_named_; ++number) {
    const Template& of = templates_[number];
    if (of.signature != signature || (of.table == ArcTable::kPlain) != is_plain) continue;
    ArcKey key = number | static_cast<ArcKey>(conjunction) << kTemplateBits;
    auto value = values.begin();
    for (const Slot& slot : of.slots) {
      std::int32_t code = 0;
      if (slot.atom == kWordTagAtom) {
        words.word(*value, true);
        words.tag(value[1], true);
        code = words.word_tag(value[0], value[1], true);
        value += 2;
      } else {
        code = bits(slot.atom) == kTagBits ? words.tag(*value, true) : words.word(*value, true);
        ++value;
      }
      key |= static_cast<ArcKey>(code) << slot.shift;
    }
    return key;
  }
  return std::nullopt;
}

// The tags of a token, and its clusters. A mark stands in place of a cluster, if there is one.
ArcTemplates::Sentence::Tags ArcTemplates::Sentence::tags_of(const ArcToken& token,
                                                             std::int32_t mark) const {
  Tags tags{token.tag[0], token.tag[1]};
  if (templates_.num_layers_ == kTagLayers) return tags;
  const std::int32_t row = clusters_ == nullptr || mark != kNoMark
                               ? -1
                               : clusters_->row_of(token.symbols[0], token.symbols[1]);
  for (int layer = kTagLayers; layer < templates_.num_layers_; ++layer)
    tags[layer] = row < 0 ? mark : clusters_->rows().cluster[layer - kTagLayers][row];
  return tags;
}

void ArcTemplates::Sentence::set(std::span<const ArcToken> tokens) {
  places_.assign(1, words_.root());
  places_.insert(places_.end(), tokens.begin(), tokens.end());
  places_.push_back(words_.last());
  tags_.clear();
  for (std::size_t p = 0; p < places_.size(); ++p) {
    const std::int32_t mark = p == 0                    ? kRootCluster
                              : p + 1 == places_.size() ? kLastCluster
                                                        : kNoMark;
    tags_.push_back(tags_of(places_[p], mark));
  }
  const Tags first = tags_of(words_.first(), kFirstCluster);
  codes_.assign((places_.size() - 1) * kCodes, -1);
  for (std::size_t p = 0; p + 1 < places_.size(); ++p) {
    for (int layer = 0; layer < templates_.num_layers_; ++layer) {
      std::int32_t* codes = &codes_[p * kCodes + static_cast<std::size_t>(layer * kNumAtoms)];
      const bool is_tag = layer < kTagLayers;
      codes[kWordAtom] = is_tag ? places_[p].word : places_[p].word_hash;
      codes[kTagAtom] = tags_[p][layer];
      codes[kWordTagAtom] = is_tag ? places_[p].word_tag[layer] : -1;
      codes[kTagBefore] = (p == 0 ? first : tags_[p - 1])[layer];
      codes[kTagAfter] = tags_[p + 1][layer];
      codes[kMorphology] = places_[p].morphology;
    }
  }
  current_ = -1;
}

void ArcTemplates::Sentence::append(int number, Index head, Index dependent, std::int32_t between,
                                    int direction, int distance, std::vector<ArcKey>& keys) {
  const Template& of = templates_.templates_[number];
  const std::int32_t* of_head = &codes_[head * kCodes];
  const std::int32_t* of_dependent = &codes_[dependent * kCodes];
  ArcKey key = static_cast<ArcKey>(number);
  for (const Slot& slot : of.slots) {
    const std::int32_t code =
        slot.atom == kBetween ? between : (slot.of_head ? of_head : of_dependent)[slot.code];
    if (code < 0) return;
    key |= static_cast<ArcKey>(code) << slot.shift;
  }
  for (const int conjunction : of.conjunctions) {
    const int code = conjunction == kAlone ? 0 : conjunction == kDirection ? direction : distance;
    keys.push_back(key | static_cast<ArcKey>(code) << kTemplateBits);
  }
}

void ArcTemplates::Sentence::append_head(Index place, Index direction, std::vector<ArcKey>& keys) {
  const int code = direction_code(static_cast<int>(direction));
  for (const int number : templates_.without_between(ArcTable::kHeads))
    append(number, place, 0, -1, code, 0, keys);
}

void ArcTemplates::Sentence::append_dependent(Index token, Index direction,
                                              std::vector<ArcKey>& keys) {
  const int code = direction_code(static_cast<int>(direction));
  for (const int number : templates_.without_between(ArcTable::kDependents))
    append(number, 0, token + 1, -1, code, 0, keys);
}

void ArcTemplates::Sentence::append_labeled(Index token, Index head, std::vector<ArcKey>& keys) {
  append_arc(ArcTable::kLabeled, token, head, keys);
}

void ArcTemplates::Sentence::append_plain(Index token, Index head, std::vector<ArcKey>& keys) {
  append_arc(ArcTable::kPlain, token, head, keys);
}

void ArcTemplates::Sentence::append_arc(ArcTable table, Index token, Index head,
                                        std::vector<ArcKey>& keys) {
  const int right = head > token + 1 ? 1 : 0;
  const int direction = direction_code(right);
  const int distance = distance_code(right, std::abs(head - token - 1));
  for (const int number : templates_.without_between(table))
    append(number, head, token + 1, -1, direction, distance, keys);
  const std::vector<int>& with_between = templates_.with_between(table);
  if (with_between.empty()) return;
  if (current_ != token) find_between(token);
  for (const int number : with_between) {
    const auto layer = static_cast<std::size_t>(templates_.templates_[number].slots[0].layer);
    const auto& tags = right == 1 ? right_tags_[layer] : left_tags_[layer];
    for (std::size_t i = 0; i < between_[layer][head]; ++i)
      append(number, head, token + 1, tags[i], direction, distance, keys);
  }
}

void ArcTemplates::Sentence::find_between(Index token) {
  current_ = token;
  const Index place = token + 1, end = std::ssize(places_) - 1;
  for (int layer = 0; layer < templates_.num_layers_; ++layer) {
    between_[layer].assign(places_.size(), 0);
    const auto walk = [&](std::vector<std::int32_t>& tags, Index step, Index stop) {
      tags.clear();
      for (Index p = place + step; p != stop; p += step) {
        between_[layer][p] = tags.size();
        const std::int32_t tag = tags_[p][layer];
        if (tag >= 0 && std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
      }
    };
    walk(left_tags_[layer], -1, -1);
    walk(right_tags_[layer], 1, end);
  }
}

}  // namespace costruct::experiments
