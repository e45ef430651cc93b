#include "costruct/results/text/readable_names.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kLongestReadable = 64;  // bytes

constexpr std::array kAbbreviations = {"bfgs", "crf", "em",   "f1", "hmm",  "iou",  "lbfgs",
                                       "mae",  "ova", "pcfg", "q",  "rlsr", "rmse", "roc",
                                       "svm",  "tf",  "tsvm", "lp", "q4"};

bool is_abbreviation(std::string_view word) {
  return std::find(kAbbreviations.begin(), kAbbreviations.end(), word) != kAbbreviations.end();
}

bool is_plain(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string capitals(std::string_view word) {
  std::string text(word);
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::string readable_name(std::string_view name) {
  // Learners of joined runs: "NAME of FOLDER".
  const std::size_t folder = name.find(" of ");
  if (folder != std::string_view::npos && is_plain(name.substr(0, folder)))
    return shortened(readable_name(name.substr(0, folder)) + std::string(name.substr(folder)),
                     kLongestReadable);
  if (!is_plain(name)) return shortened(name, kLongestReadable);
  std::string text;
  bool joined = false;  // to the next word
  while (!name.empty()) {
    const std::string_view word = name.substr(0, name.find('_'));
    name.remove_prefix(std::min(name.size(), word.size() + 1));
    if (word.empty()) continue;
    if (!text.empty()) text += joined ? "-" : " ";
    text += is_abbreviation(word) ? capitals(word) : std::string(word);
    joined = word == "co";
  }
  return shortened(text, kLongestReadable);
}

std::vector<std::string> readable_names(const std::vector<std::string>& names) {
  std::vector<std::string> readable;
  for (const std::string& name : names) readable.push_back(readable_name(name));
  const std::set<std::string> different(readable.begin(), readable.end());
  return different.size() == names.size() && different.count("") == 0 ? readable : names;
}

LearnerNames::LearnerNames(const std::vector<std::string>& learners) {
  const std::vector<std::string> names = readable_names(learners);
  for (std::size_t k = 0; k < learners.size(); ++k) spelled_.emplace(learners[k], names[k]);
}

std::string LearnerNames::operator()(const std::string& learner) const {
  const auto at = spelled_.find(learner);
  return at == spelled_.end() ? learner : at->second;
}

std::string listed_in_words(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

}  // namespace costruct::experiments
