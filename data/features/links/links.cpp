#include "costruct/data/features/links/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/links/beside_data.hpp"
#include "costruct/data/features/links/link_graph.hpp"
#include "costruct/data/features/links/link_items.hpp"
#include "costruct/data/features/table_cells.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

std::string note_on(const LinksLeftOut& links, const char* singular, const char* plural) {
  if (links.count == 0) return "";
  return fmt::format("; {}, the first in {}", counted(links.count, singular, plural), links.first);
}

/// The rows at hand, their ids and their graphs.
class LinksExtractor : public FittedExtractor {
 public:
  explicit LinksExtractor(const LinkOptions& options)
      : FittedExtractor(options.group), options_(options) {}

  bool depends_on_examples() const override { return false; }
  bool numbers_all_words() const override { return is_used(); }

  // The symbol of a row is its number among all rows at hand.
  void grow(const RawExample& example, SymbolList& symbols) override {
    symbols.number.push_back(row_of(example, true));
  }
  void grow_to_predict(const RawExample& example, SymbolList& symbols) override {
    symbols.number.push_back(row_of(example, false));
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    if (!is_used()) return symbols.number.push_back(-1);
    const auto file = files_.find(example.file->string());
    const std::int32_t row = file == files_.end() ? -1 : file->second.row(example.first_part);
    if (row < 0) {
      throw DataError(example.file->string() +
                      ": is no regular file: links need all rows before the first is predicted");
    }
    symbols.number.push_back(row);
  }

  void end_file(const std::filesystem::path& file, Index rows) override {
    if (options_.ids.empty()) return;
    const std::vector<std::string>& ids = ids_beside(file);
    if (std::ssize(ids) == rows) return;
    throw DataError(
        fmt::format("{}: has {}, but {} has {}: \"{{stem}}.ids\" names a file for each "
                    "data file",
                    ids_file_of(file).string(), counted(std::ssize(ids), "id"), file.string(),
                    counted(rows, "row")));
  }

  std::vector<std::string> named_files() const override {
    std::vector<std::string> names;
    for (const std::string& name : {options_.file, options_.ids}) {
      if (!name.empty() && !place_of_data(name)) names.push_back(name);
    }
    return names;
  }
  void set_file(const std::string& name, const std::filesystem::path& file) override {
    found_[name] = file;
  }
  std::vector<std::filesystem::path> files_beside_data() const override {
    std::vector<std::filesystem::path> beside;
    for (const auto& [name, file] : files_) {
      for (const std::string& pattern : {options_.file, options_.ids}) {
        if (!pattern.empty() && place_of_data(pattern))
          beside.push_back(file_beside(pattern, name));
      }
    }
    return beside;
  }

  // The rows since the last call make one graph.
  std::vector<std::string> finish_reading(bool) override {
    const Index first = graph_end_, count = std::ssize(ids_) - first;
    std::vector<std::string> notes;
    if (count > 0) {
      std::string note =
          within_memory([&] { return join_rows(first); }, [&] { return options_.file; });
      if (!note.empty()) notes.push_back(std::move(note));
    }
    end_set();
    return notes;
  }

  // Rows keep their numbers, so that those of a file that failed make a graph without links.
  void abandon_reading() override {
    const auto ids = std::span(ids_).subspan(static_cast<std::size_t>(graph_end_));
    if (!ids.empty()) add_graph(graph_end_, link_graph(ids, {}, options_.directed));
    end_set();
  }

 protected:
  const LinkOptions& options() const { return options_; }
  Index num_rows() const { return std::ssize(ids_); }
  const std::string& id(Index row) const { return ids_[static_cast<std::size_t>(row)]; }
  bool is_stored() const { return is_stored_; }
  /// Whether a row is of a training file or of an unlabeled one. These come before all others.
  bool is_of_training(Index row) const { return row < training_end_; }
  /// The row of an id among those that will make the next graph, or -1.
  Index row_with(const std::string& id) const {
    const auto at = row_of_id_.find(id);
    return at == row_of_id_.end() ? -1 : at->second;
  }

  /// A new row, the last one.
  virtual void add_row(const RawExample& example, bool adds_features) = 0;
  /// Whether the graph of the next rows depends on the file of links.
  virtual bool reads_links() const { return true; }
  /// Whether weights of links have an influence.
  virtual bool uses_weights() const { return true; }
  /// Whether links of two types between two rows are two links.
  virtual bool uses_types() const { return false; }
  /// Leaves out the links that a graph cannot have. Returns what to say of them, or "".
  virtual std::string leave_out(std::span<const std::string> /*files*/,
                                std::vector<std::vector<NamedLink>>& /*links*/) {
    return "";
  }
  /// The graph of all rows from `first` on; its nodes count from there.
  virtual void add_graph(Index first, const LinkGraph& graph) = 0;

