// The joint feature map of sentences and dependency trees: sums of the features of arcs (McDonald,
// Crammer & Pereira 2005).
//
//   Phi(x, y) = sum_t psi(x, h_t, t) (+) Lambda(r_t) (x) psi'(x, h_t, t)
//
// over the tokens t with heads h_t and relations r_t. The plain features psi have one weight, and
// the labeled features psi' one weight for each relation. ArcFeatures (headed_sentences.hpp) has
// both.
//
// Weights of a view with L relations: labeled feature j and relation r at j * L + r, then one
// weight for each plain feature. Views follow each other.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "costruct/core/decode/heads/head_trees.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/problems/dependency/headed_sentences.hpp"
#include "costruct/problems/known_labels.hpp"

namespace costruct::dependency {

/// Phi(x, y) over some views of the data: its coordinates, its values, and the score table of a
/// sentence.
class ArcWeights {
 public:
  /// Over the views [first_view, first_view + num_views) of the data, which must outlive this
  /// object.
  ArcWeights(const HeadedSentences& data, HeadTreeKind kind, Index first_view, Index num_views);

  /// Sets what is known of each input. From then on, score tables rule out trees that do not agree.
  /// @param known  for each input, facts as KnownLabels describes; none if nothing is known
  void set_known(std::vector<Known> known);
  const KnownLabels& known() const { return known_; }

  Index dimension() const { return dimension_; }
  Index num_relations() const { return relations_; }  ///< L

  /// Calls action(coordinate, value) for each feature of token t of sentence x with this part of an
  /// output, part_of(head, relation). A relation from L on has no labeled features.
  template <class Action>
  void for_each(InputId x, Index t, int part, const Action& action) const;

  /// Returns the score table of x. Its parts are head * num_relations() + relation. The next call
  /// on the same thread overwrites it.
  LabeledArcScores& scores(InputId x, ConstVectorRef w) const;
  /// The number, in the score table, of a part of an output; -1 for a relation without weights.
  int table_part(int part) const {
    const int relation = relation_of(part);
    return relation < relations_ ? static_cast<int>(head_of(part) * relations_ + relation) : -1;
  }
  /// Turns a tree with parts of the score table, as decoders return it, into an output.
  void set_output_parts(Output& tree) const {
    for (int& part : tree.parts)
      part = part_of(static_cast<int>(part / relations_), static_cast<int>(part % relations_));
  }

  /// into += scale * E[Phi(x, y)], where the probabilities of the parts are in the order of the
  /// score table. `into` has dimension() entries.
  void add_expected(InputId x, const Vector& probabilities, double scale, VectorRef into) const;
  /// See LogPartition::expected_features().
  std::unique_ptr<ExpectedFeatures> expectations(std::vector<InputId> inputs, Vector factors) const;

 private:
  friend class ArcExpectations;
  // A view and where its weights begin: those of labeled features, then those of plain ones.
  struct Block {
    const ArcFeatures* features;
    Index labeled, plain;
  };
  // The first parts of a sentence in the four tables.
  struct Parts {
    Index heads, dependents, arcs;
  };
  Parts parts_of(const Block& block, InputId x) const {
    return {block.features->heads.example_begin[x], block.features->dependents.example_begin[x],
            block.features->plain.example_begin[x]};
  }
  static Index direction(Index head, Index t) { return head > t + 1 ? 1 : 0; }
  void add_block(const Block& block, InputId x, ConstVectorRef w, LabeledArcScores& scores) const;
  void add_expected(const Block& block, InputId x, const Vector& probabilities, double scale,
                    VectorRef into) const;

  const HeadedSentences& data_;
  HeadTreeKind kind_;
  Index relations_;
  Index dimension_ = 0;
  std::vector<Block> blocks_;
  KnownLabels known_;
  std::vector<bool> has_tree_;  // of each input, whether a tree with the known parts is possible
};

template <class Action>
void ArcWeights::for_each(InputId x, Index t, int part, const Action& action) const {
  const Index head = head_of(part), relation = relation_of(part);
  const Index T = data_.length(x), d = direction(head, t);
  for (const Block& block : blocks_) {
    const Parts first = parts_of(block, x);
    const auto visit = [&](const FeatureTable& table, Index place, Index begin, Index width) {
      const Index offset = width > 1 ? relation : 0;
      const auto features = table.features_of(place);
      const auto values = table.values_of(place);
      for (std::size_t i = 0; i < features.size(); ++i)
        action(begin + features[i] * width + offset, values.empty() ? 1.0 : values[i]);
    };
    const Index arc = first.arcs + t * (T + 1) + head;
    visit(block.features->plain, arc, block.plain, 1);
    if (relation >= relations_) continue;
    visit(block.features->heads, first.heads + 2 * head + d, block.labeled, relations_);
    visit(block.features->dependents, first.dependents + 2 * t + d, block.labeled, relations_);
    visit(block.features->labeled, arc, block.labeled, relations_);
  }
}

}  // namespace costruct::dependency
