#include "costruct/mail/email/batch_words.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/near_duplicates.hpp"
#include "costruct/mail/email/visible_body.hpp"

namespace costruct::experiments {

void BatchWords::add(const Email& email) {
  std::map<std::int32_t, std::int32_t> counts;
  const auto count = [&](const std::vector<std::string>& words, const std::string& prefix) {
    for (const std::string& word : words) {
      const auto [at, is_new] =
          word_.emplace(prefix + word, static_cast<std::int32_t>(mails_with_.size()));
      if (is_new) mails_with_.push_back(0);
      ++counts[at->second];
    }
  };
  count(masked_words(email.subject), "subject ");
  count(masked_words(visible_body(email).text), "");
  for (const auto& [word, times] : counts) ++mails_with_[static_cast<std::size_t>(word)];
  mails_.push_back({{counts.begin(), counts.end()}, email.subject, email.from});
}

void BatchWords::number_words(Index at_least) {
  num_words_ = 0;
  numbers_.clear();
  for (const Index mails : mails_with_)
    numbers_.push_back(mails >= at_least ? static_cast<std::int32_t>(num_words_++) : -1);
}

WordRow BatchWords::words_of(const std::vector<Index>& mails) const {
  std::map<std::int32_t, double> sums;
  for (const Index mail : mails) {
    for (const auto& [word, times] : mails_[static_cast<std::size_t>(mail)].counts) {
      const std::int32_t number = numbers_[static_cast<std::size_t>(word)];
      if (number >= 0) sums[number] += times;
    }
  }
  double squares = 0;
  for (const auto& [number, sum] : sums) squares += sum * sum;
  WordRow row(sums.begin(), sums.end());
  for (auto& [number, value] : row) value /= std::sqrt(squares);
  return row;
}

WordRow BatchWords::row_of_mail(Index mail) const {
  WordRow row = words_of({mail});
  row.emplace_back(static_cast<std::int32_t>(num_words_) + 4, 1);
  return row;
}

WordRow BatchWords::row_of_batch(const std::vector<Index>& mails) const {
  WordRow row = words_of(mails);
  const Mail& first = mails_[static_cast<std::size_t>(mails.front())];
  const auto all_have = [&](auto member) {
    return std::all_of(mails.begin(), mails.end(), [&](Index mail) {
      return mails_[static_cast<std::size_t>(mail)].*member == first.*member;
    });
  };
  const auto W = static_cast<std::int32_t>(num_words_);
  const double size = std::min(1.0, std::log2(static_cast<double>(mails.size())) / 10);
  if (size > 0) row.emplace_back(W, size);
  if (mails.size() > 1) row.emplace_back(W + 1, 1);
  if (all_have(&Mail::subject)) row.emplace_back(W + 2, 1);
  if (all_have(&Mail::sender)) row.emplace_back(W + 3, 1);
  row.emplace_back(W + 4, 1);
  return row;
}

std::vector<std::vector<Index>> clusters_by_name(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> cluster_of;
  std::vector<std::vector<Index>> clusters;
  for (std::size_t mail = 0; mail < names.size(); ++mail) {
    std::size_t cluster = clusters.size();
    if (!names[mail].empty()) cluster = cluster_of.emplace(names[mail], cluster).first->second;
    if (cluster == clusters.size()) clusters.emplace_back();
    clusters[cluster].push_back(static_cast<Index>(mail));
  }
  return clusters;
}

std::vector<std::vector<Index>> with_wrong_mails(std::vector<std::vector<Index>> clusters,
                                                 Index mails, double noise, std::uint64_t seed) {
  RandomStream random(seed, 0, "wrong mails");
  for (std::vector<Index>& cluster : clusters) {
    const double expected = noise * static_cast<double>(cluster.size());
    auto wrong = static_cast<Index>(expected);
    if (random.uniform() < expected - static_cast<double>(wrong)) ++wrong;
    std::set<Index> taken(cluster.begin(), cluster.end());
    wrong = std::min(wrong, mails - std::ssize(cluster));
    while (wrong > 0) {
      const Index mail = random.below(mails);
      if (!taken.insert(mail).second) continue;
      cluster.push_back(mail);
      --wrong;
    }
  }
  return clusters;
}

}  // namespace costruct::experiments
