#include "costruct/experiments/models/part_data_builder.hpp"

namespace costruct::experiments {

ViewTables build_view_tables(const Corpus& corpus, std::span<const Index> known,
                             std::span<const Index> scored, const ViewAssignment& views,
                             const std::vector<std::string>& labels) {
  const FeatureTable& all = corpus.features;
  const auto entries_of = [&](Index example) {
    return std::pair{all.part_begin[all.example_begin[example]],
                     all.part_begin[all.example_begin[example + 1]]};
  };

  // Which features occur, then their local numbers.
  std::vector<std::int32_t> local(views.view_of.size(), -1);
  for (const Index example : known) {
    const auto [begin, end] = entries_of(example);
    for (Index e = begin; e < end; ++e) local[all.feature[e]] = 0;
  }
  ViewTables tables;
  tables.corpus_feature.resize(views.count);
  for (std::size_t feature = 0; feature < local.size(); ++feature) {
    const std::int32_t view = views.view_of[feature];
    if (local[feature] < 0 || view < 0) {
      local[feature] = -1;
      continue;
    }
    local[feature] = static_cast<std::int32_t>(tables.corpus_feature[view].size());
    tables.corpus_feature[view].push_back(static_cast<std::int32_t>(feature));
  }

  auto data = std::make_shared<PartData>();
  data->labels = labels;
  data->views.resize(views.count);
  const bool has_values = !all.value.empty();
  for (Index v = 0; v < views.count; ++v) {
    data->views[v].num_features = static_cast<Index>(tables.corpus_feature[v].size());
  }
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
    for (FeatureTable& table : data->views) table.end_example();
  };
  for (const Index example : known) append(example);
  for (const Index example : scored) append(example);
  tables.data = std::move(data);
  return tables;
}

}  // namespace costruct::experiments
