// The formats fasta_pairs and tmalign: what is read, what is refused, what is written, and what a
// model keeps.
#include <catch2/catch.hpp>

#include "costruct/core/random.hpp"
#include "costruct/data/alignment/aligned_rows.hpp"
#include "costruct/data/alignment/alignment_examples.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "pairs.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

constexpr int P = kPair, F = kFirst, S = kSecond;

constexpr const char* kPairText =
    ">a one family=globin\nACD-\nEF.\n\n\n>b\n-CDKEFG\n"
    ">c ?\nAC--D\n>d\nW\n";

// What `predict` prints where the k-th output is outputs[k].
std::string predicted(ExampleSet& set, std::string_view text, const std::vector<Output>& outputs) {
  const TestFolder folder;
  const ViewAssignment views = all_in_one_view(set);
  const auto stream = set.stream(folder.write("new.afa", text), views, false);
  std::string printed;
  std::size_t next = 0;
  while (const Index count = stream->read(2)) {
    for (Index x = 0; x < count; ++x) {
      printed += next == 0 ? "" : set.separator();
      printed += stream->text_of(x, outputs.at(next++));
    }
  }
  CHECK(next == outputs.size());
  return printed;
}

}  // namespace

TEST_CASE("a pair is two records of several lines, aligned by its gaps", "[data][alignments]") {
  const auto set = training_pairs(kPairText);
  REQUIRE(set->size() == 2);
  CHECK(set->output(0).parts == Parts{F, P, P, S, P, P, S});
  CHECK(set->num_parts(0) == 11);
  CHECK(set->place(0).line == 1);
  CHECK(set->place(1).line == 8);
  CHECK_FALSE(set->is_labeled(1));
  CHECK(set->num_parts(1) == 4);
  const auto data = made_pairs(*set);
  CHECK(data->first_begin == std::vector<Index>{0, 5, 8});
  CHECK(data->second_begin == std::vector<Index>{0, 6, 7});
  CHECK(data->descriptions[0].first == Parts{0, 1, 2, 3, 4, 0, 1, 2});
  CHECK(data->kind == AlignmentKind::kGlobal);
}

TEST_CASE("CRLF, packed files and a missing last line end are read alike", "[data][alignments]") {
  std::string text = kPairText, crlf;
  for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  text.pop_back();
  for (const std::string& same : {text, crlf, gzipped(kPairText), xz_packed(kPairText)}) {
    const auto set = training_pairs(same);
    CHECK(set->size() == 2);
    CHECK(set->output(0).parts == Parts{F, P, P, S, P, P, S});
  }
}

TEST_CASE("gaps between two pairs may stand in any order", "[data][alignments]") {
  for (const auto& [first, second] :
       {std::pair("A-CW", "AD-W"), std::pair("AC-W", "A-DW"), std::pair("A.C-W", "AD-GW")}) {
    const Output output = alignment_of_rows(first, second, AlignmentKind::kGlobal);
    CHECK(output.parts.front() == P);
    CHECK(output.parts[1] == F);
    CHECK(output.parts.back() == P);
  }
  CHECK(alignment_of_rows("-A-C--", "D-E-FG", AlignmentKind::kGlobal).parts ==
        Parts{F, F, S, S, S, S});
  CHECK(alignment_of_rows("", "", AlignmentKind::kGlobal).parts.empty());
}

TEST_CASE("a local output begins and ends with a pair", "[data][alignments]") {
  const auto local = [](const char* first, const char* second) {
    return alignment_of_rows(first, second, AlignmentKind::kLocal).parts;
  };
  CHECK(local("AC-D-E", "-CGDW-") == Parts{1, 0, P, S, P});
  CHECK(local("-ACD", "WA-D") == Parts{0, 1, P, F, P});
  CHECK(local("A-", "-W").empty());
  CHECK(local("A", "A") == Parts{0, 0, P});
  const auto set = training_pairs(kPairText, {{"mode", "local"}});
  CHECK(set->output(0).parts == Parts{1, 0, P, P, S, P, P});
  CHECK(made_pairs(*set)->kind == AlignmentKind::kLocal);
}

