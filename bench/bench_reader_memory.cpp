// Peak memory of readers compared with the size of the file, for the inputs that need most memory.
//
//   bench_reader_memory [MEGABYTES] [FOLDER]   files of 64 MB, written to FOLDER (default: .) one
//                                              at a time
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/store/run_record.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

using Read = std::function<void(const std::filesystem::path&)>;

struct Case {
  std::string name;
  std::function<std::string(Index)> piece;  ///< the input is piece(0) piece(1) ...
  Read read;
  std::string before = "", after = "";
};

Read as_training_data(const Json& block, const char* input) {
  return [block, input](const std::filesystem::path& file) {
    Encoder encoder(block, input);
    Corpus corpus;
    const std::vector files{file};
    if (encoder.must_scan()) encoder.scan(files, Encoder::Role::kTrain);
    encoder.read(files, Encoder::Role::kTrain, corpus);
    encoder.finish_labels(corpus);
  };
}

// Reads the file as unlabeled data, beside a small training file.
Read as_unlabeled_data(const Json& block, const char* input, const std::string& train) {
  return [=](const std::filesystem::path& file) {
    const std::filesystem::path labeled = file.string() + ".train";
    write_file(labeled, train);
    Encoder encoder(block, input);
    Corpus corpus;
    encoder.read(std::vector{labeled}, Encoder::Role::kTrain, corpus);
    encoder.read(std::vector{file}, Encoder::Role::kUnlabeled, corpus);
    encoder.finish_labels(corpus);
    std::filesystem::remove(labeled);
  };
}

// Reads the file as word vectors, for training tokens that have one word in ten of them.
Read as_vectors(Json block, Index words) {
  block["features"] = {{{"extractor", "vectors"}, {"file", "v"}, {"window", 0}}};
  return [block, words](const std::filesystem::path& file) {
    const std::filesystem::path train = file.string() + ".train";
    std::string text;
    for (Index word = 0; word < words; word += 10) text += fmt::format("word{} B\n\n", word);
    write_file(train, text);
    PartExamples examples(block, kChains, Target::kLabels);
    (void)examples.read_texts([&](const std::string&) { return file; });
    examples.read(std::vector{train}, Role::kTrain);
    examples.finish_training();
    (void)examples.finish_reading();
    std::filesystem::remove(train);
  };
}

Read as_data_to_predict(const Json& block, const char* input) {
  return [block, input](const std::filesystem::path& file) {
    Encoder encoder(block, input);
    const auto stream = encoder.stream(file);
    for (StreamedExample example; stream->next(example);) {
    }
  };
}

void as_config(const std::filesystem::path& file) {
  (void)load_config(file);
}

void as_model(const std::filesystem::path& file) {
  (void)Encoder::load(ModelReader(file));
}

std::function<std::string(Index)> same(const std::string& text) {
  return [text](Index) { return text; };
}

