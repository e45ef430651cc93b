// spans: raw texts with labeled spans, as annotation tools export them: JSON lines of doccano and
// Prodigy, and the JSON of Label Studio.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/data/examples/json_records.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/problems/chunk_scheme.hpp"

namespace costruct::experiments {
namespace {

using Ordered = nlohmann::ordered_json;

constexpr const char* kTextOption = "text";
constexpr const char* kSpansOption = "spans";
constexpr const char* kOffsetsOption = "offsets";
// The field with the spans of Label Studio. As the option `spans` it chooses its style in writing.
constexpr const char* kAnnotations = "annotations";
// The fields with scores of predicted spans: of a span, and of a record whose spans are lists.
constexpr const char* kScore = "score";
constexpr const char* kScores = "scores";

// The fields in which tools put spans, in the order in which they are looked for.
constexpr std::array kSpanFields = {"spans", "label", "labels", "entities"};

// What an offset counts.
enum class Offsets { kCodePoints, kUtf16, kBytes };
const std::vector<std::string> kOffsetNames = {"code_points", "utf16", "bytes"};

// A labeled span as it stands in a file.
struct FileSpan {
  Index begin = 0, end = 0;
  std::string label;
  std::optional<double> score = {};  // of a predicted span
};

// How a record keeps its text and its spans. A span of Prodigy is {"start", "end", "label"}, one of
// doccano [start, end, label] or {"start_offset", "end_offset", "label"}.
struct RecordStyle {
  bool label_studio = false;
  std::string field;  // of the spans; "" if the record has none
};

struct Options {
  std::string text = "text";
  std::optional<std::string> spans;
  Offsets offsets = Offsets::kCodePoints;
  bool offsets_given = false;
};

Options options_of(const Json& block) {
  Options options;
  options.text = block.value(kTextOption, options.text);
  if (const auto at = block.find(kSpansOption); at != block.end() && !at->is_null())
    options.spans = at->get<std::string>();
  const auto name = std::find(kOffsetNames.begin(), kOffsetNames.end(),
                              block.value(kOffsetsOption, kOffsetNames[0]));
  options.offsets = static_cast<Offsets>(name - kOffsetNames.begin());
  options.offsets_given = block.contains(kOffsetsOption);
  return options;
}

template <class AnyJson>
RecordStyle style_of(const AnyJson& record, const Options& options) {
  if (record.contains("data") && record.at("data").is_object() && !record.contains(options.text))
    return {true, ""};
  if (options.spans) return {false, record.contains(*options.spans) ? *options.spans : ""};
  for (const char* field : kSpanFields) {
    if (record.contains(field) && (record.at(field).is_array() || record.at(field).is_null()))
      return {false, field};
  }
  return {false, ""};
}

template <class AnyJson>
std::string text_of(const AnyJson& record, const RecordStyle& style, const Options& options) {
  const AnyJson& holder = style.label_studio ? record.at("data") : record;
  const auto at = holder.find(options.text);
  if (at == holder.end()) {
    std::vector<std::string> names;
    for (const auto& [name, value] : holder.items()) names.push_back(name);
    throw DataError(fmt::format("there is no field {}, the text; the option `text` names it{}",
                                shown_text(options.text),
                                names.empty() ? "" : ": found " + one_of(names)));
  }
  if (!at->is_string()) throw DataError(fmt::format("{} is no text", shown_text(options.text)));
  return at->template get<std::string>();
}

Index offset_at(const Json& span, const char* name) {
  const auto at = span.find(name);
  if (at == span.end() || !at->is_number_integer() || *at < 0)
    throw DataError(
        fmt::format("a span has no whole number {} >= 0: {}", shown_text(name), shown(span)));
  return at->get<Index>();
}

std::string label_at(const Json& label, const Json& span) {
  if (!label.is_string() || label == "") throw DataError("a span has no label: " + shown(span));
  const auto& text = label.get_ref<const std::string&>();
  if (text.find_first_of("\t\r\n") != std::string::npos)
    throw DataError(fmt::format("the label {} has a TAB or several lines", shown_text(text)));
  return text;
}

FileSpan span_of(const Json& span) {
  if (span.is_array() && span.size() == 3 && span[0].is_number_integer() &&
      span[1].is_number_integer() && span[0] >= 0 && span[1] >= 0)
    return {span[0].get<Index>(), span[1].get<Index>(), label_at(span[2], span)};
  if (!span.is_object())
    throw DataError(
        "expected a span, {\"start\", \"end\", \"label\"} or [start, end, label], found " +
        shown(span));
  const bool doccano = span.contains("start_offset");
  return {offset_at(span, doccano ? "start_offset" : "start"),
          offset_at(span, doccano ? "end_offset" : "end"),
          label_at(span.value("label", Json()), span)};
}

// The labels of one annotation of Label Studio.
std::vector<FileSpan> spans_of_annotation(const Json& annotation) {
  std::vector<FileSpan> spans;
  const Json results = annotation.is_object() ? annotation.value("result", Json()) : Json();
  if (!results.is_array()) throw DataError("an annotation has no list \"result\"");
  for (const Json& result : results) {
    if (!result.is_object() || result.value("type", Json()) != "labels") continue;
    const Json value = result.value("value", Json());
    const Json labels = value.is_object() ? value.value("labels", Json()) : Json();
    if (!labels.is_array() || labels.size() != 1)
      throw DataError("a result of type labels has no list of one label: " + shown(result));
    spans.push_back(
        {offset_at(value, "start"), offset_at(value, "end"), label_at(labels[0], value)});
  }
  return spans;
}

template <class AnyJson>
bool is_cancelled(const AnyJson& annotation) {
  return annotation.is_object() && annotation.value("was_cancelled", AnyJson()) == true;
}

// The spans of a record; nullopt if nobody has labeled it.
std::optional<std::vector<FileSpan>> spans_of(const Json& record, const RecordStyle& style) {
  if (style.label_studio) {
    const Json annotations = record.value("annotations", Json());
    if (!annotations.is_array()) return std::nullopt;
    for (const Json& annotation : annotations) {
      if (!is_cancelled(annotation)) return spans_of_annotation(annotation);
    }
    return std::nullopt;
  }
  if (style.field.empty() || record.at(style.field).is_null()) return std::nullopt;
  const Json answer = record.value("answer", Json());  // of Prodigy
  if (answer == "reject" || answer == "ignore") return std::nullopt;
  const Json& list = record.at(style.field);
  if (!list.is_array())
    throw DataError(fmt::format("{} is no list of spans", shown_text(style.field)));
  std::vector<FileSpan> spans;
  for (const Json& span : list) spans.push_back(span_of(span));
  return spans;
}

// Byte positions of offsets in a text.
class OffsetTable {
 public:
  OffsetTable(std::string_view text, Offsets offsets) {
    if (offsets == Offsets::kBytes) {
      for (std::size_t at = 0; at <= text.size(); ++at) bytes_.push_back(at);
      return;
    }
    for (std::size_t at = 0; at < text.size();) {
      const Character character = first_character(text.substr(at));
      bytes_.push_back(at);
      if (offsets == Offsets::kUtf16 && character.code > 0xFFFF) bytes_.push_back(at);
      at += character.bytes;
    }
    bytes_.push_back(text.size());
  }
  Index size() const { return std::ssize(bytes_) - 1; }  // the largest offset
  std::size_t byte(Index offset) const { return bytes_[static_cast<std::size_t>(offset)]; }
  // The first offset of a byte position.
  Index offset(std::size_t byte) const {
    return std::lower_bound(bytes_.begin(), bytes_.end(), byte) - bytes_.begin();
  }

