#include "costruct/data/formats/written_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "costruct/core/text/utf8.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kEmptyCell = "_";  // an empty cell of CoNLL formats

// The length of the part of a feature's name that stands in front of the cell of a column, as
// "token.pos[0]=", "pos[0]=" or "pos=". For words "w[0]=" and "w=" count too, as in CRFsuite's
// tutorial. 0: the feature is another one.
std::size_t bytes_before_cell(std::string_view name, const std::string& column) {
  std::vector<std::string> spellings{name_prefix("token", column), column};
  if (column == kWordColumn) spellings.emplace_back("w");
  for (const std::string& spelling : spellings) {
    for (const char* end : {"[0]=", "="}) {
      if (name.size() > spelling.size() && name.starts_with(spelling) &&
          name.substr(spelling.size()).starts_with(end))
        return spelling.size() + std::string_view(end).size();
    }
  }
  return 0;
}

bool has_word(std::string_view text) {
  return text.find_first_not_of(' ') != std::string_view::npos && !words_in(text).empty();
}

}  // namespace

bool SchemeWatch::keeps(std::span<const std::string_view> labels, std::span<const Chunk> chunks,
                        const ChunkNotation& notation) {
  std::vector<ChunkScheme> fitting;
  for (const ChunkScheme scheme : possible_) {
    const auto coded = chunk_labels(chunks, std::ssize(labels), scheme, notation);
    if (std::equal(labels.begin(), labels.end(), coded.begin(), coded.end()))
      fitting.push_back(scheme);
  }
  if (fitting.empty()) return false;
  possible_ = std::move(fitting);
  return true;
}

WrittenLabels::WrittenLabels(const Json& block, const ContentFacts& from, std::string unknown,
                             std::string forbidden)
    : scheme_(scheme_of(block)),
      notation_(from.notation.value_or(ChunkNotation())),
      unknown_(std::move(unknown)),
      forbidden_(std::move(forbidden) + std::string("\n\r\0", 3)) {
  if (scheme_ && !from.notation)
    throw DataError("--to has a scheme, but the labels are no chunk labels such as B-NP, I-NP, O");
}

const std::vector<std::string>& WrittenLabels::of(const ExampleContent& example, Losses& losses) {
  labels_.clear();
  const auto num_unknown = std::count(example.labels.begin(), example.labels.end(), "");
  if (scheme_ && num_unknown > 0 && num_unknown < example.length)
    throw DataError(fmt::format("{} of the {} labels are not known, expected all of them or none",
                                num_unknown, example.length));
  std::vector<std::string> recoded;
  if (scheme_ && num_unknown == 0) {
    const std::vector<Chunk> chunks = chunks_of(example.labels, notation_);
    recoded = chunk_labels(chunks, example.length, *scheme_, ChunkNotation());
    if (!watch_.keeps(example.labels, chunks, notation_)) losses.add(kBrokenScheme);
  }
  for (std::size_t part = 0; part < example.labels.size(); ++part) {
    const std::string_view label = recoded.empty() ? example.labels[part] : recoded[part];
    labels_.push_back(label.empty() ? unknown_ : written(label, losses));
  }
  return labels_;
}

std::string WrittenLabels::written(std::string_view label, Losses& losses) {
  std::string text(label);
  for (char& c : text) {
    if (forbidden_.find(c) != std::string::npos) c = '_';
  }
  if (text != label)
    losses.add("characters of labels that the format cannot hold are written as _");
  if (text.find('_') != std::string::npos) {
    const auto [other, is_new] = originals_.emplace(text, label);
    if (other->second != label)
      throw DataError(
          fmt::format("the labels {} and {} would both be written as {}: rename them "
                      "with label_map in --from",
                      shown_text(other->second), shown_text(label), shown_text(text)));
  }
  if (text == unknown_)
    throw DataError(
        fmt::format("the label {} would be read as one that is not known: name another mark with "
                    "\"unknown\" in --to, or rename it with label_map in --from",
                    shown_text(label)));
  return text;
}

NamedCells::NamedCells(const ContentFacts& from, std::vector<std::string> columns, bool strict)
    : from_(from), columns_(std::move(columns)) {
  for (const std::string& column : columns_) {
    auto at = std::find(from.columns.begin(), from.columns.end(), column);
    if (at == from.columns.end() && column == kWordColumn) at = from.columns.begin();
    source_.push_back(at == from.columns.end() ? -1 : at - from.columns.begin());
  }
  std::string names;
  for (Index c = 0; c < std::ssize(from.columns); ++c) {
    const std::string& name = from.columns[static_cast<std::size_t>(c)];
    if (name == kTokenNumbers || std::find(source_.begin(), source_.end(), c) != source_.end())
      continue;
    unused_.push_back(c);
    names += (names.empty() ? "" : ", ") + name;
  }
  unused_kind_ = fmt::format("cells of the {} {} are left out",  // of tokens
                             unused_.size() == 1 ? "column" : "columns", names);
  std::vector<bool> found(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) found[c] = source_[c] >= 0;
  for (const ContentFacts::Feature& feature : from.features) {
    Place place;
    for (std::size_t c = 0; c < columns_.size() && place.prefix == 0; ++c) {
      if (source_[c] >= 0) continue;
      place.prefix = bytes_before_cell(feature.name, columns_[c]);
      if (place.prefix == 0) continue;
      place.column = static_cast<Index>(c);
      found[c] = true;
    }
    place_of_.push_back(place);
  }
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (found[c] || !(strict || columns_[c] == kWordColumn)) continue;
    throw ConfigError(fmt::format(
        "--to: format {} has no column {}{}", from.format->name, shown_name(columns_[c]),
        from.columns.empty() ? ", and no feature such as " + columns_[c] +
                                   "=VALUE: crfsuite and svmhmm hold features"
                             : ": " + one_of(from.columns)));
  }
}

