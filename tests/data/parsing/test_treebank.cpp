// The format ptb: trees that are read, what they become, what is refused, and what a model keeps of
// them.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

#include "costruct/data/data_block.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/parsing/bracket_reader.hpp"
#include "costruct/data/parsing/marked_spans.hpp"
#include "costruct/data/parsing/treebank_examples.hpp"
#include "costruct/data/parsing/word_class.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/parsing/known_brackets.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using parsing::SentenceData;

namespace {

using Names = std::vector<std::string>;
using Parts = std::vector<int>;

constexpr const char* kCat =
    "( (S (NP (DT the) (NN cat))\n     (VP (VBZ sleeps) (RB well) (. .))) )\n";

std::unique_ptr<ExampleSet> empty_set(Json block) {
  block["format"] = "ptb";
  block["train"] = "train";
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  errors.throw_if_any("");
  return find_format("ptb")->examples(block);
}

void read_text(ExampleSet& set, std::string_view text, Role role) {
  const TestFolder folder;
  const std::vector<std::filesystem::path> files{folder.write("trees.mrg", text)};
  set.read(files, role);
}

std::unique_ptr<ExampleSet> training_set(std::string_view text, Json block = Json::object()) {
  auto set = empty_set(std::move(block));
  read_text(*set, text, Role::kTrain);
  set->finish_training();
  return set;
}

// What is wrong with a training file, behind the name of its folder.
std::string error_of(std::string_view text, const Json& block = Json::object()) {
  const std::string message = message_of<DataError>([&] { training_set(text, block); });
  const std::size_t name = message.find("trees.mrg");
  return name == std::string::npos ? message : message.substr(name);
}

ViewAssignment one_view(const ExampleSet& set) {
  return {1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
}

std::shared_ptr<const SentenceData> sentences(const InputData& made) {
  return std::dynamic_pointer_cast<const SentenceData>(made.data);
}

// All examples, of which the first so many are labeled.
std::shared_ptr<const SentenceData> sentences(const ExampleSet& set, Index labeled) {
  std::vector<Index> all(static_cast<std::size_t>(set.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  const ViewAssignment views = one_view(set);
  InputRequest wanted{all, {}, views};
  wanted.labeled = labeled;
  return sentences(set.inputs(wanted));
}

std::set<std::string> used_rules(const SentenceData& data) {
  std::set<std::string> rules;
  const parsing::Grammar& grammar = data.rules->grammar();
  for (const std::int32_t r : data.rules->binary()) {
    const BinaryRule& rule = grammar.binary[r];
    rules.insert(grammar.symbols[rule.parent] + " -> " + grammar.symbols[rule.left] + " " +
                 grammar.symbols[rule.right]);
  }
  return rules;
}

// The trees of a file as the set holds them, without words.
Names trees_of(std::string_view text, const Json& block = Json::object()) {
  const auto set = training_set(text, block);
  Names trees;
  for (Index i = 0; i < set->size(); ++i) {
    const std::string line = set->is_labeled(i) ? set->text_of(set->output(i)) : "?\n";
    trees.push_back(line.substr(0, line.size() - 1));
  }
  return trees;
}

// What `predict` prints for the sentences of a file, with outputs of problem parsing under weights
// that do not matter.
std::string predicted(ExampleSet& set, std::string_view text, Index* without_parse = nullptr) {
  const TestFolder folder;
  const ViewAssignment views = one_view(set);
  const auto stream = set.stream(folder.write("new.mrg", text), views, false);
  std::string printed;
  for (Index count = 0; (count = stream->read(2)) > 0;) {
    const Views problem = find_problem("parsing")->make(Json::object(), stream->data());
    const Vector w(static_cast<std::size_t>(problem.joint().dimension()), 0.0);
    for (Index x = 0; x < count; ++x) {
      const Output output = problem.joint().decode(x, w).output;
      printed += stream->text_of(x, output);
      if (without_parse != nullptr) *without_parse += stream->missing_note(x, output) != nullptr;
    }
  }
  return printed;
}

std::unique_ptr<ExampleSet> stored_and_loaded(const ExampleSet& set, std::vector<bool> keep) {
  const TestFolder folder;
  ModelWriter writer;
  set.save(writer, keep, nullptr);
  writer.write(folder.path() / "model.st");
  return find_format("ptb")->load(ModelReader(folder.path() / "model.st"));
}

}  // namespace

TEST_CASE("trees may span lines, share a line, and lack an outermost label", "[data][treebank]") {
  const TestFolder folder;
  const auto read = [&](std::string_view text) {
    BracketReader reader(folder.write("trees.mrg", text));
    std::vector<std::pair<Index, std::string>> trees;
    for (parsing::Tree tree; reader.next(tree);) trees.emplace_back(reader.line(), bracketed(tree));
    return trees;
  };
  using Read = std::vector<std::pair<Index, std::string>>;
  CHECK(
      read("\n\n( (S\r\n (NN a)\t(NN b)) )\n(X (Y c)) (NN d)\n(\n(NN e)(NN f))") ==
      Read{{3, "( (S (NN a) (NN b)))"}, {5, "(X (Y c))"}, {5, "(NN d)"}, {6, "( (NN e) (NN f))"}});
  CHECK(read("").empty());
  CHECK(read("()( )\n") == Read{{1, "()"}, {1, "()"}});
  CHECK(read("(? (DT the) (NN cat)) ( (? the cat) ) (? ?) (?)") ==
        Read{{1, "(? (DT the) (NN cat))"}, {1, "(? ( the) ( cat))"}, {1, "(? ( ?))"}, {1, "(?)"}});
}

TEST_CASE("packed treebanks are read in place", "[data][treebank]") {
  CHECK(trees_of(gzipped(kCat)) == trees_of(kCat));
  CHECK(trees_of(xz_packed(kCat)) == trees_of(kCat));
}

TEST_CASE("what is no tree is refused with its place", "[data][treebank]") {
  CHECK(error_of("(NN a)\n(S (NN b)\n\n") ==
        "trees.mrg:2: the file ends within the tree that begins here: 1 brackets are not closed");
  CHECK(error_of("(NN a)\n(NN b))\n") == "trees.mrg:2: a ) that closes no bracket");
  CHECK(error_of("(NN a)\nword (NN b)\n") == "trees.mrg:2: \"word\" stands outside of brackets");
  CHECK(error_of("(S (NN a)\n ())\n") == "trees.mrg:2: an empty bracket () within a tree");
  CHECK(error_of("(S (NN a)\n (NN))\n") ==
        "trees.mrg:2: the leaf (NN) has no word: a leaf is (TAG word)");
  CHECK(error_of("(S ((NN a)))") == "trees.mrg:1: a bracket without a label within a tree");
  CHECK(error_of("(NN a b)") ==
        "trees.mrg:1: two words, \"a\" and \"b\", in a bracket: a leaf is (TAG word)");
  CHECK(error_of("(S (NN a) b)") ==
        "trees.mrg:1: the word \"b\" beside brackets in (S ...): a leaf is (TAG word)");
  CHECK(error_of("(S a (NN b))") ==
        "trees.mrg:1: a bracket beside a word in (S ...): a leaf is (TAG word)");
  CHECK(error_of("(? (NN a) b)") ==
        "trees.mrg:1: the word \"b\" beside brackets in (? ...): a leaf is (TAG word)");
  CHECK_THAT(error_of(std::string("(NN a)\n(NN \0)", 12)), Contains("trees.mrg:2: a NUL byte"));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "(X\n";
  CHECK_THAT(error_of("(NN a)\n" + deep + "(X"),
             Contains("trees.mrg:1002: more than 1000 brackets within each other") &&
                 Contains("begins in line 2"));
  CHECK_THAT(error_of("(NN " + std::string(1001, 'a') + ")"), Contains("more than 1000 bytes"));
  std::string wide = "\n(S";
  for (int i = 0; i < 10'001; ++i) wide += " (NN a)";
  CHECK_THAT(error_of(wide + ")"),
             Contains("trees.mrg:2: the tree that begins here has more than 10000"));
  CHECK(error_of("\n \n") == "trees.mrg: has no trees");
  CHECK(error_of("(? (NN a))") == "trees.mrg: no sentence has a tree");
  CHECK(error_of("()") == "trees.mrg: no tree has a leaf");
  CHECK(error_of("(NN a)\n(? a)") ==
        "trees.mrg:2: the token \"a\" has no tag: expected (TAG word), as input is tags");
}

TEST_CASE("a node as deep as allowed is learned from", "[data][treebank]") {
  std::string deep = "(NN a)";
  for (int i = 0; i < 999; ++i) deep = "(X " + deep + ")";
  CHECK(trees_of(deep, {{"vertical", 3}})[0].size() == 999 * 4 + 4);
}

TEST_CASE("sentences that no chart has room for are refused", "[data][treebank]") {
  std::string wide = "(S";
  for (int i = 0; i < 501; ++i) wide += " (NN a)";
  wide += ")";
  CHECK(error_of("(NN a)\n" + wide) ==
        "trees.mrg:2: a sentence of 501 tokens, and at most 500 can be parsed: leave it out, as "
        "max_length "
        "does");
  CHECK(training_set("(NN a)\n" + wide, {{"max_length", 40}})->size() == 1);
}

TEST_CASE("a chart of more than 4 GiB is refused with the place of its sentence",
          "[data][treebank]") {
  std::string trees;
  for (int i = 0; i < 3; ++i) {
    trees += "\n(S";
    for (int t = 0; t < 500; ++t)
      trees += " (T" + std::to_string(i) + "." + std::to_string(t) + " a)";
    trees += ")";
  }
  const auto set = training_set(trees);
  CHECK_THAT(message_of<DataError>([&] { sentences(*set, 3); }),
             Contains("trees.mrg:2: 500 tokens and 2995 symbols make a chart of 5.6 GiB"));
}

TEST_CASE("functions and traces are cut away, unless they are to stay", "[data][treebank]") {
  constexpr const char* kTree =
      "( (S (NP-SBJ=2 (-NONE- *)) (ADVP|PRT (RB up)) (NP-1 (-LRB- -LRB-) (NN cat)) (X (Y (-NONE- "
      "*T*-1)))) )";
  CHECK(trees_of(kTree) == Names{"(S (ADVP (RB)) (NP (-LRB-) (NN)))"});
  CHECK(trees_of(kTree, {{"functions", "keep"}}) ==
        Names{"(S (ADVP|PRT (RB)) (NP-1 (-LRB-) (NN)))"});
  CHECK(trees_of(kTree, {{"traces", "keep"}}) ==
        Names{"(S (NP (-NONE-)) (ADVP (RB)) (NP (-LRB-) (NN)) (X (Y (-NONE-))))"});
}

TEST_CASE("a tree of traces alone, or without anything, is an empty sentence", "[data][treebank]") {
  const auto set = training_set("(NN a) ( )\n( (S (NP-SBJ (-NONE- *))) ) (?)\n");
  REQUIRE(set->size() == 4);
  for (const Index i : {1, 2}) {
    CHECK(set->is_labeled(i));
    CHECK(set->output(i) == Output{});
    CHECK(set->num_parts(i) == 0);
    CHECK(set->text_of(set->output(i)) == "()\n");
  }
  CHECK_FALSE(set->is_labeled(3));
  CHECK(training_set("(NN a) ( )", {{"min_length", 1}})->size() == 1);
}

TEST_CASE("label_map renames labels and tags after they are cleaned", "[data][treebank]") {
  const Json renamed = {{"label_map", {{"NP", "N"}, {"NNS", "NN"}, {"ADVP-TMP", "X"}}}};
  CHECK(trees_of("(S (NP-SBJ (NNS a)) (ADVP-TMP (RB b)))", renamed) ==
        Names{"(S (N (NN)) (ADVP (RB)))"});
  CHECK_THAT(
      message_of<ConfigError>([] {
        empty_set({{"label_map", {{"NP", "N P"}}}});
      }),
      Contains("data.label_map.NP = \"N P\": a label of a bracket has no blanks or brackets"));
}

TEST_CASE("a tree becomes its binarised form in preorder, symbols in their order",
          "[data][treebank]") {
  const auto set = training_set(kCat);
  CHECK(set->label_names() ==
        Names{"S", "NP", "<DT>", "<NN>", "VP", "<VBZ>", "@VP|VBZ", "<RB>", "<.>"});
  CHECK(set->output(0).parts == Parts{0, 2, 1, 1, 2, 3, 4, 1, 5, 6, 1, 7, 8});
  CHECK(set->num_parts(0) == 5);
  CHECK(set->place(0).line == 1);
  const auto data = sentences(*set, 1);
  const parsing::Grammar& grammar = data->rules->grammar();
  CHECK(grammar.binary == std::vector<BinaryRule>{{0, 1, 4}, {1, 2, 3}, {4, 5, 6}, {6, 7, 8}});
  CHECK(grammar.lexical ==
        std::vector<parsing::LexicalRule>{{2, 0}, {3, 1}, {5, 2}, {7, 3}, {8, 4}});
  CHECK(grammar.roots == Parts{0});
  CHECK(grammar.num_terminals == 6);
  CHECK(data->terminal == Parts{0, 1, 2, 3, 4});
  CHECK(training_set(kCat, {{"horizontal", 0}})->label_names()[6] == "@VP");
  CHECK(training_set(kCat, {{"binarization", "left"}})->label_names()[5] == "@VP|.");
  CHECK(training_set(kCat, {{"vertical", 2}})->label_names()[1] == "NP^S");
}

TEST_CASE("symbols and tags that only test trees have are none that training has seen",
          "[data][treebank]") {
  auto set = training_set(kCat);
  read_text(*set,
            "(S (NP (DT a) (NN dog)) (XP (FW x) (FW y)))\n(NP (DT the) (NN cat))\n(? (DT the))",
            Role::kTest);
  REQUIRE(set->size() == 4);
  CHECK(set->label_names()[9] == "XP");
  CHECK_FALSE(set->is_possible(set->output(1)));
  CHECK(set->is_possible(set->output(2)));
  CHECK_FALSE(set->is_labeled(3));
  const auto data = sentences(*set, 1);
  CHECK(Parts(data->terminal.begin() + 5, data->terminal.begin() + 9) == Parts{0, 1, 5, 5});
  CHECK(data->rules->of_terminal(5).empty());
}

TEST_CASE("a word is a terminal where it is frequent, else its class, else unknown",
          "[data][treebank]") {
  CHECK(word_class("Trading", true) == "first.ing");
  CHECK(word_class("Trading", false) == "capital.ing");
  CHECK(word_class("1990s", false) == "other.digit.s");
  CHECK(word_class("U.S.", false) == "upper");
  CHECK(word_class("mid-air", false) == "lower.hyphen");
  CHECK(word_class("is", false) == "lower");
  auto set =
      training_set("(S (DT the) (NN cat))\n(S (DT the) (NN dog))\n(S (DT the) (VBG running))",
                   {{"input", "words"}});
  read_text(*set, "(? the cow)\n(? the jogging)\n(? the Xs)", Role::kTest);
  const auto data = sentences(*set, 3);
  const parsing::Grammar& grammar = data->rules->grammar();
  // the; then the classes lower (of "the" itself and of cat), lower.ing
  CHECK(grammar.num_terminals == 3);
  CHECK(data->terminal == Parts{0, 1, 0, 1, 0, 2, 0, 1, 0, 2, 0, -1});
  // If a fit has not seen any word that ends in ing, the class is unknown too.
  CHECK(sentences(*set, 2)->terminal == Parts{0, 1, 0, 1, 0, -1, 0, 1, 0, -1, 0, -1});
}

TEST_CASE("the rules of a fit are those of its labeled trees, or of all trees",
          "[data][treebank]") {
  constexpr const char* kTrees = "(S (A a) (B b))\n(S (B b) (A a))\n(? (A a) (A a))\n";
  const auto hidden = training_set(kTrees);
  CHECK(hidden->inputs_depend_on_labeled());
  CHECK(used_rules(*sentences(*hidden, 1)) == std::set<std::string>{"S -> <A> <B>"});
  CHECK(used_rules(*sentences(*hidden, 2)).size() == 2);
  const auto corpus = training_set(kTrees, {{"grammar", "corpus"}});
  CHECK_FALSE(corpus->inputs_depend_on_labeled());
  CHECK(used_rules(*sentences(*corpus, 1)).size() == 2);
}

TEST_CASE("trees of unlabeled files are not looked at", "[data][treebank]") {
  auto set = training_set("(S (A a) (B b))", {{"features", {"border"}}, {"max_length", 2}});
  const Names symbols = set->label_names();
  const Index features = set->num_features();
  read_text(*set, "(T (U (A a)) (A b))\n(S (A a) (A a) (A a))\n", Role::kUnlabeled);
  CHECK(set->size() == 2);
  CHECK_FALSE(set->is_labeled(1));
  CHECK(set->label_names() == symbols);
  CHECK(set->num_features() > features);
  const Index grown = set->num_features();
  read_text(*set, "(S (C a) (A a) (A a))\n", Role::kTest);
  CHECK(set->num_features() == grown);
}

TEST_CASE("limit counts the sentences that lengths leave, over all files", "[data][treebank]") {
  const auto set = training_set("(NN a)\n(S (NN a) (NN b))\n(S (NN a) (NN b))\n(S (NN a) (NN b))",
                                {{"limit", 2}, {"min_length", 2}});
  CHECK(set->size() == 2);
  CHECK(set->place(1).line == 3);
}

TEST_CASE("features of spans by hand", "[data][treebank]") {
  const auto set =
      training_set("(NP (NN Cat) (CC and) (NN dog))",
                   {{"features", {"rule", "border", "width", "lexical", "conjunction"}}});
  Names names;
  for (Index j = 0; j < set->num_features(); ++j) names.push_back(set->feature_info(j).name);
  CHECK(names == Names{"rule",           "first=NN",        "before=<s>",      "last=NN",
                       "after=CC",       "first_word=cat",  "before_word=<s>", "last_word=cat",
                       "after_word=and", "first=CC",        "before=NN",       "last=CC",
                       "after=NN",       "first_word=and",  "before_word=cat", "last_word=and",
                       "after_word=dog", "contains=and",    "before=CC",       "after=</s>",
                       "first_word=dog", "before_word=and", "last_word=dog",   "after_word=</s>",
                       "width=1",        "width=2",         "width=3"});
  CHECK(set->feature_groups() == Names{"rule", "border", "width", "lexical", "conjunction"});
  CHECK(set->feature_info(0).group == 0);
  CHECK(set->feature_info(18).group == 1);
  CHECK(set->feature_info(26).group == 2);
  CHECK(set->feature_info(5).group == 3);
  CHECK(set->feature_info(17).group == 4);
  const auto data = sentences(*set, 1);
  const parsing::SpanFeatures& spans = data->views.at(0);
  const auto at = [](const FeatureTable& table, Index token) {
    const auto features = table.features_of(token);
    return std::vector<std::int32_t>(features.begin(), features.end());
  };
  CHECK(spans.num_features == 27);
  CHECK(at(spans.begins, 2) == std::vector<std::int32_t>{1, 18, 20, 21});
  CHECK(at(spans.ends, 2) == std::vector<std::int32_t>{3, 19, 22, 23});
  CHECK(at(spans.contains, 1) == std::vector<std::int32_t>{17});
  CHECK(at(spans.contains, 2).empty());
  REQUIRE(spans.widths.size() == 21);
  CHECK(std::vector<std::int32_t>(spans.widths.begin(), spans.widths.begin() + 4) ==
        std::vector<std::int32_t>{24, 25, 26, -1});
}

TEST_CASE("spans of several lengths share a feature of width", "[data][treebank]") {
  std::string tree = "(S";
  for (int i = 0; i < 25; ++i) tree += " (NN a)";
  const auto set = training_set(tree + ")", {{"features", {"width"}}});
  CHECK(set->num_features() == 8);
  const auto widths = sentences(*set, 1)->views.at(0).widths;
  CHECK(widths ==
        std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7});
}

TEST_CASE("views share out the features of spans, those of known sentences only",
          "[data][treebank]") {
  auto set = training_set("(S (A a) (B b))\n(S (B b) (A a))", {{"features", {"rule", "border"}}});
  ViewAssignment views{2, {}};
  for (Index j = 0; j < set->num_features(); ++j)
    views.view_of.push_back(set->feature_info(j).group == 0 ? 0 : 1);
  const std::vector<Index> first{0}, second{1};
  InputRequest request{first, second, views};
  request.labeled = 1;
  const InputData made = set->inputs(request);
  const auto data = sentences(made);
  REQUIRE(data->views.size() == 2);
  CHECK(made.features[0] == std::vector<std::int32_t>{0});
  CHECK(data->views[0].num_features == 1);
  CHECK(data->views[0].begins.feature.empty());
  Names names;
  for (const std::int32_t j : made.features[1]) names.push_back(set->feature_info(j).name);
  CHECK(names == Names{"first=A", "before=<s>", "last=A", "after=B", "first=B", "before=A",
                       "last=B", "after=</s>"});
  CHECK(data->views[1].begins.features_of(2).size() == 2);  // first=B, before=<s>
  CHECK(data->views[1].begins.features_of(3).size() == 1);  // first=A; before=B does not occur
}

TEST_CASE("predictions are trees with the words of their sentences, and read back",
          "[data][treebank]") {
  const auto input = GENERATE("tags", "words");
  constexpr const char* kTrees =
      "( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps) (ADVP (RB very) (RB well)) (. .))) )\n"
      "( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps) (. .))) )\n(TOP (TOP (NN cat)))\n";
  auto set = training_set(kTrees, {{"input", input}, {"horizontal", 0}});
  const std::string printed = predicted(*set,
                                        "(X (DT the) (NN cat) (VBZ sleeps) (-NONE- *) (. .))\n"
                                        "()\n\n(? (NN cat))");
  const bool taken_off = printed.find("( (TOP (NN cat)))") != std::string::npos;
  CHECK(printed == "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps) (. .)))\n()\n" +
                       std::string(taken_off ? "( (TOP (NN cat)))\n" : "(TOP (NN cat))\n"));
  read_text(*set, printed, Role::kTest);
  REQUIRE(set->size() == 3);
  CHECK(set->text_of(set->output(0)) == "(S (NP (DT) (NN)) (VP (VBZ) (.)))\n");
  CHECK(set->output(1) == Output{});
  for (Index i = 0; i < 3; ++i) CHECK(set->is_possible(set->output(i)));
}

TEST_CASE("the words of labeled examples are kept for what is printed of them",
          "[data][treebank]") {
  const auto input = GENERATE("tags", "words");
  auto set = training_set(
      "( (S (NP-SBJ (DT the) (NN cat)) (VP (VBZ sleeps) (NP (-NONE- *)))) )\n(? (DT no) (NN "
      "tree))\n()\n"
      "(S (NP (NN cat)) (VP (VBZ sees)))\n",
      {{"input", input}, {"horizontal", 0}});
  read_text(*set, "(? (DT the) (NN rest))\n", Role::kUnlabeled);
  read_text(*set, "(S (NP (NN hedgehog)) (VP (VBZ snores)))\n", Role::kTest);
  const auto printed = [&](Index i) { return set->text_of_example(i, set->output(i)); };
  CHECK(printed(0) == "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))\n");
  CHECK(printed(2) == "()\n");
  CHECK(printed(3) == "(S (NP (NN cat)) (VP (VBZ sees)))\n");
  CHECK(printed(5) == "(S (NP (NN hedgehog)) (VP (VBZ snores)))\n");
  CHECK(set->text_of_example(5, set->output(3)) == printed(5));
  CHECK(set->text_of_example(5, Output{}) == "(? (NN hedgehog) (VBZ snores))\n");
}

TEST_CASE("a sentence without a parse is printed flat and counted", "[data][treebank]") {
  auto tags = training_set(kCat);
  Index without = 0;
  CHECK(
      predicted(*tags, "(? (DT the) (FW cat))\n()\n" + std::string(kCat), &without) ==
      "(? (DT the) (FW cat))\n()\n(S (NP (DT the) (NN cat)) (VP (VBZ sleeps) (RB well) (. .)))\n");
  CHECK(without == 1);
  auto words = training_set(kCat, {{"input", "words"}});
  CHECK(predicted(*words, "(? the cat the)") == "(? (? the) (? cat) (? the))\n");
  CHECK(predicted(*words, predicted(*words, "(? the cat the)")) == "(? (? the) (? cat) (? the))\n");
}

TEST_CASE("a model keeps all that reading needs", "[data][treebank]") {
  const auto input = GENERATE("tags", "words");
  const Json block = {{"input", input},      {"features", {"rule", "border", "width", "lexical"}},
                      {"functions", "keep"}, {"horizontal", 0},
                      {"max_length", 5},     {"label_map", {{"NP-SBJ", "NP"}}}};
  auto set = training_set(
      std::string(kCat) + "(S (NP-SBJ (DT the) (NN cat)) (VP (VBZ sleeps) (. .)))\n", block);
  auto loaded = stored_and_loaded(
      *set, std::vector<bool>(static_cast<std::size_t>(set->num_features()), true));
  CHECK(loaded->label_names() == set->label_names());
  CHECK(loaded->num_features() == set->num_features());
  constexpr const char* kNew =
      "(? (DT the) (NN cat) (VBZ sleeps) (RB slowly) (. .))\n(? (DT the) (FW Rs))\n"
      "(? (DT the) (NN cat) (VBZ sleeps) (. .))\n";
  CHECK(predicted(*loaded, kNew) == predicted(*set, kNew));
  std::vector<bool> keep(static_cast<std::size_t>(set->num_features()), false);
  keep[1] = keep[3] = true;
  const auto some = stored_and_loaded(*set, keep);
  REQUIRE(some->num_features() == 2);
  CHECK(some->feature_info(0).name == set->feature_info(1).name);
  CHECK(some->feature_info(1).name == set->feature_info(3).name);
}

TEST_CASE("damaged grammars in models are refused", "[data][treebank]") {
  struct Stored {
    Json options = {{"features", {"rule"}}};
    Names features{"rule"}, symbols{"S", "<A>"}, terminals{"A"};
    std::vector<std::int32_t> binary{0, 1, 1}, lexical{1, 0}, roots{0};
  };
  const auto error_with = [](const std::function<void(Stored&)>& change) {
    Stored stored;
    change(stored);
    const TestFolder folder;
    ModelWriter writer;
    writer.set("encoder", {{"format", "ptb"}, {"options", stored.options}});
    writer.add_strings("encoder.features", stored.features);
    writer.add_strings("encoder.symbols", stored.symbols);
    writer.add_strings("encoder.terminals", stored.terminals);
    writer.add_strings("encoder.classes", Names{});
    writer.add("encoder.binary_rules", std::span<const std::int32_t>(stored.binary));
    writer.add("encoder.lexical_rules", std::span<const std::int32_t>(stored.lexical));
    writer.add("encoder.roots", std::span<const std::int32_t>(stored.roots));
    writer.write(folder.path() / "model.st");
    return message_of<DataError>(
        [&] { find_format("ptb")->load(ModelReader(folder.path() / "model.st")); });
  };
  CHECK(error_with([](Stored&) {}).empty());
  CHECK_THAT(error_with([](Stored& s) {
               s.binary = {0, 1};
             }),
             Contains("damaged model: half a rule"));
  CHECK_THAT(error_with([](Stored& s) { s.binary = {0, 1, 2}; }), Contains("a rule of no symbol"));
  CHECK_THAT(error_with([](Stored& s) { s.binary = {0, 1, 1, 0, 1, 1}; }),
             Contains("rules are not in order"));
  CHECK_THAT(error_with([](Stored& s) { s.lexical = {1, -1}; }), Contains("a rule of no terminal"));
  CHECK_THAT(error_with([](Stored& s) { s.lexical = {-1, 0}; }), Contains("a rule of no symbol"));
  CHECK_THAT(error_with([](Stored& s) { s.roots = {2}; }), Contains("a root that is no symbol"));
  CHECK_THAT(error_with([](Stored& s) { s.roots = {1, 0}; }), Contains("rules are not in order"));
  CHECK_THAT(error_with([](Stored& s) {
               s.symbols = {"S", "S"};
             }),
             Contains("a symbol stands twice"));
  CHECK_THAT(error_with([](Stored& s) {
               s.terminals = {"A", "A"};
             }),
             Contains("a terminal stands twice"));
  CHECK_THAT(error_with([](Stored& s) {
               s.features = {"rule", "rule"};
             }),
             Contains("a feature stands twice"));
  CHECK_THAT(error_with([](Stored& s) { s.features = {"first=A"}; }),
             Contains("a feature of no group"));
  CHECK_THAT(error_with([](Stored& s) { s.options["vertical"] = 9; }),
             Contains("damaged model: encoder.options.vertical = 9"));
}

TEST_CASE("options that are wrong are told with their path", "[data][treebank]") {
  const auto error = [](const Json& block) {
    return message_of<ConfigError>([&] { empty_set(block); });
  };
  CHECK_THAT(error({{"features", {"rules"}}}), Contains("data.features") && Contains("rule"));
  CHECK_THAT(error({{"features", {"rule", "rule"}}}), Contains("\"rule\" stands twice"));
  CHECK_THAT(error({{"features", Json::array()}}), Contains("must be a list of groups"));
  CHECK_THAT(error({{"vertical", 4}}), Contains("data.vertical"));
  CHECK_THAT(error({{"min_length", 5}, {"max_length", 4}}), Contains("data.min_length = 5"));
}

TEST_CASE("brackets below ? are facts about the symbols of whole trees", "[data][treebank]") {
  const auto tree = [](const std::string& text) {
    const TestFolder folder;
    BracketReader reader(folder.write("t", text));
    parsing::Tree read;
    REQUIRE(reader.next(read));
    return read;
  };
  const auto spans_of = [&](const std::string& text) {
    std::string all;
    for (const MarkedSpan& span : marked_spans(tree(text)))
      all += fmt::format("{}{}-{}:{} ", span.is_absent ? "!" : "", span.first, span.last,
                         fmt::join(span.labels, "+"));
    return all;
  };
  CHECK(spans_of("(? (D the) (N cat))").empty());
  CHECK(spans_of("(? (NP (D the) (N cat)) (V slept))") == "0-2:NP ");
  CHECK(spans_of("(? (? (D the) (N cat)) (VP (V slept)))") == "0-2: 2-3:VP ");
  CHECK(spans_of("(? (S (NP (QP (D the) (N cat)) ) (? (V slept))))") == "0-2:NP+QP 0-3:S ");
  CHECK(spans_of("(? (!NP (D the) (NP (N cat) (V slept))))") == "!0-3:NP 1-3:NP ");
  CHECK(spans_of("(? (! (D the) (N cat)) (V slept))") == "!0-2: ");
  CHECK(spans_of("(S (!NP (D the) (N cat)) (V slept))") == "0-2:!NP 0-3:S ");  // a label of a tree
  const std::vector<std::string> symbols = {"S",  "<D>",    "NP",      "@NP|D", "NP+QP",
                                            "VP", "VP+<V>", "S+NP+QP", "QP+NP", "VP+X+<V>"};
  const auto facts = [&](const std::string& text) {
    return facts_of(marked_spans(tree(text)), symbols).facts;
  };
  using Facts = std::vector<std::vector<int>>;
  CHECK(facts("(? (NP (D the) (N cat)) (V slept))") == Facts{{0, 2, 2, 4, 7, 8}});
  CHECK(facts("(? (NP (QP (D the) (N cat))) (V slept))") == Facts{{0, 2, 4, 7}});
  CHECK(facts("(? (? (D the) (N cat)) (VP (V slept)))") == Facts{{0, 2}, {2, 3, 6, 9}});
  CHECK(facts("(? (!NP (D the) (N cat)) (V slept))") == Facts{{~0, 2, 2, 4, 7, 8}});
  // A node of several children may have one of binarisation there.
  CHECK(facts("(? (D the) (! (N cat) (V slept)))") == Facts{{~1, 3, 0, 2, 4, 5, 7, 8}});
  for (const char* wrong :
       {"(? (D the) (XP (N cat) (V slept)))", "(? (D the) (!XP (N cat) (V slept)))"})
    CHECK_THAT(message_of<DataError>([&] { facts(wrong); }),
               Contains("the bracket \"XP\" over several tokens is known"));
  // In a test file no tree agrees with the first one, and every tree with the second one.
  const auto measured = [&](const std::string& text) {
    return facts_of(marked_spans(tree(text)), symbols, ImpossibleBrackets::kDisagree);
  };
  const Known wrong = measured("(? (D the) (XP (N cat) (V slept)))");
  CHECK(wrong.facts == Facts{{1, 3, -1}});
  CHECK(count_impossible(wrong) == 1);
  const Known absent = measured("(? (D the) (!XP (N cat) (V slept)))");
  CHECK(absent.facts == Facts{{~1, 3}});
  CHECK(count_impossible(absent) == 0);
  for (int symbol = 0; symbol < std::ssize(symbols); ++symbol) {
    // A node of the symbol over the last two of three tokens, and over the first two.
    const std::vector<Output> trees = {Output{{0, 1, 1, symbol, 1, 1, 1}},
                                       Output{{0, 2, symbol, 1, 1, 1, 1}}};
    for (const Output& each : trees) {
      CHECK_FALSE(costruct::parsing::has_brackets(wrong, each));
      CHECK(costruct::parsing::has_brackets(absent, each));
    }
  }
}
