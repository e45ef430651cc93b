// Batches of made-up mails: what belongs together, what differs, and that streams are reproducible.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/mail/email/near_duplicates.hpp"
#include "costruct/mail/generated/batch_generator.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

std::vector<Email> first_mails(const BatchGeneratorOptions& options, Index count,
                               BatchGenerator::HamSource ham = {}) {
  BatchGenerator generator(options, std::move(ham));
  std::vector<Email> mails;
  for (Index i = 0; i < count; ++i) mails.push_back(generator.next());
  return mails;
}

std::string all_of(const Email& email) {
  std::string text = email.id + '|' + email.date + '|' + email.from + '|' + email.subject + '|' +
                     email.content_type + '|' + email.mailer + '|' +
                     std::to_string(email.recipients) + '|' + std::to_string(email.size) + '|' +
                     *email.batch + '|' + *email.label;
  for (const EmailPart& part : email.parts)
    text += '|' + part.type + '|' + std::to_string(part.bytes) + '|' + part.text;
  return text;
}

// The share of the pairs of a batch that are near-duplicates, and of near-duplicates those that are
// of a batch.
struct Agreement {
  double recall, precision;
};

Agreement agreement_with_near_duplicates(const std::vector<Email>& mails) {
  NearDuplicates sets;
  for (const Email& mail : mails) sets.add(shingles_of(mail));
  const std::vector<Index> clusters = sets.clusters();
  std::map<std::string, Index> batches;
  std::map<Index, Index> sizes;
  std::map<std::pair<std::string, Index>, Index> both;
  for (std::size_t i = 0; i < mails.size(); ++i) {
    ++batches[*mails[i].batch];
    ++sizes[clusters[i]];
    ++both[{*mails[i].batch, clusters[i]}];
  }
  const auto pairs = [](const auto& counts) {
    double sum = 0;
    for (const auto& [name, n] : counts) sum += static_cast<double>(n * (n - 1)) / 2;
    return sum;
  };
  return {pairs(both) / pairs(batches), pairs(both) / pairs(sizes)};
}

}  // namespace

TEST_CASE("the same options give the same mails, another seed others", "[data][email]") {
  BatchGeneratorOptions options;
  const std::vector<Email> mails = first_mails(options, 200), again = first_mails(options, 200);
  options.seed = 2;
  const std::vector<Email> others = first_mails(options, 200);
  std::size_t same = 0;
  for (std::size_t i = 0; i < mails.size(); ++i) {
    CHECK(all_of(mails[i]) == all_of(again[i]));
    if (mails[i].parts[0].text == others[i].parts[0].text) ++same;
  }
  CHECK(same == 0);
}

TEST_CASE("ids are unique, dates ascend, sizes hold the parts, no slot is left open",
          "[data][email]") {
  BatchGeneratorOptions options;
  options.obfuscation = GENERATE(0.0, 0.5, 1.0);
  const std::vector<Email> mails = first_mails(options, 3000);
  std::set<std::string> ids;
  std::string date;
  std::size_t open = 0;
  for (const Email& mail : mails) {
    CHECK(ids.insert(mail.id).second);
    CHECK(date <= mail.date);
    date = mail.date;
    REQUIRE_FALSE(mail.parts.empty());
    Index bytes = 0;
    for (const EmailPart& part : mail.parts) {
      CHECK(part.bytes == static_cast<Index>(part.text.size()));
      bytes += part.bytes;
      open += part.text.find_first_of("[]{}|") != std::string::npos ? 1 : 0;
    }
    open += mail.subject.find_first_of("{}|") != std::string::npos ? 1 : 0;
    CHECK(mail.size > bytes);
    CHECK(mail.size < 20000);
    CHECK((mail.label == "spam") == mail.batch->starts_with('t'));
  }
  CHECK(open == 0);
}

