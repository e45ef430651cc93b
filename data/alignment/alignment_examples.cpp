#include "costruct/data/alignment/alignment_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "costruct/data/alignment/aligned_rows.hpp"
#include "costruct/data/alignment/blosum62.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/problems/alignment/known_pairs.hpp"

namespace costruct::experiments {

using alignment::Description;
using alignment::SequencePairs;

namespace {

constexpr char kNoAnnotation = ' ';
constexpr const char* kProfilesExtension = ".a3m";
// Words of headers that describe the alignment of the file. They are not true of a predicted one.
constexpr std::array<std::string_view, 5> kToldOfAlignments{
    "identity=", "core=", "aligned=", "known=", "apart="};

bool stands_in(const Json& block, const char* key) {
  const auto at = block.find(key);
  return at != block.end() && !at->is_null();
}

bool is_residue_alone(const PositionCode& code) {
  return code.columns.size() == 1 && code.takes(ColumnKind::kResidue) && code.offset == 0;
}

std::vector<double> known_scores(const std::vector<PairDescription>& descriptions) {
  std::vector<double> scores;
  const PairDescription& first = descriptions.front();
  if (!is_residue_alone(first.first) || !is_residue_alone(first.second)) return scores;
  for (int p = 0; p < kNumResidues; ++p) {
    for (int q = 0; q < kNumResidues; ++q) scores.push_back(blosum62(p, q));
  }
  return scores;
}

// The word that names a sequence.
std::string name_of(const SequenceRecord& record) {
  return record.header.substr(0, record.header.find(' '));
}

// The header for an alignment that is not that of the file: name, family and all words except those
// that describe the file's alignment.
std::string header_without_alignment(std::string_view header) {
  const auto tells_of_alignment = [](std::string_view word) {
    return std::any_of(kToldOfAlignments.begin(), kToldOfAlignments.end(),
                       [&](std::string_view key) { return word.starts_with(key); });
  };
  std::size_t end = std::min(header.find(' '), header.size());
  std::string kept(header.substr(0, end));
  while (end < header.size()) {
    const std::size_t begin = end + 1;
    end = std::min(header.find(' ', begin), header.size());
    const std::string_view word = header.substr(begin, end - begin);
    if (!tells_of_alignment(word)) (kept += ' ') += word;
  }
  return kept;
}

// A family of only the sequence itself, for sequences without an alignment.
SequenceFamily alone(std::string name, std::string_view letters) {
  return {{{std::move(name), std::string(letters)}}, "", ""};
}

// How the letters of an alignment differ from these; nullopt if they do not.
std::optional<std::string> wrong_family(const SequenceFamily& family, std::string_view letters) {
  const std::string& own = family.rows.front().letters;
  if (own.size() != letters.size())
    return fmt::format("{} residues there, and {} here", own.size(), letters.size());
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (residue_code(own[i]) != residue_code(letters[i]))
      return fmt::format("residue {} is {} there, and {} here", i + 1, own[i], letters[i]);
  }
  return std::nullopt;
}

bool are_all_small(std::string_view letters) {
  return !letters.empty() && std::all_of(letters.begin(), letters.end(), is_small_letter);
}

// Whether an output has a pair. A local output without pairs is empty.
bool has_pair(const Output& output) {
  return std::find(output.parts.begin(), output.parts.end(), kPair) != output.parts.end();
}

// A record as `predict` prints it, with gaps.
std::string record_text(std::string_view header, const SequenceText& text,
                        const std::vector<AlignmentOperation>& columns, AlignmentOperation alone) {
  std::string record = fmt::format(">{}\n{}\n", header, row_of(text.letters, columns, alone));
  const auto annotate = [&](const char* name, std::string_view of_residues) {
    if (of_residues.empty() || of_residues.front() == kNoAnnotation) return;
    record += fmt::format("#=GR {} {}\n", name, row_of(of_residues, columns, alone));
  };
  annotate(kStructureColumn, text.structure);
  annotate(kAccessibilityColumn, text.accessibility);
  return record;
}

}  // namespace

SequenceText AlignmentExamples::Sequences::text(Index i) const {
  const auto at = static_cast<std::size_t>(begin[i]), count = static_cast<std::size_t>(length(i));
  const auto part = [&](const std::string& all) { return std::string_view(all).substr(at, count); };
  return {part(letters), part(structure), part(accessibility)};
}

std::span<const float> AlignmentExamples::Sequences::profile(Index i) const {
  return std::span(profiles).subspan(static_cast<std::size_t>(begin[i] * kProfileResidues),
                                     static_cast<std::size_t>(length(i) * kProfileResidues));
}

