// The extractor `distribution`: which word has which vector and clusters, and where.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <sstream>

#include "costruct/data/features/words/word_vectors.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

using Part = std::map<std::string, double>;

Json distribution(Json options) {
  options["extractor"] = "distribution";
  return Json::array({std::move(options)});
}

/// Sentences given as words with blanks between, each a line.
std::string conll(const std::string& lines) {
  std::string text;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word;) text += word + " O\n";
    text += "\n";
  }
  return text;
}

// The entries of the token at an offset, without the offset.
Part at_offset(const Part& part, int offset) {
  const std::string prefix = "distribution[" + std::to_string(offset) + "]";
  Part found;
  for (const auto& [name, value] : part) {
    if (name.starts_with(prefix)) found[name.substr(prefix.size())] = value;
  }
  return found;
}

double length_of(const Part& part) {
  double squares = 0;
  for (const auto& [name, value] : part) squares += value * value;
  return std::sqrt(squares);
}

const std::string kText = "the cat saw the dog\nthe dog saw a cat\na cat ran\nthe dog ran\n";

}  // namespace

TEST_CASE("features of a word are its row of the word vectors, times the scale", "[data][fitted]") {
  const FittedSet set(
      distribution(
          {{"dimensions", 3}, {"window", 0}, {"scale", 5}, {"min_count", 1}, {"reach", 2}}),
      conll(kText));
  CHECK(set.set->num_features() == 3);
  const auto parts = set.parts(first_examples(4));
  // The same by hand: words numbered as they appear.
  const std::vector<std::vector<std::int32_t>> numbers{
      {0, 1, 2, 0, 3}, {0, 3, 2, 4, 1}, {4, 1, 5}, {0, 3, 5}};
  const WordVectors vectors =
      fit_word_vectors(std::vector<std::span<const std::int32_t>>(numbers.begin(), numbers.end()),
                       6, {3, 1500, {}, 2});
  for (std::size_t i = 0; i < 4; ++i) {
    REQUIRE(parts[i].size() == numbers[i].size());
    for (std::size_t t = 0; t < numbers[i].size(); ++t) {
      for (Index j = 0; j < 3; ++j) {
        const auto at = parts[i][t].find("distribution[0]." + std::to_string(j + 1));
        CHECK((at == parts[i][t].end() ? 0 : at->second) == 5.0 * vectors.vector(numbers[i][t])[j]);
      }
    }
  }
}

TEST_CASE("a window has the features of the neighbours, within the sentence", "[data][fitted]") {
  const FittedSet set(
      distribution({{"dimensions", 2}, {"window", 2}, {"clusters", {2, 3}}, {"min_count", 1}}),
      conll(kText));
  CHECK(set.set->num_features() == 5 * (2 + 2 + 3));
  const auto parts = set.parts(first_examples(4));
  for (const auto& sentence : parts) {
    const auto length = static_cast<int>(sentence.size());
    for (int t = 0; t < length; ++t) {
      for (int offset = -2; offset <= 2; ++offset) {
        const bool inside = t + offset >= 0 && t + offset < length;
        const Part expected = inside ? at_offset(sentence[t + offset], 0) : Part();
        CHECK(at_offset(sentence[t], offset) == expected);
        CHECK(expected.empty() != inside);
      }
    }
  }
}

TEST_CASE("a word has one cluster of each size, the smaller ones unions of the larger",
          "[data][fitted]") {
  const FittedSet set(
      distribution({{"vectors", false}, {"clusters", {2, 4}}, {"window", 0}, {"min_count", 1}}),
      conll(kText));
  CHECK(set.set->num_features() == 6);
  std::map<std::string, std::string> parent;
  for (const auto& sentence : set.parts(first_examples(4))) {
    for (const Part& part : sentence) {
      REQUIRE(part.size() == 2);
      std::string of_two, of_four;
      for (const auto& [name, value] : part) {
        CHECK(value == 1);
        (name.ends_with("/2") ? of_two : of_four) = name;
      }
      CHECK(of_two.starts_with("distribution[0]="));
      CHECK(of_four.ends_with("/4"));
      CHECK(parent.emplace(of_four, of_two).first->second == of_two);
    }
  }
  CHECK(parent.size() == 4);
}

TEST_CASE("feature names say token, dimension and cluster, all different", "[data][fitted]") {
  const FittedSet set(Json::array({{{"extractor", "token"}},
                                   {{"extractor", "distribution"},
                                    {"dimensions", 2},
                                    {"clusters", {2, 12}},
                                    {"group", "ctx"}}}),
                      conll(kText));
  std::set<std::string> names;
  for (Index f = 0; f < set.set->num_features(); ++f) {
    const FeatureInfo info = set.set->feature_info(f);
    names.insert(info.name);
    const bool is_fitted = info.name.starts_with("distribution");
    CHECK(set.set->is_fitted(f) == is_fitted);
    CHECK(set.set->feature_groups()[info.group] == (is_fitted ? "ctx" : "token"));
  }
  CHECK(std::ssize(names) == set.set->num_features());
  for (const char* name :
       {"distribution[-1].1", "distribution[0].2", "distribution[1]=1/2", "distribution[0]=12/12"})
    CHECK(names.contains(name));
}

