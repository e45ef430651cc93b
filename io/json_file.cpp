#include "costruct/io/json_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <set>
#include <sstream>

#include "costruct/core/text/utf8.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/json_error.hpp"
#include "costruct/io/nearest_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::uintmax_t kLargestConfig = 1u << 20;

std::string line_and_column(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  const std::string_view before = text.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n');
  return fmt::format("{}:{}", line, at - (start == std::string_view::npos ? 0 : start + 1) + 1);
}

// Removes the parser's prefix:
//   "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error ..."
//   becomes "syntax error ...".
std::string without_prefix(const std::string& message) {
  for (const std::string_view mark : {"syntax error", "unexpected end"}) {
    if (const auto at = message.find(mark); at != std::string::npos) return message.substr(at);
  }
  const auto at = message.find("] ");
  return at == std::string::npos ? message : message.substr(at + 2);
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The JSON for a word of Python or YAML; "" for other words.
std::string json_of(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  for (const char* truth : {"true", "yes", "on"}) {
    if (lower == truth) return "true";
  }
  for (const char* untruth : {"false", "no", "off"}) {
    if (lower == untruth) return "false";
  }
  for (const char* nothing : {"none", "null", "nil", "undefined", "nan", "inf", "infinity"}) {
    if (lower == nothing) return "null";
  }
  return "";
}

// Says what the text at `at`, which is no JSON, is in Python or YAML, and what to write instead; ""
// if unknown.
std::string other_language(std::string_view text, std::size_t at) {
  const auto rest_after = [&](std::size_t begin) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", begin);
    return next == text.npos ? std::string_view() : text.substr(next);
  };
  if (at >= text.size()) return "";
  std::size_t begin = at, end = at;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  while (end < text.size() && is_word(text[end])) ++end;
  const std::string_view behind = rest_after(end);
  if (begin == text.find_first_not_of(" \t\r\n")) {
    const bool is_key = behind.starts_with(':') &&
                        (behind.size() == 1 ||
                         std::string_view(" \t\r\n").find(behind[1]) != std::string_view::npos);
    const bool is_assignment = is_key || behind.starts_with('=') ||
                               (text[at] == '#' && text.find_first_of(":=") != text.npos);
    return is_assignment ? "; this looks like YAML or another language: a config is JSON, "
                           "{\"key\": value, ...}"
                         : "; a config is JSON, {\"key\": value, ...}; `costruct init` writes one "
                           "for a file of data";
  }
  if (text[at] == '\'') return "; JSON has texts in double quotes, as in \"key\"";
  if (text[at] == '#') return "; comments begin with //";
  if (text[at] == '}' || text[at] == ']') {
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t\r\n");
    const bool has_comma = before != text.npos && text[before] == ',';
    return has_comma ? "; JSON has no comma before the closing bracket" : "";
  }
  const std::string_view word = text.substr(begin, end - begin);
  if (word.empty() || (word[0] >= '0' && word[0] <= '9')) return "";
  if (behind.starts_with(':'))
    return "; JSON has keys in double quotes: \"" + std::string(word) + "\"";
  const std::string json = json_of(word);
  if (!json.empty()) return "; " + std::string(word) + " is Python or YAML: JSON has " + json;
  return "; JSON has texts in double quotes: \"" + std::string(word) + "\"";
}

// Watches the parser: refuses JSON that is too deep, and notes keys that occur twice in one object.
class KeyWatch {
 public:
  KeyWatch(const std::string& where, ConfigErrors& errors) : where_(where), errors_(errors) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > kDeepestJson) {
      throw ConfigError(fmt::format("{}: nested more than {} deep", where_, kDeepestJson));
    }
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key && !keys_.back().insert(parsed.get<std::string>()).second) {
      errors_.add("key " + shown_name(parsed.get<std::string>()) + " stands twice in one object");
    }
    return true;
  }

 private:
  const std::string& where_;
  ConfigErrors& errors_;
  std::vector<std::set<std::string>> keys_;
};

bool is_index(std::string_view text, std::size_t& index) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.code == kNoCharacter && character.bytes == 1) return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

// The note for a value that is not JSON. `why` is ":line:column: what".
std::string taken_for_text(const std::string& assignment, char first, const std::string& why) {
  const bool looks_like_json =
      std::string_view("[{\"-0123456789").find(first) != std::string_view::npos;
  return fmt::format("--set {}: taken for text, as the value is no JSON{}", shown_name(assignment),
                     looks_like_json ? why.substr(why.find(": ")) : "");
}

