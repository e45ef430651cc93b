// Models with fitted features: they give back what was learned, and damaged ones are data errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "costruct/data/parts/part_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "support/trained_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

/// Training data in `folder`, with 40 sentences without labels.
Json training(const Json& learner) {
  Json json = toy_training();
  json["data"]["features"].push_back(
      {{"extractor", "distribution"}, {"dimensions", 6}, {"clusters", {3, 8}}});
  json["views"] = {{"split", "none"}};
  json["learner"] = learner;
  return json;
}

Json perceptron() {
  return {{"type", "perceptron"}, {"epochs", 3}};
}

struct TrainedWithUnlabeled {
  // By default the test sentences have words that training sentences do not have.
  explicit TrainedWithUnlabeled(Json json, const std::string& unlabeled = toy_sentences(40, 8),
                                const std::string& train = toy_sentences(30, 5),
                                const std::string& test = toy_sentences(25, 6) +
                                                          "w4 A\nWalter A\n77 B\nw77 C\n\n") {
    write_text(folder / "train.conll", train);
    write_text(folder / "test.conll", test);
    if (!unlabeled.empty()) {
      write_text(folder / "more.conll", unlabeled);
      json["data"]["unlabeled"] = "more.conll";
    }
    write_text(folder / "raw.txt", "w1 w2 w3 w1 w4\nWalter w2 w3 w1\nw4 w77 w1\nw2 w2 w1\n");
    write_text(folder / "c.json", json.dump());
    TrainRequest request;
    request.config = folder / "c.json";
    request.model = folder / "m.safetensors";
    REQUIRE(train_model(request) == kDone);
  }
  std::string predictions() {
    predict_file(folder / "m.safetensors", folder / "test.conll", folder / "out.txt");
    return read_text(folder / "out.txt");
  }
  /// What is wrong with a model of these bytes; its predictions, if it has any, are in bad.txt.
  std::string error_of(const std::string& bytes) {
    write_text(folder / "bad", bytes);
    return message_of<DataError>(
        [&] { predict_file(folder / "bad", folder / "test.conll", folder / "bad.txt"); });
  }
  TemporaryFolder folder;
};

// What the same training predicts without a model file in between.
std::string in_memory(const TrainedWithUnlabeled& trained, const std::string& separator = "\n") {
  Config config = load_config(trained.folder / "c.json", {"data.test=test.conll"});
  const LearnerConfig& learner = config.learners[0];
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const ExampleSet& examples = *data.examples;
  ViewAssignment assignment =
      learner.views.assign(data.features, RandomStream(config.seed, 0, "views"));
  if (!learner.entry->uses_views) assignment = joined(std::move(assignment));
  const ExampleRoles roles = data.roles();
  std::vector<Index> known = roles.labeled, observed;
  std::vector<Index>& further = learner.uses_unlabeled() ? known : observed;
  further.insert(further.end(), roles.unlabeled.begin(), roles.unlabeled.end());
  InputRequest request{known, roles.test, assignment};
  request.fit_features_on = observed;
  const InputData inputs = examples.inputs(request);
  Sample sample;
  for (const Index i : roles.labeled) sample.labeled.push_back({i, examples.output(i)});
  if (learner.uses_unlabeled()) sample.unlabeled = {roles.unlabeled.begin(), roles.unlabeled.end()};
  const auto labeled = static_cast<Index>(roles.labeled.size());
  // Inputs are numbered as examples are, but for those that are observed alone.
  const auto input_of = [&](Index example) {
    return example < labeled || observed.empty() ? example : example - std::ssize(observed);
  };
  const KernelTables kernel = kernel_tables(part_data(inputs.data), learner.kernel.options,
                                            {labeled, static_cast<Index>(known.size())});
  const Views views = config.problem->make(learner.problem, kernel.data);
  const Fitted fitted = learner.entry->make(learner.options)->fit(views, sample, {});
  const Views predicting = predicting_views(fitted, views);
  const Vector weights = stack(fitted.weights);
  std::string text;
  for (const Index i : roles.test) {
    if (i != roles.test.front()) text += separator;
    for (const int label : predicting.joint().decode(input_of(i), weights).output.parts)
      text += examples.label_names()[label] + "\n";
  }
  return text;
}

bool is_of(const Json& array, const std::string& dtypes) {
  return dtypes.find(array.at("dtype").get<std::string>()) != std::string::npos;
}

