#include "costruct/mail/email/json_email.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/json_error.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/mail/email/utf8_repair.hpp"

namespace costruct::experiments {

namespace {

// The fields of emails and of parts in one enumeration.
enum class Field {
  kNone,
  kId,
  kDate,
  kFrom,
  kSubject,
  kSubjectText,
  kContentType,
  kMailer,
  kRecipients,
  kSize,
  kParts,
  kBatch,
  kLabel,
  kMust,
  kCannot,
  kType,
  kBytes,
  kFilename,
  kText
};

struct FieldName {
  std::string_view name;
  Field field;
};

constexpr FieldName kEmailFields[] = {
    {"id", Field::kId},           {"date", Field::kDate},
    {"from", Field::kFrom},       {"subject", Field::kSubject},
    {"size", Field::kSize},       {"subject_text", Field::kSubjectText},
    {"parts", Field::kParts},     {"content_type", Field::kContentType},
    {"x_mailer", Field::kMailer}, {"recipients", Field::kRecipients},
    {"batch", Field::kBatch},     {"label", Field::kLabel},
    {"must", Field::kMust},       {"cannot", Field::kCannot}};
constexpr FieldName kPartFields[] = {{"type", Field::kType},
                                     {"bytes", Field::kBytes},
                                     {"filename", Field::kFilename},
                                     {"text", Field::kText}};

template <std::size_t count>
Field email_field(const FieldName (&fields)[count], std::string_view name) {
  for (const FieldName& field : fields) {
    if (field.name == name) return field.field;
  }
  return Field::kNone;
}

std::string_view field_name(Field field) {
  for (const FieldName& each : kEmailFields) {
    if (each.field == field) return each.name;
  }
  for (const FieldName& each : kPartFields) {
    if (each.field == field) return each.name;
  }
  return "";
}

void lower_ascii(std::string& text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
}

// Builds the email while the text is parsed. There is no tree of values, so unknown keys take no
// memory, however deep their values are.
class EmailBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  /// @param ignored  takes the keys that are ignored; null: they take no memory
  explicit EmailBuilder(Email& email, std::vector<std::string>* ignored = nullptr)
      : email_(email), ignored_(ignored) {}

  bool null() override {
    if (is_skipping()) return true;
    if (place_ == Place::kNowhere) return not_an_object("null");
    if (in_list()) wrong_in_list("null");
    return true;
  }
  bool boolean(bool) override { return scalar("true or false"); }
  bool number_integer(number_integer_t value) override {
    if (field_ == Field::kBatch && takes_values()) {
      email_.batch = std::to_string(value);
      return true;
    }
    if (takes_values() && number_field() != nullptr)
      wrong(
          fmt::format("\"{}\" is {}: expected a number of at least 0", field_name(field_), value));
    return scalar("a number");
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (field_ == Field::kBatch && takes_values()) {
      email_.batch = std::to_string(value);
      return true;
    }
    Index* number = takes_values() ? number_field() : nullptr;
    if (number == nullptr) return scalar("a number");
    if (value > static_cast<std::uint64_t>(kLargestEmailNumber))
      wrong(fmt::format("\"{}\" is {}: expected at most {}", field_name(field_), value,
                        kLargestEmailNumber));
    *number = static_cast<Index>(value);
    return true;
  }
  bool number_float(number_float_t, const string_t& text) override {
    if (takes_values() && number_field() != nullptr)
      wrong(fmt::format("\"{}\" is {}: expected a whole number", field_name(field_),
                        visible_line(text, 40)));
    return scalar("a number");
  }
  bool string(string_t& value) override {
    if (place_ == Place::kIds && !is_skipping()) {
      ids_field()->push_back(std::move(value));
      return true;
    }
    if (!takes_values()) return scalar("a string");
    if (std::string* text = text_field()) {
      *text = std::move(value);
      if (field_ == Field::kSubjectText) has_subject_text_ = true;
      return true;
    }
    if (field_ == Field::kNone) return true;
    wrong(fmt::format("\"{}\" is {}: expected {}", field_name(field_), shown_text(value),
                      expected()));
  }
  bool binary(binary_t&) override { return scalar("bytes"); }

