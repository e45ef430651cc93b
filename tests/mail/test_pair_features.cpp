#include <catch2/catch.hpp>
#include <cstring>

#include "costruct/core/error.hpp"
#include "costruct/mail/email/pair_features.hpp"
#include "mail/emails.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

using Features = std::array<float, kEmailFeatures>;

Features compared(const WeightedSketch& a, const WeightedSketch& b) {
  Features out;
  compare(a, b, out);
  return out;
}

double feature(const Email& a, const Email& b, std::string_view name) {
  const Features out = compared(weigh(sketch_of(a), {}), weigh(sketch_of(b), {}));
  for (std::size_t i = 0; i < kEmailFeatures; ++i) {
    if (email_features()[i].name == name) return out[i];
  }
  FAIL("no feature " << name);
  return 0;
}

// The definitions of docs/email.md in their plainest form.
class PlainFeatures {
 public:
  PlainFeatures(const EmailSketch& a, const EmailSketch& b, const DocumentFrequencies& frequencies)
      : a_(a), b_(b), frequencies_(frequencies) {}

  std::map<std::string, double> all() const {
    const EmailSketch &a = a_, &b = b_;
    return {{"same_sender", same(a.sender, b.sender)},
            {"same_sender_domain", same(a.domain, b.domain)},
            {"same_top_domain", same(a.top_domain, b.top_domain)},
            {"same_sender_name", same(a.sender_name, b.sender_name)},
            {"same_local_shape", same(a.local_shape, b.local_shape)},
            {"same_name_shape", same(a.name_shape, b.name_shape)},
            {"same_mailer", same(a.mailer, b.mailer)},
            {"same_mailer_family", same(a.mailer_family, b.mailer_family)},
            {"both_without_mailer", a.mailer == 0 && b.mailer == 0},
            {"same_content_type", same(a.content_type, b.content_type)},
            {"same_part_types", same(a.part_types, b.part_types)},
            {"same_subject_shape", same(a.subject_shape, b.subject_shape)},
            {"part_count", ratio(a.parts, b.parts)},
            {"image_count", ratio(a.images, b.images)},
            {"attachment_count", ratio(a.attachments, b.attachments)},
            {"recipient_count", ratio(a.recipients, b.recipients)},
            {"size", ratio(a.size, b.size)},
            {"envelope_size", ratio(a.envelope, b.envelope)},
            {"subject_length", ratio(a.subject_signs.size(), b.subject_signs.size())},
            {"same_first_line", same(a.first_line, b.first_line)},
            {"same_charset", same(a.charset, b.charset)},
            {"both_without_links", a.links == 0 && b.links == 0},
            {"text_length", ratio(a.characters, b.characters)},
            {"word_count", ratio(a.body_words.size(), b.body_words.size())},
            {"line_count", ratio(a.lines, b.lines)},
            {"link_count", ratio(a.links, b.links)},
            {"tag_count", ratio(a.tags, b.tags)},
            {"word_length",
             ratio(quotient(a.word_characters, a.words), quotient(b.word_characters, b.words))},
            {"capital_share", shares(a.capitals, b.capitals)},
            {"digit_share", shares(a.digits, b.digits)},
            {"punctuation_share", shares(a.signs, b.signs)},
            {"non_ascii_share", shares(a.foreign, b.foreign)},
            {"part_sizes", part_sizes()},
            {"attachment_names", jaccard(a.attachment_names, b.attachment_names)},
            {"common_host", jaccard(a.hosts, b.hosts) > 0},
            {"url_shapes", jaccard(a.url_shapes, b.url_shapes)},
            {"last_words", jaccard(a.last_words, b.last_words)},
            {"numbers", jaccard(a.numbers, b.numbers)},
            {"subject_tfidf", cosine(weights(a.subject_words, {}), weights(b.subject_words, {}))},
            {"tag_triples", jaccard(a.tag_triples, b.tag_triples)},
            {"subject_letter_pairs", pairs_alike(a.subject_pairs, b.subject_pairs)},
            {"body_letter_pairs", pairs_alike(a.body_pairs, b.body_pairs)},
            {"body_letter_cosine", cosine(counts(a.body_pairs), counts(b.body_pairs))},
            {"subject_edit", subject_edit()},
            {"body_tfidf",
             cosine(weights(a.body_words, a.body_counts), weights(b.body_words, b.body_counts))},
            {"body_words", jaccard(a.body_words, b.body_words)},
            {"body_overlap", quotient(common(a.body_words, b.body_words),
                                      std::min(a.body_words.size(), b.body_words.size()))}};
  }

