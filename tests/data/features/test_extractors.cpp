// Extractors by hand-written expectations.
#include <catch2/catch.hpp>

#include "costruct/data/features/characters.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Names = std::set<std::string>;

namespace {

/// The names of the features of each token of one sentence with columns word and pos.
std::vector<Names> features_of(const Json& extractor, const std::vector<std::string>& words) {
  const TestFolder folder;
  std::string text;
  for (const std::string& word : words) text += word + " P" + word + " O\n";
  const Json block = {{"format", "conll"},
                      {"columns", {"word", "pos", "label"}},
                      {"features", Json::array({extractor})}};
  const auto read = read_training(block, {folder.write("a", text)});
  std::vector<Names> all;
  const NamedParts parts = named_parts(read.encoder, read.corpus.features);
  for (const auto& part : parts.at(0)) {
    for (const auto& [name, value] : part) CHECK(value == 1);  // indicators
    all.push_back(names(part));
  }
  return all;
}

Names surface_of(const std::string& word, const std::string& clue) {
  return features_of({{"extractor", "surface"}, {"clues", {clue}}}, {word}).at(0);
}
bool has_clue(const std::string& word, const std::string& clue) {
  return surface_of(word, clue) == Names{"surface[0]=" + clue};
}

}  // namespace

TEST_CASE("a window reaches w tokens to both sides, within the sentence", "[data][extractors]") {
  const auto at = features_of({{"extractor", "token"}, {"window", 2}}, {"a", "b", "c", "d"});
  CHECK(at[0] == Names{"token[0]=a", "token[1]=b", "token[2]=c"});
  CHECK(at[1] == Names{"token[-1]=a", "token[0]=b", "token[1]=c", "token[2]=d"});
  CHECK(at[2] == Names{"token[-2]=a", "token[-1]=b", "token[0]=c", "token[1]=d"});
  CHECK(at[3] == Names{"token[-2]=b", "token[-1]=c", "token[0]=d"});
  CHECK(features_of({{"extractor", "token"}, {"window", 20}}, {"a"}).at(0) == Names{"token[0]=a"});
}

TEST_CASE("a token of another column is named after it", "[data][extractors]") {
  CHECK(features_of({{"extractor", "token"}, {"column", "pos"}}, {"a"}).at(0) ==
        Names{"token.pos[0]=Pa"});
}

TEST_CASE("a column that is not there has no place", "[data][extractors]") {
  const std::vector<std::string> columns = {"token", "label"};
  CHECK(column_index("token", columns) == 0);
  CHECK_THROWS_WITH(column_index("word", columns), Catch::Contains("there is no column word"));
}

TEST_CASE("windows do not reach into the neighbouring sentence", "[data][extractors]") {
  const TestFolder folder;
  const Json block = {{"format", "conll"}, {"features", {{{"extractor", "token"}, {"window", 1}}}}};
  const auto read = read_training(block, {folder.write("a", "a O\n\nb O\n")});
  const auto parts = named_parts(read.encoder, read.corpus.features);
  CHECK(names(parts[0][0]) == Names{"token[0]=a"});
  CHECK(names(parts[1][0]) == Names{"token[0]=b"});
}

TEST_CASE("n-grams are the neighbouring characters, each kind once", "[data][extractors]") {
  const auto of = [](const Json& n, const std::string& word) {
    return features_of({{"extractor", "ngrams"}, {"n", n}}, {word}).at(0);
  };
  CHECK(of({2, 3}, "Sro7") ==
        Names{"ngrams[0]=Sr", "ngrams[0]=ro", "ngrams[0]=o7", "ngrams[0]=Sro", "ngrams[0]=ro7"});
  CHECK(of({2}, "aaaa") == Names{"ngrams[0]=aa"});
  CHECK(of({4}, "abc").empty());
  CHECK(of({3}, "abc") == Names{"ngrams[0]=abc"});
  CHECK(of({1}, "aé") == Names{"ngrams[0]=a", "ngrams[0]=é"});
  CHECK(of({2}, "\xC3\xC3\xA9x") == Names{"ngrams[0]=\xC3\xC3\xA9", "ngrams[0]=éx"});
  const auto in_window =
      features_of({{"extractor", "ngrams"}, {"n", {2}}, {"window", 1}}, {"ab", "c"});
  CHECK(in_window[1] == Names{"ngrams[-1]=ab"});
}

TEST_CASE("affixes are the first and the last characters, each length once", "[data][extractors]") {
  const auto of = [](const std::string& word, int prefixes, int suffixes) {
    return features_of({{"extractor", "affixes"}, {"prefixes", prefixes}, {"suffixes", suffixes}},
                       {word})
        .at(0);
  };
  CHECK(of("Sros", 2, 3) == Names{"affixes[0]=prefix=S", "affixes[0]=prefix=Sr",
                                  "affixes[0]=suffix=s", "affixes[0]=suffix=os",
                                  "affixes[0]=suffix=ros"});
  CHECK(of("ab", 0, 3) == Names{"affixes[0]=suffix=b", "affixes[0]=suffix=ab"});
  CHECK(of("ab", 5, 0) == Names{"affixes[0]=prefix=a", "affixes[0]=prefix=ab"});
  CHECK(of("x", 20, 20) == Names{"affixes[0]=prefix=x", "affixes[0]=suffix=x"});
  CHECK(features_of({{"extractor", "affixes"}}, {"undo"}).at(0).size() == 6);  // three of each
  CHECK(of("éß", 1, 1) == Names{"affixes[0]=prefix=é", "affixes[0]=suffix=ß"});
  // Bytes that are no UTF-8 are characters of their own.
  CHECK(of("\xC3x\xC3\xA9\xFF", 1, 2) ==
        Names{"affixes[0]=prefix=\xC3", "affixes[0]=suffix=\xFF", "affixes[0]=suffix=é\xFF"});
}

