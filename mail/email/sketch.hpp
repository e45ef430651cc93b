// What is kept of an email to compare it with others: a summary of bounded size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// A set of at most `most` hashes, sorted, no two in the same of `buckets` buckets (bucket_of()):
/// of those in the same bucket one is kept. A hash is never 0.
struct SketchBounds {
  std::uint32_t most;
  std::uint32_t buckets;
};
inline constexpr SketchBounds kBodyWordBounds{256, 4096};
inline constexpr SketchBounds kTagBounds{64, 1024};
inline constexpr SketchBounds kSmallSetBounds{16, 256};

/// Letters a to z and "anything else" followed by one another; those two of "anything else" do not
/// count.
inline constexpr std::size_t kLetters = 27;
inline constexpr std::size_t kLetterPairs = 736;  ///< 27 * 27 and zeros up to a multiple of 32
inline constexpr std::size_t kLongestSubject = 64;
inline constexpr std::size_t kSketchedParts = 8;

/// Of an email. Where a hash or a set has nothing to tell of, it is 0 or empty. Memory:
/// sizeof(EmailSketch) and at most kMostSketchBytes in all.
struct EmailSketch {
  // The sender: address, what is behind its @, the last label of that, the name before the address;
  // the shapes of local part and name ("aa.a0": runs of letters and digits).
  std::uint32_t sender = 0, domain = 0, top_domain = 0, sender_name = 0, local_shape = 0,
                name_shape = 0;
  std::uint32_t mailer = 0, mailer_family = 0;  ///< as it is, respectively without its numbers
  std::uint32_t content_type = 0;
  std::uint32_t part_types = 0;     ///< of the media types of all parts, in order
  std::uint32_t subject_shape = 0;  ///< signs, and runs of capitals, letters, digits

  std::uint64_t size = 0;
  std::uint64_t envelope =
      0;  ///< bytes that are not the contents of a part: headers, encoding, borders
  std::uint32_t recipients = 0;
  std::uint32_t parts = 0, images = 0, attachments = 0;
  std::array<std::uint32_t, kSketchedParts> part_type{};   ///< of the first parts
  std::array<std::uint64_t, kSketchedParts> part_bytes{};  ///< decoded

  // The visible text (visible_body.hpp), of which there are:
  std::uint32_t characters = 0;  ///< that are no blanks
  std::uint32_t words = 0, lines = 0, links = 0, tags = 0;
  std::uint32_t word_characters = 0;
  std::uint32_t capitals = 0, digits = 0, signs = 0, foreign = 0;  ///< foreign: not ASCII
  std::uint32_t first_line = 0;  ///< digits masked, letters folded
  std::uint32_t charset = 0;     ///< that HTML declares

  std::vector<std::uint32_t> body_words;   ///< the most frequent ones, of equals the smaller hashes
  std::vector<std::uint16_t> body_counts;  ///< of those, 1 to 65535
  std::vector<std::uint32_t> subject_words;
  std::vector<std::uint32_t> attachment_names;  ///< digits masked
  std::vector<std::uint32_t> hosts;             ///< domains that links point to
  std::vector<std::uint32_t> url_shapes;        ///< their paths, runs of letters and digits masked
  std::vector<std::uint32_t> last_words;        ///< of the last three lines
  std::vector<std::uint32_t> numbers;           ///< amounts, percentages, telephone numbers
  std::vector<std::uint32_t> tag_triples;       ///< three HTML tags in a row

  std::array<std::uint8_t, kLetterPairs> body_pairs{};  ///< counts of letter pairs, at most 255
  std::array<std::uint8_t, kLetterPairs> subject_pairs{};
  /// The subject as signs of an alphabet of 64 (letters folded, digits, the usual punctuation; all
  /// others share what is left), its first kLongestSubject.
  std::string subject_signs;

  friend bool operator==(const EmailSketch&, const EmailSketch&) = default;
};

inline constexpr std::size_t kMostSketchBytes = 6 << 10;

/// Words are runs of letters and digits of the visible text, folded to lower case; no URLs, no
/// addresses. The same on every machine. Cost: linear in the first 256 KiB of text.
EmailSketch sketch_of(const Email& email);

/// Appends the sketch, little-endian and packed: at most kMostSketchBytes, a few hundred as a rule.
void append_sketch(const EmailSketch& sketch, std::string& bytes);

/// Reads what append_sketch() wrote at the front of `bytes` and removes it from there. Throws
/// DataError when it is cut off or could not have been written.
EmailSketch read_sketch(std::string_view& bytes);

}  // namespace costruct::experiments
