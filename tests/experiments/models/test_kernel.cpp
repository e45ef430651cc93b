// The key `kernel` of a learner: configs, sweeps, model files.
#include <limits>

#include "costruct/core/kernel/cholesky_features.hpp"
#include "costruct/core/kernel/product_features.hpp"
#include "costruct/experiments/describe/names.hpp"
#include "costruct/experiments/describe/schema.hpp"
#include "costruct/experiments/models/kernel_model.hpp"
#include "costruct/io/json_file.hpp"
#include "support/sweep_fixture.hpp"
#include "support/trained_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

const Json kProducts = {{"type", "polynomial"}, {"degree", 2}, {"expansion", "products"}};
const Json kFactor = {
    {"type", "polynomial"}, {"degree", 3}, {"offset", 0.5}, {"expansion", "cholesky"}};
const Json kGaussian = {{"type", "gaussian"}};
const Json kGraph = {{"type", "graph"}, {"neighbours", 3}};
const Json kScaled = {{"scaling", "standardize"}};
const Json kScaledGaussian = {{"type", "gaussian"}, {"scaling", "robust"}};
const Json kTruncated = {{"type", "gaussian"}, {"sigma2", 2}, {"rank", 7}};

Json experiment_with(const Json& kernel) {
  Json json = toy_experiment();
  json["learners"] = {{{"type", "perceptron"}, {"epochs", 3}, {"kernel", kernel}},
                      {{"type", "co_perceptron"},
                       {"epochs", 2},
                       {"Cu", 1},
                       {"Cu_scale", "each"},
                       {"final", "sum"},
                       {"kernel", kernel}}};
  return json;
}

// The kernels of a file that holds nothing else.
ViewKernels read_back(const ModelWriter& writer, std::vector<Index> num_features) {
  const TemporaryFolder folder;
  writer.write(folder / "k");
  return read_kernels(ModelReader(folder / "k"), num_features);
}

}  // namespace

TEST_CASE("with a kernel, predictions through a model file equal those in memory",
          "[experiments][kernel]") {
  const bool rows = GENERATE(false, true);
  const std::string learner = GENERATE("co_perceptron", "perceptron");
  const Json kernel = GENERATE(kProducts, kFactor, kGaussian, kTruncated, kScaled, kScaledGaussian);
  Json json = rows ? rows_training() : toy_training();
  json["learner"] = {{"type", learner}, {"epochs", 3}, {"kernel", kernel}};
  if (learner == "co_perceptron") json["learner"]["final"] = "sum";
  CAPTURE(rows, learner, kernel.dump());
  Trained trained(json);
  const std::string test = rows ? "test.svm" : "test.conll";
  const std::string predictions = trained.predictions(test);
  CHECK(!predictions.empty());
  CHECK(predictions == predictions_in_memory(trained, test));

  const StructuredFile model = stored_model(trained.folder / "m.safetensors");
  CHECK(model.kernels.size() == model.weights.size());
  CHECK(model.learner["kernel"]["type"] == kernel.value("type", "linear"));
  evaluate_file(trained.folder / "m.safetensors", trained.folder / test, trained.folder / "e.json");
}

TEST_CASE("evaluate says of a model with a kernel what train said of it", "[experiments][kernel]") {
  const Json kernel = GENERATE(kProducts, kGaussian, kGraph, kScaled, kScaledGaussian);
  Json json = toy_training();
  json["data"]["test"] = "test.conll";
  json["learner"]["kernel"] = kernel;
  Trained trained(json);
  evaluate_file(trained.folder / "m.safetensors", trained.folder / "test.conll",
                trained.folder / "e.json");
  CHECK(Json::parse(read_text(trained.folder / "e.json"))["metrics"] == trained.report["metrics"]);
}

TEST_CASE("a linear kernel leaves no trace in a model file", "[experiments][kernel]") {
  Json json = toy_training();
  Trained plain(json);
  json["learner"]["kernel"] = {{"type", "linear"}};
  Trained linear(json);
  const ModelReader reader(linear.folder / "m.safetensors");
  CHECK_FALSE(reader.has_fact("kernel"));
  CHECK(stored_model(linear.folder / "m.safetensors").kernels.empty());
  CHECK(stored_model(linear.folder / "m.safetensors").weights ==
        stored_model(plain.folder / "m.safetensors").weights);
}

