#include "costruct/data/features/rows/row_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "costruct/data/examples/number_table.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/links/links.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/features/rows/row_numbers.hpp"
#include "costruct/data/features/rows/row_values.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kFeatureCopies = "encoder.feature_copies";

/// The columns are the numbers of a file. Each extractor `values` has its own copy of them.
class RowFeatures final : public FeatureMap {
 public:
  explicit RowFeatures(const Json& block) : ranges_(groups_of(block)) {
    for (const Json& item : block.at("features")) {
      const ExtractorKind* kind = find_extractor(item.at("extractor").get<std::string>());
      if (kind->make_fitted || is_links(item)) {
        fitted_.push_back(is_links(item) ? make_links(item, features_to_smooth(block, item))
                                         : kind->make_fitted(without_extractor(item), {}));
        number_group(fitted_.back()->group());
        continue;
      }
      Copy& copy = copies_.emplace_back();
      copy.options = read_row_values(without_extractor(item));
      if (copy.options.group) {
        copy.group = number_group(*copy.options.group);
      } else {
        for (const NumberRange& range : ranges_)
          group_of_range_.push_back(number_group(range.name));
      }
    }
  }

  std::span<const std::unique_ptr<FittedExtractor>> fitted() const override { return fitted_; }

  void grow(const RawExample& example, StreamedExample& out) override {
    for (const std::uint64_t number : example.number) {
      if (copies_.empty() || columns_.find(number) >= 0) continue;
      const std::int32_t column = next_feature_id(std::ssize(feature_of_) / num_copies());
      columns_.add(number, column);
      for (std::size_t c = 0; c < copies_.size(); ++c) {
        feature_of_.push_back(next_feature_id(size()));
        origins_.push_back({number, static_cast<std::int32_t>(c)});
      }
    }
    encode(example, out, growing_);
    grow_symbols(fitted_, example, out.symbols);
  }

  void look_up(const RawExample& example, LookupScratch& scratch,
               StreamedExample& out) const override {
    encode(example, out, scratch.values);
    look_up_symbols(fitted_, example, out.symbols);
  }

  Index size() const override { return std::ssize(origins_); }
  const std::vector<std::string>& groups() const override { return groups_; }

  FeatureInfo info(Index feature) const override {
    const Origin& origin = origins_[static_cast<std::size_t>(feature)];
    const Copy& copy = copies_[static_cast<std::size_t>(origin.copy)];
    if (copy.options.group)
      return {fmt::format("{}.{}", *copy.options.group, origin.number), copy.group, origin.number};
    const int range = group_of(ranges_, origin.number);
    return {std::to_string(origin.number),
            range < 0 ? -1 : group_of_range_[static_cast<std::size_t>(range)], origin.number};
  }

  void save(ModelWriter& model, const std::vector<bool>& keep) const override {
    std::vector<std::int64_t> numbers;
    std::vector<std::int32_t> copies;
    for (std::size_t f = 0; f < origins_.size(); ++f) {
      if (!keep[f]) continue;
      numbers.push_back(static_cast<std::int64_t>(origins_[f].number));
      copies.push_back(origins_[f].copy);
    }
    model.add(kFeatureNumbers, std::span<const std::int64_t>(numbers));
    model.add(kFeatureCopies, std::span<const std::int32_t>(copies));
  }

  void load(const ModelReader& model) override {
    const auto numbers = model.integers(kFeatureNumbers);
    const auto copies = model.integers32(kFeatureCopies);
    const auto fail = [&](const char* name, const std::string& what) {
      throw DataError(fmt::format("{}: {}: {}", model.file(), name, what));
    };
    if (copies.size() != numbers.size()) fail(kFeatureCopies, "one for each feature was expected");
    for (std::size_t f = 0; f < numbers.size(); ++f) {
      const auto number = static_cast<std::uint64_t>(numbers[f]);
      if (copies[f] < 0 || copies[f] >= std::ssize(copies_))
        fail(kFeatureCopies, fmt::format("{} is none", copies[f]));
      std::int32_t column = columns_.find(number);
      if (column < 0) {
        column = next_feature_id(std::ssize(feature_of_) / num_copies());
        columns_.add(number, column);
        feature_of_.resize(feature_of_.size() + copies_.size(), -1);
      }
      std::int32_t& feature =
          feature_of_[static_cast<std::size_t>(column * num_copies() + copies[f])];
      if (feature >= 0) fail(kFeatureNumbers, fmt::format("{} stands twice", number));
      feature = next_feature_id(size());
      origins_.push_back({number, copies[f]});
    }
  }

