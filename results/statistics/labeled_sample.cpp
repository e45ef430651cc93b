#include "costruct/results/statistics/labeled_sample.hpp"

namespace costruct::experiments {

Json to_json(const LabeledSample& sample) {
  return {{"parts", sample.parts},
          {"labels", sample.labels},
          {"chosen", sample.chosen},
          {"drawn", sample.drawn}};
}

LabeledSample labeled_sample_from_json(const Json& json) {
  return {json.at("parts").get<Index>(), json.at("labels").get<std::map<std::string, Index>>(),
          json.at("chosen").get<std::vector<std::string>>(), json.value("drawn", Index{0})};
}

}  // namespace costruct::experiments