  bool start_object(std::size_t) override {
    if (is_skipping() || (takes_values() && field_ == Field::kNone)) {
      ++skipped_;
      return true;
    }
    if (place_ == Place::kNowhere) {
      place_ = Place::kEmail;
    } else if (place_ == Place::kParts) {
      if (email_.parts.size() == kMostJsonParts)
        wrong(fmt::format("more than {} parts", kMostJsonParts));
      email_.parts.emplace_back();
      place_ = Place::kPart;
    } else if (place_ == Place::kIds) {
      wrong_in_list("an object");
    } else {
      wrong(fmt::format("\"{}\" is an object: expected {}", field_name(field_), expected()));
    }
    field_ = Field::kNone;
    return true;
  }
  bool key(string_t& name) override {
    if (is_skipping()) return true;
    field_ =
        place_ == Place::kPart ? email_field(kPartFields, name) : email_field(kEmailFields, name);
    if (ignored_ != nullptr && field_ == Field::kNone)
      ignored_->push_back(place_ == Place::kPart ? name + " of parts" : name);
    return true;
  }
  bool end_object() override {
    if (is_skipping()) {
      --skipped_;
      return true;
    }
    place_ = place_ == Place::kPart ? Place::kParts : Place::kDone;
    field_ = Field::kNone;
    return true;
  }
  bool start_array(std::size_t) override {
    if (is_skipping() || (takes_values() && field_ == Field::kNone)) {
      ++skipped_;
      return true;
    }
    if (place_ == Place::kNowhere) return not_an_object("a list");
    if (in_list()) wrong_in_list("a list");
    if (std::vector<std::string>* ids = ids_field()) {
      ids->clear();
      place_ = Place::kIds;
      return true;
    }
    if (field_ != Field::kParts)
      wrong(fmt::format("\"{}\" is a list: expected {}", field_name(field_), expected()));
    email_.parts.clear();
    has_parts_ = true;
    place_ = Place::kParts;
    return true;
  }
  bool end_array() override {
    if (is_skipping()) {
      --skipped_;
      return true;
    }
    place_ = Place::kEmail;
    field_ = Field::kNone;
    return true;
  }
  bool parse_error(std::size_t place, const std::string&,
                   const nlohmann::detail::exception& error) override {
    wrong(no_json(place, error.what()));
  }

  /// Checks and completes the email after the last character.
  void finish() {
    if (!has_parts_)
      wrong(
          "no \"parts\": expected a list of the email's parts, as [{\"type\": \"text/plain\", "
          "\"text\": \"...\"}]; the format texts reads texts with a label");
    if (has_subject_text_) email_.subject = std::move(subject_text_);
    lower_ascii(email_.content_type);
    for (EmailPart& part : email_.parts) lower_ascii(part.type);
  }

 private:
  enum class Place { kNowhere, kEmail, kParts, kPart, kIds, kDone };

  [[noreturn]] static void wrong(const std::string& what) { throw DataError(what); }
  static bool not_an_object(const char* found) {
    wrong(fmt::format("{}: expected a JSON object, {{\"id\": ..., \"parts\": [...]}}", found));
  }
  bool is_skipping() const { return skipped_ > 0; }
  bool in_list() const { return place_ == Place::kParts || place_ == Place::kIds; }
  [[noreturn]] void wrong_in_list(const char* found) const {
    if (place_ == Place::kParts) wrong(fmt::format("{} in \"parts\": expected objects", found));
    wrong(fmt::format("{} in \"{}\": expected strings, the ids of emails", found,
                      field_name(field_)));
  }
  bool takes_values() const {
    return !is_skipping() && (place_ == Place::kEmail || place_ == Place::kPart);
  }

