// Pairs of sequences, one after the other out of a file.
//
// Aligned FASTA, two records a pair:
//
//   >CYG_PHYCA family=globin     the header: a name, and words of which these are looked at:
//   family=NAME, vlSEGEWQLVLHVW--EAD          a group of pairs; a last ? of the first header where
//   the pair is not
//   #=GR SS CCHHHHHHHHHHHH--HCC  aligned, though it may have gaps
//   >GLB5_PETMA family=globin
//   piVdtgSVAPLSAAEKTKI
//
// A record may have several lines, between which blank ones may stand. #=GR SS and #=GR SA tell,
// behind the record's first line, what secondary structure it has and how accessible its residues
// are, in Stockholm's letters; the characters of all lines of a kind are as many as the columns of
// the record or its residues.
//
// Tables of TM-align, a pair a line, whose fields are separated by TABs:
//
//   part  name  name  TM-score by the first  by the second  RMSD  sequence  sequence  states
//
// A state a column: 1 and 2, a residue of this sequence alone; : and ., a pair. States that are ?,
// or are missing, stand for no alignment.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// A sequence as it stands in a file.
struct SequenceRecord {
  std::string header;  ///< its words, with a blank between; without ?
  std::string row;     ///< letters of residues, and gaps
  /// Of each residue, or "": H, E, C and X, which is unknown; 0 to 9 and X.
  std::string structure, accessibility;
};

struct SequencePair {
  SequenceRecord first, second;
  bool is_aligned = false;      ///< else gaps have no meaning
  std::string family;           ///< "": of none
  std::string part;             ///< of tables
  std::optional<double> score;  ///< of tables: the larger TM-score
};

/// Reads the pairs of a plain, gzip or xz file in the memory that one takes.
class PairReader {
 public:
  static constexpr std::size_t kMostColumns = 100'000;  ///< of a record
  static constexpr std::size_t kLongestHeader = 10'000;

  explicit PairReader(LineReader lines) : lines_(std::move(lines)) {}
  virtual ~PairReader() = default;

  /// Reads the next pair; false at the end of the file. Where `aligned` is false, alignments are
  /// not looked at, whatever is written there. Throws DataError("file:line: what").
  virtual bool next(SequencePair& pair, bool aligned) = 0;

  /// The line on which the pair read last begins.
  Index line() const { return line_; }
  /// The line that is being read.
  Index current_line() const { return lines_.line(); }
  const std::string& file() const { return lines_.file(); }
  /// Throws DataError for the pair read last.
  [[noreturn]] void fail(const std::string& what) const { lines_.fail_at(line_, what); }

 protected:
  LineReader lines_;
  Index line_ = 0;
};

std::unique_ptr<PairReader> fasta_reader(LineReader lines);
std::unique_ptr<PairReader> tmalign_reader(LineReader lines);

}  // namespace costruct::experiments
