// Suggestions: the unlabeled examples whose labels would teach a model most.
//
// Each example gets a score. With f(y) = <w, Phi(x, y)>, the best output y_1 and the runner-up y_2,
//   margin        T (f(y_1) - f(y_2)), smallest first; T is the number of labels of the output, or
//                 1 if outputs do not consist of labels (Scheffer, Decomain & Wrobel 2001)
//   entropy       sum_t H(p(y_t | x)) in nats, over the labels of the output (total token entropy;
//                 Settles & Craven 2008), or H(p(y | x)) if it has no labels; largest first
//   disagreement  how much two views differ, as a mean over all pairs of views, largest first. The
//                 difference of two outputs is ProblemEntry::difference: mostly the share of parts
//                 that differ. Ties go to the smaller margin (co-testing; Muslea, Minton & Knoblock
//                 2006)
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
  Index count = 0;  ///< number of suggestions, at least 1; fewer if the file has fewer examples
  RateBy by = RateBy::kMargin;  ///< the score, see the top of this file
  /// Whether an example is left out if it is a near duplicate of a better one. The choice is among
  /// the best 10 * count examples; see without_near_duplicates(). It has no effect on single parts.
  bool diverse = false;
  /// Whether single parts are suggested instead of examples. `count` is then the number of parts.
  bool parts = false;
  /// Files of examples that are not suggested, such as those that have labels already. They are
  /// recognised by input_hash(). The files are in the format of the model. If the data is plain
  /// text, the data file itself, pipes, and files of no known format are read as plain text.
  std::vector<std::filesystem::path> except = {};
  /// If set, the data is plain text with these units. nullopt: it has the format of the model.
  std::optional<TextUnit> plain_text = std::nullopt;
  /// Shares the rating with other processes; null: this process rates all examples. If
  /// SharedWork::is_part(), the result has no meaning and is not used.
  SharedWork* work = nullptr;
};

/// An example to label.
struct Suggestion {
  std::string text;   ///< the example with its predicted output; see InputStream::example_writer()
  Index line = 0;     ///< the line of the file on which it begins, from 1
  double score = 0;   ///< see the top of this file; an infinite margin: there is only one output
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
  Index examples = 0;            ///< number of examples in the file
  /// Whether the texts hold whole examples. If the format cannot write its examples back, they hold
  /// only the predicted outputs.
  bool are_examples = false;
  Index passed_over = 0;  ///< examples left out because SuggestionRequest::except has them
  Index labeled = 0;      ///< examples left out because they have labels and others have not
};

/// The prediction for an example, and how useful its label would be.
struct RatedOutput {
  Output output;
  double score = 0;  ///< see the top of this file
  double order = 0;  ///< a key to sort by: the score, or minus the score if the largest come first
  double tie = 0;    ///< a second key for examples of equal `order`; the most useful come first

  /// The two keys to sort by, ascending. NaN counts as infinity, so such examples come last.
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

/// The prediction for an example, and how useful the label of each part would be.
struct RatedParts {
  Output output;
  Vector scores;  ///< one for each part of `output`; see the top of this file

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
  /// @param model   the objects that it refers to must outlive this one
  /// @param inputs  the views of the model, over any inputs
  /// @param asked   what the user asked for. The error begins with it: "--by margin"
  /// @param parts   whether single parts are rated
  Informativeness(const Of& model, const Views& inputs, RateBy by, const std::string& asked,
                  bool parts = false);
  /// Predicts and rates an input. Safe to call concurrently. Cost: a decoding of the best two
  /// outputs. Disagreement also needs a decoding in each view, entropy the marginals or expected
  /// features, expected_change the expected features and the 10 best outputs.
  /// @param w  the weights of all views, one view after the other
  RatedOutput of(const Views& views, InputId x, ConstVectorRef w) const;
  /// Predicts an input and rates its parts. Cost: a decoding and the marginals.
  RatedParts parts_of(const Views& views, InputId x, ConstVectorRef w) const;
  /// The key by which scores of parts are sorted. It ascends from the most useful one on.
  double order_of_part(double score) const { return by_ == RateBy::kMargin ? score : -score; }

 private:
  double disagreement_on(const Views& views, InputId x, ConstVectorRef w) const;

  Of model_;
  RateBy by_;
};

/// A hash of an input: of its predicted output and the joint features of both. Two inputs with the
/// same hash count as the same example.
std::uint64_t input_hash(const StructuredProblem& problem, InputId x, const Output& predicted);

/// Keeps the most useful parts of the examples of a stream, with these examples.
class PartRanking {
 public:
  /// @param count  the number of parts to keep, at least 1
  explicit PartRanking(Index count) : most_(static_cast<std::size_t>(count)) {}
  /// Adds the next example of the stream. An example with the hash of an earlier one is left out,
  /// if parts of the earlier one were among the best when it was added.
  /// @param hash    returns the input_hash() of the example. It is called only if a part of the
  ///                example is among the best ones so far.
  /// @param orders  the order_of_part() of each part, in the order of the parts
  /// @param line    the line on which the example begins, from 1
  /// @param write   writes the example with the labels of an output, where -1 is an unknown label.
  ///                take() calls it, so what it refers to must live until then
  void add(const RatedParts& rated, const std::function<std::uint64_t()>& hash,
           const Vector& orders, Index line, std::function<std::string(const Output&)> write);
  /// Counts the next example of the stream without adding it.
  void skip() { ++examples_; }
  /// Returns the result; call it last. Examples are in the order of their most useful parts.
  /// @param head  the text of Suggestions::head
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

/// Keeps the most useful examples of a stream. If the texts hold whole examples, the first of
/// several examples with the same text is kept.
class SuggestionRanking {
 public:
  /// @param are_examples  whether the texts hold whole examples. If not, different examples may
  ///                      have the same text, and all are kept
  SuggestionRanking(const SuggestionRequest& request, bool are_examples);

  /// Counts the next example. Call it for each example of the stream, in order. Then call takes(),
  /// and add() if that returns true.
  void count_example() { ++examples_; }
  /// Whether the example counted last is among the best ones so far.
  bool takes(const RatedOutput& rated) const;
  /// Adds the example counted last.
  /// @param suggestion  its text and line. The other members are set here
  /// @param features    the joint features of its predicted output; empty unless the request is
  ///                    diverse
  void add(const RatedOutput& rated, Suggestion suggestion, SparseVector features);
  /// Returns the result; call it last.
  /// @param head  the text of Suggestions::head
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

/// A diverse request chooses among so many candidates for each suggested example.
inline constexpr std::size_t kDiverseCandidates = 10;

/// Chooses at most `count` vectors, in order, none of which is a near duplicate of one chosen
/// before. If there are fewer than `count`, the first of the near duplicates fill up the number.
/// Returns the places of the chosen vectors in the list, ascending.
///
/// Each coordinate is centered and scaled to variance 1 over all vectors. Near duplicates are
/// vectors with a cosine above 1/2. Cost: `count` comparisons for each vector.
std::vector<std::size_t> without_near_duplicates(const std::vector<const SparseVector*>& vectors,
                                                 std::size_t count);

}  // namespace costruct::experiments
