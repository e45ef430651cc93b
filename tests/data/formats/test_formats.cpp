// What each format reads, and what it refuses.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "costruct/data/formats/chains/marker_lines.hpp"
#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Part = std::map<std::string, double>;

namespace {

Json block_of(const std::string& format, Json options = Json::object()) {
  options["format"] = format;
  return options;
}

ReadCorpus read_text(const Json& block, const TestFolder& folder, std::string_view text) {
  return read_training(block, {folder.write("train.txt", text)});
}

std::string error_of(const Json& block, std::string_view text) {
  const TestFolder folder;
  return message_of<DataError>([&] { read_text(block, folder, text); });
}

const Json kWords = {{"format", "conll"}, {"columns", {"word", "label"}}};
const Json kWordsAndTags = {{"format", "conll"}, {"columns", {"word", "pos", "label"}}};

}  // namespace

TEST_CASE("svmlight rows are a label and sparse values", "[data][svmlight]") {
  const TestFolder folder;
  const auto read = read_text(block_of("svmlight"), folder,
                              "# a comment line\n"
                              "+1 1:0.5 3:-2e-1 # behind a row\n"
                              "\n"
                              "-1\t2:1   1099511627776:7\r\n"
                              "1 5:0\n"
                              "-1");
  CHECK(read.encoder.labels() == Texts{"-1", "+1"});
  REQUIRE(read.corpus.size() == 4);
  CHECK(label_texts(read, 0) == Texts{"+1"});
  CHECK(label_texts(read, 1) == Texts{"-1"});
  CHECK(label_texts(read, 2) == Texts{"+1"});
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0][0] == Part{{"1", 0.5}, {"3", -0.2}});
  CHECK(parts[1][0] == Part{{"2", 1}, {"1099511627776", 7}});
  CHECK(parts[2][0].empty());
  CHECK(parts[3][0].empty());
  CHECK(read.encoder.num_features() == 4);
  CHECK(read.encoder.feature_info(3).number == std::uint64_t{1} << 40);
  CHECK(read.corpus.places[1].line == 4);
}

TEST_CASE("svmlight rows with lists of labels have a topic or not", "[data][svmlight]") {
  const TestFolder folder;
  Json block = block_of("svmlight");
  block["topic"] = "3";
  const auto read = read_text(block, folder, "13,3 1:1\n3 1:1\n13,33 1:1\n1,3,2 1:1\n31 2:1\n");
  CHECK(read.encoder.labels() == Texts{"-1", "+1"});
  const Texts expected{"+1", "+1", "-1", "+1", "-1"};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(label_texts(read, static_cast<Index>(i)) == Texts{expected[i]});
}

TEST_CASE("a svmlight topic that no training row has is an error", "[data][svmlight]") {
  Json block = block_of("svmlight");
  block["topic"] = "99";
  CHECK_THAT(error_of(block, "13,3 1:1\n?\n3 1:1\n"),
             Catch::Contains("train.txt: data.topic = ") && Catch::Contains("99") &&
                 Catch::Contains("no training example has that label: labels are 13, 3"));
  block["topic"] = "133";
  CHECK_THAT(error_of(block, "13,3 1:1\n"), Catch::Contains("did you mean 13"));
  // read as predictions, which say nothing of the topic
  CHECK_THAT(error_of(block, "+1 1:1\n-1 1:1\n"),
             Catch::Contains("no training example has that label"));
  for (const char* wrong : {"13,27", " 13", "13\t", "?", "+1", "-1"}) {
    block["topic"] = wrong;
    CHECK_THAT(message_of<ConfigError>([&] {
                 const TestFolder folder;
                 read_text(block, folder, "13 1:1\n");
               }),
               Catch::Contains("data.topic = "));
  }
}

