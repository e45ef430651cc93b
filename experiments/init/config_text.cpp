#include "costruct/experiments/init/config_text.hpp"

#include <sstream>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kTextWidth = 100;

// The value on one line, with a blank behind commas and colons.
std::string on_one_line(const OrderedConfig& value) {
  const auto listed = [](auto&& items, const auto& text, char open, char close) {
    std::string line(1, open);
    for (const auto& item : items) line += (line.size() == 1 ? "" : ", ") + text(item);
    return line + close;
  };
  if (value.is_array()) return listed(value, on_one_line, '[', ']');
  if (!value.is_object())
    return value.dump(-1, ' ', false, OrderedConfig::error_handler_t::replace);
  const auto member = [](const auto& item) {
    return on_one_line(item.key()) + ": " + on_one_line(item.value());
  };
  return listed(value.items(), member, '{', '}');
}

void add_comment(const std::map<std::string, std::string>& comments, const std::string& path,
                 const std::string& indent, std::string& text) {
  const auto at = comments.find(path);
  if (at == comments.end()) return;
  std::string line = indent + "//";
  std::istringstream words(visible_text(at->second));
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kTextWidth) {
      text += line + "\n";
      line = indent + "//";
    }
    line += " " + word;
  }
  text += line + "\n";
}

bool has_comment_below(const std::map<std::string, std::string>& comments,
                       const std::string& path) {
  const auto at = comments.lower_bound(path + ".");
  return at != comments.end() && at->first.starts_with(path + ".");
}

// Adds a value behind its key. `used`: the characters of the line so far.
void add_value(const OrderedConfig& value, const std::map<std::string, std::string>& comments,
               const std::string& path, const std::string& indent, std::size_t used,
               std::string& text) {
  const std::string line = on_one_line(value);
  const bool fits = used + line.size() + 1 <= kTextWidth && !has_comment_below(comments, path);
  if ((fits && !path.empty()) || !value.is_structured() || value.empty()) {
    text += line;
    return;
  }
  const std::string deeper = indent + "  ";
  text += value.is_array() ? "[\n" : "{\n";
  std::size_t left = value.size();
  for (const auto& item : value.items()) {
    const std::string own = path.empty() ? item.key() : path + "." + item.key();
    add_comment(comments, own, deeper, text);
    const std::string key = value.is_array() ? "" : on_one_line(item.key()) + ": ";
    text += deeper + key;
    add_value(item.value(), comments, own, deeper, deeper.size() + key.size(), text);
    text += --left > 0 ? ",\n" : "\n";
  }
  text += indent + (value.is_array() ? "]" : "}");
}

}  // namespace

std::string config_text(const OrderedConfig& config,
                        const std::map<std::string, std::string>& comments) {
  std::string text;
  add_comment(comments, "", "", text);
  add_value(config, comments, "", "", 0, text);
  return text + "\n";
}

}  // namespace costruct::experiments
