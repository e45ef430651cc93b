// Cells per second of the alignment decoders, with one thread. If parasail is installed, the same
// run also measures its global alignment with traceback in 32 and 16 bits.
//
//   align_sequences [PAIRS]   pairs (100) of related random sequences
//   align_sequences FILE      the pairs of a TM-align table (tmalign/pairs.tsv.xz) with a TM-score
//                             of at least .5 and at most 400 residues each
//
// Random pairs measure the decoders over a score table. Scores are BLOSUM62 if parasail provides
// it, else random integers. A gap of length k costs 11 + (k - 1).
//
// Pairs of a file measure what learners call: decode() and loss_augmented_decode() of the problem,
// and decode() within a half and a tenth of what the references say, with the model `simple` and
// random weights. All decoders and parasail alternate pair by pair. The
// result is the median over several rounds over all pairs.
//
// The optimal scores for BLOSUM62 must equal those of parasail. Seconds are CPU time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/interfaces/known_weights.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/problems/alignment/alignment_features.hpp"
#include "costruct/problems/catalog.hpp"
#include "cpu_seconds.hpp"
#ifdef COSTRUCT_HAS_PARASAIL
#include <parasail.h>
#endif

using namespace costruct;
using experiments::find_format;

namespace {

const std::string kResidues = "ARNDCQEGHILKMFPSTWYV";
constexpr Index kLength = 150, kBand = 4, kRepeats = 10, kRounds = 21;
constexpr double kOpen = 11, kExtend = 1;

#ifdef COSTRUCT_HAS_PARASAIL
const parasail_matrix_t* blosum62() {
  static const parasail_matrix_t* const matrix = parasail_matrix_lookup("blosum62");
  return matrix;
}
#endif

struct SequencePair {
  std::string first, second;
};

/// Draws a pair. The second sequence is the first one with a third of its residues drawn anew, and
/// with some residues deleted or inserted.
SequencePair draw_pair(RandomStream& random) {
  const auto draw = [&] {
    return static_cast<char>(random.below(static_cast<Index>(kResidues.size())));
  };
  SequencePair pair;
  for (Index i = 0; i < kLength; ++i) pair.first.push_back(draw());
  for (Index i = 0; static_cast<Index>(pair.second.size()) < kLength; ++i) {
    const Index event = random.below(60);
    if (event == 0) i += 1 + random.below(8);
    for (Index inserted = event == 1 ? 1 + random.below(8) : 0; inserted > 0; --inserted)
      pair.second.push_back(draw());
    pair.second.push_back(event >= 40 || i >= kLength ? draw() : pair.first[i]);
  }
  pair.second.resize(kLength);
  return pair;
}

/// Random scores of two residues, 20 x 20.
std::vector<double> draw_weights(RandomStream& random) {
  std::vector<double> weights;
  for (const char a : kResidues) {
    for (const char b : kResidues) {
#ifdef COSTRUCT_HAS_PARASAIL
      (void)random;
      weights.push_back(blosum62()->matrix[blosum62()->size * blosum62()->mapper[int{a}] +
                                           blosum62()->mapper[int{b}]]);
#else
      weights.push_back(a == b ? 5 : static_cast<double>(random.below(5) - 3));
#endif
    }
  }
  return weights;
}

void build(const SequencePair& pair, const std::vector<double>& weights, AlignmentKind kind,
           AlignmentScores& scores) {
  const Index n = static_cast<Index>(pair.first.size()), m = static_cast<Index>(pair.second.size());
  scores.reset(kind, n, m);
  for (Index i = 0; i < n; ++i) {
    const double* row = weights.data() + pair.first[i] * static_cast<Index>(kResidues.size());
    double* pairs = scores.pairs(i);
    for (Index j = 0; j < m; ++j)
      pairs[j * AlignmentScores::kStep] = row[static_cast<Index>(pair.second[j])];
  }
  AlignmentTransitions& t = scores.transitions();
  t[kPair][kFirst] = t[kPair][kSecond] = t[kFirst][kSecond] = -kOpen;
  t[kFirst][kFirst] = t[kSecond][kSecond] = -kExtend;
}

/// Adds a loss to the pairs within a band around the diagonal.
void augment(AlignmentScores& scores, double change) {
  const Index n = scores.first_length(), m = scores.second_length();
  for (Index i = 0; i < n; ++i) {
    double* pairs = scores.pairs(i);
    for (Index j = std::max<Index>(0, i - kBand); j <= std::min(m - 1, i + kBand); ++j)
      pairs[j * AlignmentScores::kStep] += change;
  }
}

/// Measures cells per second. Each pair is prepared, then an action is repeated a few times.
class Clock {
 public:
  template <class Action>
  void time(Index repeats, const Action& action) {
    seconds_ += seconds_of([&] {
      for (Index r = 0; r < repeats; ++r) action();
    });
    cells_ += static_cast<double>(repeats) * kLength * kLength;
  }
  double cells_per_second() const { return cells_ / seconds_; }
  void print(const char* what, const Clock& plain) const {
    fmt::print("{:44} {:9.1f} million cells/s, {:6.2f} times the time of the first\n", what,
               1e-6 * cells_per_second(), plain.cells_per_second() / cells_per_second());
  }

