// Classification with taxonomies as a structured problem: the classes are nodes of a tree or
// lattice.
//
//   Phi(x, y) = Lambda(y) (x) psi(x),   Lambda_z(y) = 1 for z = y and for every z above y, else 0
//                                              Altun 2006, section 1.2.1, with beta(y, z) = 1
//   weights: feature j, node z at j * Z + z; views follow each other
//   output:  one part, the label
//   losses:  zero_one; tree: 0 for the true label, else the height of the first common ancestor
//                                              Altun 2006, section 1.6.1
//
// Nodes: Z counts the K labels and all nodes above one of them. Weights of other nodes would change
// nothing. Label k is node k; the others follow in the order in which the pairs [node, parent] name
// them. A root that the pairs name is an ordinary node. Several roots are joined by a root above
// them, which is not a node and has no weights.
//
// Heights: the height of a node is the number of edges of the longest path down in the given
// taxonomy. A node counts as above itself. So the loss between a class and one below it is the
// height of the upper class. In a lattice, the first common ancestor is one of the smallest height.
// The loss of a wrong label is at least 1.
//
// Decoding scores the Z nodes, then sums those of each label. So all losses have exact decoders
// (label_problem.hpp). With `features` "flat", Lambda(y) is the indicator of y alone, as in the
// problem multiclass.
#include "costruct/problems/taxonomy.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/text/utf8.hpp"
#include "costruct/problems/label_metrics.hpp"
#include "costruct/problems/label_problem.hpp"
#include "costruct/problems/multiclass.hpp"
#include "costruct/problems/part_scores.hpp"
#include "costruct/problems/taxonomy_nodes.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace {

enum class TaxonomyFeatures { kTaxonomy, kFlat };
enum class TaxonomyLoss { kZeroOne, kTree };

struct TaxonomyOptions {
  TaxonomyLoss loss = TaxonomyLoss::kZeroOne;
  TaxonomyFeatures features = TaxonomyFeatures::kTaxonomy;
  Json taxonomy = nullptr;
};

// The names in a list that is known to consist of pairs.
std::vector<NodePair> pairs_of(const Json& taxonomy) {
  std::vector<NodePair> pairs;
  for (const Json& pair : taxonomy) {
    pairs.emplace_back(pair[0].get_ref<const std::string&>(),
                       pair[1].get_ref<const std::string&>());
  }
  return pairs;
}

std::optional<std::string> wrong_taxonomy(const Json& value) {
  try {
    Taxonomy{pairs_of(value)};
  } catch (const WrongPair& wrong) {
    return "must be a taxonomy; pair " + std::to_string(wrong.pair + 1) + ": " + wrong.what();
  }
  return std::nullopt;
}

OptionDeclaration<TaxonomyOptions> taxonomy_options() {
  OptionDeclaration<TaxonomyOptions> options;
  options.choice("loss", &TaxonomyOptions::loss, {"zero_one", "tree"},
                 "loss of a wrong label; tree: the height of the first common ancestor");
  options.choice("features", &TaxonomyOptions::features, {"taxonomy", "flat"},
                 "taxonomy: weights of all nodes above a label count for it; flat: its own alone");
  const Json node = text_form();
  options.json(
      "taxonomy", &TaxonomyOptions::taxonomy,
      or_null(list_form("list of [node, parent] pairs of names",
                        tuple_form("pair [node, parent] of names", {node, node}), {.at_least = 1})),
      "the labels and what is above them; null: nothing is", wrong_taxonomy);
  return options;
}

class TreeLoss final : public LabelLoss {
 public:
  explicit TreeLoss(std::shared_ptr<const LabelNodes> nodes) : nodes_(std::move(nodes)) {}

  double between(int y, int y_hat) const override {
    if (y == y_hat) return 0;
    const auto above_y = nodes_->of(y), above_y_hat = nodes_->of(y_hat);
    double lowest = nodes_->height_of_all;
    for (std::size_t i = 0, j = 0; i < above_y.size() && j < above_y_hat.size();) {
      const int a = above_y[i], b = above_y_hat[j];
      if (a == b) lowest = std::min(lowest, nodes_->height[a]);
      i += a <= b;
      j += b <= a;
    }
    return lowest;
  }

  void from(int y, VectorRef losses) const override {
    thread_local std::vector<char> is_above;  // all zero between calls
    is_above.resize(std::max<std::size_t>(is_above.size(), nodes_->count), 0);
    for (const int node : nodes_->of(y)) is_above[node] = 1;
    for (int k = 0; k < static_cast<int>(losses.size()); ++k) {
      double lowest = nodes_->height_of_all;
      for (const int node : nodes_->of(k)) {
        if (is_above[node]) lowest = std::min(lowest, nodes_->height[node]);
      }
      losses[k] = lowest;
    }
    losses[y] = 0;
    for (const int node : nodes_->of(y)) is_above[node] = 0;
  }

