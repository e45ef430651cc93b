// The attribute format of CRFsuite: what is read, what is refused, and what a model keeps of it.
#include <catch2/catch.hpp>

#include "costruct/core/random.hpp"
#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Part = std::map<std::string, double>;
using Catch::Contains;

namespace {

const Json kBlock = {{"format", "crfsuite"}};

ReadCorpus read_text(const TestFolder& folder, std::string_view text) {
  return read_training(kBlock, {folder.write("train.txt", text)});
}

NamedParts parts_of(std::string_view text) {
  const TestFolder folder;
  const auto read = read_text(folder, text);
  return named_parts(read.encoder, read.corpus.features);
}

std::vector<double> weights_of(std::string_view text) {
  const TestFolder folder;
  return read_text(folder, text).corpus.weights;
}

std::string error_of(std::string_view text) {
  const TestFolder folder;
  return message_of<DataError>([&] { read_text(folder, text); });
}

}  // namespace

TEST_CASE("an item is a label and attributes, and an empty line ends a sequence",
          "[data][crfsuite]") {
  const TestFolder folder;
  const auto read = read_text(folder,
                              "\n\n"
                              "B-NP\tw=An\tw[1]=A.P.\t__BOS__\r\n"
                              "I NP\t\tw=green house:2.5\tlen:-1e-2\t\n"
                              "\n\n\n"
                              "O\n"
                              "O\tw=An");
  CHECK(read.encoder.labels() == Texts{"B-NP", "I NP", "O"});
  REQUIRE(read.corpus.size() == 2);
  CHECK(label_texts(read, 0) == Texts{"B-NP", "I NP"});
  CHECK(label_texts(read, 1) == Texts{"O", "O"});
  CHECK(read.corpus.places[0].line == 3);
  CHECK(read.corpus.places[1].line == 8);
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(parts[0] == std::vector<Part>{{{"w=An", 1}, {"w[1]=A.P.", 1}, {"__BOS__", 1}},
                                      {{"w=green house", 2.5}, {"len", -0.01}}});
  CHECK(parts[1] == std::vector<Part>{{}, {{"w=An", 1}}});
}

TEST_CASE("a backslash escapes colons and backslashes and is itself before others",
          "[data][crfsuite]") {
  CHECK(parts_of("A\ta\\:b\tc\\\\:2\td\\n\te\\\n")[0][0] ==
        Part{{"a:b", 1}, {"c\\", 2}, {"d\\n", 1}, {"e\\", 1}});
  CHECK(parts_of("A\t\\\\\\::3\n")[0][0] == Part{{"\\:", 3}});
  const TestFolder folder;
  CHECK(read_text(folder, "A\\:x\ta\nB\\\\\ta\n").encoder.labels() == Texts{"A:x", "B\\"});
}

TEST_CASE("a hash sign is a character as any other", "[data][crfsuite]") {
  const TestFolder folder;
  const auto read = read_text(folder, "#\t#\tw=#1 # 2\n");
  CHECK(read.encoder.labels() == Texts{"#"});
  CHECK(named_parts(read.encoder, read.corpus.features)[0][0] == Part{{"#", 1}, {"w=#1 # 2", 1}});
}

TEST_CASE(
    "an attribute without a number after its colon has the value 1, and one of value 0 is absent",
    "[data][crfsuite]") {
  CHECK(parts_of("A\ta:\tb:0\tc:-0.0\td:+3\n")[0][0] == Part{{"a", 1}, {"d", 3}});
}

TEST_CASE("the values of an attribute that stands twice in an item add up", "[data][crfsuite]") {
  CHECK(parts_of("A\ta\tb:2\ta\tb:0.5\n")[0][0] == Part{{"a", 2}, {"b", 2.5}});
}

TEST_CASE("what is written with escapes reads back as it was", "[data][crfsuite]") {
  RandomStream random(3, 0, "names");
  const std::string alphabet = "ab:\\ #@?=[";
  const auto draw_name = [&] {
    std::string name;
    for (Index length = 1 + random.below(6); length > 0; --length)
      name += alphabet[random.below(static_cast<Index>(alphabet.size()))];
    return name;
  };
  const auto escaped = [](const std::string& name) {
    std::string text;
    for (const char c : name) text += c == ':' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return text;
  };
  NamedParts expected;
  std::string text;
  for (int i = 0; i < 50; ++i) {
    auto& parts = expected.emplace_back();
    for (Index t = 1 + random.below(4); t > 0; --t) {
      auto& part = parts.emplace_back();
      text += "L";
      for (Index e = random.below(5); e > 0; --e) {
        const std::string name = draw_name();
        const auto value = static_cast<double>(1 + random.below(4));
        part[name] += value;
        text += "\t" + escaped(name);
        if (value != 1) text += ":" + std::to_string(static_cast<int>(value));
      }
      text += "\n";
    }
    text += "\n";
  }
  CHECK(parts_of(text) == expected);
}

