// Decoders of alignments against enumeration and, for longer sequences, against a plain recursion.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "core/chain_support.hpp"
#include "costruct/core/decode/alignment/alignment.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

struct Lengths {
  Index n, m;
};

/// Lengths that can be enumerated, at and around the rows that are decoded together.
const std::vector<Lengths> kTiny = {
    {0, 0}, {0, 1}, {1, 0}, {0, 3}, {3, 0}, {1, 1},  {1, 2},  {2, 1},  {2, 2},  {3, 2}, {2, 3},
    {3, 3}, {4, 4}, {5, 3}, {1, 7}, {7, 1}, {8, 1},  {1, 8},  {9, 1},  {1, 9},  {7, 2}, {8, 2},
    {2, 8}, {2, 9}, {9, 2}, {9, 3}, {3, 9}, {1, 16}, {17, 1}, {16, 2}, {2, 17}, {15, 2}};
const std::vector<AlignmentKind> kKinds = {AlignmentKind::kGlobal, AlignmentKind::kLocal};

/// What to fill tables with: numbers, of which one in four may be -infinity.
struct Filling {
  Numbers numbers;
  bool forbids;
};
const std::vector<Filling> kFillings = {{Numbers::kZeros, false},   {Numbers::kIntegers, false},
                                        {Numbers::kIntegers, true}, {Numbers::kNegative, false},
                                        {Numbers::kNegative, true}, {Numbers::kReals, false},
                                        {Numbers::kReals, true}};

double draw(Filling filling, Dice& dice) {
  return filling.forbids && dice.range(0, 3) == 0 ? kNever : dice.draw(filling.numbers);
}

void fill(AlignmentScores& scores, AlignmentKind kind, Lengths lengths, Filling filling,
          Dice& dice) {
  scores.reset(kind, lengths.n, lengths.m);
  for (Index i = 0; i < lengths.n; ++i) {
    for (Index j = 0; j < lengths.m; ++j) scores.pair(i, j) = draw(filling, dice);
  }
  for (Index i = 0; i < lengths.n; ++i) scores.first()[i] = draw(filling, dice);
  for (Index j = 0; j < lengths.m; ++j) scores.second()[j] = draw(filling, dice);
  for (auto& row : scores.transitions()) {
    for (double& each : row) each = draw(filling, dice);
  }
  // Is never looked at.
  scores.transitions()[kSecond][kFirst] =
      dice.range(0, 1) == 0 ? 1000 : std::numeric_limits<double>::quiet_NaN();
}

/// All that go on with an operation from (i, j) on and end at (n, m) or, where `is_local`, after
/// any pair.
void complete(Lengths lengths, Index i, Index j, bool is_local, Output& prefix,
              std::vector<Output>& all) {
  const int last = prefix.parts.empty() ? kPair : prefix.parts.back();
  if (is_local ? last == kPair : i == lengths.n && j == lengths.m) all.push_back(prefix);
  const auto go_on = [&](int operation, Index next_i, Index next_j) {
    prefix.parts.push_back(operation);
    complete(lengths, next_i, next_j, is_local, prefix, all);
    prefix.parts.pop_back();
  };
  if (i < lengths.n && j < lengths.m) go_on(kPair, i + 1, j + 1);
  if (i < lengths.n && (prefix.parts.empty() || last != kSecond)) go_on(kFirst, i + 1, j);
  if (j < lengths.m) go_on(kSecond, i, j + 1);
}

/// All alignments in lexicographic order.
std::vector<Output> all_alignments(AlignmentKind kind, Lengths lengths) {
  std::vector<Output> all;
  Output prefix;
  if (kind == AlignmentKind::kGlobal) {
    complete(lengths, 0, 0, false, prefix, all);
    return all;
  }
  all.push_back({});
  for (int i = 0; i < lengths.n; ++i) {
    for (int j = 0; j < lengths.m; ++j) {
      prefix.parts = {i, j, kPair};
      complete(lengths, i + 1, j + 1, true, prefix, all);
    }
  }
  return all;
}

