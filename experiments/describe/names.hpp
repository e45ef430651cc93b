// The commands `list` and `describe`: everything that has a name, from its declaration.
#pragma once

#include <string>
#include <vector>

namespace costruct::experiments {

/// "problems", "learners" ...: what list_names() takes.
std::vector<std::string> kind_names();

/// The names of a kind (problems, learners, losses, metrics, formats, datasets, extractors,
/// generators, views, kernels; singular or plural), each with a line of what it is; for "" the
/// kinds. Throws ConfigError for another kind, with the nearest name.
std::string list_names(const std::string& kind);

/// All that is declared about one name: options with type, range, default and meaning, sources,
/// licences. Throws ConfigError for a name that the kind does not have, with the nearest.
std::string describe_name(const std::string& kind, const std::string& name);

}  // namespace costruct::experiments