 private:
  std::vector<std::size_t> bytes_;
};

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
      ++num_records_;
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
    const ChunkNotation notation;
    const std::vector<std::string> labels =
        chunk_labels(chunks_of_spans(*spans, words), example.length, ChunkScheme::kIob2, notation);
    for (std::size_t t = 0; t < labels.size(); ++t) example.labels[t] = arena_.keep(labels[t]);
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
    // Of spans that overlap, the one that begins first counts, of those the longest.
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
         fmt::format("begin and end with words, the first in line {}: the words that a span covers "
                     "in part belong to it",
                     first_inexact_));
    tell(num_overlapping_, "span is", "spans are",
         fmt::format("left out, because another one covers one of its words, the first in line {}",
                     first_overlapping_));
    tell(num_blank_, "span", "spans", "of white space alone left out");
    tell(num_empty_, "record", "records", "without a word left out");
  }

  JsonRecords records_;
  LabelUse labels_;
  Options options_;
  std::string text_;
  TextArena arena_;
  Index num_records_ = 0, num_empty_ = 0, num_blank_ = 0;
  Index num_inexact_ = 0, first_inexact_ = 0;
  Index num_overlapping_ = 0, first_overlapping_ = 0;
  Index num_only_here_ = 0, num_only_other_ = 0;  // see count_offsets()
};

