// Spans on raw texts: the exports of annotation tools, read and written back.
#include <catch2/catch.hpp>

#include "costruct/core/text/utf8.hpp"
#include "costruct/data/examples/json_records.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Catch::Contains;

namespace {

const Json kBlock = {{"format", "spans"}};

ReadCorpus read_text(const TestFolder& folder, std::string_view text, const Json& block = kBlock) {
  return read_training(block, {folder.write("t.jsonl", text)});
}

/// "word/LABEL word/LABEL" of each example, "word/?" where it is unlabeled.
Texts tagged(std::string_view text, const Json& block = kBlock) {
  const TestFolder folder;
  const auto read = read_text(folder, text, block);
  Texts all;
  const NamedParts parts = named_parts(read.encoder, read.corpus.features);
  for (Index i = 0; i < read.corpus.size(); ++i) {
    const Texts labels = read.corpus.is_labeled(i) ? label_texts(read, i) : Texts();
    std::string sentence;
    for (std::size_t t = 0; t < parts[static_cast<std::size_t>(i)].size(); ++t) {
      const std::string feature = parts[static_cast<std::size_t>(i)][t].begin()->first;
      sentence += (t == 0 ? "" : " ") + feature.substr(std::string("token[0]=").size()) + "/" +
                  (labels.empty() ? "?" : labels[t]);
    }
    all.push_back(sentence);
  }
  return all;
}

/// What is written for the file's own labels, record by record.
Texts written(std::string_view text, const Json& block = kBlock) {
  const TestFolder folder;
  const auto read = read_text(folder, text, block);
  const auto stream = read.encoder.stream(folder.path() / "t.jsonl");
  Texts all;
  StreamedExample example;
  for (std::size_t i = 0; stream->next(example); ++i)
    all.push_back(read.encoder.written(example.record, read.corpus.outputs[i]));
  return all;
}

std::string error_of(std::string_view text, const Json& block = kBlock) {
  const TestFolder folder;
  return message_of<DataError>([&] { read_text(folder, text, block); });
}

constexpr const char* kLabelStudio = R"([
  {"id": 1, "data": {"text": "Ann Lee saw Bob."},
   "annotations": [{"id": 7, "result": [
     {"from_name": "ner", "to_name": "txt", "type": "labels",
      "value": {"start": 0, "end": 7, "text": "Ann Lee", "labels": ["PER"]}},
     {"type": "choices", "value": {"choices": ["x"]}}]}]},
  {"id": 2, "data": {"text": "Bob"}, "annotations": []}
]
)";

}  // namespace

TEST_CASE("spans of Prodigy and doccano are read as chunks of words", "[data][spans]") {
  const Texts expected = {"Ann/B-PER Lee/I-PER saw/O Bob/B-PER ./O"};
  CHECK(tagged(R"({"text": "Ann Lee saw Bob.", "spans": [{"start": 12, "end": 15, "label": "PER"},
      {"start": 0, "end": 7, "label": "PER", "token_start": 0}], "answer": "accept"})") ==
        expected);
  CHECK(
      tagged(
          R"({"id": 3, "text": "Ann Lee saw Bob.", "label": [[0, 7, "PER"], [12, 15, "PER"]]})") ==
      expected);
  CHECK(tagged(R"({"text": "Ann Lee saw Bob.", "entities": [
      {"id": 1, "label": "PER", "start_offset": 0, "end_offset": 7},
      {"id": 2, "label": "PER", "start_offset": 12, "end_offset": 15}], "relations": []})") ==
        expected);
  CHECK(tagged(R"({"body": "Ann Lee saw Bob.", "marks": [[0, 7, "PER"], [12, 15, "PER"]]})",
               {{"format", "spans"}, {"text", "body"}, {"spans", "marks"}}) == expected);
}

TEST_CASE("the export of Label Studio is read", "[data][spans]") {
  CHECK(tagged(kLabelStudio) == Texts{"Ann/B-PER Lee/I-PER saw/O Bob/O ./O", "Bob/?"});
  const char* shorter = R"([{"text": "Ann Lee saw Bob.", "id": 1, "ner": [
      {"start": 0, "end": 7, "text": "Ann Lee", "labels": ["PER"]}]}, {"text": "Bob", "id": 2}])";
  CHECK(tagged(shorter, {{"format", "spans"}, {"spans", "ner"}}) ==
        Texts{"Ann/B-PER Lee/I-PER saw/O Bob/O ./O", "Bob/?"});
}

