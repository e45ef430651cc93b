// Profiles of sequences: A3M files, counts, and features of pairs that have them.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/data/alignment/blosum62.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/data/alignment/sequence_profiles.hpp"
#include "costruct/problems/catalog.hpp"
#include "pairs.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

constexpr const char* kA3m =
    "#A3M#\n>a of a family\nACD\n>x\nA-D\n>y\nAkkCE\n>b\nWWW\n# the next one\n>b\nCW\n>a\nC.-\n";
constexpr const char* kAlignedPair = ">a family=f\nACD\n>b\n-cW\n";

SequenceFamilies families_of(std::string_view text) {
  const TestFolder folder;
  SequenceFamilies families;
  families.read(folder.write("p.a3m", text));
  return families;
}

// What is wrong with a file, behind the name of its folder.
std::string a3m_error(std::string_view text) {
  const std::string message = message_of<DataError>([&] { families_of(text); });
  const std::size_t name = message.find("p.a3m");
  return name == std::string::npos ? message : message.substr(name);
}

float share(const std::vector<float>& profile, Index position, char residue) {
  return profile[static_cast<std::size_t>(position * kProfileResidues + residue_code(residue))];
}

// A training set with the alignments of a file.
std::unique_ptr<ExampleSet> profiled_pairs(std::string_view text, std::string_view a3m,
                                           Json block) {
  const TestFolder folder;
  block["profiles"] = folder.write("p.a3m", a3m).string();
  if (!block.contains("features") && !block.contains("model"))
    block["features"] = {{{"extractor", "profile"}}};
  auto set = empty_pairs(std::move(block));
  const auto files =
      set->read_texts([](const std::string& name) { return std::filesystem::path(name); });
  CHECK(files.size() == 1);
  read_pairs(*set, text, Role::kTrain);
  set->finish_training();
  return set;
}

std::string profiled_error(std::string_view text, std::string_view a3m) {
  const std::string message =
      message_of<DataError>([&] { profiled_pairs(text, a3m, Json::object()); });
  const std::size_t name = message.find("pairs.afa");
  return name == std::string::npos ? message : message.substr(name);
}

}  // namespace

TEST_CASE("files of A3M have an alignment for each sequence", "[data][alignments][profiles]") {
  const SequenceFamilies families = families_of(kA3m);
  CHECK(families.names() == Names{"a", "b"});
  REQUIRE(families.find("a") != nullptr);
  const SequenceFamily& a = *families.find("a");
  REQUIRE(a.rows.size() == 4);
  CHECK(a.rows[0].letters == "ACD");
  CHECK(a.rows[2].name == "y");
  CHECK(a.rows[2].letters == "ACE");
  CHECK_THAT(a.place, Contains("p.a3m:2"));
  CHECK(families.find("b")->rows[1].letters == "C-");
  CHECK(families.find("x") == nullptr);
  const SequenceFamilies of_two = families_of(">a\nA\n#\n>a of family=f\nC\n");
  CHECK(of_two.names() == Names{"a", "a family=f"});
  CHECK(of_two.find("a", "f")->rows[0].letters == "C");
  CHECK(of_two.find("a", "g")->rows[0].letters == "A");
  CHECK(families_of(">a family=f\nC\n").find("a") == nullptr);
  CHECK(families_of(">a\nAC\r\n\r\nD\n").find("a")->rows[0].letters == "ACD");
  CHECK(families_of(">a\n>x\nkkk\n").find("a")->rows.size() == 2);  // a sequence without residues
}

