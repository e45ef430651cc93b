#include "costruct/mail/email/sketch.hpp"

#include <algorithm>
#include <limits>

#include "costruct/core/text/utf8.hpp"
#include "costruct/mail/email/hash_set.hpp"
#include "costruct/mail/email/text_hash.hpp"
#include "costruct/mail/email/visible_body.hpp"

namespace costruct::experiments {

namespace {

// Kinds of hashes that share one table.
constexpr std::uint32_t kBodyWord = 1, kSubjectWord = 2;
constexpr std::size_t kLongestShape = 64;
constexpr std::size_t kMostNumbers = 1000;
constexpr std::size_t kLastLines = 3;

enum class Sign : std::uint8_t { kBlank, kLower, kUpper, kDigit, kOther };

constexpr std::array<Sign, 128> kAsciiSigns = [] {
  std::array<Sign, 128> table{};
  for (int c = 0; c < 128; ++c) {
    auto& sign = table[static_cast<std::size_t>(c)];
    sign = c <= ' ' || c == 127   ? Sign::kBlank
           : c >= 'a' && c <= 'z' ? Sign::kLower
           : c >= 'A' && c <= 'Z' ? Sign::kUpper
           : c >= '0' && c <= '9' ? Sign::kDigit
                                  : Sign::kOther;
  }
  return table;
}();

// The class of a character beyond ASCII. Only common alphabets have capitals here.
Sign foreign_sign(char32_t code) {
  if (code == 0xA0 || code == 0x85 || (code >= 0x2000 && code <= 0x200F) || code == 0x2028 ||
      code == 0x2029 || code == 0x3000 || code == 0xFEFF)
    return Sign::kBlank;
  if (code < 0xC0)
    return code == 0xAA || code == 0xB5 || code == 0xBA ? Sign::kLower : Sign::kOther;
  if (code == 0xD7 || code == 0xF7 || (code >= 0x2010 && code <= 0x206F) ||
      (code >= 0x20A0 && code <= 0x2BFF) || (code >= 0x3001 && code <= 0x303F) ||
      (code >= 0xFF00 && code <= 0xFF0F) || code >= 0xFFF0)
    return code >= 0x10000 && code < 0x1F000 ? Sign::kLower : Sign::kOther;
  const bool is_capital =
      (code <= 0xDE) || (code >= 0x391 && code <= 0x3A9) || (code >= 0x400 && code <= 0x42F);
  return is_capital ? Sign::kUpper : Sign::kLower;
}

char32_t folded_foreign(char32_t code) {
  if ((code >= 0xC0 && code <= 0xDE && code != 0xD7) || (code >= 0x391 && code <= 0x3A9) ||
      (code >= 0x410 && code <= 0x42F))
    return code + 32;
  return code >= 0x400 && code <= 0x40F ? code + 80 : code;
}

// Whether a character belongs to a script without blanks between words. Each is a word.
bool is_ideograph(char32_t code) {
  return (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF) ||
         (code >= 0xF900 && code <= 0xFAFF);
}

struct Letter {
  char32_t code = 0;  // converted to lower case
  Sign sign = Sign::kBlank;
  std::size_t bytes = 1;
};

Letter next_letter(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte < 0x80) {
    const Sign sign = kAsciiSigns[byte];
    return {sign == Sign::kUpper ? static_cast<char32_t>(byte + 32) : byte, sign, 1};
  }
  const Character character = first_character(text);
  return {folded_foreign(character.code), foreign_sign(character.code), character.bytes};
}

bool is_word_sign(Sign sign) {
  return sign == Sign::kLower || sign == Sign::kUpper || sign == Sign::kDigit;
}

void add_code(TextHash& hash, char32_t code) {
  if (code < 0x80) {
    hash.add(static_cast<char>(code));
    return;
  }
  for (int shift = 0; shift < 24; shift += 8) hash.add(static_cast<char>((code >> shift) & 0xFF));
}

std::uint32_t clamped(std::size_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

struct Counted {
  std::uint32_t hash;
  std::uint32_t count;
};

// The number of occurrences of each hash, in ascending order of hashes.
std::vector<Counted> counted_hashes(std::vector<std::uint32_t>& hashes) {
  std::sort(hashes.begin(), hashes.end());
  std::vector<Counted> result;
  for (const std::uint32_t hash : hashes) {
    if (!result.empty() && result.back().hash == hash) {
      ++result.back().count;
    } else {
      result.push_back({hash, 1});
    }
  }
  return result;
}

// Keeps the most frequent hashes within the bounds; ties keep the smaller hash. The result is in
// ascending order of hashes.
void keep_within(std::vector<Counted>& all, SketchBounds bounds) {
  const auto by_count = [](const Counted& a, const Counted& b) {
    return a.count != b.count ? a.count > b.count : a.hash < b.hash;
  };
  std::sort(all.begin(), all.end(), by_count);
  std::vector<bool> taken(bounds.buckets, false);
  std::size_t kept = 0;
  for (const Counted& each : all) {
    if (kept == bounds.most) break;
    const std::uint32_t bucket = bucket_of(each.hash, bounds.buckets);
    if (taken[bucket]) continue;
    taken[bucket] = true;
    all[kept++] = each;
  }
  all.resize(kept);
  std::sort(all.begin(), all.end(),
            [](const Counted& a, const Counted& b) { return a.hash < b.hash; });
}

std::vector<std::uint32_t> sketched_set(std::vector<std::uint32_t> hashes, SketchBounds bounds) {
  std::vector<Counted> all = counted_hashes(hashes);
  for (Counted& each : all) each.count = 1;
  keep_within(all, bounds);
  std::vector<std::uint32_t> set;
  set.reserve(all.size());
  for (const Counted& each : all) set.push_back(each.hash);
  return set;
}

std::uint32_t hash_or_absent(std::string_view text, std::uint32_t kind = 0) {
  return text.empty() ? 0 : text_hash(text, kind);
}

// The text in lower case, with one blank for each run of blanks.
std::string folded_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Letter letter = next_letter(text);
    if (letter.sign == Sign::kBlank) {
      if (!result.empty() && result.back() != ' ') result.push_back(' ');
    } else if (letter.code < 0x80) {
      result.push_back(static_cast<char>(letter.code));
    } else {
      result.append(text.substr(0, letter.bytes));
    }
    text.remove_prefix(letter.bytes);
  }
  while (result.ends_with(' ')) result.pop_back();
  return result;
}