TEST_CASE("a declaration of a weight holds for its sequence, wherever it stands there",
          "[data][crfsuite]") {
  CHECK(weights_of("@weight:2.5\nA\ta\n\nA\ta\n\nA\ta\n@weight:0\tA\tb\n\n@weight:1\nA\tb\n") ==
        std::vector<double>{2.5, 1, 0, 1});
  CHECK(weights_of("A\ta\n\nA\ta\n@weight:1e3\t\n") == std::vector<double>{1, 1000});
  CHECK(weights_of("@weight:2\tA\ta\n@weight:2\tA\ta\n") == std::vector<double>{2});
  CHECK(parts_of("@weight:2\tA\t@weight:3\n")[0][0] ==
        Part{{"@weight", 3}});  // behind the label: an attribute
}

TEST_CASE("without declarations there is no array of weights", "[data][crfsuite]") {
  const TestFolder folder;
  const auto read = read_text(folder, "@weight:1\nA\ta\n\nA\ta\n");
  CHECK(read.corpus.weights.empty());
  CHECK(read.corpus.weight(1) == 1);
}

TEST_CASE("weights stay with their sequences when others are left out", "[data][crfsuite]") {
  const TestFolder folder;
  Json block = kBlock;
  block["min_length"] = 2;
  const auto read = read_training(
      block,
      {folder.write(
          "a", "@weight:3\nA\ta\n\nA\ta\nA\ta\n\n@weight:4\nA\ta\nA\ta\n\n@weight:5\nA\ta\n")});
  CHECK(read.corpus.weights == std::vector<double>{1, 4});
}

TEST_CASE("attribute files that are wrong name file, line, what was found and expected",
          "[data][crfsuite]") {
  CHECK_THAT(error_of("A\ta\nA\tb:x\n"),
             Contains("train.txt:2: \"b:x\": the value \"x\" is no finite number"));
  for (const char* value : {"nan", "inf", "1e999", "2:3", "1 ", "0x10", "--1"}) {
    CHECK_THAT(error_of(std::string("A\ta:") + value + "\n"),
               Contains("train.txt:1:") && Contains("no finite number") && Contains("\\:"));
  }
  CHECK_THAT(error_of("A\t:2\n"), Contains("train.txt:1: \":2\": an attribute without a name"));
  CHECK_THAT(error_of("A\ta\n\ta\n"),
             Contains("train.txt:2: an item without a label, expected label TAB"));
  CHECK_THAT(error_of("A\ta\n  \nA\ta\n"),
             Contains("train.txt:2: a label of blanks") && Contains("empty line"));
  CHECK_THAT(error_of("B:1\ta\n"), Contains("train.txt:1: the label \"B:1\" has a value"));
  CHECK_THAT(error_of("A\t" + std::string("a\0b", 3) + "\n"), Contains("train.txt:1: a NUL byte"));
  CHECK_THAT(error_of(""), Contains("has no examples"));
}

TEST_CASE("declarations that are wrong are errors", "[data][crfsuite]") {
  for (const char* weight : {"-1", "nan", "inf", "-inf", "", "two", "1:2"}) {
    CHECK_THAT(error_of(std::string("A\ta\n\n@weight:") + weight + "\nA\ta\n"),
               Contains("train.txt:3:") && Contains("no finite number from 0"));
  }
  CHECK_THAT(error_of("@weight\tA\ta\n"), Contains("no finite number from 0"));
  CHECK_THAT(error_of("@wieght:2\nA\ta\n"),
             Contains("train.txt:1: \"@wieght:2\": expected @weight:NUMBER"));
  CHECK_THAT(error_of("@weight:2\nA\ta\n@weight:3\tA\ta\n"),
             Contains("train.txt:3:") && Contains("line 1 has given this sequence the weight 2"));
  CHECK_THAT(error_of("A\ta\n\n@weight:2\n\nA\ta\n"),
             Contains("train.txt:3: @weight without a sequence"));
  CHECK_THAT(error_of("A\ta\n\n@weight:2\n"), Contains("train.txt:3: @weight without a sequence"));
}

