// spans: raw texts with labeled spans, as annotation tools export them: JSON lines of doccano and
// Prodigy, and the JSON of Label Studio.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/json_records.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/chains/span_records.hpp"
#include "costruct/data/formats/chains/span_writer.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/problems/chunk_scheme.hpp"

namespace costruct::experiments {
namespace spans {
namespace {

// The words that a span covers, at least in part.
struct CoveredWords {
  Chunk words;
  bool is_exact = false;  // it begins and ends with words
};

CoveredWords covered(const std::vector<TextPiece>& words, std::size_t begin, std::size_t end) {
  const auto first = std::partition_point(words.begin(), words.end(),
                                          [&](const TextPiece& word) { return word.end <= begin; });
  const auto last = std::partition_point(first, words.end(),
                                         [&](const TextPiece& word) { return word.begin < end; });
  CoveredWords found;
  found.words.begin = first - words.begin();
  found.words.end = last - words.begin();
  found.is_exact = first != last && first->begin == begin && (last - 1)->end == end;
  return found;
}

class SpansReader final : public ExampleReader {
 public:
  SpansReader(const Json& block, const std::filesystem::path& file, LabelUse labels)
      : records_(file), labels_(labels), options_(options_of(block)) {}

  bool next(RawExample& example) override {
    while (records_.next()) {
      example.clear();
      example.columns = 2;
      arena_.clear();
      try {
        read_record(example);
      } catch (const DataError& error) {
        records_.fail(error.what());
      }
      if (example.length > 0 || labels_ == LabelUse::kIgnored) return true;
      ++num_empty_;
    }
    example.clear();
    tell_all();
    return false;
  }
  Index line() const override { return records_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    records_.fail_at(line, what);
  }

 private:
  void read_record(RawExample& example) {
    const Json record = parse_json_line(records_.text());
    const RecordStyle style = style_of(record, options_);
    text_ = text_of(record, style, options_);
    example.line = records_.line();
    example.record = records_.text();
    example.text = text_;
    const std::vector<TextPiece> words = words_in(text_);
    for (const TextPiece& word : words) {
      if (word.end - word.begin > kLongestField)
        throw DataError(fmt::format("a word of {} bytes, expected at most {}",
                                    word.end - word.begin, kLongestField));
      example.fields.push_back(word.of(text_));
      example.fields.emplace_back();
    }
    example.length = std::ssize(words);
    example.labels.assign(words.size(), {});
    if (labels_ == LabelUse::kIgnored) return;
    const auto spans = spans_of(record, style);
    if (!spans) {
      example.labels.assign(words.size(), {});
      return;
    }
    const std::vector<Chunk> chunks = chunks_of_spans(*spans, words);
    std::vector<std::string> labels =
        chunk_labels(chunks, example.length, ChunkScheme::kIob2, ChunkNotation());
    const Completeness complete = completeness_of(record);
    num_without_span_ += spans->empty() && complete.of_all;
    if (complete.of_all) {
      ++num_complete_;
    } else {
      ++num_incomplete_;
      check_without_comma(chunks, complete.labels);
      forget_outside(chunks, complete.labels, labels);
    }
    for (std::size_t t = 0; t < labels.size(); ++t) example.labels[t] = arena_.keep(labels[t]);
  }

  // Labels of words outside of chunks have a list of excluded labels.
  static void check_without_comma(const std::vector<Chunk>& chunks,
                                  const std::vector<std::string>& types) {
    const auto check = [](std::string_view type) {
      if (type.find(',') == std::string_view::npos) return;
      throw DataError(
          fmt::format("the label {} of a record that is not complete has a comma: "
                      "rename it",
                      shown_text(type)));
    };
    std::for_each(types.begin(), types.end(), check);
    for (const Chunk& chunk : chunks) check(chunk.type);
  }

  // Replaces the label O of words outside of chunks. Such a word belongs to no chunk of the types,
  // and does not continue the chunk before it.
  static void forget_outside(const std::vector<Chunk>& chunks,
                             const std::vector<std::string>& types,
                             std::vector<std::string>& labels) {
    std::vector<bool> is_inside(labels.size());
    std::vector<std::string_view> ends_before(labels.size() + 1);
    for (const Chunk& chunk : chunks) {
      std::fill(is_inside.begin() + chunk.begin, is_inside.begin() + chunk.end, true);
      ends_before[static_cast<std::size_t>(chunk.end)] = chunk.type;
    }
    const ChunkNotation notation;
    std::string excluded;
    for (const std::string& type : types)
      excluded += fmt::format(",{},{}", notation.spell('B', type), notation.spell('I', type));
    for (std::size_t t = 0; t < labels.size(); ++t) {
      if (is_inside[t]) continue;
      labels[t] = excluded;
      if (!ends_before[t].empty()) labels[t] += "," + notation.spell('I', ends_before[t]);
      if (!labels[t].empty()) labels[t] = "{!" + labels[t].substr(1) + "}";
    }
  }