// Replaces each run of letters by one "a" and each run of digits by one "0". With `capitals`, runs
// of capitals become "A".
std::string sign_shape(std::string_view text, bool capitals) {
  std::string shape;
  while (!text.empty() && shape.size() < kLongestShape) {
    const Letter letter = next_letter(text);
    const char sign = letter.sign == Sign::kUpper   ? (capitals ? 'A' : 'a')
                      : letter.sign == Sign::kLower ? 'a'
                      : letter.sign == Sign::kDigit ? '0'
                      : letter.sign == Sign::kBlank ? ' '
                      : letter.code < 0x80          ? static_cast<char>(letter.code)
                                                    : '?';
    const bool is_run = sign == 'a' || sign == 'A' || sign == '0' || sign == ' ';
    if (!is_run || shape.empty() || shape.back() != sign) shape.push_back(sign);
    text.remove_prefix(letter.bytes);
  }
  return shape;
}

std::string with_digits_masked(std::string text) {
  std::string result;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) result.push_back(c);
    if (is_digit && !result.ends_with('0')) result.push_back('0');
  }
  return result;
}

void sketch_sender(std::string_view from, EmailSketch& sketch) {
  std::string_view name, address = from;
  if (const std::size_t open = from.rfind('<'); open != from.npos) {
    name = from.substr(0, open);
    address = from.substr(open + 1);
    address = address.substr(0, address.find('>'));
  }
  const std::string folded = folded_text(address);
  sketch.sender = hash_or_absent(folded);
  const std::size_t at = folded.rfind('@');
  if (at != folded.npos) {
    const std::string_view domain = std::string_view(folded).substr(at + 1);
    sketch.domain = hash_or_absent(domain);
    sketch.top_domain = hash_or_absent(domain.substr(domain.rfind('.') + 1));
  }
  sketch.local_shape = hash_or_absent(sign_shape(address.substr(0, address.rfind('@')), true));
  std::string folded_name = folded_text(name);
  std::erase(folded_name, '"');
  sketch.sender_name = hash_or_absent(folded_name);
  sketch.name_shape = hash_or_absent(sign_shape(name, true));
}

