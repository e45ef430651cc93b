// The `collection` block of an experiment: the data sets that the experiment runs on.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// A member of a collection: one of its data sets. `data` is the shared `data` block, overridden by
/// the member's keys. `path` is its place in the config with its name: "collection.2 (abalone)".
struct NamedBlock {
  std::string name, path;
  Json data;
};

/// Reads the block: a list of at least two objects with a `name` and keys of a data block. Errors
/// of the list and the names are added to `errors`, and such members are left out. The content of
/// the data blocks is not checked here. A name must satisfy is_folder_name(), be unique, and not be
/// that of a file of the collection's results.
/// @param shared  the `data` block of the experiment, whose keys all members share
std::vector<NamedBlock> read_members(const Json& block, const Json& shared, ConfigErrors& errors);

/// The JSON schema of the block.
Json collection_schema();
/// The JSON schema of the `data` block beside it, which may leave out the keys that the members
/// have.
Json shared_data_schema();

/// Whether a text may name a folder of results. It has 1 to 200 letters, digits, '-', '_' and '.',
/// but no '.' at the beginning.
bool is_folder_name(const std::string& name);
/// The same as a regular expression, for JSON schemas.
inline constexpr const char* kFolderNamePattern = "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$";

}  // namespace costruct::experiments