TEST_CASE("no prefix is mistaken for a suffix, hyphens included", "[data][extractors]") {
  const auto of = [](const std::vector<std::string>& words) {
    return features_of({{"extractor", "affixes"}, {"prefixes", 2}, {"suffixes", 2}}, words);
  };
  CHECK(of({"--"}).at(0) == Names{"affixes[0]=prefix=-", "affixes[0]=prefix=--",
                                  "affixes[0]=suffix=-", "affixes[0]=suffix=--"});
  const auto at = of({"-x", "x-"});
  for (const std::string& name : at[0]) CHECK(!at[1].contains(name));
}

TEST_CASE("affixes have a window, a column and a group", "[data][extractors]") {
  const auto at =
      features_of({{"extractor", "affixes"}, {"prefixes", 1}, {"suffixes", 0}, {"window", 1}},
                  {"ab", "cd", "e"});
  CHECK(at[0] == Names{"affixes[0]=prefix=a", "affixes[1]=prefix=c"});
  CHECK(at[1] == Names{"affixes[-1]=prefix=a", "affixes[0]=prefix=c", "affixes[1]=prefix=e"});
  CHECK(at[2] == Names{"affixes[-1]=prefix=c", "affixes[0]=prefix=e"});
  CHECK(features_of({{"extractor", "affixes"}, {"column", "pos"}, {"prefixes", 2}, {"suffixes", 0}},
                    {"a"})
            .at(0) == Names{"affixes.pos[0]=prefix=P", "affixes.pos[0]=prefix=Pa"});
  const TestFolder folder;
  const auto group = [&](const Json& extractor) {
    return read_training({{"format", "conll"}, {"features", Json::array({extractor})}},
                         {folder.write("a", "a O\n")})
        .encoder.groups();
  };
  CHECK(group({{"extractor", "affixes"}}) == std::vector<std::string>{"token"});
  CHECK(group({{"extractor", "affixes"}, {"group", "form"}}) == std::vector<std::string>{"form"});
}

TEST_CASE("templates expand as those of CRF++", "[data][extractors][template]") {
  const auto of = [](const Json& lines, const std::vector<std::string>& words) {
    return features_of({{"extractor", "template"}, {"lines", lines}}, words);
  };
  const auto joined = of({"U01:%x[-1,0]/%x[0,1]", "# a comment", "", "B"}, {"a", "b"});
  CHECK(joined[0] == Names{"U01:_B-1/Pa"});
  CHECK(joined[1] == Names{"U01:a/Pb"});

  const auto borders = of({"U%x[-2,0]-%x[+2,0]!"}, {"a", "b"});
  CHECK(borders[0] == Names{"U_B-2-_B+1!"});
  CHECK(borders[1] == Names{"U_B-1-_B+2!"});

  CHECK(of({"U"}, {"a"}).at(0) == Names{"U"});
  // Without names of their own, templates share features: a bag of words.
  CHECK(of({"U%x[0,0]", "U%x[1,0]"}, {"a", "a", "b"}).at(0) == Names{"Ua"});
}

TEST_CASE("surface clues are those of Brefeld 2008, Tables 5.3 and 5.4",
          "[data][extractors][surface]") {
  CHECK(has_clue("Madrid", "initial_uppercase"));
  CHECK(has_clue("Álvaro", "initial_uppercase"));
  CHECK_FALSE(has_clue("especial", "initial_uppercase"));
  CHECK(has_clue("especial", "initial_lowercase"));
  CHECK(has_clue("ñu", "initial_lowercase"));
  CHECK_FALSE(has_clue("1a", "initial_lowercase"));
  CHECK(has_clue("MMTV", "all_uppercase"));
  CHECK_FALSE(has_clue("ICAM-1", "all_uppercase"));
  CHECK(has_clue("kDa", "mixed_case"));
  CHECK_FALSE(has_clue("MMTV", "mixed_case"));
  CHECK(has_clue("75.0", "digit_dot_digit"));
  CHECK(has_clue("v34.32b", "digit_dot_digit"));
  CHECK_FALSE(has_clue("75.", "digit_dot_digit"));
  CHECK_FALSE(has_clue("1,5.x6", "digit_dot_digit"));
  CHECK(has_clue("HSF1", "numbers"));
  CHECK_FALSE(has_clue("HSF", "numbers"));
  CHECK(has_clue("Lasa-Zabala", "special_symbols"));
  CHECK(has_clue("«x", "special_symbols"));
  CHECK_FALSE(has_clue("niño1", "special_symbols"));
  CHECK(surface_of("Sro7", "length") == Names{"surface[0]=length=4"});
  CHECK(surface_of("niño", "length") == Names{"surface[0]=length=4"});
  CHECK(surface_of(std::string(50, 'x'), "length") == Names{"surface[0]=length=20"});
  CHECK(surface_of("CrimeNet", "uppercase_at_position") ==
        Names{"surface[0]=uppercase_at_position=0", "surface[0]=uppercase_at_position=5"});
  CHECK(surface_of("ÁbÇ", "uppercase_at_position") ==
        Names{"surface[0]=uppercase_at_position=0", "surface[0]=uppercase_at_position=2"});
  CHECK(surface_of("A1b", "lowercase_at_position") == Names{"surface[0]=lowercase_at_position=2"});
  CHECK(surface_of(std::string(30, 'A'), "uppercase_at_position").size() == 20);
}

