// Files in memory: all that reads and writes files takes their names.
#include <catch2/catch.hpp>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/output_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

TEST_CASE("a file in memory is read and written by its name while it exists", "[io][memory]") {
  std::string name;
  {
    const FileInMemory file("notes", "one\ntwo\n"), other("notes", "one\ntwo\n");
    name = file.name();
    CHECK(name != other.name());
    CHECK(checksum_of_file(name) == checksum_of_file(other.name()));
    LineReader lines(name);
    std::string_view line;
    REQUIRE(lines.next(line));
    CHECK(line == "one");
    {
      OutputFile out(name);
      out.write("lost");
    }
    CHECK(*file.content() == "one\ntwo\n");  // without commit() nothing is written
    OutputFile out(name);
    const std::string much(1 << 20, 'x');
    out.write(much);
    out.write('y');
    out.commit();
    CHECK(*file.content() == much + "y");
    REQUIRE(lines.next(line));
    CHECK(line == "two");  // what was opened before keeps its bytes
    CHECK_THROWS_WITH((LineReader(name).fail_at(3, "what")), Catch::Contains("/notes:3: what"));
  }
  CHECK(bytes_in_memory(name) == nullptr);
  CHECK_THROWS_WITH(LineReader(name), Catch::Contains("no such file"));
}

TEST_CASE("trees in memory train a model in memory, which predicts into memory", "[io][memory]") {
  const FileInMemory train("trees",
                           "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))\n"
                           "(S (NP (DT a) (NN dog)) (VP (VBZ runs)))\n");
  const FileInMemory model("model"), predictions("predictions"), report("report");
  const Json block = {{"problem", {{"type", "parsing"}}},
                      {"data", {{"format", "ptb"}, {"train", train.name()}}},
                      {"learner", {{"type", "structural_svm"}}}};
  TrainRequest request;
  request.model = model.name();
  request.report = report.name();
  CHECK(train_config(request, check_config(block, "test")) == kDone);
  CHECK(Json::parse(*report.content()).at("converged") == true);
  const FileInMemory copy("copy", *model.content());  // the bytes alone are the model
  const auto loaded = load_model(copy.name());
  const FileInMemory sentences("sentences", "(? (DT a) (NN cat) (VBZ runs))\n");
  OutputFile out(predictions.name());
  loaded->predict(sentences.name(), out, nullptr, {});
  out.commit();
  CHECK(*predictions.content() == "(S (NP (DT a) (NN cat)) (VP (VBZ runs)))\n");
  const FileInMemory half("half", model.content()->substr(0, model.content()->size() / 2));
  CHECK_THROWS_WITH(load_model(half.name()), Catch::Contains("/half: truncated"));
}
