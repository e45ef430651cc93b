#include "costruct/mail/email/pair_features.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

namespace {

constexpr std::string_view kHeader = "header", kText = "text";

constexpr EmailFeature kPairFeatures[] = {
    {"same_sender", kHeader, "the address in From is the same"},
    {"same_sender_domain", kHeader, "what is behind its @ is the same"},
    {"same_top_domain", kHeader, "the last label of the sender's domain is the same"},
    {"same_sender_name", kHeader, "the name before the address is the same"},
    {"same_local_shape", kHeader,
     "the address before the @ has the same runs of capitals, letters, digits, signs"},
    {"same_name_shape", kHeader, "the name before the address has the same runs, quotes included"},
    {"same_mailer", kHeader, "X-Mailer or User-Agent is the same"},
    {"same_mailer_family", kHeader, "it is the same apart from digits and dots"},
    {"both_without_mailer", kHeader, "neither names a mailer"},
    {"same_content_type", kHeader, "the media type of the whole is the same"},
    {"same_part_types", kHeader, "the media types of all parts are the same, in order"},
    {"same_subject_shape", kHeader,
     "the subject has the same runs of capitals, letters, digits, signs"},
    {"part_count", kHeader, "ratio of the numbers of parts"},
    {"image_count", kHeader, "ratio of the numbers of parts that are images"},
    {"attachment_count", kHeader, "ratio of the numbers of parts with a file name"},
    {"recipient_count", kHeader, "ratio of the numbers of recipients"},
    {"size", kHeader, "ratio of the sizes in bytes"},
    {"envelope_size", kHeader, "ratio of the bytes that are not the contents of a part"},
    {"subject_length", kHeader, "ratio of the lengths of the subjects, 64 at most"},
    {"same_first_line", kText, "the first line is the same apart from digits, case and blanks"},
    {"same_charset", kText, "HTML declares the same character set"},
    {"both_without_links", kText, "neither has a link"},
    {"text_length", kText, "ratio of the numbers of visible characters"},
    {"word_count", kText, "ratio of the numbers of different words, 256 at most"},
    {"line_count", kText, "ratio of the numbers of lines that are not empty"},
    {"link_count", kText, "ratio of the numbers of links"},
    {"tag_count", kText, "ratio of the numbers of HTML tags"},
    {"word_length", kText, "ratio of the mean lengths of words"},
    {"capital_share", kText, "ratio of the shares of capitals"},
    {"digit_share", kText, "ratio of the shares of digits"},
    {"punctuation_share", kText, "ratio of the shares of punctuation"},
    {"non_ascii_share", kText, "ratio of the shares of characters beyond ASCII"},
    {"part_sizes", kHeader,
     "parts of the same type at the same place: their ratios of bytes, in the mean"},
    {"attachment_names", kHeader, "Jaccard index of the file names, digits masked"},
    {"common_host", kText, "a link of both points to the same site"},
    {"url_shapes", kText, "Jaccard index of the shapes of links behind the host"},
    {"last_words", kText, "Jaccard index of the words in the last three lines"},
    {"numbers", kText, "Jaccard index of amounts, percentages, telephone numbers"},
    {"subject_tfidf", kHeader, "cosine of the subjects' words, weighted by tf-idf"},
    {"tag_triples", kText, "Jaccard index of three HTML tags in a row"},
    {"subject_letter_pairs", kHeader,
     "1 - the sum of differences of letter pair counts of the subjects / their sum"},
    {"body_letter_pairs", kText, "the same of the visible text"},
    {"body_letter_cosine", kText, "cosine of the letter pair counts of the visible text"},
    {"subject_edit", kHeader, "1 - edit distance of the subjects / length of the longer"},
    {"body_tfidf", kText, "cosine of the words, weighted by tf-idf"},
    {"body_words", kText, "Jaccard index of the words"},
    {"body_overlap", kText, "words in common / words of the shorter list"}};
static_assert(std::size(kPairFeatures) == kEmailFeatures);

float equal(std::uint32_t a, std::uint32_t b) {
  return a == b && a != 0 ? 1.0F : 0.0F;
}
float ratio(float a, float b) {
  return std::min(a, b) / std::max(a, b);
}

float share(std::uint32_t part, std::uint32_t whole) {
  return whole == 0 ? 0.0F : static_cast<float>(part) / static_cast<float>(whole);
}

template <class Set>
float jaccard(const Set& a, const Set& b) {
  const std::uint32_t common = count_common(a, b);
  return share(common, a.size + b.size - common);
}

float cosine(std::uint32_t product, double inverse_a, double inverse_b) {
  return static_cast<float>(std::min(1.0, product * (inverse_a * inverse_b)));
}

float part_sizes(const WeightedSketch& a, const WeightedSketch& b) {
  const std::uint32_t both = std::min(a.sketched_parts, b.sketched_parts);
  float sum = 0;
  for (std::uint32_t i = 0; i < both; ++i) {
    if (a.part_type[i] == b.part_type[i]) sum += ratio(a.part_bytes[i], b.part_bytes[i]);
  }
  const std::uint32_t most = std::max(a.sketched_parts, b.sketched_parts);
  return most == 0 ? 0.0F : sum / static_cast<float>(most);
}

using PairCounts = std::array<std::uint8_t, kLetterPairs>;

std::uint32_t sum_of_differences(const PairCounts& a, const PairCounts& b) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < kLetterPairs; ++i)
    sum += static_cast<std::uint32_t>(std::abs(static_cast<int>(a[i]) - static_cast<int>(b[i])));
  return sum;
}

