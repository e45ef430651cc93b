#include "costruct/mail/generated/batch_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "costruct/mail/generated/batch_phrases.hpp"

namespace costruct::experiments {

namespace {

// Maximum looseness of templates (EmailPattern).
constexpr double kLoosest = 0.5;
// The probability that a choice is drawn among all alternatives, for obfuscation 1.
constexpr double kMostFreedom = 0.35;

// Sentences that fit any topic of advertising.
constexpr std::string_view kGeneralSentences[] = {
    "{discover} the {great} {thing} that {many} {people} [use|love|recommend] to {improve} their "
    "{life}.",
    "{improve} your {life} with {PRODUCT}, {without}.",
    "The {new} {PRODUCT} {thing} [brings|adds|gives] {quality} and {quality} to your {life}.",
    "{we} [offers|offer] {feature} and {feature}, {because}.",
    "This {offer} is {easy} and {safe}, {without}.",
    "{people} in {PLACE} {discover} our {thing} {because}.",
    "[Imagine|Think of] a {life} with more {quality} and {great} {quality}.",
    "[Just|Simply] {fill} {form} {now} and {get} {feature}.",
    "Your {thing} is {waiting}, and it is {easy} to {get}.",
    "[The first|Another] {NUM} {people} {get} {feature}, {without}.",
    "{PRODUCT} {thing}: {quality}, {quality}, {quality}.",
    "{many} {people} {save} {MONEY} a year with the {cheap} {thing} of {COMPANY}.",
    "Since we began in {PLACE}, {many} {people} [chose|picked|preferred] {PRODUCT} for its "
    "{quality}.",
    "Our {rank} {duty} {ANYNAME} [calls|names] it the most {great} {thing} of the [year|decade].",
    "{NAME}, you {can} {get} {feature} {now}.",
    "Do not [miss|skip|ignore] this {great} {offer}, {because}.",
    "Compare: {quality} of others costs {MONEY}, {quality} from {COMPANY} only {MONEY}.",
    "With {feature} you {improve} your {life} {now}.",
};

constexpr std::string_view kCalls[] = {
    "Please {look} {site}: {URL}",
    "{fill} {form} {now}: {URL}",
    "[Click|Press] here {now}: {URL}",
    "{look} {site} {now}: {URL}",
    "For {feature}, {look} {site}: {URL}",
    "[Follow|Use] the link to {site} and {fill} {form}. {URL}",
    "{easy}: {URL}",
    "[Details|Prices|Orders]: {URL}",
};

constexpr std::string_view kOptOuts[] = {
    "[Not interested|No more of these]? [Go|Write] to {URL}",
    "To be [removed|taken off our list], {look} the page below. {URL}",
    "You get this [letter|message] {because}. {URL}",
    "If this [reached|found] you in error, [forgive|excuse] us and {fill} {form}.",
    "{COMPANY}, {NUM} {PLACE} [Road|Street|Avenue]",
};

constexpr std::string_view kPersonalCloses[] = {
    "Let me know {soon}.",          "Call me {soon} if the {noun} {feel} {how}.",
    "Any news of {who}?",           "See you in {PLACE} {soon}.",
    "Say hello to {who}.",          "More {soon}, {who} is waiting for the {noun}.",
    "Thanks for the {old} {noun}!", "I hope the {noun} {feel} {how}.",
};

template <class List>
const auto& drawn_from(const List& list, RandomStream& random) {
  return list[random.below(static_cast<Index>(std::size(list)))];
}

bool chance(double probability, RandomStream& random) {
  return random.uniform() < probability;
}

std::string in_lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string made_up_host(RandomStream& random) {
  std::string host = any_word(random);
  if (random.below(2) == 0) host += any_word(random);
  return host + '.' + std::string(drawn_from(phrase_class("domain"), random));
}

std::string mail_host(RandomStream& random) {
  std::string host = made_up_word(random);
  if (random.below(3) == 0) host += drawn_from(phrase_class("relay"), random);
  return host + '.' + std::string(drawn_from(phrase_class("domain"), random));
}

// "Terry Hagan" <thagan@host>, in one of several usual forms of addresses.
std::string address_of(const std::string& name, const std::string& host, RandomStream& random) {
  const std::size_t blank = name.find(' ');
  const std::string first = in_lower_case(name.substr(0, blank)),
                    last = in_lower_case(name.substr(blank + 1));
  std::string user;
  switch (random.below(4)) {
    case 0:
      user = first + '.' + last;
      break;
    case 1:
      user = first[0] + last;
      break;
    case 2:
      user = made_up_word(random);
      user += fmt::format("{}", random.below(100));
      break;
    default:
      user = first + fmt::format("{}", random.below(1000));
  }
  return '"' + name + "\" <" + user + '@' + host + '>';
}

// The name of a sender "name" <address>.
std::string shown_sender(const std::string& sender) {
  return sender.substr(1, sender.find('"', 1) - 1);
}

std::string short_code(RandomStream& random) {
  std::string code;
  for (Index i = 4 + random.below(5); i > 0; --i)
    code += "abcdefghijklmnopqrstuvwxyz0123456789"[random.below(36)];
  return code;
}

// Changes one word as senders of spam do to hide it: "mo rtgage", "morgtage", "m0rtgage".
void disturb_word(std::string& word, double obfuscation, RandomStream& random) {
  const double draw = random.uniform();
  const auto length = static_cast<Index>(word.size());
  if (draw < 0.06 * obfuscation) {
    word.insert(static_cast<std::size_t>(1 + random.below(length - 1)), 1, ' ');
  } else if (draw < 0.10 * obfuscation) {
    const Index at = 1 + random.below(length - 2);
    std::swap(word[at], word[at + 1]);
  } else if (draw < 0.14 * obfuscation) {
    for (char& c : word) c = c == 'o' ? '0' : c == 'l' ? '1' : c == 'a' ? '@' : c;
  }
}

// Changes the words of a text except links, addresses and short words.
void disturb_words(std::string& text, double obfuscation, RandomStream& random) {
  if (obfuscation <= 0) return;
  std::string changed;
  changed.reserve(text.size() + 16);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    if (word.size() >= 5 && word.find_first_of("/@$:") == std::string::npos)
      disturb_word(word, obfuscation, random);
    changed += word;
    if (end < text.size()) changed += ' ';
    begin = end + 1;
  }
  text = std::move(changed);
}

std::string words_without_meaning(Index count, RandomStream& random) {
  std::string text;
  for (Index i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += any_word(random);
  }
  return text;
}

std::string plain_of(const std::vector<std::string>& paragraphs, const char* between) {
  std::string text;
  for (const std::string& paragraph : paragraphs) {
    text += paragraph;
    text += between;
  }
  return text;
}

EmailPart text_part(const char* type, std::string text) {
  EmailPart part;
  part.type = type;
  part.bytes = static_cast<Index>(text.size());
  part.text = std::move(text);
  return part;
}

// Sets the size of an email: its headers, and its parts with the lines that MIME adds.
void set_size(Email& email, RandomStream& random) {
  email.size = 420 + random.below(900);
  for (const EmailPart& part : email.parts) email.size += part.bytes + 90;
}

std::vector<EmailPattern> kept_patterns(const std::vector<std::string_view>& all, Index most,
                                        double looseness, RandomStream& random) {
  std::vector<std::string_view> drawn = all;
  const Index count = std::min<Index>(1 + random.below(most), static_cast<Index>(drawn.size()));
  random.shuffle_prefix(drawn, count);
  std::vector<EmailPattern> kept;
  for (Index i = 0; i < count; ++i) kept.emplace_back(drawn[i], looseness, random);
  return kept;
}

}  // namespace

