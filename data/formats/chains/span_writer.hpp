// Writing texts with labeled spans as records of annotation tools.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/formats/format.hpp"

namespace costruct::experiments::spans {

/// The record of an example as a line of JSON, with the spans of its new labels, which are those of
/// chunks. The field `complete` is left out, because these are all spans. In the style of Label
/// Studio they become `predictions`. A span gets the smallest score of its words. See
/// RowFormat::written.
std::string written_record(const Json& block, const RelabeledExample& example);

/// A writer of annotated texts in the style of a tool, which the option `spans` of the block
/// chooses. Throws ConfigError if text and spans would be in one field, and as NamedCells does.
/// `from` must outlive the writer. See RowWriting::writer.
std::unique_ptr<ExampleWriter> span_writer(const Json& block, const ContentFacts& from);

/// The fields of a record beside its text and the places and labels of its spans. Each is a kind of
/// Losses: "the field meta is left out". See RowFormat::beside.
/// @param source  the record, as text
std::vector<std::string> fields_beside_spans(const Json& block, std::string_view source);

}  // namespace costruct::experiments::spans
