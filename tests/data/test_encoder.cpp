// The encoder: roles of files, labels, limits, freezing, storing.
#include <catch2/catch.hpp>

#include "costruct/data/examples/part_tables.hpp"
#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Role = Encoder::Role;

namespace {

const Json kWords = {{"format", "conll"}, {"columns", {"word", "label"}}};

Json rich_block() {
  return {{"format", "conll"},
          {"columns", {"word", "pos", "label"}},
          {"features",
           {{{"extractor", "token"}, {"window", 2}},
            {{"extractor", "token"}, {"column", "pos"}, {"window", 1}, {"group", "pos"}},
            {{"extractor", "surface"}, {"window", 1}},
            {{"extractor", "ngrams"}, {"n", {2, 3}}, {"window", 1}},
            {{"extractor", "template"}, {"lines", {"U00:%x[-1,1]/%x[0,0]", "U01:%x[2,0]", "B"}}}}}};
}

const std::string kText =
    "El DA O\nGrupo NC B-ORG\n\" Fe O\nMagenta AQ I-ORG\n\" Fe O\n. Fp O\n\n"
    "Por SP O\nÁlvaro NP B-PER\n12.5 Z O\n\n"
    "El DA O\n";

std::vector<bool> keep_all(const Encoder& encoder) {
  return std::vector<bool>(static_cast<std::size_t>(encoder.num_features()), true);
}

Encoder stored_and_loaded(const Encoder& encoder, const std::vector<bool>& keep,
                          const std::filesystem::path& file) {
  ModelWriter writer;
  encoder.save(writer, keep);
  writer.write(file);
  return Encoder::load(ModelReader(file));
}

}  // namespace

TEST_CASE("numeric labels are ordered by value, then the others by first appearance",
          "[data][encoder]") {
  const TestFolder folder;
  const auto read = read_training({{"format", "svmlight"}},
                                  {folder.write("a", "10 1:1\nb 1:1\n+2 1:1\n2.0 1:1\n"),
                                   folder.write("b", "a 1:1\n-1 1:1\nb 1:1\n")});
  CHECK(read.encoder.labels() == Texts{"-1", "+2", "10", "b", "a"});
  Texts all;
  for (Index i = 0; i < read.corpus.size(); ++i) all.push_back(label_texts(read, i).at(0));
  CHECK(all == Texts{"10", "b", "+2", "+2", "a", "-1", "b"});
  CHECK(read.corpus.places[4].file == 1);
}

TEST_CASE("a label spelled nan is a name like any other", "[data][encoder]") {
  const TestFolder folder;
  const auto read = read_training({{"format", "svmlight"}},
                                  {folder.write("a", "nan 1:1\ninf 1:1\n3 1:1\nnan 1:1\n")});
  CHECK(read.encoder.labels() == Texts{"3", "nan", "inf"});
}

TEST_CASE("examples that are labeled in part have facts", "[data][encoder]") {
  const TestFolder folder;
  const auto read = read_training(
      kWords, {folder.write("a", "a O\n\na X\nb ?\nc {X,O,X}\n\nd ?\n\ne {X}\nf {\n\ng A\n")});
  REQUIRE(read.corpus.size() == 5);
  CHECK(read.encoder.labels() == Texts{"O", "X", "{X}", "{", "A"});
  CHECK(read.corpus.known == std::map<Index, Known>{{1, Known{{{1}, {}, {0, 1}}}}});
  for (const Index i : {1, 2}) CHECK_FALSE(read.corpus.is_labeled(i));
  for (const Index i : {0, 3, 4}) CHECK(read.corpus.is_labeled(i));
  // Labels are in the order of learning, numbers by value, and label_map holds in braces too.
  Json block = kWords;
  block["label_map"] = {{"x", "10"}};
  const auto mapped = read_training(block, {folder.write("b", "a x\nb {9,x}\nc ?\n\nd 9\ne 11\n")});
  CHECK(mapped.encoder.labels() == Texts{"9", "10", "11"});
  CHECK(mapped.corpus.known == std::map<Index, Known>{{0, Known{{{1}, {0, 1}, {}}}}});
}

