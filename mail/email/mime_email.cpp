#include "costruct/mail/email/mime_email.hpp"

#include <gmime/gmime.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "costruct/mail/email/utf8_repair.hpp"

namespace costruct::experiments {

namespace {

struct ObjectDeleter {
  void operator()(gpointer object) const { g_object_unref(object); }
};
template <class Type>
using GObjectPointer = std::unique_ptr<Type, ObjectDeleter>;

GMimeParserOptions* mime_options() {
  static GMimeParserOptions* const options = [] {
    GMimeParserOptions* made = g_mime_parser_options_new();
    const char* charsets[] = {"utf-8", "iso-8859-1", nullptr};
    g_mime_parser_options_set_fallback_charsets(made, charsets);
    return made;
  }();
  return options;
}

void start_gmime() {
  static std::once_flag once;
  std::call_once(once, [] {
    const auto keep_quiet = [](const gchar*, GLogLevelFlags, const gchar*, gpointer) {};
    const auto levels =
        static_cast<GLogLevelFlags>(G_LOG_LEVEL_MASK | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION);
    for (const char* domain : {"gmime", "GLib", "GLib-GObject"})
      g_log_set_handler(domain, levels, keep_quiet, nullptr);
    g_mime_init();
    (void)mime_options();
  });
}

bool has_word(std::string_view line, std::string_view word) {
  return std::search(line.begin(), line.end(), word.begin(), word.end(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         }) != line.end();
}

// GMime makes an object for each header and part, and recurses for nested groups of addresses; it
// has no limits. This class cuts off what exceeds our limits. It treats as a header every line that
// GMime may treat as one, and possibly more.
class MimeLimits {
 public:
  explicit MimeLimits(std::string_view message) : message_(message) {}

  /// The message, or a copy without what exceeds the limits.
  std::string_view within() {
    std::size_t place = 0;
    while (place < message_.size()) {
      const std::size_t end = std::min(message_.find('\n', place), message_.size() - 1) + 1;
      const std::string_view line = message_.substr(place, end - place);
      if (line.starts_with("--")) {
        if (++borders_ > kMostBorderLines) break;
        begin_headers(false);
      } else if (in_headers_ && !header_line(line, place)) {
        break;
      }
      place = end;
    }
    if (place == message_.size() && copied_ == 0) return message_;
    copy_to(place);
    return copy_;
  }

 private:
  void begin_headers(bool inner) {
    in_headers_ = true;
    inner_ = inner;
    names_message_ = false;
    header_bytes_ = 0;
  }

  // Returns false if there are too many lines or bytes of headers.
  bool header_line(std::string_view line, std::size_t place) {
    if (line == "\n" || line == "\r\n") {
      // An enclosed message begins with its headers. In a digest, no header announces it.
      if (names_message_ || (seen_digest_ && !inner_)) {
        begin_headers(true);
      } else {
        in_headers_ = false;
      }
      return true;
    }
    if (++lines_ > kMostHeaderLines || bytes_ > kMostHeaderBytes) return false;
    if (line.front() != ' ' && line.front() != '\t') header_bytes_ = colons_ = 0;
    if (!names_message_) names_message_ = has_word(line, "message");
    if (!seen_digest_) seen_digest_ = has_word(line, "digest");
    shorten(line, place);
    return true;
  }

  void shorten(std::string_view line, std::size_t place) {
    std::size_t kept = 0;
    while (kept < line.size() && header_bytes_ < kLongestHeader && colons_ <= kMostHeaderColons) {
      colons_ += line[kept] == ':' ? 1 : 0;
      ++header_bytes_;
      ++kept;
    }
    bytes_ += kept;
    if (kept == line.size()) return;
    copy_to(place + kept);
    if (kept > 0) copy_ += '\n';
    copied_ = place + line.size();
  }

  void copy_to(std::size_t place) {
    if (place > copied_) copy_.append(message_.substr(copied_, place - copied_));
    copied_ = std::max(copied_, place);
  }