void AlignmentExamples::Sequences::append(const SequenceRecord& record) {
  headers.push_back(record.header);
  letters += without_gaps(record.row);
  structure += record.structure;
  accessibility += record.accessibility;
  structure.resize(letters.size(), kNoAnnotation);
  accessibility.resize(letters.size(), kNoAnnotation);
  begin.push_back(std::ssize(letters));
}

AlignmentExamples::AlignmentExamples(const Source& source, const Json& block)
    : RecordExamples(block), source_(&source), options_(source.options().parse(own_options())) {
  if (stands_in(block, "model") && stands_in(block, "features")) {
    throw ConfigError(
        "data.model stands beside features, which say what describes positions: leave one of them "
        "out");
  }
  refuse_label_map(block, "alignments");
  for (const char* of_training : {"max_length", "part", "model", "profiles", kLabelMap})
    forget_option(of_training);
  takes_profiles_ = takes_profiles(options_.features.is_null() ? extractors_of(options_.model, {})
                                                               : options_.features);
  if (takes_profiles_ && options_.profiles.empty() &&
      options_.missing_profiles == AlignmentOptions::MissingProfile::kError) {
    throw ConfigError(
        "data.profiles: features take profiles: name a file or folder of alignments, or set "
        "missing_profiles "
        "to \"sequence\"");
  }
  if (!takes_profiles_ && !options_.profiles.empty()) {
    throw ConfigError(
        "data.profiles = " + shown(options_.profiles) +
        ": no feature takes profiles: set model to profile or simple_profile, or leave it out");
  }
}

std::vector<std::filesystem::path> AlignmentExamples::read_texts(
    const std::function<std::filesystem::path(const std::string&)>& find) {
  if (options_.profiles.empty()) return {};
  const std::vector<std::filesystem::path> files = family_files(find(options_.profiles));
  for (const std::filesystem::path& file : files) profiles_.read(file);
  return files;
}

// Reads the file beside the input: pairs.a3m for pairs.fasta and pairs.fasta.xz.
void AlignmentExamples::read_profiles_beside(const std::filesystem::path& file) {
  profiles_ = {};
  std::filesystem::path beside = file;
  if (beside.extension() == ".gz" || beside.extension() == ".xz") beside.replace_extension();
  beside.replace_extension(kProfilesExtension);
  for (const char* packed : {"", ".gz", ".xz"}) {
    const std::filesystem::path named = beside.string() + packed;
    if (std::error_code none; std::filesystem::exists(named, none)) return profiles_.read(named);
  }
  if (options_.missing_profiles == AlignmentOptions::MissingProfile::kSequence) return;
  throw DataError(
      fmt::format("{}: the model takes profiles, and there is no {} (or .gz, .xz) with alignments "
                  "of its sequences in A3M",
                  file.string(), beside.string()));
}

void AlignmentExamples::append_profile(const SequencePair& pair, bool of_first) {
  const SequenceRecord &record = of_first ? pair.first : pair.second,
                       &other = of_first ? pair.second : pair.first;
  const std::string name = name_of(record), letters = without_gaps(record.row);
  const SequenceFamily* family = profiles_.find(name, pair.family);
  if (family == nullptr && options_.missing_profiles == AlignmentOptions::MissingProfile::kError) {
    const std::string near = did_you_mean(name, profiles_.names());
    throw DataError(
        fmt::format("{} has no alignment to count a profile from: add one, or set missing_profiles "
                    "to \"sequence\"{}",
                    shown_text(name), near.empty() ? "" : "; " + near));
  }
  if (family != nullptr) {
    if (const auto wrong = wrong_family(*family, letters)) {
      throw DataError(fmt::format("the alignment of {} at {} is of another sequence: {}", name,
                                  family->place, *wrong));
    }
  }
  const std::vector<float> profile =
      family != nullptr ? profile_of(*family, name_of(other), options_.pseudocounts)
                        : profile_of(alone(name, letters), "", options_.pseudocounts);
  std::vector<float>& all = (of_first ? first_ : second_).profiles;
  all.insert(all.end(), profile.begin(), profile.end());
}

std::unique_ptr<RecordReader> AlignmentExamples::open(const std::filesystem::path& file,
                                                      Reading reading) {
  auto pairs = source_->open(LineReader(file));
  if (takes_profiles_ && is_model_ && reading.predicts()) read_profiles_beside(file);
  return pairs;
}

bool AlignmentExamples::keeps(const SequencePair& pair, Reading reading) const {
  using Part = AlignmentOptions::Part;
  if (reading.predicts()) return true;
  if (pair.score && *pair.score < options_.min_score) return false;
  const Part part = reading.grows ? options_.part : options_.test_part;
  if (pair.score && part != Part::kBoth && pair.part != (part == Part::kTest ? "test" : "valid"))
    return false;
  if (!reading.grows || !options_.max_length) return true;
  return std::max(num_residues(pair.first.row), num_residues(pair.second.row)) <=
         *options_.max_length;
}