TEST_CASE("digits are alike, case is not", "[data][fitted]") {
  const FittedSet set(distribution({{"dimensions", 4}, {"window", 0}, {"min_count", 1}}),
                      conll("in 1984 he\nby 2001 they\nThe cat\nthe cow ran\nhe ran by\n"));
  const auto parts = set.parts(first_examples(5));
  CHECK(parts[0][1] == parts[1][1]);
  CHECK(!parts[0][1].empty());
  CHECK(parts[2][0] != parts[3][0]);
}

TEST_CASE("rare words share the place of their shape, and unseen words have it too",
          "[data][fitted]") {
  // Twice: the, saw. Once and of one shape each: walking, talking | Roger, Peter | R2D2, C0X2
  // ("0X2"?) ...
  const std::string train = "the walking saw Roger\nthe talking saw Peter\n";
  const FittedSet set(distribution({{"dimensions", 6}, {"window", 0}, {"min_count", 2}}),
                      conll(train), conll("the singing Walter WALKER walked\n"));
  const auto parts = set.parts({0, 1}, {2});
  CHECK(parts[0][1] == parts[1][1]);  // -ing, lower case
  CHECK(parts[0][3] == parts[1][3]);  // -er, a capital
  CHECK(parts[0][1] != parts[0][3]);
  const auto& unseen = parts[2];
  CHECK(unseen[0] == parts[0][0]);
  CHECK(unseen[1] == parts[0][1]);
  CHECK(unseen[2] == parts[0][3]);
  CHECK(unseen[3].empty());  // capitals alone: no rare word had that shape
  CHECK(unseen[4].empty());  // nor -ed
  // With min_count 1 no word is rare: there is no shape to fall back to.
  const FittedSet all(distribution({{"dimensions", 6}, {"window", 0}, {"min_count", 1}}),
                      conll(train), conll("the singing\n"));
  const auto of_all = all.parts({0, 1}, {2});
  CHECK(of_all[2][0] == of_all[0][0]);
  CHECK(of_all[2][1].empty());
}

TEST_CASE("shapes are what words are made of and their last two characters", "[data][fitted]") {
  // Which pairs of words, each seen once, share a place: "f" words are common.
  const auto are_alike = [](const std::string& a, const std::string& b) {
    const FittedSet set(distribution({{"dimensions", 6}, {"window", 0}}),
                        conll("f " + a + "\n" + b + " f\n" + "f f\n"));
    const auto parts = set.parts({0, 1, 2});
    REQUIRE((!parts[0][1].empty() && !parts[1][0].empty()));
    return parts[0][1] == parts[1][0];
  };
  CHECK(are_alike("walking", "sing"));
  CHECK(!are_alike("walking", "walked"));
  CHECK(!are_alike("Walking", "walking"));
  CHECK(!are_alike("WALKING", "LikING"));  // capitals alone, and a capital first
  CHECK(are_alike("WALKING", "KING"));
  CHECK(are_alike("iPhone", "stone"));
  CHECK(are_alike("A1b", "9xb-1b"));  // digits anywhere, whatever else
  CHECK(!are_alike("A1b", "Axb"));
  CHECK(are_alike("1985-12", "7.35"));
  CHECK(are_alike("...", "?!.."));
  CHECK(are_alike("Ñandú", "Bambú") == false);  // "dú", "bú"
  CHECK(are_alike("ñandú", "mandú"));           // two characters, not bytes
  CHECK(are_alike("Ñandú", "Mandú"));
}

TEST_CASE("features are fitted to the known and the observed examples, and to no others",
          "[data][fitted]") {
  const std::string known = conll(kText), other = conll("the zebra saw a unicorn\na unicorn ran\n");
  const Json features = distribution({{"dimensions", 5}, {"clusters", {2, 4}}, {"min_count", 1}});
  const FittedSet alone(features, known);
  // The same sentences with others read before and after them, which are mapped or not.
  const FittedSet among(features, other + known + other);
  const auto expected = alone.parts(first_examples(4));
  CHECK(among.parts({2, 3, 4, 5}) == expected);
  auto mapped = among.parts({2, 3, 4, 5}, {0, 1, 6});
  mapped.resize(4);
  CHECK(mapped == expected);
  // Observed ones count as known ones do, but are no inputs.
  const auto observed = among.parts({2, 3, 4, 5}, {}, {0, 1});
  CHECK(observed.size() == 4);
  auto all_known = among.parts({2, 3, 4, 5, 0, 1});
  all_known.resize(4);
  CHECK(observed == all_known);
  CHECK(observed != expected);
}

