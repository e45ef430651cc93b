// Sets of sentences or rows with fitted features, and these by name.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "costruct/data/data_block.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "support/files.hpp"

namespace costruct::experiments {

struct FittedSet {
  /// Sentences of a text in two columns, word and label.
  /// @param text  the file of any extractor that learns from one
  FittedSet(const Json& features, const std::string& train, const std::string& test = "",
            const std::string& text = "")
      : FittedSet({{"format", "conll"}, {"columns", {"word", "label"}}, {"features", features}},
                  kChains, train, test, text) {}
  /// Examples of a text in the format of a block.
  FittedSet(Json block, const std::string& input, const std::string& train, const std::string& test,
            const std::string& text) {
    block["train"] = "t";
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    errors.throw_if_any("");
    set = std::make_unique<PartExamples>(block, input, Target::kLabels);
    set->read_texts([&](const std::string& name) { return folder.write(name, text); });
    set->read(std::vector{folder.write("train", train)}, Role::kTrain);
    set->finish_training();
    if (!test.empty()) set->read(std::vector{folder.write("test", test)}, Role::kTest);
    notes = set->finish_reading();
  }

  /// All features in one view.
  ViewAssignment one_view() const {
    return {1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
  }

  /// The features of each part of each known, then of each mapped example, by name, as fitted to
  /// the known and the observed.
  std::vector<std::vector<std::map<std::string, double>>> parts(
      const std::vector<Index>& known, const std::vector<Index>& mapped = {},
      const std::vector<Index>& observed = {}) const {
    const ViewAssignment views = one_view();
    InputRequest request{known, mapped, views};
    request.fit_features_on = observed;
    const InputData made = set->inputs(request);
    const FeatureTable& table = part_data(made.data)->views.at(0);
    std::vector<std::vector<std::map<std::string, double>>> all;
    for (Index i = 0; i < table.num_examples(); ++i) {
      auto& parts = all.emplace_back();
      for (Index p = table.example_begin[i]; p < table.example_begin[i + 1]; ++p) {
        auto& part = parts.emplace_back();
        table.for_entries(p, [&](std::int32_t id, double value) {
          const auto [at, is_new] =
              part.emplace(set->feature_info(made.features[0][id]).name, value);
          CHECK(is_new);
        });
      }
    }
    return all;
  }

  TestFolder folder;
  std::unique_ptr<PartExamples> set;
  std::vector<std::string> notes;  // of reading
};

/// 0 ... n - 1
inline std::vector<Index> first_examples(Index n) {
  std::vector<Index> all;
  for (Index i = 0; i < n; ++i) all.push_back(i);
  return all;
}

}  // namespace costruct::experiments
