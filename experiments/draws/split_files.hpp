// Reads split files: published or hand-made splits, one line for each repetition.
#pragma once

#include <filesystem>
#include <vector>

#include "costruct/data/paths.hpp"
#include "costruct/experiments/draws/draw_pool.hpp"
#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {

/// Reads split files (plain, gzip or xz) one after the other. Blank lines are skipped. A line has
/// one of two forms:
///   - The numbers (from 1) of the labeled examples, separated by blanks. All others are unlabeled
///     and scored.
///   - A JSON object of lists `labeled`, `unlabeled` (absent: all examples in no other list) and
///     `holdout` (absent: the unlabeled examples are scored).
/// Numbers count the examples of the corpus as read: training files in their order, then unlabeled
/// files, after length filter and limit.
///
/// Throws DataError, naming file and line,
///   - for a line of another form
///   - for a number that is out of range or occurs twice
///   - for a labeled or scored example without a label
///   - for a line without labeled or without scored examples
///   - if only some lines have a holdout
std::vector<ListedSplit> read_split_files(const std::vector<std::filesystem::path>& files,
                                          const DrawPool& pool);

/// Calls a protocol of your own (SweepConfig::own_draw) for each repetition and returns its draws.
/// A draw must obey the rules for a line of a split file, see read_split_files(). Otherwise it
/// throws ConfigError, naming protocol and repetition.
std::vector<ListedSplit> draw_splits(const SweepConfig& sweep, const DrawPool& pool);

/// Sets the members of a sweep that depend on the data:
///   - the splits, from split files (found through `paths`) or from a protocol of your own
///   - the repetitions, if they are 0: the number of lines of the split files
///   - sizes that are "all" or a share of the examples
/// Call it once after the data are read and before check_sizes(). Throws as read_split_files() and
/// draw_splits() do. Throws ConfigError for more repetitions than lines, for a size above the
/// number of examples, and for two equal sizes.
void resolve_sweep(SweepConfig& sweep, const DrawPool& pool, const DataPaths& paths);

}  // namespace costruct::experiments
