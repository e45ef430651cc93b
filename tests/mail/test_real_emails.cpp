// The spam of Enron-Spam's honeypots.
#include <catch2/catch.hpp>

#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/pair_features.hpp"
#include "support/real_data.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

struct Stream {
  std::vector<std::string> ids;
  std::vector<WeightedSketch> sketches;
};

/// The first emails, and how many there are.
std::optional<Stream> honeypot(std::size_t most, std::size_t& emails) {
  const auto file = test::real_data("email-hp-spam/messages.jsonl.xz");
  if (!file) return std::nullopt;
  const auto source = open_emails(*file, "jsonl");
  std::vector<EmailSketch> sketches;
  Stream stream;
  DocumentFrequencies frequencies;
  emails = 0;
  for (Email email; source->next(email); ++emails) {
    if (sketches.size() == most) continue;
    sketches.push_back(sketch_of(email));
    frequencies.add(sketches.back());
    stream.ids.push_back(email.id);
    if (email_from_json(email_to_json(email)) != email) FAIL(email.id << " does not read back");
  }
  for (const EmailSketch& sketch : sketches) stream.sketches.push_back(weigh(sketch, frequencies));
  return stream;
}

std::map<std::string, int> batches() {
  std::map<std::string, int> result;
  const auto file = test::real_data("email-hp-spam/batches.tsv");
  if (!file) return result;
  std::ifstream in(*file);
  std::string line;
  std::getline(in, line);
  for (std::string id; in >> id;) {
    int size = 0;
    in >> result[id] >> size;
  }
  return result;
}

// The share of pairs of the same batch above those of different ones, ties half.
double area_under_curve(std::vector<std::pair<float, bool>>& scored) {
  std::sort(scored.begin(), scored.end());
  double same = 0, other = 0, sum = 0;
  for (std::size_t i = 0; i < scored.size();) {
    double same_here = 0, other_here = 0;
    const float score = scored[i].first;
    for (; i < scored.size() && scored[i].first == score; ++i)
      (scored[i].second ? same_here : other_here) += 1;
    sum += same_here * (other + other_here / 2);
    same += same_here;
    other += other_here;
  }
  return sum / (same * other);
}

}  // namespace

TEST_CASE("the honeypots have 7,369 emails", "[data][real][email]") {
  std::size_t emails = 0;
  if (honeypot(0, emails)) CHECK(emails == 7369);
}

TEST_CASE("each group of features tells pairs of a batch from others", "[data][real][email]") {
  std::size_t emails = 0;
  const auto stream = honeypot(400, emails);
  if (!stream) return;
  const std::map<std::string, int> batch = batches();
  std::map<std::string_view, std::vector<std::pair<float, bool>>> scored;
  std::array<float, kEmailFeatures> out;
  for (std::size_t i = 0; i < stream->sketches.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      compare(stream->sketches[i], stream->sketches[j], out);
      const bool same = batch.at(stream->ids[i]) == batch.at(stream->ids[j]);
      std::map<std::string_view, float> sums;
      for (std::size_t k = 0; k < kEmailFeatures; ++k) sums[email_features()[k].group] += out[k];
      for (const auto& [group, sum] : sums) scored[group].emplace_back(sum, same);
    }
  }
  for (auto& [group, pairs] : scored) {
    INFO(group);
    CHECK(area_under_curve(pairs) > .95);  // of the plain sum, without any learning
  }
}