 private:
  using Hashes = std::vector<std::uint32_t>;
  using Weights = std::map<std::uint32_t, double>;

  static double same(std::uint32_t a, std::uint32_t b) { return a == b && a != 0; }
  static double ratio(double a, double b) { return (1 + std::min(a, b)) / (1 + std::max(a, b)); }
  static double quotient(double a, double b) { return b == 0 ? 0 : a / b; }
  double shares(double count_a, double count_b) const {
    const double a = .01 + quotient(count_a, a_.characters),
                 b = .01 + quotient(count_b, b_.characters);
    return std::min(a, b) / std::max(a, b);
  }
  double part_sizes() const {
    double sum = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>({a_.parts, b_.parts, 8}); ++i) {
      if (a_.part_type[i] == b_.part_type[i])
        sum += ratio(static_cast<double>(a_.part_bytes[i]), static_cast<double>(b_.part_bytes[i]));
    }
    return quotient(sum, std::min(8U, std::max(a_.parts, b_.parts)));
  }
  static double common(const Hashes& a, const Hashes& b) {
    const std::set<std::uint32_t> set(a.begin(), a.end());
    return static_cast<double>(
        std::count_if(b.begin(), b.end(), [&](std::uint32_t hash) { return set.contains(hash); }));
  }
  static double jaccard(const Hashes& a, const Hashes& b) {
    std::set<std::uint32_t> all(a.begin(), a.end());
    all.insert(b.begin(), b.end());
    return quotient(common(a, b), static_cast<double>(all.size()));
  }
  Weights weights(const Hashes& words, const std::vector<std::uint16_t>& times) const {
    Weights result;
    for (std::size_t i = 0; i < words.size(); ++i)
      result[words[i]] =
          (1 + std::log(times.empty() ? 1.0 : times[i])) * frequencies_.idf(words[i]);
    return result;
  }
  static Weights counts(const std::array<std::uint8_t, kLetterPairs>& pairs) {
    Weights result;
    for (std::size_t i = 0; i < pairs.size(); ++i) result[static_cast<std::uint32_t>(i)] = pairs[i];
    return result;
  }
  static double cosine(const Weights& a, const Weights& b) {
    double product = 0, square_a = 0, square_b = 0;
    for (const auto& [key, weight] : a) {
      square_a += weight * weight;
      if (const auto found = b.find(key); found != b.end()) product += weight * found->second;
    }
    for (const auto& [key, weight] : b) square_b += weight * weight;
    return quotient(product, std::sqrt(square_a * square_b));
  }
  static double pairs_alike(const std::array<std::uint8_t, kLetterPairs>& a,
                            const std::array<std::uint8_t, kLetterPairs>& b) {
    double difference = 0, sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      difference += std::abs(a[i] - b[i]);
      sum += a[i] + b[i];
    }
    return sum == 0 ? 0 : 1 - difference / sum;
  }
  double subject_edit() const {
    const std::string &a = a_.subject_signs, &b = b_.subject_signs;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t above = row[j];
        row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
        diagonal = above;
      }
    }
    const auto longer = static_cast<double>(std::max(a.size(), b.size()));
    return longer == 0 ? 0 : 1 - static_cast<double>(row.back()) / longer;
  }

  const EmailSketch &a_, &b_;
  const DocumentFrequencies& frequencies_;
};

std::vector<EmailSketch> random_sketches(std::size_t count) {
  RandomStream random(7, 0, "pair features");
  std::vector<EmailSketch> sketches;
  for (std::size_t i = 0; i < count; ++i) sketches.push_back(sketch_of(random_email(random)));
  return sketches;
}

}  // namespace