std::uint32_t sum_of_products(const PairCounts& a, const PairCounts& b) {
  std::uint32_t sum = 0;  // at most 729 * 255^2
  for (std::size_t i = 0; i < kLetterPairs; ++i) sum += static_cast<std::uint32_t>(a[i] * b[i]);
  return sum;
}

float pairs_alike(const PairCounts& a, const PairCounts& b, std::uint32_t all) {
  return share(all - sum_of_differences(a, b), all);
}

// The bit-parallel edit distance of Myers ("A fast bit-vector algorithm for approximate string
// matching based on dynamic programming", J. ACM 1999) in the form of Hyyrö 2003. It computes the
// table column by column; the vertical differences of a column are bits of `up` and `down`.
std::uint32_t edit_distance(const WeightedSketch& a, const WeightedSketch& b) {
  const std::uint32_t m = a.subject_length;
  if (m == 0) return b.subject_length;
  std::uint64_t up = ~std::uint64_t{0}, down = 0;
  const std::uint64_t last = std::uint64_t{1} << (m - 1);
  std::uint32_t distance = m;
  for (std::uint32_t j = 0; j < b.subject_length; ++j) {
    const std::uint64_t equal_here = a.subject_places[b.subject_signs[j]];
    const std::uint64_t diagonal = (((equal_here & up) + up) ^ up) | equal_here | down;
    std::uint64_t right_up = down | ~(diagonal | up);
    const std::uint64_t right_down = diagonal & up;
    distance += (right_up & last) != 0 ? 1 : 0;
    distance -= (right_down & last) != 0 ? 1 : 0;
    right_up = (right_up << 1) | 1;
    up = (right_down << 1) | ~(diagonal | right_up);
    down = right_up & diagonal;
  }
  return distance;
}

float subjects_alike(const WeightedSketch& a, const WeightedSketch& b) {
  const std::uint32_t longer = std::max(a.subject_length, b.subject_length);
  // columns are the characters of the shorter one
  const std::uint32_t distance =
      a.subject_length >= b.subject_length ? edit_distance(a, b) : edit_distance(b, a);
  return share(longer - distance, longer);
}

