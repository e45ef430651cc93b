// Links between rows: their files, and features smoothed over them against dense matrices.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "costruct/core/random.hpp"
#include "costruct/data/features/links/link_graph.hpp"
#include "support/fitted_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using Catch::EndsWith;
using Catch::Equals;
using Row = std::map<std::string, double>;
using Names = std::vector<std::string>;

namespace {

std::vector<NamedLink> links_of(const std::string& bytes, ThirdField third = ThirdField::kWeight) {
  const TestFolder folder;
  return read_links(folder.write("links", bytes), third);
}

std::string links_error(const std::string& bytes, ThirdField third = ThirdField::kWeight) {
  const TestFolder folder;
  try {
    (void)read_links(folder.write("links", bytes), third);
  } catch (const DataError& error) {
    const std::string what = error.what();
    return what.substr(folder.path().string().size() + 1);
  }
  return "";
}

// Names of a few links, to compare them at a glance.
Names shown_links(const std::vector<NamedLink>& links) {
  Names all;
  for (const NamedLink& link : links) all.push_back(link.from + ">" + link.to);
  return all;
}

// A graph with weights, links in both directions, some of them twice, and isolated rows.
struct RandomGraph {
  Names ids;
  std::vector<NamedLink> links;
  Eigen::MatrixXd features;

  RandomGraph(int rows, int columns, std::uint64_t seed, bool weights) {
    RandomStream random(seed, 0, "graph");
    for (int i = 0; i < rows; ++i) ids.push_back("row" + std::to_string(i));
    for (int e = 0; e < 2 * rows; ++e) {
      const auto from = random.below(static_cast<std::uint64_t>(rows)),
                 to = random.below(static_cast<std::uint64_t>(rows));
      if (from == to || from % 7 == 3 || to % 7 == 3) continue;
      const double weight = weights ? 1 + static_cast<double>(random.below(4)) : 1;
      links.push_back({ids[from], ids[to], weight, e + 1});
    }
    links.push_back(
        {links[0].from, links[0].to, links[0].weight + (weights ? 1 : 0), 2 * rows + 1});
    features = Eigen::MatrixXd::Zero(rows, columns);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j)
        if (random.below(3) == 0) features(i, j) = static_cast<double>(random.below(9)) - 4;
    }
  }

  LinkGraph graph(bool directed) const {
    const std::vector<LinksOfFile> files = {{"links", &links}};
    return link_graph(ids, files, directed);
  }
  RowsOfFeatures rows() const {
    RowsOfFeatures all;
    for (Eigen::Index i = 0; i < features.rows(); ++i) {
      std::vector<FittedEntry> row;
      for (Eigen::Index j = 0; j < features.cols(); ++j)
        if (features(i, j) != 0) row.push_back({static_cast<std::int32_t>(j), features(i, j)});
      all.add(row);
    }
    return all;
  }
  // P as the documentation has it, from a dense A.
  Eigen::MatrixXd propagation(bool directed) const {
    const Eigen::Index n = features.rows();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
    for (const NamedLink& link : links) {
      const auto i = std::find(ids.begin(), ids.end(), link.from) - ids.begin(),
                 j = std::find(ids.begin(), ids.end(), link.to) - ids.begin();
      a(i, j) = std::max(a(i, j), link.weight);
      if (!directed) a(j, i) = std::max(a(j, i), link.weight);
    }
    if (!directed) a = a.cwiseMax(a.transpose()).eval();
    a += Eigen::MatrixXd::Identity(n, n);
    const Eigen::VectorXd degree = a.rowwise().sum();
    if (directed) return degree.cwiseInverse().asDiagonal() * a;
    const Eigen::VectorXd root = degree.cwiseSqrt().cwiseInverse();
    return root.asDiagonal() * a * root.asDiagonal();
  }
};

Eigen::MatrixXd dense(const RowsOfFeatures& rows, Eigen::Index columns) {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(rows.size(), columns);
  for (Index i = 0; i < rows.size(); ++i) {
    for (const FittedEntry& entry : rows.row(i)) all(i, entry.feature) = entry.value;
  }
  return all;
}

