// Stochastic templates of emails, as senders of bulk email use them (Brefeld 2008, Table 8.1), and
// personal emails.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/email.hpp"
#include "costruct/mail/generated/email_pattern.hpp"

namespace costruct::experiments {

/// Subject, senders, sentences with slots, link, signature, layout and mailer of a batch of emails.
class BatchTemplate {
 public:
  /// Makes template `number` of a seed. It depends on these two numbers alone.
  BatchTemplate(std::uint64_t seed, Index number);

  /// Makes one email of the template, without id, date, batch and label.
  /// @param obfuscation  in [0, 1]: how much is changed in addition to the template's own slots
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
  Index salad_ = 0;  // maximum number of meaningless words at the end of an email
};

/// Makes an email that belongs to no batch. Its topic and all choices in its patterns are drawn
/// independently. It has no id, date, batch or label.
Email personal_email(RandomStream& random);

}  // namespace costruct::experiments
