// Must-links and cannot-links, against all partitions of a set. The laws of problems compare the
// exact decoder with enumeration too (contract/partial_laws.cpp).
#include <catch2/catch.hpp>

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/relaxed_decoder.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/single_moves.hpp"
#include "costruct/problems/clustering/known_links.hpp"
#include "support/object_sets.hpp"

using namespace costruct;
using namespace costruct::clustering;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

const PartialOutputs& partial_of(const StructuredProblem& problem) {
  return dynamic_cast<const PartialOutputs&>(problem);
}

/// Links of random objects, which may contradict each other.
Known random_links(Index objects, Index count, Dice& dice) {
  Known known;
  const auto last = static_cast<int>(objects) - 1;
  for (Index i = 0; i < count && objects > 1; ++i) {
    const int a = dice.range(0, last), b = dice.range(0, last);
    if (a != b) known.facts.push_back({a, b, dice.range(0, 1)});
  }
  return known;
}

/// The pairs that a closure knows, as facts.
Known closed(const LinkClosure& closure) {
  Known known;
  const auto T = static_cast<int>(closure.groups().size());
  for (int j = 0; j < T; ++j) {
    for (int k = 0; k < j; ++k) {
      if (closure.groups()[j] == closure.groups()[k]) known.facts.push_back({j, k, 1});
      if (closure.are_apart(j, k)) known.facts.push_back({j, k, 0});
    }
  }
  return known;
}

std::vector<Output> allowed_by(const Known& known, Index objects) {
  std::vector<Output> allowed = all_partitions(objects);
  std::erase_if(allowed, [&](const Output& y) { return !agrees(known, y); });
  return allowed;
}

Index kept(const Known& known, const Output& y) {
  return std::ranges::count_if(known.facts,
                               [&](const auto& fact) { return agrees(Known{{fact}}, y); });
}

struct DecoderCase {
  std::string decoder;
  Index window = 0;
};

std::vector<DecoderCase> decoder_cases() {
  std::vector<DecoderCase> cases = {
      {"exact"}, {"agglomerative"}, {"sequential"}, {"sequential", 1}, {"sequential", 2}};
  if (!linear_program_unavailable()) cases.push_back({"lp"});
  return cases;
}

/// Tells what a problem with a set, a decoder and links finds.
class LinkedSet {
 public:
  LinkedSet(Index objects, const DecoderCase& how, const std::string& loss, Known known, Dice& dice)
      : data_({objects}, {{0, 1}}, Numbers::kIntegers, dice),
        views_(data_.views({{"decoder", how.decoder},
                            {"window", how.window},
                            {"loss", loss},
                            {"set_size", kMostEnumerated}})),
        within_(partial_of(views_.joint()).within({std::move(known)})),
        w_(dice.vector(views_.joint().dimension(), Numbers::kIntegers)) {}

  const StructuredProblem& plain() const { return views_.joint(); }
  const StructuredProblem& problem() const { return *within_; }
  template <class Interface>
  const Interface& as() const {
    return dynamic_cast<const Interface&>(*within_);
  }
  const Vector& w() const { return w_; }
  double score(const Output& y) const { return plain().score(0, y, w_); }
  /// loss + f(y_hat) - f(y)
  double violation(const Output& y, const Output& y_hat) const {
    return plain().loss(0, y, y_hat) + score(y_hat) - score(y);
  }

 private:
  SetsOfObjects data_;
  Views views_;
  std::unique_ptr<const StructuredProblem> within_;
  Vector w_;
};

}  // namespace

TEST_CASE("links hold for all that is linked with their objects",
          "[problems][clustering][partial]") {
  LinkClosure closure(6);
  CHECK(closure.add(0, 2, true));
  CHECK(closure.add(4, 2, true));
  CHECK(closure.groups()[0] == closure.groups()[4]);
  CHECK(closure.add(5, 3, true));
  CHECK_FALSE(closure.are_apart(4, 3));
  CHECK(closure.add(0, 5, false));
  for (const Index a : {0, 2, 4}) {
    for (const Index b : {3, 5}) CHECK((closure.are_apart(a, b) && closure.are_apart(b, a)));
    CHECK_FALSE(closure.are_apart(a, 1));
  }
  CHECK(closure.add(1, 3, true));  // so it gets the cannot-links of the others
  CHECK(closure.are_apart(1, 2));
}

TEST_CASE("a link that contradicts earlier ones changes nothing",
          "[problems][clustering][partial]") {
  LinkClosure closure(4);
  CHECK(closure.add(0, 1, true));
  CHECK(closure.add(1, 2, true));
  CHECK_FALSE(closure.add(2, 0, false));
  CHECK_FALSE(closure.are_apart(0, 2));
  CHECK(closure.add(3, 1, false));
  CHECK_FALSE(closure.add(3, 2, true));
  CHECK(closure.groups()[3] != closure.groups()[2]);
  CHECK(closure.add(0, 3, false));  // known already
  CHECK(closure.add(0, 2, true));
}

