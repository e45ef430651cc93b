// Real files there and back.
#include <catch2/catch.hpp>

#include "costruct/experiments/convert/convert.hpp"
#include "support/files.hpp"
#include "support/real_data.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

std::string converted(const std::filesystem::path& file, const Json& from, const Json& to,
                      const std::filesystem::path& output, Json& block) {
  ConversionRequest request;
  request.file = file;
  request.from = from.is_null() ? "" : from.dump();
  request.to = to.dump();
  request.output = output;
  request.force = true;
  block = convert_file(request).block;
  return bytes_of_file(output);
}

// A real file as `own`, which is compared with what comes back from each other format.
void check_there_and_back(const std::string& name, const Json& from, const Json& own,
                          const std::vector<Json>& others) {
  const auto file = test::real_data(name);
  if (!file) return;
  const TestFolder folder;
  Json block, there;
  const std::string first = converted(*file, from, own, folder.path() / "first", block);
  for (const Json& other : others) {
    INFO(name << " as " << other);
    converted(folder.path() / "first", block, other, folder.path() / "there", there);
    CHECK(converted(folder.path() / "there", there, own, folder.path() / "back", there) == first);
  }
}

}  // namespace

TEST_CASE("the Spanish news wire comes back from attributes and treebanks", "[convert][real]") {
  const Json words = {{"format", "conll"}, {"columns", {"word", "xpos", "label"}}};
  check_there_and_back("conll2002-es/esp.train.xz", words, words,
                       {{{"format", "crfsuite"}}, {{"format", "conllu"}, {"label", "misc.NER"}}});
}
TEST_CASE("the English web treebank comes back from columns", "[convert][real]") {
  const Json columns = {
      {"format", "conll"},
      {"columns", {"word", "label", "lemma", "xpos", "feats", "head", "deprel", "deps", "misc"}}};
  check_there_and_back("ud-english-ewt/dev.conllu.xz", {{"format", "conllu"}}, columns,
                       {{{"format", "conllu"}}, {{"format", "crfsuite"}}});
}
TEST_CASE("rows of numbers come back from tables", "[convert][real]") {
  const Json svmlight = {{"format", "svmlight"}};
  // Arrays hold the label +1 as a number.
  const Json numbers = {{"format", "svmlight"}, {"label_map", {{"+1", "1"}}}};
  for (const char* file : {"a9a/a9a.t.xz", "mfeat/mfeat.svm.xz"}) {
    check_there_and_back(file, numbers, svmlight,
                         {{{"format", "csv"}}, {{"format", "npy"}}, {{"format", "texts"}}});
  }
}
TEST_CASE("tables come back from lines of texts", "[convert][real]") {
  const Json csv = {{"format", "csv"}, {"target", "target"}};
  for (const char* file : {"regression/abalone.csv", "regression/autohorse.csv"})
    check_there_and_back(file, csv, csv, {{{"format", "texts"}}, csv});
}
TEST_CASE("trees of the Penn Treebank stay as they are", "[convert][real]") {
  const Json ptb = {{"format", "ptb"}};
  check_there_and_back("ptb-sample/wsj.mrg.xz", ptb, ptb, {ptb});
}
