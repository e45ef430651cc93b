#include "costruct/io/line_reader.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "costruct/core/error.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Lines = std::vector<std::string>;

namespace {

Lines lines_of(const std::filesystem::path& file) {
  LineReader reader(file);
  Lines lines;
  for (std::string_view line; reader.next(line);) {
    lines.emplace_back(line);
    REQUIRE(reader.line() == static_cast<Index>(lines.size()));
  }
  return lines;
}

/// Text of many lines of many lengths, some longer than a block.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += std::string(static_cast<std::size_t>(i * 7 % 301), 'a' + i % 26) + "\n";
  text.append(700000, 'x');
  text += "\nlast";
  return text;
}

Lines split(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

TEST_CASE("lines end with LF, CRLF or the file", "[data][line_reader]") {
  const TestFolder folder;
  CHECK(lines_of(folder.write("a", "one\ntwo\r\n\n\r\nlast")) ==
        Lines{"one", "two", "", "", "last"});
  CHECK(lines_of(folder.write("b", "one\n")) == Lines{"one"});
  CHECK(lines_of(folder.write("c", "")).empty());
  CHECK(lines_of(folder.write("d", "\n")) == Lines{""});
  CHECK(lines_of(folder.write("e", "x")) == Lines{"x"});
}

TEST_CASE("a byte-order mark is skipped at the start of a file only", "[data][line_reader]") {
  const TestFolder folder;
  CHECK(lines_of(folder.write("a", "\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo")) ==
        Lines{"one", "\xEF\xBB\xBFtwo"});
  CHECK(lines_of(folder.write("b", "\xEF\xBB\xBF")).empty());
  CHECK(lines_of(folder.write("c", "\xEF\xBB")) == Lines{"\xEF\xBB"});
}

TEST_CASE("gzip and xz files give the lines of the plain file, whatever they are called",
          "[data][line_reader]") {
  const TestFolder folder;
  const std::string text = long_text();
  const Lines expected = split(text);
  CHECK(lines_of(folder.write("plain", text)) == expected);
  CHECK(lines_of(folder.write("packed.gz", gzipped(text))) == expected);
  CHECK(lines_of(folder.write("packed.xz", xz_packed(text))) == expected);
  CHECK(lines_of(folder.write("gzip.txt", gzipped(text))) == expected);
  CHECK(lines_of(folder.write("xz.txt", xz_packed(text))) == expected);
  CHECK(lines_of(folder.write("empty.gz", gzipped(""))).empty());
  CHECK(lines_of(folder.write("empty.xz", xz_packed(""))).empty());
}

TEST_CASE("concatenated gzip members and xz streams are read to the end", "[data][line_reader]") {
  const TestFolder folder;
  CHECK(lines_of(folder.write("a.gz", gzipped("one\ntw") + gzipped("o\nthree\n"))) ==
        Lines{"one", "two", "three"});
  CHECK(lines_of(folder.write("a.xz", xz_packed("one\ntw") + xz_packed("o\nthree\n"))) ==
        Lines{"one", "two", "three"});
}

TEST_CASE("a truncated or corrupt compressed file is an error that names it",
          "[data][line_reader]") {
  const TestFolder folder;
  const std::string text = long_text();
  for (const auto& [name, packed] : {std::pair{"a.gz", gzipped(text)}, {"a.xz", xz_packed(text)}}) {
    for (const std::size_t cut : {packed.size() - 1, packed.size() / 2, std::size_t{8}}) {
      CAPTURE(name, cut);
      const auto message =
          message_of<DataError>([&] { lines_of(folder.write(name, packed.substr(0, cut))); });
      CHECK_THAT(message, Catch::Contains(name) && Catch::Contains("truncated"));
    }
    std::string corrupt = packed;
    corrupt[packed.size() / 2] = static_cast<char>(corrupt[packed.size() / 2] ^ 0x55);
    CHECK_THAT(message_of<DataError>([&] { lines_of(folder.write(name, corrupt)); }),
               Catch::Contains(name));
    CHECK_THAT(
        message_of<DataError>([&] { lines_of(folder.write(name, packed + "rubbish behind it")); }),
        Catch::Contains("corrupt"));
  }
}

TEST_CASE("a file that is not what its ending says is an error", "[data][line_reader]") {
  const TestFolder folder;
  CHECK_THAT(message_of<DataError>([&] { lines_of(folder.write("a.gz", "plain\n")); }),
             Catch::Contains("no gzip file"));
  CHECK_THAT(message_of<DataError>([&] { lines_of(folder.write("a.xz", "")); }),
             Catch::Contains("no xz file"));
}

TEST_CASE("a missing file and a folder are errors that name them", "[data][line_reader]") {
  const TestFolder folder;
  CHECK_THAT(message_of<DataError>([&] { lines_of(folder.path() / "nowhere"); }),
             Catch::Contains("nowhere") && Catch::Contains("no such file"));
  CHECK_THAT(message_of<DataError>([&] { lines_of(folder.path()); }),
             Catch::Contains("is a folder"));
}

TEST_CASE("a NUL byte is an error in its line", "[data][line_reader]") {
  const TestFolder folder;
  const std::string text("one\ntwo\nth\0ree\nfour\n", 20);
  LineReader reader(folder.write("a", text));
  std::string_view line;
  REQUIRE(reader.next(line));
  REQUIRE(reader.next(line));
  CHECK(line == "two");
  CHECK_THAT(message_of<DataError>([&] { reader.next(line); }), Catch::Contains("a:3: a NUL byte"));
}

TEST_CASE("a line of more than 64 MiB is an error, not a growing buffer", "[data][line_reader]") {
  const TestFolder folder;
  std::string text = "short\n" + std::string(LineReader::kLongestLine + 1, 'x');
  CHECK_THAT(message_of<DataError>([&] { lines_of(folder.write("long.gz", gzipped(text))); }),
             Catch::Contains("long.gz:2: a line of more than 64 MiB"));
}

TEST_CASE("UTF-16 is named, with what converts it", "[data][line_reader]") {
  const TestFolder folder;
  for (const std::string& text : {std::string("\xff\xfe"
                                              "1\0 \0\n\0",
                                              8),
                                  std::string("\xfe\xff"
                                              "\0"
                                              "1\0\n",
                                              6)}) {
    LineReader reader(folder.write("a", text));
    std::string_view line;
    CHECK_THAT(message_of<DataError>([&] { reader.next(line); }),
               Catch::Contains("a:1: text in UTF-16") && Catch::Contains("iconv -f UTF-16"));
  }
}