BatchTemplate::BatchTemplate(std::uint64_t seed, Index number) {
  RandomStream random(seed, static_cast<std::uint64_t>(number), "email template");
  const double looseness = kLoosest * random.uniform();
  const MailTopic& topic =
      advertising_topics()[random.below(static_cast<Index>(advertising_topics().size()))];
  fixed_.product = last_name(random);
  fixed_.company = last_name(random);
  if (random.below(2) == 0) fixed_.company += ' ' + last_name(random);
  fixed_.money_style = static_cast<int>(random.below(6));

  subjects_ = kept_patterns(topic.subjects, 2, looseness, random);
  if (random.below(4) == 0) subjects_.emplace_back("{discover} {PRODUCT} {now}", looseness, random);
  greetings_ = kept_patterns(phrase_class("hello"), 2, looseness, random);
  farewells_ = kept_patterns(phrase_class("bye"), 2, looseness, random);

  std::vector<std::string_view> own = topic.sentences;
  std::vector<std::string_view> general(std::begin(kGeneralSentences), std::end(kGeneralSentences));
  const Index own_count = 2 + random.below(4), general_count = 1 + random.below(4);
  random.shuffle_prefix(own, own_count);
  random.shuffle_prefix(general, general_count);
  std::vector<std::string_view> body(own.begin(), own.begin() + own_count);
  body.insert(body.end(), general.begin(), general.begin() + general_count);
  random.shuffle(body);
  for (const std::string_view pattern : body)
    sentences_.push_back({EmailPattern(pattern, looseness, random), random.below(3) == 0});
  call_ = EmailPattern(drawn_from(kCalls, random), looseness, random);
  opts_out_ = random.below(2) == 0;
  opt_out_ = EmailPattern(drawn_from(kOptOuts, random), looseness, random);
  if (random.below(2) == 0) signature_.emplace_back("{rank} {duty}", looseness, random);
  if (random.below(2) == 0) signature_.emplace_back("{COMPANY} {office}", looseness, random);

  const std::string host = mail_host(random);
  for (Index i = 1 + random.below(4); i > 0; --i)
    senders_.push_back(address_of(full_name(random), host, random));
  new_sender_each_ = random.below(2) == 0;
  for (Index i = 1 + random.below(2); i > 0; --i)
    mailers_.emplace_back(drawn_from(phrase_class("mailer"), random));
  if (random.below(4) == 0) mailers_.emplace_back();
  if (random.below(2) == 0) host_ = "www.";
  host_ += made_up_host(random);
  path_ = random.below(2) == 0 ? any_word(random) + '/' : "";
  link_code_ = random.below(2) == 0;
  layout_ = static_cast<Layout>(random.below(3));
  static constexpr const char* kFonts[] = {"Arial", "Verdana", "Tahoma", "Times New Roman",
                                           "Georgia"};
  static constexpr const char* kColors[] = {"#ffffff", "#ffffe0", "white", "#f0f8ff"};
  const char* color = drawn_from(kColors, random);
  const char* font = drawn_from(kFonts, random);
  html_open_ = fmt::format("<html>\n<body bgcolor=\"{}\">\n<font face=\"{}\" size={}>\n", color,
                           font, 2 + random.below(2));
  html_close_ = "</font>\n</body>\n</html>\n";
  if (random.below(3) == 0) salad_ = 3 + random.below(10);
}

