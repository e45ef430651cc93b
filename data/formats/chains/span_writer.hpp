// Writing texts with labeled spans as records of annotation tools.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/formats/format.hpp"

namespace costruct::experiments::spans {

/// The record of an example on a line, with the spans of its new labels, and without the field
/// `complete`, because these are all spans.
std::string written_record(const Json& block, const RelabeledExample& example);

/// A writer of annotated texts in the style of a tool, which the option `spans` chooses.
std::unique_ptr<ExampleWriter> span_writer(const Json& block, const ContentFacts& from);

/// The fields of a record beside its text and the places and labels of its spans, as kinds of
/// losses.
std::vector<std::string> fields_beside_spans(const Json& block, std::string_view source);

}  // namespace costruct::experiments::spans
