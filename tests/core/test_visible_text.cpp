// What others have written, as messages show it: nothing a terminal obeys, and not long.
#include <catch2/catch.hpp>

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/core/text/visible_text.hpp"

using namespace costruct;
using Catch::Contains;

namespace {

// Whether a terminal would show every character of the text as a sign of its own.
bool is_harmless(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0) ||
        (c.code >= 0x202A && c.code <= 0x202E) || (c.code == kNoCharacter && c.bytes == 1))
      return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

std::string random_bytes(RandomStream& random, Index length) {
  // Bytes of which escape sequences, long characters and broken ones are made come often.
  const std::string often = "\x1b[]\n\r\t\x7f\x9b\xc2\xe2\x80\xae\xf0\x9f\x98\x80\\\"a";
  std::string text;
  for (Index i = 0; i < length; ++i) {
    text += random.below(2) == 0
                ? often[static_cast<std::size_t>(random.below(static_cast<Index>(often.size())))]
                : static_cast<char>(random.below(256));
  }
  return text;
}

}  // namespace

TEST_CASE("what a terminal would obey is written as an escape", "[core][visible]") {
  const auto [text, visible] = GENERATE(table<std::string, std::string>({
      {"plain", "plain"},
      {"Wörter, 語, 😀", "Wörter, 語, 😀"},
      {"a\x1b[31mred", "a\\u001b[31mred"},
      {"two\nlines\r\n\there", "two\\nlines\\r\\n\\there"},
      {std::string("nul\0", 4), "nul\\u0000"},
      {"\x7f", "\\u007f"},
      {"\xc2\x9b", "\\u009b"},                 // the control sequence introducer of 8 bits
      {"\x9b", "\\x9b"},                       // the same as a lone byte
      {"a\u202e\u2066z", "a\\u202e\\u2066z"},  // writes backwards
      {"les\u200bs", "les\\u200bs"},           // looks like "less"
      {"\xff\xc3", "\\xff\\xc3"},
      {"می\u200cخواهم", "می\u200cخواهم"},  // a joiner that belongs to the spelling
      {"back\\slash", "back\\slash"},
      {"a\xef\xbf\xbe\xef\xbf\xbfz", "a\\ufffe\\uffffz"},  // U+FFFE, U+FFFF: XML cannot have them
      {"\xf0\x9f\xbf\xbe\xef\xb7\x90", "\\u1fffe\\ufdd0"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},  // a surrogate, which is no UTF-8
  }));
  CHECK(visible_text(text) == visible);
}

TEST_CASE("any bytes become harmless text, done twice as done once", "[core][visible]") {
  RandomStream random(3, 0, "hostile bytes");
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random_bytes(random, random.below(60));
    const std::string visible = visible_text(text);
    CAPTURE(text);
    REQUIRE(is_harmless(visible));
    REQUIRE(visible_text(visible) == visible);
    const std::string lines = visible_text(text, "\n");
    REQUIRE(std::count(lines.begin(), lines.end(), '\n') ==
            std::count(text.begin(), text.end(), '\n'));
    const std::string cut = shortened(visible, 25);
    REQUIRE(is_harmless(cut));
    REQUIRE(cut.size() <= 25);
  }
}

TEST_CASE("JSON text stays JSON of the same meaning", "[core][visible]") {
  RandomStream random(4, 0, "hostile JSON");
  for (int i = 0; i < 500; ++i) {
    const std::string text = Json::array({random_bytes(random, 30), 1})
                                 .dump(-1, ' ', false, Json::error_handler_t::replace);
    REQUIRE(Json::parse(visible_text(text, "\n")) == Json::parse(text));
  }
}

TEST_CASE("a long text keeps its start and its end", "[core][visible]") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcdefghijkl", 9) == "abcd...kl");
  CHECK(shown_name(std::string(1 << 20, 'x')).size() == 200);
  CHECK(shown_name(std::string(1 << 20, '\x1b')).size() == 200);
}

TEST_CASE("errors are safe to print whatever they quote", "[core][visible]") {
  CHECK(std::string(ConfigError("a\x1b]0;title\x07 b\nforged: line").what()) ==
        "a\\u001b]0;title\\u0007 b\\nforged: line");
  CHECK(std::string(DataError(std::vector<std::string>{"one\x1b", "two"}).what()) ==
        "one\\u001b\ntwo");
  CHECK(std::string(ConfigError(std::string(1 << 20, 'x')).what()).size() <= 2000);

  ConfigErrors errors;
  const std::string hostile = "\x1b[2J\nc.json: all is well";
  errors.add("learner." + hostile, " = " + hostile + ": must be a number");
  errors.unknown_key(hostile, hostile, std::vector<std::string>{hostile});
  errors.unknown_key("sweep", std::string(1 << 20, 'k'), {});
  try {
    errors.throw_if_any("a\nb.json");
    FAIL("nothing was thrown");
  } catch (const ConfigError& error) {
    const std::string what = error.what();
    CHECK(std::count(what.begin(), what.end(), '\n') == 2);
    CHECK(what.find('\x1b') == std::string::npos);
    CHECK(what.size() < 2000);
    CHECK_THAT(what, Contains("a\\nb.json: learner.\\u001b[2J\\nc.json: all is well = "));
  }
}

TEST_CASE("of very many errors the first are listed and the others counted", "[core][visible]") {
  ConfigErrors errors;
  for (int i = 0; i < 1000; ++i) errors.add("key" + std::to_string(i), " is wrong");
  try {
    errors.throw_if_any("c.json");
    FAIL("nothing was thrown");
  } catch (const ConfigError& error) {
    const std::string what = error.what();
    CHECK(std::count(what.begin(), what.end(), '\n') == 20);
    CHECK_THAT(what, Contains("c.json: key19 is wrong\nand 980 more errors"));
  }
}

TEST_CASE("the first byte that is no UTF-8 is found wherever it stands", "[core][utf8]") {
  for (const char* whole : {"", "ascii", "Wörter, 語, 😀", "twenty letters of one byte, and more"})
    CHECK(first_not_utf8(whole) == std::string_view::npos);
  CHECK(first_not_utf8("\xef\xbf\xbd") == std::string_view::npos);  // U+FFFD itself is a character
  for (std::size_t before = 0; before < 20; ++before) {
    const std::string text = std::string(before, 'a') + "\xf1";
    CHECK(first_not_utf8(text + "o") == before);      // Latin-1
    CHECK(first_not_utf8("é" + text) == before + 2);  // cut off
  }
  // As character by character.
  RandomStream random(1, 0, "utf8");
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random_bytes(random, random.below(24));
    std::size_t at = 0, found = std::string::npos;
    while (at < text.size() && found == std::string::npos) {
      const Character c = first_character(std::string_view(text).substr(at));
      if (c.code == kNoCharacter && c.bytes == 1) found = at;
      at += c.bytes;
    }
    CHECK(first_not_utf8(text) == found);
  }
}
