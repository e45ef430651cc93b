// Runs a fuzz target without libFuzzer, so that every build tries it: first the files of its corpus
// as they are, then changed at random, the same way each time.
//
//   fuzz_NAME_short CORPUS RUNS
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "costruct/core/random.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using costruct::Index;
using costruct::RandomStream;

constexpr std::size_t kLongest = 20'000;
constexpr const char* kTokens[] = {"-1",   "0",  "1e999", "18446744073709551616",
                                   "null", "[]", "{}",    "\"\"",
                                   "\n",   ":",  "\xff",  "\xc3\xa9",
                                   "?",    "[[", "},",    "qid:1"};

std::vector<std::string> read_corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return corpus;
}

void change(std::string& input, const std::vector<std::string>& corpus, RandomStream& random) {
  const auto place = static_cast<std::size_t>(random.below(static_cast<Index>(input.size()) + 1));
  const auto length =
      std::min(input.size() - place, static_cast<std::size_t>(1 + random.below(16)));
  const std::string& other =
      corpus[static_cast<std::size_t>(random.below(static_cast<Index>(corpus.size())))];
  switch (random.below(6)) {
    case 0:
      if (place < input.size()) input[place] = static_cast<char>(random.below(256));
      break;
    case 1:
      if (place < input.size())
        input[place] = static_cast<char>(input[place] ^ (1 << random.below(8)));
      break;
    case 2:
      input.erase(place, length);
      break;
    case 3:
      input.insert(place, input.substr(place, length));
      break;
    case 4:
      input.insert(place, kTokens[random.below(std::size(kTokens))]);
      break;
    default:
      input.replace(place, length, other, std::min(place, other.size()), length);
  }
  if (input.size() > kLongest) input.resize(kLongest);
}

volatile long current_run = 0;

void tell_run(int signal) {
  std::fprintf(stderr, "in run %ld\n", static_cast<long>(current_run));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, tell_run);
  const std::vector<std::string> corpus = read_corpus(arguments[1]);
  if (corpus.empty()) return 2;
  for (const std::string& input : corpus) run(input);
  const long runs = std::strtol(arguments[2], nullptr, 10);
  for (long i = 1; i <= runs; ++i) {
    current_run = i;
    RandomStream random(1, static_cast<std::uint64_t>(i), "fuzz");
    std::string input =
        corpus[static_cast<std::size_t>(random.below(static_cast<Index>(corpus.size())))];
    for (Index changes = 1 + random.below(6); changes > 0; --changes) change(input, corpus, random);
    run(input);
  }
  std::printf("%zu files and %ld changed ones\n", corpus.size(), runs);
  return 0;
}
