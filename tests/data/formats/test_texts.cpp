// Texts with a label: lines of JSON, and a folder for each class.
#include <catch2/catch.hpp>

#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Catch::Contains;

namespace {

Json block_of(Json options = Json::object()) {
  Json block = {{"format", "texts"}, {"train", "t"}};
  block.update(options);
  return block;
}

// The labels of the examples; "" if unlabeled.
Texts labels_in(const ReadCorpus& read) {
  Texts labels;
  for (Index i = 0; i < read.corpus.size(); ++i) {
    const Texts of_example = label_texts(read, i);
    labels.push_back(of_example.empty() ? "" : of_example.front());
  }
  return labels;
}

ReadCorpus read_lines(std::string_view text, const Json& options = Json::object()) {
  const TestFolder folder;
  return read_training(block_of(options), {folder.write("t.jsonl", text)});
}

std::string error_in(std::string_view text, const Json& options = Json::object()) {
  const std::string message = message_of<DataError>([&] { read_lines(text, options); });
  const auto at = message.find("t.jsonl");
  return at == std::string::npos ? message : message.substr(at);
}

// How many terms the texts have, all together.
Index num_terms(const ReadCorpus& read) {
  return read.encoder.fitted().front()->size();
}

const Json kFolders = {{"format", "text_folders"}, {"train", "t"}};

}  // namespace

TEST_CASE("a line of JSON is a text with its label", "[data][texts]") {
  const auto read = read_lines(
      "{\"text\": \"so good\", \"label\": \"pos\", \"id\": {\"n\": 1}}\n\n"
      "{\"label\": [\"neg\"], \"text\": \"so\\nbad\"}\n"
      "{\"label\": true, \"text\": \"\"}\n"
      "{\"label\": 7, \"text\": \"\\u00e9\"}\n"
      "{\"label\": null, \"text\": \"a\"}\n{\"label\": [], \"text\": \"a\"}\n"
      "{\"label\": \"?\", \"text\": \"a\"}\n{\"text\": \"a\"}\n");
  CHECK(labels_in(read) == Texts{"pos", "neg", "true", "7", "", "", "", ""});
  CHECK(num_terms(read) == 5);
  CHECK(read.corpus.places[1].line == 3);
}

TEST_CASE("fields have names of their own, and several texts several groups", "[data][texts]") {
  const auto read = read_lines("{\"title\": \"x\", \"body\": \"y z\", \"class\": \"a\"}\n",
                               {{"text", {"title", "body"}}, {"label", "class"}});
  CHECK(read.encoder.groups() == Texts{"title", "body"});
  CHECK(read.encoder.fitted()[0]->size() == 1);
  CHECK(read.encoder.fitted()[1]->size() == 2);
}

TEST_CASE("what is no line of JSON with a text and a label is an error", "[data][texts]") {
  CHECK_THAT(error_in("{\"text\": \"a\", \"label\": 1}\n{\"text\": \"a\", \"text\": \"b\"}\n"),
             Contains("t.jsonl:2: key \"text\" stands twice in one object"));
  CHECK_THAT(error_in("text,label\na,1\n"), Contains("the format csv reads tables with a header"));
  CHECK_THAT(error_in("[{\"text\": \"a\", \"label\": 1}]\n"), Contains("jq -c '.[]' FILE"));
  CHECK_THAT(error_in("{\n\"text\": \"a\"}\n"), Contains("each line must have a whole object"));
  CHECK_THAT(error_in("{\"txt\": \"a\", \"label\": 1}\n"),
             Contains("t.jsonl:1: there is no field \"text\", the text: did you mean txt?"));
  CHECK_THAT(error_in("{\"subject\": \"a\", \"parts\": []}\n"),
             Contains("the format jsonl reads emails"));
  CHECK_THAT(error_in("{\"text\": null, \"label\": 1}\n"),
             Contains("\"text\" is null, expected a text"));
  CHECK_THAT(error_in("{\"text\": \"a\", \"label\": [\"x\", \"y\"]}\n"),
             Contains("\"label\" lists 2 labels, expected one"));
  CHECK_THAT(error_in("{\"text\": \"a\", \"label\": {\"x\": 1}}\n"), Contains("expected a label"));
  CHECK_THAT(error_in("{\"text\": \"a\", \"label\": \"x\\ny\"}\n"), Contains("has several lines"));
  CHECK_THAT(
      error_in("{\"text\": \"a\", \"class\": \"x\"}\n"),
      Contains("t.jsonl:1: no line of the file has \"label\": `label` of the data names the field "
               "with labels; found class or text"));
  CHECK_THAT(error_in("{\"text\": \"a\xff\", \"label\": 1}\n"),
             Contains("t.jsonl:1: byte 12 (0xff) is not UTF-8"));
  CHECK_THAT(error_in(""), Contains("has no examples"));
}

