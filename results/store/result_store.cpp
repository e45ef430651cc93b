#include "costruct/results/store/result_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/store/database.hpp"
#include "costruct/results/store/row_checksum.hpp"

namespace costruct::experiments {
namespace {

// SQLite's integers are signed.
std::int64_t stored(CellKey key) {
  return static_cast<std::int64_t>(key);
}
CellKey read_key(const SQLite::Column& column) {
  return static_cast<CellKey>(column.getInt64());
}

double read_number(const SQLite::Column& column) {
  return column.isNull() ? CellResult::kNone : column.getDouble();
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Binds the columns of a row one after the other, and computes their checksum.
class Row {
 public:
  explicit Row(SQLite::Statement& statement) : statement_(statement) {}
  Row& operator<<(const std::string& value) {
    checksum_.text(value);
    return bind(value);
  }
  Row& operator<<(double value) {
    checksum_.real(value);
    return bind(value);
  }
  Row& operator<<(std::int64_t value) {
    checksum_.integer(value);
    return bind(value);
  }
  // Adds a metric. Its name is part of the checksum. NaN becomes NULL and is not in the checksum.
  void add_metric(const std::string& name, double value) {
    if (!std::isnan(value)) checksum_.text(name).real(value);
    bind(value);
  }
  // Adds a column that is 1 or NULL, with the checksum of a metric.
  void add_flag(const std::string& name, bool value) {
    if (!value) return add_metric(name, CellResult::kNone);
    checksum_.text(name).integer(1);
    bind(std::int64_t{1});
  }
  // Adds a column that is a text or NULL, with the checksum of a metric.
  void add_text(const std::string& name, const std::string& value) {
    if (value.empty()) return add_metric(name, CellResult::kNone);
    checksum_.text(name).text(value);
    bind(value);
  }
  void end() { bind(checksum_.value()); }

 private:
  template <class Value>
  Row& bind(const Value& value) {
    statement_.bind(++column_, value);
    return *this;
  }
  SQLite::Statement& statement_;
  int column_ = 0;
  RowChecksum checksum_;
};

// The text of a fact column; empty stands for NULL.
std::string text_of(const CellResult& cell, const std::string& column) {
  if (column == kExtremes) return cell.extremes ? dumped(to_json(*cell.extremes)) : "";
  if (column == kLabeledSample)
    return cell.labeled_sample ? dumped(to_json(*cell.labeled_sample)) : "";
  if (column == kDecodingGaps)
    return cell.decoding_gaps ? dumped(to_json(*cell.decoding_gaps)) : "";
  const std::vector<std::string>& texts = column == kWarnings ? cell.warnings : cell.notes;
  return texts.empty() ? "" : dumped(texts);
}

// Binds the columns in the order of cell_columns() from `key` on, then the optional columns and the
// checksum.
void bind_cell(SQLite::Statement& statement, CellKey key, Phase phase, const CellResult& cell,
               const std::vector<std::string>& optional) {
  Row row(statement);
  row << stored(key) << std::string(phase == Phase::kCurve ? "curve" : "selection") << cell.learner
      << cell.labeled << cell.unlabeled << cell.repetition << dumped(cell.chosen) << cell.error
      << cell.split_hash << cell.redraws << cell.train_seconds << cell.predict_seconds
      << cell.peak_memory << cell.oracle_calls << cell.iterations << std::int64_t{cell.converged}
      << cell.stopped_because << cell.primal << cell.dual << cell.gap << cell.disagreement
      << dumped(cell.view_errors);
  for (const std::string& name : optional) {
    if (name == kGapIsEstimate) {
      row.add_flag(name, cell.gap_is_estimate);
      continue;
    }
    if (is_fact_column(name)) {
      row.add_text(name, text_of(cell, name));
      continue;
    }
    const auto metric = cell.metrics.find(name);
    row.add_metric(name, metric == cell.metrics.end() ? CellResult::kNone : metric->second);
  }
  row.end();
}

// The optional columns in which this cell has a value.
std::vector<std::string> optional_columns_of(const CellResult& cell) {
  std::vector<std::string> names;
  for (const auto& [metric, value] : cell.metrics) {
    if (!std::isnan(value)) names.push_back(metric);
  }
  if (cell.gap_is_estimate) names.emplace_back(kGapIsEstimate);
  for (const char* name : {kExtremes, kLabeledSample, kDecodingGaps, kWarnings, kNotes}) {
    if (!text_of(cell, name).empty()) names.emplace_back(name);
  }
  return names;
}

// Reads "[0.5,0.25]". This is most of the work of reading a cell, therefore it is written by hand.
// Other texts go to the JSON parser, which reports their errors.
std::vector<double> read_list(const std::string& text) {
  std::vector<double> list;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at + 1 < end && (*at == '[' || *at == ',')) {
    double number = 0;
    const auto [rest, error] = std::from_chars(at + 1, end, number);
    if (error != std::errc() || (at[1] != '-' && (at[1] < '0' || at[1] > '9'))) break;
    list.push_back(number);
    at = rest;
    if (at + 1 == end && *at == ']' && text[0] == '[') return list;
  }
  return Json::parse(text).get<std::vector<double>>();
}

// Reads a cell from the columns of cell_columns(), followed by these optional ones.
CellResult read_cell(SQLite::Statement& row, const std::vector<std::string>& optional) {
  CellResult cell;
  int column = 0;
  const auto next = [&] { return row.getColumn(column++); };
  cell.row = next().getInt64();
  column += 2;  // key, phase
  cell.learner = next().getString();
  cell.labeled = next().getInt64();
  cell.unlabeled = next().getInt64();
  cell.repetition = next().getInt64();
  if (const std::string chosen = next().getString(); chosen != "{}")
    cell.chosen = Json::parse(chosen);
  cell.error = next().getString();
  cell.split_hash = next().getString();
  cell.redraws = next().getInt64();
  cell.train_seconds = next().getDouble();
  cell.predict_seconds = next().getDouble();
  cell.peak_memory = next().getInt64();
  cell.oracle_calls = next().getInt64();
  cell.iterations = next().getInt64();
  cell.converged = next().getInt() != 0;
  cell.stopped_because = next().getString();
  for (double* number : {&cell.primal, &cell.dual, &cell.gap, &cell.disagreement})
    *number = read_number(next());
  if (const std::string errors = next().getString(); errors.size() > 2)
    cell.view_errors = read_list(errors);
  for (const std::string& name : optional) {
    const SQLite::Column value = next();
    if (value.isNull()) continue;
    if (name == kGapIsEstimate) {
      cell.gap_is_estimate = value.getInt() != 0;
    } else if (name == kExtremes) {
      const Json json = Json::parse(value.getString());
      cell.extremes = std::make_shared<const ExtremeOutputs>(extremes_from_json(json));
    } else if (name == kLabeledSample) {
      const Json json = Json::parse(value.getString());
      cell.labeled_sample = std::make_shared<const LabeledSample>(labeled_sample_from_json(json));
    } else if (name == kDecodingGaps) {
      cell.decoding_gaps = decoding_gaps_from_json(Json::parse(value.getString()));
    } else if (name == kWarnings || name == kNotes) {
      (name == kWarnings ? cell.warnings : cell.notes) =
          Json::parse(value.getString()).get<std::vector<std::string>>();
    } else {
      cell.metrics[name] = value.getDouble();
    }
  }
  return cell;
}

std::string list_hash(const std::vector<Index>& list) {
  return Split{list, {}, {}}.hash();
}

}  // namespace

CellKey cell_key(std::uint64_t identity, Index repetition) {
  char bytes[8];
  for (int i = 0; i < 8; ++i)
    bytes[i] = static_cast<char>(static_cast<std::uint64_t>(repetition) >> (8 * i));
  return hash_bytes({bytes, 8}, identity);
}

ResultStore::ResultStore(const std::filesystem::path& folder, Mode mode)
    : mode_(mode),
      file_(folder / "results.sqlite"),
      database_(std::make_unique<Database>(folder, mode)) {
  load_keys();
}

ResultStore::~ResultStore() = default;

bool ResultStore::exists(const std::filesystem::path& folder) {
  std::error_code none;
  return std::filesystem::exists(folder / "results.sqlite", none);
}

template <class Visit>
void ResultStore::scan(const std::string& sql, const Visit& visit) const {
  database_->guarded([&] {
    const Index most = database_->most_rows();
    SQLite::Statement row(database_->connection(), sql);
    for (Index count = 1; row.executeStep(); ++count) {
      if (count > most)
        throw DataError(file_.string() + ": damaged store: more rows than it has room for");
      visit(row);
    }
  });
}

void ResultStore::load_keys() {
  has_failed_.clear();
  known_splits_.clear();
  // Check each row here, before any value is used or written.
  const std::string columns =
      checked_columns(database_->optional_columns(), database_->has_checksums());
  const auto& names = cell_columns();
  const auto error =
      static_cast<int>(std::find(names.begin(), names.end(), "error") - names.begin());
  database_->guarded([&] {
    SQLite::Transaction one_state(database_->connection());
    Index rows = 0;
    scan(fmt::format("SELECT {} FROM cells", columns), [&](SQLite::Statement& cell) {
      database_->check_row(cell);
      has_failed_[read_key(cell.getColumn(1))] = cell.getColumn(error).getBytes() > 0;
      ++rows;
    });
    // Count in the index of the table; the table itself was read above. A wrong pointer can lead to
    // a page twice.
    const Index indexed =
        database_->connection().execAndGet("SELECT count(*) FROM cells").getInt64();
    if (rows != indexed || std::ssize(has_failed_) != rows)
      throw DataError(file_.string() + ": damaged store: the table cells and its index differ");
  });
  if (mode_ == Mode::kReadOnly) return;  // only put() needs the rest
  scan("SELECT hash FROM splits",
       [&](SQLite::Statement& split) { known_splits_.insert(split.getColumn(0).getString()); });
}

Index ResultStore::num_cells() const {
  const std::lock_guard lock(mutex_);
  return static_cast<Index>(has_failed_.size());
}

CellState ResultStore::state(CellKey key) const {
  const std::lock_guard lock(mutex_);
  const auto at = has_failed_.find(key);
  if (at == has_failed_.end()) return CellState::kAbsent;
  return at->second ? CellState::kFailed : CellState::kFinished;
}

std::optional<CellResult> ResultStore::find(CellKey key) const {
  const std::lock_guard lock(mutex_);
  if (!has_failed_.contains(key)) return std::nullopt;
  return database_->guarded([&]() -> std::optional<CellResult> {
    const auto& optional = database_->optional_columns();
    SQLite::Statement row(database_->connection(),
                          fmt::format("SELECT {} FROM cells WHERE key = ?",
                                      checked_columns(optional, database_->has_checksums())));
    row.bind(1, stored(key));
    const bool found = row.executeStep();
    if (found) database_->check_row(row);
    if (!found || read_key(row.getColumn(1)) != key)
      throw DataError(file_.string() + ": damaged store: the index of the table cells");
    try {
      return read_cell(row, optional);
    } catch (const Json::exception&) {
      throw DataError(fmt::format("{}: damaged store: row {} of cells", file_.string(),
                                  row.getColumn(0).getInt64()));
    }
  });
}

std::unordered_set<CellKey> ResultStore::cells_without(
    const std::vector<std::string>& metrics) const {
  const std::lock_guard lock(mutex_);
  const auto& known = database_->optional_columns();
  std::string lacks;
  for (const std::string& metric : metrics) {
    const bool is_column = std::find(known.begin(), known.end(), metric) != known.end();
    lacks += (lacks.empty() ? "" : " OR ") +
             (is_column ? quoted(metric) + " IS NULL" : std::string("1"));
  }
  std::unordered_set<CellKey> keys;
  if (lacks.empty()) return keys;
  scan(fmt::format("SELECT key FROM cells WHERE error = '' AND ({})", lacks),
       [&](SQLite::Statement& cell) { keys.insert(read_key(cell.getColumn(0))); });
  return keys;
}

std::optional<CellKey> ResultStore::key_of_row(Index row) const {
  const std::lock_guard lock(mutex_);
  return database_->guarded([&]() -> std::optional<CellKey> {
    SQLite::Statement query(database_->connection(), "SELECT key FROM cells WHERE row = ?");
    query.bind(1, row);
    if (!query.executeStep()) return std::nullopt;
    return read_key(query.getColumn(0));
  });
}

void ResultStore::put(CellKey key, Phase phase, const CellResult& result, const Split& split) {
  const std::lock_guard lock(mutex_);
  const bool new_split = !result.split_hash.empty() && !known_splits_.contains(result.split_hash);
  database_->guarded([&] {
    database_->add_columns(optional_columns_of(result));
    SQLite::Database& db = database_->connection();
    SQLite::Transaction transaction(db);
    if (new_split) {
      SQLite::Statement& list = database_->put_list_statement();
      SQLite::Statement& row = database_->put_split_statement();
      row.tryReset();  // clears the status of the last use
      row.bind(1, result.split_hash);
      int column = 2;
      for (const auto* part : {&split.labeled, &split.unlabeled, &split.holdout}) {
        const std::string hash = list_hash(*part);
        list.tryReset();
        list.bind(1, hash);
        list.bind(2, dumped(*part));
        list.exec();
        row.bind(column++, hash);
      }
      row.exec();
    }
    database_->put_statement().tryReset();
    bind_cell(database_->put_statement(), key, phase, result, database_->optional_columns());
    database_->put_statement().exec();
    transaction.commit();
  });
  has_failed_[key] = !result.error.empty();
  if (new_split) known_splits_.insert(result.split_hash);
}

std::optional<Split> ResultStore::split(const std::string& hash) const {
  const std::lock_guard lock(mutex_);
  return database_->guarded([&]() -> std::optional<Split> {
    SQLite::Statement row(
        database_->connection(),
        "SELECT l.examples, u.examples, h.examples FROM splits AS s "
        "JOIN lists AS l ON l.hash = s.labeled JOIN lists AS u ON u.hash = s.unlabeled "
        "JOIN lists AS h ON h.hash = s.holdout WHERE s.hash = ?");
    row.bind(1, hash);
    if (!row.executeStep()) return std::nullopt;
    Split split;
    try {
      int column = 0;
      for (auto* part : {&split.labeled, &split.unlabeled, &split.holdout})
        *part = Json::parse(row.getColumn(column++).getString()).get<std::vector<Index>>();
    } catch (const Json::exception&) {
      throw DataError(file_.string() + ": damaged store: split " + hash);
    }
    if (split.hash() != hash)
      throw DataError(file_.string() + ": damaged store: the lists of split " + hash +
                      " do not give its hash");
    return split;
  });
}

void ResultStore::visit_curve_cells(const std::vector<std::string>& metrics,
                                    const std::function<void(CellKey, CellResult&&)>& visit) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> wanted = metrics;
  for (const char* name : kFactColumns) wanted.emplace_back(name);
  const auto& known = database_->optional_columns();
  std::erase_if(wanted, [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) == known.end();
  });
  const std::string sql =
      fmt::format("SELECT {}{}{} FROM cells WHERE phase = 'curve'", listed(cell_columns()),
                  wanted.empty() ? "" : ", ", listed(wanted));
  scan(sql, [&](SQLite::Statement& row) {
    CellResult cell;
    try {
      cell = read_cell(row, wanted);
    } catch (const Json::exception&) {
      throw DataError(fmt::format("{}: damaged store: row {} of cells", file_.string(),
                                  row.getColumn(0).getInt64()));
    }
    visit(read_key(row.getColumn(1)), std::move(cell));
  });
}

