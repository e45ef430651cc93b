// Chooses learners, features and sizes for data that `init` has looked at.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "costruct/data/formats/format.hpp"
#include "costruct/experiments/init/config_text.hpp"
#include "costruct/experiments/init/file_look.hpp"

namespace costruct::experiments {

/// Facts about the files for which a config is proposed.
struct InitFacts {
  const Format* format = nullptr;
  Recognition recognition;
  std::string problem;  ///< type of the problem
  std::string name;     ///< of the run, which names its folder of results
  /// The files as the configs name them.
  std::vector<std::string> train, unlabeled, test;
  bool unlabeled_is_text = false;  ///< the files `unlabeled` are plain text, a sentence a line
  std::string text;  ///< a plain text that features are learned from; "" if there is none
  FileLook labeled_look, unlabeled_look;

  /// Whether inputs without labels are given, in files of their own or among the labeled ones.
  bool has_unlabeled() const {
    return labeled_look.unlabeled + unlabeled_look.unlabeled > 0 || !text.empty();
  }
};

/// A config with its comments (config_text()).
struct CommentedConfig {
  OrderedConfig config;
  std::map<std::string, std::string> comments = {};
};

/// The result of propose_configs().
struct InitProposal {
  CommentedConfig experiment, training;
  std::vector<std::string> why;  ///< sentences for the user
};

/// Proposes the learners that docs/when_unlabeled_data_pays.md and docs/guide/which_learner.md
/// recommend. Throws ConfigError if there are too few examples.
InitProposal propose_configs(const InitFacts& facts);

}  // namespace costruct::experiments
