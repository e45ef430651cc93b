#include "costruct/experiments/training/evaluation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/table.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kWidth = 100;              // of tables, as in the tables of runs
constexpr std::size_t kMostKinds = 60;     // rows in a table of labels
constexpr std::size_t kMostConfused = 20;  // labels in a confusion matrix
constexpr std::size_t kLongestName = 40;   // of a label in a table
constexpr Index kMostParts = 10;           // wrong parts shown of one of the worst examples
constexpr Index kShortOutput = 30;         // outputs up to this width stand side by side

std::string share(double value) {
  return fmt::format("{:.4f}", value);
}

std::string name_of_kind(const std::string& name) {
  return name.empty() ? "(no type)" : visible_line(name, kLongestName);
}

// "label" -> "labels"
std::string plural(const CountTable& table) {
  return table.counted + "s";
}

/// The values of a metric: of the joint prediction, its interval, and of each view.
std::vector<std::pair<std::string, double>> values_of(const Evaluation& evaluation,
                                                      const std::string& metric) {
  const Json& report = evaluation.report;
  std::vector<std::pair<std::string, double>> values;
  const auto add = [&](const std::string& name, const Json& from) {
    if (from.contains(metric)) values.emplace_back(name, from.at(metric).get<double>());
  };
  add("value", report.at("metrics"));
  if (const Json intervals = report.value("intervals", Json::object());
      intervals.contains(metric)) {
    values.emplace_back("low", intervals.at(metric).at(0).get<double>());
    values.emplace_back("high", intervals.at(metric).at(1).get<double>());
  }
  const Json views = report.value("views", Json::array());
  for (std::size_t v = 0; v < views.size(); ++v)
    add(fmt::format("view {}", v + 1), views[v].at("metrics"));
  return values;
}

std::string metric_lines(const Evaluation& evaluation) {
  std::string text;
  const Json intervals = evaluation.report.value("intervals", Json::object());
  for (const auto& [name, value] : evaluation.report.at("metrics").items()) {
    text += fmt::format("{}\t{}", name, value.get<double>());
    if (const auto found = intervals.find(name); found != intervals.end())
      text += fmt::format("\t{}\t{}", found->at(0).get<double>(), found->at(1).get<double>());
    text += "\n";
  }
  if (const auto known = evaluation.report.find("known"); known != evaluation.report.end())
    text += fmt::format("known_agreement\t{}\n", known->at("agreement").get<double>());
  return text;
}