TEST_CASE("records without spans are unlabeled, an empty list has none", "[data][spans]") {
  CHECK(tagged("{\"text\": \"a b\", \"spans\": []}\n{\"text\": \"c\"}\n"
               "{\"text\": \"d\", \"label\": null}\n{\"text\": \" \", \"spans\": []}\n") ==
        Texts{"a/O b/O", "c/?", "d/?"});
}

TEST_CASE("skipped tasks and rejected records are unlabeled", "[data][spans]") {
  CHECK(tagged(R"({"text": "a", "spans": [], "answer": "reject"}
{"text": "b", "spans": [], "answer": "accept"}
{"data": {"text": "c"}, "annotations": [{"was_cancelled": true, "result": []}]}
{"data": {"text": "d"}, "annotations": [{"was_cancelled": true, "result": []}, {"result": []}]}
)") == Texts{"a/?", "b/O", "c/?", "d/O"});
}

TEST_CASE("a record without a word is written as it is", "[data][spans]") {
  const TestFolder folder;
  const auto read = read_text(folder, R"({"text":"Ann","spans":[[0,3,"P"]]})");
  const auto stream = read.encoder.stream(
      folder.write("new.jsonl", "{\"text\":\" \",\"id\":7}\n{\"text\":\"Ann\"}\n"));
  StreamedExample example;
  REQUIRE(stream->next(example));
  CHECK(example.part_begin.size() == 1);
  CHECK(read.encoder.written(example.record, {}) == "{\"text\":\" \",\"id\":7,\"spans\":[]}\n");
  CHECK(stream->next(example));
}

TEST_CASE("neighbouring, partial and overlapping spans", "[data][spans]") {
  CHECK(tagged(R"({"text": "a b c", "label": [[0, 1, "X"], [2, 3, "X"]]})") ==
        Texts{"a/B-X b/B-X c/O"});
  CHECK(tagged(R"({"text": "abc def g", "label": [[1, 5, "X"]]})") == Texts{"abc/B-X def/I-X g/O"});
  CHECK(tagged(R"({"text": "a b c", "label": [[0, 3, "X"], [2, 5, "Y"], [0, 1, "Z"]]})") ==
        Texts{"a/B-X b/I-X c/O"});
  CHECK(tagged(R"({"text": "a  b", "label": [[1, 3, "X"]]})") == Texts{"a/O b/O"});
}

TEST_CASE("offsets count code points, UTF-16 units or bytes", "[data][spans]") {
  const std::string text = "\U0001F600 é Ann";  // 1 + 1 + 1 + 1 code points before Ann
  const auto record = [&](int begin, int end) {
    return Json{{"text", text}, {"spans", {{{"start", begin}, {"end", end}, {"label", "P"}}}}}
               .dump() +
           "\n";
  };
  const auto block = [](const char* offsets) {
    return Json{{"format", "spans"}, {"offsets", offsets}};
  };
  const Texts expected = {"\U0001F600/O é/O Ann/B-P"};
  CHECK(tagged(record(4, 7)) == expected);
  CHECK(tagged(record(5, 8), block("utf16")) == expected);
  CHECK(tagged(record(8, 11), block("bytes")) == expected);
  for (const char* offsets : {"code_points", "utf16", "bytes"}) {
    const int begin = offsets[0] == 'c' ? 4 : offsets[0] == 'u' ? 5 : 8;
    CHECK(Json::parse(written(record(begin, begin + 3), block(offsets))[0]) ==
          Json::parse(record(begin, begin + 3)));
  }
  // UTF-16 units are recognised where they alone fit words.
  CHECK_THAT(error_of(record(5, 8) + record(2, 3)),
             Contains("\"offsets\": \"utf16\"") || Contains("a span from 5 to 8"));
  const std::string longer =
      Json{{"text", text + " b c"}, {"spans", {{{"start", 5}, {"end", 8}, {"label", "P"}}}}}.dump();
  CHECK_THAT(error_of(longer), Contains("Set \"offsets\": \"utf16\""));
  // Offsets that are named are taken as they are.
  CHECK(tagged(record(4, 7), block("utf16")) == Texts{"\U0001F600/O é/O Ann/B-P"});
}

TEST_CASE("spans are written as they were read", "[data][spans]") {
  const char* prodigy =
      R"({"b":1,"text":"Ann Lee saw Bob.","spans":[{"start":0,"end":7,"label":"PER"},{"start":12,"end":15,"label":"PER"}],"a":"x"})";
  CHECK(written(prodigy) == Texts{std::string(prodigy) + "\n"});
  const char* doccano = R"({"id":3,"text":"Ann é.","label":[[0,3,"PER"],[4,5,"LOC"]]})";
  CHECK(written(doccano) == Texts{std::string(doccano) + "\n"});
  const char* newer =
      R"({"text":"Ann","entities":[{"start_offset":0,"end_offset":3,"label":"PER"}]})";
  CHECK(written(newer) == Texts{std::string(newer) + "\n"});
  const char* shorter = R"({"text":"Ann","label":[{"start":0,"end":3,"labels":["PER"]}]})";
  CHECK(written(shorter) == Texts{std::string(shorter) + "\n"});

  const TestFolder folder;
  const auto read = read_text(folder, kLabelStudio);
  const auto stream = read.encoder.stream(folder.path() / "t.jsonl");
  StreamedExample example;
  REQUIRE(stream->next(example));
  const Json task = Json::parse(read.encoder.written(example.record, read.corpus.outputs[0]));
  CHECK(task["annotations"].size() == 1);
  CHECK(task["predictions"] ==
        Json::parse(R"([{"result": [{"from_name": "ner", "to_name": "txt", "type": "labels",
          "value": {"start": 0, "end": 7, "text": "Ann Lee", "labels": ["PER"]}}]}])"));
}

