// Generators: data sets that are drawn from a distribution instead of read from files. A data block
// selects one with the key `generate`. Each generator is one source file and one line of the table
// below.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// A distribution of labeled examples. Rows and chains have numbered coordinates as features:
/// feature j is the j-th coordinate, from 1, as in files of the format svmhmm. `options` below have
/// passed the checks and have no `type`.
struct Generator {
  std::string name;
  std::string summary;
  std::string input;  ///< kRows or kChains, which have `groups` and `open`; or another one
  std::vector<OptionInfo> options;
  /// Reports combinations of options that are wrong although each option is valid. `path` is the
  /// place of the block in the config, for messages. May be empty.
  std::function<void(const Json& options, const std::string& path, ConfigErrors&)> check_together;
  /// Returns a lower bound of how many numbers will be in memory; see kMostGenerated.
  std::function<double(const Json& options)> num_values;
  /// Returns the value of the option `groups` of numeric formats: which coordinates form a group.
  std::function<Json(const Json& options)> groups;
  Target target = Target::kLabels;  ///< whether labels are names or numbers
  /// Opens the unlabeled examples that are streamed (option `stream`) and that open() leaves out.
  /// They are split into views, as by FileUnlabeledPoints; view_of[j] is the view of coordinate j,
  /// from 0, and `count` is the number of views. Any number of threads gives the same bits. Returns
  /// null if no examples are streamed. May be empty.
  std::function<std::unique_ptr<UnlabeledPoints>(
      const Json& options, std::span<const std::int32_t> view_of, Index count, int threads)>
      unlabeled;
  /// Opens the other examples. The same options give the same bits on any machine.
  std::function<std::unique_ptr<ExampleReader>(const Json& options)> open;
  /// Only for other inputs: opens the examples as records of the format of that input.
  std::function<std::unique_ptr<RecordReader>(const Json& options)> records;
};

/// The entries of the built-in generators. `costruct describe generator NAME` prints each.
Generator galaxy_generator();
Generator multiview_sequences_generator();
Generator regression_views_generator();
Generator snakes_generator();
Generator grids_generator();

/// All generators, in the order in which `list` shows them.
const Catalog<Generator>& generators();
/// Adds a generator of your own program at the end of the catalog. Throws as Catalog::add() does.
void add_generator(Generator generator);

/// The key `generate` of a data block.
inline constexpr const char* kGenerate = "generate";
/// Limit of the numbers in memory. Larger data are refused, as they would fill the memory before a
/// learner starts. Streamed numbers do not count.
inline constexpr double kMostGenerated = 5e7;

/// The option `generate`: a block with the type and the options of a generator.
const OptionInfo& generate_option();

/// Checks the `generate` block at `path`: each option, combinations of options, and the size of the
/// data. Adds what is wrong to `errors`.
void check_generate(const Json& generate, const std::string& path, ConfigErrors& errors);

/// The block with all options. Numbers that need not be integers become floating-point numbers.
Json generate_with_defaults(const Json& generate);

/// A generator with its options. They describe the data, which are drawn when they are read.
struct GeneratedData {
  const Generator* generator = nullptr;
  Json options;          ///< without `type`
  bool streams = false;  ///< unlabeled examples are drawn when they are needed

  /// The unlabeled examples that are streamed and not in memory; null if none are streamed. See
  /// Generator::unlabeled.
  std::unique_ptr<UnlabeledPoints> unlabeled(std::span<const std::int32_t> view_of, Index count,
                                             int threads) const;
  /// A data block with a format that describes files with such data. Models that are trained on the
  /// data use it to read files.
  Json block_of_files() const;
};

/// Reads a checked `generate` block.
GeneratedData read_generate(const Json& generate);

}  // namespace costruct::experiments
