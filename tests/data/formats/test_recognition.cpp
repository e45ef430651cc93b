// What formats say of the beginning of a file: which one takes it, the block, what is asked.
#include <catch2/catch.hpp>

#include "costruct/data/formats/format.hpp"
#include "costruct/data/recognition/recognisers.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// The best format for some bytes; "" if none fits.
std::string format_of(const std::string& bytes) {
  const auto found = recognise_file(FileSample("f", bytes));
  return found.empty() ? "" : found.front().format->name;
}

Recognition recognition_of(const std::string& bytes, const std::string& label = "") {
  const auto found = recognise_file(FileSample("f", bytes), {label});
  return found.empty() ? Recognition() : found.front().recognition;
}

}  // namespace

TEST_CASE("a format takes its own files and leaves those of others", "[data][recognition]") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"conll", "Anna B-PER\nsaw O\nRome B-LOC\n\nShe O\nslept O\n\n"},
      {"conll", "-DOCSTART- -X- O\n\nAnna NNP B-PER\nslept VBD O\n\nYes UH O\n"},
      {"conllu",
       "# text = a b\n1\ta\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tb\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"},
      {"conll", "Anna\nslept\n\nRome\nfell\n\n"},
      {"brown", "The/at dog/nn barked/vbd ./.\nIt/pps slept/vbd ./.\n"},
      {"svmlight", "+1 1:0.5 7:2\n-1 3:1 # comment\n-1\n"},
      {"svmlight", "3,7 1:1\n7 2:1\n"},
      {"svmhmm", "1 qid:1 1:1\n2 qid:1 2:1\n1 qid:2 1:1\n"},
      {"crfsuite", "B\tw[0]=a\tw[1]=b\nI\tw[0]=b\tw[-1]=a\n\nO\tw[0]=c\n"},
      {"csv", "a,b,y\n1,2,x\n3,4,z\n"},
      {"csv", "a;b;y\n1,5;2;x\n3,25;4;z\n"},
      {"csv", "a\tb\ty\n1\t2\tx\n3\t4\tz\n"},
      {"csv", "text,y\n\"a, \"\"b\"\"\nc\",x\nd,z\n"},
      {"ptb", "( (S (NP (NNP Anna)) (VP (VBD slept))))\n( (S (NP (PRP She)) (VP (VBD ran))))\n"},
      {"fasta_pairs", ">a\nACD\n>b\nA-D\n\n>c\nAC\n>d\nAC\n"},
      {"candidates", "{\"id\": \"q\", \"query\": \"a\", \"candidates\": []}\n"},
      {"npy", std::string("\x93NUMPY\x01\x00", 8)},
      {"", "Anna saw Rome yesterday, and nobody knew.\nShe slept.\n"},
      {"", "In Rome, the train was late.\nNobody came, but she did.\nWe saw it, at last.\n"},
      {"", "\"Yes , he came .\"\nNo , she said .\n"},
      {"csv", "text, kind\nhe came., a\nshe left., b\n"},
      {"csv", "No.,street,rent incl.\n1,x,20\n2,y,30\n"},
      {"", "one\n"},
      {"", ""},
      {"", std::string("\x7f\x45LF\0\0\1\2", 8)}};
  for (const auto& [format, bytes] : cases) {
    INFO(bytes);
    CHECK(format_of(bytes) == format);
  }
}

TEST_CASE("files without labels are asked for some, however small they are",
          "[data][recognition]") {
  const std::string table = "id,body\n1,aa b\n2,c\n3,d d\n4,e\n5,f\n";
  CHECK_THAT(recognition_of(table).question, Contains("which column is to be predicted?"));
  CHECK(recognition_of(table, "body").question.empty());
  const std::string texts = "{\"text\": \"a b\", \"label\": []}\n";
  CHECK_THAT(recognition_of(texts + texts).question, Contains("no text has a label"));
  const Recognition some = recognition_of(texts + "{\"text\": \"c\", \"label\": [\"x\"]}\n");
  CHECK(some.question.empty());
  CHECK(some.problem == "several");
}

TEST_CASE("the columns of tokens have names, and the last is the label", "[data][recognition]") {
  const Recognition r =
      recognition_of("Anna NNP B-PER\nslept VBD O\n\nRome NNP B-LOC\nfell VBD O\n");
  CHECK(r.block["columns"] == Json({"word", "pos", "label"}));
  CHECK(r.problem == "sequence");
  CHECK(r.has_chunks);
  const Recognition second = recognition_of("Anna NNP B-PER\nslept VBD O\n\nRome NNP O\n", "2");
  CHECK(second.block["columns"] == Json({"word", "label", "pos"}));
  CHECK_FALSE(second.has_chunks);
  CHECK_THAT(recognition_of("a X\nb Y\n\n", "3").question, Contains("--label NUMBER, from 1 to 2"));
  const Recognition bank = recognition_of(
      "# text = a b\n1\ta\t_\tDET\t_\t_\t2\tdet\t_\t_\n"
      "2\tb\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n");
  CHECK(bank.kind == "a treebank (CoNLL-U)");
  CHECK(bank.block["label"] == "upos");
  CHECK_FALSE(bank.has_chunks);
}

