// Features of pairs of positions: codes by hand, models, symmetry, views.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "costruct/data/alignment/blosum62.hpp"
#include "costruct/data/alignment/pair_descriptions.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "pairs.hpp"
#if __has_include(<parasail/matrices/blosum62.h>)
#include <parasail/matrices/blosum62.h>
#define PARASAIL_MATRICES_BLOSUM62
#endif

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

constexpr const char* kTwo = ">a\nAC\n>b\nCW\n";

Json extractor(const char* rest) {
  Json one = Json::parse(rest);
  one["extractor"] = "substitution";
  return one;
}

Json block_with(Json extractors) {
  return {{"features", std::move(extractors)}};
}

Parts codes_of(const char* rest, const SequenceText& sequence) {
  const auto descriptions = pair_descriptions(Json::array({extractor(rest)}));
  Parts codes;
  descriptions[0].first.append(sequence, codes);
  return codes;
}

std::string texts_of(const char* rest, const SequenceText& sequence) {
  const auto descriptions = pair_descriptions(Json::array({extractor(rest)}));
  Parts codes;
  descriptions[0].first.append(sequence, codes);
  std::string texts;
  for (const int code : codes)
    (texts += texts.empty() ? "" : " ") += descriptions[0].first.text(code);
  return texts;
}

Names names_of(PairModel model, KnownColumns known) {
  const Json list = extractors_of(model, known);
  CHECK_FALSE(wrong_pair_extractors(list));
  Names names;
  for (const PairDescription& description : pair_descriptions(list))
    names.push_back(description.name);
  return names;
}