  void save_files(ModelWriter& model, const std::string& prefix) const {
    Json paths = Json::object();
    std::error_code ignored;
    for (const auto& [name, file] : found_)
      paths[name] = std::filesystem::absolute(file, ignored).string();
    model.set(prefix, {{"paths", std::move(paths)}});
  }
  void load_files(const ModelReader& model, const std::string& prefix) {
    const Json facts = model.has_fact(prefix) ? model.get(prefix) : Json();
    const Json paths = facts.is_object() ? facts.value("paths", Json()) : Json();
    if (!paths.is_object())
      throw DataError(
          fmt::format("{}: damaged model: {}: no paths of links", model.file(), prefix));
    is_stored_ = true;
    model_ = model.file();
    for (const std::string& name : named_files()) {
      if (const auto found = look_up_file(name)) {
        found_[name] = *found;
      } else if (paths.contains(name) && paths[name].is_string()) {
        found_[name] = paths[name].get<std::string>();
      }
    }
  }

 private:
  struct FileRows {
    Index set = 0;                          // the rows are of this set
    std::vector<std::int32_t> row_of_part;  // -1: options leave the row out
    std::int32_t row(Index part) const {
      return part < std::ssize(row_of_part) ? row_of_part[static_cast<std::size_t>(part)] : -1;
    }
  };
  struct RowPlace {
    std::string file;
    Index line = 0;
  };

  // The next rows make a graph of their own.
  void end_set() {
    graph_end_ = std::ssize(ids_);
    row_of_id_.clear();
    ++set_;
  }

  // Whether the features have a use: in a model, whether a view has them.
  bool is_used() const { return is_stored_ || !is_of_model(); }

  std::filesystem::path found(const std::string& name) const {
    const auto at = found_.find(name);
    std::error_code none;
    if (at == found_.end() || !std::filesystem::is_regular_file(at->second, none))
      throw DataError(
          fmt::format("{}: is not there, but {} needs it: put it beside the model or "
                      "under $COSTRUCT_DATA",
                      name, is_stored_ ? model_ : "the data block"));
    return at->second;
  }
  std::filesystem::path file_of(const std::string& pattern,
                                const std::filesystem::path& data) const {
    return place_of_data(pattern) ? file_beside(pattern, data) : found(pattern);
  }
  std::filesystem::path ids_file_of(const std::filesystem::path& data) const {
    return file_of(options_.ids, data);
  }

  const std::vector<std::string>& ids_beside(const std::filesystem::path& data) {
    const std::filesystem::path file = ids_file_of(data);
    const auto known = ids_of_file_.find(file.string());
    if (known != ids_of_file_.end()) return known->second;
    return ids_of_file_[file.string()] = read_row_ids(file);
  }

  std::string id_of(const RawExample& example) {
    if (!options_.ids.empty()) {
      const std::vector<std::string>& ids = ids_beside(*example.file);
      if (example.first_part >= std::ssize(ids)) {
        throw DataError(fmt::format("{}:{}: is row {} of the file, but {} has {}",
                                    example.file->string(), example.line, example.first_part + 1,
                                    ids_file_of(*example.file).string(),
                                    counted(std::ssize(ids), "id")));
      }
      return ids[static_cast<std::size_t>(example.first_part)];
    }
    if (!options_.id.empty()) {
      std::string id(cell_of_column(example, options_.id));
      if (id.empty())
        throw DataError(fmt::format("{}:{}: the id in {} is empty", example.file->string(),
                                    example.line, shown_text(options_.id)));
      return id;
    }
    if (!example.record.empty() && example.record == example.file->string())
      return example.file->filename().string();
    return std::to_string(example.first_part + 1);
  }

