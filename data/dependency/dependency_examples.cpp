#include "costruct/data/dependency/dependency_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costruct/core/json/value_form.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/formats/chains/conllu_lines.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

using dependency::HeadedSentences;
using NonProjective = ConlluTreeOptions::NonProjective;
using Relations = ConlluTreeOptions::Relations;

namespace {

constexpr const char* kStoredRelations = "encoder.relations";
constexpr const char* kStoredClusters = "encoder.clusters";
constexpr std::string_view kPunctuationTag = "PUNCT";

ArcToken numbered(ArcVocabulary& vocabulary, const ConlluSentence::Token& token, ArcTags tags,
                  bool grows) {
  switch (tags) {
    case ArcTags::kUpos:
      return vocabulary.token(token.form, token.upos, "", grows);
    case ArcTags::kXpos:
      return vocabulary.token(token.form, token.xpos, "", grows);
    case ArcTags::kNone:
      return vocabulary.token(token.form, "", "", grows);
    default:
      return vocabulary.token(token.form, token.xpos, token.upos, grows);
  }
}

std::array<std::int32_t, 2> symbols_of(WordSymbols& symbols, std::string_view word, bool grows) {
  std::vector<std::int32_t> of_word;
  if (grows) {
    symbols.grow(word, of_word);
  } else {
    symbols.look_up(word, of_word);
  }
  return {of_word[0], of_word[1]};
}

}  // namespace

DependencyExamples::DependencyExamples(const Json& block)
    : RecordExamples(block),
      options_(conllu_tree_options().parse(own_options())),
      features_(options_.tag, options_.features, std::ssize(options_.clusters), options_.vectors) {
  refuse_label_map(block, "trees");
  for (const char* of_training : {kConlluDocuments, "min_length", "max_length"})
    forget_option(of_training);
}

DependencyExamples::DependencyExamples(const ModelReader& model)
    : RecordExamples(model),
      options_(conllu_tree_options().parse(own_options())),
      features_(options_.tag, options_.features, 0, 0) {
  try {
    features_ = ArcFeatureTable(options_.tag, options_.features, std::ssize(options_.clusters),
                                options_.vectors, stored_features(model));
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), error.what()));
  }
  if (features_.has_fitted())
    clusters_of_model_ = std::make_shared<const FittedClusters>(FittedWords::load(
        model, kStoredClusters, options_.word_vectors(), options_.vectors > 0, symbols_));
  for (const std::string& name : model.strings(kStoredRelations)) relation_number(name);
  num_known_relations_ = std::ssize(relations_);
  if (num_known_relations_ == 0 ||
      num_known_relations_ != std::ssize(model.strings(kStoredRelations)))
    throw DataError(model.file() + ": damaged model: no relation, or one that stands twice");
}

// The name under which a relation is learned.
std::string_view DependencyExamples::relation_name(std::string_view relation) const {
  if (options_.relations == Relations::kNone) return kNoConlluValue;
  if (options_.relations == Relations::kFull) return relation;
  return relation.substr(0, relation.find(':'));
}

// The number of a relation. Numbers new ones.
int DependencyExamples::relation_number(std::string_view relation) {
  const std::int32_t number = relation_table_.intern(relation);
  if (number >= dependency::kMostRelations)
    throw DataError(fmt::format("the relation {} is one more than {}: expected DEPREL in column 8",
                                shown_text(relation), dependency::kMostRelations));
  if (number == std::ssize(relations_)) relations_.emplace_back(relation);
  return number;
}

// Deals with a training tree that is not projective. Returns false if it is left out.
bool DependencyExamples::make_projective(const ConlluSentence& sentence, std::vector<int>& heads) {
  if (!options_.kind().projective) return true;
  const Index crossing = first_crossing(heads);
  if (crossing < 0) return true;
  ++num_not_projective_;
  switch (options_.non_projective) {
    case NonProjective::kLeaveOut:
      return false;
    case NonProjective::kLift:
      lift_heads(heads);
      return true;
    default:
      throw DataError(fmt::format(
          "the tree is not projective: tokens between token {} {} and its head {} hang elsewhere. "
          "Set data.non_projective to leave_out or lift, or problem.trees to any",
          crossing + 1, shown_text(sentence.tokens[static_cast<std::size_t>(crossing)].form),
          heads[static_cast<std::size_t>(crossing)]));
  }
}

