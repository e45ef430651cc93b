// The files of apps/templates/, which are compiled into the program. `costruct new` writes them.
#pragma once

#include <span>
#include <string_view>

namespace costruct {

/// A file of a template. Its path, for example "learner/README.md", begins with the folder of the
/// template. Both views are valid until the program ends.
struct TemplateFile {
  std::string_view path, text;
};

/// All files of all templates.

std::span<const TemplateFile> template_files();

}  // namespace costruct
