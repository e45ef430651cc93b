// Configs: every error named, all at once; overrides; defaults.
#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/text/synonyms.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/describe/schema.hpp"
#include "costruct/experiments/sweep/cell.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/mail/email_formats.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// Some of configs/ read emails.
void with_mail() {
  static const bool added = (add_email_formats(), true);
  (void)added;
}

std::string errors_of(const Json& json) {
  with_mail();
  return message_of<ConfigError>([&] { check_config(json, "c.json"); });
}

Json changed(Json json, const std::string& assignment) {
  apply_override(json, assignment);
  return json;
}

Json parsed(const std::string& text) {
  ConfigErrors errors;
  return parse_json(text, "c.json", errors);
}

}  // namespace

TEST_CASE("the toy configs have no error", "[experiments][config]") {
  CHECK(errors_of(toy_experiment()) == "");
  CHECK(errors_of(toy_training()) == "");
}

TEST_CASE("a typo in any key of a config names the key and the nearest one",
          "[experiments][config]") {
  const auto [typo, where, nearest] = GENERATE(table<std::string, std::string, std::string>({
      {"sweeep={}", "sweeep", "sweep"},
      {"descripton=\"x\"", "descripton", "description"},
      {"problem.los=\"hamming\"", "problem.los", "loss"},
      {"data.colums=[]", "data.colums", "columns"},
      {"data.features.0.windw=1", "data.features.0.windw", "window"},
      {"views.splt=\"none\"", "views.splt", "split"},
      {"sweep.repetition=3", "sweep.repetition", "repetitions"},
      {"sweep.selection.repetitons=3", "sweep.selection.repetitons", "repetitions"},
      {"learners.0.epoch=3", "learners.0.epoch", "epochs"},
      {"learners.2.views.cout=3", "learners.2.views.cout", "count"},
      {"learners.2.select.C_u=[1]", "learners.2.select.C_u", "Cu"},
      {"claims=[{\"les\": [\"hmm\", \"perceptron\"]}]", "claims.0.les", "less"},
  }));
  INFO(typo);
  const std::string errors = errors_of(changed(toy_experiment(), typo));
  CHECK_THAT(errors, Contains("unknown key " + where));
  CHECK_THAT(errors, Contains("did you mean " + nearest + "?"));
}

TEST_CASE("keys of an experiment's learner are told their place in a training config",
          "[experiments][config]") {
  const auto [key, message] = GENERATE(table<std::string, std::string>({
      {"learner.views={\"split\": \"none\"}",
       "c.json: learner.views: in a training config `views` stands beside `learner`"},
      {"learner.problem={\"eta\": 0}",
       "c.json: learner.problem: in a training config `problem` stands beside `learner`"},
      {"learner.loss=\"zero_one\"",
       "c.json: learner.loss: in a training config this is problem.loss"},
      {"learner.name=\"mine\"",
       "c.json: learner.name: the learner of a training config has no name"},
  }));
  CHECK(errors_of(changed(toy_training(), key)) == message);
}

TEST_CASE("a wrong name is answered with the nearest one", "[experiments][config]") {
  const auto [wrong, message] = GENERATE(table<std::string, std::string>({
      {"problem.type=\"sequenc\"",
       "problem.type = \"sequenc\": no type of problem; did you mean sequence?"},
      {"problem.loss=\"haming\"", "problem.loss = \"haming\": did you mean hamming?"},
      {"data.format=\"conl\"", "did you mean conll?"},
      {"views.split=\"radom\"", "views.split = \"radom\": no view policy; did you mean random?"},
      {"learners.1.type=\"hm\"", "learners.1.type = hm: did you mean hmm?"},
      {"metrics.0=\"tokn_error\"", "metrics.0 = tokn_error: did you mean token_error?"},
      {"tests=[\"paired\"]", "tests.0 = paired: did you mean paired_t?"},
      {"learners.1.loss=\"zero_on\"", "learners.1.loss = \"zero_on\": did you mean zero_one?"},
  }));
  CHECK_THAT(errors_of(changed(toy_experiment(), wrong)), Contains(message));
}

