// The phrases of artificial emails: sentence patterns by topic, classes of interchangeable words,
// and names.
//
// A pattern is text with slots (see email_pattern.hpp):
//    [one|another]  a choice
//    {class}        an element of a class of words
//    {NAME}         in capitals: a value that the email provides
// Choices do not nest. Elements of classes may contain slots.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// The patterns of subjects and sentences for one topic.
struct MailTopic {
  std::string_view name;
  std::vector<std::string_view> subjects;   ///< patterns
  std::vector<std::string_view> sentences;  ///< patterns
};

/// The topics of batches, and those of personal emails.
const std::vector<MailTopic>& advertising_topics();
const std::vector<MailTopic>& personal_topics();

/// The elements of a class of words. Asserts that the class exists.
const std::vector<std::string_view>& phrase_class(std::string_view name);

/// A word of two to four syllables. There are several hundred thousand such words.
std::string made_up_word(RandomStream& random);
/// A common word or an invented one, each with probability 1/2.
std::string any_word(RandomStream& random);
std::string first_name(RandomStream& random);
/// A made-up word with a capital.
std::string last_name(RandomStream& random);
/// For example "Terry Hagan".
std::string full_name(RandomStream& random);

}  // namespace costruct::experiments
