#include "costruct/contract/partial_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "costruct/contract/input_laws.hpp"
#include "costruct/core/interfaces/independent_parts.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"

namespace costruct::contract {
namespace {

/// The kind of the facts of an input.
enum class Facts { kNone, kSome, kShared, kAll };
constexpr int kKinds = 4;

class PartialLaws {
 public:
  PartialLaws(const StructuredProblem& problem, const PartialOutputs& partial,
              const SmallInstance& instance, const std::string& name, Dice& dice, Violations& out)
      : problem_(problem),
        partial_(partial),
        instance_(instance),
        name_(name),
        dice_(dice),
        out_(out) {}

  /// Each input gets facts of a random kind.
  void check(Numbers numbers) {
    known_.clear();
    allowed_.clear();
    kind_.clear();
    for (InputId x = 0; x < problem_.num_inputs(); ++x) {
      out_.set_where(fmt::format("{}, input {}: ", name_, x));
      kind_.push_back(static_cast<Facts>(dice_.range(0, kKinds - 1)));
      draw(x, kind_.back());
      if (allowed_.back().empty()) return;
    }
    w_ = dice_.vector(problem_.dimension(), numbers);
    check_within(numbers);
    check_counting(numbers);
  }

 private:
  const Output& random_of(const std::vector<Output>& outputs) {
    return outputs[static_cast<std::size_t>(dice_.range(0, static_cast<int>(outputs.size()) - 1))];
  }

  /// Draws facts of x from its outputs, and finds the outputs that they allow.
  void draw(InputId x, Facts kind) {
    const std::vector<Output> all = instance_.outputs(x);
    std::vector<Output> from = {random_of(all)};
    if (kind == Facts::kShared) from.push_back(random_of(all));
    Known known;
    if (kind != Facts::kNone) known = partial_.known_of(x, from);
    if (kind == Facts::kSome || kind == Facts::kShared) {
      for (std::vector<int>& fact : known.facts) {
        if (dice_.range(0, 2) == 0) fact.clear();
      }
    }
    std::vector<Output> allowed;
    for (const Output& y : all) {
      const bool allows = partial_.allows(x, known, y);
      if (allows) allowed.push_back(y);
      out_.expect(allows == each_fact_allows(x, known, y), kFacts,
                  "each fact alone, for " + text_of(y));
    }
    for (const Output& y : from) {
      out_.expect(std::ranges::find(allowed, y) != allowed.end(), kFacts,
                  text_of(y) + " is not allowed");
    }
    if (kind == Facts::kNone) out_.expect(allowed == all, kFacts, "no fact rules something out");
    if (kind == Facts::kAll)
      out_.expect(allowed == from, kFacts, "all facts of " + text_of(from[0]) + " allow another");
    known_.push_back(std::move(known));
    allowed_.push_back(std::move(allowed));
  }

  bool each_fact_allows(InputId x, const Known& known, const Output& y) const {
    for (std::size_t i = 0; i < known.facts.size(); ++i) {
      Known alone;
      alone.facts.resize(known.facts.size());
      alone.facts[i] = known.facts[i];
      if (!partial_.allows(x, alone, y)) return false;
    }
    return true;
  }

  void check_within(Numbers numbers) {
    const auto within = partial_.within(known_);
    SmallInstance restricted = instance_;
    restricted.outputs = [this](InputId x) { return allowed_[static_cast<std::size_t>(x)]; };
    check_against(*within, restricted, numbers, kWithin);
  }

  void check_counting(Numbers numbers) {
    const auto counting = partial_.counting(known_);
    if (counting == nullptr) return;
    for (InputId x = 0; x < problem_.num_inputs(); ++x) check_loss(*counting, x);
    check_against(*counting, instance_, numbers, kCounting);
  }

  /// The outputs that agree with all facts that the loss sees.
  std::vector<Output> allowed_by_seen_facts(InputId x) const {
    if (!instance_.is_unseen) return allowed_[static_cast<std::size_t>(x)];
    Known seen = known_[static_cast<std::size_t>(x)];
    for (std::vector<int>& fact : seen.facts) {
      if (!fact.empty() && instance_.is_unseen(fact)) fact.clear();
    }
    std::vector<Output> outputs = instance_.outputs(x);
    std::erase_if(outputs, [&](const Output& y) { return !partial_.allows(x, seen, y); });
    return outputs;
  }

