// Reads JSON configs, and applies overrides from the command line. Errors name their place; an
// object may not have a key twice, and the depth is bounded.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// Deeper nested JSON is refused.
inline constexpr int kDeepestJson = 64;

/// Whether // and /* */ comments are skipped. Files that people write may have them.
enum class Comments { kAllowed, kRefused };

/// Parses JSON text. A key that occurs twice in an object is added to `errors`; the last value is
/// kept. Throws ConfigError "WHERE:line:column: what" for text that is not JSON.
/// @param where  the name of the source ("configs/pos.json")
Json parse_json(std::string_view text, const std::string& where, ConfigErrors& errors,
                Comments comments = Comments::kRefused);

/// Parses a JSON value that fills a line of a JSON Lines file. Throws DataError("what is wrong")
/// for text that is not JSON, for a key that occurs twice in an object, and for JSON deeper than
/// kDeepestJson.
Json parse_json_line(std::string_view line);

/// Reads a JSON file of at most 1 MiB, which may have comments. Throws ConfigError if the file
/// cannot be read, and the errors of parse_json().
Json read_json_file(const std::filesystem::path& file, ConfigErrors& errors);

/// Applies an override "path=value" to a config, for example "sweep.repetitions=5". The path is
/// dotted; list items have an index from 0. The value is JSON; other text is taken as a string.
/// Missing keys of objects are created.
///
/// Returns "" if the value is JSON. Otherwise returns a note that it was taken as a string; show it
/// if the config then turns out to be wrong. Throws ConfigError for a list item that does not
/// exist, for a path through a number or text, and for text without "=".
std::string apply_override(Json& config, const std::string& assignment);

}  // namespace costruct::experiments
