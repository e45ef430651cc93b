#include "costruct/data/features/links/link_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

struct RowLink {
  Index from, to;
  double weight;
  std::size_t file;
  const NamedLink* named;
};

void leave_out(LinksLeftOut& out, const std::string& file, Index line, std::string_view id) {
  if (out.count++ == 0) out.first = fmt::format("{}:{} ({})", file, line, shown_text(id));
}

// Sorts links by their rows and merges equal ones: the largest weight counts. Links that stand
// more than once are counted in `doubled`, of which the first in its file is the later one.
void merge_links(std::vector<RowLink>& links, std::span<const LinksOfFile> files,
                 LinksLeftOut* doubled) {
  std::sort(links.begin(), links.end(), [](const RowLink& a, const RowLink& b) {
    return std::tie(a.from, a.to, a.named->type, a.file, a.named->line) <
           std::tie(b.from, b.to, b.named->type, b.file, b.named->line);
  });
  const RowLink* first_doubled = nullptr;
  Index count = 0;
  std::vector<RowLink> merged;
  for (const RowLink& link : links) {
    if (merged.empty() || merged.back().from != link.from || merged.back().to != link.to ||
        merged.back().named->type != link.named->type) {
      merged.push_back(link);
      continue;
    }
    merged.back().weight = std::max(merged.back().weight, link.weight);
    ++count;
    const auto place = [](const RowLink& of) { return std::tie(of.file, of.named->line); };
    if (first_doubled == nullptr || place(link) < place(*first_doubled)) first_doubled = &link;
  }
  if (doubled != nullptr && first_doubled != nullptr) {
    const RowLink& link = *first_doubled;
    doubled->count = count;
    doubled->first = fmt::format("{}:{} ({}, {})", files[link.file].file, link.named->line,
                                 shown_text(link.named->from), shown_text(link.named->to));
  }
  links = std::move(merged);
}

}  // namespace

LinkGraph link_graph(std::span<const std::string> ids, std::span<const LinksOfFile> files,
                     bool directed) {
  const Index n = std::ssize(ids);
  std::unordered_map<std::string_view, Index> row_of;  // only looked up
  for (Index i = 0; i < n; ++i) row_of.emplace(ids[static_cast<std::size_t>(i)], i);
  COSTRUCT_ASSERT(std::ssize(row_of) == n, "ids are different");
  LinkGraph graph;
  std::vector<RowLink> links;
  for (std::size_t f = 0; f < files.size(); ++f) {
    for (const NamedLink& link : *files[f].links) {
      const auto from = row_of.find(link.from), to = row_of.find(link.to);
      if (from == row_of.end() || to == row_of.end()) {
        leave_out(graph.unknown, files[f].file, link.line,
                  from == row_of.end() ? link.from : link.to);
      } else if (from == to) {
        leave_out(graph.self, files[f].file, link.line, link.from);
      } else {
        links.push_back({from->second, to->second, link.weight, f, &link});
      }
    }
  }
  merge_links(links, files, &graph.doubled);
  if (!directed) {
    for (RowLink& link : links)
      if (link.from > link.to) std::swap(link.from, link.to);
    merge_links(links, files, nullptr);
  }
  graph.links = std::ssize(links);

  struct Entry {
    Index row, neighbour;
    double weight;
    std::string_view type;
  };
  std::vector<Entry> entries;
  entries.reserve(links.size() * 2 + static_cast<std::size_t>(n));
  bool has_type = false;
  std::vector<bool> has_link(static_cast<std::size_t>(n), false);
  for (Index i = 0; i < n; ++i) entries.push_back({i, i, 1, {}});
  for (const RowLink& link : links) {
    entries.push_back({link.from, link.to, link.weight, link.named->type});
    if (!directed) entries.push_back({link.to, link.from, link.weight, link.named->type});
    has_type = has_type || !link.named->type.empty();
    has_link[link.from] = has_link[link.to] = true;
  }
  graph.isolated = std::count(has_link.begin(), has_link.end(), false);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.row, a.neighbour, a.type) < std::tie(b.row, b.neighbour, b.type);
  });
  std::vector<double> degree(static_cast<std::size_t>(n), 0.0);
  for (const Entry& entry : entries) degree[entry.row] += entry.weight;
  for (const Entry& entry : entries) {
    graph.neighbour.push_back(entry.neighbour);
    graph.of_link.push_back(entry.weight);
    if (has_type) graph.type.push_back(entry.type);
    graph.weight.push_back(directed ? entry.weight / degree[entry.row]
                                    : entry.weight / std::sqrt(degree[entry.row]) /
                                          std::sqrt(degree[entry.neighbour]));
    graph.begin.resize(static_cast<std::size_t>(entry.row) + 2, 0);
    graph.begin.back() = std::ssize(graph.neighbour);
  }
  return graph;
}

void RowsOfFeatures::add(std::vector<FittedEntry>& row) {
  std::stable_sort(row.begin(), row.end(), [](const FittedEntry& a, const FittedEntry& b) {
    return a.feature < b.feature;
  });
  for (std::size_t e = 0; e < row.size();) {
    FittedEntry sum = row[e++];
    for (; e < row.size() && row[e].feature == sum.feature; ++e) sum.value += row[e].value;
    if (sum.value != 0) entries.push_back(sum);
  }
  begin.push_back(std::ssize(entries));
}

RowsOfFeatures smoothed(const LinkGraph& graph, const RowsOfFeatures& rows, Index num_features,
                        const SmoothingOptions& options) {
  COSTRUCT_ASSERT(graph.size() == rows.size(), "a row for each node");
  std::vector<double> sum(static_cast<std::size_t>(num_features), 0.0);
  std::vector<bool> is_touched(static_cast<std::size_t>(num_features), false);
  std::vector<std::int32_t> touched;
  const auto add = [&](std::span<const FittedEntry> row, double factor) {
    for (const FittedEntry& entry : row) {
      const auto feature = static_cast<std::size_t>(entry.feature);
      if (!is_touched[feature]) touched.push_back(entry.feature);
      is_touched[feature] = true;
      sum[feature] += factor * entry.value;
    }
  };
  RowsOfFeatures now = rows;
  for (Index step = 0; step < options.steps; ++step) {
    RowsOfFeatures next;
    for (Index i = 0; i < graph.size(); ++i) {
      if (graph.is_isolated(i)) {
        const auto row = rows.row(i);
        next.entries.insert(next.entries.end(), row.begin(), row.end());
        next.begin.push_back(std::ssize(next.entries));
        continue;
      }
      for (Index e = graph.begin[i]; e < graph.begin[i + 1]; ++e)
        add(now.row(graph.neighbour[e]), (1 - options.restart) * graph.weight[e]);
      if (options.restart > 0) add(rows.row(i), options.restart);
      std::sort(touched.begin(), touched.end());
      for (const std::int32_t feature : touched) {
        double& value = sum[static_cast<std::size_t>(feature)];
        if (value != 0 && std::abs(value) >= options.least)
          next.entries.push_back({feature, value});
        value = 0;
        is_touched[static_cast<std::size_t>(feature)] = false;
      }
      touched.clear();
      next.begin.push_back(std::ssize(next.entries));
    }
    now = std::move(next);
  }
  return now;
}

}  // namespace costruct::experiments