TEST_CASE("svmlight rows with a topic may have the labels of predictions", "[data][svmlight]") {
  const TestFolder folder;
  Json block = block_of("svmlight");
  block["topic"] = "1";
  auto read = read_text(block, folder, "1,3 1:1\n+1 1:1\n-1 1:1\n3 1:1\n? 1:1\n");
  const Texts expected{"+1", "+1", "-1", "-1"};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(label_texts(read, static_cast<Index>(i)) == Texts{expected[i]});
  CHECK_FALSE(read.corpus.is_labeled(4));
  // test files need not have the topic
  Corpus test;
  read.encoder.read(std::vector{folder.write("test.txt", "+1 1:1\n-1 1:1\n3 1:1\n")},
                    Encoder::Role::kTest, test);
  CHECK(test.outputs[0].parts == read.corpus.outputs[0].parts);
  CHECK(test.outputs[1].parts == read.corpus.outputs[3].parts);
  CHECK(test.outputs[2].parts == read.corpus.outputs[3].parts);
}

TEST_CASE("svmlight values that are all 1 need no array of values", "[data][svmlight]") {
  const TestFolder folder;
  CHECK(read_text(block_of("svmlight"), folder, "1 1:1 2:1.0\n2 7:1\n")
            .corpus.features.value.empty());
  const auto mixed = read_text(block_of("svmlight"), folder, "1 1:1 2:1\n2 7:3\n1 4:1\n");
  CHECK(mixed.corpus.features.value == std::vector<double>{1, 1, 3, 1});
}

TEST_CASE("svmlight features may stand in any order, but once a row", "[data][svmlight]") {
  const TestFolder folder;
  const auto read = read_text(block_of("svmlight"), folder, "1 9:1 4:2\n2 4:1\n");
  CHECK(named_parts(read.encoder, read.corpus.features)[0][0] == Part{{"4", 2}, {"9", 1}});
  CHECK_THAT(error_of(block_of("svmlight"), "1 9:1 4:2 9:3\n"),
             Catch::Contains("train.txt:1: feature 9 stands twice"));
}

TEST_CASE("svmlight rows that are wrong name file and line", "[data][svmlight]") {
  const Json block = block_of("svmlight");
  CHECK_THAT(error_of(block, "1 1:1\n2 1:nan\n"),
             Catch::Contains("train.txt:2:") && Catch::Contains("\"nan\""));
  CHECK_THAT(error_of(block, "1 1:inf\n"), Catch::Contains("no finite number"));
  CHECK_THAT(error_of(block, "1 1:1e999\n"), Catch::Contains("no finite number"));
  CHECK_THAT(error_of(block, "1 -3:1\n"), Catch::Contains("no feature number"));
  CHECK_THAT(error_of(block, "1 18446744073709551616:1\n"), Catch::Contains("no feature number"));
  CHECK_THAT(error_of(block, "1 1:\n"), Catch::Contains("no finite number"));
  CHECK_THAT(error_of(block, "1 1\n"), Catch::Contains("expected number:value"));
  CHECK_THAT(error_of(block, "1:1 2:1\n"), Catch::Contains("expected a label"));
  CHECK_THAT(error_of(block, "1 qid:3 2:1\n"), Catch::Contains("svmhmm"));
  CHECK_THAT(error_of(block, ""), Catch::Contains("train.txt: has no examples"));
  CHECK_THAT(error_of(block, "# only this\n"), Catch::Contains("has no examples"));
}

TEST_CASE("feature numbers may start at 0, as scikit-learn writes them", "[data][svmlight]") {
  const TestFolder folder;
  for (const Json& block :
       {block_of("svmlight"), block_of("svmlight", {{"features", {{{"extractor", "values"}}}}}),
        block_of("svmhmm")}) {
    const std::string qid = block["format"] == "svmhmm" ? "qid:1 " : "";
    const auto read =
        read_text(block, folder, "1 " + qid + "0:0.5 1:2\n2 " + qid + "0:3 7:1 1:4\n");
    const auto parts = named_parts(read.encoder, read.corpus.features);
    const auto& last = qid.empty() ? parts[1][0] : parts[0][1];
    CHECK(parts[0][0] == Part{{"0", 0.5}, {"1", 2}});
    CHECK(last == Part{{"0", 3}, {"7", 1}, {"1", 4}});
    CHECK(read.encoder.feature_info(0).number == 0);
    CHECK(read.encoder.feature_info(0).group == 0);
    CHECK_THAT(error_of(block, "1 " + qid + "0:1 0:2\n"),
               Catch::Contains("feature 0 stands twice"));
    ModelWriter writer;
    read.encoder.save(writer, {true, true, true});
    writer.write(folder.path() / "model");
    const Encoder loaded = Encoder::load(ModelReader(folder.path() / "model"));
    CHECK(loaded.feature_info(0).name == "0");
    CHECK(named_parts(loaded, folder.path() / "train.txt") == parts);
  }
}

