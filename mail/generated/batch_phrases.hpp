// What made-up mails are put together from: sentence patterns by topic, classes of words that stand
// for each other, names.
//
// A pattern is text with slots: [one|another] is a choice, {class} an element of a class of words,
// and {NAME} in capitals what the mail fills in (see email_pattern.hpp). Choices do not nest;
// elements may have slots of their own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// Patterns of the subjects and sentences of one sort of mail.
struct MailTopic {
  std::string_view name;
  std::vector<std::string_view> subjects;
  std::vector<std::string_view> sentences;
};

/// What batches are about, and what people write to each other about.
const std::vector<MailTopic>& advertising_topics();
const std::vector<MailTopic>& personal_topics();

/// The elements of a class of words; asserts that there is one of this name.
const std::vector<std::string_view>& phrase_class(std::string_view name);

/// A word of two to four syllables, of some hundred thousand.
std::string made_up_word(RandomStream& random);
/// A common word or a made-up one.
std::string any_word(RandomStream& random);
std::string first_name(RandomStream& random);
std::string last_name(RandomStream& random);
/// "Terry Hagan"
std::string full_name(RandomStream& random);

}  // namespace costruct::experiments
