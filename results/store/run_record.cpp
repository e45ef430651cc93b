#include "costruct/results/store/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/store/no_run_error.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kName = "run";
// A forged record must not allocate memory for more cells than a store can have.
constexpr double kMostRecordedCells = 1e8;
// The same for lines without a choice: their failed cells are counted without being in a store.
constexpr double kMostWithoutChoice = 1e6;

double recorded_number(const Json& json, const char* key) {
  return json.at(key).is_null() ? CellResult::kNone
                                : json.at(key).get<double>();  // NaN is written as null
}

Json to_json(const SelectionRow& row) {
  return {{"learner", row.learner},       {"labeled", row.labeled}, {"unlabeled", row.unlabeled},
          {"parameters", row.parameters}, {"metric", row.metric},   {"mean", row.mean},
          {"error", row.standard_error},  {"count", row.count},     {"chosen", row.chosen}};
}

SelectionRow selection_row(const Json& json) {
  SelectionRow row;
  row.learner = json.at("learner").get<std::string>();
  row.labeled = json.at("labeled").get<Index>();
  row.unlabeled = json.at("unlabeled").get<Index>();
  row.parameters = json.at("parameters");
  row.metric = json.at("metric").get<std::string>();
  row.mean = recorded_number(json, "mean");
  row.standard_error = recorded_number(json, "error");
  row.count = json.at("count").get<Index>();
  row.chosen = json.at("chosen").get<bool>();
  return row;
}

Json to_json(const CurveLine& line) {
  Json json = {{"learner", line.learner}, {"labeled", line.labeled}, {"unlabeled", line.unlabeled}};
  json["identity"] = line.identity ? Json(*line.identity) : Json(nullptr);
  json["chosen"] = line.chosen;
  json["reason"] = line.reason;
  return json;
}

CurveLine curve_line(const Json& json) {
  CurveLine line;
  line.learner = json.at("learner").get<std::string>();
  line.labeled = json.at("labeled").get<Index>();
  line.unlabeled = json.at("unlabeled").get<Index>();
  if (!json.at("identity").is_null()) line.identity = json.at("identity").get<std::uint64_t>();
  line.chosen = json.at("chosen");
  line.reason = json.at("reason").get<std::string>();
  return line;
}

RunRecord record_from(const Json& json) {
  RunRecord record;
  RunResults& results = record.results;
  results.name = json.at("name").get<std::string>();
  results.source = json.at("source").get<std::string>();
  results.learners = json.at("learners").get<std::vector<std::string>>();
  results.metrics = json.at("metrics").get<std::vector<std::string>>();
  results.tests = json.at("tests").get<std::vector<std::string>>();
  results.supervised =
      json.value("supervised", std::vector<std::string>());  // older stores have none of these
  results.without_unlabeled = json.value("without_unlabeled", std::vector<std::string>());
  results.pool = json.value("pool", Index{0});
  results.holdout = json.value("holdout", Index{0});
  results.claims = json.at("claims");
  results.config = json.at("config");
  results.provenance = json.at("provenance");
  for (const Json& row : json.at("selection")) results.selection.push_back(selection_row(row));
  for (const Json& line : json.at("lines")) record.lines.push_back(curve_line(line));
  record.repetitions = json.at("repetitions").get<Index>();
  record.selected = json.at("selected").get<bool>();
  record.selection = json.at("selection_cells").get<std::vector<std::uint64_t>>();
  record.selection_repetitions = json.at("selection_repetitions").get<Index>();
  return record;
}

// Whether all names are visible, as those of every config are: charts and tables show them.
bool have_visible_names(const RunResults& results) {
  return std::all_of(results.learners.begin(), results.learners.end(), is_visible) &&
         std::all_of(results.metrics.begin(), results.metrics.end(), is_visible);
}

}  // namespace

