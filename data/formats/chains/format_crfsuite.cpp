// crfsuite: one item on each line, `label TAB attribute TAB attribute:value ...`; empty lines
// between sequences. It is the format of CRFsuite 0.12. This reader rejects some files that
// CRFsuite misreads; see docs/formats.md.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/data/recognition/file_sample.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kWeight = "@weight";

/// Removes the next field and the TAB after it from the front of `rest`.
std::string_view next_field(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\t'), rest.size());
  const std::string_view field = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

/// A name with a backslash before each : and \\.
std::string escaped_field(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == ':' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

bool only_tabs(std::string_view text) {
  return text.find_first_not_of('\t') == std::string_view::npos;
}

/// If labels are ignored, a line that starts with a TAB is an item without a label.
class CrfsuiteReader : public ExampleReader {
 public:
  CrfsuiteReader(const std::filesystem::path& file, LabelUse labels)
      : lines_(file), labels_(labels) {}

  bool next(RawExample& example) override {
    example.clear();
    arena_.clear();
    record_.clear();
    weight_line_ = 0;
    std::string_view line;
    while (lines_.next(line)) {
      if (!line.empty()) {
        if (labels_ == LabelUse::kIgnored) record_.append(line).push_back('\n');
        add_line(line, example);
      } else if (ends_sequence(example)) {
        return true;
      }
    }
    if (first_blank_ > 0 && !any_attribute_) {
      fail_at(first_blank_,
              "no item of the file has an attribute, and this label has blanks: TABs separate "
              "fields, as in label TAB attribute TAB attribute:value ...");
    }
    return ends_sequence(example);
  }
  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  /// `name` or `name:value`.
  struct Field {
    std::string_view name;   ///< without its escapes; valid until the next field is cut
    std::string_view value;  ///< empty if the field has no value
    bool has_colon = false;
  };

  bool ends_sequence(RawExample& example) const {
    example.record = record_;
    if (example.length == 0 && weight_line_ > 0)
      fail_at(weight_line_,
              "@weight without a sequence; expected items behind it, before an empty line");
    return example.length > 0;
  }

  void add_line(std::string_view line, RawExample& example) {
    std::string_view rest = line;
    while (rest.starts_with('@')) {
      read_declaration(next_field(rest), example);
      if (only_tabs(rest)) return;  // a line without fields
    }
    if (example.length == 0) example.line = lines_.line();
    const std::string_view label = next_field(rest);
    if (first_blank_ == 0 && label.find(' ') != std::string_view::npos)
      first_blank_ = lines_.line();
    any_attribute_ = any_attribute_ || !rest.empty();
    example.labels.push_back(read_label(label));
    while (!rest.empty()) {
      const std::string_view field = next_field(rest);
      if (!field.empty()) add_attribute(field, example);
    }
    example.part_begin.push_back(static_cast<Index>(example.names.size()));
    ++example.length;
  }

  void read_declaration(std::string_view text, RawExample& example) {
    const Field field = cut(text);
    if (field.name != kWeight) {
      lines_.fail(
          fmt::format("{}: expected @weight:NUMBER, the only declaration; no label starts with @",
                      shown_text(text)));
    }
    const auto weight = finite_number(field.value);
    if (!weight || *weight < 0) {
      lines_.fail(fmt::format("{}: the weight {} is no finite number from 0", shown_text(text),
                              shown_text(field.value)));
    }
    if (weight_line_ > 0 && *weight != example.weight) {
      lines_.fail(fmt::format("{}: line {} has given this sequence the weight {}", shown_text(text),
                              weight_line_, example.weight));
    }
    example.weight = *weight;
    weight_line_ = lines_.line();
  }

  std::string_view read_label(std::string_view text) {
    if (labels_ == LabelUse::kIgnored) return {};
    if (text.empty())
      lines_.fail("an item without a label, expected label TAB attribute TAB attribute:value ...");
    if (text.find_first_not_of(' ') == std::string_view::npos)
      lines_.fail(
          "a label of blanks; expected an empty line between sequences, TABs between attributes");
    const Field field = cut(text);
    if (field.has_colon) {
      lines_.fail(
          fmt::format("the label {} has a value; expected a colon that is part of it as \\:",
                      shown_text(text)));
    }
    return arena_.keep(field.name);
  }

  void add_attribute(std::string_view text, RawExample& example) {
    const Field field = cut(text);
    if (field.name.empty())
      lines_.fail(fmt::format("{}: an attribute without a name", shown_text(text)));
    double value = 1;
    if (!field.value.empty()) {
      const auto number = finite_number(field.value);
      if (!number) {
        lines_.fail(
            fmt::format("{}: the value {} is no finite number; expected a colon of a name as \\:",
                        shown_text(text), shown_text(field.value)));
      }
      value = *number;
    }
    if (value == 0) return;
    example.names.push_back(arena_.keep(field.name));
    example.value.push_back(value);
  }

  /// Splits a field at its first colon without a backslash before it. \: and \\ stand for : and \.
  /// A backslash before any other character stands for itself.
  Field cut(std::string_view text) {
    std::size_t at = text.find_first_of(":\\");
    if (at == std::string_view::npos) return {text, {}, false};
    name_.assign(text.substr(0, at));
    for (; at < text.size() && text[at] != ':'; ++at) {
      const bool escapes =
          text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == ':' || text[at + 1] == '\\');
      if (escapes) ++at;
      name_ += text[at];
    }
    if (at == text.size()) return {name_, {}, false};
    return {name_, text.substr(at + 1), true};
  }

  LineReader lines_;
  LabelUse labels_;
  TextArena arena_;
  std::string record_;          // the lines of the sequence if labels are ignored
  Index first_blank_ = 0;       // line of the first item with a blank in its label; 0: none
  bool any_attribute_ = false;  // whether any item so far has an attribute
  Index weight_line_ = 0;       // line of the current sequence's declaration; 0: none
  std::string name_;            // scratch of cut()
};

/// Writes the features of parts as attributes.
class CrfsuiteWriter final : public ExampleWriter {
 public:
  CrfsuiteWriter(const Json& block, const ContentFacts& from)
      : from_(from), labels_(block, from, unknown_mark(block), "\t") {}

  std::string text(const ExampleContent& example, Losses& losses) override {
    const std::vector<std::string>& labels = labels_.of(example, losses);
    std::string text;
    if (example.weight != 1) text = fmt::format("{}:{}\n", kWeight, example.weight);
    for (std::size_t part = 0; part < labels.size(); ++part) {
      if (labels[part].starts_with('@'))
        throw DataError(
            fmt::format("the label {}: no label of crfsuite starts with @: rename it "
                        "with label_map in --from",
                        shown_text(labels[part])));
      text += escaped_field(labels[part]);
      const StreamedExample& features = example.features;
      for (Index e = features.part_begin[part]; e < features.part_begin[part + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        const double value = example.value(entry);
        text += '\t' + escaped_field(
                           from_.features[static_cast<std::size_t>(features.feature[entry])].name);
        if (value != 1) text += fmt::format(":{}", value);
      }
      text += '\n';
    }
    return text += '\n';
  }

 private:
  const ContentFacts& from_;
  WrittenLabels labels_;
};

std::string written_sequence(const Json& /*block*/, const RelabeledExample& example) {
  std::string text;
  auto label = example.labels.begin();
  for (const std::string_view line :
       separated_by('\n', example.record.substr(0, example.record.size() - 1))) {
    std::string_view rest = line;
    while (rest.starts_with('@')) next_field(rest);
    if (only_tabs(rest) && line.starts_with('@')) {
      text.append(line) += '\n';
      continue;
    }
    text.append(line.substr(0, line.size() - rest.size())).append(escaped_field(*label++));
    text.append(rest.substr(std::min(rest.find('\t'), rest.size()))) += '\n';
  }
  return text += '\n';
}

}  // namespace

Format crfsuite_format() {
  Format format;
  format.name = "crfsuite";
  format.summary =
      "one item a line: label TAB attribute TAB attribute:value ..., an empty line between "
      "sequences; "
      "@weight:NUMBER";
  format.input = kChains;
  format.options = {scheme_option()};
  format.recognise = recognise_crfsuite;
  format.rows = RowFormat{
      .kind = RowKind::kNamed,
      .open = [](const Json&, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<CrfsuiteReader>(file, labels); },
      .written = written_sequence,
      .predicts_labels_alone = true,
      .writing = RowWriting{.options = {kSchemeOption, kUnknownOption},
                            .holds_features = true,
                            .holds_weights = true,
                            .writer = [](const Json& block, const ContentFacts& from) {
                              return std::make_unique<CrfsuiteWriter>(block, from);
                            }}};
  return format;
}

}  // namespace costruct::experiments
