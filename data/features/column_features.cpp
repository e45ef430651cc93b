#include "costruct/data/features/column_features.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

class ColumnFeatures : public FeatureMap {
 public:
  ColumnFeatures(const Json& features, const std::vector<std::string>& columns) {
    for (const Json& item : features) {
      const ExtractorKind* kind = find_extractor(item.at("extractor").get<std::string>());
      if (kind->make_fitted) {
        fitted_.push_back(kind->make_fitted(without_extractor(item), columns));
        number_group(fitted_.back()->group());
        continue;
      }
      extractors_.push_back(kind->make(without_extractor(item), columns));
      group_of_.push_back(number_group(extractors_.back()->group()));
    }
  }

  std::span<const std::unique_ptr<FittedExtractor>> fitted() const override { return fitted_; }

  void grow(const RawExample& example, StreamedExample& out) override {
    const Sentence sentence{example.fields, example.columns, example.length};
    growing_.rows.resize(extractors_.size());
    for (std::size_t e = 0; e < extractors_.size(); ++e) {
      Extractor& extractor = *extractors_[e];
      extractor.grow(sentence, growing_.rows[e], growing_.extractor);
      extractor.features.resize(
          static_cast<std::size_t>(extractor.attributes().size() * extractor.width()), -1);
    }
    combine(sentence.length, growing_.rows, out, [this](std::size_t e, std::size_t slot) {
      std::int32_t& id = extractors_[e]->features[slot];
      if (id < 0) {
        id = next_feature_id(size());
        origins_.push_back({static_cast<std::int32_t>(e), slot});
        numbers_.push_back(size());
      }
      return id;
    });
    grow_symbols(fitted_, example, out.symbols);
  }

  void look_up(const RawExample& example, LookupScratch& scratch,
               StreamedExample& out) const override {
    const Sentence sentence{example.fields, example.columns, example.length};
    scratch.rows.resize(extractors_.size());
    for (std::size_t e = 0; e < extractors_.size(); ++e) {
      extractors_[e]->look_up(sentence, scratch.rows[e], scratch.extractor);
    }
    combine(sentence.length, scratch.rows, out,
            [this](std::size_t e, std::size_t slot) { return extractors_[e]->features[slot]; });
    look_up_symbols(fitted_, example, out.symbols);
  }

  Index size() const override { return static_cast<Index>(origins_.size()); }
  const std::vector<std::string>& groups() const override { return groups_; }

  FeatureInfo info(Index feature) const override {
    const Origin& origin = origins_[static_cast<std::size_t>(feature)];
    const auto e = static_cast<std::size_t>(origin.extractor);
    const Extractor& extractor = *extractors_[e];
    const Index slot = static_cast<Index>(origin.slot);
    return {extractor.feature_name(slot / extractor.width(),
                                   slot % extractor.width() - extractor.window()),
            group_of_[e], static_cast<std::uint64_t>(numbers_[static_cast<std::size_t>(feature)])};
  }

  void save(ModelWriter& model, const std::vector<bool>& keep) const override {
    const std::vector<std::int32_t> id_of = renumbered(keep);
    std::vector<std::int64_t> kept_numbers;
    for (std::size_t f = 0; f < keep.size(); ++f) {
      if (keep[f]) kept_numbers.push_back(numbers_[f]);
    }
    model.add(kFeatureNumbers, std::span<const std::int64_t>(kept_numbers));

    for (std::size_t e = 0; e < extractors_.size(); ++e) {
      const Extractor& extractor = *extractors_[e];
      const Index width = extractor.width();
      std::vector<std::string> attributes;
      std::vector<std::int32_t> features;
      for (Index a = 0; a * width < static_cast<Index>(extractor.features.size()); ++a) {
        std::vector<std::int32_t> row(static_cast<std::size_t>(width), -1);
        for (Index o = 0; o < width; ++o) {
          const std::int32_t old = extractor.features[static_cast<std::size_t>(a * width + o)];
          if (old >= 0) row[static_cast<std::size_t>(o)] = id_of[static_cast<std::size_t>(old)];
        }
        if (std::all_of(row.begin(), row.end(), [](std::int32_t id) { return id < 0; })) continue;
        attributes.emplace_back(extractor.attributes()[a]);
        features.insert(features.end(), row.begin(), row.end());
      }
      model.add_strings(attributes_name(e), attributes);
      model.add(features_name(e), std::span<const std::int32_t>(features),
                {static_cast<Index>(attributes.size()), width});
    }
  }

  void load(const ModelReader& model) override {
    const auto numbers = model.integers(kFeatureNumbers);
    numbers_.assign(numbers.begin(), numbers.end());
    next_feature_id(static_cast<Index>(numbers_.size()));
    origins_.assign(numbers_.size(), {});
    for (std::size_t e = 0; e < extractors_.size(); ++e) load_extractor(model, e);
    for (std::size_t f = 0; f < origins_.size(); ++f) {
      if (origins_[f].extractor < 0) fail(model, fmt::format("feature {} has no attribute", f));
      if (numbers_[f] < 1) fail(model, fmt::format("feature {} has the number {}", f, numbers_[f]));
    }
  }

 private:
  struct Origin {
    std::int32_t extractor = -1;
    std::size_t slot = 0;
  };

