// Plain text: words and sentences by Unicode boundaries, as unlabeled files and as files to
// predict.
#include <catch2/catch.hpp>

#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Part = std::map<std::string, double>;
using Catch::Contains;

namespace {

Texts texts_of(std::string_view text, const std::vector<TextPiece>& pieces) {
  Texts texts;
  for (const TextPiece& piece : pieces) texts.emplace_back(piece.of(text));
  return texts;
}
Texts words_of(std::string_view text) {
  return texts_of(text, words_in(text));
}

/// The sentences of a plain text as "LINE: word word".
Texts sentences_of(std::string_view text, TextUnit unit) {
  const TestFolder folder;
  const auto reader =
      open_plain_text(folder.write("raw.txt", text), unit, {"pos", "word", "label"});
  Texts sentences;
  RawExample example;
  while (reader->next(example)) {
    CHECK(example.labels.size() == static_cast<std::size_t>(example.length));
    std::string words;
    for (Index t = 0; t < example.length; ++t) {
      const auto field = [&](Index c) {
        return example.fields[static_cast<std::size_t>(t * example.columns + c)];
      };
      CHECK(field(0) == "_");
      CHECK(field(2).empty());
      words += " " + std::string(field(1));
    }
    sentences.push_back(std::to_string(example.line) + ":" + words);
  }
  return sentences;
}

}  // namespace

TEST_CASE("words are what stands between Unicode word boundaries", "[data][plain text]") {
  CHECK(words_of("Dr. Müller can't pay 3.50 €!") ==
        Texts{"Dr", ".", "Müller", "can't", "pay", "3.50", "€", "!"});
  CHECK(words_of("  a\tb\u00a0c \u2003d  ") == Texts{"a", "b", "c", "d"});
  CHECK(words_of("\U0001F600\U0001F468\u200D\U0001F469x") ==
        Texts{"\U0001F600", "\U0001F468\u200D\U0001F469", "x"});
  CHECK(words_of("").empty());
  CHECK(words_of(" \t ").empty());
  for (const std::string& text :
       {std::string("a\xff\xfe b"), std::string("\xc3"), std::string("x\xe2\x82")}) {
    std::string joined;  // no byte is lost, whatever its encoding
    for (const std::string& word : words_of(text)) joined += word;
    std::string expected = text;
    std::erase(expected, ' ');
    CHECK(joined == expected);
  }
}

TEST_CASE("sentences end at Unicode sentence boundaries", "[data][plain text]") {
  const std::string text = "It rains.  Does it? (Yes.) 3.5 l fell";
  CHECK(texts_of(text, sentences_in(text)) ==
        Texts{"It rains.", "Does it?", "(Yes.)", "3.5 l fell"});
  CHECK(sentences_in(" \n ").empty());
}

TEST_CASE("plain text is read line by line, or sentence by sentence", "[data][plain text]") {
  const std::string text = "It rains. It\r\npours.\n\n \nBye\n";
  CHECK(sentences_of(text, TextUnit::kLines) == Texts{"1: It rains . It", "2: pours .", "5: Bye"});
  CHECK(sentences_of(text, TextUnit::kSentences) ==
        Texts{"1: It rains .", "1: It pours .", "5: Bye"});
  CHECK(sentences_of("A b c\nd e. F\ng\n\nh", TextUnit::kSentences) ==
        Texts{"1: A b c d e .", "2: F g", "5: h"});
  CHECK(sentences_of("", TextUnit::kLines).empty());
  CHECK(sentences_of("\n\n", TextUnit::kSentences).empty());
}

TEST_CASE("unlabeled files may be plain text", "[data][plain text]") {
  const TestFolder folder;
  const std::vector<std::filesystem::path> train = {folder.write("train.txt", "rain N\nfalls V\n")};
  const std::vector<std::filesystem::path> raw = {folder.write("raw.txt", "Snow falls.\n")};
  const Json block = {{"format", "conll"}, {"unlabeled", "raw.txt"}, {"unlabeled_text", "lines"}};
  auto read = read_training(block, train);
  Corpus unlabeled;
  read.encoder.read(raw, Role::kUnlabeled, unlabeled);
  CHECK(named_parts(read.encoder, unlabeled.features) ==
        NamedParts{{{{"token[0]=Snow", 1}}, {{"token[0]=falls", 1}}, {{"token[0]=.", 1}}}});
}

TEST_CASE("a file to predict may be plain text", "[data][plain text]") {
  const TestFolder folder;
  const auto train = folder.write("train.txt", "rain N\nfalls V\n");
  const auto raw = folder.write("raw.txt", "rain falls\n");
  auto read = read_training({{"format", "conll"}}, {train});
  read.encoder.stream_plain_text(TextUnit::kLines);
  CHECK(named_parts(read.encoder, raw) ==
        NamedParts{{{{"token[0]=rain", 1}}, {{"token[0]=falls", 1}}}});

  auto treebank = read_training({{"format", "conllu"}},
                                {folder.write("t.conllu", "1\train\t_\tN\t_\t_\t_\t_\t_\t_\n")});
  treebank.encoder.stream_plain_text(TextUnit::kLines);
  StreamedExample example;
  const auto stream = treebank.encoder.stream(folder.write("end.txt", "rain falls.\n"));
  REQUIRE(stream->next(example));
  CHECK(treebank.encoder.written(example.record, {{0, 0, 0}}) ==
        "# text = rain falls.\n1\train\t_\tN\t_\t_\t_\t_\t_\t_\n"
        "2\tfalls\t_\tN\t_\t_\t_\t_\t_\tSpaceAfter=No\n3\t.\t_\tN\t_\t_\t_\t_\t_\t_\n\n");
}

TEST_CASE("plain text has no columns but words", "[data][plain text]") {
  const Json token = {{"extractor", "token"}};
  const Json pos = {{"extractor", "token"}, {"column", "pos"}};
  const Json lines = {{"extractor", "template"}, {"lines", {"U:%x[0,0]"}}};
  const Json more = {{"extractor", "template"}, {"lines", {"U:%x[0,0]/%x[-1,1]"}}};
  const Texts columns = {"word", "pos", "label"};
  CHECK(why_no_plain_text({token, lines}, columns).empty());
  CHECK_THAT(why_no_plain_text({token, pos}, columns), Contains("the column pos"));
  CHECK_THAT(why_no_plain_text(Json::array({more}), columns), Contains("the column pos"));
  CHECK(why_no_plain_text(Json::array({{{"extractor", "token"}, {"column", "form"}}}),
                          {"form", "label"})
            .empty());

  Json block = {{"format", "conll"}, {"columns", columns},        {"features", {pos}},
                {"train", "t.txt"},  {"unlabeled_text", "lines"}, {"unlabeled", "raw.txt"}};
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  REQUIRE(errors.messages().size() == 1);
  CHECK_THAT(errors.messages()[0], Contains("data.unlabeled_text") && Contains("column pos"));
  block["features"] = {token};
  block.erase("unlabeled");
  ConfigErrors without_file;
  check_data_block(block, "data", without_file);
  REQUIRE(without_file.messages().size() == 1);
  CHECK_THAT(without_file.messages()[0], Contains("unlabeled names no file"));

  const TestFolder folder;
  auto rows = read_training({{"format", "svmlight"}}, {folder.write("t.svm", "1 1:1\n2 2:1\n")});
  CHECK_THROWS_WITH(rows.encoder.stream_plain_text(TextUnit::kLines), Contains("svmlight"));
}
