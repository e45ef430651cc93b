// Conversions between formats: there and back, with what is lost told.
#include "costruct/experiments/convert/convert.hpp"

#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/mail/email_formats.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using Sentences = std::vector<std::string>;

namespace {

// Converts files of a folder of its own.
class Converter {
 public:
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text);
  }
  Converted operator()(const std::filesystem::path& file, const Json& from, const Json& to,
                       const std::string& output, bool unlabeled = false) const {
    ConversionRequest request;
    request.file = file;
    request.from = from.is_string() ? from.get<std::string>() : from.dump();
    request.to = to.is_string() ? to.get<std::string>() : to.dump();
    request.output = path(output);
    request.force = true;
    request.unlabeled = unlabeled;
    return convert_file(request);
  }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  std::string text(const std::string& name) const { return bytes_of_file(path(name)); }
  // What becomes of a text.
  std::string converted(std::string_view text, const Json& from, const Json& to) const {
    (*this)(write("in", text), from, to, "out");
    return this->text("out");
  }
  Sentences losses(std::string_view text, const Json& from, const Json& to) const {
    return (*this)(write("in", text), from, to, "out").losses;
  }

 private:
  TestFolder folder_;
};

bool has(const Sentences& losses, const std::string& sentence) {
  return std::count(losses.begin(), losses.end(), sentence) == 1;
}

const Json kConll = {{"format", "conll"}};
constexpr const char* kSentences =
    "Ann B-PER\nLee I-PER\nsaw O\nBob B-PER\n. O\n\nRome B-LOC\nIt B-ORG\n. O\n\n";

struct Made {
  Json block;
  std::string text;
};

// The sentences in each format of chains with words.
std::vector<Made> made_chains(const Converter& convert) {
  std::vector<Made> all{{kConll, kSentences}};
  for (const char* format : {"conllu", "spans", "crfsuite", "brown"}) {
    const Converted made =
        convert(convert.write("own.txt", kSentences), kConll, {{"format", format}}, "made");
    all.push_back({made.block, convert.text("made")});
  }
  return all;
}

// Without the texts, which CoNLL-U has from spans.
std::string without_texts(std::string text) {
  constexpr std::string_view kText = "# text = ";
  for (std::size_t at = 0; (at = text.find(kText, at)) != std::string::npos;)
    text.erase(at, text.find('\n', at) + 1 - at);
  return text;
}

void check_there_and_back(const Converter& convert, const Made& made, const Json& to) {
  INFO(made.block << " as " << to);
  const Converted there = convert(convert.write("made", made.text), made.block, to, "there");
  const Converted back = convert(convert.path("there"), there.block, made.block, "back");
  CHECK(without_texts(convert.text("back")) == made.text);
}

}  // namespace

TEST_CASE("chains of words come back from each other format as they were", "[convert]") {
  const Converter convert;
  const std::vector<Made> all = made_chains(convert);
  for (const Made& from : all) {
    for (const Made& to : all) check_there_and_back(convert, from, to.block);
  }
}

TEST_CASE("the same sentences in all formats", "[convert]") {
  const Converter convert;
  const auto as = [&](const Json& to) { return convert.converted("A-b B-X\n: O\n\n", kConll, to); };
  CHECK(as({{"format", "brown"}}) == "A-b/B-X :/O\n");
  CHECK(as({{"format", "crfsuite"}}) == "B-X\ttoken[0]=A-b\nO\ttoken[0]=\\:\n\n");
  CHECK(as({{"format", "svmhmm"}}) == "B-X qid:1 1:1\nO qid:1 2:1\n");
  CHECK(as({{"format", "spans"}}) ==
        "{\"text\":\"A-b :\",\"spans\":[{\"start\":0,\"end\":3,\"label\":\"X\"}]}\n");
  CHECK(as({{"format", "conllu"}, {"label", "misc.NER"}}) ==
        "1\tA-b\t_\t_\t_\t_\t_\t_\t_\tNER=B-X\n2\t:\t_\t_\t_\t_\t_\t_\t_\tNER=O\n\n");
}