void save_record(ResultStore& store, const RunRecord& record) {
  const RunResults& results = record.results;
  Json json = {{"name", results.name},
               {"source", results.source},
               {"learners", results.learners},
               {"metrics", results.metrics},
               {"tests", results.tests},
               {"supervised", results.supervised},
               {"without_unlabeled", results.without_unlabeled},
               {"pool", results.pool},
               {"holdout", results.holdout},
               {"claims", results.claims},
               {"config", results.config},
               {"provenance", results.provenance},
               {"selection", Json::array()},
               {"lines", Json::array()},
               {"repetitions", record.repetitions},
               {"selected", record.selected},
               {"selection_cells", record.selection},
               {"selection_repetitions", record.selection_repetitions}};
  for (const SelectionRow& row : results.selection) json["selection"].push_back(to_json(row));
  for (const CurveLine& line : record.lines) json["lines"].push_back(to_json(line));
  store.set_text(kName, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool has_record(const ResultStore& store) {
  return !store.text(kName).empty();
}

RunRecord read_record(const ResultStore& store) {
  const std::string text = store.text(kName);
  if (text.empty()) throw NoRunError(store.file());
  try {
    RunRecord record = record_from(Json::parse(text));
    const auto repetitions = static_cast<double>(record.repetitions);
    const double tried = static_cast<double>(record.selection.size()) *
                         static_cast<double>(record.selection_repetitions);
    const auto open = std::count_if(record.lines.begin(), record.lines.end(),
                                    [](const CurveLine& line) { return !line.identity; });
    if (repetitions < 0 ||
        static_cast<double>(record.lines.size()) * repetitions > kMostRecordedCells ||
        tried > kMostRecordedCells ||
        static_cast<double>(open) * repetitions > kMostWithoutChoice ||
        !have_visible_names(record.results)) {
      throw DataError("");
    }
    return record;
  } catch (const std::exception&) {  // no JSON, other JSON, numbers out of range
    throw DataError(store.file().string() +
                    ": damaged store: the record of the run cannot be read");
  }
}

bool same_cells(const RunRecord& a, const RunRecord& b) {
  return std::equal(a.lines.begin(), a.lines.end(), b.lines.begin(), b.lines.end(),
                    [](const CurveLine& x, const CurveLine& y) {
                      return x.learner == y.learner && x.labeled == y.labeled &&
                             x.unlabeled == y.unlabeled &&
                             (!x.identity || !y.identity || *x.identity == *y.identity);
                    }) &&
         a.selection == b.selection;
}

Index missing_selection(const RunRecord& record, const ResultStore& store) {
  Index missing = 0;
  for (const std::uint64_t identity : record.selection) {
    for (Index r = 0; r < record.selection_repetitions; ++r)
      missing += store.state(cell_key(identity, r)) == CellState::kAbsent;
  }
  return missing;
}

RunResults with_cells(const RunRecord& record, const ResultStore& store) {
  RunResults results = record.results;
  // The given cells line by line, then the line of each key. Lines that differ only in their name
  // share keys.
  std::vector<std::pair<CellKey, std::size_t>> places;
  std::vector<bool> found;
  const Index planned = static_cast<Index>(record.lines.size()) * record.repetitions;
  results.planned = planned;
  results.cells.reserve(static_cast<std::size_t>(std::min(planned, store.num_cells())));
  for (const CurveLine& line : record.lines) {
    for (Index repetition = 0; repetition < record.repetitions; ++repetition) {
      const CellKey key = line.identity ? cell_key(*line.identity, repetition) : 0;
      if (line.identity ? store.state(key) == CellState::kAbsent : !record.selected) continue;
      CellResult cell;
      cell.learner = line.learner;
      cell.labeled = line.labeled;
      cell.unlabeled = line.unlabeled;
      cell.repetition = repetition;
      cell.chosen = line.chosen;
      if (line.identity) {
        places.emplace_back(key, results.cells.size());
      } else {
        cell.error = line.reason;
      }
      found.push_back(!line.identity);
      results.cells.push_back(std::move(cell));
    }
  }
  std::sort(places.begin(), places.end());
  store.visit_curve_cells(results.metrics, [&](CellKey key, CellResult&& cell) {
    auto at = std::lower_bound(places.begin(), places.end(), std::pair(key, std::size_t{0}));
    while (at != places.end() && at->first == key) {
      CellResult& place = results.cells[at->second];
      found[at->second] = true;
      ++at;
      const bool last = at == places.end() || at->first != key;
      CellResult full = last ? std::move(cell) : cell;
      full.learner = std::move(place.learner);
      full.labeled = place.labeled;
      full.unlabeled = place.unlabeled;
      full.repetition = place.repetition;
      full.chosen = std::move(place.chosen);
      place = std::move(full);
    }
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < results.cells.size(); ++i) {
    if (found[i] && kept++ != i) results.cells[kept - 1] = std::move(results.cells[i]);
  }
  results.cells.resize(kept);
  return results;
}

RunResults load_run(const std::filesystem::path& folder) {
  const ResultStore store(folder, ResultStore::Mode::kReadOnly);
  return with_cells(read_record(store), store);
}

}  // namespace costruct::experiments