void sketch_mailer(std::string_view mailer, EmailSketch& sketch) {
  const std::string folded = folded_text(mailer);
  sketch.mailer = hash_or_absent(folded);
  std::string family;
  for (const char c : folded) {
    if (!(c >= '0' && c <= '9') && c != '.') family.push_back(c);
  }
  sketch.mailer_family = hash_or_absent(family);
}

void sketch_structure(const Email& email, EmailSketch& sketch) {
  sketch.content_type = hash_or_absent(email.content_type);
  sketch.size = static_cast<std::uint64_t>(std::max<Index>(email.size, 0));
  sketch.recipients = clamped(static_cast<std::size_t>(std::max<Index>(email.recipients, 0)));
  sketch.parts = clamped(email.parts.size());
  TextHash types;
  std::uint64_t contents = 0;
  std::vector<std::uint32_t> names;
  for (std::size_t i = 0; i < email.parts.size(); ++i) {
    const EmailPart& part = email.parts[i];
    types.add(part.type);
    types.add('\n');
    const auto bytes = static_cast<std::uint64_t>(std::max<Index>(part.bytes, 0));
    contents += std::min(bytes, sketch.size - std::min(contents, sketch.size));
    if (i < kSketchedParts) {
      sketch.part_type[i] = text_hash(part.type);
      sketch.part_bytes[i] = bytes;
    }
    if (part.type.starts_with("image/")) ++sketch.images;
    if (part.filename.empty()) continue;
    ++sketch.attachments;
    names.push_back(text_hash(with_digits_masked(folded_text(part.filename))));
  }
  if (!email.parts.empty()) sketch.part_types = types.value();
  sketch.envelope = sketch.size - std::min(contents, sketch.size);
  sketch.attachment_names = sketched_set(std::move(names), kSmallSetBounds);
}

// Counts pairs of neighbouring letters.
class LetterPairCounts {
 public:
  void add(char32_t code) {
    const std::size_t letter = code >= 'a' && code <= 'z' ? code - 'a' : kLetters - 1;
    if (letter + before_ < 2 * (kLetters - 1)) ++count_[before_ * kLetters + letter];
    before_ = letter;
  }
  void write(std::array<std::uint8_t, kLetterPairs>& counts) {
    add(' ');
    for (std::size_t i = 0; i < kLetters * kLetters; ++i)
      counts[i] = static_cast<std::uint8_t>(std::min<std::uint32_t>(count_[i], 255));
  }

 private:
  std::array<std::uint32_t, kLetters * kLetters> count_{};
  std::size_t before_ = kLetters - 1;
};

// Maps a character to an alphabet of 64 signs. They are a to z, 0 to 9, blank, 20 for punctuation,
// and 7 that all other characters share.
char subject_sign(char32_t code) {
  constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;?[]";
  if (code >= 'a' && code <= 'z') return static_cast<char>(code - 'a');
  if (code >= '0' && code <= '9') return static_cast<char>(26 + code - '0');
  if (code == ' ') return 36;
  if (code < 0x80) {
    const std::size_t place = kPunctuation.find(static_cast<char>(code));
    if (place != kPunctuation.npos) return static_cast<char>(37 + place);
  }
  return static_cast<char>(57 + code % 7);
}

void sketch_subject(std::string_view subject, EmailSketch& sketch) {
  sketch.subject_shape = hash_or_absent(sign_shape(subject, true));
  const std::string folded = folded_text(subject.substr(0, kMostVisibleBytes));
  LetterPairCounts pairs;
  std::vector<std::uint32_t> words;
  TextHash word(kSubjectWord);
  bool in_word = false;
  for (std::string_view rest = folded; !rest.empty();) {
    const Letter letter = next_letter(rest);
    rest.remove_prefix(letter.bytes);
    pairs.add(letter.code);
    if (sketch.subject_signs.size() < kLongestSubject)
      sketch.subject_signs.push_back(subject_sign(letter.code));
    const bool is_word = is_word_sign(letter.sign);
    if (in_word && (!is_word || is_ideograph(letter.code))) {
      words.push_back(word.value());
      word = TextHash(kSubjectWord);
    }
    if (is_word) add_code(word, letter.code);
    in_word = is_word;
  }
  if (in_word) words.push_back(word.value());
  sketch.subject_words = sketched_set(std::move(words), kSmallSetBounds);
  if (!folded.empty()) pairs.write(sketch.subject_pairs);
}