TEST_CASE("another mark of unknown labels than ? can be named", "[data][formats]") {
  const TestFolder folder;
  const auto labels_of = [&](Json block, const std::string& text) {
    block["unknown"] = "-";
    const auto read = read_text(block, folder, text);
    Texts labels;
    for (Index i = 0; i < read.corpus.size(); ++i)
      labels.push_back(read.corpus.is_labeled(i) ? label_texts(read, i)[0] : "(unknown)");
    CHECK(label_texts(read, 1) == Texts{"?"});  // a label like the others
    return labels;
  };
  const Texts expected = {"(unknown)", "?", "A"};
  CHECK(labels_of(block_of("svmlight"), "- 1:1\n? 2:1\nA 1:2\n") == expected);
  CHECK(labels_of(block_of("svmhmm"), "- qid:1 1:1\n? qid:2 2:1\nA qid:3 1:2\n") == expected);
  CHECK(labels_of(kWords, "a -\n\nb ?\n\na A\n") == expected);
  CHECK(labels_of(block_of("crfsuite"), "-\ta\n\n?\tb\n\nA\ta\n") == expected);
  CHECK(labels_of(block_of("brown"), "a/-\nb/?\na/A\n") == expected);
  CHECK(labels_of(block_of("csv", {{"target", "y"}}), "x,y\n1,-\n2,?\n3,A\n") == expected);
  CHECK(labels_of(block_of("csv", {{"target", "y"}}), "x,y\n1,\n2,?\n3,A\n") == expected);
  Json block = kWords;
  block["unknown"] = "-";
  const auto partly = read_text(block, folder, "a -\nb A\n");
  CHECK(partly.encoder.labels() == Texts{"A"});
  CHECK(partly.corpus.known == std::map<Index, Known>{{0, Known{{{}, {0}}}}});
}

TEST_CASE("ranges of feature numbers make groups", "[data][svmlight]") {
  const TestFolder folder;
  const Json groups = {{{"name", "a"}, {"first", 1}, {"last", 2}},
                       {{"name", "b"}, {"first", 5}, {"last", 1099511627776}}};
  const auto read = read_text(block_of("svmlight", {{"groups", groups}}), folder,
                              "1 1:1 3:1 5:1 1099511627776:1\n");
  CHECK(read.encoder.groups() == Texts{"a", "b"});
  CHECK(read.encoder.feature_info(0).group == 0);
  CHECK(read.encoder.feature_info(1).group == -1);
  CHECK(read.encoder.feature_info(2).group == 1);
  CHECK(read.encoder.feature_info(3).group == 1);
}

TEST_CASE("svmhmm sequences are neighbouring rows of one qid", "[data][svmhmm]") {
  const TestFolder folder;
  const auto read = read_text(block_of("svmhmm"), folder,
                              "2 qid:1 1:1 2:0.5\n"
                              "10 qid:1 3:1 # comment\n"
                              "\n"
                              "1 qid:1\n"
                              "2 qid:7 1:1\n"
                              "2 qid:1 1:1\n");
  CHECK(read.encoder.labels() == Texts{"1", "2", "10"});
  REQUIRE(read.corpus.size() == 3);
  CHECK(label_texts(read, 0) == Texts{"2", "10", "1"});
  CHECK(read.corpus.features.length(1) == 1);
  CHECK(read.corpus.places[1].line == 5);
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0] == std::vector<Part>{{{"1", 1}, {"2", 0.5}}, {{"3", 1}}, {}});
}

