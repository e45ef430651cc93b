// Conversion of sketches to bytes and back.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "costruct/core/error.hpp"
#include "costruct/mail/email/hash_set.hpp"
#include "costruct/mail/email/sketch.hpp"

namespace costruct::experiments {

namespace {

// Writes an integer in groups of seven bits. The highest bit of each byte except the last is set.
void put_number(std::uint64_t value, std::string& bytes) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>((value & 0x7F) | 0x80));
  bytes.push_back(static_cast<char>(value));
}

void put_hash(std::uint32_t hash, std::string& bytes) {
  for (int shift = 0; shift < 32; shift += 8)
    bytes.push_back(static_cast<char>((hash >> shift) & 0xFF));
}

// Writes the differences of neighbouring elements.
void put_set(std::span<const std::uint32_t> set, std::string& bytes) {
  put_number(set.size(), bytes);
  std::uint32_t before = 0;
  for (const std::uint32_t hash : set) {
    put_number(hash - before, bytes);
    before = hash;
  }
}

// Writes counts. A zero is followed by the number of further zeros.
void put_pairs(std::span<const std::uint8_t> counts, std::string& bytes) {
  for (std::size_t i = 0; i < counts.size();) {
    bytes.push_back(static_cast<char>(counts[i]));
    if (counts[i++] != 0) continue;
    std::size_t zeros = 0;
    while (i < counts.size() && counts[i] == 0 && zeros < 255) ++zeros, ++i;
    bytes.push_back(static_cast<char>(zeros));
  }
}

class SketchBytes {
 public:
  explicit SketchBytes(std::string_view bytes) : bytes_(bytes) {}
  std::string_view rest() const { return bytes_; }

  [[noreturn]] static void damaged(const char* what) {
    throw DataError(fmt::format("a damaged email sketch: {}", what));
  }

  std::uint8_t byte() {
    if (bytes_.empty()) damaged("it is cut off");
    const auto value = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  std::uint64_t number(std::uint64_t most) {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t next = byte();
      if (shift == 63 && next > 1) damaged("a number is too large");
      value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
      if (next < 0x80) {
        if (next == 0 && shift > 0) damaged("a number is longer than it need be");
        break;
      }
    }
    if (value > most) damaged("a number is too large");
    return value;
  }
  void read(std::uint32_t& value) {
    value = static_cast<std::uint32_t>(number(std::numeric_limits<std::uint32_t>::max()));
  }
  void read(std::uint64_t& value) { value = number(std::numeric_limits<std::uint64_t>::max()); }
  void read_hash(std::uint32_t& value) {
    value = 0;
    for (int shift = 0; shift < 32; shift += 8)
      value |= static_cast<std::uint32_t>(byte()) << shift;
  }
  void read_set(std::vector<std::uint32_t>& set, SketchBounds bounds) {
    const std::uint64_t size = number(bounds.most);
    set.reserve(size);
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t next = before + number(std::numeric_limits<std::uint32_t>::max());
      if (next > std::numeric_limits<std::uint32_t>::max()) damaged("a hash is too large");
      const auto hash = static_cast<std::uint32_t>(next);
      if (hash == 0 ||
          (i > 0 && bucket_of(hash, bounds.buckets) == bucket_of(set.back(), bounds.buckets)))
        damaged("the hashes of a set are too near to each other");
      set.push_back(hash);
      before = next;
    }
  }
  void read_pairs(std::span<std::uint8_t> counts) {
    for (std::size_t i = 0; i < counts.size();) {
      const std::uint8_t count = byte();
      counts[i++] = count;
      if (count != 0) continue;
      const std::size_t zeros = byte();
      if (zeros > counts.size() - i) damaged("too many letter pairs");
      i += zeros;  // the array already has zeros
    }
    for (std::size_t i = kLetters * kLetters; i < counts.size(); ++i) {
      if (counts[i] != 0) damaged("a letter pair that does not exist");
    }
  }

 private:
  std::string_view bytes_;
};

// Calls an action for the plain fields, in the order in which they are written.
template <class Sketch, class Action>
void for_each_hash(Sketch& s, Action action) {
  for (auto* field : {&s.sender, &s.domain, &s.top_domain, &s.sender_name, &s.local_shape,
                      &s.name_shape, &s.mailer, &s.mailer_family, &s.content_type, &s.part_types,
                      &s.subject_shape, &s.first_line, &s.charset})
    action(*field);
}

template <class Sketch, class Action>
void for_each_number(Sketch& s, Action action) {
  action(s.size);
  action(s.envelope);
  for (auto* field :
       {&s.recipients, &s.parts, &s.images, &s.attachments, &s.characters, &s.words, &s.lines,
        &s.links, &s.tags, &s.word_characters, &s.capitals, &s.digits, &s.signs, &s.foreign})
    action(*field);
}

template <class Sketch, class Action>
void for_each_set(Sketch& s, Action action) {
  action(s.body_words, kBodyWordBounds);
  action(s.tag_triples, kTagBounds);
  for (auto* field :
       {&s.subject_words, &s.attachment_names, &s.hosts, &s.url_shapes, &s.last_words, &s.numbers})
    action(*field, kSmallSetBounds);
}

}  // namespace

void append_sketch(const EmailSketch& sketch, std::string& bytes) {
  for_each_hash(sketch, [&](std::uint32_t hash) { put_hash(hash, bytes); });
  for_each_number(sketch, [&](std::uint64_t number) { put_number(number, bytes); });
  for (std::size_t i = 0; i < std::min<std::size_t>(sketch.parts, kSketchedParts); ++i) {
    put_hash(sketch.part_type[i], bytes);
    put_number(sketch.part_bytes[i], bytes);
  }
  for_each_set(sketch,
               [&](const std::vector<std::uint32_t>& set, SketchBounds) { put_set(set, bytes); });
  for (const std::uint16_t count : sketch.body_counts) put_number(count, bytes);
  put_pairs(sketch.body_pairs, bytes);
  put_pairs(sketch.subject_pairs, bytes);
  put_number(sketch.subject_signs.size(), bytes);
  bytes += sketch.subject_signs;
}

EmailSketch read_sketch(std::string_view& bytes) {
  EmailSketch sketch;
  SketchBytes in(bytes);
  for_each_hash(sketch, [&](std::uint32_t& hash) { in.read_hash(hash); });
  for_each_number(sketch, [&](auto& number) { in.read(number); });
  for (std::size_t i = 0; i < std::min<std::size_t>(sketch.parts, kSketchedParts); ++i) {
    in.read_hash(sketch.part_type[i]);
    in.read(sketch.part_bytes[i]);
  }
  for_each_set(sketch, [&](std::vector<std::uint32_t>& set, SketchBounds bounds) {
    in.read_set(set, bounds);
  });
  sketch.body_counts.reserve(sketch.body_words.size());
  for (std::size_t i = 0; i < sketch.body_words.size(); ++i) {
    const auto count = static_cast<std::uint16_t>(in.number(65535));
    if (count == 0) SketchBytes::damaged("a word that is not there");
    sketch.body_counts.push_back(count);
  }
  in.read_pairs(sketch.body_pairs);
  in.read_pairs(sketch.subject_pairs);
  const std::uint64_t signs = in.number(kLongestSubject);
  for (std::uint64_t i = 0; i < signs; ++i) {
    const std::uint8_t sign = in.byte();
    if (sign >= 64) SketchBytes::damaged("a sign of the subject that does not exist");
    sketch.subject_signs.push_back(static_cast<char>(sign));
  }
  bytes = in.rest();
  return sketch;
}

}  // namespace costruct::experiments
