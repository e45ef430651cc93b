#include <catch2/catch.hpp>
#include <thread>

#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/mime_email.hpp"
#include "costruct/mail/email/utf8_repair.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

constexpr const char* kNested =
    "Message-ID: <one@two.example>\n"
    "Date: Tue, 21 Jun 2005 09:07:17 -0100\n"
    "From: =?iso-8859-1?Q?J=FCrgen?= <juergen@example.org>\n"
    "To: a@b.example, \"C, D\" <c@d.example>\n"
    "Cc: friends: e@f.example, g@h.example;\n"
    "Subject: =?utf-8?B?R3LDvMOfZQ==?= =?utf-8?Q?_aus?=\n =?koi8-r?B?7c/Ty9fB?=\n"
    "X-Mailer: The Bat! (v3.0)\n"
    "MIME-Version: 1.0\n"
    "Content-Type: multipart/MIXED; boundary=\"out\"\n"
    "\n"
    "for old mailers\n"
    "--out\n"
    "Content-Type: multipart/alternative; boundary=in\n"
    "\n"
    "--in\n"
    "Content-Type: text/plain; charset=iso-8859-15\n"
    "Content-Transfer-Encoding: quoted-printable\n"
    "\n"
    "Gr=FC=DFe, 5 =A4 =\nmehr\n"
    "--in\n"
    "Content-Type: Text/HTML; charset=koi8-r\n"
    "Content-Transfer-Encoding: base64\n"
    "\n"
    "PGI+7c/Ty9fBPC9iPg==\n"
    "--in--\n"
    "--out\n"
    "Content-Type: image/gif; name=\"=?utf-8?Q?b=C3=A4r.gif?=\"\n"
    "Content-Disposition: attachment\n"
    "Content-Transfer-Encoding: base64\n"
    "\n"
    "AAECAwQF\n"
    "--out\n"
    "Content-Type: message/rfc822\n"
    "\n"
    "Subject: inside\n"
    "\n"
    "within\n"
    "--out--\n";

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

bool all_utf8(const Email& email) {
  bool all = is_utf8(email.id) && is_utf8(email.date) && is_utf8(email.from) &&
             is_utf8(email.subject) && is_utf8(email.content_type) && is_utf8(email.mailer);
  for (const EmailPart& part : email.parts)
    all = all && is_utf8(part.type) && is_utf8(part.filename) && is_utf8(part.text);
  return all;
}

}  // namespace

TEST_CASE("an email of nested parts is read with its encodings undone", "[data][email]") {
  const Email email = email_from_mime(kNested);
  CHECK(email.id == "one@two.example");
  CHECK(email.date == "2005-06-21T09:07:17-0100");
  CHECK(email.from == "Jürgen <juergen@example.org>");
  CHECK(email.subject == "Grüße ausМосква");  // blanks between encoded words are none
  CHECK(email.mailer == "The Bat! (v3.0)");
  CHECK(email.recipients == 4);
  CHECK(email.content_type == "multipart/mixed");
  CHECK(email.size == static_cast<Index>(std::string(kNested).size()));
  REQUIRE(email.parts.size() == 4);
  CHECK(email.parts[0] == EmailPart{"text/plain", "", 15, "Grüße, 5 € mehr"});
  CHECK(email.parts[1] == EmailPart{"text/html", "", 13, "<b>Москва</b>"});
  CHECK(email.parts[2] == EmailPart{"image/gif", "bär.gif", 6, ""});
  CHECK(email.parts[3].type == "text/plain");
  CHECK(email.parts[3].text == "within");
  CHECK(email_from_json(email_to_json(email)) == email);
}

TEST_CASE("CRLF makes no difference but in size", "[data][email]") {
  std::string windows;
  for (const char* c = kNested; *c != 0; ++c)
    windows += *c == '\n' ? std::string("\r\n") : std::string(1, *c);
  Email email = email_from_mime(windows);
  const Email expected = email_from_mime(kNested);
  CHECK(email.subject == expected.subject);
  CHECK(email.recipients == expected.recipients);
  REQUIRE(email.parts.size() == expected.parts.size());
  CHECK(email.parts[1] == expected.parts[1]);
}

TEST_CASE("text without a true character set is UTF-8 if it can be, else ISO 8859-1",
          "[data][email]") {
  const auto text = [](const std::string& charset, const std::string& bytes) {
    const Email email = email_from_mime("Content-Type: text/plain" + charset + "\n\n" + bytes);
    return email.parts.size() == 1 ? email.parts[0].text : "?";
  };
  CHECK(text("", "\xc3\xa4") == "ä");
  CHECK(text("", "\xe4") == "ä");
  CHECK(text("; charset=us-ascii", "\xe4") == "ä");
  CHECK(text("; charset=utf-8", "\xe4") == "ä");
  CHECK(text("; charset=no-such-thing", "\xe4") == "ä");
  CHECK(text("; charset=\"../../x//TRANSLIT\"", "\xe4") == "ä");
  CHECK(text("; charset=windows-1252", "\x80") == "€");
  CHECK(text("; charset=utf-16be", std::string("\0a\xd8\0\0b", 6)).starts_with("a\uFFFD"));
  CHECK(text("; charset=shift_jis", "\x83\x65\xff") == "テ\uFFFD");
  CHECK(text("; charset=ks_c_5601-1987", "\xc7\xd1") == "한");
  CHECK(text("; charset=utf-7", "+AOQ-") == "ä");
}

