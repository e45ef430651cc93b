// The `collection` block of an experiment: the data sets it is run on.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// A member of a collection: the shared `data` block with the member's keys over it, and where it
/// stands in the config, its name included ("collection.2 (abalone)").
struct NamedBlock {
  std::string name, path;
  Json data;
};

/// Reads the block, at least two objects with a `name` and keys of a data block. Adds what is wrong
/// with list and names to `errors`, and leaves such members out; the data blocks are not looked
/// into.
std::vector<NamedBlock> read_members(const Json& block, const Json& shared, ConfigErrors& errors);

/// The JSON schema of the block, and of the `data` block beside it, which may lack what the members
/// have.
Json collection_schema();
Json shared_data_schema();

/// Whether a text may name a folder of results: letters, digits, '-', '_' and '.', no '.' at its
/// front.
bool is_folder_name(const std::string& name);
inline constexpr const char* kFolderNamePattern = "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$";

}  // namespace costruct::experiments
