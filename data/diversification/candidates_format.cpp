// The format of queries with candidate documents, one JSON line each.
#include "costruct/data/diversification/candidate_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/recognition/recognisers.hpp"
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
  format.recognise = [](const FileSample& sample, const RecognitionHints& /*hints*/) {
    Recognition r =
        recognise_json_lines(sample, {"candidates"}, "queries with candidate documents");
    r.problem = "diversification";
    return r;
  };
  format.load = [](const ModelReader& model) { return std::make_unique<CandidateExamples>(model); };
  return format;
}

}  // namespace costruct::experiments