RecordExamples::Parsed DependencyExamples::parse(RecordReader& record, Reading reading) {
  const ConlluSentence sentence = conllu_sentence(record.text(), reading.outputs || reading.known);
  const auto length = std::ssize(sentence.tokens);
  if (reading.grows && !options_.keeps_length(length)) return {.output = {}, .is_kept = false};
  if (length > kLongestSentence)
    throw DataError(
        fmt::format("a sentence of {} tokens, and at most {} can be parsed: leave it "
                    "out{}",
                    length, kLongestSentence, reading.grows ? ", as max_length does" : ""));
  check_heads(sentence, options_.single_root);
  KnownParts parts{size(), {}, {}};
  const auto has_relation = [&](const ConlluSentence::Token& token) {
    return options_.relations == Relations::kNone ? token.head >= 0
                                                  : token.relation != kNoConlluValue;
  };
  Index unknown_heads = 0, unknown = 0;
  for (const ConlluSentence::Token& token : sentence.tokens) {
    parts.heads.push_back(token.head);
    unknown_heads += token.head < 0;
    unknown += token.head < 0 || !has_relation(token);
  }
  const bool trains = reading.grows && reading.outputs;
  if (trains && unknown_heads == 0) {
    ++num_training_trees_;
    if (!make_projective(sentence, parts.heads)) return {.output = {}, .is_kept = false};
  }
  for (const ConlluSentence::Token& token : sentence.tokens) {
    const bool is_new = reading.grows || reading.outputs;
    const std::string_view name = relation_name(token.relation);
    parts.relations.push_back(!has_relation(token) ? -1
                              : is_new             ? relation_number(name)
                                                   : relation_table_.find(name));
    if (reading.known && has_relation(token) && parts.relations.back() < 0) {
      throw DataError(fmt::format("the relation {}, which no training file has: {}",
                                  shown_text(name), suggestion(std::string(name), relations_)));
    }
  }
  const bool is_labeled = unknown == 0 && reading.outputs;
  append(sentence, record.text(), reading.grows, is_labeled || reading.predicts());
  if (!reading.grows && options_.tag != ArcTags::kNone && lacks_tags()) tell_lack(record);
  Parsed parsed;
  if (is_labeled) {
    parsed.output.emplace();
    for (std::size_t t = 0; t < parts.heads.size(); ++t)
      parsed.output->parts.push_back(dependency::part_of(parts.heads[t], parts.relations[t]));
  } else if (unknown_heads < length || std::any_of(parts.relations.begin(), parts.relations.end(),
                                                   [](int relation) { return relation >= 0; })) {
    if (num_known_relations_ > 0) {
      parsed.known = facts_of(parts);
    } else {
      in_part_.push_back(std::move(parts));
    }
  }
  return parsed;
}

void DependencyExamples::append(const ConlluSentence& sentence, std::string_view record, bool grows,
                                bool is_printed) {
  std::vector<ArcToken> tokens;
  const bool has_morphology = options_.has_morphology();
  for (const ConlluSentence::Token& token : sentence.tokens) {
    tokens.push_back(numbered(features_.vocabulary(), token, options_.tag, grows));
    if (has_morphology) tokens.back().morphology = features_.vocabulary().word(token.feats, grows);
    if (options_.has_words()) tokens.back().symbols = symbols_of(symbols_, token.form, grows);
    is_punctuation_.push_back(token.upos == kPunctuationTag);
  }
  token_begin_.push_back(std::ssize(is_punctuation_));
  features_.append(tokens);
  records_.emplace_back(is_printed ? record : std::string_view());
}

// Whether no token of the last sentence has a tag that training has.
bool DependencyExamples::lacks_tags() const {
  const auto tokens = features_.tokens(features_.num_sentences() - 1);
  return std::all_of(tokens.begin(), tokens.end(),
                     [](const ArcToken& token) { return token.tag[0] < 0 && token.tag[1] < 0; });
}

