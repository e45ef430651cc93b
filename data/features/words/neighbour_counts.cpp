#include "costruct/data/features/words/neighbour_counts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/parallel.hpp"

namespace costruct::experiments {
namespace {

std::uint64_t hash_of_key(std::uint64_t key) {
  return (key ^ (key >> 32)) * 0x9E3779B97F4A7C15ULL;
}

}  // namespace

std::uint64_t& PairCounts::Table::slot_of(std::uint64_t key) {
  const std::size_t mask = slots.size() - 1;
  std::size_t at = hash_of_key(key) >> shift;
  while (slots[at] != 0 && slots[at] >> kCountBits != key) at = (at + 1) & mask;
  return slots[at];
}

void PairCounts::Table::add(std::uint64_t key, std::uint64_t count) {
  std::uint64_t& slot = slot_of(key);
  if (slot == 0) {
    slot = key << kCountBits;
    ++used;
  }
  // The bits of a count are never all 0, because 0 is an empty slot.
  const std::uint64_t sum = (slot & kCountMask) + count, kept = (sum - 1) % kCountMask + 1;
  if (sum != kept) carry[key] += sum - kept;
  slot = (key << kCountBits) | kept;
}

void PairCounts::Table::grow() {
  std::vector<std::uint64_t> old = std::move(slots);
  slots.assign(std::max<std::size_t>(16, 2 * old.size()), 0);
  shift = 64 - std::countr_zero(slots.size());
  for (const std::uint64_t slot : old) {
    if (slot != 0) slot_of(slot >> kCountBits) = slot;
  }
}

void PairCounts::Adder::flush(std::size_t number) {
  const std::span<const std::uint64_t> keys(keys_.data() + number * kHeld, held_[number]);
  Table& table = counts_.tables_[number];
  const std::lock_guard lock(table.lock);
  while (4 * (table.used + keys.size()) > 3 * table.slots.size()) table.grow();
  constexpr std::size_t kAhead = 12;
  const auto fetch = [&](std::size_t i) {
    __builtin_prefetch(&table.slots[hash_of_key(keys[i]) >> table.shift], 1);
  };
  for (std::size_t i = 0; i < std::min(kAhead, keys.size()); ++i) fetch(i);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + kAhead < keys.size()) fetch(i + kAhead);
    table.add(keys[i], 1);
  }
  held_[number] = 0;
}

void PairCounts::add(std::span<const Pair> pairs) {
  for (const Pair& pair : pairs) {
    Table& table = tables_[static_cast<std::size_t>(pair.row) % kTables];
    const std::lock_guard lock(table.lock);
    if (4 * (table.used + 1) > 3 * table.slots.size()) table.grow();
    table.add(key(pair.row, pair.column), pair.count);
  }
}

PairCounts::Pair PairCounts::pair_of(std::size_t table, std::uint64_t slot) const {
  const std::uint64_t key = slot >> kCountBits, columns = static_cast<std::uint64_t>(columns_);
  const auto carry = tables_[table].carry.find(key);
  return {static_cast<std::int32_t>(key / columns * kTables + table),
          static_cast<std::int32_t>(key % columns),
          (slot & kCountMask) + (carry == tables_[table].carry.end() ? 0 : carry->second)};
}

PairCounts::Matrix PairCounts::take(Index rows, int threads) {
  Matrix matrix{{}, Vector(rows, 0.0), Vector(columns_, 0.0)};
  auto& [cols, begin, col, value] = matrix.rows;
  cols = columns_;
  begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  std::mutex of_columns;
  parallel_for(kTables, threads, 1, [&](Index t) {  // all pairs of a row are in one table
    std::vector<std::uint64_t>& slots = tables_[t].slots;
    std::erase(slots, 0);
    slots.shrink_to_fit();
    std::sort(slots.begin(), slots.end());
    Vector of_column(columns_, 0.0);
    for (const std::uint64_t slot : slots) {
      const Pair pair = pair_of(t, slot);
      ++begin[pair.row + 1];
      matrix.of_row[pair.row] += static_cast<double>(pair.count);
      of_column[pair.column] += static_cast<double>(pair.count);
    }
    const std::lock_guard lock(of_columns);  // sums of whole numbers are exact in any order
    for (Index c = 0; c < columns_; ++c) matrix.of_column[c] += of_column[c];
  });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  col.resize(static_cast<std::size_t>(begin.back()));
  value.resize(col.size());
  parallel_for(kTables, threads, 1, [&](Index t) {
    Index at = 0;
    std::int32_t row = -1;
    for (const std::uint64_t slot : tables_[t].slots) {
      const Pair pair = pair_of(t, slot);
      if (pair.row != row) at = begin[pair.row];
      row = pair.row;
      col[at] = pair.column;
      value[at++] = static_cast<float>(pair.count);
    }
    tables_[t].slots = {};
    tables_[t].carry.clear();
    tables_[t].used = 0;
  });
  return matrix;
}

