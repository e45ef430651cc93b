// Arrays of binary numbers, as NumPy writes them, and unlabeled points streamed from files.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "costruct/core/random.hpp"
#include "costruct/data/file_unlabeled_points.hpp"
#include "costruct/io/model_file.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Row = std::map<std::string, double>;
using Catch::Contains;
using Role = Encoder::Role;

namespace {

/// Bytes of a file of version 1.0 with this header and these numbers.
template <class Number = double>
std::string npy(std::string header, const std::vector<Number>& numbers) {
  std::string bytes = "\x93NUMPY";
  bytes +=
      {'\1', '\0', static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  bytes += header;
  const std::size_t begin = bytes.size();
  bytes.resize(begin + numbers.size() * sizeof(Number));
  if (!numbers.empty())
    std::memcpy(bytes.data() + begin, numbers.data(), numbers.size() * sizeof(Number));
  return bytes;
}

std::string header(Index rows, Index columns, const std::string& type = "<f8") {
  return "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
         ", " + std::to_string(columns) + "), }     \n";
}

std::string table(Index columns, const std::vector<double>& numbers) {
  return npy(header(static_cast<Index>(numbers.size()) / columns, columns), numbers);
}

ReadCorpus read_table(const std::filesystem::path& file, Json options = Json::object()) {
  Json block = {{"format", "npy"}, {"train", "t"}};
  block.update(options);
  ConfigErrors errors;
  check_data_block(block, "data", errors);
  errors.throw_if_any("");
  ReadCorpus read{Encoder(block, kRows, Target::kNumber), {}};
  const std::vector<std::filesystem::path> files{file};
  read.encoder.read(files, Role::kTrain, read.corpus);
  read.encoder.finish_labels(read.corpus);
  return read;
}

std::vector<Row> rows_of(const NamedParts& parts) {
  std::vector<Row> rows;
  for (const auto& example : parts) rows.push_back(example.at(0));
  return rows;
}

std::string error_of(std::string_view bytes, const Json& options = Json::object()) {
  const TestFolder folder;
  return message_of<DataError>([&] { read_table(folder.write("t.npy", bytes), options); });
}

/// All points of a source, view by view, and in how many blocks they came.
std::vector<Matrix> all_points(UnlabeledPoints& source, Index& blocks) {
  std::vector<Matrix> all, block;
  for (blocks = 0; source.next(block); ++blocks) {
    if (all.empty()) all.resize(block.size());
    for (std::size_t v = 0; v < block.size(); ++v) {
      all[v].rows = block[v].rows;
      all[v].cols += block[v].cols;
      all[v].data.insert(all[v].data.end(), block[v].data.begin(), block[v].data.end());
    }
  }
  return all;
}

}  // namespace

TEST_CASE("the last column of an array is the target, the others are features by their number",
          "[data][npy]") {
  const TestFolder folder;
  const auto read = read_table(folder.write("t.npy", table(3, {1, 0, 0.1, -2.5, 1e-300, 7})));
  CHECK(read.corpus.targets == std::vector<double>{0.1, 7});
  CHECK(rows_of(named_parts(read.encoder, read.corpus.features)) ==
        std::vector<Row>{{{"1", 1}}, {{"1", -2.5}, {"2", 1e-300}}});
  CHECK(read.encoder.num_features() == 2);
  CHECK(read.encoder.feature_info(1).number == 2);
  CHECK(read.corpus.places[1].line == 2);
}

TEST_CASE("another column may be the target, and floats and packed files are read", "[data][npy]") {
  const TestFolder folder;
  const std::string bytes = npy<float>(header(2, 3, "<f4"), {1.5F, 0.25F, 3, 4, -5, 6});
  for (const auto& file : {folder.write("t.npy", bytes), folder.write("t.npy.gz", gzipped(bytes)),
                           folder.write("t.npy.xz", xz_packed(bytes))}) {
    const auto read = read_table(file, {{"target_column", 2}});
    CHECK(read.corpus.targets == std::vector<double>{0.25, -5});
    CHECK(rows_of(named_parts(read.encoder, read.corpus.features)) ==
          std::vector<Row>{{{"1", 1.5}, {"2", 3}}, {{"1", 4}, {"2", 6}}});
  }
}

TEST_CASE("a target that is NaN marks an unlabeled example", "[data][npy]") {
  const TestFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto read = read_table(folder.write("t.npy", table(2, {1, nan, 2, 3})));
  CHECK_FALSE(read.corpus.is_labeled(0));
  CHECK(read.corpus.targets[1] == 3);
}

TEST_CASE("whole numbers in the target column can be labels", "[data][npy]") {
  const TestFolder folder;
  const auto read =
      read_training({{"format", "npy"}}, {folder.write("t.npy", table(2, {1, 2, 5, -1, 3, 2}))});
  CHECK(read.encoder.labels() == std::vector<std::string>{"-1", "2"});
}

TEST_CASE("a header may be of version 2.0, in any order and in double quotes", "[data][npy]") {
  const TestFolder folder;
  const std::string text = "{\"shape\":(1,2),\"fortran_order\":False,\"descr\":\"<f8\"}";
  std::string bytes = npy(text, std::vector<double>{1, 2});
  bytes[6] = 2;
  bytes.insert(10, 2, '\0');
  CHECK(read_table(folder.write("t.npy", bytes)).corpus.targets == std::vector<double>{2});
}

TEST_CASE("files to predict may have the target's column or not", "[data][npy]") {
  const TestFolder folder;
  const Json options = {{"target_column", 1}};
  const auto read = read_table(folder.write("t.npy", table(3, {9, 1, 2})), options);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto rows = [&](const std::string& bytes) {
    return rows_of(named_parts(read.encoder, folder.write("p.npy", bytes)));
  };
  CHECK(rows(table(3, {nan, 3, 4})) == std::vector<Row>{{{"1", 3}, {"2", 4}}});
  CHECK(rows(table(2, {3, 4})) == std::vector<Row>{{{"1", 3}, {"2", 4}}});
  CHECK_THAT(message_of<DataError>([&] {
               rows(table(4, {1, 2, 3, 4}));
             }),
             Contains("p.npy:1: the table has 4 columns, but that of training has 3 (or 2 without "
                      "the target)"));
  CHECK_THAT(message_of<DataError>([&] {
               rows(table(2, {1, 2, 3, nan}));
             }),
             Contains("p.npy:2: column 2: nan is no finite number"));
}

TEST_CASE("a saved encoder of arrays reads the same columns", "[data][npy][model]") {
  const TestFolder folder;
  const auto read =
      read_table(folder.write("t.npy", table(4, {1, 9, 2, 3})), {{"target_column", 2}});
  ModelWriter writer;
  read.encoder.save(writer, {true, false, true});
  writer.write(folder.path() / "model");
  const Encoder loaded = Encoder::load(ModelReader(folder.path() / "model"));
  CHECK(rows_of(named_parts(loaded, folder.write("p.npy", table(3, {5, 6, 7})))) ==
        std::vector<Row>{{{"1", 5}, {"3", 7}}});
  CHECK(rows_of(named_parts(loaded, folder.write("q.npy", table(4, {5, 0, 6, 7})))) ==
        std::vector<Row>{{{"1", 5}, {"3", 7}}});
  const auto rows = loaded.dense_rows(folder.path() / "q.npy");
  double numbers[2] = {};
  REQUIRE(rows->read(1, numbers) == 1);
  CHECK(numbers[0] == 5);
  CHECK(numbers[1] == 7);
}

TEST_CASE("arrays that are wrong say what is", "[data][npy]") {
  const auto header_error = [](const std::string& text) {
    return error_of(npy(text, std::vector<double>{1, 2}));
  };
  CHECK_THAT(error_of(""), Contains("t.npy: is no .npy file: it is too short"));
  CHECK_THAT(error_of("1,2,3,4,5,6,7"), Contains("is no .npy file"));
  CHECK_THAT(header_error(header(1, 2, ">f8")),
             Contains("numbers of type \">f8\", expected <f8 or <f4"));
  CHECK_THAT(header_error("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 2), }"),
             Contains("in Fortran order"));
  CHECK_THAT(header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }"),
             Contains("has 1 dimensions"));
  CHECK_THAT(header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 0), }"),
             Contains("has 0 columns"));
  CHECK_THAT(
      header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 2), }"),
      Contains("which no file holds"));
  CHECK_THAT(header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 2), }"),
             Contains("expected a dictionary"));
  for (const char* text :
       {"", "{", "{}", "{'descr'}", "{'descr': '<f8'", "{'descr': '<f8}", "{'shape': (1 2)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (1, 2)}", "{'a': 1}"}) {
    CAPTURE(text);
    CHECK_THAT(header_error(text),
               Contains("t.npy: has the header") && Contains("expected a dictionary"));
  }
  std::string later = table(2, {1, 2});
  later[6] = 3;
  CHECK_THAT(error_of(later), Contains("version 3.0"));
  CHECK_THAT(error_of(table(2, {1, 2}).substr(0, 20)), Contains("ends within its header"));
  CHECK_THAT(error_of(npy(header(3, 2), std::vector<double>{1, 2, 3})),
             Contains("ends within row 2 of 3"));
  CHECK_THAT(error_of(npy(header(1, 2), std::vector<double>{1, 2, 3})),
             Contains("goes on behind its 1 row"));
  CHECK_THAT(error_of(npy(header(0, 2), std::vector<double>{})), Contains("has no examples"));
  CHECK_THAT(error_of(table(1, {1, 2})), Contains("no column but the target"));
  CHECK_THAT(error_of(table(2, {1, 2}), {{"target_column", 3}}),
             Contains("has 2 columns, but target_column is 3"));
  CHECK_THAT(error_of(table(2, {std::numeric_limits<double>::infinity(), 2})),
             Contains("t.npy:1: column 1: inf is no finite number"));
}

