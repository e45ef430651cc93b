#include "costruct/data/formats/chains/span_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/formats/chains/span_records.hpp"
#include "costruct/data/formats/written_content.hpp"

namespace costruct::experiments::spans {
namespace {

using Ordered = nlohmann::ordered_json;

// The fields with scores of predicted spans: of a span, and of a record whose spans are lists.
constexpr const char* kScore = "score";
constexpr const char* kScores = "scores";

// Whether the spans of a field are lists: [start, end, label].
template <class AnyJson>
bool has_lists(const std::string& field, const AnyJson& spans) {
  return spans.is_array() && !spans.empty() ? spans.front().is_array() : field.starts_with("label");
}

// A span as the spans of a field are written.
Ordered written_span(const std::string& field, const Ordered& others, const FileSpan& span) {
  if (has_lists(field, others)) return Ordered::array({span.begin, span.end, span.label});
  const Ordered first = others.is_array() && !others.empty() ? others.front() : Ordered();
  const bool doccano = first.is_null() ? field == "entities" : first.contains("start_offset");
  Ordered written = {{doccano ? "start_offset" : "start", span.begin},
                     {doccano ? "end_offset" : "end", span.end}};
  if (first.contains(kLabels)) {
    written[kLabels] = {span.label};
  } else {
    written["label"] = span.label;
  }
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

// The fields of spans and annotations beside places and labels, as kinds of losses.
template <class AnyJson>
std::vector<std::string> beside_spans(const AnyJson& record, const RecordStyle& style) {
  std::vector<std::string> kinds;
  if (!style.label_studio) {
    if (style.field.empty()) return kinds;
    for (const AnyJson& span : record.at(style.field))
      add_others(span, {"start", "end", "start_offset", "end_offset", "label", kLabels}, "spans",
                 kinds);
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
    const bool is_complete =
        std::none_of(example.labels.begin(), example.labels.end(), is_no_label);
    if (example.is_labeled()) spans = spans_of_chunks(chunks(example, losses), words, table);
    Ordered record = is_own_ ? Ordered::parse(example.record) : Ordered::object();
    RecordStyle style;
    if (is_own_) style = style_of(record, source_options_);
    if (is_own_ && (!is_labeled_ || example.is_labeled() || options_.spans))
      leave_out_spans(record, style, losses);
    if (!is_own_ || options_.spans) record = new_record(record, style, text, losses);
    if (!example.is_labeled()) return record_line(record);
    if (!is_own_ && !is_complete) record[kComplete] = false;
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
    tell_forgotten(labels, losses);
    std::replace_if(labels.begin(), labels.end(), is_no_label, notation_ ? "O" : "");
    for (const std::string_view label : labels) tell_if_not_utf8(label, losses);
    std::vector<Chunk> chunks;
    if (notation_) {
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

  // Whether a label is not known, or one of several.
  static bool is_no_label(std::string_view label) { return label.empty() || is_label_set(label); }

  // Tells what is forgotten of a text that is labeled in part: its record is not complete.
  void tell_forgotten(std::span<const std::string_view> labels, Losses& losses) const {
    if (is_own_ || std::none_of(labels.begin(), labels.end(), is_no_label)) return;
    losses.add("labels that are one of several count as unknown",
               std::count_if(labels.begin(), labels.end(), is_label_set));
    losses.add("words outside of spans count as unknown, because others of their text are unknown",
               std::count(labels.begin(), labels.end(), "O"));
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

}  // namespace

std::string written_record(const Json& block, const RelabeledExample& example) {
  const Options options = options_of(block);
  Ordered record = Ordered::parse(example.record);
  const RecordStyle style = style_of(record, options);
  record.erase(kComplete);
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

std::unique_ptr<ExampleWriter> span_writer(const Json& block, const ContentFacts& from) {
  return std::make_unique<SpansWriter>(block, from);
}

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

}  // namespace costruct::experiments::spans