TEST_CASE("words and labels that are marks elsewhere stay what they are", "[convert]") {
  const Converter convert;
  // A word _ is no empty cell, but a cell _ of another column is.
  CHECK(convert.converted("_ B-X\n: O\n\n", kConll, {{"format", "crfsuite"}}) ==
        "B-X\ttoken[0]=_\nO\ttoken[0]=\\:\n\n");
  // A sentence whose first label is not known is labeled in part, and stays so.
  const std::string record =
      "{\"text\":\"Ann "
      "Lee\",\"complete\":false,\"spans\":[{\"start\":4,\"end\":7,\"label\":\"X\"}]}\n";
  CHECK(convert.converted("Ann ?\nLee B-X\n\n", kConll, {{"format", "spans"}}) == record);
  CHECK(convert.converted("Ann {B-X,O}\nLee B-X\n\n", kConll, {{"format", "spans"}}) == record);
  CHECK(convert.converted(record, "spans", {{"format", "conll"}}) == "Ann ?\nLee B-X\n\n");
  CHECK(convert.converted(record, "spans", {{"format", "spans"}}) == record);
  const Json csv = {{"format", "csv"}, {"target", "y"}};
  for (const char* rows : {"x,y\n1,a b\n2,a_b\n", "x,y\n1,a_b\n2,a b\n"})
    CHECK_THROWS_WITH(convert.converted(rows, csv, {{"format", "svmlight"}}),
                      Contains("would both be written as \"a_b\""));
}

TEST_CASE("what init would leave out or reduce is converted", "[convert]") {
  const Converter convert;
  convert(convert.write("tags.txt", "The/at dog/nn runs/vbz\nIt/pps does/doz\n"), "", kConll,
          "out");
  CHECK(convert.text("out").starts_with("The at\ndog nn\n"));
  convert(convert.write("topics.svm", "18,50 1:1\n18 2:1\n"), "svmlight", {{"format", "svmlight"}},
          "out");
  CHECK(convert.text("out") == "18,50 1:1\n18 2:1\n");
}

TEST_CASE("sentences that break every scheme are told when they are recoded", "[convert]") {
  const Converter convert;
  const Json iob2 = {{"format", "conll"}, {"scheme", "iob2"}};
  CHECK(convert.losses("a B-X\nb O\n\n", kConll, iob2).empty());
  CHECK(convert.losses("a I-X\nb O\nc E-X\nd S-Y\n\n", kConll, iob2) ==
        Sentences{"sentences with labels that break their scheme are read as conlleval does: 1, "
                  "the first in line 1"});
}

TEST_CASE("schemes of chunk labels are recoded", "[convert]") {
  const Converter convert;
  const std::string iob1 = "a I-X\nb B-X\nc I-X\nd O\n\n";
  const std::string iobes =
      convert.converted(iob1, kConll, {{"format", "conll"}, {"scheme", "iobes"}});
  CHECK(iobes == "a S-X\nb B-X\nc E-X\nd O\n\n");
  CHECK(convert.converted(iobes, kConll, {{"format", "conll"}, {"scheme", "iob1"}}) == iob1);
  CHECK_THROWS_WITH(
      convert.converted("a NN\n\n", kConll, {{"format", "conll"}, {"scheme", "iob2"}}),
      Contains("no chunk labels"));
}

TEST_CASE("what a treebank has beside words and labels is told", "[convert]") {
  const Converter convert;
  const std::string bank =
      "# sent_id = 1\n# text = I don't.\n1\tI\tI\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
      "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n2\tdo\tdo\tAUX\t_\t_\t0\troot\t_\t_\n"
      "3\tn't\tnot\tPART\t_\t_\t2\tadvmod\t_\t_\n3.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n";
  const Json conllu = {{"format", "conllu"}};
  CHECK(convert.converted(bank, conllu, conllu) == bank);
  CHECK(convert.losses(bank, conllu, conllu).empty());
  CHECK(
      convert.losses(bank, conllu, kConll) ==
      Sentences{"texts are left out, and with them the white space between words: 1, the first in "
                "line 3",
                "comments are left out: 1, the first in line 3",
                "ranges of tokens are left out: 1, the first in line 3",
                "empty nodes are left out: 1, the first in line 3",
                "cells of the columns lemma, xpos, feats, head, deprel, deps, misc are left out: "
                "12, the first in line 3"});
  CHECK(convert.text("out") == "I PRON\ndo AUX\nn't PART\n. PUNCT\n\n");
  CHECK(convert.converted(bank, conllu,
                          {{"format", "conll"}, {"columns", {"word", "lemma", "label"}}}) ==
        "I I PRON\ndo do AUX\nn't not PART\n. . PUNCT\n\n");
  const Sentences spans = convert.losses(bank, conllu, "spans");
  CHECK_THAT(convert.text("out"), Contains("\"text\":\"I don't.\"") &&
                                      Contains("{\"start\":4,\"end\":7,\"label\":\"PART\"}"));
  CHECK(std::count(spans.begin(), spans.end(),
                   "labels are not those of chunks: the words become spans of their own: 4, the "
                   "first in line 3") == 1);
  CHECK(std::count(
            spans.begin(), spans.end(),
            "words are cut otherwise by the boundaries of Unicode: 2, the first in line 3") == 1);
}

