// Describes the origin of results: program, machine, data.
#pragma once

#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// The version of the program: "0.1.0".
std::string program_version();
/// The version with the git revision at which the program was configured, if known.
std::string version_with_revision();

/// An object with the keys version, revision, compiler, flags, processor, hardware_threads and date
/// (UTC, ISO 8601), and plugins if any are loaded (loaded_plugins()).
Json program_provenance();

/// A list with an object for every data file: `path`, `bytes`, and the checksum `fnv1a`
/// (FileFacts).
Json data_provenance(const LoadedData& data);

}  // namespace costruct::experiments
