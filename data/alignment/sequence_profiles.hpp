// Profiles: the frequency of each amino acid at each position of a sequence and its relatives.
//
//   p_i(a) = (n_i(a) + beta g_i(a)) / (N_i + beta)
//   g_i(a) = sum_b n_i(b) / N_i  P(a | b)
//   P(a | b) = q_a 2^(s(a, b) / 2) / sum_c q_c 2^(s(c, b) / 2)
//
//   n_i(a)   number of aligned sequences, the sequence itself included, with a at position i
//   N_i      number of them with any amino acid at position i
//   s        BLOSUM62, in half bits
//   q        background frequencies of amino acids (Robinson & Robinson 1991, rounded)
//   beta     pseudocounts
//
// If N_i is 0, p_i is q.
//
// Alignments are read in the format A3M, one after the other:
//
//   # anything
//   >1abc_A family=globin
//   ACDEFGH
//   >2xyz_B
//   AC-kkEFGH
//
// A line with # begins the next alignment. The first alignment may omit it. Its first record is the
// sequence itself, in capital letters without gaps. With the word family=NAME, the alignment is
// used only for pairs of this family, and is preferred for them. Each further record is a relative:
// a capital letter or a gap, -, for each letter of the sequence. Small letters and . are
// insertions, and are not counted.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// The number of amino acids in profiles: the first ones of kResidues.
inline constexpr Index kProfileResidues = 20;

/// A sequence and the sequences aligned to it.
struct SequenceFamily {
  struct Row {
    std::string name;     ///< first word of its header
    std::string letters;  ///< capital letter or - for each letter of the sequence
  };
  std::vector<Row> rows;  ///< first row: the sequence itself
  std::string key;        ///< name and family of its header, as in "1abc_A family=globin"
  std::string place;      ///< file and line, as in "profiles.a3m:17"
};

/// Finds alignments by the names of their sequences.
class SequenceFamilies {
 public:
  static constexpr std::size_t kMostColumns = 100'000;  ///< columns of a record
  static constexpr std::size_t kLongestHeader = 10'000;

  /// Adds the alignments of a plain, gzip or xz file. Throws DataError("file:line: what"), also if
  /// a sequence already has an alignment.
  void read(const std::filesystem::path& file);

  /// The alignment of a sequence in a pair of this family ("": no family); null if there is no
  /// alignment.
  const SequenceFamily* find(const std::string& name, const std::string& family = "") const;
  /// The names, as in "1abc_A family=globin"; without the family if the header gives no family.
  std::vector<std::string> names() const;

 private:
  void add(SequenceFamily family, const LineReader& lines, Index line);

  std::map<std::string, SequenceFamily> families_;  // by names()
};

/// The files that an option names: the file itself, or the files *.a3m, *.a3m.gz and *.a3m.xz of a
/// folder, sorted by name. Throws DataError if the folder has no such file.
std::vector<std::filesystem::path> family_files(const std::filesystem::path& file_or_folder);

/// Returns p_i(a) at index i * kProfileResidues + a. Rows with the name `without` are not counted,
/// except the first row. Cost: the letters of all rows.
std::vector<float> profile_of(const SequenceFamily& family, std::string_view without,
                              double pseudocounts);

}  // namespace costruct::experiments
