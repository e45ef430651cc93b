// Examples for problems that take alignment::kSequencePairs: pairs of sequences from files, aligned
// or not (pair_reader.hpp).
//
// The output of a pair is its alignment. A residue in a small letter is aligned but does not
// count in losses and metrics. `predict` prints aligned FASTA with the headers and letters of the
// files; it reads back to the same output. Words of a header that begin with identity=, core=,
// aligned=, known= or apart= describe the file's alignment. They are left out.
//
// Features can use profiles (sequence_profiles.hpp). The option `profiles` of the data block names
// the files with the alignments that they are computed from. A stored model reads them from the
// file beside its input, for example pairs.a3m for pairs.fasta. A row with the name of the other
// sequence of the pair does not count. Otherwise a profile would reveal where the other sequence
// belongs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/alignment/alignment_options.hpp"
#include "costruct/data/alignment/pair_feature_table.hpp"
#include "costruct/data/alignment/pair_reader.hpp"
#include "costruct/data/alignment/sequence_profiles.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/record_examples.hpp"

namespace costruct::experiments {

/// A set of pairs of sequences with the features of their positions.
class AlignmentExamples final : public RecordExamples {
 public:
  static constexpr Index kLongestSequence =
      5000;  ///< residues; two such sequences need a table of 200 MB, expectations nine times that

  /// How a file format is read. It must outlive the set.
  struct Source {
    const char* format;                                     ///< its name
    OptionDeclaration<AlignmentOptions> (*options)();       ///< declares its options
    std::unique_ptr<PairReader> (*open)(LineReader lines);  ///< makes its reader
  };

  /// An empty set for a checked data block. Throws ConfigError if the block has options that
  /// exclude each other.
  AlignmentExamples(const Source& source, const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  AlignmentExamples(const Source& source, const ModelReader& model);

  std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& find) override;
  void finish_training() override;
  std::vector<std::string> notes() const override;

  /// The number of the pair's family; -1 if it has no family.
  Index group(Index example) const override { return family_[static_cast<std::size_t>(example)]; }
  Index num_features() const override { return features_.size(); }
  FeatureInfo feature_info(Index feature) const override { return features_.info(feature); }
  const std::vector<std::string>& feature_groups() const override { return features_.groups(); }

  InputData inputs(const InputRequest& request) const override;
  /// Number of residues of both sequences.
  Index num_parts(Index example) const override {
    return first_.length(example) + second_.length(example);
  }

  /// The alignment as text. All residues are unknown ones, because an output has no letters. For
  /// local outputs, the text ends at the last pair.
  std::string text_of(const Output& output) const override;
  std::string text_of_example(Index example, const Output& output) const override;
  bool writes_back() const override { return true; }
  const char* separator() const override { return "\n"; }
  /// One line for each description of positions.
  std::vector<std::string> alphabet() const override;

 private:
  bool says_what_is_known() const override { return true; }
  // The first sequences of all examples, or the second ones.
  struct Sequences {
    std::vector<std::string> headers;
    std::string letters, structure, accessibility;  // concatenated; blanks: no annotation
    std::vector<Index> begin{0};
    std::vector<float> profiles;  // profiles of all residues; empty if no feature needs them

    Index length(Index i) const { return begin[i + 1] - begin[i]; }
    SequenceText text(Index i) const;
    std::span<const float> profile(Index i) const;
    void append(const SequenceRecord& record);
  };

  std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading) override;
  Parsed parse(RecordReader& record, Reading reading) override;
  void forget_inputs() override;
  const char* plural() const override { return "pairs of sequences"; }
  const char* missing_note(Index example, const Output& output) const override;
  bool keeps(const SequencePair& pair, Reading reading) const;
  void append_profile(const SequencePair& pair, bool of_first);
  void read_profiles_beside(const std::filesystem::path& file);
  void check_columns() const;
  void append_input(alignment::SequencePairs& pairs, Index example) const;
  void judge(alignment::SequencePairs& pairs, const InputRequest& request) const;

  const Source* source_;
  AlignmentOptions options_;
  Sequences first_, second_;
  bool takes_profiles_ = false, is_model_ = false;
  SequenceFamilies profiles_;
  StringTable families_;
  std::vector<Index> family_;  // the family of each pair; -1: none
  KnownColumns known_;         // annotations of training files
  PairFeatureTable features_;
};

}  // namespace costruct::experiments
