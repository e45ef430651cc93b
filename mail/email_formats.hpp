// The formats of emails: jsonl, and if the program is built with GMime, mbox and maildir.
#pragma once

namespace costruct::experiments {

/// Adds these formats to formats() (data/formats/format.hpp). Call it once, before anything reads a
/// config or a model.
void add_email_formats();

}  // namespace costruct::experiments
