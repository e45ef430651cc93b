#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

// Facts about rows `label number:value ...`.
struct NumberRows {
  std::size_t rows = 0, right = 0, with_qid = 0, with_list = 0, without_label = 0;
  std::size_t entries = 0, whole = 0;
  std::uint64_t highest = 0;
};

// Adds a row. Returns whether all of it is as expected.
bool add_number_row(std::string_view line, NumberRows& found) {
  const std::size_t comment = line.find('#');
  const std::vector<std::string_view> fields = blank_separated(line.substr(0, comment));
  if (fields.empty()) return false;
  // A row that has none of several labels begins with a blank.
  const bool has_label = fields.front().find(':') == std::string_view::npos;
  if (!has_label && line.front() != ' ') return false;
  found.without_label += !has_label;
  found.with_list += has_label && fields.front().find(',') != std::string_view::npos;
  for (std::size_t f = has_label ? 1 : 0; f < fields.size(); ++f) {
    const std::size_t colon = fields[f].find(':');
    if (colon == std::string_view::npos) return false;
    if (f == 1 && fields[f].starts_with("qid:")) {
      ++found.with_qid;
      continue;
    }
    const auto number = whole_number(fields[f].substr(0, colon));
    const auto value = finite_number(fields[f].substr(colon + 1));
    if (!number || !value) return false;
    ++found.entries;
    found.whole += *value >= 0 && *value == std::floor(*value);
    found.highest = std::max(found.highest, *number);
  }
  return true;
}

Recognition recognise_numbers(const FileSample& sample, bool qid) {
  constexpr double kBest = 0.95;
  Recognition r;
  NumberRows found;
  for (const std::string_view line : sample.lines()) {
    if (blank_separated(line).empty() || line.starts_with('#')) continue;
    ++found.rows;
    found.right += add_number_row(line, found);
  }
  if (found.entries == 0 || found.right == 0) return r;
  const auto share = [&](std::size_t part) {
    return static_cast<double>(part) / static_cast<double>(found.rows);
  };
  if (found.without_label > 0 && found.with_list == 0)  // of files without lists, one is damaged
    found.right -= found.without_label;
  r.fit = kBest * share(found.right) * (qid ? share(found.with_qid) : 1 - share(found.with_qid));
  const double filled = static_cast<double>(found.entries) / static_cast<double>(found.rows) /
                        static_cast<double>(std::max<std::uint64_t>(found.highest, 1));
  const bool sparse = filled < 0.3, whole = found.whole == found.entries;
  r.values = !sparse ? RowValues::kMeasured : whole ? RowValues::kCounts : RowValues::kSparse;
  r.saw.push_back(fmt::format(
      "A row has {:.2g} % of the {} features on average{}.", 100 * filled, found.highest,
      sparse && !qid ? whole ? ", whole numbers: it is taken for counts, as of words" : "" : ""));
  if (!qid && found.with_list > 0) {
    r.problem = kSeveral;
    r.saw.push_back(
        "Labels are lists, as 3,7: problem several predicts them all (--problem multiclass: the "
        "label of most rows against the rest).");
  }
  return r;
}

}  // namespace

Recognition recognise_svmlight(const FileSample& sample, const RecognitionHints& /*hints*/) {
  Recognition r = recognise_numbers(sample, false);
  r.kind = "an svmlight file (label number:value ...)";
  return r;
}

Recognition recognise_json_lines(const FileSample& sample, const std::vector<std::string>& keys,
                                 const std::string& kind) {
  constexpr std::size_t kLines = 50;
  Recognition r;
  r.kind = kind;
  std::size_t lines = 0, right = 0;
  for (const std::string_view line : sample.lines()) {
    if (blank_separated(line).empty()) continue;
    if (++lines > kLines) break;
    if (line.find_first_not_of(" \t") != line.find('{')) continue;
    const auto is_shallow = [](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepestJson) throw DataError("too deep");
      return true;
    };
    Json object;
    try {
      object = Json::parse(line, is_shallow, false);
    } catch (const std::exception&) {  // nested too deep, or numbers too large
      continue;
    }
    right += object.is_object() && std::all_of(keys.begin(), keys.end(), [&](const auto& key) {
               return object.contains(key);
             });
  }
  lines = std::min(lines, kLines);
  if (lines > 0) r.fit = static_cast<double>(right) / static_cast<double>(lines);
  return r;
}

Recognition recognise_svmhmm(const FileSample& sample, const RecognitionHints& /*hints*/) {
  Recognition r = recognise_numbers(sample, true);
  r.kind = "an SVMhmm file (label qid:N number:value ...)";
  r.problem = "sequence";
  return r;
}

}  // namespace costruct::experiments
