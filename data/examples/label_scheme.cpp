#include "costruct/data/examples/label_scheme.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr ChunkScheme kByPreference[] = {ChunkScheme::kIob2, ChunkScheme::kIobes,
                                         ChunkScheme::kIob1, ChunkScheme::kIoe2,
                                         ChunkScheme::kIoe1};

std::optional<ChunkScheme> scheme_named(const Json& name) {
  const std::vector<std::string> names = chunk_scheme_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<ChunkScheme>(at - names.begin());
}

std::vector<std::string> recoded(std::span<const std::string_view> labels,
                                 const ChunkNotation& from, ChunkScheme scheme,
                                 const ChunkNotation& to) {
  return chunk_labels(chunks_of(labels, from), std::ssize(labels), scheme, to);
}

}  // namespace

OptionInfo scheme_option() {
  OptionInfo info = choice_option(kSchemeOption, nullptr, chunk_scheme_names(),
                                  "scheme of chunk labels to learn in; predictions have that of "
                                  "the files; null: labels as they are");
  info.is_left_out_by_default = true;
  return info;
}

std::optional<ChunkScheme> scheme_of(const Json& block) {
  const auto at = block.find(kSchemeOption);
  return at == block.end() ? std::nullopt : scheme_named(*at);
}

std::optional<LabelScheme> LabelScheme::find(std::span<const std::string> names,
                                             std::span<const Output> labelings,
                                             ChunkScheme learned) {
  const auto notation = notation_of(names);
  if (!notation) return std::nullopt;
  std::optional<LabelScheme> best;
  std::vector<std::string_view> labels;
  for (const ChunkScheme scheme : kByPreference) {
    LabelScheme tried;
    tried.file_ = scheme;
    tried.learned_ = learned;
    tried.notation_ = *notation;
    for (std::size_t i = 0; i < labelings.size(); ++i) {
      labels.clear();
      for (const int part : labelings[i].parts)
        labels.emplace_back(names[static_cast<std::size_t>(part)]);
      const auto as_written = recoded(labels, *notation, scheme, *notation);
      if (std::equal(labels.begin(), labels.end(), as_written.begin())) continue;
      if (tried.misfits_++ == 0) tried.first_misfit_ = static_cast<Index>(i);
    }
    if (!best || tried.misfits_ < best->misfits_) best = tried;
    if (best->misfits_ == 0) break;
  }
  return best;
}

std::optional<LabelScheme> LabelScheme::from_stored(const Json& stored) {
  if (!stored.is_object()) return std::nullopt;
  const auto file = scheme_named(stored.value("file", Json()));
  const auto learned = scheme_named(stored.value("learned", Json()));
  const Json letters = stored.value("letters", Json()), apart = stored.value("separator", Json()),
             last = stored.value("tag_last", Json());
  if (!file || !learned || !letters.is_string() || !apart.is_string() || !last.is_boolean())
    return std::nullopt;
  const auto& separator = apart.get_ref<const std::string&>();
  const auto& tags = letters.get_ref<const std::string&>();
  if (separator.size() != 1 || tags.size() != 4) return std::nullopt;
  LabelScheme scheme;
  scheme.file_ = *file;
  scheme.learned_ = *learned;
  scheme.notation_ = {tags, separator[0], last.get<bool>()};
  return scheme;
}

Json LabelScheme::stored() const {
  const std::vector<std::string> names = chunk_scheme_names();
  return {{"file", names[static_cast<std::size_t>(file_)]},
          {"learned", names[static_cast<std::size_t>(learned_)]},
          {"letters", notation_.letters},
          {"separator", std::string(1, notation_.separator)},
          {"tag_last", notation_.tag_last}};
}

std::vector<std::string> LabelScheme::learned(std::span<const std::string_view> in_file) const {
  return recoded(in_file, notation_, learned_, ChunkNotation());
}

std::vector<std::string> LabelScheme::in_file(std::span<const std::string> learned) const {
  const std::vector<std::string_view> labels(learned.begin(), learned.end());
  return recoded(labels, ChunkNotation(), file_, notation_);
}

std::string LabelScheme::text() const {
  std::string text = "labels are in " + shown_scheme(file_);
  if (notation_ != ChunkNotation())
    text += " (written as " + notation_.spell('B', "X") + ", " + notation_.spell('S', "X") + ")";
  const bool is_changed = file_ != learned_ || notation_ != ChunkNotation();
  return is_changed ? text + " and are learned in " + shown_scheme(learned_) : text;
}

}  // namespace costruct::experiments