  std::int32_t row_of(const RawExample& example, bool adds_features) {
    FileRows& file = files_[example.file->string()];
    if (file.set != set_) file = {set_, {}};
    if (const std::int32_t known = file.row(example.first_part); known >= 0) return known;
    std::string id = id_of(example);
    const Index row = num_rows();
    if (row >= std::numeric_limits<std::int32_t>::max())
      throw DataError("more than 2^31 rows with links");
    const auto [other, is_new] = row_of_id_.emplace(id, row);
    if (!is_new) {
      const RowPlace& place = places_[static_cast<std::size_t>(other->second)];
      const bool has_ids = !options_.id.empty() || !options_.ids.empty();
      const bool is_file = example.record == example.file->string();
      throw DataError(fmt::format("{}:{}: the row has the id {} of {}:{}, too{}",
                                  example.file->string(), example.line, shown_text(id), place.file,
                                  place.line,
                                  has_ids   ? ""
                                  : is_file ? ": files with links need different names"
                                            : ": name the ids of rows by `id` or `ids`"));
    }
    ids_.push_back(std::move(id));
    places_.push_back({example.file->string(), example.line});
    if (adds_features) training_end_ = num_rows();
    add_row(example, adds_features);
    file.row_of_part.resize(std::max<std::size_t>(file.row_of_part.size(),
                                                  static_cast<std::size_t>(example.first_part) + 1),
                            -1);
    file.row_of_part[static_cast<std::size_t>(example.first_part)] = static_cast<std::int32_t>(row);
    return static_cast<std::int32_t>(row);
  }

  // Makes the graph of the rows from `first` on; returns a note on it, "" if it needs no links.
  std::string join_rows(Index first) {
    const auto ids = std::span(ids_).subspan(static_cast<std::size_t>(first));
    if (!reads_links()) {
      add_graph(first, link_graph(ids, {}, options_.directed));
      return "";
    }
    std::vector<std::string> names;
    if (!place_of_data(options_.file)) {
      names.push_back(found(options_.file).string());
    } else {
      for (const auto& [name, file] : files_) {
        if (file.set == set_) names.push_back(file_beside(options_.file, name).string());
      }
    }
    std::vector<std::vector<NamedLink>> links;
    for (const std::string& name : names) {
      std::vector<NamedLink>& of_file = links.emplace_back(read_links(name, options_.third));
      for (NamedLink& link : of_file) {
        if (!uses_types()) link.type.clear();
      }
    }
    const std::string left_out = leave_out(names, links);
    std::vector<LinksOfFile> files;
    for (std::size_t f = 0; f < names.size(); ++f) files.push_back({names[f], &links[f]});
    const LinkGraph graph = link_graph(ids, files, options_.directed);
    add_graph(first, graph);
    return fmt::format("links: {}: {} between {}{}, {} without one{}{}{}{}{}",
                       fmt::join(names, ", "), counted(graph.links, "link"),
                       counted(graph.size(), "row"), note_on_ids(), graph.isolated,
                       note_on(graph.unknown, "link has an id of no row at hand",
                               "links have an id of no row at hand"),
                       note_on(graph.self, "link from a row to itself is left out",
                               "links from a row to itself are left out"),
                       note_on(graph.doubled, "link stands once more and counts once",
                               "links stand once more and count once"),
                       left_out, has_useless_weights(links) ? "; their weights do not count" : "");
  }

  bool has_useless_weights(const std::vector<std::vector<NamedLink>>& files) const {
    const auto has_weight = [](const NamedLink& link) { return link.weight != 1; };
    return !uses_weights() && std::ranges::any_of(files, [&](const std::vector<NamedLink>& links) {
      return std::ranges::any_of(links, has_weight);
    });
  }

  // One file of ids may be meant for another data file.
  std::string note_on_ids() const {
    if (options_.ids.empty() || place_of_data(options_.ids)) return "";
    return fmt::format(" with the ids of {}", found(options_.ids).string());
  }

  LinkOptions options_;
  std::map<std::string, std::filesystem::path> found_;           // by their names in options
  std::map<std::string, std::vector<std::string>> ids_of_file_;  // by file of ids
  std::map<std::string, FileRows> files_;                        // by data file
  std::vector<std::string> ids_;                                 // of all rows
  std::vector<RowPlace> places_;                                 // of all rows
  std::unordered_map<std::string, Index> row_of_id_;             // of the current set
  Index set_ = 0, graph_end_ = 0;  // rows before graph_end_ have their graph
  Index training_end_ = 0;         // see is_of_training()
  bool is_stored_ = false;
  std::string model_;
};

class SmoothedExtractor;

/// The smoothed features of all rows at hand.
class SmoothedValues final : public FittedValues {
 public:
  SmoothedValues(const SmoothedExtractor& extractor, std::shared_ptr<const FittedValues> of)
      : extractor_(extractor), of_(std::move(of)) {}

