// The files of apps/templates/, which are compiled into the program. `costruct new` writes them.
#pragma once

#include <span>
#include <string_view>

namespace costruct {

/// A template with its path, as in "learner/README.md": a folder, and a file in it.
struct TemplateFile {
  std::string_view path, text;
};

std::span<const TemplateFile> template_files();

}  // namespace costruct
