// conllu: treebanks of Universal Dependencies, with ten columns separated by TABs, comments, ranges
// of tokens and empty nodes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/formats/chains/conllu_lines.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kNumColumns = kConlluColumns;
using Fields = ConlluFields;

// FORM is called "word", the column that extractors take by default.
constexpr std::array<const char*, kNumColumns> kColumns = {
    "id", kWordColumn, "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"};
constexpr std::size_t kLemma = 2, kFeats = 5, kHead = 6, kRelation = 7, kMisc = 9;
constexpr std::string_view kNoValue = kNoConlluValue;
// Marks a token that is followed by the next one without a blank (column MISC).
constexpr std::string_view kNoSpaceAfter = "SpaceAfter=No";
constexpr const char* kPredictedField = "label";

// The field that is predicted: a column, or a key of FEATS or MISC.
struct LabelField {
  std::size_t column = 3;
  std::string key = {};

  // Whether the file itself says by "_" that a token has no label yet. In FEATS and of keys it is a
  // value.
  bool may_be_missing() const { return column != kFeats && key.empty(); }
  bool operator==(const LabelField&) const = default;
};

std::optional<LabelField> label_field(const std::string& name) {
  const std::size_t point = name.find('.');
  const std::string column = name.substr(0, point);
  const auto at = std::find(kColumns.begin(), kColumns.end(), column);
  LabelField field{static_cast<std::size_t>(at - kColumns.begin()), ""};
  if (point != std::string::npos) {
    field.key = name.substr(point + 1);
    const bool has_keys = field.column == kFeats || field.column == kMisc;
    if (!has_keys || field.key.empty() || field.key.find_first_of("=| \t") != std::string::npos)
      return std::nullopt;
    return field;
  }
  for (const char* valid : {"lemma", "upos", "xpos", "feats", "deprel"}) {
    if (name == valid) return field;
  }
  return std::nullopt;
}

LabelField label_field_of(const Json& block) {
  return *label_field(block.value(kPredictedField, "upos"));
}

// Calls visit(item) for the items of a field such as Case=Nom|Number=Sing.
template <class Visit>
void for_items(std::string_view field, const Visit& visit) {
  if (field == kNoValue) return;
  while (true) {
    const std::size_t end = field.find('|');
    visit(field.substr(0, end));
    if (end == std::string_view::npos) return;
    field.remove_prefix(end + 1);
  }
}

bool has_key(std::string_view item, const std::string& key) {
  return item.size() > key.size() && item.starts_with(key) && item[key.size()] == '=';
}

std::string_view label_in(const Fields& fields, const LabelField& label) {
  const std::string_view field = fields[label.column];
  if (label.key.empty()) return field;
  std::string_view found = kNoValue;
  for_items(field, [&](std::string_view item) {
    if (has_key(item, label.key)) found = item.substr(label.key.size() + 1);
  });
  return found;
}

// The field with a label in place of the one that it has. Keys of FEATS stay in the order of their
// names without case, as the guidelines of Universal Dependencies ask for.
std::string with_label(std::string_view field, const LabelField& label, const std::string& value) {
  if (label.key.empty()) return value;
  std::vector<std::string> items;
  for_items(field, [&](std::string_view item) {
    if (!has_key(item, label.key)) items.emplace_back(item);
  });
  if (value != kNoValue) items.push_back(label.key + "=" + value);
  const auto lower = [](const std::string& item) {
    std::string name = item.substr(0, item.find('='));
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
  };
  if (label.column == kFeats) {
    std::stable_sort(items.begin(), items.end(),
                     [&](const auto& a, const auto& b) { return lower(a) < lower(b); });
  }
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : "|") + item;
  return text.empty() ? std::string(kNoValue) : text;
}

class ConlluReader : public ExampleReader {
 public:
  ConlluReader(const Json& block, const std::filesystem::path& file, LabelUse labels)
      : lines_(file),
        labels_(labels),
        label_(label_field_of(block)),
        documents_(labels == LabelUse::kRequired ? block.value(kConlluDocuments, "") : "") {}

