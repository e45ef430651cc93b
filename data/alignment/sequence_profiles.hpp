// Profiles: how often each amino acid stands at each position of a sequence and of those that are
// like it.
//
//   p_i(a) = (n_i(a) + beta g_i(a)) / (N_i + beta),      g_i(a) = sum_b n_i(b) / N_i  P(a | b),
//   P(a | b) = q_a 2^(s(a, b) / 2) / sum_c q_c 2^(s(c, b) / 2)
//
// n_i(a) of the aligned sequences, itself among them, have a at position i, N_i have any; s is
// BLOSUM62, in half bits, q how common amino acids are (Robinson & Robinson 1991, rounded), beta
// the pseudocounts. p_i is q where N_i is 0.
//
// Alignments are read in the format A3M, one behind the other:
//
//   # anything                a line with # begins the next alignment; the first one may do without
//   >1abc_A family=globin     the sequence itself: capital letters without gaps. With the word
//                             family=NAME it is that of pairs of this family alone, which has
//                             precedence
//   ACDEFGH
//   >2xyz_B                   one that is like it: a capital letter or a gap, -, for each of its
//   letters; AC-kkEFGH                 small letters and . are what it has in between, and are not
//   counted
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// The amino acids that profiles tell of: the first of kResidues.
inline constexpr Index kProfileResidues = 20;

/// A sequence and those that are aligned to it.
struct SequenceFamily {
  struct Row {
    std::string name;     ///< the first word of its header
    std::string letters;  ///< a capital letter or - for each letter of the sequence
  };
  std::vector<Row> rows;  ///< the sequence itself is the first one
  std::string
      key;  ///< its name, and the family that its header tells, as in "1abc_A family=globin"
  std::string place;  ///< "profiles.a3m:17"
};

/// Alignments by the names of their sequences.
class SequenceFamilies {
 public:
  static constexpr std::size_t kMostColumns = 100'000;  ///< of a record
  static constexpr std::size_t kLongestHeader = 10'000;

  /// Adds those of a plain, gzip or xz file. Throws DataError("file:line: what"), also for a
  /// sequence that has an alignment already.
  void read(const std::filesystem::path& file);

  /// Of a sequence in a pair of this family ("": of none); null where there is none.
  const SequenceFamily* find(const std::string& name, const std::string& family = "") const;
  /// As in "1abc_A family=globin"; without the family where none is told.
  std::vector<std::string> names() const;

 private:
  void add(SequenceFamily family, const LineReader& lines, Index line);

  std::map<std::string, SequenceFamily> families_;  // by these names
};

/// What such an option names: the file itself; of a folder its files *.a3m, *.a3m.gz and *.a3m.xz,
/// in the order of their names. Throws DataError where it has none.
std::vector<std::filesystem::path> family_files(const std::filesystem::path& file_or_folder);

/// p_i(a) at i * kProfileResidues + a. Rows named `without` are not counted, but for the first one.
/// Cost: the letters of all rows.
std::vector<float> profile_of(const SequenceFamily& family, std::string_view without,
                              double pseudocounts);

}  // namespace costruct::experiments
