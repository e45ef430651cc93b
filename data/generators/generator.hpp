// Generators draw data sets from a distribution, for the key `generate` of a data block. Each
// generator is one source file, and one line of the table in generator.cpp.
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

/// A distribution of labeled examples whose features are coordinates. Feature j is coordinate j,
/// counted from 1, as in a file of the format svmhmm. The functions below take checked `options`
/// without `type`.
struct Generator {
  std::string name;
  std::string summary;
  std::string input;  ///< kRows or kChains
  std::vector<OptionInfo> options;
  /// Adds errors for options that are valid one by one but not together. May be empty.
  std::function<void(const Json& options, const std::string& path, ConfigErrors&)> check_together;
  /// The number of values that the data keep in memory, at least.
  std::function<double(const Json& options)> num_values;
  /// The option `groups` of numeric formats: the coordinates of each group.
  std::function<Json(const Json& options)> groups;
  Target target = Target::kLabels;
  /// The unlabeled examples that are streamed (option `stream`), in views, as in
  /// FileUnlabeledPoints. open() does not return them. view_of[j] is the view of coordinate j,
  /// counted from 0. The bits are the same for any number of threads. The result is null if there
  /// are no such examples. The function itself may be empty.
  std::function<std::unique_ptr<UnlabeledPoints>(
      const Json& options, std::span<const std::int32_t> view_of, Index count, int threads)>
      unlabeled;
  /// Returns the examples one by one. The bits are the same for the same options, on any machine.
  std::function<std::unique_ptr<ExampleReader>(const Json& options)> open;
};

Generator galaxy_generator();
Generator multiview_sequences_generator();
Generator regression_views_generator();

/// All generators, in the order in which they are listed.
const std::vector<Generator>& generators();

/// The key `generate` of a data block.
inline constexpr const char* kGenerate = "generate";
/// Data with more numbers are refused, because they would fill the memory before a learner gets
/// them. Streamed numbers do not count.
inline constexpr double kMostGenerated = 5e7;

/// The option `generate`: a block with the type and the options of a generator.
const OptionInfo& generate_option();

/// Checks a `generate` block at `path`: each option, all options together, and the size.
void check_generate(const Json& generate, const std::string& path, ConfigErrors& errors);

/// The block with all options filled in. Numbers that need not be integers become floating-point
/// numbers.
Json generate_with_defaults(const Json& generate);

/// A generator and its options.
struct GeneratedData {
  const Generator* generator = nullptr;
  Json options;          ///< without `type`
  bool streams = false;  ///< unlabeled examples are drawn when they are needed

  /// The streamed unlabeled examples, which are not in the corpus; null if there are no such
  /// examples.
  std::unique_ptr<UnlabeledPoints> unlabeled(std::span<const std::int32_t> view_of, Index count,
                                             int threads) const;
  /// A data block with a format, for models trained on these data. It says how to read files of
  /// such examples.
  Json block_of_files() const;
};

/// Reads a checked `generate` block.
GeneratedData read_generate(const Json& generate);

}  // namespace costruct::experiments