TEST_CASE("options of texts are checked", "[data][texts]") {
  const auto error_of = [](const Json& options) {
    ConfigErrors errors;
    check_data_block(block_of(options), "data", errors);
    return errors.messages().empty() ? "" : errors.messages().front();
  };
  CHECK(error_of({{"text", {"a", "a"}}}) == "data.text = [\"a\",\"a\"]: \"a\" stands twice");
  CHECK(error_of({{"features", {{{"extractor", "words"}, {"column", "txt"}}}}}) ==
        "data.features.0.column = \"txt\": did you mean text?");
  CHECK(error_of({{"label", "text"}}) ==
        "data.label = \"text\": is a text, too: name another field");
}

TEST_CASE("a folder for each class has its texts as files", "[data][text_folders]") {
  const TestFolder folder;
  folder.write("all/pos/b.txt", "so\ngood");
  folder.write("all/pos/a.txt", "fine\n");
  folder.write("all/neg/1", "");
  folder.write("all/unlabeled/x", "new");
  folder.write("all/.hidden", "left out");
  const auto read = read_training(kFolders, {folder.path() / "all"});
  CHECK(labels_in(read) == Texts{"neg", "pos", "pos", ""});
  CHECK(read.encoder.labels() == Texts{"neg", "pos"});
  CHECK(num_terms(read) == 4);
  CHECK_THAT(read.corpus.files[1], Contains("all/pos/a.txt"));

  const auto count = [&](const std::filesystem::path& path) {
    const auto stream = read.encoder.stream(path);
    StreamedExample example;
    Index texts = 0;
    while (stream->next(example)) ++texts;
    return texts;
  };
  CHECK(count(folder.path() / "all") == 4);
  CHECK(count(folder.path() / "all/pos") == 2);
  CHECK(count(folder.path() / "all/pos/a.txt") == 1);
}

TEST_CASE("a folder without classes is no training data", "[data][text_folders]") {
  const TestFolder folder;
  const auto error_of = [&](const std::string& name) {
    return message_of<DataError>([&] { read_training(kFolders, {folder.path() / name}); });
  };
  folder.write("flat/a.txt", "a");
  CHECK_THAT(error_of("flat"), Contains("flat: has texts and no folder, expected a folder that has "
                                        "a folder of texts for each class"));
  CHECK_THAT(error_of("flat/a.txt"), Contains("flat/a.txt: is a file, expected a folder"));
  folder.write("beside/pos/a", "a");
  folder.write("beside/readme", "a");
  CHECK_THAT(error_of("beside"), Contains("beside/readme: lies beside folders of classes"));
  folder.write("deep/pos/more/a", "a");
  CHECK_THAT(error_of("deep"), Contains("deep/pos/more: a folder in the folder of a class"));
  folder.write("binary/pos/a", std::string_view("a\0b", 3));
  CHECK_THAT(error_of("binary"), Contains("binary/pos/a"));
}