TEST_CASE("batches have the mean size asked for, and singletons their share", "[data][email]") {
  BatchGeneratorOptions options;
  options.batch_size = 12;
  options.active = 5;
  options.singletons = 0.25;
  options.obfuscation = 0;
  std::map<std::string, Index> sizes;
  Index singletons = 0;
  const Index count = 20000;
  for (const Email& mail : first_mails(options, count)) {
    if (mail.label == "ham") {
      ++singletons;
    } else {
      ++sizes[*mail.batch];
    }
  }
  // Standard errors: 0.003 and, for about 1,250 batches of standard deviation 11.5, 0.33.
  CHECK(static_cast<double>(singletons) / count == Approx(0.25).margin(0.012));
  CHECK(static_cast<double>(count - singletons) / static_cast<double>(sizes.size()) ==
        Approx(12).margin(1.3));
}

TEST_CASE("no more templates than asked for are in use at a time", "[data][email]") {
  BatchGeneratorOptions options;
  options.active = 3;
  options.batch_size = 5;
  const std::vector<Email> mails = first_mails(options, 2000);
  std::map<std::string, std::pair<std::size_t, std::size_t>>
      span;  // first and last mail of a batch
  for (std::size_t i = 0; i < mails.size(); ++i) {
    if (mails[i].label == "spam") span.try_emplace(*mails[i].batch, i, i).first->second.second = i;
  }
  for (std::size_t i = 0; i < mails.size(); ++i) {
    Index active = 0;
    for (const auto& [batch, ends] : span) active += ends.first <= i && i <= ends.second ? 1 : 0;
    CHECK(active <= 3);
  }
}

TEST_CASE("without obfuscation near-duplicates are the batches, and obfuscation hides them",
          "[data][email]") {
  BatchGeneratorOptions options;
  options.obfuscation = 0;
  const Agreement plain = agreement_with_near_duplicates(first_mails(options, 2000));
  CAPTURE(plain.recall, plain.precision);
  CHECK(plain.precision > 0.99);
  CHECK(plain.recall > 0.7);
  options.obfuscation = 1;
  const Agreement hidden = agreement_with_near_duplicates(first_mails(options, 2000));
  CHECK(hidden.recall < 0.2);
  CHECK(hidden.recall < plain.recall);
}

TEST_CASE("mails of a stream have some thousands of distinct words", "[data][email]") {
  std::set<std::string> words;
  for (const Email& mail : first_mails({}, 3000)) {
    for (const std::string& word : masked_words(mail.parts[0].text)) words.insert(word);
  }
  CHECK(words.size() > 5000);
}

TEST_CASE("real mails stand for singletons until there are no more", "[data][email]") {
  BatchGeneratorOptions options;
  options.singletons = 1;
  Index left = 3;
  const std::vector<Email> mails = first_mails(options, 5, [&](Email& email) {
    if (left == 0) return false;
    email = {};
    email.id = "old" + std::to_string(left);
    email.subject = "a real one";
    if (left < 3) email.batch = "news";
    email.label = "whatever";
    --left;
    return true;
  });
  CHECK(mails[0].id == "m1/old3");
  CHECK(mails[0].batch == "s1");
  CHECK(mails[1].batch == "hnews");
  CHECK(mails[2].batch == "hnews");
  CHECK(mails[2].subject == "a real one");
  CHECK(mails[3].batch == "s4");
  CHECK(mails[3].subject != "a real one");
  for (const Email& mail : mails) CHECK(mail.label == "ham");
}

TEST_CASE("all options out of range are told at once", "[data][email]") {
  BatchGeneratorOptions options;
  options.obfuscation = 1.5;
  options.active = 0;
  options.singletons = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(BatchGenerator(options),
                    Catch::Contains("obfuscation = 1.5: must be from 0 to 1") &&
                        Catch::Contains("active = 0") && Catch::Contains("singletons = nan"));
  CHECK_THROWS_AS(BatchGenerator(options), ConfigError);
}
