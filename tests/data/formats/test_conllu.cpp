// CoNLL-U: what is read, what is refused, and how sentences are written back.
#include <catch2/catch.hpp>

#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Part = std::map<std::string, double>;
using Catch::Contains;

namespace {

constexpr const char* kTreebank =
    "# sent_id = 1\n"
    "1\tXa\txa\tADJ\tAdj\t_\t2\tamod\t_\t_\n"
    "2-3\tparsa yb\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "2\tpar\tpar\tNOUN\tNoun\tCase=Nom|Number=Sing\t6\tcsubj\t_\tNER=B-X\n"
    "3\tsa yb\ti\tAUX\tZero\t_\t2\tcop\t_\t_\n"
    "3.1\tbu\tbu\tPRON\t_\t_\t_\t_\t1:dep\t_\n"
    "4\t#tag\tx\tX\t_\t_\t0\troot\t_\t_\n"
    "\n"
    "# sent_id = 2\n"
    "# text = de le\n"
    "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tde\tde\tADP\t_\t_\t0\troot\t_\t_\n"
    "2\tle\tle\tDET\t_\tabc=1|Case=Gen\t1\tdet\t_\t_\n"
    "\n";

const Json kBlock = {{"format", "conllu"}};

Json with_label(const char* label) {
  Json block = kBlock;
  block["label"] = label;
  return block;
}

ReadCorpus read_text(const TestFolder& folder, std::string_view text, const Json& block = kBlock) {
  return read_training(block, {folder.write("train.conllu", text)});
}

std::string error_of(std::string_view text) {
  const TestFolder folder;
  return message_of<DataError>([&] { read_text(folder, text); });
}

std::string line_of(const char* id, const char* rest = "a\ta\tX\t_\t_\t0\troot\t_\t_") {
  return std::string(id) + "\t" + rest + "\n";
}

/// All sentences of a text, written with labels.
std::string written(std::string_view text, const Json& block,
                    const std::function<Output(Index sentence)>& output) {
  const TestFolder folder;
  const auto read = read_text(folder, text, block);
  const auto stream = read.encoder.stream(folder.path() / "train.conllu");
  std::string all;
  StreamedExample example;
  for (Index i = 0; stream->next(example); ++i)
    all += read.encoder.written(example.record, output(i));
  return all;
}

}  // namespace

TEST_CASE("conllu reads tokens, and neither ranges nor empty nodes", "[data][conllu]") {
  const TestFolder folder;
  const auto read = read_text(folder, kTreebank);
  CHECK(read.encoder.labels() == Texts{"ADJ", "NOUN", "AUX", "X", "ADP", "DET"});
  REQUIRE(read.corpus.size() == 2);
  CHECK(label_texts(read, 0) == Texts{"ADJ", "NOUN", "AUX", "X"});
  CHECK(label_texts(read, 1) == Texts{"ADP", "DET"});
  CHECK(read.corpus.places[0].line == 2);
  CHECK(read.corpus.places[1].line == 12);
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0] == std::vector<Part>{{{"token[0]=Xa", 1}},
                                      {{"token[0]=par", 1}},
                                      {{"token[0]=sa yb", 1}},
                                      {{"token[0]=#tag", 1}}});
}

TEST_CASE("any column or key of conllu can be the label", "[data][conllu]") {
  const TestFolder folder;
  const auto labels = [&](const char* label) {
    const auto read = read_text(folder, kTreebank, with_label(label));
    Texts all;
    for (Index i = 0; i < 2; ++i) {
      for (const std::string& text : label_texts(read, i)) all.push_back(text);
    }
    return all;
  };
  CHECK(labels("deprel") == Texts{"amod", "csubj", "cop", "root", "root", "det"});
  CHECK(labels("lemma") == Texts{"xa", "par", "i", "x", "de", "le"});
  CHECK(labels("feats") == Texts{"_", "Case=Nom|Number=Sing", "_", "_", "_", "abc=1|Case=Gen"});
  CHECK(labels("feats.Case") == Texts{"_", "Nom", "_", "_", "_", "Gen"});
  CHECK(labels("feats.Cas") == Texts{"_", "_", "_", "_", "_", "_"});
  // The last token of the first sentence has no xpos, and the second sentence has none at all.
  CHECK(labels("xpos").empty());
  const auto partly = read_text(folder, kTreebank, with_label("xpos"));
  CHECK(partly.encoder.labels() == Texts{"Adj", "Noun", "Zero"});
  CHECK(partly.corpus.known == std::map<Index, Known>{{0, Known{{{0}, {1}, {2}, {}}}}});
  CHECK(labels("misc.NER") == Texts{"_", "B-X", "_", "_", "_", "_"});
}

TEST_CASE("features of conllu take all columns but the label's", "[data][conllu]") {
  const TestFolder folder;
  Json block = kBlock;
  block["features"] = {{{"extractor", "token"}, {"column", "xpos"}},
                       {{"extractor", "attributes"}, {"window", 1}}};
  const auto read = read_text(folder, kTreebank, block);
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0][0] == Part{{"token.xpos[0]=Adj", 1},
                            {"attributes.feats[1]=Case=Nom", 1},
                            {"attributes.feats[1]=Number=Sing", 1}});
  CHECK(parts[0][3] == Part{{"token.xpos[0]=_", 1}});
  block["features"] = {{{"extractor", "token"}, {"column", "upos"}}};
  CHECK_THROWS_WITH(read_text(folder, kTreebank, block), Contains("upos"));
  block["label"] = "feats.Case";  // the whole of FEATS, which has the answer
  block["features"] = {{{"extractor", "attributes"}}};
  CHECK_THROWS_WITH(read_text(folder, kTreebank, block), Contains("feats"));
}