TEST_CASE("learners with a scaling do not depend on the units of columns",
          "[experiments][kernel][scaling]") {
  const TemporaryFolder folder;
  RandomStream random(5, 0, "units");
  std::string plain = "a,b,c,y\n", other = plain;
  for (int i = 0; i < 60; ++i) {
    const int y = i % 3;
    const double a = y + random.uniform(), b = y - 2 * random.uniform(), c = random.uniform();
    plain += fmt::format("{:.17g},{:.17g},{:.17g},k{}\n", a, b, c, y);
    other += fmt::format("{:.17g},{:.17g},{:.17g},k{}\n", 1000 * a + 7, b / 64 - 3, 8 * c, y);
  }
  write_text(folder / "plain.csv", plain);
  write_text(folder / "other.csv", other);
  const auto predictions = [&](const std::string& data, const Json& kernel) {
    const Json json = {
        {"problem", {{"type", "multiclass"}, {"bias", true}}},
        {"data", {{"format", "csv"}, {"target", "y"}, {"train", data}}},
        {"learner", {{"type", "structural_svm"}, {"gap", 1e-9}, {"kernel", kernel}}}};
    write_text(folder / "c.json", json.dump());
    TrainRequest request;
    request.config = folder / "c.json";
    request.model = folder / "m.st";
    train_model(request);
    predict_file(folder / "m.st", folder / data, folder / "p.txt");
    return read_text(folder / "p.txt");
  };
  for (const char* scaling : {"standardize", "minmax", "robust"}) {
    for (const char* type : {"linear", "gaussian"}) {
      INFO(scaling << ", " << type);
      const Json kernel = {{"type", type}, {"scaling", scaling}};
      CHECK(predictions("plain.csv", kernel) == predictions("other.csv", kernel));
    }
  }
}

TEST_CASE("products without weight, and features in no product, are not in the model",
          "[experiments][kernel]") {
  Json json = toy_training();
  json["learner"] = {{"type", "perceptron"}, {"epochs", 1}, {"kernel", kProducts}};
  Trained trained(json);
  const LoadedData data =
      load_data(load_config(trained.folder / "c.json"), DataPaths(trained.folder / "c.json", {}));
  const StructuredFile model = stored_model(trained.folder / "m.safetensors");
  CHECK(model.examples->num_features() < data.examples->num_features());
  const auto& products = dynamic_cast<const ProductFeatures&>(*model.kernels[0]);
  std::vector<bool> used(model.examples->num_features(), false);
  const auto labels = static_cast<Index>(model.examples->label_names().size());
  for (Index i = 0; i < products.dimension(); ++i) {
    const auto row = model.weights[0].begin() + i * labels;
    CHECK(std::any_of(row, row + labels, [](double w) { return w != 0; }));
    for (const std::int32_t feature : products.products()[i]) {
      if (feature >= 0) used[feature] = true;
    }
  }
  CHECK(std::find(used.begin(), used.end(), false) == used.end());
}

TEST_CASE("kernels are read back as they were written", "[experiments][kernel]") {
  Points points;
  points.add(Point{{0, 2}, {1.5, -2}});
  points.add(Point{{}, {}});
  points.add(Point{{1}, {0.25}});
  const Kernel gaussian{KernelType::kGaussian, 2, 1, 1.0 / 3};
  const Kernel cubic{KernelType::kPolynomial, 3, 0.1, 1};
  const auto factor = std::make_shared<const CholeskyFeatures>(
      features_of(gaussian, points, factorize(gaussian, points, {})));
  const auto products = std::make_shared<const ProductFeatures>(products_of(cubic, points, 1e9));
  ModelWriter writer;
  write_kernels(writer, {factor, products});
  const ViewKernels read = read_back(writer, {3, 3});
  REQUIRE(read.size() == 2);
  CHECK(dynamic_cast<const CholeskyFeatures&>(*read[0]).kernel().sigma2 == 1.0 / 3);
  CHECK(dynamic_cast<const ProductFeatures&>(*read[1]).kernel().offset == 0.1);
  CHECK(dynamic_cast<const ProductFeatures&>(*read[1]).kernel().degree == 3);
  const Point point{{0, 1}, {0.5, 2}};
  for (int v = 0; v < 2; ++v) {
    FeatureTable before, after;
    (v == 0 ? static_cast<const KernelFeatures&>(*factor) : *products).append(point, before);
    read[v]->append(point, after);
    CHECK(before.feature == after.feature);
    CHECK(before.value == after.value);
    CHECK(!before.value.empty());
  }
}