 private:
  std::shared_ptr<const LabelNodes> nodes_;
};

// Sums over labels. The weight of label k and feature j is the sum of w[j * Z + z] over the nodes z
// of k.
class TaxonomyExpectations final : public ExpectedFeatures {
 public:
  TaxonomyExpectations(std::shared_ptr<const LabelNodes> nodes,
                       std::unique_ptr<ExpectedFeatures> of_labels)
      : nodes_(std::move(nodes)), of_labels_(std::move(of_labels)) {
    const std::vector<Index>& at = of_labels_->coordinates();
    for (std::size_t i = 0; i < at.size(); i += nodes_->num_labels()) {
      const Index feature = at[i] / nodes_->num_labels();
      for (Index z = 0; z < nodes_->count; ++z) coordinates_.push_back(feature * nodes_->count + z);
    }
  }

  const std::vector<Index>& coordinates() const override { return coordinates_; }
  void set_stop(const std::atomic<bool>* stop) override { of_labels_->set_stop(stop); }

  double add(ConstVectorRef w, int threads, VectorRef into) const override {
    const Index rows = static_cast<Index>(coordinates_.size()) / nodes_->count;
    const int labels = static_cast<int>(nodes_->num_labels());
    Vector weights(rows * labels, 0.0), expected(rows * labels, 0.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (Index r = 0; r < rows; ++r) {
      for (int k = 0; k < labels; ++k) {
        for (const int node : nodes_->of(k)) weights[r * labels + k] += w[r * nodes_->count + node];
      }
    }
    const double total = of_labels_->add(weights, threads, expected);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (Index r = 0; r < rows; ++r) {
      for (int k = 0; k < labels; ++k) {
        for (const int node : nodes_->of(k))
          into[r * nodes_->count + node] += expected[r * labels + k];
      }
    }
    return total;
  }

 private:
  std::shared_ptr<const LabelNodes> nodes_;
  std::unique_ptr<ExpectedFeatures> of_labels_;
  std::vector<Index> coordinates_;
};

class TaxonomyClassification final : public LabelProblem {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  TaxonomyClassification(std::shared_ptr<const PartData> data, Index first_view, Index num_views,
                         std::shared_ptr<const LabelNodes> nodes,
                         std::shared_ptr<const LabelLoss> loss)
      : LabelProblem(std::move(data), first_view, num_views, nodes->count, std::move(loss)),
        nodes_(std::move(nodes)) {}

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const Block& block : blocks()) {
      for (const int node : nodes_->of(y.parts[0])) {
        part_scores::append_entries(*block.table, x, width(), node, block.offset, entries);
      }
    }
    return make_sparse(std::move(entries));
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    add_differences(x, y, {&y_hat, 1}, {&scale, 1}, w);
  }

  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    thread_local part_scores::LabelCoefficients of_nodes;
    of_nodes.reset(width());
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      visit_difference(y, outputs[j],
                       [&](int node, int sign) { of_nodes.add_to(node, sign * coefficients[j]); });
    }
    if (of_nodes.is_zero()) return;
    for (const Block& block : blocks())
      of_nodes.add_features(*block.table, x, w.data() + block.offset);
  }

  // |psi(x)|^2 <Lambda(y) - Lambda(y_hat), Lambda(y) - Lambda(outputs[j])>
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    thread_local std::vector<int> difference;  // Lambda(y) - Lambda(y_hat); all zero between calls
    difference.resize(std::max<std::size_t>(difference.size(), width()), 0);
    visit_difference(y, y_hat, [&](int node, int sign) { difference[node] = sign; });
    const double square = squared_norm_of(x);
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      Index product = 0;
      visit_difference(y, outputs[j],
                       [&](int node, int sign) { product += sign * difference[node]; });
      products[j] = static_cast<double>(product) * square;
    }
    visit_difference(y, y_hat, [&](int node, int) { difference[node] = 0; });
  }

  double difference_norm_bound(InputId x) const override {
    return std::sqrt(static_cast<double>(nodes_->most_differences) * squared_norm_of(x));
  }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const ChainMarginals of_x = marginals(x, w);
    ChainMarginals of_nodes{of_x.log_partition, Vector(width(), 0.0), {}};
    for (int k = 0; k < labels(); ++k) {
      for (const int node : nodes_->of(k)) of_nodes.label[node] += of_x.label[k];
    }
    costruct::add_expected_feature(chain_features(width()), x, of_nodes, scale, into);
    return of_x.log_partition;
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return std::make_unique<TaxonomyExpectations>(
        nodes_,
        chain_expectations(chain_features(labels()), std::move(inputs), std::move(factors)));
  }

 protected:
  Vector& score_labels(InputId x, ConstVectorRef w) const override {
    thread_local Vector of_nodes, of_labels;
    of_nodes.assign(width(), 0.0);
    add_row_scores(x, w, of_nodes.data());
    of_labels.assign(labels(), 0.0);
    for (int k = 0; k < labels(); ++k) {
      for (const int node : nodes_->of(k)) of_labels[k] += of_nodes[node];
    }
    return of_labels;
  }
  std::unique_ptr<LabelProblem> clone() const override {
    return std::make_unique<TaxonomyClassification>(*this);
  }

 private:
  // Calls visit(node, 1) for the nodes of y alone and visit(node, -1) for those of y_hat alone.
  template <class Visit>
  void visit_difference(const Output& y, const Output& y_hat, const Visit& visit) const {
    const auto a = nodes_->of(y.parts[0]), b = nodes_->of(y_hat.parts[0]);
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
      if (j == b.size() || (i < a.size() && a[i] < b[j])) {
        visit(a[i++], 1);
      } else if (i == a.size() || b[j] < a[i]) {
        visit(b[j++], -1);
      } else {
        ++i;
        ++j;
      }
    }
  }

  std::shared_ptr<const LabelNodes> nodes_;
};