  // The chunks of words that spans cover, ordered and apart. Their types point into `spans`.
  std::vector<Chunk> chunks_of_spans(const std::vector<FileSpan>& spans,
                                     const std::vector<TextPiece>& words) {
    const OffsetTable table(text_, options_.offsets);
    const OffsetTable other(
        text_, options_.offsets == Offsets::kUtf16 ? Offsets::kCodePoints : Offsets::kUtf16);
    std::vector<Chunk> chunks;
    for (const FileSpan& span : spans) {
      if (span.begin >= span.end || span.end > table.size()) {
        throw DataError(
            fmt::format("a span from {} to {} in a text of {} {}: expected 0 <= start < "
                        "end <= {}; the option `offsets` says what offsets count",
                        span.begin, span.end, table.size(),
                        options_.offsets == Offsets::kBytes   ? "bytes"
                        : options_.offsets == Offsets::kUtf16 ? "UTF-16 units"
                                                              : "code points",
                        table.size()));
      }
      CoveredWords found = covered(words, table.byte(span.begin), table.byte(span.end));
      count_offsets(span, words, other, found.is_exact);
      if (found.words.begin == found.words.end) {  // white space alone
        ++num_blank_;
        continue;
      }
      if (!found.is_exact && num_inexact_++ == 0) first_inexact_ = records_.line();
      found.words.type = span.label;
      chunks.push_back(found.words);
    }
    // Among spans that overlap, the one that begins first counts, and among those the longest.
    std::stable_sort(chunks.begin(), chunks.end(), [](const Chunk& a, const Chunk& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<Chunk> apart;
    for (const Chunk& chunk : chunks) {
      if (!apart.empty() && chunk.begin < apart.back().end) {
        if (num_overlapping_++ == 0) first_overlapping_ = records_.line();
        continue;
      }
      apart.push_back(chunk);
    }
    return apart;
  }

  // Counts the spans that fit words under each meaning of offsets, where these differ.
  void count_offsets(const FileSpan& span, const std::vector<TextPiece>& words,
                     const OffsetTable& other, bool is_exact) {
    if (options_.offsets == Offsets::kBytes || span.end > other.size()) return;
    const bool fits_other = covered(words, other.byte(span.begin), other.byte(span.end)).is_exact;
    if (fits_other == is_exact) return;
    ++(is_exact ? num_only_here_ : num_only_other_);
  }

  void tell_all() {
    if (num_only_other_ > num_only_here_ && !options_.offsets_given) {
      const bool utf16 = options_.offsets == Offsets::kUtf16;
      throw DataError(fmt::format(
          "{}: {} with words only if offsets count {}, and {} only if they count {}. Set "
          "\"offsets\": \"{}\" in data, or \"{}\" if that is right",
          records_.file(), counted(num_only_other_, "span ends", "spans end"),
          utf16 ? "code points" : "UTF-16 units", num_only_here_,
          utf16 ? "UTF-16 units" : "code points", utf16 ? "code_points" : "utf16",
          utf16 ? "utf16" : "code_points"));
    }
    const auto tell = [&](Index count, const char* one, const char* several,
                          const std::string& what) {
      if (count == 0) return;
      tell_once(fmt::format("costruct: note: {}: {} {}", records_.file(),
                            counted(count, one, several), what));
    };
    tell(num_inexact_, "span does not", "spans do not",
         fmt::format("begin and end with words, the first in line {}: a word that is covered in "
                     "part belongs to the span",
                     first_inexact_));
    tell(num_overlapping_, "span is", "spans are",
         fmt::format("left out, because another one covers one of its words, the first in line {}",
                     first_overlapping_));
    tell(num_blank_, "span", "spans", "of white space alone left out");
    if (num_incomplete_ > 0 && num_complete_ == 0) {
      tell_once(fmt::format(
          "costruct: note: {}: no record says which words are outside of all spans: a model that "
          "learns from such records alone marks every word; mark some records completely",
          records_.file()));
    }
    tell(num_empty_, "record", "records", "without a word left out");
    constexpr Index kNotable = 10;  // a tenth of the labeled records
    const Index num_labeled = num_complete_ + num_incomplete_;
    if (num_without_span_ > 0 && kNotable * num_without_span_ >= num_labeled) {
      tell_once(fmt::format(
          "costruct: note: {}: {} of {} have an empty list of spans. They count as texts without "
          "names. If nobody has annotated them, remove the field with the list, or move these "
          "records to a second file of unlabeled data",
          records_.file(), num_without_span_, counted(num_labeled, "labeled record")));
    }
  }

  JsonRecords records_;
  LabelUse labels_;
  Options options_;
  std::string text_;
  TextArena arena_;
  Index num_complete_ = 0, num_incomplete_ = 0;  // records with spans of which this is known
  Index num_without_span_ = 0;                   // complete records with an empty list
  Index num_empty_ = 0, num_blank_ = 0;
  Index num_inexact_ = 0, first_inexact_ = 0;
  Index num_overlapping_ = 0, first_overlapping_ = 0;
  Index num_only_here_ = 0, num_only_other_ = 0;  // see count_offsets()
};

Recognition recognise_spans(const FileSample& sample, const RecognitionHints& hints) {
  constexpr Index kRecords = 200;
  Recognition r;
  r.kind = "texts with labeled spans";
  r.problem = "sequence";
  r.takes_label = true;
  Options options;
  std::set<std::string> fields;  // of spans
  Index records = 0, right = 0, spans = 0;
  std::set<std::string> labels;
  try {
    JsonRecords found(LineReader(sample.name(), bytes_of(sample.bytes())));
    while (records < kRecords && found.next()) {
      ++records;
      const Json record = parse_json_line(found.text());
      if (!hints.label.empty() && record.contains(hints.label)) options.spans = hints.label;
      const RecordStyle style = style_of(record, options);
      text_of(record, style, options);
      const auto own = spans_of(record, style);
      if (own && !style.label_studio) fields.insert(style.field);
      r.takes_label = r.takes_label && !style.label_studio;
      ++right;
      for (const FileSpan& span : own.value_or(std::vector<FileSpan>())) {
        ++spans;
        labels.insert(span.label);
      }
    }
  } catch (const DataError&) {  // another file, or a record that the sample cuts off
  }
  if (records == 0 || spans == 0) return r;
  r.fit = 0.9 * static_cast<double>(right) / static_cast<double>(records);
  r.has_chunks = true;
  if (fields.size() == 1 && !options.spans) options.spans = *fields.begin();
  // Predictions of texts without the field then have it as well.
  if (options.spans && *options.spans != kSpanFields.front())
    r.block[kSpansOption] = *options.spans;
  if (!hints.label.empty() && options.spans != hints.label && r.takes_label)
    r.question = fmt::format("{}: no text has a field {}: --label names the field with the spans",
                             sample.name(), shown_text(hints.label));
  r.block["features"] = word_extractors();
  r.block[kSchemeOption] = chunk_scheme_names()[static_cast<std::size_t>(ChunkScheme::kIob2)];
  r.saw.push_back(fmt::format("{}{} have {} of {}.", records == kRecords ? "The first " : "",
                              counted(right, "text"), counted(spans, "span"),
                              counted(std::ssize(labels), "label")));
  return r;
}

std::string record_from_text(const Json& block, std::string_view sentence) {
  return Json{{options_of(block).text, sentence}}.dump(-1, ' ', false,
                                                       Json::error_handler_t::replace);
}

// Spans are learned as chunks in any case.
OptionInfo spans_scheme_option() {
  OptionInfo info = scheme_option();
  info.default_value = chunk_scheme_names()[static_cast<std::size_t>(ChunkScheme::kIob2)];
  info.nullable = false;
  info.meaning = "coding scheme of chunks to learn spans in";
  return info;
}

}  // namespace
}  // namespace spans

Format spans_format() {
  using namespace spans;
  Format format;
  format.name = "spans";
  format.summary =
      "texts with labeled spans: JSON lines of doccano and Prodigy, JSON of Label "
      "Studio";
  format.input = kChains;
  format.options = {
      text_option(kTextOption, "text",
                  "the field with the text; of Label Studio, the one within data"),
      text_option(kSpansOption, nullptr,
                  "the field with the spans; null: spans, label, labels or entities"),
      choice_option(kOffsetsOption, offset_names()[0], offset_names(),
                    "unit of offsets of spans: characters of Unicode, units of UTF-16, or bytes"),
      features_option(ExtractorInput::kTokens),
      spans_scheme_option(),
      unlabeled_text_option()};
  format.recognise = recognise_spans;
  format.how_to_unlabel = "leave its field out";
  format.rows = RowFormat{
      .kind = RowKind::kColumns,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<SpansReader>(block, file, labels); },
      .columns =
          [](const Json&) {
            return std::vector<std::string>{kWordColumn, kLabelColumn};
          },
      .knows_missing_labels = true,
      .outside_label = "O",
      .written = written_record,
      .holds_scores = true,
      .record_of_text = record_from_text,
      .writing = RowWriting{.options = {kTextOption, kSpansOption, kOffsetsOption},
                            .holds_text = true,
                            .writer = span_writer},
      .beside = fields_beside_spans};
  return format;
}

}  // namespace costruct::experiments
