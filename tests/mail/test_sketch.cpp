#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/mail/email/hash_set.hpp"
#include "costruct/mail/email/sketch.hpp"
#include "costruct/mail/email/text_hash.hpp"
#include "costruct/mail/email/visible_body.hpp"
#include "mail/emails.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

std::string visible(const std::string& html) {
  return visible_body(text_email(html, "text/html")).text;
}

bool is_body_word(const EmailSketch& sketch, const std::string& word) {
  const std::uint32_t hash = text_hash(word, 1);
  return std::binary_search(sketch.body_words.begin(), sketch.body_words.end(), hash);
}

std::size_t memory_of(const EmailSketch& sketch) {
  std::size_t bytes =
      sizeof(EmailSketch) + sketch.body_words.size() * 6 + sketch.subject_signs.size();
  for (const auto* set :
       {&sketch.subject_words, &sketch.attachment_names, &sketch.hosts, &sketch.url_shapes,
        &sketch.last_words, &sketch.numbers, &sketch.tag_triples})
    bytes += set->size() * 4;
  return bytes;
}

std::string packed(const EmailSketch& sketch) {
  std::string bytes;
  append_sketch(sketch, bytes);
  return bytes;
}

// Far more of everything than a sketch keeps.
Email huge_email() {
  RandomStream random(5, 0, "huge email");
  Email email;
  std::string text;
  for (int i = 0; i < 60'000; ++i) {
    const auto n = random.below(20'000);
    text += fmt::format("w{}q <t{}><a href='http://h{}.example/{}'> {}.5% ", n, n, n,
                        std::string(1 + n % 50, '/'), n);
    if (i < 3000) email.subject += fmt::format("{} s ", n);
  }
  for (int i = 0; i < 500; ++i)
    email.parts.push_back({"text/html", fmt::format("{}f", std::string(i % 90, 'a')), 1 << 30,
                           i < 3 ? text : "more"});
  email.size = Index{1} << 40;
  email.recipients = Index{1} << 40;
  return email;
}

}  // namespace

TEST_CASE("HTML is read without tags, styles, scripts and comments", "[data][email]") {
  CHECK(visible("<html><head><title>t</title><style>p {x}</style></head><p>One<br>two</p>") ==
        "One\ntwo\n");
  CHECK(visible("vi<!-- x -->a<b>gr</b>a <i>now</i>") == "viagra now\n");
  CHECK(visible("a<td>b</td>c") == "a b c\n");
  CHECK(visible("a &amp; b&nbsp;&nbsp;c &lt;d&gt; &#65;&#x42;&eacute;&euro;&unknown; &") ==
        "a & b c <d> ABé€&unknown; &\n");
  CHECK(visible("1 < 2 <3 <p") == "1 < 2 <3 <p\n");
  CHECK(visible("a <script>if (a < b) </script >c") == "a c\n");
  CHECK(visible("a <style>never ends") == "a \n");
  CHECK(visible("a <!-- never ends") == "a \n");
  CHECK(visible("<a\nHREF = http://x/y >z</a>") == "z\n");
  const VisibleBody body = visible_body(text_email(
      "<META content='text/html; charset=KOI8-R'><a class=\"x\" href='http://x/y'>z</a><A HREF=w>",
      "text/html"));
  CHECK(body.links == std::vector<std::string>{"http://x/y", "w"});
  CHECK(body.tags.size() == 4);
  CHECK(body.charset == text_hash("koi8-r"));
  CHECK(visible_body(text_email("<p>plain</p> &amp;\r\n")).text == "<p>plain</p> &amp;\r\n");
}

TEST_CASE("HTML that never ends is read in linear time and bounded memory", "[data][email]") {
  for (const std::string sign : {"<", "<a", "<a href=", "<!--", "<style", "<style>", "&", "&#",
                                 "<a href='", "</", "<script>", "x"}) {
    std::string text;
    while (text.size() < 3'000'000) text += sign;
    const VisibleBody body = visible_body(text_email(text, "text/html"));
    CHECK(body.text.size() <= kMostVisibleBytes + 8);
    CHECK(body.tags.size() <= kMostBodyBytes);
    (void)sketch_of(text_email(text));
  }
}