TEST_CASE("attribute files to predict may have any labels or none, and unknown attributes",
          "[data][crfsuite]") {
  const TestFolder folder;
  const auto read = read_text(folder, "A\ta\tb:2\nB\n\nA\tc\\:d\n");
  const auto expected = named_parts(read.encoder, read.corpus.features);
  for (const char* text :
       {"\ta\tb:2\n\t\n\n\tc\\:d\n", "?\ta\tb:2\n?\n\n?\tc\\:d\n", "x:y\ta\tb:2\n \n\nz\tc\\:d\n",
        "@weight:3\n\ta\tnew:7\tb:2\n@weight:3\t\t\told\n\n\tc\\:d\n"}) {
    CAPTURE(text);
    CHECK(named_parts(read.encoder, folder.write("predict.txt", text)) == expected);
  }
}

TEST_CASE("attribute files in gzip and xz give the corpus of the plain file", "[data][crfsuite]") {
  const TestFolder folder;
  const std::string text = "@weight:2\nA\ta\tb:2\nB\tc\n\nB\ta\n";
  const auto plain = read_text(folder, text);
  for (const auto& file :
       {folder.write("a.gz", gzipped(text)), folder.write("a.xz", xz_packed(text))}) {
    const auto packed = read_training(kBlock, {file});
    CHECK(packed.corpus.features.feature == plain.corpus.features.feature);
    CHECK(packed.corpus.features.value == plain.corpus.features.value);
    CHECK(packed.corpus.outputs == plain.corpus.outputs);
    CHECK(packed.corpus.weights == plain.corpus.weights);
  }
}

TEST_CASE("items whose fields are separated by blanks are refused", "[data][crfsuite]") {
  CHECK_THAT(
      error_of("B-NP w=He pos=PRP\nB-VP w=runs\n\n"),
      Contains("train.txt:1: no item of the file has an attribute, and this label has blanks") &&
          Contains("TABs"));
  CHECK_THAT(error_of("A\n1 |f a b\n"), Contains("train.txt:2: "));
  CHECK(parts_of("new york\tw=He\nnew york\tw=She\n")[0].size() == 2);  // a label with a blank
  CHECK(parts_of("A\nB\n")[0].size() == 2);                             // items without attributes
}

TEST_CASE("attributes are one group, counted by first appearance, also after storing",
          "[data][crfsuite]") {
  const TestFolder folder;
  const auto file = folder.write("train.txt", "A\tz\ty:2\nB\tx\tz\n\nA\tw\\:v\n");
  const auto read = read_training(kBlock, {file});
  CHECK(read.encoder.groups() == Texts{"attributes"});
  const Texts names{"z", "y", "x", "w:v"};
  REQUIRE(read.encoder.num_features() == 4);
  for (Index f = 0; f < 4; ++f) {
    CHECK(read.encoder.feature_info(f).name == names[f]);
    CHECK(read.encoder.feature_info(f).number == static_cast<std::uint64_t>(f + 1));
    CHECK(read.encoder.feature_info(f).group == 0);
  }

  ModelWriter writer;
  read.encoder.save(writer, {true, false, true, true});
  writer.write(folder.path() / "model");
  const Encoder loaded = Encoder::load(ModelReader(folder.path() / "model"));
  REQUIRE(loaded.num_features() == 3);
  CHECK(loaded.labels() == read.encoder.labels());
  CHECK(loaded.feature_info(1).name == "x");
  CHECK(loaded.feature_info(1).number == 3);
  CHECK(named_parts(loaded, file) ==
        NamedParts{{{{"z", 1}}, {{"x", 1}, {"z", 1}}}, {{{"w:v", 1}}}});
}

TEST_CASE("stored attributes that do not fit are a damaged model", "[data][crfsuite][model]") {
  const TestFolder folder;
  const auto load_with = [&](const Texts& names, const std::vector<std::int64_t>& numbers) {
    ModelWriter writer;
    writer.set("encoder", {{"format", "crfsuite"}, {"options", Json::object()}});
    writer.add_strings("encoder.labels", Texts{"A"});
    writer.add_strings("encoder.feature_names", names);
    writer.add("encoder.feature_numbers", std::span<const std::int64_t>(numbers));
    writer.write(folder.path() / "model");
    return message_of<DataError>([&] { Encoder::load(ModelReader(folder.path() / "model")); });
  };
  CHECK(load_with({"a", "b"}, {1, 7}).empty());
  CHECK_THAT(load_with({"a", "a"}, {1, 2}), Contains("stands twice"));
  CHECK_THAT(load_with({"a", "b"}, {1}), Contains("does not fit"));
  CHECK_THAT(load_with({"a", "b"}, {1, 0}), Contains("cannot be a feature's number"));
}