/// Calls visit(previous operation, operation, i, j) from left to right; -1 before the first of a
/// local one.
template <class Visit>
void visit(AlignmentKind kind, const Output& y, const Visit& visit) {
  if (y.parts.empty()) return;
  const bool is_local = kind == AlignmentKind::kLocal;
  Index i = is_local ? y.parts[0] : 0, j = is_local ? y.parts[1] : 0;
  int previous = is_local ? -1 : static_cast<int>(kPair);
  for (std::size_t k = is_local ? 2 : 0; k < y.parts.size(); ++k) {
    visit(previous, y.parts[k], i, j);
    previous = y.parts[k];
    i += previous != kSecond;
    j += previous != kFirst;
  }
}

/// The documented value, summed from the end.
double value_of(const AlignmentScores& scores, const Output& y) {
  std::vector<std::array<double, 2>> terms;
  visit(scores.kind(), y, [&](int previous, int operation, Index i, Index j) {
    const double score = operation == kPair    ? scores.pair(i, j)
                         : operation == kFirst ? scores.first()[i]
                                               : scores.second()[j];
    terms.push_back({previous < 0 ? 0 : scores.transitions()[previous][operation], score});
  });
  double value = 0;
  for (auto term = terms.rbegin(); term != terms.rend(); ++term)
    value = (*term)[0] + ((*term)[1] + value);
  return value;
}

/// All alignments that are worth more than -infinity, best first, equal ones in lexicographic
/// order.
std::vector<Decoded> ranking(const AlignmentScores& scores) {
  std::vector<Decoded> all;
  for (const Output& y :
       all_alignments(scores.kind(), {scores.first_length(), scores.second_length()})) {
    const double value = value_of(scores, y);
    if (value > kNever) all.push_back({y, value});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Decoded& a, const Decoded& b) { return a.value > b.value; });
  return all;
}

void check_same(const std::optional<Decoded>& found, const std::optional<Decoded>& expected) {
  REQUIRE(found.has_value() == expected.has_value());
  if (found) test::check_same(*found, *expected);
}

std::optional<Decoded> first_of(const std::vector<Decoded>& ranked) {
  return ranked.empty() ? std::nullopt : std::optional(ranked.front());
}

/// Calls check(scores, dice) for every kind, size and filling; one table serves all, so that
/// nothing may be left over from the last size.
template <class Check>
void over_all_tables(const std::vector<Lengths>& sizes, const Check& check) {
  AlignmentScores scores;
  Dice dice(20060107);
  for (const AlignmentKind kind : kKinds) {
    for (const Lengths lengths : sizes) {
      for (const Filling filling : kFillings) {
        fill(scores, kind, lengths, filling, dice);
        INFO("local " << (kind == AlignmentKind::kLocal) << ", n " << lengths.n << ", m "
                      << lengths.m << ", numbers " << static_cast<int>(filling.numbers)
                      << ", forbids " << filling.forbids);
        check(scores, dice);
      }
    }
  }
}

bool is_hit(const std::vector<HitRange>& hits, Index i, Index j) {
  return j >= hits[i].begin && j < hits[i].end;
}

/// The best rest at (i, j) after operation s with h hits, in the plainest way, and of equal ones
/// the smallest.
class Plain {
 public:
  /// Without hits, where there are no ranges.
  explicit Plain(const AlignmentScores& scores, std::vector<HitRange> hits = {})
      : scores_(scores), hits_(std::move(hits)) {
    hits_.resize(scores.first_length());
  }

