#include "costruct/experiments/data/examples/part_tables.hpp"

namespace costruct::experiments {
namespace {

/// Where inputs of several examples end.
class InputEnds {
 public:
  explicit InputEnds(const std::vector<Index>& sizes) : sizes_(sizes) {}
  /// Counts an example; whether it is the last one of its input.
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

}  // namespace

InputData part_tables(const Corpus& corpus, const InputRequest& request,
                      const std::vector<std::string>& labels) {
  const ViewAssignment& views = request.views;
  const FeatureTable& all = corpus.features;
  const auto entries_of = [&](Index example) {
    return std::pair{all.part_begin[all.example_begin[example]],
                     all.part_begin[all.example_begin[example + 1]]};
  };

  // Which features occur, then their local numbers.
  std::vector<std::int32_t> local(views.view_of.size(), request.all_features ? 0 : -1);
  for (const Index example : request.known) {
    if (request.all_features) break;
    const auto [begin, end] = entries_of(example);
    for (Index e = begin; e < end; ++e) local[all.feature[e]] = 0;
  }
  InputData tables;
  tables.features.resize(views.count);
  for (std::size_t feature = 0; feature < local.size(); ++feature) {
    const std::int32_t view = views.view_of[feature];
    if (local[feature] < 0 || view < 0) {
      local[feature] = -1;
      continue;
    }
    local[feature] = static_cast<std::int32_t>(tables.features[view].size());
    tables.features[view].push_back(static_cast<std::int32_t>(feature));
  }

  auto data = std::make_shared<PartData>();
  data->labels = labels;
  data->views.resize(views.count);
  const bool has_values = !all.value.empty();
  for (Index v = 0; v < views.count; ++v) {
    data->views[v].num_features = static_cast<Index>(tables.features[v].size());
  }
  InputEnds inputs(request.sizes);
  const auto append = [&](Index example) {
    for (Index part = all.example_begin[example]; part < all.example_begin[example + 1]; ++part) {
      for (Index e = all.part_begin[part]; e < all.part_begin[part + 1]; ++e) {
        const std::int32_t feature = all.feature[e];
        // Test files are read with the alphabet frozen, so every id has a view entry.
        if (local[feature] < 0) continue;
        FeatureTable& table = data->views[views.view_of[feature]];
        table.feature.push_back(local[feature]);
        if (has_values) table.value.push_back(all.value[e]);
      }
      for (FeatureTable& table : data->views) table.end_part();
    }
    if (!inputs.ends_here()) return;
    for (FeatureTable& table : data->views) table.end_example();
  };
  for (const Index example : request.known) append(example);
  for (const Index example : request.mapped) append(example);
  tables.data = std::move(data);
  return tables;
}

}  // namespace costruct::experiments
