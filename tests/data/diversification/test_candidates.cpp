// Queries with candidates from files: what is read, the features written out once more, and what is
// refused.
#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "costruct/data/diversification/candidate_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::diversification;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

const char* const kRobots =
    R"({"id": "q1", "query": "robots", "candidates": [)"
    R"({"id": "a", "title": "Robots in space", "text": "Robots fly far. Robots work.", )"
    R"("subtopics": ["space", "work"]},)"
    R"({"id": "b", "text": "robots heal", "subtopics": ["medicine"]},)"
    R"({"id": "c", "words": ["robots", "fly"], "subtopics": ["space"]}]})";

struct Set {
  explicit Set(const std::string& lines, const Json& more = Json::object(),
               Role role = Role::kTrain) {
    Json block = {{"format", "candidates"}, {"documents", 2}};
    block.update(more);
    examples = find_format("candidates")->examples(block);
    (void)examples->read_texts([&](const std::string& name) { return folder.path() / name; });
    const std::vector<std::filesystem::path> files{folder.write("queries.jsonl", lines)};
    examples->read(files, role);
  }
  TestFolder folder;
  std::unique_ptr<ExampleSet> examples;
};

std::string error_of(const std::string& line, const Json& more = Json::object()) {
  try {
    const Set set(line + "\n", more);
    return "";
  } catch (const DataError& error) {
    return error.what();
  }
}

ViewAssignment all_in_one_view(const ExampleSet& set) {
  return {1, std::vector<std::int32_t>(static_cast<std::size_t>(set.num_features()), 0)};
}

/// The value of a feature in a part of the first input.
double value_of(const ExampleSet& set, const InputData& made, Index part, const std::string& name) {
  const auto& data = dynamic_cast<const CandidateSets&>(*made.data);
  const FeatureTable& table = data.views.front();
  double sum = 0;
  for (std::size_t e = 0; e < table.features_of(part).size(); ++e) {
    const std::int32_t at =
        made.features.front()[static_cast<std::size_t>(table.features_of(part)[e])];
    if (set.feature_info(at).name == name) sum += table.values_of(part)[e];
  }
  return sum;
}

/// A feature summed over all elements that documents cover.
double covered(const ExampleSet& set, const InputData& made, const std::vector<int>& documents,
               const std::string& name) {
  const Candidates& query = *dynamic_cast<const CandidateSets&>(*made.data).queries.front();
  Vector value;
  for (const std::int32_t kind : query.kind) value.push_back(value_of(set, made, kind, name));
  return covered_value(query.covering, value, documents);
}

std::string without_subtopics() {
  std::string line = kRobots;
  for (const char* subtopics : {R"(, "subtopics": ["space", "work"])",
                                R"(, "subtopics": ["medicine"])", R"(, "subtopics": ["space"])"})
    line.erase(line.find(subtopics), std::string(subtopics).size());
  return line;
}

std::string with_keys(const std::string& keys) {
  return without_subtopics().insert(1, keys + ", ");
}

}  // namespace

TEST_CASE("a query's output is the choice that covers most, with the subtopics of all",
          "[data][candidates]") {
  const Set set(std::string(kRobots) + "\n");
  REQUIRE(set.examples->size() == 1);
  REQUIRE(set.examples->is_labeled(0));
  CHECK(set.examples->num_parts(0) == 3);
  // space has two candidates, work and medicine one each: a and b cover all.
  CHECK(set.examples->output(0) == with_subtopics(std::vector<int>{0, 1}, {{0, 1}, {2}, {0}}));
  CHECK(set.examples->text_of_example(0, set.examples->output(0)) ==
        R"({"chosen":["a","b"],"id":"q1"})"
        "\n");
  CHECK(set.examples->text_of({{0, 2}}) == "{\"chosen\":[1,3]}\n");
}

TEST_CASE("greedy references take the document that covers most first", "[data][candidates]") {
  // d covers most alone, e and f cover all together.
  const std::string line =
      R"({"query": "q", "candidates": [{"id": "d", "text": "x", "subtopics": ["1", "2", "3", "4"]},)"
      R"({"id": "e", "text": "x", "subtopics": ["1", "2", "5"]},)"
      R"({"id": "f", "text": "x", "subtopics": ["3", "4", "6"]}]})";
  CHECK(chosen_documents(Set(line).examples->output(0)).front() == 1);
  CHECK(chosen_documents(Set(line, {{"reference", "greedy"}}).examples->output(0)).front() == 0);
}

