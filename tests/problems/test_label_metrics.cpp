// Metrics against counting by hand and against a second, naive way of counting.
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "costruct/core/error.hpp"
#include "costruct/problems/label_metrics.hpp"
#include "support/tiny.hpp"

namespace costruct {
namespace {

using Names = std::vector<std::string>;

/// Outputs in the names of their labels, numbered as they come.
struct Corpus {
  Names labels;
  std::vector<Output> truth, predicted;
  Json options = {{"outside", "O"}};

  void add(const Names& y, const Names& y_hat) {
    truth.push_back(numbered(y));
    predicted.push_back(numbered(y_hat));
  }
  double metric(const std::string& name) const {
    for (const OutputMetric& metric : sequence_metrics()) {
      if (metric.info.name == name) return metric.compute(input());
    }
    throw ConfigError("no metric " + name);
  }
  MetricInput input() const { return {truth, predicted, labels, options}; }

 private:
  Output numbered(const Names& names) {
    Output y;
    for (const std::string& name : names) {
      const auto at = std::find(labels.begin(), labels.end(), name);
      y.parts.push_back(static_cast<int>(at - labels.begin()));
      if (at == labels.end()) labels.push_back(name);
    }
    return y;
  }
};

Corpus corpus_of(const Names& y, const Names& y_hat) {
  Corpus corpus;
  corpus.add(y, y_hat);
  return corpus;
}

/// The rules of conlleval, pair by pair as the script spells them, with S and E-B added.
bool script_ends(const std::string& p, const std::string& p_type, const std::string& q,
                 const std::string& q_type) {
  static const std::set<std::string> pairs = {
      "BB", "BO", "IB", "IO", "EE", "EI", "EO",               // the script's
      "BS", "IS", "EB", "ES", "SB", "SI", "SO", "SE", "SS"};  // added
  return pairs.count(p + q) > 0 || (p != "O" && p_type != q_type);
}
bool script_starts(const std::string& p, const std::string& p_type, const std::string& q,
                   const std::string& q_type) {
  static const std::set<std::string> pairs = {
      "BB", "IB", "OB", "OI", "EE", "EI", "OE",               // the script's
      "EB", "SB", "BS", "IS", "OS", "ES", "SS", "SI", "SE"};  // added
  return pairs.count(p + q) > 0 || (q != "O" && p_type != q_type);
}

using Chunks = std::set<std::tuple<std::size_t, std::size_t, std::size_t, std::string>>;

/// All chunks of all outputs as (output, first, last, type).
Chunks enumerate_chunks(const std::vector<Output>& outputs, const Names& labels) {
  Chunks chunks;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Names tag{"O"}, type{""};
    for (const int k : outputs[i].parts) {
      tag.push_back(labels[k].substr(0, 1));
      type.push_back(labels[k].size() > 2 ? labels[k].substr(2) : "");
    }
    tag.push_back("O");
    type.push_back("");
    for (std::size_t first = 1; first + 1 < tag.size(); ++first) {
      if (!script_starts(tag[first - 1], type[first - 1], tag[first], type[first])) continue;
      std::size_t last = first;
      while (!script_ends(tag[last], type[last], tag[last + 1], type[last + 1])) ++last;
      chunks.insert({i, first, last, type[first]});
    }
  }
  return chunks;
}

}  // namespace

