// Sets of labels in files: what they are in each format, what is refused, and what a model keeps.
#include <catch2/catch.hpp>

#include "costruct/data/formats/set_reader.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using Sets = std::vector<std::string>;

namespace {

/// Rows of a format, read as sets.
struct ReadSets {
  TestFolder folder;
  std::unique_ptr<PartExamples> set;

  explicit ReadSets(const std::string& train, Json block = {{"format", "svmlight"}},
                    const std::string& test = "") {
    block["train"] = "t";
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    errors.throw_if_any("");
    set = std::make_unique<PartExamples>(block, kRows, Target::kSets);
    const std::vector<std::filesystem::path> files{folder.write("train", train)};
    if (set->must_scan()) set->scan(files, Role::kTrain);
    set->read(files, Role::kTrain);
    set->finish_training();
    if (!test.empty()) set->read(std::vector{folder.write("test", test)}, Role::kTest);
  }

  /// The text of each example; "(unlabeled)" and "(in part)" for others.
  Sets texts() const {
    Sets all;
    for (Index i = 0; i < set->size(); ++i) {
      all.push_back(!set->known(i).empty() ? "(in part)"
                    : set->is_labeled(i)   ? set->text_of(set->output(i))
                                           : "(unlabeled)");
      if (all.back().back() == '\n') all.back().pop_back();
    }
    return all;
  }
  ViewAssignment one_view() const {
    return {1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
  }
  /// The edges of the tree of labels that the first examples give.
  std::vector<several::LabelPair> tree_of(Index labeled) const {
    std::vector<Index> all;
    for (Index i = 0; i < set->size(); ++i) all.push_back(i);
    const ViewAssignment views = one_view();
    InputRequest request{all, {}, views};
    request.labeled = labeled;
    return dynamic_cast<const several::LabelSetData&>(*set->inputs(request).data).tree->pairs();
  }
};

std::string sets_error(const std::string& text, Json block = {{"format", "svmlight"}}) {
  return message_of<DataError>([&] { ReadSets(text, std::move(block)); });
}

const Json kTable = {{"format", "csv"}, {"target", "y"}};
const Json kTextLines = {{"format", "texts"}, {"features", {{{"extractor", "words"}}}}};

}  // namespace

TEST_CASE("lists of labels, with and without brackets", "[data][sets]") {
  CHECK(labels_of_list("3,7,12", ',') == Sets{"3", "7", "12"});
  CHECK(labels_of_list("a b; c", ';') == Sets{"a b", "c"});
  CHECK(labels_of_list(" a | b ", '|') == Sets{"a", "b"});
  CHECK(labels_of_list("a b", ' ') == Sets{"a", "b"});
  CHECK(labels_of_list("", ',').empty());
  CHECK(labels_of_list("[]", ';').empty());
  CHECK(labels_of_list(" [ ] ", ',').empty());
  CHECK(labels_of_list("['a', \"b, c\", d]", ';') == Sets{"a", "b, c", "d"});
  CHECK(labels_of_list(R"(["a \"b\"", "c\\"])", ',') == Sets{"a \"b\"", "c\\"});
  for (const char* wrong : {"1,", ",1", "1,,2", "['a',]", "['']", "[,]"})
    CHECK_THROWS_WITH(labels_of_list(wrong, ','), Contains("has an empty label"));
  CHECK_THROWS_WITH(labels_of_list("['a]", ','),
                    Contains("a quote of the list") && Contains("is open"));
  CHECK_THROWS_WITH(labels_of_list("['a'b]", ','), Contains("has more behind its quote"));
}

TEST_CASE("a list of labels is read back", "[data][sets]") {
  for (const Sets& labels : std::vector<Sets>{{},
                                              {"a"},
                                              {"a", "b"},
                                              {"a, b", "c"},
                                              {" a"},
                                              {"[a]", "b"},
                                              {"?", "b"},
                                              {"!b"},
                                              {"a\"b,", "\\"}}) {
    for (const char separator : {',', ';', '|'})
      CHECK(labels_of_list(list_of_labels(labels, separator), separator) == labels);
    CHECK(labels_of_list(bracketed_list(labels), ';') == labels);
  }
  CHECK(list_of_labels({"3", "7"}, ',') == "3,7");
  CHECK(list_of_labels({"a, b"}, ',') == "[\"a, b\"]");
}

