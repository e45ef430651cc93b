// Generators: data sets drawn from a distribution instead of read from files, for the key
// `generate` of a data block. Each is one source file and one line of the table below.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// A distribution of labeled examples whose features are numbered coordinates: feature j is the
/// j-th coordinate, counted from 1, as in a file of the format svmhmm. `options` below are checked
/// ones, without `type`.
struct Generator {
  std::string name;
  std::string summary;
  std::string input;  ///< kRows or kChains
  std::vector<OptionInfo> options;
  /// Notes what is wrong with options that are right one by one; may be empty.
  std::function<void(const Json& options, const std::string& path, ConfigErrors&)> check_together;
  /// How many numbers there are in memory at least.
  std::function<double(const Json& options)> num_values;
  /// The option `groups` of numeric formats: which coordinates belong together.
  std::function<Json(const Json& options)> groups;
  Target target = Target::kLabels;
  /// The unlabeled examples that open() leaves to be streamed (the option `stream`), in views: as
  /// FileUnlabeledPoints has those of files, view_of[j] the view of coordinate j from 0. Any number
  /// of threads gives the same bits. Null where there are none; may be empty.
  std::function<std::unique_ptr<UnlabeledPoints>(
      const Json& options, std::span<const std::int32_t> view_of, Index count, int threads)>
      unlabeled;
  /// The examples, one after the other: the same bits for the same options, on any machine.
  std::function<std::unique_ptr<ExampleReader>(const Json& options)> open;
};

Generator galaxy_generator();
Generator multiview_sequences_generator();
Generator regression_views_generator();

/// All generators, in the order in which they are listed.
const std::vector<Generator>& generators();

/// The key `generate` of a data block.
inline constexpr const char* kGenerate = "generate";
/// More numbers in memory than this are refused: they would fill it before the first learner has
/// them. Those that are streamed do not count.
inline constexpr double kMostGenerated = 5e7;

/// `generate` as an option: a block with the type and the options of a generator.
const OptionInfo& generate_option();

/// Checks a `generate` block at `path`: the generator's options, one by one and together, and their
/// size.
void check_generate(const Json& generate, const std::string& path, ConfigErrors& errors);

/// The block with all options, numbers that need not be integers as floating-point numbers.
Json generate_with_defaults(const Json& generate);

/// A generator and its options.
struct GeneratedData {
  const Generator* generator = nullptr;
  Json options;          ///< without `type`
  bool streams = false;  ///< unlabeled examples are drawn as they are needed

  /// The unlabeled examples that are streamed, not in the corpus; null where there are none.
  std::unique_ptr<UnlabeledPoints> unlabeled(std::span<const std::int32_t> view_of, Index count,
                                             int threads) const;
  /// How files with such data are read: a data block with a format, for the models that the data
  /// train.
  Json block_of_files() const;
};

/// Reads a checked `generate` block.
GeneratedData read_generate(const Json& generate);

}  // namespace costruct::experiments
