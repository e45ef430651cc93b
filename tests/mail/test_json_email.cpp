#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/utf8_repair.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

std::string json_error(const std::string& line) {
  try {
    (void)email_from_json(line);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

std::string with_part(const std::string& fields) {
  return "{\"parts\": [{\"type\": \"text/plain\"}], " + fields + "}";
}

}  // namespace

TEST_CASE("an email in JSON has all its fields", "[data][email]") {
  const Email email = email_from_json(
      R"({"id": "a/1", "date": "2005-06-21T09:14:48+0000", "from": "\"Ann B\" <ann@b.example>", "subject": "=?raw?=",)"
      R"( "subject_text": "H\u00e4llo", "content_type": "Text/HTML", "x_mailer": "Bat", "recipients": 2, "size": 1074,)"
      R"( "other": {"parts": [1, [2]], "id": 3}, "parts": [{"type": "TEXT/html", "bytes": 5, "text": "<p>Hi"},)"
      R"( {"type": "image/gif", "bytes": 7, "filename": "a.gif", "more": [{"type": "x"}]}], "batch": 12, "label": "spam"})");
  CHECK(email.id == "a/1");
  CHECK(email.date == "2005-06-21T09:14:48+0000");
  CHECK(email.from == "\"Ann B\" <ann@b.example>");
  CHECK(email.subject == "Hällo");
  CHECK(email.content_type == "text/html");
  CHECK(email.mailer == "Bat");
  CHECK(email.recipients == 2);
  CHECK(email.size == 1074);
  CHECK(email.parts ==
        std::vector<EmailPart>{{"text/html", "", 5, "<p>Hi"}, {"image/gif", "a.gif", 7, ""}});
  CHECK(email.batch == "12");
  CHECK(email.label == "spam");
  CHECK(email_from_json(email_to_json(email)) == email);
}

TEST_CASE("an email in JSON has links to others", "[data][email]") {
  const Email email = email_from_json(
      R"({"must": ["a", "b\u00e9"], "parts": [{"text": "x"}], "cannot": ["c"], "id": "d"})");
  CHECK(email.must == std::vector<std::string>{"a", "b\xC3\xA9"});
  CHECK(email.cannot == std::vector<std::string>{"c"});
  CHECK(email.id == "d");
  CHECK(email.parts.size() == 1);
  CHECK(email_from_json(email_to_json(email)) == email);
  CHECK(email_from_json(R"({"must": ["a"], "must": [], "cannot": null, "parts": []})") == Email{});
  CHECK(email_from_json(R"({"x": {"must": 1}, "parts": [{"must": 1, "x": [1]}]})").must.empty());
}

TEST_CASE("only parts must be there, and null is as good as nothing", "[data][email]") {
  CHECK(email_from_json("{\"parts\": []}") == Email{});
  CHECK(email_from_json(R"({"parts": [], "id": null, "size": null, "batch": null, "x": null})") ==
        Email{});
  CHECK(email_from_json(R"({"parts": [], "subject": "raw"})").subject == "raw");
  CHECK(email_from_json(R"({"parts": [], "subject": "raw", "subject_text": ""})").subject.empty());
  CHECK(email_from_json(R"({"parts": [], "batch": "x y"})").batch == "x y");
  CHECK(email_from_json(R"({"parts": [], "batch": -3})").batch == "-3");
  CHECK(email_from_json(R"({"parts": [{"text": "a"}, {}], "parts": [{}]})").parts.size() == 1);
}

