// Describes the origin of results: program, machine, data.
#pragma once

#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// The version of the program: "0.1.0".
std::string program_version();
/// The version with the git revision at which the program was configured, if known.
std::string version_with_revision();

/// The version, revision, compiler, flags, processor, threads of the machine and date (UTC).
Json program_provenance();

/// The path, size in bytes and checksum of every data file.
Json data_provenance(const LoadedData& data);

}  // namespace costruct::experiments
