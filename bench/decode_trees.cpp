// Exact parsing of tag sequences with a treebank grammar. Compares costruct's CKY with the simplest
// form of CKY: dense tables, and all rules at every split. Both use the same grammar and weights,
// with one thread, in one run.
//
//   decode_trees FILE [TRAIN [LONGEST]]   FILE: a treebank in brackets. The first TRAIN (3131)
//                                         trees give the grammar, and its weights by relative
//                                         frequencies. Later sentences of at most LONGEST (40)
//                                         tokens are parsed
//
// Both parsers must agree on the value of every sentence. The program also prints:
//    the cost of loss-augmented decoding on sentences of at most 15 tokens
//    the cost of inside-outside
//    the F1 of the parses
#include <fmt/format.h>

#include <limits>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/data/parsing/treebank_examples.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/parsing/sentences.hpp"
#include "cpu_seconds.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// The value of the best tree of x for a one-view problem without span features, by plain CKY.
double plain_value(const parsing::SentenceData& data, InputId x, const Vector& w) {
  const parsing::Grammar& grammar = data.rules->grammar();
  const auto T = data.length(x), N = std::ssize(grammar.symbols);
  const Index lexical = std::ssize(grammar.binary), root = lexical + std::ssize(grammar.lexical);
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  std::vector<Vector> best(T * (T + 1) / 2, Vector(N, kNever));
  for (Index last = 1; last <= T; ++last) {
    const int terminal = data.terminal[data.token_begin[x] + last - 1];
    for (const std::int32_t r : data.rules->of_terminal(terminal))
      best[ParseScores::cell(last - 1, last)][grammar.lexical[r].symbol] = w[lexical + r];
    for (Index first = last - 2; first >= 0; --first) {
      Vector& here = best[ParseScores::cell(first, last)];
      for (Index k = first + 1; k < last; ++k) {
        const Vector& left = best[ParseScores::cell(first, k)];
        const Vector& right = best[ParseScores::cell(k, last)];
        for (std::size_t r = 0; r < grammar.binary.size(); ++r) {
          const BinaryRule& rule = grammar.binary[r];
          here[rule.parent] =
              std::max(here[rule.parent], w[r] + (left[rule.left] + right[rule.right]));
        }
      }
    }
  }
  double top = kNever;
  for (std::size_t r = 0; r < grammar.roots.size(); ++r)
    top = std::max(top, best[ParseScores::cell(0, T)][grammar.roots[r]] + w[root + r]);
  return top;
}

void measure(const std::filesystem::path& file, Index train, Index longest,
             const Json& horizontal) {
  TreebankExamples examples(
      {{"format", "ptb"}, {"limit", train}, {"horizontal", horizontal}, {"features", {"rule"}}});
  examples.read({&file, 1}, Role::kTrain);
  examples.finish_training();
  const Index read = examples.size();
  examples.read({&file, 1}, Role::kTest);
  std::vector<Index> known, parsed;
  for (Index i = 0; i < read; ++i) known.push_back(i);
  Index tokens = 0;
  for (Index i = 2 * read; i < examples.size(); ++i) {
    if (examples.num_parts(i) == 0 || examples.num_parts(i) > longest) continue;
    parsed.push_back(i);
    tokens += examples.num_parts(i);
  }
  const ViewAssignment views{1, std::vector<std::int32_t>(examples.num_features(), 0)};
  InputRequest request{known, parsed, views};
  request.labeled = read;
  const auto data =
      std::dynamic_pointer_cast<const parsing::SentenceData>(examples.inputs(request).data);
  auto rules_only =
      std::make_shared<parsing::SentenceData>(*data);  // the feature `rule` has no weights
  rules_only->views.front() = {};
  const ProblemEntry& entry = *find_problem("parsing");
  const Json f1_loss = {{"loss", "f1"}};
  const Views problem = entry.make(f1_loss, rules_only);
  Sample sample;
  for (Index i = 0; i < read; ++i) sample.labeled.push_back({i, examples.output(i)});
  const Vector w =
      find_learner("pcfg")->make({{"smoothing", 1e-9}})->fit(problem, sample, {}).weights.front();

  const StructuredProblem& joint = problem.joint();
  std::vector<Decoded> found(parsed.size());
  double ours = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 5; ++round) {
    ours = std::min(ours, seconds_of([&] {
                      for (std::size_t i = 0; i < parsed.size(); ++i)
                        found[i] = joint.decode(read + static_cast<Index>(i), w);
                    }));
  }
  constexpr std::size_t kEvery = 5;  // the slow peer parses every fifth sentence
  std::size_t by_peer = 0, different = 0;
  double ours_of_these = 0;
  const double peer = seconds_of([&] {
    for (std::size_t i = 0; i < parsed.size(); i += kEvery, ++by_peer) {
      const double value = plain_value(*rules_only, read + static_cast<Index>(i), w);
      different += found[i].output.parts.empty() ? std::isfinite(value) : value != found[i].value;
    }
  });
  ours_of_these = seconds_of([&] {
    for (std::size_t i = 0; i < parsed.size(); i += kEvery)
      (void)joint.decode(read + static_cast<Index>(i), w);
  });

  double plain = 0, augmented = 0, sums = 0;
  Index short_ones = 0;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < parsed.size(); ++i) {
      const InputId x = read + static_cast<Index>(i);
      if (rules_only->length(x) > 15 || found[i].output.parts.empty()) continue;
      ++short_ones;
      plain += seconds_of([&] { (void)joint.decode(x, w); });
      augmented += seconds_of([&] {
        (void)joint.loss_augmented_decode(x, found[i].output, w, {Rescaling::kSlack, 1});
      });
      sums +=
          seconds_of([&] { (void)dynamic_cast<const LogPartition&>(joint).log_partition(x, w); });
    }
  }

  std::vector<Output> truth, predicted;
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    truth.push_back(examples.output(parsed[i]));
    predicted.push_back(found[i].output);
  }
  const Json options = Json::object();
  const double f1 =
      entry.metrics.front().compute({truth, predicted, examples.label_names(), options});
  const parsing::Grammar& grammar = rules_only->rules->grammar();
  const auto count = static_cast<double>(parsed.size());
  fmt::print("horizontal {}: {} symbols, {} binary rules, {} sentences of {} tokens\n",
             horizontal.dump(), grammar.symbols.size(), grammar.binary.size(), parsed.size(),
             tokens);
  fmt::print(
      "  {:.0f} sentences/s, F1 {:.4f}; dense CKY {:.1f}/s, ratio {:.0f}; {} of {} values differ\n",
      count / ours, f1, static_cast<double>(by_peer) / peer, peer / ours_of_these, different,
      by_peer);
  fmt::print(
      "  at most 15 tokens ({}): loss-augmented for 1 - F1, slack-rescaled {:.2f} times a plain "
      "parse, log-"
      "partition {:.2f} times\n",
      short_ones / 3, augmented / plain, sums / plain);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fmt::print(stderr,
               "decode_trees: expected a treebank, and at will numbers of trees and tokens\n");
    return 2;
  }
  const Index train = argc > 2 ? std::stol(argv[2]) : 3131,
              longest = argc > 3 ? std::stol(argv[3]) : 40;
  for (const Json& horizontal : {Json(1), Json(nullptr)})
    measure(argv[1], train, longest, horizontal);
}
