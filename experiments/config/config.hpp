// Configs: a training config (one learner) or an experiment (a sweep over several), checked as a
// whole.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "costruct/data/data_config.hpp"
#include "costruct/experiments/config/kernel_config.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

enum class ConfigKind { kTraining, kExperiment };

/// One learner of a config, with everything that stands for it: its own options and what it
/// overrides.
struct LearnerConfig {
  std::string name;
  const LearnerEntry* entry = nullptr;
  Json options;                  ///< all of them, defaults filled in
  Json select = Json::object();  ///< option -> list of values to choose from
  Json problem;                  ///< the problem's options as this learner sees them
  ViewPolicy views;
  KernelConfig kernel;

  /// Whether the learner uses unlabeled examples with these options, or with others that `select`
  /// tries.
  bool uses_unlabeled() const;
};

/// How many labeled and unlabeled examples a cell has.
struct CellSizes {
  Index labeled = 0, unlabeled = 0;
  friend auto operator<=>(const CellSizes&, const CellSizes&) = default;
};

/// Whether `select` chooses for every pair of sizes, or once for the whole sweep.
enum class SelectionScope { kCell, kLearner };

/// How the examples of a repetition are drawn; protocol_catalog() describes them, in this order.
enum class Protocol { kResample, kFolds, kInverseFolds, kSplitFiles };

/// A line of a split file, as corpus numbers from 0.
struct ListedSplit {
  std::vector<Index> labeled, unlabeled, holdout;
  bool others_unlabeled = false;  ///< the unlabeled are all examples in no other list
};

struct SweepConfig {
  Protocol protocol = Protocol::kResample;
  /// Ascending, each once; empty until resolve_sweep() where they depend on the data.
  std::vector<CellSizes> sizes;
  std::vector<Index> labeled,
      unlabeled;            ///< whose product `sizes` is; empty: "all" (or `pairs` are given)
  Index k = 10;             ///< folds of a partition
  Index holdout = 0;        ///< examples
  bool every_label = true;  ///< whether the smallest labeled part of a draw must hold every label
  bool stratified =
      false;  ///< whether the labeled examples of a draw come in rounds, one of each label
  /// Of examples in groups (ExampleSet::group()): whether those of groups that the holdout has are
  /// left out of the known ones; whether the holdout takes all of a group before it takes another;
  /// and the most examples of the one group that a holdout is drawn around.
  bool whole_groups = true;
  bool holdout_groups = false;
  std::optional<Index> around_group;
  bool score_unlabeled =
      false;  ///< holdout "unlabeled": the unlabeled examples are the ones scored
  /// Of every cell; under folds, k for each partition. 0 until resolve_sweep() where split files
  /// say how many.
  Index repetitions = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> split_files;      ///< as the config names them
  std::vector<ListedSplit> splits;           ///< their lines, from resolve_sweep()
  std::vector<std::string> split_checksums;  ///< of the files, from resolve_sweep()
  /// Whether the unlabeled examples of a draw are those that have no label; else labels are hidden
  /// as well.
  bool unlabeled_as_given = false;
  bool selects = false;  ///< whether some learner has values to choose from, by draws of their own
  Index selection_repetitions = 5;
  SelectionScope selection_scope = SelectionScope::kCell;

  Index smallest_labeled() const { return sizes.front().labeled; }
  /// Whether `pairs` of sizes make more cells than a learner may have, kMostCells.
  bool too_many_cells(double pairs) const {
    return pairs * static_cast<double>(repetitions) > kMostCells;
  }
  static constexpr Index kMostCells = 10'000'000;
};

/// A data set of a collection, and the config of the run on it alone.
struct CollectionMember {
  std::string name;
  Json config;
};

struct Config {
  ConfigKind kind = ConfigKind::kTraining;
  std::filesystem::path file;
  std::string name, source;
  const ProblemEntry* problem = nullptr;
  Json problem_options;
  DataConfig data;
  /// Options of the problem that are read from files of the data block: name -> path.
  std::map<std::string, std::string> option_files;
  std::vector<LearnerConfig> learners;  ///< one for a training config
  std::uint64_t seed = 1;               ///< of a training config
  /// Of an experiment, like all that follows; of a training config whose learner has a `select` the
  /// draws by which it chooses, and in `metrics` the one it goes by.
  SweepConfig sweep;
  std::vector<std::string> metrics;
  std::vector<std::string> tests;
  Json claims = Json::array();
  /// Of a collection: its data sets; `data` is then empty, and the claims compare means over them.
  std::vector<CollectionMember> collection;
  /// Labels that options name, each with its place: the data must have them.
  std::vector<std::pair<std::string, std::string>> named_labels;
  std::vector<std::string> notes;  ///< for the user: what has no effect
  Json effective;                  ///< the config with all defaults filled in
};

/// Calls `action`; what it finds wrong with a config that is already read is told with the config's
/// file.
template <class Action>
auto about_config(const Config& config, const Action& action) {
  try {
    return action();
  } catch (const ConfigError& error) {
    throw ConfigError(config.file.string() + ": " + error.what());
  }
}

/// Reads a config, applies --set overrides in order, and checks all of it. Throws ConfigError with
/// every error, a line each, as in "pos.json: learner.C = -1: must be > 0".
/// @param learner  of an experiment, whose training_of_experiment() is loaded in its place; "":
/// none
Config load_config(const std::filesystem::path& file,
                   const std::vector<std::string>& overrides = {}, const std::string& learner = "");

/// The same for a config that is already parsed; `errors` holds what parsing found.
Config check_config(const Json& json, const std::filesystem::path& file, ConfigErrors errors = {});

/// Keys of any config that say something to people only.
const std::vector<OptionInfo>& remark_options();
/// Checks the claims again when sizes that the data decide are known. Throws ConfigError.
void check_claims_with_sizes(const Config& config);
/// Keys of the `selection` block of a sweep.
const std::vector<OptionInfo>& selection_options();

}  // namespace costruct::experiments