  bool next(RawExample& example) override {
    while (read_sentence(example)) {
      if (documents_.takes_sentence()) return true;
    }
    if (const std::string missing = documents_.missing(); !missing.empty()) lines_.fail(missing);
    return false;
  }
  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  // False at the end of the file.
  bool read_sentence(RawExample& example) {
    example.clear();
    arena_.clear();
    source_.clear();
    example.columns = kNumColumns;
    std::string_view line;
    while (lines_.next(line)) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) {
        if (example.length > 0) break;
        if (has_token_lines()) lines_.fail("a sentence without tokens");
        continue;
      }
      source_.append(line).push_back('\n');
      if (source_.size() > LineReader::kLongestLine)
        lines_.fail("a sentence of more than 64 MiB, expected a blank line behind each sentence");
      if (line.front() != '#') {
        add_line(line, example);
      } else {
        documents_.see_comment(line);
      }
    }
    if (example.length == 0) {
      if (has_token_lines()) lines_.fail("a sentence without tokens");
      return false;
    }
    example.record = source_;
    example.text = text_in_comments();
    mark_unlabeled(example);
    return true;
  }

  void add_line(std::string_view line, RawExample& example) {
    Fields fields;
    const std::size_t count = split_conllu(line, fields);
    if (count != kNumColumns) lines_.fail(wrong_conllu_columns(line, count));
    const auto tokens = static_cast<std::uint64_t>(example.length);
    switch (conllu_line(fields[0], tokens)) {
      case ConlluLine::kToken:
        break;
      case ConlluLine::kRange:
      case ConlluLine::kEmptyNode:
        return;
      case ConlluLine::kOther:
        lines_.fail(wrong_conllu_id(fields[0], tokens));
    }
    if (example.length++ == 0) example.line = lines_.line();
    for (std::size_t c = 0; c < kNumColumns; ++c) {
      if (fields[c].empty())
        lines_.fail(
            fmt::format("the field {} is empty, expected _ where there is nothing", kColumns[c]));
      if (fields[c].size() > kLongestField) {
        lines_.fail(fmt::format("the field {} is {} bytes long, expected at most {}", kColumns[c],
                                fields[c].size(), kLongestField));
      }
      example.fields.push_back(c == label_.column ? std::string_view() : arena_.keep(fields[c]));
    }
    const bool required = labels_ == LabelUse::kRequired;
    example.labels.push_back(required ? arena_.keep(label_in(fields, label_)) : std::string_view());
  }

  // A token without a label has an unknown one. The lemma of an underscore is "_", so lemmas are
  // unknown only if all of a sentence are.
  void mark_unlabeled(RawExample& example) const {
    if (labels_ != LabelUse::kRequired || !label_.may_be_missing()) return;
    const bool none = std::all_of(example.labels.begin(), example.labels.end(),
                                  [](std::string_view label) { return label == kNoValue; });
    if (label_.column == kLemma && !none) return;
    std::replace(example.labels.begin(), example.labels.end(), kNoValue, std::string_view());
  }

  std::string_view text_in_comments() const {
    constexpr std::string_view kText = "# text = ";
    std::size_t at = source_.find(kText);
    if (at != 0 && at != std::string::npos) at = source_.find("\n" + std::string(kText));
    if (at == std::string::npos) return {};
    at = source_.find(kText, at) + kText.size();
    return std::string_view(source_).substr(at, source_.find('\n', at) - at);
  }

  // Whether the text read last has lines beside comments, so ranges or empty nodes alone.
  bool has_token_lines() const {
    for (std::size_t at = 0; at < source_.size(); at = source_.find('\n', at) + 1) {
      if (source_[at] != '#') return true;
    }
    return false;
  }

  LineReader lines_;
  LabelUse labels_;
  LabelField label_;
  ConlluDocuments documents_;
  TextArena arena_;
  std::string source_;
};

OptionInfo predicted_field_option() {
  return json_option(
      kPredictedField, "upos",
      {{"title",
        "field: upos, xpos, feats, deprel, lemma, or a key of feats or misc, as feats.Case"},
       {"type", "string"},
       {"pattern", "^(upos|xpos|feats|deprel|lemma|(feats|misc)\\.[^=| \\t]+)$"}},
      "upos, xpos, feats, deprel, lemma, or a key of a field, as feats.Case; a token without the "
      "key has the label _");
}

std::vector<std::string> conllu_columns(const Json& block) {
  std::vector<std::string> names(kColumns.begin(), kColumns.end());
  names[label_field_of(block).column] = kLabelColumn;
  return names;
}