void DependencyExamples::tell_lack(const RecordReader& record) {
  if (std::exchange(told_lack_, true)) return;
  tell_once(
      fmt::format("costruct: note: {}:{}: no tag of this sentence is one of training (data.tag), "
                  "so its tree is "
                  "a guess: tag the sentences first; further ones like this are not told",
                  record.file(), record.line()));
}

// The possible parts of each token.
Known DependencyExamples::facts_of(const KnownParts& parts) const {
  Known known;
  const auto length = static_cast<int>(parts.heads.size());
  for (std::size_t t = 0; t < parts.heads.size(); ++t) {
    std::vector<int>& fact = known.facts.emplace_back();
    const int head = parts.heads[t];
    // A relation that training does not have says nothing.
    const int relation = parts.relations[t] < num_known_relations_ ? parts.relations[t] : -1;
    if (head < 0 && relation < 0) continue;
    for (int h = std::max(head, 0); h <= (head < 0 ? length : head); ++h) {
      if (relation >= 0) {
        fact.push_back(dependency::part_of(h, relation));
        continue;
      }
      for (int r = 0; r < num_known_relations_; ++r) fact.push_back(dependency::part_of(h, r));
    }
  }
  return known;
}

void DependencyExamples::finish_training() {
  if (!any_labeled()) {
    throw DataError(first_file() + (size() == 0
                                        ? ": all sentences are left out (min_length, max_length, "
                                          "non_projective)"
                                        : ": no sentence has all heads and relations"));
  }
  num_known_relations_ = std::ssize(relations_);
  for (const KnownParts& parts : in_part_) set_known(parts.example, facts_of(parts));
  in_part_.clear();
  for (Index i = 0; i < size(); ++i) features_.add_features(i, arcs_of(i));
}

std::vector<std::string> DependencyExamples::notes() const {
  if (num_not_projective_ == 0) return {};
  return {fmt::format("{} of {} are not projective, and are {} (data.non_projective)",
                      num_not_projective_, counted(num_training_trees_, "training tree"),
                      options_.non_projective == NonProjective::kLift ? "lifted" : "left out")};
}

// The arcs of an example that are known for certain.
std::vector<ArcFeatureTable::Arc> DependencyExamples::arcs_of(Index example) const {
  std::vector<Arc> arcs;
  if (is_labeled(example)) {
    const std::vector<int>& parts = output(example).parts;
    for (std::size_t t = 0; t < parts.size(); ++t)
      arcs.emplace_back(static_cast<Index>(t), dependency::head_of(parts[t]));
    return arcs;
  }
  const std::vector<std::vector<int>>& facts = known(example).facts;
  for (std::size_t t = 0; t < facts.size(); ++t) {
    if (facts[t].empty()) continue;
    const int head = dependency::head_of(facts[t].front());
    if (dependency::head_of(facts[t].back()) == head)
      arcs.emplace_back(static_cast<Index>(t), head);
  }
  return arcs;
}

// The clusters and vectors of a fit, or of the model; null if no view has features of them.
std::shared_ptr<const FittedClusters> DependencyExamples::clusters_for(
    const InputRequest& request) const {
  if (clusters_of_model_) return clusters_of_model_;
  const std::vector<std::int32_t>& view_of = request.views.view_of;
  bool is_used = false;
  for (std::size_t j = 0; j < view_of.size() && !is_used; ++j)
    is_used = view_of[j] >= 0 && features_.is_fitted(static_cast<Index>(j));
  if (!is_used) return nullptr;
  std::vector<std::int32_t> numbers;
  std::vector<std::size_t> ends;
  for (const auto& sentences : {request.fit_on, request.fit_features_on}) {
    for (const Index sentence : sentences) {
      for (const ArcToken& token : features_.tokens(sentence))
        numbers.insert(numbers.end(), token.symbols.begin(), token.symbols.end());
      ends.push_back(numbers.size());
    }
  }
  std::vector<Symbols> sentences;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    sentences.emplace_back(std::span(numbers).subspan(begin, end - begin),
                           std::span<const double>());
    begin = end;
  }
  return std::make_shared<const FittedClusters>(
      FittedWords::fit(sentences, symbols_, options_.word_vectors(), ConlluTreeOptions::kMinCount));
}