TEST_CASE("names of other programs are answered with a name and a sentence",
          "[experiments][config]") {
  const auto [wrong, message] = GENERATE(table<std::string, std::string>({
      {"problem.type=\"classification\"",
       "problem.type = \"classification\": no type of problem; did you mean multiclass? multiclass "
       "predicts one label"},
      {"problem.type=\"clasification\"", "did you mean multiclass? multiclass predicts one label"},
      {"problem.type=\"ner\"", "did you mean sequence? sequence predicts a label for each token."},
      {"problem.type=\"tagging\"", "did you mean sequence?"},
      {"problem.type=\"multi-label\"", "did you mean several? several predicts a set of labels"},
      {"problem.type=\"multioutput\"", "did you mean several?"},
      {"problem.type=\"POS\"",
       "problem.type = \"POS\": no type of problem; did you mean sequence?"},
      {"problem.type=\"dependency-parsing\"",
       "did you mean dependency? dependency predicts the head and the relation"},
      {"data.format=\"conllu-like\"",
       "did you mean conllu? conllu reads treebanks of Universal Dependencies"},
      {"data.format=\"libsvm\"", "did you mean svmlight? svmlight reads lines of"},
      {"data.format=\"tsv\"", "did you mean csv? csv reads tables with a header"},
      {"data.format=\"json\"", "did you mean texts, spans, jsonl, candidates or graph?"},
      {"learners.1.type=\"svm\"",
       "did you mean structural_svm, co_svm or gradient_svm? structural_svm is the supervised SVM"},
      {"learners.1.type=\"logistic\"", "did you mean crf? crf is logistic regression"},
      {"learners.1.type=\"maxent\"", "did you mean crf?"},
      {"learners.1.type=\"lstm\"", "crf or structural_svm? No learner is a neural network"},
      {"sweep.protocol=\"cross-validation\"", "did you mean folds? folds is cross-validation"},
      {"repetitions=3", "unknown key repetitions: it stands inside a block, as sweep.repetitions"},
      {"labeled=[3]", "unknown key labeled: it stands inside a block, as sweep.labeled"},
      {"C=1", "unknown key C: it stands inside a block, as learners.0.C"},
      {"limit=1", "unknown key limit: it stands inside a block, as data.limit"},
  }));
  CHECK_THAT(errors_of(changed(toy_experiment(), wrong)), Contains(message));
  CHECK_THAT(errors_of(changed(toy_training(), "C=1")),
             Contains("unknown key C: it stands inside a block, as learner.C"));
}

TEST_CASE("what stands for a synonym is a name that exists", "[experiments][config]") {
  with_mail();
  std::set<std::string> known = {"--output", "--model", "--out", "--jobs", "--data",
                                 // others add these
                                 "conllu", "vectors", "words"};
  const auto add = [&](const auto& catalog) {
    for (const auto& entry : catalog) known.insert(entry.name);
  };
  const auto add_with_options = [&](const auto& catalog) {
    add(catalog);
    for (const auto& entry : catalog) add(entry.options);
  };
  add_with_options(problem_catalog());
  add_with_options(learner_catalog());
  add_with_options(protocol_catalog());
  add_with_options(format_catalog());
  add_with_options(extractor_catalog());
  add_with_options(kernel_catalog());
  for (const std::string& metric : metric_names()) known.insert(metric);
  std::istringstream lines{std::string(embedded::synonyms())};
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    REQUIRE(std::count(line.begin(), line.end(), '\t') == 2);
    std::istringstream names(
        line.substr(line.find('\t') + 1, line.rfind('\t') - line.find('\t') - 1));
    for (std::string name; std::getline(names, name, ',');) CHECK(known.contains(name));
    const std::string sentence = line.substr(line.rfind('\t') + 1);
    CHECK((sentence.empty() || sentence.ends_with('.')));
  }
}

TEST_CASE("words of Python and YAML in a config are named as such", "[experiments][config]") {
  const auto [text, message] = GENERATE(table<std::string, std::string>({
      {"{\"a\": True}", "c.json:1:7: syntax error"},
      {"{\"a\": True}", "; True is Python or YAML: JSON has true"},
      {"{\"a\": False}", "; False is Python or YAML: JSON has false"},
      {"{\"a\": None}", "; None is Python or YAML: JSON has null"},
      {"{\"a\": nan}", "; nan is Python or YAML: JSON has null"},
      {"{\"a\": -Infinity}", "; Infinity is Python or YAML: JSON has null"},
      {"{\"a\": yes}", "; yes is Python or YAML: JSON has true"},
      {"{'a': 1}", "; JSON has texts in double quotes, as in \"key\""},
      {"{\"a\": 'b'}", "; JSON has texts in double quotes, as in \"key\""},
      {"{a: 1}", "; JSON has keys in double quotes: \"a\""},
      {"{\"x\": {type : 1}}", "; JSON has keys in double quotes: \"type\""},
      {"{\"a\": multiclass}", "; JSON has texts in double quotes: \"multiclass\""},
      {"{\"a\": [1, 2,]}", "; JSON has no comma before the closing bracket"},
      {"{\"a\": 1,\n}", "; JSON has no comma before the closing bracket"},
      {"{\"a\": 1 # one\n}", "; comments begin with //"},
      {"problem:\n  type: multiclass\n", "; this looks like YAML or another language"},
      {"# a comment\nproblem:\n  type: multiclass\n", "; this looks like YAML or another"},
      {"problem = dict(type='multiclass')", "; this looks like YAML or another language"},
      {"We saw one thing: a boat.\nIt sank.\n", "; a config is JSON, {\"key\": value, ...}; "},
  }));
  CHECK_THAT(message_of<ConfigError>([&, text = text] { parsed(text); }), Contains(message));
}

