// Tables with a header: what is read, what becomes of columns, what is refused, and what a model
// keeps.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Texts = std::vector<std::string>;
using Row = std::map<std::string, double>;
using Catch::Contains;
using Role = Encoder::Role;

namespace {

Json block_of(Json options = Json::object()) {
  Json block = {{"format", "csv"}, {"train", "t"}, {"target", "y"}};
  block.update(options);
  return block;
}

std::vector<Row> rows_of(const NamedParts& parts) {
  std::vector<Row> rows;
  for (const auto& example : parts) rows.push_back(example.at(0));
  return rows;
}

std::vector<Row> rows_of(const ReadCorpus& read) {
  return rows_of(named_parts(read.encoder, read.corpus.features));
}

Texts feature_names(const Encoder& encoder) {
  Texts names;
  for (Index f = 0; f < encoder.num_features(); ++f) names.push_back(encoder.feature_info(f).name);
  return names;
}

ReadCorpus read_numbers(const Json& block, const std::vector<std::filesystem::path>& files,
                        const std::vector<std::filesystem::path>& unlabeled = {}) {
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  errors.throw_if_any("");
  ReadCorpus read{Encoder(block, kRows, Target::kNumber), {}};
  read.encoder.scan(files, Role::kTrain);
  read.encoder.scan(unlabeled, Role::kUnlabeled);
  read.encoder.read(files, Role::kTrain, read.corpus);
  read.encoder.finish_labels(read.corpus);
  read.encoder.read(unlabeled, Role::kUnlabeled, read.corpus);
  return read;
}

ReadCorpus read_text(std::string_view text, const Json& options = Json::object()) {
  const TestFolder folder;
  return read_numbers(block_of(options), {folder.write("train.csv", text)});
}

std::string error_of(std::string_view text, const Json& options = Json::object()) {
  return message_of<DataError>([&] { read_text(text, options); });
}

std::string only_error(const Json& block) {
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  INFO(block.dump());
  REQUIRE(errors.messages().size() == 1);
  return errors.messages()[0];
}

}  // namespace

TEST_CASE("numbers are features and names are one of k", "[data][csv]") {
  const auto read = read_text(
      "sex,length,y\n"
      "M,0.5,1\n"
      "F,-2e1,2.5\n"
      "M,0,-3\n");
  CHECK(read.corpus.targets == std::vector<double>{1, 2.5, -3});
  CHECK(feature_names(read.encoder) == Texts{"sex=M", "sex=F", "length"});
  CHECK(rows_of(read) == std::vector<Row>{{{"sex=M", 1}, {"length", 0.5}},
                                          {{"sex=F", 1}, {"length", -20}},
                                          {{"sex=M", 1}}});
  CHECK(read.corpus.places[2].line == 4);
  CHECK(read.encoder.notes() ==
        Texts{"train.csv: target y; 1 numeric column, 1 nominal column (sex: 2 values)"});
}

TEST_CASE("features are counted by their column, without the target", "[data][csv]") {
  const auto read = read_text(
      "sex,y,length,width\n"
      "M,1,2,\n"
      "F,1,2,3\n",
      {{"groups",
        {{{"name", "who"}, {"first", 1}, {"last", 1}},
         {{"name", "size"}, {"first", 3}, {"last", 9}}}}});
  std::vector<std::uint64_t> numbers;
  std::vector<int> groups;
  for (Index f = 0; f < read.encoder.num_features(); ++f) {
    numbers.push_back(read.encoder.feature_info(f).number);
    groups.push_back(read.encoder.feature_info(f).group);
  }
  CHECK(feature_names(read.encoder) == Texts{"sex=M", "sex=F", "length", "width", "width missing"});
  CHECK(numbers == std::vector<std::uint64_t>{1, 1, 2, 3, 3});
  CHECK(groups == std::vector<int>{0, 0, -1, 1, 1});
}

TEST_CASE("a missing number is 0 and marked, a missing name sets nothing", "[data][csv]") {
  const auto read = read_text(
      "a,b,y\n"
      "?,x,1\n"
      "7,,1\n"
      ",?,1\n");
  CHECK(rows_of(read) ==
        std::vector<Row>{{{"a missing", 1}, {"b=x", 1}}, {{"a", 7}}, {{"a missing", 1}}});
  CHECK(read.encoder.notes() ==
        Texts{"train.csv: target y; 1 numeric column, 1 nominal column (b: 1 value)",
              "train.csv: 1 numeric column with missing values (a)"});
}

