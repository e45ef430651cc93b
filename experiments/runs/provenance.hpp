// Where results come from: program, machine, data.
#pragma once

#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// "0.1.0", or with the git revision it was configured at.
std::string program_version();
std::string version_with_revision();

/// Version, revision, compiler, flags, processor, threads of the machine, date (UTC).
Json program_provenance();

/// Path, bytes and checksum of every data file.
Json data_provenance(const LoadedData& data);

}  // namespace costruct::experiments
