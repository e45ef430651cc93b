// The formats of aligned pairs of sequences: FASTA with two records for each pair, and tables of
// TM-align.
#include "costruct/data/alignment/alignment_drawing.hpp"
#include "costruct/data/alignment/alignment_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::experiments {
namespace {

constexpr AlignmentExamples::Source kFastaPairs{"fasta_pairs", fasta_pairs_options, fasta_reader};
constexpr AlignmentExamples::Source kTmalign{"tmalign", tmalign_options, tmalign_reader};

Format alignment_format(const AlignmentExamples::Source& source, const char* summary) {
  Format format;
  format.name = source.format;
  format.summary = summary;
  format.input = alignment::kSequencePairs;
  format.options = source.options().list();
  format.problem_options = {kMode};
  format.examples = [&source](const Json& block) {
    return std::make_unique<AlignmentExamples>(source, block);
  };
  format.load = [&source](const ModelReader& model) {
    return std::make_unique<AlignmentExamples>(source, model);
  };
  format.drawing = alignment_svg;
  return format;
}

}  // namespace

Format fasta_pairs_format() {
  return alignment_format(kFastaPairs, "pairs of aligned sequences, two records of FASTA each");
}

Format tmalign_format() {
  return alignment_format(kTmalign, "pairs of proteins aligned by TM-align, a line each");
}

}  // namespace costruct::experiments
