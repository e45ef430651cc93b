// Clusters of near-duplicates: against comparing all pairs, by hand, and with inputs made to hurt.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <set>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/near_duplicates.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

using Elements = std::vector<std::uint64_t>;

// Every pair compared, clusters numbered by first appearance. Fractions are compared as whole
// numbers.
std::vector<Index> clusters_of_all_pairs(const std::vector<Elements>& sets, Index over,
                                         Index under) {
  std::vector<Index> cluster(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) cluster[i] = static_cast<Index>(i);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Elements common;
      std::set_intersection(sets[i].begin(), sets[i].end(), sets[j].begin(), sets[j].end(),
                            std::back_inserter(common));
      const auto both = static_cast<Index>(common.size());
      const Index either = static_cast<Index>(sets[i].size() + sets[j].size()) - both;
      if (either == 0 || both * under < over * either) continue;
      const Index from = cluster[i], to = cluster[j];
      std::replace(cluster.begin(), cluster.end(), from, to);
    }
  }
  std::vector<Index> names, numbered;
  for (const Index c : cluster) {
    const auto found = std::find(names.begin(), names.end(), c);
    numbered.push_back(found - names.begin() + 1);
    if (found == names.end()) names.push_back(c);
  }
  return numbered;
}

std::vector<Index> clusters_of(const std::vector<Elements>& sets, double threshold = 0.5) {
  NearDuplicates mails(threshold);
  for (const Elements& set : sets) mails.add(set);
  return mails.clusters();
}

Elements random_set(RandomStream& random, Index most, Index alphabet) {
  std::set<std::uint64_t> set;
  for (Index n = random.below(most + 1); n > 0; --n)
    set.insert(static_cast<std::uint64_t>(random.below(alphabet)));
  return {set.begin(), set.end()};
}

// A set with some elements exchanged.
Elements changed_set(const Elements& from, RandomStream& random, Index changes, Index alphabet) {
  std::set<std::uint64_t> set(from.begin(), from.end());
  for (; changes > 0 && !set.empty(); --changes) {
    set.erase(std::next(set.begin(),
                        static_cast<std::ptrdiff_t>(random.below(static_cast<Index>(set.size())))));
    set.insert(static_cast<std::uint64_t>(random.below(alphabet)));
  }
  return {set.begin(), set.end()};
}

Email mail_of(const std::string& text, const std::string& type = "text/plain") {
  Email email;
  email.parts.push_back({type, "", static_cast<Index>(text.size()), text});
  return email;
}

