#include "costruct/mail/email/near_duplicates.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/data/features/characters.hpp"
#include "costruct/mail/email/visible_body.hpp"

namespace costruct::experiments {

namespace {

constexpr std::size_t kShingleWords = 4;

bool is_blank_sign(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Whether a token between blanks is a link, or an address.
bool is_link(std::string_view token) {
  return token.find("://") != token.npos || token.starts_with("www.") || token.starts_with("WWW.");
}

void append_folded(std::string_view bytes, char32_t code, std::string& word) {
  if (code < 0x80) {
    const char c = bytes[0];
    word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  } else if (code >= 0xC0 && code <= 0xDE && code != 0xD7) {
    word += bytes[0];
    word += static_cast<char>(bytes[1] + 0x20);
  } else {
    word += bytes;
  }
}

// Appends the words of a token that is neither a link nor an address.
void split_token(std::string_view token, std::vector<std::string>& words) {
  enum { kNone, kWord, kNumber } inside = kNone;
  while (!token.empty()) {
    const Character c = first_character(token);
    const CharacterKind kind = kind_of(c.code);
    if (kind == CharacterKind::kSymbol) {
      inside = kNone;
    } else if (kind == CharacterKind::kDigit) {
      if (inside == kNone) words.emplace_back();
      if (inside != kNumber) words.back() += '0';
      inside = kNumber;
    } else {
      if (inside == kNone) words.emplace_back();
      append_folded(token.substr(0, c.bytes), c.code, words.back());
      inside = kWord;
    }
    token.remove_prefix(c.bytes);
  }
}

std::uint64_t mixed_hash(std::uint64_t hash) {
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93ULL;
  return hash ^ (hash >> 32);
}

// Disjoint sets of numbers (union-find).
class Connected {
 public:
  explicit Connected(Index count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }
  Index root(Index i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void connect(Index a, Index b) { parent_[root(a)] = root(b); }

 private:
  std::vector<Index> parent_;
};

using Rank = std::uint32_t;
constexpr Rank kEndOfList = ~Rank{0};

// Sets of ranks. An element has a rank if several sets have it; the rarest elements come first.
struct RankedSets {
  std::vector<Rank> ranks;
  std::vector<std::size_t> begins;
  std::vector<Index> sizes;  // including the elements that no other set has
  Rank most = 0;

  Index count() const { return static_cast<Index>(sizes.size()); }
  Index shared(Index set) const { return static_cast<Index>(begins[set + 1] - begins[set]); }
  const Rank* begin(Index set) const { return ranks.data() + begins[set]; }
  const Rank* end(Index set) const { return ranks.data() + begins[set + 1]; }
};

// The elements that at least two sets have, in ascending order. Their ranks order them by the
// number of these sets.
struct SharedElements {
  std::vector<std::uint64_t> elements;
  std::vector<Rank> ranks;
};

SharedElements shared_elements(std::vector<std::uint64_t> all) {
  std::sort(all.begin(), all.end());
  SharedElements shared;
  std::vector<Rank> counts;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i + 1;
    while (end < all.size() && all[end] == all[i]) ++end;
    if (end - i > 1) {
      shared.elements.push_back(all[i]);
      counts.push_back(static_cast<Rank>(end - i));
    }
    i = end;
  }
  std::vector<Rank> order(counts.size());
  std::iota(order.begin(), order.end(), Rank{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Rank a, Rank b) { return counts[a] < counts[b]; });
  shared.ranks.resize(order.size());
  for (Rank rank = 0; rank < order.size(); ++rank) shared.ranks[order[rank]] = rank;
  return shared;
}

RankedSets ranked(const std::vector<std::uint64_t>& elements,
                  const std::vector<std::size_t>& begins) {
  const SharedElements shared = shared_elements(elements);
  RankedSets sets;
  sets.most = static_cast<Rank>(shared.elements.size());
  sets.begins.push_back(0);
  for (std::size_t set = 0; set + 1 < begins.size(); ++set) {
    for (std::size_t i = begins[set]; i < begins[set + 1]; ++i) {
      const auto found =
          std::lower_bound(shared.elements.begin(), shared.elements.end(), elements[i]);
      if (found != shared.elements.end() && *found == elements[i])
        sets.ranks.push_back(shared.ranks[found - shared.elements.begin()]);
    }
    std::sort(sets.ranks.begin() + static_cast<std::ptrdiff_t>(sets.begins.back()),
              sets.ranks.end());
    sets.begins.push_back(sets.ranks.size());
    sets.sizes.push_back(static_cast<Index>(begins[set + 1] - begins[set]));
  }
  return sets;
}

// The least integer that is not below `value`, whose last bits may be wrong.
Index least_whole(double value) {
  return static_cast<Index>(std::ceil(value - 1e-9));
}

// Finds the links. For each rank it lists the sets that have this rank in their prefix; sets of one
// cluster form a group.
class Linker {
 public:
  Linker(const RankedSets& sets, double threshold)
      : sets_(sets),
        threshold_(threshold),
        connected_(sets.count()),
        first_group_(sets.most, kEndOfList),
        compared_with_(sets.count(), -1),
        group_of_root_(sets.count(), kEndOfList) {}

  Connected link() {
    std::vector<Index> order(sets_.count());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return sets_.sizes[a] < sets_.sizes[b]; });
    for (const Index set : order) {
      // The prefix is the |x| - ceil(t |x|) + 1 rarest elements; those of no other set come first.
      const Index size = sets_.sizes[set];
      const Index rarest = size - least_whole(threshold_ * static_cast<double>(size)) + 1;
      const Index front = std::min(rarest - (size - sets_.shared(set)), sets_.shared(set));
      for (Index i = 0; i < front; ++i) visit(set, sets_.begin(set)[i]);
      for (Index i = 0; i < front; ++i) list(set, sets_.begin(set)[i]);
    }
    return std::move(connected_);
  }