RecordExamples::Parsed AlignmentExamples::parse(RecordReader& record, Reading reading) {
  const SequencePair& pair = static_cast<const PairReader&>(record).pair();
  if (!keeps(pair, reading)) return {.output = {}, .is_kept = false};
  for (const SequenceRecord* sequence : {&pair.first, &pair.second}) {
    const Index length = num_residues(sequence->row);
    if (length > kLongestSequence) {
      throw DataError(
          fmt::format("a sequence of {} residues, and at most {} can be aligned: leave it out{}",
                      length, kLongestSequence, reading.grows ? ", as max_length does" : ""));
    }
  }
  Parsed parsed;
  if (pair.is_in_part || (pair.is_aligned && reading.known)) {
    parsed.known =
        known_columns(pair.first.row, pair.second.row,
                      pair.is_in_part ? KnownColumnsOfRows::kCapitals : KnownColumnsOfRows::kAll);
  } else if (pair.is_aligned) {
    parsed.output = alignment_of_rows(pair.first.row, pair.second.row, options_.mode);
  }
  for (const auto& [i, j] : pair.apart) parsed.known.facts.push_back(alignment::apart(i, j));
  for (const SequenceRecord* sequence : {&pair.first, &pair.second}) {
    const bool is_training = reading.grows && reading.outputs;
    known_.structure |= is_training && !sequence->structure.empty();
    known_.accessibility |= is_training && !sequence->accessibility.empty();
  }
  if (takes_profiles_) {
    for (const bool of_first : {true, false}) append_profile(pair, of_first);
  }
  family_.push_back(pair.family.empty() ? -1 : families_.intern(pair.family));
  first_.append(pair.first);
  second_.append(pair.second);
  return parsed;
}

void AlignmentExamples::finish_training() {
  if (size() == 0) throw DataError(first_file() + ": its options leave no pair of sequences");
  if (!any_labeled() && !any_known())
    throw DataError(first_file() + ": no pair of sequences is aligned");
  const Json extractors =
      options_.features.is_null() ? extractors_of(options_.model, known_) : options_.features;
  set_option("features", extractors);
  features_ = PairFeatureTable(pair_descriptions(extractors), options_.symmetric);
  check_columns();
}

// Checks that records have the columns that features use.
void AlignmentExamples::check_columns() const {
  const auto check = [&](ColumnKind kind, bool is_known, const char* name) {
    for (const PairDescription& description : features_.descriptions()) {
      if (is_known || !(description.first.takes(kind) || description.second.takes(kind))) continue;
      throw DataError(fmt::format(
          "{}: no record has a line #=GR {}, and data.features takes the column {} for {}",
          first_file(), name, name, description.name));
    }
  };
  check(ColumnKind::kStructure, known_.structure, kStructureColumn);
  check(ColumnKind::kAccessibility, known_.accessibility, kAccessibilityColumn);
}

std::vector<std::string> AlignmentExamples::notes() const {
  std::vector<std::string> notes;
  if (options_.features.is_null() && options_.model != PairModel::kSimple &&
      options_.model != PairModel::kSimpleWindow && options_.model != PairModel::kSimpleProfile) {
    const auto replaced = [&](bool is_known, const char* what, const char* column, const char* by) {
      if (is_known) return;
      notes.push_back(fmt::format(
          "model {}: the training files have no {} (#=GR {}): {} stands for it",
          pair_model_names()[static_cast<std::size_t>(options_.model)], what, column, by));
    };
    replaced(known_.structure, "secondary structure", kStructureColumn, "helix");
    replaced(known_.accessibility, "accessibility", kAccessibilityColumn, "hydrophobicity");
  }
  bool any_pair = false;
  for (Index i = 0; i < size(); ++i) any_pair |= is_labeled(i) && has_pair(output(i));
  if (!any_pair) {
    notes.push_back("no pair of residues is aligned, so that there is nothing to judge");
  } else if (are_all_small(first_.letters) || are_all_small(second_.letters)) {
    notes.push_back("all residues are in small letters, so that no pair of them is judged");
  }
  return notes;
}

void AlignmentExamples::append_input(SequencePairs& pairs, Index example) const {
  pairs.first_begin.push_back(pairs.first_begin.back() + first_.length(example));
  pairs.second_begin.push_back(pairs.second_begin.back() + second_.length(example));
  for (std::size_t d = 0; d < pairs.descriptions.size(); ++d) {
    const PairDescription& description = features_.descriptions()[d];
    Description& to = pairs.descriptions[d];
    if (to.has_shares) {
      description.first.append_shares(first_.profile(example), to.first_shares);
      description.second.append_shares(second_.profile(example), to.second_shares);
    } else {
      description.first.append(first_.text(example), to.first);
      description.second.append(second_.text(example), to.second);
    }
  }
}

