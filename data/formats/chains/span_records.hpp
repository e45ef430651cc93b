// Records of texts with labeled spans, as annotation tools write them.
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

inline constexpr const char* kTextOption = "text";
inline constexpr const char* kSpansOption = "spans";
inline constexpr const char* kOffsetsOption = "offsets";
/// The field with the spans of Label Studio. As the option `spans` it chooses its style in writing.
inline constexpr const char* kAnnotations = "annotations";
/// The field with the list of labels of a span in the shorter export of Label Studio (JSON-MIN).
inline constexpr const char* kLabels = "labels";
/// The field that says whether all spans of a record are there: true, false, or for which labels.
inline constexpr const char* kComplete = "complete";
/// The fields in which tools put spans, in the order in which they are looked for.
inline constexpr std::array kSpanFields = {"spans", "label", "labels", "entities"};

/// The unit that offsets count.
enum class Offsets { kCodePoints, kUtf16, kBytes };
/// Their names, in the order of the enumerators.
std::vector<std::string> offset_names();

/// The options of the format.
struct Options {
  std::string text = "text";
  std::optional<std::string> spans;
  Offsets offsets = Offsets::kCodePoints;
  bool offsets_given = false;
};
Options options_of(const Json& block);

/// A labeled span as it stands in a file.
struct FileSpan {
  Index begin = 0, end = 0;
  std::string label;
  std::optional<double> score = {};  ///< of a predicted span
};

/// How a record keeps its text and its spans. A span of Prodigy is {"start", "end", "label"}, one
/// of doccano [start, end, label] or {"start_offset", "end_offset", "label"}, and one of Label
/// Studio's JSON-MIN {"start", "end", "labels": [label]}.
struct RecordStyle {
  bool label_studio = false;
  std::string field;  ///< of the spans; "" if the record has none
};

/// The style of a record.
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

/// The spans of a record; nullopt if nobody has labeled it. Throws DataError for damaged ones.
std::optional<std::vector<FileSpan>> spans_of(const Json& record, const RecordStyle& style);

/// The labels of which a record has all spans. Words outside of the spans have none of these
/// labels.
struct Completeness {
  bool of_all = true;               ///< all labels
  std::vector<std::string> labels;  ///< otherwise these
};

/// Throws DataError if a record says this in another way.
Completeness completeness_of(const Json& record);

/// Byte positions of offsets in a text.
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
  Index size() const { return std::ssize(bytes_) - 1; }  ///< the largest offset
  std::size_t byte(Index offset) const { return bytes_[static_cast<std::size_t>(offset)]; }
  /// The first offset of a byte position.
  Index offset(std::size_t byte) const {
    return std::lower_bound(bytes_.begin(), bytes_.end(), byte) - bytes_.begin();
  }

 private:
  std::vector<std::size_t> bytes_;
};

}  // namespace costruct::experiments::spans