TEST_CASE("select tries options of the problem beside those of the learner", "[config]") {
  LearnerConfig learner;
  learner.entry = find_learner("structural_svm");
  learner.options = {{"C", 1}};
  learner.problem = {{"loss", "error"}, {"positive_weight", 1}};
  const std::vector<Json> grid =
      selection_grid({{"C", {2, 3}}, {"problem.positive_weight", {4, 5}}});
  REQUIRE(grid.size() == 4);
  CHECK(options_with(grid[1], learner).at("C") == 2);
  CHECK_FALSE(options_with(grid[1], learner).contains("problem"));
  CHECK(problem_with(grid[1], learner) == Json{{"loss", "error"}, {"positive_weight", 5}});
  CHECK(problem_with(Json::object(), learner) == learner.problem);
}

TEST_CASE("options that do not go together are an error of the config, whatever select chooses",
          "[experiments][config]") {
  const auto [learner, message] = GENERATE(table<std::string, std::string>({
      {R"({"type": "structural_svm", "solver": "one_slack", "slack_norm": 2})",
       "learners.1.slack_norm = 2: "},
      {R"({"type": "structural_svm", "solver": "bcfw", "epsilon": 0.1})", "learners.1.epsilon: "},
      {R"({"type": "structural_svm", "slack_norm": 2, "select": {"C": [1, 2], "solver": ["n_slack", "bcfw"]}})",
       "learners.1.slack_norm = 2: "},
      {R"({"type": "hmm", "kernel": {"type": "gaussian"}})",
       "learner hmm takes no kernel but linear"},
      {R"({"type": "hmm", "select": {"kernel": [{"type": "linear"}, {"type": "polynomial"}]}})",
       "learners.1.select.kernel.1"},
  }));
  INFO(learner);
  const std::string errors = errors_of(changed(toy_experiment(), "learners.1=" + learner));
  CHECK_THAT(errors, Contains("c.json: ") && Contains(message));
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 0);
}

TEST_CASE("options that go together are no error", "[experiments][config]") {
  const std::string learner = GENERATE(
      R"({"type": "structural_svm", "solver": "n_slack", "slack_norm": 2, "epsilon": 0.1})",
      R"({"type": "structural_svm", "slack_norm": 2, "select": {"kernel": [{"type": "gaussian"}], "C": [1, 2]}})",
      R"({"type": "hmm", "kernel": {"type": "linear"}})");
  CHECK(errors_of(changed(toy_experiment(), "learners.1=" + learner)) == "");
}