PatternSlots BatchTemplate::draw_slots(RandomStream& random, double obfuscation,
                                       std::string& sender) const {
  PatternSlots slots = fixed_;
  if (chance(obfuscation, random)) {
    const std::string name = full_name(random);
    sender = address_of(name, mail_host(random), random);
  } else {
    sender = drawn_from(senders_, random);
    if (new_sender_each_) {
      const std::string host =
          sender.substr(sender.find('@') + 1, sender.rfind('>') - sender.find('@') - 1);
      const std::string name = full_name(random);
      sender = address_of(name, host, random);
    }
  }
  slots.from = shown_sender(sender);
  slots.name = first_name(random);
  slots.url = "http://";
  if (chance(0.5 * obfuscation, random)) slots.url += short_code(random) + '.';
  slots.url += host_ + '/' + path_;
  if (link_code_ || chance(0.5 * obfuscation, random)) slots.url += '?' + short_code(random);
  return slots;
}

std::vector<std::string> BatchTemplate::paragraphs(RandomStream& random, const PatternSlots& slots,
                                                   double obfuscation) const {
  const double freedom = kMostFreedom * obfuscation;
  std::vector<std::string> result;
  const auto add = [&](const EmailPattern& pattern) {
    std::string& text = result.back();
    if (!text.empty()) text += ' ';
    const std::size_t begin = text.size();
    pattern.write(random, slots, freedom, text);
    capitalize(text, begin);
  };
  result.emplace_back();
  add(greetings_[random.below(static_cast<Index>(greetings_.size()))]);
  result.emplace_back();
  for (const Sentence& sentence : sentences_) {
    if (chance(0.3 * obfuscation, random)) continue;
    add(sentence.pattern);
    if (sentence.ends_paragraph) result.emplace_back();
  }
  if (!result.back().empty()) result.emplace_back();
  add(call_);
  result.emplace_back();
  add(farewells_[random.below(static_cast<Index>(farewells_.size()))]);
  result.back() += ' ' + slots.from;
  for (const EmailPattern& line : signature_) add(line);
  if (opts_out_) {
    result.emplace_back();
    add(opt_out_);
  }
  for (std::string& paragraph : result) disturb_words(paragraph, obfuscation, random);
  Index salad = salad_ > 0 ? random.below(salad_ + 1) : 0;
  if (chance(0.5 * obfuscation, random))
    salad += 3 + random.below(1 + static_cast<Index>(40 * obfuscation));
  if (salad > 0) result.push_back(words_without_meaning(salad, random));
  return result;
}