TEST_CASE("files written for SVM-hmm read as they are", "[data][svmhmm]") {
  const TestFolder folder;
  const auto read = read_text(block_of("svmhmm"), folder,
                              "# words and tags; qid:9 3:1 is no row\r\n"
                              "# 2 qid:1 1:1\n"
                              "12 qid:0001 1:1 7:1 50000:1 # The #1: 2\r\n"
                              "  3\tqid:0001  2:.5\t3:1e+00 4:1. 5:0 #dog\n"
                              "3 qid:2 2:-1E-2#no blank before it\n"
                              "#\n"
                              "12 qid:2 8:0.000000 ");
  CHECK(read.encoder.labels() == Texts{"3", "12"});
  REQUIRE(read.corpus.size() == 2);
  CHECK(label_texts(read, 0) == Texts{"12", "3"});
  CHECK(label_texts(read, 1) == Texts{"3", "12"});
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0] ==
        std::vector<Part>{{{"1", 1}, {"7", 1}, {"50000", 1}}, {{"2", 0.5}, {"3", 1}, {"4", 1}}});
  CHECK(parts[1] == std::vector<Part>{{{"2", -0.01}}, {}});
}

TEST_CASE("svmhmm rows that are wrong name file and line", "[data][svmhmm]") {
  CHECK_THAT(error_of(block_of("svmhmm"), "1 qid:1 1:1\n1 1:1\n"),
             Catch::Contains("train.txt:2: a row without qid:"));
  CHECK_THAT(error_of(block_of("svmhmm"), "1 qid:x 1:1\n"),
             Catch::Contains("expected qid: and a whole number"));
}

TEST_CASE("conll sentences are rows of columns with an empty line between", "[data][conll]") {
  const TestFolder folder;
  const auto read = read_text(kWordsAndTags, folder,
                              "\n\nEl DA O\r\n"
                              "Abogado\tNC\tB-PER\n"
                              "  General   AQ  I-PER  \n"
                              " \t\n"
                              "de SP O");
  REQUIRE(read.corpus.size() == 2);
  CHECK(read.encoder.labels() == Texts{"O", "B-PER", "I-PER"});
  CHECK(label_texts(read, 0) == Texts{"O", "B-PER", "I-PER"});
  CHECK(read.corpus.places[0].line == 3);
  CHECK(read.corpus.places[1].line == 7);
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0] == std::vector<Part>{{{"token[0]=El", 1}},
                                      {{"token[0]=Abogado", 1}},
                                      {{"token[0]=General", 1}}});
}

TEST_CASE("a wrong number of columns is an error that names them", "[data][conll]") {
  CHECK_THAT(error_of(kWordsAndTags, "a b O\na O\n"),
             Catch::Contains("train.txt:2: 2 columns, expected 3 (word pos label)"));
  CHECK_THAT(error_of(kWords, "a b O\n"), Catch::Contains("3 columns, expected 2"));
  const TestFolder folder;
  auto read = read_text(kWordsAndTags, folder, "a b O\n");
  const std::vector<std::filesystem::path> words_alone{folder.write("raw.txt", "a\n")};
  Corpus unlabeled;
  CHECK_THAT(
      message_of<DataError>([&] { read.encoder.read(words_alone, Role::kUnlabeled, unlabeled); }),
      Catch::Contains(
          "raw.txt:1: 1 column, expected 3 (word pos label), or without labels 2 (word pos)"));
  CHECK_THAT(error_of(kWords, fmt::format("{} O\n", std::string(70000, 'x'))),
             Catch::Contains("70000 bytes long"));
}

TEST_CASE("what columns may have been meant is told where their number is wrong", "[data][conll]") {
  const auto [text, advice] = GENERATE(table<std::string, std::string>({
      {"a,DT,O\nb,NN,O\n",
       "1 column, expected 3 (word pos label): blanks or tabs stand between columns, not ','"},
      {"a;DT;O\n", "not ';'"},
      {"a DT O\rb NN O\rc NN O\r", "lines end with CR alone"},
      {"# sent_id = 1 of 7\na DT O\n",
       "train.txt:1: 6 columns, expected 3 (word pos label): where this is no sentence, "
       "\"skip\": [\"# \"] leaves such lines out"},
      {"#tag of\na DT O\n", "\"skip\": [\"#\"] leaves such lines out"},
      {"-DOCSTART-\n\na DT O\n", "\"skip\": [\"-DOCSTART-\"]"},
  }));
  CHECK_THAT(error_of(kWordsAndTags, text), Catch::Contains(advice));
  CHECK_THAT(error_of(kWordsAndTags, "a DT\n"), Catch::EndsWith("expected 3 (word pos label)"));
}