TEST_CASE("a value out of its range or of another type is an error with its path",
          "[experiments][config]") {
  const auto [wrong, message] = GENERATE(table<std::string, std::string>({
      {"sweep.labeled=[0]", "sweep.labeled.0 = 0: must be an integer >= 1, or a share as \"5%\""},
      {"sweep.labeled=[5,5]", "5 stands twice"},
      {"sweep.unlabeled=[-1]",
       "sweep.unlabeled.0 = -1: must be an integer >= 0, or a share as \"5%\""},
      {"sweep.holdout=0", "sweep.holdout = 0: must be an integer >= 1"},
      {"sweep.holdout=\"0%\"", "sweep.holdout = \"0%\": must be an integer >= 1, a share as"},
      {"sweep.holdout=\"101%\"", "sweep.holdout = \"101%\": must be an integer >= 1, a share as"},
      {"sweep.labeled=[\"0.0%\"]", ": must be an integer >= 1, or a share as \"5%\""},
      {"sweep.labeled=[\"5\"]", ": must be an integer >= 1, or a share as \"5%\""},
      {"sweep.labeled=[\"-5%\"]", ": must be an integer >= 1, or a share as \"5%\""},
      {"sweep.labeled=[\"1e1%\"]", ": must be an integer >= 1, or a share as \"5%\""},
      {"sweep.labeled=[\".5%\"]", ": must be an integer >= 1, or a share as \"5%\""},
      {"sweep.labeled=[\"5%\", \"5%\"]", "\"5%\" stands twice"},
      {"sweep.labeled=\"5%\"", "sweep.labeled = \"5%\": must be a list of integers >= 1 or shares"},
      {"sweep.holdout=1e300", "sweep.holdout"},
      {"sweep.repetitions=0", "sweep.repetitions = 0: must be >= 1"},
      {"sweep.repetitions=99999999999999999999", "sweep.repetitions"},
      {"sweep.seed=-1", "sweep.seed = -1: must be >= 0"},
      {"sweep.seed=18446744073709551615", "sweep.seed"},
      {"sweep.protocol=\"folds\"", "sweep.holdout belongs to protocol resample or inverse_folds"},
      {"sweep.protocol=\"fold\"", "sweep.protocol = \"fold\": no protocol; did you mean folds?"},
      {"sweep.pairs=[[1,2]]", "sweep.pairs stands beside sweep.labeled"},
      {"sweep.holdout=\"unlabeled\"", "sweep.unlabeled holds 0"},
      {"learners.0.epochs=\"many\"", "learners.0.epochs = \"many\": must be an integer"},
      {"learners.0.kernl={}", "unknown key learners.0.kernl"},
      {"learners.2.Cu=2", "learners.2.Cu = 2: must be >= 0 and <= 1"},
      {"learners.2.select={\"Cu\": []}", "learners.2.select.Cu = []: must be a list of values"},
      {"learners.2.select={\"Cu\": [7]}", "learners.2.select.Cu = 7: must be >= 0 and <= 1"},
      {"learners.2.select={\"problem.eta\": [-1]}", "learners.2.select.problem.eta = -1: must be"},
      {"learners.2.select={\"problem.etta\": [1]}", "did you mean problem.eta?"},
      {"learners.2.select={\"epochs\": [1]}", "stands beside learners.2.epochs"},
      {"learners.2.name=\"hmm\"", "learners.2.name = hmm: stands twice"},
      {"learners=[]", "learners = []: must be a list with at least one learner"},
      {"learners=\"hmm\"", "learners = \"hmm\": must be a list"},
      {"metrics=[]", "metrics = []: must be a list of names"},
      {"views.count=2", "views.count belongs to split random, but split is named"},
      {"views={\"split\": \"ranges\"}", "views.ranges is missing"},
      {"views={\"split\": \"none\", \"groups\": [[\"a\"]]}",
       "views.groups belongs to split named or random, but split is none"},
      {"views={\"split\": \"random\", \"groups\": [[\"a\"],[\"b\"]]}",
       "must be a list with one list of group names"},
      {"views={\"split\": \"ranges\", \"ranges\": [[1,5],[5,9]]}", "[1, 5] and [5, 9] overlap"},
      {"views={\"split\": \"ranges\", \"ranges\": [[5,1]]}", "first must be <= last"},
      {"views={\"split\": \"ranges\", \"ranges\": [[0,1]]}",
       "views.ranges.0.0 = 0: must be a whole number from 1"},
      {"views={\"split\": \"named\", \"groups\": [[\"a\"],[\"a\"]]}", "group a stands twice"},
      {"name=\"../up\"", "name = \"../up\": must be letters"},
      {"exploratory=1", "exploratory = 1: must be true or false"},
      {"problem=3", "problem = 3: must be an object"},
      {"sweep=3", "sweep = 3: must be an object"},
      {"learner={}", "unknown key learner"},
  }));
  INFO(wrong);
  CHECK_THAT(errors_of(changed(toy_experiment(), wrong)), Contains(message));
}

TEST_CASE("all errors of a config are reported at once, a line each, behind the file",
          "[experiments][config]") {
  Json json = toy_experiment();
  apply_override(json, "learners.0.epochs=-1");
  apply_override(json, "sweep.holdout=0");
  apply_override(json, "problem.bais=true");
  apply_override(json, "metrics.1=\"none\"");
  apply_override(json, "data.columns=7");
  const std::string errors = errors_of(json);
  for (const char* part :
       {"c.json: learners.0.epochs", "c.json: sweep.holdout", "c.json: unknown key problem.bais",
        "c.json: metrics.1", "c.json: data.columns"}) {
    CHECK_THAT(errors, Contains(part));
  }
}

TEST_CASE("data whose examples the problem does not take are an error of the config",
          "[experiments][config]") {
  const auto [data, message] = GENERATE(table<std::string, std::string>({
      {R"({"format": "svmlight", "train": "a"})",
       "data.format = svmlight: holds rows, but problem sequence takes chains"},
      {R"({"dataset": "a9a"})",
       "data.dataset = a9a: holds rows, but problem sequence takes chains"},
  }));
  Json json = changed(toy_experiment(), "data=" + data);
  json["metrics"] = {"none"};
  CHECK_THAT(errors_of(json), Contains(message) && Contains("metrics.0"));
}

TEST_CASE("missing blocks are named", "[experiments][config]") {
  CHECK_THAT(errors_of(Json::object()), Contains("problem is missing") &&
                                            Contains("data is missing") &&
                                            Contains("learner is missing"));
  CHECK_THAT(errors_of({{"sweep", Json::object()}}), Contains("learners is missing") &&
                                                         Contains("sweep.labeled is missing") &&
                                                         Contains("sweep.holdout is missing"));
  CHECK_THAT(errors_of(Json::array()), Contains("must hold a JSON object"));
}