TEST_CASE("labels in braces behind an exclamation mark are excluded", "[data][encoder]") {
  const TestFolder folder;
  const auto read =
      read_training(kWords, {folder.write("a", "a X\nb Y\nc Z\n\na {!X}\nb ?\n\na {!X,Z}\n")});
  CHECK(read.encoder.labels() == Texts{"X", "Y", "Z"});
  CHECK(read.corpus.known == std::map<Index, Known>{{1, Known{{{1, 2}, {}}}}});
  CHECK(read.corpus.outputs[2].parts == std::vector{1});  // one label is left
  const std::vector files{folder.write("test", "a {!Y}\nb Z\n")};
  auto encoder = read_training(kWords, {folder.write("b", "a X\nb Y\nc Z\n")});
  encoder.encoder.read(files, Role::kTest, encoder.corpus);
  CHECK(encoder.corpus.known == std::map<Index, Known>{{1, Known{{{0, 2}, {2}}}}});
  CHECK_THAT(message_of<DataError>(
                 [&] { read_training(kWords, {folder.write("c", "a X\n\na ?\nb {!X}\n")}); }),
             Catch::Contains(":3: the label of part 2 is none of the labels in braces"));
  const auto error = [&](const std::string& label) {
    return message_of<DataError>(
        [&] { read_training(kWords, {folder.write("d", "a X\nb Y\n\na ?\nb " + label + "\n")}); });
  };
  CHECK_THAT(error("{!W}"), Catch::Contains(":4: a label in braces excludes \"W\", which no"));
  CHECK_THAT(error("{X,}"),
             Catch::Contains(":5: the label of part 2 is \"{X,}\", in which nothing"));
  for (const char* label : {"{X,?}", "{X,!Y}", "{{X,Y},X}", "{!}"})
    CHECK_THAT(error(label), Catch::Contains(":5: the label of part 2 is"));
  // All labels are possible: the part is unknown.
  const auto full = read_training(kWords, {folder.write("e", "a X\nb Y\n\na {X,Y}\nb ?\n")});
  CHECK(full.corpus.known.empty());
  CHECK_FALSE(full.corpus.is_labeled(1));
}

TEST_CASE("a question mark marks an unlabeled training example", "[data][encoder]") {
  const TestFolder folder;
  const auto read = read_training(kWords, {folder.write("a", "a O\nb X\n\nc ?\nd ?\n\ne 0\n")});
  REQUIRE(read.corpus.size() == 3);
  CHECK(read.corpus.is_labeled(0));
  CHECK_FALSE(read.corpus.is_labeled(1));
  CHECK(read.corpus.is_labeled(2));
  CHECK(read.encoder.labels() == Texts{"0", "O", "X"});
  CHECK_THAT(message_of<DataError>([&] { read_training(kWords, {folder.write("c", "a ?\n")}); }),
             Catch::Contains("no example has a label"));
}

TEST_CASE("unlabeled files add features but no labels", "[data][encoder]") {
  const TestFolder folder;
  auto read = read_training(kWords, {folder.write("train", "a O\n")});
  const std::vector files{folder.write("unlabeled", "b NEW\nc\n")};
  read.encoder.read(files, Role::kUnlabeled, read.corpus);
  CHECK(read.encoder.labels_with_unseen() == Texts{"O"});
  CHECK(read.encoder.num_features() == 3);
  CHECK(read.corpus.features.num_features == 3);
  REQUIRE(read.corpus.size() == 2);
  CHECK_FALSE(read.corpus.is_labeled(1));
}

TEST_CASE("a label unseen in training is a new one behind those of training", "[data][encoder]") {
  const TestFolder folder;
  auto read = read_training(kWords, {folder.write("train", "a 5\nb X\n")});
  const std::vector files{folder.write("test", "a 1\nnew X\nb 5.0\na Y\nb 1\n")};
  Corpus test;
  read.encoder.read(files, Role::kTest, test);
  CHECK(read.encoder.labels() == Texts{"5", "X"});
  CHECK(read.encoder.labels_with_unseen() == Texts{"5", "X", "1", "Y"});
  CHECK(test.outputs[0].parts == std::vector<int>{2, 1, 0, 3, 2});
  CHECK(read.encoder.num_features() == 2);
  CHECK(test.features.features_of(1).empty());
}