TEST_CASE("headers that are missing or empty leave fields empty", "[data][email]") {
  const Email email = email_from_mime("From:\nSubject: \nDate: never\n\nhello");
  CHECK(email.id.empty());
  CHECK(email.from.empty());
  CHECK(email.subject.empty());
  CHECK(email.recipients == 0);
  CHECK(email.content_type == "text/plain");
  REQUIRE(email.parts.size() == 1);
  CHECK(email.parts[0].text == "hello");
  CHECK(email_from_mime("User-Agent: mutt\n\n").mailer == "mutt");
  CHECK(email_from_mime("To: undisclosed-recipients:;\n\n").recipients == 0);
}

TEST_CASE("the batch of an email stands in a header", "[data][email]") {
  CHECK(email_from_mime("X-Batch: a\nSubject: b\n\n").batch == "a");
  CHECK(email_from_mime("x-batch:  12 \r\n\r\nX-Batch: 13").batch == "12");
  CHECK_FALSE(email_from_mime("X-Batch:  \n\n").batch.has_value());
  CHECK_FALSE(email_from_mime("Subject: b\n\nX-Batch: a\n").batch.has_value());
}

TEST_CASE("what is no email gives what can be read", "[data][email]") {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("hello"), std::string(100, '\0'),
        std::string("\xff\xfe\n\n\xff"), std::string("Content-Type: multipart/mixed\n\nno border"),
        std::string("Content-Type: multipart/mixed; boundary=\n\n--\n--\n"),
        std::string("Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: "
                    "text/plain\nContent-Transfer-Encoding: base64\n\n!!!"),
        std::string("Content-Type: message/rfc822\n\n"),
        std::string("Subject: =?utf-8?B?/w==?= =?x?Q?=?=\n\n")}) {
    const Email email = email_from_mime(text);
    CHECK(all_utf8(email));
    CHECK(email.size == static_cast<Index>(text.size()));
  }
}

TEST_CASE("depth and number of parts, headers and text are limited", "[data][email]") {
  std::string deep;
  for (int i = 0; i < 20'000; ++i)
    deep += fmt::format("Content-Type: multipart/mixed; boundary=b{}\n\n--b{}\n", i, i);
  CHECK(email_from_mime(deep).parts.size() <= kMostMimeParts);
  CHECK(email_from_mime(repeated("Content-Type: message/rfc822\n\n", 100'000)).parts.size() <= 1);

  const std::string wide =
      "Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\nx\n", 200'000);
  CHECK(email_from_mime(wide).parts.size() == kMostMimeParts);

  const Email headers = email_from_mime("Subject: a\n" + repeated("X: y\n", 1'000'000) + "\ntext");
  CHECK(headers.subject == "a");

  const Email text = email_from_mime("Subject: a\n\n" + repeated("\xe4", 3'000'000));
  CHECK(text.parts.at(0).bytes == 3'000'000);
  CHECK(text.parts[0].text.size() == kMostPartText);
  CHECK(is_utf8(text.parts[0].text));
}

TEST_CASE("headers that would exhaust the stack are cut", "[data][email]") {
  for (const std::string sign : {"a:", "a:b@c,", "(", "<@", "\"", "=?utf-8?q?a?= ", "a;", "\\"}) {
    const Email email = email_from_mime("Subject: kept\nTo: " + repeated(sign, 2'000'000) +
                                        "\nX-Mailer: m\n\ntext");
    CHECK(email.subject == "kept");
    CHECK(email.mailer == "m");
    CHECK(all_utf8(email));
  }
  // behind an empty line, within a message
  const Email inner = email_from_mime(
      "Content-Type: message/rfc822\n\nTo: " + repeated("a:", 2'000'000) + "\n\ntext");
  CHECK(inner.parts.size() <= 1);
  const Email digest = email_from_mime("Content-Type: multipart/digest; boundary=b\n\n--b\n\nTo: " +
                                       repeated("a:", 2'000'000) + "\n\ntext\n--b--\n");
  CHECK(digest.parts.size() <= 1);
}

TEST_CASE("a long header of many recipients keeps those of its first 64 KiB", "[data][email]") {
  CHECK(email_from_mime("To: " + repeated("abc@example.org, ", 1000) + "z@example.org\n\n")
            .recipients == 1001);
  const Index cut =
      email_from_mime("To: " + repeated("abc@example.org, ", 100'000) + "\nSubject: s\n\n")
          .recipients;
  CHECK(cut >= 3800);
  CHECK(cut <= 3900);
}

TEST_CASE("emails are read by several threads at once", "[data][email]") {
  const Email expected = email_from_mime(kNested);
  std::vector<int> same(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < same.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) same[t] += email_from_mime(kNested) == expected ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(same == std::vector<int>(4, 200));
}
