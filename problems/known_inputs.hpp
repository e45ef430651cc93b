// Facts about the outputs of the inputs of a problem, if these outputs are known in part.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/sample.hpp"

namespace costruct {

/// The score of what a fact rules out. It costs so much that no decoder chooses it while something
/// else is left, and that its probability is 0. The cost is far above that of a forbidden
/// transition (allowed_transitions.hpp), so that facts win over transitions.
inline constexpr double kRuledOut = -1e120;

/// The facts about the output of each input. Copies share them.
class KnownInputs {
 public:
  /// Nothing is known.
  KnownInputs() = default;
  /// @param known  an entry for each input
  explicit KnownInputs(std::vector<Known> known)
      : known_(std::make_shared<const std::vector<Known>>(std::move(known))) {}

  /// The number of inputs with an entry, also one without facts.
  Index count() const { return known_ == nullptr ? 0 : std::ssize(*known_); }
  /// The facts about an input; null if nothing is known of it.
  const Known* of(InputId x) const {
    if (known_ == nullptr) return nullptr;
    const Known& known = (*known_)[static_cast<std::size_t>(x)];
    return known.empty() ? nullptr : &known;
  }

 private:
  std::shared_ptr<const std::vector<Known>> known_;
};

}  // namespace costruct
