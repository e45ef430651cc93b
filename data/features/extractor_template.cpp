// template: features in the notation of CRF++ templates. Each line is one of these:
//
//   U01:%x[-1,0]/%x[0,0]   the text, with each %x[row,column] replaced by that field
//   B                      label bigrams, which a sequence problem has anyway: accepted, but adds
//                          nothing
//   # ...                  a comment; empty lines are ignored, too
//
// Rows are relative to the token. Columns are counted from 0 in the order of `columns`. The fields
// before the sentence are _B-1, _B-2, ... (nearest first); those after it are _B+1, _B+2, ... Each
// text is an indicator feature. Two templates that yield the same text yield the same feature.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kFarthestRow = 100;
constexpr std::size_t kLongestLine = 1000;
constexpr std::size_t kMostLines = 1000;

struct TemplateOptions {
  Json lines = Json::array();
  std::string group = "template";
};

/// A template: literal[0] macro[0] literal[1] ... macro[n-1] literal[n].
struct Macro {
  Index row = 0, column = 0;
};
struct Template {
  std::vector<std::string> literals{""};
  std::vector<Macro> macros;
};

/// An error in a line, or its template; neither for lines that yield no features.
struct ParsedLine {
  std::string wrong;
  std::optional<Template> result;
};

ParsedLine wrong_line(std::string what) {
  return {std::move(what), std::nullopt};
}

std::optional<Macro> parse_macro(std::string_view inside) {
  const std::size_t comma = inside.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view text) -> std::optional<Index> {
    if (text.starts_with('+')) text.remove_prefix(1);
    Index value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
  };
  const auto row = number(inside.substr(0, comma));
  const auto column = number(inside.substr(comma + 1));
  if (!row || !column) return std::nullopt;
  return Macro{*row, *column};
}

ParsedLine parse_line(std::string_view line) {
  if (line.size() > kLongestLine)
    return wrong_line(fmt::format("is longer than {} bytes", kLongestLine));
  if (line.empty() || line.front() == '#' || line == "B") return {};
  if (line.front() == 'B')
    return wrong_line("a B template with observations is not offered: write B alone");
  if (line.front() != 'U') return wrong_line("must start with U or be B");
  Template result;
  while (!line.empty()) {
    const std::size_t at = line.find("%x");
    result.literals.back() += line.substr(0, at);
    if (at == std::string_view::npos) break;
    line.remove_prefix(at + 2);
    const std::size_t close = line.find(']');
    const auto macro = line.starts_with('[') && close != std::string_view::npos
                           ? parse_macro(line.substr(1, close - 1))
                           : std::nullopt;
    if (!macro) return wrong_line("has a %x that is not %x[row,column]");
    if (macro->row < -kFarthestRow || macro->row > kFarthestRow) {
      return wrong_line(fmt::format("has the row {}, expected -{} to {}", macro->row, kFarthestRow,
                                    kFarthestRow));
    }
    result.macros.push_back(*macro);
    result.literals.emplace_back();
    line.remove_prefix(close + 1);
  }
  return {"", std::move(result)};
}

std::optional<std::string> check_lines(const Json& lines) {
  bool any = false;
  for (const Json& line : lines) {
    const ParsedLine parsed = parse_line(line.get<std::string>());
    if (!parsed.wrong.empty()) return "line " + shown(line) + " " + parsed.wrong;
    any = any || parsed.result.has_value();
  }
  return any ? std::nullopt : std::optional<std::string>("must have a U template");
}

OptionDeclaration<TemplateOptions> template_extractor_options() {
  OptionDeclaration<TemplateOptions> options;
  options
      .json("lines", &TemplateOptions::lines,
            list_form("list of CRF++ templates, as [\"U00:%x[0,0]\"]", {{"type", "string"}},
                      {.at_least = 1, .at_most = kMostLines}),
            "CRF++ templates: U..:%x[row,column] with any text around; B (label bigrams) adds "
            "nothing",
            check_lines)
      .required()
      .text("group", &TemplateOptions::group, "their group, for named views");
  return options;
}

