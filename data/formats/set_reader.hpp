// SetReader: sets of labels, from their spelling in files to outputs of the problem `several`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/formats/label_reader.hpp"

namespace costruct::experiments {

/// The option of csv that names what stands between the labels of a cell.
inline constexpr const char* kLabelSeparator = "label_separator";
OptionInfo label_separator_option();

/// The labels of a list: `3,7`, or with brackets and perhaps quotes `["a b", 'c']`. An empty text
/// and empty brackets have none. Blanks around labels do not count. Throws DataError("what is
/// wrong") for an empty label.
/// @param separator  between labels without brackets; lists in brackets have commas
std::vector<std::string> labels_of_list(std::string_view text, char separator);

/// The list of these labels, which labels_of_list() reads back: with brackets if a label needs
/// quotes.
std::string list_of_labels(const std::vector<std::string>& labels, char separator);
/// The same with brackets and quotes in any case.
std::string bracketed_list(const std::vector<std::string>& labels);

/// Reads sets of labels. `?` alone marks an unlabeled example. With `?` among labels, others than
/// these are unknown, and `!7` says that label 7 is absent: `3,!7,?`.
/// A label that occurs twice in a list counts once, and a note on stderr names the first such row.
///
/// An output has a part for each label: 1 if the set has it, else 0. Training examples come first.
/// finish() then gives labels their final numbers. Sets of later examples are longer than others if
/// they have labels that training has not seen.
class SetReader {
 public:
  /// @param block   with the option `label_separator`
  /// @param labels  has the mark of unknown labels and `label_map`, and keeps the alphabet; must
  ///                outlive this
  SetReader(const Json& block, LabelReader& labels);

  /// The set of an example; no parts if it is unlabeled, or labeled in part. Before finish(), it
  /// is a provisional list of numbers. Throws DataError, with the place, for a malformed list.
  /// @param reader  for the place of errors
  /// @param known   must be empty; gets what is known of an example that is labeled in part
  Output read(const RawExample& example, const ExampleReader& reader, Known& known);
  /// The facts in the labels of an example, after finish(). Throws DataError for a label that
  /// training did not have.
  Known known_of(const RawExample& example, const ExampleReader& reader) const;
  /// Call it once, after all training examples. Gives labels their final numbers, and makes the
  /// sets of the corpus out of the provisional lists.
  void finish(Corpus& corpus);
  /// The text of a set, as files have it; see list_of_labels().
  std::string text_of(const Output& set) const;
  /// The text of a set that is known in part, "3,!7,?": labels that are there, and absent ones.
  std::string text_of_known(const Known& known) const;

 private:
  // Numbers of labels.
  struct Parsed {
    std::vector<int> present, absent;
    bool is_whole = true;  // whether other labels are absent
  };
  template <class NumberOf>
  Parsed parsed(const RawExample& example, const ExampleReader& reader,
                const NumberOf& number_of) const;
  bool is_unlabeled(const RawExample& example) const {
    return example.labels.front() == labels_.unknown();
  }
  Index num_labels() const { return std::ssize(labels_.alphabet().labels()); }
  Output set_of(const std::vector<int>& present) const;
  Known facts_of(const std::vector<int>& present, const std::vector<int>& absent) const;

  static void tell_twice(const RawExample& example, std::string_view label);

  LabelReader& labels_;
  char separator_;
  mutable bool told_twice_ = false;  // whether a label that stands twice was told
};

}  // namespace costruct::experiments
