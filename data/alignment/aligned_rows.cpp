#include "costruct/data/alignment/aligned_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/data/alignment/residues.hpp"

namespace costruct::experiments {
namespace {

void append_operations(std::vector<int>& parts, Index count, AlignmentOperation operation) {
  parts.insert(parts.end(), static_cast<std::size_t>(count), operation);
}

// Throws DataError if the rows differ in length, or have gaps in the same column.
void check_rows(std::string_view first, std::string_view second) {
  if (first.size() != second.size()) {
    throw DataError(fmt::format(
        "the rows of a pair have {} and {} columns: expected as many in both, or ? as the "
        "last word of the first header where they are not aligned",
        first.size(), second.size()));
  }
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (is_gap(first[c]) && is_gap(second[c])) {
      throw DataError(
          fmt::format("column {} of {} is a gap in both rows: expected a residue in one of them",
                      c + 1, first.size()));
    }
  }
}

}  // namespace

std::string without_gaps(std::string_view row) {
  std::string letters;
  std::copy_if(row.begin(), row.end(), std::back_inserter(letters),
               [](char c) { return !is_gap(c); });
  return letters;
}

Index num_residues(std::string_view row) {
  return std::count_if(row.begin(), row.end(), [](char c) { return !is_gap(c); });
}

Output alignment_of_rows(std::string_view first, std::string_view second, AlignmentKind kind) {
  check_rows(first, second);
  Output output;
  const bool is_local = kind == AlignmentKind::kLocal;
  Index alone_first = 0, alone_second = 0;  // since the last pair
  bool any_pair = false;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (is_gap(first[c]) || is_gap(second[c])) {
      ++(is_gap(first[c]) ? alone_second : alone_first);
      continue;
    }
    if (is_local && !any_pair) {
      output.parts = {static_cast<int>(alone_first), static_cast<int>(alone_second)};
    } else {
      append_operations(output.parts, alone_first, kFirst);
      append_operations(output.parts, alone_second, kSecond);
    }
    output.parts.push_back(kPair);
    any_pair = true;
    alone_first = alone_second = 0;
  }
  if (!is_local) {
    append_operations(output.parts, alone_first, kFirst);
    append_operations(output.parts, alone_second, kSecond);
  }
  return output;
}

Known known_columns(std::string_view first, std::string_view second, KnownColumnsOfRows which) {
  check_rows(first, second);
  Known known;
  int i = 0, j = 0;
  for (std::size_t c = 0; c < first.size(); ++c) {
    const bool of_first = !is_gap(first[c]), of_second = !is_gap(second[c]);
    const bool is_known = which == KnownColumnsOfRows::kAll ||
                          !(is_small_letter(first[c]) || is_small_letter(second[c]));
    if (is_known) known.facts.push_back({of_first ? i : -1, of_second ? j : -1});
    i += of_first;
    j += of_second;
  }
  return known;
}

std::vector<AlignmentOperation> columns_of(const Output& output, Index n, Index m,
                                           AlignmentKind kind) {
  std::vector<AlignmentOperation> columns;
  const auto add = [&](Index count, AlignmentOperation operation) {
    columns.insert(columns.end(), static_cast<std::size_t>(count), operation);
  };
  const std::vector<int>& parts = output.parts;
  std::size_t next = 0;
  if (kind == AlignmentKind::kLocal && !parts.empty()) {
    add(parts[0], kFirst);
    add(parts[1], kSecond);
    next = 2;
  }
  for (; next < parts.size(); ++next) add(1, static_cast<AlignmentOperation>(parts[next]));
  const auto of_first = std::count(columns.begin(), columns.end(), kFirst),
             of_second = std::count(columns.begin(), columns.end(), kSecond);
  const Index pairs = std::ssize(columns) - of_first - of_second;
  COSTRUCT_ASSERT(pairs + of_first <= n && pairs + of_second <= m,
                  "an alignment fits its sequences");
  add(n - pairs - of_first, kFirst);
  add(m - pairs - of_second, kSecond);
  return columns;
}

std::string row_of(std::string_view letters, const std::vector<AlignmentOperation>& columns,
                   AlignmentOperation alone) {
  std::string row;
  row.reserve(columns.size());
  std::size_t next = 0;
  for (const AlignmentOperation column : columns)
    row += column == kPair || column == alone ? letters[next++] : '-';
  return row;
}

}  // namespace costruct::experiments