TEST_CASE("a missing target marks an unlabeled example", "[data][csv]") {
  const auto read = read_text("a,y\n1,?\n2,\n3,4\n");
  CHECK_FALSE(read.corpus.is_labeled(0));
  CHECK_FALSE(read.corpus.is_labeled(1));
  CHECK(read.corpus.targets[2] == 4);
}

TEST_CASE("the cell that keeps a column of numbers from being one is told", "[data][csv]") {
  std::string text = "size,y\n";
  for (int i = 0; i < 30; ++i) text += std::to_string(i) + ",1\n";
  const auto odd = [](const std::string& all) { return read_text(all).encoder.notes().back(); };
  CHECK_THAT(odd(text + "none,1\n31,1\n"), Contains("size would be numeric, but line 32 ") &&
                                               Contains("has \"none\" there: empty or ? says") &&
                                               Contains("\"missing\": [\"none\"] reads the cell"));
  CHECK_THAT(read_text(text + "none,1\n", {{"missing", {"none"}}}).encoder.notes().back(),
             !Contains("would be"));
  CHECK_THAT(odd("a,y\n1,0\n2,0\nx,0\n"), Contains("a would be numeric"));
  CHECK_THAT(odd(text + "?,1\n,1\n"), !Contains("would be"));
  CHECK_THAT(odd("a,y\n1,0\nx,0\nz,0\n"), !Contains("would be"));
  CHECK_THAT(read_text(text + "none,1\n", {{"nominal", {"size"}}}).encoder.notes().back(),
             !Contains("would be"));
  text = "size,b,y\n";  // beyond the limit of different values as well
  for (int i = 0; i < 300; ++i) text += std::to_string(i) + ",1,1\n";
  CHECK_THAT(odd(text + "no,2,1\n"), Contains("size would be numeric, but line 302 "));
}

TEST_CASE("marks of missing cells that other tools write are read as such, and told",
          "[data][csv]") {
  const auto read = read_text("a,b,y\nNA,x,1\n7,None,2\n8,x,NaN\n-9,x,3\n", {{"missing", {"-9"}}});
  CHECK(rows_of(read) == std::vector<Row>{{{"a missing", 1}, {"b=x", 1}},
                                          {{"a", 7}},
                                          {{"a", 8}, {"b=x", 1}},
                                          {{"a missing", 1}, {"b=x", 1}}});
  CHECK_FALSE(read.corpus.is_labeled(2));
  CHECK_THAT(read.encoder.notes().back(), Contains("-9, NA, None are read as missing"));
  const auto kept = read_text("a,y\nNA,1\nB,2\n", {{"nominal", {"a"}}});
  CHECK(feature_names(kept.encoder) == Texts{"a=NA", "a=B"});
  // A model whose column has such a value as a name goes on to know it.
  const TestFolder folder;
  ModelWriter writer;
  kept.encoder.save(writer, {true, true});
  writer.write(folder.path() / "m.st");
  const Encoder loaded = Encoder::load(ModelReader(folder.path() / "m.st"));
  CHECK(rows_of(named_parts(loaded, folder.write("new.csv", "a\nNA\nB\n"))) ==
        std::vector<Row>{{{"a=NA", 1}}, {{"a=B", 1}}});
}

TEST_CASE("a first column without a name is the index of a data frame and left out",
          "[data][csv]") {
  const auto read = read_text(",a,y\n0,5,1\n1,6,2\n");
  CHECK(rows_of(read) == std::vector<Row>{{{"a", 5}}, {{"a", 6}}});
  CHECK(read.corpus.targets == std::vector<double>{1, 2});
  CHECK_THAT(error_of(",a,y\n5,1\n"), Contains("the row has 2 cells, but the header has 3"));
  CHECK_THAT(error_of("a,,y\n1,5,1\n"), Contains("column 2 has no name"));
}