TEST_CASE("what is chosen reads back, as a reference without subtopics", "[data][candidates]") {
  std::string line = without_subtopics();
  CHECK_FALSE(Set(line).examples->is_labeled(0));
  line.insert(1, R"("chosen": ["c", "a"], )");
  const Set set(line);
  REQUIRE(set.examples->is_labeled(0));
  CHECK(set.examples->output(0) == Output{{0, 2}});
  CHECK(set.examples->text_of_example(0, {{0, 2}}) == R"({"chosen":["a","c"],"id":"q1"})"
                                                      "\n");
}

TEST_CASE("documents in and out of a choice are known", "[data][candidates][partial]") {
  const Set in_part(with_keys(R"("in": ["c"], "out": ["a"])"));
  CHECK_FALSE(in_part.examples->is_labeled(0));
  CHECK(in_part.examples->known(0) == Known{{{0}, {}, {1}}});
  in_part.examples->finish_training();  // such a query can be learned from
  const Set empty(with_keys(R"("in": [], "out": [])"));
  CHECK(empty.examples->known(0).empty());
  CHECK_THROWS_AS(empty.examples->finish_training(), DataError);
  const Set ignored(with_keys(R"("in": ["c"], "out": 7)"), Json::object(), Role::kUnlabeled);
  CHECK(ignored.examples->known(0).empty());
}

TEST_CASE("streams say which documents are known if they are asked",
          "[data][candidates][partial]") {
  const auto known_of = [](const std::string& line, bool asked) {
    const Set set(std::string(kRobots) + "\n");
    set.examples->stream_known(asked);
    const ViewAssignment views = all_in_one_view(*set.examples);
    const auto stream = set.examples->stream(set.folder.write("new.jsonl", line), views, false);
    const Index count = stream->read(10);
    REQUIRE(count == 1);
    return stream->known(0);
  };
  const std::string in_part = with_keys(R"("in": ["b"])");
  CHECK(known_of(in_part, true) == Known{{{}, {1}, {}}});
  CHECK(known_of(in_part, false).empty());
  CHECK(known_of(with_keys(R"("chosen": ["c", "a"])"), true) == Known{{{1}, {0}, {1}}});
  CHECK(known_of(kRobots, true).empty());  // subtopics are no choice
  std::string both = kRobots;
  both.insert(1, R"("in": ["a"], )");
  CHECK(known_of(both, false).empty());
  CHECK_THROWS_WITH(known_of(both, true), Contains("\"in\" beside \"subtopics\", which says all"));
}

TEST_CASE("what cannot be known of a choice is an error", "[data][candidates][partial]") {
  const auto [keys, message] = GENERATE(table<std::string, std::string>({
      {R"("in": ["d"])", "\"in\" has \"d\", which is no candidate"},
      {R"("out": ["a", "a"])", "\"out\" has a candidate twice"},
      {R"("in": "a")", "\"in\" is \"a\": expected a list of texts"},
      {R"("in": ["a"], "out": ["a"])", "\"a\" is both in \"in\" and in \"out\""},
      {R"("in": ["a", "b", "c"])",
       "\"in\" has 3 documents: expected at most 2, as problem.documents = 2"},
      {R"("out": ["a", "b"])", "\"out\" has 2 of 3 candidates, so that 1 are left"},
      {R"("out": ["a", "b"])",
       "expected at least 2, as problem.documents = 2 and there are 3 cand"},
      {R"("chosen": ["a", "b"], "out": ["c"])", "\"out\" beside \"chosen\", which says all"},
  }));
  CHECK_THAT(error_of(with_keys(keys)), Contains(message));
  std::string line = kRobots;
  CHECK_THAT(error_of(line.insert(1, R"("in": ["a"], )")),
             Contains("\"in\" beside \"subtopics\", which says all"));
}