void check_same_bits(const RowsOfFeatures& a, const RowsOfFeatures& b) {
  REQUIRE(a.begin == b.begin);
  for (std::size_t e = 0; e < a.entries.size(); ++e) {
    CHECK(a.entries[e].feature == b.entries[e].feature);
    CHECK(a.entries[e].value == b.entries[e].value);
  }
}

// Rows of a file with an extractor `links`, read as a user's.
struct LinkedSet {
  LinkedSet(Json block, const std::string& train, const std::string& links,
            const std::string& ids = "", const std::string& test = "") {
    block["train"] = "t";
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    errors.throw_if_any("");
    set = std::make_unique<PartExamples>(block, kRows, Target::kLabels);
    folder.write("train.links", links);
    folder.write("train.ids", ids);
    files = set->read_texts(
        [&](const std::string& name) { return folder.write(name, name == "ids" ? ids : links); });
    set->read(std::vector{folder.write("train", train)}, Role::kTrain);
    set->finish_training();
    if (!test.empty()) set->read(std::vector{folder.write("test", test)}, Role::kTest);
    notes = set->finish_reading();
  }
  std::vector<Row> rows() const {
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    const std::vector<Index> all = first_examples(set->size());
    const InputData made = set->inputs({all, {}, views});
    const FeatureTable& table = part_data(made.data)->views.at(0);
    std::vector<Row> rows;
    for (Index i = 0; i < table.num_examples(); ++i) {
      Row& row = rows.emplace_back();
      const auto ids = table.features_of(i);
      const auto values = table.values_of(i);
      for (std::size_t e = 0; e < ids.size(); ++e)
        row[set->feature_info(made.features[0][ids[e]]).name] = values.empty() ? 1.0 : values[e];
    }
    return rows;
  }
  TestFolder folder;
  std::unique_ptr<PartExamples> set;
  std::vector<std::filesystem::path> files;
  Names notes;
};

Json linked(Json options, Json features = Json::array({{{"extractor", "values"}}})) {
  options["extractor"] = "links";
  if (!options.contains("file")) options["file"] = "links";
  features.push_back(options);
  return {{"format", "svmlight"}, {"features", features}};
}