// Records which positions count in losses and metrics, unless all do.
void AlignmentExamples::judge(SequencePairs& pairs, const InputRequest& request) const {
  const auto judged = [&](const Sequences& sequences) {
    std::vector<bool> is_judged;
    for (const auto& examples : {request.fit_on, request.predict_on}) {
      for (const Index example : examples) {
        for (const char letter : sequences.text(example).letters)
          is_judged.push_back(!is_small_letter(letter));
      }
    }
    if (std::find(is_judged.begin(), is_judged.end(), false) == is_judged.end()) is_judged.clear();
    return is_judged;
  };
  pairs.first_judged = judged(first_);
  pairs.second_judged = judged(second_);
}

InputData AlignmentExamples::inputs(const InputRequest& request) const {
  COSTRUCT_ASSERT(request.sizes.empty(), "pairs of sequences are inputs of their own");
  auto pairs = std::make_shared<SequencePairs>();
  pairs->kind = options_.mode;
  pairs->symmetric = options_.symmetric;
  pairs->num_training = std::ssize(request.fit_on);
  for (const PairDescription& description : features_.descriptions())
    pairs->descriptions.push_back({description.first.num_codes(),
                                   description.second.num_codes(),
                                   {},
                                   {},
                                   description.first.is_profile()});
  pairs->substitution_scores = known_scores(features_.descriptions());
  for (const auto& examples : {request.fit_on, request.predict_on}) {
    for (const Index example : examples) append_input(*pairs, example);
  }
  judge(*pairs, request);
  InputData made;
  pairs->views = features_.views(*pairs, std::ssize(request.fit_on), request, made.features);
  made.data = std::move(pairs);
  return made;
}

const char* AlignmentExamples::missing_note(Index example, const Output& output) const {
  const bool is_empty = first_.length(example) == 0 || second_.length(example) == 0;
  return has_pair(output) || is_empty ? nullptr : "no aligned residues";
}

void AlignmentExamples::forget_inputs() {
  first_ = second_ = Sequences();
  family_.clear();
  families_ = StringTable();
}

std::string AlignmentExamples::text_of_example(Index example, const Output& output) const {
  const auto columns =
      columns_of(output, first_.length(example), second_.length(example), options_.mode);
  const auto header = [&](const Sequences& sequences) {
    return header_without_alignment(sequences.headers[static_cast<std::size_t>(example)]);
  };
  return record_text(header(first_), first_.text(example), columns, kFirst) +
         record_text(header(second_), second_.text(example), columns, kSecond);
}

std::string AlignmentExamples::text_of(const Output& output) const {
  const bool has_places = options_.mode == AlignmentKind::kLocal && !output.parts.empty();
  const auto positions = [&](AlignmentOperation alone, std::size_t place) {
    const auto begin = output.parts.begin() + (has_places ? 2 : 0);
    const Index before = has_places ? output.parts[place] : 0;
    return before + std::count_if(begin, output.parts.end(),
                                  [&](int part) { return part == kPair || part == alone; });
  };
  const Index n = positions(kFirst, 0), m = positions(kSecond, 1);
  const auto columns = columns_of(output, n, m, options_.mode);
  const auto unknown = [](Index count) {
    return std::string(static_cast<std::size_t>(count), 'X');
  };
  const std::string first = unknown(n), second = unknown(m);
  return record_text("first", {first, {}, {}}, columns, kFirst) +
         record_text("second", {second, {}, {}}, columns, kSecond);
}

std::vector<std::string> AlignmentExamples::alphabet() const {
  std::string names;
  for (const PairDescription& description : features_.descriptions())
    (names += names.empty() ? "" : ", ") += description.name;
  return {"positions are described by " + names};
}

AlignmentExamples::AlignmentExamples(const Source& source, const ModelReader& model)
    : RecordExamples(model),
      source_(&source),
      options_(source.options().parse(own_options())),
      is_model_(true) {
  try {
    if (options_.features.is_null()) throw DataError("no extractors");
    takes_profiles_ = takes_profiles(options_.features);
    features_ = PairFeatureTable(pair_descriptions(options_.features), options_.symmetric,
                                 stored_features(model));
  } catch (const DataError& error) {
    if (std::string_view(error.what()).starts_with(model.file() + ":")) throw;
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), error.what()));
  }
}

}  // namespace costruct::experiments
