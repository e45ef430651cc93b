// Pseudo-labels that keep the shares of labels: the option label_shares of learners that use
// predictions on unlabeled inputs as labels.
//
// Such a learner can drift: a label that is predicted a little too often is taught too often, and
// is then predicted even more often. With kept shares, the prediction on an unlabeled input is
//   argmax_y f(x, y) + sum_t b_{y_t}
// where the offsets b_k give every label its share of all unlabeled parts (share_offsets.hpp).
// Margins and posteriors are those of the scores with offsets. The weights that are fitted to these
// pseudo-labels have no offsets, and the predictions of the model have none.
//
// Joachims (1999) keeps the number of positive pseudo-labels, and Mann & McCallum (2007) keep
// expected shares. The version with decoders is our own.
#pragma once

#include "costruct/core/needs.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/shared/share_offsets.hpp"

namespace costruct {

/// The form of the option label_shares, for its declaration. Its values are:
///   "free"     the shares of pseudo-labels are whatever is predicted
///   "labeled"  labels keep their shares of the labeled parts
///   "auto"     one of these two; see resolved_label_shares()
///   an object  from labels to shares, as {"sport": 0.3}; the other labels divide the rest in
///              proportion to their shares of the labeled parts (label_shares.hpp)
///   null       the same as "free"
Json label_shares_form();
/// Returns what is wrong with a value of this form; see wrong_shares().
std::optional<std::string> wrong_label_shares(const Json& value);
/// Returns what "auto" stands for. It is "labeled" if the problem has LabelOffsets and every output
/// is one label. It is also "labeled" if the problem has LabelOffsets and one label has at least
/// kBackgroundShare of the labeled parts, by weight. Otherwise it is "free". Such a frequent label,
/// as that of words outside all names, spreads most easily. Shares of rarer labels in few sentences
/// tell too little. Returns other values as they are.
Json resolved_label_shares(const Json& label_shares, const StructuredProblem& problem,
                           const std::vector<LabeledExample>& labeled);
inline constexpr double kBackgroundShare = 2.0 / 3;
/// Whether this value asks to keep shares of any problem: labeled ones or given ones.
bool keeps_shares(const Json& label_shares);

/// Declares the option label_shares, for a field of this name. It has no effect if the option Cu is
/// 0.
template <class Options>
void declare_label_shares(OptionDeclaration<Options>& options) {
  options
      .json("label_shares", &Options::label_shares, label_shares_form(),
            "shares of labels among pseudo-labels: free, labeled (as in labeled parts), auto "
            "(docs/self_training.md), or an object; the rest is divided as labeled",
            wrong_label_shares)
      .only_with_positive("Cu");
}

/// Throws ConfigError if the value names a label that the data does not have, or gives shares for a
/// problem without LabelOffsets.
void check_label_shares(const Json& label_shares, const StructuredProblem& problem,
                        const char* learner);

/// The decoders of one problem. If shares are kept, they add an offset for each label. Call fit()
/// after each change of the weights and before you decode.
class KeptShares {
 public:
  /// The problem must outlive this object. "auto" is replaced by resolved_label_shares(). If shares
  /// are to be kept, throws ConfigError if the problem has no LabelOffsets, does not have these
  /// labels, or all their shares are 0.
  /// @param labeled  the examples whose parts give the shares of labels without a given share. Each
  ///                 label counts one part more, so that no share is 0
  /// @param learner  the name of the learner, for messages
  KeptShares(const StructuredProblem& problem, const Json& label_shares,
             const std::vector<LabeledExample>& labeled, const char* learner);

  /// Whether shares are kept.
  bool active() const { return offsets_of_ != nullptr; }
  const StructuredProblem& problem() const { return problem_; }
  /// Finds the offsets for these inputs at weights w. If each input has one part, they are exact.
  /// Otherwise the search begins at the last offsets. It ends when no share is off by more than
  /// 0.01 or after 20 decodings of all inputs. Returns the number of decodings. Does nothing if
  /// shares are free. Throws DataError if scores are too large.
  Index fit(const std::vector<InputId>& inputs, ConstVectorRef w, int threads);
  /// The largest error of a share, as decoded with the last offsets. It exceeds rounding where
  /// scores tie, because then all tied inputs get the first of their labels.
  double error() const { return error_; }

  Decoded decode(InputId x, ConstVectorRef w) const;
  /// Needs RunnerUpDecoder if shares are free.
  TwoBest two_best(InputId x, ConstVectorRef w) const;
  /// Needs LogPartition if shares are free.
  double log_partition(InputId x, ConstVectorRef w) const;

 private:
  const StructuredProblem& problem_;
  const LabelOffsets* offsets_of_ = nullptr;  // null: shares are free
  Vector shares_, offsets_;
  double error_ = 0;
};

}  // namespace costruct