 private:
  struct Member {
    Rank set, next;
  };
  struct Group {  // the members of a cluster
    Rank first, last, next;
  };

  // Compares a set with the listed sets of a rank that are not yet in its cluster. Merges groups
  // whose clusters are now the same. Sets come in the order of their sizes, so a set that is too
  // small now is too small for all later ones.
  void visit(Index set, Rank rank) {
    Rank* link = &first_group_[rank];
    touched_.clear();
    while (*link != kEndOfList) {
      Group& group = groups_[*link];
      drop_small(set, group);
      if (group.first == kEndOfList) {
        *link = group.next;
        continue;
      }
      compare(set, group);
      const Index root = connected_.root(static_cast<Index>(members_[group.first].set));
      Rank& same = group_of_root_[root];
      if (same != kEndOfList) {
        members_[groups_[same].last].next = group.first;
        groups_[same].last = group.last;
        *link = group.next;
      } else {
        same = *link;
        touched_.push_back(root);
        link = &group.next;
      }
    }
    for (const Index root : touched_) group_of_root_[root] = kEndOfList;
  }

  bool too_small(Index set, Rank member) const {
    const Index least = least_whole(threshold_ * static_cast<double>(sets_.sizes[set]));
    return sets_.sizes[members_[member].set] < least;
  }

  // Drops only members at the front, so each is dropped once.
  void drop_small(Index set, Group& group) {
    while (group.first != kEndOfList && too_small(set, group.first))
      group.first = members_[group.first].next;
  }

  void compare(Index set, const Group& group) {
    const Index root = connected_.root(static_cast<Index>(members_[group.first].set));
    if (root == connected_.root(set)) return;
    for (Rank m = group.first; m != kEndOfList; m = members_[m].next) {
      const auto other = static_cast<Index>(members_[m].set);
      if (compared_with_[other] == set || too_small(set, m)) continue;
      compared_with_[other] = set;
      if (linked(set, other)) {
        connected_.connect(set, other);
        return;
      }
    }
  }