std::optional<Taxonomy> taxonomy_of(const TaxonomyOptions& options) {
  if (options.taxonomy.is_null()) return std::nullopt;
  return Taxonomy(pairs_of(options.taxonomy));
}

Views taxonomy_views(const TaxonomyOptions& options, const std::optional<Taxonomy>& taxonomy,
                     const std::shared_ptr<const PartData>& data) {
  const auto nodes = std::make_shared<const LabelNodes>(
      taxonomy ? label_nodes(*taxonomy, data->labels)
               : flat_label_nodes(static_cast<Index>(data->labels.size())));
  const auto loss = options.loss == TaxonomyLoss::kTree ? std::make_shared<const TreeLoss>(nodes)
                                                        : zero_one_label_loss();
  if (!taxonomy || options.features == TaxonomyFeatures::kFlat) return multiclass_views(data, loss);
  const Index count = static_cast<Index>(data->views.size());
  return views_over(
      count, data, [nodes, loss](std::shared_ptr<const PartData> of, Index first, Index views) {
        return std::make_unique<TaxonomyClassification>(std::move(of), first, views, nodes, loss);
      });
}

Views make_taxonomy(const Json& json, std::shared_ptr<const ProblemData> of_rows) {
  const TaxonomyOptions options = taxonomy_options().parse(json);
  return taxonomy_views(options, taxonomy_of(options), part_data(of_rows));
}

// The problem over no rows. A few leaves are enough to represent a taxonomy of any size.
Views blank_taxonomy(const Json& json) {
  constexpr std::size_t kMostLeaves = 100;
  const TaxonomyOptions options = taxonomy_options().parse(json);
  const std::optional<Taxonomy> taxonomy = taxonomy_of(options);
  auto none = std::make_shared<PartData>();
  none->views.resize(1);
  if (!taxonomy) none->labels = {"0", "1"};
  for (std::size_t node = 0; taxonomy && node < taxonomy->names().size(); ++node) {
    if (none->labels.size() == kMostLeaves) break;
    if (taxonomy->height(static_cast<int>(node)) == 0)
      none->labels.push_back(taxonomy->names()[node]);
  }
  return taxonomy_views(options, taxonomy, none);
}

std::vector<WeightBlock> taxonomy_blocks(const Json& json, const ProblemData& of_rows, Index view) {
  const TaxonomyOptions options = taxonomy_options().parse(json);
  const auto& data = dynamic_cast<const PartData&>(of_rows);
  const std::optional<Taxonomy> taxonomy = taxonomy_of(options);
  WeightBlock block = label_block(data, view);
  if (!taxonomy || options.features == TaxonomyFeatures::kFlat) return {block};
  block.kind = "node";
  block.parts = label_nodes(*taxonomy, data.labels).names;
  return {block};
}

// A node stands for all labels at or under it.
LabelsUnder labels_at_nodes(const Json& json) {
  const auto taxonomy = taxonomy_of(taxonomy_options().parse(json));
  if (!taxonomy) return {};
  const auto shared = std::make_shared<const Taxonomy>(*taxonomy);
  return [shared](const std::string& node) { return names_under(*shared, node); };
}

