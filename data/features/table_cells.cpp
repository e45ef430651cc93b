#include "costruct/data/features/table_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/options.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {

// What to say of a name that no column of the header has.
// @param listing  names all columns; for headers that are short enough
static std::string advice(const std::string& name, const std::vector<std::string>& header,
                          const std::string& listing) {
  const std::string meant = did_you_mean(name, header);
  if (!meant.empty()) return meant;
  constexpr std::size_t kMostShown = 20;
  if (header.size() <= kMostShown) return listing;
  return fmt::format("none of the {} columns is called like that", header.size());
}

std::string_view cell_of_column(const RawExample& row, const std::string& column) {
  if (!row.header)
    row.reader->fail_at(row.line, fmt::format("there are no columns, and an extractor in features "
                                              "takes the column {}",
                                              shown_text(column)));
  const auto at = std::find(row.header->begin(), row.header->end(), column);
  if (at == row.header->end()) {
    const bool is_text = row.header->size() == 1 && did_you_mean(column, *row.header).empty();
    row.reader->fail_at(
        1, is_text ? fmt::format("the first line is {}, but must name the column {}, which an "
                                 "extractor in features takes. If the file has texts alone, write "
                                 "{} in a line above them, and quotes around texts with commas",
                                 shown_text(row.header->front()), shown_text(column), column)
                   : fmt::format("an extractor in features takes the column {}, which the file "
                                 "does not have: {}",
                                 shown_text(column),
                                 advice(column, *row.header,
                                        fmt::format("it has {}", fmt::join(*row.header, ", ")))));
  }
  return row.fields[static_cast<std::size_t>(at - row.header->begin())];
}

std::string advice_on_column(const std::string& name, const std::vector<std::string>& header) {
  return advice(name, header, "expected " + one_of(header));
}

}  // namespace costruct::experiments