TEST_CASE("a fact links any number of objects", "[problems][clustering][partial]") {
  const Known together{{{2, 0, 3, 1}}}, apart{{{2, 0, 3, 0}}}, nothing{{{1, 1}, {1, 0}, {}}};
  for (const Output& y : all_partitions(4)) {
    CHECK(agrees(together, y) == (y.parts[0] == y.parts[2] && y.parts[2] == y.parts[3]));
    CHECK(agrees(apart, y) ==
          (y.parts[0] != y.parts[2] && y.parts[2] != y.parts[3] && y.parts[0] != y.parts[3]));
    CHECK(agrees(nothing, y));
    for (const Known& known : {together, apart, nothing})
      CHECK(LinkedObjects(LinkClosure(4, known)).of_groups(y).has_value() == agrees(known, y));
  }
}

TEST_CASE("the partitions of groups are those of linked objects, in the same order",
          "[problems][clustering][partial]") {
  Dice dice(21);
  for (const Index objects : {0, 1, 2, 5, 6}) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      const LinkClosure closure(objects, random_links(objects, dice.range(0, 5), dice));
      const LinkedObjects linked(closure);
      std::vector<Output> found;
      for (const Output& groups : all_partitions(linked.num_groups())) {
        if (!linked.keeps_apart(groups)) continue;
        found.push_back(linked.of_objects(groups));
        CHECK(linked.of_groups(found.back()) == groups);
      }
      CHECK(found == allowed_by(closed(closure), objects));
    }
  }
}

TEST_CASE("facts that partitions share are those of each pair", "[problems][clustering][partial]") {
  const std::vector<Output> both = {{{0, 0, 1, 2}}, {{0, 0, 1, 1}}};
  CHECK(common_links(both) == Known{{{0, 1, 1}, {0, 2, 0}, {1, 2, 0}, {0, 3, 0}, {1, 3, 0}}});
  CHECK(common_links(std::vector<Output>{{{0}}}).empty());
  CHECK(common_links(std::vector<Output>{{}}).empty());
}

TEST_CASE("every decoder keeps to links that do not contradict each other",
          "[problems][clustering][partial]") {
  Dice dice(22);
  for (const DecoderCase& how : decoder_cases()) {
    for (int repetition = 0; repetition < 60; ++repetition) {
      const Index objects = dice.range(0, 6);
      const LinkClosure closure(objects, random_links(objects, dice.range(1, 6), dice));
      const Known known = closed(closure);
      const std::vector<Output> allowed = allowed_by(known, objects);
      const LinkedSet set(objects, how, dice.range(0, 1) == 0 ? "rand" : "total", known, dice);
      INFO(how.decoder << ", window " << how.window << ", repetition " << repetition);
      const Decoded found = set.problem().decode(0, set.w());
      REQUIRE(agrees(known, found.output));
      CHECK(found.value == set.score(found.output));
      const Output& y = allowed[dice.range(0, static_cast<int>(allowed.size()) - 1)];
      const Decoded worst = set.problem().loss_augmented_decode(0, y, set.w(), {});
      CHECK(agrees(known, worst.output));
      const auto second = set.as<RunnerUpDecoder>().runner_up(0, y, set.w());
      REQUIRE(second.has_value() == (allowed.size() > 1));
      if (second) CHECK((second->output != y && agrees(known, second->output)));
      const auto other = set.as<RunnerUpDecoder>().most_violated_other(0, y, set.w(), {});
      REQUIRE(other.has_value() == (allowed.size() > 1));
      if (other) CHECK((other->output != y && agrees(known, other->output)));
      if (how.decoder != "exact") continue;
      for (const Output& each : allowed) CHECK(set.score(each) <= found.value);
    }
  }
}

TEST_CASE("the relaxation within links is between their partitions and the relaxation without",
          "[problems][clustering][partial]") {
  if (linear_program_unavailable()) return;
  Dice dice(23);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Index objects = dice.range(1, 6);
    const Known known = closed(LinkClosure(objects, random_links(objects, 4, dice)));
    const std::vector<Output> allowed = allowed_by(known, objects);
    const LinkedSet set(objects, {"lp"}, "total", known, dice);
    const Output& y = allowed[dice.range(0, static_cast<int>(allowed.size()) - 1)];
    const auto violation_of = [&](const RelaxedOutput& z) {
      return z.loss - dot(z.difference, set.w());
    };
    const RelaxedOutput z = set.as<RelaxedDecoder>().most_violated_relaxed(0, y, set.w(), {});
    const RelaxedOutput freely =
        dynamic_cast<const RelaxedDecoder&>(set.plain()).most_violated_relaxed(0, y, set.w(), {});
    CHECK(violation_of(z) <= violation_of(freely) + 1e-6);
    for (const Output& each : allowed) CHECK(violation_of(z) >= set.violation(y, each) - 1e-6);
    const double bound = set.problem().loss_augmented_decode(0, y, set.w(), {}).value;
    CHECK(bound - set.score(y) == Approx(violation_of(z)).margin(1e-6));
  }
}

