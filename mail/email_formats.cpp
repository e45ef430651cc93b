#include "costruct/mail/email_formats.hpp"

#include "costruct/data/formats/format.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/mime_email.hpp"
#include "costruct/mail/email_examples.hpp"
#include "costruct/problems/clustering/object_sets.hpp"

namespace costruct::experiments {
namespace {

Format email_format(const char* name, const char* summary, const Recogniser& recognise) {
  Format format;
  format.name = name;
  format.summary = summary;
  format.input = clustering::kObjectSets;
  format.examples = [](const Json& block) { return std::make_unique<EmailExamples>(block); };
  format.options.push_back(label_map_option());
  format.recognise = recognise;
  format.records = RecordFormat{.open = [name = format.name](const std::filesystem::path& file) {
    return std::unique_ptr<RecordReader>(open_emails(file, name));
  }};
  format.load = [](const ModelReader& model) { return std::make_unique<EmailExamples>(model); };
  return format;
}

}  // namespace

void add_email_formats() {
  Format jsonl = email_format(
      "jsonl", "emails, a JSON object a line: from, subject, parts, batch ... (docs/email.md)",
      [](const FileSample& sample, const RecognitionHints& /*hints*/) {
        Recognition r = recognise_json_lines(sample, {"parts"}, "emails, a JSON object a line");
        r.problem = "clustering";
        return r;
      });
  jsonl.records->written = [](const RecordReader& record, bool outputs) {
    Email email = static_cast<const EmailSource&>(record).email();
    if (!outputs) {
      email.batch.reset();
      email.label.reset();
      email.must.clear();
      email.cannot.clear();
    }
    return email_to_json(email) + "\n";
  };
  jsonl.records->beside = [](std::string_view line) {
    std::vector<std::string> kinds;
    for (const std::string& name : ignored_fields(line))
      kinds.push_back("the field " + name + " is left out");
    return kinds;
  };
  add_format(std::move(jsonl));
  if (!reads_mime()) return;
  constexpr const char* kLost =
      "headers that are no features, and contents of attachments, are left out";
  Format mbox = email_format(
      "mbox", "emails of an mbox file; batches in X-Batch headers",
      [](const FileSample& sample, const RecognitionHints& /*hints*/) {
        Recognition r;
        r.kind = "an mbox file of emails";
        r.problem = "clustering";
        const bool begins = !sample.lines().empty() && sample.lines().front().starts_with("From ");
        const std::string_view bytes = sample.bytes();
        const bool has_headers = bytes.find("\nSubject:") != std::string_view::npos ||
                                 bytes.find("\nFrom:") != std::string_view::npos;
        r.fit = begins && has_headers ? 0.95 : 0;
        return r;
      });
  mbox.records->lost = kLost;
  add_format(std::move(mbox));
  Format maildir =
      email_format("maildir", "emails of a folder, a file each; batches in X-Batch headers", {});
  maildir.records->lost = kLost;
  maildir.reads_folders = true;
  add_format(std::move(maildir));
}

}  // namespace costruct::experiments