TEST_CASE("text that is no JSON gives file, line and column", "[experiments][config]") {
  CHECK_THAT(message_of<ConfigError>([] { parsed("{\n  \"a\": 1,\n  oops\n}"); }),
             Contains("c.json:3:3: syntax error"));
  CHECK_THAT(message_of<ConfigError>([] { parsed(""); }), Contains("c.json:1:1:"));
  CHECK_THAT(message_of<ConfigError>([] { parsed("{\n\"a\": 1e999}"); }),
             Contains("c.json:2:6: 1e999 is too large"));
  CHECK_THAT(message_of<ConfigError>([] { parsed("{\"a\": \"\xff\"}"); }), Contains("c.json:1:"));
}

TEST_CASE("a bomb of nested lists is refused", "[experiments][config]") {
  const std::string deep(1'000'000, '[');
  CHECK_THAT(message_of<ConfigError>([&] { parsed(deep); }), Contains("nested more than 64 deep"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK_THAT(message_of<ConfigError>([&] { parsed(objects); }),
             Contains("nested more than 64 deep"));
}

TEST_CASE("a key that stands twice is an error", "[experiments][config]") {
  const TemporaryFolder folder;
  Json json = toy_experiment();
  std::string text = json.dump();
  text.insert(1, "\"seed\": 1, \"seed\": 2, ");
  const auto file = write_text(folder / "twice.json", text);
  CHECK_THAT(message_of<ConfigError>([&] { load_config(file); }),
             Contains("key seed stands twice in one object"));
}

TEST_CASE("an override takes JSON, or a plain string where it is none", "[experiments][config]") {
  const Json json = {{"a", {{"b", 1}, {"list", {1, 2, 3}}}}};
  CHECK(changed(json, "a.b=2.5")["a"]["b"] == 2.5);
  CHECK(changed(json, "a.b=true")["a"]["b"] == true);
  CHECK(changed(json, "a.b=null")["a"]["b"].is_null());
  CHECK(changed(json, "a.b=plain text")["a"]["b"] == "plain text");
  CHECK(changed(json, "a.b=x=y")["a"]["b"] == "x=y");
  CHECK(changed(json, "a.b=")["a"]["b"] == "");
  CHECK(changed(json, "a.list.1=7")["a"]["list"] == Json({1, 7, 3}));
  CHECK(changed(json, "a={\"c\": [1]}")["a"] == Json({{"c", {1}}}));
  CHECK(changed(json, "new.deep.er=1")["new"]["deep"]["er"] == 1);
}

TEST_CASE("an override whose path leads nowhere is an error", "[experiments][config]") {
  const Json json = {{"a", {{"b", 1}, {"list", {1, 2, 3}}}}};
  const auto [assignment, message] = GENERATE(table<std::string, std::string>({
      {"a", "expected path=value"},
      {"=1", "expected path=value"},
      {"a..b=1", "an empty name in the path"},
      {"a.list.3=1", "a.list has 3 items, counted from 0: there is no item 3"},
      {"a.list.x=1", "a.list is a list: expected the index of an item, not x"},
      {"a.list.-1=1", "expected the index"},
      {"a.b.c=1", "a.b = 1 has no parts"},
      {"a.b=\xff", "not UTF-8"},
  }));
  CHECK_THAT(message_of<ConfigError>([&, text = assignment] { changed(json, text); }),
             Contains(message));
}

TEST_CASE("the effective config holds every default, and means the same", "[experiments][config]") {
  const Config config = check_config(toy_experiment(), "c.json");
  CHECK(config.effective["learners"][0]["average"] == false);
  CHECK(config.effective["sweep"]["protocol"] == "resample");
  CHECK(config.effective["problem"]["eta"] == 1);
  const Config again = check_config(config.effective, "c.json");
  CHECK(again.effective == config.effective);
}

TEST_CASE("what select chooses has no default in the effective config, which means the same",
          "[experiments][config]") {
  Json json = toy_experiment();
  json["learners"] = Json::parse(R"([
    {"type": "perceptron", "select": {"epochs": [1, 2], "problem.eta": [0, 1]}},
    {"type": "co_svm", "select": {"C": [0.1, 1], "Cu": [0.1, 1]}}])");
  const Config config = check_config(json, "c.json");
  CHECK(!config.effective["learners"][0].contains("epochs"));
  CHECK(config.effective["learners"][0].contains("average"));
  CHECK(!config.effective["learners"][1].contains("C"));
  CHECK(config.effective["problem"]["eta"] == 1);  // of the others
  const Config again = check_config(config.effective, "c.json");
  CHECK(again.effective == config.effective);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(again.learners[i].options == config.learners[i].options);
    CHECK(again.learners[i].select == config.learners[i].select);
  }
}

TEST_CASE("an entry may override views and loss, and a learner's own demands come last",
          "[experiments][config]") {
  Json json = toy_experiment();
  apply_override(json, "learners.0.loss=\"zero_one\"");
  apply_override(json, "problem.bias=false");
  const Config config = check_config(json, "c.json");
  CHECK(config.learners[0].problem["loss"] == "zero_one");
  CHECK(config.learners[1].problem["loss"] == "hamming");
  CHECK(config.learners[1].problem["bias"] == true);  // hmm
  CHECK(config.learners[1].problem["boundary"] == true);
  CHECK(config.learners[0].problem["bias"] == false);
  CHECK(config.learners[2].views.block["split"] == "random");
  CHECK(config.learners[0].views.block["split"] == "named");
}

