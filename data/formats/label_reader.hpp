// LabelReader: turns the labels of rows and of the parts of chains from texts in files into
// numbers.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/output.hpp"
#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/examples/label_alphabet.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// Reads the labels of examples. `?` marks an unknown label, {A,B} stands for one of several, and
/// {!A,B} for any other label than these. In braces <N stands for all labels of a group N, if the
/// problem has groups. A node of a taxonomy is a group of the labels at it and under it. Other
/// braces are part of a label. A part that may have all labels is unknown.
///
/// Training examples come first. finish() then finds the coding scheme of chunks and gives labels
/// their final numbers. Others follow.
class LabelReader {
 public:
  /// @param block    with the options `label_map` and `scheme`
  /// @param unknown  the mark of unknown labels; "": they are empty
  /// @param outside  a label that parts from which labels are excluded may always have; "": none
  LabelReader(const Json& block, std::string unknown, std::string outside);

  const std::string& unknown() const { return unknown_; }
  /// Sets the groups of labels that <N in braces stands for; see ProblemEntry::labels_under.
  void name_groups(LabelsUnder labels_under) { labels_under_ = std::move(labels_under); }
  /// Renames the labels of an example by `label_map`.
  void rename(RawExample& example);
  /// The labels of an example; no parts if it is unlabeled, or labeled in part. Adds new labels to
  /// alphabet(). Before finish(), numbers are provisional. Throws DataError, with the place, for
  /// wrong braces. After finish() it also throws for a label that is not in the scheme of the
  /// files.
  /// @param reader  for the place of errors
  /// @param known   must be empty; gets what is known of an example that is labeled in part
  Output read(RawExample& example, const ExampleReader& reader, Known& known);
  /// The facts in the labels of an example, after finish(); no facts if nothing is known. Throws
  /// DataError, with the place, for a label that training did not have, and for a part that can
  /// have no label.
  Known known_of(const RawExample& example, const ExampleReader& reader) const;

  /// Call it once, after all training examples. Writes their labels in the scheme to learn in
  /// (option `scheme`), and gives them their final numbers. An example that is labeled in part gets
  /// its output if its facts leave one label for each part.
  /// Throws DataError if labels fit no scheme, and if an example is labeled in part although files
  /// have another scheme than learning.
  void finish(Corpus& corpus);
  /// Throws DataError if `label_map` renames a label that no training example had.
  /// @param file  of the training examples
  void check_renamed(const std::string& file) const;

  /// The name that `label_map` gives to a label of a file, or the label itself. Records for
  /// check_renamed() that the label occurs.
  std::string_view renamed(std::string_view label);
  /// Whether `label_map` renames labels.
  bool renames() const { return !label_map_.empty(); }

  /// The names of the labels by number.
  const LabelAlphabet& alphabet() const { return labels_; }
  LabelAlphabet& alphabet() { return labels_; }
  /// The scheme of the files and of learning; nullopt if labels are learned as they are.
  const std::optional<LabelScheme>& scheme() const { return scheme_; }
  /// Sets the scheme that a stored model has, in place of what finish() finds.
  void restore_scheme(std::optional<LabelScheme> scheme) { scheme_ = std::move(scheme); }

 private:
  /// What braces say of a label, with the names of learning.
  struct Braces {
    struct Item {
      std::string name;
      bool is_group = false;
      friend auto operator<=>(const Item&, const Item&) = default;
    };
    std::vector<Item> items;
    bool are_excluded = false;  ///< any label but these
    friend auto operator<=>(const Braces&, const Braces&) = default;
  };

  /// Whether a label of a file stands for several.
  bool is_set(std::string_view label) const;
  bool is_group(std::string_view item) const;
  const std::optional<std::set<std::string>>& under(std::string_view group) const;
  template <class Rename>
  Braces read_braces(std::string_view text, const Rename& rename) const;
  template <class OnNew>
  std::vector<int> possible(const Braces& braces, const OnNew& on_new) const;
  std::vector<int> fact_of(std::string_view label);
  std::vector<int> fact_to_keep(const RawExample& example, Index part,
                                const ExampleReader& reader) const;
  void check_braces(const RawExample& example, const ExampleReader& reader) const;
  bool is_full(const std::vector<int>& fact) const {
    return std::ssize(fact) == std::ssize(labels_.labels());
  }
  int left_number(const Braces& braces);
  void recode(RawExample& example, const ExampleReader& reader);
  void recode(Corpus& corpus, ChunkScheme learned);
  void number_facts(Corpus& corpus, std::span<const int> new_number) const;
  std::vector<int> numbered(const std::vector<int>& fact, std::span<const int> new_number) const;

  struct Renamed {
    std::string name;
    bool seen = false;  // whether a file had the label
  };

  std::string unknown_, outside_;
  std::map<std::string, Renamed, std::less<>> label_map_;
  std::optional<ChunkScheme> learned_;
  std::optional<LabelScheme> scheme_;
  LabelAlphabet labels_;
  std::vector<Braces> left_;  // ~i in a fact of training stands for i of these
  std::map<Braces, int> left_numbers_;
  std::vector<std::string> recoded_;  // the labels of the example in the scheme to learn in
  LabelsUnder labels_under_;          // empty: there are no groups
  mutable std::map<std::string, std::optional<std::set<std::string>>, std::less<>> groups_;
};

}  // namespace costruct::experiments
