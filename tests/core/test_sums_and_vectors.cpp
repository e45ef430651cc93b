// Sparse vectors against dense ones; ordered sums against any number of threads.
#include <atomic>
#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

constexpr Index kSize = 12;

std::vector<std::pair<Index, double>> random_entries(Dice& dice) {
  std::vector<std::pair<Index, double>> entries;
  const int count = dice.range(0, 15);
  for (int i = 0; i < count; ++i) entries.emplace_back(dice.range(0, kSize - 1), dice.range(-3, 3));
  return entries;
}

Vector dense(const std::vector<std::pair<Index, double>>& entries) {
  Vector all(kSize, 0.0);
  for (const auto& [index, value] : entries) all[index] += value;
  return all;
}

Vector dense(const SparseVector& a) {
  Vector all(kSize, 0.0);
  for (std::size_t i = 0; i < a.index.size(); ++i) all[a.index[i]] += a.value[i];
  return all;
}

void check_form(const SparseVector& a) {
  REQUIRE(a.index.size() == a.value.size());
  for (std::size_t i = 1; i < a.index.size(); ++i) CHECK(a.index[i - 1] < a.index[i]);
}

}  // namespace

TEST_CASE("sparse vectors agree with dense ones", "[core][sparse]") {
  Dice dice(11);
  for (int round = 0; round < 300; ++round) {
    const auto a_entries = random_entries(dice), b_entries = random_entries(dice);
    const SparseVector a = make_sparse(a_entries), b = make_sparse(b_entries);
    const Vector da = dense(a_entries), db = dense(b_entries),
                 w = dice.vector(kSize, Numbers::kIntegers);
    check_form(a);
    CHECK(dense(a) == da);

    double a_w = 0, a_b = 0;
    for (Index j = 0; j < kSize; ++j) {
      a_w += da[j] * w[j];
      a_b += da[j] * db[j];
    }
    CHECK(dot(a, ConstVectorRef(w)) == a_w);
    CHECK(dot(a, b) == a_b);
    CHECK(dot(b, a) == a_b);

    const SparseVector d = difference(a, b);
    check_form(d);
    for (const double value : d.value) CHECK(value != 0);
    Vector expected(kSize), sum = w;
    for (Index j = 0; j < kSize; ++j) expected[j] = da[j] - db[j];
    CHECK(dense(d) == expected);
    CHECK(difference(a, a).index.empty());

    add_to(sum, -2.0, a);
    for (Index j = 0; j < kSize; ++j) CHECK(sum[j] == w[j] - 2 * da[j]);
  }
}

TEST_CASE("entries of equal coordinate are added in their given order", "[core][sparse]") {
  // (1e16 + 1) - 1e16 = 0 in doubles, but (1e16 - 1e16) + 1 = 1.
  CHECK(make_sparse({{3, 1e16}, {3, 1.0}, {3, -1e16}}).value == Vector{0.0});
  CHECK(make_sparse({{3, 1e16}, {3, -1e16}, {3, 1.0}}).value == Vector{1.0});
}

TEST_CASE("many entries of few coordinates are summed as few entries of many", "[core][sparse]") {
  // The same sums, with a last coordinate that is too large for a place for each.
  Dice dice(23);
  for (const int count : {1, 5, 30, 200}) {
    std::vector<std::pair<Index, double>> entries;
    for (int e = 0; e < count; ++e)
      entries.emplace_back(dice.range(0, 20), dice.draw(Numbers::kReals));
    entries.emplace_back(dice.range(0, 20), 0.0);
    auto with_large = entries;
    with_large.emplace_back(Index{1} << 40, 1.0);
    SparseVector expected = make_sparse(with_large);
    expected.index.pop_back();
    expected.value.pop_back();
    CHECK(make_sparse(entries) == expected);
  }
}

TEST_CASE("an empty sparse vector is neutral", "[core][sparse]") {
  const SparseVector none = make_sparse({});
  Vector w = {1, 2, 3};
  CHECK(none.index.empty());
  CHECK(dot(none, ConstVectorRef(w)) == 0);
  add_to(w, 5, none);
  CHECK(w == Vector{1, 2, 3});
  const SparseVector a = make_sparse({{0, 2.0}});
  CHECK(difference(a, none) == a);
}

TEST_CASE("an ordered sum has the same bits for any number of threads", "[core][parallel]") {
  Dice dice(12);
  for (const Index n : {0, 1, 255, 256, 257, 1000, 100000}) {
    const Vector terms = dice.vector(n, Numbers::kReals);
    const auto term = [&](Index i) { return terms[i] * 1e3; };
    const double one = ordered_sum(n, 1, term);
    for (const int threads : {2, 3, 8}) CHECK(same_bits(ordered_sum(n, threads, term), one));
    long double exact = 0;
    for (Index i = 0; i < n; ++i) exact += term(i);
    CHECK(one == Approx(static_cast<double>(exact)).epsilon(1e-10).margin(1e-7));
  }
  CHECK(ordered_sum(1001, 4, [](Index i) { return static_cast<double>(i); }) == 500500);
}

TEST_CASE("what a call on several threads throws ends the others and arrives", "[core][parallel]") {
  for (const int threads : {1, 3}) {
    std::atomic<Index> calls{0};
    const auto body = [&](Index i) {
      ++calls;
      if (i == 5) throw DataError("call 5");
    };
    CHECK_THROWS_WITH(parallel_for(1'000'000, threads, 4, body), "call 5");
    CHECK(calls < 500'000);
    const auto term = [](Index i) -> double { return i < 300 ? 1 : throw DataError("a term"); };
    CHECK_THROWS_WITH(ordered_sum(1000, threads, term), "a term");
    Vector into(1, 0.0);
    const auto add = [](Index i, VectorRef part) {
      part[0] += i < 900 ? 1 : throw DataError("add");
    };
    CHECK_THROWS_WITH(ordered_accumulate(1000, threads, into, add), "add");
    parallel_for(0, threads, 1, body);
  }
}