TEST_CASE("numbers with commas, thousands, units and dates are read, and told", "[data][csv]") {
  const auto numbers_of = [](const Texts& cells, const Json& options = Json::object()) {
    std::string text = "a;y\n";
    for (const std::string& cell : cells) text += cell + ";1\n";
    Json all = {{"separator", ";"}};
    all.update(options);
    const auto read = read_text(text, all);
    std::vector<double> numbers;
    for (const Row& row : rows_of(read)) numbers.push_back(row.count("a") ? row.at("a") : 0);
    return std::pair(numbers, read.encoder.notes().back());
  };
  using Numbers = std::vector<double>;
  const auto [thousands, told] = numbers_of({"1,250", "950", "12,300", "1,000,000"});
  CHECK(thousands == Numbers{1250, 950, 12300, 1e6});
  CHECK_THAT(told, Contains("a: numbers with ',' between thousands: \"1,250\" is 1250"));
  CHECK(numbers_of({"1,5", "2,25", "3"}).first == Numbers{1.5, 2.25, 3});
  CHECK_THAT(numbers_of({"1,5", "3"}).second, Contains("decimal comma: \"1,5\" is 1.5"));
  CHECK(numbers_of({"1.299,99", "5,5", "-7"}).first == Numbers{1299.99, 5.5, -7});
  CHECK(numbers_of({"1,299.99", "5.5"}).first == Numbers{1299.99, 5.5});
  CHECK(numbers_of({"12 %", "7.5%"}).first == Numbers{12, 7.5});
  CHECK(numbers_of({"$1,250", "$7"}).first == Numbers{1250, 7});
  CHECK(numbers_of({"5 EUR", "7 EUR"}).first == Numbers{5, 7});
  CHECK(numbers_of({"1 250", "12 300,5"}).first == Numbers{1250, 12300.5});
  CHECK(numbers_of({"1970-01-02", "1969-12-31", "2000-01-01"}).first == Numbers{1, -1, 10957});
  CHECK(numbers_of({"1970-01-02T12:00", "1970-01-01 06:00:00"}).first == Numbers{1.5, .25});
  CHECK(numbers_of({"1.250", "2.5"}).first == Numbers{1.25, 2.5});  // points are plain
  CHECK(numbers_of({"0,125", "0,25"}).first == Numbers{.125, .25});
  // Two readings, or none.
  const auto error = [&](const Texts& cells) {
    return message_of<DataError>([&] { numbers_of(cells); });
  };
  CHECK_THAT(error({"1,250", "1,5"}),
             Contains("train.csv: column a: \"1,250\" can be 1250 or 1.25") &&
                 Contains("\"decimal\": \",\""));
  CHECK(numbers_of({"1,250", "1,5"}, {{"decimal", ","}}).first == Numbers{1.25, 1.5});
  CHECK_THAT(error({"0,125", "1,250"}), Contains("the comma of \"0,125\" separates no thousands"));
  CHECK_THAT(numbers_of({"1", "2"}, {{"decimal", ","}}).second, !Contains("decimal comma"));
  CHECK_THAT(only_error(block_of({{"decimal", ","}, {"thousands", "'"}})),
             Contains("data.thousands = \"'\": does not go with decimal = \",\""));
  CHECK(numbers_of({"1,250", "1,251"}, {{"decimal", ","}}).first == Numbers{1.25, 1.251});
  CHECK(numbers_of({"1,250", "1,5", "red"}).first == Numbers{0, 0, 0});  // names
  for (const Texts& names : std::vector<Texts>{{"5%", "7"},
                                               {"$5", "7 EUR"},
                                               {"1,25,0", "1"},
                                               {"1,2,3", "x,5"},
                                               {"2020-13-01", "2020-01-01"},
                                               {"1,5", "1.5"},
                                               {"12,34,567", "1"}}) {
    INFO(names[0]);
    CHECK(numbers_of(names).first == Numbers(names.size(), 0));
  }
}