std::string BatchTemplate::html_of(const std::vector<std::string>& paragraphs,
                                   const std::string& url) const {
  std::string text = html_open_;
  for (const std::string& paragraph : paragraphs) {
    text += "<p>";
    const std::size_t link = paragraph.find(url);
    if (link == std::string::npos) {
      text += paragraph;
    } else {
      text += paragraph.substr(0, link) + "<a href=\"" + url + "\">" + url + "</a>" +
              paragraph.substr(link + url.size());
    }
    text += "</p>\n";
  }
  return text += html_close_;
}

Email BatchTemplate::instance(RandomStream& random, double obfuscation) const {
  Email email;
  const PatternSlots slots = draw_slots(random, obfuscation, email.from);
  drawn_from(subjects_, random).write(random, slots, kMostFreedom * obfuscation, email.subject);
  capitalize(email.subject);
  disturb_words(email.subject, obfuscation, random);
  if (chance(0.4 * obfuscation, random)) email.subject += " [" + short_code(random) + ']';
  if (chance(0.2 * obfuscation, random))
    email.subject.insert(0, random.below(2) == 0 ? "Re: " : "Fwd: ");
  email.mailer = chance(0.5 * obfuscation, random)
                     ? std::string(drawn_from(phrase_class("mailer"), random))
                     : drawn_from(mailers_, random);
  email.recipients = 1 + random.below(3);
  const std::vector<std::string> text = paragraphs(random, slots, obfuscation);
  if (layout_ != Layout::kHtml)
    email.parts.push_back(text_part("text/plain", plain_of(text, "\n\n")));
  if (layout_ != Layout::kPlain)
    email.parts.push_back(text_part("text/html", html_of(text, slots.url)));
  email.content_type =
      layout_ == Layout::kBoth ? "multipart/alternative" : email.parts.front().type;
  set_size(email, random);
  return email;
}

Email personal_email(RandomStream& random) {
  Email email;
  const MailTopic& topic =
      personal_topics()[random.below(static_cast<Index>(personal_topics().size()))];
  PatternSlots slots;
  slots.name = first_name(random);
  slots.from = full_name(random);
  slots.money_style = static_cast<int>(random.below(6));
  email.from = address_of(slots.from, mail_host(random), random);
  write_pattern(drawn_from(topic.subjects, random), random, slots, email.subject);
  capitalize(email.subject);
  std::string text;
  write_pattern(drawn_from(phrase_class("dear"), random), random, slots, text);
  text += "\n\n";
  const auto add = [&](std::string_view pattern) {
    const std::size_t begin = text.size();
    write_pattern(pattern, random, slots, text);
    capitalize(text, begin);
    text += random.below(4) == 0 ? "\n\n" : " ";
  };
  for (Index i = 2 + random.below(8); i > 0; --i) add(drawn_from(topic.sentences, random));
  if (random.below(2) == 0) add(drawn_from(kPersonalCloses, random));
  text += "\n\n";
  write_pattern(drawn_from(phrase_class("love"), random), random, slots, text);
  text += '\n' + slots.from.substr(0, slots.from.find(' ')) + '\n';
  email.mailer = drawn_from(phrase_class("mailer"), random);
  email.recipients = 1 + random.below(random.below(4) == 0 ? 12 : 2);
  email.content_type = "text/plain";
  email.parts.push_back(text_part("text/plain", text));
  if (random.below(5) == 0) {
    std::string html = "<html><body>\n";
    for (const char c : text) {
      if (c == '\n') html += "<br>";
      html += c;
    }
    email.parts.push_back(text_part("text/html", html + "</body></html>\n"));
    email.content_type = "multipart/alternative";
  }
  set_size(email, random);
  return email;
}

}  // namespace costruct::experiments
