// Any bytes as a file of links, and as a file of ids. Beside not crashing: smoothed features are
// finite, no larger than what they are made of, and those of isolated rows stay.
#include <algorithm>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/data/features/links/link_graph.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

// The ids of the first links, so that these are links between rows.
std::vector<std::string> ids_of(const std::vector<NamedLink>& links) {
  constexpr std::size_t kMostRows = 12;
  std::vector<std::string> ids;
  for (const NamedLink& link : links) {
    for (const std::string& id : {link.from, link.to}) {
      if (ids.size() < kMostRows && std::find(ids.begin(), ids.end(), id) == ids.end())
        ids.push_back(id);
    }
  }
  ids.push_back("\n");  // of no link
  return ids;
}

void check_smoothing(const std::vector<NamedLink>& links, bool directed) {
  const std::vector<std::string> ids = ids_of(links);
  const std::vector<LinksOfFile> files = {{"links", &links}};
  const LinkGraph graph = link_graph(ids, files, directed);
  const Index n = std::ssize(ids);
  require(graph.size() == n && graph.is_isolated(n - 1) && graph.isolated >= 1);
  RowsOfFeatures rows;
  for (Index i = 0; i < n; ++i) {
    std::vector<FittedEntry> row = {{static_cast<std::int32_t>(i), 1}};
    rows.add(row);
  }
  const RowsOfFeatures smooth = smoothed(graph, rows, n, {3, .25, 0});
  for (Index i = 0; i < n; ++i) {
    for (const FittedEntry& entry : smooth.row(i))
      require(std::isfinite(entry.value) && entry.value >= 0 && entry.value <= 1 + 1e-12);
  }
  require(smooth.row(n - 1).size() == 1 && smooth.row(n - 1)[0].value == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzFile file({reinterpret_cast<const char*>(data), size});
  try {
    for (const std::string& id : read_row_ids(file.path())) require(!id.empty());
  } catch (const DataError&) {
  }
  try {
    const std::vector<NamedLink> links = read_links(file.path());
    require(!links.empty());
    for (const NamedLink& link : links)
      require(!link.from.empty() && !link.to.empty() && link.weight > 0);
    check_smoothing(links, false);
    check_smoothing(links, true);
  } catch (const DataError&) {
  }
  return 0;
}