Recognition recognise_conllu(const FileSample& sample, const RecognitionHints& hints) {
  constexpr double kBest = 0.98;  // the columns of conll fit as well
  Recognition r;
  r.kind = "a treebank (CoNLL-U)";
  r.problem = "sequence";
  r.takes_label = true;
  std::size_t lines = 0, right = 0;
  std::uint64_t tokens = 0;
  std::set<std::string_view> values;
  const LabelField label = label_field(hints.label).value_or(LabelField());
  std::vector<std::string_view> labels;
  bool has_heads = false;
  for (const std::string_view line : sample.lines()) {
    if (line.empty()) {
      tokens = 0;
      labels.emplace_back();
      continue;
    }
    if (line.front() == '#') continue;
    ++lines;
    Fields fields;
    const ConlluLine kind = split_conllu(line, fields) == kNumColumns
                                ? conllu_line(fields[0], tokens)
                                : ConlluLine::kOther;
    right += kind != ConlluLine::kOther;
    if (kind != ConlluLine::kToken) continue;
    ++tokens;
    labels.push_back(label_in(fields, label));
    values.insert(labels.back());
    has_heads = has_heads || (fields[kHead] != kNoValue && fields[kRelation] != kNoValue);
  }
  if (lines == 0) return r;
  r.fit = kBest * static_cast<double>(right) / static_cast<double>(lines);
  const std::string name = hints.label.empty() ? "upos" : hints.label;
  r.block[kPredictedField] = name;
  r.block["features"] = word_extractors();
  if (!hints.label.empty() && !label_field(hints.label)) {
    static const std::vector<std::string> kLabelFields = {"upos", "xpos", "feats", "deprel",
                                                          "lemma"};
    const std::string near = did_you_mean(hints.label, kLabelFields);
    r.question = fmt::format(
        "{}: no column {}: {}", sample.name(), shown_text(hints.label),
        near.empty() ? fmt::format("--label is {}, or a key of feats or misc, as feats.Case",
                                   fmt::join(kLabelFields, ", "))
                     : near);
  }
  r.unlabeled = values == std::set<std::string_view>{kNoValue};
  if (label.may_be_missing()) values.erase(kNoValue);
  r.saw.push_back(fmt::format("The label is {}, with {}. To take another one, use --label NAME.",
                              name, counted(std::ssize(values), "different value")));
  r.saw.emplace_back("Features are made of words alone, as raw sentences have no other columns.");
  if (has_heads)
    r.saw.emplace_back("It has trees as well: --problem dependency writes configs for a parser.");
  recognise_chunks(labels, r);
  return r;
}

// The sentence as it was, with the labels in their column, and a blank line behind it. Counts the
// other labels that they replace.
std::string with_labels(const LabelField& label, std::string_view source,
                        std::span<const std::string> labels, Index& replaced) {
  std::string text;
  std::uint64_t tokens = 0;
  while (!source.empty()) {
    const std::size_t end = source.find('\n');
    const std::string_view line = source.substr(0, end);
    source.remove_prefix(end + 1);
    Fields fields;
    if (line.front() == '#' || split_conllu(line, fields) != kNumColumns ||
        conllu_line(fields[0], tokens) != ConlluLine::kToken) {
      text.append(line).push_back('\n');
      continue;
    }
    const std::string_view before = label_in(fields, label);
    replaced += before != kNoValue && before != labels[tokens];
    const std::string value = with_label(fields[label.column], label, labels[tokens++]);
    for (std::size_t c = 0; c < kNumColumns; ++c) {
      text.append(c == label.column ? std::string_view(value) : fields[c]);
      text.push_back(c + 1 == kNumColumns ? '\n' : '\t');
    }
  }
  return text += '\n';
}

std::string written_sentence(const Json& block, const RelabeledExample& example) {
  Index replaced = 0;
  return with_labels(label_field_of(block), example.record, example.labels, replaced);
}

// Whether the piece behind this one begins where it ends.
bool is_joined(const std::vector<TextPiece>& pieces, std::size_t t) {
  return t + 1 < pieces.size() && pieces[t].end == pieces[t + 1].begin;
}

// A sentence of CoNLL-U from its text.
std::string sentence_of_text(const Json&, std::string_view sentence) {
  std::string text = "# text = ";
  for (const char c : sentence) text += c == '\n' ? ' ' : c;
  text += '\n';
  const std::vector<TextPiece> words = words_in(sentence);
  for (std::size_t t = 0; t < words.size(); ++t) {
    text += fmt::format("{}\t{}\t_\t_\t_\t_\t_\t_\t_\t{}\n", t + 1, words[t].of(sentence),
                        is_joined(words, t) ? kNoSpaceAfter : kNoValue);
  }
  return text;
}

/// Writes sentences of this format as they were but for the label, others from their cells.
class ConlluWriter final : public ExampleWriter {
 public:
  ConlluWriter(const Json& block, const ContentFacts& from)
      : label_(label_field_of(block)),
        is_own_(from.format->name == "conllu"),
        labels_(block, from, "", has_key() ? "\t|" : "\t") {
    if (is_own_ && label_ != label_field_of(from.block))
      replaced_kind_ = fmt::format("cells of the column {} are replaced by labels",
                                   block.value(kPredictedField, "upos"));
    if (!is_own_)
      cells_.emplace(from, std::vector<std::string>(kColumns.begin() + 1, kColumns.end()), false);
  }