TEST_CASE("svmlight: sets, the empty set, and unlabeled rows", "[data][sets]") {
  const ReadSets read("12,3 1:1\n 1:2\n? 2:1\n7 1:1 # one\n+3.0,7 2:1\n");
  CHECK(read.set->encoder().labels() == Sets{"3", "7", "12"});
  CHECK(read.texts() == Sets{"3,12", "", "(unlabeled)", "7", "3,7"});
  CHECK(read.set->output(0).parts == std::vector<int>{1, 0, 1});
  CHECK(read.set->output(1).parts == std::vector<int>{0, 0, 0});
  CHECK(read.set->holds_sets());
  CHECK(read.set->wanted_in_draws().empty());
}

TEST_CASE("a label that stands twice counts once", "[data][sets]") {
  CHECK(ReadSets("3,1,3 1:1\n1,+1 1:1\n").texts() == Sets{"1,3", "1"});
}

TEST_CASE("svmlight: rows that are no sets", "[data][sets]") {
  for (const char* wrong : {"1, 1:1\n", ",1 1:1\n", "1,,2 1:1\n"})
    CHECK_THAT(sets_error(wrong), Contains(":1: the list of labels") && Contains("an empty label"));
  CHECK_THAT(sets_error("1 1:1\n1:1 2:1\n"),
             Contains(":2: the row starts with \"1:1\", expected labels as 3,7, or a blank"));
  CHECK_THAT(sets_error("? 1:1\n"), Contains("no example has a label"));
  CHECK_THAT(sets_error(" 1:1\n"), Contains("no example has a label"));
  std::string many = "1";
  for (int label = 2; label <= 3000; ++label) many += "," + std::to_string(label);
  const ReadSets read(many + " 1:1\n7 2:1\n");
  CHECK(std::ssize(read.set->output(1).parts) == 3000);
  CHECK(read.texts()[0] == many);
}

TEST_CASE("labels that are known in part", "[data][sets]") {
  const ReadSets read("1,2 1:1\n2,!3,? 1:1\n?,1 2:1\n3 2:1\n");
  CHECK(read.texts() == Sets{"1,2", "(in part)", "(in part)", "3"});
  using Facts = std::vector<std::vector<int>>;
  CHECK(read.set->known(1).facts == Facts{{}, {1}, {0}});
  CHECK(read.set->known(2).facts == Facts{{1}, {}, {}});
  CHECK_FALSE(read.set->is_labeled(1));
  CHECK_THAT(sets_error("3 1:1\n3,!3,? 1:1\n"), Contains(":2: the label \"3\" is both there"));
  // Without a ?, the sign is part of a label.
  CHECK(ReadSets("!3 1:1\n").set->encoder().labels() == Sets{"!3"});

  read.set->stream_known(true);
  const ViewAssignment views = read.one_view();
  TestFolder folder;
  const auto stream =
      read.set->stream(folder.write("new", "1,!2,? 1:1\n3 1:1\n? 1:1\n 1:1\n"), views, false);
  REQUIRE(stream->read(9) == 4);
  CHECK(stream->known(0).facts == Facts{{1}, {0}, {}});
  CHECK(stream->known(1).facts == Facts{{0}, {0}, {1}});
  CHECK(stream->known(2).empty());
  CHECK(stream->known(3).facts == Facts{{0}, {0}, {0}});
  const auto unknown = read.set->stream(folder.write("other", "9 1:1\n"), views, false);
  CHECK_THAT(message_of<DataError>([&] { unknown->read(1); }),
             Contains("the label \"9\" is not known to the model: expected 1, 2 or 3"));
}

TEST_CASE("labels that only test files have", "[data][sets]") {
  const ReadSets read("1 1:1\n2 1:1\n", {{"format", "svmlight"}}, "1,5 1:1\n2 1:1\n");
  CHECK(read.texts() == Sets{"1", "2", "1,5", "2"});
  CHECK(read.set->output(2).parts == std::vector<int>{1, 0, 1});
  CHECK_FALSE(read.set->is_possible(read.set->output(2)));
  CHECK(read.set->is_possible(read.set->output(3)));
  CHECK(read.set->label_names() == Sets{"1", "2", "5"});
}

TEST_CASE("csv: lists in cells", "[data][sets]") {
  Json block = kTable;
  CHECK(ReadSets("y,x\n\"a,b\",1\n,2\n?,3\n[],4\n\"['c', 'b']\",5\n", block).texts() ==
        Sets{"a,b", "", "(unlabeled)", "", "b,c"});
  block["label_separator"] = ";";
  CHECK(ReadSets("y,x\na;b,1\nb,2\n", block).texts() == Sets{"a;b", "b"});
  CHECK_THAT(sets_error("y,x\na;b,1\na;,2\n", block),
             Contains(":3: ") && Contains("an empty label"));
}