TEST_CASE("every feature is what its definition says", "[data][email]") {
  const std::vector<EmailSketch> sketches = random_sketches(60);
  DocumentFrequencies frequencies;
  for (const EmailSketch& sketch : sketches) frequencies.add(sketch);
  std::vector<WeightedSketch> weighted;
  for (const EmailSketch& sketch : sketches) weighted.push_back(weigh(sketch, frequencies));
  std::array<double, kEmailFeatures> smallest, largest;
  smallest.fill(2);
  largest.fill(-1);
  for (std::size_t i = 0; i < sketches.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const auto expected = PlainFeatures(sketches[i], sketches[j], frequencies).all();
      REQUIRE(expected.size() == kEmailFeatures);
      const Features found = compared(weighted[i], weighted[j]);
      for (std::size_t k = 0; k < kEmailFeatures; ++k) {
        const std::string name(email_features()[k].name);
        INFO(name << " of " << i << " and " << j);
        // weights of tf-idf have 15 bits
        const double tolerance = name.ends_with("tfidf") ? 1e-3 : 1e-6;
        CHECK(std::abs(found[k] - expected.at(name)) <= tolerance);
        smallest[k] = std::min<double>(smallest[k], found[k]);
        largest[k] = std::max<double>(largest[k], found[k]);
      }
    }
  }
  for (std::size_t k = 0; k < kEmailFeatures; ++k) {
    INFO(email_features()[k].name);
    CHECK(smallest[k] < .7);
    CHECK(largest[k] == 1);
  }
}

TEST_CASE(
    "features are symmetric bit for bit, from 0 to 1, and 1 for the same email where it tells "
    "anything",
    "[data][email]") {
  const std::vector<EmailSketch> sketches = random_sketches(200);
  DocumentFrequencies frequencies;
  for (const EmailSketch& sketch : sketches) frequencies.add(sketch);
  std::vector<WeightedSketch> weighted;
  for (const EmailSketch& sketch : sketches) weighted.push_back(weigh(sketch, frequencies));
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const Features one = compared(weighted[i], weighted[j]),
                     other = compared(weighted[j], weighted[i]);
      REQUIRE(std::memcmp(one.data(), other.data(), sizeof one) == 0);
      for (const float value : one) REQUIRE((value >= 0 && value <= 1));
    }
    const Features self = compared(weighted[i], weighted[i]);
    for (std::size_t k = 0; k < kEmailFeatures; ++k) {
      INFO(email_features()[k].name);
      CHECK((self[k] == 0 || self[k] > .999999F));
    }
  }
}

TEST_CASE("two empty emails are alike in sizes alone", "[data][email]") {
  const WeightedSketch empty = weigh(sketch_of(Email{}), {});
  const Features out = compared(empty, empty);
  const std::set<std::string_view> ones{
      "both_without_mailer", "part_count",      "image_count",
      "attachment_count",    "recipient_count", "size",
      "envelope_size",       "subject_length",  "both_without_links",
      "text_length",         "word_count",      "line_count",
      "link_count",          "tag_count",       "word_length",
      "capital_share",       "digit_share",     "punctuation_share",
      "non_ascii_share"};
  for (std::size_t k = 0; k < kEmailFeatures; ++k) {
    INFO(email_features()[k].name);
    CHECK(out[k] == (ones.contains(email_features()[k].name) ? 1 : 0));
  }
}

