#include "costruct/experiments/plugins/plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <exception>

#include "costruct/core/error.hpp"
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/io/nearest_file.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kBuild = COSTRUCT_PLUGIN_BUILD;

Json& plugins_of_program() {
  static Json plugins = Json::array();
  return plugins;
}

template <class Function>
Function* function_of(void* library, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace

void load_plugin(const std::filesystem::path& file) {
  const auto fail = [&](const std::string& what) {
    throw ConfigError(fmt::format("--plugin {}: {}", file.string(), what));
  };
  std::error_code none;
  if (!std::filesystem::exists(file, none)) fail("no such file" + nearest_file(file));
  if (!std::filesystem::is_regular_file(file, none)) fail("is not a file");
  const std::string checksum = checksum_of_file(file);
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
    fail(fmt::format("was built by {}, but the program by {}: build it against this installation",
                     found, kBuild));
  }
  try {
    enter();
  } catch (const std::exception& error) {
    fail(error.what());
  }
  plugins_of_program().push_back({{"file", file.filename().string()}, {"fnv1a", checksum}});
}

Json loaded_plugins() {
  return plugins_of_program();
}

}  // namespace costruct::experiments