// The arrays of a model file, which a test changes and writes again.
struct Arrays {
  explicit Arrays(const std::filesystem::path& file) : bytes(read_text(file)) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), 8);
    begin = 8 + length;
    header = Json::parse(bytes.substr(8, length));
  }
  template <class T>
  std::vector<T> get(const std::string& name) const {
    const Json& at = header.at(name).at("data_offsets");
    std::vector<T> values((at[1].get<std::size_t>() - at[0].get<std::size_t>()) / sizeof(T));
    std::memcpy(values.data(), bytes.data() + begin + at[0].get<std::size_t>(),
                values.size() * sizeof(T));
    return values;
  }
  /// The file with one array in place of another of its type: the widest elements first, so that
  /// all are aligned.
  template <class T>
  std::string with(const std::string& name, const std::vector<T>& values) const {
    Json changed = header;
    std::string data;
    for (const char* dtypes : {"F64 I64", "I32", "U8"}) {
      for (auto& [key, array] : changed.items()) {
        if (key == "__metadata__" || !is_of(array, dtypes)) continue;
        const Json& at = header.at(key).at("data_offsets");
        std::string content = bytes.substr(begin + at[0].get<std::size_t>(),
                                           at[1].get<std::size_t>() - at[0].get<std::size_t>());
        if (key == name) {
          content.assign(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
          array["shape"] = {values.size()};
        }
        array["data_offsets"] = {data.size(), data.size() + content.size()};
        data += content;
      }
    }
    std::string text = changed.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = text.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &length, 8);
    return with_checksum(file + text + data);
  }

  std::string bytes;
  std::size_t begin = 0;
  Json header;
};

}  // namespace

TEST_CASE("models with fitted features predict what was learned in memory",
          "[experiments][model][fitted]") {
  const auto learner = GENERATE(as<Json>(), Json{{"type", "perceptron"}, {"epochs", 3}},
                                Json{{"type", "co_perceptron"}, {"epochs", 3}},
                                Json{{"type", "structural_svm"}, {"gap", 0.05}});
  const std::string split = GENERATE("none", "named", "random");
  Json json = training(learner);
  json["views"] = {{"split", split}};
  CAPTURE(learner.dump(), split);
  TrainedWithUnlabeled trained(json);
  CHECK(trained.predictions() == in_memory(trained));
}

TEST_CASE("models of clusters alone, of windows, and of kernels predict what was learned in memory",
          "[experiments][model][fitted]") {
  Json json = training(perceptron());
  SECTION("clusters") {
    json["data"]["features"][2]["vectors"] = false;
    SECTION("for a learner of indicators") {
      json["learner"] = {{"type", "hmm"}};
    }
    SECTION("for others") {}
  }
  SECTION("a window") {
    json["data"]["features"][2]["window"] = 3;
  }
  SECTION("nothing else") {
    json["data"]["features"] = {json["data"]["features"][2]};
  }
  SECTION("two of them") {
    json["data"]["features"].push_back(
        {{"extractor", "distribution"}, {"dimensions", 3}, {"window", 0}, {"min_count", 1}});
  }
  SECTION("a kernel") {
    json["learner"]["kernel"] = {{"type", "gaussian"}};
  }
  TrainedWithUnlabeled trained(json);
  CHECK(trained.predictions() == in_memory(trained));
}

TEST_CASE("a model of features fitted to a text does without the text",
          "[experiments][model][fitted]") {
  Json json = training(perceptron());
  json["data"]["features"].back()["text"] = "raw.txt";
  json["data"]["features"].back()["min_count"] = 1;
  TrainedWithUnlabeled trained(json);
  const std::string expected = in_memory(trained);
  std::filesystem::remove(trained.folder / "raw.txt");
  CHECK(trained.predictions() == expected);
  CHECK_THROWS_WITH(in_memory(trained), Contains("raw.txt") && Contains("the data block names it"));
}

TEST_CASE("unlabeled sentences change a model of fitted features, of a supervised learner too",
          "[experiments][model][fitted]") {
  const auto weights = [](const Json& json, const std::string& unlabeled) {
    const TrainedWithUnlabeled trained(json, unlabeled);
    return stored_model(trained.folder / "m.safetensors").weights;
  };
  const Json json = training({{"type", "structural_svm"}, {"gap", 0.05}});
  CHECK(weights(json, "") != weights(json, toy_sentences(40, 8)));
  CHECK(weights(json, toy_sentences(40, 8)) != weights(json, toy_sentences(40, 9)));
  Json without = json;
  without["views"] = {{"split", "named"}, {"groups", {{"token"}, {"surface"}}}};
  CHECK(weights(without, "") == weights(without, toy_sentences(40, 8)));
}