TEST_CASE("outputs become columns and these rows", "[data][alignments]") {
  const auto columns = columns_of({{1, 0, P, S, P}}, 4, 3, AlignmentKind::kLocal);
  CHECK(Parts(columns.begin(), columns.end()) == Parts{F, P, S, P, F});
  CHECK(row_of("ACDE", columns, kFirst) == "AC-DE");
  CHECK(row_of("CGD", columns, kSecond) == "-CGD-");
  CHECK(columns_of({}, 1, 2, AlignmentKind::kLocal).size() == 3);
}

TEST_CASE("random rows become outputs, and these rows that become the same outputs",
          "[data][alignments]") {
  RandomStream random(1, 0, "rows");
  for (int repetition = 0; repetition < 300; ++repetition) {
    std::string first, second;
    for (Index c = random.below(12); c > 0; --c) {
      const Index kind = random.below(3);
      first += kind == kSecond ? '-' : kResidues[static_cast<std::size_t>(random.below(20))];
      second += kind == kFirst ? '.' : kResidues[static_cast<std::size_t>(random.below(20))];
    }
    for (const AlignmentKind kind : {AlignmentKind::kGlobal, AlignmentKind::kLocal}) {
      const Output output = alignment_of_rows(first, second, kind);
      const auto columns = columns_of(output, num_residues(first), num_residues(second), kind);
      const std::string row = row_of(without_gaps(first), columns, kFirst),
                        other = row_of(without_gaps(second), columns, kSecond);
      CHECK(without_gaps(row) == without_gaps(first));
      CHECK(without_gaps(other) == without_gaps(second));
      CHECK(alignment_of_rows(row, other, kind) == output);
      // Between two pairs, positions of the first sequence stand before those of the second.
      const auto& parts = output.parts;
      const std::size_t begin =
          kind == AlignmentKind::kLocal ? std::min<std::size_t>(2, parts.size()) : 0;
      for (std::size_t t = begin + 1; t < parts.size(); ++t)
        CHECK_FALSE((parts[t - 1] == kSecond && parts[t] == kFirst));
      if (kind == AlignmentKind::kLocal && !parts.empty()) {
        CHECK(parts[2] == kPair);
        CHECK(parts.back() == kPair);
      }
    }
  }
}

TEST_CASE("empty sequences are sequences", "[data][alignments]") {
  const auto set = training_pairs(">a\n>b\n\n>c\n--\n>d\nAC\n");
  REQUIRE(set->size() == 2);
  CHECK(set->is_labeled(0));
  CHECK(set->output(0).parts.empty());
  CHECK(set->output(1).parts == Parts{S, S});
  CHECK(made_pairs(*set)->second_begin == std::vector<Index>{0, 0, 2});
  CHECK(training_pairs(">c\n--\n>d\nAC\n", {{"mode", "local"}})->output(0).parts.empty());
}