TEST_CASE("features of hand-made pairs", "[data][email]") {
  Email a = text_email("Dear Ann,\nbuy one today\n"), b = text_email("Dear Ann,\nbuy two today\n");
  a.subject = "kitten";
  b.subject = "sitting";
  CHECK(feature(a, b, "subject_edit") == Approx(1 - 3 / 7.0));
  CHECK(feature(a, b, "subject_length") == Approx(7 / 8.0));
  CHECK(feature(a, b, "body_words") == Approx(4 / 6.0));
  CHECK(feature(a, b, "body_overlap") == Approx(4 / 5.0));
  CHECK(feature(a, b, "body_tfidf") == Approx(4 / 5.0).margin(1e-4));
  CHECK(feature(a, b, "same_first_line") == 1);
  CHECK(feature(a, b, "subject_tfidf") == 0);
  a.subject = "Re: [5]";
  b.subject = "Re: [12]";
  CHECK(feature(a, b, "same_subject_shape") == 1);
  a.size = 99;
  b.size = 199;
  CHECK(feature(a, b, "size") == Approx(.5));
  const Email html = text_email("<a href='http://www.x.example/a/1'>Call</a>", "text/html"),
              other = text_email("see http://y.x.example/bc/22 now");
  CHECK(feature(html, other, "common_host") == 1);
  CHECK(feature(html, other, "url_shapes") == 1);
  CHECK(feature(html, other, "tag_triples") == 0);
}

TEST_CASE("there are 47 features of two groups, with names of their own", "[data][email]") {
  std::set<std::string_view> names;
  std::map<std::string_view, int> groups;
  for (const EmailFeature& each : email_features()) {
    names.insert(each.name);
    ++groups[each.group];
    CHECK_FALSE(each.meaning.empty());
  }
  CHECK(names.size() == 47);
  CHECK(groups == std::map<std::string_view, int>{{"header", 24}, {"text", 23}});
}

TEST_CASE("docs/email.md lists the features as they are", "[data][email][docs]") {
  std::ifstream in(COSTRUCT_SOURCE_DIR "/docs/email.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("| `") &&
        (line.find("| header |") != line.npos || line.find("| text |") != line.npos))
      rows.push_back(line);
  }
  std::vector<std::string> expected;
  for (const EmailFeature& each : email_features())
    expected.push_back(fmt::format("| `{}` | {} | {} |", each.name, each.group, each.meaning));
  CHECK(rows == expected);
}

TEST_CASE("rare words weigh more, and pruning changes no weight", "[data][email]") {
  const EmailSketch one = sketch_of(text_email("common rare")),
                    two = sketch_of(text_email("common"));
  DocumentFrequencies frequencies;
  for (int i = 0; i < 9; ++i) frequencies.add(two);
  frequencies.add(one);
  CHECK(frequencies.emails() == 10);
  CHECK(frequencies.size() == 2);
  const std::uint32_t common = two.body_words[0];
  const std::uint32_t rare = one.body_words[one.body_words[0] == common ? 1 : 0];
  CHECK(frequencies.idf(common) == Approx(1));
  CHECK(frequencies.idf(rare) == Approx(1 + std::log(11 / 2.0)));
  CHECK(frequencies.idf(12345) == frequencies.idf(rare));
  const DocumentFrequencies pruned = frequencies.pruned();
  CHECK(pruned.size() == 1);
  CHECK(pruned.idf(rare) == frequencies.idf(rare));
  CHECK(DocumentFrequencies().idf(rare) > 0);
}

TEST_CASE("document frequencies are saved and read back, damaged ones refused", "[data][email]") {
  DocumentFrequencies frequencies;
  for (const EmailSketch& sketch : random_sketches(50)) frequencies.add(sketch);
  const DocumentFrequencies::Saved saved = frequencies.saved();
  CHECK(std::is_sorted(saved.hashes.begin(), saved.hashes.end()));
  const DocumentFrequencies again(saved);
  CHECK(again.emails() == 50);
  CHECK(again.saved().hashes == saved.hashes);
  CHECK(again.saved().counts == saved.counts);
  for (const auto& damage : std::vector<std::function<void(DocumentFrequencies::Saved&)>>{
           [](auto& s) { s.emails = -1; }, [](auto& s) { s.counts.pop_back(); },
           [](auto& s) { s.counts[3] = 0; }, [](auto& s) { s.counts[3] = 51; },
           [](auto& s) { std::swap(s.hashes[0], s.hashes[1]); },
           [](auto& s) { s.hashes[1] = s.hashes[0]; }}) {
    DocumentFrequencies::Saved damaged = saved;
    damage(damaged);
    CHECK_THROWS_AS(DocumentFrequencies(damaged), DataError);
  }
}
