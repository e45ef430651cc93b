// Data blocks: what a config may say, and the named data sets.
#include <catch2/catch.hpp>

#include <set>

#include "costruct/data/data_block.hpp"
#include "costruct/data/data_config.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/data/formats/format.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;

namespace {

Texts errors_of(const Json& data) {
  ConfigErrors errors;
  check_data_block(data, "data", errors);
  return errors.messages();
}

Json conll(Json more = Json::object()) {
  Json block = {{"format", "conll"}, {"train", "t"}, {"columns", {"word", "pos", "label"}}};
  block.update(more);
  return block;
}

std::string only_error(const Json& data) {
  const Texts errors = errors_of(data);
  INFO(data.dump());
  CHECK(errors.size() == 1);
  return errors.empty() ? "" : errors[0];
}

Json one_extractor(Json extractor) {
  return conll({{"features", Json::array({std::move(extractor)})}});
}

}  // namespace

TEST_CASE("a typo in any key of a data block names the key and the nearest valid one",
          "[data][block]") {
  CHECK(only_error(conll({{"colums", 1}})) == "unknown key data.colums: did you mean columns?");
  CHECK(only_error(conll({{"min_lenght", 1}})) ==
        "unknown key data.min_lenght: did you mean min_length?");
  CHECK(only_error({{"format", "conl"}, {"train", "t"}}) ==
        "data.format = \"conl\": did you mean conll?");
  CHECK(only_error({{"dataset", "conll2002"}}) ==
        "data.dataset = \"conll2002\": did you mean conll2002-es?");
  CHECK(only_error(one_extractor({{"extractor", "tokn"}})) ==
        "data.features.0.extractor = \"tokn\": no extractor of tokens; did you mean token?");
  CHECK(only_error(one_extractor({{"extractor", "token"}, {"widnow", 1}})) ==
        "unknown key data.features.0.widnow: did you mean window?");
  CHECK(only_error(one_extractor({{"extractor", "token"}, {"column", "wrd"}})) ==
        "data.features.0.column = \"wrd\": did you mean word?");
  CHECK_THAT(only_error(one_extractor({{"extractor", "surface"}, {"clues", {"initial_upercase"}}})),
             Catch::Contains("did you mean initial_uppercase?"));
}

TEST_CASE("all errors of a data block are reported at once", "[data][block]") {
  const Texts errors = errors_of({{"format", "conll"},
                                  {"columns", {"word", "label"}},
                                  {"limit", 0},
                                  {"max_length", "ten"},
                                  {"wordz", 1}});
  CHECK(errors.size() == 4);
  const Texts in_features =
      errors_of(conll({{"features",
                        {{{"extractor", "token"}, {"window", -1}},
                         {{"extractor", "ngrams"}, {"n", {0}}},
                         {{"extractor", "template"}, {"lines", {"U%x[0,7]", "U%x[0,2]"}}}}}}));
  CHECK(in_features.size() == 4);
}

TEST_CASE("data blocks that are wrong say what is", "[data][block]") {
  CHECK_THAT(only_error(3), Catch::Contains("must be an object"));
  CHECK_THAT(only_error({{"train", "t"}}), Catch::Contains("neither format nor dataset"));
  CHECK_THAT(only_error({{"format", "svmlight"}}), Catch::Contains("data.train: missing"));
  CHECK_THAT(only_error({{"format", "svmlight"}, {"train", {"a", 3}}}),
             Catch::Contains("data.train.1 = 3: must be a path"));
  CHECK_THAT(only_error({{"format", "svmlight"}, {"train", ""}}),
             Catch::Contains("a path or a list of paths"));
  CHECK_THAT(only_error(conll({{"columns", {"word", "pos"}}})),
             Catch::Contains("must be a list of two names or more, among them \"label\""));
  CHECK_THAT(only_error(conll({{"columns", {"word", "word", "label"}}})),
             Catch::Contains("\"word\" stands twice"));
  CHECK_THAT(only_error(conll({{"min_length", 5}, {"max_length", 4}})),
             Catch::Contains("must be <= max_length = 4"));
  CHECK_THAT(only_error(conll({{"features", Json::array()}})),
             Catch::Contains("list of 1 to 100 objects, each with extractor: token, "));
  CHECK_THAT(only_error(conll({{"window", 1}})), Catch::Contains("belongs to a named data set"));
  CHECK_THAT(only_error(one_extractor({{"extractor", "token"}, {"column", "label"}})),
             Catch::Contains("what to predict"));
  CHECK_THAT(only_error(one_extractor({{"extractor", "token"}, {"window", 1000000}})),
             Catch::Contains("<= 20"));
  CHECK_THAT(only_error({{"format", "svmlight"}, {"train", "t"}, {"min_length", 2}}),
             Catch::Contains("unknown key"));
  CHECK_THAT(only_error({{"format", "brown"}, {"train", "t"}, {"tags", "ful"}}),
             Catch::Contains("did you mean full?"));
  CHECK_THAT(only_error({{"format", "conll"}, {"train", "t"}, {"sites", Json::array()}}),
             Catch::Contains("unknown key data.sites"));
}