TEST_CASE("lines to skip are left out before a sentence, not within", "[data][conll]") {
  const TestFolder folder;
  Json block = kWords;
  block["skip"] = {"-DOCSTART-", "#"};
  const auto read = read_text(
      block, folder, "-DOCSTART- O\n\n# text = a b c\n# two\na O\n# B\n\n\n-DOCSTART- O\n\nc O\n");
  REQUIRE(read.corpus.size() == 2);
  CHECK(label_texts(read, 0) == Texts{"O", "B"});
  CHECK(read.corpus.places[0].line == 5);
  CHECK(read.corpus.places[1].line == 11);
  CHECK(read_text(kWords, folder, "-DOCSTART- O\n\na O\n").corpus.size() == 2);
  for (const Json& wrong : {Json("#"), Json{""}, Json{1}}) {
    block["skip"] = wrong;
    CHECK_THAT(message_of<ConfigError>([&] { read_text(block, folder, "a O\n"); }),
               Catch::StartsWith(wrong.is_array() ? "data.skip.0 = " : "data.skip = ") &&
                   Catch::Contains(wrong.is_array() ? "must be text that is not empty"
                                                    : "must be a list of texts"));
  }
}

TEST_CASE("sentences that look like borders of documents or comments are counted",
          "[data][conll]") {
  const auto note = [](const std::vector<std::vector<std::string_view>>& sentences) {
    MarkerLines markers;
    RawExample example;
    example.line = 1;
    for (const auto& tokens : sentences) {
      example.fields = tokens;
      example.length = static_cast<Index>(tokens.size());
      markers.look_at(example);
      example.line += example.length + 1;
    }
    return markers.note("a.conll").value_or("");
  };
  using Sentences = std::vector<std::vector<std::string_view>>;
  CHECK(note({{"a"}, {"b", "-DOCSTART-"}}).empty());
  CHECK_THAT(note({{"a"}, {"-DOCSTART-"}, {"b"}, {"-DOCSTART-"}}),
             Catch::StartsWith(
                 "a.conll: 2 of 4 sentences are a line -DOCSTART- alone (the first in line 3)") &&
                 Catch::Contains("\"skip\": [\"-DOCSTART-\"]"));
  CHECK(note({{"-DOCSTART-", "begins"}}).empty());
  CHECK_THAT(note({{"#", "b"}, {"c"}}),
             Catch::Contains("1 of 2 sentences begins with a line \"# ...\""));
  Sentences many(20, {"a"});
  many[7] = {"#", "1"};  // "# 1 in the charts"
  CHECK(note(many).empty());
  many[8] = many[9] = {"#", "2"};
  CHECK_THAT(note(many), Catch::Contains("3 of 20") && Catch::Contains("(the first in line 15)"));
}

TEST_CASE("ranges and empty nodes of CoNLL-U are no tokens", "[data][conll]") {
  const TestFolder folder;
  const Json block = {{"format", "conll"}, {"columns", {"id", "word", "label"}}};
  const auto labels_of = [&](std::string_view text) {
    const auto read = read_training(block, {folder.write("a.conllu", text)});
    std::string all;
    for (const Output& output : read.corpus.outputs) {
      for (const int part : output.parts)
        all += read.encoder.labels()[static_cast<std::size_t>(part)] + " ";
      all += "| ";
    }
    return all;
  };
  CHECK(labels_of("1\tXa\tA\n2-3\tparsa\t_\n2\tpar\tN\n3\tsa\tV\n3.1\tbu\tP\n4\t#x\tX\n\n"
                  "1-2\tdu\t_\n1\tde\tP\n2\tle\tD\n\n") == "A N V X | P D | ");
  CHECK(labels_of("1\ta\tA\n2\tb\tB\n") == "A B | ");
  // Numbers that do not count the lines are words like others.
  CHECK(labels_of("2-3\ta\tA\n2\tb\tB\n\n1-2\ta\tA\n1\tb\tB\nx\tc\tC\n") == "A B | A B C | ");
  CHECK(labels_of("3.1\ta\tA\n\n") == "A | ");
  CHECK(labels_of("1\ta\tA\n3-2\tb\tB\n\n1\ta\tA\n2\tb\tB\n3.5\tc\tC\n") == "A B | A B C | ");
}