  void append(const Symbols& symbols, Index, std::vector<FittedEntry>& out) const override {
    COSTRUCT_ASSERT(symbols.number.front() < rows_.size(), "reading has been finished");
    const auto row = rows_.row(symbols.number.front());
    out.insert(out.end(), row.begin(), row.end());
  }
  std::vector<std::int32_t> numbers_in_model(const std::vector<std::int32_t>& kept) const override {
    return of_->numbers_in_model(kept);
  }
  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>& kept) const override;

  /// Smooths the rows of the next graph.
  void add_graph(const LinkGraph& graph);

 private:
  const SmoothedExtractor& extractor_;
  std::shared_ptr<const FittedValues> of_;
  RowsOfFeatures rows_;
};

class SmoothedExtractor final : public LinksExtractor {
 public:
  SmoothedExtractor(const LinkOptions& options, std::unique_ptr<FittedExtractor> of)
      : LinksExtractor(options), of_(std::move(of)) {}

  Index size() const override { return of_->size(); }
  std::string feature_name(Index feature) const override {
    return group() + "." + of_->feature_name(feature);
  }
  bool is_indicator(Index) const override { return false; }
  bool depends_on_examples() const override { return of_->depends_on_examples(); }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const override {
    if (fixed_ != nullptr) return fixed_;
    std::vector<Symbols> symbols;
    for (const Symbols& row : examples) symbols.push_back(symbols_.of(row.number.front()));
    const auto values = std::make_shared<SmoothedValues>(*this, of_->fit(symbols));
    for (const LinkGraph& graph : graphs_) values->add_graph(graph);
    return values;
  }
  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    load_files(model, prefix);
    fixed_ = std::make_shared<SmoothedValues>(*this, of_->load(model, prefix + ".of"));
    return fixed_;
  }
  void save(ModelWriter& model, const std::string& prefix) const { save_files(model, prefix); }

  /// The symbols of a row for the extractor whose features are smoothed.
  Symbols symbols(Index row) const { return symbols_.of(row); }
  SmoothingOptions smoothing() const { return options().smoothing(); }

 protected:
  void add_row(const RawExample& example, bool adds_features) override {
    scratch_.clear();
    if (adds_features) {
      of_->grow(example, scratch_);
    } else {
      of_->look_up(example, scratch_);
    }
    symbols_.add(scratch_);
  }
  void add_graph(Index, const LinkGraph& graph) override {
    if (!is_stored() && of_->depends_on_examples()) {
      graphs_.push_back(graph);
      return;
    }
    if (fixed_ == nullptr) fixed_ = std::make_shared<SmoothedValues>(*this, of_->fit({}));
    fixed_->add_graph(graph);
  }

 private:
  std::unique_ptr<FittedExtractor> of_;
  SymbolTable symbols_;  // of all rows, for of_
  SymbolList scratch_;
  std::vector<LinkGraph> graphs_;          // if the features depend on the examples of a fit
  std::shared_ptr<SmoothedValues> fixed_;  // otherwise, and in a model
};

void SmoothedValues::save(ModelWriter& model, const std::string& prefix,
                          const std::vector<std::int32_t>& kept) const {
  extractor_.save(model, prefix);
  of_->save(model, prefix + ".of", kept);
}

void SmoothedValues::add_graph(const LinkGraph& graph) {
  RowsOfFeatures rows;
  std::vector<FittedEntry> row;
  for (Index i = 0; i < graph.size(); ++i) {
    row.clear();
    of_->append(extractor_.symbols(rows_.size() + i), 0, row);
    rows.add(row);
  }
  const RowsOfFeatures more = smoothed(graph, rows, extractor_.size(), extractor_.smoothing());
  for (Index i = 0; i < more.size(); ++i) {
    const auto entries = more.row(i);
    row.assign(entries.begin(), entries.end());
    rows_.add(row);
  }
}

// The name under which a model has the files of edges.
constexpr const char *kStoredEdges = "links.edges", *kStoredLinkTypes = "links.types",
                     *kStoredWeights = "links.weights";

/// A feature for each row and for each link; a row has its own and those of its links. Or no
/// feature, but the edges of a graph.
class EdgeExtractor final : public LinksExtractor, public LinkedRows {
 public:
  using LinksExtractor::LinksExtractor;