TEST_CASE("points streamed from files are those of the corpus, in the order of the files",
          "[data][points]") {
  const TestFolder folder;
  RandomStream random(1, 0, "points");
  const Index columns = 6, rows = 37;
  std::vector<double> numbers;
  std::string csv = "a,b,c,d,e,y\n", svm;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      const auto number = static_cast<double>(random.below(7)) - 3;
      numbers.push_back(number);
      csv += std::to_string(static_cast<int>(number)) + (j + 1 < columns ? "," : "\n");
    }
    svm += "0";
    for (Index j = 0; j + 1 < columns; ++j)
      svm += " " + std::to_string(j + 1) + ":" +
             std::to_string(static_cast<int>(numbers[i * columns + j]));
    svm += "\n";
  }
  const std::vector<double> second(numbers.begin() + 5 * columns, numbers.end());
  std::vector<double> without_target;
  for (std::size_t i = 0; i < second.size(); ++i) {
    if (i % static_cast<std::size_t>(columns) != 5) without_target.push_back(second[i]);
  }
  const std::vector<std::int32_t> view_of = {1, 0, -1, 1, 0};
  const std::vector<std::vector<Index>> features = {{1, 4}, {0, 3}};
  for (const std::string format : {"npy", "csv", "svmlight"}) {
    const Json block = {{"format", format}, {"train", "t"}, {"target", "y"}};
    Json options = block;
    if (format != "csv") options.erase("target");
    Encoder encoder(options, kRows, Target::kNumber);
    std::vector<std::filesystem::path> files;
    if (format == "npy") {
      files = {folder.write("a.npy", table(columns, numbers)),
               folder.write("b.npy", table(5, without_target))};
    } else if (format == "csv") {
      files = {folder.write("a.csv", csv)};
    } else {
      files = {folder.write("a.svm", "0 1:1 2:1 3:1 4:1 5:1\n" + svm)};
    }
    Corpus corpus;
    encoder.read(std::span(files).first(1), Role::kTrain, corpus);
    std::vector<double> expected = numbers;
    if (format == "svmlight") expected.insert(expected.begin(), {1, 1, 1, 1, 1, 0});
    if (format == "npy") expected.insert(expected.end(), second.begin(), second.end());
    const Index total = static_cast<Index>(expected.size()) / columns;
    for (const Index block_size :
         {Index{1}, Index{10}, Index{37}, FileUnlabeledPoints::kDefaultBlock}) {
      CAPTURE(format, block_size);
      FileUnlabeledPoints points(encoder, files, view_of, 2, block_size);
      for (int pass = 0; pass < 2; ++pass) {
        Index blocks = 0;
        const auto all = all_points(points, blocks);
        CHECK(blocks >= (total + block_size - 1) / block_size);
        REQUIRE(all.size() == 2);
        for (std::size_t v = 0; v < 2; ++v) {
          REQUIRE(all[v].rows == 2);
          REQUIRE(all[v].cols == total);
          bool same = true;
          for (Index i = 0; i < total; ++i) {
            for (std::size_t r = 0; r < 2; ++r)
              same = same &&
                     all[v](static_cast<Index>(r), i) == expected[i * columns + features[v][r]];
          }
          CHECK(same);
        }
        points.rewind();
      }
    }
  }
}

TEST_CASE("a number that is not finite ends a stream of points with its place",
          "[data][points][npy]") {
  const TestFolder folder;
  const auto read = read_table(folder.write("t.npy", table(3, {1, 2, 3})));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::int32_t> view_of = {0, 0};
  FileUnlabeledPoints points(read.encoder,
                             {folder.write("u.npy", table(3, {1, 2, nan, 4, nan, 6}))}, view_of, 1);
  std::vector<Matrix> block;
  CHECK_THAT(message_of<DataError>([&] { points.next(block); }),
             Contains("u.npy:2: column 2: nan is no finite number"));
}
