// Emails made up for tests.
#pragma once

#include <string>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

inline Email text_email(const std::string& text, const std::string& type = "text/plain") {
  Email email;
  email.parts.push_back({type, "", static_cast<Index>(text.size()), text});
  return email;
}

/// Few words, so that emails have some in common; now and then a field is missing.
inline Email random_email(RandomStream& random) {
  const auto pick = [&random](std::initializer_list<const char*> choices) {
    return std::string(choices.begin()[random.below(static_cast<Index>(choices.size()))]);
  };
  const auto words = [&](Index most) {
    std::string text;
    for (Index i = random.below(most + 1); i > 0; --i) {
      text += pick({"offer",
                    "Buy",
                    "now",
                    "$12.50",
                    "30%",
                    "grüße",
                    "Москва",
                    "e",
                    "http://a.b.example/x/1?id=22",
                    "www.c.co.uk",
                    "<b>",
                    "<br>",
                    "<meta content='text/html; charset=koi8-r'>",
                    "<p class=x>",
                    "<a href=\"http://d.example/y\">",
                    "\n",
                    "!",
                    "don't",
                    "800-555-1234",
                    "&amp;",
                    "日本"});
      text += pick({" ", " ", " ", "\n", ", ", ""});
      if (random.below(4) == 0) text += std::to_string(random.below(1000));
    }
    return text;
  };
  Email email;
  email.from =
      pick({"", "a@b.example", "\"Ann Bee\" <a1@b.example>", "Cee <C.d@e.example>", "<@>", "x"});
  email.subject = words(12);
  email.content_type = pick({"", "text/plain", "multipart/mixed"});
  email.mailer = pick({"", "", "Bat 1.0", "Bat 2.0"});
  email.recipients = random.below(4);
  email.size = random.below(3) == 0 ? 0 : random.below(10'000);
  for (Index i = random.below(4); i > 0; --i) {
    EmailPart part{pick({"text/plain", "text/html", "text/html", "image/gif"}),
                   pick({"", "a1.gif", "a2.gif", "b.doc"}), random.below(500), ""};
    if (part.type.starts_with("text")) part.text = words(random.below(3) == 0 ? 900 : 40);
    email.parts.push_back(part);
  }
  return email;
}

}  // namespace costruct::experiments