TEST_CASE("documents of CoNLL-U are chosen by the start of their ids", "[data][conllu]") {
  const TestFolder folder;
  const auto token = [](const std::string& word) {
    return "1\t" + word + "\t_\tX" + "\t_\t_\t_\t_\t_\t_\n\n";
  };
  const std::string text = token("before") + "# newdoc id = web-1\n# sent_id = 1\n" + token("a") +
                           token("b") + "# newdoc id = mail-1\n" + token("c") +
                           "# newdocs id = web\n" + token("d") + "# newdoc\n" + token("e") +
                           "# newdoc id =web-2\n" + token("f");
  const auto sentences = [&](const std::string& documents) {
    const Json block = {{"format", "conllu"}, {"documents", documents}};
    return read_training(block, {folder.write("a.conllu", text)}).corpus.outputs.size();
  };
  CHECK(sentences("") == 7);
  CHECK(sentences("web") == 3);
  CHECK(sentences("web-2") == 1);
  CHECK(sentences("mail") == 2);
  CHECK_THROWS_WITH(sentences("blog"), Catch::Contains("no document has an id that begins with") &&
                                           Catch::Contains("# newdoc id = blog1"));
}

TEST_CASE("lines of CoNLL-U that are no tokens keep their places in a stream", "[data][conll]") {
  const TestFolder folder;
  const Json block = {{"format", "conll"}, {"columns", {"id", "word", "label"}}};
  const auto read = read_training(block, {folder.write("a.conllu", "1\ta\tA\n2\tb\tB\n\n")});
  const auto stream = read.encoder.stream(folder.write(
      "new.conllu", "1-2\tdu\t_\n1\ta\tA\n1.1\tx\t_\n2\tb\tB\n2.1\ty\t_\n\n1\ta\tA\n"));
  StreamedExample example;
  REQUIRE(stream->next(example));
  CHECK(example.left_out == std::vector<Index>{0, 1, 2});
  CHECK(example.part_begin.size() == 3);
  REQUIRE(stream->next(example));
  CHECK(example.left_out.empty());
  CHECK(example.line == 7);
}

TEST_CASE("a byte-order mark, CRLF and a missing final newline change nothing", "[data][conll]") {
  const TestFolder folder;
  const std::string text = "El O\nde O\n\nLa B\n";
  const auto plain = read_text(kWords, folder, text);
  for (const std::string& other :
       {"\xEF\xBB\xBF" + text, std::string("El O\r\nde O\r\n\r\nLa B\r\n"),
        std::string("El O\nde O\n\nLa B")}) {
    const auto read = read_text(kWords, folder, other);
    CHECK(named_parts(read.encoder, read.corpus.features) ==
          named_parts(plain.encoder, plain.corpus.features));
    CHECK(read.corpus.outputs == plain.corpus.outputs);
  }
}

TEST_CASE("files in gzip and xz give the corpus of the plain file", "[data][conll]") {
  const TestFolder folder;
  const std::string text = "El O\nde O\n\nLa B\n";
  const auto plain = read_text(kWords, folder, text);
  for (const auto& file :
       {folder.write("t.gz", gzipped(text)), folder.write("t.xz", xz_packed(text))}) {
    const auto read = read_training(kWords, {file});
    CHECK(named_parts(read.encoder, read.corpus.features) ==
          named_parts(plain.encoder, plain.corpus.features));
    CHECK(read.corpus.outputs == plain.corpus.outputs);
  }
}

TEST_CASE("brown tokens are cut at their last slash", "[data][brown]") {
  const TestFolder folder;
  const auto read =
      read_text(block_of("brown"), folder, "\n\n\tThe/at 1/2/cd ///:\t./.\n\n\n\tYes/uh\n");
  REQUIRE(read.corpus.size() == 2);
  CHECK(label_texts(read, 0) == Texts{"at", "cd", ":", "."});
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(names(parts[0][1]) == std::set<std::string>{"token[0]=1/2"});
  CHECK(names(parts[0][2]) == std::set<std::string>{"token[0]=//"});
  CHECK(read.corpus.places[1].line == 6);
}

