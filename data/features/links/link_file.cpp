#include "costruct/data/features/links/link_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kBlanksOfLinks = " \t\v\f\r";
constexpr std::size_t kShortestLink = 2, kLongestLink = 3;  // fields

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanksOfLinks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanksOfLinks) + 1 - first);
}

/// Reads lines with fields. The first line with fields says what separates them.
class FieldReader {
 public:
  explicit FieldReader(const std::filesystem::path& file) : lines_(file) {}

  bool next(std::vector<std::string_view>& fields) {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (without_blanks(line).empty() || without_blanks(line).front() == '#');
    if (separator_ == '\0') {
      separator_ = ' ';
      for (const char sign : {',', '\t'})
        if (line.find(sign) != std::string_view::npos) separator_ = sign;
    }
    fields.clear();
    if (separator_ == ' ') {
      for (std::string_view rest = without_blanks(line); !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(kBlanksOfLinks), rest.size());
        fields.push_back(rest.substr(0, end));
        rest = without_blanks(rest.substr(end));
      }
      return true;
    }
    for (std::size_t begin = 0, end = 0; end < line.size(); begin = end + 1) {
      end = std::min(line.find(separator_, begin), line.size());
      fields.push_back(unquoted(without_blanks(line.substr(begin, end - begin))));
    }
    return true;
  }
  std::string separators() const {
    if (separator_ == '\t') return "tabs";
    return separator_ == ',' ? "commas" : "blanks";
  }
  const LineReader& lines() const { return lines_; }

 private:
  std::string_view unquoted(std::string_view field) const {
    if (separator_ != ',' || field.size() < 2 || field.front() != '"' || field.back() != '"')
      return field;
    return field.substr(1, field.size() - 2);
  }

  LineReader lines_;
  char separator_ = '\0';  // not known before the first line with fields
};

[[noreturn]] void fail_on_fields(const FieldReader& reader,
                                 const std::vector<std::string_view>& fields, ThirdField third) {
  const char* expected = third == ThirdField::kType      ? "two ids and a type"
                         : third == ThirdField::kNothing ? "two ids"
                                                         : "two ids and, on every line or on none, "
                                                           "a weight";
  reader.lines().fail(
      fmt::format("{} separated by {}, expected a link: {}{}", counted(std::ssize(fields), "field"),
                  reader.separators(), expected,
                  fields.size() > kLongestLink ? "; is this a table of rows?" : ""));
}

double weight_of(std::string_view field, const LineReader& lines) {
  const auto weight = finite_number(field);
  if (!weight || *weight <= 0 || *weight > kLargestLinkWeight)
    lines.fail(fmt::format("the weight is {}, expected a number > 0 and at most {:g}{}",
                           shown_text(field), kLargestLinkWeight,
                           weight ? ""
                                  : "; \"third\": \"type\" reads types in its place, and "
                                    "\"nothing\" reads no third field"));
  return *weight;
}

}  // namespace

std::vector<NamedLink> read_links(const std::filesystem::path& file, ThirdField third) {
  std::vector<NamedLink> links;
  FieldReader reader(file);
  const LineReader& lines = reader.lines();
  std::size_t width = 0;
  for (std::vector<std::string_view> fields; reader.next(fields);) {
    const std::size_t shortest = third == ThirdField::kType ? kLongestLink : kShortestLink;
    if (third == ThirdField::kNothing && fields.size() > kShortestLink)
      fields.resize(kShortestLink);
    if (fields.size() < shortest || fields.size() > kLongestLink)
      fail_on_fields(reader, fields, third);
    if (width == 0) width = fields.size();
    if (fields.size() != width)
      lines.fail(
          fmt::format("{}, but the first link has {}: a weight stands on every line or on "
                      "none",
                      counted(std::ssize(fields), "field"), width));
    NamedLink link{std::string(fields[0]), std::string(fields[1]), 1, lines.line()};
    if (link.from.empty() || link.to.empty()) lines.fail("an id is empty, expected two ids");
    if (third == ThirdField::kType) {
      link.type = fields[2];
      if (link.type.empty()) lines.fail("the type is empty, expected two ids and a type");
    } else if (width == kLongestLink) {
      link.weight = weight_of(fields[2], lines);
    }
    links.push_back(std::move(link));
  }
  if (links.empty()) throw DataError(lines.file() + ": has no link, expected two ids on each line");
  return links;
}

std::vector<std::string> read_row_ids(const std::filesystem::path& file) {
  std::vector<std::string> ids;
  FieldReader reader(file);
  for (std::vector<std::string_view> fields; reader.next(fields);) {
    if (fields.front().empty()) reader.lines().fail("the first field is empty, expected an id");
    ids.emplace_back(fields.front());
  }
  return ids;
}

}  // namespace costruct::experiments
