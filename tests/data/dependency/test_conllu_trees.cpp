// The format conllu_trees: trees that are read, what they become, what is refused, and what a model
// keeps of them.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "costruct/data/data_block.hpp"
#include "costruct/data/dependency/conllu_sentence.hpp"
#include "costruct/data/dependency/dependency_drawing.hpp"
#include "costruct/data/dependency/dependency_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::dependency;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

using Heads = std::vector<int>;

// A sentence from "form/UPOS/head/relation" for each token.
std::string conllu(const std::string& tokens) {
  std::istringstream words(tokens);
  std::string word, text;
  for (int id = 1; words >> word; ++id) {
    std::vector<std::string> cells;
    std::istringstream parts(word);
    for (std::string cell; std::getline(parts, cell, '/');) cells.push_back(cell);
    text += fmt::format("{}\t{}\t_\t{}\tX{}\t_\t{}\t{}\t_\t_\n", id, cells[0], cells[1], cells[1],
                        cells[2], cells[3]);
  }
  return text + "\n";
}

const std::string kDog = conllu("the/DET/2/det dog/NOUN/3/nsubj:pass barks/VERB/0/root");
const std::string kBird = conllu("birds/NOUN/2/nsubj sing/VERB/0/root !/PUNCT/2/punct");
// Tokens 1 and 3 hang across each other.
const std::string kCrossing = conllu("a/X/3/dep b/X/0/root c/X/2/dep d/X/1/dep");

std::unique_ptr<ExampleSet> empty_set(Json block) {
  block["format"] = "conllu_trees";
  block["train"] = "train";
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  errors.throw_if_any("");
  return find_format("conllu_trees")->examples(block);
}

void read_text(ExampleSet& set, std::string_view text, Role role) {
  const TestFolder folder;
  const std::vector<std::filesystem::path> files{folder.write("trees.conllu", text)};
  set.read(files, role);
}

std::unique_ptr<ExampleSet> training_set(std::string_view text, Json block = Json::object()) {
  auto set = empty_set(std::move(block));
  read_text(*set, text, Role::kTrain);
  set->finish_training();
  return set;
}

std::string error_of(std::string_view text, const Json& block = Json::object()) {
  const std::string message = message_of<DataError>([&] { training_set(text, block); });
  const std::size_t name = message.find("trees.conllu");
  return name == std::string::npos ? message : message.substr(name);
}

