#include "costruct/mail/generated/batch_phrases.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "costruct/core/error.hpp"
#include "costruct/mail/generated/phrases_file.hpp"

namespace costruct::experiments {
namespace {

using Phrases = std::vector<std::string_view>;

Phrases phrases_of(const nlohmann::json& list) {
  Phrases phrases;
  for (const auto& each : list) phrases.push_back(each.get_ref<const std::string&>());
  return phrases;
}

std::vector<MailTopic> topics_of(const nlohmann::json& list) {
  std::vector<MailTopic> topics;
  for (const auto& topic : list)
    topics.push_back({topic.at("name").get_ref<const std::string&>(),
                      phrases_of(topic.at("subjects")), phrases_of(topic.at("sentences"))});
  return topics;
}

/// The content of phrases.json. All views are of its text.
struct PhraseTable {
  nlohmann::json text = nlohmann::json::parse(embedded::mail_phrases());
  std::vector<MailTopic> advertising = topics_of(text.at("advertising"));
  std::vector<MailTopic> personal = topics_of(text.at("personal"));
  std::map<std::string, Phrases, std::less<>> classes = [this] {
    std::map<std::string, Phrases, std::less<>> all;
    for (const auto& [name, list] : text.at("classes").items()) all.emplace(name, phrases_of(list));
    return all;
  }();
  Phrases starts = phrases_of(text.at("syllables").at("start"));
  Phrases middles = phrases_of(text.at("syllables").at("middle"));
  Phrases ends = phrases_of(text.at("syllables").at("end"));
};

const PhraseTable& table() {
  static const PhraseTable kTable;
  return kTable;
}

std::string_view any_phrase(const std::vector<std::string_view>& phrases, RandomStream& random) {
  return phrases[random.below(static_cast<Index>(phrases.size()))];
}

}  // namespace

const std::vector<MailTopic>& advertising_topics() {
  return table().advertising;
}

const std::vector<MailTopic>& personal_topics() {
  return table().personal;
}

const std::vector<std::string_view>& phrase_class(std::string_view name) {
  const auto found = table().classes.find(name);
  COSTRUCT_ASSERT(found != table().classes.end(), "no class of words of this name");
  return found->second;
}

std::string made_up_word(RandomStream& random) {
  std::string word(any_phrase(table().starts, random));
  for (Index middles = random.below(3); middles > 0; --middles)
    word += any_phrase(table().middles, random);
  return word += any_phrase(table().ends, random);
}

std::string any_word(RandomStream& random) {
  return random.below(2) == 0 ? made_up_word(random)
                              : std::string(any_phrase(phrase_class("common"), random));
}

std::string first_name(RandomStream& random) {
  return std::string(any_phrase(phrase_class("firstname"), random));
}

std::string last_name(RandomStream& random) {
  std::string name = made_up_word(random);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string full_name(RandomStream& random) {
  const std::string first = first_name(random);
  return first + ' ' + last_name(random);
}

}  // namespace costruct::experiments