TEST_CASE("what is no pair is refused with its place", "[data][alignments]") {
  CHECK(pairs_error("\nACD\n") ==
        "pairs.afa:2: expected a header, > and a name, and found \"ACD\"");
  CHECK(pairs_error(">a\nACD\n>b\nACD\n>c\nA\n") ==
        "pairs.afa:5: the file ends behind the first record of the pair that begins here: expected "
        "a second "
        "one");
  CHECK(pairs_error(">a\nACD\n>b\nAC\n") ==
        "pairs.afa:1: the rows of a pair have 3 and 2 columns: expected as many in both, or ? as "
        "the last "
        "word of the first header where they are not aligned");
  CHECK(pairs_error("\n>a\nA.C\n>b\nA-C\n") ==
        "pairs.afa:2: column 2 of 3 is a gap in both rows: expected a residue in one of them");
  CHECK(pairs_error(">a\nACD\nA1\n>b\nACD\n") ==
        "pairs.afa:3: \"1\" is no residue: expected a letter of an amino acid, X, B, Z, U, O, J or "
        "*, or a "
        "gap, - or .");
  CHECK_THAT(pairs_error(">a\nAC\x01\n>b\nACD\n"),
             Contains("pairs.afa:2: \"\\u0001\" is no residue"));
  CHECK_THAT(pairs_error(">a\nAC\xff\n>b\nACD\n"),
             Contains("pairs.afa:2: \"\\xff\" is no residue"));
  CHECK_THAT(pairs_error(std::string(">a\nA\0C\n>b\nACD\n", 14)),
             Contains("pairs.afa:2: a NUL byte"));
  CHECK(pairs_error(">a family=x\nA\n>b family=y\nA\n") ==
        "pairs.afa:1: the records of a pair are of the families \"x\" and \"y\": expected the "
        "same, or none");
  CHECK_THAT(pairs_error(">" + std::string(10'001, 'a') + "\nA\n>b\nA\n"),
             Contains("pairs.afa:1: a header of 10001 bytes: at most 10000"));
  CHECK(pairs_error("\n \n") == "pairs.afa: has no pairs of sequences");
  CHECK(pairs_error(">a ?\nA\n>b\nA\n") == "pairs.afa: no pair of sequences is aligned");
  CHECK(pairs_error(">a\nACD\n>b\nACD\n", {{"max_length", 2}}) ==
        "pairs.afa: its options leave no pair of sequences");
}

TEST_CASE("sequences that no table has room for are refused", "[data][alignments]") {
  const std::string many(5001, 'A'), pairs = ">a\nA\n>b\nA\n>c ?\nA\n>d\n" + many + "\n";
  CHECK(
      pairs_error(pairs) ==
      "pairs.afa:5: a sequence of 5001 residues, and at most 5000 can be aligned: leave it out, as "
      "max_length does");
  CHECK(training_pairs(pairs, {{"max_length", 5000}})->size() == 1);
  auto set = training_pairs(">a\nA\n>b\nA\n");
  CHECK_THAT(message_of<DataError>([&] { read_pairs(*set, pairs, Role::kTest); }),
             Contains(":5: a sequence of 5001 residues") && Contains("leave it out"));
  CHECK_THAT(pairs_error(">a\n" + std::string(100'001, '-') + "\n>b\n"),
             Contains("pairs.afa:1: a record of more than 100000 columns"));
}

TEST_CASE("alignments of unlabeled files, and of those to predict, are not looked at",
          "[data][alignments]") {
  auto set = training_pairs(kPairText);
  read_pairs(*set, ">x\nAC--D\n>y\nW-\n>z\n\n>v\nA\n", Role::kUnlabeled);
  REQUIRE(set->size() == 4);
  CHECK_FALSE(set->is_labeled(2));
  CHECK(set->num_parts(2) == 4);
  CHECK(predicted(*set, ">x ?\nAC--d\n>y z\nWy-\n>v\n>w\n", {{{P, F, P}}, {}}) ==
        ">x\nACd\n>y z\nW-y\n\n>v\n\n>w\n\n");
}

TEST_CASE("pairs of a family are a group", "[data][alignments]") {
  const auto set = training_pairs(
      ">a family=x\nA\n>b\nA\n>a\nA\n>b family=y\nA\n>a\nA\n>b\nA\n>a family=x ?\nA\n>b "
      "family=x\nA\n");
  CHECK(set->group(0) == 0);
  CHECK(set->group(1) == 1);
  CHECK(set->group(2) == -1);
  CHECK(set->group(3) == 0);
}

TEST_CASE("residues in small letters are aligned and not judged", "[data][alignments]") {
  const auto set = training_pairs(">a\nAcD\n>b\nACD\n>c\naC\n>d\nA-\n");
  const auto data = made_pairs(*set);
  CHECK(data->first_judged == std::vector<bool>{true, false, true, false, true});
  CHECK(data->second_judged.empty());
  CHECK(set->notes().empty());
  CHECK(set->output(0).parts == Parts{P, P, P});
  CHECK(training_pairs(">a\nac\n>b\nac\n")->notes() ==
        Names{"all residues are in small letters, so that no pair of them is judged"});
}

TEST_CASE("where no pair of residues is aligned, a note says that, whatever the letters are",
          "[data][alignments]") {
  const Names none_aligned{"no pair of residues is aligned, so that there is nothing to judge"};
  for (const char* text : {">a\n>b\n", ">a\nA\n>b\n-\n", ">a\n-\n>b\na\n", ">a\nA-\n>b\n-C\n"}) {
    for (const char* mode : {"global", "local"})
      CHECK(training_pairs(text, {{"mode", mode}})->notes() == none_aligned);
  }
  CHECK(training_pairs(">a\n>b\n>c\nA\n>d\nA\n")->notes().empty());
}

TEST_CASE("limit and max_length leave out pairs", "[data][alignments]") {
  const std::string text = ">a\nACD\n>b\nACD\n>a\nA\n>b\nA\n>a\nA-\n>b\n-A\n>a\nA\n>b\nA\n";
  const auto set = training_pairs(text, {{"max_length", 2}, {"limit", 2}});
  CHECK(set->size() == 2);
  CHECK(set->place(0).line == 5);
  auto tested = training_pairs(text, {{"max_length", 2}});
  read_pairs(*tested, ">a\nACD\n>b\nACD\n", Role::kTest);
  CHECK(tested->size() == 4);
}

TEST_CASE("options that exclude each other are refused", "[data][alignments]") {
  const Json list = Json::parse(R"([{"extractor": "substitution"}])");
  CHECK_THAT(message_of<ConfigError>([&] {
               empty_pairs({{"model", "simple"}, {"features", list}});
             }),
             Contains("data.model stands beside features"));
  CHECK_THAT(message_of<ConfigError>([&] {
               empty_pairs({{"label_map", {{"a", "b"}}}});
             }),
             Contains("data.label_map"));
}

TEST_CASE("predictions read back to the same outputs", "[data][alignments]") {
  const std::string text =
      ">a one family=x ?\nAcD\nBu\n#=GR SS HH-XE\n#=GR SA 09X15\n>b ? two "
      "?\n*KLm\n\n>\nA\n>\n>e\nAC\n>f\nAC\n";
  for (const bool is_local : {false, true}) {
    const std::vector<Output> outputs =
        is_local ? std::vector<Output>{{{1, 0, P, F, P, S, P}}, {}, {{1, 0, P}}}
                 : std::vector<Output>{{{P, F, F, P, S, P}}, {{F}}, {{P, P}}};
    auto set = training_pairs(kPairText, {{"mode", is_local ? "local" : "global"}});
    const std::string printed = predicted(*set, text, outputs);
    CHECK_THAT(printed, Contains(">a one family=x\n") && Contains(">b two\n"));
    read_pairs(*set, printed, Role::kTest);
    REQUIRE(set->size() == 3);  // those of the stream are gone
    std::string again;
    for (Index k = 0; k < 3; ++k) {
      CHECK(set->output(k) == outputs[static_cast<std::size_t>(k)]);
      again += (k == 0 ? "" : set->separator()) + set->text_of_example(k, set->output(k));
    }
    CHECK(again == printed);
    CHECK(predicted(*set, printed, outputs) == printed);
  }
}

TEST_CASE("what a header tells of the file's alignment is not written with a prediction",
          "[data][alignments]") {
  const std::string text =
      ">core=a family=x identity=0.409 core=18 aligned=22 OS=Homo score=3\nA-CD\n"
      ">b identities core aligned=\nAW-D\n";
  auto set = training_pairs(kPairText);
  const std::string printed = predicted(*set, text, {{{P, P, P}}});
  CHECK(printed == ">core=a family=x OS=Homo score=3\nACD\n>b identities core\nAWD\n");
  CHECK(predicted(*set, printed, {{{P, P, P}}}) == printed);
}

TEST_CASE("an output alone is written with unknown residues", "[data][alignments]") {
  const auto text = [](const char* mode, Output output) {
    return training_pairs(kPairText, {{"mode", mode}})->text_of(output);
  };
  CHECK(text("global", {{P, F, S}}) == ">first\nXX-\n>second\nX-X\n");
  CHECK(text("local", {{1, 0, P, S, P}}) == ">first\nXX-X\n>second\n-XXX\n");
  CHECK(text("local", {}) == ">first\n\n>second\n\n");
}

TEST_CASE("annotations have a character for each column or each residue", "[data][alignments]") {
  constexpr const char* kAnnotated =
      ">a\nA-CD\n#=GR SS HxBX\n>b\nAC-D\n#=GR SS G\n#=GR SS EC\n#=GR SA 034\n>c\nA\n>d\nA\n";
  const auto set = training_pairs(kAnnotated);
  CHECK(set->alphabet() ==
        Names{"positions are described by residue, SS, SA, residue~SS, SS~residue"});
  const auto data = made_pairs(*set);
  CHECK(data->descriptions[1].first == Parts{0, 1, 3, 3});
  CHECK(data->descriptions[1].second == Parts{0, 1, 2, 3});
  CHECK(data->descriptions[2].first == Parts{3, 3, 3, 3});
  CHECK(data->descriptions[2].second == Parts{0, 1, 2, 3});
  CHECK(set->text_of_example(0, set->output(0)) ==
        ">a\nAC-D\n#=GR SS HE-X\n>b\nA-CD\n#=GR SS H-EC\n#=GR SA 0-34\n");
  CHECK(
      pairs_error(">a\nA-CD\n#=GR SS HH\n>b\nA\n") ==
      "pairs.afa:3: #=GR SS has 2 characters, and the record 4 columns with 3 residues: expected a "
      "character for each of these or those");
  CHECK(pairs_error(">a\nA-C\n#=GR SA 0-a\n>b\nACD\n") ==
        "pairs.afa:3: #=GR SA has \"a\" at a residue: expected 0 to 9, or X where it is not known");
  CHECK_THAT(pairs_error(">a\nA\n#=GR PP H\n>b\nA\n"),
             Contains("pairs.afa:3: the annotation \"#=GR PP H\": expected #=GR SS or #=GR SA"));
  CHECK_THAT(pairs_error(">a\nA\n# H\n>b\nA\n"), Contains("pairs.afa:3: the annotation \"# H\""));
  CHECK_THAT(pairs_error(">a\nA\n#=GR SS H H\n>b\nA\n"), Contains("pairs.afa:3: the annotation"));
}

TEST_CASE("tables of TM-align are read", "[data][alignments]") {
  const std::string rows =
      "valid\tp1\tp2\t0.6\t0.3\t1.5\tACD\tAKD\t:12.\n"
      "\n"
      "test\tp3\tp4\t0.2\t0.5\t1.5\tAC\tA\t:1\n"
      "test\tp5\tp6\t0.2\t0.4\t1.5\tA\tA\t:\n"
      "test\tp7\tp8\t0.9\t0.9\t1.5\tACDE\tA\t?\n"
      "test\tp9\tp10\t0.9\t0.9\t1.5\tAC\tA\n";
  Json block = {{"format", "tmalign"}};
  const auto set = training_pairs(rows, block);
  REQUIRE(set->size() == 4);
  CHECK(set->output(0).parts == Parts{P, F, S, P});
  CHECK(set->place(1).line == 3);
  CHECK_FALSE(set->is_labeled(2));
  CHECK_FALSE(set->is_labeled(3));
  CHECK(set->text_of_example(0, set->output(0)) == ">p1\nAC-D\n>p2\nA-KD\n");
  block["max_length"] = 3;
  CHECK(training_pairs(rows, block)->size() == 3);
  block["part"] = "valid";
  CHECK(training_pairs(rows, block)->size() == 1);
  block["min_score"] = 0.7;
  CHECK(pairs_error(rows, block) == "pairs.afa: its options leave no pair of sequences");
  auto tested =
      training_pairs(rows, {{"format", "tmalign"}, {"part", "valid"}, {"test_part", "test"}});
  CHECK(tested->size() == 1);
  read_pairs(*tested, rows, Role::kTest);
  CHECK(tested->size() == 4);
  // To predict, all are taken.
  CHECK_THAT(predicted(*tested, rows, {{}, {}, {}, {}, {}}), Contains(">p5\nA-\n>p6\n-A\n"));
}

TEST_CASE("rows that TM-align would not write are refused", "[data][alignments]") {
  const auto error = [](const std::string& row) {
    return pairs_error("\n" + row, {{"format", "tmalign"}});
  };
  CHECK(error("valid\tp\tq\t1\t1\t1\tA") ==
        "pairs.afa:2: 7 fields: expected part, two names, two TM-scores, RMSD, two sequences and "
        "their states, "
        "with TABs between");
  CHECK(error("valid\tp\tq\tx\t1\t1\tA\tA\t:") ==
        "pairs.afa:2: the TM-score \"x\": expected a number");
  CHECK(error("valid\tp q\tq\t1\t1\t1\tA\tA\t:") ==
        "pairs.afa:2: the name \"p q\": expected a word");
  CHECK(error("valid\tp\tq\t1\t1\t1\tA-\tA\t:") ==
        "pairs.afa:2: \"-\" in a sequence is no residue: expected letters of amino acids without "
        "gaps");
  CHECK(error("valid\tp\tq\t1\t1\t1\tA\tA\tm") ==
        "pairs.afa:2: the state \"m\": expected 1, 2, : or .");
  for (const char* states : {"::", "1", "12:", ""}) {
    CHECK_THAT(error(std::string("valid\tp\tq\t1\t1\t1\tA\tA\t") + states),
               Contains("states that do not fit sequences of 1 and 1 residues"));
  }
}

TEST_CASE("a model keeps options and features, and reads as it did", "[data][alignments]") {
  const auto set =
      training_pairs(kPairText, {{"mode", "local"}, {"symmetric", true}, {"model", "anova2"}});
  std::vector<bool> keep(static_cast<std::size_t>(set->num_features()), false);
  Names names;
  for (const Index j : {3, 5, 900}) {
    keep[static_cast<std::size_t>(j)] = true;
    names.push_back(set->feature_info(j).name);
  }
  auto stored = stored_pairs(*set, keep);
  REQUIRE(stored->num_features() == 3);
  for (Index j = 0; j < 3; ++j)
    CHECK(stored->feature_info(j).name == names[static_cast<std::size_t>(j)]);
  CHECK(stored->feature_groups() == set->feature_groups());
  CHECK(stored->alphabet() == set->alphabet());
  read_pairs(*stored, kPairText, Role::kTest);
  CHECK(stored->output(0) == set->output(0));
  const ViewAssignment views = all_in_one_view(*stored);
  const std::vector<Index> all{0, 1};
  const InputData made = stored->inputs({{}, all, views, true});
  CHECK(made.features == std::vector<Parts>{{0, 1, 2}});
  const auto data = pairs_in(made);
  CHECK(data->symmetric);
  CHECK(data->views[0].num_features == 3);
  CHECK(data->descriptions[0].first == made_pairs(*set)->descriptions[0].first);
  const std::string text = ">x\nACD\n>y\nAD\n";
  CHECK(predicted(*stored, text, {{{0, 0, P, F, P}}}) == ">x\nACD\n>y\nA-D\n");
}

TEST_CASE("models that were tampered with are refused", "[data][alignments]") {
  const auto error = [](const Json& options, const Names& features) {
    return message_of<DataError>([&] {
      const TestFolder folder;
      ModelWriter writer;
      writer.set("encoder", {{"format", "fasta_pairs"}, {"options", options}});
      writer.add_strings("encoder.features", features);
      writer.write(folder.path() / "model.st");
      find_format("fasta_pairs")->load(ModelReader(folder.path() / "model.st"));
    });
  };
  const Json list = Json::parse(R"([{"extractor": "substitution"}])");
  CHECK(error({{"features", list}}, {"residue:A/A", "residue:-/Y"}).empty());
  CHECK_THAT(error({{"features", list}}, {"residue:A/A", "residue:A/A"}),
             Contains("model.st: damaged model:"));
  CHECK_THAT(error({{"features", list}}, {"residue:A/b"}),
             Contains("damaged model: a feature that"));
  CHECK_THAT(error({{"features", list}, {"mode", "cut"}}, {}),
             Contains("damaged model") && Contains("mode"));
  CHECK_THAT(error({{"features", Json::array()}}, {}), Contains("damaged model"));
  CHECK_THAT(error(Json::object(), {}), Contains("damaged model: no extractors"));
  CHECK_THAT(error(Json::array(), {}), Contains("damaged model"));
}
