// Reads and checks configs: a training config (one learner) or an experiment (a sweep over several
// learners).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "costruct/data/data_config.hpp"
#include "costruct/experiments/config/kernel_config.hpp"
#include "costruct/experiments/config/labels_config.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The two kinds of configs.
enum class ConfigKind { kTraining, kExperiment };

/// One learner of a config: its options, and the parts of the config that it overrides.
struct LearnerConfig {
  std::string name;
  const LearnerEntry* entry = nullptr;
  Json options;                  ///< all options, defaults filled in
  Json select = Json::object();  ///< option -> list of values to choose from
  Json problem;                  ///< the problem's options for this learner
  ViewPolicy views;
  KernelConfig kernel;
  KnownConfig known;                   ///< which labels of a cell it sees
  std::optional<ChoiceConfig> choice;  ///< how it chooses what is labeled; nullopt: at random
  bool joins_rows = false;             ///< Config::joins_rows()

  /// Whether the learner uses unlabeled examples, with these options or with others that `select`
  /// tries. Also true if labels are spread over them, or if they are in the input of the labeled
  /// ones.
  bool uses_unlabeled() const;
};

/// The numbers of labeled and unlabeled examples of a cell. A cell is one result of a sweep: that
/// of a learner at these sizes in one repetition.
struct CellSizes {
  Index labeled = 0, unlabeled = 0;
  friend auto operator<=>(const CellSizes&, const CellSizes&) = default;
};

/// Whether `select` chooses for every pair of sizes (kCell) or once for the whole sweep (kLearner).
enum class SelectionScope { kCell, kLearner };

/// How the examples of a repetition are drawn. protocol_catalog() describes the protocols in this
/// order.
enum class Protocol { kResample, kFolds, kInverseFolds, kSplitFiles };

/// A line of a split file. Examples are numbers in the corpus, from 0.
struct ListedSplit {
  std::vector<Index> labeled, unlabeled, holdout;
  bool others_unlabeled = false;  ///< all examples in no other list are unlabeled
};

/// What a protocol of your own knows of the examples. They are numbered from 0, training files
/// first.
struct ExamplesToDraw {
  std::vector<std::string> labels;          ///< the names of the labels
  std::vector<std::vector<int>> labels_of;  ///< the distinct labels of each example
  std::vector<bool> is_labeled;             ///< whether it can be labeled or held out
  std::vector<Index> group;                 ///< the group of each example; -1: none
};

/// Draws the examples of a repetition for a protocol of your own. It has the options of the sweep
/// block (OwnProtocol::make_draw). It must return the same for the same repetition and seed.
using OwnDraw = std::function<ListedSplit(const ExamplesToDraw& examples, Index repetition,
                                          std::uint64_t seed)>;

/// The `sweep` block of an experiment.
struct SweepConfig {
  Protocol protocol = Protocol::kResample;
  /// Ascending, each once. Empty until resolve_sweep() if the sizes depend on the data.
  std::vector<CellSizes> sizes;
  /// `sizes` is the product of these two lists. Empty: "all", or `pairs` are given.
  std::vector<Index> labeled, unlabeled;
  /// The keys of sizes if one of them has a share of the examples ("5%"); else null. Until
  /// resolve_sizes() makes numbers of shares, `sizes` is empty.
  Json shares = nullptr;
  std::vector<std::string> size_notes;  ///< what the shares became, from resolve_sizes()
  Index k = 10;                         ///< folds of a partition
  Index holdout = 0;                    ///< number of examples
  bool every_label = true;  ///< the smallest labeled part of a draw must have every label
  /// The labeled examples of a draw come in rounds, with one example of each label in a round.
  bool stratified = false;
  /// For examples in groups (ExampleSet::group()). whole_groups: other examples of a held-out group
  /// are not used. holdout_groups: the holdout takes all of a group before it takes another.
  /// around_group: the holdout begins with at most this many examples of one group.
  bool whole_groups = true;
  bool holdout_groups = false;
  std::optional<Index> around_group;
  /// Holdout "unlabeled": the unlabeled examples are the ones that are scored.
  bool score_unlabeled = false;
  /// Number of repetitions of every cell; under folds, k for each partition. 0 until
  /// resolve_sweep() if split files give the number.
  Index repetitions = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> split_files;  ///< as named in the config
  /// A protocol that was added, with the protocol kSplitFiles: it draws in place of lines of files.
  OwnDraw own_draw = {};
  std::string own_protocol;                  ///< its name
  std::vector<ListedSplit> splits;           ///< lines or draws, from resolve_sweep()
  std::vector<std::string> split_checksums;  ///< of the files or draws, from resolve_sweep()
  /// The unlabeled examples of a draw are those that have no label. Otherwise examples whose labels
  /// are hidden are used as well.
  bool unlabeled_as_given = false;
  bool selects = false;             ///< some learner has a `select`, which uses draws of its own
  Index selection_repetitions = 5;  ///< number of these draws
  SelectionScope selection_scope = SelectionScope::kCell;

