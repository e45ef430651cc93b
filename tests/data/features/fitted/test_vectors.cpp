// Files of word vectors, and the extractor `vectors`: which word has which numbers, and where.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "costruct/data/features/characters.hpp"
#include "costruct/data/features/fitted/vector_file.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using Catch::EndsWith;

namespace {

using Rows = std::vector<std::pair<std::string, std::vector<float>>>;
using Part = std::map<std::string, double>;

const Rows kVectors = {
    {"the", {.5F, -1.25F, 0}}, {"cat", {1e-3F, 2, -3}}, {"caf\xc3\xa9", {4, 5, 6}}};

std::string text_of(const Rows& rows, const std::string& first = "", const std::string& end = "") {
  std::string text = first;
  for (const auto& [word, numbers] : rows) {
    text += word;
    for (const float x : numbers) text += " " + std::to_string(x);
    text += end + "\n";
  }
  return text;
}

// The layout of word2vec's own program, or that of gensim, which has no line breaks.
std::string binary_of(const Rows& rows, const std::string& first, const std::string& between) {
  std::string text = first;
  for (const auto& [word, numbers] : rows) {
    text += word + " ";
    text.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
    text += between;
  }
  return text;
}

Rows read_all(const std::string& bytes, std::string* layout = nullptr) {
  const TestFolder folder;
  VectorFile file(folder.write("v", bytes));
  if (layout != nullptr) *layout = file.layout();
  Rows rows;
  for (std::string_view word; file.next(word);) {
    rows.emplace_back(word, std::vector<float>(static_cast<std::size_t>(file.dimensions())));
    file.numbers(rows.back().second);
  }
  CHECK(file.rows() == std::ssize(rows));
  return rows;
}

std::string error_of(const std::string& bytes) {
  try {
    read_all(bytes);
  } catch (const DataError& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

Json vectors(Json options = Json::object()) {
  options["extractor"] = "vectors";
  options["file"] = "v.txt";
  return Json::array({std::move(options)});
}

const std::string kSentences = "The O\ncat O\nsat O\n\nthe O\nTHE O\n\n";
const std::string kGlove = "the 1 2\ncat 3 0\nsat 5 6\nThe 7 8\nother 9 10\n";

Part numbers(int offset, const std::vector<double>& values) {
  Part part;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] != 0)
      part["vectors[" + std::to_string(offset) + "]." + std::to_string(k + 1)] = values[k];
  }
  return part;
}
Part joined(std::vector<Part> parts) {
  Part all;
  for (const Part& part : parts) all.insert(part.begin(), part.end());
  return all;
}

}  // namespace

TEST_CASE("each layout of word vectors is read back to the very numbers", "[data][vectors]") {
  std::string layout;
  CHECK(read_all(text_of(kVectors), &layout) == kVectors);
  CHECK(layout == "GloVe, text");
  CHECK(read_all(text_of(kVectors, "3 3\n"), &layout) == kVectors);
  CHECK(layout == "word2vec or fastText, text");
  CHECK(read_all(text_of(kVectors, "3 3\n", " ")) == kVectors);  // fastText ends lines with a blank
  CHECK(read_all(text_of(kVectors, "3 3\r\n", "\r")) == kVectors);
  CHECK(read_all("\xef\xbb\xbf" + text_of(kVectors, "3 3\n")) == kVectors);
  for (const std::string between : {"\n", ""}) {
    CHECK(read_all(binary_of(kVectors, "3 3\n", between), &layout) == kVectors);
    CHECK(layout == "word2vec, binary");
  }
  CHECK(read_all(gzipped(text_of(kVectors))) == kVectors);
  CHECK(read_all(xz_packed(binary_of(kVectors, "3 3\n", "\n"))) == kVectors);
}

TEST_CASE("words may be numbers, have blanks, and vectors one dimension", "[data][vectors]") {
  const Rows odd = {{"1984", {1, 2}}, {". . .", {3, 4}}, {"at name@domain.com", {5, 6}}};
  CHECK(read_all(text_of(odd)) == odd);
  CHECK(read_all(text_of(odd, "3 2\n")) == odd);
  const Rows one = {{"1984", {3}}, {"cat", {4}}};
  CHECK(read_all("cat 4\n1984 3\n") == Rows{one[1], one[0]});
  CHECK(read_all("2 1\n1984 3\ncat 4\n") == one);
  // Floats whose bytes are printable, or begin with a line break.
  for (const std::uint32_t bits : {0x3d313233U, 0x3f00000aU, 0x0a0a0a0aU}) {
    float x = 0;
    std::memcpy(&x, &bits, sizeof x);
    const Rows printable = {{"a", {x, 0.25F}}, {"b", {x, x}}};
    CHECK(read_all(binary_of(printable, "2 2\n", "\n")) == printable);
  }
}