TEST_CASE("texts of annotation tools become columns and go back to each tool", "[convert]") {
  const Converter convert;
  const std::string prodigy =
      "{\"text\":\"Ann Lee, 😀 Bob.\",\"spans\":[{\"start\":0,\"end\":7,\"label\":\"PER\"},"
      "{\"start\":11,\"end\":14,\"label\":\"PER\"}]}\n";
  CHECK(convert.converted(prodigy, "spans", "conll") ==
        "Ann B-PER\nLee I-PER\n, O\n😀 O\nBob B-PER\n. O\n\n");
  const Json doccano = {{"format", "spans"}, {"spans", "label"}},
             studio = {{"format", "spans"}, {"spans", "annotations"}},
             utf16 = {{"format", "spans"}, {"offsets", "utf16"}}, own = {{"format", "spans"}};
  CHECK(convert.converted(prodigy, "spans", doccano) ==
        "{\"text\":\"Ann Lee, 😀 Bob.\",\"label\":[[0,7,\"PER\"],[11,14,\"PER\"]]}\n");
  CHECK_THAT(convert.converted(prodigy, "spans", utf16), Contains("\"start\":12"));
  for (const Json& tool : {doccano, studio, utf16, own}) {
    const Converted there = convert(convert.write("in", prodigy), own, tool, "there");
    const Json back = {{"format", "spans"}, {"spans", "spans"}};
    CHECK(there.losses.empty());
    CHECK(convert(convert.path("there"), there.block, back, "back").losses.empty());
    CHECK(convert.text("back") == prodigy);
    convert(convert.path("there"), there.block, {{"format", "conllu"}, {"label", "misc.NER"}},
            "bank");
    convert(convert.path("bank"), {{"format", "conllu"}, {"label", "misc.NER"}}, own, "back");
    CHECK(convert.text("back") == prodigy);
  }
  CHECK(
      convert.losses("{\"text\":\"a\",\"spans\":[],\"meta\":1}\n", own, "conll") ==
      Sentences{"texts are left out, and with them the white space between words: 1, the first in "
                "line 1",
                "the field meta is left out: 1, the first in line 1"});
}

TEST_CASE("features of chains are attributes, or numbers without their names", "[convert]") {
  const Converter convert;
  const std::string items = "A\tw=a:2\tx\\:y\nB\n\n@weight:3\nA\tx\\:y:0.1\n\n";
  CHECK(convert.converted(items, "crfsuite", "crfsuite") == items);
  CHECK(convert.losses(items, "crfsuite", "svmhmm") ==
        Sentences{"names of features are left out, and numbers from 1 stand for them: 2, the first "
                  "in line 1",
                  "weights are left out: 1, the first in line 5"});
  const std::string rows = "A qid:1 1:2 7:0.25\nB qid:1\nA qid:2 3:1\n";
  CHECK(convert.converted(rows, "svmhmm", "crfsuite") == "A\t1:2\t7:0.25\nB\n\nA\t3\n\n");
  convert(convert.write("in", rows), "svmhmm", "crfsuite", "there");
  convert(convert.path("there"), "crfsuite", "svmhmm", "back");
  CHECK(convert.text("back") == rows);
  CHECK_THROWS_WITH(convert.converted(rows, "svmhmm", "conll"), Contains("no column word"));
  CHECK(convert.converted("NN\tw[0]=the\tpos[0]=x\tw[1]=cat\n\n", "crfsuite",
                          {{"format", "conll"}, {"columns", {"pos", "word", "label"}}}) ==
        "x the NN\n\n");
  CHECK(convert.converted(
            "Ann B\nran O\n\n",
            {{"format", "conll"}, {"features", {{{"extractor", "token"}, {"window", 1}}}}},
            "crfsuite") == "B\ttoken[0]=Ann\ttoken[1]=ran\nO\ttoken[-1]=Ann\ttoken[0]=ran\n\n");
}

