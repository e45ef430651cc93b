#include "costruct/data/parsing/treebank_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costruct/core/text/counted.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {

using parsing::BinaryNode;
using parsing::Grammar;
using parsing::LexicalRule;
using parsing::SentenceData;
using parsing::Tree;
using parsing::UsedRules;

namespace {

constexpr const char* kStoredSymbols = "encoder.symbols";
constexpr const char* kStoredTerminals = "encoder.terminals";
constexpr const char* kStoredClasses = "encoder.classes";
constexpr const char* kStoredBinary = "encoder.binary_rules";
constexpr const char* kStoredLexical = "encoder.lexical_rules";
constexpr const char* kStoredRoots = "encoder.roots";
constexpr double kLargestChart = 4.0 * 1024 * 1024 * 1024;  // bytes

std::vector<std::string> groups_of(const TreebankOptions& options) {
  if (options.features.is_null()) return {"rule"};
  return options.features.get<std::vector<std::string>>();
}

Cleaning cleaning_of(const TreebankOptions& options, const Json& block) {
  Cleaning cleaning{options.functions == TreebankOptions::Functions::kStrip,
                    options.traces == TreebankOptions::Traces::kDrop,
                    {}};
  const auto renamed = block.find(kLabelMap);
  if (renamed != block.end() && !renamed->is_null())
    cleaning.renamed = renamed->get<std::map<std::string, std::string>>();
  for (const auto& [from, to] : cleaning.renamed) {
    if (to.empty() || to.find_first_of(" \t\r\n\v\f()") != std::string::npos) {
      throw ConfigError(
          fmt::format("data.label_map.{} = {}: a label of a bracket has no blanks or brackets",
                      visible_line(from, 40), shown_text(to)));
    }
  }
  return cleaning;
}

template <class Rule>
bool is_ascending(const std::vector<Rule>& rules) {
  return std::adjacent_find(rules.begin(), rules.end(), std::greater_equal<Rule>()) == rules.end();
}

}  // namespace

TreebankExamples::TreebankExamples(const Json& block)
    : RecordExamples(block),
      options_(treebank_options().parse(own_options())),
      cleaning_(cleaning_of(options_, options())),
      terminals_(options_.input, options_.rare),
      features_(groups_of(options_)) {
  for (const char* of_training : {"min_length", "max_length"}) forget_option(of_training);
}

std::unique_ptr<RecordReader> TreebankExamples::open(const std::filesystem::path& file,
                                                     Reading /*reading*/) {
  return std::make_unique<BracketReader>(file);
}

RecordExamples::Parsed TreebankExamples::parse(RecordReader& record, Reading reading) {
  const Tree& tree = static_cast<const BracketReader&>(record).tree();
  const std::optional<Tree> clean = cleaned(tree, cleaning_);
  TaggedSentence sentence;
  if (clean) sentence = sentence_of(*clean);
  if (reading.grows && !options_.keeps_length(std::ssize(sentence.words)))
    return {.output = {}, .is_kept = false};
  check_sentence(sentence, reading);
  std::optional<Output> output;
  if (reading.outputs && tree.label != kNoTree) output = clean ? encoded(*clean) : Output{};
  Known known;
  if (clean && !output && (reading.outputs || reading.known))
    known = known_brackets(*clean, reading);
  terminals_.append(sentence, tokens_);
  token_begin_.push_back(std::ssize(tokens_));
  features_.append(sentence, reading.grows);
  const bool is_printed = output || reading.predicts();
  first_text_.push_back(is_printed ? std::ssize(text_) : kNoText);
  for (std::size_t t = 0; is_printed && t < sentence.words.size(); ++t) {
    text_.push_back(
        {tags_and_words_.intern(sentence.tags[t]), tags_and_words_.intern(sentence.words[t])});
  }
  return {.output = std::move(output), .known = std::move(known)};
}

void TreebankExamples::check_sentence(const TaggedSentence& sentence, Reading reading) const {
  const auto length = std::ssize(sentence.words);
  if (length > kLongestSentence) {
    throw DataError(
        fmt::format("a sentence of {} tokens, and at most {} can be parsed: leave it "
                    "out{}",
                    length, kLongestSentence, reading.grows ? ", as max_length does" : ""));
  }
  if (options_.input != SentenceInput::kTags) return;
  const auto without = std::find(sentence.tags.begin(), sentence.tags.end(), kNoTree);
  if (without == sentence.tags.end()) return;
  throw DataError(fmt::format(
      "the token {} has no tag: expected (TAG word), as input is tags",
      shown_text(sentence.words[static_cast<std::size_t>(without - sentence.tags.begin())])));
}

