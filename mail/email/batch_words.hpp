// Word counts of emails and of their batches, as feature rows for a classifier (Brefeld 2008,
// section 8.4.3).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The entries of a sparse row: (feature from 0, value).
using WordRow = std::vector<std::pair<std::int32_t, double>>;

/// The words of emails, as masked_words() (near_duplicates.hpp) finds them in the subject and in
/// the visible text. A word in the subject and the same word in the text are different features.
/// Other headers have no words. Call add() for all emails, then number_words(), then make rows.
///
/// A row describes one email or several together. With W words, its features are:
///   0 .. W - 1  the count of each word in all emails, scaled to unit length (the source sums
///               counts)
///   W           log2(number of emails) / 10, at most 1
///   W + 1       1 if there are several emails
///   W + 2       1 if all have the same subject
///   W + 3       1 if all have the same sender
///   W + 4       1, the bias of linear SVMs
class BatchWords {
 public:
  static constexpr Index kMoreFeatures = 5;  ///< features after the words

  /// Adds an email. Emails are numbered from 0 in the order of these calls.
  void add(const Email& email);
  /// The number of emails.
  Index size() const { return static_cast<Index>(mails_.size()); }

  /// Numbers the words that occur in at least `at_least` emails. Call it after all emails are
  /// added. Rarer words have no feature.
  void number_words(Index at_least);
  Index num_words() const { return num_words_; }  ///< W

  /// The row of one email: words and the bias.
  WordRow row_of_mail(Index mail) const;
  /// The row of one or several emails: words, the four features of a batch, and the bias.
  WordRow row_of_batch(const std::vector<Index>& mails) const;

 private:
  struct Mail {
    std::vector<std::pair<std::int32_t, std::int32_t>> counts;  // by place in word_
    std::string subject, sender;
  };
  WordRow words_of(const std::vector<Index>& mails) const;

  std::map<std::string, std::int32_t> word_;
  std::vector<Index> mails_with_;      // number of emails with each word, by place in word_
  std::vector<std::int32_t> numbers_;  // feature of each word; -1: none
  std::vector<Mail> mails_;
  Index num_words_ = 0;
};

/// Groups emails into clusters by the names of their batches. Emails with the same name form a
/// cluster; an email without a name ("") is a cluster of its own. Returns the numbers of the emails
/// of each cluster, ascending. The order of the clusters is that of their first emails.
/// @param names  the name for each email, by number
std::vector<std::vector<Index>> clusters_by_name(const std::vector<std::string>& names);

/// Adds random emails of other clusters to each cluster, for experiments with wrong clusters. Their
/// number is floor(noise * size), or one more at random so that the mean is noise * size. It is
/// smaller if there are fewer emails. The same seed gives the same result.
/// @param mails  the number of all emails
/// @param noise  >= 0; 0.1 adds one wrong email for each ten emails of a cluster
std::vector<std::vector<Index>> with_wrong_mails(std::vector<std::vector<Index>> clusters,
                                                 Index mails, double noise, std::uint64_t seed);

}  // namespace costruct::experiments