  std::string text(const ExampleContent& example, Losses& losses) override {
    if (example.length == 0) {
      losses.add("texts without a word are left out");
      return "";
    }
    std::vector<std::string> labels = labels_.of(example, losses);
    tell_labels(labels, losses);
    std::replace(labels.begin(), labels.end(), std::string(), std::string(kNoValue));
    Index replaced = 0;
    if (!is_own_) return with_labels(label_, source_of(example, losses), labels, replaced);
    std::string text = with_labels(label_, example.record, labels, replaced);
    if (!replaced_kind_.empty()) losses.add(replaced_kind_, replaced);
    return text;
  }

 private:
  bool has_key() const { return !label_.key.empty(); }

  void tell_labels(const std::vector<std::string>& labels, Losses& losses) const {
    if (has_key()) return;
    const auto nothing = std::count(labels.begin(), labels.end(), kNoValue);
    if (nothing == std::ssize(labels)) {
      losses.add("sentences in which all labels are _ are read as sentences without labels");
    } else if (label_.may_be_missing() && label_.column != kLemma) {
      losses.add("tokens whose label is _ are read as tokens without a label", nothing);
    }
  }

  // The sentence without its labels.
  std::string source_of(const ExampleContent& example, Losses& losses) {
    const std::vector<std::string>& cells = cells_->of(example, losses);
    constexpr std::size_t kWidth = kNumColumns - 1;
    std::vector<std::string> words;
    for (std::size_t at = 0; at < cells.size(); at += kWidth) words.push_back(cells[at]);
    std::string text;
    const auto pieces = words_of_text(example.text, words);
    if (!example.text.empty()) {
      text.append("# text = ").append(example.text).push_back('\n');
      std::replace(text.begin(), text.end() - 1, '\n', ' ');
    }
    for (std::size_t t = 0; t < words.size(); ++t) {
      text += std::to_string(t + 1);
      const bool has_no_space = pieces && is_joined(*pieces, t);
      for (std::size_t c = 0; c < kWidth; ++c) {
        const std::string& cell = cells[t * kWidth + c];
        const std::string_view nothing = c + 1 == kMisc && has_no_space ? kNoSpaceAfter : kNoValue;
        text.append("\t").append(cell.empty() ? nothing : std::string_view(cell));
      }
      text += '\n';
    }
    return text;
  }

  LabelField label_;
  bool is_own_;
  WrittenLabels labels_;
  std::string replaced_kind_;  // "" if it is the label of the source
  std::optional<NamedCells> cells_;
};

// Lines of a sentence that are neither tokens nor its text, and what stands beside a label in its
// column.
std::vector<std::string> beside_labels(const Json& block, std::string_view source) {
  const LabelField label = label_field_of(block);
  std::vector<std::string> kinds;
  while (!source.empty()) {
    const std::size_t end = source.find('\n');
    const std::string_view line = source.substr(0, end);
    source.remove_prefix(end + 1);
    if (line.starts_with("# text = ")) continue;
    const std::string_view id = line.substr(0, line.find('\t'));
    if (line.front() == '#') {
      kinds.emplace_back("comments are left out");
    } else if (id.find('-') != std::string_view::npos) {
      kinds.emplace_back("ranges of tokens are left out");
    } else if (id.find('.') != std::string_view::npos) {
      kinds.emplace_back("empty nodes are left out");
    } else if (Fields fields; !label.key.empty() && split_conllu(line, fields) == kNumColumns) {
      if (with_label(fields[label.column], label, std::string(kNoValue)) != kNoValue)
        kinds.push_back(fmt::format("other keys of {} are left out", kColumns[label.column]));
    }
  }
  return kinds;
}

}  // namespace

Format conllu_format() {
  Format format;
  format.name = "conllu";
  format.summary = "CoNLL-U: ten columns separated by TABs; ranges and empty nodes are no tokens";
  format.input = kChains;
  format.options = {
      predicted_field_option(),
      json_option(kConlluDocuments, "", conllu_documents_form(), kConlluDocumentsMeaning),
      features_option(ExtractorInput::kTokens), scheme_option(), unlabeled_text_option()};
  format.recognise = recognise_conllu;
  format.how_to_unlabel = "write _ in place of it";
  format.rows = RowFormat{
      .kind = RowKind::kColumns,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<ConlluReader>(block, file, labels); },
      .columns = conllu_columns,
      .knows_missing_labels = true,
      .written = written_sentence,
      .record_of_text = sentence_of_text,
      .writing = RowWriting{.options = {kPredictedField, kSchemeOption},
                            .holds_text = true,
                            .writer =
                                [](const Json& block, const ContentFacts& from) {
                                  return std::make_unique<ConlluWriter>(block, from);
                                }},
      .beside = beside_labels};
  return format;
}

}  // namespace costruct::experiments
