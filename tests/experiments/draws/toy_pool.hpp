// A small corpus to draw from, and what is asked of every draw.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/examples/part_tables.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {

/// `count` single examples with labels i % labels; every `gap`-th has none (0: all have).
inline Corpus toy_corpus(Index count, int labels, Index gap = 0) {
  Corpus corpus;
  for (Index i = 0; i < count; ++i) {
    corpus.features.feature.push_back(static_cast<std::int32_t>(i % 7));
    corpus.features.feature.push_back(static_cast<std::int32_t>(7 + i % 5));
    corpus.features.end_part();
    corpus.features.end_example();
    corpus.outputs.push_back(gap > 0 && i % gap == 0 ? Output{}
                                                     : Output{{static_cast<int>(i % labels)}});
  }
  corpus.features.num_features = 12;
  return corpus;
}

/// The examples of a corpus as draws see them.
class ToyExamples final : public ExampleSet {
 public:
  /// @param groups  of each example; empty: there are none
  ToyExamples(const Corpus& corpus, int labels, std::vector<Index> groups = {})
      : corpus_(corpus), groups_(std::move(groups)) {
    for (int k = 0; k < labels; ++k) names_.push_back("label" + std::to_string(k));
  }
  void read(std::span<const std::filesystem::path>, Role) override {}
  void forget_examples() override {}
  Index size() const override { return corpus_.size(); }
  bool is_labeled(Index example) const override { return corpus_.is_labeled(example); }
  ExamplePlace place(Index example) const override { return {"toy", example + 1}; }
  const std::vector<std::string>& wanted_in_draws() const override { return names_; }
  std::vector<int> labels_of(Index example) const override {
    return corpus_.outputs[example].parts;
  }
  Index group(Index example) const override { return groups_.empty() ? -1 : groups_[example]; }
  Index num_features() const override { return corpus_.features.num_features; }
  FeatureInfo feature_info(Index) const override { return {}; }
  const std::vector<std::string>& feature_groups() const override { return names_; }
  const Output& output(Index example) const override { return corpus_.outputs[example]; }
  InputData inputs(const InputRequest& request) const override {
    ViewTables made = tables_by_view(corpus_.features, request);
    return {std::make_shared<PartData>(std::move(made.tables), names_), std::move(made.features)};
  }
  std::unique_ptr<InputStream> stream(const std::filesystem::path&, const ViewAssignment&,
                                      bool) override {
    return nullptr;
  }
  std::string text_of(const Output&) const override { return ""; }
  void save(ModelWriter&, const std::vector<bool>&, const FittedFeatures*) const override {}

 private:
  const Corpus& corpus_;
  std::vector<Index> groups_;
  std::vector<std::string> names_;
};

inline DrawPool pool_of(const Corpus& corpus, int labels, std::vector<Index> groups = {}) {
  return DrawPool(ToyExamples(corpus, labels, std::move(groups)), corpus.size());
}

inline bool starts_with(const std::vector<Index>& longer, const std::vector<Index>& shorter) {
  return longer.size() >= shorter.size() &&
         std::equal(shorter.begin(), shorter.end(), longer.begin());
}

inline std::set<Index> set_of(const std::vector<Index>& examples) {
  return {examples.begin(), examples.end()};
}

inline void check_disjoint(const Split& split, bool transduction) {
  const auto labeled = set_of(split.labeled), unlabeled = set_of(split.unlabeled),
             held = set_of(split.holdout);
  CHECK(labeled.size() == split.labeled.size());
  CHECK(unlabeled.size() == split.unlabeled.size());
  CHECK(held.size() == split.holdout.size());
  for (const Index example : labeled) CHECK(unlabeled.count(example) + held.count(example) == 0);
  if (transduction) {
    CHECK(split.holdout == split.unlabeled);
  } else {
    for (const Index example : held) CHECK(unlabeled.count(example) == 0);
  }
}

/// The sweep of a block in a config, or the errors.
inline SweepConfig swept(const Json& block) {
  ConfigErrors errors;
  Json effective;
  const auto sweep = read_sweep(block, errors, effective);
  errors.throw_if_any("c.json");
  ConfigErrors none;
  Json again;
  REQUIRE(read_sweep(effective, none, again));  // the effective block means the same
  CHECK(again == effective);
  return *sweep;
}

}  // namespace costruct::experiments