ViewAssignment all_in_one(const ExampleSet& set) {
  return {1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
}

// All examples, of which the first so many are labeled.
InputData inputs_of(const ExampleSet& set, Index labeled, bool all_features = false) {
  std::vector<Index> all(static_cast<std::size_t>(set.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  const ViewAssignment views = all_in_one(set);
  InputRequest wanted{all, {}, views};
  wanted.labeled = labeled;
  wanted.all_features = all_features;
  return set.inputs(wanted);
}

const HeadedSentences& sentences(const InputData& made) {
  return dynamic_cast<const HeadedSentences&>(*made.data);
}

std::set<std::string> names_of(const ExampleSet& set, const InputData& made) {
  std::set<std::string> names;
  for (const std::int32_t j : made.features.at(0)) names.insert(set.feature_info(j).name);
  return names;
}

/// Shares of right heads, and of right heads and relations, from the text of two files alone.
std::pair<double, double> scored(const std::string& truth, const std::string& predicted,
                                 bool punctuation, bool subtypes) {
  std::istringstream a(truth), b(predicted);
  std::string line_a, line_b;
  double all = 0, heads = 0, relations = 0;
  while (std::getline(a, line_a) && std::getline(b, line_b)) {
    if (line_a.empty() || line_a[0] == '#') continue;
    const auto cell = [](const std::string& line, int column) {
      std::istringstream cells(line);
      std::string text;
      for (int c = 0; c <= column; ++c) std::getline(cells, text, '\t');
      return text;
    };
    if (cell(line_a, 0).find_first_of("-.") != std::string::npos) continue;
    if (!punctuation && cell(line_a, 3) == "PUNCT") continue;
    std::string of_a = cell(line_a, 7), of_b = cell(line_b, 7);
    if (!subtypes) {
      of_a = of_a.substr(0, of_a.find(':'));
      of_b = of_b.substr(0, of_b.find(':'));
    }
    ++all;
    const bool same_head = cell(line_a, 6) == cell(line_b, 6);
    heads += same_head;
    relations += same_head && of_a == of_b;
  }
  return {heads / all, relations / all};
}

// The examples as a model file has them, with the same features.
std::unique_ptr<ExampleSet> reloaded(const ExampleSet& set, const TestFolder& folder) {
  ModelWriter writer;
  set.save(writer, std::vector<bool>(static_cast<std::size_t>(set.num_features()), true), nullptr);
  writer.write(folder.path() / "model.st");
  auto loaded = find_format("conllu_trees")->load(ModelReader(folder.path() / "model.st"));
  REQUIRE(loaded->num_features() == set.num_features());
  for (Index j = 0; j < set.num_features(); ++j) {
    CHECK(loaded->feature_info(j).name == set.feature_info(j).name);
    CHECK(loaded->feature_info(j).group == set.feature_info(j).group);
  }
  return loaded;
}

}  // namespace

TEST_CASE("conllu stands for conllu_trees if a problem takes trees of heads",
          "[data][dependency]") {
  CHECK(find_format_for("conllu", dependency::kHeadedSentences)->name == "conllu_trees");
  CHECK(find_format_for("conllu", kChains)->name == "conllu");
  CHECK(find_format_for("csv", dependency::kHeadedSentences)->name == "csv");
  CHECK(find_format_for("conlu", kChains) == nullptr);
}

TEST_CASE("trees become heads and relations, and ranges and empty nodes are no tokens",
          "[data][dependency]") {
  const std::string text =
      "# newdoc\n# text = don't go\n1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1\tdo\t_\tAUX\t_\t_\t3\taux\t_\t_\n2\tn't\t_\tPART\t_\t_\t3\tadvmod:neg\t_\t_\n"
      "2.1\tx\t_\tX\t_\t_\t_\t_\t_\t_\n3\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n";
  const auto set = training_set(text + kDog);
  REQUIRE(set->size() == 2);
  CHECK(set->place(1).line == 9);
  CHECK(set->label_names() ==
        std::vector<std::string>{"aux", "advmod:neg", "root", "det", "nsubj:pass"});
  CHECK(set->output(0).parts == Heads{part_of(3, 0), part_of(3, 1), part_of(0, 2)});
  CHECK(set->output(1).parts == Heads{part_of(2, 3), part_of(3, 4), part_of(0, 2)});
  CHECK(set->num_parts(0) == 3);
  CHECK(set->text_of_example(0, set->output(0)) == text);
  CHECK_THAT(set->text_of_example(0, {{part_of(0, 2), part_of(1, 0), part_of(1, 4)}}),
             Contains("1-2\tdon't") && Contains("2\tn't\t_\tPART\t_\t_\t1\taux\t_\t_") &&
                 Contains("3\tgo\t_\tVERB\t_\t_\t1\tnsubj:pass\t_\t_"));
  CHECK(set->text_of({{part_of(0, 2)}}) == "1\t_\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
}

TEST_CASE("comments without a sentence belong to the next one, or are left out at the end",
          "[data][dependency]") {
  const std::string text = "# by hand\n\n# two\n# lines\n \n" + kDog + kBird + "\n# the end\n";
  const auto set = training_set(text);
  REQUIRE(set->size() == 2);
  CHECK(set->place(0).line == 6);
  CHECK(set->text_of_example(0, set->output(0)) == "# by hand\n# two\n# lines\n" + kDog);
  CHECK(set->text_of_example(1, set->output(1)) == kBird);
  const TestFolder folder;
  const ViewAssignment views = all_in_one(*set);
  const auto stream = set->stream(folder.write("new.conllu", text), views, false);
  CHECK(stream->read(9) == 2);
  CHECK_THAT(error_of("# comments\n\n# alone\n"), Contains("trees.conllu: has no trees"));
}

TEST_CASE("documents are chosen by their ids in files with labels", "[data][dependency]") {
  const std::string first = "# newdoc id = weblog-1\n", second = "# newdoc id = email-1\n";
  const std::string text = first + kDog + kCrossing + second + "\n" + kBird + kBird + first + kDog;
  const Json weblog = {{"documents", "weblog"}, {"non_projective", "lift"}};
  const auto set = training_set(text, weblog);
  REQUIRE(set->size() == 3);
  CHECK(set->place(1).line == 6);
  CHECK(set->place(2).line == 21);
  CHECK(set->label_names() == std::vector<std::string>{"det", "nsubj:pass", "root", "dep"});
  CHECK(set->text_of_example(2, set->output(2)) == first + kDog);
  CHECK(training_set(text, {{"documents", "email"}})->size() == 2);
  // limit counts the sentences that are read
  CHECK(training_set(text, {{"documents", "email"}, {"limit", 1}})->size() == 1);
  CHECK_THAT(error_of(text, {{"documents", "news"}}),
             Contains("no document has an id that begins with \"news\"") &&
                 Contains("# newdoc id = news1"));
  read_text(*set, text, Role::kTest);
  CHECK(set->size() == 6);
  auto with_raw = empty_set(weblog);
  read_text(*with_raw, text, Role::kTrain);
  read_text(*with_raw, text, Role::kUnlabeled);
  CHECK(with_raw->size() == 3 + 5);
  // A model reads all documents.
  const TestFolder folder;
  ModelWriter writer;
  set->save(writer, std::vector<bool>(static_cast<std::size_t>(set->num_features()), true),
            nullptr);
  writer.write(folder.path() / "model.st");
  auto loaded = find_format("conllu_trees")->load(ModelReader(folder.path() / "model.st"));
  read_text(*loaded, text, Role::kTest);
  CHECK(loaded->size() == 5);
}

TEST_CASE("relations can lose their subtypes, or all count as one", "[data][dependency]") {
  CHECK(training_set(kDog, {{"relations", "universal"}})->label_names() ==
        std::vector<std::string>{"det", "nsubj", "root"});
  const auto heads = training_set(kDog, {{"relations", "none"}});
  CHECK(heads->label_names() == std::vector<std::string>{"_"});
  CHECK(heads->output(0).parts == Heads{part_of(2, 0), part_of(3, 0), part_of(0, 0)});
  CHECK(heads->text_of_example(0, heads->output(0)) == kDog);
}

TEST_CASE("heads that are no tree are refused with their place", "[data][dependency]") {
  const auto third = [](const char* token) { return kDog + conllu(token); };
  CHECK_THAT(error_of(third("a/X/1/dep")),
             Contains("trees.conllu:5: token 1 \"a\" is below itself"));
  CHECK_THAT(error_of(third("a/X/2/dep b/X/1/dep c/X/0/root")), Contains("make a cycle"));
  CHECK_THAT(error_of(third("a/X/0/root b/X/7/dep")),
             Contains("token 2 \"b\" has the head 7, but the sentence has 2 tokens"));
  CHECK_THAT(error_of(third("a/X/2/dep b/X/7/dep c/X/0/root")), Contains("has the head 7"));
  CHECK_THAT(error_of(third("a/X/0/root b/X/-1/dep")),
             Contains("token 2 \"b\" has the head \"-1\": expected the id of a token, 0 or _"));
  CHECK_THAT(error_of(third("a/X/0/root b/X/0/root")), Contains("token 2 \"b\" is a second root"));
  CHECK_NOTHROW(training_set(third("a/X/0/root b/X/0/root"), {{"single_root", false}}));
  CHECK_THAT(error_of("1 a _ X _ _ 0 root _ _\n"), Contains("expected the 10 of CoNLL-U"));
  CHECK_THAT(error_of("2\ta\t_\tX\t_\t_\t0\troot\t_\t_\n"),
             Contains("the id is \"2\", expected 1"));
  CHECK_THAT(error_of(kDog + "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"),
             Contains("trees.conllu:5: a sentence without tokens"));
  CHECK_THAT(error_of(conllu("a/X/_/_")), Contains("no sentence has all heads and relations"));
  CHECK_THAT(error_of(kDog, {{"min_length", 9}}), Contains("all sentences are left out"));
}

TEST_CASE("trees that are not projective are left out, lifted or refused, and counted",
          "[data][dependency]") {
  const auto left_out = training_set(kDog + kCrossing);
  CHECK(left_out->size() == 1);
  CHECK_THAT(left_out->notes().at(0),
             Contains("1 of 2 training trees are not projective, and are left out"));
  const auto lifted = training_set(kDog + kCrossing, {{"non_projective", "lift"}});
  REQUIRE(lifted->size() == 2);
  CHECK_THAT(lifted->notes().at(0), Contains("are lifted"));
  Heads heads;
  for (const int part : lifted->output(1).parts) heads.push_back(head_of(part));
  CHECK(first_crossing(heads) < 0);
  CHECK_THAT(error_of(kDog + kCrossing, {{"non_projective", "error"}}),
             Contains("trees.conllu:5: the tree is not projective"));
  const auto any = training_set(kDog + kCrossing, {{"trees", "any"}});
  CHECK(any->size() == 2);
  CHECK(any->notes().empty());
  auto tested = training_set(kDog);
  read_text(*tested, kCrossing, Role::kTest);
  CHECK(head_of(tested->output(1).parts.at(0)) == 3);
}

TEST_CASE("lifting ends with a projective tree and keeps those that are", "[data][dependency]") {
  CHECK(first_crossing(Heads{2, 3, 0}) < 0);
  CHECK(first_crossing(Heads{3, 0, 2, 1}) >= 0);
  Heads straight{2, 3, 0};
  CHECK(lift_heads(straight) == 0);
  // all trees of five tokens
  int crossing = 0;
  for (int code = 0; code < 7776; ++code) {
    Heads heads;
    for (int t = 0, rest = code; t < 5; ++t, rest /= 6) heads.push_back(rest % 6);
    if (!is_head_tree({false, true}, 1, {heads})) continue;
    const bool projective = is_head_tree({true, true}, 1, {heads});
    CHECK((first_crossing(heads) < 0) == projective);
    crossing += !projective;
    const Index lifted = lift_heads(heads);
    CHECK((lifted == 0) == projective);
    CHECK(is_head_tree({true, true}, 1, {heads}));
  }
  CHECK(crossing > 0);
}

TEST_CASE("what is _ is unknown: of all tokens, or of some", "[data][dependency]") {
  const auto set =
      training_set(kBird + conllu("a/X/_/_ b/X/_/_") + conllu("a/X/2/_ b/X/_/root c/X/_/_"));
  REQUIRE(set->size() == 3);
  CHECK(set->is_labeled(0));
  CHECK_FALSE(set->is_labeled(1));
  CHECK(set->known(1).empty());
  CHECK_FALSE(set->is_labeled(2));
  const auto& facts = set->known(2).facts;
  REQUIRE(facts.size() == 3);
  CHECK(facts[0] == Heads{part_of(2, 0), part_of(2, 1), part_of(2, 2)});
  CHECK(facts[1] == Heads{part_of(0, 1), part_of(1, 1), part_of(2, 1), part_of(3, 1)});
  CHECK(facts[2].empty());
}

TEST_CASE("crossing arcs without all relations are left out or lifted, too", "[data][dependency]") {
  const std::string crossing = conllu("a/X/3/r b/X/4/_ c/X/0/root d/X/3/r");
  CHECK(training_set(kDog + crossing)->size() == 1);
  const auto lifted = training_set(kDog + crossing, {{"non_projective", "lift"}});
  REQUIRE(lifted->size() == 2);
  CHECK_FALSE(lifted->is_labeled(1));
  CHECK(head_of(lifted->known(1).facts[1].front()) == 3);
}

TEST_CASE("relations of trees that are left out are not learned, nor those of test files",
          "[data][dependency]") {
  const std::string crossing = conllu("a/X/3/only_here b/X/4/r c/X/0/root d/X/3/r");
  const auto set = training_set(kDog + crossing);
  CHECK_THAT(set->alphabet().front(), !Contains("only_here"));
  read_text(*set, conllu("a/X/2/unseen b/X/_/_"), Role::kTest);
  const auto& facts = set->known(1).facts;
  REQUIRE(facts.size() == 2);
  CHECK_FALSE(facts[0].empty());
  for (const int part : facts[0]) CHECK(head_of(part) == 2);
}

TEST_CASE("a fit has the features of its own labeled trees, and a model keeps them",
          "[data][dependency]") {
  const auto set = training_set(kDog + kBird, {{"tag", "both"}});
  const InputData one = inputs_of(*set, 1), two = inputs_of(*set, 2);
  const std::set<std::string> of_one = names_of(*set, one), of_two = names_of(*set, two);
  CHECK(of_one.contains("hw=dog ht=XNOUN mw=the mt=XDET dist=right:1"));
  CHECK(of_one.contains("rel hc=NOUN mc=DET dir=right"));
  CHECK(of_one.contains("ht=<root> h+1=XDET m-1=XNOUN mt=XVERB dir=left"));
  CHECK(of_one.contains("ht=<root> bt=XNOUN mt=XVERB dir=left"));
  CHECK_FALSE(of_one.contains("hw=sing mw=birds dir=right"));
  CHECK(of_two.contains("hw=sing mw=birds dir=right"));
  CHECK(std::includes(of_two.begin(), of_two.end(), of_one.begin(), of_one.end()));
  CHECK(of_two.size() == static_cast<std::size_t>(set->num_features()));

  const HeadedSentences& data = sentences(two);
  CHECK(data.relations == set->label_names());
  CHECK(data.is_punctuation == std::vector<bool>{false, false, false, false, false, true});
  const ArcFeatures& view = data.views.at(0);
  CHECK(view.num_features() == set->num_features());
  CHECK(view.plain.num_parts() == 2 * 3 * 4);
  CHECK(view.heads.num_parts() == 2 * 4 * 2);
  CHECK(view.plain.features_of(1).empty());  // a token is not its own head

  const TestFolder folder;
  const auto loaded = reloaded(*set, folder);
  const ViewAssignment views = all_in_one(*loaded);
  const auto stream = loaded->stream(folder.write("new.conllu", kDog + kBird), views, false);
  REQUIRE(stream->read(9) == 2);
  const auto& read = dynamic_cast<const HeadedSentences&>(*stream->data());
  CHECK(read.views.at(0).plain.feature == view.plain.feature);
  CHECK(read.views.at(0).labeled.feature == view.labeled.feature);
  CHECK(read.views.at(0).heads.feature == view.heads.feature);
  CHECK(read.views.at(0).dependents.feature == view.dependents.feature);
  CHECK(stream->text_of(0, set->output(0)) == kDog);
}

TEST_CASE("morphological features and tags between describe relations, as enumerated",
          "[data][dependency]") {
  struct Token {
    std::string form, upos, xpos, feats;
    int head;
  };
  const std::vector<Token> tokens = {{"the", "DET", "DT", "Definite=Def", 3},
                                     {"old", "ADJ", "JJ", "_", 3},
                                     {"dog", "NOUN", "NN", "Number=Sing", 6},
                                     {"was", "AUX", "VBD", "Tense=Past|VerbForm=Fin", 6},
                                     {"not", "PART", "RB", "_", 6},
                                     {"seen", "VERB", "VBN", "VerbForm=Part|Voice=Pass", 0},
                                     {"here", "ADV", "RB", "_", 6}};
  std::string text;
  for (std::size_t t = 0; t < tokens.size(); ++t)
    text += fmt::format("{}\t{}\t_\t{}\t{}\t{}\t{}\tr{}\t_\t_\n", t + 1, tokens[t].form,
                        tokens[t].upos, tokens[t].xpos, tokens[t].feats, tokens[t].head, t);
  const Token root{"<root>", "<root>", "<root>", "<root>", 0};
  std::set<std::string> between, morphology;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const Token &m = tokens[t], &h = m.head == 0 ? root : tokens[m.head - 1];
    const int place = static_cast<int>(t) + 1;
    const std::string side = m.head > place ? "right" : "left";
    for (const std::string& atoms :
         {"hf=" + h.feats, "mf=" + m.feats, "hf=" + h.feats + " mf=" + m.feats,
          "ht=" + h.xpos + " mf=" + m.feats, "hf=" + h.feats + " mt=" + m.xpos})
      morphology.insert("rel " + atoms + " dir=" + side);
    for (int p = std::min(place, m.head) + 1; p < std::max(place, m.head); ++p) {
      const Token& b = tokens[p - 1];
      const auto add = [&](const std::string& of_h, const std::string& of_b,
                           const std::string& of_m) {
        for (const std::string& atoms : {of_b, of_b + " " + of_m, of_h + " " + of_b + " " + of_m})
          between.insert("rel " + atoms + " dir=" + side);
        const int length = std::abs(place - m.head);
        between.insert(fmt::format("rel {} {} dist={}:{}", of_h, of_b, side,
                                   length <= 5 ? std::to_string(length) : "6-10"));
      };
      add("ht=" + h.xpos, "bt=" + b.xpos, "mt=" + m.xpos);
      add("hc=" + h.upos, "bc=" + b.upos, "mc=" + m.upos);
    }
  }
  const auto names = [&](const Json& groups) {
    const auto set = training_set(text, {{"tag", "both"}, {"features", groups}});
    return names_of(*set, inputs_of(*set, 1));
  };
  CHECK(names({"relation_between"}) == between);
  CHECK(names({"morphology"}) == morphology);
  std::set<std::string> both = between;
  both.insert(morphology.begin(), morphology.end());
  CHECK(names({"relation_between", "morphology"}) == both);

  // Both are used if they are asked for alone.
  const auto usual = training_set(text, {{"tag", "both"}});
  CHECK(usual->feature_groups() ==
        std::vector<std::string>{"unigram", "bigram", "between", "surround", "relation"});
  for (const std::string& name : names_of(*usual, inputs_of(*usual, 1)))
    CHECK(!both.contains(name));

  // A model finds the features of a sentence again. A value that training does not have has none.
  const auto set = training_set(
      text, {{"tag", "both"}, {"features", {"relation", "morphology", "relation_between"}}});
  const InputData made = inputs_of(*set, 1);
  const TestFolder folder;
  const auto loaded = reloaded(*set, folder);
  const std::string old = "Definite=Def";
  const std::string other =
      text.substr(0, text.find(old)) + "Definite=Ind" + text.substr(text.find(old) + old.size());
  const ViewAssignment views = all_in_one(*loaded);
  const auto stream = loaded->stream(folder.write("new.conllu", text + "\n" + other), views, false);
  REQUIRE(stream->read(9) == 2);
  const auto& read = dynamic_cast<const HeadedSentences&>(*stream->data()).views.at(0);
  const ArcFeatures& view = sentences(made).views.at(0);
  for (const auto table : {&ArcFeatures::heads, &ArcFeatures::dependents, &ArcFeatures::labeled}) {
    for (Index part = 0; part < (view.*table).num_parts(); ++part) {
      const auto expected = (view.*table).features_of(part),
                 found = (read.*table).features_of(part);
      CHECK(std::equal(expected.begin(), expected.end(), found.begin(), found.end()));
    }
  }
  const auto of_determiner = [&](Index sentence) {  // with its head on its right
    const Index first = read.dependents.example_begin[static_cast<std::size_t>(sentence)];
    return std::ssize(read.dependents.features_of(first + 1));
  };
  CHECK(of_determiner(0) == of_determiner(1) + 1);
}

// Sentences "the NOUN VERB", whose nouns and verbs each stand beside the same words.
std::string many_sentences(int count) {
  const char* nouns[] = {"dog", "cat", "bird"};
  const char* verbs[] = {"barks", "runs", "sings"};
  std::string text;
  for (int i = 0; i < count; ++i)
    text += conllu(fmt::format("the/DET/2/det {}/NOUN/3/nsubj {}/VERB/0/root", nouns[i % 3],
                               verbs[i / 3 % 3]));
  return text;
}

TEST_CASE("clusters of words are fitted to all sentences of a fit, and a model keeps them",
          "[data][dependency]") {
  const Json block = {{"tag", "none"}, {"clusters", {3, 5}}};
  const auto set = training_set(many_sentences(36), block);
  CHECK(set->feature_groups().back() == "clusters");
  const auto is_cluster = [](const std::string& name) {
    return name.find("clusters:") != std::string::npos;
  };
  const InputData one = inputs_of(*set, 1), again = inputs_of(*set, 1), all = inputs_of(*set, 36);
  for (std::size_t j = 0; j < one.features[0].size(); ++j) {
    const std::int32_t feature = one.features[0][j];
    CHECK(set->is_fitted(feature) == is_cluster(set->feature_info(feature).name));
  }
  CHECK(one.features == again.features);
  CHECK(all.features[0].size() > one.features[0].size());
  const ArcFeatures& view = sentences(one).views.at(0);
  const Index arc = 1 * 4 + 3;  // from the verb to the noun
  const auto count = [&](Index sentence) {
    const Index part = view.plain.example_begin[static_cast<std::size_t>(sentence)] + arc;
    Index clusters = 0;
    for (const std::int32_t feature : view.plain.features_of(part)) {
      const std::int32_t global =
          one.features[0][static_cast<std::size_t>(feature + view.num_labeled())];
      clusters += is_cluster(set->feature_info(global).name);
    }
    return clusters;
  };
  CHECK(count(0) > 20);
  CHECK(count(9) == count(0));  // the same words

  const TestFolder folder;
  ModelWriter writer;
  std::vector<bool> keep(static_cast<std::size_t>(set->num_features()), false);
  for (const std::int32_t feature : one.features[0]) keep[static_cast<std::size_t>(feature)] = true;
  set->save(writer, keep, one.fitted.get());
  writer.write(folder.path() / "model.st");
  const auto loaded = find_format("conllu_trees")->load(ModelReader(folder.path() / "model.st"));
  REQUIRE(loaded->num_features() == std::ssize(one.features[0]));
  for (Index j = 0; j < loaded->num_features(); ++j) {
    const std::int32_t feature = one.features[0][static_cast<std::size_t>(j)];
    CHECK(loaded->feature_info(j).name == set->feature_info(feature).name);
    CHECK(loaded->feature_info(j).group == set->feature_info(feature).group);
  }
  const ViewAssignment views = all_in_one(*loaded);
  const auto stream = loaded->stream(folder.write("new.conllu", many_sentences(36)), views, false);
  REQUIRE(stream->read(99) == 36);
  const auto& read = dynamic_cast<const HeadedSentences&>(*stream->data()).views.at(0);
  CHECK(read.plain.feature == view.plain.feature);
  CHECK(read.labeled.feature == view.labeled.feature);
  CHECK(read.heads.feature == view.heads.feature);
  CHECK(read.dependents.feature == view.dependents.feature);
}

TEST_CASE("vectors of words are features of both ends of an arc, and a model keeps them",
          "[data][dependency]") {
  const Json block = {{"tag", "none"}, {"vectors", 3}, {"features", {"bigram"}}};
  const auto set = training_set(many_sentences(36), block);
  CHECK(set->feature_groups() == std::vector<std::string>{"bigram", "vectors"});
  const InputData made = inputs_of(*set, 36);
  const ArcFeatures& view = sentences(made).views.at(0);
  REQUIRE(view.num_labeled() == 4 * 3);
  const std::vector<std::string> ends = {
      "rel hv=0 dir=left",  "rel hv=1 dir=left",  "rel hv=2 dir=left", "rel hv=0 dir=right",
      "rel hv=1 dir=right", "rel hv=2 dir=right", "rel mv=0 dir=left"};
  for (std::size_t j = 0; j < ends.size(); ++j) {
    const std::int32_t feature = made.features[0][j];
    CHECK(set->feature_info(feature).name == ends[j]);
    CHECK(set->feature_info(feature).group == 1);
    CHECK(set->is_fitted(feature));
  }
  // Vectors have unit length; their first components have at most this. Sentences 0 and 9 have the
  // same words. The root has no vector.
  const auto vector_of = [](const FeatureTable& table, Index sentence, Index part) {
    const Index at = table.example_begin[static_cast<std::size_t>(sentence)] + part;
    const auto values = table.values_of(at);
    return Vector(values.begin(), values.end());
  };
  CHECK(view.heads.features_of(0).empty());
  for (Index token = 0; token < 3; ++token) {
    const Vector head = vector_of(view.heads, 0, 2 * (token + 1)),
                 dependent = vector_of(view.dependents, 0, 2 * token + 1);
    REQUIRE(head.size() == 3);
    CHECK(head == dependent);
    CHECK(head == vector_of(view.heads, 9, 2 * (token + 1)));
    double square = 0;
    for (const double value : head) square += value * value;
    CHECK((square > 0 && square < 1 + 1e-6));
  }
  CHECK(vector_of(view.heads, 0, 2) != vector_of(view.heads, 0, 4));
  CHECK(view.plain.value.empty());

  const TestFolder folder;
  ModelWriter writer;
  // A component whose weights are all zero is not in the model.
  std::vector<bool> keep(static_cast<std::size_t>(set->num_features()), true);
  keep[static_cast<std::size_t>(made.features[0][1])] = false;
  set->save(writer, keep, made.fitted.get());
  writer.write(folder.path() / "model.st");
  const auto loaded = find_format("conllu_trees")->load(ModelReader(folder.path() / "model.st"));
  REQUIRE(loaded->num_features() == set->num_features() - 1);
  CHECK(loaded->feature_info(1).name == ends[2]);
  const ViewAssignment views = all_in_one(*loaded);
  const auto stream = loaded->stream(folder.write("new.conllu", many_sentences(36)), views, false);
  REQUIRE(stream->read(99) == 36);
  const auto& read = dynamic_cast<const HeadedSentences&>(*stream->data()).views.at(0);
  CHECK(read.plain.feature == view.plain.feature);
  const Vector whole = vector_of(view.heads, 0, 2), kept = vector_of(read.heads, 0, 2);
  CHECK(kept == Vector{whole[0], whole[2]});
  CHECK(vector_of(read.dependents, 5, 3) == vector_of(view.dependents, 5, 3));
  CHECK_THROWS_WITH(empty_set({{"vectors", 101}}), Contains("vectors"));
}

TEST_CASE("views without clusters fit none, and wrong numbers of clusters are refused",
          "[data][dependency]") {
  const auto set = training_set(many_sentences(9), {{"clusters", {3}}});
  ViewAssignment views = all_in_one(*set);
  for (std::size_t j = 0; j < views.view_of.size(); ++j)
    if (set->is_fitted(static_cast<Index>(j))) views.view_of[j] = -1;
  const std::vector<Index> first{0};
  CHECK(set->inputs({first, {}, views, false, {}, {}, 1}).fitted == nullptr);
  CHECK_THROWS_WITH(empty_set({{"clusters", {5, 3}}}), Contains("clusters"));
  CHECK_THROWS_WITH(empty_set({{"clusters", {3, 5, 7}}}), Contains("clusters"));
  CHECK_THROWS_WITH(empty_set({{"clusters", {1}}}), Contains("clusters"));
}

TEST_CASE("words with blanks, percent signs and < keep their names in models",
          "[data][dependency]") {
  const std::string text =
      "1\ta b\t_\t<root>\t_\t_\t2\tx\t_\t_\n2\t50%\t_\tX\t_\t_\t0\ty\t_\t_\n\n";
  const auto set = training_set(text);
  const auto names = names_of(*set, inputs_of(*set, 1));
  CHECK(names.contains("hw=50%25 mw=a%20b dir=right"));
  CHECK(names.contains("ht=X mt=%3Croot> dir=right"));
  const TestFolder folder;
  ModelWriter writer;
  set->save(writer, std::vector<bool>(static_cast<std::size_t>(set->num_features()), true),
            nullptr);
  writer.write(folder.path() / "model.st");
  const auto loaded = find_format("conllu_trees")->load(ModelReader(folder.path() / "model.st"));
  for (Index j = 0; j < set->num_features(); ++j)
    CHECK(loaded->feature_info(j).name == set->feature_info(j).name);
}

TEST_CASE("attachment scores are those of a scorer that reads the files", "[data][dependency]") {
  const auto set = training_set(kDog + kBird + kCrossing, {{"trees", "any"}});
  const std::vector<Output> predicted = {
      {{part_of(3, 0), part_of(3, 3), part_of(0, 2)}},
      {{part_of(0, 3), part_of(1, 2), part_of(2, 4)}},
      {{part_of(2, 5), part_of(0, 2), part_of(2, 5), part_of(3, 5)}}};
  std::vector<Output> truth;
  std::string true_text, predicted_text;
  for (Index i = 0; i < 3; ++i) {
    truth.push_back(set->output(i));
    true_text += set->text_of_example(i, truth.back());
    predicted_text += set->text_of_example(i, predicted[static_cast<std::size_t>(i)]);
  }
  REQUIRE(true_text == kDog + kBird + kCrossing);
  const std::vector<Vector> notes = {{0, 0, 0}, {0, 0, 1}, {0, 0, 0, 0}};
  const Json none = Json::object();
  const auto metric = [&](const std::string& name) {
    for (const OutputMetric& each : find_problem("dependency")->metrics) {
      if (each.info.name == name)
        return each.compute({truth, predicted, set->label_names(), none, notes});
    }
    return -1.0;
  };
  CHECK(metric("uas") == Approx(scored(true_text, predicted_text, true, true).first));
  CHECK(metric("las") == Approx(scored(true_text, predicted_text, true, true).second));
  CHECK(metric("uas_words") == Approx(scored(true_text, predicted_text, false, true).first));
  CHECK(metric("las_words") == Approx(scored(true_text, predicted_text, false, true).second));
  CHECK(metric("las_conll18") == Approx(scored(true_text, predicted_text, true, false).second));
}

TEST_CASE("drawings have arcs, relations, words and tags, and mark what differs",
          "[data][dependency]") {
  const std::string svg = dependency_svg(kDog, "");
  for (const char* part : {"class=\"arcs\"", ">nsubj:pass</text>", ">barks</text>", ">DET</text>"})
    CHECK_THAT(svg, Contains(part));
  CHECK_THAT(svg, !Contains("class=\"wrong\"") && !Contains("class=\"reference\""));
  CHECK(dependency_svg(kDog, kDog) == svg);
  const std::string other = conllu("the/DET/3/det dog/NOUN/3/obj barks/VERB/0/root");
  CHECK_THAT(dependency_svg(other, kDog), Contains("class=\"wrong\"") &&
                                              Contains("class=\"reference\"") &&
                                              Contains("font-weight=\"bold\""));
  CHECK_THAT(dependency_svg(conllu("<b>/X/0/root"), ""), !Contains("<b>") && Contains("&lt;b&gt;"));
  CHECK_THROWS_AS(dependency_svg(kDog + kBird, ""), DataError);
  CHECK_THROWS_AS(dependency_svg(conllu("a/X/_/_"), ""), DataError);
  CHECK_THROWS_AS(dependency_svg("", ""), DataError);
}