Recognition recognise_spans(const FileSample& sample, const RecognitionHints& /*hints*/) {
  constexpr Index kRecords = 200;
  Recognition r;
  r.kind = "texts with labeled spans";
  r.problem = "sequence";
  Index records = 0, right = 0, spans = 0;
  std::set<std::string> labels;
  try {
    JsonRecords found(LineReader(sample.name(), bytes_of(sample.bytes())));
    while (records < kRecords && found.next()) {
      ++records;
      const Json record = parse_json_line(found.text());
      const Options options;
      const RecordStyle style = style_of(record, options);
      text_of(record, style, options);
      const auto own = spans_of(record, style);
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
  r.block["features"] = word_extractors();
  r.block[kSchemeOption] = chunk_scheme_names()[static_cast<std::size_t>(ChunkScheme::kIob2)];
  r.saw.push_back(fmt::format("{} have {} of {}.", counted(right, "text"), counted(spans, "span"),
                              counted(std::ssize(labels), "label")));
  return r;
}

// Whether the spans of a field are lists: [start, end, label].
template <class AnyJson>
bool has_lists(const std::string& field, const AnyJson& spans) {
  return spans.is_array() && !spans.empty() ? spans.front().is_array() : field.starts_with("label");
}

// A span as the spans of a field are written.
Ordered written_span(const std::string& field, const Ordered& others, const FileSpan& span) {
  if (has_lists(field, others)) return Ordered::array({span.begin, span.end, span.label});
  const bool doccano = others.is_array() && !others.empty()
                           ? others.front().contains("start_offset")
                           : field == "entities";
  Ordered written = {{doccano ? "start_offset" : "start", span.begin},
                     {doccano ? "end_offset" : "end", span.end},
                     {"label", span.label}};
  if (span.score) written[kScore] = *span.score;
  return written;
}

// A list of one annotation, or prediction, of Label Studio.
Ordered annotations_of(const Ordered& record, const std::string& text,
                       const std::vector<FileSpan>& spans, const OffsetTable& table) {
  std::string from = "label", to = "text";
  const auto take_names = [&](const Ordered& result) {
    if (!result.is_object() || result.value("type", Ordered()) != "labels") return;
    const Ordered own_from = result.value("from_name", Ordered()),
                  own_to = result.value("to_name", Ordered());
    if (own_from.is_string()) from = own_from.get<std::string>();
    if (own_to.is_string()) to = own_to.get<std::string>();
  };
  const Ordered annotations = record.value("annotations", Ordered());
  for (const Ordered& annotation : annotations.is_array() ? annotations : Ordered::array()) {
    const Ordered results =
        annotation.is_object() ? annotation.value("result", Ordered()) : Ordered();
    if (results.is_array()) std::for_each(results.begin(), results.end(), take_names);
  }
  Ordered results = Ordered::array();
  for (const FileSpan& span : spans) {
    const std::size_t begin = table.byte(span.begin);
    results.push_back({{"from_name", from},
                       {"to_name", to},
                       {"type", "labels"},
                       {"value",
                        {{"start", span.begin},
                         {"end", span.end},
                         {"text", text.substr(begin, table.byte(span.end) - begin)},
                         {"labels", {span.label}}}}});
    if (span.score) results.back()[kScore] = *span.score;
  }
  return Ordered::array({Ordered{{"result", results}}});
}

// The spans of chunks of words. The score of a span is the least one of its words.
std::vector<FileSpan> spans_of_chunks(const std::vector<Chunk>& chunks,
                                      const std::vector<TextPiece>& words, const OffsetTable& table,
                                      std::span<const double> scores = {}) {
  std::vector<FileSpan> spans;
  for (const Chunk& chunk : chunks) {
    spans.push_back({table.offset(words[static_cast<std::size_t>(chunk.begin)].begin),
                     table.offset(words[static_cast<std::size_t>(chunk.end - 1)].end),
                     std::string(chunk.type)});
    if (!scores.empty())
      spans.back().score =
          *std::min_element(scores.begin() + chunk.begin, scores.begin() + chunk.end);
  }
  return spans;
}

std::string record_line(const Ordered& record) {
  return record.dump(-1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

// Replaces the spans of a record, and their scores if these are a list.
void put_spans(const std::string& field, const std::vector<FileSpan>& spans, bool has_scores,
               Ordered& record) {
  const Ordered others = record.value(field, Ordered());
  Ordered list = Ordered::array();
  Ordered scores = Ordered::array();
  for (const FileSpan& span : spans) {
    list.push_back(written_span(field, others, span));
    if (span.score) scores.push_back(*span.score);
  }
  record[field] = std::move(list);
  if (!has_lists(field, others)) return;
  if (has_scores) {
    record[kScores] = std::move(scores);
  } else {
    record.erase(kScores);
  }
}

// The record on a line, with the spans of its labels.
std::string written_record(const Json& block, const RelabeledExample& example) {
  const Options options = options_of(block);
  Ordered record = Ordered::parse(example.record);
  const RecordStyle style = style_of(record, options);
  const std::string text = text_of(record, style, options);
  const OffsetTable table(text, options.offsets);
  const std::vector<std::string_view> views(example.labels.begin(), example.labels.end());
  const std::vector<FileSpan> spans =
      spans_of_chunks(chunks_of(views, ChunkNotation()), words_in(text), table, example.scores);
  if (style.label_studio) {
    record["predictions"] = annotations_of(record, text, spans, table);
  } else {
    put_spans(!style.field.empty() ? style.field : options.spans.value_or(kSpanFields.front()),
              spans, !example.scores.empty(), record);
  }
  return record_line(record);
}

// Adds the fields of an object beside known ones, as kinds of losses.
template <class AnyJson>
void add_others(const AnyJson& object, const std::set<std::string>& known, const char* owner,
                std::vector<std::string>& kinds) {
  if (!object.is_object()) return;
  for (const auto& [name, value] : object.items()) {
    if (!known.contains(name))
      kinds.push_back(fmt::format("the field {} of {} is left out", name, owner));
  }
}

// What spans and annotations have beside places and labels, as kinds of losses.
template <class AnyJson>
std::vector<std::string> beside_spans(const AnyJson& record, const RecordStyle& style) {
  std::vector<std::string> kinds;
  if (!style.label_studio) {
    if (style.field.empty()) return kinds;
    for (const AnyJson& span : record.at(style.field))
      add_others(span, {"start", "end", "start_offset", "end_offset", "label"}, "spans", kinds);
    return kinds;
  }
  bool is_first = true;
  const AnyJson annotations = record.value(kAnnotations, AnyJson());
  for (const AnyJson& annotation : annotations) {
    if (is_cancelled(annotation) || !std::exchange(is_first, false)) {
      kinds.emplace_back("annotations that are cancelled or behind another one are left out");
      continue;
    }
    add_others(annotation, {"result", "was_cancelled"}, "annotations", kinds);
    if (!annotation.is_object()) continue;
    const AnyJson results = annotation.value("result", AnyJson());
    for (const AnyJson& result : results) {
      if (result.is_object() && result.value("type", AnyJson()) != "labels") {
        kinds.emplace_back("results that are no labels are left out");
      } else {
        add_others(result, {"from_name", "to_name", "type", "value"}, "spans", kinds);
      }
    }
  }
  return kinds;
}

// Writes annotated texts in the style of a tool, which the option `spans` chooses.
class SpansWriter final : public ExampleWriter {
 public:
  SpansWriter(const Json& block, const ContentFacts& from)
      : options_(options_of(block)),
        source_options_(options_of(from.block)),
        is_own_(from.format->name == "spans"),
        is_labeled_(from.labels == LabelUse::kRequired),
        notation_(from.notation) {
    const std::string field = options_.spans.value_or(kSpanFields.front());
    if (field == options_.text && (!is_own_ || options_.spans))
      throw ConfigError(
          fmt::format("--to: spans and text have one name: {}: name another field in \"text\" or "
                      "\"spans\"",
                      field));
    if (!is_own_) cells_.emplace(from, std::vector<std::string>{kWordColumn}, true);
  }

  std::string text(const ExampleContent& example, Losses& losses) override {
    std::string text(example.text);
    std::vector<TextPiece> words = is_own_ ? words_in(text) : words_of(example, text, losses);
    tell_if_not_utf8(text, losses);
    const OffsetTable table(text, options_.offsets);
    std::vector<FileSpan> spans;
    if (example.is_labeled()) spans = spans_of_chunks(chunks(example, losses), words, table);
    Ordered record = is_own_ ? Ordered::parse(example.record) : Ordered::object();
    RecordStyle style;
    if (is_own_) style = style_of(record, source_options_);
    if (is_own_ && (!is_labeled_ || example.is_labeled() || options_.spans))
      leave_out_spans(record, style, losses);
    if (!is_own_ || options_.spans) record = new_record(record, style, text, losses);
    if (!example.is_labeled()) return record_line(record);
    if (style.label_studio) {
      record["annotations"] = annotations_of(record, text, spans, table);
    } else {
      put_spans(style.field.empty() ? kSpanFields.front() : style.field, spans, false, record);
    }
    return record_line(record);
  }

 private:
  // Takes out of a record what is beside the places and labels of its spans, and which new spans do
  // not have. If labels are ignored, takes out the spans.
  void leave_out_spans(Ordered& record, const RecordStyle& style, Losses& losses) const {
    const std::string field = style.label_studio ? kAnnotations : style.field;
    const bool has_scores =
        has_lists(field, record.value(field, Ordered())) && record.erase(kScores) > 0;
    if (!is_labeled_) {
      record.erase(field);
      return;
    }
    if (has_scores) losses.add("the field scores is left out");
    bool has_ids = false;
    for (const std::string& kind : beside_spans(record, style)) {
      losses.add(kind);
      has_ids = has_ids || kind == "the field id of spans is left out";
    }
    if (has_ids && record.erase("relations") > 0) losses.add("the field relations is left out");
  }

  // The places of words in a text, which is made if the file does not have it.
  std::vector<TextPiece> words_of(const ExampleContent& example, std::string& text,
                                  Losses& losses) {
    const std::vector<std::string>& words = cells_->of(example, losses);
    auto pieces = words_of_text(text, words);
    if (!pieces) {
      losses.add(text.empty() ? "texts are not known: blanks stand between the words"
                              : "texts do not consist of their words: blanks stand between these");
      pieces.emplace();
      text.clear();
      for (const std::string& word : words) {
        text.append(text.empty() ? "" : " ").append(word.empty() ? "_" : word);
        pieces->push_back({text.size() - std::max<std::size_t>(word.size(), 1), text.size()});
      }
    }
    const std::vector<TextPiece> cut = words_in(text);
    losses.add("words are cut otherwise by the boundaries of Unicode",
               std::count_if(pieces->begin(), pieces->end(), [&](const TextPiece& piece) {
                 const auto at = std::lower_bound(
                     cut.begin(), cut.end(), piece,
                     [](const TextPiece& a, const TextPiece& b) { return a.begin < b.begin; });
                 return at == cut.end() || !(*at == piece);
               }));
    return *std::move(pieces);
  }

  // The chunks of labels. Their types point into the example.
  std::vector<Chunk> chunks(const ExampleContent& example, Losses& losses) {
    std::vector<std::string_view> labels = example.labels;
    losses.add("labels that are not known count as outside of spans",
               std::count(labels.begin(), labels.end(), ""));
    for (const std::string_view label : labels) tell_if_not_utf8(label, losses);
    std::vector<Chunk> chunks;
    if (notation_) {
      std::replace(labels.begin(), labels.end(), std::string_view(), std::string_view("O"));
      chunks = chunks_of(labels, *notation_);
      if (!watch_.keeps(labels, chunks, *notation_)) losses.add(kBrokenScheme);
    } else {
      losses.add("labels are not those of chunks: the words become spans of their own",
                 example.length);
      for (Index t = 0; t < example.length; ++t) {
        const std::string_view label = labels[static_cast<std::size_t>(t)];
        if (!label.empty()) chunks.push_back({t, t + 1, label});
      }
    }
    for (Chunk& chunk : chunks) {
      if (!chunk.type.empty()) continue;
      losses.add("chunks without a type get the label CHUNK");
      chunk.type = "CHUNK";
    }
    return chunks;
  }

  // A record of the style of the target, with the text and the fields of `record` that are neither
  // text nor spans. Sets the style.
  Ordered new_record(const Ordered& record, RecordStyle& style, const std::string& text,
                     Losses& losses) const {
    Ordered others = record;
    if (style.label_studio) {
      std::vector<std::string> kinds;
      add_others(record.at("data"), {source_options_.text}, "data", kinds);
      for (const std::string& kind : kinds) losses.add(kind);
      for (const char* field : {"data", kAnnotations, "predictions"}) others.erase(field);
    } else {
      others.erase(source_options_.text);
      others.erase(style.field);
    }
    style.field = options_.spans.value_or(kSpanFields.front());
    style.label_studio = style.field == kAnnotations;
    Ordered made;
    if (style.label_studio) {
      made["data"][options_.text] = text;
    } else {
      made[options_.text] = text;
    }
    for (const auto& [name, value] : others.items()) {
      if (made.contains(name)) losses.add("fields with the name of the new text are left out");
      if (!made.contains(name)) made[name] = value;
    }
    return made;
  }

  Options options_, source_options_;
  bool is_own_, is_labeled_;
  std::optional<ChunkNotation> notation_;
  SchemeWatch watch_;
  std::optional<NamedCells> cells_;
};

// The fields of a record that are neither its text nor its spans.
std::vector<std::string> fields_beside_spans(const Json& block, std::string_view source) {
  const Options options = options_of(block);
  const Json record = Json::parse(source);
  const RecordStyle style = style_of(record, options);
  std::vector<std::string> kinds = beside_spans(record, style);
  if (style.label_studio) add_others(record.at("data"), {options.text}, "data", kinds);
  for (const auto& [name, value] : record.items()) {
    const bool is_known = style.label_studio ? name == "data" || name == kAnnotations
                                             : name == options.text || name == style.field;
    if (!is_known) kinds.push_back("the field " + name + " is left out");
  }
  return kinds;
}

std::string record_from_text(const Json& block, std::string_view sentence) {
  return Ordered{{options_of(block).text, sentence}}.dump(-1, ' ', false,
                                                          Ordered::error_handler_t::replace);
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

Format spans_format() {
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
      choice_option(
          kOffsetsOption, kOffsetNames[0], kOffsetNames,
          "what offsets of spans count: characters of Unicode, units of UTF-16, or bytes"),
      features_option(ExtractorInput::kTokens),
      spans_scheme_option(),
      unlabeled_text_option()};
  format.recognise = recognise_spans;
  format.rows = RowFormat{
      .kind = RowKind::kColumns,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<SpansReader>(block, file, labels); },
      .columns =
          [](const Json&) {
            return std::vector<std::string>{kWordColumn, kLabelColumn};
          },
      .knows_missing_labels = true,
      .written = written_record,
      .holds_scores = true,
      .record_of_text = record_from_text,
      .writing = RowWriting{.options = {kTextOption, kSpansOption, kOffsetsOption},
                            .holds_text = true,
                            .writer =
                                [](const Json& block, const ContentFacts& from) {
                                  return std::make_unique<SpansWriter>(block, from);
                                }},
      .beside = fields_beside_spans};
  return format;
}

}  // namespace costruct::experiments