InputData DependencyExamples::inputs(const InputRequest& request) const {
  COSTRUCT_ASSERT(request.sizes.empty(), "sentences are inputs of their own");
  auto data = std::make_shared<HeadedSentences>();
  data->relations.assign(relations_.begin(), relations_.begin() + num_known_relations_);
  for (const auto& sentences : {request.fit_on, request.predict_on}) {
    for (const Index example : sentences) {
      data->is_punctuation.insert(data->is_punctuation.end(),
                                  is_punctuation_.begin() + token_begin_[example],
                                  is_punctuation_.begin() + token_begin_[example + 1]);
      data->token_begin.push_back(std::ssize(data->is_punctuation));
    }
  }
  // Uses only trees that the fit sees as labeled.
  std::vector<bool> is_seen(static_cast<std::size_t>(size()), false);
  const auto labeled = request.fit_on.first(static_cast<std::size_t>(request.labeled));
  for (const Index example : labeled) is_seen[static_cast<std::size_t>(example)] = true;
  const auto arcs = [&](Index example) {
    const bool is_hidden = is_labeled(example) && !is_seen[static_cast<std::size_t>(example)];
    return is_hidden ? std::vector<Arc>() : arcs_of(example);
  };
  InputData made;
  const auto clusters = clusters_for(request);
  data->views =
      features_.views(request, arcs, clusters ? &clusters->words : nullptr, made.features);
  made.data = std::move(data);
  made.fitted = clusters;
  return made;
}

void DependencyExamples::forget_inputs() {
  relations_.resize(static_cast<std::size_t>(num_known_relations_));
  relation_table_.keep_first(num_known_relations_);
  is_punctuation_.clear();
  token_begin_.assign(1, 0);
  records_.clear();
  features_.forget_sentences();
}

void DependencyExamples::stream_plain_text(TextUnit) {
  throw ConfigError(
      "--plain-text: a parser reads CoNLL-U: costruct convert FILE --plain-text lines --to conllu "
      "--output raw.conllu");
}

std::vector<std::string> DependencyExamples::alphabet() const {
  constexpr Index kShown = 12;
  std::string names;
  for (Index r = 0; r < std::min(kShown, num_known_relations_); ++r)
    names += (r == 0 ? "" : ", ") + relations_[static_cast<std::size_t>(r)];
  return {fmt::format("relations: {} ({}{})", num_known_relations_, names,
                      num_known_relations_ > kShown ? ", ..." : "")};
}

std::string DependencyExamples::text_of(const Output& output) const {
  std::string tokens;
  for (std::size_t t = 0; t < output.parts.size(); ++t)
    tokens += fmt::format("{}\t_\t_\t_\t_\t_\t_\t_\t_\t_\n", t + 1);
  return written(tokens, output);
}

std::string DependencyExamples::text_of_example(Index example, const Output& output) const {
  return written(records_[static_cast<std::size_t>(example)], output);
}

std::string DependencyExamples::written(std::string_view record, const Output& output) const {
  std::vector<int> heads;
  std::vector<std::string_view> relations;
  for (const int part : output.parts) {
    heads.push_back(dependency::head_of(part));
    relations.push_back(options_.relations == Relations::kNone
                            ? std::string_view()
                            : relations_[static_cast<std::size_t>(dependency::relation_of(part))]);
  }
  return with_heads(record, heads, relations);
}

void DependencyExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                              const FittedFeatures* fitted) const {
  RecordExamples::save(model, keep, fitted);
  if (fitted != nullptr)
    static_cast<const FittedClusters*>(fitted)->words.save(model, kStoredClusters, symbols_,
                                                           options_.vectors > 0);
  model.add_strings(kStoredRelations,
                    {relations_.begin(), relations_.begin() + num_known_relations_});
}

}  // namespace costruct::experiments
