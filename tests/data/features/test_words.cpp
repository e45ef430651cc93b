// The words of texts, and the extractor `words` against values computed by hand.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/data/features/rows/text_words.hpp"
#include "costruct/io/model_file.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Row = std::map<std::string, double>;

namespace {

Texts words_of(std::string_view text, bool lowercase = true) {
  Texts all;
  TextWords words(text, lowercase);
  for (std::string word; words.next(word);) all.push_back(word);
  return all;
}

Json words(Json options) {
  options["extractor"] = "words";
  return options;
}

// Texts in a table whose other column is the label.
FittedSet table_of(const Json& options, const std::string& train, const std::string& test = "") {
  return {{{"format", "csv"}, {"target", "y"}, {"features", Json::array({words(options)})}},
          kRows,
          "text,y\n" + train,
          test.empty() ? "" : "text,y\n" + test,
          ""};
}

// The features of the first text, if all are fitted to all.
Row first_row(const Json& options, const std::string& train) {
  const FittedSet read = table_of(options, train);
  return read.parts(first_examples(read.set->size())).at(0).at(0);
}

void check_rows(const std::vector<std::vector<Row>>& found, const std::vector<Row>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO("text " << i);
    REQUIRE(found[i].size() == 1);
    CHECK(found[i][0].size() == expected[i].size());
    for (const auto& [name, value] : expected[i]) {
      INFO(name);
      REQUIRE(found[i][0].count(name) == 1);
      CHECK(found[i][0].at(name) == Approx(value).epsilon(1e-14));
    }
  }
}

const Json kCounts = {{"weighting", "count"}, {"normalize", "none"}};

}  // namespace

TEST_CASE("words are runs of letters and digits, in every script", "[data][words]") {
  CHECK(words_of("The cat, the DOG!") == Texts{"the", "cat", "the", "dog"});
  CHECK(words_of("The DOG", false) == Texts{"The", "DOG"});
  CHECK(words_of("don't, don\u2019t and 'quoted' words'") ==
        Texts{"don't", "don't", "and", "quoted", "words"});
  CHECK(words_of("3.14 or 1,250.5 of x86_64; a, b. 5. e.g. __ _x") ==
        Texts{"3.14", "or", "1,250.5", "of", "x86_64", "a", "b", "5", "e.g", "_x"});
  CHECK(words_of("\u00c9COLE stra\u00dfe \u039f\u0394\u039f\u03a3 \u0416\u0443\u043a") ==
        Texts{"\u00e9cole", "stra\u00dfe", "\u03bf\u03b4\u03bf\u03c3", "\u0436\u0443\u043a"});
  CHECK(words_of("e\u0301a \u6771\u4eac good\U0001F600\U0001F44D") ==
        Texts{"e\u0301a", "\u6771\u4eac", "good", "\U0001F600", "\U0001F44D"});
  CHECK(words_of("").empty());
  CHECK(words_of(" -- ... \n\t ' _ ").empty());
}

TEST_CASE("bytes that are not UTF-8 stay within their words", "[data][words]") {
  CHECK(words_of("caf\xe9 na\xefve \xff") == Texts{"caf\xe9", "na\xefve", "\xff"});
  CHECK(words_of("a\xf0\x9f b\xc3") == Texts{"a\xf0\x9f", "b\xc3"});
}

TEST_CASE("terms are counted, weighted and scaled to length 1", "[data][words]") {
  const std::string text = "a b a. B! a,1\n";
  CHECK(first_row(kCounts, "\"a b a. B! a\",1\n") == Row{{"words=a", 3}, {"words=b", 2}});
  CHECK(first_row({{"weighting", "binary"}, {"normalize", "none"}}, text) ==
        Row{{"words=a", 1}, {"words=b", 1}});
  const double a = std::log(4.0), b = std::log(3.0), length = std::sqrt(a * a + b * b);
  check_rows({{first_row({{"normalize", "none"}}, text)}}, {{{"words=a", a}, {"words=b", b}}});
  check_rows({{first_row(Json::object(), text)}},
             {{{"words=a", a / length}, {"words=b", b / length}}});
  CHECK(first_row({{"weighting", "count"}, {"normalize", "none"}, {"lowercase", false}}, text) ==
        Row{{"words=a", 3}, {"words=b", 1}, {"words=B", 1}});
}

