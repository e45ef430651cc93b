#include "costruct/mail/email/visible_body.hpp"

#include <algorithm>
#include <array>

#include "costruct/mail/email/text_hash.hpp"
#include "costruct/mail/email/utf8_repair.hpp"

namespace costruct::experiments {

namespace {

constexpr std::size_t kLongestLink = 200;
constexpr std::size_t kMostLinks = 1000;
constexpr std::size_t kLongestEntity = 10;

struct Entity {
  std::string_view name;
  char32_t code;
};

constexpr Entity kEntities[] = {
    {"amp", '&'},      {"lt", '<'},       {"gt", '>'},        {"quot", '"'},     {"apos", '\''},
    {"nbsp", ' '},     {"bull", 0x2022},  {"hellip", 0x2026}, {"ndash", 0x2013}, {"mdash", 0x2014},
    {"lsquo", 0x2018}, {"rsquo", 0x2019}, {"ldquo", 0x201C},  {"rdquo", 0x201D}, {"trade", 0x2122},
    {"euro", 0x20AC},  {"zwnj", 0x200C},  {"OElig", 0x0152},  {"oelig", 0x0153}, {"sbquo", 0x201A},
    {"laquo", 0xAB},   {"raquo", 0xBB}};

// U+00A1 to U+00FF. Those that are also in the table above are there because they are frequent.
constexpr std::string_view kLatin1Entities[] = {
    "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",
    "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",
    "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",
    "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",
    "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute",
    "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",
    "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",
    "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave",
    "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",    "ntilde",
    "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave", "uacute",
    "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};
static_assert(std::size(kLatin1Entities) == 0xFF - 0xA1 + 1);

// Tags that do not split a word: "v<b>i</b>sible".
constexpr std::string_view kInlineTags[] = {"a",      "abbr",   "b",   "big", "em",    "script",
                                            "style",  "font",   "i",   "s",   "small", "span",
                                            "strike", "strong", "sub", "sup", "tt",    "u"};
// Tags that count as a blank. All other tags end a line.
constexpr std::string_view kBlankTags[] = {"td", "th", "img", "input", "label", "code"};

template <std::size_t count>
bool is_listed(const std::string_view (&names)[count], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_html_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_tag_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether a text has `name` (in lower case) at `place`, in any case.
bool has_lower_at(std::string_view text, std::size_t place, std::string_view name) {
  if (text.size() - place < name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (lower_letter(text[place + i]) != name[i]) return false;
  }
  return true;
}

std::size_t find_lower(std::string_view text, std::size_t place, std::string_view name) {
  for (; place + name.size() <= text.size(); ++place) {
    if (lower_letter(text[place]) == name[0] && has_lower_at(text, place, name)) return place;
  }
  return text.npos;
}

// The value of an attribute of a tag, quoted or not; "" if the tag does not have it.
std::string_view attribute(std::string_view tag, std::string_view name) {
  for (std::size_t place = 0; (place = find_lower(tag, place, name)) != tag.npos;
       place += name.size()) {
    if (place == 0 ||
        !(is_html_blank(tag[place - 1]) || tag[place - 1] == '"' || tag[place - 1] == '\''))
      continue;
    std::size_t at = place + name.size();
    while (at < tag.size() && is_html_blank(tag[at])) ++at;
    if (at == tag.size() || tag[at] != '=') continue;
    ++at;
    while (at < tag.size() && is_html_blank(tag[at])) ++at;
    if (at == tag.size()) return {};
    if (tag[at] == '"' || tag[at] == '\'') {
      const std::size_t end = std::min(tag.find(tag[at], at + 1), tag.size());
      return tag.substr(at + 1, end - at - 1);
    }
    std::size_t end = at;
    while (end < tag.size() && !is_html_blank(tag[end])) ++end;
    return tag.substr(at, end - at);
  }
  return {};
}

// Reads one HTML part.
class HtmlText {
 public:
  HtmlText(std::string_view html, VisibleBody& body) : html_(html), body_(body) {}

  void read() {
    while (place_ < html_.size() && body_.text.size() < kMostVisibleBytes) {
      const char c = html_[place_];
      if (c == '<') {
        markup();
      } else if (c == '&') {
        entity();
      } else if (is_html_blank(c)) {
        blank();
        ++place_;
      } else {
        body_.text.push_back(c);
        ++place_;
      }
    }
  }

 private:
  void blank() {
    if (!body_.text.empty() && body_.text.back() != ' ' && body_.text.back() != '\n')
      body_.text.push_back(' ');
  }
  void new_line() {
    if (!body_.text.empty() && body_.text.back() != '\n') body_.text.push_back('\n');
  }

  void markup() {
    const std::string_view rest = html_.substr(place_);
    if (rest.starts_with("<!--")) {
      const std::size_t end = html_.find("-->", place_ + 4);
      place_ = end == html_.npos ? html_.size() : end + 3;
      return;
    }
    const bool is_tag = rest.size() > 1 && (is_tag_letter(rest[1]) || rest[1] == '/' ||
                                            rest[1] == '!' || rest[1] == '?');
    const std::size_t end = is_tag && !no_more_ends_ ? html_.find('>', place_) : html_.npos;
    if (end == html_.npos) {
      if (is_tag) no_more_ends_ = true;
      body_.text.push_back('<');
      ++place_;
      return;
    }
    tag(html_.substr(place_ + 1, end - place_ - 1));
    place_ = std::max(end + 1, place_);
    if (skipped_until_.empty()) return;
    const std::size_t close = find_lower(html_, place_, skipped_until_);
    place_ = close == html_.npos ? html_.size() : close;
    skipped_until_ = {};
  }

  void tag(std::string_view inside) {
    std::array<char, 12> letters{};
    std::size_t length = 0;
    const bool closes = inside.starts_with('/');
    for (std::size_t i = closes ? 1 : 0; i < inside.size() && length < letters.size(); ++i) {
      if (is_html_blank(inside[i]) || inside[i] == '/') break;
      letters[length++] = lower_letter(inside[i]);
    }
    const std::string_view name(letters.data(), length);
    TextHash hash(closes ? 2 : 1);
    hash.add(name);
    body_.tags.push_back(hash.value());
    if (!closes) opening(name, inside);
    if (is_listed(kInlineTags, name)) return;
    if (is_listed(kBlankTags, name)) {
      blank();
    } else {
      new_line();
    }
  }

  void opening(std::string_view name, std::string_view inside) {
    if (name == "style") {
      skipped_until_ = "</style";
    } else if (name == "script") {
      skipped_until_ = "</script";
    } else if (name == "title") {
      skipped_until_ = "</title";
    } else if (name == "a" || name == "area" || name == "form") {
      const std::string_view link = attribute(inside, name == "form" ? "action" : "href");
      if (!link.empty() && body_.links.size() < kMostLinks)
        body_.links.emplace_back(link.substr(0, kLongestLink));
    } else if (name == "meta" && body_.charset == 0) {
      const std::size_t place = find_lower(inside, 0, "charset=");
      if (place == inside.npos) return;
      TextHash hash;
      std::size_t i = place + 8;
      if (i < inside.size() && (inside[i] == '"' || inside[i] == '\'')) ++i;
      for (;
           i < inside.size() && inside[i] != '"' && inside[i] != '\'' && !is_html_blank(inside[i]);
           ++i)
        hash.add(lower_letter(inside[i]));
      body_.charset = hash.value();
    }
  }

  void entity() {
    const std::string_view rest = html_.substr(place_ + 1, kLongestEntity + 1);
    const std::size_t end = rest.find(';');
    const char32_t code = end == rest.npos ? 0 : entity_code(rest.substr(0, end));
    if (code == 0) {
      body_.text.push_back('&');
      ++place_;
      return;
    }
    place_ += end + 2;
    if (code == ' ' || code == 0xA0 || code == '\n') {
      blank();
    } else if (code != 0xAD && code != 0x200C) {  // these two are invisible
      append_utf8(code, body_.text);
    }
  }

  static char32_t entity_code(std::string_view name) {
    if (name.starts_with('#')) return numeric_code(name.substr(1));
    for (const Entity& each : kEntities) {
      if (each.name == name) return each.code;
    }
    for (std::size_t i = 0; i < std::size(kLatin1Entities); ++i) {
      if (kLatin1Entities[i] == name) return static_cast<char32_t>(0xA1 + i);
    }
    return 0;
  }

  static char32_t numeric_code(std::string_view digits) {
    const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
    if (hexadecimal) digits.remove_prefix(1);
    char32_t code = 0;
    for (const char c : digits) {
      const char low = lower_letter(c);
      const int digit = low >= '0' && low <= '9'                  ? low - '0'
                        : hexadecimal && low >= 'a' && low <= 'f' ? low - 'a' + 10
                                                                  : -1;
      if (digit < 0) return 0;
      code = code * (hexadecimal ? 16 : 10) + static_cast<char32_t>(digit);
      if (code > 0x10FFFF) return 0;
    }
    return code < 0x20 ? (code == 0 ? 0 : ' ') : code;
  }

  std::string_view html_;
  VisibleBody& body_;
  std::size_t place_ = 0;
  bool no_more_ends_ = false;       // whether there is no > after place_
  std::string_view skipped_until_;  // the end tag of a style, script or title
};

}  // namespace

VisibleBody visible_body(const Email& email) {
  VisibleBody body;
  std::size_t left = kMostBodyBytes;
  for (const EmailPart& part : email.parts) {
    if (part.text.empty()) continue;
    const std::string_view text = std::string_view(part.text).substr(0, left);
    left -= text.size();
    if (body.text.size() >= kMostVisibleBytes) break;
    if (part.type == "text/html") {
      HtmlText(text, body).read();
    } else {
      body.text.append(text.substr(0, kMostVisibleBytes - body.text.size()));
    }
    if (!body.text.empty() && body.text.back() != '\n') body.text.push_back('\n');
  }
  return body;
}

}  // namespace costruct::experiments