std::string set_error(const Json& block, const std::string& train, const std::string& links,
                      const std::string& ids = "") {
  try {
    const LinkedSet read(block, train, links, ids);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a file of links has two ids on each line, and perhaps weights", "[data][links]") {
  CHECK(shown_links(links_of("a\tb\nb\tc d\n")) == Names{"a>b", "b>c d"});
  CHECK(shown_links(links_of("# from, to\n\n a , b\r\n\"c\",\"d\"\n")) == Names{"a>b", "c>d"});
  CHECK(shown_links(links_of("1 2\n  3   4  \n#5 6\n")) == Names{"1>2", "3>4"});
  CHECK(shown_links(links_of(gzipped("1 2"))) == Names{"1>2"});
  CHECK(shown_links(links_of("a\ta\n")) == Names{"a>a"});
  const auto weighted = links_of("a b 2\nb c .5\n");
  CHECK(weighted[0].weight == 2);
  CHECK(weighted[1].weight == .5);
  CHECK(weighted[1].line == 2);
  CHECK(links_of("a b\n")[0].weight == 1);
}

TEST_CASE("a third field is a type, or anything", "[data][links]") {
  const auto typed = links_of("a b near\nb c 2\n", ThirdField::kType);
  CHECK(typed[0].type == "near");
  CHECK(typed[1].type == "2");
  CHECK(typed[1].weight == 1);
  CHECK_THAT(
      links_error("a b near\nb c\n", ThirdField::kType),
      Contains("links:2: 2 fields separated by blanks, expected a link: two ids and a type"));
  CHECK_THAT(links_error("a,b,near\nb,c,\n", ThirdField::kType),
             Contains("links:2: the type is empty"));
  const auto plain = links_of("a\tb\tx\ty\nb\tc\nc\td\t\n", ThirdField::kNothing);
  CHECK(shown_links(plain) == Names{"a>b", "b>c", "c>d"});
  CHECK(plain[0].weight == 1);
  CHECK(plain[0].type.empty());
  CHECK_THAT(links_error("a\n", ThirdField::kNothing),
             Contains("1 field separated by blanks, expected a link: two ids"));
}

TEST_CASE("another file is no file of links", "[data][links]") {
  CHECK(links_error("") == "links: has no link, expected two ids on each line");
  CHECK(links_error("# a b\n") == "links: has no link, expected two ids on each line");
  CHECK_THAT(links_error("a\nb\n"), Contains("links:1: 1 field separated by blanks, expected a "
                                             "link: two ids and, on every line or on none, a"));
  CHECK_THAT(links_error("a,b,1,2,3,4,5,6,7,8\n"),
             Contains("links:1: 10 fields separated by commas") && Contains("a table of rows?"));
  CHECK_THAT(links_error("a\tb\nc d\n"), Contains("links:2: 1 field separated by tabs"));
  CHECK_THAT(links_error("a b 1\nc d\n"), Contains("links:2: 2 fields, but the first link has 3"));
  CHECK_THAT(links_error("a b\nc d 1\n"), Contains("links:2: 3 fields, but the first link has 2"));
  CHECK_THAT(links_error("a\t\n"), Contains("links:1: an id is empty, expected two ids"));
  CHECK_THAT(links_error("\tb\n"), Contains("links:1: an id is empty"));
  for (const char* weight : {"x", "0", "-1", "nan", "inf", "1e101"})
    CHECK_THAT(links_error(std::string("a b 1\nc d ") + weight + "\n"),
               Contains("links:2: the weight is \"" + std::string(weight)) && Contains("> 0"));
  CHECK_THAT(links_error("a b cites\n"), Contains("\"third\": \"type\" reads types"));
}

TEST_CASE("smoothing is the power of a dense matrix", "[data][links]") {
  const bool directed = GENERATE(false, true), weights = GENERATE(false, true);
  const Index steps = GENERATE(1, 2, 5);
  const double restart = GENERATE(0.0, 0.1, 0.7);
  constexpr int kRowsOfGraph = 23, kFeatures = 6;
  const RandomGraph random(kRowsOfGraph, kFeatures, 3, weights);
  const Eigen::MatrixXd p = random.propagation(directed);
  Eigen::MatrixXd expected = random.features;
  for (Index t = 0; t < steps; ++t)
    expected = (1 - restart) * p * expected + restart * random.features;
  const LinkGraph graph = random.graph(directed);
  const RowsOfFeatures rows = smoothed(graph, random.rows(), kFeatures, {steps, restart, 0});
  CHECK((dense(rows, kFeatures) - expected).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(graph.isolated >= 3);
  CHECK(graph.doubled.count > 0);
  for (Index i = 3; i < kRowsOfGraph; i += 7) {  // isolated: the same bits
    REQUIRE(graph.is_isolated(i));
    CHECK(dense(rows, kFeatures).row(i) == random.features.row(i));
  }
}

TEST_CASE("the order of links does not matter, that of rows but for rounding", "[data][links]") {
  const bool directed = GENERATE(false, true);
  constexpr int kFeatures = 5;
  const RandomGraph random(40, kFeatures, 8, true);
  const RowsOfFeatures rows =
      smoothed(random.graph(directed), random.rows(), kFeatures, {3, .2, 0});
  RandomStream dice(5, 0, "order");
  RandomGraph shuffled = random;
  for (std::size_t i = shuffled.links.size(); i-- > 1;)
    std::swap(shuffled.links[i], shuffled.links[dice.below(i + 1)]);
  check_same_bits(smoothed(shuffled.graph(directed), random.rows(), kFeatures, {3, .2, 0}), rows);
  std::vector<int> order(40);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[dice.below(i + 1)]);
  for (int i = 0; i < 40; ++i) {
    shuffled.ids[static_cast<std::size_t>(i)] = random.ids[static_cast<std::size_t>(order[i])];
    shuffled.features.row(i) = random.features.row(order[i]);
  }
  const Eigen::MatrixXd permuted =
      dense(smoothed(shuffled.graph(directed), shuffled.rows(), kFeatures, {3, .2, 0}), kFeatures);
  for (int i = 0; i < 40; ++i)
    CHECK((permuted.row(i) - dense(rows, kFeatures).row(order[i])).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("within a clique all rows become alike, and nothing leaves it", "[data][links]") {
  RandomGraph cliques(8, 8, 1, false);
  cliques.links.clear();
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < i; ++j)
      if (i / 4 == j / 4)
        cliques.links.push_back({cliques.ids[static_cast<std::size_t>(i)],
                                 cliques.ids[static_cast<std::size_t>(j)], 1, 8 * i + j});
  }
  cliques.features = Eigen::MatrixXd::Identity(8, 8);
  const Eigen::MatrixXd x = dense(smoothed(cliques.graph(false), cliques.rows(), 8, {1, 0, 0}), 8);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) CHECK(x(i, j) == Approx(i / 4 == j / 4 ? .25 : 0).margin(0));
  }
}