  int number_group(const std::string& group) {
    const auto at = std::find(groups_.begin(), groups_.end(), group);
    const int number = static_cast<int>(at - groups_.begin());
    if (at == groups_.end()) groups_.push_back(group);
    return number;
  }

  /// Visits the tokens and their windows. id_of(extractor, slot) returns a feature or -1.
  template <class IdOf>
  void combine(Index length, const std::vector<AttributeRows>& rows, StreamedExample& out,
               const IdOf& id_of) const {
    out.part_begin.assign(1, 0);
    out.value.clear();
    std::size_t most = 0;
    for (std::size_t e = 0; e < extractors_.size(); ++e) {
      most += rows[e].ids.size() * static_cast<std::size_t>(extractors_[e]->width());
    }
    out.feature.resize(most);
    std::int32_t* const begin = out.feature.data();
    std::int32_t* next = begin;
    for (Index t = 0; t < length; ++t) {
      for (std::size_t e = 0; e < extractors_.size(); ++e) {
        const Index window = extractors_[e]->window();
        const auto width = static_cast<std::size_t>(extractors_[e]->width());
        const Index* const row_begin = rows[e].begin.data();
        const std::int32_t* const ids = rows[e].ids.data();
        const Index last = std::min(length - 1, t + window);
        for (Index p = std::max(Index{0}, t - window); p <= last; ++p) {
          const auto offset = static_cast<std::size_t>(p - t + window);
          for (Index i = row_begin[p]; i < row_begin[p + 1]; ++i) {
            const std::int32_t id = id_of(e, static_cast<std::size_t>(ids[i]) * width + offset);
            if (id >= 0) *next++ = id;
          }
        }
      }
      out.part_begin.push_back(next - begin);
    }
    out.feature.resize(static_cast<std::size_t>(next - begin));
  }

  void load_extractor(const ModelReader& model, std::size_t e) {
    Extractor& extractor = *extractors_[e];
    const auto width = static_cast<std::size_t>(extractor.width());
    const std::string_view bytes = model.bytes(attributes_name(e) + ".bytes");
    const auto ends = model.integers(attributes_name(e) + ".ends");
    const auto features = model.integers32(features_name(e));
    if (features.size() != ends.size() * width)
      fail(model, features_name(e) + " does not fit its attributes");
    StringTable& table = extractor.attributes();
    table.reserve(table.size() + static_cast<Index>(ends.size()), bytes.size());
    if (extractor.fixed_attributes())
      extractor.features.assign(static_cast<std::size_t>(table.size()) * width, -1);
    std::int64_t begin = 0;
    for (std::size_t a = 0; a < ends.size(); ++a) {
      if (ends[a] < begin || static_cast<std::uint64_t>(ends[a]) > bytes.size()) {
        fail(model, attributes_name(e) + ".ends are not ascending");
      }
      const std::string_view attribute =
          bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(ends[a] - begin));
      begin = ends[a];
      const auto id = static_cast<std::size_t>(add_attribute(model, extractor, attribute));
      if (extractor.features.size() < (id + 1) * width)
        extractor.features.resize((id + 1) * width, -1);
      for (std::size_t o = 0; o < width; ++o) {
        const std::int32_t feature = features[a * width + o];
        if (feature < 0) continue;
        if (static_cast<std::size_t>(feature) >= origins_.size()) {
          fail(model, fmt::format("feature {} of {}", feature, origins_.size()));
        }
        Origin& origin = origins_[static_cast<std::size_t>(feature)];
        if (origin.extractor >= 0)
          fail(model, fmt::format("feature {} has two attributes", feature));
        origin = {static_cast<std::int32_t>(e), id * width + o};
        extractor.features[id * width + o] = feature;
      }
    }
  }

  static Index add_attribute(const ModelReader& model, Extractor& extractor,
                             std::string_view attribute) {
    StringTable& table = extractor.attributes();
    if (extractor.fixed_attributes()) {
      const Index id = table.find(attribute);
      if (id < 0) fail(model, "an attribute that this version does not know");
      return id;
    }
    const Index before = table.size();
    const Index id = table.intern(attribute);
    if (id != before) fail(model, "an attribute that stands twice");
    return id;
  }

  [[noreturn]] static void fail(const ModelReader& model, const std::string& what) {
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), what));
  }
  static std::string attributes_name(std::size_t e) {
    return fmt::format("encoder.{}.attributes", e);
  }
  static std::string features_name(std::size_t e) { return fmt::format("encoder.{}.features", e); }

  std::vector<std::unique_ptr<Extractor>> extractors_;
  std::vector<std::unique_ptr<FittedExtractor>> fitted_;
  std::vector<int> group_of_;  // group of each extractor
  std::vector<std::string> groups_;
  std::vector<Origin> origins_;        // origin of each feature
  std::vector<std::int64_t> numbers_;  // number of each feature
  LookupScratch growing_;
};

}  // namespace

std::unique_ptr<FeatureMap> make_column_features(const Json& block,
                                                 const std::vector<std::string>& columns) {
  const auto at = block.find("features");
  const bool given = at != block.end() && !at->is_null();
  return std::make_unique<ColumnFeatures>(given ? *at : default_token_features(columns), columns);
}

}  // namespace costruct::experiments