[[noreturn]] void fail_at(Index line, const std::string& what) {
  throw DataError(std::to_string(line) + ": " + what);
}

void check_text(std::string_view line, Index number) {
  while (!line.empty()) {
    const Character character = first_character(line);
    const bool is_bad_byte = character.code == kNoCharacter && character.bytes == 1;
    if (is_bad_byte || character.code == 0)
      fail_at(number, "a byte that is no text, expected UTF-8");
    line.remove_prefix(character.bytes);
  }
}

NodePair pair_on(std::string_view line, Index number) {
  check_text(line, number);
  const std::size_t tab = line.find('\t');
  if (tab == line.npos) fail_at(number, shown(line) + " without a TAB, expected node TAB parent");
  const std::string_view parent = line.substr(tab + 1);
  return {line.substr(0, tab), parent.substr(0, parent.find('\t'))};
}

// Reads lines of node TAB parent. Names are spelled as labels are. It skips blank lines and a first
// line that names its columns node and parent, and ignores further columns. There may be several
// roots; a root above them joins them.
Json read_taxonomy(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<NodePair> pairs;
  std::vector<Index> lines;  // line numbers of the pairs
  for (Index number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(' ') == line.npos) continue;
    const NodePair pair = pair_on(line, number);
    if (pairs.empty() && pair == NodePair("node", "parent")) continue;
    pairs.push_back(pair);
    lines.push_back(number);
  }
  if (pairs.empty()) fail_at(1, "no pairs, expected lines of node TAB parent");
  try {
    Taxonomy{pairs};
  } catch (const WrongPair& wrong) {
    fail_at(lines[wrong.pair], wrong.what());
  }
  Json taxonomy = Json::array();
  for (const auto& [node, parent] : pairs) taxonomy.push_back(Json::array({node, parent}));
  return taxonomy;
}

// True labels may be new, and the taxonomy may not have them. Then the loss is the largest one.
double mean_tree_loss(const MetricInput& input) {
  const std::optional<Taxonomy> taxonomy = taxonomy_of(taxonomy_options().parse(input.options));
  std::vector<std::string> labels;  // labels that the taxonomy has, in new numbers
  std::vector<int> number(input.labels.size(), -1);
  for (std::size_t k = 0; k < input.labels.size(); ++k) {
    if (taxonomy && !taxonomy->has(input.labels[k])) continue;
    number[k] = static_cast<int>(labels.size());
    labels.push_back(input.labels[k]);
  }
  const auto nodes = std::make_shared<const LabelNodes>(
      taxonomy ? label_nodes(*taxonomy, labels)
               : flat_label_nodes(static_cast<Index>(labels.size())));
  const TreeLoss loss(nodes);
  double sum = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const int y = number[input.truth[i].parts[0]], y_hat = number[input.predicted[i].parts[0]];
    sum += y < 0 || y_hat < 0 ? nodes->height_of_all : loss.between(y, y_hat);
  }
  return input.truth.empty() ? 0 : sum / static_cast<double>(input.truth.size());
}

}  // namespace

ProblemEntry taxonomy_problem() {
  ProblemEntry entry;
  entry.name = "taxonomy";
  entry.summary = "one label per input, a node of a tree or lattice";
  entry.input = kRows;
  entry.output = "one part: the label";
  entry.decoder = "enumeration of the labels";
  entry.cost = "linear in the number of nodes";
  entry.source = "Altun 2006, section 1.2.1";
  entry.loss_meanings = {
      {"zero_one", "1 for a wrong label"},
      {"tree", "height of the first common ancestor of both labels (Altun 2006, section 1.6.1)"}};
  entry.losses = {"zero_one", "tree"};
  entry.loss_options = {"loss"};
  entry.options = taxonomy_options().list();
  entry.make = make_taxonomy;
  entry.blank = blank_taxonomy;
  entry.weight_blocks = taxonomy_blocks;
  entry.metrics = label_metrics();
  entry.metrics.push_back(
      {{"tree_loss", "mean height of the first common ancestor of prediction and truth", false,
        MetricScale::kRatio, "labels that are nodes of the taxonomy"},
       mean_tree_loss,
       {}});
  entry.labels_under = labels_at_nodes;
  entry.files = {{"taxonomy",
                  "lines of node TAB parent; one root, or several that a root above them joins",
                  read_taxonomy, "labels have nothing above them"}};
  return entry;
}

}  // namespace costruct