 private:
  struct Copy {
    RowValueOptions options;
    int group = -1;  // if the options name one
  };
  struct Origin {
    std::uint64_t number = 0;
    std::int32_t copy = 0;
  };

  // The features that an item `links` smooths: those of another item, or a range of numbers.
  std::unique_ptr<FittedExtractor> features_to_smooth(const Json& block, const Json& item) const {
    if (!smooths(item)) return nullptr;
    const Json& features = block.at("features");
    NumberRange range{"features", 0, std::numeric_limits<std::uint64_t>::max()};
    RowValueOptions options;
    if (const auto place = place_to_smooth(features, item)) {
      const Json& other = features[*place];
      const ExtractorKind* kind = find_extractor(other.at("extractor").get<std::string>());
      if (kind->make_fitted) return kind->make_fitted(without_extractor(other), {});
      options = read_row_values(without_extractor(other));
    } else {
      for (const Json& other : features) {
        if (other.at("extractor") != "values") continue;
        options = read_row_values(without_extractor(other));
        if (!options.group) break;
      }
      options.group.reset();
      const std::string name = item.at("of");
      range = *std::find_if(ranges_.begin(), ranges_.end(),
                            [&](const NumberRange& named) { return named.name == name; });
    }
    return make_row_numbers(options, range);
  }

  Index num_copies() const { return std::max<Index>(std::ssize(copies_), 1); }

  int number_group(const std::string& group) {
    const auto at = std::find(groups_.begin(), groups_.end(), group);
    const int number = static_cast<int>(at - groups_.begin());
    if (at == groups_.end()) groups_.push_back(group);
    return number;
  }

  // The known features of all copies. Rows are weighted with all values of their file.
  void encode(const RawExample& example, StreamedExample& out, std::vector<double>& values) const {
    out.part_begin.assign(1, 0);
    out.feature.clear();
    out.value.clear();
    bool all_ones = true;
    for (Index p = 0; p < example.length; ++p) {
      const Index begin = example.part_begin[p], end = example.part_begin[p + 1];
      for (std::size_t c = 0; c < copies_.size(); ++c) {
        values.assign(example.value.begin() + begin, example.value.begin() + end);
        weigh_row(values, copies_[c].options.weighting, copies_[c].options.normalize);
        for (Index e = begin; e < end; ++e) {
          const std::int32_t column = columns_.find(example.number[e]);
          const std::int32_t feature =
              column < 0 ? -1 : feature_of_[static_cast<std::size_t>(column * num_copies()) + c];
          if (feature < 0) continue;
          out.feature.push_back(feature);
          out.value.push_back(values[e - begin]);
          all_ones = all_ones && values[e - begin] == 1;
        }
      }
      out.part_begin.push_back(std::ssize(out.feature));
    }
    if (all_ones) out.value.clear();
  }

  std::vector<NumberRange> ranges_;
  std::vector<Copy> copies_;
  std::vector<std::unique_ptr<FittedExtractor>> fitted_;
  std::vector<std::string> groups_;
  std::vector<int> group_of_range_;
  NumberTable columns_;
  std::vector<std::int32_t> feature_of_;  // [column][copy]; -1: the model did not keep it
  std::vector<Origin> origins_;           // origin of each feature
  std::vector<double> growing_;
};

}  // namespace

std::unique_ptr<FeatureMap> make_row_features(const Json& block) {
  return std::make_unique<RowFeatures>(block);
}

}  // namespace costruct::experiments
