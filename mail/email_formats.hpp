// The formats of emails: jsonl, and with GMime also mbox and maildir.
#pragma once

namespace costruct::experiments {

/// Adds them to formats(). Call it once, before anything reads a config or a model.
void add_email_formats();

}  // namespace costruct::experiments
