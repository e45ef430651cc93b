// The formats of aligned pairs of sequences: FASTA with two records for each pair, and tables of
// TM-align.
#include "costruct/data/alignment/aligned_rows.hpp"
#include "costruct/data/alignment/alignment_drawing.hpp"
#include "costruct/data/alignment/alignment_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::experiments {
namespace {

constexpr AlignmentExamples::Source kFastaPairs{"fasta_pairs", fasta_pairs_options, fasta_reader};
constexpr AlignmentExamples::Source kTmalign{"tmalign", tmalign_options, tmalign_reader};

Recognition recognise_pairs(const FileSample& sample, const RecognitionHints& /*hints*/) {
  constexpr double kBest = 0.95;
  Recognition r;
  r.kind = "pairs of aligned sequences (FASTA)";
  r.problem = "alignment";
  std::size_t records = 0, breaks = 0;
  for (const std::string_view line : sample.lines()) {
    if (records == 0 && !line.empty() && line.front() != '>') return r;
    records += line.starts_with('>');
    breaks += line.empty();
  }
  if (records == 0) return r;
  r.fit = kBest;
  r.block = {{"max_length", 150}};
  r.saw.emplace_back("Pairs of more than 150 residues are left out (max_length).");
  if (records > 2 && 4 * breaks < records)
    r.question =
        sample.name() +
        ": records without empty lines between pairs may be one alignment of several "
        "sequences: write two records for each pair, an empty line behind, or say --format "
        "fasta_pairs";
  return r;
}

Recognition recognise_tmalign(const FileSample& sample, const RecognitionHints& /*hints*/) {
  Recognition r;
  r.kind = "pairs aligned by TM-align";
  r.problem = "alignment";
  std::size_t lines = 0, right = 0;
  for (const std::string_view line : sample.lines()) {
    if (line.empty()) continue;
    const std::vector<std::string_view> fields = separated_by('\t', line);
    ++lines;
    right += fields.size() > 2 && !fields.back().empty() &&
             fields.back().find_first_not_of("12:.") == std::string_view::npos &&
             fields.back().size() >= fields[fields.size() - 2].size();
  }
  if (lines > 0) r.fit = static_cast<double>(right) / static_cast<double>(lines);
  r.block = {{"max_length", 150}};
  r.saw.emplace_back("Pairs of more than 150 residues are left out (max_length).");
  return r;
}

// Two records of FASTA with the annotations of residues, and an empty line.
std::string fasta_of(const SequencePair& pair) {
  std::string text;
  for (const SequenceRecord* record : {&pair.first, &pair.second}) {
    const bool is_marked = record == &pair.first && !pair.is_aligned;
    text.append(">").append(record->header).append(is_marked ? " ?\n" : "\n");
    text.append(record->row).append("\n");
    if (!record->structure.empty()) text.append("#=GR SS ").append(record->structure).append("\n");
    if (!record->accessibility.empty())
      text.append("#=GR SA ").append(record->accessibility).append("\n");
  }
  return text += '\n';
}

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
  format.records = RecordFormat{.open = [&source](const std::filesystem::path& file) {
    return std::unique_ptr<RecordReader>(source.open(LineReader(file)));
  }};
  format.drawing = alignment_svg;
  return format;
}

}  // namespace

Format fasta_pairs_format() {
  Format format =
      alignment_format(kFastaPairs, "pairs of aligned sequences, two records of FASTA each");
  format.recognise = recognise_pairs;
  format.records->written = [](const RecordReader& record, bool outputs) {
    SequencePair pair = static_cast<const PairReader&>(record).pair();
    if (!outputs) {
      pair.first.row = without_gaps(pair.first.row);
      pair.second.row = without_gaps(pair.second.row);
    }
    return fasta_of(pair);
  };
  return format;
}

Format tmalign_format() {
  Format format = alignment_format(kTmalign, "pairs of proteins aligned by TM-align, a line each");
  format.recognise = recognise_tmalign;
  format.records->lost = "parts, TM-scores and RMSDs of pairs are left out";
  return format;
}

}  // namespace costruct::experiments