// The brackets that are known of the next example, which has no output. Those of training are kept
// until symbols have numbers.
Known TreebankExamples::known_brackets(const Tree& tree, Reading reading) {
  std::vector<MarkedSpan> spans = marked_spans(tree);
  if (spans.empty()) return {};
  if (reading.grows) {
    marked_[size()] = std::move(spans);
    return {};
  }
  if (!reading.outputs) return facts_of(spans, grammar_->symbols);
  Known known = facts_of(spans, grammar_->symbols, ImpossibleBrackets::kDisagree);
  impossible_brackets_ += count_impossible(known);
  return known;
}

std::vector<std::string> TreebankExamples::finish_reading() {
  const Index count = std::exchange(impossible_brackets_, 0);
  if (count == 0) return {};
  return {fmt::format("{} no label that a whole tree of training has, and {} as wrong",
                      counted(count, "known bracket has", "known brackets have"),
                      count == 1 ? "counts" : "count")};
}

void TreebankExamples::number_brackets() {
  for (const auto& [example, spans] : marked_) {
    try {
      set_known(example, facts_of(spans, grammar_->symbols));
    } catch (const DataError& error) {
      const ExamplePlace at = place(example);
      throw DataError(fmt::format("{}:{}: {}", at.file, at.line, error.what()));
    }
  }
  marked_.clear();
}

// The binarised tree as an output. Numbers new symbols.
Output TreebankExamples::encoded(const Tree& tree) {
  Output output;
  for (const BinaryNode& node : parsing::binarize(tree, options_.how())) {
    const std::int32_t symbol = symbols_.intern(node.symbol);
    if (symbol == std::ssize(symbol_names_)) symbol_names_.push_back(node.symbol);
    output.parts.push_back(symbol);
    if (node.left_size > 0) output.parts.push_back(node.left_size);
  }
  return output;
}

// The terminals of the tokens of a training tree.
std::vector<int> TreebankExamples::final_terminals(Index example) const {
  std::vector<int> terminals;
  for (Index t = token_begin_[example]; t < token_begin_[example + 1]; ++t)
    terminals.push_back(tokens_[t].either());
  return terminals;
}

void TreebankExamples::finish_training() {
  terminals_.finish(tokens_);
  num_known_symbols_ = static_cast<int>(symbol_names_.size());
  TreeRules rules;
  for (Index i = 0; i < size(); ++i) {
    if (is_labeled(i)) rules.add(output(i), final_terminals(i));
  }
  if (!any_labeled()) {
    throw DataError(first_file() + (size() == 0
                                        ? ": no sentence has a length from min_length to max_length"
                                        : ": no sentence has a tree"));
  }
  rules.sort();
  if (rules.roots.empty()) throw DataError(first_file() + ": no tree has a leaf");
  grammar_ = std::make_shared<const Grammar>(
      Grammar{symbol_names_, std::move(rules.binary), std::move(rules.lexical),
              std::move(rules.roots), terminals_.count(), terminals_.names()});
  all_rules_ = std::make_shared<const UsedRules>(grammar_, UsedRules::all(*grammar_));
  number_brackets();
}

// The sentence of an example that may be printed.
TaggedSentence TreebankExamples::sentence(Index example) const {
  TaggedSentence sentence;
  const Index first = first_text_[static_cast<std::size_t>(example)];
  COSTRUCT_ASSERT(first != kNoText, "the words of labeled sentences are kept");
  for (Index t = first; t < first + num_parts(example); ++t) {
    const TokenText& token = text_[static_cast<std::size_t>(t)];
    sentence.tags.emplace_back(tags_and_words_[token.tag]);
    sentence.words.emplace_back(tags_and_words_[token.word]);
  }
  return sentence;
}

bool TreebankExamples::inputs_depend_on_labeled() const {
  return options_.grammar == TreebankOptions::Rules::kLabeled;
}

// The rules of a request. Uses only outputs that the fit sees as labeled.
std::shared_ptr<const UsedRules> TreebankExamples::rules_of(const InputRequest& request) const {
  if (request.all_features || !inputs_depend_on_labeled()) return all_rules_;
  TreeRules rules;
  for (const Index example : request.fit_on.first(static_cast<std::size_t>(request.labeled)))
    rules.add(output(example), final_terminals(example));
  rules.sort();
  return std::make_shared<const UsedRules>(grammar_, uses_of(*grammar_, rules));
}

