// EmailSketch: a summary of an email of bounded size, for comparisons with other emails.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The bounds of a set of hashes. It has at most `most` hashes, in ascending order, and at most one
/// in each of `buckets` buckets (bucket_of() in hash_set.hpp). Frequent hashes are kept before rare
/// ones, then smaller ones before larger ones. A hash is never 0.
struct SketchBounds {
  std::uint32_t most;
  std::uint32_t buckets;
};
inline constexpr SketchBounds kBodyWordBounds{256, 4096};  ///< of EmailSketch::body_words
inline constexpr SketchBounds kTagBounds{64, 1024};        ///< of EmailSketch::tag_triples
inline constexpr SketchBounds kSmallSetBounds{16, 256};    ///< of all other sets

/// The 26 letters, and one class for all other characters. Letter pairs count two neighbouring
/// characters, except two of the other class.
inline constexpr std::size_t kLetters = 27;
inline constexpr std::size_t kLetterPairs = 736;    ///< 27 * 27, rounded up to a multiple of 32
inline constexpr std::size_t kLongestSubject = 64;  ///< characters; see subject_signs
inline constexpr std::size_t kSketchedParts = 8;    ///< MIME parts whose type and size are kept

/// The summary of an email. A hash or set is 0 or empty if the email does not have the property.
/// Memory: sizeof(EmailSketch), in total at most kMostSketchBytes.
struct EmailSketch {
  // The sender: the address, the part after its @, the last label of that part, and the name in
  // front of the address. The shapes of local part and name have one sign for each run of capitals,
  // small letters or digits: "Aa.a0".
  std::uint32_t sender = 0, domain = 0, top_domain = 0, sender_name = 0, local_shape = 0,
                name_shape = 0;
  std::uint32_t mailer = 0, mailer_family = 0;  ///< complete, and without its numbers
  std::uint32_t content_type = 0;
  std::uint32_t part_types = 0;     ///< hash of the media types of all parts, in order
  std::uint32_t subject_shape = 0;  ///< signs, and runs of capitals, letters, digits

  std::uint64_t size = 0;      ///< Email::size, in bytes
  std::uint64_t envelope = 0;  ///< bytes outside the contents of parts: headers, encoding, borders
  std::uint32_t recipients = 0;
  std::uint32_t parts = 0, images = 0, attachments = 0;    ///< attachments: parts with a file name
  std::array<std::uint32_t, kSketchedParts> part_type{};   ///< types of the first parts
  std::array<std::uint64_t, kSketchedParts> part_bytes{};  ///< decoded

  // Counts and hashes of the visible text (visible_body.hpp).
  std::uint32_t characters = 0;                             ///< without blanks
  std::uint32_t words = 0, lines = 0, links = 0, tags = 0;  ///< lines: those that are not empty
  std::uint32_t word_characters = 0;                        ///< letters and digits in words
  /// Characters by class. signs: neither letters, digits nor blanks. foreign: not ASCII.
  std::uint32_t capitals = 0, digits = 0, signs = 0, foreign = 0;
  std::uint32_t first_line = 0;  ///< digits masked, letters folded
  std::uint32_t charset = 0;     ///< the character set that HTML declares

  std::vector<std::uint32_t> body_words;   ///< the most frequent; for ties, the smaller hash
  std::vector<std::uint16_t> body_counts;  ///< counts of these words, 1 to 65535
  std::vector<std::uint32_t> subject_words;
  std::vector<std::uint32_t> attachment_names;  ///< digits masked
  std::vector<std::uint32_t> hosts;             ///< domains that links point to
  std::vector<std::uint32_t> url_shapes;        ///< paths of links; runs of letters, digits masked
  std::vector<std::uint32_t> last_words;        ///< words of the last three lines
  std::vector<std::uint32_t> numbers;           ///< amounts, percentages, telephone numbers
  std::vector<std::uint32_t> tag_triples;       ///< three HTML tags in a row

  std::array<std::uint8_t, kLetterPairs> body_pairs{};  ///< counts of letter pairs, at most 255
  std::array<std::uint8_t, kLetterPairs> subject_pairs{};
  /// The first kLongestSubject characters of the subject as signs of an alphabet of 64: folded
  /// letters, digits and the usual punctuation. All other characters share the remaining signs.
  std::string subject_signs;

  friend bool operator==(const EmailSketch&, const EmailSketch&) = default;
};

inline constexpr std::size_t kMostSketchBytes = 6 << 10;

/// Makes the sketch of an email. Words are runs of letters and digits of the visible text in lower
/// case, without URLs and addresses. The result is the same on every machine. Cost: linear in the
/// first 256 KiB of text.
EmailSketch sketch_of(const Email& email);

/// Appends the packed, little-endian sketch: at most kMostSketchBytes, usually a few hundred bytes.
void append_sketch(const EmailSketch& sketch, std::string& bytes);

/// Reads what append_sketch() wrote at the front of `bytes` and removes it from there. Throws
/// DataError if it is truncated or invalid.
EmailSketch read_sketch(std::string_view& bytes);

}  // namespace costruct::experiments
