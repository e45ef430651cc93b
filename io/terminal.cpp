#include "costruct/io/terminal.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/output_file.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kLongestLine = 4000;
constexpr std::string_view kError = "costruct: error:", kWarning = "costruct: warning:",
                           kNote = "costruct: note:";

std::atomic<Voice> voice_of_program{Voice::kNormal};
std::atomic<bool> status_stands{false};  // the terminal's last line is a status without a line end

constexpr std::string_view kClearLine = "\r\033[K";

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool stderr_has_colours() {
  static const bool has = [] {
    if (is_set("NO_COLOR")) return false;
    if (is_set("CLICOLOR_FORCE")) return std::string_view(std::getenv("CLICOLOR_FORCE")) != "0";
    const char* terminal = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
  }();
  return has;
}

std::string in_colour(std::string text) {
  static constexpr std::pair<std::string_view, const char*> kColours[] = {
      {kError, "\033[1;31m"}, {kWarning, "\033[1;33m"}, {kNote, "\033[1;36m"}};
  for (const auto& [begin, colour] : kColours) {
    if (text.starts_with(begin)) return text.insert(begin.size(), "\033[0m").insert(0, colour);
  }
  return text;
}

bool is_unwanted(std::string_view text) {
  return voice() == Voice::kQuiet && !text.starts_with(kError) && !text.starts_with(kWarning);
}

struct Sink {
  std::mutex mutex;
  std::shared_ptr<const MessageSink> sink;
};

Sink& sink_of_program() {
  static Sink sink;
  return sink;
}

// Whether a sink has taken the message.
bool is_taken(std::string_view text, Channel channel = Channel::kMessages) {
  std::shared_ptr<const MessageSink> sink;
  {
    const std::lock_guard lock(sink_of_program().mutex);
    sink = sink_of_program().sink;
  }
  if (sink) (*sink)(channel, text);
  return sink != nullptr;
}

// Writes in one piece, so that lines of several threads and processes do not mix.
void write_to_stderr(std::string text) {
  if (is_unwanted(text) || is_taken(text)) return;
  if (stderr_has_colours()) text = in_colour(std::move(text));
  if (status_stands.exchange(false)) text.insert(0, kClearLine);
  text += '\n';
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

bool has_message_sink() {
  const std::lock_guard lock(sink_of_program().mutex);
  return sink_of_program().sink != nullptr;
}

void set_message_sink(MessageSink sink) {
  const std::lock_guard lock(sink_of_program().mutex);
  sink_of_program().sink = sink ? std::make_shared<const MessageSink>(std::move(sink)) : nullptr;
}

void set_voice(Voice voice) {
  voice_of_program.store(voice);
}

Voice voice() {
  return voice_of_program.load();
}

void tell_more(std::string_view line) {
  if (voice() == Voice::kVerbose) say(line);
}

void say(std::string_view line) {
  write_to_stderr(visible_line(line, kLongestLine));
}

void tell_status(std::string_view line) {
  if (::isatty(STDERR_FILENO) != 1) return say(line);
  if (is_unwanted(line) || is_taken(line)) return;
  status_stands = true;
  const std::string text = std::string(kClearLine) + visible_line(line, kLongestLine);
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

void tell_once(std::string_view line) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> told;
  {
    const std::lock_guard lock(mutex);
    if (!told.emplace(line).second) return;
  }
  say(line);
}

void tell_lines(std::string_view text) {
  write_to_stderr(visible_text(text, "\n"));
}

void print_to_stdout(std::string_view text) {
  const std::string visible = visible_text(text, "\n\t");
  if (is_taken(visible, Channel::kTables)) return;
  OutputFile out("");
  out.write(visible);
  out.commit();
}

}  // namespace costruct::experiments
