#include "costruct/data/dependency/conllu_sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "costruct/core/error.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/formats/chains/conllu_lines.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kForm = 1, kUpos = 3, kXpos = 4, kFeatsColumn = 5, kHead = 6,
                      kRelationColumn = 7;

// Calls action(line) for each line of a record.
template <class Action>
void for_lines(std::string_view record, const Action& action) {
  while (!record.empty()) {
    const std::size_t end = std::min(record.find('\n'), record.size());
    action(record.substr(0, end));
    record.remove_prefix(std::min(end + 1, record.size()));
  }
}

std::string shown_token(const ConlluSentence& sentence, std::size_t t) {
  return fmt::format("token {} {}", t + 1, shown_text(sentence.tokens[t].form));
}

// Follows heads from a token. Returns whether it comes back to the token.
bool is_in_cycle(const ConlluSentence& sentence, std::size_t t) {
  std::size_t at = t;
  for (std::size_t steps = 0; steps < sentence.tokens.size(); ++steps) {
    const int head = sentence.tokens[at].head;
    if (head <= 0) return false;
    at = static_cast<std::size_t>(head) - 1;
    if (at == t) return true;
  }
  return false;
}

// Whether a token hangs below a head, or is the head.
bool is_dominated(std::span<const int> heads, int token, int head) {
  while (token != head && token != 0) token = heads[static_cast<std::size_t>(token) - 1];
  return token == head;
}

// Whether the head of a token has all tokens between both below it.
bool is_projective_arc(std::span<const int> heads, std::size_t t) {
  const int token = static_cast<int>(t) + 1, head = heads[t];
  for (int between = std::min(token, head) + 1; between < std::max(token, head); ++between) {
    if (!is_dominated(heads, between, head)) return false;
  }
  return true;
}

}  // namespace

bool ConlluRecords::next_record(bool outputs) {
  text_.clear();
  while (blocks_.next_record(outputs)) {
    bool has_tokens = false;
    for_lines(blocks_.text(), [&](std::string_view line) {
      if (line.starts_with('#')) {
        documents_.see_comment(line);
      } else {
        has_tokens = true;
      }
    });
    text_ += blocks_.text();
    if (text_.size() > TextRecords::kLongestRecord) fail("comments of more than 64 MiB");
    if (has_tokens && documents_.takes_sentence()) return true;
    if (has_tokens) {
      text_.clear();
    } else {
      text_ += '\n';
    }
  }
  if (const std::string missing = documents_.missing(); !missing.empty()) fail(missing);
  return false;
}

ConlluSentence conllu_sentence(std::string_view record, bool outputs) {
  ConlluSentence sentence;
  for_lines(record, [&](std::string_view line) {
    if (line.starts_with('#')) return;
    ConlluFields fields;
    const std::size_t count = split_conllu(line, fields);
    if (count != kConlluColumns) throw DataError(wrong_conllu_columns(line, count));
    const ConlluLine kind = conllu_line(fields[0], sentence.tokens.size());
    if (kind == ConlluLine::kOther)
      throw DataError(wrong_conllu_id(fields[0], sentence.tokens.size()));
    if (kind != ConlluLine::kToken) return;
    for (const std::string_view field : fields) {
      if (field.empty())
        throw DataError(fmt::format(
            "token {} has an empty field, expected _ where there is nothing", fields[0]));
      if (field.size() > kLongestField)
        throw DataError(fmt::format("token {} has a field of {} bytes, expected at most {}",
                                    fields[0], field.size(), kLongestField));
    }
    ConlluSentence::Token& token = sentence.tokens.emplace_back();
    token.form = fields[kForm];
    token.upos = fields[kUpos];
    token.xpos = fields[kXpos];
    token.feats = fields[kFeatsColumn];
    token.relation = outputs ? fields[kRelationColumn] : kNoConlluValue;
    if (!outputs || fields[kHead] == kNoConlluValue) return;
    const auto head = whole_number(fields[kHead]);
    if (!head || *head > INT32_MAX)
      throw DataError(fmt::format("{} has the head {}: expected the id of a token, 0 or _",
                                  shown_token(sentence, sentence.tokens.size() - 1),
                                  shown_text(fields[kHead])));
    token.head = static_cast<int>(*head);
  });
  if (sentence.tokens.empty()) throw DataError("a sentence without tokens");
  return sentence;
}

void check_heads(const ConlluSentence& sentence, bool single_root) {
  std::size_t roots = 0;
  const auto& tokens = sentence.tokens;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    if (tokens[t].head <= std::ssize(tokens)) continue;
    throw DataError(fmt::format("{} has the head {}, but the sentence has {} tokens",
                                shown_token(sentence, t), tokens[t].head, tokens.size()));
  }
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    if (is_in_cycle(sentence, t))
      throw DataError(
          fmt::format("{} is below itself: heads make a cycle", shown_token(sentence, t)));
    if (tokens[t].head != 0) continue;
    if (++roots > 1 && single_root)
      throw DataError(fmt::format(
          "{} is a second root: expected one token with the head 0; several are read with "
          "single_root false in the problem",
          shown_token(sentence, t)));
  }
}

Index first_crossing(std::span<const int> heads) {
  for (std::size_t t = 0; t < heads.size(); ++t) {
    if (!is_projective_arc(heads, t)) return static_cast<Index>(t);
  }
  return -1;
}

Index lift_heads(std::vector<int>& heads) {
  const std::vector<int> before = heads;
  while (true) {
    Index shortest = -1, length = 0;
    for (std::size_t t = 0; t < heads.size(); ++t) {
      const Index own = std::abs(heads[t] - static_cast<int>(t) - 1);
      if ((shortest >= 0 && own >= length) || is_projective_arc(heads, t)) continue;
      shortest = static_cast<Index>(t);
      length = own;
    }
    if (shortest < 0) break;
    int& head = heads[static_cast<std::size_t>(shortest)];
    head = heads[static_cast<std::size_t>(head) - 1];
  }
  Index lifted = 0;
  for (std::size_t t = 0; t < heads.size(); ++t) lifted += heads[t] != before[t];
  return lifted;
}

std::string with_heads(std::string_view record, std::span<const int> heads,
                       std::span<const std::string_view> relations) {
  std::string text;
  std::size_t tokens = 0;
  for_lines(record, [&](std::string_view line) {
    ConlluFields fields;
    const bool is_token = !line.starts_with('#') && split_conllu(line, fields) == kConlluColumns &&
                          conllu_line(fields[0], tokens) == ConlluLine::kToken;
    if (!is_token) {
      text.append(line).push_back('\n');
      return;
    }
    for (std::size_t c = 0; c < kConlluColumns; ++c) {
      if (c > 0) text += '\t';
      if (c == kHead) {
        text += std::to_string(heads[tokens]);
      } else if (c == kRelationColumn && !relations[tokens].empty()) {
        text += relations[tokens];
      } else {
        text += fields[c];
      }
    }
    text += '\n';
    ++tokens;
  });
  return text += '\n';
}

}  // namespace costruct::experiments