 private:
  double seconds_ = 0, cells_ = 0;
};

struct Clocks {
  Clock global, local, built, augmented, log_partition, sums, k_best, per_hits, striped_32, scan_32,
      scan_16;
};

#ifdef COSTRUCT_HAS_PARASAIL
std::string spelled(const std::string& codes) {
  std::string residues;
  for (const char code : codes) residues.push_back(kResidues[static_cast<std::size_t>(code)]);
  return residues;
}

/// The score of parasail's best alignment. Its path is computed as well.
template <class Align>
double peer_score(const std::string& first, const std::string& second, const Align& align) {
  const int n = static_cast<int>(first.size()), m = static_cast<int>(second.size());
  parasail_result_t* result = align(first.data(), n, second.data(), m, static_cast<int>(kOpen),
                                    static_cast<int>(kExtend), blosum62());
  parasail_cigar_t* path =
      parasail_result_get_cigar(result, first.data(), n, second.data(), m, blosum62());
  const double score = parasail_result_get_score(result);
  parasail_cigar_free(path);
  parasail_result_free(result);
  return score;
}

/// Returns whether parasail finds the same score.
template <class Align>
bool compare(const SequencePair& pair, double value, const Align& align, Clock& clock) {
  const std::string first = spelled(pair.first), second = spelled(pair.second);
  double score = 0;
  clock.time(kRepeats, [&] { score = peer_score(first, second, align); });
  return score == value;
}

bool compare(const SequencePair& pair, double value, Clocks& clocks) {
  return compare(pair, value, parasail_nw_trace_striped_32, clocks.striped_32) &&
         compare(pair, value, parasail_nw_trace_scan_32, clocks.scan_32) &&
         compare(pair, value, parasail_nw_trace_scan_16, clocks.scan_16);
}
#else
bool compare(const SequencePair&, double, Clocks&) {
  return true;
}
#endif

/// Seconds of an action on all pairs, for each round.
class Rounds {
 public:
  void begin() { seconds_.push_back(0); }
  template <class Action>
  void time(const Action& action) {
    seconds_.back() += seconds_of(action);
  }
  double median() const { return median_of(seconds_); }
  void print(const char* what, double cells, const Rounds& plain) const {
    Vector ratios;
    for (std::size_t r = 0; r < seconds_.size(); ++r)
      ratios.push_back(seconds_[r] / plain.seconds_[r]);
    fmt::print("{:44} {:9.1f} million cells/s, {:6.2f} times the time of decode()\n", what,
               1e-6 * cells / median(), median_of(ratios));
  }