TEST_CASE("targets are written as other numbers are, and a model keeps how", "[data][csv][model]") {
  const TestFolder folder;
  const auto read = read_text("a;y\n\"1,5\";\"1,100\"\n\"2,25\";\"2,120\"\n", {{"separator", ";"}});
  CHECK(read.corpus.targets == std::vector<double>{1100, 2120});
  CHECK_THAT(read.encoder.notes().back(), Contains("target: numbers with ',' between thousands"));
  ModelWriter writer;
  read.encoder.save(writer,
                    std::vector<bool>(static_cast<std::size_t>(read.encoder.num_features()), true));
  writer.write(folder.path() / "m.st");
  Encoder loaded = Encoder::load(ModelReader(folder.path() / "m.st"));
  Corpus corpus;
  loaded.read(std::vector{folder.write("new.csv", "a;y\n0,5;\"3,000\"\n")}, Role::kTest, corpus);
  CHECK(corpus.targets == std::vector<double>{3000});
  CHECK(named_parts(loaded, corpus.features)[0][0] == Row{{"a", .5}});
  CHECK_THAT(message_of<DataError>([&] {
               loaded.read(std::vector{folder.write("bad.csv", "a;y\n0.5;3\n")}, Role::kTest,
                           corpus);
             }),
             Contains("is no finite number written as those of training"));
  CHECK_THAT(message_of<DataError>([&] {
               read_text("a;y\n1;\"1,100\"\n2;\"1,1\"\n", {{"separator", ";"}});
             }),
             Contains("the target: \"1,100\" can be 1100 or 1.1"));
}

TEST_CASE("one cell that is no number makes a column nominal, numbers in it names", "[data][csv]") {
  CHECK(feature_names(read_text("a,y\n1,0\n1.0,0\nx,0\n").encoder) == Texts{"a=1", "a=1.0", "a=x"});
  CHECK(feature_names(read_text("a,y\n1,0\ninf,0\n").encoder) == Texts{"a=1", "a=inf"});
  CHECK(feature_names(read_text("a,y\n1,0\n2,0\n", {{"nominal", {"a"}}}).encoder) ==
        Texts{"a=1", "a=2"});
}

TEST_CASE("types come from training and unlabeled files together", "[data][csv]") {
  const TestFolder folder;
  const auto train = folder.write("train.csv", "a,b,c,y\n1,1,5,1\n2,2,5,2\n");
  const auto more = folder.write("more.csv", "z,c,b,a\n9,?,3,1\n9,5,x,3\n");
  const auto read = read_numbers(block_of(), {train}, {more});
  CHECK(feature_names(read.encoder) == Texts{"a", "b=1", "b=2", "b=3", "b=x", "c", "c missing"});
  CHECK(rows_of(read)[2] == Row{{"a", 1}, {"b=3", 1}, {"c missing", 1}});
  CHECK(rows_of(read)[3] == Row{{"a", 3}, {"b=x", 1}, {"c", 5}});
  CHECK(std::isnan(read.corpus.targets[3]));
}

TEST_CASE("unlabeled files that are only scanned give the same features as those that are read",
          "[data][csv]") {
  const TestFolder folder;
  const std::vector<std::filesystem::path> train{folder.write("train.csv", "a,b,y\n1,u,1\n")};
  const std::vector<std::filesystem::path> more{folder.write("more.csv", "b,a\nv,\nw,2\n")};
  const auto read = read_numbers(block_of(), train, more);
  const auto rows = rows_of(read);
  CHECK(rows_of(named_parts(read.encoder, more[0])) ==
        std::vector<Row>(rows.begin() + 1, rows.end()));

  for (const char* format : {"svmlight", "csv"}) {
    Json block = block_of();
    if (block["format"] != format) block = {{"format", format}, {"train", "t"}};
    const bool csv = block["format"] == "csv";
    const std::vector<std::filesystem::path> first{csv ? train[0]
                                                       : folder.write("a.svm", "1 5:1 3:1\n")};
    const std::vector<std::filesystem::path> second{csv ? more[0]
                                                        : folder.write("b.svm", "0 7:1 3:1\n")};
    Encoder scanned(block, kRows, Target::kNumber), grown(block, kRows, Target::kNumber);
    Corpus of_scanned, of_grown;
    for (Encoder* encoder : {&scanned, &grown}) {
      if (encoder == &scanned || encoder->must_scan()) {
        encoder->scan(first, Role::kTrain);
        encoder->scan(second, Role::kUnlabeled);
      }
    }
    scanned.read(first, Role::kTrain, of_scanned);
    grown.read(first, Role::kTrain, of_grown);
    grown.finish_labels(of_grown);
    grown.read(second, Role::kUnlabeled, of_grown);
    CHECK(of_scanned.size() == 1);
    CHECK(feature_names(scanned) == feature_names(grown));
  }
}

