// Vectors of words against a plain dense computation, and their clusters.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "costruct/core/random.hpp"
#include "costruct/data/features/words/word_vectors.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

using Sentence = std::vector<std::int32_t>;

WordVectors fitted(const std::vector<Sentence>& sentences, Index words,
                   const WordVectorOptions& options) {
  const std::vector<std::span<const std::int32_t>> spans(sentences.begin(), sentences.end());
  return fit_word_vectors(spans, words, options);
}

/// Words by a chain of two hidden classes, so that neighbours tell something; some unknown ones.
std::vector<Sentence> made_up(Index count, Index words, std::uint64_t seed, bool unknown) {
  RandomStream random(seed, 0, "sentences");
  std::vector<Sentence> all;
  for (Index i = 0; i < count; ++i) {
    Sentence sentence;
    Index state = random.below(2);
    for (Index t = random.below(9); t >= 0; --t) {
      const Index word =
          std::min(random.below(words), random.below(words));  // low numbers are common
      sentence.push_back(static_cast<std::int32_t>(word / 2 * 2 + state));
      if (sentence.back() >= words) sentence.back() = 0;
      if (unknown && random.below(10) == 0) sentence.back() = -1;
      if (random.below(4) != 0) state = 1 - state;
    }
    all.push_back(sentence);
  }
  all.emplace_back();
  return all;
}

/// The definition: counts in a map, a dense matrix, a dense decomposition. Row i of the result: of
/// word i.
Eigen::MatrixXd plain(const std::vector<Sentence>& sentences, Index words,
                      const WordVectorOptions& options) {
  std::vector<std::pair<Index, Index>> count(
      words);  // (times, - word): the commonest, the first among equals
  for (Index w = 0; w < words; ++w) count[w] = {0, -w};
  for (const Sentence& sentence : sentences) {
    for (const auto word : sentence) {
      if (word >= 0) ++count[word].first;
    }
  }
  std::sort(count.rbegin(), count.rend());
  std::set<Index> contexts;
  for (Index i = 0; i < std::min(words, options.contexts); ++i) contexts.insert(-count[i].second);
  constexpr Index kEnd = -100;
  std::map<std::pair<Index, Index>, double> n;  // (word, context), 1000 apart for each place
  for (const Sentence& sentence : sentences) {
    const Index length = std::ssize(sentence);
    for (Index t = 0; t < length; ++t) {
      if (sentence[t] < 0) continue;
      for (Index offset = -options.reach; offset <= options.reach; ++offset) {
        if (offset == 0) continue;
        const Index at = t + offset, neighbour = at < 0 || at >= length ? kEnd : sentence[at];
        if (neighbour == kEnd || contexts.contains(neighbour))
          ++n[{sentence[t], 1000 * offset + neighbour}];
      }
    }
  }
  std::map<Index, double> of_word, of_context;
  std::map<Index, Index> column;
  for (const auto& [pair, times] : n) {
    of_word[pair.first] += times;
    of_context[pair.second] += times;
    column.emplace(pair.second, std::ssize(column));
  }
  Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(words, std::ssize(column));
  for (const auto& [pair, times] : n)
    scaled(pair.first, column[pair.second]) =
        std::sqrt(times) / std::pow(of_word[pair.first] * of_context[pair.second], .25);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Index rank = std::min<Index>(options.dimensions, svd.singularValues().size());
  Eigen::MatrixXd rows =
      svd.matrixU().leftCols(rank) * svd.singularValues().head(rank).asDiagonal();
  for (Index w = 0; w < words; ++w) {
    if (scaled.row(w).norm() > 0) rows.row(w) /= rows.row(w).norm();
  }
  return rows;
}

Eigen::MatrixXd as_eigen(const WordVectors& vectors) {
  Eigen::MatrixXd rows(vectors.words(), vectors.dimensions);
  for (Index w = 0; w < vectors.words(); ++w) {
    for (Index j = 0; j < vectors.dimensions; ++j) rows(w, j) = vectors.vector(w)[j];
  }
  return rows;
}

}  // namespace