std::vector<Index> clusters_of_texts(const std::vector<std::string>& texts) {
  NearDuplicates mails;
  for (const std::string& text : texts) mails.add(shingles_of(mail_of(text)));
  return mails.clusters();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("near-duplicates agree with comparing all pairs of random sets", "[data][email]") {
  const auto [over, under] =
      GENERATE(table<Index, Index>({{1, 2}, {1, 3}, {4, 5}, {1, 1}, {1, 10}}));
  const double threshold = static_cast<double>(over) / static_cast<double>(under);
  for (std::uint64_t round = 0; round < 120; ++round) {
    RandomStream random(1, round, "near-duplicates");
    const Index alphabet = 2 + random.below(60), count = random.below(40);
    std::vector<Elements> sets;
    for (Index i = 0; i < count; ++i) {
      const Index old = static_cast<Index>(sets.size());
      sets.push_back(old > 0 && random.below(3) > 0
                         ? changed_set(sets[random.below(old)], random, random.below(6), alphabet)
                         : random_set(random, 20, alphabet));
    }
    CAPTURE(round, threshold);
    REQUIRE(clusters_of(sets, threshold) == clusters_of_all_pairs(sets, over, under));
  }
}

TEST_CASE("near-duplicates agree with comparing all pairs of sets that share many elements",
          "[data][email]") {
  for (std::uint64_t round = 0; round < 10; ++round) {
    RandomStream random(2, round, "near-duplicates");
    std::vector<Elements> sets;
    for (Index i = 0; i < 200; ++i) {
      sets.push_back(i > 5 && random.below(4) > 0
                         ? changed_set(sets[random.below(i)], random, random.below(25), 4000)
                         : random_set(random, 100, 150));
    }
    CAPTURE(round);
    REQUIRE(clusters_of(sets) == clusters_of_all_pairs(sets, 1, 2));
  }
}

TEST_CASE("a similarity of exactly one half links, less does not", "[data][email]") {
  CHECK(clusters_of({{1, 2, 3, 4}, {3, 4}}) == std::vector<Index>{1, 1});
  CHECK(clusters_of({{1, 2, 3, 4, 5}, {3, 4}}) == std::vector<Index>{1, 2});
  CHECK(clusters_of({{1, 2, 3}, {2, 3, 4}}) == std::vector<Index>{1, 1});
  CHECK(clusters_of({{1}, {2}, {1}}) == std::vector<Index>{1, 2, 1});
}

TEST_CASE("a chain of links is one cluster, and sets without elements stand alone",
          "[data][email]") {
  CHECK(clusters_of({{1, 2, 3}, {}, {5, 6, 7}, {3, 4, 5, 6}, {2, 3, 4}, {}, {4, 5, 6, 7}}) ==
        std::vector<Index>{1, 2, 3, 3, 1, 4, 3});
  CHECK(clusters_of({}).empty());
}

TEST_CASE("words are folded, and links, addresses and numbers masked", "[data][email]") {
  CHECK(masked_words(
            "Visit HTTP://x.example/a?b=1, or write to Bob.Smith@y.example (before 12:30)!") ==
        std::vector<std::string>{"visit", "/", "or", "write", "to", "@", "before", "0", "0"});
  CHECK(masked_words("\xC3\x89t\xC3\xA9 mp3 a-b 1,000\xE2\x82\xAC www.z.example") ==
        std::vector<std::string>{"\xC3\xA9t\xC3\xA9", "mp0", "a", "b", "0", "0", "/"});
  CHECK(masked_words(" \t\r\n").empty());
  CHECK(masked_words("@ a@ @b \xFF\xFE") == std::vector<std::string>{"a", "b"});
}

TEST_CASE("mails that differ in what is masked and in layout are near-duplicates",
          "[data][email]") {
  const std::string text =
      "Dear customer, your loan of $%000 is ready, please go to http://%.example/ now or call %";
  const auto with = [&](const std::string& number) {
    std::string filled = text;
    for (std::size_t at; (at = filled.find('%')) != std::string::npos;)
      filled.replace(at, 1, number);
    return filled;
  };
  CHECK(clusters_of_texts({with("1"), with("22"), "something else entirely, my friend",
                           with("333")}) == std::vector<Index>{1, 1, 2, 1});
  NearDuplicates mails;
  mails.add(shingles_of(mail_of("One two three four five &amp; six")));
  mails.add(shingles_of(
      mail_of("<style>p {color: red}</style><p>One <b>two</b> three<br>four five &amp; six</p>",
              "text/html")));
  mails.add(shingles_of(mail_of("one two three")));
  mails.add(shingles_of(mail_of("ONE, two; three!")));
  mails.add(shingles_of(mail_of("")));
  mails.add(shingles_of(Email{}));
  const std::vector<Index> clusters = mails.clusters();
  CHECK(clusters[1] != clusters[2]);
  CHECK(clusters[2] == clusters[3]);
  CHECK(clusters[4] != clusters[5]);
}

TEST_CASE("the order of mails does not change who is with whom", "[data][email]") {
  RandomStream random(3, 0, "near-duplicates");
  std::vector<Elements> sets;
  for (Index i = 0; i < 100; ++i)
    sets.push_back(i > 0 ? changed_set(sets[random.below(i)], random, random.below(9), 300)
                         : random_set(random, 40, 100));
  const std::vector<Index> clusters = clusters_of(sets);
  std::vector<Elements> turned(sets.rbegin(), sets.rend());
  const std::vector<Index> again = clusters_of(turned);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      REQUIRE((clusters[i] == clusters[j]) ==
              (again[sets.size() - 1 - i] == again[sets.size() - 1 - j]));
    }
  }
}

TEST_CASE("tens of thousands of equal or nearly equal mails take no time", "[data][email]") {
  const auto start = std::chrono::steady_clock::now();
  Elements base;
  for (std::uint64_t i = 0; i < 400; ++i) base.push_back(1000 * i);
  std::vector<Elements> same(20000, base), nearly;
  CHECK(clusters_of(same) == std::vector<Index>(20000, 1));
  RandomStream random(4, 0, "near-duplicates");
  for (Index i = 0; i < 10000; ++i) {
    Elements set = base;
    for (Index k = 0; k < 8; ++k) set[random.below(400)] += 1 + random.below(900);
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    nearly.push_back(std::move(set));
  }
  CHECK(clusters_of(nearly) == std::vector<Index>(10000, 1));
  CHECK(seconds_since(start) <
        20);  // two seconds on an idle machine; comparing all pairs would take minutes
}

TEST_CASE("mails that all share half of their words without being alike stay apart in time",
          "[data][email]") {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Elements> sets;
  for (Index i = 0; i < 10000; ++i) {  // 60 of 140 elements in common: similarity 60 / 220
    Elements set;
    for (std::uint64_t k = 0; k < 60; ++k) set.push_back(k);
    for (std::uint64_t k = 0; k < 80; ++k)
      set.push_back(1000 + static_cast<std::uint64_t>(i) * 100 + k);
    sets.push_back(std::move(set));
  }
  const std::vector<Index> clusters = clusters_of(sets);
  CHECK(clusters.back() == 10000);
  CHECK(seconds_since(start) < 20);
}