class TemplateExtractor : public InterningExtractor<TemplateExtractor> {
 public:
  explicit TemplateExtractor(const TemplateOptions& options)
      : InterningExtractor(options.group, 0, "template") {
    for (const Json& line : options.lines) {
      ParsedLine parsed = parse_line(line.get<std::string>());
      if (parsed.result) templates_.push_back(std::move(*parsed.result));
    }
    for (Index distance = 1; distance <= kFarthestRow; ++distance) {
      before_.push_back(fmt::format("_B-{}", distance));
      behind_.push_back(fmt::format("_B+{}", distance));
    }
  }

  template <class IdOf>
  void extract(const Sentence& sentence, AttributeRows& rows, ExtractorScratch& scratch,
               const IdOf& id_of) const {
    std::string& text = scratch.text;
    rows.clear();
    for (Index t = 0; t < sentence.length; ++t) {
      for (const Template& pattern : templates_) {
        text.assign(pattern.literals[0]);
        for (std::size_t m = 0; m < pattern.macros.size(); ++m) {
          text += field(sentence, t + pattern.macros[m].row, pattern.macros[m].column);
          text += pattern.literals[m + 1];
        }
        const std::int32_t id = id_of(text);
        if (id >= 0) rows.ids.push_back(id);
      }
      const auto first = rows.ids.begin() + rows.begin.back();  // indicators occur only once
      std::sort(first, rows.ids.end());
      rows.ids.erase(std::unique(first, rows.ids.end()), rows.ids.end());
      rows.end_token();
    }
  }

  std::string feature_name(Index attribute, Index) const override {
    return std::string(attributes_[attribute]);
  }

 private:
  std::string_view field(const Sentence& sentence, Index token, Index column) const {
    if (token < 0) return before_[static_cast<std::size_t>(-token - 1)];
    if (token >= sentence.length) return behind_[static_cast<std::size_t>(token - sentence.length)];
    return sentence.at(token, column);
  }

  std::vector<Template> templates_;
  std::vector<std::string> before_, behind_;
};

void check_columns(const Json& json, const std::vector<std::string>& columns,
                   const std::string& path, ConfigErrors& errors) {
  const TemplateOptions options = template_extractor_options().parse(json);
  if (!options.lines.is_array() || options.lines.empty()) {
    errors.add(path + ".lines", ": missing: a list of CRF++ templates, as [\"U00:%x[0,0]\"]");
    return;
  }
  for (std::size_t i = 0; i < options.lines.size(); ++i) {
    const ParsedLine parsed = parse_line(options.lines[i].get<std::string>());
    if (!parsed.result) continue;
    for (const Macro& macro : parsed.result->macros) {
      const std::string where = fmt::format("{}.lines.{}", path, i);
      if (macro.column < 0 || macro.column >= static_cast<Index>(columns.size())) {
        errors.add(where, fmt::format(" = {}: there is no column {}, only 0 to {}",
                                      shown(options.lines[i]), macro.column, columns.size() - 1));
      } else if (columns[static_cast<std::size_t>(macro.column)] == kLabelColumn) {
        errors.add(where, fmt::format(" = {}: column {} is the label, which is what to predict",
                                      shown(options.lines[i]), macro.column));
      }
    }
  }
}

}  // namespace

std::vector<Index> template_columns(const Json& options) {
  std::vector<Index> columns;
  for (const Json& line : template_extractor_options().parse(options).lines) {
    const ParsedLine parsed = parse_line(line.get<std::string>());
    if (!parsed.result) continue;
    for (const Macro& macro : parsed.result->macros) columns.push_back(macro.column);
  }
  return columns;
}

ExtractorKind template_extractor() {
  ExtractorKind kind;
  kind.name = "template";
  kind.summary = "CRF++ templates: fields around a token, alone or joined, as indicators";
  kind.options = template_extractor_options().list();
  kind.check = check_columns;
  kind.make = [](const Json& json, const std::vector<std::string>&) -> std::unique_ptr<Extractor> {
    return std::make_unique<TemplateExtractor>(template_extractor_options().parse(json));
  };
  return kind;
}

}  // namespace costruct::experiments
