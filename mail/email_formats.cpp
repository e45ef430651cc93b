#include "costruct/mail/email_formats.hpp"

#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/mail/email/mime_email.hpp"
#include "costruct/mail/email_examples.hpp"
#include "costruct/problems/clustering/object_sets.hpp"

namespace costruct::experiments {
namespace {

Format email_format(const char* name, const char* summary) {
  Format format;
  format.name = name;
  format.summary = summary;
  format.input = clustering::kObjectSets;
  format.examples = [](const Json& block) { return std::make_unique<EmailExamples>(block); };
  format.options.push_back(label_map_option());
  format.load = [](const ModelReader& model) { return std::make_unique<EmailExamples>(model); };
  return format;
}

}  // namespace

void add_email_formats() {
  add_format(email_format(
      "jsonl", "emails, a JSON object a line: from, subject, parts, batch ... (docs/email.md)"));
  if (!reads_mime()) return;
  add_format(email_format("mbox", "emails of an mbox file; batches in X-Batch headers"));
  Format maildir =
      email_format("maildir", "emails of a folder, a file each; batches in X-Batch headers");
  maildir.reads_folders = true;
  add_format(std::move(maildir));
}

}  // namespace costruct::experiments
