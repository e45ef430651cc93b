// A reader of trees in brackets, as in treebanks:
//
//   ( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps))) )
//
// A leaf is (TAG word). Any other bracket is (LABEL bracket ...). Only the outermost bracket may
// have no label, and only it may be empty: () is a sentence without tokens. A tree may span several
// lines, and a line may have several trees.
//
// A top bracket with the label ? marks tokens without a tree. They may be tagged or not:
//
//   (? (DT the) (NN cat))
//   (? the cat)
//   (?)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/data/examples/record_reader.hpp"
#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

/// The label of a bracket whose tokens have no tree. As a tag, it stands for a missing tag.
inline constexpr const char* kNoTree = "?";

/// Reads the trees of a plain, gzip or xz file one by one.
class BracketReader final : public LineRecordReader {
 public:
  static constexpr std::size_t kDeepest = 1000;       ///< maximum depth of nested brackets
  static constexpr std::size_t kLongestText = 1000;   ///< maximum bytes of a label or a word
  static constexpr std::size_t kMostLeaves = 10'000;  ///< of a tree

  explicit BracketReader(const std::filesystem::path& file) : BracketReader(LineReader(file)) {}
  explicit BracketReader(LineReader lines) : LineRecordReader(std::move(lines)) {}

  /// Reads the next tree as it is in the file; returns false at the end of the file. A bracket
  /// without label has the label "". A tree without children has no word. A token below ? without a
  /// tag has the tag "". Throws DataError("file:line: what") for wrong brackets, and for a tree
  /// beyond the limits above.
  bool next(parsing::Tree& tree);
  bool next_record(bool /*outputs*/) override { return next(tree_); }
  /// The tree that next_record() read last.
  const parsing::Tree& tree() const { return tree_; }

 private:
  // A bracket that is not yet closed.
  struct Open {
    parsing::Tree node;
    bool has_words = false;  // whether leaves below ? are words without tags
  };

  bool next_sign(std::string_view& sign);
  void open_bracket();
  void add_text(std::string_view text);
  void close_bracket(parsing::Tree& tree);
  void check_closed(const Open& bracket) const;
  // Whether the innermost bracket is the top of its tree. A bracket without a label may enclose it.
  bool is_on_top() const {
    return open_.size() == 1 || (open_.size() == 2 && open_[0].node.label.empty());
  }

  std::string_view rest_;  // the rest of the current line
  std::vector<Open> open_;
  std::size_t leaves_ = 0;
  parsing::Tree tree_;
};

}  // namespace costruct::experiments