std::string metrics_table(const Evaluation& evaluation) {
  // All examples are known in part.
  if (evaluation.metrics.empty()) return "";
  std::vector<std::string> names;  // of columns
  for (const std::string& metric : evaluation.metrics) {
    for (const auto& [name, value] : values_of(evaluation, metric)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  Table table{{text_column("metric")}};
  for (const std::string& name : names) table.columns.emplace_back(name);
  for (const std::string& metric : evaluation.metrics) {
    const auto values = values_of(evaluation, metric);
    if (values.empty()) continue;  // a loss that no example has
    const char* format = find_metric(evaluation.problem, metric)->format();
    TableRow row{metric};
    for (const std::string& name : names) {
      const auto at = std::find_if(values.begin(), values.end(),
                                   [&](const auto& value) { return value.first == name; });
      row.emplace_back(at == values.end() ? "" : fmt::format(fmt::runtime(format), at->second));
    }
    table.add(std::move(row));
  }
  return terminal_text(table, kWidth);
}

// "300 examples, 4513 tokens", and what columns and values of views are.
std::string size_line(const Evaluation& evaluation) {
  const Json& report = evaluation.report;
  std::string text = counted(report.at("examples").get<Index>(), "example");
  if (report.contains("tokens")) text += ", " + counted(report["tokens"].get<Index>(), "token");
  if (const auto known = report.find("known"); known != report.end())
    text += fmt::format("; {} known in part: {:.1f} % of {} agree",
                        counted(known->at("examples").get<Index>(), "other", "others"),
                        100 * known->at("agreement").get<double>(),
                        counted(known->at("facts").get<Index>(), "fact"));
  if (report.contains("disagreement"))
    text +=
        fmt::format("; disagreement of the views: {:.4f}", report["disagreement"].get<double>());
  if (report.contains("resamples"))
    text += fmt::format("; low to high: 95 % interval by {} draws of test examples",
                        report["resamples"].get<Index>());
  return text + "\n";
}

// The numbers of the `most` largest counts, ascending. On a tie the first one counts as larger.
std::set<std::size_t> most_frequent(const std::vector<Index>& counts, std::size_t most) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  order.resize(std::min(order.size(), most));
  return {order.begin(), order.end()};
}

// "the 60 most frequent of 1213 labels"
std::string most_of(std::size_t shown, std::size_t all, const std::string& nouns) {
  return fmt::format("the {} most frequent of {} {}", shown, all, nouns);
}

std::string count_table(const CountTable& counts) {
  Table table{{text_column(counts.counted), "precision", "recall", "F1", "predicted", "support"}};
  std::vector<Index> truth;
  Index support = 0, predicted = 0;
  std::string left_out;
  for (const KindCounts& kind : counts.kinds) {
    truth.push_back(kind.truth);
    if (!kind.averaged) left_out = name_of_kind(kind.name);
    support += kind.averaged ? kind.truth : 0;
    predicted += kind.averaged ? kind.predicted : 0;
  }
  const std::set<std::size_t> shown = most_frequent(truth, kMostKinds);
  for (const std::size_t k : shown) {
    const KindCounts& kind = counts.kinds[k];
    table.add({name_of_kind(kind.name), share(kind.precision()), share(kind.recall()),
               share(kind.f1()), kind.predicted, kind.truth});
  }
  const auto add_average = [&](const char* name, const Averages& mean) {
    table.add(
        {name, share(mean.precision), share(mean.recall), share(mean.f1), predicted, support});
  };
  if (has_averages(counts)) {
    add_average("micro average", micro_average(counts));
    add_average("macro average", macro_average(counts));
  }
  std::string text;
  if (shown.size() < counts.kinds.size())
    text = most_of(shown.size(), counts.kinds.size(), plural(counts)) +
           "; the averages are over all of them\n";
  if (!left_out.empty() && has_averages(counts))
    text += "the averages leave out the label " + left_out + "\n";
  return text + terminal_text(table, kWidth);
}

/// Counts by true and by predicted label; labels beyond the most frequent ones are one.
class ConfusionMatrix {
 public:
  explicit ConfusionMatrix(const Evaluation& evaluation) : labels_(evaluation.labels) {
    std::vector<Index> truth(labels_.size());
    std::set<int> present;
    for (const auto& [pair, count] : evaluation.confusion) {
      truth[static_cast<std::size_t>(pair.first)] += count;
      present.insert({pair.first, pair.second});
    }
    present_ = present.size();
    const std::set<std::size_t> frequent = most_frequent(truth, kMostConfused);
    for (const auto& [pair, count] : evaluation.confusion) {
      const auto shown = [&](int label) {
        const bool all = present_ <= kMostConfused;
        return all || frequent.contains(static_cast<std::size_t>(label)) ? label : other();
      };
      const int y = shown(pair.first), y_hat = shown(pair.second);
      counts_[{y, y_hat}] += count;
      rows_.insert(y);
      columns_.insert(y_hat);
    }
  }

  std::string text() const {
    Table table{{text_column("expected")}};
    for (const int label : columns_) table.columns.emplace_back(name(label));
    for (const int y : rows_) {
      TableRow row{name(y)};
      for (const int y_hat : columns_) {
        const auto at = counts_.find({y, y_hat});
        row.emplace_back(at == counts_.end() ? Index{0} : at->second);
      }
      table.add(std::move(row));
    }
    std::string title = "confusion matrix: a column for each predicted label";
    if (present_ > kMostConfused)
      title += "; " + most_of(kMostConfused, present_, "labels") + ", the rest as (other)";
    return title + "\n" + terminal_text(table, kWidth);
  }

 private:
  int other() const { return static_cast<int>(labels_.size()); }  // comes last
  std::string name(int label) const {
    return label == other() ? "(other)" : name_of_kind(labels_[static_cast<std::size_t>(label)]);
  }

  const std::vector<std::string>& labels_;
  std::size_t present_ = 0;
  std::map<std::pair<int, int>, Index> counts_;
  std::set<int> rows_, columns_;
};

std::vector<std::string> shown_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(visible_line(text.substr(0, end), kLongestText));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The worst examples. An output of several lines (labels of a chain) is shown by its wrong lines;
/// long outputs stand below each other.
class WorstTable {
 public:
  WorstTable(const Evaluation& evaluation)
      : numbers_(find_problem(evaluation.problem)->predicts_numbers) {
    for (const ScoredOutput& each : evaluation.worst) {
      Shown shown{visible_line(each.place, kLongestText), fmt::format("{:.6g}", each.loss),
                  shown_lines(each.truth), shown_lines(each.predicted)};
      if (numbers_) {
        shown.truth = {fmt::format("{:.6g}", std::stod(each.truth))};
        shown.predicted = {fmt::format("{:.6g}", std::stod(each.predicted))};
      }
      parts_ |= shown.truth.size() > 1 || shown.predicted.size() > 1;
      for (const auto* lines : {&shown.truth, &shown.predicted}) {
        for (const std::string& line : *lines) widest_ = std::max(widest_, text_width(line));
      }
      rows_.push_back(std::move(shown));
    }
  }

  std::string text() const { return widest_ > kShortOutput ? below() : beside(); }

 private:
  struct Shown {
    std::string place, loss;
    std::vector<std::string> truth, predicted;
  };

  std::string beside() const {
    Table table{{text_column("place"), "loss"}};
    if (parts_) table.columns.emplace_back("part");
    for (const char* name : {"expected", "predicted"})
      table.columns.push_back(numbers_ ? TableColumn(name) : text_column(name));
    for (const Shown& each : rows_) {
      Index wrong = 0;
      const auto add = [&](const TableCell& part, const std::string& y, const std::string& y_hat) {
        TableRow row{wrong == 1 ? each.place : "", wrong == 1 ? each.loss : ""};
        if (parts_) row.push_back(part);
        row.emplace_back(y);
        row.emplace_back(y_hat);
        table.add(std::move(row));
      };
      for (std::size_t t = 0; t < std::max(each.truth.size(), each.predicted.size()); ++t) {
        const std::string y = t < each.truth.size() ? each.truth[t] : "",
                          y_hat = t < each.predicted.size() ? each.predicted[t] : "";
        if (parts_ && y == y_hat) continue;
        if (++wrong <= kMostParts) add(t + 1, y, y_hat);
      }
      if (wrong > kMostParts) add("", fmt::format("and {} more", wrong - kMostParts), "");
    }
    return terminal_text(table, kWidth);
  }

  std::string below() const {
    Table table{{text_column("place"), "loss", text_column("output"), text_column("")}};
    for (const Shown& each : rows_) {
      const auto add = [&](const std::string& place, const std::string& loss, const char* which,
                           const std::vector<std::string>& output) {
        std::string text;
        const Index left = kWidth - text_width(each.place) - text_width(each.loss) - 15;
        for (const std::string& line : output) {
          for (const std::string& part : wrapped(line, std::max(kShortOutput, left)))
            text += (text.empty() ? "" : "\n") + part;
        }
        table.add({place, loss, which, text});
      };
      add(each.place, each.loss, "expected", each.truth);
      add("", "", "predicted", each.predicted);
    }
    return terminal_text(table);
  }

  bool numbers_;
  bool parts_ = false;  // whether an output has several lines
  Index widest_ = 0;
  std::vector<Shown> rows_;
};

std::string worst_text(const Evaluation& evaluation, Index wanted) {
  if (wanted == 0) return "";
  const Index found = std::ssize(evaluation.worst);
  if (found == 0) return "\nno example has a loss\n";
  const std::string title = found < wanted ? "all examples with a loss" : "the largest losses";
  return "\n" + title + "\n" + WorstTable(evaluation).text();
}

std::string tables_text(const Evaluation& evaluation) {
  std::string text = size_line(evaluation) + "\n" + metrics_table(evaluation);
  for (const CountTable& counts : evaluation.counts) text += "\n" + count_table(counts);
  if (!evaluation.confusion.empty()) text += "\n" + ConfusionMatrix(evaluation).text();
  return text;
}

// The values of a kind or an average, with the names that JSON and CSV give them.
using NamedValues = std::vector<std::pair<const char*, double>>;

NamedValues values_of(const Averages& mean) {
  return {{"precision", mean.precision}, {"recall", mean.recall}, {"f1", mean.f1}};
}

std::array<std::pair<const char*, Index>, 3> counts_of(const KindCounts& kind) {
  return {{{"predicted", kind.predicted}, {"support", kind.truth}, {"correct", kind.correct}}};
}

std::vector<std::pair<const char*, Averages>> averages_of(const CountTable& counts) {
  if (!has_averages(counts)) return {};
  return {{"micro", micro_average(counts)}, {"macro", macro_average(counts)}};
}

// The text that `predict` writes for the output, without the last line break.
std::string one_text(const std::string& output) {
  return output.substr(0, output.find_last_not_of('\n') + 1);
}

Json json_of(const Evaluation& evaluation, Index wanted) {
  Json json = evaluation.report;
  for (const CountTable& counts : evaluation.counts) {
    Json& table = json[plural(counts)] = Json::object();
    for (const auto& [name, mean] : averages_of(counts)) {
      for (const auto& [key, value] : values_of(mean)) table[name][key] = value;
    }
    for (const KindCounts& kind : counts.kinds) {
      Json row = {{counts.counted, kind.name}, {"averaged", kind.averaged}};
      for (const auto& [key, value] : values_of({kind.precision(), kind.recall(), kind.f1()}))
        row[key] = value;
      for (const auto& [key, count] : counts_of(kind)) row[key] = count;
      table["each"].push_back(std::move(row));
    }
  }
  for (const auto& [pair, count] : evaluation.confusion)
    json["confusion"].push_back({{"expected", evaluation.labels[pair.first]},
                                 {"predicted", evaluation.labels[pair.second]},
                                 {"count", count}});
  if (wanted > 0) json["worst"] = Json::array();
  for (const ScoredOutput& each : evaluation.worst)
    json["worst"].push_back({{"place", each.place},
                             {"loss", each.loss},
                             {"expected", one_text(each.truth)},
                             {"predicted", one_text(each.predicted)}});
  return json;
}

std::string csv_of(const Evaluation& evaluation) {
  std::string text = csv_line({"table", "row", "column", "value"});
  const auto add = [&](const std::string& table, const std::string& row, const std::string& column,
                       const TableCell& value) {
    text += csv_line({table, row, column, value});
  };
  for (const char* key : {"examples", "tokens", "disagreement"}) {
    if (const auto at = evaluation.report.find(key); at != evaluation.report.end())
      add("data", "all", key,
          at->is_number_float() ? TableCell(at->get<double>()) : TableCell(at->get<Index>()));
  }
  if (const auto known = evaluation.report.find("known"); known != evaluation.report.end()) {
    for (const char* key : {"examples", "facts"})
      add("known", "all", key, TableCell(known->at(key).get<Index>()));
    add("known", "all", "agreement", TableCell(known->at("agreement").get<double>()));
  }
  for (const std::string& metric : evaluation.metrics) {
    for (const auto& [name, value] : values_of(evaluation, metric))
      add("metrics", metric, name, value);
  }
  for (const CountTable& counts : evaluation.counts) {
    for (const KindCounts& kind : counts.kinds) {
      for (const auto& [key, value] : values_of({kind.precision(), kind.recall(), kind.f1()}))
        add(plural(counts), kind.name, key, value);
      for (const auto& [key, count] : counts_of(kind)) add(plural(counts), kind.name, key, count);
    }
    for (const auto& [name, mean] : averages_of(counts)) {
      for (const auto& [key, value] : values_of(mean))
        add("averages of " + plural(counts), name, key, value);
    }
  }
  for (const auto& [pair, count] : evaluation.confusion)
    add("confusion", evaluation.labels[pair.first], evaluation.labels[pair.second], count);
  for (const ScoredOutput& each : evaluation.worst) {
    add("worst", each.place, "loss", each.loss);
    add("worst", each.place, "expected", one_text(each.truth));
    add("worst", each.place, "predicted", one_text(each.predicted));
  }
  return text;
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation, EvaluationFormat format, Index wanted) {
  switch (format) {
    case EvaluationFormat::kLines:
      return metric_lines(evaluation) + worst_text(evaluation, wanted);
    case EvaluationFormat::kTable:
      return tables_text(evaluation) + worst_text(evaluation, wanted);
    case EvaluationFormat::kJson:
      return json_of(evaluation, wanted).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    case EvaluationFormat::kCsv:
      return csv_of(evaluation);
  }
  return "";
}

}  // namespace costruct::experiments