TEST_CASE("words are runs of letters and digits, folded, and URLs are none", "[data][email]") {
  const EmailSketch sketch =
      sketch_of(text_email("Buy NOW, don't wait: GRÜSSE Москва v1agra 日本 "
                           "http://a.example/xyz?q=1 (www.c.example) a@b"));
  for (const char* word : {"buy", "now", "don", "t", "wait", "v1agra", "a", "b"})
    CHECK(is_body_word(sketch, word));
  for (const char* word : {"http", "example", "xyz", "www", "Buy", "c"})
    CHECK_FALSE(is_body_word(sketch, word));
  CHECK(sketch.words == 12);
  CHECK(sketch.body_words.size() == 12);
  CHECK(sketch.links == 2);
  CHECK(sketch.hosts.size() == 2);
  CHECK(sketch_of(text_email("grüsse МОСКВА")).body_words ==
        sketch_of(text_email("GRÜSSE москва")).body_words);
  CHECK(sketch_of(text_email("one two one\n\n one")).body_counts.size() == 2);
}

TEST_CASE("a sketch counts what the text has", "[data][email]") {
  const EmailSketch sketch = sketch_of(text_email("Dear 12 Ann,\n\n  Ä!\nlast line here\n"));
  CHECK(sketch.lines == 3);
  CHECK(sketch.words == 7);
  CHECK(sketch.characters == 24);
  CHECK(sketch.capitals == 3);
  CHECK(sketch.digits == 2);
  CHECK(sketch.signs == 2);
  CHECK(sketch.foreign == 1);
  CHECK(sketch.word_characters == 22);
  CHECK(sketch.first_line == sketch_of(text_email("dear 3 ann,\n")).first_line);
  CHECK(sketch.first_line != sketch_of(text_email("dear bob,\n")).first_line);
  CHECK(sketch.last_words.size() == 7);
  CHECK(sketch_of(text_email("a b\nc\nd\n\ne e\n")).last_words ==
        sketch_of(text_email("c d e")).last_words);
  CHECK(sketch_of(text_email("only $5 or 30% off, call 800-555-1234, not 7")).numbers.size() == 3);
}

TEST_CASE("letter pairs are counted up to 255", "[data][email]") {
  const auto pair = [](char first, char second) {
    const auto place = [](char c) { return c >= 'a' && c <= 'z' ? c - 'a' : 26; };
    return static_cast<std::size_t>(place(first) * 27 + place(second));
  };
  const EmailSketch sketch = sketch_of(text_email("Ab, ab"));
  CHECK(sketch.body_pairs[pair('a', 'b')] == 2);
  CHECK(sketch.body_pairs[pair(' ', 'a')] == 2);
  CHECK(sketch.body_pairs[pair('b', ' ')] == 2);
  CHECK(std::accumulate(sketch.body_pairs.begin(), sketch.body_pairs.end(), 0) == 6);
  CHECK(sketch_of(text_email(std::string(1000, 'x'))).body_pairs[pair('x', 'x')] == 255);
}

TEST_CASE("senders, mailers and files are known by their shapes too", "[data][email]") {
  const auto from = [](const char* text) {
    Email email;
    email.from = text;
    return sketch_of(email);
  };
  const EmailSketch a = from("\"Ann Bee\" <Ann12@X.example>"),
                    b = from("\"Cid Dee\" <Cid7@y.example>");
  CHECK(a.sender == from("ann12@x.EXAMPLE").sender);
  CHECK(a.sender_name == from("ann  BEE <>").sender_name);
  CHECK(a.sender != b.sender);
  CHECK(a.domain != b.domain);
  CHECK(a.top_domain == b.top_domain);
  CHECK(a.local_shape == b.local_shape);
  CHECK(a.name_shape == b.name_shape);
  CHECK(a.name_shape != from("Ann Bee <a@b>").name_shape);
  CHECK(from("").sender == 0);
  CHECK(from("").name_shape == 0);
}