TEST_CASE("malformed kernels of a model are data errors", "[experiments][kernel]") {
  const Json cholesky = {{"type", "gaussian"}, {"sigma2", 2}, {"features", "cholesky"}};
  const Json products = {
      {"type", "polynomial"}, {"degree", 2}, {"offset", 1}, {"features", "products"}};
  struct Parts {
    Json kernel;
    std::vector<std::int64_t> begin = {0, 1, 2};
    std::vector<std::int32_t> feature = {0, 1};
    std::vector<double> value = {1, 1}, triangle = {1, 0, 1};
    std::vector<std::int32_t> products = {-1, -1, -1, -1, 0, 1};
  };
  const auto error_of = [](const Parts& parts, Index views = 1) {
    ModelWriter writer;
    writer.set("kernel", parts.kernel);
    writer.add("kernel.0.landmarks.begin", std::span<const std::int64_t>(parts.begin));
    writer.add("kernel.0.landmarks.feature", std::span<const std::int32_t>(parts.feature));
    writer.add("kernel.0.landmarks.value", std::span<const double>(parts.value));
    writer.add("kernel.0.triangle", std::span<const double>(parts.triangle));
    writer.add("kernel.0.products", std::span<const std::int32_t>(parts.products));
    return message_of<DataError>([&] { read_back(writer, std::vector<Index>(views, 2)); });
  };
  const Json one = Json::array({cholesky}), other = Json::array({products});
  CHECK(error_of({one}).empty());
  CHECK(error_of({other}).empty());
  CHECK_THAT(error_of({one}, 2), Contains("kernels of 1 view, but the model has 2"));
  CHECK_THAT(error_of({cholesky}), Contains("but the model has 1"));
  CHECK_THAT(error_of({Json::array({3})}), Contains("view 1 is no object"));
  const auto changed = [](Json block, const char* key, const Json& value) {
    block[key] = value;
    return Json::array({block});
  };
  CHECK_THAT(error_of({changed(cholesky, "features", "x")}), Contains("has no features"));
  CHECK_THAT(error_of({changed(cholesky, "features", "products")}),
             Contains("products of no polynomial"));
  CHECK_THAT(error_of({changed(cholesky, "sigma2", nullptr)}), Contains("has no sigma2"));
  CHECK_THAT(error_of({changed(cholesky, "sigma2", -1)}), Contains("must be > 0"));
  CHECK_THAT(error_of({changed(cholesky, "type", "grpah")}), Contains("kernel.type"));
  CHECK_THAT(error_of({changed(cholesky, "type", 7)}), Contains("kernel.type"));
  CHECK_THAT(error_of({Json::array({{{"type", "linear"}, {"features", "cholesky"}}})}),
             Contains("is linear"));
  CHECK_THAT(error_of({changed(products, "degree", 4)}), Contains("products of no polynomial"));
  CHECK_THAT(error_of({one, {1, 1, 2}}), Contains("do not fit each other"));
  CHECK_THAT(error_of({one, {0, 3, 2}}), Contains("do not fit each other"));
  CHECK_THAT(error_of({one, {0, -1, 2}}), Contains("do not fit each other"));
  CHECK_THAT(error_of({one, {0, 1, 3}}), Contains("do not fit each other"));
  CHECK_THAT(error_of({one, {}}), Contains("do not fit each other"));
  CHECK_THAT(error_of({one, {0, 1, 2}, {0, 1}, {1}}), Contains("do not fit each other"));
  CHECK_THAT(error_of({one, {0, 1, 2}, {0, 2}}),
             Contains("features do not ascend, or are none of its view"));
  CHECK_THAT(error_of({one, {0, 1, 2}, {-1, 0}}),
             Contains("features do not ascend, or are none of its view"));
  CHECK_THAT(error_of({one, {0, 2, 2}, {1, 1}}),
             Contains("features do not ascend, or are none of its view"));
  CHECK_THAT(error_of({one, {0, 1, 2}, {0, 1}, {1, 1}, {1, 0}}),
             Contains("2 landmarks and 2 entries of their factor, expected 3"));
  CHECK_THAT(error_of({one, {0, 1, 2}, {0, 1}, {1, 1}, {1, 0, 0}}),
             Contains("diagonal is not positive"));
  const auto with_products = [&](std::vector<std::int32_t> ids) {
    Parts parts{other};
    parts.products = std::move(ids);
    return error_of(parts);
  };
  CHECK_THAT(with_products({-1, 0}), Contains("other than 3 places"));
  for (const std::vector<std::int32_t>& wrong : std::vector<std::vector<std::int32_t>>{
           {-1, 0, 2}, {-1, 1, 0}, {-2, 0, 1}, {-1, 0, 1, -1, 0, 1}, {-1, 0, 1, -1, 0, 0}}) {
    CHECK_THAT(with_products(wrong), Contains("has products that do not ascend"));
  }
}