 private:
  static double median_of(Vector values) {
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }
  Vector seconds_;
};

/// The pairs of a file as inputs of the problem `alignment`, described by residues.
class ReadPairs {
 public:
  explicit ReadPairs(const std::filesystem::path& file)
      : examples_(find_format("tmalign")->examples(
            {{"format", "tmalign"}, {"max_length", 400}, {"model", "simple"}})) {
    examples_->read({&file, 1}, experiments::Role::kTrain);
    examples_->finish_training();
    std::vector<Index> all(examples_->size());
    std::iota(all.begin(), all.end(), 0);
    const experiments::ViewAssignment one{1,
                                          std::vector<std::int32_t>(examples_->num_features(), 0)};
    data_ = std::dynamic_pointer_cast<const alignment::SequencePairs>(
        examples_->inputs({all, {}, one}).data);
    problem_ = find_problem("alignment")->make(Json::object(), data_);
  }

  const alignment::SequencePairs& data() const { return *data_; }
  const StructuredProblem& problem() const { return problem_->joint(); }
  const Output& output(InputId x) const { return examples_->output(x); }
  double cells(InputId x) const {
    return static_cast<double>(data_->first_length(x)) *
           static_cast<double>(data_->second_length(x));
  }
  std::string first(InputId x) const {
    return letters(data_->descriptions.front().first, data_->first_begin[x],
                   data_->first_begin[x + 1]);
  }
  std::string second(InputId x) const {
    return letters(data_->descriptions.front().second, data_->second_begin[x],
                   data_->second_begin[x + 1]);
  }

 private:
  static std::string letters(const std::vector<std::int32_t>& codes, Index begin, Index end) {
    std::string residues;
    for (Index i = begin; i < end; ++i) residues.push_back(experiments::kResidues[codes[i]]);
    return residues;
  }

  std::unique_ptr<experiments::ExampleSet> examples_;
  std::shared_ptr<const alignment::SequencePairs> data_;
  std::optional<Views> problem_;
};

/// The problem within each n-th fact about the references.
std::unique_ptr<const StructuredProblem> within(const ReadPairs& pairs, std::size_t n) {
  const auto& partial = dynamic_cast<const PartialOutputs&>(pairs.problem());
  std::vector<Known> known;
  for (InputId x = 0; x < pairs.problem().num_inputs(); ++x) {
    known.push_back(partial.known_of(x, {&pairs.output(x), 1}));
    std::vector<std::vector<int>>& facts = known.back().facts;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (i % n != 0) facts[i].clear();
    }
  }
  return partial.within(std::move(known));
}

int measure_read(const std::filesystem::path& file) {
  const ReadPairs pairs(file);
  const StructuredProblem& problem = pairs.problem();
  const alignment::AlignmentFeatures features(pairs.data(), AlignmentKind::kGlobal, 0, 1);
  RandomStream random(1, 0, "weights");
  Vector w(problem.dimension());
  for (double& each : w) each = 2 * random.uniform() - 1;
  const Vector known = dynamic_cast<const KnownWeights&>(problem).known_weights(
      {"known substitution scores", {{"gap_open", kOpen - kExtend}, {"gap_extend", kExtend}}});
  const auto half = within(pairs, 2), tenth = within(pairs, 10);
  Rounds table, plain, augmented, in_half, in_tenth, striped_32, scan_32, scan_16;
  double cells = 0, sum = 0;
  for (Index round = 0; round < kRounds; ++round) {
    for (Rounds* each :
         {&table, &plain, &augmented, &in_half, &in_tenth, &striped_32, &scan_32, &scan_16})
      each->begin();
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const AlignmentScores& scores = features.scores(x, w);
      table.time([&] { sum += best_alignment(scores)->value; });
      plain.time([&] { sum += problem.decode(x, w).value; });
      augmented.time(
          [&] { sum += problem.loss_augmented_decode(x, pairs.output(x), w, {}).value; });
      in_half.time([&] { sum += half->decode(x, w).value; });
      in_tenth.time([&] { sum += tenth->decode(x, w).value; });
      if (round == 0) cells += pairs.cells(x);
#ifdef COSTRUCT_HAS_PARASAIL
      const std::string first = pairs.first(x), second = pairs.second(x);
      double score = 0;
      striped_32.time([&] { score = peer_score(first, second, parasail_nw_trace_striped_32); });
      scan_32.time([&] { sum += peer_score(first, second, parasail_nw_trace_scan_32); });
      scan_16.time([&] { sum += peer_score(first, second, parasail_nw_trace_scan_16); });
      if (round == 0 && problem.decode(x, known).value != score) {
        fmt::print(stderr, "align_sequences: pair {}: the scores differ\n", x);
        return 1;
      }
#endif
    }
  }
  fmt::print("{} pairs of {:.0f} cells, {} rounds (checksum {})\n", problem.num_inputs(),
             cells / static_cast<double>(problem.num_inputs()), kRounds, sum);
  table.print("best alignment, from a table", cells, plain);
  plain.print("decode(), which makes the table", cells, plain);
  augmented.print("loss_augmented_decode(), q4", cells, plain);
  in_half.print("decode() within half of the facts", cells, plain);
  in_tenth.print("decode() within a tenth of the facts", cells, plain);
