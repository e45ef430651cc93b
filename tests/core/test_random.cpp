// Random streams: the published Philox vectors, unbiased bounds, nested shuffles, names.
#include <catch2/catch.hpp>

#include "costruct/core/random.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace costruct;

namespace {

using Word = std::uint64_t;
using Counter = std::array<Word, 4>;
using Key = std::array<Word, 2>;

/// Philox 4x64-10 as in Salmon et al. 2011, section 3.3, written out.
Counter philox(Counter c, Key k) {
  const auto high = [](Word a, Word b) {  // the upper half of the 128-bit product, by schoolbook
    const Word a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    const Word middle = a1 * b0 + (a0 * b0 >> 32);
    return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffff)) >> 32);
  };
  constexpr Word m0 = 0xD2E7470EE14C6C93, m1 = 0xCA5A826395121157;
  for (int round = 0; round < 10; ++round) {
    c = {high(m1, c[2]) ^ c[1] ^ k[0], m1 * c[2], high(m0, c[0]) ^ c[3] ^ k[1], m0 * c[0]};
    k[0] += 0x9E3779B97F4A7C15;
    k[1] += 0xBB67AE8584CAA73B;
  }
  return c;
}

}  // namespace

TEST_CASE("our written-out Philox gives Random123's known answers", "[core][random]") {
  constexpr Word all = ~Word{0};
  CHECK(philox({0, 0, 0, 0}, {0, 0}) ==
        Counter{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b});
  CHECK(philox({all, all, all, all}, {all, all}) ==
        Counter{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0});
  CHECK(philox({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
               {0x452821e638d01377, 0xbe5466cf34e90c6c}) ==
        Counter{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6});
}

TEST_CASE("names are hashed by 64-bit FNV-1a", "[core][random]") {
  // Fowler, Noll, Vo: the published test vectors.
  CHECK(hash_bytes("") == 0xcbf29ce484222325ULL);
  CHECK(hash_bytes("a") == 0xaf63dc4c8601ec8cULL);
  CHECK(hash_bytes("foobar") == 0x85944171f73967e8ULL);
  CHECK(hash_bytes("bar", hash_bytes("foo")) == hash_bytes("foobar"));
}

TEST_CASE("a stream is Philox with key (seed, purpose) and counter (block, repetition)",
          "[core][random]") {
  for (const Word seed : {Word{0}, Word{1}, Word{0xfedcba9876543210}}) {
    for (const Word repetition : {Word{0}, Word{7}}) {
      RandomStream stream(seed, repetition, "split");
      for (Word block = 0; block < 5; ++block) {
        for (const Word expected : philox({block, repetition, 0, 0}, {seed, hash_bytes("split")})) {
          CHECK(stream.next() == expected);
        }
      }
    }
  }
}

TEST_CASE("streams of different names share no number and the same name repeats them",
          "[core][random]") {
  std::set<Word> seen;
  std::size_t drawn = 0;
  for (const Word seed : {1, 2}) {
    for (const Word repetition : {0, 1, 2}) {
      for (const char* purpose : {"split", "views", "shuffle", ""}) {
        RandomStream stream(seed, repetition, purpose), again(seed, repetition, purpose);
        for (int i = 0; i < 100; ++i, ++drawn) {
          const Word number = stream.next();
          CHECK(number == again.next());
          seen.insert(number);
        }
      }
    }
  }
  CHECK(seen.size() == drawn);
}

TEST_CASE("bounded numbers are uniform by a chi-square test", "[core][random]") {
  RandomStream stream(5, 0, "chi-square");
  for (const Index bound : {1, 2, 3, 7, 10, 64, 100}) {
    const int per_cell = 1000;
    std::vector<int> count(bound);
    for (Index i = 0; i < bound * per_cell; ++i) {
      const Index number = stream.below(bound);
      REQUIRE((number >= 0 && number < bound));
      ++count[number];
    }
    double chi_square = 0;
    for (const int c : count)
      chi_square += (c - per_cell) * (c - per_cell) / static_cast<double>(per_cell);
    INFO("bound " << bound);
    // Mean bound - 1, variance 2 (bound - 1): five standard deviations and a little for the skew.
    CHECK(chi_square <= (bound - 1) + 5 * std::sqrt(2.0 * (bound - 1)) + 10);
  }
}

TEST_CASE("a bound just above half the range is not skewed towards small numbers",
          "[core][random]") {
  // With bound = 3 * 2^61, a 64-bit number modulo the bound lies in the first third 3 times in 8.
  RandomStream stream(6, 0, "large bound");
  const Index bound = Index{3} << 61;
  int lowest_third = 0;
  for (int i = 0; i < 30000; ++i) lowest_third += stream.below(bound) < (Index{1} << 61);
  CHECK(std::abs(lowest_third - 10000) < 5 * 82);  // standard deviation 81.6
}

TEST_CASE("uniform numbers are from 0 to below 1, with mean 1/2 and variance 1/12",
          "[core][random]") {
  RandomStream stream(7, 0, "uniform");
  const int n = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform();
    REQUIRE((u >= 0 && u < 1));
    sum += u;
    squares += u * u;
  }
  CHECK(sum / n == Approx(0.5).margin(5 * 0.29 / std::sqrt(n)));
  CHECK(squares / n == Approx(1.0 / 3).margin(5 * 0.3 / std::sqrt(n)));
}

TEST_CASE("a shuffle keeps all items, and a shuffled prefix is that of the whole shuffle",
          "[core][random]") {
  for (const int n : {0, 1, 2, 5, 40}) {
    std::vector<int> all(n);
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> whole = all;
    RandomStream(3, 1, "nested").shuffle(whole);
    CHECK(std::is_permutation(whole.begin(), whole.end(), all.begin(), all.end()));
    for (int k = 0; k <= n; ++k) {
      std::vector<int> prefix = all;
      RandomStream(3, 1, "nested").shuffle_prefix(prefix, k);
      CHECK(std::is_permutation(prefix.begin(), prefix.end(), all.begin(), all.end()));
      CHECK(std::equal(prefix.begin(), prefix.begin() + k, whole.begin()));
    }
  }
}

TEST_CASE("all orders of four items are equally likely", "[core][random]") {
  RandomStream stream(8, 0, "orders");
  std::map<std::vector<int>, int> count;
  const int per_order = 500;
  for (int i = 0; i < 24 * per_order; ++i) {
    std::vector<int> items = {0, 1, 2, 3};
    stream.shuffle(items);
    ++count[items];
  }
  REQUIRE(count.size() == 24);
  double chi_square = 0;
  for (const auto& [order, c] : count)
    chi_square += (c - per_order) * (c - per_order) / double(per_order);
  CHECK(chi_square < 60);  // 23 degrees of freedom: exceeded with probability 4e-5
}