std::vector<std::string>& NamedCells::of(const ExampleContent& example, Losses& losses) {
  cells_.assign(static_cast<std::size_t>(example.length) * columns_.size(), "");
  const auto width = static_cast<Index>(from_.columns.size());
  Index left_out = 0;
  if (!example.cells.empty()) {
    for (Index part = 0; part < example.length; ++part) {
      const auto cell = [&](Index c) {
        return example.cells[static_cast<std::size_t>(part * width + c)];
      };
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (source_[c] >= 0)
          cells_[static_cast<std::size_t>(part) * columns_.size() + c] = cell(source_[c]);
      }
      for (const Index c : unused_) left_out += !cell(c).empty() && cell(c) != kEmptyCell;
    }
  }
  if (!place_of_.empty()) take_features(example, losses);
  losses.add(unused_kind_, left_out);
  return cells_;
}

const std::vector<std::string>& NamedCells::without_blanks(const ExampleContent& example,
                                                           Losses& losses) {
  Index changed = 0;
  for (std::string& cell : of(example, losses)) {
    const std::string before = cell;
    std::replace_if(
        cell.begin(), cell.end(), [](char c) { return c == ' ' || c == '\t' || c == '\r'; }, '_');
    changed += cell != before;
    if (cell.empty()) cell = kEmptyCell;
  }
  losses.add("blanks within cells are written as _", changed);
  return cells_;
}

void NamedCells::take_features(const ExampleContent& example, Losses& losses) {
  Index left_out = 0;
  const StreamedExample& features = example.features;
  for (std::size_t part = 0; part < static_cast<std::size_t>(example.length); ++part) {
    for (Index e = features.part_begin[part]; e < features.part_begin[part + 1]; ++e) {
      const auto id = static_cast<std::size_t>(features.feature[static_cast<std::size_t>(e)]);
      const Place& place = place_of_[id];
      std::string* cell =
          place.column < 0
              ? nullptr
              : &cells_[part * columns_.size() + static_cast<std::size_t>(place.column)];
      if (cell == nullptr || !cell->empty() || example.value(static_cast<std::size_t>(e)) != 1) {
        ++left_out;
        continue;
      }
      *cell = from_.features[id].name.substr(place.prefix);
    }
  }
  losses.add("features that are no cell of a column are left out", left_out);
}

FeatureOrder::FeatureOrder(const ContentFacts& from) : place_of_(from.features.size()) {
  std::vector<std::size_t> order(from.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return from.features[a].number < from.features[b].number;
  });
  for (std::size_t at = 0; at < order.size(); ++at) {
    place_of_[order[at]] = at;
    renumbers_ = renumbers_ || from.features[order[at]].number != at + 1;
  }
}

TableCells::TableCells(const ContentFacts& from) : names_(from.columns) {
  if (!names_.empty()) return;
  order_.emplace(from);
  names_.resize(from.features.size());
  for (Index f = 0; f < order_->size(); ++f)
    names_[order_->place(static_cast<std::int32_t>(f))] =
        from.features[static_cast<std::size_t>(f)].name;
}

const std::vector<std::string>& TableCells::of(const ExampleContent& row) {
  if (!order_) {
    cells_.assign(row.cells.begin(), row.cells.end());
    return cells_;
  }
  cells_.assign(names_.size(), "0");
  for (std::size_t e = 0; e < row.features.feature.size(); ++e)
    cells_[order_->place(row.features.feature[e])] = fmt::format("{}", row.value(e));
  return cells_;
}

void tell_if_not_utf8(std::string_view text, Losses& losses) {
  if (first_not_utf8(text) != std::string_view::npos)
    losses.add("texts that are not UTF-8 get U+FFFD for other bytes");
}

std::optional<std::vector<TextPiece>> words_of_text(std::string_view text,
                                                    std::span<const std::string> words) {
  std::vector<TextPiece> pieces;
  std::size_t at = 0;
  for (const std::string& word : words) {
    const std::size_t begin = word.empty() ? std::string_view::npos : text.find(word, at);
    if (begin == std::string_view::npos || has_word(text.substr(at, begin - at)))
      return std::nullopt;
    at = begin + word.size();
    pieces.push_back({begin, at});
  }
  if (has_word(text.substr(at))) return std::nullopt;
  return pieces;
}

}  // namespace costruct::experiments
