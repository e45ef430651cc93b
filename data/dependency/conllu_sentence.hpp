// A sentence of CoNLL-U with its heads and relations.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/decode/heads/head_trees.hpp"
#include "costruct/data/examples/record_reader.hpp"
#include "costruct/data/formats/chains/conllu_lines.hpp"

namespace costruct::experiments {

/// The tokens of a sentence. Ranges of tokens and empty nodes are left out. The texts refer to the
/// record, which must outlive them.
struct ConlluSentence {
  static constexpr int kUnknownHead = -1;
  struct Token {
    /// The columns FORM, UPOS, XPOS, FEATS and DEPREL. A relation "_" is unknown.
    std::string_view form, upos, xpos, feats, relation;
    int head = kUnknownHead;  ///< 0 is the root, h > 0 is tokens[h - 1]
  };
  std::vector<Token> tokens;
};

/// Reads CoNLL-U sentence by sentence: a record is the lines of a sentence with the comments before
/// it. Comments that stand alone belong to the next sentence. It leaves out comments behind the
/// last sentence, and sentences of documents that are not wanted.
class ConlluRecords final : public RecordReader {
 public:
  /// @param documents  the start of the ids of the wanted documents; "": all (ConlluDocuments)
  ConlluRecords(const std::filesystem::path& file, std::string documents)
      : blocks_(file, RecordUnit::kBlock), documents_(std::move(documents)) {}
  bool next_record(bool outputs) override;
  std::string_view text() const override { return text_; }
  const std::string& file() const override { return blocks_.file(); }
  Index line() const override { return blocks_.line(); }
  Index current_line() const override { return blocks_.current_line(); }

 private:
  TextRecords blocks_;
  ConlluDocuments documents_;
  std::string text_;
};

/// Parses the record of a sentence. Throws DataError("what is wrong"), which names the token.
/// @param outputs  whether heads and relations are read; if not, they are unknown, whatever the
///                 lines say
ConlluSentence conllu_sentence(std::string_view record, bool outputs);

/// Throws DataError if the known heads belong to no tree: if a head is not in the sentence, or if
/// heads form a cycle. With `single_root`, two tokens with the root as their head are also an
/// error.
void check_heads(const ConlluSentence& sentence, bool single_root);

/// The first token (from 0) whose arc is not projective; -1 if the tree is projective. An arc is
/// projective if all tokens between head and dependent are below the head.
/// @param heads  the head of each token, as ConlluSentence::Token::head; all are known, and form a
///               tree
Index first_crossing(std::span<const int> heads);
/// Makes a tree projective. While arcs cross, the shortest arc that is not projective (the leftmost
/// among equals) gets the head of its head. Relations stay. Source: Nivre & Nilsson 2005,
/// "Pseudo-projective dependency parsing". Returns the number of tokens with a new head.
Index lift_heads(std::vector<int>& heads);

/// The record with these heads and relations in their columns, and a blank line behind it. Both
/// have an entry for each token. A relation "" leaves the column as it is.
std::string with_heads(std::string_view record, std::span<const int> heads,
                       std::span<const std::string_view> relations);

}  // namespace costruct::experiments