TEST_CASE("rows come back from each other format as they were", "[convert]") {
  const Converter convert;
  const std::string rows = "1 1:0.5 3:2\n-1 2:0.1\n? 3:-1e-09\n";
  const Json svmlight = {{"format", "svmlight"}};
  CHECK(convert.converted(rows, svmlight, "csv") ==
        "1,2,3,label\n0.5,0,2,1\n0,0.1,0,-1\n0,0,-1e-09,?\n");
  for (const char* to : {"csv", "texts", "npy", "svmlight"}) {
    INFO(to);
    const Converted there = convert(convert.write("in", rows), svmlight, to, "there");
    CHECK(there.losses.empty());
    CHECK(convert(convert.path("there"), there.block, svmlight, "back").losses.empty());
    CHECK(convert.text("back") == rows);
  }
  const std::string table = "size,colour,class\n1.5,\"a, \"\"b\"\"\",x\n,red,y\n2,red,\"x y\"\n";
  const Json csv = {{"format", "csv"}, {"target", "class"}};
  const Converted lines =
      convert(convert.write("in", table), csv, {{"format", "texts"}, {"label", "class"}}, "there");
  CHECK(convert.text("there") ==
        "{\"size\":\"1.5\",\"colour\":\"a, \\\"b\\\"\",\"class\":\"x\"}\n"
        "{\"size\":\"\",\"colour\":\"red\",\"class\":\"y\"}\n"
        "{\"size\":\"2\",\"colour\":\"red\",\"class\":\"x y\"}\n");
  CHECK(lines.losses.empty());
  convert(convert.path("there"), lines.block, csv, "back");
  CHECK(convert.converted(convert.text("back"), csv, csv) == convert.converted(table, csv, csv));
  CHECK(convert.losses(table, csv, svmlight) ==
        Sentences{"names of features are left out, and numbers from 1 stand for them: 4, the first "
                  "in line 2",
                  "characters of labels that the format cannot hold are written as _: 1, the first "
                  "in line 4"});
  CHECK(convert.text("out") == "x 1:1.5 3:1\ny 2:1 4:1\nx_y 1:2 4:1\n");
}

TEST_CASE("options of the data block count when a file is read", "[convert]") {
  const Converter convert;
  const auto as_conll = [&](Json from) {
    from["format"] = "conll";
    return convert.converted("a X\n\nb Y\nc -\n\nd Y\n\n", from, kConll);
  };
  CHECK(as_conll({{"limit", 1}}) == "a X\n\n");
  CHECK(as_conll({{"min_length", 2}}) == "b Y\nc -\n\n");
  CHECK(as_conll({{"label_map", {{"Y", "Z"}}}, {"unknown", "-"}}) == "a X\n\nb Z\nc ?\n\nd Z\n\n");
  // Labels may be renamed to the mark of unknown ones.
  CHECK(as_conll({{"label_map", {{"Y", "-"}}}, {"unknown", "-"}}) == "a X\n\nb ?\nc ?\n\nd ?\n\n");
  CHECK(convert.converted("1 1:1\n2 1:1\n", {{"format", "svmlight"}, {"keep_labels", {"2"}}},
                          "svmlight") == "2 1:1\n");
}

TEST_CASE("files without labels are converted with --unlabeled, plain text without a format",
          "[convert]") {
  const Converter convert;
  ConversionRequest request;
  request.file = convert.write("words.txt", "Ann\nsaw\n\n");
  request.from = "{\"format\": \"conll\"}";
  request.to = "spans";
  request.output = convert.path("out");
  CHECK_THROWS_WITH(convert_file(request), Contains("words.txt:1: 1 column"));
  CHECK(!std::filesystem::exists(request.output));
  request.unlabeled = true;
  convert_file(request);
  CHECK(convert.text("out") == "{\"text\":\"Ann saw\"}\n");
  request.force = true;
  request.file = convert.write("raw.txt", "Ann saw\nit. Bye!\n");
  request.from = "";
  request.plain_text = TextUnit::kSentences;
  request.to = "conllu";
  convert_file(request);
  CHECK_THAT(convert.text("out"),
             Contains("# text = Bye!\n1\tBye\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n2\t!"));
}