TEST_CASE("outputs of unlabeled files are not looked at", "[data][candidates]") {
  std::string line = kRobots;
  line.replace(line.find(R"(["medicine"])"), 12, "17");
  CHECK_FALSE(Set(line, Json::object(), Role::kUnlabeled).examples->is_labeled(0));
  CHECK_THAT(error_of(line),
             Contains("candidate \"b\": \"subtopics\" is 17: expected a list of texts"));
}

TEST_CASE("subtopics are in no feature", "[data][candidates]") {
  const Set labeled{kRobots}, unlabeled(kRobots, Json::object(), Role::kUnlabeled);
  const std::vector<Index> first{0};
  const auto table_of = [&](const Set& set) {
    const InputData made = set.examples->inputs({first, {}, all_in_one_view(*set.examples)});
    return dynamic_cast<const CandidateSets&>(*made.data).views.front();
  };
  const FeatureTable a = table_of(labeled), b = table_of(unlabeled);
  CHECK(a.feature == b.feature);
  CHECK(a.value == b.value);
  CHECK(a.part_begin == b.part_begin);
}

TEST_CASE("features of words, titles, documents and pairs are those of their formulas",
          "[data][candidates]") {
  const Set set(kRobots, {{"chance", 3}});
  const ExampleSet& examples = *set.examples;
  const std::vector<Index> first{0};
  const InputData made = examples.inputs({first, {}, all_in_one_view(examples)});
  // Words of title and text: robots (all three), fly (a, c), far, work, in, space (a), heal (b).
  CHECK(covered(examples, made, {0}, "words.all") == Approx(6.0 / 7));
  CHECK(covered(examples, made, {0, 1}, "words.all") == Approx(1));
  CHECK(covered(examples, made, {1}, "words.to_100%") ==
        Approx(1.0 / 2));  // robots, of robots and fly
  CHECK(covered(examples, made, {1}, "words.to_35%") ==
        Approx(1.0 / 5));  // heal, of far, work, in, space and heal
  const double rare = std::log2(3.0) / 3, often = 2 * std::log2(1.5) / 3;
  CHECK(covered(examples, made, {1}, "words.importance") == Approx(rare / (5 * rare + often)));
  CHECK(covered(examples, made, {2}, "words.importance") == Approx(often / (5 * rare + often)));
  CHECK(covered(examples, made, {0, 1, 2}, "repeated.all") ==
        Approx(1));  // robots, thrice in a alone
  CHECK(covered(examples, made, {1, 2}, "repeated.all") == 0);
  CHECK(covered(examples, made, {0}, "title.all") == Approx(1));
  CHECK(covered(examples, made, {1, 2}, "title.all") == 0);
  // Okapi, with idf log(1 + .5 / 3.5) for all: tf (k1 + 1) / (tf + k1 (1 - b + b length / mean
  // length)).
  const auto okapi = [](double times, double length) {
    return times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length / 4));
  };
  const double a = okapi(3, 8), b = okapi(1, 2);
  CHECK(covered(examples, made, {0}, "documents.bm25") == Approx(a / std::max(a, b)));
  CHECK(covered(examples, made, {1}, "documents.bm25") == Approx(b / std::max(a, b)));
  CHECK(covered(examples, made, {0}, "chance") != covered(examples, made, {1}, "chance"));
  // Pairs stand behind the kinds: (b, a), (c, a), (c, b).
  const Index pairs = dynamic_cast<const CandidateSets&>(*made.data).queries.front()->kinds;
  const double one = std::log(3.0), two = std::log(1.5);
  CHECK(value_of(examples, made, pairs, "pairs.cosine") == 0);
  CHECK(value_of(examples, made, pairs + 1, "pairs.cosine") ==
        Approx(two / std::sqrt(two * two + 4 * one * one)));
  CHECK(value_of(examples, made, pairs, "pairs.titles") == 0);
  const auto& rules = dynamic_cast<const CandidateSets&>(*made.data).rules.front();
  CHECK(examples.feature_info(made.features.front()[static_cast<std::size_t>(rules.words)]).name ==
        "words.all");
  CHECK(examples.feature_info(made.features.front()[static_cast<std::size_t>(rules.similarity)])
            .name == "pairs.cosine");
}

