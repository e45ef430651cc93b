// Readers of files with pairs of sequences. There are two formats.
//
// Aligned FASTA has two records for each pair:
//
//   >CYG_PHYCA family=globin
//   vlSEGEWQLVLHVW--EAD
//   #=GR SS CCHHHHHHHHHHHH--HCC
//   >GLB5_PETMA family=globin
//   piVdtgSVAPLSAAEKTKI
//
// The header is a name and further words. These words have a meaning:
//    family=NAME    the pair belongs to this group of pairs
//    ?              last word of the first header: the pair is not aligned, even if it has gaps
//    known=upper    in the first header: only columns of capital letters are known
//    apart=3-7,4-9  in the first header, together with ? or known=upper: position 3 of the first
//                   sequence is not paired with position 7 of the second, nor 4 with 9 (from 1)
// A record may have several lines, and blank lines between them. Annotations follow the first line
// of a record, in the letters of the Stockholm format. The secondary structure has the mark #=GR
// SS. The accessibility of the residues to the solvent has the mark #=GR SA: digit 0 is below 10 %,
// 9 is 90 % or more. All lines of one annotation together have one character for each column of the
// record, or one for each residue.
//
// Tables of TM-align have one line for each pair, with fields separated by TABs:
//
//   part  name  name  TM-score by the first  by the second  RMSD  sequence  sequence  states
//
// There is one state for each column:
//    1, 2  an unpaired residue of the first or the second sequence
//    :, .  a pair
// A pair without states, or with the states ?, is not aligned.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "costruct/data/examples/record_reader.hpp"

namespace costruct::experiments {

/// A sequence as it is in the file.
struct SequenceRecord {
  std::string header;  ///< its words, separated by blanks, without ?
  std::string row;     ///< letters of residues, and gaps
  /// A character for each residue; "" without annotation. Structure is H (helix), E (strand), C
  /// (other) or X (unknown). The eight letters of DSSP are reduced to these. Accessibility is 0 to
  /// 9, or X.
  std::string structure, accessibility;
};

/// A pair of sequences as it is in the file.
struct SequencePair {
  SequenceRecord first, second;
  bool is_aligned = false;  ///< if false, gaps have no meaning
  bool is_in_part = false;  ///< only columns of capital letters are known
  /// Positions of the first and the second sequence that are known not to be a pair, from 0.
  std::vector<std::pair<Index, Index>> apart;
  std::string family;           ///< "": no family
  std::string part;             ///< only in tables: the first field, "valid" or "test"
  std::optional<double> score;  ///< only in tables: the larger of the two TM-scores
};

/// Reads the pairs of a plain, gzip or xz file one by one.
class PairReader : public LineRecordReader {
 public:
  static constexpr std::size_t kMostColumns = 100'000;  ///< columns of a record
  static constexpr std::size_t kLongestHeader = 10'000;

  using LineRecordReader::LineRecordReader;

  /// Reads the next pair; returns false at the end of the file. Throws DataError("file:line:
  /// what").
  /// @param aligned  if false, alignments in the file are ignored, whatever they contain
  virtual bool next(SequencePair& pair, bool aligned) = 0;
  bool next_record(bool outputs) final { return next(pair_, outputs); }
  /// The pair that next_record() read last.
  const SequencePair& pair() const { return pair_; }

 private:
  SequencePair pair_;
};

/// Make readers of aligned FASTA, and of tables of TM-align.
std::unique_ptr<PairReader> fasta_reader(LineReader lines);
std::unique_ptr<PairReader> tmalign_reader(LineReader lines);

}  // namespace costruct::experiments