TEST_CASE("columns without values, ignored ones and those of too many names are left out",
          "[data][csv]") {
  const std::string text =
      "id,empty,few,number,y\n"
      "a,?,u,1,1\n"
      "b,,v,2,1\n"
      "c,,u,3,1\n";
  const auto read = read_text(text, {{"nominal_limit", 3}});
  CHECK(feature_names(read.encoder) == Texts{"few=u", "few=v", "number"});
  CHECK(read.encoder.feature_info(2).number == 4);
  CHECK(read.encoder.notes() ==
        Texts{"train.csv: target y; 1 numeric column, 1 nominal column (few: 2 values)",
              "train.csv: 2 columns left out (id: nominal, 3 values or more, empty: no value)"});
  CHECK(feature_names(read_text(text, {{"nominal_limit", 4}}).encoder).front() == "id=a");
  CHECK(feature_names(read_text(text, {{"ignore", {"id", "few"}}}).encoder) == Texts{"number"});
  CHECK_THAT(error_of("a,y\n?,1\n"), Contains("train.csv: no column is left to learn from"));
}

TEST_CASE("examples beyond the limit leave nothing behind", "[data][csv]") {
  const auto read = read_text("a,b,y\n1,u,1\n2,v,2\nx,w,3\n", {{"limit", 2}});
  CHECK(feature_names(read.encoder) == Texts{"a", "b=u", "b=v"});
  CHECK(read.corpus.size() == 2);
}

TEST_CASE("quotes hold separators, quotes and line ends", "[data][csv]") {
  const auto read = read_text(
      "\"a, or \"\"b\"\"\" , y\r\n"
      "\"x\r\ny\",\"1\"\r\n"
      "\r\n"
      "  z  ,\t2 \r\n"
      "\" z \",3");
  CHECK(read.corpus.targets == std::vector<double>{1, 2, 3});
  CHECK(feature_names(read.encoder) ==
        Texts{"a, or \"b\"=x\ny", "a, or \"b\"=z", "a, or \"b\"= z "});
  CHECK(read.corpus.places[1].line == 5);
}

TEST_CASE("cells may be separated by semicolons and tabs", "[data][csv]") {
  CHECK(rows_of(read_text("a;b;y\n1,5;2;3\n", {{"separator", ";"}}))[0] ==
        Row{{"a", 1.5}, {"b", 2}});
  CHECK(rows_of(read_text("a\tb\ty\n1\t \t3\n2\t4\t3\n", {{"separator", "\t"}}))[0] ==
        Row{{"a", 1}, {"b missing", 1}});
}

TEST_CASE("a byte-order mark and packed files are read", "[data][csv]") {
  const TestFolder folder;
  const std::string text =
      "\xEF\xBB\xBF"
      "y,a\n1,2\n";
  for (const auto& file : {folder.write("t.csv", text), folder.write("t.csv.gz", gzipped(text)),
                           folder.write("t.csv.xz", xz_packed(text))}) {
    CAPTURE(file);
    const auto read = read_numbers(block_of(), {file});
    CHECK(read.corpus.targets == std::vector<double>{1});
    CHECK(feature_names(read.encoder) == Texts{"a"});
  }
}

TEST_CASE("labels of a table may be names", "[data][csv]") {
  const TestFolder folder;
  const auto file = folder.write("t.csv", "a,y\n1,yes\n2,no\n3,?\n4,maybe\n");
  const auto read = read_training(block_of({{"label_map", {{"maybe", "no"}}}}), {file});
  CHECK(read.encoder.labels() == Texts{"yes", "no"});
  CHECK(label_texts(read, 3) == Texts{"no"});
  CHECK_FALSE(read.corpus.is_labeled(2));
  const auto kept = read_training(block_of({{"keep_labels", {"yes"}}}), {file});
  CHECK(rows_of(kept) == std::vector<Row>{{{"a", 1}}, {{"a", 3}}});
}