TEST_CASE("values below `least` are dropped", "[data][links]") {
  const RandomGraph random(30, 6, 4, false);
  const LinkGraph graph = random.graph(false);
  const RowsOfFeatures all = smoothed(graph, random.rows(), 6, {1, 0, 0}),
                       some = smoothed(graph, random.rows(), 6, {1, 0, .5});
  std::size_t large = 0;
  for (Index i = 0; i < all.size(); ++i) {
    for (const FittedEntry& entry : all.row(i))
      large += graph.is_isolated(i) || std::abs(entry.value) >= .5;
  }
  CHECK(some.entries.size() == large);
  CHECK(large < all.entries.size());
}

TEST_CASE("links that do not count are told with their place", "[data][links]") {
  const std::string rows = "1 1:1\n2 2:1\n1 3:1\n2 4:1\n";
  const LinkedSet read(linked(Json::object()), rows,
                       "1\t2\n2\t1\n1\t2\n3\t3\n3\t9\n8\t9\n2\t3\n2\t3\n1\t2\n");
  REQUIRE(read.notes.size() == 1);
  CHECK_THAT(read.notes[0],
             Contains("links: 2 links between 4 rows, 1 without one") &&
                 Contains("; 2 links have an id of no row at hand, the first in ") &&
                 Contains("links:5 (\"9\")") &&
                 Contains("; 1 link from a row to itself is left out, the first in ") &&
                 Contains("links:4 (\"3\")") &&
                 Contains("; 3 links stand once more and count once, the first in ") &&
                 Contains("links:3 (\"1\", \"2\")"));
  const LinkedSet plain(linked(Json::object()), rows, "1 2\n2 1\n3 4\n");
  CHECK_THAT(plain.notes.at(0), EndsWith("links: 2 links between 4 rows, 0 without one"));
}

