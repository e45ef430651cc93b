// Suggestions: the unlabeled examples whose labels would teach a model most.
//
// Each example gets a score. With f(y) = <w, Phi(x, y)>, the best output y_1 and the runner-up y_2,
//   margin        T (f(y_1) - f(y_2)), smallest first; T is the number of labels of the output, or
//                 1 if outputs do not consist of labels (Scheffer, Decomain & Wrobel 2001)
//   entropy       sum_t H(p(y_t | x)) in nats, over the labels of the output (total token entropy;
//                 Settles & Craven 2008), or H(p(y | x)) if it has no labels; largest first
//   disagreement  the share of parts on which two views differ, as a mean over all pairs of views,
//                 largest first. Ties go to the smaller margin (co-testing; Muslea, Minton &
//                 Knoblock 2006)
//   expected_change  sum_k p_k |Phi(x, y_k) - E Phi(x, y)| over the 10 best outputs, largest
//                 first. p_k is p(y_k | x) over the sum of these. It is the expected length of the
//                 gradient of log p(y | x) (Settles & Craven 2008, expected gradient length)
// The runner-up of a sequence mostly differs in one label. The smallest of T margins is of the
// order 1/T, so that without the factor T long sequences would come first.
//
// Single parts (labels of tokens) are rated by their marginals p(y_t | x):
//   margin        the difference of the two largest, smallest first
//   entropy       H(p(y_t | x)) in nats, largest first
//
// Remaining ties go to the example that stands first in the file.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/core/views.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/experiments/config/labels_config.hpp"
#include "costruct/experiments/models/shared_work.hpp"
#include "costruct/learners/learner_entry.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The arguments of Model::suggest().
struct SuggestionRequest {
  Index count = 0;
  RateBy by = RateBy::kMargin;
  /// Whether near duplicates of better examples are passed over, among the best 10 count examples.
  bool diverse = false;
  /// Whether single parts are suggested: `count` is their number.
  bool parts = false;
  /// Files of examples that are not suggested, such as those that have labels already.
  /// They are in the format of the model. If the data is plain text, that file itself, pipes, and
  /// files of no known format are read as plain text.
  std::vector<std::filesystem::path> except = {};
  /// The data is plain text with these units.
  std::optional<TextUnit> plain_text = std::nullopt;
  /// What other processes compute; null: nothing. A part suggests nothing.
  SharedWork* work = nullptr;
};

/// An example to label.
struct Suggestion {
  std::string text;   ///< the example with its predicted output; see InputStream::example_writer()
  Index line = 0;     ///< on which it begins
  double score = 0;   ///< infinite if the margin is that of the only output
  Index example = 0;  ///< its number in the file, from 0
  /// The numbers of suggested parts in the example, from 0, ascending; empty if examples are
  /// suggested. Other labels of the text are marked as unknown. The score is that of the most
  /// useful part.
  std::vector<Index> parts = {};
};

/// The result of Model::suggest().
struct Suggestions {
  std::string head;              ///< stands before the texts
  std::vector<Suggestion> best;  ///< the most useful first
  Index examples = 0;            ///< number in the file
  bool are_examples = false;     ///< whether the texts hold whole examples
  Index passed_over = 0;         ///< examples that stand in SuggestionRequest::except
};

/// The prediction for an example, and what its label would teach.
struct RatedOutput {
  Output output;
  double score = 0;
  double order = 0;  ///< ascends from the most useful example on
  double tie = 0;    ///< the same among examples of equal order

  /// To sort by; scores that are no numbers come last.
  std::pair<double, double> usefulness() const {
    const auto or_last = [](double value) {
      return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    };
    return {or_last(order), or_last(tie)};
  }

  template <class Bytes>
  friend void pass(Bytes& bytes, RatedOutput& rated) {
    bytes(rated.output.parts, rated.score, rated.order, rated.tie);
  }
};

/// The prediction for an example, and what the label of each part would teach.
struct RatedParts {
  Output output;
  Vector scores;

  template <class Bytes>
  friend void pass(Bytes& bytes, RatedParts& rated) {
    bytes(rated.output.parts, rated.scores);
  }
};