TEST_CASE("a model with a kernel and a byte changed loads or is a data error",
          "[experiments][kernel]") {
  const Json kernel = GENERATE(kProducts, kGaussian, kGraph, kScaled, kScaledGaussian);
  Json json = rows_training();
  json["data"]["test"] = "test.svm";
  json["learner"]["kernel"] = kernel;
  Trained trained(json);
  predict_from_changed_bytes(trained, "test.svm", 300);
}

TEST_CASE("cells with a kernel depend neither on the jobs nor on other sizes of the sweep",
          "[experiments][kernel]") {
  const Json kernel = GENERATE(kProducts, kGaussian, kTruncated, kGraph, kScaled);
  CAPTURE(kernel.dump());
  const auto all = cells_of(experiment_with(kernel));
  CHECK(all.size() == 2 * 4 * 3);
  CHECK(cells_of(experiment_with(kernel), 2) == all);
  Json fewer = experiment_with(kernel);
  fewer["sweep"]["labeled"] = {3};
  fewer["sweep"]["unlabeled"] = {10};
  for (const auto& [name, cell] : cells_of(fewer)) {
    INFO(name);
    CHECK(cell == all.at(name));
  }
}

TEST_CASE("cells of the same examples, but others of them labeled, have kernels of their own",
          "[experiments][kernel]") {
  const auto of_pairs = [](const Json& pairs) {
    Json json = experiment_with(kGaussian);
    json["sweep"].erase("labeled");
    json["sweep"].erase("unlabeled");
    json["sweep"]["pairs"] = pairs;
    return cells_of(json);
  };
  // Both have 3 as their smallest labeled size, hence the same draws.
  const auto alone = of_pairs({{3, 0}, {6, 7}}), behind = of_pairs({{3, 10}, {6, 7}});
  for (const char* cell : {"co_perceptron 6 7 0", "co_perceptron 6 7 1", "co_perceptron 6 7 2"})
    CHECK(behind.at(cell) == alone.at(cell));
}

TEST_CASE("the polynomial of degree 1 and offset 0 gives the cells of the linear kernel",
          "[experiments][kernel]") {
  const auto linear = cells_of(experiment_with({{"type", "linear"}}));
  const auto products = cells_of(experiment_with(
      {{"type", "polynomial"}, {"degree", 1}, {"offset", 0}, {"expansion", "products"}}));
  CHECK(linear == products);
}

