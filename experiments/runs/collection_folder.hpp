// Folders of collections: a folder of results for each data set, and beside them what is said of
// all.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// A data set of a collection as its folder knows it.
struct CollectionEntry {
  std::string name;
  Json config;        ///< the effective config of its run
  std::string error;  ///< why it could not be run when it was last tried, or empty
};

/// What the folder of a collection holds beside the runs, so that reports need neither config nor
/// data.
struct CollectionRecord {
  std::string name, source;
  Json config;      ///< the effective config of the collection
  Json provenance;  ///< of the latest run
  std::vector<CollectionEntry> members;
};

/// Whether a folder holds a collection.
bool is_collection(const std::filesystem::path& folder);

/// Reads and writes collection.json. Throws DataError, OutputError.
CollectionRecord read_collection(const std::filesystem::path& folder);
void save_collection(const std::filesystem::path& folder, const CollectionRecord& record);

/// The results of all data sets that have some. Those of a run by another config count as not
/// begun, those of a data set that could not be run now as none. Throws DataError where the folder
/// is no collection.
CollectionResults load_collection(const std::filesystem::path& folder);

/// Writes collection.csv, collection_tests.csv, config.json, and report.html into the folder of a
/// collection from what is in it, prints the table to stdout and where the report is to stderr.
/// Throws DataError, OutputError.
void publish_collection(const std::filesystem::path& folder);

}  // namespace costruct::experiments