  std::string_view message_;
  bool in_headers_ = true;
  bool inner_ = false;          // headers of an enclosed message, which begin after an empty line
  bool names_message_ = false;  // whether the headers may announce a message
  bool seen_digest_ = false;
  std::size_t lines_ = 0, bytes_ = 0, borders_ = 0;
  std::size_t header_bytes_ = 0, colons_ = 0;  // size and colons of the current header
  std::string copy_;
  std::size_t copied_ = 0;  // number of bytes of the message that are in copy_ or left out
};

std::string utf8_or_empty(const char* text) {
  return text == nullptr ? std::string() : utf8_of(text);
}

std::string header_of(GMimeMessage* message, const char* name) {
  std::string value = utf8_or_empty(g_mime_object_get_header(GMIME_OBJECT(message), name));
  const std::size_t begin = value.find_first_not_of(" \t\r\n");
  if (begin == value.npos) return {};
  value.erase(value.find_last_not_of(" \t\r\n") + 1);
  return value.substr(begin);
}

Index count_addresses(InternetAddressList* list) {
  if (list == nullptr) return 0;
  Index count = 0;
  for (int i = 0; i < internet_address_list_length(list); ++i) {
    InternetAddress* address = internet_address_list_get_address(list, i);
    if (INTERNET_ADDRESS_IS_GROUP(address)) {
      InternetAddressList* members =
          internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address));
      count += members == nullptr ? 0 : internet_address_list_length(members);
    } else {
      ++count;
    }
  }
  return count;
}

std::string date_of(GMimeMessage* message) {
  GDateTime* date = g_mime_message_get_date(message);
  if (date == nullptr) return {};
  gchar* text = g_date_time_format(date, "%Y-%m-%dT%H:%M:%S%z");
  std::string result = utf8_or_empty(text);
  g_free(text);
  return result;
}

std::string media_type(GMimeContentType* type) {
  if (type == nullptr) return "text/plain";
  const char* media = g_mime_content_type_get_media_type(type);
  const char* subtype = g_mime_content_type_get_media_subtype(type);
  std::string result = utf8_of(std::string(media != nullptr ? media : "text") + '/' +
                               (subtype != nullptr ? subtype : "plain"));
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool is_charset_name(std::string_view name) {
  return !name.empty() && name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("-_.:+").find(c) != std::string_view::npos;
  });
}

// Converts text with iconv; invalid bytes become U+FFFD. Returns false if iconv does not know the
// name.
bool convert_charset(const std::string& name, std::string_view text, std::string& result) {
  // GMime translates the names that mailers use to those of iconv
  const char* known = g_mime_charset_iconv_name(name.c_str());
  const iconv_t converter = ::iconv_open("UTF-8", known != nullptr ? known : name.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return false;
  std::array<char, 4096> room;
  char* in = const_cast<char*>(text.data());  // iconv does not change it
  std::size_t left = text.size();
  while (left > 0 && result.size() < kMostPartText) {
    char* out = room.data();
    std::size_t out_left = room.size();
    const std::size_t before = left;
    const std::size_t done = ::iconv(converter, &in, &left, &out, &out_left);
    result.append(room.data(), room.size() - out_left);
    const bool is_stuck = left == before && out_left == room.size();
    if ((done == static_cast<std::size_t>(-1) && out_left > 16 && left > 0) || is_stuck) {
      append_utf8(0xFFFD, result);
      ++in;
      --left;
    }
  }
  ::iconv_close(converter);
  return true;
}

std::string utf8_from(std::string_view text, std::string name) {
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  const bool is_plain =
      name.empty() || name == "us-ascii" || name == "ascii" || name == "utf-8" || name == "utf8";
  const bool is_latin = name == "iso-8859-1" || name == "windows-1252";
  std::string result;
  if (!is_plain && !is_latin && is_charset_name(name) && convert_charset(name, text, result))
    return utf8_of(result);
  if (!is_latin && is_utf8(text)) return std::string(text);
  return utf8_of_latin1(text);
}

// Cuts a text to at most `longest` bytes, at the end of a character.
void cut_text(std::string& text, std::size_t longest) {
  if (text.size() <= longest) return;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
}

// Decodes a leaf block by block. Keeps the first kMostPartText bytes of its text.
EmailPart read_leaf(GMimePart* leaf) {
  EmailPart part;
  GMimeContentType* type = g_mime_object_get_content_type(GMIME_OBJECT(leaf));
  part.type = media_type(type);
  part.filename = utf8_or_empty(g_mime_part_get_filename(leaf));
  GMimeDataWrapper* contents = g_mime_part_get_content(leaf);
  GMimeStream* encoded = contents == nullptr ? nullptr : g_mime_data_wrapper_get_stream(contents);
  if (encoded == nullptr) return part;
  g_mime_stream_reset(encoded);
  const GObjectPointer<GMimeStream> decoded(g_mime_stream_filter_new(encoded));
  const GObjectPointer<GMimeFilter> decoder(
      g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(contents), FALSE));
  g_mime_stream_filter_add(GMIME_STREAM_FILTER(decoded.get()), decoder.get());
  const bool is_text = part.type.starts_with("text/");
  std::string text;
  std::array<char, 16384> block;
  for (gssize count = 0;
       (count = g_mime_stream_read(decoded.get(), block.data(), block.size())) > 0;) {
    part.bytes += static_cast<Index>(count);
    if (is_text)
      text.append(block.data(),
                  std::min(static_cast<std::size_t>(count), kMostPartText - text.size()));
  }
  if (is_text) {
    const char* charset =
        type == nullptr ? nullptr : g_mime_content_type_get_parameter(type, "charset");
    part.text = utf8_from(text, charset == nullptr ? "" : charset);
    cut_text(part.text, kMostPartText);
  }
  return part;
}