TEST_CASE("the tables of all views together must fit into memory", "[experiments][kernel]") {
  FeatureTable table;
  table.num_features = 1;
  for (const double value : {1, 2, 3}) {
    table.feature.push_back(0);
    table.value.push_back(value);
    table.end_part();
    table.end_example();
  }
  auto data = std::make_shared<PartData>();
  data->labels = {"1", "2"};
  data->views = {table, table};
  const double one_view =
      3 * 3 * (8 + 12);  // three columns of the factor, three features of three parts
  const double both = one_view + 3 * 3 * 12;
  const KernelOptions gaussian = parse_kernel(kGaussian);
  CHECK(kernel_tables(data, gaussian, {3, 3}, both).kernels.size() == 2);
  CHECK_THROWS_WITH(kernel_tables(data, gaussian, {3, 3}, both - 1), Contains("limit kernel.rank"));
}

TEST_CASE("transduction works with a kernel", "[experiments][kernel]") {
  Json json = experiment_with(GENERATE(kGaussian, kGraph));
  json["sweep"]["holdout"] = "unlabeled";
  json["sweep"]["unlabeled"] = {10, 20};
  CHECK(cells_of(json).size() == 24);
}

TEST_CASE("the kernel is part of a cell's identity, the linear one is not",
          "[experiments][kernel]") {
  const auto identity = [](const Json& kernel) {
    Json json = toy_experiment();
    if (!kernel.is_null()) json["learners"][0]["kernel"] = kernel;
    const Config config = check_config(json, "toy.json");
    return cell_identity({Phase::kCurve, 0, {3, 0}}, config, Json::object());
  };
  const std::uint64_t none = identity(nullptr);
  CHECK(identity({{"type", "linear"}}) == none);
  CHECK(identity(Json::object()) == none);
  CHECK(identity({{"scaling", "none"}}) == none);
  CHECK(identity(kScaled) != none);
  CHECK(identity({{"type", "gaussian"}, {"scaling", "none"}}) == identity(kGaussian));
  CHECK(identity(kScaledGaussian) != identity(kGaussian));
  CHECK(identity(kProducts) != none);
  CHECK(identity(kProducts) ==
        identity({{"type", "polynomial"}, {"offset", 1.0}, {"expansion", "products"}}));
  CHECK(identity(kProducts) != identity({{"type", "polynomial"}}));
  CHECK(identity(kGaussian) != identity({{"type", "gaussian"}, {"sigma2", 1}}));
  CHECK(identity({{"type", "gaussian"}, {"sigma2", 1}}) ==
        identity({{"type", "gaussian"}, {"sigma2", 1.0}}));
}

TEST_CASE("select chooses among kernels, and its cells are those of the kernels alone",
          "[experiments][kernel]") {
  const Json list = Json::array({{{"type", "linear"}}, kGaussian, kProducts, kGraph});
  Json json = experiment_with(Json::object());
  json["sweep"]["selection"] = {{"repetitions", 2}};
  json["learners"] = {{{"type", "perceptron"}, {"select", {{"kernel", list}, {"epochs", {2, 3}}}}}};
  const auto selected = cells_of(json);
  CHECK(selected.size() == 12);
  for (const auto& [name, cell] : selected) {
    INFO(name);
    const Json chosen = cell["chosen"];
    CHECK(std::find(list.begin(), list.end(), chosen["kernel"]) != list.end());
    Json fixed = json;
    fixed["learners"] = {
        {{"type", "perceptron"}, {"epochs", chosen["epochs"]}, {"kernel", chosen["kernel"]}}};
    Json alone = cells_of(fixed).at(name);
    alone["chosen"] = chosen;
    CHECK(alone == cell);
  }
}

TEST_CASE("a chosen kernel has the identity of the kernel itself", "[experiments][kernel]") {
  Json json = toy_experiment();
  json["learners"][0]["kernel"] = kGaussian;
  const Config fixed = check_config(json, "toy.json");
  const Config open = check_config(toy_experiment(), "toy.json");
  CHECK(cell_identity({Phase::kCurve, 0, {3, 0}, {{"kernel", kGaussian}}}, open, Json::object()) ==
        cell_identity({Phase::kCurve, 0, {3, 0}}, fixed, Json::object()));
}

