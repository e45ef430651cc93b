#include "costruct/mail/email/term_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

namespace {

// The tf-idf weights of words with their numbers of occurrences.
template <std::uint32_t buckets, std::uint32_t most, class Count>
WeightedWords<buckets, most> weighted_words(std::span<const std::uint32_t> words, Count count,
                                            const DocumentFrequencies& frequencies) {
  constexpr double kScale = 32768;
  WeightedWords<buckets, most> result;
  result.words = HashSet<buckets, most>(words);
  std::array<double, most> value{};
  double sum = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    value[i] = (1 + std::log(static_cast<double>(count(i)))) * frequencies.idf(words[i]);
    sum += value[i] * value[i];
  }
  if (words.empty()) return result;
  const double scale = kScale / std::sqrt(sum);
  std::uint64_t squares = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto weight = static_cast<std::uint32_t>(value[i] * scale + 0.5);
    result.weight[i] = static_cast<std::uint16_t>(weight);
    squares += std::uint64_t{weight} * weight;
  }
  result.inverse_norm = 1 / std::sqrt(static_cast<double>(squares));
  return result;
}

// A share of counts. A constant is added so that differences of small shares have little effect.
float share_of(std::uint32_t count, std::uint32_t all) {
  constexpr double kFew = 0.01;
  return static_cast<float>((all == 0 ? 0.0 : static_cast<double>(count) / all) + kFew);
}

template <class Number>
float plus_one(Number number) {
  return static_cast<float>(static_cast<double>(number) + 1);
}

void weigh_pairs(const EmailSketch& sketch, WeightedSketch& result) {
  result.body_pairs = sketch.body_pairs;
  result.subject_pairs = sketch.subject_pairs;
  std::uint32_t squares = 0;
  for (const std::uint32_t count : sketch.body_pairs) {
    result.body_pair_sum += count;
    squares += count * count;
  }
  for (const std::uint32_t count : sketch.subject_pairs) result.subject_pair_sum += count;
  if (squares > 0) result.inverse_body_pair_norm = 1 / std::sqrt(static_cast<double>(squares));
}

}  // namespace

DocumentFrequencies::DocumentFrequencies(const Saved& saved) : emails_(saved.emails) {
  const auto wrong = [](const char* what) {
    throw DataError(fmt::format("damaged document frequencies: {}", what));
  };
  if (saved.emails < 0) wrong("a negative number of emails");
  if (saved.hashes.size() != saved.counts.size()) wrong("not as many counts as words");
  counts_.reserve(saved.hashes.size());
  for (std::size_t i = 0; i < saved.hashes.size(); ++i) {
    if (i > 0 && saved.hashes[i] <= saved.hashes[i - 1]) wrong("words that do not rise");
    if (saved.counts[i] < 1 || saved.counts[i] > saved.emails)
      wrong("a count below 1 or above the number of emails");
    counts_.emplace(saved.hashes[i], saved.counts[i]);
  }
}

DocumentFrequencies::Saved DocumentFrequencies::saved() const {
  Saved result;
  result.emails = emails_;
  result.hashes.reserve(counts_.size());
  for (const auto& entry : counts_) result.hashes.push_back(entry.first);
  std::sort(result.hashes.begin(), result.hashes.end());
  result.counts.reserve(counts_.size());
  for (const std::uint32_t hash : result.hashes) result.counts.push_back(counts_.at(hash));
  return result;
}

void DocumentFrequencies::add(const EmailSketch& sketch) {
  ++emails_;
  for (const std::uint32_t hash : sketch.body_words) ++counts_[hash];
  for (const std::uint32_t hash : sketch.subject_words) ++counts_[hash];
}

double DocumentFrequencies::idf(std::uint32_t hash) const {
  const auto found = counts_.find(hash);
  const std::int32_t count = found == counts_.end() ? 1 : found->second;
  // without max() it would be below 1 if there are no emails
  return std::log(static_cast<double>(1 + std::max<Index>(emails_, count)) / (1 + count)) + 1;
}

DocumentFrequencies DocumentFrequencies::pruned() const {
  DocumentFrequencies result;
  result.emails_ = emails_;
  for (const auto& [hash, count] : counts_) {
    if (count > 1) result.counts_.emplace(hash, count);
  }
  return result;
}

WeightedSketch weigh(const EmailSketch& sketch, const DocumentFrequencies& frequencies) {
  WeightedSketch result;
  result.body = weighted_words<kBodyWordBounds.buckets, kBodyWordBounds.most>(
      sketch.body_words, [&](std::size_t i) { return sketch.body_counts[i]; }, frequencies);
  result.subject = weighted_words<kSmallSetBounds.buckets, kSmallSetBounds.most>(
      sketch.subject_words, [](std::size_t) { return 1; }, frequencies);
  result.tag_triples = HashSet<kTagBounds.buckets, kTagBounds.most>(sketch.tag_triples);
  result.attachment_names = SmallHashSet(sketch.attachment_names);
  result.hosts = SmallHashSet(sketch.hosts);
  result.url_shapes = SmallHashSet(sketch.url_shapes);
  result.last_words = SmallHashSet(sketch.last_words);
  result.numbers = SmallHashSet(sketch.numbers);
  weigh_pairs(sketch, result);
  result.subject_length = static_cast<std::uint32_t>(sketch.subject_signs.size());
  for (std::size_t i = 0; i < sketch.subject_signs.size(); ++i) {
    const auto sign = static_cast<std::uint8_t>(sketch.subject_signs[i]);
    result.subject_signs[i] = sign;
    result.subject_places[sign] |= std::uint64_t{1} << i;
  }

  result.sender = sketch.sender;
  result.domain = sketch.domain;
  result.top_domain = sketch.top_domain;
  result.sender_name = sketch.sender_name;
  result.local_shape = sketch.local_shape;
  result.name_shape = sketch.name_shape;
  result.mailer = sketch.mailer;
  result.mailer_family = sketch.mailer_family;
  result.content_type = sketch.content_type;
  result.part_types = sketch.part_types;
  result.subject_shape = sketch.subject_shape;
  result.first_line = sketch.first_line;
  result.charset = sketch.charset;

  result.size = plus_one(sketch.size);
  result.envelope = plus_one(sketch.envelope);
  result.recipients = plus_one(sketch.recipients);
  result.parts = plus_one(sketch.parts);
  result.images = plus_one(sketch.images);
  result.attachments = plus_one(sketch.attachments);
  result.subject_size = plus_one(sketch.subject_signs.size());
  result.characters = plus_one(sketch.characters);
  result.different_words = plus_one(sketch.body_words.size());
  result.lines = plus_one(sketch.lines);
  result.links = plus_one(sketch.links);
  result.tags = plus_one(sketch.tags);
  result.word_length =
      static_cast<float>(
          sketch.words == 0 ? 0.0 : static_cast<double>(sketch.word_characters) / sketch.words) +
      1;
  result.capitals = share_of(sketch.capitals, sketch.characters);
  result.digits = share_of(sketch.digits, sketch.characters);
  result.signs = share_of(sketch.signs, sketch.characters);
  result.foreign = share_of(sketch.foreign, sketch.characters);

  result.sketched_parts =
      static_cast<std::uint32_t>(std::min<std::size_t>(sketch.parts, kSketchedParts));
  result.part_type = sketch.part_type;
  for (std::size_t i = 0; i < kSketchedParts; ++i)
    result.part_bytes[i] = plus_one(sketch.part_bytes[i]);
  result.has_links = sketch.links > 0;
  return result;
}

}  // namespace costruct::experiments
