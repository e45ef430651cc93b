// Trees in brackets, as treebanks have them:
//
//   ( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps))) )
//
// A leaf is (TAG word), any other bracket (LABEL bracket ...). Only the outermost bracket may lack
// a label, and only it may be empty, (), which is a sentence without tokens. A tree may span
// several lines, several may stand on a line. A bracket ? on top marks tokens without a tree,
// tagged or not: (? (DT the) (NN cat)),
// (? the cat), (?).
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "costruct/io/line_reader.hpp"
#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

/// The label of a bracket whose tokens have no tree; as a tag: none.
inline constexpr const char* kNoTree = "?";

/// Reads the trees of a plain, gzip or xz file, one after the other, in the memory that one takes.
class BracketReader {
 public:
  static constexpr std::size_t kDeepest = 1000;      ///< brackets within each other
  static constexpr std::size_t kLongestText = 1000;  ///< bytes of a label or a word
  static constexpr std::size_t kMostLeaves = 10'000;

  explicit BracketReader(const std::filesystem::path& file) : lines_(file) {}
  explicit BracketReader(LineReader lines) : lines_(std::move(lines)) {}

  /// Reads the next tree as it stands there; false at the end of the file. Of a tree without label
  /// or children there is `label` "" and no word; what is below ? has the tag "" where it has none.
  /// Throws DataError("file:line: what").
  bool next(parsing::Tree& tree);

  /// The line on which the tree read last begins.
  Index line() const { return line_; }
  /// The line that is being read.
  Index current_line() const { return lines_.line(); }
  const std::string& file() const { return lines_.file(); }
  /// Throws DataError for the tree read last.
  [[noreturn]] void fail(const std::string& what) const { lines_.fail_at(line_, what); }

 private:
  // A bracket that is not yet closed.
  struct Open {
    parsing::Tree node;
    bool has_words = false;  // leaves below ? that are words alone
  };

  bool next_sign(std::string_view& sign);
  void open_bracket();
  void add_text(std::string_view text);
  void close_bracket(parsing::Tree& tree);
  void check_closed(const Open& bracket) const;
  // Whether the innermost bracket is the top of its tree, which a bracket without a label may
  // enclose.
  bool is_on_top() const {
    return open_.size() == 1 || (open_.size() == 2 && open_[0].node.label.empty());
  }

  LineReader lines_;
  std::string_view rest_;  // of the current line
  std::vector<Open> open_;
  std::size_t leaves_ = 0;
  Index line_ = 0;
};

}  // namespace costruct::experiments