  Index size() const override { return names_.size(); }
  std::string feature_name(Index feature) const override {
    std::string name = group() + "." + std::string(names_[feature]);
    const std::size_t between = name.find('\n');
    return between == std::string::npos ? name : name.replace(between, 1, "--");
  }
  bool is_indicator(Index) const override { return true; }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>&) const override {
    return std::make_shared<const EdgeValues>(*this);
  }
  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    load_files(model, prefix);
    for (const std::string& name : model.strings(prefix + ".names")) {
      if (names_.find(name) >= 0)
        throw DataError(fmt::format("{}: damaged model: {}: {} stands twice", model.file(), prefix,
                                    shown_text(name)));
      const std::int32_t feature = names_.intern(name);
      const std::size_t between = name.find('\n');
      features_of_id_[name.substr(0, between)].push_back(feature);
      if (between != std::string::npos)
        features_of_id_[name.substr(between + 1)].push_back(feature);
    }
    return fit({});
  }

  void make_edges() override { makes_edges_ = true; }
  bool is_directed() const override { return options().directed; }
  std::span<const Link> links_of(std::int32_t row) const override {
    const auto at = static_cast<std::size_t>(row);
    return std::span(linked_).subspan(linked_begin_[at], linked_begin_[at + 1] - linked_begin_[at]);
  }
  std::vector<std::string> types() const override {
    std::vector<std::string> types;
    for (Index i = 0; i < types_.size(); ++i) types.emplace_back(types_[i]);
    return types.empty() ? std::vector<std::string>{kLinkType} : types;
  }
  bool has_weights() const override { return has_weights_; }
  void save_edges(ModelWriter& model) const override {
    save_files(model, kStoredEdges);
    model.add_strings(kStoredLinkTypes, types());
    model.set(kStoredWeights, has_weights_);
  }
  void load_edges(const ModelReader& model) override {
    load_files(model, kStoredEdges);
    // Models without types and weights are those of an earlier version.
    if (!model.has_fact(kStoredWeights)) return (void)types_.intern(kLinkType);
    has_weights_ = model.get(kStoredWeights) == true;
    for (const std::string& type : model.strings(kStoredLinkTypes)) types_.intern(type);
  }

 protected:
  void add_row(const RawExample&, bool) override {}
  bool reads_links() const override { return makes_edges_ || !is_stored(); }
  bool uses_weights() const override { return makes_edges_ && has_weights_; }
  bool uses_types() const override { return makes_edges_; }
  std::string leave_out(std::span<const std::string> files,
                        std::vector<std::vector<NamedLink>>& links) override {
    if (!makes_edges_) return "";
    if (!is_stored()) know_types(links);
    LinksLeftOut untrained;
    for (std::size_t f = 0; f < links.size(); ++f) {
      std::erase_if(links[f], [&](const NamedLink& link) {
        if (row_with(link.from) < 0 || row_with(link.to) < 0 || types_.find(type_of(link)) >= 0)
          return false;
        if (untrained.count++ == 0)
          untrained.first =
              fmt::format("{}:{} ({})", files[f], link.line, shown_text(type_of(link)));
        return true;
      });
    }
    return note_on(untrained, "link of a type that training did not have is left out",
                   "links of types that training did not have are left out");
  }
  void add_graph(Index first, const LinkGraph& graph) override {
    if (makes_edges_) return add_edges(first, graph);
    std::vector<FittedEntry> row;
    for (Index i = 0; i < graph.size(); ++i) {
      row.clear();
      if (is_stored()) {
        const auto known = features_of_id_.find(id(first + i));
        if (known != features_of_id_.end()) {
          for (const std::int32_t feature : known->second) row.push_back({feature, 1});
        }
      } else {
        for (Index e = graph.begin[i]; e < graph.begin[i + 1]; ++e)
          row.push_back({names_.intern(name_of(first + i, first + graph.neighbour[e])), 1});
      }
      rows_.add(row);
    }
  }

 private:
  class EdgeValues final : public FittedValues {
   public:
    explicit EdgeValues(const EdgeExtractor& extractor) : extractor_(extractor) {}
    void append(const Symbols& symbols, Index, std::vector<FittedEntry>& out) const override {
      COSTRUCT_ASSERT(symbols.number.front() < extractor_.rows_.size(),
                      "reading has been finished");
      const auto row = extractor_.rows_.row(symbols.number.front());
      out.insert(out.end(), row.begin(), row.end());
    }
    std::vector<std::int32_t> numbers_in_model(
        const std::vector<std::int32_t>& kept) const override {
      std::vector<std::int32_t> numbers;
      for (std::size_t i = 0; i < kept.size(); ++i) numbers.push_back(static_cast<std::int32_t>(i));
      return numbers;
    }
    void save(ModelWriter& model, const std::string& prefix,
              const std::vector<std::int32_t>& kept) const override {
      extractor_.save_files(model, prefix);
      std::vector<std::string> names;
      for (const std::int32_t feature : kept) names.emplace_back(extractor_.names_[feature]);
      model.add_strings(prefix + ".names", names);
    }

   private:
    const EdgeExtractor& extractor_;
  };

  void add_edges(Index first, const LinkGraph& graph) {
    for (Index i = 0; i < graph.size(); ++i) {
      for (Index e = graph.begin[i]; e < graph.begin[i + 1]; ++e) {
        const Index other = first + graph.neighbour[e];
        if (other == first + i) continue;
        const std::int32_t type =
            types_.find(graph.type.empty() ? kLinkType : std::string(graph.type[e]));
        COSTRUCT_ASSERT(type >= 0, "links of other types are left out");
        linked_.push_back({static_cast<std::int32_t>(other), type, graph.of_link[e]});
        if (!is_stored() && is_of_training(first + i) && is_of_training(other))
          has_weights_ = has_weights_ || graph.of_link[e] != 1;
      }
      linked_begin_.push_back(linked_.size());
    }
  }

  // The types of the links between training rows. They are numbered in the order of their names, so
  // that the order of links has no influence.
  void know_types(const std::vector<std::vector<NamedLink>>& links) {
    std::set<std::string> types;
    if (options().third != ThirdField::kType) types.insert(kLinkType);
    const auto is_known = [&](const std::string& id) {
      const Index row = row_with(id);
      return row >= 0 && is_of_training(row);
    };
    for (const std::vector<NamedLink>& of_file : links) {
      for (const NamedLink& link : of_file) {
        if (link.from != link.to && is_known(link.from) && is_known(link.to))
          types.insert(type_of(link));
      }
    }
    for (const std::string& type : types) types_.intern(type);
  }
  static std::string type_of(const NamedLink& link) {
    return link.type.empty() ? kLinkType : link.type;
  }

  // The feature of a row is its id; that of a link has both ends with a line end between them.
  std::string name_of(Index row, Index other) const {
    if (row == other) return id(row);
    return std::min(id(row), id(other)) + "\n" + std::max(id(row), id(other));
  }

  StringTable names_;    // of features
  RowsOfFeatures rows_;  // features of all rows
  /// The features of each row of a model, which a new file of links does not change. A model knows
  /// no other links, as features of both ends must be known.
  std::unordered_map<std::string, std::vector<std::int32_t>> features_of_id_;
  bool makes_edges_ = false;
  std::vector<std::size_t> linked_begin_{0};  // of each row
  std::vector<Link> linked_;
  StringTable types_;         // of links
  bool has_weights_ = false;  // of links
};

}  // namespace