TEST_CASE("vectors of words are those of a dense computation, up to rotation", "[data][fitted]") {
  // Both sides of the matrix are below dimensions + 10, so that the decomposition is exact.
  const bool unknown = GENERATE(false, true);
  const Index words = GENERATE(12, 30);
  const Index contexts = GENERATE(3, 9, 1500);
  const Index dimensions = GENERATE(4, 20, 100);
  const Index reach = GENERATE(1, 2);
  if (dimensions == 4 && (words > 12 || contexts > 3)) return;  // approximate
  CAPTURE(unknown, words, contexts, dimensions, reach);
  const auto sentences = made_up(300, words, 1, unknown);
  const WordVectorOptions options{dimensions, contexts, {}, reach};
  const WordVectors vectors = fitted(sentences, words, options);
  CHECK((vectors.words() == words && vectors.dimensions == dimensions));
  CHECK(vectors.cluster.empty());
  const Eigen::MatrixXd found = as_eigen(vectors), expected = plain(sentences, words, options);
  CHECK((found * found.transpose() - expected * expected.transpose()).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("the leading inner products of a larger fit are near those of a dense one",
          "[data][fitted]") {
  const auto sentences = made_up(3000, 120, 2, false);
  const WordVectorOptions options{10, 1500, {}};
  const Eigen::MatrixXd found = as_eigen(fitted(sentences, 120, options)),
                        expected = plain(sentences, 120, options);
  const Eigen::MatrixXd difference = found * found.transpose() - expected * expected.transpose();
  // The tail of the spectrum is flat noise: single directions are not determined, most of a vector
  // is.
  CHECK(std::sqrt(difference.squaredNorm() / static_cast<double>(difference.size())) < .05);
}

TEST_CASE("rows have unit length, or are zeros where no neighbour counts", "[data][fitted]") {
  // 9 is never seen; 7 stands beside unknown words alone; -1 is unknown.
  const WordVectors vectors = fitted({{0, 1, 2}, {-1, 7, -1}, {2, 1, 0}, {}}, 10, {5, 3, {2}});
  for (const Index w : {0, 1, 2}) {
    double squares = 0;
    for (const float x : vectors.vector(w)) squares += double{x} * x;
    CHECK(squares == Approx(1).epsilon(1e-6));
    CHECK(vectors.cluster.at(0)[w] >= 0);
  }
  for (const Index w : {3, 7, 9}) {
    for (const float x : vectors.vector(w)) CHECK(x == 0);
    CHECK(vectors.cluster.at(0)[w] == -1);
  }
}

TEST_CASE("words that stand in the same places have the same vector, whichever they are",
          "[data][fitted]") {
  const WordVectors vectors =
      fitted({{0, 1, 2}, {0, 3, 2}, {2, 4, 0}, {2, 5, 0}, {4, 0}, {5, 0}}, 6, {3, 10, {2, 3}});
  const Eigen::MatrixXd rows = as_eigen(vectors);
  CHECK(rows.row(1).dot(rows.row(3)) == Approx(1).epsilon(1e-6));
  CHECK(rows.row(4).dot(rows.row(5)) == Approx(1).epsilon(1e-6));
  CHECK(rows.row(1).dot(rows.row(4)) < .99);
  for (const auto& cluster : vectors.cluster) {
    CHECK(cluster[1] == cluster[3]);
    CHECK(cluster[4] == cluster[5]);
  }
}

TEST_CASE("left and right neighbours are told apart, and both ends of a sentence are neighbours",
          "[data][fitted]") {
  // 0 always begins and 1 always ends: by neighbours without sides they would be alike.
  const Eigen::MatrixXd rows =
      as_eigen(fitted({{0, 2, 1}, {0, 3, 1}, {0, 2, 3, 1}}, 4, {4, 10, {}}));
  CHECK(rows.row(0).dot(rows.row(1)) == Approx(0).margin(1e-6));
  // One word alone has the two ends: one singular value.
  const WordVectors alone = fitted({{0}}, 1, {3, 10, {}});
  CHECK(std::abs(alone.vector(0)[0]) == Approx(1).epsilon(1e-6));
  CHECK((alone.vector(0)[1] == 0 && alone.vector(0)[2] == 0));
}

TEST_CASE("without words, or without sentences, there is nothing to fit", "[data][fitted]") {
  CHECK(fitted({}, 0, {3, 10, {}}).words() == 0);
  const WordVectors unseen = fitted({{}, {-1, -1}}, 4, {3, 10, {2, 3}});
  CHECK(unseen.words() == 4);
  for (const float x : unseen.vectors) CHECK(x == 0);
  REQUIRE(unseen.cluster.size() == 2);
  for (const auto& cluster : unseen.cluster) CHECK(cluster == std::vector<std::int32_t>(4, -1));
}

TEST_CASE("numbers of words do not matter where none are equally common", "[data][fitted]") {
  // Low numbers are common; the same with numbers turned round.
  std::vector<Sentence> sentences, turned;
  RandomStream random(3, 0, "turned");
  for (int i = 0; i < 200; ++i) {
    Sentence &sentence = sentences.emplace_back(), &other = turned.emplace_back();
    for (int t = 0; t < 6; ++t) {
      sentence.push_back(static_cast<std::int32_t>(std::min(random.below(8), random.below(8))));
      other.push_back(7 - sentence.back());
    }
  }
  const Eigen::MatrixXd one = as_eigen(fitted(sentences, 8, {6, 5, {}})),
                        two = as_eigen(fitted(turned, 8, {6, 5, {}}));
  for (Index a = 0; a < 8; ++a) {
    for (Index b = 0; b < 8; ++b)
      CHECK(one.row(a).dot(one.row(b)) == Approx(two.row(7 - a).dot(two.row(7 - b))).margin(1e-5));
  }
}

TEST_CASE("word vectors have the same bits every time, in whatever thread",
          "[data][fitted][determinism]") {
  const auto sentences = made_up(500, 40, 4, true);
  const WordVectorOptions options{12, 20, {3, 8}};
  const WordVectors first = fitted(sentences, 40, options);
  std::vector<WordVectors> again(4);
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; ++i) again[i] = fitted(sentences, 40, options);
  for (const WordVectors& vectors : again) {
    CHECK(vectors.vectors == first.vectors);
    CHECK(vectors.cluster == first.cluster);
  }
}
