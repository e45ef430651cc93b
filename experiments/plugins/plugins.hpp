// Plug-ins: shared libraries that are loaded into the program and add entries to its catalogs.
#pragma once

#include <filesystem>

#include "costruct/core/json/value_form.hpp"

namespace costruct::experiments {

/// Loads a shared library that was built with plugin.hpp, and calls its COSTRUCT_PLUGIN. It
/// stays loaded. Call it before anything looks into a catalog, from one thread.
///
/// Throws ConfigError, naming the file, if it is not there, is not a shared library, is not a
/// plug-in, was built another way than the program, or adds an entry that exists or lacks
/// something.
void load_plugin(const std::filesystem::path& file);

/// The plug-ins that are loaded, in order: [{"file": "libmine.so", "fnv1a": "..."}]. Results depend
/// on them.
Json loaded_plugins();

}  // namespace costruct::experiments