TEST_CASE("training with a transductive kernel takes test words that it has never read",
          "[experiments][model][fitted]") {
  Json json = training(perceptron());
  json["data"]["test"] = "test.conll";
  json["learner"]["kernel"] = {{"type", "graph"}, {"neighbours", 3}};
  const TrainedWithUnlabeled trained(json);
}

TEST_CASE("a model keeps the fitted features that have weights, and what they take",
          "[experiments][model][fitted]") {
  TrainedWithUnlabeled trained(training(perceptron()));
  const auto file = trained.folder / "m.safetensors";
  const StructuredFile model = stored_model(file);
  const PartExamples& parts = part_examples(*model.examples);
  CHECK(parts.fitted_features().size() > 0);
  CHECK(parts.fitted_features().size() < 3 * (6 + 3 + 8) + 1);
  CHECK(parts.stored() != nullptr);
  CHECK(ModelReader(file).has("encoder.fitted.0.vectors"));
  std::set<std::string> names;
  for (Index f = 0; f < parts.num_features(); ++f) names.insert(parts.feature_info(f).name);
  CHECK(std::ssize(names) == parts.num_features());

  Json json = training(perceptron());
  json["views"] = {{"split", "named"}, {"groups", {{"token"}, {"surface"}}}};
  TrainedWithUnlabeled without(json);
  const StructuredFile none = stored_model(without.folder / "m.safetensors");
  CHECK(part_examples(*none.examples).fitted_features().empty());
  CHECK(!ModelReader(without.folder / "m.safetensors").has("encoder.fitted.0.vectors"));
  CHECK(without.predictions() == in_memory(without));
}

TEST_CASE("models of latent rows predict what was learned in memory",
          "[experiments][model][fitted][rows]") {
  Json json = {
      {"problem", {{"type", "multiclass"}}},
      {"data",
       {{"format", "svmlight"},
        {"train", "train.conll"},
        {"features",
         {{{"extractor", "values"}, {"weighting", "log"}, {"normalize", "l2"}, {"group", "words"}},
          {{"extractor", "values"}, {"group", "counts"}},
          {{"extractor", "latent"}, {"dimensions", 4}}}}}},
      {"views", {{"split", "none"}}},
      {"learner", {{"type", "structural_svm"}, {"gap", 0.05}}}};
  SECTION("with words and counts") {}
  SECTION("alone") {
    json["data"]["features"] = {json["data"]["features"][2]};
  }
  SECTION("alone in the view") {
    json["views"] = {{"split", "named"}, {"groups", {{"latent"}}}};
  }
  SECTION("not in the view") {
    json["views"] = {{"split", "random"}, {"count", 2}, {"groups", {{"words"}}}};
  }
  SECTION("a kernel") {
    json["learner"]["kernel"] = {{"type", "gaussian"}};
  }
  SECTION("a co-learner") {
    json["views"] = {{"split", "named"}, {"groups", {{"words"}, {"latent"}}}};
    json["learner"] = {{"type", "co_perceptron"}, {"epochs", 3}};
  }
  TrainedWithUnlabeled trained(json, toy_rows(40, 8), toy_rows(30, 5),
                               toy_rows(25, 6) + "1 3:1 99:7\n2\n");
  CHECK(trained.predictions() == in_memory(trained, ""));
}

