// The recipes of `costruct init`: which learners and features it proposes for a kind of data.
#pragma once

#include <string>

#include "costruct/experiments/init/proposal.hpp"

namespace costruct::experiments {

/// The name of the option of semi-supervised learners that lets them fall back to the labeled
/// examples (learners/safeguards.hpp).
inline constexpr const char* kGuard = "guard";

/// The learners and features of a kind of data, as blocks of configs; null: the config has no such
/// block. `learners` are those of the experiment, and `training` is the one learner of the training
/// config. `views` belongs to the experiment, `training_views` to the training config.
struct Recipe {
  OrderedConfig problem, features = nullptr, views = nullptr, learners = OrderedConfig::array(),
                         metrics = OrderedConfig::array(), training = nullptr,
                         training_views = nullptr;
  OrderedConfig kernel = nullptr;      ///< puts columns on one scale
  OrderedConfig costs = {0.1, 1, 10};  ///< values of C to choose from
  std::string why_learners = "";       ///< the reason for the learners, as sentences for the user
  Index most_labeled = 160, most_unlabeled = 1000;  ///< in the experiment
  /// With more labeled examples, the training config has no `select`. For regression, it reads so
  /// many examples (data.limit).
  Index most_to_select = 2000;
  bool uses_unlabeled = true;  ///< whether the experiment has unlabeled examples
  bool selects = false;        ///< the experiment has sweep.selection
  bool has_context = true;  ///< features describe words by their neighbours in unlabeled sentences
};

/// The recipe for these files. Throws ConfigError if there is none.
Recipe recipe_for(const InitFacts& facts);

}  // namespace costruct::experiments