  std::optional<Decoded> best(Index h = 0) {
    const Index n = scores_.first_length(), m = scores_.second_length();
    if (scores_.kind() == AlignmentKind::kGlobal) return walk({}, 0, 0, h, best(kPair, 0, 0, h));
    double most = h == 0 ? 0 : kNever;
    Output prefix;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) {
        const double value =
            scores_.pair(i, j) + best(kPair, i + 1, j + 1, h - is_hit(hits_, i, j));
        if (value > most) {
          most = value;
          prefix.parts = {i, j, kPair};
        }
      }
    }
    if (prefix.parts.empty()) return h == 0 ? std::optional(Decoded{}) : std::nullopt;
    const Index i = prefix.parts[0], j = prefix.parts[1];
    return walk(prefix, i + 1, j + 1, h - is_hit(hits_, i, j), most);
  }

 private:
  double through(int s, Index i, Index j, Index h, int operation) {
    if (operation != kSecond && i == scores_.first_length()) return kNever;
    if (operation != kFirst && j == scores_.second_length()) return kNever;
    if (s == kSecond && operation == kFirst) return kNever;
    const double score = operation == kPair    ? scores_.pair(i, j)
                         : operation == kFirst ? scores_.first()[i]
                                               : scores_.second()[j];
    const Index left = operation == kPair ? h - is_hit(hits_, i, j) : h;
    return scores_.transitions()[s][operation] +
           (score + best(operation, i + (operation != kSecond), j + (operation != kFirst), left));
  }
  bool may_end(int s, Index i, Index j, Index h) const {
    if (h != 0) return false;
    return scores_.kind() == AlignmentKind::kLocal
               ? s == kPair
               : i == scores_.first_length() && j == scores_.second_length();
  }
  double best(int s, Index i, Index j, Index h) {
    if (h < 0) return kNever;
    const std::array<Index, 4> key = {s, i, j, h};
    if (const auto known = best_.find(key); known != best_.end()) return known->second;
    double value = may_end(s, i, j, h) ? 0 : kNever;
    for (int o = 0; o < 3; ++o) value = std::max(value, through(s, i, j, h, o));
    best_[key] = value;
    return value;
  }
  std::optional<Decoded> walk(Output y, Index i, Index j, Index h, double value) {
    if (value == kNever) return std::nullopt;
    int s = kPair;
    while (!(may_end(s, i, j, h) && best(s, i, j, h) == 0)) {
      int operation = 0;
      while (through(s, i, j, h, operation) != best(s, i, j, h)) ++operation;
      y.parts.push_back(operation);
      if (operation == kPair) h -= is_hit(hits_, i, j);
      s = operation;
      i += s != kSecond;
      j += s != kFirst;
    }
    return Decoded{y, value};
  }

  const AlignmentScores& scores_;
  std::vector<HitRange> hits_;
  std::map<std::array<Index, 4>, double> best_;
};

/// The log-partition and the expected counts, by enumeration.
AlignmentSums enumerated_sums(const AlignmentScores& scores, const std::vector<Decoded>& all) {
  const Index n = scores.first_length(), m = scores.second_length();
  AlignmentSums sums;
  sums.pair.assign(n * m, 0.0);
  sums.first.assign(n, 0.0);
  sums.second.assign(m, 0.0);
  double total = 0;
  for (const Decoded& y : all) total += std::exp(y.value - all[0].value);
  sums.log_partition = all[0].value + std::log(total);
  for (const Decoded& y : all) {
    const double p = std::exp(y.value - all[0].value) / total;
    visit(scores.kind(), y.output, [&](int previous, int operation, Index i, Index j) {
      if (operation == kPair) sums.pair[i * m + j] += p;
      if (operation == kFirst) sums.first[i] += p;
      if (operation == kSecond) sums.second[j] += p;
      if (previous >= 0) sums.transitions[previous][operation] += p;
    });
  }
  return sums;
}

void check_close(const Vector& found, const Vector& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i] == Approx(expected[i]).epsilon(1e-11).margin(1e-13));
    CHECK(found[i] <= 1);
    CHECK(found[i] >= 0);
  }
}

