// Any bytes as a data file: the first chooses the data block, the others are the file. Beside not
// crashing, what has been read as training data must read the same as data to predict.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <vector>

#include "costruct/data/content_reader.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/losses.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

const std::vector<Json>& blocks() {
  static const std::vector<Json> all = [] {
    const Json words = {{"format", "conll"}, {"train", "t"}, {"columns", {"word", "label"}}};
    Json rich = {{"format", "conll"}, {"train", "t"}, {"columns", {"word", "label", "pos"}}};
    rich["features"] = {
        {{"extractor", "token"}, {"window", 2}},
        {{"extractor", "token"}, {"column", "pos"}, {"window", 1}},
        {{"extractor", "surface"}, {"window", 1}},
        {{"extractor", "ngrams"}, {"window", 1}},
        {{"extractor", "affixes"}, {"window", 1}},
        {{"extractor", "distribution"}},
        {{"extractor", "template"}, {"lines", {"U%x[-2,0]/%x[1,2]", "U1:%x[0,0]", "B"}}}};
    const Json plain = {{{"extractor", "token"}, {"window", 1}},
                        {{"extractor", "surface"}},
                        {{"extractor", "ngrams"}}};
    Json limited = words;
    limited.update({{"min_length", 2}, {"max_length", 4}, {"limit", 3}});
    const Json groups = {{{"name", "a"}, {"first", 1}, {"last", 5}},
                         {{"name", "b"}, {"first", 7}, {"last", 1000}}};
    const Json of_rows = {
        {{"extractor", "values"}},
        {{"extractor", "values"}, {"weighting", "log"}, {"normalize", "l2"}, {"group", "words"}},
        {{"extractor", "latent"}}};
    const Json of_texts = {{{"extractor", "words"}, {"n", {1, 2}}},
                           {{"extractor", "words"}, {"letters", {2}}, {"group", "letters"}},
                           {{"extractor", "words"}, {"buckets", 7}, {"group", "buckets"}}};
    return std::vector<Json>{
        Json{{"format", "svmlight"}, {"train", "t"}},
        Json{{"format", "svmlight"},
             {"train", "t"},
             {"groups", groups},
             {"features", of_rows},
             {"limit", 2}},
        Json{{"format", "svmhmm"}, {"train", "t"}},
        words,
        rich,
        limited,
        Json{{"format", "brown"}, {"train", "t"}, {"features", plain}},
        Json{{"format", "brown"}, {"train", "t"}, {"tags", "reduced"}},
        Json{{"format", "crfsuite"}, {"train", "t"}},
        Json{{"format", "csv"}, {"train", "t"}, {"target", "y"}},
        Json{{"format", "csv"},
             {"train", "t"},
             {"target", "y"},
             {"separator", ";"},
             {"nominal", {"a"}},
             {"ignore", {"b"}},
             {"nominal_limit", 3},
             {"limit", 3}},
        Json{{"format", "npy"}, {"train", "t"}},
        Json{{"format", "npy"}, {"train", "t"}, {"target_column", 2}, {"limit", 2}},
        Json{{"format", "conllu"},
             {"train", "t"},
             {"label", "feats.Case"},
             {"features",
              {{{"extractor", "token"}}, {{"extractor", "attributes"}, {"column", "misc"}}}}},
        Json{{"format", "conllu"}, {"train", "t"}},
        Json{{"format", "conll"}, {"train", "t"}, {"scheme", "iobes"}},
        Json{{"format", "csv"}, {"train", "t"}, {"target", "y"}, {"features", of_texts}},
        Json{{"format", "texts"}, {"train", "t"}},
        Json{{"format", "texts"}, {"train", "t"}, {"text", {"a", "text"}}, {"label", "y"}},
        Json{{"format", "text_folders"}, {"train", "t"}, {"features", of_texts}},
        Json{{"format", "svmlight"},
             {"train", "t"},
             {"groups", groups},
             {"features",
              {{{"extractor", "values"}},
               {{"extractor", "links"}, {"file", "l"}, {"of", "a"}},
               {{"extractor", "links"}, {"file", "l"}, {"features", "edges"}, {"group", "e"}}}}},
        Json{{"format", "texts"},
             {"train", "t"},
             {"features",
              {{{"extractor", "words"}}, {{"extractor", "links"}, {"file", "l"}, {"id", "id"}}}}},
        Json{{"format", "spans"}, {"train", "t"}},
        Json{{"format", "spans"}, {"train", "t"}, {"scheme", "iobes"}, {"offsets", "utf16"}},
        Json{{"format", "texts"}, {"train", "t"}, {"features", {{{"extractor", "latent"}}}}}};
  }();
  return all;
}

void check_same(const Encoder& encoder, const std::filesystem::path& file, const Corpus& corpus) {
  const auto stream = encoder.stream(file);
  StreamedExample example;
  Index number = 0;
  while (stream->next(example)) {
    require(number < corpus.size());
    const Output& output = corpus.outputs[static_cast<std::size_t>(number)];
    if (encoder.predicts_examples() && !output.parts.empty())
      require(!encoder.written(example.record, output).empty());
    require(example.line == corpus.places[static_cast<std::size_t>(number)].line);
    const Index first = corpus.features.example_begin[static_cast<std::size_t>(number)];
    require(static_cast<Index>(example.part_begin.size()) == corpus.features.length(number) + 1);
    for (std::size_t p = 0; p + 1 < example.part_begin.size(); ++p) {
      const auto expected = corpus.features.features_of(first + static_cast<Index>(p));
      require(std::equal(expected.begin(), expected.end(),
                         example.feature.begin() + example.part_begin[p],
                         example.feature.begin() + example.part_begin[p + 1]));
    }
    require(example.symbols.size() == corpus.symbols.size());
    for (std::size_t e = 0; e < example.symbols.size(); ++e) {
      const Symbols found = example.symbols[e], expected = corpus.symbols[e].of(number);
      require(std::equal(found.number.begin(), found.number.end(), expected.number.begin(),
                         expected.number.end()));
      require(std::equal(found.value.begin(), found.value.end(), expected.value.begin(),
                         expected.value.end()));
    }
    ++number;
  }
  require(number == corpus.size());
}

