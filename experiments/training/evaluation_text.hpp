// Writes an evaluation for readers and for programs.
#pragma once

#include <string>

#include "costruct/core/types.hpp"
#include "costruct/experiments/tasks/evaluation.hpp"

namespace costruct::experiments {

/// The format in which `evaluate` prints.
enum class EvaluationFormat {
  /// "name<TAB>value" for each metric. "<TAB>low<TAB>high" follows if the metric has an interval.
  kLines,
  kTable,  ///< tables for readers, with rounded numbers
  kJson,   ///< everything, with exact numbers
  kCsv     ///< everything as rows "table,row,column,value", with exact numbers
};

/// The text in this format. In kLines and kTable, a table of the worst examples comes last, if the
/// evaluation has any.
/// @param wanted  EvaluationRequest::worst, the number of worst examples that the user asked for.
///                With 0 the text does not mention worst examples
std::string evaluation_text(const Evaluation& evaluation, EvaluationFormat format, Index wanted);

}  // namespace costruct::experiments