TEST_CASE(
    "an entry may override options of the problem, its own loss and a learner's demands come last",
    "[experiments][config]") {
  Json json = toy_experiment();
  apply_override(json, "learners.0.problem={\"eta\": 0, \"loss\": \"zero_one\"}");
  apply_override(json, "learners.1.problem={\"eta\": 0.5, \"outside\": \"X\"}");
  Config config = check_config(json, "c.json");
  CHECK(config.learners[0].problem["eta"] == 0);
  CHECK(config.learners[0].problem["loss"] == "zero_one");
  CHECK(config.learners[1].problem["eta"] == 1);  // hmm
  CHECK(config.learners[1].problem["outside"] == "X");
  CHECK(config.learners[2].problem["eta"] == 1);
  CHECK(check_config(config.effective, "c.json").effective == config.effective);
  apply_override(json, "learners.0.loss=\"hamming\"");
  config = check_config(json, "c.json");
  CHECK(config.learners[0].problem["loss"] == "hamming");
  apply_override(json, "learners.0.problem={\"etta\": 0}");
  CHECK_THAT(errors_of(json), Contains("learners.0.problem.etta") && Contains("did you mean eta?"));
  apply_override(json, "learners.0.problem={\"eta\": -1}");
  CHECK_THAT(errors_of(json), Contains("learners.0.problem.eta = -1: must be"));
  apply_override(json, "learners.0.problem=0");
  CHECK_THAT(errors_of(json), Contains("learners.0.problem = 0: must be an object"));
}

TEST_CASE("a metric that not every learner has may be named, but not first",
          "[experiments][config]") {
  Json json = toy_experiment();
  json["learners"].push_back({{"type", "structural_svm"}});
  apply_override(json, "metrics=[\"token_error\", \"constraints_added\", \"support_loss_one\"]");
  CHECK(errors_of(json) == "");
  apply_override(json, "metrics=[\"constraints_added\", \"token_error\"]");
  CHECK_THAT(errors_of(json), Contains("metrics.0 = constraints_added: not every learner has it"));
}

TEST_CASE("a metric that says nothing of the config is an error", "[experiments][config]") {
  Json json = toy_experiment();
  apply_override(json, "metrics=[\"token_error\", \"constraints_added\"]");
  CHECK_THAT(errors_of(json), Contains("metrics.1 = constraints_added: no learner of this config "
                                       "has it; structural_svm, co_svm"));
  apply_override(json, "metrics=[\"token_error\", \"support_loss_one\"]");
  json["learners"].push_back({{"type", "co_svm"}});
  CHECK_THAT(errors_of(json),
             Contains("metrics.1 = support_loss_one: no learner of this config has it; "
                      "structural_svm"));
  json = toy_experiment();
  json["problem"] = {{"type", "multiclass"}};
  json["data"] = {{"format", "svmlight"}, {"train", "train.svm"}};
  json["views"] = {{"split", "odd_even"}};
  json["metrics"] = {"token_error", "sequence_error", "chunk_f1"};
  CHECK_THAT(errors_of(json),
             Contains("metrics.1 = sequence_error: problem multiclass does not have it: use loss, "
                      "token_error") &&
                 Contains("metrics.2 = chunk_f1: problem multiclass does not have it"));
}

TEST_CASE("learners are compared by the test that suits the draws, unless one is named",
          "[experiments][config]") {
  Json json = toy_experiment();
  json["claims"] = Json::parse(R"([{"less": ["hmm", "perceptron"]},
                                   {"less": ["hmm", "perceptron"], "test": "paired_t"},
                                   {"growth": "hmm", "along": "labeled", "between": [1, 2]}])");
  const auto tests_of = [](const Config& config) {
    return std::pair(config.tests, config.effective.at("tests"));
  };
  const Config config = check_config(json, "c");
  CHECK(config.tests == std::vector<std::string>{"corrected_resampled_t"});
  CHECK(config.effective.at("tests") == Json{"corrected_resampled_t"});
  CHECK(config.claims[0].at("test") == "corrected_resampled_t");
  CHECK(config.claims[1].at("test") == "paired_t");
  CHECK(!config.claims[2].contains("test"));
  CHECK(config.effective.at("claims") == config.claims);
  CHECK(tests_of(check_config(config.effective, "c")) == tests_of(config));
  json["sweep"].erase("holdout");
  json["sweep"]["protocol"] = "folds";
  CHECK(check_config(json, "c").tests == std::vector<std::string>{"corrected_resampled_t"});
  json["sweep"]["protocol"] = "inverse_folds";
  json["sweep"]["unlabeled"] = {10};
  CHECK(check_config(json, "c").tests == std::vector<std::string>{"paired_t"});
  CHECK(check_config(json, "c").claims[0].at("test") == "paired_t");
  json["tests"] = {"sign", "wilcoxon"};
  CHECK(check_config(json, "c").tests == std::vector<std::string>{"sign", "wilcoxon"});
}

