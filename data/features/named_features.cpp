#include "costruct/data/features/named_features.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/examples/encode_entries.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kNames = "encoder.feature_names";

class NamedFeatures : public FeatureMap {
 public:
  void grow(const RawExample& example, StreamedExample& out) override {
    encode_entries(example, example.names, out,
                   [this](std::string_view name) { return names_.intern(name); });
  }

  void look_up(const RawExample& example, LookupScratch&, StreamedExample& out) const override {
    encode_entries(example, example.names, out,
                   [this](std::string_view name) { return names_.find(name); });
  }

  Index size() const override { return names_.size(); }
  const std::vector<std::string>& groups() const override { return groups_; }

  FeatureInfo info(Index feature) const override {
    return {std::string(names_[feature]), 0, static_cast<std::uint64_t>(number(feature))};
  }

  void save(ModelWriter& model, const std::vector<bool>& keep) const override {
    std::vector<std::string> names;
    std::vector<std::int64_t> numbers;
    for (Index f = 0; f < size(); ++f) {
      if (!keep[f]) continue;
      names.emplace_back(names_[f]);
      numbers.push_back(number(f));
    }
    model.add_strings(kNames, names);
    model.add(kFeatureNumbers, std::span<const std::int64_t>(numbers));
  }

  void load(const ModelReader& model) override {
    const auto fail = [&](const std::string& what) {
      throw DataError(fmt::format("{}: damaged model: {}", model.file(), what));
    };
    for (const std::string& name : model.strings(kNames)) {
      const Index before = size();
      if (names_.intern(name) != before) fail("an attribute that stands twice");
    }
    const auto numbers = model.integers(kFeatureNumbers);
    if (static_cast<Index>(numbers.size()) != size())
      fail(std::string(kFeatureNumbers) + " does not fit its names");
    for (const std::int64_t each : numbers) {
      if (each < 1) fail(fmt::format("{}: {} cannot be a feature's number", kFeatureNumbers, each));
    }
    numbers_.assign(numbers.begin(), numbers.end());
  }

 private:
  std::int64_t number(Index feature) const {
    return numbers_.empty() ? feature + 1 : numbers_[feature];
  }

  StringTable names_;
  std::vector<std::int64_t> numbers_;  // only for loaded maps, which do not grow; empty: 1, 2, ...
  std::vector<std::string> groups_{"attributes"};
};

}  // namespace

std::unique_ptr<FeatureMap> make_named_features() {
  return std::make_unique<NamedFeatures>();
}

}  // namespace costruct::experiments