std::string ResultStore::text(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return database_->guarded([&]() -> std::string {
    const bool checked = database_->has_checksums();
    SQLite::Statement row(
        database_->connection(),
        fmt::format("SELECT value{} FROM record WHERE name = ?", checked ? ", checksum" : ""));
    row.bind(1, name);
    if (!row.executeStep()) return "";
    const std::string value = row.getColumn(0).getString();
    if (checked &&
        (row.getColumn(1).isNull() || row.getColumn(1).getInt64() != text_checksum(name, value))) {
      throw DataError(
          fmt::format("{}: damaged store: row {} of the table record does not give its checksum",
                      file_.string(), name));
    }
    return value;
  });
}

void ResultStore::set_text(const std::string& name, const std::string& value) {
  const std::lock_guard lock(mutex_);
  database_->guarded([&] {
    SQLite::Statement row(
        database_->connection(),
        "INSERT INTO record(name, value, checksum) VALUES(?, ?, ?) ON CONFLICT(name) DO "
        "UPDATE SET value = excluded.value, checksum = excluded.checksum");
    row.bind(1, name);
    row.bind(2, value);
    row.bind(3, text_checksum(name, value));
    row.exec();
  });
}

ResultStore::Merged ResultStore::merge(const std::filesystem::path& folder) {
  Merged merged;
  const ResultStore other(folder, Mode::kReadOnly);  // checks the store
  const std::lock_guard lock(mutex_);
  database_->guarded([&] {
    SQLite::Database& db = database_->connection();
    const auto& theirs = other.database_->optional_columns();
    database_->add_columns(theirs);
    SQLite::Statement attach(db, "ATTACH ? AS other");
    attach.bind(1, other.file().string());
    attach.exec();
    SQLite::Transaction transaction(db);
    std::vector<std::string> columns(cell_columns().begin() + 1, cell_columns().end()), updates,
        differing;
    for (const std::string& name : theirs) {
      columns.push_back(name);
      if (is_fact_column(name)) continue;  // missing in an older program's row of the same result
      differing.push_back(fmt::format("o.{0} IS NOT c.{0}", quoted(name)));
    }
    for (const std::string& column : columns)
      updates.push_back(fmt::format("{0} = excluded.{0}", quoted(column)));
    updates.emplace_back("checksum = NULL");
    const auto number = [&](const std::string& sql) {
      return Index{db.execAndGet(sql).getInt64()};
    };
    const std::string both =
        "SELECT count(*) FROM other.cells AS o JOIN main.cells AS c ON c.key = o.key";
    merged.known = number(both);
    if (!differing.empty()) {
      merged.different = number(fmt::format("{} WHERE o.error = '' AND c.error = '' AND ({})", both,
                                            fmt::join(differing, " OR ")));
    }
    const Index before = number("SELECT count(*) FROM main.cells");
    db.exec(
        fmt::format("INSERT INTO main.cells({0}) SELECT {0} FROM other.cells WHERE true ORDER BY "
                    "row ON CONFLICT(key) DO "
                    "UPDATE SET {1} WHERE main.cells.error <> '' AND excluded.error = ''",
                    listed(columns), fmt::join(updates, ", ")));
    merged.added = number("SELECT count(*) FROM main.cells") - before;
    database_->add_checksums();  // the other rows were checked, but can have other metrics or none
    db.exec("INSERT OR IGNORE INTO main.lists SELECT * FROM other.lists");
    db.exec("INSERT OR IGNORE INTO main.splits SELECT * FROM other.splits");
    transaction.commit();
    db.exec("DETACH other");
  });
  load_keys();
  return merged;
}

}  // namespace costruct::experiments
