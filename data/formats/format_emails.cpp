// Emails with their batches: JSON lines, mbox files, folders of messages (data/email).
#include "costruct/data/batches/email_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/clustering/object_sets.hpp"

namespace costruct::experiments {
namespace {

Format email_format(const char* name, const char* summary) {
  Format format;
  format.name = name;
  format.summary = summary;
  format.input = clustering::kObjectSets;
  format.examples = [](const Json& block) { return std::make_unique<EmailExamples>(block); };
  format.load = [](const ModelReader& model) { return std::make_unique<EmailExamples>(model); };
  return format;
}

}  // namespace

Format jsonl_format() {
  return email_format(
      "jsonl", "emails, a JSON object a line: from, subject, parts, batch ... (docs/email.md)");
}

Format mbox_format() {
  return email_format("mbox", "emails of an mbox file; batches in X-Batch headers");
}

Format maildir_format() {
  Format format =
      email_format("maildir", "emails of a folder, a file each; batches in X-Batch headers");
  format.reads_folders = true;
  return format;
}

}  // namespace costruct::experiments
