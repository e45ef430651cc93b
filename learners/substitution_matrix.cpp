// Known substitution scores, such as BLOSUM62, with affine gap costs. Alignment programs use them.
// This is a baseline that learns nothing.
//
//   f(x, y) = sum of the scores of the pairs of y - sum over its gaps of (gap_open + k gap_extend)
//     k is the length of a gap
//
// BLAST counts in this way: with its 11 and 1 for BLOSUM62, a gap of one position costs 12. In
// other programs (EMBOSS, parasail) gap_open is the cost of the first position; there the same
// costs are 12 and 1.
#include "costruct/core/interfaces/substitution_scores.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

struct SubstitutionMatrixOptions {
  double gap_open = 11;
  double gap_extend = 1;
};

OptionDeclaration<SubstitutionMatrixOptions> substitution_matrix_options() {
  OptionDeclaration<SubstitutionMatrixOptions> options;
  options.number(
      "gap_open", &SubstitutionMatrixOptions::gap_open, {.at_least = 0},
      "cost of a gap beside that of its positions, as BLAST counts: its 11, 1 are 11, 1 here");
  options.number("gap_extend", &SubstitutionMatrixOptions::gap_extend, {.at_least = 0},
                 "cost of each position of a gap, the first one too");
  return options;
}

class SubstitutionMatrix final : public Learner {
 public:
  explicit SubstitutionMatrix(const SubstitutionMatrixOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext&) const override {
    require_labeled(sample, "substitution_matrix");
    if (views.count() != 1) {
      throw ConfigError("learner substitution_matrix takes one view of all features, got " +
                        std::to_string(views.count()) + " views");
    }
    if (const auto why = unmet(Need::kSubstitutionScores, views.joint()))
      throw ConfigError("learner substitution_matrix: " + *why);
    const auto& scores = dynamic_cast<const SubstitutionScores&>(views.joint());
    Fitted fitted;
    fitted.weights = {scores.substitution_weights(options_.gap_open, options_.gap_extend)};
    fitted.report.converged = true;
    fitted.report.stopped_because = "nothing to learn";
    return fitted;
  }

 private:
  SubstitutionMatrixOptions options_;
};

}  // namespace

LearnerEntry substitution_matrix_learner() {
  LearnerEntry entry;
  entry.name = "substitution_matrix";
  entry.summary = "substitution scores that are known, with affine gap costs: learns nothing";
  entry.source = "Henikoff & Henikoff 1992; Gotoh 1982";
  entry.needs = {Need::kSubstitutionScores};
  entry.options = substitution_matrix_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<SubstitutionMatrix>(substitution_matrix_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