#ifdef COSTRUCT_HAS_PARASAIL
  striped_32.print("parasail, nw_trace_striped_32", cells, plain);
  scan_32.print("parasail, nw_trace_scan_32", cells, plain);
  scan_16.print("parasail, nw_trace_scan_16", cells, plain);
#else
  (void)known;
#endif
  return 0;
}

int measure_drawn(Index pairs) {
  RandomStream random(1, 0, "alignments");
  const std::vector<double> weights = draw_weights(random);
  AlignmentScores scores, local;
  Clocks clocks;
  double sum = 0;
  for (Index p = 0; p < pairs; ++p) {
    const SequencePair pair = draw_pair(random);
    build(pair, weights, AlignmentKind::kGlobal, scores);
    build(pair, weights, AlignmentKind::kLocal, local);
    clocks.global.time(kRepeats, [&] { sum += best_alignment(scores)->value; });
    clocks.local.time(kRepeats, [&] { sum += best_alignment(local)->value; });
    clocks.built.time(kRepeats, [&] {
      build(pair, weights, AlignmentKind::kGlobal, scores);
      sum += best_alignment(scores)->value;
    });
    clocks.augmented.time(kRepeats, [&] {
      augment(scores, -1);
      sum += best_alignment(scores)->value;
      augment(scores, 1);
    });
    clocks.log_partition.time(1, [&] { sum += *alignment_log_partition(scores); });
    clocks.sums.time(1, [&] { sum += alignment_sums(scores)->log_partition; });
    clocks.k_best.time(1, [&] { sum += alignment_k_best(scores, 10).back().value; });
    if (p % 10 == 0) {
      std::vector<HitRange> hits(kLength);
      for (Index i = 0; i < kLength; ++i) hits[i] = {i, i + 1};
      clocks.per_hits.time(1, [&] { sum += alignment_per_hits(scores, hits, kLength)[0]->value; });
    }
    if (!compare(pair, best_alignment(scores)->value, clocks)) {
      fmt::print(stderr, "align_sequences: pair {}: the scores differ\n", p);
      return 1;
    }
  }
  fmt::print("{} pairs of {} x {} residues (checksum {})\n", pairs, kLength, kLength, sum);
  clocks.global.print("global, from a table", clocks.global);
  clocks.local.print("local, from a table", clocks.global);
  clocks.built.print("global, with making the table", clocks.global);
  clocks.augmented.print("global, with a loss put in and taken out", clocks.global);
  clocks.log_partition.print("log-partition", clocks.global);
  clocks.sums.print("log-partition and expectations", clocks.global);
  clocks.k_best.print("10 best", clocks.global);
  clocks.per_hits.print("the best for each of 0..150 hits", clocks.global);
#ifdef COSTRUCT_HAS_PARASAIL
  clocks.striped_32.print("parasail, nw_trace_striped_32", clocks.global);
  clocks.scan_32.print("parasail, nw_trace_scan_32", clocks.global);
  clocks.scan_16.print("parasail, nw_trace_scan_16", clocks.global);
#endif
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string given = argc > 1 ? argv[1] : "100";
  const bool is_number = given.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? measure_drawn(std::atoll(given.c_str())) : measure_read(given);
}