TEST_CASE("rows have ids in a column, in a file or by their number", "[data][links]") {
  // 1 - 2 are linked, 3 is isolated; one step without restart: the mean of both.
  Json options = {{"steps", 1}, {"restart", 0}, {"file", "links"}};
  const std::vector<Row> expected = {{{"7", 4}, {"links.7", 2}},
                                     {{"8", 2}, {"links.7", 2}, {"links.8", 1}},
                                     {{"7", 3}, {"links.7", 3}}};
  const auto check = [&](const LinkedSet& read) {
    auto rows = read.rows();
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].at("links.8") == Approx(1));
    rows[0].erase("links.8");
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(rows[i].size() == expected[i].size());
      for (const auto& [name, value] : expected[i]) CHECK(rows[i][name] == Approx(value));
    }
  };
  const std::string rows = "a 7:4\nb 8:2\na 7:3\n";
  check({linked(options), rows, "2 1\n"});
  options["ids"] = "ids";
  check({linked(options), rows, "x\ty\n", "x\tAI\t1 2\ny\tDB\t3\nz\tDB\t4\n"});
  options.update({{"ids", "{file}.ids"}, {"file", "{file}.links"}});
  check({linked(options), rows, "x\ty\n", "x\ny\nz\n"});

  const Json words =
      Json::array({{{"extractor", "words"}, {"weighting", "count"}, {"normalize", "none"}}});
  Json table = linked({{"steps", 1}, {"restart", 0}, {"id", "key"}, {"of", "words"}}, words);
  table.update({{"format", "csv"}, {"target", "y"}});
  const LinkedSet csv(table, "y,key,text\n1,p1,u u\n2,p2,v\n1,p3,u\n", "p1,p2\n");
  Json lines = linked({{"steps", 1}, {"restart", 0}, {"id", "key"}}, words);
  lines["format"] = "texts";
  const LinkedSet texts(lines,
                        "{\"text\": \"u u\", \"key\": 1, \"label\": \"1\"}\n"
                        "{\"text\": \"v\", \"key\": \"2\", \"label\": \"2\"}\n"
                        "{\"text\": \"u\", \"key\": 3, \"label\": \"1\"}\n",
                        "1,2\n");
  for (const LinkedSet* read : {&csv, &texts}) {
    const std::vector<Row> found = read->rows();
    REQUIRE(found.size() == 3);
    CHECK(found[0].at("links.words=u") == Approx(1));
    CHECK(found[0].at("links.words=v") == Approx(.5));
    CHECK(found[1].at("links.words=u") == Approx(1));
    CHECK(found[2] == Row{{"words=u", 1}, {"links.words=u", 1}});
  }
}

TEST_CASE("rows without ids, or with the same one, are errors", "[data][links]") {
  const std::string rows = "1 1:1\n2 2:1\n";
  Json options = {{"ids", "ids"}};
  CHECK_THAT(set_error(linked(options), rows, "a b", "a\na\n"),
             Contains("train:2: the row has the id \"a\" of ") && Contains("train:1, too"));
  CHECK_THAT(set_error(linked(options), rows, "a b", "a\n"),
             Contains("train:2: is row 2 of the file, but ") && Contains("ids has 1 id"));
  CHECK_THAT(set_error(linked(options), rows, "a b", "a\nb\nc\n"),
             Contains("ids: has 3 ids, but ") && Contains("train has 2 rows"));
  CHECK_THAT(set_error(linked({{"ids", "ids"}, {"id", "x"}}), rows, "a b", "a\n"),
             Contains("data.features.1.ids stands beside id"));
  CHECK_THAT(set_error(linked({{"id", "x"}}), rows, "a b"),
             Contains("data.features.1.id: rows of numbers have no columns"));
  CHECK_THAT(set_error(linked({{"file", ""}}), rows, "a b"),
             Contains("data.features.1.file: missing: a file of links"));
  CHECK_THAT(set_error(linked({{"of", "word"}},
                              Json::array({{{"extractor", "values"}, {"group", "words"}}})),
                       rows, "a b"),
             Contains("data.features.1.of = \"word\": did you mean words?"));
  CHECK_THAT(set_error(linked(Json::object(), Json::array()), rows, "a b"),
             Contains("no other extractor whose features can be smoothed"));
  Json table = linked({{"id", "kye"}}, Json::array({{{"extractor", "words"}}}));
  table.update({{"format", "csv"}, {"target", "y"}});
  CHECK_THAT(set_error(table, "y,key,text\n1,a,u\n2,b,v\n", "a b"),
             Contains("takes the column \"kye\"") && Contains("did you mean key?"));
  table["features"][1]["id"] = "key";
  CHECK_THAT(set_error(table, "y,key,text\n1,a,u\n2,,v\n", "a b"),
             Contains("train:3: the id in \"key\" is empty"));
}

