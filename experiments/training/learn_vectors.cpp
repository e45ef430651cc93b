#include "costruct/experiments/training/learn_vectors.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <chrono>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/features/fitted/text_vectors_file.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/training/mpi_ranks.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

using VectorsClock = std::chrono::steady_clock;

double seconds_since(VectorsClock::time_point start) {
  return std::chrono::duration<double>(VectorsClock::now() - start).count();
}

void check_places_of_vectors(const VectorsRequest& request) {
  const bool is_model = request.out.extension() == ".safetensors";
  if (!is_vector_file_name(request.out))
    throw ConfigError(fmt::format("--out {}: the name must end in .safetensors, .txt or .vec",
                                  request.out.string()));
  FileRoles roles;
  for (const fs::path& file : request.files) {
    if (file == "-")
      throw ConfigError("-: standard input cannot be read twice: write it to a file first");
    roles.reads(file, "a text");
  }
  roles.writes(request.out, "--out",
               is_model ? FileRoles::Kind::kModel : FileRoles::Kind::kPredictions);
  roles.check();
  std::error_code none;
  if (!request.force && fs::is_regular_file(request.out, none))
    throw ConfigError(request.out.string() + ": exists: --force replaces it");
  const OutputFile is_writable(request.out);
}

// Shows how much is done, and stops if asked to.
WorkWatch watch_of(const VectorsRequest& request, bool is_shown) {
  const auto pause = std::chrono::seconds(::isatty(STDERR_FILENO) == 1 ? 1 : 10);
  return [&request, is_shown, pause, start = VectorsClock::now(),
          last = VectorsClock::now()](const WorkStep& step) mutable {
    if (request.stop != nullptr && *request.stop) throw Interrupted();
    const auto now = VectorsClock::now();
    if (!is_shown || now - last < pause || step.of == 0) return;
    last = now;
    tell_status(fmt::format("{}: {} %, {:.0f} s", step.stage, 100 * step.done / step.of,
                            seconds_since(start)));
  };
}

void learn_and_write(const VectorsRequest& request, Ranks* ranks) {
  const auto start = VectorsClock::now();
  const bool is_root = ranks == nullptr || ranks->rank() == 0;
  if (is_root) check_places_of_vectors(request);
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
  say(fmt::format("Written: {}: {} of {} have a vector, and {} of rare words; {}, {:.1f} s",
                  request.out.string(), words, counted(learned.words, "different word"),
                  counted(std::ssize(learned.rows.occurrences) - words, "shape"),
                  counted(learned.tokens, "token"), seconds_since(start)));
}

}  // namespace

void learn_vectors(const VectorsRequest& request) {
  const std::unique_ptr<MpiRanks> ranks = MpiRanks::start();
  if (!ranks) return learn_and_write(request, nullptr);
  const auto fail = [&](const std::exception& error, int code) {
    tell_lines(fmt::format("costruct: error: rank {}: {}", ranks->rank(), error.what()));
    ranks->abandon(code);
  };
  try {
    learn_and_write(request, ranks.get());
  } catch (const ConfigError& error) {
    fail(error, kBadConfig);
  } catch (const DataError& error) {
    fail(error, kBadData);
  } catch (const Interrupted& error) {
    fail(error, kInterrupted);
  } catch (const std::exception& error) {
    fail(error, kFailed);
  }
}

}  // namespace costruct::experiments