bool is_url_end(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || c == '<' || c == '>' || c == '"' || c == ')' || c == ']' || byte >= 0x80;
}

// The length of the URL at the front of a text; 0 if there is none.
std::size_t url_length(std::string_view text) {
  if (!text.starts_with("http://") && !text.starts_with("https://") && !text.starts_with("www.") &&
      !text.starts_with("HTTP://") && !text.starts_with("Http://") && !text.starts_with("WWW."))
    return 0;
  std::size_t length = 0;
  while (length < text.size() && !is_url_end(text[length])) ++length;
  return length;
}

// The site of a host: its last two labels, or three under a country whose second-level label is
// short (co.uk). For an IP address, the whole address.
std::string_view site_of(std::string_view host) {
  if (!host.empty() && host.back() >= '0' && host.back() <= '9') return host;
  const auto label_before = [host](std::size_t end) {
    const std::size_t dot = end == 0 ? host.npos : host.rfind('.', end - 1);
    return dot == host.npos ? 0 : dot + 1;
  };
  const std::size_t last = label_before(host.size());
  if (last == 0) return host;
  const std::size_t second = label_before(last - 1);
  if (second == 0) return host;
  const bool is_country = host.size() - last == 2 && last - 1 - second <= 3;
  return host.substr(is_country ? label_before(second - 1) : second);
}

// Collects the facts of an email's text.
class BodySketcher {
 public:
  explicit BodySketcher(EmailSketch& sketch) : sketch_(sketch) {}

  void read(const VisibleBody& body) {
    for (const std::string& link : body.links) add_link(link);
    scan(body.text);
    finish(body);
  }

 private:
  void add_link(std::string_view link) {
    ++sketch_.links;
    if (const std::size_t scheme = link.find("://"); scheme != link.npos && scheme <= 6) {
      link.remove_prefix(scheme + 3);
    } else if (link.starts_with("mailto:")) {
      link.remove_prefix(std::min(link.find('@'), link.size() - 1) + 1);
    } else if (!link.starts_with("www.") && !link.starts_with("WWW.")) {
      url_shapes_.push_back(text_hash(sign_shape(link, false)));
      return;
    }
    const std::size_t end = std::min(link.find_first_of("/?#"), link.size());
    std::string_view host = link.substr(0, end);
    host.remove_prefix(std::min(host.rfind('@') + 1, host.size()));
    host = host.substr(0, host.rfind(':'));
    const std::string folded = folded_text(host);
    if (!folded.empty()) hosts_.push_back(text_hash(site_of(folded)));
    url_shapes_.push_back(text_hash(sign_shape(link.substr(end), false)));
  }

  void scan(std::string_view text) {
    bool after_break = true;  // after a blank or sign, where a URL or a number may begin
    while (!text.empty()) {
      const char front = text.front();
      if (after_break && (front == 'h' || front == 'w' || front == 'H' || front == 'W')) {
        if (const std::size_t length = url_length(text); length > 0) {
          end_word();
          add_link(text.substr(0, std::min<std::size_t>(length, 200)));
          pairs_.add(' ');
          text.remove_prefix(length);
          continue;
        }
      }
      const Letter letter = next_letter(text);
      if (after_break && text.data() >= number_end_ &&
          (letter.sign == Sign::kDigit || front == '$'))
        note_number(text);
      add_letter(letter, front);
      after_break = !is_word_sign(letter.sign) && front != '.' && front != ',';
      text.remove_prefix(letter.bytes);
    }
    end_word();
    end_line();
  }

  void add_letter(const Letter& letter, char byte) {
    pairs_.add(letter.code);
    if (letter.sign == Sign::kBlank) {
      end_word();
      if (byte == '\n') end_line();
      return;
    }
    if (!line_begun_) {
      line_begun_ = true;
      ++sketch_.lines;
    }
    ++sketch_.characters;
    if (letter.bytes > 1) ++sketch_.foreign;
    if (letter.sign == Sign::kOther) {
      ++sketch_.signs;
      end_word();
    } else {
      if (letter.sign == Sign::kUpper) ++sketch_.capitals;
      if (letter.sign == Sign::kDigit) ++sketch_.digits;
      if (is_ideograph(letter.code)) end_word();
      add_code(word_, letter.code);
      in_word_ = true;
      ++sketch_.word_characters;
    }
    if (sketch_.lines == 1) {
      if (letter.sign == Sign::kDigit) {
        if (!first_line_in_digits_) first_line_.add('0');
      } else {
        add_code(first_line_, letter.code);
      }
      first_line_in_digits_ = letter.sign == Sign::kDigit;
    }
  }