TEST_CASE("errors in a kernel block have its path", "[experiments][kernel]") {
  const auto errors = [](Json json, const std::string& assignment) {
    apply_override(json, assignment);
    return message_of<ConfigError>([&] { check_config(json, "c.json"); });
  };
  CHECK_THAT(errors(toy_training(), "learner.kernel={\"type\": \"polynomial\", \"degree\": 0}"),
             Contains("c.json: learner.kernel.degree = 0: must be >= 1"));
  CHECK_THAT(errors(toy_training(), "learner.kernel=polynomial"),
             Contains("learner.kernel = \"polynomial\""));
  CHECK_THAT(errors(toy_experiment(), "learners.1.kernel={\"type\": \"gausian\"}"),
             Contains("learners.1.kernel.type = \"gausian\": no kernel; did you mean gaussian?"));
  CHECK_THAT(errors(toy_experiment(), "kernel={}"), Contains("unknown key kernel"));
  CHECK_THAT(errors(toy_training(), "learner.scaling=standardize"),
             Contains("learner.scaling belongs into the kernel: \"kernel\": {\"scaling\": "
                      "\"standardize\"}"));
  CHECK_THAT(errors(toy_training(), "learner={\"type\": \"self_training\", \"C\": 4}"),
             Contains("learner.C belongs into the block learner: \"learner\": {\"type\": "
                      "\"structural_svm\", \"C\": 4}") &&
                 !Contains("Cu"));
  CHECK_THAT(errors(toy_training(),
                    "learner={\"type\": \"self_training\", \"learner\": {\"type\": "
                    "\"structural_svm\", \"kernel\": {\"scaling\": \"standardize\"}}}"),
             Contains("learner.learner.kernel belongs to the outer learner: write `kernel` beside "
                      "`learner`, as learner.kernel"));
  CHECK_THAT(
      errors(toy_experiment(),
             "learners.0.select={\"kernel\": [{}, {\"type\": \"gaussian\", \"sigma2\": 0}]}"),
      Contains("learners.0.select.kernel.1.sigma2 = 0: must be > 0"));
  Json json = toy_training();
  json["learner"]["kernel"] = {{"type", "gaussian"}};
  const Config config = check_config(json, "c.json");
  CHECK(config.effective["learner"]["kernel"] ==
        Json({{"type", "gaussian"}, {"sigma2", nullptr}, {"rank", nullptr}}));
  CHECK_FALSE(check_config(toy_training(), "c.json").effective["learner"].contains("kernel"));
}

TEST_CASE("kernels are listed, described and in the schema", "[experiments][kernel]") {
  CHECK_THAT(list_names("kernels"), Contains("linear") && Contains("polynomial") &&
                                        Contains("gaussian") && Contains("graph"));
  CHECK_THAT(describe_name("kernel", "graph"),
             Contains("neighbours (integer >= 1") && Contains("rho (number > 0"));
  CHECK_THAT(describe_name("kernel", "polynomial"),
             Contains("degree (integer >= 1") && Contains("default 2"));
  CHECK_THAT(describe_name("learner", "perceptron"), Contains("kernel: any"));
  CHECK_THAT(describe_name("learner", "hmm"), Contains("kernel: none but linear"));
  const Json schema = config_schema(), definitions = schema.at("$defs");
  const auto told = [&](const Json& part) {
    return part.contains("$ref")
               ? schema.at(Json::json_pointer(part.at("$ref").get<std::string>().substr(1)))
               : part;
  };
  CHECK(definitions.at("kernel").at("oneOf").size() == 4);
  for (const char* kind : {"learner", "learners_entry"}) {
    for (const Json& learner : definitions.at(kind).at("oneOf")) {
      const Json properties = told(told(learner).at("allOf").at(0)).at("properties");
      const std::string type = told(properties.at("type")).at("const");
      const Json& kernel = properties.at("kernel");
      if (type == "hmm" || type == "naive_bayes") {
        CHECK(told(told(kernel).at("properties").at("type")).at("const") == "linear");
      } else if (find_learner(type)->predicts_numbers) {
        CHECK_FALSE(kernel.value("$ref", "") == "#/$defs/kernel");  // an option of its own
      } else {
        CHECK(kernel.at("$ref") == "#/$defs/kernel");
      }
    }
  }
}
