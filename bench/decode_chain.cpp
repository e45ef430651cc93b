// Decoding of first-order sequences with feature indices in memory, including scoring. Compares
// costruct with dlib's sequence_labeler on the same features and weights, with one thread, in one
// run.
//
//   decode_chain FILE   a CoNLL file with columns word, pos, label (CoNLL-2000); words and tags at
//                       -2..2, 10 indicators for each token
//
// Both labelers must agree. They get the same integer weights, and the value of each of dlib's
// labelings is compared.
#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "costruct/core/random.hpp"
#include "costruct/data/encoder.hpp"
#include "dlib_sequences.hpp"

using namespace costruct;
using namespace costruct::bench;

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "decode_chain: expected one CoNLL file (word pos label)\n");
    return 2;
  }
  const Json data = {{"format", "conll"},
                     {"columns", {"word", "pos", "label"}},
                     {"features",
                      {{{"extractor", "token"}, {"column", "word"}, {"window", 2}},
                       {{"extractor", "token"}, {"column", "pos"}, {"window", 2}}}}};
  experiments::Encoder encoder(data, kChains);
  experiments::Corpus corpus;
  const std::filesystem::path file = argv[1];
  encoder.read({&file, 1}, experiments::Encoder::Role::kTrain, corpus);
  encoder.finish_labels(corpus);

  auto parts = std::make_shared<PartData>();
  parts->labels = encoder.labels();
  parts->views.push_back(corpus.features);
  const Views views = find_problem("sequence")->make(Json::object(), parts);
  const StructuredProblem& problem = views.joint();
  const FeatureTable& table = parts->views[0];
  const long labels = static_cast<long>(parts->labels.size());

  RandomStream random(1, 0, "benchmark weights");
  Vector w(problem.dimension());
  for (double& weight : w) weight = static_cast<double>(random.below(2001) - 1000);

  // We decode all sentences twenty times; the slower peer decodes the first thousand once.
  constexpr int kRounds = 20;
  constexpr Index kPeerSentences = 1000;
  double sum = 0;
  auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < kRounds; ++round) {
    for (InputId x = 0; x < problem.num_inputs(); ++x) sum += problem.decode(x, w).value;
  }
  const double ours = kRounds * static_cast<double>(table.num_parts()) / seconds_since(start);

  dlib::matrix<double, 0, 1> peer_weights(w.size());
  std::copy(w.begin(), w.end(), peer_weights.begin());
  const dlib::sequence_labeler<Extractor> peer(peer_weights, Extractor(labels, table.num_features));
  std::vector<Sentence> sentences;
  Index peer_tokens = 0;
  for (InputId x = 0; x < std::min(kPeerSentences, problem.num_inputs()); ++x) {
    sentences.push_back(sentence_of(table, x));
    peer_tokens += table.length(x);
  }
  std::vector<std::vector<unsigned long>> answers;
  start = std::chrono::steady_clock::now();
  for (const Sentence& tokens : sentences) answers.push_back(peer(tokens));
  const double peers = static_cast<double>(peer_tokens) / seconds_since(start);

  for (std::size_t x = 0; x < answers.size(); ++x) {
    const Output theirs{std::vector<int>(answers[x].begin(), answers[x].end())};
    const Decoded best = problem.decode(static_cast<InputId>(x), w);
    if (problem.score(static_cast<InputId>(x), theirs, w) != best.value) {
      fmt::print(stderr, "decode_chain: sentence {}: the labelings' values differ\n", x);
      return 1;
    }
  }
  fmt::print("sentences {}, tokens {}, labels {}, features {} (checksum {})\n",
             problem.num_inputs(), table.num_parts(), labels, table.num_features, sum);
  fmt::print("costruct  {:12.0f} tokens/s\n", ours);
  fmt::print("dlib      {:12.0f} tokens/s\n", peers);
  fmt::print("ratio     {:12.1f}\n", ours / peers);
}
