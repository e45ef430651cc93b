// Folders of collections: a folder of results for each data set, and files about all of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// A data set of a collection, as recorded in the collection's folder.
struct CollectionEntry {
  std::string name;
  Json config;        ///< the effective config of its run
  std::string error;  ///< why its last run was not possible, or empty
};

/// The file collection.json in the folder of a collection. With it and the runs, reports need
/// neither the config nor the data.
struct CollectionRecord {
  std::string name, source;
  Json config;      ///< the effective config of the collection
  Json provenance;  ///< of the latest run
  std::vector<CollectionEntry> members;
};

/// Whether a folder is that of a collection.
bool is_collection(const std::filesystem::path& folder);

/// Read and write collection.json. Reading throws DataError, writing OutputError.
CollectionRecord read_collection(const std::filesystem::path& folder);
void save_collection(const std::filesystem::path& folder, const CollectionRecord& record);

/// The results of all data sets. A data set whose run has another config counts as not begun. A
/// data set that could not be run has no results. Throws DataError if the folder is not that of a
/// collection.
CollectionResults load_collection(const std::filesystem::path& folder);

/// Writes collection.csv, collection_tests.csv, config.json and report.html into the folder of a
/// collection, from its current content. Prints the table to stdout and the place of the report to
/// stderr. Throws DataError, OutputError.
void publish_collection(const std::filesystem::path& folder);

}  // namespace costruct::experiments