TEST_CASE("damaged latent features are data errors that say what is wrong",
          "[experiments][model][fitted][rows]") {
  const Json json = {
      {"problem", {{"type", "multiclass"}}},
      {"data",
       {{"format", "svmlight"},
        {"train", "train.conll"},
        {"features", {{{"extractor", "values"}}, {{"extractor", "latent"}, {"dimensions", 4}}}}}},
      {"views", {{"split", "none"}}},
      {"learner", perceptron()}};
  TrainedWithUnlabeled trained(json, toy_rows(40, 8), toy_rows(30, 5), toy_rows(25, 6));
  const std::string expected = trained.predictions();
  const Arrays model(trained.folder / "m.safetensors");
  const auto error = [&](const std::string& bytes) { return trained.error_of(bytes); };
  const std::string of = "encoder.fitted.0";
  auto directions = model.get<double>(of + ".directions");
  auto factors = model.get<double>(of + ".factors");
  auto numbers = model.get<std::int64_t>(of + ".numbers");
  REQUIRE(directions.size() == 4 * numbers.size());
  CHECK(error(model.with(of + ".directions", directions)) == "");
  CHECK(read_text(trained.folder / "bad.txt") == expected);
  auto longer = directions;
  longer[3] = -2;
  CHECK_THAT(error(model.with(of + ".directions", longer)), Contains("longer than 1"));
  longer = directions;
  longer.insert(longer.end(), numbers.size(), 0.0);
  CHECK_THAT(error(model.with(of + ".directions", longer)),
             Contains("at most 4 numbers for each feature"));
  directions.pop_back();
  CHECK_THAT(error(model.with(of + ".directions", directions)), Contains("at most 4 numbers"));
  factors[0] = -1;
  CHECK_THAT(error(model.with(of + ".factors", factors)), Contains("a factor outside 0 to 1000"));
  factors.pop_back();
  CHECK_THAT(error(model.with(of + ".factors", factors)), Contains("a factor for each number"));
  auto twice = numbers;
  twice[0] = numbers[1];
  CHECK_THAT(error(model.with(of + ".numbers", twice)), Contains("cannot be a feature's number"));
  twice[0] = 0;  // files may count from 0
  CHECK(error(model.with(of + ".numbers", twice)) == "");
  const auto copies = model.get<std::int32_t>("encoder.feature_copies");
  for (const std::int32_t copy : {-1, 1}) {
    auto changed = copies;
    changed[0] = copy;
    CHECK_THAT(error(model.with("encoder.feature_copies", changed)),
               Contains("encoder.feature_copies"));
  }
}

TEST_CASE("training with fitted features gives the same file every time",
          "[experiments][model][fitted]") {
  const auto model = [] {
    const TrainedWithUnlabeled trained(training(perceptron()));
    return read_text(trained.folder / "m.safetensors");
  };
  CHECK(model() == model());
}

