// The format of graphs whose nodes have labels and features, one JSON object each.
#include "costruct/data/formats/format.hpp"
#include "costruct/data/graph/graph_drawing.hpp"
#include "costruct/data/graph/graph_examples.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

Format graph_format() {
  Format format;
  format.name = "graph";
  format.summary = "graphs with labels and features of nodes, a JSON object each";
  format.input = graph::kGraphs;
  format.how_to_unlabel = "write null in place of it";
  format.examples = [](const Json& block) { return std::make_unique<GraphExamples>(block); };
  format.recognise = [](const FileSample& sample, const RecognitionHints& /*hints*/) {
    Recognition r = recognise_json_lines(sample, {"nodes"}, "graphs with labels of nodes");
    r.problem = "graph";
    return r;
  };
  format.drawing = graph_svg;
  format.load = [](const ModelReader& model) { return std::make_unique<GraphExamples>(model); };
  return format;
}

}  // namespace costruct::experiments
