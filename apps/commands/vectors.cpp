#include "costruct/apps/commands/commands.hpp"

#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/experiments/training/learn_vectors.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {

void declare_vectors(CLI::App& program, std::function<int()>& action) {
  const auto kept = std::make_shared<experiments::VectorsRequest>();
  experiments::VectorsRequest& request = *kept;
  CLI::App* command = program.add_subcommand(
      "vectors", "learn vectors of words from raw text, for the extractor vectors");
  command
      ->add_option("FILE", request.files,
                   "texts with a sentence on each line, tokens between blanks; plain, .gz or .xz")
      ->required();
  command
      ->add_option("--out", request.out,
                   "the file to write: NAME.safetensors, or NAME.txt or NAME.vec as word2vec text")
      ->required()
      ->check(not_a_stream);
  const auto add_number = [&](const char* name, Index& value, Index least, Index most,
                              const std::string& meaning) {
    command->add_option(name, value, meaning + "; default " + std::to_string(value))
        ->check(CLI::Range(least, most));
  };
  add_number("--dimensions", request.dimensions, 1, 1000, "numbers in the vector of a word");
  add_number("--contexts", request.contexts, 1, 100'000,
             "the commonest words that count as neighbours");
  add_number("--reach", request.reach, 1, 10,
             "how many places away, on either side, a neighbour may stand");
  add_number("--min-count", request.min_count, 1, Index{1} << 40,
             "words that occur less often share the vector of rare words of their shape");
  command->add_flag("--force", request.force, "replace the file if it exists");
  command->footer(
      "Files are read twice. Memory grows with the number of different words. The result has the "
      "same bits for any\nnumber of threads (OMP_NUM_THREADS) and of processes (mpirun).\n"
      "Example:\n  costruct vectors raw/*.txt.xz --dimensions 100 --out vectors.safetensors");
  command->callback([&action, kept] {
    action = [kept] {
      stop_soon();
      kept->stop = &stop_requested();
      experiments::learn_vectors(*kept);
      return experiments::kDone;
    };
  });
}

}  // namespace costruct
