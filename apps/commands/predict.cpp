// The command `predict`.
#include "costruct/apps/commands/commands.hpp"

#include <filesystem>
#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct PredictArguments {
  std::filesystem::path model, data, output;
  std::string format = "text";
  std::string plain_text;    // a name of text_unit_names(); "": none
  std::uint64_t memory = 0;  // 0: the default
  PredictionDetails details;
  SharingOptions sharing;
};

}  // namespace

void declare_predict(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<PredictArguments>();
  CLI::App* predict = program.add_subcommand(
      "predict", "predict the labels of the examples of a file; labels in it are ignored");
  predict->add_option("--model", a->model, "the model file")->required()->check(not_a_stream);
  predict
      ->add_option("--data", a->data,
                   "examples in the format that the model was trained from; -: standard input")
      ->required();
  predict->add_option("--output", a->output, "where predictions go; default, and -: stdout");
  predict
      ->add_option(
          "--format", a->format,
          "text; table: the file with a prediction beside each record (csv, texts, text_folders); "
          "svg: the drawing of one output, of formats that have one (ptb); default text")
      ->check(CLI::IsMember({"text", "table", "svg"}));
  predict->add_flag("--scores", a->details.scores,
                    "one line of JSON for each example, with the score of its output and the "
                    "margin over the runner-up");
  predict->add_flag(
      "--marginals", a->details.marginals,
      "one line of JSON for each example, with the probabilities, exp(score) / Z, of outputs and "
      "of the label of each part. crf, hmm and other learners of likelihoods learn them; for SVMs "
      "and perceptrons they only rank labels");
  predict->add_flag("--span-scores", a->details.span_scores,
                    "for format spans: a score beside each span, the smallest of the probabilities "
                    "of its words' labels; for problems that do not sum over outputs, the margin "
                    "of --scores");
  predict->add_flag(
      "--known", a->details.known,
      "labels that stand in the file are kept, and the rest is decoded around them; "
      "? stands for an unknown label, {A,B} for one of several (sequence); for emails "
      "this keeps batches and the fields must and cannot");
  add_plain_text(*predict, a->plain_text, "the file", "; the output has the words, too");
  predict
      ->add_option("--k-best", a->details.k_best,
                   "one line of JSON for each example, with its K best outputs")
      ->check(CLI::Range(1, 10000));
  predict->footer(
      "Examples:\n"
      "  costruct predict --model pos.safetensors --data new.txt --output new.labels\n"
      "  costruct predict --model pos.safetensors --data - --scores --k-best 3 < new.txt > "
      "new.jsonl");
  add_memory(*predict, a->memory);
  add_sharing(*predict, a->sharing);
  predict->callback([&action, a, predict] {
    action = [a, predict] {
      stop_soon();
      limit_memory(a->memory);
      const auto format = a->format == "svg"     ? PredictionFormat::kSvg
                          : a->format == "table" ? PredictionFormat::kTable
                                                 : PredictionFormat::kText;
      const auto unit = unlabeled_text_of({{kUnlabeledTextOption, a->plain_text}});
      run_shared(sharing_of(*predict, a->sharing, {a->model, a->data}), [&](SharedWork* work) {
        a->details.work = work;
        predict_file(a->model, a->data, a->output, &stop_requested(), format, a->details,
                     a->plain_text.empty() ? std::nullopt : unit);
      });
      return kDone;
    };
  });
}

}  // namespace costruct