TEST_CASE("labels of each kind are left out with --unlabeled", "[convert]") {
  const Converter convert;
  const auto unlabeled = [&](std::string_view text, const Json& from, const Json& to) {
    convert(convert.write("in", text), from, to, "out", true);
    return convert.text("out");
  };
  const Json spans = {{"format", "spans"}};
  CHECK(unlabeled("{\"text\":\"Ann\",\"label\":[[0,3,\"P\"]],\"scores\":[0.5],\"id\":1}\n", spans,
                  spans) == "{\"text\":\"Ann\",\"id\":1}\n");
  CHECK(unlabeled("{\"data\":{\"text\":\"Ann\"},\"annotations\":[{\"result\":[]}]}\n", spans,
                  spans) == "{\"data\":{\"text\":\"Ann\"}}\n");
  CHECK(unlabeled("( (S (NN cat)))\n()\n", "ptb", "ptb") == "(? (NN cat))\n(?)\n");
  CHECK(unlabeled(">a\nA-C\n>b\nAAC\n\n", "fasta_pairs", "fasta_pairs") == ">a ?\nAC\n>b\nAAC\n\n");
  if (find_format("jsonl") == nullptr) add_email_formats();
  CHECK_THAT(unlabeled("{\"parts\": [], \"batch\": \"3\", \"label\": \"ham\"}\n", "jsonl", "jsonl"),
             !Contains("batch") && !Contains("ham"));
}

TEST_CASE("what labels of CoNLL-U replace or have beside them is told", "[convert]") {
  const Converter convert;
  CHECK(has(convert.losses("a X\nb _\nc _\n\nd X\n\n", kConll, "conllu"),
            "tokens whose label is _ are read as tokens without a label: 2, the first in line 1"));
  CHECK(!has(convert.losses("a X\nb _\n\n", kConll, {{"format", "conllu"}, {"label", "feats.K"}}),
             "are read as tokens without a label"));
  const std::string bank = "1\tI\t_\tPRON\tPRP\tCase=Nom|Number=Sing\t_\t_\t_\t_\n\n";
  CHECK(convert.losses(bank, {{"format", "conllu"}}, {{"format", "conllu"}, {"label", "xpos"}}) ==
        Sentences{"cells of the column xpos are replaced by labels: 1, the first in line 1"});
  CHECK(convert.text("out") == "1\tI\t_\tPRON\tPRON\tCase=Nom|Number=Sing\t_\t_\t_\t_\n\n");
  CHECK(has(convert.losses(bank, {{"format", "conllu"}, {"label", "feats.Case"}}, kConll),
            "other keys of feats are left out: 1, the first in line 1"));
  CHECK(convert.text("out") == "I Nom\n\n");
  CHECK(has(convert.losses("# text = al\n1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n"
                           "1\ta\t_\tADP\t_\t_\t_\t_\t_\t_\n2\tel\t_\tDET\t_\t_\t_\t_\t_\t_\n\n",
                           {{"format", "conllu"}}, "spans"),
            "texts do not consist of their words: blanks stand between these: 1, the first in "
            "line 3"));
}

