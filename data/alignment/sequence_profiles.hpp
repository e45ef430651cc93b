// Profiles: the frequency of each amino acid at each position of a sequence, estimated from the
// sequences that are aligned to it.
//
//   p_i(a) = (n_i(a) + beta g_i(a)) / (N_i + beta),      g_i(a) = sum_b n_i(b) / N_i  P(a | b),
//   P(a | b) = q_a 2^(s(a, b) / 2) / sum_c q_c 2^(s(c, b) / 2)
//
//   p_i(a)  the profile at position i: the estimated frequency of amino acid a
//   n_i(a)  number of aligned sequences, the sequence itself included, with a at position i
//   N_i     number of those with any amino acid at position i; where it is 0, p_i is q
//   s       BLOSUM62, in half bits
//   q       the background frequencies of amino acids (Robinson & Robinson 1991, rounded)
//   beta    the pseudocounts
//
// A file contains alignments in the format A3M, one after the other:
//
//   # anything
//   >1abc_A family=globin
//   ACDEFGH
//   >2xyz_B
//   AC-kkEFGH
//
// A line with # begins the next alignment; the first alignment may omit it. The first record is the
// sequence itself, in capital letters without gaps. With the word family=NAME, the alignment is
// only for pairs of this family and takes precedence there. Each further record is an aligned
// sequence. It has a capital letter or a gap (-) for each letter of the sequence. Small letters and
// . are insertions and do not count.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// Number of amino acids in a profile: the first ones of kResidues.
inline constexpr Index kProfileResidues = 20;

/// A sequence and the sequences that are aligned to it.
struct SequenceFamily {
  struct Row {
    std::string name;     ///< the first word of its header
    std::string letters;  ///< a capital letter or - for each letter of the sequence
  };
  std::vector<Row> rows;  ///< the first row is the sequence itself
  std::string
      key;  ///< its name, and the family of its header if it has one: "1abc_A family=globin"
  std::string place;  ///< "profiles.a3m:17"
};

/// Alignments, looked up by the names of their sequences.
class SequenceFamilies {
 public:
  static constexpr std::size_t kMostColumns = 100'000;  ///< columns of a record
  static constexpr std::size_t kLongestHeader = 10'000;

  /// Adds the alignments of a plain, gzip or xz file. Throws DataError("file:line: what"), also if
  /// a sequence already has an alignment.
  void read(const std::filesystem::path& file);

  /// The alignment of a sequence for pairs of this family; else its alignment without a family;
  /// else null.
  /// @param family  "" if the pair has no family
  const SequenceFamily* find(const std::string& name, const std::string& family = "") const;
  /// The keys of all alignments; see SequenceFamily::key.
  std::vector<std::string> names() const;

 private:
  void add(SequenceFamily family, const LineReader& lines, Index line);

  std::map<std::string, SequenceFamily> families_;  // by SequenceFamily::key
};

/// The files that an option names: the file itself, or all *.a3m, *.a3m.gz and *.a3m.xz of a folder
/// in the order of their names. Throws DataError if a folder has no such file.
std::vector<std::filesystem::path> family_files(const std::filesystem::path& file_or_folder);

/// The profile of a sequence: p_i(a) at i * kProfileResidues + a. Cost: linear in the letters of
/// all rows.
/// @param without       rows with this name do not count, except the first row
/// @param pseudocounts  beta >= 0
std::vector<float> profile_of(const SequenceFamily& family, std::string_view without,
                              double pseudocounts);

}  // namespace costruct::experiments