/// Rates examples by a model.
class Informativeness {
 public:
  /// The problem and the learner of a model.
  struct Of {
    const ProblemEntry& problem;
    const Json& problem_options;
    const LearnerEntry* learner;  ///< null: a learner that this program does not have
    const Json& learner_options;  ///< it may have `type` too
  };
  /// Throws ConfigError, naming what is missing, if the model cannot rate examples in this way.
  /// @param model   what it refers to outlives this object
  /// @param inputs  views of the model, over any inputs
  /// @param asked   for messages: "--by margin"
  /// @param parts   whether single parts are rated
  Informativeness(const Of& model, const Views& inputs, RateBy by, const std::string& asked,
                  bool parts = false);
  /// Safe to call concurrently. Cost: a decoding, with a log-partition for the entropy, with a
  /// decoding for each view, or with the 10 best outputs and expected features.
  /// @param w  the weights of all views
  RatedOutput of(const Views& views, InputId x, ConstVectorRef w) const;
  /// The same of single parts. Cost: a decoding and the marginals.
  RatedParts parts_of(const Views& views, InputId x, ConstVectorRef w) const;
  /// The key by which scores of parts are sorted. It ascends from the most useful one on.
  double order_of_part(double score) const { return by_ == RateBy::kMargin ? score : -score; }

 private:
  double disagreement_on(const Views& views, InputId x, ConstVectorRef w) const;

  Of model_;
  RateBy by_;
};

/// The joint features of an input and its predicted output, as a number. Inputs with the same
/// features have the same number.
std::uint64_t input_hash(const StructuredProblem& problem, InputId x, const Output& predicted);

/// Keeps the most useful parts of the examples of a stream, with these examples.
class PartRanking {
 public:
  explicit PartRanking(Index count) : most_(static_cast<std::size_t>(count)) {}
  /// Adds the next example of the stream, unless one with the same number was a candidate.
  /// @param hash    gives its number, as input_hash() does. It is called only if a part of the
  ///                example is among the best ones so far.
  /// @param orders  of its parts, ascending from the most useful one on
  /// @param write   writes the example with labels, of which -1 is unknown; outlives the ranking
  void add(const RatedParts& rated, const std::function<std::uint64_t()>& hash,
           const Vector& orders, Index line, std::function<std::string(const Output&)> write);
  /// Counts an example that is passed over.
  void skip() { ++examples_; }
  /// Call it last. Examples are in the order of their most useful parts.
  Suggestions take(std::string head);

 private:
  struct Rank {
    double order;
    Index example, part;
    auto operator<=>(const Rank&) const = default;
  };
  struct Candidate {
    RatedParts rated;
    Index line;
    std::function<std::string(const Output&)> write;
    std::vector<Index> parts = {};
  };
  std::size_t most_;
  Index examples_ = 0;
  std::set<Rank> best_;
  std::map<Index, Candidate> candidates_;
  std::unordered_set<std::uint64_t> hashes_;  // of all that were candidates
};

/// Keeps the best examples of a stream. Examples with the same text are one: the first of them.
class SuggestionRanking {
 public:
  /// @param are_examples  whether the texts hold whole examples; others may be the same
  SuggestionRanking(const SuggestionRequest& request, bool are_examples);

  /// Call it for each example of the stream, in order; then takes(), and add() if it is taken.
  void count_example() { ++examples_; }
  /// Whether the example is among the best ones so far.
  bool takes(const RatedOutput& rated) const;
  /// @param features  its joint features at the predicted output, for diverse requests
  void add(const RatedOutput& rated, Suggestion suggestion, SparseVector features);
  /// Call it last.
  Suggestions take(std::string head);

 private:
  struct Rank {
    std::pair<double, double> usefulness;
    Index place;  // of the example in the stream
    auto operator<=>(const Rank&) const = default;
  };
  struct Candidate {
    Suggestion suggestion;
    SparseVector features;
  };
  Rank rank_of(const RatedOutput& rated) const;

  SuggestionRequest request_;
  bool are_examples_;
  std::size_t most_;
  Index examples_ = 0;
  std::map<Rank, Candidate> best_;
  std::set<std::string_view> texts_;  // of best_
};

/// How many candidates there are for each example, if they shall be diverse.
inline constexpr std::size_t kDiverseCandidates = 10;

/// Chooses at most `count` vectors, in order, none of which is a near duplicate of one chosen
/// before. If there are fewer, the first of the others follow. Returns their places, ascending.
///
/// Each coordinate is centered and scaled to variance 1 over all vectors. Near duplicates are
/// vectors with a cosine above 1/2. Cost: `count` comparisons for each vector.
std::vector<std::size_t> without_near_duplicates(const std::vector<const SparseVector*>& vectors,
                                                 std::size_t count);

}  // namespace costruct::experiments