template <class Words>
std::uint32_t common_weight(const Words& a, const Words& b, std::uint32_t& count) {
  std::uint32_t product = 0;
  for_each_common(a.words, b.words, [&](std::uint32_t i, std::uint32_t j) {
    ++count;
    product += std::uint32_t{a.weight[i]} * b.weight[j];
  });
  return product;
}

}  // namespace

std::span<const EmailFeature> email_features() {
  return kPairFeatures;
}

void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> out) {
  COSTRUCT_ASSERT(out.size() == kEmailFeatures, "room for all features");
  float* f = out.data();
  *f++ = equal(a.sender, b.sender);
  *f++ = equal(a.domain, b.domain);
  *f++ = equal(a.top_domain, b.top_domain);
  *f++ = equal(a.sender_name, b.sender_name);
  *f++ = equal(a.local_shape, b.local_shape);
  *f++ = equal(a.name_shape, b.name_shape);
  *f++ = equal(a.mailer, b.mailer);
  *f++ = equal(a.mailer_family, b.mailer_family);
  *f++ = (a.mailer | b.mailer) == 0 ? 1.0F : 0.0F;
  *f++ = equal(a.content_type, b.content_type);
  *f++ = equal(a.part_types, b.part_types);
  *f++ = equal(a.subject_shape, b.subject_shape);
  *f++ = ratio(a.parts, b.parts);
  *f++ = ratio(a.images, b.images);
  *f++ = ratio(a.attachments, b.attachments);
  *f++ = ratio(a.recipients, b.recipients);
  *f++ = ratio(a.size, b.size);
  *f++ = ratio(a.envelope, b.envelope);
  *f++ = ratio(a.subject_size, b.subject_size);
  *f++ = equal(a.first_line, b.first_line);
  *f++ = equal(a.charset, b.charset);
  *f++ = !a.has_links && !b.has_links ? 1.0F : 0.0F;
  *f++ = ratio(a.characters, b.characters);
  *f++ = ratio(a.different_words, b.different_words);
  *f++ = ratio(a.lines, b.lines);
  *f++ = ratio(a.links, b.links);
  *f++ = ratio(a.tags, b.tags);
  *f++ = ratio(a.word_length, b.word_length);
  *f++ = ratio(a.capitals, b.capitals);
  *f++ = ratio(a.digits, b.digits);
  *f++ = ratio(a.signs, b.signs);
  *f++ = ratio(a.foreign, b.foreign);
  *f++ = part_sizes(a, b);
  *f++ = jaccard(a.attachment_names, b.attachment_names);
  *f++ = count_common(a.hosts, b.hosts) > 0 ? 1.0F : 0.0F;
  *f++ = jaccard(a.url_shapes, b.url_shapes);
  *f++ = jaccard(a.last_words, b.last_words);
  *f++ = jaccard(a.numbers, b.numbers);
  std::uint32_t count = 0;
  *f++ = cosine(common_weight(a.subject, b.subject, count), a.subject.inverse_norm,
                b.subject.inverse_norm);
  *f++ = jaccard(a.tag_triples, b.tag_triples);
  *f++ = pairs_alike(a.subject_pairs, b.subject_pairs, a.subject_pair_sum + b.subject_pair_sum);
  *f++ = pairs_alike(a.body_pairs, b.body_pairs, a.body_pair_sum + b.body_pair_sum);
  *f++ = cosine(sum_of_products(a.body_pairs, b.body_pairs), a.inverse_body_pair_norm,
                b.inverse_body_pair_norm);
  *f++ = subjects_alike(a, b);
  count = 0;
  *f++ = cosine(common_weight(a.body, b.body, count), a.body.inverse_norm, b.body.inverse_norm);
  const std::uint32_t words_a = a.body.words.size, words_b = b.body.words.size;
  *f++ = share(count, words_a + words_b - count);
  *f++ = share(count, std::min(words_a, words_b));
}

}  // namespace costruct::experiments