NeighbourCounts::NeighbourCounts(std::span<const Index> occurrences, Index contexts, Index reach)
    : number_(occurrences.size(), -1),
      reach_(reach),
      per_place_(1 + std::min(contexts, std::ssize(occurrences))),
      pairs_(2 * reach * per_place_) {
  constexpr Index kMostKeys = Index{1} << 40;
  if (std::ssize(occurrences) / 256 >= kMostKeys / pairs_.columns())
    throw DataError("too many words and neighbours: choose fewer contexts, or a smaller reach");
  std::vector<std::int32_t> order(occurrences.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return occurrences[a] > occurrences[b]; });
  word_.push_back(-1);
  for (const std::int32_t word : order) {
    if (std::ssize(word_) > contexts || occurrences[word] == 0) break;
    number_[word] = static_cast<std::int32_t>(word_.size());
    word_.push_back(word);
  }
}

NeighbourCounts::Adder::Adder(NeighbourCounts& counts) : counts_(counts), pairs_(counts.pairs_) {
  constexpr Index kMostFrequent = 256;
  const Index most = std::min(kMostFrequent, std::ssize(counts.word_));
  most_frequent_ = static_cast<std::int32_t>(most);
  frequent_.assign(static_cast<std::size_t>(2 * counts.reach_ * most * most), 0);
}

void NeighbourCounts::Adder::add(std::span<const std::int32_t> sentence) {
  // The number 0 is what is beyond the ends of a sentence.
  const Index reach = counts_.reach_, per_place = counts_.per_place_, length = std::ssize(sentence);
  neighbours_.assign(static_cast<std::size_t>(length + 2 * reach), 0);
  for (Index t = 0; t < length; ++t)
    neighbours_[t + reach] = sentence[t] < 0 ? -1 : counts_.number_[sentence[t]];
  for (Index t = 0; t < length; ++t) {
    if (sentence[t] < 0) continue;
    const std::int32_t number = neighbours_[t + reach];
    const bool is_frequent = number > 0 && number < most_frequent_;
    std::uint32_t* const frequent =
        frequent_.data() + (is_frequent ? number * 2 * reach * most_frequent_ : 0);
    Index place = 0;
    for (Index at = t; at <= t + 2 * reach; ++at) {
      if (at == t + reach) continue;
      const std::int32_t neighbour = neighbours_[at];
      if (is_frequent && neighbour >= 0 && neighbour < most_frequent_) {
        ++frequent[place * most_frequent_ + neighbour];
      } else if (neighbour >= 0) {
        pairs_.add(sentence[t], place * per_place + neighbour);
      }
      ++place;
    }
  }
  tokens_ += length;
  constexpr Index kMostTokens = Index{1} << 31;  // so that no count overflows
  if (tokens_ >= kMostTokens) flush_frequent();
}

void NeighbourCounts::Adder::flush() {
  pairs_.flush();
  flush_frequent();
}

void NeighbourCounts::Adder::flush_frequent() {
  std::vector<PairCounts::Pair> pairs;
  const Index places = 2 * counts_.reach_;
  for (std::size_t i = 0; i < frequent_.size(); ++i) {
    if (frequent_[i] == 0) continue;
    const Index at = static_cast<Index>(i), neighbour = at % most_frequent_;
    const Index place = at / most_frequent_ % places, number = at / most_frequent_ / places;
    pairs.push_back({counts_.word_[number],
                     static_cast<std::int32_t>(place * counts_.per_place_ + neighbour),
                     frequent_[i]});
  }
  counts_.pairs_.add(pairs);
  std::fill(frequent_.begin(), frequent_.end(), 0);
  tokens_ = 0;
}

}  // namespace costruct::experiments