TEST_CASE("the length filter comes before the limit, and what is left out leaves no trace",
          "[data][encoder]") {
  const TestFolder folder;
  Json block = kWords;
  block["min_length"] = 2;
  block["max_length"] = 3;
  block["limit"] = 3;
  auto read = read_training(
      block, {folder.write("a", "s A\n\na O\nb O\n\nl1 A\nl2 A\nl3 A\nl4 A\n\nc O\nd O\ne O\n"),
              folder.write("b", "f O\ng O\n\nh NEVER\ni NEVER\n\nbroken row here\n")});
  REQUIRE(read.corpus.size() == 3);
  CHECK(read.encoder.labels() == Texts{"O"});
  CHECK(read.encoder.num_features() == 7);
  Corpus test;
  read.encoder.read(std::vector{folder.write("test", "s O\n\na O\nb O\n")}, Role::kTest, test);
  CHECK(test.size() == 2);
  CHECK_THAT(message_of<DataError>([&] { read_training(block, {folder.write("c", "a O\n")}); }),
             Catch::Contains("no training example is left by min_length, max_length"));
}

TEST_CASE("features are numbered by first appearance", "[data][encoder]") {
  const TestFolder folder;
  const auto read =
      read_training({{"format", "conll"},
                     {"columns", {"word", "pos", "label"}},
                     {"features",
                      {{{"extractor", "token"}, {"window", 1}},
                       {{"extractor", "token"}, {"column", "pos"}, {"group", "pos"}}}}},
                    {folder.write("a", "x P O\ny Q O\nx P O\n")});
  Texts all;
  for (Index f = 0; f < read.encoder.num_features(); ++f) {
    const FeatureInfo info = read.encoder.feature_info(f);
    CHECK(info.number == static_cast<std::uint64_t>(f) + 1);
    all.push_back(info.name + "@" + read.encoder.groups()[static_cast<std::size_t>(info.group)]);
  }
  CHECK(all == Texts{"token[0]=x@token", "token[1]=y@token", "token.pos[0]=P@pos",
                     "token[-1]=x@token", "token[0]=y@token", "token[1]=x@token",
                     "token.pos[0]=Q@pos", "token[-1]=y@token"});
}

TEST_CASE("a training file read as for prediction has the features of training",
          "[data][encoder]") {
  const TestFolder folder;
  const auto file = folder.write("train", kText);
  const auto read = read_training(rich_block(), {file});
  CHECK(named_parts(read.encoder, file) == named_parts(read.encoder, read.corpus.features));
}

TEST_CASE("a stored encoder reads as the one that was stored", "[data][encoder][model]") {
  const TestFolder folder;
  const auto file = folder.write("train", kText);
  const auto check = [&](const Json& block, const std::filesystem::path& data) {
    const auto read = read_training(block, {data});
    const Encoder loaded =
        stored_and_loaded(read.encoder, keep_all(read.encoder), folder.path() / "model");
    CHECK(loaded.labels() == read.encoder.labels());
    CHECK(loaded.groups() == read.encoder.groups());
    REQUIRE(loaded.num_features() == read.encoder.num_features());
    for (Index f = 0; f < loaded.num_features(); ++f) {
      CHECK(loaded.feature_info(f).name == read.encoder.feature_info(f).name);
      CHECK(loaded.feature_info(f).group == read.encoder.feature_info(f).group);
      CHECK(loaded.feature_info(f).number == read.encoder.feature_info(f).number);
    }
    CHECK(named_parts(loaded, data) == named_parts(read.encoder, read.corpus.features));
  };
  check(rich_block(), file);
  check({{"format", "svmlight"}},
        folder.write("rows", "1 1:1 1099511627776:2.5\n-1 18446744073709551615:1\n"));
  check({{"format", "svmhmm"}}, folder.write("hmm", "1 qid:1 1:1\n2 qid:1 4:2\n"));
  check({{"format", "crfsuite"}},
        folder.write("attributes", "B-NP\tw=a\\:b\tlen:2.5\nO\n\nO\tw=c\n"));
  check({{"format", "brown"}, {"tags", "reduced"}}, folder.write("ca01", "The/at dog/nn\n"));
}