void TreebankExamples::check_chart(Index example) const {
  const auto length = static_cast<double>(token_begin_[example + 1] - token_begin_[example]);
  const double bytes =
      length * length * static_cast<double>(grammar_->symbols.size()) * sizeof(double);
  if (bytes <= kLargestChart) return;
  const ExamplePlace at = place(example);
  throw DataError(
      fmt::format("{}:{}: {:.0f} tokens and {} symbols make a chart of {}, and at most {} are "
                  "taken: leave the sentence "
                  "out, as max_length does, or train with fewer symbols, as horizontal 1 makes",
                  at.file, at.line, length, grammar_->symbols.size(), size_text(bytes),
                  size_text(kLargestChart)));
}

InputData TreebankExamples::inputs(const InputRequest& request) const {
  COSTRUCT_ASSERT(request.sizes.empty(), "sentences are inputs of their own");
  auto data = std::make_shared<SentenceData>();
  data->rules = rules_of(request);
  // A terminal that no rule of the fit has cannot be learned, so it counts as unknown.
  const auto has_rules = [&](int terminal) {
    return terminal >= 0 && !data->rules->of_terminal(terminal).empty();
  };
  for (const auto& sentences : {request.fit_on, request.predict_on}) {
    for (const Index example : sentences) {
      check_chart(example);
      for (Index t = token_begin_[example]; t < token_begin_[example + 1]; ++t) {
        const TokenTerminals& token = tokens_[t];
        if (options_.input == SentenceInput::kTags || has_rules(token.own)) {
          data->terminal.push_back(token.own);
        } else {
          data->terminal.push_back(has_rules(token.of_class) ? token.of_class : -1);
        }
      }
      data->token_begin.push_back(std::ssize(data->terminal));
    }
  }
  InputData made;
  data->views = features_.views(request, made.features);
  made.data = std::move(data);
  return made;
}

const char* TreebankExamples::missing_note(Index example, const Output& output) const {
  return output.parts.empty() && num_parts(example) > 0 ? "no parse" : nullptr;
}

void TreebankExamples::forget_inputs() {
  symbol_names_.resize(static_cast<std::size_t>(num_known_symbols_));
  symbols_.keep_first(num_known_symbols_);
  impossible_brackets_ = 0;
  tokens_.clear();
  token_begin_.assign(1, 0);
  text_.clear();
  first_text_.clear();
  tags_and_words_ = StringTable();
  features_.forget_sentences();
}

std::vector<std::string> TreebankExamples::alphabet() const {
  return {fmt::format(
      "grammar: {} symbols, {} binary rules, {} lexical rules over {} terminals, {} symbols on top",
      grammar_->symbols.size(), grammar_->binary.size(), grammar_->lexical.size(),
      grammar_->num_terminals, grammar_->roots.size())};
}

bool TreebankExamples::is_possible(const Output& output) const {
  bool all_known = true;
  for_each_node(output,
                [&](const TreeNode& node) { all_known &= node.symbol < num_known_symbols_; });
  return all_known;
}

Tree TreebankExamples::restored(const Output& output) const {
  std::vector<BinaryNode> nodes;
  for_each_node(output, [&](const TreeNode& node) {
    nodes.push_back({symbol_names_[static_cast<std::size_t>(node.symbol)],
                     static_cast<int>(node.middle - node.first)});
  });
  return parsing::restore(nodes);
}

std::string TreebankExamples::text_of(const Output& output) const {
  return (output.parts.empty() ? "()" : parsing::bracketed(restored(output))) + "\n";
}

std::string TreebankExamples::text_of_example(Index example, const Output& output) const {
  return bracketed(sentence(example), output) + "\n";
}