TEST_CASE("brown tokens without word or tag are errors", "[data][brown]") {
  CHECK_THAT(error_of(block_of("brown"), "The/at dog\n"),
             Catch::Contains("train.txt:1: \"dog\": expected word/tag"));
  CHECK_THAT(error_of(block_of("brown"), "/at\n"), Catch::Contains("expected word/tag"));
  CHECK_THAT(error_of(block_of("brown"), "dog/\n"), Catch::Contains("expected word/tag"));
  CHECK_THAT(error_of(block_of("brown", {{"tags", "reduced"}}), "dog/zz\n"),
             Catch::Contains("no tag of the Brown corpus"));
}

TEST_CASE("the reduced tags of brown are parts of speech", "[data][brown]") {
  const TestFolder folder;
  const auto read = read_text(
      block_of("brown", {{"tags", "reduced"}}), folder,
      "a/at-tl b/nn$-tl c/ppss+md d/fw-in+at-tl e/md* f/* g/jj-tl-hl h/-- i/---hl j/PP$ k/pp$$ "
      "l/nil m/ppss+ber-n n/wrb+dod* o/cd-tl p/to q/cs r/cc s/'' t/.-hl\n");
  CHECK(label_texts(read, 0) == Texts{"DET", "NOUN", "PRON", "X",    "VERB", "ADV",  "ADJ",
                                      ".",   ".",    "DET",  "PRON", "X",    "PRON", "ADV",
                                      "NUM", "PRT",  "ADP",  "CONJ", ".",    "."});
}

TEST_CASE("a folder in the format brown stands for its data files in the order of their names",
          "[data][brown]") {
  const TestFolder folder;
  folder.write("corpus/cb01", "second/nn\n");
  folder.write("corpus/ca01", "first/nn\n");
  folder.write("corpus/cc01.gz", gzipped("third/nn\n"));
  folder.write("corpus/README", "not this");
  folder.write("corpus/CONTENTS", "not this");
  folder.write("corpus/cats.txt", "not this");
  const auto read = read_training(block_of("brown"), {folder.path() / "corpus"});
  REQUIRE(read.corpus.size() == 3);
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(names(parts[0][0]) == std::set<std::string>{"token[0]=first"});
  CHECK(names(parts[2][0]) == std::set<std::string>{"token[0]=third"});
  CHECK(read.corpus.files.size() == 3);
  CHECK(read.corpus.places[2].file == 2);
  CHECK(named_parts(read.encoder, folder.path() / "corpus") == parts);
  CHECK_THAT(message_of<DataError>([&] { read_training(kWords, {folder.path() / "corpus"}); }),
             Catch::Contains("is a folder"));
}

TEST_CASE("a file to predict needs no labels, and its labels may be anything", "[data][formats]") {
  const TestFolder folder;
  const auto same = [&](const Json& block, std::string_view train,
                        const std::vector<std::string>& others) {
    const auto read = read_text(block, folder, train);
    const auto expected = named_parts(read.encoder, read.corpus.features);
    for (const std::string& other : others) {
      CAPTURE(other);
      CHECK(named_parts(read.encoder, folder.write("predict.txt", other)) == expected);
    }
  };
  same(block_of("svmlight"), "1 1:1 2:3\n-1 4:1\n", {"1:1 2:3\n4:1\n", "? 1:1 2:3\nx 4:1\n"});
  same(block_of("svmhmm"), "1 qid:1 1:1\n2 qid:1 2:1\n",
       {"qid:1 1:1\nqid:1 2:1\n", "? qid:1 1:1\n9 qid:1 2:1\n"});
  same(kWordsAndTags, "a b O\n\nc d X\n", {"a b\n\nc d\n", "a b ?\n\nc d unheard\n"});
  same({{"format", "conll"}, {"columns", {"label", "word"}}}, "O a\n\nX c\n",
       {"a\n\nc\n", "? a\n\nY c\n"});
  same(block_of("brown"), "a/x 1\\/2/y\n", {"a 1\\/2/?\n", "a/? 1\\/2/zz\n"});
}