TEST_CASE("configs that judge published claims say by which test", "[experiments][config]") {
  int claims = 0;
  with_mail();
  for (const auto& entry : std::filesystem::directory_iterator(COSTRUCT_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".json") continue;
    INFO(entry.path());
    const Json json = Json::parse(read_text(entry.path()));
    const Json sweep = json.at("sweep");
    bool published = false;
    for (const Json& claim : json.value("claims", Json::array())) {
      if (!claim.contains("source") || claim.contains("over")) continue;
      published = true;
      ++claims;
      CHECK((claim.contains("test") || claim.contains("growth") || claim.contains("value")));
    }
    const bool default_depends = !sweep.contains("protocol") || sweep.at("protocol") == "folds";
    CHECK((!published || !default_depends || json.contains("tests")));
  }
  CHECK(claims > 50);
}

TEST_CASE("a sweep is the product of its sizes, or its pairs, in ascending order",
          "[experiments][config]") {
  Json json = toy_experiment();
  json["sweep"]["labeled"] = {10, 5};
  CHECK(check_config(json, "c").sweep.sizes ==
        std::vector<CellSizes>{{5, 0}, {5, 10}, {10, 0}, {10, 10}});
  json["sweep"].erase("labeled");
  json["sweep"].erase("unlabeled");
  json["sweep"]["pairs"] = {{10, 50}, {5, 25}};
  CHECK(check_config(json, "c").sweep.sizes == std::vector<CellSizes>{{5, 25}, {10, 50}});
}

TEST_CASE("every file in configs/ is right", "[experiments][config]") {
  int count = 0;
  with_mail();
  for (const auto& entry : std::filesystem::directory_iterator(COSTRUCT_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".json") continue;
    CHECK(message_of<ConfigError>([&] { load_config(entry.path()); }) == "");
    ++count;
  }
  CHECK(count > 0);
}

namespace {

Json self_training(const std::string& block) {
  Json json = toy_experiment();
  json["learners"].push_back({{"type", "self_training"}});
  json["learners"].back().update(Json::parse(block));
  return json;
}

}  // namespace

TEST_CASE(
    "options of a learner within a learner are checked with the config, each under its own path",
    "[experiments][config]") {
  const auto [block, message] = GENERATE(table<std::string, std::string>({
      {R"({"learner": {"type": "structural_svm", "C": -1}})",
       "learners.3.learner.C = -1: must be > 0"},
      {R"({"learner": {"type": "structural_svm", "epsilno": 1}})",
       "unknown key learners.3.learner.epsilno: did you mean epsilon?"},
      {R"({"learner": {"type": "perceptorn"}})",
       "learners.3.learner.type = \"perceptorn\": no supervised learner; did you mean perceptron?"},
      {R"({"learner": {"type": "self_training"}})",
       "learners.3.learner.type = \"self_training\": no supervised learner"},
      {R"({"learner": {"type": "co_perceptron"}})",
       "learners.3.learner.type = \"co_perceptron\": no supervised learner"},
      {R"({"learner": {"type": "crf", "kernel": {"type": "gaussian"}}})",
       "learners.3.learner.kernel belongs to the outer learner"},
      {R"({"learner": {}})", "learners.3.learner.type is missing"},
      {R"({"learner": 3})", "learners.3.learner = 3: must be an object"},
      {R"({"select": {"learner.C": [0]}})", "learners.3.select.learner.C = 0: must be > 0"},
      {R"({"select": {"learner.rescalnig": ["slack"]}})", "did you mean learner.rescaling?"},
      {R"({"select": {"learner.epochs": [1]}})", "unknown key learners.3.select.learner.epochs"},
      {R"({"select": {"learner.type": ["crf"]}})", "unknown key learners.3.select.learner.type"},
      {R"({"learner": {"type": "crf", "C": 1}, "select": {"learner.C": [1]}})",
       "learners.3.select.learner.C stands beside learners.3.learner.C"},
      {R"({"select": {"learner": [{"type": "crf"}], "learner.C": [1]}})",
       "learners.3.select.learner.C stands beside learners.3.select.learner"},
      {R"({"select": {"learner": [{"type": "crf"}, {"type": "crf", "C": 0}]}})",
       "learners.3.select.learner.1.C = 0: must be > 0"},
  }));
  INFO(block);
  CHECK_THAT(errors_of(self_training(block)), Contains(message));
}

