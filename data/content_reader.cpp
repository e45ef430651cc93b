#include "costruct/data/content_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "costruct/data/encoder.hpp"
#include "costruct/data/features/links/links.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/row_files.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

// A token extractor for each column, so that features have all cells.
Json features_of_all(const std::vector<std::string>& columns) {
  Json features = Json::array();
  for (const std::string& column : columns) {
    if (column != kLabelColumn && column != kTokenNumbers)
      features.push_back({{"extractor", "token"}, {"column", column}});
  }
  return features;
}

bool is_given(const Json& block, const char* key) {
  const auto at = block.find(key);
  return at != block.end() && !at->is_null();
}

// Whether a feature is the cell _ of a column. A word _ is no empty cell.
bool is_empty_cell(const std::string& feature) {
  return feature.ends_with("]=_") && !feature.starts_with("token[");
}

std::optional<Index> limit_of(const Json& block) {
  return is_given(block, "limit") ? std::optional(block.at("limit").get<Index>()) : std::nullopt;
}

}  // namespace

ContentReader::ContentReader(Request request)
    : request_(std::move(request)),
      filter_(request_.block),
      topic_(request_.block),
      unknown_(request_.format->rows->knows_missing_labels ? "" : unknown_mark(request_.block)),
      limit_(limit_of(request_.block)) {
  const Format& format = *request_.format;
  facts_.format = &format;
  facts_.block = request_.block;
  facts_.labels = request_.labels;
  name_columns(format.columns(request_.block), kLabelColumn);
  if (const Json renamed = request_.block.value(kLabelMap, Json()); renamed.is_object()) {
    for (const auto& [label, to] : renamed.items()) label_map_[label] = to.get<std::string>();
  }
  if (request_.features) make_features();
  within_memory([&] { look_at_all(); },
                [&] {
                  return fmt::format("{}:{}", request_.files[next_file_ - 1].string(),
                                     reader_ ? std::max<Index>(reader_->line(), 1) : 1);
                });
  rewind();
}

void ContentReader::name_columns(const std::vector<std::string>& columns,
                                 const std::string& label) {
  for (const std::string& column : columns) {
    if (column == label) label_place_ = &column - columns.data();
    if (column != label) facts_.columns.push_back(column);
  }
}

void ContentReader::make_features() {
  const Format& format = *request_.format;
  Json block = request_.block;
  const bool is_given_list = is_given(block, "features");
  takes_all_cells_ = format.has_columns() && !is_given_list;
  if (takes_all_cells_) block["features"] = features_of_all(format.columns(block));
  features_ = format.has_rows(RowKind::kTexts) && !is_given_list
                  ? make_table_features(Json::object())
                  : feature_map(format, block);
  if (features_->fitted().empty()) return;
  std::vector<std::string> made;
  bool are_all = true;
  for (const Json& item : block.value("features", Json::array())) {
    const auto name = item.at("extractor").get<std::string>();
    const bool is_made = find_extractor(name)->make_fitted || is_links(item);
    if (is_made) made.push_back(name);
    are_all = are_all && is_made;
  }
  throw ConfigError(fmt::format(
      "features of {} are made when a model is trained, and cannot be written: leave {} in --from",
      fmt::join(made, ", "),
      are_all ? "\"features\" out"
              : fmt::format("{} out of \"features\"", made.size() == 1 ? "it" : "them")));
}

void ContentReader::rewind() {
  num_read_ = 0;
  next_file_ = 0;
  open_next();
}

void ContentReader::open_next() {
  const Format& format = *request_.format;
  const std::filesystem::path& file = request_.files[next_file_++];
  reader_.reset();
  reader_ = opened_rows(format, request_.block, file, request_.labels, request_.plain_text);
}

bool ContentReader::next_in_files() {
  while (!reader_->next(raw_)) {
    if (next_file_ == request_.files.size()) return false;
    open_next();
  }
  return true;
}

std::string ContentReader::place() const {
  if (request_.files.size() == 1) return fmt::format("line {}", raw_.line);
  return fmt::format("{}:{}", request_.files[next_file_ - 1].string(), raw_.line);
}