TEST_CASE("damaged fitted features are data errors that say what is wrong",
          "[experiments][model][fitted]") {
  TrainedWithUnlabeled trained(training(perceptron()));
  const std::string expected = trained.predictions();
  const Arrays model(trained.folder / "m.safetensors");
  const auto error = [&](const std::string& bytes) { return trained.error_of(bytes); };
  const std::string of = "encoder.fitted.0";
  const auto vectors = model.get<double>(of + ".vectors");
  const auto rows = model.get<std::int32_t>(of + ".words.rows");
  const auto clusters = model.get<std::int32_t>(of + ".clusters.1");
  const auto features = model.get<std::int32_t>(of + ".features");
  // Written again as it was, it is what it was.
  CHECK(error(model.with(of + ".vectors", vectors)) == "");
  CHECK(read_text(trained.folder / "bad.txt") == expected);

  const auto changed = [](auto values, std::size_t at, auto to) {
    values.at(at) = to;
    return values;
  };
  auto shorter = vectors;
  shorter.pop_back();
  CHECK_THAT(error(model.with(of + ".vectors", shorter)),
             Contains("a vector for each word was expected"));
  CHECK_THAT(error(model.with(of + ".vectors", std::vector<double>())),
             Contains("a vector for each word"));
  for (const double x : {std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_THAT(error(model.with(of + ".vectors", changed(vectors, 5, x))), Contains("vectors"));
  for (const double x : {1e300, -2.0})  // the former is finite, and no float
    CHECK_THAT(error(model.with(of + ".vectors", changed(vectors, 5, x))),
               Contains("longer than 1"));
  const auto count = static_cast<std::int32_t>(vectors.size() / 6);
  for (const std::int32_t row : {-1, count, rows[1]})
    CHECK_THAT(error(model.with(of + ".words.rows", changed(rows, 0, row))),
               Contains("rows of words"));
  auto fewer = rows;
  fewer.pop_back();
  CHECK_THAT(error(model.with(of + ".words.rows", fewer)), Contains("a row for each word"));
  for (const std::int32_t cluster : {-2, 8, 1 << 30})
    CHECK_THAT(error(model.with(of + ".clusters.1", changed(clusters, 3, cluster))),
               Contains("a cluster number out of range"));
  CHECK_THAT(error(model.with(of + ".clusters.1", std::vector<std::int32_t>())),
             Contains("a cluster for each word"));
  for (const std::int32_t feature : {-1, 3 * (6 + 3 + 8), features[1]})
    CHECK_THAT(error(model.with(of + ".features", changed(features, 0, feature))),
               Contains("ascending"));
  auto fewer_features = features;
  fewer_features.pop_back();
  CHECK_THAT(error(model.with(of + ".features", fewer_features)), Contains("views of"));
  auto ends = model.get<std::int64_t>(of + ".words.ends");
  std::string text(model.bytes.data() + model.begin +
                       model.header[of + ".words.bytes"]["data_offsets"][0].get<std::size_t>(),
                   ends.back());
  // The first word twice.
  std::vector<char> repeated(text.begin(), text.end());
  if (ends[1] - ends[0] == ends[0]) {
    std::copy_n(text.begin(), ends[0], repeated.begin() + ends[0]);
    CHECK_THAT(error(model.with(of + ".words.bytes", repeated)), Contains("twice"));
  }
  ends.back() += 1;
  CHECK_THAT(error(model.with(of + ".words.ends", ends)), !Catch::Equals(""));
}

TEST_CASE("a model of fitted features with a byte changed loads or is a data error",
          "[experiments][model][fitted]") {
  TrainedWithUnlabeled trained(training(perceptron()));
  const std::string bytes = read_text(trained.folder / "m.safetensors");
  RandomStream random(1, 0, "bytes");
  for (int i = 0; i < 600; ++i) {
    std::string changed = bytes;
    changed[random.below(static_cast<Index>(bytes.size()))] = static_cast<char>(random.below(256));
    write_text(trained.folder / "changed",
               with_checksum(changed));  // so that what lies behind it is reached
    try {
      predict_file(trained.folder / "changed", trained.folder / "test.conll",
                   trained.folder / "out.txt");
    } catch (const DataError&) {
    }
  }
}

namespace {

/// Training data with vectors of some words of toy sentences, in v.txt of the folder of a test.
Json training_with_vectors(const Json& options = Json::object()) {
  Json json = training(perceptron());
  Json extractor = {{"extractor", "vectors"}, {"file", "v.txt"}};
  extractor.update(options);
  json["data"]["features"].back() = std::move(extractor);
  return json;
}

// Vectors of the words w0 to w89, and of some that only the test file has.
std::string toy_vectors(int factor = 1) {
  std::string text;
  for (int w = 0; w < 90; ++w)
    text += "w" + std::to_string(w) + " " + std::to_string(factor * (w % 7)) + " .5 -2.25\n";
  return text + "walter 9 9 9\n77 3 -3 3\n";
}

struct TrainedWithVectors {
  explicit TrainedWithVectors(const Json& json) {
    write_text(folder / "v.txt", toy_vectors());
    write_text(folder / "train.conll", toy_sentences(30, 5));
    write_text(folder / "test.conll", toy_sentences(25, 6) + "w4 A\nWalter A\n77 B\nunseen C\n\n");
    write_text(folder / "c.json", json.dump());
    TrainRequest request;
    request.config = folder / "c.json";
    request.model = folder / "m.safetensors";
    REQUIRE(train_model(request) == kDone);
  }
  std::string predictions(const std::string& test = "test.conll") {
    predict_file(folder / "m.safetensors", folder / test, folder / "out.txt");
    return read_text(folder / "out.txt");
  }
  std::string in_memory() {
    Config config = load_config(folder / "c.json", {"data.test=test.conll"});
    const LoadedData data = load_data(config, DataPaths(config.file, {}));
    const ExampleSet& examples = *data.examples;
    ViewAssignment views =
        joined(config.learners[0].views.assign(data.features, RandomStream(1, 0, "views")));
    const ExampleRoles roles = data.roles();
    const InputData inputs = examples.inputs({roles.labeled, roles.test, views});
    Sample sample;
    for (const Index i : roles.labeled) sample.labeled.push_back({i, examples.output(i)});
    const LearnerConfig& learner = config.learners[0];
    const Views made = config.problem->make(learner.problem, inputs.data);
    const Vector weights =
        stack(learner.entry->make(learner.options)->fit(made, sample, {}).weights);
    std::string text;
    for (const Index i : roles.test) {
      if (i != roles.test.front()) text += "\n";
      for (const int label : made.joint().decode(i, weights).output.parts)
        text += examples.label_names()[label] + "\n";
    }
    return text;
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("models with word vectors predict what was learned in memory, unseen words too",
          "[experiments][model][vectors]") {
  const Json options =
      GENERATE(as<Json>(), Json::object(), Json{{"oov", "mean"}}, Json{{"embed", false}},
               Json{{"embed", false}, {"oov", "mean"}}, Json{{"scale", 2}, {"window", 2}});
  CAPTURE(options.dump());
  TrainedWithVectors trained(training_with_vectors(options));
  const std::string expected = trained.in_memory();
  CHECK(trained.predictions() == expected);
  // evaluate reads the same file
  evaluate_file(trained.folder / "m.safetensors", trained.folder / "test.conll",
                trained.folder / "report.json");
  const Json report = Json::parse(read_text(trained.folder / "report.json"));
  CHECK(report.at("metrics").contains("token_error"));
  const ModelReader model(trained.folder / "m.safetensors");
  CHECK(model.has("encoder.fitted.0.vectors") == options.value("embed", true));
}

TEST_CASE("a model that has its vectors does without the file, one that names it does not",
          "[experiments][model][vectors]") {
  const bool embed = GENERATE(true, false);
  TrainedWithVectors trained(training_with_vectors({{"embed", embed}}));
  write_text(trained.folder / "known.conll", toy_sentences(10, 5));
  const std::string expected = trained.predictions("known.conll");
  SECTION("the file has moved beside the model") {
    std::filesystem::create_directories(trained.folder / "other");
    std::filesystem::rename(trained.folder / "m.safetensors",
                            trained.folder / "other/m.safetensors");
    std::filesystem::rename(trained.folder / "v.txt", trained.folder / "other/v.txt");
    predict_file(trained.folder / "other/m.safetensors", trained.folder / "known.conll",
                 trained.folder / "out.txt");
    CHECK(read_text(trained.folder / "out.txt") == expected);
  }
  SECTION("the file has changed") {
    write_text(trained.folder / "v.txt", toy_vectors(2));
    const std::string error =
        message_of<DataError>([&] { (void)trained.predictions("known.conll"); });
    if (embed) {
      CHECK(error == "");
      CHECK(trained.predictions("known.conll") == expected);
    } else {
      CHECK_THAT(error, Contains("v.txt: is not the file that the model was trained with") &&
                            Contains("embed: false"));
    }
  }
  SECTION("the file is gone") {
    std::filesystem::remove(trained.folder / "v.txt");
    const std::string error =
        message_of<DataError>([&] { (void)trained.predictions("known.conll"); });
    if (embed) {
      CHECK(error == "");
      CHECK(trained.predictions("known.conll") == expected);
    } else {
      CHECK_THAT(error, Contains("v.txt: is not there"));
    }
  }
}

TEST_CASE("a model whose views leave the vectors out needs no file",
          "[experiments][model][vectors]") {
  Json json = training_with_vectors({{"embed", false}});
  json["views"] = {{"split", "named"}, {"groups", {{"token"}, {"surface"}}}};
  TrainedWithVectors trained(json);
  const std::string expected = trained.predictions();
  std::filesystem::remove(trained.folder / "v.txt");
  CHECK(trained.predictions() == expected);
}

TEST_CASE("damaged word vectors are data errors that say what is wrong",
          "[experiments][model][vectors]") {
  TrainedWithVectors trained(training_with_vectors({{"oov", "mean"}}));
  const Arrays model(trained.folder / "m.safetensors");
  const std::string of = "encoder.fitted.0";
  const auto error = [&](const std::string& bytes) {
    write_text(trained.folder / "bad", bytes);
    return message_of<DataError>([&] {
      predict_file(trained.folder / "bad", trained.folder / "test.conll",
                   trained.folder / "bad.txt");
    });
  };
  auto numbers = model.get<double>(of + ".vectors");
  auto mean = model.get<double>(of + ".mean");
  mean.pop_back();
  CHECK_THAT(error(model.with(of + ".mean", mean)), Contains("the mean of the vectors is wrong"));
  numbers.pop_back();
  CHECK_THAT(error(model.with(of + ".vectors", numbers)),
             Contains("a vector for each word was expected"));
  RandomStream random(1, 0, "bytes");
  const std::string bytes = read_text(trained.folder / "m.safetensors");
  for (int i = 0; i < 300; ++i) {
    std::string changed = bytes;
    changed[random.below(static_cast<Index>(bytes.size()))] = static_cast<char>(random.below(256));
    (void)error(with_checksum(changed));
  }
}
