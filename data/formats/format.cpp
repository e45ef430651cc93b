#include "costruct/data/formats/format.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

OptionInfo unknown_option() {
  OptionInfo info = json_option(kUnknownOption, nullptr, or_null(text_form()),
                                "the mark of unknown labels; null: ?");
  info.is_left_out_by_default = true;
  return info;
}

std::vector<Format> built_in_formats() {
  std::vector<Format> all{svmlight_format(),     svmhmm_format(),       conll_format(),
                          conllu_format(),       spans_format(),        crfsuite_format(),
                          brown_format(),        csv_format(),          npy_format(),
                          texts_format(),        text_folders_format(), ptb_format(),
                          conllu_trees_format(), fasta_pairs_format(),  tmalign_format(),
                          candidates_format(),   graph_format()};
  for (Format& format : all) {
    format.options.push_back(label_map_option());
    if (format.rows && !format.has_rows(RowKind::kDense) && !format.rows->knows_missing_labels)
      format.options.push_back(unknown_option());
  }
  return all;
}

std::string missing_of_format(const Format& format) {
  if (format.input.empty()) return "`input`";
  if (format.rows && format.rows->open) return "";
  if (!format.examples) return "`open` or `examples`";
  return format.load ? "" : "`load`";
}

Catalog<Format>& known_formats() {
  static Catalog<Format> all("format", built_in_formats(), missing_of_format);
  return all;
}

}  // namespace

OptionInfo label_map_option() {
  const Json label = {{"title", "label other than ?, the mark of unknown ones"},
                      {"type", "string"},
                      {"not", {{"const", kUnlabeledMark}}}};
  return json_option(kLabelMap, nullptr,
                     or_null(map_form("object whose keys and values are labels", label)),
                     "labels to read as others, {\"B-GENE\": \"GENE\"}; null: as they are");
}

std::string unknown_mark(const Json& block) {
  const auto mark = block.find(kUnknownOption);
  return mark != block.end() && mark->is_string() ? mark->get<std::string>()
                                                  : std::string(kUnlabeledMark);
}

void refuse_label_map(const Json& block, const std::string& examples) {
  const auto renamed = block.find(kLabelMap);
  if (renamed != block.end() && !renamed->is_null() && !renamed->empty())
    throw ConfigError("data.label_map: " + examples + " have no labels to rename: leave it out");
}

const Catalog<Format>& formats() {
  return known_formats();
}

void add_format(Format format) {
  known_formats().add(std::move(format));
}

const Format* find_format(const std::string& name) {
  return formats().find(name);
}

const Format* find_format_for(const std::string& name, const std::string& input) {
  const Format* named = find_format(name);
  if (named == nullptr || named->input == input) return named;
  for (const Format& format : formats()) {
    if (format.same_files_as == name && format.input == input) return &format;
  }
  return named;
}

std::vector<RecognisedFormat> recognise_file(const FileSample& sample,
                                             const RecognitionHints& hints) {
  std::vector<RecognisedFormat> found;
  for (const Format& format : formats()) {
    if (!format.recognise) continue;
    Recognition recognition = format.recognise(sample, hints);
    if (recognition.fit >= Recognition::kFits) found.push_back({&format, std::move(recognition)});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.recognition.fit > b.recognition.fit;
  });
  return found;
}

std::optional<ExtractorInput> extractor_input(const Format& format) {
  if (format.has_columns()) return ExtractorInput::kTokens;
  if (format.has_rows(RowKind::kTable) || format.has_rows(RowKind::kTexts))
    return ExtractorInput::kTexts;
  if (format.has_rows(RowKind::kNumeric) && format.input == kRows) return ExtractorInput::kRows;
  return std::nullopt;
}

}  // namespace costruct::experiments
