#include "costruct/data/examples/part_tables.hpp"

namespace costruct::experiments {
namespace {

/// Finds the ends of inputs that consist of several examples.
class InputEnds {
 public:
  explicit InputEnds(const std::vector<Index>& sizes) : sizes_(sizes) {}
  /// Counts an example. Returns whether it is the last one of its input.
  bool ends_here() {
    if (sizes_.empty()) return true;
    if (++in_input_ < sizes_[input_]) return false;
    in_input_ = 0;
    ++input_;
    return true;
  }

 private:
  const std::vector<Index>& sizes_;
  std::size_t input_ = 0;
  Index in_input_ = 0;
};

// The number of each feature in its view; -1 for those that are left out.
// @param numbered  receives the features of each view in the order of their numbers
std::vector<std::int32_t> number_features(const FeatureTable& all, const InputRequest& request,
                                          const AddedFeatures* added,
                                          const std::vector<bool>& has_left_out,
                                          std::vector<std::vector<std::int32_t>>& numbered) {
  const ViewAssignment& views = request.views;
  std::vector<std::int32_t> local(views.view_of.size(), request.all_features ? 0 : -1);
  bool any_left_out = false;
  for (const Index example : request.fit_on) {
    if (request.all_features) break;
    const Index begin = all.part_begin[all.example_begin[example]],
                end = all.part_begin[all.example_begin[example + 1]];
    for (Index e = begin; e < end; ++e) local[all.feature[e]] = 0;
    any_left_out = any_left_out || all.length(example) == 0;
  }
  for (std::size_t feature = 0; any_left_out && feature < has_left_out.size(); ++feature) {
    if (has_left_out[feature]) local[feature] = 0;
  }
  if (added != nullptr) std::fill(local.begin() + added->first, local.end(), 0);
  numbered.resize(views.count);
  for (std::size_t feature = 0; feature < local.size(); ++feature) {
    const std::int32_t view = views.view_of[feature];
    if (local[feature] < 0 || view < 0) {
      local[feature] = -1;
      continue;
    }
    local[feature] = static_cast<std::int32_t>(numbered[view].size());
    numbered[view].push_back(static_cast<std::int32_t>(feature));
  }
  return local;
}

// Finds the rows whose features have neighbouring numbers in a view.
class WholeRows {
 public:
  WholeRows(const ViewAssignment& views, const std::vector<std::int32_t>& local)
      : views_(views), local_(local), whole_(local.size(), 1) {}
  // A row of `columns` features from `first` on.
  bool has(std::int32_t first, std::int32_t columns) {
    if (local_[first] < 0) return false;
    std::int32_t& whole = whole_[first];
    while (whole < columns && views_.view_of[first + whole] == views_.view_of[first] &&
           local_[first + whole] == local_[first] + whole)
      ++whole;
    return whole >= columns;
  }

 private:
  const ViewAssignment& views_;
  const std::vector<std::int32_t>& local_;
  std::vector<std::int32_t> whole_;  // how many features from one on have neighbouring numbers
};

}  // namespace

ViewTables tables_by_view(const FeatureTable& all, const InputRequest& request,
                          const AddedFeatures* added, const std::vector<bool>& has_left_out) {
  const ViewAssignment& views = request.views;
  ViewTables made;
  const std::vector<std::int32_t> local =
      number_features(all, request, added, has_left_out, made.features);
  made.tables.resize(views.count);
  for (Index v = 0; v < views.count; ++v)
    made.tables[v].num_features = std::ssize(made.features[v]);
  std::vector<bool> has_values(views.count, !all.value.empty());
  for (std::size_t feature = added == nullptr ? local.size() : added->first; feature < local.size();
       ++feature) {
    if (local[feature] >= 0) has_values[views.view_of[feature]] = true;
  }
  if (added != nullptr && !added->row_owners.empty()) {
    for (FeatureTable& table : made.tables) {
      table.share_rows();
      table.row_owners = added->row_owners;
    }
  }
  InputEnds inputs(request.sizes);
  WholeRows whole_rows(views, local);
  std::vector<AddedFeatures::Entry> entries;
  std::vector<SharedRow> rows;
  const auto add = [&](std::int32_t feature, double value) {
    if (local[feature] < 0) return;
    const std::int32_t view = views.view_of[feature];
    made.tables[view].feature.push_back(local[feature]);
    if (has_values[view]) made.tables[view].value.push_back(value);
  };
  const auto append = [&](Index example) {
    if (added != nullptr) added->begin(example);
    for (Index part = all.example_begin[example]; part < all.example_begin[example + 1]; ++part) {
      // Test files are read with a frozen alphabet, so every id has an entry in the views.
      for (Index e = all.part_begin[part]; e < all.part_begin[part + 1]; ++e)
        add(all.feature[e], all.value.empty() ? 1 : all.value[e]);
      if (added != nullptr) {
        entries.clear();
        rows.clear();
        added->append(part - all.example_begin[example], entries, rows);
        for (SharedRow row : rows) {
          if (whole_rows.has(row.first, row.columns)) {
            FeatureTable& table = made.tables[views.view_of[row.first]];
            row.first = local[row.first];
            table.rows.push_back(row);
          } else {
            row.for_entries(add);
          }
        }
        for (const AddedFeatures::Entry& entry : entries) add(entry.feature, entry.value);
      }
      for (FeatureTable& table : made.tables) table.end_part();
    }
    if (!inputs.ends_here()) return;
    for (FeatureTable& table : made.tables) table.end_example();
  };
  for (const Index example : request.fit_on) append(example);
  for (const Index example : request.predict_on) append(example);
  return made;
}

}  // namespace costruct::experiments