TEST_CASE("runs of words go over marks, runs of letters stay in their word", "[data][words]") {
  Json pairs = kCounts;
  pairs["n"] = {1, 2};
  CHECK(first_row(pairs, "a b. a b,1\n") ==
        Row{{"words=a", 2}, {"words=b", 2}, {"words=a b", 2}, {"words=b a", 1}});
  Json letters = kCounts;
  letters.update({{"n", Json::array()}, {"letters", {1, 3}}, {"group", "g"}});
  CHECK(first_row(letters, "\u00e9a o,1\n") == Row{{"g~\u00e9", 1},
                                                   {"g~a", 1},
                                                   {"g~o", 1},
                                                   {"g~ \u00e9a", 1},
                                                   {"g~\u00e9a ", 1},
                                                   {"g~ o ", 1}});
}

TEST_CASE("tf_idf is fitted to the texts at hand alone", "[data][words]") {
  const FittedSet read = table_of({{"weighting", "tf_idf"}}, "a b,1\na a c,1\na c,2\nd e e,2\n");
  const double log2 = std::log(2.0), log3 = std::log(3.0);
  {
    // Two texts: a is in both and weighs 0; b, c in one each; d, e in none.
    INFO("fitted to 0 and 1");
    check_rows(read.parts({0, 1}, {2, 3}),
               {{{"words=b", 1}}, {{"words=c", 1}}, {{"words=c", 1}}, {}});
  }
  {
    INFO("fitted to 0, 1 and 3, of which 3 is no input");
    const double a = std::log(1.5), b = log3, first = std::hypot(log2 * a, log2 * b);
    const double second = std::hypot(log3 * a, log2 * log3);
    check_rows(read.parts({0, 1}, {}, {3}),
               {{{"words=a", log2 * a / first}, {"words=b", log2 * b / first}},
                {{"words=a", log3 * a / second}, {"words=c", log2 * log3 / second}}});
  }
}

TEST_CASE("frequency in the texts at hand decides which terms are left out", "[data][words]") {
  Json options = kCounts;
  options.update({{"min_count", 2}, {"max_share", .5}});
  const FittedSet read = table_of(options, "a b,1\na b c,1\na c,2\na d d,2\n");
  check_rows(read.parts({0, 1, 2, 3}),
             {{{"words=b", 1}}, {{"words=b", 1}, {"words=c", 1}}, {{"words=c", 1}}, {}});
  check_rows(read.parts({0, 1}, {2, 3}), {{}, {}, {}, {}});  // a and b are in all, c in one
  CHECK(read.set->is_fitted(0));
  CHECK_FALSE(table_of(kCounts, "a,1\n").set->is_fitted(0));
}

TEST_CASE("the length of a text counts words that are not known", "[data][words]") {
  const FittedSet read = table_of({{"weighting", "count"}}, "a b,1\nb,2\n", "b x x,1\nx y,2\n");
  check_rows(read.parts({0, 1}, {2, 3}), {{{"words=a", std::sqrt(.5)}, {"words=b", std::sqrt(.5)}},
                                          {{"words=b", 1}},
                                          {{"words=b", 1 / std::sqrt(5.0)}},
                                          {}});
}

