// The graph of rows that links join, and features smoothed over it.
//
//   A      weights of the links: A_ij is that of the link from row i to row j
//   D      the diagonal matrix of the row sums of A + I
//   X_0    the features of the rows
//   X_t    = (1 - restart) P X_(t-1) + restart X_0,  t = 1..steps
//   P      = D^-1/2 (A + I) D^-1/2 if links have no direction, else D^-1 (A + I): each row takes
//            from the rows that it links to
//
// Without restart this is the smoothing of Wu, Souza, Zhang, Fifty, Yu & Weinberger 2019. With
// restart it is the propagation of Klicpera, Bojchevski & Günnemann 2019, applied to features.
// Labels have no influence.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/links/link_file.hpp"

namespace costruct::experiments {

/// Links that do not count, with the first of them.
struct LinksLeftOut {
  Index count = 0;
  std::string first;  ///< "links.tsv:17 (1050679)"
};

/// P for some rows, as a sparse matrix in compressed rows, and what became of the links.
struct LinkGraph {
  std::vector<Index> begin{0};   ///< row i has the entries [begin[i], begin[i + 1])
  std::vector<Index> neighbour;  ///< ascending for each row; the row itself is one of them
  std::vector<double> weight;    ///< entries of P, in the same order
  std::vector<double>
      of_link;  ///< the weight of each link, in the same order; 1 for the row itself
  /// The type of each link, in the same order; "" for the row itself. Empty if no link has a type.
  std::vector<std::string_view> type;
  Index links = 0;       ///< number of links, each once
  Index isolated = 0;    ///< number of rows without a link, in either direction
  LinksLeftOut unknown;  ///< links with an id that no row has
  LinksLeftOut self;     ///< links from a row to itself
  LinksLeftOut doubled;  ///< repetitions of a link; the largest of its weights counts

  Index size() const { return std::ssize(begin) - 1; }
  /// Whether a row has no neighbour but itself. If links have a direction, others may link to it.
  bool is_isolated(Index row) const { return begin[row + 1] - begin[row] == 1; }
};

/// Links of a file.
struct LinksOfFile {
  std::string file;  ///< its name, for LinksLeftOut::first
  const std::vector<NamedLink>* links = nullptr;
};

/// Makes the graph. The order of links has no influence on it. If links have no direction, a link
/// and its reverse are one link. Links of two types are two links. LinkGraph::type refers to texts
/// of `files`, which must outlive it.
/// @param ids       the id of each row; all are different
/// @param directed  whether links have a direction
LinkGraph link_graph(std::span<const std::string> ids, std::span<const LinksOfFile> files,
                     bool directed);

/// Features of rows, in compressed rows. The features of a row ascend, and each occurs once.
struct RowsOfFeatures {
  std::vector<Index> begin{0};  ///< row i has the entries [begin[i], begin[i + 1])
  std::vector<FittedEntry> entries;

  Index size() const { return std::ssize(begin) - 1; }
  std::span<const FittedEntry> row(Index i) const {
    return std::span(entries).subspan(static_cast<std::size_t>(begin[i]),
                                      static_cast<std::size_t>(begin[i + 1] - begin[i]));
  }
  /// Appends a row, which need not be sorted and which it changes. Adds up the values of a repeated
  /// feature in their order; drops zeros.
  void add(std::vector<FittedEntry>& row);
};

/// The options of smoothed(); see the top of this file.
struct SmoothingOptions {
  Index steps = 1;     ///< >= 1
  double restart = 0;  ///< in [0, 1]
  double least = 0;    ///< entries with a smaller absolute value are dropped after each step
};

/// X_steps. A row with LinkGraph::is_isolated() keeps its features bit for bit. Each entry is
/// summed in the order of the rows. Cost: number of links times mean number of entries in a row
/// times steps.
/// @param rows          X_0; as many as the graph has
/// @param num_features  larger than all features
RowsOfFeatures smoothed(const LinkGraph& graph, const RowsOfFeatures& rows, Index num_features,
                        const SmoothingOptions& options);

}  // namespace costruct::experiments
