// Records of texts with labeled spans, as annotation tools write them: a JSON object on each line.
// The format `spans` reads and writes them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/core/types.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments::spans {

/// The names of the options of the format; see Options.
inline constexpr const char* kTextOption = "text";
inline constexpr const char* kSpansOption = "spans";
inline constexpr const char* kOffsetsOption = "offsets";
/// The field in which Label Studio puts its spans. The option `spans` with this value makes
/// `convert` write records in the style of Label Studio.
inline constexpr const char* kAnnotations = "annotations";
/// The field with the list of labels of a span in the shorter export of Label Studio (JSON-MIN).
inline constexpr const char* kLabels = "labels";
/// The field that says whether all spans of a record are there; see Completeness.
inline constexpr const char* kComplete = "complete";
/// The fields in which tools put spans, in the order in which they are looked for.
inline constexpr std::array kSpanFields = {"spans", "label", "labels", "entities"};

/// The unit that offsets count: Unicode code points, code units of UTF-16, or bytes of UTF-8.
enum class Offsets { kCodePoints, kUtf16, kBytes };
/// Their names, in the order of the enumerators.
std::vector<std::string> offset_names();

/// The options of the format.
struct Options {
  std::string text = "text";               ///< the field with the text
  std::optional<std::string> spans;        ///< the field with the spans; nullopt: see style_of()
  Offsets offsets = Offsets::kCodePoints;  ///< the unit of offsets in the file
  bool offsets_given = false;              ///< whether the block names it
};
/// Reads the options from a checked data block.
Options options_of(const Json& block);

/// A labeled span as it stands in a file.
struct FileSpan {
  Index begin = 0, end = 0;  ///< offsets, in the unit of the file; `end` is not included
  std::string label;
  std::optional<double> score = {};  ///< of a predicted span
};

/// How a record keeps its text and its spans. Spans of the tools are
///   Prodigy                  {"start", "end", "label"}
///   doccano                  [start, end, label] or {"start_offset", "end_offset", "label"}
///   Label Studio's JSON-MIN  {"start", "end", "labels": [label]}
struct RecordStyle {
  bool label_studio = false;  ///< the full export: the text is in `data`, spans in `annotations`
  std::string field;          ///< of the spans in other styles; "" if the record has none
};

/// The style of a record. It is that of Label Studio if the text is not at the top but there is an
/// object `data`. Otherwise the spans are in the field that the options name, or in the first of
/// kSpanFields that is a list or null. `AnyJson` is nlohmann's json or ordered_json.
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

/// The text of a record. Throws DataError if there is none.
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

/// Whether an annotation of Label Studio was cancelled.
template <class AnyJson>
bool is_cancelled(const AnyJson& annotation) {
  return annotation.is_object() && annotation.value("was_cancelled", AnyJson()) == true;
}

/// The spans of a record, from the first annotation that was not cancelled. Nullopt if nobody has
/// labeled the record, or if Prodigy's `answer` is "reject" or "ignore". Throws DataError for a
/// span without two offsets >= 0 and one label. It does not compare offsets: check begin < end and
/// end <= OffsetTable::size() before you use them. Does not read scores.
std::optional<std::vector<FileSpan>> spans_of(const Json& record, const RecordStyle& style);

/// The labels whose spans are all there in a record. Words outside of the spans have none of these
/// labels.
struct Completeness {
  bool of_all = true;               ///< all labels
  std::vector<std::string> labels;  ///< otherwise only these; empty: no label
};

/// Reads the field `complete`: true, null or absent (all labels), false (none), or a list of
/// labels. Throws DataError for another value.
Completeness completeness_of(const Json& record);

/// Converts offsets in a text, which is UTF-8, to byte positions and back.
class OffsetTable {
 public:
  /// Cost: linear in the text, which is not kept.
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
  Index size() const { return std::ssize(bytes_) - 1; }  ///< the largest offset
  /// The byte position of an offset from 0 to size(). An offset between two surrogates has the
  /// position of their character.
  std::size_t byte(Index offset) const { return bytes_[static_cast<std::size_t>(offset)]; }
  /// The smallest offset whose byte position is at least this one.
  Index offset(std::size_t byte) const {
    return std::lower_bound(bytes_.begin(), bytes_.end(), byte) - bytes_.begin();
  }

 private:
  std::vector<std::size_t> bytes_;
};

}  // namespace costruct::experiments::spans
