// Declared options: one declaration gives parsing, checks, defaults, schema; errors name the
// nearest valid key.
#include <catch2/catch.hpp>

#include "costruct/core/options.hpp"

#include <limits>

using namespace costruct;
using Catch::Contains;

namespace {

enum class Mode { kSlow, kFast };

struct Sample {
  double C = 1;
  double fraction = 0.5;
  std::optional<double> epsilon;
  Index epochs = 10;
  bool average = false;
  Mode mode = Mode::kFast;
  std::string outside = "O";
  Json costs;
  Index cache = 5;
};

OptionDeclaration<Sample> declaration() {
  OptionDeclaration<Sample> d;
  d.number("C", &Sample::C, {.greater_than = 0}, "weight of the losses");
  d.number("fraction", &Sample::fraction, {.at_least = 0, .at_most = 1}, "a share");
  d.number("epsilon", &Sample::epsilon, {.greater_than = 0}, "null: not used");
  d.integer("epochs", &Sample::epochs, {.at_least = 1}, "passes");
  d.boolean("average", &Sample::average, "mean weights");
  d.choice("mode", &Sample::mode, {"slow", "fast"}, "which way");
  d.text("outside", &Sample::outside, "a label");
  d.json("costs", &Sample::costs, or_null({{"title", "matrix"}, {"type", "array"}}), "a matrix");
  d.integer("cache", &Sample::cache, {.at_least = 0}, "entries kept").time_only();
  return d;
}

std::string error_of(const Json& options) {
  try {
    declaration().parse(options);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("absent options keep their defaults", "[core][options]") {
  const Sample parsed = declaration().parse(Json::object());
  CHECK(parsed.C == 1);
  CHECK(parsed.fraction == 0.5);
  CHECK(!parsed.epsilon);
  CHECK(parsed.epochs == 10);
  CHECK(!parsed.average);
  CHECK(parsed.mode == Mode::kFast);
  CHECK(parsed.outside == "O");
  CHECK(parsed.costs.is_null());
}

TEST_CASE("given options are read into their fields", "[core][options]") {
  const Sample parsed = declaration().parse(Json::parse(
      R"({"C": 2, "fraction": 1, "epsilon": 0.25, "epochs": 3, "average": true, "mode": "slow",
                      "outside": "-", "costs": [[0]]})"));
  CHECK(parsed.C == 2);
  CHECK(parsed.fraction == 1);
  CHECK(parsed.epsilon == 0.25);
  CHECK(parsed.epochs == 3);
  CHECK(parsed.average);
  CHECK(parsed.mode == Mode::kSlow);
  CHECK(parsed.outside == "-");
  CHECK(parsed.costs == Json::parse("[[0]]"));
  CHECK(!declaration().parse(Json::parse(R"({"epsilon": null})")).epsilon);
}

TEST_CASE("an option out of its range or of the wrong type is an error that names it",
          "[core][options]") {
  const auto options = GENERATE(R"({"C": 0})", R"({"C": -1})", R"({"C": "1"})", R"({"C": true})",
                                R"({"C": null})", R"({"C": [1]})", R"({"C": 1e999})");
  INFO(options);
  Json parsed = Json::parse(options, nullptr, false);
  if (parsed.is_discarded()) parsed = Json{{"C", std::numeric_limits<double>::infinity()}};
  CHECK_THAT(error_of(parsed), Contains("C"));
  CHECK(!error_of(parsed).empty());
}

TEST_CASE("each kind of option rejects what it is not", "[core][options]") {
  const auto [key, value] = GENERATE(table<std::string, std::string>({{"fraction", "-0.01"},
                                                                      {"fraction", "1.01"},
                                                                      {"epsilon", "0"},
                                                                      {"epochs", "0"},
                                                                      {"epochs", "1.5"},
                                                                      {"epochs", "\"3\""},
                                                                      {"epochs", "1e30"},
                                                                      {"average", "1"},
                                                                      {"average", "\"true\""},
                                                                      {"mode", "\"quick\""},
                                                                      {"mode", "1"},
                                                                      {"outside", "3"},
                                                                      {"outside", "null"},
                                                                      {"costs", "{}"},
                                                                      {"costs", "1"}}));
  INFO(key << ": " << value);
  const std::string error = error_of(Json{{key, Json::parse(value)}});
  CHECK_THAT(error, Contains(key));
}

TEST_CASE("bounds that are included are accepted", "[core][options]") {
  CHECK(error_of(Json{{"fraction", 0}}).empty());
  CHECK(error_of(Json{{"fraction", 1.0}}).empty());
  CHECK(error_of(Json{{"epochs", 1}}).empty());
  CHECK(error_of(Json{{"C", 1e-300}}).empty());
}

TEST_CASE("NaN and infinity are no numbers for an option", "[core][options]") {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    CHECK_THAT(error_of(Json{{"C", bad}}), Contains("C"));
    CHECK_THAT(error_of(Json{{"fraction", bad}}), Contains("fraction"));
  }
}

TEST_CASE("a misspelt key is answered with the nearest valid one", "[core][options]") {
  CHECK_THAT(error_of(Json{{"epocsh", 3}}), Contains("epocsh") && Contains("did you mean epochs?"));
  CHECK_THAT(error_of(Json{{"epsilno", 3}}),
             Contains("epsilno") && Contains("did you mean epsilon?"));
  const std::string strange = error_of(Json{{"zzzzzzzzzzzzz", 3}});
  CHECK_THAT(strange, Contains("zzzzzzzzzzzzz"));
  CHECK_THAT(strange, !Contains("did you mean"));
}

TEST_CASE("all errors are reported at once, each with its place", "[core][options]") {
  ConfigErrors errors;
  check_options(declaration().list(),
                Json::parse(R"({"C": -1, "epocsh": 2, "mode": "quick", "type": "x"})"), "learner",
                errors, {"type"});
  REQUIRE(errors.messages().size() == 3);
  std::string all;
  for (const auto& message : errors.messages()) all += message + "\n";
  CHECK_THAT(all, Contains("learner.C") && Contains("-1") && Contains("must be > 0"));
  CHECK_THAT(all, Contains("learner.epocsh") && Contains("epochs"));
  CHECK_THAT(all, Contains("learner.mode") && Contains("quick"));
  CHECK_THAT(all, Contains("slow") && Contains("fast"));
  CHECK_THROWS_AS(errors.throw_if_any("x.json"), ConfigError);
  CHECK_NOTHROW(ConfigErrors().throw_if_any("x.json"));
}

TEST_CASE("options that are no object are an error", "[core][options]") {
  for (const char* text : {"[]", "3", "\"C\"", "null"}) {
    INFO(text);
    ConfigErrors errors;
    check_options(declaration().list(), Json::parse(text), "learner", errors);
    CHECK(!errors.empty());
  }
}

TEST_CASE("defaults fill in what is absent, and parse to the same options", "[core][options]") {
  const auto d = declaration();
  const Json full = with_defaults(d.list(), Json{{"C", 4}, {"mode", "slow"}});
  CHECK(full.at("C") == 4);
  CHECK(full.at("mode") == "slow");
  CHECK(full.at("epochs") == 10);
  CHECK(full.at("epsilon").is_null());
  CHECK(full.at("average") == false);
  CHECK(full.size() == d.list().size());
  CHECK_NOTHROW(d.parse(full));
  CHECK(with_defaults(d.list(), full) == full);
}

TEST_CASE("the schema says what the declaration says", "[core][options]") {
  const auto d = declaration();
  const Json schema = options_schema(d.list());
  CHECK(schema.size() == d.list().size());
  CHECK(schema.at("C").at("exclusiveMinimum") == 0);
  CHECK(schema.at("C").at("type") == "number");
  CHECK(schema.at("C").at("default") == 1);
  CHECK(schema.at("fraction").at("minimum") == 0);
  CHECK(schema.at("fraction").at("maximum") == 1);
  CHECK(schema.at("epochs").at("type") == "integer");
  CHECK(schema.at("epochs").at("minimum") == 1);
  CHECK(schema.at("average").at("type") == "boolean");
  CHECK(schema.at("mode").at("enum") == Json::parse(R"(["slow", "fast"])"));
  CHECK(schema.at("outside").at("type") == "string");
  for (const OptionInfo& info : d.list()) {
    INFO(info.name);
    CHECK(schema.at(info.name).at("description") == info.meaning);
    CHECK(option_schema(info) == schema.at(info.name));
  }
}

TEST_CASE("types and ranges read as people write them", "[core][options]") {
  const auto d = declaration();
  CHECK(type_and_range(d.list()[0]) == "number > 0");
  CHECK(type_and_range(d.list()[3]) == "integer >= 1");
  CHECK(type_and_range(d.list()[5]) == "slow or fast");
  CHECK(d.list().back().effect == Effect::kTimeOnly);
  CHECK(d.list().front().effect == Effect::kResult);
}

TEST_CASE("the nearest names: typing errors, else words, else edit distance", "[core][options]") {
  const std::vector<std::string> names = {"perceptron",     "co_perceptron",   "hmm",
                                          "structural_svm", "co_svm",          "gradient_svm",
                                          "gradient_tsvm",  "gradient_co_svm", "self_training",
                                          "labeled"};
  using Names = std::vector<std::string>;
  const auto [name, nearest] = GENERATE(table<std::string, Names>({
      {"perceptorn", {"perceptron"}},
      {"coperceptron", {"co_perceptron"}},
      {"hm", {"hmm"}},
      {"hmm", {"hmm"}},
      {"HMM", {"hmm"}},
      {"Co-Perceptron", {"co_perceptron"}},
      {"CO SVM", {"co_svm"}},
      {"PERCEPTORN", {"perceptron"}},
      {"svm", {"structural_svm", "co_svm", "gradient_svm"}},
      {"SVM", {"structural_svm", "co_svm", "gradient_svm"}},
      {"co_svm_gradient", {"gradient_co_svm", "co_svm", "gradient_svm"}},
      {"struct", {"structural_svm"}},
      {"trainings", {"self_training"}},
      {"labels", {"labeled"}},
      {"zzzzzz", {}},
      {"", {}},
      {std::string(1000, 'p'), {}},
  }));
  CAPTURE(name);
  CHECK(nearest_names(name, names) == nearest);
  CHECK(nearest_names("x", {}).empty());
  const Names sets = {"conll2000", "conll2002-es", "bc2gm"};
  CHECK(nearest_names("conll2002", sets) == Names{"conll2002-es"});
  CHECK(nearest_names("conll200", sets) == Names{"conll2000"});
  CHECK(nearest_names("bagging", Names{"parsing", "sequence"}).empty());
  CHECK(nearest_names("tagging", Names{"parsing", "sequence"}) == Names{"sequence"});
  CHECK(nearest_names("abdc", Names{"abcd", "x"}) == Names{"abcd"});
  CHECK(nearest_names("--mdoel", Names{"--model", "--set"}) == Names{"--model"});
  CHECK(did_you_mean("svm", names) ==
        "did you mean structural_svm, co_svm or gradient_svm? structural_svm is the supervised SVM "
        "of every problem.");
  CHECK(did_you_mean("zzzzzz", names).empty());
  CHECK(did_you_mean("evil\x1b", Names{"evil\x1b["}) == "did you mean evil\\u001b[?");
  CHECK(one_of(std::vector<std::string>{"a", "b", "c"}) == "a, b or c");
  CHECK(one_of(std::vector<std::string>{"a"}) == "a");
  CHECK_THAT(one_of(std::vector<std::string>(1000, "a")), Catch::EndsWith(", a or 980 others"));
}

TEST_CASE("a long value is shortened in messages", "[core][options]") {
  CHECK(shown(Json{{"a", 1}}) == "{\"a\":1}");
  CHECK(shown(Json(std::string(100000, 'x'))).size() < 1000);
}

namespace {

struct Outer {
  Json engine = Json::object({{"type", "petrol"}});
  double weight = 1;
};

struct EngineType {
  std::string name, summary;
  std::vector<OptionInfo> options;
};

BlockTypes types_of(std::string kind, std::vector<EngineType> entries) {
  const auto kept = std::make_shared<const std::vector<EngineType>>(std::move(entries));
  return {std::move(kind), [kept] {
            std::vector<BlockTypes::Type> types;
            for (const EngineType& type : *kept)
              types.push_back({type.name, type.summary, type.options});
            return types;
          }};
}

// An option that is an object of one of two types, one of which holds such an option itself.
OptionDeclaration<Outer> outer_declaration() {
  const OptionDeclaration<Sample> petrol = declaration();
  struct Electric {
    Json battery = Json::object({{"type", "lead"}});
    Index volts = 12;
  };
  struct Lead {
    double charge = 0.5;
  };
  OptionDeclaration<Lead> lead;
  lead.number("charge", &Lead::charge, {.at_least = 0, .at_most = 1}, "share");
  OptionDeclaration<Electric> electric;
  electric.block("battery", &Electric::battery,
                 types_of("battery", {{"lead", "heavy", lead.list()}}), "what it holds");
  electric.integer("volts", &Electric::volts, {.at_least = 1}, "tension");
  OptionDeclaration<Outer> outer;
  outer.block("engine", &Outer::engine,
              types_of("engine",
                       {{"petrol", "loud", petrol.list()}, {"electric", "quiet", electric.list()}}),
              "what drives it");
  outer.number("weight", &Outer::weight, {.greater_than = 0}, "tons");
  return outer;
}

std::string outer_errors(const char* text) {
  ConfigErrors errors;
  check_options(outer_declaration().list(), Json::parse(text), "car", errors);
  std::string all;
  for (const auto& message : errors.messages()) all += message + "\n";
  return all;
}

}  // namespace

TEST_CASE("everything wrong within a block is reported at its own place", "[core][options]") {
  CHECK(outer_errors("{}").empty());
  CHECK(outer_errors(R"({"engine": {"type": "electric", "volts": 3, "battery": {"type": "lead"}}})")
            .empty());
  const std::string all =
      outer_errors(R"({"engine": {"type": "petrol", "C": 0, "epocs": 3}, "weight": 0})");
  CHECK_THAT(all, Contains("car.engine.C = 0: must be > 0\n"));
  CHECK_THAT(all, Contains("unknown key car.engine.epocs") && Contains("did you mean epochs?"));
  CHECK_THAT(all, Contains("car.weight"));
  CHECK_THAT(
      outer_errors(R"({"engine": {"type": "electric", "battery": {"type": "lead", "charge": 2}}})"),
      Contains("car.engine.battery.charge = 2.0: must be >= 0 and <= 1") ||
          Contains("car.engine.battery.charge = 2: must be >= 0 and <= 1"));
}

TEST_CASE("a block without a type, or of an unknown one, is told which there are",
          "[core][options]") {
  CHECK_THAT(outer_errors(R"({"engine": {"type": "elektric"}})"),
             Contains("car.engine.type = \"elektric\": no engine; did you mean electric?"));
  CHECK_THAT(outer_errors(R"({"engine": {"type": "zzzzzzzzzz"}})"),
             Contains("must be petrol or electric"));
  CHECK_THAT(outer_errors(R"({"engine": {"type": 3}})"), Contains("car.engine.type = 3"));
  CHECK_THAT(outer_errors(R"({"engine": {"C": 1}})"), Contains("car.engine.type is missing"));
  CHECK_THAT(outer_errors(R"({"engine": "petrol"})"),
             Contains("car.engine = \"petrol\": must be an object"));
  CHECK_THAT(outer_errors(R"({"engine": null})"), Contains("car.engine = null: must be an object"));
}

TEST_CASE("defaults within blocks are filled in, for the type that is named", "[core][options]") {
  const auto d = outer_declaration();
  const Json petrol = with_defaults(d.list(), Json::object());
  CHECK(petrol.at("engine").at("type") == "petrol");
  CHECK(petrol.at("engine").at("epochs") == 10);
  const Json electric = with_defaults(d.list(), Json::parse(R"({"engine": {"type": "electric"}})"));
  CHECK(electric.at("engine") ==
        Json::parse(
            R"({"type": "electric", "volts": 12, "battery": {"type": "lead", "charge": 0.5}})"));
  CHECK(with_defaults(d.list(), electric) == electric);
  CHECK(d.parse(electric).engine == electric.at("engine"));
}

TEST_CASE("dotted paths lead to the options within a block", "[core][options]") {
  const auto d = outer_declaration();
  const Json electric = Json::parse(R"({"engine": {"type": "electric"}})");
  REQUIRE(find_option(d.list(), Json::object(), "engine.C") != nullptr);
  CHECK(find_option(d.list(), Json::object(), "engine.C")->name == "C");
  CHECK(find_option(d.list(), electric, "engine.C") == nullptr);
  CHECK(find_option(d.list(), electric, "engine.battery.charge")->name == "charge");
  CHECK(find_option(d.list(), electric, "engine") == &d.list()[0]);
  for (const char* none :
       {"", ".", "engine.", "engine.type", "weight.C", "engine.battery.charge.x", "motor.C"})
    CHECK(find_option(d.list(), electric, none) == nullptr);
  CHECK(option_paths(d.list(), electric) == std::vector<std::string>{"engine", "engine.battery",
                                                                     "engine.battery.charge",
                                                                     "engine.volts", "weight"});
  for (const std::string& path : option_paths(d.list(), electric))
    CHECK(find_option(d.list(), electric, path));
  Json object = electric;
  value_at(object, "engine.battery.charge") = 0.25;
  value_at(object, "weight") = 2;
  CHECK(
      object ==
      Json::parse(R"({"engine": {"type": "electric", "battery": {"charge": 0.25}}, "weight": 2})"));
}

TEST_CASE("spelling and time-only options are found within blocks", "[core][options]") {
  const auto d = outer_declaration();
  Json one = Json::parse(R"({"engine": {"type": "petrol", "C": 1, "cache": 3}, "weight": 2})");
  Json other =
      Json::parse(R"({"engine": {"type": "petrol", "C": 1.0, "cache": 4}, "weight": 2.0})");
  CHECK(one.dump() != other.dump());
  for (Json* options : {&one, &other}) {
    spell_numbers_alike(d.list(), *options);
    erase_time_only(d.list(), *options);
  }
  CHECK(one.dump() == other.dump());
  CHECK(!one.at("engine").contains("cache"));
}

TEST_CASE("the schema of a block has a choice for each type", "[core][options]") {
  const auto d = outer_declaration();
  const Json schema = option_schema(d.list()[0]);
  REQUIRE(schema.at("oneOf").size() == 2);
  const Json& electric = schema.at("oneOf").at(1);
  CHECK(electric.at("properties").at("type").at("const") == "electric");
  CHECK(electric.at("properties").at("volts").at("minimum") == 1);
  CHECK(electric.at("properties").at("battery").contains("oneOf"));
  CHECK(electric.at("required") == Json::parse(R"(["type"])"));
  CHECK(electric.at("additionalProperties") == false);
  CHECK(schema.at("default") == Json::parse(R"({"type": "petrol"})"));
  CHECK_THAT(type_and_range(d.list()[0]), Contains("petrol or electric"));
}

namespace {

// A list of engines, of which the electric one must have its volts.
std::vector<OptionInfo> fleet_options(BlockCount count, bool takes_null_of_others = false) {
  OptionInfo volts = integer_option("volts", nullptr, {.at_least = 1}, "tension");
  volts.is_required = true;
  BlockTypes types = types_of(
      "engine", {{"petrol", "loud", declaration().list()}, {"electric", "quiet", {volts}}});
  types.key = "engine";
  types.default_type = "petrol";
  types.takes_null_of_others = takes_null_of_others;
  return {block_option("fleet", nullptr, types, "what there is", count,
                       [](const Json& list) -> std::optional<std::string> {
                         if (list.size() < 3) return std::nullopt;
                         return "must be two at most";
                       })};
}

std::string fleet_errors(const std::string& fleet, BlockCount count = BlockCount::kList,
                         bool takes_null_of_others = false) {
  ConfigErrors errors;
  check_options(fleet_options(count, takes_null_of_others), Json{{"fleet", Json::parse(fleet)}}, "",
                errors);
  std::string all;
  for (const auto& message : errors.messages()) all += message + "\n";
  return all;
}

}  // namespace

TEST_CASE("each block of a list is checked at its own place", "[core][options]") {
  CHECK(fleet_errors("null").empty());
  CHECK(fleet_errors(R"([{"C": 2}, {"engine": "electric", "volts": 3}])").empty());
  CHECK(fleet_errors(R"([{"C": 2}, {"C": 0}])") == "fleet.1.C = 0: must be > 0\n");
  CHECK_THAT(fleet_errors("[]"), Contains("fleet = []: must be a list of 1 to 100 objects"));
  CHECK_THAT(fleet_errors("{}"), Contains("fleet = {}: must be a list"));
  CHECK_THAT(fleet_errors("[1]"), Contains("fleet.0 = 1: must be an object with `engine`"));
  CHECK_THAT(fleet_errors(R"([{"engine": "steam"}])"),
             Contains("fleet.0.engine = \"steam\": no engine; must be petrol or electric"));
  CHECK_THAT(fleet_errors("[{}, {}, {}]"), Contains("must be two at most"));
  CHECK(fleet_errors(R"({"C": 2})", BlockCount::kOneOrList).empty());
  CHECK(fleet_errors(R"([{"C": 2}])", BlockCount::kOneOrList).empty());
}

TEST_CASE("an option of another type and a missing one are told", "[core][options]") {
  CHECK(fleet_errors(R"([{"engine": "electric"}])") == "fleet.0.volts is missing: tension\n");
  CHECK(fleet_errors(R"([{"engine": "electric", "volts": 1, "C": 2}])") ==
        "fleet.0.C belongs to engine petrol, but engine is electric\n");
  const std::string null_of_other = R"([{"engine": "electric", "volts": 1, "C": null}])";
  CHECK(fleet_errors(null_of_other) ==
        "fleet.0.C belongs to engine petrol, but engine is electric\n");
  CHECK(fleet_errors(null_of_other, BlockCount::kList, true).empty());
  const Json schema = option_schema(fleet_options(BlockCount::kOneOrList)[0]);
  const Json& choices = schema.at("anyOf")[0].at("oneOf");
  CHECK_FALSE(choices[0].contains("required"));
  CHECK(choices[1].at("required") == Json({"volts", "engine"}));
}