TEST_CASE("attributes takes each item of a field once", "[data][conllu]") {
  const TestFolder folder;
  const Json block = {
      {"format", "conll"},
      {"columns", {"word", "kinds", "label"}},
      {"features", {{{"extractor", "attributes"}, {"column", "kinds"}, {"separator", "::"}}}}};
  const auto read =
      read_training(block, {folder.write("t.txt", "w a::b::a X\nw ::a:: X\nw _ X\nw c:d X\n")});
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0] == std::vector<Part>{{{"attributes.kinds[0]=a", 1}, {"attributes.kinds[0]=b", 1}},
                                      {{"attributes.kinds[0]=a", 1}},
                                      {},
                                      {{"attributes.kinds[0]=c:d", 1}}});
  Json wrong = block;
  wrong["features"][0]["separator"] = "";
  CHECK_THROWS_WITH(read_text(folder, "", wrong), Contains("separator"));
}

TEST_CASE("a sentence of conllu comes back as it was, with its labels", "[data][conllu]") {
  const TestFolder folder;
  for (const char* label : {"upos", "lemma", "deprel", "feats", "feats.Case", "feats.abc"}) {
    INFO(label);
    const auto read = read_text(folder, kTreebank, with_label(label));
    const auto own = [&](Index i) { return read.corpus.outputs[static_cast<std::size_t>(i)]; };
    CHECK(written(kTreebank, with_label(label), own) == kTreebank);
  }
  // Another label goes into its column or its key, and into nothing else.
  const auto first = [](Index i) { return Output{std::vector<int>(i == 0 ? 4 : 2, 0)}; };
  CHECK_THAT(written(kTreebank, kBlock, first),
             Contains("2\tpar\tpar\tADJ\tNoun\tCase=Nom|Number=Sing\t6") &&
                 Contains("2-3\tparsa yb\t_\t_\t_") && Contains("3.1\tbu\tbu\tPRON") &&
                 Contains("# text = de le\n"));
  const auto nominative = [](Index i) { return Output{std::vector<int>(i == 0 ? 4 : 2, 1)}; };
  CHECK_THAT(written(kTreebank, with_label("feats.Case"), nominative),
             Contains("Adj\tCase=Nom\t2\tamod") && Contains("abc=1|Case=Nom\t1\tdet"));
  CHECK_THAT(written(kTreebank, with_label("feats.Case"), first),
             Contains("Noun\tNumber=Sing\t6") && Contains("\tabc=1\t1\tdet"));
}

TEST_CASE("a question mark is a label of conllu like others", "[data][conllu]") {
  const TestFolder folder;
  const std::string text =
      "1\tso\tso\tADV\t_\t_\t0\troot\t_\t_\n2\t?\t?\tPUNCT\t_\t_\t1\tpunct\t_\t_\n";
  CHECK(read_text(folder, text, with_label("lemma")).encoder.labels() == Texts{"so", "?"});
}

TEST_CASE("labels of conllu files to predict are not looked at", "[data][conllu]") {
  const TestFolder folder;
  const auto read = read_text(folder, kTreebank);
  const auto file = folder.write("new.conllu", "1\tpar\t_\t_\t_\t_\t_\t_\t_\t_\n");
  CHECK(named_parts(read.encoder, file)[0] == std::vector<Part>{{{"token[0]=par", 1}}});
}

TEST_CASE("wrong lines of conllu are errors with their place", "[data][conllu]") {
  CHECK_THAT(error_of("1 a a X _ _ 0 root _ _\n"), Contains(":1: 1 field, expected the 10") &&
                                                       Contains("TABs separate fields") &&
                                                       Contains("conll"));
  CHECK_THAT(error_of(line_of("1") + "2\ta\n"), Contains(":2: 2 fields"));
  CHECK_THAT(error_of(line_of("1", "a\ta\tX\t_\t_\t0\troot\t_\t_\tmore")), Contains("11 fields"));
  CHECK_THAT(error_of(line_of("1") + line_of("3")), Contains(":2: the id is \"3\", expected 2"));
  CHECK_THAT(error_of(line_of("2")), Contains("the id is \"2\", expected 1"));
  CHECK_THAT(error_of(line_of("x")), Contains("the id is \"x\""));
  CHECK_THAT(error_of(line_of("1") + line_of("1-2")), Contains("the id is \"1-2\""));
  CHECK_THAT(error_of(line_of("1") + line_of("2.1")), Contains("the id is \"2.1\""));
  CHECK_THAT(error_of(line_of("1", "\ta\tX\t_\t_\t0\troot\t_\t_")), Contains("word is empty"));
  CHECK_THAT(error_of(line_of("1-2")), Contains("without tokens"));
  CHECK_THAT(error_of(line_of("1-2") + "\n" + line_of("1")), Contains("without tokens"));
  CHECK_THAT(error_of("# alone\n"), Contains("no examples"));
  CHECK_THAT(error_of(""), Contains("no examples"));
  const std::string partly = line_of("1") + line_of("2", "b\tb\t_\t_\t_\t1\tdet\t_\t_");
  const TestFolder folder;
  CHECK(read_text(folder, partly).encoder.labels() == Texts{"X"});
}

TEST_CASE("what can be the label of conllu is checked", "[data][conllu]") {
  for (const char* wrong :
       {"upo", "head", "id", "word", "misc", "feats.", "upos.X", "feats.a=b", "feats.a|b", ""}) {
    INFO(wrong);
    const TestFolder folder;
    CHECK_THROWS_WITH(read_text(folder, kTreebank, with_label(wrong)),
                      Contains("upos, xpos, feats, deprel, lemma"));
  }
}
