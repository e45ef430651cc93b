// Forms of JSON values: what check_form() says of right and wrong values, and what forms say of
// themselves.
#include <catch2/catch.hpp>

#include "costruct/core/json/value_form.hpp"

namespace costruct {
namespace {

std::string errors_of(const Json& form, const char* value) {
  ConfigErrors errors;
  check_form(form, Json::parse(value), "x", errors);
  std::string all;
  for (const std::string& message : errors.messages()) all += message + "\n";
  return all;
}

const Json kLengths = list_form("list of lengths", integer_form({.at_least = 1, .at_most = 20}),
                                {.at_least = 1, .at_most = 3, .is_distinct = true});

}  // namespace

TEST_CASE("values have a form or are told what it is", "[core][forms]") {
  struct Case {
    Json form;
    const char* value;
    const char* message;
  };
  const Json number = number_form({.greater_than = 0, .at_most = 2.5});
  const Json either =
      any_form("path, or list of paths", {text_form("path"), list_form("", text_form("path"))});
  const std::vector<Case> cases{
      {text_form("name"), R"("a")", ""},
      {text_form("name"), R"("")", "x = \"\": must be a name\n"},
      {text_form("name"), R"("a\u0000b")", "x = \"a\\u0000b\": must not hold the character NUL\n"},
      {text_form(), "1", "x = 1: must be text that is not empty\n"},
      {number, "2.5", ""},
      {number, "0", "x = 0: must be a number > 0 and <= 2.5\n"},
      {number, "2.6", "x = 2.6: must be a number > 0 and <= 2.5\n"},
      {number, "null", "x = null: must be a number > 0 and <= 2.5\n"},
      {integer_form({}), "9223372036854775807", ""},
      {integer_form({}), "9223372036854775808", "x = 9223372036854775808: must be an integer\n"},
      {integer_form({}), "1.0", "x = 1.0: must be an integer\n"},
      {or_null(number), "null", ""},
      {or_null({{"const", "all"}}), "null", ""},
      {or_null({{"const", "all"}}), "\"all\"", ""},
      {or_null(number), "3", "x = 3: must be a number > 0 and <= 2.5, or null\n"},
      {kLengths, "[3, 1]", ""},
      {kLengths, "3", "x = 3: must be a list of lengths\n"},
      {kLengths, "[]", "x = []: must be a list of lengths, and must have at least 1 item\n"},
      {kLengths, "[1, 2, 3, 4]",
       "x = [1,2,3,4]: must be a list of lengths, and must have at most 3 items\n"},
      {kLengths, "[1, 0, 99]", "x.1 = 0: must be an integer >= 1 and <= 20\n"},
      {kLengths, "[1, 2, 1]", "x = [1,2,1]: 1 stands twice\n"},
      {either, R"("a")", ""},
      {either, R"(["a", "b"])", ""},
      {either, "1", "x = 1: must be a path, or list of paths\n"},
      {either, R"(["a", ""])", "x.1 = \"\": must be a path\n"},
      {tuple_form("pair", {number, text_form()}), R"([1, "a"])", ""},
      {tuple_form("pair", {number, text_form()}), R"([1])", "x = [1]: must be a pair\n"},
      {tuple_form("pair", {number, text_form()}), R"([1, 2])",
       "x.1 = 2: must be text that is not empty\n"},
      {map_form("object of shares", number, 1), R"({"a": 1})", ""},
      {map_form("object of shares", number, 1), "{}", "x = {}: must be an object of shares\n"},
      {map_form("object of shares", number), R"({"a": 1, "b": -1})",
       "x.b = -1: must be a number > 0 and <= 2.5\n"},
      {one_value_of({"", ",", nullptr}), R"(",")", ""},
      {one_value_of({"slow", "fast"}), R"("fsat")", "x = \"fsat\": did you mean fast?\n"},
      {one_value_of({"slow", "fast"}), "3", "x = 3: must be slow or fast\n"},
  };
  for (const Case& each : cases) {
    INFO(each.form << " " << each.value);
    CHECK(errors_of(each.form, each.value) == each.message);
    CHECK(has_form(each.form, Json::parse(each.value)) == (*each.message == '\0'));
  }
}

TEST_CASE("objects have the keys that they must have, and no others", "[core][forms]") {
  const Json form = {{"type", "object"},
                     {"properties", {{"first", integer_form({.at_least = 1})}}},
                     {"required", {"first"}},
                     {"additionalProperties", false}};
  CHECK(errors_of(form, R"({"first": 1})").empty());
  CHECK(errors_of(form, "{}") == "x.first is missing: expected an integer >= 1\n");
  CHECK(errors_of(form, R"({"first": 0})") == "x.first = 0: must be an integer >= 1\n");
  CHECK(errors_of(form, R"({"first": 1, "frist": 2})").find("did you mean first?") !=
        std::string::npos);
  CHECK(errors_of(form, "[]") == "x = []: must be an object\n");
}

TEST_CASE("only the first wrong item of a long list is told", "[core][forms]") {
  const Json list(1'000'000, -1);
  ConfigErrors errors;
  check_form(list_form("list of lengths", integer_form({.at_least = 1})), list, "x", errors);
  CHECK(errors.messages().size() == 1);
}

TEST_CASE("forms are JSON schemas with short numbers", "[core][forms]") {
  CHECK(kLengths == Json::parse(R"({"title": "list of lengths", "type": "array", "minItems": 1,
      "maxItems": 3, "uniqueItems": true,
      "items": {"type": "integer", "minimum": 1, "maximum": 20}})"));
  CHECK(number_form({.at_least = 0.5}).dump() == R"({"minimum":0.5,"type":"number"})");
  CHECK(form_text(or_null(text_form("path"))) == "path");
  CHECK(form_text(one_value_of({"a", nullptr, "b"})) == "a or b");
}

}  // namespace costruct