Names joined(const std::vector<Names>& lists) {
  Names all;
  for (const Names& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

// The names of the features of a view, in the order of their numbers there.
Names features_of(const ExampleSet& set, const InputData& made, std::size_t view) {
  Names names;
  for (const std::int32_t j : made.features[view]) names.push_back(set.feature_info(j).name);
  return names;
}

}  // namespace

TEST_CASE("residues have codes, classes and scales", "[data][alignments]") {
  CHECK(residue_code('A') == 0);
  CHECK(residue_code('y') == 19);
  for (const char letter : std::string_view("XBZUOJ*xbzuoj"))
    CHECK(residue_code(letter) == kUnknownResidue);
  for (int c = 0; c < 256; ++c) {
    const char letter = static_cast<char>(c);
    const bool is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    CHECK((residue_code(letter) >= 0) == (is_letter || letter == '*'));
  }
  std::string classes;
  for (int residue = 0; residue < kNumResidues; ++residue)
    classes += kResidueClasses[static_cast<std::size_t>(residue_class(residue))];
  //                ACDEFGHIKLMNPQRSTVWYX
  CHECK(classes == "ACDDFAHIHIIDADHAAIFFX");
  CHECK(hydropathy()[static_cast<std::size_t>(residue_code('R'))] == -45);
  CHECK(helix_propensity()[static_cast<std::size_t>(residue_code('E'))] == 151);
  CHECK(strand_propensity()[static_cast<std::size_t>(residue_code('V'))] == 170);
}

TEST_CASE("BLOSUM62 is symmetric and has its well-known scores", "[data][alignments]") {
  const auto score = [](char p, char q) { return blosum62(residue_code(p), residue_code(q)); };
  CHECK(score('W', 'W') == 11);
  CHECK(score('C', 'C') == 9);
  CHECK(score('E', 'Q') == 2);
  CHECK(score('I', 'V') == 3);
  CHECK(score('G', 'I') == -4);
  CHECK(score('X', 'P') == -2);
  int trace = 0;
  for (int p = 0; p < kNumResidues; ++p) {
    if (p != kUnknownResidue) trace += blosum62(p, p);
    for (int q = 0; q < kNumResidues; ++q) {
      CHECK(blosum62(p, q) == blosum62(q, p));
    }
  }
  CHECK(trace == 116);
}

#ifdef PARASAIL_MATRICES_BLOSUM62
TEST_CASE("BLOSUM62 is the one of parasail", "[data][alignments]") {
  constexpr std::string_view kOrder = "ARNDCQEGHILKMFPSTWYVBZX*";
  for (const char p : kResidues) {
    for (const char q : kResidues)
      CHECK(blosum62(residue_code(p), residue_code(q)) ==
            parasail_blosum62_[kOrder.find(p) * kOrder.size() + kOrder.find(q)]);
  }
}
#endif

TEST_CASE("positions have a code in each column", "[data][alignments]") {
  const SequenceText sequence{"ArX", "HC ", "09 "};
  CHECK(texts_of(R"({"columns": ["residue"]})", sequence) == "A R X");
  CHECK(texts_of(R"({"columns": ["class"]})", sequence) == "A H X");
  CHECK(texts_of(R"({"columns": ["SS"]})", sequence) == "H C X");
  CHECK(texts_of(R"({"columns": ["SA"]})", sequence) == "B E X");
  CHECK(texts_of(R"({"columns": ["SA"]})", {"AAA", "   ", "134"}) == "I I E");
  CHECK(texts_of(R"({"columns": ["residue", "SS", "SA"]})", sequence) == "AHB RCE XXX");
  CHECK(codes_of(R"({"columns": ["class", "SS"]})", sequence) == Parts{0, 4 * 4 + 2, 6 * 4 + 3});
  CHECK(texts_of(R"({"columns": ["residue"], "offset": 1})", sequence) == "R X $");
  CHECK(texts_of(R"({"columns": ["residue", "SS"], "offset": -2})", sequence) == "$ $ AH");
  CHECK(texts_of(R"({"columns": ["residue"], "offset": 5})", sequence) == "$ $ $");
  CHECK(texts_of(R"({"columns": ["residue"], "offset": 5})", {"", "", ""}).empty());
}

TEST_CASE("means over windows leave out what is unknown", "[data][alignments]") {
  // Hydropathy of I is 4.5, of R -4.5, of A 1.8, of G -0.4; three levels end at -2/3 and 2/3.
  const SequenceText sequence{"IRAGX", "     ", "     "};
  CHECK(texts_of(R"({"columns": ["hydrophobicity"], "window": 0})", sequence) == "2 0 2 1 X");
  CHECK(texts_of(R"({"columns": ["hydrophobicity"], "window": 1})", sequence) == "1 1 0 2 1");
  CHECK(texts_of(R"({"columns": ["hydrophobicity"], "window": 0, "bins": 2})", sequence) ==
        "1 0 1 0 X");
  CHECK(texts_of(R"({"columns": ["helix"], "window": 0})", {"EGA", "   ", "   "}) == "2 0 2");
  CHECK(texts_of(R"({"columns": ["strand"], "window": 0, "bins": 9})", {"EVQ", "   ", "   "}) ==
        "0 8 6");
}

TEST_CASE("every pair of codes and every code alone has a feature", "[data][alignments]") {
  const auto set = training_pairs(kTwo);
  REQUIRE(set->num_features() == 21 * 21 + 42);
  CHECK(set->feature_groups() == Names{"residue"});
  CHECK(set->feature_info(0).name == "residue:A/A");
  CHECK(set->feature_info(22).name == "residue:C/C");
  CHECK(set->feature_info(441 + 1).name == "residue:C/-");
  CHECK(set->feature_info(441 + 21 + 18).name == "residue:-/W");
  CHECK(set->feature_info(482).number == 483);
  const InputData made = made_pairs(*set, all_in_one_view(*set));
  CHECK(features_of(*set, made, 0).size() == 483);  // met or not: what never met has its score too
  const auto data = pairs_in(made);
  const alignment::Description& residue = data->descriptions[0];
  const std::vector<std::int32_t>& feature = data->views[0].feature_of_entry[0];
  CHECK(feature[static_cast<std::size_t>(residue.pair_entry(0, 18))] == 18);
  CHECK(feature[static_cast<std::size_t>(residue.second_entry(18))] == 441 + 21 + 18);
  CHECK(feature[static_cast<std::size_t>(residue.pair_entry(3, 3))] == 3 * 21 + 3);
  CHECK(std::ssize(feature) == residue.num_entries());
  CHECK(data->views[0].num_features == 483);
  REQUIRE(data->substitution_scores.size() == 441);
  CHECK(data->substitution_scores[21 + 1] == 9);
}

TEST_CASE("by levels, pairs of residues of equal score share a feature", "[data][alignments]") {
  const auto levels = [](Index offset) {
    return Json{{"extractor", "substitution"}, {"levels", true}, {"offset", offset}};
  };
  const bool symmetric = GENERATE(false, true);
  const auto set =
      training_pairs(kTwo, {{"features", {levels(0), levels(1)}}, {"symmetric", symmetric}});
  std::set<int> scores;
  for (int p = 0; p < kNumResidues; ++p) {
    for (int q = 0; q < kNumResidues; ++q) scores.insert(blosum62(p, q));
  }
  const Index alone = symmetric ? 1 : 2;
  CHECK(set->num_features() == 2 * (std::ssize(scores) + alone) + 1);
  CHECK(set->feature_groups() == Names{"blosum62", "blosum62@+1"});
  Names names;
  for (Index j = 0; j < set->num_features(); ++j) names.push_back(set->feature_info(j).name);
  CHECK(std::count(names.begin(), names.end(), "blosum62:-4") == 1);
  CHECK(std::count(names.begin(), names.end(), "blosum62@+1:$") == 1);
  CHECK(std::count(names.begin(), names.end(), "blosum62:-/?") == (symmetric ? 0 : 1));
  const auto data = made_pairs(*set);
  const alignment::Description& residue = data->descriptions[0];
  const std::vector<std::int32_t>& feature = data->views[0].feature_of_entry[0];
  const auto of = [&](char p, char q) {
    return feature[static_cast<std::size_t>(residue.pair_entry(residue_code(p), residue_code(q)))];
  };
  for (const char p : std::string_view("AC")) {
    for (const char q : std::string_view("CW")) {
      const bool equal = blosum62(residue_code(p), residue_code(q)) ==
                         blosum62(residue_code('A'), residue_code('W'));
      CHECK((of(p, q) == of('A', 'W')) == equal);
    }
  }
  CHECK(of('C', 'C') != of('A', 'C'));
  CHECK(stored_pairs(*set, std::vector<bool>(static_cast<std::size_t>(set->num_features()), true))
            ->num_features() == set->num_features());
  CHECK_THROWS_AS(
      training_pairs(
          kTwo, {{"features",
                  {{{"extractor", "substitution"}, {"columns", {"class"}}, {"levels", true}}}}}),
      ConfigError);
}

TEST_CASE("of descriptions with many codes, inputs have the features of the known ones alone",
          "[data][alignments]") {
  const auto set = training_pairs(std::string(kTwo) + ">a ?\nAD\n>b\nC\n", {{"model", "tensor"}});
  const ViewAssignment views = all_in_one_view(*set);
  const std::vector<Index> known{0}, mapped{1};
  const InputData alone = set->inputs({known, {}, views}),
                  made = set->inputs({known, mapped, views});
  const alignment::Description& description = pairs_in(alone)->descriptions[0];
  const std::set<int> first(description.first.begin(), description.first.end()),
      second(description.second.begin(), description.second.end());
  CHECK(alone.features[0].size() == first.size() * second.size() + first.size() + second.size());
  CHECK(made.features == alone.features);
  CHECK(pairs_in(made)->num_inputs() == 2);
  CHECK(set->inputs({mapped, {}, views}).features != alone.features);
}

TEST_CASE("where features are symmetric, order does not matter", "[data][alignments]") {
  const auto set = training_pairs(kTwo, {{"symmetric", true}});
  CHECK(set->num_features() == 21 * 22 / 2 + 21);
  const InputData made = made_pairs(*set, all_in_one_view(*set));
  CHECK(features_of(*set, made, 0).size() == 21 * 22 / 2 + 21);
  const auto data = pairs_in(made);
  CHECK(data->symmetric);
  const alignment::Description& residue = data->descriptions[0];
  const auto feature = [&](Index entry) {
    return data->views[0].feature_of_entry[0][static_cast<std::size_t>(entry)];
  };
  for (Index p = 0; p < 21; ++p) {
    CHECK(feature(residue.first_entry(p)) == feature(residue.second_entry(p)));
    for (Index q = 0; q < 21; ++q)
      CHECK(feature(residue.pair_entry(p, q)) == feature(residue.pair_entry(q, p)));
  }
  // Different descriptions share nothing.
  const auto crossed = training_pairs(
      kTwo,
      {{"symmetric", true},
       {"features", Json::array({extractor(R"({"columns": ["class"], "with": ["residue"]})")})}});
  CHECK(crossed->num_features() == 7 * 21 + 7 + 21);
  CHECK(crossed->feature_info(1).name == "class~residue:A/C");
  CHECK(made_pairs(*crossed)->substitution_scores.empty());
}

TEST_CASE("views have the features that are assigned to them, in any way", "[data][alignments]") {
  const auto set = training_pairs(kTwo, {{"model", "simple_window"}});
  ViewAssignment views{3, {}};
  for (Index j = 0; j < set->num_features(); ++j)
    views.view_of.push_back(j % 7 == 6 ? -1 : static_cast<std::int32_t>(j * j % 3));
  const InputData made = made_pairs(*set, views);
  const auto data = pairs_in(made);
  REQUIRE(data->views.size() == 3);
  std::vector<Index> found(static_cast<std::size_t>(set->num_features()), 0);
  for (std::size_t v = 0; v < 3; ++v) {
    CHECK(data->views[v].num_features == std::ssize(made.features[v]));
    CHECK(std::is_sorted(made.features[v].begin(), made.features[v].end()));
    REQUIRE(data->views[v].feature_of_entry.size() == data->descriptions.size());
    for (const auto& entries : data->views[v].feature_of_entry) {
      for (const std::int32_t local : entries) {
        if (local < 0) continue;
        const std::int32_t j = made.features[v][static_cast<std::size_t>(local)];
        CHECK(views.view_of[static_cast<std::size_t>(j)] == static_cast<std::int32_t>(v));
        ++found[static_cast<std::size_t>(j)];
      }
    }
  }
  CHECK(*std::max_element(found.begin(), found.end()) == 1);
  CHECK(std::count(found.begin(), found.end(), 1) ==
        std::ssize(made.features[0]) + std::ssize(made.features[1]) + std::ssize(made.features[2]));
}

TEST_CASE("models are lists of extractors", "[data][alignments]") {
  const KnownColumns none, both{true, true};
  CHECK(names_of(PairModel::kSimple, none) == Names{"residue"});
  CHECK(names_of(PairModel::kSimple, both) ==
        Names{"residue", "SS", "SA", "residue~SS", "SS~residue"});
  CHECK(names_of(PairModel::kSimple, {false, true}) == Names{"residue", "SA"});
  CHECK(names_of(PairModel::kAnova2, both) == Names{"residue+SS", "residue+SA", "SS+SA"});
  CHECK(names_of(PairModel::kAnova2, none) ==
        Names{"residue+helix", "residue+hydrophobicity", "helix+hydrophobicity"});
  CHECK(names_of(PairModel::kTensor, both) == Names{"residue+SS+SA"});
  CHECK(names_of(PairModel::kTensor, {true, false}) == Names{"residue+SS+hydrophobicity"});
  CHECK(names_of(PairModel::kSimpleWindow, none) ==
        Names{"residue", "hydrophobicity", "helix", "strand", "residue@-1", "residue@+1",
              "class@-2", "class@-1", "class", "class@+1", "class@+2"});
  CHECK(
      names_of(PairModel::kSimpleWindow, both) ==
      joined({names_of(PairModel::kSimple, both),
              {"hydrophobicity", "SS@-2", "SS@-1", "SS@+1", "SS@+2", "SA@-1", "SA@+1", "residue@-1",
               "residue@+1", "class@-2", "class@-1", "class", "class@+1", "class@+2"}}));
  CHECK(names_of(PairModel::kProfile, both) ==
        joined({names_of(PairModel::kWindow, both), {"profile"}}));
  CHECK(names_of(PairModel::kSimpleProfile, none).back() == "profile");
}

// Joachims 2009, section 3.2: Window is "on top of three alignment models above".
TEST_CASE("window is simple, anova2, tensor and the neighbourhoods of simple_window",
          "[data][alignments]") {
  for (const KnownColumns known : {KnownColumns{}, KnownColumns{true, false},
                                   KnownColumns{false, true}, KnownColumns{true, true}}) {
    const Names simple = names_of(PairModel::kSimple, known);
    const Names with_neighbours = names_of(PairModel::kSimpleWindow, known);
    const Names neighbours(with_neighbours.begin() + std::ssize(simple), with_neighbours.end());
    CHECK(names_of(PairModel::kWindow, known) ==
          joined({simple, names_of(PairModel::kAnova2, known), names_of(PairModel::kTensor, known),
                  neighbours}));
    const bool has_structure =
        std::find(neighbours.begin(), neighbours.end(), "SS@+1") != neighbours.end();
    const bool has_propensities =
        std::find(neighbours.begin(), neighbours.end(), "helix") != neighbours.end();
    CHECK(has_structure == known.structure);
    CHECK(has_propensities == !known.structure);
  }
  const auto set =
      training_pairs(">a\nAC\n#=GR SS HH\n>b\nCW\n#=GR SS EC\n", {{"model", "window"}});
  const std::vector<std::string> groups = set->feature_groups();
  CHECK(groups.front() == "residue");
  CHECK(std::find(groups.begin(), groups.end(), "SS@-1") != groups.end());
}

TEST_CASE("a model tells where columns stand for what files do not have", "[data][alignments]") {
  CHECK(training_pairs(kTwo, {{"model", "tensor"}})->notes() ==
        Names{"model tensor: the training files have no secondary structure (#=GR SS): helix "
              "stands for it",
              "model tensor: the training files have no accessibility (#=GR SA): hydrophobicity "
              "stands for it"});
  CHECK(training_pairs(kTwo, {{"model", "simple_window"}})->notes().empty());
}

TEST_CASE("groups are named by descriptions, or by the extractor", "[data][alignments]") {
  const auto set = training_pairs(
      kTwo, block_with({extractor(R"({"group": "own"})"),
                        extractor(R"({"columns": ["class"], "offset": 1})"),
                        extractor(R"({"columns": ["helix"], "window": 5, "group": "own"})")}));
  CHECK(set->feature_groups() == Names{"own", "class@+1"});
  CHECK(set->feature_info(set->num_features() - 1).name == "helix.w5:-/X");
  CHECK(set->feature_info(set->num_features() - 1).group == 0);
}

TEST_CASE("columns that no file has are refused", "[data][alignments]") {
  CHECK(pairs_error(kTwo,
                    block_with(Json::array({extractor(R"({"columns": ["residue", "SS"]})")}))) ==
        "pairs.afa: no record has a line #=GR SS, and data.features takes the column SS for "
        "residue+SS");
  CHECK_THAT(pairs_error(kTwo, block_with(Json::array({extractor(R"({"with": ["SA"]})")}))),
             Contains("takes the column SA for residue~SA"));
}

TEST_CASE("lists of extractors that are wrong are refused", "[data][alignments]") {
  const auto wrong = [](const char* list) {
    ConfigErrors errors;
    const auto options = fasta_pairs_options();
    for (const OptionInfo& info : options.list()) {
      if (info.name == "features") check_value(info, Json::parse(list), "features", errors);
    }
    return errors.empty() ? "nothing" : errors.messages().front();
  };
  CHECK(wrong("null") == "nothing");
  CHECK(wrong("[]") ==
        "features = []: must be a list of 1 to 100 objects, each with extractor: substitution or "
        "profile");
  CHECK_THAT(wrong("[1]"), Contains("features.0 = 1: must be an object with `extractor`"));
  CHECK(wrong(R"([{"extractor": "token"}])") ==
        "features.0.extractor = \"token\": no extractor of pairs of positions; must be "
        "substitution or "
        "profile");
  CHECK_THAT(wrong(R"([{"extractor": "profile", "columns": ["SS"]}])"), Contains("columns"));
  CHECK(wrong(R"([{"extractor": "profile"}, {"extractor": "profile", "offset": 1}])") == "nothing");
  CHECK_THAT(wrong(R"([{"extractor": "substitution", "columns": ["resdue"]}])"),
             Contains("features.0.columns.0") && Contains("did you mean residue?"));
  CHECK_THAT(wrong(R"([{"extractor": "substitution", "columns": ["SS", "SS"]}])"),
             Contains("stands twice"));
  CHECK_THAT(wrong(R"([{"extractor": "substitution", "columns": []}])"),
             Contains("list of 1 to 4 columns, and must have at least 1 item"));
  CHECK_THAT(wrong(R"([{"extractor": "substitution", "colums": ["SS"]}])"), Contains("columns"));
  CHECK_THAT(wrong(R"([{"extractor": "substitution", "bins": 1}])"), Contains("bins"));
  CHECK(wrong(R"([{"extractor": "substitution"}, {"extractor": "substitution", "group": "x"}])") ==
        "features = [{\"extractor\":\"substitution\"},{\"extractor\":\"substitution\",\"g...: "
        "extractors 0 and 1 make the same features: residue");
  CHECK_THAT(
      wrong(
          R"([{"extractor": "substitution", "columns": ["residue", "helix", "class", "SS"], "bins": 9}])"),
      Contains("features: at most 1000000"));
  CHECK_THAT(message_of<ConfigError>([] {
               empty_pairs({{"model", "simpel"}});
             }),
             Contains("did you mean simple"));
}