std::optional<std::size_t> place_of_links(
    std::span<const std::unique_ptr<FittedExtractor>> extractors) {
  std::optional<std::size_t> place;
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    if (dynamic_cast<const LinkedRows*>(extractors[e].get()) == nullptr) continue;
    if (place) return std::nullopt;
    place = e;
  }
  return place;
}

std::unique_ptr<FittedExtractor> make_links(const Json& item, std::unique_ptr<FittedExtractor> of) {
  const LinkOptions options = link_options().parse(without_extractor(item));
  if (options.features == LinkFeatures::kEdges) return std::make_unique<EdgeExtractor>(options);
  COSTRUCT_ASSERT(of != nullptr, "check_links() has accepted the item");
  return std::make_unique<SmoothedExtractor>(options, std::move(of));
}

ExtractorKind links_extractor() {
  ExtractorKind kind;
  kind.input = ExtractorInput::kRows;
  kind.other_input = ExtractorInput::kTexts;
  kind.name = "links";
  kind.summary = "rows by links between them: features smoothed over the links, or the links";
  kind.options = link_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>&, const std::string& path,
                  ConfigErrors& errors) {
    const LinkOptions options = link_options().parse(json);
    if (options.file.empty())
      errors.add(path + ".file", ": missing: a file of links, as \"links.tsv\"");
    if (!options.id.empty() && !options.ids.empty())
      errors.add(path + ".ids", " stands beside id, a column with the ids: leave one of them out");
  };
  return kind;
}

}  // namespace costruct::experiments
