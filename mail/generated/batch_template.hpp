// BatchTemplate: a random template of mails, as senders of bulk mail use it (Brefeld 2008, Table
// 8.1). personal_email() draws mails from one person to another.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/email.hpp"
#include "costruct/mail/generated/email_pattern.hpp"

namespace costruct::experiments {

/// A template for a batch of mails: subject, senders, sentences with slots, link, signature, layout
/// and mailer.
class BatchTemplate {
 public:
  /// Template `number` of a seed. It does not depend on its place in a stream.
  BatchTemplate(std::uint64_t seed, Index number);

  /// Draws one mail of the template, without id, date, batch and label. `obfuscation` in [0, 1]
  /// says how much is changed in addition to the template's slots.
  Email instance(RandomStream& random, double obfuscation) const;

 private:
  enum class Layout { kPlain, kHtml, kBoth };

  struct Sentence {
    EmailPattern pattern;
    bool ends_paragraph = false;
  };

  PatternSlots draw_slots(RandomStream& random, double obfuscation, std::string& sender) const;
  std::vector<std::string> paragraphs(RandomStream& random, const PatternSlots& slots,
                                      double obfuscation) const;
  std::string html_of(const std::vector<std::string>& paragraphs, const std::string& url) const;

  PatternSlots fixed_;  // product, company, style of amounts
  std::vector<EmailPattern> subjects_, greetings_, farewells_, signature_;
  std::vector<Sentence> sentences_;
  EmailPattern call_, opt_out_;
  std::vector<std::string> senders_, mailers_;
  bool new_sender_each_ = false, opts_out_ = false, link_code_ = false;
  std::string host_, path_, html_open_, html_close_;
  Layout layout_ = Layout::kPlain;
  Index salad_ = 0;  // largest number of meaningless words below each mail
};

/// Draws a mail that belongs to no batch. It has one of many topics, and all choices are drawn
/// anew. It has no id, date, batch and label.
Email personal_email(RandomStream& random);

}  // namespace costruct::experiments
