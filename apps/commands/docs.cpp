#include "costruct/apps/commands/commands.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "costruct/core/error.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct {
namespace {

namespace fs = std::filesystem;

// Where the pages are, from the folder of the program: in an installation
// (PREFIX/bin, PREFIX/share) and in a source tree (build/PRESET/bin, build/site).
constexpr const char* kPlaces[] = {"../share/doc/costruct/site", "../../site"};

// The first page. Throws ConfigError if the pages are not there.
fs::path first_page() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  for (const char* place : kPlaces) {
    const fs::path page = (program.parent_path() / place / "README.html").lexically_normal();
    if (fs::is_regular_file(page, none)) return page;
  }
  throw ConfigError(
      "the pages of the documentation are not here: to make them, type `node tools/make_site.mjs` "
      "in the source folder of costruct");
}

bool has_display() {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

// Whether xdg-open opened the page.
bool opens(const fs::path& page) {
  std::string program = "xdg-open", file = page.string();
  char* arguments[] = {program.data(), file.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
    return false;
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

void declare_docs(CLI::App& program, std::function<int()>& action) {
  const auto prints = std::make_shared<bool>(false);
  CLI::App* command =
      program.add_subcommand("docs", "open the documentation in a browser, or print where it is");
  command->add_flag("--print", *prints, "print the path of the first page, and open nothing");
  command->footer(
      "Prints the path too if there is no display. `node tools/make_site.mjs` in the source folder "
      "makes the pages.\n"
      "Example:\n  costruct docs --print");
  command->callback([&action, prints] {
    action = [prints] {
      const fs::path page = first_page();
      if (*prints || !has_display() || !opens(page))
        experiments::print_to_stdout(page.string() + "\n");
      return experiments::kDone;
    };
  });
}

}  // namespace costruct