TEST_CASE("what spans have besides places and labels is told", "[convert]") {
  const Converter convert;
  const Json own = {{"format", "spans"}}, conllu = {{"format", "conllu"}};
  const std::string doccano =
      "{\"text\":\"Ann\",\"entities\":[{\"id\":4,\"start_offset\":0,\"end_offset\":3,"
      "\"label\":\"P\"}],\"relations\":[]}\n";
  CHECK(convert.losses(doccano, own, own) ==
        Sentences{"the field id of spans is left out: 1, the first in line 1",
                  "the field relations is left out: 1, the first in line 1"});
  CHECK(
      convert.text("out") ==
      "{\"text\":\"Ann\",\"entities\":[{\"start_offset\":0,\"end_offset\":3,\"label\":\"P\"}]}\n");
  CHECK(convert.losses("{\"text\":\"Ann\",\"label\":[[0,3,\"P\"]],\"scores\":[0.5]}\n", own, own) ==
        Sentences{"the field scores is left out: 1, the first in line 1"});
  const std::string studio =
      "{\"data\":{\"text\":\"Ann\",\"src\":\"x\"},\"annotations\":[{\"id\":1,\"completed_by\":2,"
      "\"result\":[{\"id\":\"a\",\"from_name\":\"l\",\"to_name\":\"t\",\"type\":\"labels\","
      "\"value\":"
      "{\"start\":0,\"end\":3,\"labels\":[\"P\"]}},{\"type\":\"relation\"}]},{\"result\":[]}]}\n";
  const auto once = [](const std::string& what) { return what + ": 1, the first in line 1"; };
  CHECK(convert.losses(studio, own, conllu) ==
        Sentences{once("the field completed_by of annotations is left out"),
                  once("the field id of annotations is left out"),
                  once("the field id of spans is left out"),
                  once("results that are no labels are left out"),
                  once("annotations that are cancelled or behind another one are left out"),
                  once("the field src of data is left out")});
  CHECK(has(convert.losses(studio, own, own), once("the field id of annotations is left out")));
}

TEST_CASE("labels that break their scheme are told, and no others", "[convert]") {
  const Converter convert;
  const std::string iobes = "Ann B-P\nLee E-P\nBob S-P\n. O\n\n";
  CHECK(convert.losses(iobes, kConll, "spans").size() == 1);  // texts are not known
  CHECK(has(convert.losses(iobes + "Ann I-P\nit O\n\n", kConll, "spans"),
            "sentences with labels that break their scheme are read as conlleval does: 1, the "
            "first in line 6"));
}

TEST_CASE("texts of folders keep their line ends", "[convert]") {
  const Converter convert;
  convert.write("all/pos/a", "a\r\nb");
  convert.write("all/pos/b", "c\n");
  convert(convert.path("all"), "text_folders", "texts", "out");
  CHECK(convert.text("out") ==
        "{\"text\":\"a\\r\\nb\",\"label\":\"pos\"}\n{\"text\":\"c\\n\",\"label\":\"pos\"}\n");
}

TEST_CASE("pairs, trees and emails are converted", "[convert]") {
  const Converter convert;
  const std::string table = "valid\ta\tb\t0.5\t0.7\t1.2\tACD\tCE\t1:2\n";
  CHECK_THROWS_WITH(convert.converted(table, "tmalign", "tmalign"),
                    Contains("pairs of sequences can be written as fasta_pairs"));
  const std::string good =
      "valid\ta\tb\t0.5\t0.7\t1.2\tACD\tCE\t1:.\nvalid\ta\tb\t0.5\t0.7\t1.2\tAC\tE\n";
  const std::string fasta = ">a\nACD\n>b\n-CE\n\n>a ?\nAC\n>b\nE\n\n";
  CHECK(convert.converted(good, "tmalign", "fasta_pairs") == fasta);
  CHECK(convert.losses(good, "tmalign", "fasta_pairs") ==
        Sentences{"parts, TM-scores and RMSDs of pairs are left out: 2, the first in line 1"});
  CHECK(convert.converted(fasta, "fasta_pairs", "fasta_pairs") == fasta);
  const std::string annotated = ">a family=f\nA-C\n#=GR SS HE\n#=GR SA 09\n>b\nAAA\n\n";
  CHECK(convert.converted(annotated, "fasta_pairs", "fasta_pairs") == annotated);
  const std::string trees =
      "( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps))) )\n(? the cat)\n(? (DT a))\n(?)\n()\n";
  const std::string lines = convert.converted(trees, "ptb", "ptb");
  CHECK(lines ==
        "( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps))))\n(? the cat)\n(? (DT a))\n(?)\n()\n");
  CHECK(convert.converted(lines, "ptb", "ptb") == lines);
  if (find_format("jsonl") == nullptr) add_email_formats();
  const std::string mails = convert.converted(
      "{\"id\": \"7\", \"parts\": [{\"type\": \"text/plain\", \"text\": \"Hi\"}]}\n", "jsonl",
      "jsonl");
  CHECK(convert.converted(mails, "jsonl", "jsonl") == mails);
  CHECK(convert.losses("{\"parts\": [{\"text\": \"Hi\", \"lang\": \"en\"}], \"x\": [1]}\n", "jsonl",
                       "jsonl") ==
        Sentences{"the field lang of parts is left out: 1, the first in line 1",
                  "the field x is left out: 1, the first in line 1"});
  if (find_format("mbox") == nullptr) return;
  const std::string mbox = "From a@b Mon Jan  5 10:00:00 2015\nFrom: a@b\nSubject: Hi\n\nText\n\n";
  CHECK_THAT(convert.converted(mbox, "mbox", "jsonl"), Contains("\"subject\":\"Hi\""));
  CHECK(convert.losses(mbox, "mbox", "jsonl").size() == 1);
  CHECK_THROWS_WITH(convert.converted(mails, "jsonl", "mbox"), Contains("does not write it"));
}

