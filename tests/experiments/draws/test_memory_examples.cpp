// Examples in memory are read as the same examples in a file are.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/data/encoder.hpp"
#include "costruct/data/memory/memory_examples.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "support/encoding.hpp"

namespace costruct::experiments {
namespace {

// What a data block reads from a file with this text, and from examples in memory.
void check_same(const Json& block, const std::string& text,
                const std::shared_ptr<MemoryExamples>& examples) {
  const TestFolder folder;
  const MemoryFile memory(examples, "data");
  const auto file = read_training(block, {folder.write("data.txt", text)});
  const auto read = read_training(block, {memory.name()});
  CHECK(named_parts(read.encoder, read.corpus.features) ==
        named_parts(file.encoder, file.corpus.features));
  CHECK(read.corpus.features.value == file.corpus.features.value);
  CHECK(read.corpus.outputs == file.corpus.outputs);
  CHECK(read.corpus.weights == file.corpus.weights);
  CHECK(read.encoder.labels() == file.encoder.labels());
  for (std::size_t i = 0; i < file.corpus.places.size(); ++i)
    CHECK(read.corpus.places[i].line == file.corpus.places[i].line);
}

TEST_CASE("rows, attributes and tokens in memory are read as from a file", "[data][memory]") {
  using Layout = MemoryExamples::Layout;
  auto rows = std::make_shared<MemoryExamples>(Layout::kRows);
  rows->add_part("b");
  rows->add_entry(3, 0.5);
  rows->add_entry(7, 0);
  rows->end_example();
  rows->add_part("?");
  rows->end_example();
  rows->add_part("a");
  rows->add_entry(1, -2);
  rows->end_example();
  check_same({{"format", "svmlight"}}, "b 3:0.5\n?\na 1:-2\n", rows);

  auto attributes = std::make_shared<MemoryExamples>(Layout::kChains);
  attributes->add_part("D");
  attributes->add_entry("w=the", 1);
  attributes->add_part("N");
  attributes->add_entry("w=cat", 2);
  attributes->end_example(3);
  attributes->add_part("?");
  attributes->add_entry("w=the", 1);
  attributes->end_example();
  check_same({{"format", "crfsuite"}}, "@weight:3\tD\tw=the\nN\tw=cat:2\n\n?\tw=the\n", attributes);

  auto tokens = std::make_shared<MemoryExamples>(Layout::kChains, 3);
  for (const char* word : {"the", "cat"}) {
    tokens->add_part(word[0] == 't' ? "D" : "N");
    for (const char* field : {word, "pos", ""}) tokens->add_field(field);
  }
  tokens->end_example();
  check_same({{"format", "conll"}, {"columns", {"word", "pos", "label"}}}, "the pos D\ncat pos N\n",
             tokens);
}

TEST_CASE("examples in memory have a checksum and end with their name", "[data][memory]") {
  const auto examples = [](double value) {
    auto made = std::make_shared<MemoryExamples>(MemoryExamples::Layout::kRows);
    made->add_part("a");
    made->add_entry(1, value);
    made->end_example();
    return made;
  };
  std::string name;
  {
    const MemoryFile one(examples(1), "X"), same(examples(1), "X"), other(examples(2), "X");
    CHECK(one.name() != same.name());
    CHECK(file_facts(one.name()).checksum == file_facts(same.name()).checksum);
    CHECK(file_facts(one.name()).checksum != file_facts(other.name()).checksum);
    CHECK(file_facts(one.name()).path.filename() == "X");
    name = one.name();
  }
  CHECK(memory_data(name) == nullptr);
  CHECK_THAT(message_of<DataError>([&] { file_facts(name); }), Catch::Contains(name));
}

TEST_CASE("what is wrong with examples in memory is told with their number", "[data][memory]") {
  MemoryExamples rows(MemoryExamples::Layout::kRows);
  CHECK_THAT(message_of<DataError>([&] { rows.end_example(); }),
             Catch::StartsWith("example 1: it has no parts"));
  CHECK_THAT(message_of<DataError>([&] { rows.add_entry(1, 1); }),
             Catch::Contains("example 1: an entry comes before the first part"));
  rows.add_part("a");
  CHECK_THAT(message_of<DataError>([&] { rows.add_entry(1, std::nan("")); }),
             Catch::Contains("example 1: a value is nan"));
  CHECK_THAT(message_of<DataError>([&] { rows.end_example(-1); }), Catch::Contains("weight is -1"));
  rows.add_entry(1, 1);
  rows.add_entry("a", 1);
  CHECK_THAT(message_of<DataError>([&] { rows.end_example(); }), Catch::Contains("not both"));
  MemoryExamples tokens(MemoryExamples::Layout::kChains, 2);
  tokens.add_part("a");
  tokens.add_field("a");
  CHECK_THAT(message_of<DataError>([&] { tokens.end_example(); }),
             Catch::Contains("expected 2 fields for each part, found 1 for 1"));
}

}  // namespace
}  // namespace costruct::experiments
