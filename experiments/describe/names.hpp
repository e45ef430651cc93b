// The commands `list` and `describe`: they show everything that has a name, from its declaration.
#pragma once

#include <string>
#include <vector>

namespace costruct::experiments {

/// The kinds that list_names() accepts: "problems", "learners" ...
std::vector<std::string> kind_names();

/// The names of a kind, each with a one-line description. For "" the kinds. The kinds, singular or
/// plural: problems, learners, losses, metrics, formats, datasets, extractors, generators, views,
/// kernels. Throws ConfigError for another kind, with the nearest name.
std::string list_names(const std::string& kind);

/// Everything declared about one name: options with type, range, default and meaning, sources,
/// licences. Throws ConfigError, with the nearest name, for a name that the kind does not have.
std::string describe_name(const std::string& kind, const std::string& name);

}  // namespace costruct::experiments