TEST_CASE("what cannot be converted is one clear error", "[convert]") {
  const Converter convert;
  const auto wrong = [&](std::string_view text, const Json& from, const Json& to,
                         const std::string& message) {
    INFO(text << from << to);
    CHECK_THROWS_WITH(convert.converted(text, from, to), Contains(message));
    CHECK(!std::filesystem::exists(convert.path("out")));
  };
  wrong("a X\n\n", kConll, "csv",
        "chains can be written as svmhmm, conll, conllu, spans, crfsuite or brown");
  wrong("a X\n\n", kConll, "cnll", "conll");
  wrong("a X\n\n", kConll, "text_folders", "rows");
  wrong("a X\n\n", kConll, {{"format", "spans"}, {"spans", "text"}},
        "--to: spans and text have one name: text");
  wrong("{\"text\": \"a b\", \"label\": \"x\"}\n",
        {{"format", "texts"}, {"features", {{{"extractor", "words"}}}}}, "svmlight",
        "features of words are made when a model is trained, and cannot be written: leave "
        "\"features\" out in --from");
  const Json links = {{"extractor", "links"}, {"file", "links.txt"}, {"ids", "ids.txt"}};
  const Json values = {{"extractor", "values"}};
  wrong("1 1:1\n", {{"format", "svmlight"}, {"features", {values, links}}}, "csv",
        "features of links are made when a model is trained, and cannot be written: leave it out "
        "of \"features\" in --from");
  wrong("a X\n\n", kConll, {{"format", "conll"}, {"features", Json::array()}},
        "features has no effect");
  wrong("a X\n\n", kConll, {{"format", "conll"}, {"columns", {"word", "lemma", "label"}}},
        "no column lemma");
  wrong("a X\n\n", {{"format", "conll"}, {"train", "x"}}, "conll", "train names data of a config");
  wrong("a X\nb\n\n", kConll, "brown", "in:2: 1 column");
  wrong("b Y\n\na X\n\n", kConll, {{"format", "brown"}, {"unknown", "X"}},
        "in:3: the label \"X\" would be read as one that is not known");
  wrong("a x:y\n\nb x#y\n\n", kConll, "svmhmm",
        "in:3: the labels \"x:y\" and \"x#y\" would both be written as \"x_y\"");
  wrong("a @X\n\n", kConll, "crfsuite", "in:1: the label \"@X\"");
  wrong("x 1:1\n", "svmlight", "npy", "in:1: the label \"x\" is no number");
  wrong("t\n", {{"format", "candidates"}}, "candidates", "convert");
  wrong("1 1:1\n", {{"format", "svmlight"}, {"keep_labels", {"7"}}}, "csv", "no examples");
  wrong("a,label,y\n1,2,3\n", {{"format", "csv"}, {"target", "y"}},
        {{"format", "csv"}, {"target", "a"}}, "a column is called");
  CHECK_THROWS_AS(convert.converted("", kConll, "brown"), DataError);
}

TEST_CASE("an output that exists is replaced only with --force", "[convert]") {
  const Converter convert;
  ConversionRequest request;
  request.file = convert.write("in", "a X\n\n");
  request.from = kConll.dump();
  request.to = "brown";
  request.output = convert.write("out", "mine");
  CHECK_THROWS_WITH(convert_file(request), Contains("exists: --force replaces it"));
  CHECK(convert.text("out") == "mine");
  request.force = true;
  convert_file(request);
  CHECK(convert.text("out") == "a/X\n");
  request.output = request.file;
  CHECK_THROWS_AS(convert_file(request), ConfigError);
  CHECK(convert.text("in") == "a X\n\n");
}