std::vector<Case> cases() {
  const Json svmlight = {{"format", "svmlight"}, {"train", "t"}};
  const Json svmhmm = {{"format", "svmhmm"}, {"train", "t"}};
  const Json brown = {{"format", "brown"}, {"train", "t"}};
  const Json crfsuite = {{"format", "crfsuite"}, {"train", "t"}};
  const Json conll = {{"format", "conll"},
                      {"train", "t"},
                      {"columns", {"word", "label"}},
                      {"features", {{{"extractor", "token"}, {"window", 0}}}}};
  const auto rows = [&](const Json& b) { return as_training_data(b, kRows); };
  const auto tokens = [&](const Json& b) { return as_training_data(b, kChains); };
  const Json conllu = {{"format", "conllu"}, {"train", "t"}};
  const Json spans = {{"format", "spans"}, {"train", "t"}};
  const Json csv = {{"format", "csv"}, {"train", "t"}, {"target", "y"}};
  Json csv_texts = csv;
  csv_texts["features"] = {{{"extractor", "words"}}};
  const Json texts = {{"format", "texts"}, {"train", "t"}};
  Json raw = conll;
  raw["unlabeled_text"] = "lines";
  const auto ten_words = [](Index i) {
    std::string text;
    for (Index j = 0; j < 10; ++j)
      text += fmt::format("{}word{}", j ? " " : "", (7 * i + j) % 5000);
    return text;
  };
  std::string vector;
  for (int i = 0; i < 100; ++i) vector += " 0.1234";
  std::string wide = "1";
  for (int i = 1; i <= 200; ++i) wide += fmt::format(" {}:1", i);
  return {
      {"svmlight, 200 features a row", same(wide + "\n"), rows(svmlight)},
      {"svmlight, one feature a row", same("1 1:1\n"), rows(svmlight)},
      {"svmlight, rows without features", same("1\n"), rows(svmlight)},
      {"svmlight, every feature new", [](Index i) { return fmt::format("1 {}:1\n", i + 1); },
       rows(svmlight)},
      {"svmlight, one line", [](Index i) { return fmt::format("{} {}:1", i ? "" : "1", i + 1); },
       rows(svmlight)},
      {"svmlight, to predict, rows without features", same("1\n"),
       as_data_to_predict(svmlight, kRows)},
      {"svmhmm, one part a sequence", [](Index i) { return fmt::format("1 qid:{} 1:1\n", i + 1); },
       tokens(svmhmm)},
      {"conll, 20 tokens a sentence",
       [](Index i) { return fmt::format("word{} L{}\n{}", i % 5000, i % 10, i % 20 ? "" : "\n"); },
       tokens(conll)},
      {"conll, one letter a sentence", same("a B\n\n"), tokens(conll)},
      {"conll, one sentence", same("a B\n"), tokens(conll)},
      {"conll, every word new",
       [](Index i) { return fmt::format("{:x} B\n{}", i, i % 20 ? "" : "\n"); }, tokens(conll)},
      {"conll, one token", same("abcdefgh"), tokens(conll)},
      {"crfsuite, 20 items of 19 attributes a sequence",
       [](Index i) {
         std::string item = fmt::format("L{}", i % 10);
         for (Index j = 0; j < 19; ++j) item += fmt::format("\tw[{}]=word{}", j, (i + j) % 5000);
         return item + (i % 20 ? "\n" : "\n\n");
       },
       tokens(crfsuite)},
      {"crfsuite, the same with values",
       [](Index i) {
         std::string item = fmt::format("L{}", i % 10);
         for (Index j = 0; j < 19; ++j)
           item += fmt::format("\tw[{}]=word{}:0.5", j, (i + j) % 5000);
         return item + (i % 20 ? "\n" : "\n\n");
       },
       tokens(crfsuite)},
      {"crfsuite, every attribute new",
       [](Index i) { return fmt::format("B\t{:x}\n{}", i, i % 20 ? "" : "\n"); }, tokens(crfsuite)},
      {"crfsuite, one sequence", same("B\ta\n"), tokens(crfsuite)},
      {"crfsuite, weights of items without attributes", same("@weight:2\tB\n\n"), tokens(crfsuite)},
      {"crfsuite, to predict", same("\ta\n\n"), as_data_to_predict(crfsuite, kChains)},
      {"brown, one token a sentence", same("a/b\n"), tokens(brown)},
      {"conllu, 20 tokens a sentence",
       [](Index i) {
         return fmt::format("{}\tword{}\tword\tL{}\t_\t_\t0\troot\t_\t_\n{}", i % 20 + 1, i % 5000,
                            i % 10, i % 20 == 19 ? "\n" : "");
       },
       tokens(conllu)},
      {"spans, ten words a record",
       [=](Index i) {
         return fmt::format("{{\"text\": \"{}\", \"label\": [[0, 5, \"A\"]]}}\n", ten_words(i));
       },
       tokens(spans)},
      {"plain text, ten words a line", [=](Index i) { return ten_words(i) + "\n"; },
       as_unlabeled_data(raw, kChains, "a B\n\n")},
      {"csv, ten numbers a row",
       [](Index i) { return fmt::format("1.5,2.5,3,4,5,6,7,8,9,{},{}\n", i, i % 2); }, rows(csv),
       "a,b,c,d,e,f,g,h,i,j,y\n"},
      {"csv, texts of ten words",
       [=](Index i) { return fmt::format("{},{}\n", ten_words(i), i % 2); }, rows(csv_texts),
       "text,y\n"},
      {"texts, ten words",
       [=](Index i) {
         return fmt::format("{{\"text\": \"{}\", \"label\": \"{}\"}}\n", ten_words(i), i % 2);
       },
       rows(texts)},
      {"vectors of 100 numbers, one in ten needed",
       [=](Index i) { return fmt::format("word{}{}\n", i, vector); }, as_vectors(conll, 100'000)},
      {"config, nested lists", same("["), as_config},
      {"config, a list of numbers", same("1,"), as_config, "{\"name\": [", "1]}"},
      {"config, one text", same("abcdefgh"), as_config, "{\"name\": \"", "\"}"},
      {"config, unknown keys", [](Index i) { return fmt::format("\"{:x}\":0,", i); }, as_config,
       "{", "\"x\":0}"},
      {"model, a header of zeros", same(std::string(8, '\0')), as_model},
      {"model, a header of numbers", same("1,"), as_model, "HEADER{\"a\":[", "1]}"},
  };
}

// Writes an input of `bytes` bytes. For "HEADER", the first eight bytes are the length of the rest,
// as in safetensors files.
void write_input(const Case& c, const std::filesystem::path& file, std::size_t bytes) {
  std::string text = c.before;
  const bool has_header = text.starts_with("HEADER");
  if (has_header) text.replace(0, 6, 8, '\0');
  for (Index i = 0; text.size() < bytes; ++i) text += c.piece(i);
  text += c.after;
  for (std::size_t k = 0; has_header && k < 8; ++k)
    text[k] = static_cast<char>((text.size() - 8) >> (8 * k));
  write_file(file, text);
}

// Runs an action in its own process. Returns its peak memory in bytes.
double peak_of(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      action();
    } catch (const ConfigError&) {
    } catch (const DataError&) {
    }
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || status != 0)
    fmt::print(stderr, "ended with {}\n", status);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

int main(int count, char** arguments) {
  const double megabytes = count > 1 ? std::strtod(arguments[1], nullptr) : 64;
  const std::filesystem::path file =
      std::filesystem::path(count > 2 ? arguments[2] : ".") / "bench-reader-memory";
  const double nothing = peak_of([] {});
  for (const Case& c : cases()) {
    // Also in its own process, so that this one stays small.
    (void)peak_of([&] { write_input(c, file, static_cast<std::size_t>(megabytes * 1e6)); });
    const auto bytes = static_cast<double>(std::filesystem::file_size(file));
    const double peak = peak_of([&] { c.read(file); }) - nothing;
    fmt::print("{:<46} {:>6.1f} MB {:>8.1f} MB {:>6.2f}\n", c.name, bytes / 1e6, peak / 1e6,
               peak / bytes);
  }
  std::filesystem::remove(file);
}