TEST_CASE("words of titles count as those of texts, and listed words in any case",
          "[data][candidates]") {
  // The same words, once with the query's in the title, once in the text, once listed in capitals.
  const Set set(
      R"({"query": "robots", "candidates": [{"id": "a", "title": "Robots", "text": "they fly"},)"
      R"({"id": "b", "text": "Robots they fly"}, {"id": "c", "words": ["ROBOTS", "They", "fly"]},)"
      R"({"id": "d", "text": "birds fly"}]})");
  const std::vector<Index> first{0};
  const InputData made = set.examples->inputs({first, {}, all_in_one_view(*set.examples)});
  const Index kinds = dynamic_cast<const CandidateSets&>(*made.data).queries.front()->kinds;
  for (int d = 0; d < 3; ++d) {
    CHECK(covered(*set.examples, made, {d}, "documents.bm25") == 1);
    CHECK(covered(*set.examples, made, {d}, "words.all") == Approx(3.0 / 4));
  }
  CHECK(covered(*set.examples, made, {0, 1, 2}, "words.all") == Approx(3.0 / 4));
  for (Index pair = 0; pair < 3; ++pair)
    CHECK(value_of(*set.examples, made, kinds + pair, "pairs.cosine") == Approx(1));
}

TEST_CASE("judgments of TREC are subtopics", "[data][candidates]") {
  const std::string line =
      R"({"id": "392", "query": "robots", "candidates": [{"id": "a", "text": "x"}, {"id": "b", "text": "y"},)"
      R"({"id": "c", "text": "z"}]})";
  const TestFolder folder;
  const std::string file =
      folder.write("392.qrels", "392 1 a 1\n392 2 a 0\n392 1 b 2\n392 3 c 1\n\n").string();
  const Set set(line, {{"qrels", file}});
  CHECK(set.examples->output(0) == with_subtopics(std::vector<int>{0, 2}, {{0}, {0}, {1}}));
  std::string other = line;
  other.replace(other.find("392"), 3, "393");
  CHECK_FALSE(Set(other, {{"qrels", file}}).examples->is_labeled(0));
  CHECK_THAT(error_of(kRobots, {{"qrels", file}}), Contains("judgments (qrels) beside it"));
  const auto wrong = [&](const char* text) {
    return error_of(line, {{"qrels", folder.write("wrong.qrels", text).string()}});
  };
  CHECK_THAT(wrong("392 1 a 1\n392 1 a\n"),
             Contains("wrong.qrels:2: 3 fields: expected query subtopic document judgment"));
  CHECK_THAT(wrong("392 1 a yes\n"), Contains("the judgment \"yes\": expected a whole number"));
  CHECK_THAT(wrong("392 1 a 0.5\n"), Contains("expected a whole number"));
  CHECK_THAT(wrong("\n"), Contains("has no judgments"));
}

TEST_CASE("judgments that meet no candidate are told, and refused where none does",
          "[data][candidates]") {
  const auto query = [](const std::string& id) {
    return R"({"id": ")" + id +
           R"(", "query": "x", "candidates": [{"id": "a", "text": "x"}, {"id": "b", )" +
           R"("text": "y"}]})" + "\n";
  };
  const TestFolder folder;
  const auto judged_by = [&](const char* judgments) {
    return Json{{"qrels", folder.write("judgments", judgments).string()}};
  };
  // Query 2 has judgments of documents that are no candidates; of 3 nothing is relevant at all.
  const Set set(query("1") + query("2") + query("3"),
                judged_by("1 t a 1\n2 t FT-a 1\n2 t b 0\n3 t a 0\n3 t c 0\n"));
  CHECK(set.examples->is_labeled(0));
  CHECK_FALSE(set.examples->is_labeled(1));
  CHECK(set.examples->is_labeled(2));
  CHECK_NOTHROW(set.examples->finish_training());
  REQUIRE(set.examples->notes().size() == 1);
  CHECK_THAT(set.examples->notes()[0],
             Contains("judgments: of 1 judged queries no candidate") && Contains("unlabeled"));
  const Set met(query("1"), judged_by("1 t a 1\n"));
  CHECK(met.examples->notes().empty());
  for (const char* judgments : {"1 t FT-a 1\n", "1 t FT-a 0\n", "7 t a 1\n"}) {
    const Set none(query("1"), judged_by(judgments));
    CHECK_THROWS_WITH(none.examples->finish_training(),
                      Contains("judgments: no judged document is a candidate of its query") &&
                          Contains("candidates begin with \"a\" of query \"1\""));
  }
}