  bool scalar(const char* found) const {
    if (is_skipping()) return true;
    if (place_ == Place::kNowhere) return not_an_object(found);
    if (in_list()) wrong_in_list(found);
    if (field_ == Field::kNone) return true;
    wrong(fmt::format("\"{}\" is {}: expected {}", field_name(field_), found, expected()));
  }
  const char* expected() const {
    switch (field_) {
      case Field::kParts:
        return "a list of objects";
      case Field::kRecipients:
      case Field::kSize:
      case Field::kBytes:
        return "a number of at least 0";
      case Field::kBatch:
        return "a string or a whole number";
      case Field::kMust:
      case Field::kCannot:
        return "a list of the ids of emails";
      default:
        return "a string";
    }
  }
  Index* number_field() {
    switch (field_) {
      case Field::kRecipients:
        return &email_.recipients;
      case Field::kSize:
        return &email_.size;
      case Field::kBytes:
        return &email_.parts.back().bytes;
      default:
        return nullptr;
    }
  }
  std::vector<std::string>* ids_field() {
    if (field_ == Field::kMust) return &email_.must;
    return field_ == Field::kCannot ? &email_.cannot : nullptr;
  }
  std::string* text_field() {
    switch (field_) {
      case Field::kId:
        return &email_.id;
      case Field::kDate:
        return &email_.date;
      case Field::kFrom:
        return &email_.from;
      case Field::kSubject:
        return &email_.subject;
      case Field::kSubjectText:
        return &subject_text_;
      case Field::kContentType:
        return &email_.content_type;
      case Field::kMailer:
        return &email_.mailer;
      case Field::kBatch:
        return &email_.batch.emplace();
      case Field::kLabel:
        return &email_.label.emplace();
      case Field::kType:
        return &email_.parts.back().type;
      case Field::kFilename:
        return &email_.parts.back().filename;
      case Field::kText:
        return &email_.parts.back().text;
      default:
        return nullptr;
    }
  }

  Email& email_;
  std::vector<std::string>* ignored_;
  Place place_ = Place::kNowhere;
  Field field_ = Field::kNone;
  std::size_t skipped_ = 0;  // open brackets of a value that is ignored
  bool has_parts_ = false;
  bool has_subject_text_ = false;
  std::string subject_text_;
};

Email parsed_email(std::string_view line, std::vector<std::string>* ignored) {
  std::string repaired;
  if (!is_utf8(line)) {
    repaired = utf8_of(line);
    line = repaired;
  }
  if (has_lone_surrogates(line)) {
    repaired = without_lone_surrogates(line);
    line = repaired;
  }
  Email email;
  EmailBuilder builder(email, ignored);
  nlohmann::json::sax_parse(line.begin(), line.end(), &builder);
  builder.finish();
  if (email.batch && email.batch->empty()) email.batch.reset();  // the same as no batch
  return email;
}

}  // namespace

Email email_from_json(std::string_view line) {
  return parsed_email(line, nullptr);
}

std::vector<std::string> ignored_fields(std::string_view line) {
  std::vector<std::string> ignored;
  parsed_email(line, &ignored);
  return ignored;
}

std::string email_to_json(const Email& email) {
  nlohmann::ordered_json json;
  json["id"] = email.id;
  json["date"] = email.date;
  json["from"] = email.from;
  json["subject"] = email.subject;
  json["content_type"] = email.content_type;
  json["x_mailer"] = email.mailer;
  json["recipients"] = email.recipients;
  json["size"] = email.size;
  auto& parts = json["parts"] = nlohmann::ordered_json::array();
  for (const EmailPart& part : email.parts) {
    nlohmann::ordered_json& entry = parts.emplace_back();
    entry["type"] = part.type;
    entry["bytes"] = part.bytes;
    if (!part.filename.empty()) entry["filename"] = part.filename;
    if (!part.text.empty()) entry["text"] = part.text;
  }
  if (email.batch) json["batch"] = *email.batch;
  if (email.label) json["label"] = *email.label;
  if (!email.must.empty()) json["must"] = email.must;
  if (!email.cannot.empty()) json["cannot"] = email.cannot;
  return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace costruct::experiments
