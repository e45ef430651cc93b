// dlib's structural SVM on the data of a training config, with one thread. Use it to compare times
// of whole processes with `costruct train`. It also prints the objective of its weights,
//   P = 1/2 |w|^2 + C sum of slacks.
//
//   dlib_structural_svm CONFIG EPSILON
//
//   CONFIG   a config of `costruct train` for a sequence problem with Hamming loss, indicators and
//            one training file
//   EPSILON  dlib's stopping criterion: the distance of the mean slack from the optimal one;
//            dlib's default is 0.1
//
// dlib divides its C by the number of sequences.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/data/encoder.hpp"
#include "dlib_sequences.hpp"

using namespace costruct;
using namespace costruct::bench;

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "dlib_structural_svm: expected CONFIG EPSILON\n");
    return 2;
  }
  std::ifstream in(argv[1]);
  const Json config = Json::parse(in);
  const double C = config.at("learner").at("C");
  experiments::Encoder encoder(config.at("data"), kChains);
  experiments::Corpus corpus;
  const std::filesystem::path file = std::filesystem::path(argv[1]).parent_path() /
                                     config.at("data").at("train").get<std::string>();
  encoder.read({&file, 1}, experiments::Encoder::Role::kTrain, corpus);
  encoder.finish_labels(corpus);

  const auto labels = static_cast<long>(encoder.labels().size());
  std::vector<Sentence> sentences;
  std::vector<std::vector<unsigned long>> truths;
  for (InputId x = 0; x < corpus.size(); ++x) {
    sentences.push_back(sentence_of(corpus.features, x));
    truths.emplace_back(corpus.outputs[x].parts.begin(), corpus.outputs[x].parts.end());
  }
  dlib::structural_sequence_labeling_trainer<Extractor> trainer(
      Extractor(labels, encoder.num_features()));
  trainer.set_c(C * static_cast<double>(corpus.size()));
  trainer.set_epsilon(std::stod(argv[2]));
  trainer.set_num_threads(1);
  const auto labeler = trainer.train(sentences, truths);
  const auto& found = labeler.get_weights();

  auto parts = std::make_shared<PartData>();
  parts->labels = encoder.labels();
  parts->views.push_back(corpus.features);
  const Views views = find_problem("sequence")->make({{"loss", "hamming"}}, parts);
  std::vector<LabeledExample> examples;
  for (InputId x = 0; x < corpus.size(); ++x) examples.push_back({x, corpus.outputs[x]});
  const Vector w(found.begin(), found.end());
  fmt::print("P {:.4f}\n", primal_value({views.joint(), examples, C, {}}, w, 1).value);
}
