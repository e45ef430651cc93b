// Split files: published or hand-made splits, a line for each repetition.
#pragma once

#include <filesystem>
#include <vector>

#include "costruct/data/paths.hpp"
#include "costruct/experiments/draws/draw_pool.hpp"
#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {

/// Reads split files, plain, gzip or xz, one after the other; blank lines are skipped. A line holds
/// the numbers (from 1) of the labeled examples, separated by blanks, all others being unlabeled
/// and scored; or a JSON object of lists `labeled`, `unlabeled` (absent: all in no other list) and
/// `holdout` (absent: the unlabeled are scored). Numbers count the examples of the corpus as read:
/// training files in their order, then unlabeled files, after length filter and limit.
///
/// Throws DataError naming file and line for what is no such line, a number that is out of range or
/// stands twice, a labeled or scored example without a label, a line with nothing labeled or
/// scored, and a holdout on some lines only.
std::vector<ListedSplit> read_split_files(const std::vector<std::filesystem::path>& files,
                                          const DrawPool& pool);

/// Fills in what a sweep block leaves to the data: split files (found through `paths`),
/// repetitions, sizes. To be called once the data are read, before check_sizes(). Throws
/// ConfigError or DataError.
void resolve_sweep(SweepConfig& sweep, const DrawPool& pool, const DataPaths& paths);

}  // namespace costruct::experiments