std::vector<HitRange> draw_hits(Lengths lengths, Dice& dice) {
  std::vector<HitRange> hits(lengths.n);
  for (HitRange& range : hits) {
    range.begin = dice.range(0, static_cast<int>(lengths.m));
    range.end = dice.range(0, 2) == 0 ? range.begin : dice.range(0, static_cast<int>(lengths.m));
  }
  return hits;
}

Index hits_of(AlignmentKind kind, const Output& y, const std::vector<HitRange>& hits) {
  Index count = 0;
  visit(kind, y, [&](int, int operation, Index i, Index j) {
    if (operation == kPair) count += is_hit(hits, i, j);
  });
  return count;
}

}  // namespace

TEST_CASE("a table of alignments is all zeros after a reset and keeps what is written",
          "[core][decode]") {
  AlignmentScores scores;
  Dice dice(1);
  for (const Lengths lengths : {Lengths{9, 17}, {3, 3}, {17, 8}, {0, 5}, {5, 0}, {8, 8}}) {
    scores.reset(AlignmentKind::kLocal, lengths.n, lengths.m);
    CHECK(scores.kind() == AlignmentKind::kLocal);
    CHECK(scores.first_length() == lengths.n);
    CHECK(scores.second_length() == lengths.m);
    double different = 0;
    for (Index i = 0; i < lengths.n; ++i) {
      different += scores.first()[i] != 0;
      for (Index j = 0; j < lengths.m; ++j) different += scores.pair(i, j) != 0;
    }
    for (Index j = 0; j < lengths.m; ++j) different += scores.second()[j] != 0;
    for (const auto& row : scores.transitions()) different += row != std::array<double, 3>{};
    for (Index i = 0; i < lengths.n; ++i) {
      for (Index j = 0; j < lengths.m; ++j) scores.pair(i, j) = static_cast<double>(i * 100 + j);
    }
    for (Index i = 0; i < lengths.n; ++i) {
      for (Index j = 0; j < lengths.m; ++j) {
        different += scores.pair(i, j) != static_cast<double>(i * 100 + j);
        different += &scores.pair(i, j) != scores.pairs(i) + j * AlignmentScores::kStep;
      }
    }
    CHECK(different == 0);
    fill(scores, AlignmentKind::kGlobal, lengths, {Numbers::kReals, true}, dice);
  }
}

TEST_CASE("two sequences of 4 and 3 have 35 global alignments", "[core][decode]") {
  CHECK(all_alignments(AlignmentKind::kGlobal, {4, 3}).size() == 35);
}

TEST_CASE("the value of an alignment is the sum of its operations and transitions",
          "[core][decode]") {
  over_all_tables(kTiny, [](const AlignmentScores& scores, Dice&) {
    const auto all = all_alignments(scores.kind(), {scores.first_length(), scores.second_length()});
    Index different = 0;
    for (const Output& y : all) {
      different += !same_bits(alignment_value(scores, y), value_of(scores, y) + 0.0);
    }
    CHECK(different == 0);
  });
}

TEST_CASE("the best alignment is the best of all, ties and what is forbidden included",
          "[core][decode]") {
  over_all_tables(kTiny, [](const AlignmentScores& scores, Dice&) {
    check_same(best_alignment(scores), first_of(ranking(scores)));
  });
}

TEST_CASE("the best alignment of longer sequences is that of a plain recursion", "[core][decode]") {
  const std::vector<Lengths> sizes = {{7, 7},   {7, 8},   {8, 7},   {8, 8},   {8, 9},
                                      {9, 8},   {9, 9},   {15, 16}, {16, 15}, {16, 16},
                                      {17, 16}, {16, 17}, {17, 17}, {15, 17}, {40, 23},
                                      {23, 40}, {5, 33},  {33, 5},  {24, 24}};
  over_all_tables(sizes, [](const AlignmentScores& scores, Dice&) {
    const auto best = best_alignment(scores);
    check_same(best, Plain(scores).best());
    if (best) CHECK(same_bits(best->value, alignment_value(scores, best->output)));
  });
}