TEST_CASE("features that are not kept are unknown to the stored encoder",
          "[data][encoder][model]") {
  const TestFolder folder;
  const auto file = folder.write("train", kText);
  const auto read = read_training(rich_block(), {file});
  std::vector<bool> keep(static_cast<std::size_t>(read.encoder.num_features()));
  Texts kept;
  for (std::size_t f = 0; f < keep.size(); ++f) {
    keep[f] = f % 3 == 1;
    if (keep[f]) kept.push_back(read.encoder.feature_info(static_cast<Index>(f)).name);
  }
  const Encoder loaded = stored_and_loaded(read.encoder, keep, folder.path() / "model");
  Texts known;
  for (Index f = 0; f < loaded.num_features(); ++f) known.push_back(loaded.feature_info(f).name);
  CHECK(known == kept);

  NamedParts expected = named_parts(read.encoder, read.corpus.features);
  const std::set<std::string> wanted(kept.begin(), kept.end());
  for (auto& sentence : expected) {
    for (auto& part : sentence)
      std::erase_if(part, [&](const auto& entry) { return !wanted.contains(entry.first); });
  }
  CHECK(named_parts(loaded, file) == expected);
}

TEST_CASE("the same input gives the same model file, byte for byte", "[data][encoder][model]") {
  const TestFolder folder;
  const auto file = folder.write("train", kText);
  for (const char* name : {"one", "two"}) {
    const auto read = read_training(rich_block(), {file});
    stored_and_loaded(read.encoder, keep_all(read.encoder), folder.path() / name);
  }
  CHECK(bytes_of_file(folder.path() / "one") == bytes_of_file(folder.path() / "two"));
  const Encoder loaded = Encoder::load(ModelReader(folder.path() / "one"));
  stored_and_loaded(loaded, keep_all(loaded), folder.path() / "three");
  CHECK(bytes_of_file(folder.path() / "one") == bytes_of_file(folder.path() / "three"));
}

TEST_CASE("without features the column word is taken, else the first beside the label",
          "[data][encoder][model]") {
  const TestFolder folder;
  const auto [columns, name] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"token", "label"}, "token.token[0]=a"},
      {{"label", "token"}, "token.token[0]=a"},
      {{"id", "word", "label"}, "token[0]=a"},
      {{"token", "pos", "label"}, "token.token[0]=a"},
  }));
  std::string row;
  for (const std::string& column : columns)
    row += column == "label" ? "O " : column == "token" || column == "word" ? "a " : "x ";
  const auto file = folder.write("a", row + "\n");
  const Json block = {{"format", "conll"}, {"columns", columns}};
  const auto read = read_training(block, {file});
  CAPTURE(row);
  CHECK(names(named_parts(read.encoder, read.corpus.features)[0][0]) ==
        std::set<std::string>{name});
  const Encoder loaded =
      stored_and_loaded(read.encoder, keep_all(read.encoder), folder.path() / "model");
  CHECK(names(named_parts(loaded, file)[0][0]) == std::set<std::string>{name});
}

TEST_CASE("a format of the wrong shape is an error that names both", "[data][encoder]") {
  CHECK_THAT(message_of<ConfigError>([] {
               Encoder({{"format", "svmlight"}}, kChains);
             }),
             Catch::Contains("svmlight") && Catch::Contains("chains") &&
                 Catch::Contains("use svmhmm, conll, conllu, spans, crfsuite or brown"));
  CHECK_THAT(message_of<ConfigError>([] { Encoder(kWords, kRows); }), Catch::Contains("conll"));
}

TEST_CASE("two streams of one encoder do not disturb each other", "[data][encoder]") {
  const TestFolder folder;
  const auto file = folder.write("train", kText);
  const auto read = read_training(rich_block(), {file});
  const auto first = read.encoder.stream(file);
  StreamedExample a, b;
  REQUIRE(first->next(a));
  const auto second = read.encoder.stream(file);
  REQUIRE(second->next(b));
  CHECK(a.feature == b.feature);
  CHECK(a.part_begin == b.part_begin);
  CHECK(a.line == 1);
  REQUIRE(first->next(a));
  CHECK(a.line == 8);
}