TEST_CASE("affixes and distributions that are wrong say what is", "[data][block]") {
  const auto error = [](const char* extractor, Json options) {
    options["extractor"] = extractor;
    return only_error(one_extractor(options));
  };
  CHECK_THAT(error("affixes", {{"prefixes", 0}, {"suffixes", 0}}),
             Catch::Contains("data.features.0.prefixes = 0: without suffixes"));
  CHECK_THAT(error("affixes", {{"suffixes", 21}}), Catch::Contains("<= 20"));
  CHECK_THAT(error("affixes", {{"column", "label"}}), Catch::Contains("what to predict"));
  CHECK_THAT(error("affixes", {{"sufixes", 2}}), Catch::Contains("did you mean suffixes?"));
  CHECK_THAT(error("distribution", {{"vectors", false}}),
             Catch::Contains("data.features.0.vectors = false: without clusters"));
  CHECK_THAT(error("distribution", {{"column", "wrd"}}), Catch::Contains("did you mean word?"));
  CHECK_THAT(error("distribution", {{"dimensions", 0}}), Catch::Contains(">= 1"));
  CHECK_THAT(error("distribution", {{"scale", 0}}), Catch::Contains("> 0"));
  CHECK_THAT(error("distribution", {{"contexts", 0}}), Catch::Contains(">= 1"));
  CHECK_THAT(error("distribution", {{"min_count", 0}}), Catch::Contains(">= 1"));
  CHECK_THAT(error("distribution", {{"window", 21}}), Catch::Contains("<= 20"));
  const Json long_list =
      std::vector<int>{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
  for (const Json& sizes : {Json(7), long_list})
    CHECK_THAT(
        error("distribution", {{"clusters", sizes}}),
        Catch::Contains("data.features.0.clusters = ") && Catch::Contains("ascending, 2 to 4096"));
  for (const Json& sizes : {Json{8, 4}, Json{4, 4}})
    CHECK_THAT(error("distribution", {{"clusters", sizes}}),
               Catch::Contains("data.features.0.clusters = ") &&
                   Catch::Contains("must be numbers in ascending order"));
  for (const Json& sizes :
       {Json{1}, Json{4097}, Json{2.5}, Json{"8"}, Json{std::uint64_t{1} << 63}})
    CHECK_THAT(error("distribution", {{"clusters", sizes}}),
               Catch::Contains("data.features.0.clusters.0 = ") &&
                   Catch::Contains("must be an integer >= 2 and <= 4096"));
}

TEST_CASE("templates that are wrong say what is", "[data][block][template]") {
  const auto error = [](const Json& lines) {
    return only_error(one_extractor({{"extractor", "template"}, {"lines", lines}}));
  };
  CHECK_THAT(error({"U01:%x[0]"}), Catch::Contains("%x[row,column]"));
  CHECK_THAT(error({"U01:%x0,0]"}), Catch::Contains("%x[row,column]"));
  CHECK_THAT(error({"U01:%x[0,0"}), Catch::Contains("%x[row,column]"));
  CHECK_THAT(error({"U01:%x[0,9]"}), Catch::Contains("there is no column 9, only 0 to 2"));
  CHECK_THAT(error({"U01:%x[0,2]"}), Catch::Contains("column 2 is the label"));
  CHECK_THAT(error({"U01:%x[101,0]"}), Catch::Contains("row 101"));
  CHECK_THAT(error({"X01:%x[0,0]"}), Catch::Contains("must start with U or be B"));
  CHECK_THAT(error({"B01:%x[0,0]"}), Catch::Contains("write B alone"));
  CHECK_THAT(error(Json::array({"B"})), Catch::Contains("must have a U template"));
  CHECK_THAT(error("U00"), Catch::Contains("must be a list"));
  CHECK_THAT(only_error(one_extractor({{"extractor", "template"}})), Catch::Contains("missing"));
}

TEST_CASE("ranges of groups that are wrong say what is", "[data][block]") {
  const auto error = [](const Json& groups) {
    return only_error({{"format", "svmlight"}, {"train", "t"}, {"groups", groups}});
  };
  const auto group = [](const char* name, Json first, Json last) {
    return Json{{"name", name}, {"first", first}, {"last", last}};
  };
  CHECK_THAT(error({group("a", 1, 5), group("b", 5, 9)}),
             Catch::Contains("overlapping groups a and b"));
  CHECK_THAT(error({group("a", 1, 5), group("a", 6, 9)}), Catch::Contains("two groups named a"));
  CHECK_THAT(error(Json::array({group("a", 0, 5)})), Catch::Contains("whole number from 1"));
  CHECK_THAT(error(Json::array({group("a", -1, 5)})), Catch::Contains("whole number from 1"));
  CHECK_THAT(error(Json::array({group("a", 5, 1)})), Catch::Contains("ends before it starts"));
  CHECK_THAT(error(Json::array({group("a", 1.5, 2)})), Catch::Contains("whole number from 1"));
  CHECK_THAT(error(Json::array({3})),
             Catch::Contains("data.groups.0 = 3: must be an object with name, first and last"));
}

TEST_CASE("labels to keep and groups to require are checked", "[data][block]") {
  const auto error = [](const char* key, Json value) {
    return only_error({{"dataset", "cora-large"}, {key, std::move(value)}});
  };
  CHECK(error("require_groups", {"words", "out_link"}) ==
        "data.require_groups.1 = \"out_link\": did you mean out_links?");
  CHECK_THAT(error("require_groups", {"words", "words"}),
             Catch::Contains("\"words\" stands twice"));
  CHECK_THAT(error("require_groups", "words"),
             Catch::Contains("must be a list of names of groups"));
  CHECK_THAT(error("require_groups", Json::array()),
             Catch::Contains("must be a list of names of groups"));
  CHECK_THAT(error("keep_labels", {1, 2}),
             Catch::Contains("data.keep_labels.0 = 1: must be a label as text"));
  CHECK_THAT(error("keep_labels", {"1", "+1.0"}), Catch::Contains("names \"+1.0\" twice"));
  CHECK_THAT(error("keep_labels", {"1", "?"}), Catch::Contains("always stay"));
  CHECK(errors_of({{"format", "svmlight"}, {"train", "t"}, {"require_groups", {"features"}}})
            .empty());
  CHECK_THAT(only_error(conll({{"keep_labels", {"O"}}})),
             Catch::Contains("unknown key data.keep_labels"));
  CHECK_THAT(only_error(conll({{"require_groups", {"token"}}})),
             Catch::Contains("unknown key data.require_groups"));
}

TEST_CASE("a named data set is replaced by its block, options beside it kept", "[data][datasets]") {
  const Json data = {
      {"dataset", "conll2002-es"}, {"min_length", 10}, {"limit", 3100}, {"window", 2}};
  REQUIRE(errors_of(data).empty());
  const Json block = resolve_dataset(data);
  CHECK(errors_of(block).empty());
  CHECK(block["train"] == "conll2002-es/esp.train.xz");
  CHECK(block["min_length"] == 10);
  CHECK(block["limit"] == 3100);
  CHECK_FALSE(block.contains("dataset"));
  CHECK_FALSE(block.contains("window"));
  for (const Json& extractor : block["features"]) CHECK(extractor["window"] == 2);
  CHECK(resolve_dataset({{"dataset", "ocr"}, {"train", "mine"}})["train"] == "mine");
  CHECK(resolve_dataset(block) == block);
}

TEST_CASE("options beside a named data set are checked", "[data][datasets]") {
  CHECK(errors_of({{"dataset", "brown"}, {"tags", "reduced"}, {"limit", 10}}).empty());
  CHECK_THAT(only_error({{"dataset", "ocr"}, {"window", 1}}), Catch::Contains("have none"));
  CHECK_THAT(only_error({{"dataset", "brown"}, {"window", -1}}),
             Catch::Contains("data.window = -1"));
  CHECK_THAT(
      only_error({{"dataset", "brown"}, {"window", 1}, {"features", {{{"extractor", "token"}}}}}),
      Catch::Contains("stands beside features"));
  CHECK_THAT(only_error({{"dataset", "brown"}, {"format", "brown"}}),
             Catch::Contains("stands beside dataset"));
  CHECK_THAT(only_error({{"dataset", "brown"}, {"tagz", "full"}}),
             Catch::Contains("did you mean tags?"));
  CHECK_THAT(only_error({{"dataset", 3}}), Catch::Contains("data.dataset = 3"));
}

TEST_CASE("every named data set stands for a valid block and says how to get it",
          "[data][datasets]") {
  for (const DatasetEntry& entry : dataset_catalog()) {
    CAPTURE(entry.name);
    CHECK(errors_of({{"dataset", entry.name}}).empty());
    CHECK(errors_of(entry.block).empty());
    REQUIRE(find_dataset(entry.name) != nullptr);
    CHECK(find_dataset(entry.name)->block == entry.block);
    CHECK(find_format(entry.block["format"].get<std::string>())->input == entry.input());
    CHECK_FALSE(entry.summary.empty());
    CHECK_FALSE(entry.licence.empty());
    CHECK_FALSE(entry.obtain.empty());
    const Format& format = *find_format(entry.block.at("format").get<std::string>());
    if (format.examples) {
      CHECK_NOTHROW(format.examples(entry.block));
    } else {
      CHECK_NOTHROW(Encoder(entry.block, entry.input()));
    }
  }
}

TEST_CASE("the gene and Spanish data sets have the two views of the thesis", "[data][datasets]") {
  const Encoder genes(find_dataset("bc2gm")->block, kChains);
  CHECK(genes.groups() == Texts{"token", "surface"});
  const Encoder spanish(find_dataset("conll2002-es")->block, kChains);
  CHECK(spanish.groups() == Texts{"token", "surface"});
}

TEST_CASE(
    "the schema of data blocks has a choice for each format, for each data set and for generators",
    "[data][block]") {
  const Json schema = data_block_schema();
  std::set<std::string> named;
  for (const Json& choice : schema["oneOf"]) {
    for (const Json& name :
         choice["properties"].value("/dataset/oneOf"_json_pointer, Json::array()))
      CHECK(named.insert(name["const"]).second);
  }
  CHECK(named.size() == dataset_catalog().size());
  const Json generators = schema["oneOf"].back()["properties"]["generate"]["oneOf"];
  CHECK(generators.size() == generator_catalog().size());
  CHECK(generators[0]["properties"]["core"]["maximum"] == 1);
  for (const Json& choice : schema["oneOf"]) {
    CHECK(choice["required"].is_array());
    CHECK(choice["properties"].contains(choice["required"][0].get<std::string>()));
  }
  CHECK(extractor_catalog().size() == extractor_kinds().size());
}

TEST_CASE("extractors of rows that are wrong say what is", "[data][block][rows]") {
  const auto error = [](const Json& features, const char* format = "svmlight") {
    Json block = {{"format", format}, {"train", "t"}, {"features", features}};
    if (block["format"] == "conll") block["columns"] = {"word", "label"};
    return only_error(block);
  };
  const Json values = {{"extractor", "values"}}, latent = {{"extractor", "latent"}};
  const auto with = [](Json extractor, const char* key, Json value) {
    extractor[key] = std::move(value);
    return Json::array({extractor});
  };
  CHECK(
      errors_of({{"format", "svmlight"}, {"train", "t"}, {"features", {values, latent}}}).empty());
  CHECK(errors_of({{"format", "svmlight"}, {"train", "t"}, {"features", nullptr}}).empty());
  CHECK_THAT(error(Json::array()), Catch::Contains("data.features = []: must be a list of 1 to"));
  CHECK_THAT(error({{{"extractor", "laten"}}}), Catch::Contains("did you mean latent?"));
  CHECK_THAT(error(with(latent, "dimensions", 0)),
             Catch::Contains("data.features.0.dimensions = 0: must be >= 1"));
  CHECK_THAT(error(with(latent, "dimensions", 1001)), Catch::Contains("<= 1000"));
  CHECK_THAT(error(with(latent, "column", "text")),
             Catch::Contains("data.features.0.column = \"text\": rows of numbers have no texts"));
  CHECK_THAT(error(with(latent, "scale", 0)), Catch::Contains("> 0"));
  CHECK_THAT(error(with(latent, "weighting", "tfidf")), Catch::Contains("did you mean tf_idf?"));
  CHECK_THAT(error(with(latent, "window", 1)),
             Catch::Contains("unknown key data.features.0.window"));
  CHECK_THAT(error(with(values, "weighting", "tf_idf")), Catch::Contains("must be none or log"));
  CHECK_THAT(error(with(values, "normalize", "l1")),
             Catch::Contains("data.features.0.normalize = \"l1\""));
  CHECK_THAT(error(with(values, "group", 3)), Catch::Contains("must be the name of a group"));
  CHECK_THAT(error({values, values}),
             Catch::Contains("data.features.1.group = null: stands twice"));
  CHECK_THAT(error({latent, latent}),
             Catch::Contains("data.features.1.group = \"latent\": stands twice"));
  CHECK_THAT(
      error({{{"extractor", "token"}}}),
      Catch::Contains("extractor = \"token\": no extractor of rows of numbers; must be values, "
                      "latent or links"));
  CHECK_THAT(error(Json::array({latent}), "conll"),
             Catch::Contains("extractor = \"latent\": no extractor of tokens; must be token, "));
  CHECK_THAT(error({{{"extractor", "links"}, {"file", "l"}}}, "conll"),
             Catch::Contains("extractor = \"links\": no extractor of tokens; must be token, "));
  CHECK_THAT(only_error({{"format", "npy"},
                         {"train", "t"},
                         {"target_column", 1},
                         {"features", Json::array({latent})}}),
             Catch::Contains("unknown key data.features"));
}

TEST_CASE("docs/features.md names every extractor, and the options of those that it describes",
          "[data][block][docs]") {
  const std::string page =
      bytes_of_file(std::filesystem::path(COSTRUCT_SOURCE_DIR) / "docs" / "features.md");
  for (const ExtractorKind& kind : extractor_kinds()) {
    CAPTURE(kind.name);
    CHECK_THAT(page, Catch::Contains("| `" + kind.name + "` |"));
    const auto section = page.find("## " + kind.name + "\n");
    if (section == std::string::npos) continue;
    const std::string text = page.substr(section, page.find("\n## ", section) - section);
    for (const OptionInfo& option : kind.options) {
      CAPTURE(option.name);
      CHECK_THAT(text, Catch::Contains("`" + option.name + "`"));
    }
  }
  for (const char* name : {"affixes", "distribution", "values", "latent"})
    CHECK_THAT(page, Catch::Contains(std::string("\n## ") + name + "\n"));
}

TEST_CASE("sites stand in place of the files of all views", "[data][block][sites]") {
  const Json site = {{"train", "a"}, {"unlabeled", {"u", "w"}}};
  const auto block = [](Json sites, Json more = Json::object()) {
    Json data = {{"format", "svmlight"}, {"sites", std::move(sites)}};
    data.update(more);
    return data;
  };
  const auto error = [&](const Json& sites) { return only_error(block(sites)); };
  const Json two = block({site, {{"train", {"b"}}, {"unlabeled", "v"}}}, {{"limit", 7}});
  REQUIRE(errors_of(two).empty());
  const std::vector<DataConfig> sites = read_data_config(two).sites;
  REQUIRE(sites.size() == 2);
  CHECK(sites[0].block ==
        Json{{"format", "svmlight"}, {"train", "a"}, {"unlabeled", {"u", "w"}}, {"limit", 7}});
  CHECK(sites[1].block ==
        Json{{"format", "svmlight"}, {"train", {"b"}}, {"unlabeled", "v"}, {"limit", 7}});
  CHECK(sites[0].train == std::vector<std::string>{"a"});
  CHECK(sites[0].unlabeled == std::vector<std::string>{"u", "w"});
  for (const DataConfig& each : sites) {
    CHECK(errors_of(each.block).empty());
    CHECK(each.sites.empty());
  }

  CHECK_THAT(error(Json::array()), Catch::Contains("must be a list"));
  CHECK_THAT(error("a"), Catch::Contains("must be a list"));
  CHECK_THAT(error({{{"train", "a"}}}), Catch::Contains("data.sites.0.unlabeled is missing"));
  CHECK_THAT(error({{{"unlabeled", "a"}}}), Catch::Contains("data.sites.0.train is missing"));
  CHECK_THAT(error({{{"train", "a"}, {"unlabeled", 3}}}),
             Catch::Contains("unlabeled = 3: must be a path"));
  CHECK_THAT(error({{{"train", "a"}, {"unlabeled", "u"}, {"tset", "t"}}}),
             Catch::Contains("unknown key data.sites.0.tset: expected train or unlabeled"));
  CHECK_THAT(only_error(block({site}, {{"train", "a"}})),
             Catch::Contains("data.sites stands beside train"));
  CHECK_THAT(only_error(block({site}, {{"unlabeled", "a"}})),
             Catch::Contains("data.sites stands beside unlabeled"));
  CHECK_THAT(only_error({{"dataset", "mfeat"}, {"sites", {site}}}),
             Catch::Contains("data.sites stands beside train"));
}