  void check_loss(const StructuredProblem& counting, InputId x) {
    const std::vector<Output>& allowed = allowed_[static_cast<std::size_t>(x)];
    const std::vector<Output> by_seen = allowed_by_seen_facts(x);
    for (const Output& y_hat : instance_.outputs(x)) {
      const bool allows = std::ranges::find(allowed, y_hat) != allowed.end();
      const Output& y = random_of(allowed);
      const double found = counting.loss(x, y, y_hat), whole = problem_.loss(x, y, y_hat);
      double least = std::numeric_limits<double>::infinity();
      for (const Output& each : by_seen) least = std::min(least, problem_.loss(x, each, y_hat));
      const bool all_or_nothing = known_[static_cast<std::size_t>(x)].empty() ||
                                  kind_[static_cast<std::size_t>(x)] == Facts::kAll;
      const bool right =
          all_or_nothing ? same_bits(found, whole)
                         : found <= whole && (found == 0 || !allows) && (found > 0 || least == 0);
      if (!right) out_.add(kCounting, fmt::format("loss {} of {}", found, text_of(y_hat)));
    }
  }

  /// Checks that a problem with facts obeys the laws of decoders over its outputs, and that nothing
  /// changes for an input without facts.
  void check_against(const StructuredProblem& changed, const SmallInstance& outputs,
                     Numbers numbers, const char* law) {
    for (InputId x = 0; x < problem_.num_inputs(); ++x) {
      out_.set_where(fmt::format("{}, input {}: ", name_, x));
      const std::vector<Output>& allowed = allowed_[static_cast<std::size_t>(x)];
      Violations found;
      InputLaws(changed, outputs, x, dice_, found).check_decoders(w_, numbers != Numbers::kReals);
      for (const std::string& line : found.lines()) out_.add(law, line);
      if (!known_[static_cast<std::size_t>(x)].empty()) continue;
      const Output& y = random_of(allowed);
      const bool same = same_bits(all_answers(changed, x, y, w_), all_answers(problem_, x, y, w_));
      out_.expect(same, law, "other bits without facts");
    }
  }

  const StructuredProblem& problem_;
  const PartialOutputs& partial_;
  const SmallInstance& instance_;
  std::string name_;
  Dice& dice_;
  Violations& out_;
  // Each of these has an entry for each input.
  std::vector<Facts> kind_;
  std::vector<Known> known_;
  std::vector<std::vector<Output>> allowed_;
  Vector w_;
};

}  // namespace

void check_partial_outputs(const StructuredProblem& problem, const SmallInstance& instance,
                           const std::string& name, Dice& dice, Violations& out) {
  const auto* partial = offered<PartialOutputs>(problem);
  if (partial == nullptr) return;
  PartialLaws laws(problem, *partial, instance, name, dice, out);
  for (const Numbers numbers : {Numbers::kIntegers, Numbers::kReals}) laws.check(numbers);
}

void check_independent_parts(const StructuredProblem& problem, const SmallInstance& instance,
                             const std::string& name, Dice& dice, Violations& out) {
  const auto* parts = offered<IndependentParts>(problem);
  if (parts == nullptr) return;
  const auto independent = parts->with_independent_parts();
  out.expect(independent->dimension() == problem.dimension(), kIndependentParts, "dimension");
  std::vector<bool> kept(static_cast<std::size_t>(problem.dimension()), false);
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    for (const Output& y : instance.outputs(x)) {
      for (const Index j : independent->joint_feature(x, y).index) kept[j] = true;
    }
  }
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    out.set_where(fmt::format("{}, input {}: ", name, x));
    const std::vector<Output> all = instance.outputs(x);
    for (const Output& y : all) {
      SparseVector some;
      const SparseVector phi = problem.joint_feature(x, y);
      for (std::size_t e = 0; e < phi.index.size(); ++e) {
        if (!kept[phi.index[e]]) continue;
        some.index.push_back(phi.index[e]);
        some.value.push_back(phi.value[e]);
      }
      const SparseVector found = independent->joint_feature(x, y);
      out.expect(found.index == some.index && found.value == some.value, kIndependentParts,
                 "features of " + text_of(y));
      out.expect(same_bits(independent->loss(x, all.front(), y), problem.loss(x, all.front(), y)),
                 kIndependentParts, "loss of " + text_of(y));
    }
    const Vector w = dice.vector(problem.dimension(), Numbers::kIntegers);
    Violations of_decoders;
    InputLaws(*independent, instance, x, dice, of_decoders).check_decoders(w, true);
    for (const std::string& line : of_decoders.lines()) out.add(kIndependentParts, line);
  }
}

}  // namespace costruct::contract