TEST_CASE("labels can be read as others, and a model keeps that", "[data][encoder]") {
  const TestFolder folder;
  const auto file = folder.write("train", "a B-GENE\nb I-GENE\nc O\n");
  const Json block = {{"format", "conll"},
                      {"columns", {"word", "label"}},
                      {"features", {{{"extractor", "token"}}}},
                      {"label_map", {{"B-GENE", "GENE"}, {"I-GENE", "GENE"}}}};
  const auto read = read_training(block, {file});
  CHECK(read.encoder.labels() == std::vector<std::string>{"GENE", "O"});
  CHECK(read.corpus.outputs[0].parts == std::vector<int>{0, 0, 1});
  Json mistyped = block;
  mistyped["label_map"]["GENE"] = "X";
  CHECK_THAT(message_of<DataError>([&] { read_training(mistyped, {file}); }),
             Catch::Contains("label_map renames GENE, but no training example has that label"));

  Encoder loaded = stored_and_loaded(read.encoder, keep_all(read.encoder), folder.path() / "model");
  Corpus test;
  loaded.read(std::vector{file}, Encoder::Role::kTest, test);
  CHECK(test.outputs[0].parts == std::vector<int>{0, 0, 1});
  CHECK(loaded.labels_with_unseen() == loaded.labels());
}

TEST_CASE("only examples with labels to keep stay, unlabeled ones too", "[data][encoder]") {
  const TestFolder folder;
  const auto file = folder.write("train", "1 1:1\n2 2:1\n? 3:1\n+3 4:1\n1.0 5:1\nx 6:1\n");
  const auto read = read_training({{"format", "svmlight"}, {"keep_labels", {"3", "1"}}}, {file});
  CHECK(read.encoder.labels() == Texts{"1", "+3"});
  CHECK(named_parts(read.encoder, read.corpus.features) ==
        NamedParts{{{{"1", 1}}}, {{{"3", 1}}}, {{{"4", 1}}}, {{{"5", 1}}}});
  CHECK_FALSE(read.corpus.is_labeled(1));
  const auto limited =
      read_training({{"format", "svmlight"}, {"keep_labels", {"2", "3"}}, {"limit", 3}}, {file});
  CHECK(limited.corpus.size() == 3);
  CHECK(limited.corpus.places[2].line == 4);
  CHECK_THAT(message_of<DataError>([&] {
               read_training({{"format", "svmlight"}, {"keep_labels", {"1", "4"}}}, {file});
             }),
             Catch::Contains("keep_labels has 4, but no training example has that label"));
}

TEST_CASE("labels are kept by the names that they are read as", "[data][encoder]") {
  const TestFolder folder;
  const auto file = folder.write("train", "1 1:1\n2 2:1\n3 3:1\n");
  const Json block = {{"format", "svmlight"}, {"label_map", {{"2", "1"}}}, {"keep_labels", {"1"}}};
  const auto read = read_training(block, {file});
  CHECK(read.encoder.labels() == Texts{"1"});
  CHECK(read.corpus.size() == 2);
}

TEST_CASE("examples without a feature of a required group leave no trace", "[data][encoder]") {
  const TestFolder folder;
  const Json groups = {{{"name", "a"}, {"first", 1}, {"last", 9}},
                       {{"name", "b"}, {"first", 10}, {"last", 19}},
                       {{"name", "c"}, {"first", 20}, {"last", 29}}};
  Json block = {{"format", "svmlight"}, {"groups", groups}, {"require_groups", {"c", "a"}}};
  const auto file =
      folder.write("train", "1 9:1 20:1\n2 10:1 29:1\n3 1:0 21:1\n4 1:1 19:1 29:2\n5 30:1\n");
  auto read = read_training(block, {file});
  CHECK(read.encoder.labels() == Texts{"1", "4"});
  CHECK(named_parts(read.encoder, read.corpus.features) ==
        NamedParts{{{{"9", 1}, {"20", 1}}}, {{{"1", 1}, {"19", 1}, {"29", 2}}}});
  read.encoder.read(std::vector{file}, Role::kUnlabeled, read.corpus);
  CHECK(read.corpus.size() == 4);
  read.encoder.read(std::vector{file}, Role::kTest, read.corpus);
  CHECK(read.corpus.size() == 9);

  block["format"] = "svmhmm";
  const auto words = read_training(
      block, {folder.write("words", "1 qid:1 1:1\n1 qid:1 20:1\n2 qid:2 1:1\n2 qid:2 2:1\n")});
  CHECK(words.corpus.size() == 1);
  CHECK_THAT(
      message_of<DataError>([&] { read_training(block, {folder.write("none", "1 qid:1 1:1\n")}); }),
      Catch::Contains("no training example is left by require_groups"));
}