TEST_CASE("words of test files that a fit sees have no number, and do no harm", "[data][fitted]") {
  const FittedSet set(distribution({{"dimensions", 3}, {"window", 0}}), conll(kText),
                      conll("xylophones the xylophones zyzzyva\n"));
  const auto parts = set.parts({0, 1, 2, 3, 4});
  REQUIRE(parts.size() == 5);
  CHECK(parts[4][0].empty());
  CHECK(parts[4][1] == parts[0][0]);
}

TEST_CASE("features that no view has are not fitted", "[data][fitted]") {
  const FittedSet set(
      Json::array({{{"extractor", "token"}}, {{"extractor", "distribution"}, {"dimensions", 3}}}),
      conll(kText));
  ViewAssignment views = set.one_view();
  const std::vector<Index> known = first_examples(4);
  const auto fitted_values = [&] {
    const InputData made = set.set->inputs({known, {}, views});
    return dynamic_cast<const FittedParts&>(*made.fitted).values;
  };
  CHECK(any_fitted(*set.set, views));
  CHECK(fitted_values().at(0) != nullptr);
  for (Index f = 0; f < set.set->num_features(); ++f) {
    if (set.set->is_fitted(f)) views.view_of[f] = -1;
  }
  CHECK(!any_fitted(*set.set, views));
  CHECK(fitted_values().at(0) == nullptr);
  const InputData made = set.set->inputs({known, {}, views});
  CHECK(part_data(made.data)
            ->views[0]
            .value.empty());  // indicators, as if there were no such extractor
}

TEST_CASE("no clusters may be written as null", "[data][fitted]") {
  const auto num_features = [](const Json& clusters) {
    return FittedSet(distribution({{"dimensions", 3}, {"window", 0}, {"clusters", clusters}}),
                     conll(kText))
        .set->num_features();
  };
  CHECK(num_features(nullptr) == 3);
  CHECK(num_features(Json::array()) == 3);
}

TEST_CASE("vectors have the length asked for, and views with them have values", "[data][fitted]") {
  const FittedSet set(
      Json::array(
          {{{"extractor", "token"}, {"group", "token"}},
           {{"extractor", "distribution"}, {"dimensions", 40}, {"scale", 3}, {"window", 0}}}),
      conll(kText));
  const ViewAssignment views = set.one_view();
  for (const auto& sentence : set.parts(first_examples(4))) {
    for (Part part : sentence) {
      std::erase_if(part,
                    [](const auto& entry) { return !entry.first.starts_with("distribution"); });
      CHECK(length_of(part) == Approx(3).epsilon(1e-5));
    }
  }
}

TEST_CASE("features fitted to a text are those of its sentences as examples", "[data][fitted]") {
  Json options{{"dimensions", 3}, {"clusters", {2, 3}}, {"min_count", 1}};
  const FittedSet of_examples(distribution(options), conll(kText + "dog cat ran Zoe\n"));
  const auto expected = of_examples.parts({0}, {4}, {1, 2, 3}).at(1);
  options["text"] = "raw.txt";
  const FittedSet set(distribution(options), conll("dog cat ran Zoe\nother words\n"), "",
                      "the cat  saw the dog\n\n \t\nthe dog saw a cat\r\na cat ran\n the dog ran");
  CHECK(set.parts({0}).at(0) == expected);
  CHECK(set.parts({0}, {}, {1}).at(0) == expected);
  for (Index f = 0; f < set.set->num_features(); ++f) CHECK(!set.set->is_fitted(f));
}

TEST_CASE("a text without words is a data error", "[data][fitted]") {
  for (const std::string text : {"", " \n\t\n"}) {
    CHECK_THROWS_WITH(FittedSet(distribution({{"text", "raw.txt"}}), conll(kText), "", text),
                      Catch::EndsWith("raw.txt: holds no words; expected a sentence a line"));
  }
  for (const Json& name : {Json(""), Json(3), Json::array({"a"})}) {
    CHECK_THROWS_WITH(FittedSet(distribution({{"text", name}}), conll(kText)),
                      Catch::Contains("text = " + name.dump()) &&
                          Catch::Contains("must be the name of a file, or null"));
  }
}

TEST_CASE("a file of word vectors is no text", "[data][fitted]") {
  const std::string vectors = "the .1 .2 .3 .4\ncat .1 .2 .3 .1\ndog -1 2e-3 .1 0\n";
  for (const std::string& text : {vectors, "3 4\n" + vectors}) {
    CHECK_THROWS_WITH(FittedSet(distribution({{"text", "raw.txt"}}), conll(kText), "", text),
                      Catch::Contains("raw.txt:1: word vectors"));
  }
  for (const std::string text : {"the .1 .2 .3 .4\ncat sat\nthe .1 .2 .3 .4\n",
                                 "in 1 2 3 4\nof 1 2 3 4 5\nat 1 2 3 4\n", "1 2\n1 2\n1 2\n1 2\n"})
    CHECK_NOTHROW(FittedSet(distribution({{"text", "raw.txt"}}), conll(kText), "", text));
}