TEST_CASE("texts: lists of JSON", "[data][sets]") {
  const ReadSets read(R"({"text": "u", "label": ["b", "a, c"]}
{"text": "v", "label": []}
{"text": "v w"}
{"text": "w", "label": "b,d"}
{"text": "w", "label": ["b", "?"]}
)",
                      kTextLines);
  CHECK(read.texts() == Sets{R"(["b","a, c"])", "", "(unlabeled)", "b,d", "(in part)"});
  CHECK_THAT(sets_error("{\"text\": \"u\", \"label\": [\"a\", null]}\n", kTextLines),
             Contains("\"label\" has null, expected a label"));
  CHECK_THAT(sets_error("{\"text\": \"u\", \"label\": [[\"a\"]]}\n", kTextLines),
             Contains("expected a label"));
}

TEST_CASE("label_map renames the labels of a set, and may join two", "[data][sets]") {
  const Json block = {{"format", "svmlight"}, {"label_map", {{"2", "1"}, {"3", "x"}}}};
  const ReadSets read("1,2 1:1\n2,3 1:1\n3 1:1\n", block);
  CHECK(read.texts() == Sets{"1", "1,x", "x"});
}

TEST_CASE("options for one label an example are refused", "[data][sets]") {
  for (const auto& [option, value] :
       std::map<std::string, Json>{{"topic", "3"}, {"keep_labels", Json::array({"3"})}}) {
    Json block = {{"format", "svmlight"}, {option, value}};
    CHECK_THAT(message_of<ConfigError>([&] { ReadSets("3 1:1\n", block); }),
               Contains("data." + option + " is for problems with one label an example"));
  }
}

TEST_CASE("the tree of labels is that of the labeled examples alone", "[data][sets]") {
  const ReadSets read("1,2 1:1\n 1:1\n1,2 1:1\n 1:1\n1,3 1:1\n2 1:1\n1,3 1:1\n2 1:1\n");
  CHECK(read.tree_of(4) == std::vector<several::LabelPair>{{0, 1}});
  CHECK(read.tree_of(0).empty());
  CHECK(read.tree_of(8).size() == 2);
}

TEST_CASE("a model keeps the tree if a problem asked for it", "[data][sets]") {
  const ReadSets read("1,2 1:1\n 1:1\n3 1:1\n1,2,3 1:1\n");
  const std::vector<Index> all = {0, 1, 2, 3};
  const ViewAssignment views = read.one_view();
  InputRequest request{all, {}, views};
  request.labeled = 4;
  for (const bool asks : {true, false}) {
    const InputData made = read.set->inputs(request);
    const auto& data = dynamic_cast<const several::LabelSetData&>(*made.data);
    const auto pairs = asks ? data.tree->pairs() : std::vector<several::LabelPair>();
    ModelWriter writer;
    read.set->save(writer,
                   std::vector<bool>(static_cast<std::size_t>(read.set->num_features()), true),
                   made.fitted.get());
    const auto file = read.folder.path() / "model.safetensors";
    writer.write(file);
    const PartExamples stored(ModelReader(file), kRows);
    CHECK(stored.holds_sets());
    CHECK(stored.label_names() == read.set->label_names());
    CHECK((stored.stored_tree() != nullptr) == asks);
    if (asks) CHECK(stored.stored_tree()->pairs() == pairs);
  }
}

TEST_CASE("lists have the escapes of JSON, and brackets only in quotes", "[data][sets]") {
  using Labels = std::vector<std::string>;
  CHECK(labels_of_list(R"(["caf\u00e9", "a\"b", 'it\'s', "\t"])", ',') ==
        Labels{"caf\xc3\xa9", "a\"b", "it's", "\t"});
  CHECK(labels_of_list("a  b c", ' ') == Labels{"a", "b", "c"});
  for (const char* wrong : {R"(["a\qb"])", R"(["\u00"])", R"(["a\nb"])", "[a],[b]", "a,,b"})
    CHECK_THROWS_AS(labels_of_list(wrong, ','), DataError);
  for (const Labels& labels : {Labels{"a,b", "c"}, Labels{"\\", "\"", "[x]"}, Labels{"?", "!a"}})
    CHECK(labels_of_list(list_of_labels(labels, ','), ',') == labels);
}