TEST_CASE("chunk counts agree with enumerated chunks on random tags", "[metrics]") {
  const std::vector<Names> codings = {
      {"O", "I-X", "I-Y", "B-X", "B-Y"},
      {"O", "B-X", "I-X"},
      {"O", "B-X", "I-X", "E-X", "S-X", "B-Y", "I-Y", "E-Y", "S-Y"},
      {"O", "B", "I", "E", "S"},
      {"B-X", "I-X", "I-Y-Z", "B-Y-Z", "I-new", "E-new"},
  };
  test::Dice dice(11);
  for (const Names& labels : codings) {
    for (int round = 0; round < 300; ++round) {
      Corpus corpus;
      corpus.labels = labels;
      const int sentences = dice.range(0, 4);
      for (int i = 0; i < sentences; ++i) {
        const int length = dice.range(0, 9);
        Output y = dice.labeling(length, static_cast<Index>(labels.size()));
        Output y_hat = y;
        for (int& part : y_hat.parts) {
          if (dice.range(0, 3) == 0) part = dice.range(0, static_cast<int>(labels.size()) - 1);
        }
        corpus.truth.push_back(y);
        corpus.predicted.push_back(y_hat);
      }
      const Chunks truth = enumerate_chunks(corpus.truth, labels);
      const Chunks predicted = enumerate_chunks(corpus.predicted, labels);
      Index correct = 0;
      for (const auto& chunk : predicted) correct += static_cast<Index>(truth.count(chunk));
      const ChunkCounts counts = count_chunks(corpus.input());
      std::map<std::string, std::array<Index, 3>> by_type, enumerated;
      for (const auto& chunk : truth) ++enumerated[std::get<3>(chunk)][0];
      for (const auto& chunk : predicted) {
        ++enumerated[std::get<3>(chunk)][1];
        enumerated[std::get<3>(chunk)][2] += static_cast<Index>(truth.count(chunk));
      }
      for (const KindCounts& type : count_chunks_by_type(corpus.input())) {
        if (type.truth + type.predicted > 0)
          by_type[type.name] = {type.truth, type.predicted, type.correct};
      }
      CAPTURE(round, labels);
      CHECK(by_type == enumerated);
      CHECK(counts.truth == static_cast<Index>(truth.size()));
      CHECK(counts.predicted == static_cast<Index>(predicted.size()));
      CHECK(counts.correct == correct);
    }
  }
}

TEST_CASE("chunks are counted across the codings of a known example", "[metrics]") {
  // [He] [reckons] [the current account deficit] in IOB2, with one chunk cut short.
  const Corpus corpus = corpus_of({"B-NP", "B-VP", "B-NP", "I-NP", "I-NP", "I-NP", "O"},
                                  {"B-NP", "B-VP", "B-NP", "I-NP", "I-NP", "O", "O"});
  const ChunkCounts counts = count_chunks(corpus.input());
  CHECK(counts.truth == 3);
  CHECK(counts.predicted == 3);
  CHECK(counts.correct == 2);
  CHECK(counts.precision() == Approx(2.0 / 3));
  CHECK(counts.recall() == Approx(2.0 / 3));
  CHECK(corpus.metric("chunk_f1") == Approx(2.0 / 3));
  // The same chunks in IOB1, IOB2 and IOBES are the same chunks.
  CHECK(corpus_of({"I-X", "I-X", "B-X", "O", "I-Y"}, {"B-X", "I-X", "B-X", "O", "B-Y"})
            .metric("chunk_f1") == 1);
  CHECK(corpus_of({"I-X", "I-X", "B-X", "O", "I-Y"}, {"B-X", "E-X", "S-X", "O", "S-Y"})
            .metric("chunk_f1") == 1);
}

TEST_CASE("an I after O or after another type starts a chunk", "[metrics]") {
  CHECK(count_chunks(corpus_of({"O", "I-X", "I-X"}, {"O", "B-X", "I-X"}).input()).correct == 1);
  const ChunkCounts counts = count_chunks(corpus_of({"B-Y", "I-X"}, {"B-Y", "B-X"}).input());
  CHECK(counts.truth == 2);
  CHECK(counts.correct == 2);
}

TEST_CASE("chunks do not reach over the border of an output", "[metrics]") {
  Corpus corpus;
  corpus.add({"B-X"}, {"B-X"});
  corpus.add({"I-X"}, {"I-X"});
  CHECK(count_chunks(corpus.input()).truth == 2);
  CHECK(count_chunks(corpus.input()).correct == 2);
}

TEST_CASE("token, sequence and label metrics agree with counting by hand", "[metrics]") {
  Corpus corpus;
  corpus.add({"O", "A", "A", "B"}, {"O", "A", "B", "B"});
  corpus.add({"A", "O"}, {"O", "A"});
  corpus.add({"O"}, {"O"});
  CHECK(corpus.metric("token_error") == Approx(3.0 / 7));
  CHECK(corpus.metric("accuracy") == Approx(4.0 / 7));
  CHECK(corpus.metric("sequence_error") == Approx(2.0 / 3));
  // A: true 3, predicted 2, right 1; B: true 1, predicted 2, right 1.
  CHECK(corpus.metric("f1_micro") == Approx(4.0 / 8));
  CHECK(corpus.metric("f1_macro") == Approx((2.0 / 5 + 2.0 / 3) / 2));
  corpus.options["outside"] = "A";
  CHECK(corpus.metric("f1_micro") == Approx(6.0 / 9));  // O: true 3, predicted 3, right 2
  for (const Json& options : {Json{{"outside", ""}}, Json::object()}) {  // O counts like others
    corpus.options = options;
    CHECK(corpus.metric("f1_micro") == Approx(corpus.metric("accuracy")));
    CHECK(corpus.metric("f1_macro") == Approx((2.0 / 5 + 2.0 / 3 + 4.0 / 6) / 3));
  }
}