TEST_CASE("the k best alignments are all of them, by value and in lexicographic order",
          "[core][decode]") {
  over_all_tables(kTiny, [](const AlignmentScores& scores, Dice&) {
    const auto all = ranking(scores);
    const auto found = alignment_k_best(scores, static_cast<Index>(all.size()) + 1);
    REQUIRE(found.size() == all.size());
    Index different = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      different += found[k].output != all[k].output;
      different += !same_bits(found[k].value, alignment_value(scores, found[k].output));
    }
    CHECK(different == 0);
  });
}

TEST_CASE("the first of the k best alignments are those of a longer list", "[core][decode]") {
  over_all_tables({{4, 4}, {17, 9}}, [](const AlignmentScores& scores, Dice&) {
    const auto all = alignment_k_best(scores, 40);
    check_same(best_alignment(scores), first_of(all));
    CHECK(alignment_k_best(scores, 0).empty());
    for (const std::size_t k : {1, 2, 3, 17}) {
      const auto found = alignment_k_best(scores, static_cast<Index>(k));
      REQUIRE(found.size() == std::min(k, all.size()));
      for (std::size_t r = 0; r < found.size(); ++r) test::check_same(found[r], all[r]);
    }
  });
}

TEST_CASE("for every number of hits the best alignment that has as many is found",
          "[core][decode]") {
  over_all_tables(kTiny, [](const AlignmentScores& scores, Dice& dice) {
    const std::vector<HitRange> hits =
        draw_hits({scores.first_length(), scores.second_length()}, dice);
    const auto all = ranking(scores);
    for (const Index most : {0, 1, 3, 5}) {
      const auto found = alignment_per_hits(scores, hits, most);
      REQUIRE(static_cast<Index>(found.size()) == most + 1);
      for (Index h = 0; h <= most; ++h) {
        const auto expected = std::find_if(all.begin(), all.end(), [&](const Decoded& y) {
          return hits_of(scores.kind(), y.output, hits) == h;
        });
        check_same(found[h], expected == all.end() ? std::nullopt : std::optional(*expected));
      }
    }
  });
}

TEST_CASE("for many hits the best alignments are those of a plain recursion", "[core][decode]") {
  over_all_tables({{17, 19}, {24, 9}, {8, 8}, {9, 16}},
                  [](const AlignmentScores& scores, Dice& dice) {
                    const int third = static_cast<int>(scores.second_length()) / 3;
                    std::vector<HitRange> hits(scores.first_length());
                    for (HitRange& range : hits) {
                      if (dice.range(0, 9) > 0)
                        range = {dice.range(0, third), dice.range(2 * third, 3 * third)};
                    }
                    Plain plain(scores, hits);
                    const Index most = std::min(scores.first_length(), scores.second_length()) + 1;
                    const auto found = alignment_per_hits(scores, hits, most);
                    for (Index h = 0; h <= most; ++h) {
                      INFO(h << " hits");
                      check_same(found[h], plain.best(h));
                    }
                  });
}

TEST_CASE("the best over all numbers of hits is the best alignment", "[core][decode]") {
  over_all_tables({{17, 23}, {24, 9}}, [](const AlignmentScores& scores, Dice& dice) {
    const Index n = scores.first_length(), m = scores.second_length();
    std::optional<Decoded> best;
    for (const auto& each : alignment_per_hits(scores, draw_hits({n, m}, dice), std::min(n, m))) {
      if (!each) continue;
      const bool is_better = !best || each->value > best->value ||
                             (each->value == best->value && each->output < best->output);
      if (is_better) best = each;
    }
    check_same(best_alignment(scores), best);
  });
}