// Reads the next example that the options of the block keep, with its labels after label_map.
bool ContentReader::next_raw() {
  while (!(limit_ && num_read_ >= *limit_) && next_in_files()) {
    if (!filter_.keeps(raw_)) continue;
    if (topic_.given()) topic_.read(raw_.labels);
    bool is_kept = true;
    for (std::string_view& label : raw_.labels) {
      const auto to = label == unknown_ ? label_map_.end() : label_map_.find(label);
      if (to != label_map_.end()) label = to->second;
      if (label == unknown_) {
        label = {};
        continue;
      }
      is_kept = is_kept && filter_.keeps_label(label);
    }
    if (!is_kept) continue;
    ++num_read_;
    return true;
  }
  return false;
}

void ContentReader::look_at_all() {
  const Format& format = *request_.format;
  std::set<std::string, std::less<>> labels;
  rewind();
  StreamedExample encoded;
  while (next_raw()) {
    ++facts_.examples;
    if (facts_.columns.empty() && raw_.header)
      name_columns(*raw_.header, format.has_rows(RowKind::kTable)
                                     ? request_.block.at(kTargetOption).get<std::string>()
                                     : "");
    if (format.input == kChains) {
      for (const std::string_view label : raw_.labels) {
        if (!label.empty() && !is_label_set(label) && !labels.contains(label))
          labels.emplace(label);
      }
    }
    if (features_ && features_->must_observe()) features_->observe(raw_);
    if (features_ && !features_->must_observe()) features_->grow(raw_, encoded);
  }
  if (facts_.examples == 0)
    throw DataError(request_.files.front().string() +
                    ": has no examples, or none that the options keep");
  const std::vector<std::string> names(labels.begin(), labels.end());
  facts_.notation = notation_of(names);
  if (features_) name_features();
}

void ContentReader::name_features() {
  try {
    features_->finish_observing();
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", request_.files.front().string(), error.what()));
  }
  for (const std::string& note : features_->notes()) tell_once("costruct: note: " + note);
  std::set<std::uint64_t> numbers;
  facts_.has_numbers = true;
  for (Index f = 0; f < features_->size(); ++f) {
    facts_.features.push_back({features_->info(f).name, 0});
    const auto number = whole_number(facts_.features.back().name);
    facts_.has_numbers = facts_.has_numbers && number && numbers.insert(*number).second;
    facts_.features.back().number = number.value_or(0);
    is_empty_cell_.push_back(takes_all_cells_ && is_empty_cell(facts_.features.back().name));
  }
  if (facts_.has_numbers) return;
  std::uint64_t next = 0;
  for (ContentFacts::Feature& feature : facts_.features) feature.number = ++next;
}

void ContentReader::fail(const std::string& what) const {
  reader_->fail_at(raw_.line, what);
  std::abort();  // is not reached, which the compiler does not see of a virtual function
}

bool ContentReader::next(ExampleContent& example) {
  if (!next_raw()) return false;
  example.line = raw_.line;
  example.number = num_read_;
  example.length = raw_.length;
  example.weight = raw_.weight;
  example.labels = raw_.labels;
  example.text = raw_.text;
  example.record = raw_.record;
  example.has_comment = raw_.has_comment;
  fill_cells(example);
  if (features_) {
    features_->grow(raw_, example.features);
    leave_out_empty_cells(example.features);
  }
  return true;
}

// The cell _ of a column is no feature.
void ContentReader::leave_out_empty_cells(StreamedExample& features) const {
  if (!takes_all_cells_) return;
  Index kept = 0, begin = 0;
  for (std::size_t part = 1; part < features.part_begin.size(); ++part) {
    const Index end = std::exchange(features.part_begin[part], 0);
    for (; begin < end; ++begin) {
      const std::int32_t feature = features.feature[static_cast<std::size_t>(begin)];
      if (!is_empty_cell_[static_cast<std::size_t>(feature)])
        features.feature[static_cast<std::size_t>(kept++)] = feature;
    }
    features.part_begin[part] = kept;
  }
  features.feature.resize(static_cast<std::size_t>(kept));
}

// Copies the fields without those of the label.
void ContentReader::fill_cells(ExampleContent& example) const {
  example.cells.clear();
  for (std::size_t at = 0; at < raw_.fields.size(); ++at) {
    if (static_cast<Index>(at) % raw_.columns != label_place_)
      example.cells.push_back(raw_.fields[at]);
  }
}

}  // namespace costruct::experiments
