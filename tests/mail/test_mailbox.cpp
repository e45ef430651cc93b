#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email_formats.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using Strings = std::vector<std::string>;

namespace {

std::vector<Email> read_all(EmailSource& source) {
  std::vector<Email> emails;
  for (Email email; source.next(email);) emails.push_back(email);
  return emails;
}

std::string reading_error(const std::filesystem::path& path, const std::string& format) {
  try {
    read_all(*open_emails(path, format));
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

std::string text_of(const Email& email) {
  return email.parts.empty() ? "" : email.parts[0].text;
}

}  // namespace

TEST_CASE("emails of JSON lines know their lines, and errors too", "[data][email]") {
  const TestFolder folder;
  const auto file = folder.write(
      "a.jsonl",
      "{\"parts\": [], \"id\": \"1\"}\n\n{\"parts\": [], \"id\": \"2\"}\n{\"parts\": 3}\n");
  const auto source = open_emails(file, "jsonl");
  Email email;
  REQUIRE(source->next(email));
  CHECK(email.id == "1");
  CHECK(source->line() == 1);
  REQUIRE(source->next(email));
  CHECK(email.id == "2");
  CHECK(source->line() == 3);
  CHECK(source->file() == file.string());
  CHECK_THROWS_WITH(source->next(email),
                    Contains("a.jsonl:4: \"parts\" is a number: expected a list of objects"));
}

TEST_CASE("an mbox is split at lines From behind empty lines", "[data][email]") {
  const TestFolder folder;
  const auto file =
      folder.write("box",
                   "From a@b Tue Jun 21 09:07:17 2005\nSubject: one\n\nfirst\nFrom here "
                   "on\n>From there\n>>From far\n> From\n\n"
                   "From c@d Tue Jun 21 09:07:17 2005\nSubject: two\n\n\n"
                   "From\n\nFrom e\nSubject: three\n\nlast");
  const auto source = open_emails(file, "mbox");
  Email email;
  REQUIRE(source->next(email));
  CHECK(source->line() == 1);
  CHECK(email.subject == "one");
  CHECK(text_of(email) == "first\nFrom here on\nFrom there\n>From far\n> From\n");
  REQUIRE(source->next(email));
  CHECK(source->line() == 10);
  CHECK(email.subject == "two");
  CHECK(text_of(email) == "\nFrom\n");
  REQUIRE(source->next(email));
  CHECK(source->line() == 16);
  CHECK(email.subject == "three");
  CHECK(text_of(email) == "last");
  CHECK_FALSE(source->next(email));
  CHECK_FALSE(source->next(email));
}

TEST_CASE("a line of text that begins with From begins no email if the others have dates",
          "[data][email]") {
  const TestFolder folder;
  const auto file = folder.write("box",
                                 "From a@b Tue Jun 21 09:07:17 2005\nSubject: one\n\nHello\n\n"
                                 "From Monday on, at 10:00 each day.\n\n"
                                 "From c@d Tue Jun 21 09:07:17 2005\nSubject: two\n\nlast\n");
  const std::vector<Email> emails = read_all(*open_emails(file, "mbox"));
  REQUIRE(emails.size() == 2);
  CHECK_THAT(text_of(emails[0]), Contains("From Monday on"));
  CHECK(emails[1].subject == "two");
  const auto plain = folder.write("plain",
                                  "From a\nSubject: one\n\nHello\n\n"
                                  "From b and c\nSubject: two\n\nlast\n");
  CHECK(read_all(*open_emails(plain, "mbox")).size() == 2);  // no line has a date
}

TEST_CASE("Content-Length says where the body of an email ends, if an email begins there",
          "[data][email]") {
  const std::string separator = "From a@b Tue Jun 21 09:07:17 2005\n";
  const std::string body = "Hello\n\n" + separator + "is a line of this text\n";
  const TestFolder folder;
  const auto emails_of = [&](std::size_t length) {
    const auto file = folder.write("box", separator + "Content-Length: " + std::to_string(length) +
                                              "\nSubject: one\n\n" + body + "\n" + separator +
                                              "Subject: two\n\nlast\n");
    return read_all(*open_emails(file, "mbox"));
  };
  const std::vector<Email> right = emails_of(body.size());
  REQUIRE(right.size() == 2);
  CHECK_THAT(text_of(right[0]), Contains("is a line of this text"));
  CHECK(right[1].subject == "two");
  for (const std::size_t wrong : {body.size() - 3, body.size() + 9, std::size_t{1} << 40})
    CHECK(emails_of(wrong).size() == 3);
}

TEST_CASE("what has no labels has none to rename, and says so", "[data][email]") {
  if (find_format("jsonl") == nullptr) add_email_formats();
  for (const std::string name : {"jsonl", "candidates", "tmalign", "fasta_pairs"}) {
    const Json renamed = {{"format", name}, {"label_map", {{"a", "b"}}}};
    CHECK_THAT(message_of<ConfigError>([&] { find_format(name)->examples(renamed); }),
               Contains("data.label_map: ") && Contains(" have no labels to rename: leave it out"));
    for (const Json& none : {Json(), Json::object()})
      CHECK_NOTHROW(find_format(name)->examples({{"format", name}, {"label_map", none}}));
  }
}

TEST_CASE("an mbox longer than a block, with NUL bytes and CRLF, is read whole", "[data][email]") {
  const TestFolder folder;
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += fmt::format("From x\r\nSubject: {}\r\n\r\n", i) + std::string(20'000, 'x') +
            std::string(3, '\0') + "\r\n\r\n";
  const std::vector<Email> emails = read_all(*open_emails(folder.write("box", text), "mbox"));
  REQUIRE(emails.size() == 50);
  for (int i = 0; i < 50; ++i) {
    CHECK(emails[static_cast<std::size_t>(i)].subject == std::to_string(i));
    CHECK(emails[static_cast<std::size_t>(i)].parts.at(0).bytes == 20'005);
  }
}

TEST_CASE("what is no mbox is refused with its line", "[data][email]") {
  const TestFolder folder;
  CHECK_THAT(reading_error(folder.write("a", "\nSubject: x\n\n"), "mbox"),
             Contains("a:2: found \"Subject: x\": expected a line \"From "));
  CHECK(reading_error(folder.write("b", ""), "mbox").empty());
  CHECK(reading_error(folder.write("c", "\n\n"), "mbox").empty());
  CHECK_THAT(reading_error(folder.path() / "missing", "mbox"), Contains("missing"));
  CHECK_THAT(reading_error(folder.write("d", "x.gz"), "maildir"), Contains("expected a folder"));
  CHECK_THROWS_AS(open_emails(folder.path(), "pst"), ConfigError);
}

TEST_CASE("an email that is too long is refused in bounded memory", "[data][email]") {
  // endless lines, and an endless line
  class Endless : public ByteSource {
   public:
    explicit Endless(char sign) : sign_(sign) {}
    std::size_t read(std::span<char> block) override {
      std::fill(block.begin(), block.end(), sign_);
      if (first_) std::copy_n("From a\n", 7, block.begin());
      first_ = false;
      return block.size();
    }

   private:
    char sign_;
    bool first_ = true;
  };
  for (const char sign : {'\n', 'x'}) {
    Email email;
    CHECK_THROWS_WITH(mbox_emails("box", std::make_unique<Endless>(sign))->next(email),
                      "box:1: an email of more than 64 MiB");
  }
}

TEST_CASE("a maildir is read in the order of its file names", "[data][email]") {
  const TestFolder folder;
  for (const char* sub : {"cur", "new", "tmp"})
    std::filesystem::create_directory(folder.path() / sub);
  folder.write("cur/2:2,S", "Subject: two\n\n");
  folder.write("new/1", "Message-ID: <m@x>\nSubject: one\n\n");
  folder.write("new/3", "Subject: three\n\n");
  folder.write("cur/.hidden", "Subject: hidden\n\n");
  folder.write("tmp/0", "Subject: unfinished\n\n");
  Strings ids, subjects;
  for (const Email& email : read_all(*open_emails(folder.path(), "maildir"))) {
    ids.push_back(email.id);
    subjects.push_back(email.subject);
  }
  CHECK(ids == Strings{"m@x", "2", "3"});
  CHECK(subjects == Strings{"one", "two", "three"});

  const TestFolder plain;
  plain.write("b", "Subject: b\n\n");
  plain.write("a", "Subject: a\n\n");
  std::filesystem::create_directory(plain.path() / "c");
  const auto source = open_emails(plain.path(), "maildir");
  CHECK(read_all(*source).size() == 2);
  CHECK(source->file() == (plain.path() / "b").string());
  CHECK(source->line() == 1);
}