TEST_CASE("queries whose candidates are all chosen are told", "[data][candidates]") {
  const auto line = [](const std::string& id, const std::string& more) {
    return R"({"id": ")" + id +
           R"(", "query": "q", "chosen": ["a", "b"], "candidates": [{"id": "a", "text": "one"},)" +
           R"( {"id": "b", "text": "two"})" + more + "]}\n";
  };
  const std::string open = line("1", R"(, {"id": "c", "text": "three"})");
  const Set some(open + line("2", "") + line("3", ""));
  REQUIRE(some.examples->notes().size() == 1);
  CHECK_THAT(some.examples->notes()[0],
             Contains("queries.jsonl:2: all candidates are \"chosen\", as in 1 query more:"));
  CHECK(Set(open).examples->notes().empty());
  CHECK(Set(std::string(kRobots) + "\n", {{"documents", 3}}).examples->notes().empty());  // told by
                                                                                          // the fit
}

TEST_CASE("no query id stands twice in a file", "[data][candidates]") {
  const std::string line = std::string(kRobots) + "\n";
  CHECK_THAT(error_of(line + line), Contains("queries.jsonl:2: the query id \"q1\" stands twice"));
  std::string unnamed = line;
  unnamed.erase(unnamed.find(R"("id": "q1", )"), 12);
  CHECK_THAT(error_of(unnamed + unnamed), Contains("the query id \"robots\" stands twice"));
  // Not of two files.
  const Set set(line);
  const std::vector<std::filesystem::path> more{set.folder.write("more.jsonl", line)};
  CHECK_NOTHROW(set.examples->read(more, Role::kTest));
  CHECK(set.examples->size() == 2);
  const auto views = all_in_one_view(*set.examples);
  CHECK(set.examples->stream(more.front(), views, false)->read(5) == 1);
  set.folder.write("more.jsonl", line + line);
  const auto twice = set.examples->stream(more.front(), views, false);
  CHECK(twice->read(1) == 1);
  CHECK_THROWS_WITH(twice->read(1), Contains("more.jsonl:2: the query id \"q1\""));
}

