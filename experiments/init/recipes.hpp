// The recipes of `costruct init`: which learners and features it proposes for a kind of data.
#pragma once

#include <string>

#include "costruct/experiments/init/proposal.hpp"

namespace costruct::experiments {

/// The option of a guard (learners/safeguards.hpp).
inline constexpr const char* kGuard = "guard";

/// The learners and features of a kind of data.
struct Recipe {
  OrderedConfig problem, features = nullptr, views = nullptr, learners = OrderedConfig::array(),
                         metrics = OrderedConfig::array(), training = nullptr,
                         training_views = nullptr;
  OrderedConfig kernel = nullptr;      ///< puts columns on one scale
  OrderedConfig costs = {0.1, 1, 10};  ///< values of C to choose from
  std::string why_learners = "";
  Index most_labeled = 160, most_unlabeled = 1000;  ///< in the experiment
  Index most_to_select = 2000;  ///< examples for which a model chooses its options
  bool uses_unlabeled = true;
  bool selects = false;
  bool has_context = true;  ///< features describe words by their neighbours in unlabeled sentences
};

/// The recipe for these files. Throws ConfigError if there is none.
Recipe recipe_for(const InitFacts& facts);

}  // namespace costruct::experiments
