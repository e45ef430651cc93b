#include "costruct/data/formats/brown_tags.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace costruct::experiments {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

// In the order of the tags, for binary search.
constexpr std::array kReduced = std::to_array<Entry>({
    {"'", "."},       {"''", "."},     {"(", "."},       {")", "."},      {"*", "ADV"},
    {",", "."},       {"--", "."},     {".", "."},       {":", "."},      {"``", "."},
    {"abl", "DET"},   {"abn", "DET"},  {"abx", "DET"},   {"ap", "ADJ"},   {"at", "DET"},
    {"be", "VERB"},   {"bed", "VERB"}, {"bedz", "VERB"}, {"beg", "VERB"}, {"bem", "VERB"},
    {"ben", "VERB"},  {"ber", "VERB"}, {"bez", "VERB"},  {"cc", "CONJ"},  {"cd", "NUM"},
    {"cs", "ADP"},    {"do", "VERB"},  {"dod", "VERB"},  {"doz", "VERB"}, {"dt", "DET"},
    {"dti", "DET"},   {"dts", "DET"},  {"dtx", "DET"},   {"ex", "PRT"},   {"hv", "VERB"},
    {"hvd", "VERB"},  {"hvg", "VERB"}, {"hvn", "VERB"},  {"hvz", "VERB"}, {"in", "ADP"},
    {"jj", "ADJ"},    {"jjr", "ADJ"},  {"jjs", "ADJ"},   {"jjt", "ADJ"},  {"md", "VERB"},
    {"nil", "X"},     {"nn", "NOUN"},  {"nns", "NOUN"},  {"np", "NOUN"},  {"nps", "NOUN"},
    {"nr", "NOUN"},   {"nrs", "NOUN"}, {"od", "ADJ"},    {"pn", "NOUN"},  {"pp$", "DET"},
    {"pp$$", "PRON"}, {"ppl", "PRON"}, {"ppls", "PRON"}, {"ppo", "PRON"}, {"pps", "PRON"},
    {"ppss", "PRON"}, {"ql", "ADV"},   {"qlp", "ADV"},   {"rb", "ADV"},   {"rbr", "ADV"},
    {"rbt", "ADV"},   {"rn", "ADV"},   {"rp", "PRT"},    {"to", "PRT"},   {"uh", "PRT"},
    {"vb", "VERB"},   {"vbd", "VERB"}, {"vbg", "VERB"},  {"vbn", "VERB"}, {"vbz", "VERB"},
    {"wdt", "DET"},   {"wp$", "DET"},  {"wpo", "PRON"},  {"wps", "PRON"}, {"wql", "ADV"},
    {"wrb", "ADV"},
});
static_assert(std::is_sorted(kReduced.begin(), kReduced.end()));

std::optional<std::string_view> look_up(std::string_view tag) {
  const auto at = std::lower_bound(
      kReduced.begin(), kReduced.end(), tag,
      [](const Entry& entry, std::string_view wanted) { return entry.first < wanted; });
  if (at == kReduced.end() || at->first != tag) return std::nullopt;
  return at->second;
}

}  // namespace

std::optional<std::string_view> reduced_brown_tag(std::string_view tag) {
  constexpr std::size_t kLongestTag = 32;
  if (tag.empty() || tag.size() > kLongestTag) return std::nullopt;
  std::array<char, kLongestTag> lower{};
  std::transform(tag.begin(), tag.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  std::string_view rest(lower.data(), tag.size());

  if (rest.starts_with("fw-")) return "X";
  rest = rest.substr(0, rest.find('+'));
  rest = rest.substr(0, rest.starts_with("--") ? 2 : rest.find('-'));
  if (const auto exact = look_up(rest)) return exact;
  if (rest.ends_with('*') || rest.ends_with('$')) rest.remove_suffix(1);
  return look_up(rest);
}

}  // namespace costruct::experiments
