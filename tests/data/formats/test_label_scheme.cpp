// Coding schemes of files: found, learned in another one, and written back.
#include <catch2/catch.hpp>

#include "costruct/core/random.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Catch::Contains;

namespace {

Json with_scheme(const char* scheme) {
  return {{"format", "conll"}, {"scheme", scheme}};
}

/// A conll text with these labels: blanks between tokens, "|" between sentences.
std::string text_of(const std::string& labels) {
  std::string text;
  std::istringstream words(labels);
  for (std::string label; words >> label;) text += label == "|" ? "\n" : "w " + label + "\n";
  return text;
}

struct Told {
  Texts labels, learned;
  std::string note;
  Index misfits = 0;
};

Told read_labels(const std::string& labels, const char* scheme) {
  const TestFolder folder;
  const auto read = read_training(with_scheme(scheme), {folder.write("t.txt", text_of(labels))});
  Told told{
      read.encoder.labels(), {}, read.encoder.scheme()->text(), read.encoder.scheme()->misfits()};
  for (Index i = 0; i < read.corpus.size(); ++i) {
    for (const std::string& label : label_texts(read, i)) told.learned.push_back(label);
  }
  return told;
}

}  // namespace

TEST_CASE("the scheme of a file is found, and labels are learned in another one",
          "[data][scheme]") {
  Told told = read_labels("B-X I-X I-X O B-Y | B-X B-X", "iobes");
  CHECK(told.learned == Texts{"B-X", "I-X", "E-X", "O", "S-Y", "S-X", "S-X"});
  CHECK(told.labels == Texts{"B-X", "I-X", "E-X", "O", "S-Y", "S-X"});
  CHECK(told.note == "labels are in IOB2 and are learned in IOBES");

  told = read_labels("I-X B-X I-X O I-Y I-X", "iob2");
  CHECK(told.learned == Texts{"B-X", "B-X", "I-X", "O", "B-Y", "B-X"});
  CHECK_THAT(told.note, Contains("labels are in IOB1 and"));

  told = read_labels("B-X I-X L-X O U-Y", "iob2");
  CHECK(told.learned == Texts{"B-X", "I-X", "I-X", "O", "B-Y"});
  CHECK_THAT(told.note, Contains("in IOBES (written as B-X, U-X) and are learned in IOB2"));

  told = read_labels("X_I X_E O Y_E", "iobes");
  CHECK(told.learned == Texts{"B-X", "E-X", "O", "S-Y"});
  CHECK_THAT(told.note, Contains("in IOE2 (written as X_B, X_S)"));

  told = read_labels("B M E S S B E", "iob2");  // Chinese words
  CHECK(told.learned == Texts{"B", "I", "I", "B", "B", "B", "I"});
}

TEST_CASE("sentences that break the scheme of their file are counted", "[data][scheme]") {
  const Told told = read_labels("B-X I-X | B-Y O | O I-X | B-X B-X", "iobes");
  CHECK(told.learned == Texts{"B-X", "E-X", "S-Y", "O", "O", "S-X", "S-X", "S-X"});
  CHECK(told.misfits == 1);
}

TEST_CASE("labels without a scheme are an error that shows some", "[data][scheme]") {
  CHECK_THROWS_WITH(read_labels("NOUN VERB", "iob2"),
                    Contains("no chunk labels") && Contains("NOUN"));
  const TestFolder folder;
  const Json block = with_scheme("bio");
  CHECK_THROWS_WITH(read_training(block, {folder.write("t.txt", "w O\n")}),
                    Contains("data.scheme = \"bio\"") && Contains("iob2"));
}

TEST_CASE("test files are read in the scheme, and outputs are written in that of the file",
          "[data][scheme]") {
  const TestFolder folder;
  auto read = read_training(with_scheme("iobes"),
                            {folder.write("t.txt", text_of("I-X I-X B-X O | O I-Y I-X"))});
  Corpus test;
  const std::vector<std::filesystem::path> files = {
      folder.write("test.txt", text_of("I-X B-X I-X | ?"))};
  read.encoder.read(files, Role::kTest, test);
  Texts learned;
  for (const int part : test.outputs[0].parts)
    learned.push_back(read.encoder.labels_with_unseen()[static_cast<std::size_t>(part)]);
  CHECK(learned == Texts{"S-X", "B-X", "E-X"});
  CHECK(test.outputs[1].parts.empty());
  CHECK(read.encoder.labels_in_file(test.outputs[0]) == Texts{"I-X", "B-X", "I-X"});

  const std::vector<std::filesystem::path> wrong = {folder.write("wrong.txt", "w NOUN\n")};
  CHECK_THROWS_WITH(read.encoder.read(wrong, Role::kTest, test),
                    Contains("wrong.txt:1") && Contains("NOUN") && Contains("IOB1"));
}

TEST_CASE("what is learned in a scheme comes back for all labelings of that scheme",
          "[data][scheme]") {
  RandomStream random(1, 0, "test");
  const Texts names = {"O", "B-X", "I-X", "E-X", "S-X", "B-Y", "I-Y", "E-Y", "S-Y"};
  for (const char* learned : {"iob1", "iob2", "ioe1", "ioe2", "iobes"}) {
    for (int trial = 0; trial < 200; ++trial) {
      Output y;
      for (int t = 0; t < 8; ++t) y.parts.push_back(static_cast<int>(random.below(9)));
      const std::vector<Output> outputs = {y};
      const auto scheme = LabelScheme::find(names, outputs, *scheme_of(Json{{"scheme", learned}}));
      REQUIRE(scheme.has_value());
      std::vector<std::string_view> labels;
      for (const int part : y.parts) labels.emplace_back(names[static_cast<std::size_t>(part)]);
      const Texts once = scheme->learned(labels);
      const Texts back = scheme->in_file(once);
      const std::vector<std::string_view> views(back.begin(), back.end());
      CHECK(scheme->learned(views) == once);
      const auto stored = LabelScheme::from_stored(scheme->stored());
      REQUIRE(stored.has_value());
      CHECK(stored->in_file(once) == back);
    }
  }
}

TEST_CASE("damaged schemes of models are refused", "[data][scheme]") {
  const Json good = {{"file", "iob1"},
                     {"learned", "iobes"},
                     {"letters", "BIES"},
                     {"separator", "-"},
                     {"tag_last", false}};
  REQUIRE(LabelScheme::from_stored(good).has_value());
  const Json damaged = {
      {"file", "x"}, {"learned", 1}, {"letters", "BI"}, {"separator", ""}, {"tag_last", "no"}};
  for (const auto& [key, value] : damaged.items()) {
    Json wrong = good;
    wrong[key] = value;
    CHECK(!LabelScheme::from_stored(wrong));
    wrong.erase(key);
    CHECK(!LabelScheme::from_stored(wrong));
  }
  CHECK(!LabelScheme::from_stored("iob1"));
}