TEST_CASE("an object moves only where links let it", "[problems][clustering][partial]") {
  Dice dice(24);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Index objects = dice.range(1, 6);
    const Known known = closed(LinkClosure(objects, random_links(objects, 3, dice)));
    const std::vector<Output> allowed = allowed_by(known, objects);
    const LinkedSet set(objects, {"sequential"}, "total", known, dice);
    const Output& y = allowed[dice.range(0, static_cast<int>(allowed.size()) - 1)];
    for (Index object = 0; object < objects; ++object) {
      const Decoded worst = set.as<SingleMoves>().most_violated_move(0, y, object, set.w(), {});
      std::optional<double> most;
      for (const Output& each : with_object_moved(y, object)) {
        if (!agrees(known, each)) continue;
        most = std::max(most.value_or(set.violation(y, each)), set.violation(y, each));
      }
      CHECK(agrees(known, worst.output));
      CHECK(worst.value == Approx(*most).margin(1e-9));
    }
  }
}

TEST_CASE("contradictions keep a partition that agrees with the first facts",
          "[problems][clustering][partial]") {
  Dice dice(25);
  for (const DecoderCase& how : decoder_cases()) {
    const LinkedSet set(3, how, "total", Known{{{0, 1, 1}, {1, 2, 1}, {0, 2, 0}}}, dice);
    CHECK(set.problem().decode(0, set.w()).output == Output{{0, 0, 0}});
    const LinkedSet other(3, how, "total", Known{{{0, 2, 0}, {0, 1, 1}, {1, 2, 1}}}, dice);
    CHECK(other.problem().decode(0, other.w()).output == Output{{0, 0, 1}});
    for (int repetition = 0; repetition < 20; ++repetition) {
      const Known known = random_links(6, 12, dice);
      const LinkClosure closure(6, known);
      const LinkedSet many(6, how, "rand", known, dice);
      const Output found = many.problem().decode(0, many.w()).output;
      CHECK(agrees(closed(closure), found));
      CHECK(kept(known, found) > 0);
      // No partition keeps all facts that this one keeps, and one more.
      for (const Output& y : all_partitions(6)) {
        if (agrees(closed(closure), y)) CHECK(kept(known, y) == kept(known, found));
      }
    }
  }
}

TEST_CASE("links reach beyond the window of sequential decoding",
          "[problems][clustering][partial]") {
  Dice dice(26);
  const SetsOfObjects data({4}, {{0}}, Numbers::kZeros, dice);
  const Views views = data.views({{"decoder", "sequential"}, {"window", 1}, {"bias", true}});
  const auto found = [&](const Known& known, double bias) {
    return partial_of(views.joint()).within({known})->decode(0, Vector{0, bias}).output;
  };
  // Without links, each object joins the one before it if similarities are positive.
  CHECK(found({}, 1) == Output{{0, 0, 0, 0}});
  CHECK(found({}, -1) == Output{{0, 1, 2, 3}});
  CHECK(found({{{0, 3, 1}}}, -1) == Output{{0, 1, 2, 0}});
  CHECK(found({{{0, 3, 0}}}, 1) == Output{{0, 0, 0, 1}});
  CHECK(found({{{0, 2, 0}, {0, 3, 0}}}, 1) == Output{{0, 0, 1, 1}});
}

TEST_CASE("a loss of what is known counts the pairs that links decide",
          "[problems][clustering][partial]") {
  Dice dice(27);
  for (const std::string loss : {"rand", "total"}) {
    const SetsOfObjects data({5}, {{0}}, Numbers::kZeros, dice);
    const Views views = data.views({{"loss", loss}});
    // 0, 1 and 2 are together, and 4 is apart from them. Nothing is known of 3.
    const auto counting =
        partial_of(views.joint()).counting({Known{{{0, 1, 1}, {2, 1, 1}, {4, 2, 0}}}});
    const Output y{{0, 0, 0, 1, 1}};
    CHECK(counting->loss(0, y, {{0, 0, 0, 0, 1}}) == 0);
    CHECK(counting->loss(0, y, {{0, 0, 0, 0, 0}}) ==
          Approx(pair_cost(loss, y, 4, 0) + pair_cost(loss, y, 4, 1) + pair_cost(loss, y, 4, 2)));
    CHECK(counting->loss(0, y, {{0, 1, 0, 1, 2}}) ==
          Approx(pair_cost(loss, y, 1, 0) + pair_cost(loss, y, 2, 1)));
  }
}

TEST_CASE("decoders of many objects with many links end, and keep to them",
          "[problems][clustering][partial]") {
  Dice dice(28);
  constexpr Index T = 120;
  for (const DecoderCase& how : decoder_cases()) {
    if (how.decoder == "exact") continue;
    for (const Index count : {10, 100, 3000}) {
      const SetsOfObjects data({T}, {{0, 1}}, Numbers::kIntegers, dice);
      const Views views =
          data.views({{"decoder", how.decoder}, {"window", how.window}, {"bias", true}});
      const Known known = random_links(T, count, dice);
      const Output found =
          partial_of(views.joint()).within({known})->decode(0, Vector{1, 0.5, -0.5}).output;
      CHECK(is_partition(found, T));
      CHECK(LinkedObjects(LinkClosure(T, known)).of_groups(found).has_value());
    }
  }
}