TEST_CASE("spans and texts of JSON are told apart", "[data][recognition]") {
  const Recognition spans = recognition_of(
      "{\"text\": \"Ann saw\", \"label\": [[0, 3, \"PER\"]]}\n{\"text\": \"Bob\", \"label\": "
      "[]}\n");
  CHECK(spans.kind == "texts with labeled spans");
  CHECK(spans.has_chunks);
  CHECK(recognition_of("[{\"data\": {\"text\": \"Ann\"}, \"annotations\": [{\"result\": [\n"
                       "{\"type\": \"labels\", \"value\": {\"start\": 0, \"end\": 3, \"labels\": "
                       "[\"PER\"]}}]}]}]\n")
            .kind == "texts with labeled spans");
  const Recognition texts = recognition_of(
      "{\"text\": \"so good\", \"label\": \"a\"}\n{\"text\": \"bad\", \"label\": 2}\n");
  CHECK(texts.kind == "texts with a label, a JSON object a line");
}

TEST_CASE("words without labels are recognised as such", "[data][recognition]") {
  CHECK(recognition_of("Anna\nslept\n\nRome\nfell\n\n").unlabeled);
}

TEST_CASE("a column of words is not taken for labels without asking", "[data][recognition]") {
  std::string bytes;
  for (int i = 0; i < 120; ++i)
    bytes += "O word" + std::to_string(i) + (i % 6 == 5 ? "\n\n" : "\n");
  CHECK_THAT(recognition_of(bytes).question, Contains("say --label NUMBER"));
  CHECK(recognition_of(bytes, "1").question.empty());
}

TEST_CASE("schemes of chunks are told apart", "[data][recognition]") {
  CHECK(chunk_scheme({"B-X", "I-X", "O", "B-Y"}) == "IOB2");
  CHECK(chunk_scheme({"I-X", "I-X", "O", "I-Y"}) == "IOB1");
  CHECK(chunk_scheme({"B-X", "E-X", "O", "S-Y"}) == "IOBES");
  CHECK(chunk_scheme({"B-X", "L-X", "O", "U-Y"}) == "IOBES");
  CHECK(chunk_scheme({"B-X", "M-X", "E-X"}) == "IOBES");
  CHECK(chunk_scheme({"I-X", "I-X", "", "I-X"}) == "IOB1");
  CHECK(chunk_scheme({"O", "O"}).empty());
  CHECK(chunk_scheme({"NN", "VB"}).empty());
  CHECK(chunk_scheme({"B-X", "X-Y"}).empty());
  CHECK(chunk_scheme({}).empty());
}

TEST_CASE("the target of a table has a usual name, or is the last column", "[data][recognition]") {
  CHECK(recognition_of("a,Class,b\n1,x,2\n3,y,4\n").block["target"] == "Class");
  CHECK(recognition_of("a,b,c\n1,x,2\n3,y,4\n").block["target"] == "c");
  CHECK(recognition_of("a,b,c\n1,x,2\n3,y,4\n", "b").block["target"] == "b");
  CHECK_THAT(recognition_of("a,b,c\n1,x,2\n3,y,4\n", "d").question,
             Contains("no column \"d\": did you mean a, b or c?"));
  CHECK_THAT(recognition_of("1,2\n3,4\n").question, Contains("without a header"));
  CHECK_THAT(recognition_of("a,y\n\"1,250\",x\n\"1,5\",z\n").question, Contains("decimal"));
}

TEST_CASE("names of rows are no features", "[data][recognition]") {
  std::string bytes = "id,name,notes,size,y\n";
  for (int i = 0; i < 30; ++i)
    bytes += std::to_string(i) + ",n" + std::to_string(i) + ",it is number " +
             std::to_string(i % 3) + " here," + std::to_string(i * i) + (i % 2 ? ",x\n" : ",z\n");
  const Recognition r = recognition_of(bytes);
  CHECK(r.block["ignore"] == Json({"id", "name"}));
  CHECK(r.inputs == 2);
}

TEST_CASE("counts, sparse and measured rows are told apart", "[data][recognition]") {
  CHECK(recognition_of("1 1:1 90:2\n2 5:1\n").values == RowValues::kCounts);
  CHECK(recognition_of("1 1:1.5 90:2\n2 5:1\n").values == RowValues::kSparse);
  CHECK(recognition_of("1 1:1.5 2:2\n2 1:1\n").values == RowValues::kMeasured);
  CHECK(recognition_of("3,7 1:1\n7 2:1\n 1:1\n3,5,7 2:1\n").problem == "several");
}

TEST_CASE("a sample ends at a whole line", "[data][recognition]") {
  const FileSample cut("f", "one\ntwo\nthr", false), whole("f", "one\r\ntwo\nthr", true);
  CHECK(cut.lines() == std::vector<std::string_view>{"one", "two"});
  CHECK(whole.lines() == std::vector<std::string_view>{"one", "two", "thr"});
  CHECK(FileSample("f", std::string("a\0b", 3)).lines().empty());
}

TEST_CASE("one alignment of several sequences is not taken for pairs", "[data][recognition]") {
  CHECK_THAT(recognition_of(">a\nAC\n>b\nAC\n>c\nA-\n>d\nAC\n").question,
             Contains("one alignment of several"));
}
