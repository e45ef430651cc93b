// Any bytes as emails: the first chooses how they are read. Beside not crashing, what has been read
// is UTF-8 within the limits, reads back from JSON, has a sketch that reads back, and features in
// [0, 1].
#include "costruct/core/error.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/mime_email.hpp"
#include "costruct/mail/email/pair_features.hpp"
#include "costruct/mail/email/utf8_repair.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

void check_sketch(const EmailSketch& sketch) {
  std::string bytes;
  append_sketch(sketch, bytes);
  require(bytes.size() <= kMostSketchBytes);
  std::string_view rest = bytes;
  require(read_sketch(rest) == sketch && rest.empty());
  DocumentFrequencies frequencies;
  static const EmailSketch other = sketch_of(email_from_json(
      R"({"from": "A <a@b.example>", "subject": "a b", "parts": [{"type": "text/html", "text": "<p>a <a href='http://x/'>b"}]})"));
  frequencies.add(sketch);
  frequencies.add(other);
  const WeightedSketch a = weigh(sketch, frequencies), b = weigh(other, frequencies);
  std::array<float, kEmailFeatures> one, two;
  compare(a, b, one);
  compare(b, a, two);
  for (std::size_t i = 0; i < kEmailFeatures; ++i)
    require(one[i] >= 0 && one[i] <= 1 && one[i] == two[i]);
  compare(a, a, one);
  for (const float value : one) require(value >= 0 && value <= 1);
}

void check_email(const Email& email, std::size_t most_parts) {
  for (const std::string* text :
       {&email.id, &email.date, &email.from, &email.subject, &email.content_type, &email.mailer})
    require(is_utf8(*text));
  require(email.parts.size() <= most_parts);
  for (const EmailPart& part : email.parts)
    require(is_utf8(part.type) && is_utf8(part.filename) && is_utf8(part.text));
  require(email_from_json(email_to_json(email)) == email);
  check_sketch(sketch_of(email));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    switch (data[0] % 4) {
      case 0:
        check_email(email_from_json(bytes), kMostJsonParts);
        break;
      case 1:
        check_email(email_from_mime(bytes), kMostMimeParts);
        break;
      case 2: {
        const auto source = mbox_emails("mbox", bytes_of(bytes));
        for (Email email; source->next(email);) check_email(email, kMostMimeParts);
        break;
      }
      default: {
        std::string_view rest = bytes;
        while (!rest.empty()) check_sketch(read_sketch(rest));
      }
    }
  } catch (const DataError&) {
  }
  return 0;
}