TEST_CASE("the counts of labels and of chunks give their F1", "[metrics]") {
  const Names labels = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  test::Dice dice(5);
  for (int round = 0; round < 100; ++round) {
    Corpus corpus;
    corpus.labels = labels;
    const int length = dice.range(0, 12);
    corpus.truth = {dice.labeling(length, 5)};
    corpus.predicted = {dice.labeling(length, 5)};
    for (const OutputMetric& metric : sequence_metrics()) {
      if (!metric.counts) continue;
      Index all = 0, correct = 0, kinds = 0;
      double sum = 0;
      for (const KindCounts& kind : metric.counts(corpus.input())) {
        INFO(metric.counted << " " << kind.name);
        if (metric.counted == "label") {
          Index truth = 0, predicted = 0, both = 0;
          for (std::size_t t = 0; t < corpus.truth[0].parts.size(); ++t) {
            const bool is_true = labels[corpus.truth[0].parts[t]] == kind.name;
            const bool is_predicted = labels[corpus.predicted[0].parts[t]] == kind.name;
            truth += is_true;
            predicted += is_predicted;
            both += is_true && is_predicted;
          }
          CHECK(kind.averaged == (kind.name != "O"));
          CHECK(std::array{kind.truth, kind.predicted, kind.correct} ==
                std::array{truth, predicted, both});
        }
        if (!kind.averaged || kind.truth + kind.predicted == 0) continue;
        all += kind.truth + kind.predicted;
        correct += kind.correct;
        sum += kind.f1();
        ++kinds;
      }
      const double micro =
          all == 0 ? 1 : 2.0 * static_cast<double>(correct) / static_cast<double>(all);
      const double macro = kinds == 0 ? 1 : sum / static_cast<double>(kinds);
      INFO(metric.info.name);
      CHECK(corpus.metric(metric.info.name) ==
            Approx(metric.info.name == "f1_macro" ? macro : micro));
    }
  }
  const KindCounts none{"never"}, missed{"missed", 3}, invented{"invented", 0, 2};
  CHECK((none.precision() == 0 && none.recall() == 0 && none.f1() == 0));
  CHECK((missed.precision() == 0 && missed.recall() == 0 && missed.f1() == 0));
  CHECK((invented.precision() == 0 && invented.recall() == 0 && invented.f1() == 0));
  CHECK(KindCounts{"half", 2, 4, 1}.precision() == .25);
  CHECK(KindCounts{"half", 2, 4, 1}.recall() == .5);
  CHECK(KindCounts{"half", 2, 4, 1}.f1() == Approx(1.0 / 3));
}

TEST_CASE("labels that are absent do not count in f1_macro, unseen ones that are present do",
          "[metrics]") {
  Corpus corpus = corpus_of({"A", "A", "new"}, {"A", "A", "A"});
  CHECK(corpus.metric("f1_macro") == Approx((4.0 / 5 + 0) / 2));
  corpus.labels.push_back("never");
  CHECK(corpus.metric("f1_macro") == Approx((4.0 / 5 + 0) / 2));
}

TEST_CASE("with one part an example, token and sequence error agree", "[metrics]") {
  Corpus corpus;
  corpus.add({"A"}, {"A"});
  corpus.add({"B"}, {"A"});
  corpus.add({"C"}, {"B"});
  CHECK(corpus.metric("token_error") == corpus.metric("sequence_error"));
  CHECK(corpus.metric("token_error") == Approx(1 - corpus.metric("accuracy")));
  CHECK(corpus.metric("f1_micro") == Approx(corpus.metric("accuracy")));  // no outside label
}

TEST_CASE("0/0 is a perfect F1 and no error", "[metrics]") {
  for (const Corpus& corpus : {Corpus{}, corpus_of({}, {}), corpus_of({"O"}, {"O"})}) {
    for (const OutputMetric& metric : sequence_metrics()) {
      INFO(metric.info.name);
      CHECK(corpus.metric(metric.info.name) == (metric.info.higher_is_better ? 1 : 0));
    }
  }
  CHECK(corpus_of({"O"}, {"B-X"}).metric("chunk_f1") == 0);
}

}  // namespace costruct
