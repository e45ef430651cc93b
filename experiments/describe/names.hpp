// Implements the commands `list` and `describe`. They show everything that has a name, from its
// declaration.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/json/value_form.hpp"

namespace costruct::experiments {

/// Returns the kinds that list_names() accepts: "problems", "learners" ...
std::vector<std::string> kind_names();

/// Returns the names of a kind, each with a one-line description. For "" it returns the kinds. A
/// kind is singular or plural: problems, learners, losses, metrics, formats, datasets, extractors,
/// generators, views, kernels, protocols. Throws ConfigError for another kind, with the nearest
/// name.
std::string list_names(const std::string& kind);
/// Returns the same for programs: the list of described_json() of each name. For "" it returns a
/// list of the kinds, with the keys `kind`, `plural` and `summary`.
Json listed_json(const std::string& kind);

/// Returns everything that is declared about one name: options with type, range, default and
/// meaning, sources, licences. Throws ConfigError, with the nearest name, for a name that the kind
/// does not have.
std::string describe_name(const std::string& kind, const std::string& name);
/// Returns the same for programs, an object with these keys:
/// - `kind`, `name`, `summary`
/// - `facts`: a list; each fact has a `title`, and a `text` or the `names` of things of a `kind`
/// - `options`: a list with `name`, `values`, `meaning`, `required`, `changes_only_time`, and if
///   there are any `default` and `only_with`; absent for kinds without options
/// - `block`: the data block of a data set
Json described_json(const std::string& kind, const std::string& name);

}  // namespace costruct::experiments
