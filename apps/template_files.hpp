// The files of the folder templates/, which the program carries inside.
#pragma once

#include <span>
#include <string_view>

namespace costruct {

/// A template with its path, as in "learner/README.md".
struct TemplateFile {
  std::string_view path, text;
};

std::span<const TemplateFile> template_files();

}  // namespace costruct