/// Checks a line while it is parsed. Rejects deep nesting, because the parser's stack grows with
/// the depth. Rejects repeated keys, because one of them would be lost.
class LineWatch {
 public:
  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > kDeepestJson)
      throw DataError(fmt::format("JSON nested more than {} deep", kDeepestJson));
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key && !keys_.back().insert(parsed.get<std::string>()).second)
      throw DataError(
          fmt::format("key {} stands twice in one object", shown_text(parsed.get<std::string>())));
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;  // keys of the enclosing objects
};

}  // namespace

Json parse_json(std::string_view text, const std::string& where, ConfigErrors& errors,
                Comments comments) {
  try {
    return Json::parse(text, KeyWatch(where, errors), true, comments == Comments::kAllowed);
  } catch (const Json::parse_error& error) {
    const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
    throw ConfigError(fmt::format("{}:{}: {}{}", where, line_and_column(text, at),
                                  without_prefix(error.what()), other_language(text, at)));
  } catch (const Json::out_of_range& error) {  // "number overflow parsing '1e999'"
    const std::string message = error.what();
    const auto open = message.find('\''), close = message.rfind('\'');
    const std::string number = open < close ? message.substr(open + 1, close - open - 1) : "";
    const auto at = text.find(number);
    throw ConfigError(fmt::format("{}:{}: {} is too large a number", where,
                                  line_and_column(text, at == std::string_view::npos ? 0 : at),
                                  number));
  }
}

Json parse_json_line(std::string_view line) {
  try {
    return Json::parse(line, LineWatch());
  } catch (const Json::parse_error& error) {
    if (const std::size_t at = first_not_utf8(line); at != std::string_view::npos)
      throw DataError(
          fmt::format("byte {} (0x{:02x}) is not UTF-8, which JSON must be: iconv -f LATIN1 -t "
                      "UTF-8 converts a file in Latin-1",
                      at + 1, static_cast<unsigned char>(line[at])));
    throw DataError(no_json(error.byte, error.what()));
  } catch (const Json::out_of_range& error) {  // a number that is too large
    throw DataError(no_json(0, error.what()));
  }
}

Json read_json_file(const std::filesystem::path& file, ConfigErrors& errors) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed))
    throw ConfigError(file.string() + ": " + why_not_opened(file, failed));
  if (std::filesystem::is_directory(file, failed)) {
    const std::filesystem::path inside = file / "experiment.json";
    throw ConfigError(file.string() + ": a folder, not a config" +
                      (std::filesystem::exists(inside, failed) ? ": name " + inside.string() : ""));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ConfigError(file.string() + ": cannot be read");
  std::string text;
  std::string block(1 << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestConfig)
      throw ConfigError(file.string() + ": more than 1 MiB, not a config");
  }
  return parse_json(text, file.string(), errors, Comments::kAllowed);
}

std::string apply_override(Json& config, const std::string& assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError(fmt::format("--set {}: expected path=value, as in sweep.repetitions=5",
                                  shown_name(assignment)));
  }
  if (!is_utf8(assignment)) throw ConfigError("--set: a value that is not UTF-8");
  const std::string path = assignment.substr(0, equals);
  const auto wrong = [&](const std::string& what) {
    throw ConfigError("--set " + shown_name(path) + ": " + what);
  };

  Json* at = &config;
  std::string walked;
  int depth = 0;
  std::istringstream parts(path + ".");
  for (std::string key; std::getline(parts, key, '.');) {
    if (key.empty()) wrong("an empty name in the path");
    if (++depth > kDeepestJson) wrong("a path that is too deep");
    if (at->is_null()) *at = Json::object();
    if (at->is_object()) {
      at = &(*at)[key];
    } else if (at->is_array()) {
      std::size_t index = 0;
      if (!is_index(key, index))
        wrong(shown_name(walked) + " is a list: expected the index of an item, not " +
              shown_name(key));
      if (index >= at->size()) {
        wrong(fmt::format("{} has {} items, counted from 0: there is no item {}",
                          shown_name(walked), at->size(), key));
      }
      at = &(*at)[index];
    } else {
      wrong(shown_name(walked) + " = " + shown(*at) + " has no parts");
    }
    walked += (walked.empty() ? "" : ".") + key;
  }
  const std::string value = assignment.substr(equals + 1);
  try {
    ConfigErrors ignored;
    *at = parse_json(value, "", ignored);
  } catch (const ConfigError& error) {
    *at = value;
    return taken_for_text(assignment, value.empty() ? ' ' : value[0], error.what());
  }
  return "";
}

}  // namespace costruct::experiments