TEST_CASE("labels have no influence on smoothed features, inputs of test files have",
          "[data][links]") {
  const Json block = linked({{"steps", 3}});
  const std::string links = "1 2\n2 3\n3 4\n1 4\n2 4\n";
  const LinkedSet read(block, "a 1:1\nb 2:1 3:4\na 3:1\nb 1:1 2:2\n", links),
      other(block, "b 1:1\na 2:1 3:4\n? 3:1\na 1:1 2:2\n", links);
  CHECK(read.rows() == other.rows());
  // Rows of a test file have ids of their own: here their numbers would stand twice.
  const Json with_ids =
      linked({{"steps", 1}, {"restart", 0}, {"file", "{file}.links"}, {"id", ""}, {"ids", ""}});
  CHECK_THAT(set_error(with_ids, "a 1:1\nb 2:1\n", "1 2"), Equals(""));
  Json table = linked(
      {{"steps", 1}, {"restart", 0}, {"id", "key"}},
      Json::array({{{"extractor", "words"}, {"weighting", "count"}, {"normalize", "none"}}}));
  table.update({{"format", "csv"}, {"target", "y"}});
  const LinkedSet with_test(table, "y,key,text\n1,a,u\n2,b,v\n", "a t\n", "",
                            "y,key,text\n1,t,u u u w\n");
  CHECK(with_test.rows()[0].at("links.words=u") == Approx(2));
  CHECK(with_test.rows()[2].at("links.words=u") == Approx(2));
  CHECK(with_test.rows()[2].count("links.words=w") == 0);  // a word of the test file alone
}

TEST_CASE("features that are fitted to examples are smoothed after each fit", "[data][links]") {
  Json table = linked(
      {{"steps", 1}, {"restart", 0}, {"id", "key"}, {"of", "words"}},
      Json::array({{{"extractor", "words"}, {"weighting", "tf_idf"}, {"normalize", "none"}}}));
  table.update({{"format", "csv"}, {"target", "y"}});
  const LinkedSet read(table, "y,key,text\n1,a,u\n2,b,v\n1,c,v\n", "a b\n");
  CHECK(read.set->is_fitted(read.set->num_features() - 1));
  const std::vector<Row> rows = read.rows();
  const double u = std::log(2.0) * std::log(3.0), v = std::log(2.0) * std::log(1.5);
  CHECK(rows[0].at("links.words=u") == Approx(u / 2));
  CHECK(rows[0].at("links.words=v") == Approx(v / 2));
  CHECK(rows[2].at("links.words=v") == Approx(v));
  CHECK(rows[2].count("links.words=u") == 0);
}

TEST_CASE("a range of numbers is smoothed, and links are features themselves", "[data][links]") {
  Json block = linked({{"steps", 1}, {"restart", 0}, {"of", "b"}, {"group", "smooth"}});
  block["groups"] = {{{"name", "a"}, {"first", 1}, {"last", 5}},
                     {{"name", "b"}, {"first", 6}, {"last", 9}}};
  block["features"].push_back(
      {{"extractor", "links"}, {"features", "edges"}, {"group", "graph"}, {"file", "links"}});
  const LinkedSet read(block, "x 1:1 6:2\ny 2:1 7:2\nx 3:1\n", "1 2\n3 4\n");
  CHECK(read.files.size() == 2);
  const std::vector<Row> rows = read.rows();
  CHECK(rows[2] == Row{{"3", 1}, {"graph.3", 1}});
  CHECK(rows[0].size() == 6);
  CHECK(rows[0].at("smooth.6") == Approx(1));
  CHECK(rows[0].at("smooth.7") == Approx(1));
  CHECK(rows[0].at("graph.1") == 1);
  CHECK(rows[0].at("graph.1--2") == 1);
  CHECK(rows[1].at("graph.1--2") == 1);
  CHECK(read.set->feature_groups() == Names{"a", "b", "smooth", "graph"});
}
