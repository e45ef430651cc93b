#include "costruct/experiments/files/terminal.hpp"

#include <cstdio>
#include <string>

#include "costruct/core/visible_text.hpp"
#include "costruct/experiments/files/output_file.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kLongestLine = 4000;

// In one piece, so that lines of several threads and processes do not mix.
void write_to_stderr(std::string text) {
  text += '\n';
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void tell(std::string_view line) {
  write_to_stderr(visible_line(line, kLongestLine));
}

void tell_lines(std::string_view text) {
  write_to_stderr(visible_text(text, "\n"));
}

void print_to_stdout(std::string_view text) {
  OutputFile out("");
  out.write(visible_text(text, "\n\t"));
  out.commit();
}

}  // namespace costruct::experiments
