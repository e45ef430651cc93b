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

/// The draws of all repetitions by a protocol of your own (SweepConfig::own_draw). Throws
/// ConfigError, naming protocol and repetition, as read_split_files() does.
std::vector<ListedSplit> draw_splits(const SweepConfig& sweep, const DrawPool& pool);

/// Sets the parts of a sweep that depend on the data: split files (found through `paths`),
/// repetitions, sizes. Call it once after the data are read and before check_sizes(). Throws
/// ConfigError or DataError.
void resolve_sweep(SweepConfig& sweep, const DrawPool& pool, const DataPaths& paths);

}  // namespace costruct::experiments