  bool linked(Index a, Index b) const {
    const double sum = static_cast<double>(sets_.sizes[a] + sets_.sizes[b]);
    const Index needed = least_whole(threshold_ / (1 + threshold_) * sum);
    const Rank *i = sets_.begin(a), *j = sets_.begin(b);
    const Rank *i_end = sets_.end(a), *j_end = sets_.end(b);
    Index common = 0;
    while (common + std::min(i_end - i, j_end - j) >= needed) {
      if (common >= needed) return true;
      if (*i == *j) {
        ++common, ++i, ++j;
      } else if (*i < *j) {
        ++i;
      } else {
        ++j;
      }
    }
    return false;
  }

  void list(Index set, Rank rank) {
    const auto member = static_cast<Rank>(members_.size());
    members_.push_back({static_cast<Rank>(set), kEndOfList});
    groups_.push_back({member, member, first_group_[rank]});
    first_group_[rank] = static_cast<Rank>(groups_.size() - 1);
  }

  const RankedSets& sets_;
  double threshold_;
  Connected connected_;
  std::vector<Rank> first_group_;
  std::vector<Group> groups_;
  std::vector<Member> members_;
  std::vector<Index> compared_with_;  // the set with which each one was compared last
  std::vector<Rank> group_of_root_;   // only while a rank is visited
  std::vector<Index> touched_;
};

}  // namespace

std::vector<std::string> masked_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank_sign(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && !is_blank_sign(text[end])) ++end;
    const std::string_view token = text.substr(i, end - i);
    if (is_link(token)) {
      words.emplace_back("/");
    } else if (const std::size_t at = token.find('@');
               at != token.npos && at > 0 && at + 1 < token.size()) {
      words.emplace_back("@");
    } else {
      split_token(token, words);
    }
    i = end;
  }
  return words;
}

std::vector<std::uint64_t> shingles_of(const Email& email) {
  std::vector<std::uint64_t> words;
  for (const std::string& word : masked_words(visible_body(email).text))
    words.push_back(hash_bytes(word));
  std::vector<std::uint64_t> shingles;
  if (words.empty()) return shingles;
  const std::size_t length = std::min(kShingleWords, words.size());
  for (std::size_t i = 0; i + length <= words.size(); ++i) {
    std::uint64_t hash = length;
    for (std::size_t k = 0; k < length; ++k)
      hash = mixed_hash(hash * 0x9E3779B97F4A7C15ULL + words[i + k]);
    shingles.push_back(hash);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

void NearDuplicates::add(const std::vector<std::uint64_t>& elements) {
  COSTRUCT_ASSERT(std::adjacent_find(elements.begin(), elements.end(), std::greater_equal<>()) ==
                      elements.end(),
                  "elements rise");
  if (elements.empty()) {
    set_of_.push_back(-1);
    return;
  }
  std::uint64_t key = elements.size();
  for (const std::uint64_t element : elements)
    key = mixed_hash(key * 0x9E3779B97F4A7C15ULL + element);
  const auto [first, last] = sets_.equal_range(key);
  for (auto same = first; same != last; ++same) {
    const auto begin = elements_.begin() + static_cast<std::ptrdiff_t>(begins_[same->second]);
    const auto end = elements_.begin() + static_cast<std::ptrdiff_t>(begins_[same->second + 1]);
    if (std::equal(begin, end, elements.begin(), elements.end())) {
      set_of_.push_back(same->second);
      return;
    }
  }
  const auto set = static_cast<Index>(begins_.size()) - 1;
  sets_.emplace(key, set);
  set_of_.push_back(set);
  elements_.insert(elements_.end(), elements.begin(), elements.end());
  begins_.push_back(elements_.size());
}

std::vector<Index> NearDuplicates::clusters() const {
  const RankedSets sets = ranked(elements_, begins_);
  Connected connected = Linker(sets, threshold_).link();
  std::vector<Index> number_of_root(sets.count(), 0), result;
  result.reserve(set_of_.size());
  Index numbers = 0;
  for (const Index set : set_of_) {
    Index alone = 0;
    Index& number = set < 0 ? alone : number_of_root[connected.root(set)];
    if (number == 0) number = ++numbers;
    result.push_back(number);
  }
  return result;
}

}  // namespace costruct::experiments
