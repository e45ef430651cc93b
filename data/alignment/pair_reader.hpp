// PairReader: reads pairs of sequences from a file, one by one.
//
// Aligned FASTA has two records for each pair:
//
//   >CYG_PHYCA family=globin
//   vlSEGEWQLVLHVW--EAD
//   #=GR SS CCHHHHHHHHHHHH--HCC
//   >GLB5_PETMA family=globin
//   piVdtgSVAPLSAAEKTKI
//
// The header contains a name and words. Two words have a meaning:
//   family=NAME   the group of the pair
//   ?             as the last word of the first header: the pair is not aligned, but may have gaps
//
// A record may have several lines, with blank lines between them. Behind the record's first line,
// #=GR SS gives the secondary structure and #=GR SA the accessibility of its residues, in
// Stockholm's letters. All lines of a kind together have one character for each column of the
// record, or one for each residue.
//
// Tables of TM-align have one pair on each line, with fields separated by tabs:
//
//   part  name  name  TM-score by the first  by the second  RMSD  sequence  sequence  states
//
// There is one state for each column. 1 and 2 are a residue of this sequence alone; : and . are a
// pair. If the states are ? or missing, the pair is not aligned.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// A sequence as the file contains it.
struct SequenceRecord {
  std::string header;  ///< words of the header, separated by a blank; without ?
  std::string row;     ///< letters of residues, and gaps
  /// One character for each residue, or "". Structure: H, E, C, or X (unknown). Accessibility: 0 to
  /// 9, or X.
  std::string structure, accessibility;
};

/// A pair of sequences, and what the file says about it.
struct SequencePair {
  SequenceRecord first, second;
  bool is_aligned = false;      ///< if false, gaps have no meaning
  std::string family;           ///< "": no family
  std::string part;             ///< tables only: "valid" or "test"
  std::optional<double> score;  ///< tables only: the larger TM-score
};

/// Reads the pairs of a plain, gzip or xz file. Memory: one pair.
class PairReader {
 public:
  static constexpr std::size_t kMostColumns = 100'000;  ///< columns of a record
  static constexpr std::size_t kLongestHeader = 10'000;

  explicit PairReader(LineReader lines) : lines_(std::move(lines)) {}
  virtual ~PairReader() = default;

  /// Reads the next pair; returns false at the end of the file. If `aligned` is false, alignments
  /// in the file are ignored. Throws DataError("file:line: what").
  virtual bool next(SequencePair& pair, bool aligned) = 0;

  /// The line on which the pair begins that was read last.
  Index line() const { return line_; }
  /// The line that is being read.
  Index current_line() const { return lines_.line(); }
  const std::string& file() const { return lines_.file(); }
  /// Throws DataError for the pair that was read last.
  [[noreturn]] void fail(const std::string& what) const { lines_.fail_at(line_, what); }

 protected:
  LineReader lines_;
  Index line_ = 0;
};

std::unique_ptr<PairReader> fasta_reader(LineReader lines);
std::unique_ptr<PairReader> tmalign_reader(LineReader lines);

}  // namespace costruct::experiments
