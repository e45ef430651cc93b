// Reads a learner of a config into a LearnerConfig, with all checks that do not need the data.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// The longest name of a folder or learner, in bytes.
inline constexpr std::size_t kLongestName = 200;

/// Reads the learners of a config one by one.
class LearnerReader {
 public:
  /// Errors go to `errors`. The learners and their notes go to `config`, whose problem and data
  /// must have been read.
  /// @param views            for learners without a views block of their own
  /// @param views_are_given  whether `views` is in the config
  LearnerReader(Config& config, ConfigErrors& errors, const ViewPolicy& views, bool views_are_given)
      : config_(config), errors_(errors), views_(views), views_are_given_(views_are_given) {}

  /// Reads the block at `path`. `effective` becomes the block with defaults, but without the
  /// options that `select` chooses. It stays as it is if the block names no learner.
  void read(const Json& block, const std::string& path, Json& effective);

 private:
  // Notes options of the learner without effect, or with another effect than their names suggest.
  void note_learner(const LearnerConfig& learner, const Json& block, const std::string& path);
  // Checks that the learner predicts the kind of output that the problem has.
  void check_target(const LearnerEntry& learner, const std::string& path);
  // Removes kernels from learners within a learner. The errors say where they belong.
  void move_kernels_out(const LearnerEntry& entry, const std::string& path, Json& options);
  // Checks combinations of options, each valid by itself, for all values that `select` can choose.
  void check_together(const LearnerConfig& learner, const std::string& path);
  // Adds the errors of a kernel for this learner; false if there are any.
  bool kernel_is_right(const Json& kernel, const std::string& path, const LearnerEntry& learner);
  // Reads options of the problem that this learner overrides.
  void read_problem_overrides(const Json& overrides, const std::string& path,
                              LearnerConfig& learner);
  void read_loss(const Json& loss, const std::string& path, LearnerConfig& learner);
  void read_known(const Json& known, const std::string& path, LearnerConfig& learner);
  void read_choice(const Json& choice, const std::string& path, LearnerConfig& learner);
  std::vector<OptionInfo> selectable_of_problem() const;
  void read_select(const Json& block, const std::string& path, LearnerConfig& learner);

  Config& config_;
  ConfigErrors& errors_;
  const ViewPolicy& views_;
  bool views_are_given_;
};

/// Adds notes on options without effect, and collects labels that options name. Options with their
/// default value get no note, because the config.json of a run contains them and can be run again.
/// @param open  options whose values are not decided yet
void note_options(const std::vector<OptionInfo>& options, const Json& block,
                  const std::string& path, Config& config,
                  const std::vector<std::string>& open = {});

/// Reads a views block if it is valid. Otherwise adds the errors and returns a policy with one
/// view.
ViewPolicy checked_views(const Json& views, const std::string& path, ConfigErrors& errors);

/// The text with this key in an object. If it is missing, empty or no text, adds an error and
/// returns "".
/// @param expected  what the error asks for: "the name of a learner"
std::string text_of(const Json& object, const std::string& path, const char* key,
                    const char* expected, ConfigErrors& errors);

}  // namespace costruct::experiments