TEST_CASE("scores of other spans do not stay", "[data][spans]") {
  const TestFolder folder;
  const auto read = read_text(folder,
                              "{\"text\":\"Ann\",\"label\":[[0,3,\"P\"]],\"scores\":[0.5]}\n"
                              "{\"text\":\"it\",\"label\":[],\"scores\":[0.5]}\n");
  const auto stream = read.encoder.stream(folder.path() / "t.jsonl");
  StreamedExample example;
  REQUIRE(stream->next(example));
  CHECK(read.encoder.written(example.record, read.corpus.outputs[0]) ==
        "{\"text\":\"Ann\",\"label\":[[0,3,\"P\"]]}\n");
  REQUIRE(stream->next(example));
  const std::vector<double> scores = {0.25};
  CHECK(read.encoder.written(example.record, read.corpus.outputs[1]) ==
        "{\"text\":\"it\",\"label\":[]}\n");
  CHECK(read.encoder.written(example.record, read.corpus.outputs[1], scores) ==
        "{\"text\":\"it\",\"label\":[],\"scores\":[]}\n");
}

TEST_CASE("records without spans get those of Prodigy, or of the field that is named",
          "[data][spans]") {
  const TestFolder folder;
  const std::string train = R"({"text":"Ann","spans":[{"start":0,"end":3,"label":"PER"}]})";
  const auto file = folder.write("new.jsonl", R"({"text":"Ann"})");
  const auto first = [&](const Json& block) {
    const auto read = read_text(folder, train, block);
    const auto stream = read.encoder.stream(file);
    StreamedExample example;
    REQUIRE(stream->next(example));
    return read.encoder.written(example.record, {{0}});
  };
  CHECK(first(kBlock) == train + "\n");
  auto read = read_text(folder, train);
  read.encoder.stream_plain_text(TextUnit::kLines);
  const auto stream = read.encoder.stream(folder.write("raw.txt", "Ann\n"));
  StreamedExample example;
  REQUIRE(stream->next(example));
  CHECK(read.encoder.written(example.record, {{0}}) == train + "\n");
}

TEST_CASE("wrong records of spans are errors with their line", "[data][spans]") {
  CHECK_THAT(error_of("{\"text\": \"a\", \"spans\": []}\n\n{\"txt\": \"a\"}"),
             Contains("t.jsonl:3: there is no field \"text\"") && Contains("txt"));
  CHECK_THAT(error_of(R"({"text": 1})"), Contains("\"text\" is no text"));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": [[0, 3, "X"]]})"),
             Contains("a span from 0 to 3 in a text of 2 code points"));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": [[1, 1, "X"]]})"), Contains("from 1 to 1"));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": [[-1, 1, "X"]]})"), Contains("expected a span"));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": [[0, 1, ""]]})"), Contains("no label"));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": [{"start": 0, "end": 1}]})"),
             Contains("no label"));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": [{"start": 0, "end": "1", "label": "X"}]})"),
             Contains("whole number \"end\""));
  CHECK_THAT(error_of(R"({"text": "ab", "spans": 1})", {{"format", "spans"}, {"spans", "spans"}}),
             Contains("no list of spans"));
  CHECK_THAT(error_of(R"({"text": "a", "text": "b"})"), Contains("twice"));
  CHECK_THAT(error_of(R"({"data": {"body": "b"}})"), Contains("no field \"text\""));
  CHECK_THAT(error_of(R"({"data": {"text": "b"}, "annotations": [{}]})"), Contains("result"));
  CHECK_THAT(error_of("Ann Lee\n"), Contains("t.jsonl:1: found \"Ann Lee\""));
}

