#include "costruct/problems/parsing/symbols.hpp"

namespace costruct::parsing {
namespace {

constexpr std::string_view kSpecial = "\\+@|_<>^";

/// Reads a name from the left.
class NameReader {
 public:
  explicit NameReader(std::string_view name) : rest_(name) {}

  bool take(char sign) {
    const bool is_next = rest_.starts_with(sign);
    if (is_next) rest_.remove_prefix(1);
    return is_next;
  }
  /// Returns the text before the next special character without a \ before it.
  std::string label() {
    std::string label;
    for (; !rest_.empty(); rest_.remove_prefix(1)) {
      if (rest_.front() == '\\' && rest_.size() > 1 && is_special(rest_[1])) {
        rest_.remove_prefix(1);
      } else if (is_special(rest_.front())) {
        break;
      }
      label += rest_.front();
    }
    return label;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  static bool is_special(char c) { return kSpecial.find(c) != std::string_view::npos; }
  std::string_view rest_;
};

}  // namespace

std::vector<std::string> Symbol::labels() const {
  std::vector<std::string> all = chain;
  if (is_leaf) all.push_back(tag);
  return all;
}

Symbol symbol_of(std::string_view name) {
  Symbol symbol;
  NameReader reader(name);
  symbol.is_intermediate = reader.take('@');
  do {
    symbol.is_leaf = !symbol.is_intermediate && reader.take('<');
    (symbol.is_leaf ? symbol.tag : symbol.chain.emplace_back()) = reader.label();
    if (symbol.chain.size() == 1 && !symbol.is_leaf) {
      while (reader.take('^')) reader.label();  // the nodes above
    }
  } while (!symbol.is_leaf && reader.take('+'));
  bool is_well_formed = !symbol.is_leaf || reader.take('>');
  if (symbol.is_intermediate && reader.take('|')) {
    do {
      if (!reader.take('@')) reader.label();
    } while (reader.take('_'));
  }
  is_well_formed = is_well_formed && reader.at_end();
  return is_well_formed ? symbol : Symbol{{std::string(name)}, "", false, false};
}

std::string escaped(std::string_view label) {
  std::string name;
  for (const char c : label) {
    if (kSpecial.find(c) != std::string_view::npos) name += '\\';
    name += c;
  }
  return name;
}

}  // namespace costruct::parsing