// The tree in the form that can be read back. Its leaves have the words of the sentence, and its
// tags if the input is tags.
std::string TreebankExamples::bracketed(const TaggedSentence& sentence,
                                        const Output& output) const {
  if (sentence.words.empty()) return "()";
  Tree tree{kNoTree, {}, ""};
  if (output.parts.empty()) {
    tree.children.resize(sentence.words.size());
  } else {
    tree = restored(output);
  }
  std::vector<Tree*> ahead{&tree};
  for (std::size_t t = 0; !ahead.empty();) {
    Tree& node = *ahead.back();
    ahead.pop_back();
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      ahead.push_back(&*child);
    if (!node.is_leaf()) continue;
    node.word = sentence.words[t];
    if (node.label.empty() || options_.input == SentenceInput::kTags) node.label = sentence.tags[t];
    ++t;
  }
  // The reader removes an outermost ROOT or TOP.
  const bool is_taken_off =
      (tree.label == "ROOT" || tree.label == "TOP") && tree.children.size() == 1;
  return is_taken_off ? "( " + parsing::bracketed(tree) + ")" : parsing::bracketed(tree);
}

void TreebankExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                            const FittedFeatures* fitted) const {
  RecordExamples::save(model, keep, fitted);
  model.add_strings(kStoredSymbols, grammar_->symbols);
  model.add_strings(kStoredTerminals, terminals_.texts());
  model.add_strings(kStoredClasses, terminals_.classes());
  std::vector<std::int32_t> binary, lexical;
  for (const BinaryRule& rule : grammar_->binary)
    binary.insert(binary.end(), {rule.parent, rule.left, rule.right});
  for (const LexicalRule& rule : grammar_->lexical)
    lexical.insert(lexical.end(), {rule.symbol, rule.terminal});
  model.add(kStoredBinary, std::span<const std::int32_t>(binary),
            {std::ssize(grammar_->binary), 3});
  model.add(kStoredLexical, std::span<const std::int32_t>(lexical),
            {std::ssize(grammar_->lexical), 2});
  model.add(kStoredRoots, std::span<const std::int32_t>(grammar_->roots));
}

TreebankExamples::TreebankExamples(const ModelReader& model)
    : RecordExamples(model),
      options_(treebank_options().parse(own_options())),
      terminals_(options_.input, options_.rare),
      features_(groups_of(options_)) {
  try {
    cleaning_ = cleaning_of(options_, options());
    terminals_ =
        Terminals(options_.input, model.strings(kStoredTerminals), model.strings(kStoredClasses));
    features_ = SpanFeatureTable(groups_of(options_), stored_features(model));
    load_grammar(model);
  } catch (const ConfigError& error) {
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), error.what()));
  } catch (const DataError& error) {
    if (std::string_view(error.what()).starts_with(model.file() + ":")) throw;
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), error.what()));
  }
}

void TreebankExamples::load_grammar(const ModelReader& model) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw DataError(what);
  };
  Grammar grammar;
  grammar.symbols = model.strings(kStoredSymbols);
  grammar.num_terminals = terminals_.count();
  grammar.terminals = terminals_.names();
  for (const std::string& name : grammar.symbols) {
    require(symbols_.find(name) < 0, "a symbol stands twice");
    symbols_.intern(name);
  }
  const auto is_symbol = [&](std::int32_t symbol) {
    return symbol >= 0 && symbol < symbols_.size();
  };

  const auto binary = model.integers32(kStoredBinary), lexical = model.integers32(kStoredLexical);
  require(binary.size() % 3 == 0 && lexical.size() % 2 == 0, "half a rule");
  for (std::size_t i = 0; i < binary.size(); i += 3) {
    grammar.binary.push_back({binary[i], binary[i + 1], binary[i + 2]});
    require(is_symbol(binary[i]) && is_symbol(binary[i + 1]) && is_symbol(binary[i + 2]),
            "a rule of no symbol");
  }
  for (std::size_t i = 0; i < lexical.size(); i += 2) {
    grammar.lexical.push_back({lexical[i], lexical[i + 1]});
    require(is_symbol(lexical[i]), "a rule of no symbol");
    require(lexical[i + 1] >= 0 && lexical[i + 1] < grammar.num_terminals, "a rule of no terminal");
  }
  for (const std::int32_t root : model.integers32(kStoredRoots)) {
    grammar.roots.push_back(root);
    require(is_symbol(root), "a root that is no symbol");
  }
  require(
      is_ascending(grammar.binary) && is_ascending(grammar.lexical) && is_ascending(grammar.roots),
      "rules are not in order");
  symbol_names_ = grammar.symbols;
  num_known_symbols_ = static_cast<int>(symbol_names_.size());
  grammar_ = std::make_shared<const Grammar>(std::move(grammar));
  all_rules_ = std::make_shared<const UsedRules>(grammar_, UsedRules::all(*grammar_));
}

}  // namespace costruct::experiments
