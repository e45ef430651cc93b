#include "costruct/experiments/training/learn_vectors.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include "costruct/core/clock.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/features/words/text_vectors_file.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/sweep/mpi_session.hpp"
#include "costruct/experiments/training/mpi_ranks.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

// An earlier name of the file in the list; null if there is none.
const fs::path* same_file_before(const std::vector<fs::path>& files, const fs::path& file) {
  std::error_code none;
  for (const fs::path& other : files) {
    if (&other == &file) break;
    if (fs::equivalent(other, file, none)) return &other;
  }
  return nullptr;
}

FileRoles checked_places_of_vectors(const VectorsRequest& request) {
  const bool is_safetensors = request.out.extension() == ".safetensors";
  if (!is_vector_file_name(request.out))
    throw ConfigError(fmt::format("--out {}: the name must end in .safetensors, .txt or .vec",
                                  request.out.string()));
  FileRoles roles;
  for (const fs::path& file : request.files) {
    if (file == "-")
      throw ConfigError("-: standard input cannot be read twice: write it to a file first");
    if (const fs::path* same = same_file_before(request.files, file))
      throw ConfigError(fmt::format("{}: is the same file as {}, and would count twice",
                                    file.string(), same->string()));
    roles.reads(file, "a text");
  }
  roles.writes(request.out, "--out",
               is_safetensors ? FileRoles::Kind::kVectors : FileRoles::Kind::kExamples);
  roles.check(request.force);
  const OutputFile is_writable(request.out);
  return roles;
}

// Shows how much is done, and stops if asked to.
WorkWatch watch_of(const VectorsRequest& request, bool is_shown) {
  const double pause = ::isatty(STDERR_FILENO) == 1 ? 1 : 10;  // seconds
  return [&request, is_shown, pause, start = seconds_now(),
          last = seconds_now()](const WorkStep& step) mutable {
    throw_if_stopped(request.stop);
    const double now = seconds_now();
    if (!is_shown || now - last < pause || step.of == 0) return;
    last = now;
    tell_status(fmt::format("{}: {} %, {} elapsed", step.stage, 100 * step.done / step.of,
                            duration_text(now - start)));
  };
}

void learn_and_write(const VectorsRequest& request, Ranks* ranks) {
  const double start = seconds_now();
  const bool is_root = ranks == nullptr || ranks->rank() == 0;
  const FileRoles roles = is_root ? checked_places_of_vectors(request) : FileRoles();
  const TextVectors learned =
      learn_text_vectors(request.files,
                         {{request.dimensions, request.contexts, {}, request.reach},
                          request.min_count,
                          omp_get_max_threads()},
                         watch_of(request, is_root), ranks);
  if (!is_root) return;
  write_text_vectors(learned,
                     {{"dimensions", request.dimensions},
                      {"contexts", request.contexts},
                      {"reach", request.reach},
                      {"min_count", request.min_count},
                      {"tokens", learned.tokens}},
                     request.out);
  const Index words = learned.rows.words.size();
  say(fmt::format("Written: {}: vectors of {} of {}, and of {} of rare words; {}, {:.1f} s",
                  request.out.string(), words, counted(learned.words, "different word"),
                  counted(std::ssize(learned.rows.occurrences) - words, "shape"),
                  counted(learned.tokens, "token"), seconds_now() - start));
  roles.tell_replaced();
}

}  // namespace

void learn_vectors(const VectorsRequest& request) {
  const std::unique_ptr<MpiRanks> ranks = MpiRanks::start("name all files in one process");
  if (!ranks) return learn_and_write(request, nullptr);
  run_as_process(
      fmt::format("process {}", ranks->rank() + 1), ranks->rank() == 0,
      [&] {
        learn_and_write(request, ranks.get());
        return kDone;
      },
      [&](int code) { ranks->abandon(code); });
}

}  // namespace costruct::experiments