// The leaves of the MIME structure, in order.
void read_leaves(GMimeMessage* message, std::vector<EmailPart>& parts) {
  std::vector<GMimeObject*> left{g_mime_message_get_mime_part(message)};
  while (!left.empty() && parts.size() < kMostMimeParts) {
    GMimeObject* object = left.back();
    left.pop_back();
    if (object == nullptr) continue;
    if (GMIME_IS_MULTIPART(object)) {
      GMimeMultipart* multipart = GMIME_MULTIPART(object);
      // skip children for which there is no room
      const int count =
          std::min(g_mime_multipart_get_count(multipart), static_cast<int>(10 * kMostMimeParts));
      for (int i = count - 1; i >= 0; --i) left.push_back(g_mime_multipart_get_part(multipart, i));
    } else if (GMIME_IS_MESSAGE_PART(object)) {
      GMimeMessage* inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
      if (inner != nullptr) left.push_back(g_mime_message_get_mime_part(inner));
    } else if (GMIME_IS_PART(object)) {
      parts.push_back(read_leaf(GMIME_PART(object)));
    }
  }
}

void read_message(GMimeMessage* message, Email& email) {
  email.id = utf8_or_empty(g_mime_message_get_message_id(message));
  email.date = date_of(message);
  email.from = header_of(message, "From");
  email.subject = header_of(message, "Subject");
  email.mailer = header_of(message, "X-Mailer");
  if (email.mailer.empty()) email.mailer = header_of(message, "User-Agent");
  if (std::string batch = header_of(message, "X-Batch"); !batch.empty())
    email.batch = std::move(batch);
  for (const GMimeAddressType type : {GMIME_ADDRESS_TYPE_TO, GMIME_ADDRESS_TYPE_CC})
    email.recipients += count_addresses(g_mime_message_get_addresses(message, type));
  if (GMimeObject* top = g_mime_message_get_mime_part(message))
    email.content_type = media_type(g_mime_object_get_content_type(top));
  read_leaves(message, email.parts);
}

}  // namespace

bool reads_mime() {
  return true;
}

Email email_from_mime(std::string_view message) {
  start_gmime();
  Email email;
  email.size = static_cast<Index>(message.size());
  MimeLimits limits(message);
  const std::string_view within = limits.within();
  if (within.empty()) return email;
  const GObjectPointer<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(within.data(), within.size()));
  const GObjectPointer<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const GObjectPointer<GMimeMessage> read(
      g_mime_parser_construct_message(parser.get(), mime_options()));
  if (read) read_message(read.get(), email);
  return email;
}

}  // namespace costruct::experiments
