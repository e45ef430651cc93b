// A learner of a config: from its block to a LearnerConfig, with all that can be said of it before
// data are read.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// Names of folders and learners have at most so many bytes.
inline constexpr std::size_t kLongestName = 200;

class LearnerReader {
 public:
  /// What it finds wrong goes to `errors`; the learner, and notes on it, to `config`, whose problem
  /// and data have been read. `views` are those of learners without a block of their own;
  /// `views_are_given`: they stand in the config.
  LearnerReader(Config& config, ConfigErrors& errors, const ViewPolicy& views, bool views_are_given)
      : config_(config), errors_(errors), views_(views), views_are_given_(views_are_given) {}

  /// Reads the block at `path`; `effective` becomes the block with all defaults.
  void read(const Json& block, const std::string& path, Json& effective);

 private:
  // Notes what of a learner has no effect, or not the one that its name promises.
  void note_learner(const LearnerConfig& learner, const Json& block, const std::string& path);
  // Whether the learner predicts what the problem asks for.
  void check_target(const LearnerEntry& learner, const std::string& path);
  // What a learner says of options that are right one by one, whatever `select` chooses.
  void check_together(const LearnerConfig& learner, const std::string& path);
  // Notes what is wrong with a kernel for this learner.
  bool kernel_is_right(const Json& kernel, const std::string& path, const LearnerEntry& learner);
  // Options that this learner's problem has instead of those of the problem block.
  void read_problem_overrides(const Json& overrides, const std::string& path,
                              LearnerConfig& learner);
  void read_loss(const Json& loss, const std::string& path, LearnerConfig& learner);
  std::vector<OptionInfo> selectable_of_problem() const;
  void read_select(const Json& block, const std::string& path, LearnerConfig& learner);

  Config& config_;
  ConfigErrors& errors_;
  const ViewPolicy& views_;
  bool views_are_given_;
};

/// Notes options that have no effect, and labels that options name: not defaults, which stand in
/// the config.json of a run, from which it may go on. `open`: options whose values are not settled.
void note_options(const std::vector<OptionInfo>& options, const Json& block,
                  const std::string& path, Config& config,
                  const std::vector<std::string>& open = {});

/// The names of all learners.
std::vector<std::string> learner_names();

/// Reads a views block if it is right; else there is one view, with the errors noted.
ViewPolicy checked_views(const Json& views, const std::string& path, ConfigErrors& errors);

/// A text that must stand in an object; "" with the error noted where it does not.
std::string text_of(const Json& object, const std::string& path, const char* key,
                    const char* expected, ConfigErrors& errors);

}  // namespace costruct::experiments
