// BracketReader: reads trees in brackets, the format of treebanks:
//
//   ( (S (NP (DT the) (NN cat)) (VP (VBZ sleeps))) )
//
// A leaf is (TAG word); any other bracket is (LABEL bracket ...). Only the outermost bracket may
// have no label. Only this bracket may be empty, (), which is a sentence without tokens. A tree may
// span several lines, and a line may contain several trees.
//
// A top bracket ? marks tokens without a tree, with or without tags:
//
//   (? (DT the) (NN cat))
//   (? the cat)
//   (?)
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "costruct/io/line_reader.hpp"
#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

/// The label of a bracket whose tokens have no tree; as a tag: the token has no tag.
inline constexpr const char* kNoTree = "?";

/// Reads the trees of a plain, gzip or xz file one by one. Memory: one tree.
class BracketReader {
 public:
  static constexpr std::size_t kDeepest = 1000;      ///< levels of brackets
  static constexpr std::size_t kLongestText = 1000;  ///< bytes of a label or a word
  static constexpr std::size_t kMostLeaves = 10'000;

  explicit BracketReader(const std::filesystem::path& file) : lines_(file) {}
  explicit BracketReader(LineReader lines) : lines_(std::move(lines)) {}

  /// Reads the next tree unchanged; returns false at the end of the file. A tree without label or
  /// children has `label` "" and no word. A token below ? without a tag has the tag "". Throws
  /// DataError("file:line: what").
  bool next(parsing::Tree& tree);

  /// The line on which the tree begins that was read last.
  Index line() const { return line_; }
  /// The line that is being read.
  Index current_line() const { return lines_.line(); }
  const std::string& file() const { return lines_.file(); }
  /// Throws DataError for the tree that was read last.
  [[noreturn]] void fail(const std::string& what) const { lines_.fail_at(line_, what); }

 private:
  // A bracket that is not yet closed.
  struct Open {
    parsing::Tree node;
    bool has_words = false;  // leaves below ? that are words without tags
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
  std::string_view rest_;  // rest of the current line
  std::vector<Open> open_;
  std::size_t leaves_ = 0;
  Index line_ = 0;
};

}  // namespace costruct::experiments