TEST_CASE("a learner within a learner gets its defaults, and sets what it must in the problem",
          "[experiments][config]") {
  const Config config = check_config(
      self_training(R"({"learner": {"type": "hmm"}, "select": {"learner.smoothing": [1, 2]}})"),
      "c.json");
  const LearnerConfig& learner = config.learners[3];
  CHECK(learner.options.at("learner") ==
        Json::parse(
            R"({"type": "hmm", "smoothing": 1e-4, "emissions": "bernoulli", "unlabeled_weight": 0.0,
                        "unlabeled_scale": "total", "rounds": 20, "tolerance": 1e-5,
                        "held_out": 0.0})"));
  Json told = learner.options.at("learner");  // all but what is chosen
  CHECK(told.erase("smoothing") == 1);
  CHECK(config.effective["learners"][3]["learner"] == told);
  CHECK(learner.problem["bias"] == true);
  CHECK(learner.problem["boundary"] == true);
  CHECK(check_config(self_training("{}"), "c.json").learners[3].problem["boundary"] == false);
}

TEST_CASE(
    "a value chosen within a block is what the fit gets, and the same cell as when it stands there",
    "[experiments][config]") {
  const auto cell_of = [](const char* block, const Json& chosen) {
    CellSpec cell{Phase::kCurve, 3, {3, 0}};
    cell.chosen = chosen;
    const Config config = check_config(self_training(block), "c.json");
    return std::pair(options_with(chosen, config.learners[3]),
                     cell_identity(cell, config, Json::object()));
  };
  const auto given = cell_of(R"({"learner": {"type": "crf", "C": 2}})", Json::object());
  CHECK(given.first.at("learner").at("C") == 2);
  CHECK(cell_of(R"({"learner": {"type": "crf"}, "select": {"learner.C": [1, 2]}})",
                {{"learner.C", 2.0}}) == given);
  CHECK(cell_of(R"({"select": {"learner": [{"type": "crf", "C": 2}]}})",
                {{"learner", {{"type", "crf"}, {"C", 2}}}}) == given);
  CHECK(cell_of(R"({"learner": {"type": "crf", "C": 3}})", Json::object()).second != given.second);
  CHECK(cell_of(R"({"learner": {"type": "structural_svm", "C": 2}})", Json::object()).second !=
        given.second);
}

TEST_CASE("a kernel that is a learner's own option can be chosen", "[experiments][config]") {
  const auto cell_of = [](const char* learner, const Json& chosen) {
    const Json json = {{"problem", {{"type", "regression"}}},
                       {"data", {{"format", "csv"}, {"train", "a.csv"}, {"target", "y"}}},
                       {"sweep", {{"labeled", {3}}, {"unlabeled", {0}}, {"holdout", 5}}},
                       {"learners", {Json::parse(learner)}}};
    const Config config = check_config(json, "c.json");
    CellSpec cell{Phase::kCurve, 0, {3, 0}};
    cell.chosen = chosen;
    return std::pair(options_with(chosen, config.learners[0]),
                     cell_identity(cell, config, Json::object()));
  };
  const auto given =
      cell_of(R"({"type": "rlsr", "kernel": {"type": "gaussian", "sigma2": 3}})", Json::object());
  CHECK(given.first.at("kernel").at("sigma2") == 3);
  CHECK(cell_of(R"({"type": "rlsr", "select": {"kernel": [{"type": "gaussian", "sigma2": 3}]}})",
                {{"kernel", {{"type", "gaussian"}, {"sigma2", 3}}}}) == given);
  CHECK(cell_of(R"({"type": "rlsr"})", Json::object()).second != given.second);
}

TEST_CASE(
    "the schema knows the options of learners within a learner, and their dotted names in select",
    "[experiments][config]") {
  const Json schema = config_schema();
  // A part of the schema as it is meant, wherever it is told.
  const auto told = [&](const Json& part) {
    return part.contains("$ref")
               ? schema.at(Json::json_pointer(part.at("$ref").get<std::string>().substr(1)))
               : part;
  };
  for (const Json& entry : schema.at("$defs").at("learners_entry").at("oneOf")) {
    const Json properties = told(told(entry).at("allOf").at(0)).at("properties");
    if (told(properties.at("type")).at("const") != "self_training") continue;
    CHECK(told(properties.at("learner")).at("oneOf").size() >= 4);
    const Json select = told(properties.at("select")).at("properties");
    CHECK(told(told(select.at("learner.C")).at("items"))
              .contains("anyOf"));  // of crf and of structural_svm
    const Json smoothing = told(told(select.at("learner.smoothing")).at("items")).at("anyOf");
    CHECK(smoothing.size() == 4);  // of hmm, naive_bayes, pcfg and pair_hmm
    for (const Json& each : smoothing) CHECK(told(each).at("exclusiveMinimum") == 0);
    CHECK(select.contains("learner"));
    return;
  }
  FAIL("no self_training");
}