TEST_CASE("files to predict have their columns in any order, with or without a target",
          "[data][csv]") {
  const TestFolder folder;
  const auto read = read_numbers(block_of(), {folder.write("train.csv", "a,b,y\n1,u,1\n2,v,2\n")});
  const auto rows = [&](std::string_view text) {
    return rows_of(named_parts(read.encoder, folder.write("test.csv", text)));
  };
  const auto error = [&](std::string_view text) {
    return message_of<DataError>([&] { rows(text); });
  };
  CHECK(rows("b,more,a\nv,?,3\nnew,x,4\n,,\n") ==
        std::vector<Row>{{{"b=v", 1}, {"a", 3}}, {{"a", 4}}, {}});
  CHECK(rows("y,b,a\nanything,u,5\n") == std::vector<Row>{{{"b=u", 1}, {"a", 5}}});
  CHECK_THAT(
      error("a,B\n1,u\n"),
      Contains(
          "test.csv:1: there is no column \"b\", which the training data has: did you mean B?"));
  CHECK_THAT(error("a,b\n1,u\nhigh,u\n"),
             Contains("test.csv:3: column a: \"high\" is no finite number"));
}

TEST_CASE("where a file has no such column, those that it has are told", "[data][csv]") {
  const TestFolder folder;
  const auto read = read_numbers(block_of(), {folder.write("train.csv", "amount,y\n1,1\n2,2\n")});
  CHECK_THAT(message_of<DataError>([&] {
               rows_of(named_parts(read.encoder, folder.write("test.csv", "price,kind\n1,u\n")));
             }),
             Contains("no column \"amount\", which the training data has: found price or kind"));
}

TEST_CASE("test files are read by name, and only those without the target are refused",
          "[data][csv]") {
  const TestFolder folder;
  auto read = read_numbers(block_of(), {folder.write("train.csv", "a,b,y\n1,u,1\n2,v,2\n")});
  Corpus test;
  const std::vector<std::filesystem::path> files{folder.write("test.csv", "y,b,a\n7,v,3\n")};
  read.encoder.read(files, Role::kTest, test);
  CHECK(test.targets == std::vector<double>{7});
  CHECK(rows_of(named_parts(read.encoder, test.features))[0] == Row{{"b=v", 1}, {"a", 3}});
  const std::vector<std::filesystem::path> bad{folder.write("bad.csv", "b,a\nv,3\n")};
  CHECK_THAT(message_of<DataError>([&] { read.encoder.read(bad, Role::kTest, test); }),
             Contains("bad.csv:1: there is no column \"y\", the target"));
}

TEST_CASE("tables that are wrong say what is, and where", "[data][csv]") {
  CHECK_THAT(error_of(""), Contains("train.csv: is empty"));
  CHECK_THAT(error_of("a,y\n"),
             Contains("train.csv: has no examples") || Contains("no column is left"));
  CHECK_THAT(
      error_of("a,Rings\n1,2\n", {{"target", "rings"}}),
      Contains("train.csv:1: there is no column \"rings\", the target: did you mean Rings?"));
  CHECK_THAT(error_of("a;y\n1;2\n"),
             Contains("all of the header is one cell, \"a;y\"; is \"separator\": \";\" missing?"));
  CHECK_THAT(error_of("a,y,a\n1,2,3\n"), Contains("train.csv:1: two columns are called \"a\""));
  CHECK_THAT(error_of("a,,y\n1,2,3\n"), Contains("train.csv:1: column 2 has no name"));
  CHECK_THAT(error_of("1,2\n1,2\n"),
             Contains("train.csv:1: all cells are numbers, expected a header"));
  CHECK_THAT(error_of("y\n1\n"), Contains("train.csv:1: there is no column but the target"));
  CHECK_THAT(error_of("a,y\n1,2\n1\n"),
             Contains("train.csv:3: the row has 1 cell, but the header has 2"));
  CHECK_THAT(error_of("a,y\n1,2,3\n"),
             Contains("train.csv:2: the row has 3 cells, but the header has 2"));
  CHECK_THAT(error_of("a,y\n1,x\n"), Contains("train.csv:2: the target is \"x\""));
  CHECK_THAT(error_of("a,y\n\"1,2\n3,4\n"),
             Contains("train.csv:2: a quote is opened here and never closed"));
  CHECK_THAT(error_of("a,y\n\"1\"2,2\n"),
             Contains("train.csv:2: cell 1 goes on behind its closing quote"));
  CHECK_THAT(error_of("a,y\n1,5\" long\n"),
             Contains("train.csv:2: cell 2 has a quote but starts with none"));
  CHECK_THAT(error_of(std::string_view("a,y\n1\0,2\n", 9)), Contains("train.csv:2: a NUL byte"));
  CHECK_THAT(error_of("a,y\n1,2\n", {{"nominal", {"aa"}}}),
             Contains("there is no column \"aa\", which nominal names: did you mean a?"));
  CHECK_THAT(error_of("a,y\n1,2\n", {{"ignore", {"b"}}}),
             Contains("there is no column \"b\", which ignore names"));
  CHECK_THAT(error_of("a,y\n1,?\n"), Contains("no example has a label"));
}