TEST_CASE("buckets share features, and their number is that of the options", "[data][words]") {
  Json options = kCounts;
  options["buckets"] = 3;
  const FittedSet read = table_of(options, "a b c d e f g,1\nx,2\n", "new words,1\n");
  CHECK(read.set->num_features() == 3);
  const auto sum_of = [&](std::size_t text) {
    const Row row = read.parts({0, 1}, {2}).at(text).at(0);
    double sum = 0;
    for (const auto& [name, value] : row) sum += value;
    return sum;
  };
  CHECK(sum_of(0) == 7);
  CHECK(sum_of(2) == 2);
}

TEST_CASE("columns beside the texts stay, and empty texts have no words", "[data][words]") {
  const FittedSet read({{"format", "csv"},
                        {"target", "y"},
                        {"features",
                         {words(kCounts), words({{"column", "title"},
                                                 {"group", "title"},
                                                 {"weighting", "binary"},
                                                 {"normalize", "none"}})}}},
                       kRows,
                       "title,stars,text,y\n"
                       "Good one,5,\"so, so\ngood\",1\n"
                       ",1,,2\n"
                       "?,2,?,2\n",
                       "", "");
  check_rows(
      read.parts({0, 1, 2}),
      {{{"stars", 5}, {"words=so", 2}, {"words=good", 1}, {"title=good", 1}, {"title=one", 1}},
       {{"stars", 1}},
       {{"stars", 2}}});
  CHECK(read.set->notes() ==
        Texts{"train: target y; 1 numeric column, 2 columns of texts (title, text)"});
  CHECK(read.set->feature_groups() == Texts{"features", "words", "title"});
}

TEST_CASE("a table of texts needs no column that is left out", "[data][csv][words]") {
  FittedSet read({{"format", "csv"},
                  {"target", "y"},
                  {"nominal_limit", 2},
                  {"features", Json::array({words(kCounts)})}},
                 kRows, "id,text,y\ni,a b,1\nj,b,2\n", "y,text\n1,b b\n", "");
  CHECK(read.set->notes().back() == "train: 1 column left out (id: nominal, 2 values or more)");
  check_rows(read.parts({0, 1}, {2}),
             {{{"words=a", 1}, {"words=b", 1}}, {{"words=b", 1}}, {{"words=b", 2}}});
}

TEST_CASE("a column of texts is told, with what makes words of it", "[data][csv][words]") {
  const FittedSet read({{"format", "csv"}, {"target", "y"}}, kRows,
                       "text,y\nthis is good,1\nthis is bad,2\nnot so good,2\nnot so bad,1\n", "",
                       "");
  CHECK(read.set->notes().back() ==
        "train: text has texts: a value is a whole text here, and its words are not looked at; "
        "to use its words, add \"features\": [{\"extractor\": \"words\", \"column\": \"text\"}]; "
        "to leave the column out, add \"ignore\": [\"text\"]");
}

TEST_CASE("a model predicts from the same values as those of training", "[data][words]") {
  const std::string train =
      "the cat sat on the mat,1\nthe dog \xff saw a cat,1\n,2\n\"no, no, no\ncat\",2\nsat sat,2\n";
  const std::vector<Json> all = {Json::object(),
                                 kCounts,
                                 {{"weighting", "tf_idf"}},
                                 {{"n", {1, 2}}, {"letters", {2, 3}}, {"min_count", 2}},
                                 {{"max_share", .4}, {"weighting", "count"}},
                                 {{"buckets", 8}},
                                 {{"buckets", 8}, {"weighting", "tf_idf"}}};
  for (const Json& options : all) {
    INFO(options.dump());
    const FittedSet read = table_of(options, train);
    const std::vector<Index> known = first_examples(read.set->size());
    const ViewAssignment views = read.one_view();
    const InputData made = read.set->inputs({known, {}, views});
    // Only every other feature is kept, as where weights are 0.
    std::vector<bool> keep(static_cast<std::size_t>(read.set->num_features()), false);
    for (std::size_t f = 0; f < keep.size(); f += 2) keep[f] = true;
    ModelWriter writer;
    read.set->save(writer, keep, made.fitted.get());
    writer.write(read.folder.path() / "model");
    const ModelReader reader(read.folder.path() / "model");
    PartExamples loaded(reader, kRows);
    const ViewAssignment all_features{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(loaded.num_features()), 0)};
    const auto stream = loaded.stream(read.folder.path() / "train", all_features, false);
    REQUIRE(stream->read(100) == read.set->size());
    const FeatureTable& found = part_data(stream->data())->views.at(0);
    const FeatureTable& expected = part_data(made.data)->views.at(0);
    for (Index i = 0; i < read.set->size(); ++i) {
      Row of_model, of_training;
      for (std::size_t e = 0; e < found.features_of(i).size(); ++e)
        of_model[loaded.feature_info(found.features_of(i)[e]).name] = found.values_of(i)[e];
      for (std::size_t e = 0; e < expected.features_of(i).size(); ++e) {
        const Index feature =
            made.features[0][static_cast<std::size_t>(expected.features_of(i)[e])];
        if (keep[static_cast<std::size_t>(feature)])
          of_training[read.set->feature_info(feature).name] =
              expected.value.empty() ? 1 : expected.values_of(i)[e];
      }
      CHECK(of_model == of_training);  // the same bits
    }
  }
}

