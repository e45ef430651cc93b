#include "costruct/report/charts/drawn_once.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace costruct::experiments {
namespace {

bool is_level(const ChartSubject& subject, const std::string& learner) {
  return std::find(subject.levels.begin(), subject.levels.end(), learner) != subject.levels.end();
}

bool is_same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool is_same_result(const ChartRow& a, const ChartRow& b) {
  return a.count == b.count && is_same_number(a.mean, b.mean) &&
         is_same_number(a.standard_error, b.standard_error);
}

}  // namespace

bool keep_one_level(const ChartSubject& subject, std::vector<ChartRow>& rows) {
  std::map<std::pair<std::string, Index>, Index> least;
  for (const ChartRow& row : rows) {
    if (!is_level(subject, row.learner)) continue;
    const auto [at, added] = least.try_emplace({row.learner, row.labeled}, row.unlabeled);
    at->second = std::min(at->second, row.unlabeled);
  }
  std::erase_if(rows, [&](const ChartRow& row) {
    const auto at = least.find({row.learner, row.labeled});
    return at != least.end() && row.unlabeled != at->second;
  });
  return !least.empty();
}

std::set<std::string> keep_one_line(const ChartSubject& subject, std::vector<ChartRow>& rows) {
  std::map<std::string, std::map<Index, std::map<Index, const ChartRow*>>>
      lines;  // by learner and panel
  for (const ChartRow& row : rows) {
    if (is_level(subject, row.learner)) lines[row.learner][row.unlabeled][row.labeled] = &row;
  }
  std::set<std::string> repeated;
  std::map<std::string, Index> first;
  for (const auto& [learner, panels] : lines) {
    const std::map<Index, const ChartRow*>& line = panels.begin()->second;
    const bool same = std::all_of(panels.begin(), panels.end(), [&](const auto& panel) {
      return std::all_of(panel.second.begin(), panel.second.end(), [&](const auto& point) {
        const auto at = line.find(point.first);
        return at != line.end() && is_same_result(*at->second, *point.second);
      });
    });
    if (panels.size() < 2 || !same) continue;
    repeated.insert(learner);
    first[learner] = panels.begin()->first;
  }
  std::erase_if(rows, [&](const ChartRow& row) {
    const auto at = first.find(row.learner);
    return at != first.end() && row.unlabeled != at->second;
  });
  return repeated;
}

}  // namespace costruct::experiments
