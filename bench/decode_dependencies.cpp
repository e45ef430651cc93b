// Sentences per second of the dependency decoders and of the problem `dependency`, with one thread.
//
//   decode_dependencies MODEL FILE   a model of the format conllu_trees, and a treebank
//
// Decoders alone get a table of random scores for each sentence. The problem gets random weights;
// its time is measured with the look-up of all features, and from tables of features.
#include <fmt/format.h>

#include <cstdlib>
#include <numeric>
#include <string>

#include "costruct/core/decode/heads/head_trees.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/dependency/headed_sentences.hpp"
#include "cpu_seconds.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

void tell(const std::string& what, double seconds, Index sentences) {
  fmt::print("{:<44} {:>9.0f} sentences/s\n", what, static_cast<double>(sentences) / seconds);
}

void measure_decoders(const dependency::HeadedSentences& sentences, RandomStream& random) {
  std::vector<ArcScores> tables;
  for (InputId x = 0; x < sentences.num_inputs(); ++x) {
    ArcScores& table = tables.emplace_back(ArcScores{sentences.length(x), {}});
    for (Index i = 0; i < table.length * (table.length + 1); ++i)
      table.score.push_back(random.uniform());
  }
  double kept = 0;
  const auto all = [&](const auto& decode) {
    return seconds_of([&] {
      for (const ArcScores& table : tables) kept += decode(table);
    });
  };
  const Index n = sentences.num_inputs();
  tell("best projective tree of given scores",
       all([](const ArcScores& s) { return best_projective_heads(s, true)->value; }), n);
  tell("best tree of given scores",
       all([](const ArcScores& s) { return best_arborescence(s, true)->value; }), n);
  tell("sums over projective trees",
       all([](const ArcScores& s) { return sum_projective_heads(s, true)->log_partition; }), n);
  tell("sums over trees",
       all([](const ArcScores& s) { return sum_arborescences(s, true)->log_partition; }), n);
  if (kept == 0) fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: decode_dependencies MODEL FILE\n");
    return EXIT_FAILURE;
  }
  const auto set = find_format("conllu_trees")->load(ModelReader(argv[1]));
  const std::vector<std::filesystem::path> files{argv[2]};
  set->read(files, Role::kTest);
  std::vector<Index> examples(static_cast<std::size_t>(set->size()));
  std::iota(examples.begin(), examples.end(), Index{0});
  const ViewAssignment views{
      1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
  InputRequest request{{}, examples, views};
  request.all_features = true;
  InputData made;
  const double look_up = seconds_of([&] { made = set->inputs(request); });
  RandomStream random(1, 0, "bench");
  const auto& sentences = dynamic_cast<const dependency::HeadedSentences&>(*made.data);
  measure_decoders(sentences, random);
  for (const char* trees : {"projective", "any"}) {
    const Views problem = find_problem("dependency")->make({{"trees", trees}}, made.data);
    Vector w(static_cast<std::size_t>(problem.joint().dimension()));
    for (double& each : w) each = random.uniform() - 0.5;
    double kept = 0;
    const double decode = seconds_of([&] {
      for (InputId x = 0; x < set->size(); ++x) kept += problem.joint().decode(x, w).value;
    });
    tell(fmt::format("scores of features, trees {}", trees), decode, set->size());
    tell(fmt::format("the same with the look-up of features, {}", trees), decode + look_up,
         set->size());
    if (kept == 0) fmt::print("\n");
  }
  return EXIT_SUCCESS;
}