  /// The smallest number of labeled examples. `sizes` must not be empty.
  Index smallest_labeled() const { return sizes.front().labeled; }
  /// The numbers of labeled examples in `sizes`, ascending, each once.
  std::vector<Index> labeled_sizes() const;
  /// Whether this number of pairs of sizes gives a learner more than kMostCells cells.
  bool too_many_cells(double pairs) const {
    return pairs * static_cast<double>(repetitions) > kMostCells;
  }
  static constexpr Index kMostCells = 10'000'000;  ///< of a learner
};

/// A data set of a collection, with the config of the run on this data set.
struct CollectionMember {
  std::string name;
  Json config;
};

/// The name under which a model file has Config::reported_metrics, if there are some.
inline constexpr const char* kReportedMetrics = "metrics";

/// A config, checked and with all defaults.
struct Config {
  ConfigKind kind = ConfigKind::kTraining;
  std::filesystem::path file;
  std::string name, source;  ///< of the run and its folder; the publication that it reproduces
  const ProblemEntry* problem = nullptr;
  Json problem_options;
  DataConfig data;
  /// Options of the problem that are read from files named in the data block: name -> path.
  std::map<std::string, std::string> option_files;
  std::vector<LearnerConfig> learners;  ///< one for a training config
  std::uint64_t seed = 1;               ///< of a training config
  /// `metrics` of a training config: what train and evaluate report. Empty: all that suit the data.
  std::vector<std::string> reported_metrics;
  /// `sweep`, `metrics`, `tests`, `claims` and `collection` are for experiments. A training config
  /// whose learner has a `select` also uses the first two: the draws and the metric of the choice.
  SweepConfig sweep;
  std::vector<std::string> metrics;  ///< names; `select` chooses by the first one
  std::vector<std::string> tests;    ///< names of significance tests
  Json claims = Json::array();
  /// The data sets of a collection. `data` is then empty, and the claims compare means over the
  /// sets.
  std::vector<CollectionMember> collection;
  /// Labels that options name, each with the path of the option. The data must have them.
  std::vector<std::pair<std::string, std::string>> named_labels;
  std::vector<std::string> notes;  ///< messages for the user about options without effect
  Json effective;                  ///< the config with all defaults filled in

  /// Whether the data are rows that the problem joins to one input; see
  /// ExampleSet::is_one_input().
  bool joins_rows() const;
};

/// Calls `action`, and adds the name of the config's file to a ConfigError that it throws. For
/// errors that are found after the config was read.
template <class Action>
auto about_config(const Config& config, const Action& action) {
  try {
    return action();
  } catch (const ConfigError& error) {
    throw ConfigError(config.file.string() + ": " + error.what());
  }
}

/// Reads a config, applies --set overrides in order, and checks the result. Throws ConfigError with
/// all errors, one on each line: "pos.json: learner.C = -1: must be > 0".
/// @param learner  if not "", loads training_of_experiment() of this learner of the experiment
Config load_config(const std::filesystem::path& file,
                   const std::vector<std::string>& overrides = {}, const std::string& learner = "");

/// The same for a config that is already parsed.
/// @param errors  errors that parsing found
Config check_config(const Json& json, const std::filesystem::path& file, ConfigErrors errors = {});

/// The keys of any config that are only for readers.
const std::vector<OptionInfo>& remark_options();
/// Checks the claims again, after the data have decided all sizes. Throws ConfigError.
void check_claims_with_sizes(const Config& config);
/// The keys of the `selection` block of a sweep.
const std::vector<OptionInfo>& selection_options();

}  // namespace costruct::experiments
