#include "costruct/data/formats/chains/span_records.hpp"

namespace costruct::experiments::spans {
namespace {

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

// The label of a list of one, as Label Studio writes it.
std::string label_of_list(const Json& labels, const Json& span) {
  if (!labels.is_array() || labels.size() != 1)
    throw DataError("the list \"labels\" of a span must have one label: " + shown(span));
  return label_at(labels[0], span);
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
          span.contains(kLabels) ? label_of_list(span.at(kLabels), span)
                                 : label_at(span.value("label", Json()), span)};
}

// The labels of one annotation of Label Studio.
std::vector<FileSpan> spans_of_annotation(const Json& annotation) {
  std::vector<FileSpan> spans;
  const Json results = annotation.is_object() ? annotation.value("result", Json()) : Json();
  if (!results.is_array()) throw DataError("an annotation has no list \"result\"");
  for (const Json& result : results) {
    if (!result.is_object() || result.value("type", Json()) != "labels") continue;
    const Json value = result.value("value", Json());
    if (!value.is_object())
      throw DataError("a result of type labels has no value: " + shown(result));
    spans.push_back({offset_at(value, "start"), offset_at(value, "end"),
                     label_of_list(value.value(kLabels, Json()), value)});
  }
  return spans;
}

}  // namespace

std::vector<std::string> offset_names() {
  return {"code_points", "utf16", "bytes"};
}

Options options_of(const Json& block) {
  Options options;
  const std::vector<std::string> names = offset_names();
  options.text = block.value(kTextOption, options.text);
  if (const auto at = block.find(kSpansOption); at != block.end() && !at->is_null())
    options.spans = at->get<std::string>();
  const auto name = std::find(names.begin(), names.end(), block.value(kOffsetsOption, names[0]));
  options.offsets = static_cast<Offsets>(name - names.begin());
  options.offsets_given = block.contains(kOffsetsOption);
  return options;
}

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

Completeness completeness_of(const Json& record) {
  const auto at = record.find(kComplete);
  if (at == record.end() || at->is_null()) return {};
  const bool is_list = at->is_array() && std::all_of(at->begin(), at->end(), [](const Json& label) {
                         return label.is_string() && label != "";
                       });
  if (at->is_boolean()) return {at->get<bool>(), {}};
  if (is_list) return {false, at->get<std::vector<std::string>>()};
  throw DataError(
      fmt::format("{} is {}, expected true, false, or a list of the labels of which all spans are "
                  "there; give another name to the field if it has another meaning",
                  shown_text(kComplete), shown(*at)));
}

}  // namespace costruct::experiments::spans
