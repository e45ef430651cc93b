// Pseudo-labels that keep the shares of labels: the option label_shares of learners that take
// predictions on unlabeled inputs for labels.
//
// Such a learner drifts: the label that is predicted a little too often is taught too often, and
// predicted more often still. With shares the predictions on unlabeled inputs are argmax_y f(x, y)
// + sum_t b_{y_t}, the offset b_k of each label such that every label gets its share of all
// unlabeled parts (shared/share_offsets.hpp), and margins and posteriors are those of the scores
// with offsets. The weights that are fitted to these pseudo-labels, and the predictions of the
// model, have no offsets. After Joachims (1999), who keeps the number of positive pseudo-labels,
// and Mann & McCallum (2007), who keep expected shares; of decoders it is ours.
#pragma once

#include "costruct/core/needs.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/shared/share_offsets.hpp"

namespace costruct {

/// What is wrong with a value of the option: "free", "labeled", or an object as of wrong_shares().
std::optional<std::string> wrong_label_shares(const Json& value);
Json label_shares_schema();
/// Whether it asks for anything.
bool keeps_shares(const Json& label_shares);

/// The option label_shares, for a field of this name: without effect where the option Cu is 0.
template <class Options>
void declare_label_shares(OptionDeclaration<Options>& options) {
  options
      .json("label_shares", &Options::label_shares, wrong_label_shares, label_shares_schema(),
            "shares of labels that pseudo-labels keep to by an offset for each label: free (none), "
            "labeled "
            "(those of the labeled parts, one more of each), or an object of shares, in which "
            "labels without "
            "one divide what is left as they do the labeled parts")
      .only_with_positive("Cu");
}

/// Throws ConfigError where the shares are of labels that the data does not have.
void check_label_shares(const Json& label_shares, const StructuredProblem& problem,
                        const char* learner);

/// The decoders of one problem, with offsets for labels where shares are to be kept, else as they
/// are.
class KeptShares {
 public:
  /// The problem must live as long. Throws ConfigError where shares are to be kept and it has no
  /// LabelOffsets, or not these labels.
  KeptShares(const StructuredProblem& problem, const Json& label_shares,
             const std::vector<LabeledExample>& labeled, const char* learner);

  bool active() const { return offsets_of_ != nullptr; }
  const StructuredProblem& problem() const { return problem_; }
  /// Finds the offsets for these inputs at weights w: exactly where each has one part, else from
  /// the last ones on, until no share is off by more than a hundredth or after 20 decodings of all
  /// inputs. Returns how many decodings it took; does nothing where shares are free. Throws
  /// DataError where scores are too large.
  Index fit(const std::vector<InputId>& inputs, ConstVectorRef w, int threads);
  /// By how much a share was off at most, as decoded with the offsets last found; more than
  /// rounding where scores tie, for tied inputs all get the first of their labels.
  double error() const { return error_; }

  Decoded decode(InputId x, ConstVectorRef w) const;
  TwoBest two_best(InputId x,
                   ConstVectorRef w) const;  ///< needs RunnerUpDecoder where shares are free
  double log_partition(InputId x, ConstVectorRef w) const;  ///< needs LogPartition where they are

 private:
  const StructuredProblem& problem_;
  const LabelOffsets* offsets_of_ = nullptr;  // null: shares are free
  Vector shares_, offsets_;
  double error_ = 0;
};

}  // namespace costruct