  void end_word() {
    if (!in_word_) return;
    in_word_ = false;
    words_.push_back(word_.value());
    word_ = TextHash(kBodyWord);
  }

  void end_line() {
    if (!line_begun_) return;
    line_begun_ = false;
    std::rotate(line_ends_.begin(), line_ends_.begin() + 1, line_ends_.end());
    line_ends_.back() = words_.size();
  }

  // Notes an amount, a percentage or the like: at least two digits, and the signs between them.
  void note_number(std::string_view text) {
    if (numbers_.size() >= kMostNumbers) return;
    std::size_t length = 0, digits = 0, last = 0;
    for (; length < text.size() && length < 24; ++length) {
      const char c = text[length];
      const bool is_digit = c >= '0' && c <= '9';
      if (!is_digit && std::string_view("$.,-/:%").find(c) == std::string_view::npos) break;
      if (is_digit) ++digits;
      if (is_digit || c == '%') last = length + 1;
    }
    if (digits >= 2 || (digits >= 1 && (text.front() == '$' || text[last - 1] == '%')))
      numbers_.push_back(text_hash(text.substr(0, last)));
    number_end_ = text.data() + last;
  }

  void finish(const VisibleBody& body) {
    sketch_.words = clamped(words_.size());
    sketch_.tags = clamped(body.tags.size());
    sketch_.charset = body.charset;
    if (sketch_.lines > 0) sketch_.first_line = first_line_.value();
    if (sketch_.characters > 0) pairs_.write(sketch_.body_pairs);
    // line_ends_[0] is the end of the line before the last three lines
    const auto from = words_.begin() + static_cast<std::ptrdiff_t>(line_ends_.front());
    sketch_.last_words = sketched_set({from, words_.end()}, kSmallSetBounds);
    sketch_.hosts = sketched_set(std::move(hosts_), kSmallSetBounds);
    sketch_.url_shapes = sketched_set(std::move(url_shapes_), kSmallSetBounds);
    sketch_.numbers = sketched_set(std::move(numbers_), kSmallSetBounds);
    std::vector<std::uint32_t> triples;
    triples.reserve(body.tags.size());
    for (std::size_t i = 0; i < body.tags.size(); ++i) {
      const std::uint32_t before = i >= 1 ? body.tags[i - 1] : 0,
                          first = i >= 2 ? body.tags[i - 2] : 0;
      triples.push_back(
          std::max(mixed_bits(mixed_bits(mixed_bits(first) + before) + body.tags[i]), 1U));
    }
    sketch_.tag_triples = sketched_set(std::move(triples), kTagBounds);
    std::vector<Counted> all = counted_hashes(words_);
    keep_within(all, kBodyWordBounds);
    for (const Counted& each : all) {
      sketch_.body_words.push_back(each.hash);
      sketch_.body_counts.push_back(
          static_cast<std::uint16_t>(std::min<std::uint32_t>(each.count, 65535)));
    }
  }

  EmailSketch& sketch_;
  LetterPairCounts pairs_;
  TextHash word_{kBodyWord}, first_line_{3};
  const char* number_end_ = nullptr;  // end of the last number; null: none yet
  bool in_word_ = false, line_begun_ = false, first_line_in_digits_ = false;
  std::vector<std::uint32_t> words_, hosts_, url_shapes_, numbers_;
  std::array<std::size_t, kLastLines + 1>
      line_ends_{};  // number of words up to the end of each of the last lines
};

}  // namespace

EmailSketch sketch_of(const Email& email) {
  EmailSketch sketch;
  sketch_sender(email.from, sketch);
  sketch_mailer(email.mailer, sketch);
  sketch_structure(email, sketch);
  sketch_subject(email.subject, sketch);
  BodySketcher(sketch).read(visible_body(email));
  return sketch;
}

}  // namespace costruct::experiments