TEST_CASE("a sketch is bounded whatever the email", "[data][email]") {
  STATIC_REQUIRE(sizeof(EmailSketch) <= 2560);
  const EmailSketch sketch = sketch_of(huge_email());
  CHECK(memory_of(sketch) <= kMostSketchBytes);
  CHECK(packed(sketch).size() <= kMostSketchBytes);
  CHECK(sketch.body_words.size() == kBodyWordBounds.most);
  CHECK(sketch.tag_triples.size() == kTagBounds.most);
  for (const auto* set : {&sketch.subject_words, &sketch.hosts, &sketch.url_shapes,
                          &sketch.last_words, &sketch.numbers, &sketch.attachment_names})
    CHECK(set->size() >= 1);
  // the dearest to pack: hashes far apart, pairs with single zeros between them
  EmailSketch dear = sketch;
  for (std::size_t i = 0; i < kLetters * kLetters; ++i)
    dear.body_pairs[i] = dear.subject_pairs[i] = i % 2 == 0 ? 0 : 255;
  for (std::uint16_t& count : dear.body_counts) count = 65535;
  CHECK(packed(dear).size() <= kMostSketchBytes);
}

TEST_CASE("the words kept are the most frequent ones, of equals the smaller hashes",
          "[data][email]") {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += fmt::format("w{} ", i);
    if (i < 100) text += fmt::format("w{} ", i);
  }
  const EmailSketch sketch = sketch_of(text_email(text));
  REQUIRE(sketch.body_words.size() == 256);
  std::vector<std::pair<int, std::uint32_t>> order;  // -count, hash
  for (int i = 0; i < 1000; ++i)
    order.emplace_back(i < 100 ? -2 : -1, text_hash(fmt::format("w{}", i), 1));
  std::sort(order.begin(), order.end());
  std::set<std::uint32_t> kept, buckets;
  for (const auto& [count, hash] : order) {
    if (kept.size() < 256 && buckets.insert(bucket_of(hash, 4096)).second) kept.insert(hash);
  }
  CHECK(std::vector<std::uint32_t>(kept.begin(), kept.end()) == sketch.body_words);
}

TEST_CASE("packed sketches read back", "[data][email]") {
  std::vector<EmailSketch> sketches{sketch_of(Email{}), sketch_of(huge_email())};
  RandomStream random(1, 0, "sketches");
  for (int i = 0; i < 300; ++i) sketches.push_back(sketch_of(random_email(random)));
  std::string bytes;
  for (const EmailSketch& sketch : sketches) append_sketch(sketch, bytes);
  std::string_view rest = bytes;
  for (const EmailSketch& sketch : sketches) CHECK(read_sketch(rest) == sketch);
  CHECK(rest.empty());
}

TEST_CASE("damage of a packed sketch is an error or another sketch, never worse", "[data][email]") {
  RandomStream random(2, 0, "damage");
  for (int i = 0; i < 100; ++i) {
    const std::string bytes = packed(sketch_of(random_email(random)));
    for (std::size_t length = 0; length < bytes.size();
         length += 1 + static_cast<std::size_t>(random.below(40))) {
      std::string_view cut = std::string_view(bytes).substr(0, length);
      CHECK_THROWS_AS(read_sketch(cut), DataError);
      CHECK(cut.size() == length);
    }
    for (int change = 0; change < 50; ++change) {
      std::string changed = bytes;
      changed[static_cast<std::size_t>(random.below(std::ssize(bytes)))] =
          static_cast<char>(random.below(256));
      std::string_view rest = changed;
      try {
        const EmailSketch sketch = read_sketch(rest);
        std::string again = packed(sketch);
        std::string_view view = again;
        CHECK(read_sketch(view) == sketch);
      } catch (const DataError&) {
      }
    }
  }
}

TEST_CASE("sets of hashes intersect like sets", "[data][email]") {
  RandomStream random(3, 0, "hash sets");
  const auto draw = [&](std::set<std::uint32_t>& set) {
    std::set<std::uint32_t> buckets;
    for (Index i = random.below(17); i > 0; --i) {
      const auto hash = static_cast<std::uint32_t>(random.below(200)) * 21'000'001U + 1;
      if (buckets.insert(bucket_of(hash, 256)).second) set.insert(hash);
    }
    const std::vector<std::uint32_t> sorted(set.begin(), set.end());
    return HashSet<256, 16>(sorted);
  };
  std::size_t common = 0;
  for (int i = 0; i < 2000; ++i) {
    std::set<std::uint32_t> a, b, both;
    const auto set_a = draw(a), set_b = draw(b);
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    CHECK(count_common(set_a, set_b) == both.size());
    common += both.size();
  }
  CHECK(common > 300);
}