TEST_CASE("greek symbols are Greek letters or their names", "[data][extractors][surface]") {
  for (const char* word :
       {"alpha", "TNF-alpha", "NFkappaB", "Alpha2", "α", "TNFβ", "µg", "mu-1", "PHI"}) {
    CAPTURE(word);
    CHECK(has_clue(word, "greek_symbols"));
  }
  for (const char* word : {"picture", "museum", "gene", "x", "alp", "chip"}) {
    CAPTURE(word);
    CHECK_FALSE(has_clue(word, "greek_symbols"));
  }
}

TEST_CASE("the first token of a sentence has its clue, seen through windows too",
          "[data][extractors][surface]") {
  const auto at = features_of(
      {{"extractor", "surface"}, {"clues", {"initial_token"}}, {"window", 1}}, {"Por", "a", "b"});
  CHECK(at[0] == Names{"surface[0]=initial_token"});
  CHECK(at[1] == Names{"surface[-1]=initial_token"});
  CHECK(at[2].empty());
}

TEST_CASE("tokens between brackets and quotes are found", "[data][extractors][surface]") {
  const auto enclosed = [](const std::vector<std::string>& words) {
    std::string marks;
    for (const Names& name :
         features_of({{"extractor", "surface"}, {"clues", {"in_brackets_or_quotes"}}}, words)) {
      marks += name.empty() ? '.' : 'x';
    }
    return marks;
  };
  CHECK(enclosed({"a", "(", "b", "c", ")", "d"}) == "..xx..");
  CHECK(enclosed({"el", "Grupo", "¨", "Magenta", "¨"}) == "...x.");
  CHECK(enclosed({"\"", "a", "\"", "b", "\"", "c"}) == ".x....");
  CHECK(enclosed({"(", "a", "(", "b", ")", "c"}) == "...x..");
  CHECK(enclosed({"(", "a", "(", "b", ")", "c", ")"}) == ".xxxxx.");
  CHECK(enclosed({")", "a", "(", "b"}) == "....");
  CHECK(enclosed({"(", "[", "a", ")", "]"}) == ".xxx.");
  CHECK(enclosed({"``", "a", "''", "b", "«", "c", "»"}) == ".x...x.");
  CHECK(enclosed({"(a)", "()", "¨Magenta¨"}) == "x.x");
}

TEST_CASE("case is known of accented Latin, Greek and Cyrillic letters", "[data][characters]") {
  const auto kind = [](std::string_view text) { return kind_of(first_character(text).code); };
  for (const char* upper : {"A", "Z", "Á", "Ñ", "Þ", "Ą", "Ł", "Ž", "Ÿ", "Ά", "Ω", "Ж", "Ё", "Ế"}) {
    CAPTURE(upper);
    CHECK(kind(upper) == CharacterKind::kUpper);
  }
  for (const char* lower : {"a", "z", "á", "ñ", "ß", "ÿ", "ą", "ł", "ž", "ά", "ω", "ж", "ё", "ế"}) {
    CAPTURE(lower);
    CHECK(kind(lower) == CharacterKind::kLower);
  }
  for (const char* symbol :
       {"-", "¿", "«", "×", "÷", "“", "€", "\x80", "\xFF", "\xC3", "\xE2\x82", "\xED\xA0\x80"}) {
    CAPTURE(symbol);
    CHECK(kind(symbol) == CharacterKind::kSymbol);
  }
  CHECK(kind("中") == CharacterKind::kLetter);
  CHECK(kind("ª") == CharacterKind::kLetter);
  CHECK(kind("7") == CharacterKind::kDigit);
}

TEST_CASE("characters are cut as UTF-8, a stray byte is one of its own", "[data][characters]") {
  CHECK(first_character("é").bytes == 2);
  CHECK(first_character("€uro").bytes == 3);
  CHECK(first_character("😀").code == 0x1F600);
  for (const char* broken :
       {"\xC0\x80", "\xE0\x80\x80", "\xF0\x80\x80\x80", "\xF5\x80\x80\x80", "\xC3(", "\x80"}) {
    CHECK(first_character(broken).bytes == 1);
    CHECK(first_character(broken).code == kNoCharacter);
  }
}