TEST_CASE("a text of many words takes memory for its terms alone", "[data][words]") {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "word" + std::to_string(i % 1000) + " ";
  text += std::string(1 << 20, 'x');  // one word
  const FittedSet read = table_of(kCounts, text + ",1\nb,2\n");
  const Row row = read.parts({0}).at(0).at(0);
  CHECK(row.size() == 1001);
  CHECK(row.at("words=word7") == 300);
}

TEST_CASE("texts are refused where numbers are predicted", "[data][words]") {
  const Json block = {{"format", "csv"},
                      {"train", "t"},
                      {"target", "y"},
                      {"features", Json::array({words(kCounts)})}};
  CHECK(message_of<ConfigError>([&] { PartExamples(block, kRows, Target::kNumber); }) ==
        "data.features: an extractor that is fitted to inputs (latent) or takes texts (words) is "
        "for problems with labels, but the problem predicts numbers: leave it out");
}

TEST_CASE("what is wrong with the options of words is told", "[data][words]") {
  const auto errors_of = [](const std::vector<Json>& features, Json more = Json::object()) {
    Json block = {{"format", "csv"}, {"train", "t"}, {"target", "y"}, {"features", features}};
    block.update(more);
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    return errors.messages();
  };
  CHECK(errors_of({words({{"n", Json::array()}})}) ==
        Texts{"data.features.0.n = []: there are no letters either: name lengths in one of them"});
  CHECK(errors_of({words({{"n", {0}}})}) ==
        Texts{"data.features.0.n.0 = 0: must be an integer >= 1 and <= 5"});
  CHECK(errors_of({words({{"letters", {2, 2}}})}) ==
        Texts{"data.features.0.letters = [2,2]: 2 stands twice"});
  CHECK(errors_of({words({{"column", "y"}})}) ==
        Texts{"data.features.0.column = \"y\": is the target, too: name the column once"});
  CHECK(errors_of({words({{"column", "a"}})}, {{"ignore", {"a"}}}) ==
        Texts{"data.features.0.column = \"a\": is under ignore, too: name the column once"});
  CHECK(
      errors_of({words({}), words({{"column", "b"}})}) ==
      Texts{"data.features.1.group = \"words\": stands twice: give each extractor its own group"});
  CHECK(errors_of({Json{{"extractor", "values"}}}) ==
        Texts{"data.features.0.extractor = \"values\": no extractor of texts; must be latent, "
              "words or links"});
  CHECK_THAT(
      message_of<DataError>([] {
        table_of({{"column", "txt"}}, "a,1\n");
      }),
      Catch::Contains("train:1: an extractor in features takes the column \"txt\", which the "
                      "file does not have: did you mean text?"));
}