TEST_CASE("a model of kept labels and required groups reads any file", "[data][encoder][model]") {
  const TestFolder folder;
  const auto file = folder.write("train", "1 1:1\n2 2:1\n1 3:1\n");
  const Json block = {{"format", "svmlight"},
                      {"groups", {{{"name", "a"}, {"first", 1}, {"last", 2}}}},
                      {"keep_labels", {"1"}},
                      {"require_groups", {"a"}}};
  const auto read = read_training(block, {file});
  CHECK(read.corpus.size() == 1);
  Encoder loaded = stored_and_loaded(read.encoder, keep_all(read.encoder), folder.path() / "model");
  Corpus test;
  loaded.read(std::vector{file}, Role::kTest, test);
  CHECK(test.size() == 3);
  CHECK(loaded.labels_with_unseen() == Texts{"1", "2"});
}

TEST_CASE("a process that keeps some parts alone has the outputs and the features of all",
          "[data][encoder]") {
  const TestFolder folder;
  const auto file =
      folder.write("a", "a X\nb Y\n\nc X\n\nu ?\nv ?\n\nd Y\na X\ne Y\n\nb X\nf X\n\ng Y\n\n");
  const auto all = read_training(kWords, {file});
  const auto is_kept = [](Index labeled) { return labeled % 2 == 1; };
  Encoder encoder(Json(kWords), kChains);
  encoder.keep_parts_of(is_kept);
  Corpus some;
  encoder.read(std::vector{file}, Role::kTrain, some);
  encoder.finish_labels(some);

  REQUIRE(some.size() == all.corpus.size());
  REQUIRE(encoder.num_features() == all.encoder.num_features());
  for (Index j = 0; j < encoder.num_features(); ++j)
    CHECK(encoder.feature_info(j).name == all.encoder.feature_info(j).name);
  CHECK(some.outputs == all.corpus.outputs);
  CHECK(encoder.labels() == all.encoder.labels());
  Index labeled = 0, kept_parts = 0;
  for (Index i = 0; i < some.size(); ++i) {
    const bool kept = !all.corpus.is_labeled(i) || is_kept(labeled++);
    CHECK(some.features.length(i) == (kept ? all.corpus.features.length(i) : 0));
    CHECK(some.num_parts(i) == all.corpus.num_parts(i));
    kept_parts += some.features.length(i);
  }
  CHECK(labeled == 5);
  CHECK(some.features.num_parts() == kept_parts);
  CHECK(kept_parts == 5);  // c, the unlabeled u v, b f

  // Features that only others have are in the views of a fit to all, as there, but not of a fit to
  // kept ones.
  const ViewAssignment views{1, std::vector<std::int32_t>(encoder.num_features(), 0)};
  const auto features = [&](const Corpus& corpus, const std::vector<Index>& fit_on) {
    return tables_by_view(corpus.features, {fit_on, {}, views}, nullptr, corpus.has_left_out)
        .features;
  };
  CHECK(features(some, {0, 1, 3, 4, 5}) == features(all.corpus, {0, 1, 3, 4, 5}));
  CHECK(features(some, {1, 4}) == features(all.corpus, {1, 4}));
  CHECK(features(some, {1, 4}).at(0).size() < features(some, {0, 1, 3, 4, 5}).at(0).size());
}
