#include "costruct/experiments/plugins/plugins.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>

#include "costruct/core/error.hpp"
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/io/nearest_file.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kBuild = COSTRUCT_PLUGIN_BUILD;

struct Plugins {
  Json named = Json::array();
  std::vector<std::filesystem::path> files;
  std::function<void(const std::filesystem::path& file)> run_python;
};

Plugins& plugins_of_program() {
  static auto* const plugins = new Plugins();  // functions of Python outlive the interpreter
  return *plugins;
}

template <class Function>
Function* function_of(void* library, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

[[noreturn]] void fail_plugin(const std::filesystem::path& file, const std::string& what) {
  throw ConfigError(fmt::format("plug-in {}: {}", file.string(), what));
}

// The hash of the loaded plug-in of this name; nullopt if none is.
std::optional<Json> loaded_hash(const Json& name) {
  for (const Json& plugin : plugins_of_program().named) {
    if (plugin["file"] == name) return plugin["fnv1a"];
  }
  return std::nullopt;
}

// The names of the plug-ins in "build" of an origin for which `is_wanted` holds.
template <class Wanted>
std::vector<std::string> plugins_of(const Json& build, const Wanted& is_wanted) {
  std::vector<std::string> names;
  const Json plugins = build.is_object() ? build.value("plugins", Json()) : Json();
  if (!plugins.is_array()) return names;
  for (const Json& plugin : plugins) {
    if (plugin.is_object() && plugin.value("file", Json()).is_string() && is_wanted(plugin))
      names.push_back(plugin["file"].get<std::string>());
  }
  return names;
}

// Results do not depend on the order of plug-ins.
void add_named(const std::string& name, const std::string& fnv1a) {
  Json& named = plugins_of_program().named;
  named.push_back({{"file", name}, {"fnv1a", fnv1a}});
  std::sort(named.begin(), named.end());
}

// A plug-in uses the libraries of the program. In a module of Python only the module itself sees
// them, until it is opened in this way again.
void show_own_libraries() {
  Dl_info own{};
  if (::dladdr(reinterpret_cast<void*>(&load_plugin), &own) != 0 && own.dli_fname != nullptr)
    (void)::dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

// Throws ConfigError if the file is shorter than its header says, as after a copy that broke off.
// The loader of the system would crash. Other faults it reports itself.
void check_whole(const std::filesystem::path& file) {
  Elf64_Ehdr header{};
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  if (in.gcount() != sizeof header || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64)
    return;
  const std::uint64_t tables = std::uint64_t{header.e_shnum} * header.e_shentsize;
  const std::uintmax_t size = std::filesystem::file_size(file);
  if (header.e_shoff > size || tables > size - header.e_shoff)
    fail_plugin(file, fmt::format("is cut off: it has {} bytes, and its header says at least {}; "
                                  "build or copy it again",
                                  size, header.e_shoff + tables));
}

void load_library(const std::filesystem::path& file) {
  show_own_libraries();
  check_whole(file);
  const auto fail = [&](const std::string& what) { fail_plugin(file, what); };
  // The path has a slash, or the loader would search its own folders.
  void* library = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(fmt::format("cannot be loaded: {}", ::dlerror()));
  auto* const build = function_of<const char*()>(library, "costruct_plugin_build");
  auto* const enter = function_of<void()>(library, "costruct_plugin_register");
  if (build == nullptr || enter == nullptr)
    fail(
        "is no plug-in of costruct: expected COSTRUCT_PLUGIN {...} "
        "(costruct/experiments/plugins/plugin.hpp)");
  if (const std::string found = build(); found != kBuild) {
    fail(
        fmt::format("was built by {}, but the program by {}: build it against this installation, "
                    "with the same compiler and assertions",
                    found, kBuild));
  }
  try {
    enter();
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

}  // namespace

void load_plugin(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::exists(file, none)) fail_plugin(file, why_not_opened(file, none));
  if (!std::filesystem::is_regular_file(file, none)) fail_plugin(file, "is not a file");
  Plugins& plugins = plugins_of_program();
  const std::filesystem::path canonical = std::filesystem::canonical(file);
  if (std::find(plugins.files.begin(), plugins.files.end(), canonical) != plugins.files.end())
    return;
  const std::string checksum = checksum_of_file(file);
  if (file.extension() != ".py") {
    load_library(file);
  } else if (plugins.run_python) {
    plugins.run_python(file);
  } else {
    fail_plugin(file,
                "is a Python file, which the program of the Python package loads: "
                "python3 -m costruct --plugin " +
                    file.string() + " COMMAND");
  }
  plugins.files.push_back(canonical);
  add_named(file.filename().string(), checksum);
}

void note_plugin(const std::string& name, const std::string& fnv1a) {
  Json& named = plugins_of_program().named;
  std::erase_if(named.get_ref<Json::array_t&>(),
                [&](const Json& plugin) { return plugin["file"] == name; });
  add_named(name, fnv1a);
}

Json loaded_plugins() {
  return plugins_of_program().named;
}

void load_plugins_of(const std::filesystem::path& config, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!loaded_hash(std::filesystem::path(file).filename().string()))
      load_plugin(config.parent_path() / file);
  }
}

std::vector<std::string> missing_plugins(const Json& build) {
  return plugins_of(build, [](const Json& plugin) { return !loaded_hash(plugin["file"]); });
}

std::vector<std::string> changed_plugins(const Json& build) {
  return plugins_of(build, [](const Json& plugin) {
    const std::optional<Json> hash = loaded_hash(plugin["file"]);
    return hash && *hash != plugin.value("fnv1a", Json());
  });
}

void run_python_plugins_by(std::function<void(const std::filesystem::path& file)> run) {
  plugins_of_program().run_python = std::move(run);
}

}  // namespace costruct::experiments