TEST_CASE("what is wrong with a file of A3M is told with its place",
          "[data][alignments][profiles]") {
  CHECK(a3m_error("") == "p.a3m: has no alignments: expected records of A3M");
  CHECK(a3m_error("#\n#\n") == "p.a3m: has no alignments: expected records of A3M");
  CHECK(a3m_error("ACD\n") == "p.a3m:1: expected a header, > and a name, and found \"ACD\"");
  CHECK(a3m_error(">a\nACD\n# b\nACD\n") ==
        "p.a3m:4: expected a header, > and a name, and found \"ACD\"");
  CHECK(a3m_error(">a\nACD\n>\nACD\n") ==
        "p.a3m:3: a header without a name: expected > and a name");
  CHECK(a3m_error(">a\nA1D\n") ==
        "p.a3m:2: \"1\" is no residue: expected a letter of an amino acid, X, - or .");
  CHECK_THAT(a3m_error(">a\nAcD\n"),
             Contains("p.a3m:2: \"c\" in the first record of an alignment"));
  CHECK_THAT(a3m_error(">a\nA-D\n"), Contains("expected capital letters without gaps"));
  CHECK(a3m_error(">a\nACD\n>b\nAC\n>c\nACD\n") ==
        "p.a3m:3: \"b\" has 2 capital letters and gaps: expected 3, as the first record of its "
        "alignment, "
        "\"a\", has");
  CHECK_THAT(a3m_error(">a\nACD\n>b\nACDD\n"), Contains("p.a3m:3: \"b\" has 4 capital letters"));
  CHECK_THAT(
      a3m_error(">a\nACD\n#\n>a\nACD\n"),
      Contains("p.a3m:4: a second alignment of \"a\": the first one is at") && Contains("p.a3m:1"));
  CHECK_THAT(a3m_error(">a\n" + std::string(100'001, 'A') + "\n"),
             Contains("more than 100000 columns"));
  CHECK_THAT(a3m_error(">" + std::string(10'001, 'a') + "\nA\n"),
             Contains("a header of 10001 bytes"));
  CHECK_THAT(a3m_error(std::string("\0>a\nA\n", 6)), Contains("NUL"));
}

TEST_CASE("a folder stands for its files of A3M", "[data][alignments][profiles]") {
  const TestFolder folder;
  CHECK(message_of<DataError>([&] { family_files(folder.path()); }) ==
        folder.path().string() + ": has no files *.a3m, *.a3m.gz or *.a3m.xz");
  folder.write("b.a3m", ">b\nA\n");
  folder.write("a.a3m", ">a\nA\n");
  folder.write("a.txt", "no");
  CHECK(family_files(folder.path()) ==
        std::vector<std::filesystem::path>{folder.path() / "a.a3m", folder.path() / "b.a3m"});
  CHECK(family_files(folder.path() / "x.a3m") ==
        std::vector<std::filesystem::path>{folder.path() / "x.a3m"});
}

TEST_CASE("profiles are counts, and what BLOSUM62 expects of them",
          "[data][alignments][profiles]") {
  const SequenceFamily a = *families_of(kA3m).find("a");
  const std::vector<float> counted = profile_of(a, "b", 0);
  REQUIRE(counted.size() == 3 * kProfileResidues);
  CHECK(share(counted, 0, 'A') == 1);
  CHECK(share(counted, 1, 'C') == 1);  // of two, x has none
  CHECK(share(counted, 2, 'D') == 2.0F / 3);
  CHECK(share(counted, 2, 'E') == 1.0F / 3);
  CHECK(share(counted, 1, 'W') == 0);  // of the sequence that is left out
  CHECK(share(profile_of(a, "", 0), 1, 'W') == 1.0F / 3);
  CHECK(share(profile_of(a, "a", 0), 0, 'A') == 3.0F / 4);  // never without itself

  const std::vector<float> smooth = profile_of(a, "b", 4);
  for (Index i = 0; i < 3; ++i) {
    double sum = 0;
    for (Index r = 0; r < kProfileResidues; ++r)
      sum += smooth[static_cast<std::size_t>(i * kProfileResidues + r)];
    CHECK(sum == Approx(1).epsilon(1e-6));
  }
  // Odds of substitutes of D and E follow the scores, times how common both are: that of nothing
  // but X.
  const std::vector<float> common = profile_of(*families_of(">a\nX\n>b\n-\n").find("a"), "", 4);
  CHECK(share(common, 0, 'L') > share(common, 0, 'W'));
  const double of_d = std::exp2((blosum62(residue_code('N'), residue_code('D')) -
                                 blosum62(residue_code('W'), residue_code('D'))) /
                                2.0);
  const std::vector<float> only_d = profile_of(*families_of(">a\nD\n").find("a"), "", 4);
  CHECK(share(only_d, 0, 'N') / share(only_d, 0, 'W') ==
        Approx(of_d * share(common, 0, 'N') / share(common, 0, 'W')).epsilon(1e-5));
  CHECK(share(only_d, 0, 'D') > 1.0F / 5);  // one of itself to four expected ones
}

TEST_CASE("features of profiles are products of shares", "[data][alignments][profiles]") {
  const auto set = profiled_pairs(kAlignedPair, kA3m, {{"pseudocounts", 0}});
  CHECK(set->num_features() == 440);
  CHECK(set->feature_groups() == Names{"profile"});
  CHECK(set->feature_info(1).name == "profile:A/C");
  CHECK(set->feature_info(400).name == "profile:A/-");
  const auto data = made_pairs(*set);
  const Views views = find_problem("alignment")->make(Json::object(), data);
  const SparseVector phi = views.joint().joint_feature(0, set->output(0));
  std::map<std::string, double> found;
  for (std::size_t k = 0; k < phi.index.size(); ++k) {
    if (phi.index[k] < 440) found[set->feature_info(phi.index[k]).name] = phi.value[k];
  }
  // b without a is CW; a without b is A, C, two thirds D; A is alone.
  CHECK(found.size() == 4);
  CHECK(found["profile:A/-"] == 1);
  CHECK(found["profile:C/C"] == 1);
  CHECK(found["profile:D/W"] == Approx(2.0 / 3));
  CHECK(found["profile:E/W"] == Approx(1.0 / 3));
}

TEST_CASE("without alignments and pseudocounts, profiles are residues",
          "[data][alignments][profiles]") {
  const std::string text = ">a\nACDEF--GW\n>b\nWCD-FKLGH\n\n>c\nMNPQ\n>d\nM-PQ\n";
  const Json block = {{"missing_profiles", "sequence"}, {"pseudocounts", 0}};
  Json profiles = block, residues = block;
  for (const int offset : {0, 1, -2}) {
    profiles["features"].push_back({{"extractor", "profile"}, {"offset", offset}});
    residues["features"].push_back({{"extractor", "substitution"}, {"offset", offset}});
  }
  const auto of_profiles = training_pairs(text, profiles),
             of_residues = training_pairs(text, residues);
  const Views p = find_problem("alignment")->make(Json::object(), made_pairs(*of_profiles)),
              r = find_problem("alignment")->make(Json::object(), made_pairs(*of_residues));
  // Both name their features alike, but for X, which profiles do not have.
  std::map<std::string, Index> number;
  for (Index j = 0; j < of_residues->num_features(); ++j) {
    std::string name = of_residues->feature_info(j).name;
    number["profile" + name.substr(std::string_view("residue").size())] = j;
  }
  Vector w(static_cast<std::size_t>(p.joint().dimension())),
      v(static_cast<std::size_t>(r.joint().dimension()));
  for (Index j = 0; j < of_profiles->num_features(); ++j) {
    const std::string name = of_profiles->feature_info(j).name;
    INFO(name);
    REQUIRE(number.contains(name));
    v[static_cast<std::size_t>(number[name])] = w[static_cast<std::size_t>(j)] = (j * 37) % 19 - 9;
  }
  for (InputId x = 0; x < 2; ++x) {
    const Decoded a = p.joint().decode(x, w), b = r.joint().decode(x, v);
    CHECK(a.output == b.output);
    CHECK(a.value == b.value);
    CHECK(p.joint().score(x, of_profiles->output(x), w) ==
          r.joint().score(x, of_residues->output(x), v));
  }
}

TEST_CASE("profiles that are missing or of others are told", "[data][alignments][profiles]") {
  CHECK_THAT(
      profiled_error(">abcd\nACD\n>efgh\n-CW\n", ">abcd\nACD\n#\n>efhg\nCW\n"),
      Contains("pairs.afa:1: \"efgh\" has no alignment to count a profile from: add one, or set "
               "missing_profiles to \"sequence\"; did you mean efhg?"));
  CHECK_THAT(profiled_error(">first\nA\n>b\nC\n", ">none\nACD\n"),
             Contains("set missing_profiles"));
  CHECK_THAT(profiled_error(kAlignedPair, ">a\nACE\n#\n>b\nCW\n"),
             Contains("pairs.afa:1: the alignment of a at ") &&
                 Contains("residue 3 is E there, and D here"));
  CHECK_THAT(profiled_error(kAlignedPair, ">a\nACDD\n"), Contains("4 residues there, and 3 here"));
  const auto refused = [](const Json& block) {
    return message_of<ConfigError>([&] { empty_pairs(block); });
  };
  CHECK_THAT(refused({{"model", "profile"}}), Contains("data.profiles: features take profiles"));
  CHECK_THAT(refused({{"profiles", "p.a3m"}}), Contains("no feature takes profiles"));
  CHECK(
      training_pairs(kAlignedPair, {{"model", "simple_profile"}, {"missing_profiles", "sequence"}})
          ->feature_groups()
          .back() == "profile");
}

TEST_CASE("views may leave profiles out, and symmetric ones share features",
          "[data][alignments][profiles]") {
  const auto set =
      profiled_pairs(kAlignedPair, kA3m, {{"model", "simple_profile"}, {"symmetric", true}});
  ViewAssignment views{2, {}};
  Index of_profiles = 0;
  for (Index j = 0; j < set->num_features(); ++j) {
    const bool is_profile =
        set->feature_groups()[static_cast<std::size_t>(set->feature_info(j).group)] == "profile";
    of_profiles += is_profile;
    views.view_of.push_back(is_profile ? 1 : 0);
  }
  CHECK(of_profiles == 20 * 21 / 2 + 20);
  const InputData made = made_pairs(*set, views);
  CHECK(std::ssize(made.features[1]) == of_profiles);
  const Views both = find_problem("alignment")->make(Json::object(), pairs_in(made));
  CHECK(both.count() == 2);
  const SparseVector phi = both[0].joint_feature(0, set->output(0));
  for (const double value : phi.value) CHECK(value == std::floor(value));
}

TEST_CASE("a model takes profiles from the file beside the one it reads",
          "[data][alignments][profiles]") {
  const auto set = profiled_pairs(kAlignedPair, kA3m, Json::object());
  std::vector<bool> keep(static_cast<std::size_t>(set->num_features()), true);
  keep[3] = false;
  const auto model = stored_pairs(*set, keep);
  CHECK(model->num_features() == 439);
  const TestFolder folder;
  const auto file = folder.write("new.fasta", ">b\nCW\n>a\nacd\n");
  const ViewAssignment views = all_in_one_view(*model);
  CHECK_THAT(
      message_of<DataError>([&] { model->stream(file, views, false); }),
      Contains("new.fasta: the model takes profiles, and there is no ") && Contains("new.a3m"));
  folder.write("new.a3m", kA3m);
  const auto stream = model->stream(file, views, false);
  REQUIRE(stream->read(10) == 1);
  const auto data = std::dynamic_pointer_cast<const alignment::SequencePairs>(stream->data());
  const auto trained = made_pairs(*set);
  CHECK(data->descriptions[0].second_shares == trained->descriptions[0].first_shares);
  CHECK(data->descriptions[0].first_shares == trained->descriptions[0].second_shares);
}