TEST_CASE("a loss that counts hits is maximised with a table that is edited", "[core][decode]") {
  over_all_tables(kTiny, [](const AlignmentScores& scores, Dice& dice) {
    const Index n = scores.first_length(), m = scores.second_length();
    const std::vector<HitRange> hits = draw_hits({n, m}, dice);
    AlignmentScores edited = scores;
    for (Index i = 0; i < n; ++i) {
      for (Index j = hits[i].begin; j < hits[i].end; ++j) edited.pair(i, j) -= 2;
    }
    std::optional<Decoded> expected;
    for (const Output& y : all_alignments(scores.kind(), {n, m})) {
      const double value =
          value_of(scores, y) - 2 * static_cast<double>(hits_of(scores.kind(), y, hits));
      if (value > (expected ? expected->value : kNever)) expected = {{y, value}};
    }
    const auto found = best_alignment(edited);
    REQUIRE(found.has_value() == expected.has_value());
    if (!found) return;
    CHECK(found->output == expected->output);
    CHECK(found->value == Approx(expected->value).margin(1e-12));
  });
}

TEST_CASE("sums over all alignments and expectations agree with enumeration", "[core][decode]") {
  over_all_tables(kTiny, [](const AlignmentScores& scores, Dice&) {
    const auto all = ranking(scores);
    const auto log_partition = alignment_log_partition(scores);
    const auto sums = alignment_sums(scores);
    REQUIRE(log_partition.has_value() == !all.empty());
    REQUIRE(sums.has_value() == !all.empty());
    if (all.empty()) return;
    const AlignmentSums expected = enumerated_sums(scores, all);
    CHECK(*log_partition == Approx(expected.log_partition).epsilon(1e-12).margin(1e-12));
    CHECK(sums->log_partition == Approx(expected.log_partition).epsilon(1e-12).margin(1e-12));
    check_close(sums->pair, expected.pair);
    for (std::size_t at = 0; at < expected.pair.size(); ++at) {
      if (expected.pair[at] == 0) CHECK(sums->pair[at] == 0);  // as it is forbidden
    }
    check_close(sums->first, expected.first);
    check_close(sums->second, expected.second);
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) {
        CHECK(sums->transitions[s][o] ==
              Approx(expected.transitions[s][o]).epsilon(1e-11).margin(1e-13));
      }
    }
  });
}

TEST_CASE("expected pairs are the derivatives of the log-partition of longer sequences",
          "[core][decode]") {
  AlignmentScores scores;
  Dice dice(7);
  for (const AlignmentKind kind : kKinds) {
    fill(scores, kind, {19, 30}, {Numbers::kReals, false}, dice);
    const AlignmentSums sums = *alignment_sums(scores);
    const auto slope = [&](double& score) {
      constexpr double kStep = 1e-4;
      const double at = score;
      score = at + kStep;
      const double above = *alignment_log_partition(scores);
      score = at - kStep;
      const double below = *alignment_log_partition(scores);
      score = at;
      return (above - below) / (2 * kStep);
    };
    for (const Index i : {0, 7, 8, 18}) {
      for (const Index j : {0, 8, 15, 29}) {
        CHECK(sums.pair[i * 30 + j] == Approx(slope(scores.pair(i, j))).epsilon(1e-6).margin(1e-8));
      }
      CHECK(sums.first[i] == Approx(slope(scores.first()[i])).epsilon(1e-6).margin(1e-8));
      CHECK(sums.second[i] == Approx(slope(scores.second()[i])).epsilon(1e-6).margin(1e-8));
    }
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) {
        if (s == kSecond && o == kFirst) continue;
        CHECK(sums.transitions[s][o] ==
              Approx(slope(scores.transitions()[s][o])).epsilon(1e-6).margin(1e-8));
      }
    }
  }
}