TEST_CASE("malformed word vectors are errors with their line", "[data][vectors]") {
  CHECK_THAT(error_of("the 1 2 3\ncat 1 2\n"),
             Contains("v:2: has a word and 2 numbers, expected 3 as in the first row"));
  CHECK_THAT(error_of("the 1 2 3\n\ncat 1 2 3 4\n"), Contains("v:3: has a word and 4 numbers"));
  CHECK_THAT(error_of("2 3\nthe 1 2 3\ncat\n"),
             Contains("v:3: has a word and 0 numbers, expected 3 as in line 1"));
  CHECK_THAT(error_of("the 1 2 3\nnew york 1 2\n"),
             Contains("v:2: number 1 is \"york\", expected a finite number"));
  CHECK_THAT(error_of("the 1 2 3\ncat 1 nan 3\n"),
             Contains("v:2: number 2 is \"nan\", expected a finite number"));
  CHECK_THAT(error_of("the 1 2\ncat 1 1e39\n"), Contains("v:2: number 2 is \"1e39\""));
  CHECK_THAT(error_of("2 3\nthe 1 2\ncat 1 2\n"), Contains("v:2: has a word and 2 numbers"));
  CHECK_THAT(error_of("the cat sat\n"), Contains("v:1: \"cat\" is no finite number"));
  CHECK_THAT(error_of("word\n"), Contains("v:1: 0 numbers in a vector"));
  CHECK_THAT(error_of(""), Contains("v:1: 0 numbers in a vector"));
  CHECK_THAT(error_of("5 3\n"), Contains("v:1: no row follows"));
  CHECK_THAT(error_of("0 3\n"), Contains("v:1: no row follows"));
  CHECK_THAT(error_of("3 20000\na 1\n"), Contains("v:1: 20000 numbers in a vector"));
  std::string binary = binary_of(kVectors, "3 3\n", "\n");
  CHECK_THAT(error_of(binary + "more 123412341234"), Contains("v:4: goes on behind its 3 rows"));
  CHECK_THAT(error_of(binary.substr(0, binary.size() - 3)),
             Contains("v:3: ends after 2 of 3 numbers"));
  CHECK_THAT(error_of(binary_of(kVectors, "4 3\n", "\n") + "wor"),
             Contains("v:4: ends within a word"));
  Rows bad = kVectors;
  bad[1].second[2] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(error_of(binary_of(bad, "3 3\n", "\n")),
             Contains("v:2: number 3 is nan, expected a finite number"));
}

TEST_CASE("files that are taken for word vectors are named", "[data][vectors]") {
  CHECK_THAT(error_of("PK\3\4..."), Contains("is a zip archive: unpack it"));
  CHECK_THAT(error_of("\xba\x16\x4f\x2f..."), Contains("name its .vec file"));
  CHECK_THAT(error_of("{\"precision\":8,"), Contains("is JSON") && Contains("word_vectors.mjs"));
  CHECK_THAT(error_of("\x93NUMPY..."), Contains("is a .npy file"));
  CHECK(read_all("{ 1 2\n") == Rows{{"{", {1, 2}}});
}

TEST_CASE("features of a token are the vectors of the words around it", "[data][vectors]") {
  const FittedSet set(vectors({{"window", 1}}), kSentences, "", kGlove);
  CHECK(set.set->num_features() == 6);
  const auto parts = set.parts({0, 1});
  CHECK(parts[0][0] == joined({numbers(0, {7, 8}), numbers(1, {3, 0})}));
  CHECK(parts[0][1] == joined({numbers(-1, {7, 8}), numbers(0, {3, 0}), numbers(1, {5, 6})}));
  CHECK(parts[0][2] == joined({numbers(-1, {3, 0}), numbers(0, {5, 6})}));
  CHECK(parts[1][0] == joined({numbers(0, {1, 2}), numbers(1, {1, 2})}));  // THE: as the
  for (Index f = 0; f < set.set->num_features(); ++f) {
    CHECK(!set.set->is_fitted(f));
    CHECK(set.set->feature_groups()[set.set->feature_info(f).group] == "vectors");
  }
  REQUIRE(set.notes.size() == 1);
  CHECK(set.notes[0] ==
        "vectors: v.txt (GloVe, text, 5 rows; 2 dimensions): 5 of 5 different words have a vector "
        "(1 in lower case), 100.0 % of the tokens");
}

