// What files say of the batches of emails, as facts of a clustering.
#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/mail/email_links.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

struct Said {
  std::string id = "";
  std::optional<std::string> batch = {};
  std::vector<std::string> must = {}, cannot = {};
};

/// Emails of the lines 11, 12 ... of a file.
std::vector<LinkedEmail> emails_of(const std::vector<Said>& said) {
  std::vector<LinkedEmail> emails;
  for (const Said& each : said)
    emails.push_back(
        {each.id, {"m.jsonl", 11 + std::ssize(emails)}, each.batch, each.must, each.cannot});
  return emails;
}

Known known_of(const std::vector<Said>& said) {
  const std::vector<LinkedEmail> emails = emails_of(said);
  std::vector<const LinkedEmail*> all;
  for (const LinkedEmail& email : emails) all.push_back(&email);
  return known_links(all);
}

std::string error_of(const std::vector<Said>& said) {
  try {
    (void)known_of(said);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("emails of known batches are together or apart", "[data][email]") {
  CHECK(known_of({}).empty());
  CHECK(known_of({{"a"}, {}, {"b"}}).empty());
  CHECK(known_of({{"a", "x"}, {"b"}}).empty());  // one email of a batch says nothing
  CHECK(known_of({{"a", "x"}, {"b"}, {"c", "x"}}) == Known{{{0, 2, 1}}});
  CHECK(known_of({{"", "y"}, {"", "x"}, {}, {"", "x"}, {"", "z"}}) ==
        Known{{{1, 3, 1}, {1, 0, 4, 0}}});
}

TEST_CASE("links name emails by their ids", "[data][email]") {
  CHECK(known_of({{"a"}, {"b", {}, {"a"}, {"c"}}, {"c"}}) == Known{{{1, 0, 1}, {1, 2, 0}}});
  CHECK(known_of({{"", {}, {"b"}}, {"b"}}) == Known{{{0, 1, 1}}});  // it need not have an id itself
  CHECK(known_of({{"a", {}, {"b", "b"}}, {"b", {}, {"a"}}}).facts.size() == 3);
  CHECK(known_of({{"a", "x", {"b"}}, {"b"}, {"c", "y", {}, {"b"}}}).facts.size() == 3);
}

TEST_CASE("a wrong link is said with its place and what was expected", "[data][email]") {
  CHECK(error_of({{"a"}, {"b", {}, {"q"}}}) ==
        "m.jsonl:12: \"must\" has \"q\", an id of no email beside this one: expected an email from "
        "m.jsonl:11 to m.jsonl:12");
  CHECK(error_of({{"a", {}, {}, {"b"}}, {"b"}, {"b"}}) ==
        "m.jsonl:11: \"cannot\" has \"b\", an id of two emails, m.jsonl:12 and m.jsonl:13: "
        "expected an id of one");
  CHECK(error_of({{"a", {}, {"a"}}}) ==
        "m.jsonl:11: \"must\" has \"a\", the id of this email: expected another email");
  CHECK_THAT(error_of({{"a", {}, {"b"}}, {"b", {}, {}, {"a"}}}),
             Contains("m.jsonl:12: \"cannot\" has \"a\", an email that is in the same batch"));
  CHECK_THAT(error_of({{"a", "x", {"b"}}, {"b", "y"}}),
             Contains("m.jsonl:11: \"must\" has \"b\", an email that is in another batch"));
  CHECK_THAT(error_of({{"a", {}, {"b"}}, {"b", {}, {"c"}}, {"c", {}, {}, {"a"}}}),
             Contains("m.jsonl:13: \"cannot\" has \"a\", an email that is in the same batch"));
  CHECK(error_of({{"", {}, {""}}, {""}}) != "");  // no id is not an id
}

TEST_CASE("emails that are linked with each other are found over others", "[data][email]") {
  using Lists = std::vector<std::vector<Index>>;
  CHECK(linked_emails({}).empty());
  CHECK(linked_emails(emails_of({{"a"}, {"b", "x"}, {"c", "x"}})).empty());
  CHECK(linked_emails(emails_of({{"a", {}, {"c"}},
                                 {"b", {}, {"d", "d"}},
                                 {"c", {}, {}, {"e"}},
                                 {"d", {}, {"b"}},
                                 {"e"},
                                 {"f"}})) == Lists{{0, 2, 4}, {1, 3}});
}