TEST_CASE("sums stay finite and probabilities at most 1 for scores as large as 1e300",
          "[core][decode]") {
  AlignmentScores scores;
  Dice dice(11);
  for (const AlignmentKind kind : kKinds) {
    for (const double scale : {1e3, 1e6, 1e15, 1e17, 1e100, 1e300}) {
      for (const Lengths lengths : {Lengths{1, 1}, {5, 5}, {20, 17}}) {
        INFO("local " << (kind == AlignmentKind::kLocal) << ", scale " << scale << ", n "
                      << lengths.n);
        fill(scores, kind, lengths, {Numbers::kIntegers, false}, dice);
        for (Index i = 0; i < lengths.n; ++i) {
          for (Index j = 0; j < lengths.m; ++j) scores.pair(i, j) *= scale;
          scores.first()[i] *= scale;
        }
        for (Index j = 0; j < lengths.m; ++j) scores.second()[j] *= scale;
        const auto log_partition = alignment_log_partition(scores);
        const auto sums = alignment_sums(scores);
        REQUIRE(sums);
        CHECK(std::isfinite(*log_partition));
        CHECK(*log_partition == Approx(best_alignment(scores)->value).epsilon(1e-2).margin(40));
        CHECK(sums->log_partition == Approx(*log_partition));
        for (Index i = 0; i < lengths.n; ++i) {
          double used = sums->first[i];
          for (Index j = 0; j < lengths.m; ++j) {
            CHECK(sums->pair[i * lengths.m + j] >= 0);
            CHECK(sums->pair[i * lengths.m + j] <= 1);
            used += sums->pair[i * lengths.m + j];
          }
          CHECK(used <= 1 + 1e-12);
          if (kind == AlignmentKind::kGlobal) CHECK(used == Approx(1));
        }
        for (const double each : sums->second) CHECK(each <= 1);
      }
    }
  }
}

TEST_CASE("every position is expected to be paired or alone once", "[core][decode]") {
  AlignmentScores scores;
  Dice dice(13);
  for (const Lengths lengths : {Lengths{300, 250}, {17, 40}, {1, 9}}) {
    for (const Numbers numbers : {Numbers::kReals, Numbers::kNegative}) {
      fill(scores, AlignmentKind::kGlobal, lengths, {numbers, false}, dice);
      const AlignmentSums sums = *alignment_sums(scores);
      CHECK(sums.log_partition == Approx(*alignment_log_partition(scores)).epsilon(1e-14));
      Vector first = sums.first, second = sums.second;
      for (Index i = 0; i < lengths.n; ++i) {
        for (Index j = 0; j < lengths.m; ++j) {
          first[i] += sums.pair[i * lengths.m + j];
          second[j] += sums.pair[i * lengths.m + j];
        }
      }
      for (const Vector& used : {first, second}) {
        double worst = 0;
        for (const double each : used) worst = std::max(worst, std::abs(each - 1));
        CHECK(worst < 1e-11);
      }
    }
  }
}

TEST_CASE("where no position may stand alone, only sequences of one length are aligned",
          "[core][decode]") {
  AlignmentScores scores;
  for (Index n = 0; n <= 3; ++n) {
    for (Index m = 0; m <= 3; ++m) {
      scores.reset(AlignmentKind::kGlobal, n, m);
      std::fill_n(scores.first(), n, kNever);
      std::fill_n(scores.second(), m, kNever);
      CHECK(best_alignment(scores).has_value() == (n == m));
      CHECK(alignment_k_best(scores, 5).size() == (n == m ? 1 : 0));
      CHECK(alignment_log_partition(scores).has_value() == (n == m));
      CHECK(alignment_sums(scores).has_value() == (n == m));
      if (n == m) CHECK(best_alignment(scores)->output.parts == std::vector<int>(n, kPair));
    }
  }
}

TEST_CASE("a local alignment of nothing but losses is empty", "[core][decode]") {
  AlignmentScores scores;
  Dice dice(3);
  fill(scores, AlignmentKind::kLocal, {9, 10}, {Numbers::kNegative, false}, dice);
  const auto best = best_alignment(scores);
  REQUIRE(best);
  CHECK(best->output.parts.empty());
  CHECK(same_bits(best->value, 0));
  scores.pair(4, 5) = 0;
  CHECK(best_alignment(scores)->output.parts.empty());
  scores.pair(4, 5) = 1e-300;
  CHECK(best_alignment(scores)->output.parts == std::vector<int>{4, 5, kPair});
}