TEST_CASE("vectors are scaled to a length, and case counts if you say so", "[data][vectors]") {
  const FittedSet set(vectors({{"window", 0}, {"scale", 10}, {"lowercase", false}}), kSentences, "",
                      "the 3 4\nsat 0 0\n");
  const auto parts = set.parts({0, 1});
  CHECK(parts[1][0] == numbers(0, {6, 8}));
  CHECK(parts[1][1].empty());
  CHECK(parts[0][2].empty());
  CHECK_THAT(set.notes.at(0),
             EndsWith("2 of 5 different words have a vector, 40.0 % of the tokens"));
}

TEST_CASE("unknown words have no features, or the mean of all rows", "[data][vectors]") {
  const std::string file = "the 1 2\nother 3 -8\n";
  const FittedSet zero(vectors({{"window", 0}}), kSentences, "", file);
  CHECK(zero.parts({0})[0][1].empty());
  const FittedSet mean(vectors({{"window", 0}, {"oov", "mean"}}), kSentences, "", file);
  CHECK(mean.parts({0})[0][1] == numbers(0, {2, -3}));
  CHECK(mean.parts({0})[0][0] == numbers(0, {1, 2}));
}

TEST_CASE("words that only test files have get their vectors", "[data][vectors]") {
  const FittedSet set(vectors({{"window", 0}}), kSentences, "other O\nunknown O\n", kGlove);
  const auto parts = set.parts({0, 1}, {2});
  CHECK(parts[2][0] == numbers(0, {9, 10}));
  CHECK(parts[2][1].empty());
}

TEST_CASE("what is odd in a file of vectors is told", "[data][vectors]") {
  const FittedSet set(vectors({{"window", 0}}), kSentences, "",
                      "9 2\nthe 1 2\ncat 3 4\nthe 5 6\nthe 7 8\n 1 2\nother 1 2\nother 1 2\n");
  CHECK(set.parts({1})[0][0] == numbers(0, {1, 2}));
  REQUIRE(set.notes.size() == 4);
  CHECK_THAT(set.notes[0], Contains("v.txt: 2 rows of words that stand twice are left out, the "
                                    "first in line 4 (the)"));
  CHECK_THAT(set.notes[1], EndsWith("1 row without a word is left out, the first in line 6"));
  CHECK_THAT(set.notes[2], EndsWith("has 7 rows, its first line states 9"));
}

TEST_CASE("the options of vectors are checked", "[data][vectors]") {
  const auto error = [](const Json& features) {
    try {
      const FittedSet set(features, kSentences, "", kGlove);
    } catch (const ConfigError& thrown) {
      return std::string(thrown.what());
    }
    return std::string("(nothing was thrown)");
  };
  CHECK_THAT(error({{{"extractor", "vectors"}}}),
             Contains("data.features.0.file is missing: a file of word vectors"));
  CHECK_THAT(error(vectors({{"column", "pos"}})), Contains("column = \"pos\""));
  CHECK_THAT(error(vectors({{"oov", "random"}})), Contains("oov = \"random\""));
}

TEST_CASE("the lower case of a text is that of Unicode", "[data][vectors]") {
  CHECK(lower_case("ABC xyz 9 \xc3\x89T\xc3\x89") == "abc xyz 9 \xc3\xa9t\xc3\xa9");
  CHECK(lower_case("\xce\x91\xce\x8c\xd0\x96\xd0\x81\xff") ==
        "\xce\xb1\xcf\x8c\xd0\xb6\xd1\x91\xff");
  CHECK(lower_case("\xc4\xb0\xe1\xb8\x80") == "i\xe1\xb8\x81");
  for (char32_t code = 0; code < 0x3000; ++code) {
    if (code == 0x38B || code == 0x38D) continue;  // no characters
    if (kind_of(lower_case(code)) == CharacterKind::kUpper) FAIL_CHECK(static_cast<int>(code));
  }
}
