#include "costruct/data/features/rows/text_features.hpp"

#include <algorithm>

#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/links/links.hpp"

namespace costruct::experiments {
namespace {

class TextFeatures final : public FeatureMap {
 public:
  explicit TextFeatures(const Json& block) : extractors_(features_of(block)) {
    extractors_.add_groups(groups_);
  }

  std::span<const std::unique_ptr<FittedExtractor>> fitted() const override {
    return extractors_.all();
  }

  void grow(const RawExample& row, StreamedExample& out) override {
    make_empty(out);
    grow_symbols(extractors_.all(), row, out.symbols);
  }
  void look_up(const RawExample& row, LookupScratch&, StreamedExample& out) const override {
    make_empty(out);
    look_up_symbols(extractors_.all(), row, out.symbols);
  }

  Index size() const override { return 0; }
  FeatureInfo info(Index) const override { return {}; }
  const std::vector<std::string>& groups() const override { return groups_; }
  void save(ModelWriter&, const std::vector<bool>&) const override {}
  void load(const ModelReader&) override {}

 private:
  static Json features_of(const Json& block) {
    if (const Json features = block.value("features", Json()); !features.is_null()) return features;
    const std::vector<std::string> fields = text_fields(block);
    Json features = Json::array();
    for (const std::string& field : fields) {
      features.push_back({{"extractor", "words"}, {"column", field}});
      if (fields.size() > 1) features.back()["group"] = field;
    }
    return features;
  }

  static void make_empty(StreamedExample& out) {
    out.part_begin.assign(2, 0);
    out.feature.clear();
    out.value.clear();
  }

  TextExtractors extractors_;
  std::vector<std::string> groups_;
};

}  // namespace

std::vector<std::string> text_fields(const Json& block) {
  const Json text = block.value("text", Json(kTextColumn));
  if (text.is_array()) return text.get<std::vector<std::string>>();
  return {text.get<std::string>()};
}

TextExtractors::TextExtractors(const Json& features) {
  if (features.is_null()) return;
  for (const Json& item : features) {
    const ExtractorKind* kind = find_extractor(item.at("extractor").get<std::string>());
    if (!is_links(item)) {
      extractors_.push_back(kind->make_fitted(without_extractor(item), {}));
      columns_.insert(item.value("column", kTextColumn));
      continue;
    }
    std::unique_ptr<FittedExtractor> of;
    if (const auto place = place_to_smooth(features, item)) {
      const Json& other = features[*place];
      of = find_extractor(other.at("extractor").get<std::string>())
               ->make_fitted(without_extractor(other), {});
    }
    extractors_.push_back(make_links(item, std::move(of)));
    if (const std::string id = id_column(item); !id.empty()) ids_.insert(id);
  }
  columns_.insert(ids_.begin(), ids_.end());
}

void TextExtractors::add_groups(std::vector<std::string>& groups) const {
  for (const auto& extractor : extractors_) {
    if (std::find(groups.begin(), groups.end(), extractor->group()) == groups.end())
      groups.push_back(extractor->group());
  }
}

std::unique_ptr<FeatureMap> make_text_features(const Json& block) {
  return std::make_unique<TextFeatures>(block);
}

}  // namespace costruct::experiments
