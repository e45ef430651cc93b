// The format of queries with candidate documents, one JSON line each.
#include "costruct/data/diversification/candidate_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

Format candidates_format() {
  Format format;
  format.name = "candidates";
  format.summary = "queries with candidate documents and their subtopics, a JSON object a line";
  format.input = diversification::kCandidateSets;
  format.options = candidate_options().list();
  format.problem_options = {"documents"};
  format.examples = [](const Json& block) { return std::make_unique<CandidateExamples>(block); };
  format.load = [](const ModelReader& model) { return std::make_unique<CandidateExamples>(model); };
  return format;
}

}  // namespace costruct::experiments