TEST_CASE("a JSON file is cut into objects", "[data][json records]") {
  const auto objects = [](std::string_view text) {
    const TestFolder folder;
    JsonRecords records(folder.write("r.json", text));
    Texts all;
    while (records.next())
      all.push_back(std::to_string(records.line()) + std::string(records.text()));
    return all;
  };
  CHECK(objects("").empty());
  CHECK(objects("[]\n").empty());
  CHECK(objects("{}\n\n{\"a\": \"}\\\"{\"}\n") == Texts{"1{}", "3{\"a\": \"}\\\"{\"}"});
  CHECK(objects("{} {}") == Texts{"1{}", "1{}"});
  CHECK(objects("[{\"a\": [1,\n {}]} ,\n{}]\n") == Texts{"1{\"a\": [1,\n {}]}", "3{}"});
  for (const char* wrong : {"[{}", "[{},]", "[{} {}]", "{},{}", "[]{}", "[[{}]]", "x", "{", "{\"",
                            "{\"a\n\"}", "[,{}]", "{}]", "[{}]]"}) {
    INFO(wrong);
    CHECK_THROWS_AS(objects(wrong), DataError);
  }
}

TEST_CASE("records that are not complete are labeled in part", "[data][spans]") {
  const TestFolder folder;
  const auto known = [&](std::string_view text, const Json& block = kBlock) {
    const auto read = read_text(folder, text, block);
    std::map<Index, std::vector<Texts>> names;
    for (const auto& [example, facts] : read.corpus.known) {
      for (const std::vector<int>& fact : facts.facts) {
        Texts& part = names[example].emplace_back();
        for (const int label : fact) part.push_back(read.encoder.labels()[label]);
      }
    }
    return names;
  };
  const std::string whole = R"({"text": "Ann Lee met X Y", "spans": [[0, 7, "P"], [12, 15, "Q"]]})";
  const Texts all = {"B-P", "I-P", "O", "B-Q", "I-Q"};
  // The word behind a span does not continue it, and others are unknown.
  const std::string some =
      R"({"text": "so Ann Lee met Bob", "spans": [[3, 10, "P"]], "complete": false})";
  const std::map<Index, std::vector<Texts>> of_some = {
      {1, {{}, {"B-P"}, {"I-P"}, {"B-P", "O", "B-Q", "I-Q"}, {}}}};
  CHECK(known(whole + "\n" + some + "\n") == of_some);
  // With the scheme of learning, as `init` writes it, and a test of the error of another one.
  Json block = kBlock;
  block["scheme"] = "iob2";
  CHECK(known(whole + "\n" + some + "\n", block) == of_some);
  block["scheme"] = "iobes";
  CHECK_THAT(error_of(whole + "\n" + some + "\n", block),
             Contains("t.jsonl:2: the example is labeled in part, but data.scheme"));
  // All spans of one label are there.
  const std::string one = R"({"text": "Ann met X", "spans": [[0, 3, "P"]], "complete": ["P"]})";
  CHECK(known(whole + "\n" + one + "\n") ==
        std::map<Index, std::vector<Texts>>{
            {1, {{"B-P"}, {"O", "B-Q", "I-Q"}, {"O", "B-Q", "I-Q"}}}});
  // Nothing is left but O: the example is labeled.
  const auto alone = read_text(folder, one + "\n");
  CHECK(alone.corpus.known.empty());
  CHECK(label_texts(alone, 0) == Texts{"B-P", "O", "O"});
  // Spans of a prediction are complete, and without spans nothing is known.
  CHECK(written(whole + "\n" + R"({"text": "a b", "spans": [], "complete": true})" + "\n")[1] ==
        "{\"text\":\"a b\",\"spans\":[]}\n");
  const auto none =
      read_text(folder, whole + "\n" + R"({"text": "a", "spans": [], "complete": false})" + "\n");
  CHECK_FALSE(none.corpus.is_labeled(1));
  CHECK(none.corpus.known.empty());
}

TEST_CASE("damaged words about complete records are told", "[data][spans]") {
  const auto error = [](const std::string& complete) {
    return error_of(R"({"text": "a b", "spans": [[0, 1, "P,Q"]], "complete": )" + complete + "}\n");
  };
  CHECK_THAT(error("\"no\""),
             Contains("t.jsonl:1: \"complete\" is \"no\", expected true, false, or"));
  CHECK_THAT(error("0"), Contains("\"complete\" is 0"));
  CHECK_THAT(error("[\"\"]"), Contains("\"complete\" is"));
  CHECK_THAT(error("false"),
             Contains("the label \"P,Q\" of a record that is not complete has a comma"));
}
