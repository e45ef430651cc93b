// RecordExamples: lines, blocks of lines and files as records of a small kind of examples.
#include <catch2/catch.hpp>

#include "costruct/data/examples/part_tables.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

struct NoteTables final : ProblemData {
  std::vector<FeatureTable> views;
};

// A note has a label, 0, 1 or ?, and words. Labels above 1 are left out of training.
class Notes final : public RecordExamples {
 public:
  Notes(const Json& block, RecordUnit unit) : RecordExamples(block), unit_(unit) {}
  Notes(const ModelReader& model, RecordUnit unit) : RecordExamples(model), unit_(unit) {
    for (const std::string& word : stored_features(model)) words_.intern(word);
  }

  Index num_features() const override { return words_.size(); }
  FeatureInfo feature_info(Index feature) const override {
    return {std::string(words_[feature]), -1, static_cast<std::uint64_t>(feature) + 1};
  }
  const std::vector<std::string>& feature_groups() const override { return no_groups_; }
  InputData inputs(const InputRequest& request) const override {
    ViewTables made = tables_by_view(table_, request);
    auto tables = std::make_shared<NoteTables>();
    tables->views = std::move(made.tables);
    return {std::move(tables), std::move(made.features)};
  }
  std::string text_of(const Output& output) const override {
    return std::to_string(output.parts.front()) + "\n";
  }
  std::string text_of_example(Index example, const Output& output) const override {
    return std::to_string(num_passed() + example + 1) + ": " + text_of(output);
  }

 private:
  RecordUnit unit() const override { return unit_; }
  Parsed parse(RecordReader& record, Reading reading) override {
    const std::string text(record.text());
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string label = text.substr(0, end);
    if (reading.grows && label == "2") return {.output = {}, .is_kept = false};
    if (label == "x") throw DataError("the label x");
    if (const auto line = text.find("\nx"); line != std::string::npos)
      record.fail_at(record.line() + 1, "the word x");
    for (std::size_t at = end; at < text.size();) {
      const std::size_t next = std::min(text.find_first_of(" \n", at + 1), text.size());
      const std::string word = text.substr(at + 1, next - at - 1);
      const std::int32_t id = reading.grows ? words_.intern(word) : words_.find(word);
      if (id >= 0) table_.feature.push_back(id);
      at = next;
    }
    table_.end_part();
    table_.end_example();
    table_.num_features = words_.size();
    if (!reading.outputs || label == "?") return {};
    return {Output{{label == "1" ? 1 : 0}}};
  }
  void forget_inputs() override { table_ = FeatureTable(); }
  const char* plural() const override { return "notes"; }

  RecordUnit unit_;
  StringTable words_;
  FeatureTable table_;
  std::vector<std::string> no_groups_;
};

// The base only needs a format that exists.
const Json kBlock = {{"format", "candidates"}, {"documents", 3}, {"train", "notes.txt"}};

struct Files {
  TestFolder folder;
  std::vector<std::filesystem::path> write(std::string_view text) const {
    return {folder.write("notes.txt", text)};
  }
};

std::string error_of(std::string_view text, RecordUnit unit) {
  const Files files;
  Notes notes(kBlock, unit);
  try {
    notes.read(files.write(text), Role::kTrain);
    notes.finish_training();
  } catch (const DataError& error) {
    const std::string message = error.what();
    return message.substr(message.find("notes.txt"));
  }
  return "";
}

}  // namespace

TEST_CASE("a record is a line, a block of lines, or a file", "[data][records]") {
  const Files files;
  const auto text = files.write("\n1 a b\nc\n \n\n?\n0 d\r\n");
  using Lines = std::vector<Index>;
  const auto lines_of = [&](RecordUnit unit) {
    Notes notes(kBlock, unit);
    notes.read(text, Role::kTrain);
    Lines lines;
    for (Index i = 0; i < notes.size(); ++i) lines.push_back(notes.place(i).line);
    return lines;
  };
  CHECK(lines_of(RecordUnit::kLine) == Lines{2, 3, 6, 7});
  CHECK(lines_of(RecordUnit::kBlock) == Lines{2, 6});
  CHECK(lines_of(RecordUnit::kFile) == Lines{2});
  Notes notes(kBlock, RecordUnit::kBlock);
  notes.read(text, Role::kTrain);
  CHECK(notes.output(0) == Output{{1}});
  CHECK_FALSE(notes.is_labeled(1));
  CHECK(notes.num_features() == 5);  // a, b, c, 0, d
}

TEST_CASE("errors in records get their place", "[data][records]") {
  CHECK(error_of("1 a\n\nx\n", RecordUnit::kBlock) == "notes.txt:3: the label x");
  CHECK(error_of("\n1 a\nx\n", RecordUnit::kBlock) == "notes.txt:3: the word x");
  CHECK(error_of("1 a\nx\n", RecordUnit::kLine) == "notes.txt:2: the label x");
  CHECK(error_of("\n \n", RecordUnit::kFile) == "notes.txt: has no notes");
  CHECK(error_of("? a\n", RecordUnit::kFile) == "notes.txt: no example has an output");
}

TEST_CASE("limit counts the records that are kept, over all files", "[data][records]") {
  const Files files;
  Json block = kBlock;
  block["limit"] = 2;
  Notes notes(block, RecordUnit::kBlock);
  notes.read(files.write("2 a\n\n1 b\n\n2 c\n\n0 d\n\n0 e\n"), Role::kTrain);
  REQUIRE(notes.size() == 2);
  CHECK(notes.place(1).line == 7);
  notes.read(files.write("2 a\n\n1 b\n\n2 c\n"), Role::kTest);
  CHECK(notes.size() == 5);
}

TEST_CASE("a stored set of records reads new files block by block", "[data][records]") {
  const Files files;
  Notes notes(kBlock, RecordUnit::kBlock);
  notes.read(files.write("1 a b\n\n0 c\n"), Role::kTrain);
  ModelWriter writer;
  notes.save(writer, {true, false, true}, nullptr);
  writer.write(files.folder.path() / "model.st");
  const ModelReader reader(files.folder.path() / "model.st");
  CHECK(reader.get("encoder") == Json{{"format", "candidates"}, {"options", {{"documents", 3}}}});
  Notes loaded(reader, RecordUnit::kBlock);
  REQUIRE(loaded.num_features() == 2);
  CHECK(loaded.feature_info(1).name == "c");

  const ViewAssignment views{1, {0, 0}};
  const auto stream = loaded.stream(files.write("\n1 a a\n\n2 b\n\n? c\n")[0], views, false);
  CHECK(stream->read(2) == 2);
  CHECK(stream->line_of(0) == 2);
  const auto& first = dynamic_cast<const NoteTables&>(*stream->data());
  CHECK(first.views[0].features_of(0).size() == 2);
  CHECK(first.views[0].features_of(1).empty());
  CHECK(stream->text_of(1, Output{{1}}) == "2: 1\n");
  CHECK(stream->read(2) == 1);
  CHECK(stream->line_of(0) == 6);
  CHECK(stream->text_of(0, Output{{0}}) == "3: 0\n");
  CHECK(stream->read(2) == 0);
}
