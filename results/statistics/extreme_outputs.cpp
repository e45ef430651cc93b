#include "costruct/results/statistics/extreme_outputs.hpp"

namespace costruct::experiments {
namespace {

Json json_of(const ScoredOutput& output) {
  return {{"place", output.place},
          {"loss", output.loss},
          {"truth", output.truth},
          {"predicted", output.predicted}};
}

ScoredOutput output_from(const Json& json) {
  return {json.at("place").get<std::string>(), json.at("loss").get<double>(),
          json.at("truth").get<std::string>(), json.at("predicted").get<std::string>()};
}

}  // namespace

Json to_json(const ExtremeOutputs& outputs) {
  return {{"worst", json_of(outputs.worst)}, {"best", json_of(outputs.best)}};
}

ExtremeOutputs extremes_from_json(const Json& json) {
  return {output_from(json.at("worst")), output_from(json.at("best"))};
}

}  // namespace costruct::experiments
