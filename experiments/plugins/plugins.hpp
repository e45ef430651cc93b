// Plug-ins: shared libraries, or Python files, that add entries to the catalogs of the program.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/core/json/value_form.hpp"

namespace costruct::experiments {

/// Loads a shared library that was built with plugin.hpp, and calls its COSTRUCT_PLUGIN. It
/// stays loaded. Call it before anything looks into a catalog, from one thread. A file that is
/// loaded already is skipped. A file *.py is run by Python.
///
/// Throws ConfigError, naming the file, if it is missing, not a shared library, not a plug-in, or
/// built another way than the program. Throws it also for an entry that exists or lacks something,
/// and for *.py in a program without Python. Passes on what a Python file raises.
void load_plugin(const std::filesystem::path& file);

/// Loads the plug-ins that a config names, relative to its folder. One that is loaded already, by
/// its path or by the name of its file, is skipped. Throws as load_plugin() does.
/// @param config  the file of the config
void load_plugins_of(const std::filesystem::path& config, const std::vector<std::string>& files);

/// The prefix of the names of Python entries in note_plugin().
inline constexpr const char* kPythonEntry = "Python ";

/// Names a plug-in that is no file of its own: an entry that was added in Python. Results depend on
/// the hash of its source. A second call with the same name replaces the hash.
/// @param fnv1a  the hash, as 16 hexadecimal digits
void note_plugin(const std::string& name, const std::string& fnv1a);

/// The plug-ins that are loaded, by name: [{"file": "libmine.so", "fnv1a": "..."}]. Results depend
/// on them.
Json loaded_plugins();

/// The names of the plug-ins that were loaded when a model was made, and that are not loaded now.
/// @param build  the entry `build` of the model's `origin` (structured_file.hpp)
std::vector<std::string> missing_plugins(const Json& build);

/// The same for plug-ins that are loaded now with other bytes.
std::vector<std::string> changed_plugins(const Json& build);

/// Sets how load_plugin() runs a Python file. The program of the Python package calls it.
void run_python_plugins_by(std::function<void(const std::filesystem::path& file)> run);

}  // namespace costruct::experiments