TEST_CASE("what is wrong with an email in JSON is said with what was expected", "[data][email]") {
  CHECK_THAT(json_error(""), Contains("no JSON at byte 1"));
  CHECK_THAT(json_error("{"), Contains("no JSON at byte"));
  CHECK_THAT(json_error("{\"parts\": []} x"), Contains("no JSON at byte"));
  CHECK_THAT(json_error("[]"), Contains("a list: expected a JSON object"));
  CHECK_THAT(json_error("null"), Contains("null: expected a JSON object"));
  CHECK_THAT(json_error("\"a\""), Contains("a string: expected a JSON object"));
  CHECK_THAT(json_error("{\"id\": \"a\"}"), Contains("no \"parts\": expected a list"));
  CHECK_THAT(json_error("{\"parts\": {}}"),
             Contains("\"parts\" is an object: expected a list of objects"));
  CHECK_THAT(json_error("{\"parts\": \"x\"}"),
             Contains("\"parts\" is \"x\": expected a list of objects"));
  CHECK_THAT(json_error("{\"parts\": [1]}"), Contains("a number in \"parts\": expected objects"));
  CHECK_THAT(json_error("{\"parts\": [null]}"), Contains("null in \"parts\": expected objects"));
  CHECK_THAT(json_error("{\"parts\": [[]]}"), Contains("a list in \"parts\": expected objects"));
  CHECK_THAT(json_error("{\"parts\": [{}, null]}"),
             Contains("null in \"parts\": expected objects"));
  CHECK_THAT(json_error("{\"parts\": [{\"text\": 1}]}"),
             Contains("\"text\" is a number: expected a string"));
  CHECK_THAT(json_error(with_part("\"size\": \"1\"")),
             Contains("\"size\" is \"1\": expected a number of at least 0"));
  CHECK_THAT(json_error(with_part("\"size\": -1")),
             Contains("\"size\" is -1: expected a number of at least 0"));
  CHECK_THAT(json_error(with_part("\"size\": 1.5")),
             Contains("\"size\" is 1.5: expected a whole number"));
  CHECK_THAT(json_error(with_part("\"size\": 18446744073709551615")),
             Contains("expected at most 1099511627776"));
  CHECK_THAT(json_error(with_part("\"size\": 1e999")), Contains("number overflow"));
  CHECK_THAT(json_error(with_part("\"batch\": 1.5")),
             Contains("\"batch\" is a number: expected a string or a whole"));
  CHECK_THAT(json_error(with_part("\"batch\": true")),
             Contains("expected a string or a whole number"));
  CHECK_THAT(json_error(with_part("\"label\": [1]")),
             Contains("\"label\" is a list: expected a string"));
  CHECK_THAT(json_error(with_part("\"from\": {\"a\": 1}")),
             Contains("\"from\" is an object: expected a string"));
  CHECK_THAT(json_error(with_part("\"must\": \"a\"")),
             Contains("\"must\" is \"a\": expected a list of the ids of emails"));
  CHECK_THAT(json_error(with_part("\"cannot\": {}")),
             Contains("\"cannot\" is an object: expected a list of the ids of emails"));
  for (const auto& [value, name] :
       {std::pair("1", "a number"), std::pair("null", "null"), std::pair("true", "true or false"),
        std::pair("[]", "a list"), std::pair("{}", "an object")}) {
    CHECK_THAT(json_error(with_part(std::string("\"must\": [\"a\", ") + value + "]")),
               Contains(std::string(name) + " in \"must\": expected strings, the ids of emails"));
  }
  std::string many = "{\"parts\": [{}";
  for (int i = 0; i < 1000; ++i) many += ",{}";
  CHECK_THAT(json_error(many + "]}"), Contains("more than 1000 parts"));
}

TEST_CASE("depth costs neither memory nor the stack", "[data][email]") {
  const std::size_t depth = 1'000'000;
  CHECK(email_from_json("{\"parts\": [], \"x\": " + std::string(depth, '[') +
                        std::string(depth, ']') + "}") == Email{});
  CHECK_THAT(json_error(std::string(depth, '[')), Contains("a list: expected a JSON object"));
  std::string objects;
  for (std::size_t i = 0; i < depth; ++i) objects += "{\"a\":";
  CHECK_THAT(json_error("{\"x\": " + objects), Contains("no JSON"));
}

TEST_CASE("bytes and escapes that are no UTF-8 are replaced", "[data][email]") {
  const auto subject = [](const std::string& text) {
    return email_from_json("{\"parts\": [], \"subject\": \"" + text + "\"}").subject;
  };
  CHECK(subject("a\xff\xc3(b") == "a\uFFFD\uFFFD(b");
  CHECK(subject("\\ud83d\\ude00") == "\U0001F600");
  CHECK(subject("a\\ud83d.\\ude00") == "a\uFFFD.\uFFFD");
  CHECK(subject("\\\\ud83d") == "\\ud83d");
  CHECK(subject("\\udc80\\ud800") == "\uFFFD\uFFFD");
  CHECK(subject("a\\u0000b") == std::string("a\0b", 3));
  CHECK_THAT(json_error(std::string("{\"parts\": [], \"subject\": \"a\0b\"}", 31)),
             Contains("no JSON"));
}

TEST_CASE("any email reads back from its JSON", "[data][email]") {
  Email email;
  email.id = std::string("a\"\\\n\0\x7f", 6);
  email.subject = "\u2028 \U0001F600";
  email.size = kLargestEmailNumber;
  email.parts = {{"text/plain", "", 0, ""}, {"", "x", 3, "\t"}};
  email.batch = " ";
  const std::string line = email_to_json(email);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(email_from_json(line) == email);
  CHECK_FALSE(email_from_json(R"({"parts": [], "batch": ""})").batch);
}

TEST_CASE("UTF-8 is told from what is none", "[data][email]") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("long enough for a block, \u00e4 \u20ac \U0001F600 \uFFFD"));
  for (const std::string text :
       {"\xe4", "12345678\xff", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "a\xe2\x82"}) {
    CHECK_FALSE(is_utf8(text));
    CHECK(is_utf8(utf8_of(text)));
  }
  CHECK(utf8_of_latin1("\xe4\x80\xff") == "\u00e4\u20ac\u00ff");
}