TEST_CASE("an empty line is passed over, but in a table of one column it is an error",
          "[data][csv]") {
  const TestFolder folder;
  const auto read = read_numbers(block_of(), {folder.write("train.csv", "a,y\n\n1,2\n\n")});
  CHECK(read.corpus.size() == 1);
  const auto error = [&](std::string_view text) {
    return message_of<DataError>(
        [&] { named_parts(read.encoder, folder.write("test.csv", text)); });
  };
  CHECK_THAT(error("a\n1\n\n2\n"), Contains("test.csv:3: an empty line in a table of one column"));
  CHECK_THAT(error("a\n1\n\n"), Contains("test.csv:3: an empty line in a table of one column"));
  CHECK(error("a\n1\n?\n").empty());
}

TEST_CASE("long lines and long cells are read", "[data][csv]") {
  const std::string word(std::size_t{1} << 20, 'x');
  CHECK(rows_of(read_text("a,y\n" + word + ",1\n"))[0] == Row{{"a=" + word, 1}});
  CHECK_THAT(error_of("a,y\n" + std::string(std::size_t{1} << 20, ',') + "\n"),
             Contains("train.csv:2: the row has 1048577 cells"));
  CHECK_THAT(error_of("y" + std::string(200'000, ',') + "\n"), Contains("at most 100000"));
}

TEST_CASE("a saved encoder of a table reads the same", "[data][csv][model]") {
  const TestFolder folder;
  const auto read = read_numbers(block_of({{"separator", ";"}, {"ignore", {"skip"}}}),
                                 {folder.write("train.csv",
                                               "skip;a;b;c;y\n"
                                               "0;1;u;?;1\n"
                                               "0;2;v;3;2\n")});
  const auto test = folder.write("test.csv", "c;b;a\n4;v;3\n;u;\n");
  const auto restored = [&](const std::vector<bool>& keep) {
    ModelWriter writer;
    read.encoder.save(writer, keep);
    writer.write(folder.path() / "model");
    return Encoder::load(ModelReader(folder.path() / "model"));
  };
  REQUIRE(feature_names(read.encoder) == Texts{"a", "b=u", "b=v", "c", "c missing"});
  const Encoder all = restored(std::vector<bool>(5, true));
  CHECK(feature_names(all) == feature_names(read.encoder));
  CHECK(all.feature_info(0).number == 2);
  CHECK(all.feature_info(4).number == 4);
  CHECK(named_parts(all, test) == named_parts(read.encoder, test));

  const Encoder some = restored({false, false, true, false, true});
  CHECK(feature_names(some) == Texts{"b=v", "c missing"});
  CHECK(rows_of(named_parts(some, test)) == std::vector<Row>{{{"b=v", 1}}, {{"c missing", 1}}});
  CHECK(rows_of(named_parts(some, folder.write("less.csv", "c;b\n1;v\n")))[0] == Row{{"b=v", 1}});
}

TEST_CASE("options of tables that are wrong say what is", "[data][csv][block]") {
  CHECK(only_error({{"format", "csv"}, {"train", "t"}}) ==
        "data.target: missing: must be the name of the column to predict");
  CHECK_THAT(only_error(block_of({{"target", 3}})), Contains("must be the name of a column"));
  CHECK_THAT(only_error(block_of({{"separator", "|"}})),
             Contains("must be \",\", \";\" or \"\\t\""));
  CHECK_THAT(only_error(block_of({{"nominal", {"a", "a"}}})), Contains("\"a\" stands twice"));
  CHECK_THAT(only_error(block_of({{"nominal", {"y"}}})),
             Contains("data.nominal names the target \"y\""));
  CHECK_THAT(only_error(block_of({{"ignore", {"a"}}, {"nominal", {"a"}}})),
             Contains("as ignore does"));
  CHECK_THAT(only_error(block_of({{"nominal_limit", 0}})), Contains(">= 1"));
}