void check_same_rows(const Encoder& encoder, const std::filesystem::path& file,
                     const Corpus& corpus) {
  const auto rows = encoder.dense_rows(file);
  const Index width = encoder.num_features();
  std::vector<double> block(static_cast<std::size_t>(3 * width));
  Index number = 0;
  for (Index count = 0; (count = rows->read(3, block.data())) > 0;) {
    for (Index i = 0; i < count; ++i, ++number) {
      require(number < corpus.size());
      const auto ids = corpus.features.features_of(number);
      const auto values = corpus.features.values_of(number);
      for (std::size_t e = 0; e < ids.size(); ++e) {
        double& entry = block[static_cast<std::size_t>(i * width + ids[e])];
        require(entry == (values.empty() ? 1.0 : values[e]));
        entry = 0;
      }
      for (Index f = 0; f < width; ++f)
        require(block[static_cast<std::size_t>(i * width + f)] == 0);
    }
  }
  require(number == corpus.size());
}

// What has been written for other formats must read back with the same labels.
void check_converted(Json block, const std::filesystem::path& file) {
  const Format& source = *find_format(block["format"]);
  block.erase("features");
  for (const Format& target : formats()) {
    if (target.input != source.input || !target.rows->writing) continue;
    try {
      const RowWriting& writing = *target.rows->writing;
      const bool has_cells = source.rows->kind != RowKind::kNumeric &&
                             source.rows->kind != RowKind::kNamed &&
                             source.rows->kind != RowKind::kDense;
      ContentReader reader({.format = &source,
                            .block = block,
                            .files = {file},
                            .features = writing.holds_features || !has_cells});
      Json to = {{"format", target.name}, {"train", "t"}};
      const auto writer = writing.writer(to, reader.facts());
      writer->complete(to);
      Losses losses;
      std::string text = writer->head();
      std::vector<std::string> labels;
      for (ExampleContent example; reader.next(example);) {
        if (example.length == 0) continue;
        text += writer->text(example, losses);
        labels.insert(labels.end(), example.labels.begin(), example.labels.end());
      }
      if (!losses.sentences().empty() || labels.empty()) continue;
      const FuzzFile written(text);
      try {
        ContentReader back({.format = &target, .block = to, .files = {written.path()}});
        std::vector<std::string> found;
        for (ExampleContent example; back.next(example);)
          found.insert(found.end(), example.labels.begin(), example.labels.end());
        require(found == labels);
      } catch (const DataError& error) {
        std::fprintf(stderr, "%s to %s: %s\n", source.name.c_str(), target.name.c_str(),
                     error.what());
        require(false);
      }
    } catch (const DataError&) {
    } catch (const ConfigError&) {
    }
  }
}

// A name of one byte is a group, of that name and two others.
std::optional<std::set<std::string>> small_groups(const std::string& name) {
  if (name.size() != 1) return std::nullopt;
  return std::set<std::string>{name, "1", "A"};
}

// Each fact leaves some labels, and not all.
void check_facts(const Known& known, const Encoder& encoder) {
  const auto labels = static_cast<int>(encoder.labels().size());
  for (const std::vector<int>& fact : known.facts) {
    require(std::is_sorted(fact.begin(), fact.end()));
    require(fact.empty() || (fact.front() >= 0 && fact.back() < labels));
    require(static_cast<int>(fact.size()) < labels || labels == 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Json& block = blocks()[data[0] % blocks().size()];
  const FuzzFile file({reinterpret_cast<const char*>(data) + 1, size - 1});
  const std::vector<std::filesystem::path> files{file.path()};
  try {
    Encoder encoder(block, find_format(block["format"])->input);
    encoder.name_label_groups(small_groups);
    Corpus corpus, test;
    if (block["format"] == "text_folders") {  // a file of its own has no label
      encoder.read(files, Encoder::Role::kUnlabeled, corpus);
      return check_same(encoder, file.path(), corpus), 0;
    }
    encoder.read(files, Encoder::Role::kTrain, corpus);
    encoder.finish_labels(corpus);
    require(corpus.weights.empty() || static_cast<Index>(corpus.weights.size()) == corpus.size());
    for (const double weight : corpus.weights) require(weight >= 0 && std::isfinite(weight));
    for (const Output& output : corpus.outputs) {
      for (const int part : output.parts)
        require(part >= 0 && part < static_cast<int>(encoder.labels().size()));
    }
    for (const auto& [example, known] : corpus.known) check_facts(known, encoder);
    for (Index f = 0; f < encoder.num_features(); ++f) encoder.feature_info(f);
    const bool all_read = !block.contains("limit");
    if (all_read) check_same(encoder, file.path(), corpus);
    if (all_read) check_converted(block, file.path());
    if (all_read && block["format"] == "npy") check_same_rows(encoder, file.path(), corpus);
    encoder.read(files, Encoder::Role::kUnlabeled, corpus);
    encoder.read(files, Encoder::Role::kTest, test);
    if (all_read) require(encoder.labels_with_unseen() == encoder.labels());
  } catch (const DataError&) {
  }
  return 0;
}
