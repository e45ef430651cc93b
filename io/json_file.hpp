// Reading a JSON config: where an error is, no key twice, bounded depth; and overrides from the
// command line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// JSON nested deeper than this is refused.
inline constexpr int kDeepestJson = 64;

/// Whether // and /* */ are skipped: in files that people write.
enum class Comments { kAllowed, kRefused };

/// Parses JSON text that stands in `where` ("configs/pos.json"). Keys that stand twice in an object
/// go into `errors`, the last value staying. Throws ConfigError "WHERE:line:column: what" for text
/// that is no JSON.
Json parse_json(std::string_view text, const std::string& where, ConfigErrors& errors,
                Comments comments = Comments::kRefused);

/// Reads a JSON file of at most 1 MiB, which may have comments. Throws ConfigError where it cannot
/// be read, else as parse_json.
Json read_json_file(const std::filesystem::path& file, ConfigErrors& errors);

/// Applies "path=value": a dotted path (list items by index, from 0) and a JSON value, or a plain
/// string where it is no JSON. Missing objects on the way are created. Throws ConfigError for a
/// path that leads nowhere. Returns what to say of a value taken for a plain string, where it turns
/// out that none was wanted, else "".
std::string apply_override(Json& config, const std::string& assignment);

}  // namespace costruct::experiments
