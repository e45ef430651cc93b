#include "costruct/apps/commands/commands.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

// The values that the command line fills in.
struct SuggestArguments {
  SuggestRequest request;
  std::string by, plain_text;
  std::uint64_t memory = 0;
  SharingOptions sharing;
};

int suggest(const CLI::App& command, SuggestArguments& a) {
  stop_soon();
  limit_memory(a.memory);
  a.request.stop = &stop_requested();
  const auto& names = names_of_rate_by();
  a.request.ranking.by =
      static_cast<RateBy>(std::find(names.begin(), names.end(), a.by) - names.begin());
  if (!a.plain_text.empty())
    a.request.ranking.plain_text = unlabeled_text_of({{kUnlabeledTextOption, a.plain_text}});
  std::vector<std::filesystem::path> files = {a.request.model, a.request.data};
  files.insert(files.end(), a.request.ranking.except.begin(), a.request.ranking.except.end());
  run_shared(sharing_of(command, a.sharing, std::move(files)), [&](SharedWork* work) {
    a.request.ranking.work = work;
    suggest_examples(a.request);
  });
  return kDone;
}

}  // namespace

void declare_suggest(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<SuggestArguments>();
  a->by = names_of_rate_by().front();
  SuggestRequest& request = a->request;
  CLI::App* command = program.add_subcommand(
      "suggest", "find the examples of a file whose labels would teach a model most");
  command->add_option("--model", request.model, "the model file")->required()->check(not_a_stream);
  command
      ->add_option("--data", request.data,
                   "examples in the format that the model was trained from; -: standard input. "
                   "Examples with labels are left out if others have none")
      ->required();
  command->add_option("--count", request.ranking.count, "how many examples to suggest")
      ->required()
      ->check(CLI::Range(1, 1000000));
  command
      ->add_option("--by", a->by,
                   "how examples are rated (default margin). margin: the smallest difference "
                   "between the scores of the best two outputs, times the number of labels. "
                   "entropy: the largest sum of the entropies of the labels. disagreement: the "
                   "largest share of labels on which the views of the model differ. "
                   "expected_change: the largest expected length of the gradient. entropy and "
                   "expected_change need a learner of likelihoods (crf, hmm, pcfg ...)")
      ->check(CLI::IsMember(names_of_rate_by()));
  command->add_flag(
      "--diverse", request.ranking.diverse,
      "pass over examples that are much like a better one, among the best 10 x COUNT");
  command
      ->add_flag("--tokens", request.ranking.parts,
                 "suggest single labels: COUNT of them, in their examples, whose other labels are "
                 "marked as unknown; by margin or entropy")
      ->excludes("--diverse");
  command->add_option("--except", request.ranking.except,
                      "files of examples that are not suggested, as those that have labels, in the "
                      "format of the model; beside --plain-text also plain text");
  command->add_option("--output", request.output,
                      "file for the examples, with their predictions as labels; default, and -: "
                      "stdout");
  command->add_flag("--force", request.force, "replace the output if it exists");
  command
      ->add_option("--report", request.report,
                   "write rank, line and score of each example as JSON; default: a table on stderr")
      ->check(not_a_stream);
  add_plain_text(*command, a->plain_text, "the file");
  add_memory(*command, a->memory);
  add_sharing(*command, a->sharing);
  command->footer(
      "The most useful example comes first. Examples that are the same are suggested once.\n"
      "Examples:\n"
      "  costruct suggest --model pos.safetensors --data raw.txt --except tagged.txt --count 50 "
      "--output next.txt\n"
      "  costruct suggest --model ner.safetensors --data raw.jsonl --count 20 --by entropy "
      "--diverse "
      "> next.jsonl");
  command->callback(
      [&action, a, command] { action = [a, command] { return suggest(*command, *a); }; });
}

}  // namespace costruct