TEST_CASE("lines that are no queries are refused by name", "[data][candidates]") {
  const auto says = [](const std::string& line, const std::string& what) {
    const std::string error = error_of(line);
    INFO(error);
    CHECK(error.find("queries.jsonl:1: " + what) != std::string::npos);
    CHECK(error.find('\n') == std::string::npos);
  };
  says("[]", "[]: expected a JSON object, {\"query\": ");
  says("1e999", "no JSON: number overflow parsing '1e999'");
  says("{\"query\": \"a\xff\"}",
       "byte 13 (0xff) is not UTF-8, which JSON must be: iconv -f LATIN1 -t UTF-8 converts a file");
  says(R"({"query": "x", "candidates": [)", "no JSON at byte 31: syntax error");
  says(R"({"query": NaN})",
       "no JSON at byte 11: syntax error while parsing value - invalid literal; last read: '");
  CHECK_THAT(error_of(R"({"query": "x"})"), Contains("no \"candidates\""));
  CHECK_THAT(error_of(R"({"candidates": []})"), Contains("no \"query\""));
  CHECK_THAT(error_of(R"({"query": 1, "candidates": []})"),
             Contains("\"query\" is 1: expected a text"));
  CHECK_THAT(error_of(R"({"query": "x", "candidates": []})"),
             Contains("expected a list of documents"));
  CHECK_THAT(error_of(R"({"query": "x", "candidate": []})"), Contains("did you mean candidates"));
  const auto with = [](const std::string& candidates, const std::string& more = "") {
    return R"({"query": "x", )" + more + R"("candidates": [)" + candidates + "]}";
  };
  CHECK_THAT(error_of(with("1")), Contains("candidate 1: 1 is no object"));
  CHECK_THAT(error_of(with(R"({"text": "x"})")), Contains("candidate 1: no \"id\""));
  CHECK_THAT(error_of(with(R"({"id": "", "text": "x"})")), Contains("\"id\" is empty"));
  CHECK_THAT(error_of(with(R"({"id": "a"})")),
             Contains("candidate \"a\": expected either \"text\" or \"words\""));
  CHECK_THAT(error_of(with(R"({"id": "a", "text": "x", "words": []})")), Contains("either"));
  CHECK_THAT(error_of(with(R"({"id": "a", "words": [1]})")), Contains("expected a list of texts"));
  CHECK_THAT(error_of(with(R"({"id": "a", "text": "x", "subtopic": []})")),
             Contains("did you mean subtopics"));
  CHECK_THAT(error_of(with(R"({"id": "a", "text": "x"}, {"id": "a", "text": "y"})")),
             Contains("candidate \"a\" stands twice"));
  CHECK_THAT(
      error_of(with(R"({"id": "a", "text": "x", "subtopics": []}, {"id": "b", "text": "y"})")),
      Contains("candidate \"b\" has no \"subtopics\""));
  const std::string two = R"({"id": "a", "text": "x"}, {"id": "b", "text": "y"})";
  CHECK_THAT(error_of(with(two, R"("chosen": ["a"], )")),
             Contains("\"chosen\" has 1 document: expected 2"));
  CHECK_THAT(error_of(with(two, R"("chosen": ["a", "a"], )")), Contains("twice"));
  CHECK_THAT(error_of(with(two, R"("chosen": ["a", "z"], )")),
             Contains("\"z\", which is no candidate"));
  CHECK_THAT(error_of(with(R"({"id": "a", "text": "x", "subtopics": []})", R"("chosen": ["a"], )")),
             Contains("beside \"subtopics\""));
  std::string many;
  for (int i = 0; i <= kMostCandidates; ++i)
    many += (many.empty() ? "" : ",") + std::string(R"({"id": ")") + std::to_string(i) +
            R"(", "text": ""})";
  CHECK_THAT(error_of(with(many)), Contains("501 candidates: at most 500"));
}

TEST_CASE("lines that are nested deeply, and keys that stand twice, are refused",
          "[data][candidates]") {
  const auto repeated = [](const char* text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  const auto with = [](const std::string& key, const std::string& value) {
    return "{\"" + key + "\": " + value + "}";
  };
  const auto too_deep = Contains("queries.jsonl:1: JSON nested more than 64 deep");
  CHECK_THAT(error_of(repeated("[", 100000)), too_deep);
  CHECK_THAT(error_of(with("query", repeated("[", 200000) + repeated("]", 200000))), too_deep);
  CHECK_THAT(
      error_of(with("candidates", repeated("{\"a\": ", 100000) + "1" + repeated("}", 100000))),
      too_deep);
  // Depth that is allowed is an error of its own kind.
  CHECK_THAT(error_of(with("query", repeated("[", 50) + repeated("]", 50))),
             Contains("no \"candidates\""));
  CHECK_THAT(error_of(R"({"query": "x", "query": "y", "candidates": []})"),
             Contains("queries.jsonl:1: key \"query\" stands twice in one object"));
  CHECK_THAT(error_of(R"({"query": "x", "candidates": [{"id": "a", "text": "x", "text": "y"}]})"),
             Contains("key \"text\" stands twice"));
}

TEST_CASE("a query without words, and one of fewer candidates than are chosen, are queries",
          "[data][candidates]") {
  const Set set(R"({"query": "", "candidates": [{"id": "a", "text": "", "subtopics": []}]})");
  CHECK(set.examples->output(0) == with_subtopics(std::vector<int>{0}, {{}}));
  CHECK(set.examples->num_parts(0) == 1);
}

TEST_CASE("words are runs of letters, in lower case", "[data][candidates]") {
  CHECK(words_of_text("U.S. Robots' café-bar x2 A1b") ==
        std::vector<std::string>{"robots", "café", "bar"});
  CHECK(words_of_text("").empty());
}
