// words: the words of a text, and n-grams of words and of letters.
//
//   terms     runs of n neighbouring words; runs of letters of each word with a blank at both ends
//   value     w(t) = c, 1 or log(1 + c), c being how often term t stands in the text
//   tf_idf    w(t) = log(1 + c) log(n / n_t), where n_t of the n texts at hand have term t
//   l2        the values of a text are divided by their Euclidean length
//
// Without tf_idf, min_count and max_share the features of a text depend on this text alone. Its
// length then counts all terms, those that no other text has included. Otherwise the terms of the
// texts at hand are fitted, and all others are left out before the length is taken.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "costruct/core/random.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/rows/row_values.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/features/rows/text_words.hpp"
#include "costruct/data/features/table_cells.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostWords = 5;     // of an n-gram
constexpr std::size_t kMostLetters = 10;  // of an n-gram, with blanks
constexpr double kLargestFactor = 1e3;    // log(n / n_t) is smaller for any n

enum class TermWeight { kCount, kBinary, kLog, kTfIdf };

struct WordsOptions {
  std::string column = kTextColumn;
  Json n = Json::array({1});
  Json letters = Json::array();
  TermWeight weighting = TermWeight::kLog;
  Normalize normalize = Normalize::kL2;
  Index min_count = 1;
  double max_share = 1;
  std::optional<Index> buckets;
  bool lowercase = true;
  std::string group = "words";

  bool is_fitted() const {
    return weighting == TermWeight::kTfIdf || min_count > 1 || max_share < 1;
  }
};

OptionDeclaration<WordsOptions> words_options() {
  using Options = WordsOptions;
  OptionDeclaration<Options> options;
  options.text("column", &Options::column, "the column with the texts")
      .json("n", &Options::n, lengths_form(kMostWords),
            "lengths of the runs of words; [1, 2]: words and pairs of neighbours")
      .json("letters", &Options::letters, lengths_form(kMostLetters),
            "lengths of runs of letters of a word with a blank at both ends; []: none")
      .choice("weighting", &Options::weighting, {"count", "binary", "log", "tf_idf"},
              "value of a term that occurs c times: c; 1; log(1 + c); that times log(n / "
              "n_t), n_t of n texts having it")
      .choice("normalize", &Options::normalize, {"none", "l2"},
              "l2: the values of a text are made 1 long")
      .integer("min_count", &Options::min_count, {.at_least = 1, .at_most = 1e9},
               "leave out terms of fewer of the texts at hand")
      .number("max_share", &Options::max_share, {.greater_than = 0, .at_most = 1},
              "leave out terms of more than this share of the texts at hand (stop words)")
      .integer("buckets", &Options::buckets, {.at_least = 2, .at_most = 1 << 22},
               "hash terms into so many features; null: a feature a term")
      .boolean("lowercase", &Options::lowercase, "read letters in lower case")
      .text("group", &Options::group, "their group, for named views");
  return options;
}

WordsOptions parsed_words_options(const Json& json) {
  WordsOptions options = words_options().parse(json);
  if (options.n.is_null()) options.n = WordsOptions().n;
  if (options.letters.is_null()) options.letters = WordsOptions().letters;
  return options;
}

double term_value(TermWeight weighting, std::size_t count) {
  if (weighting == TermWeight::kCount) return static_cast<double>(count);
  return weighting == TermWeight::kBinary ? 1 : log_weight(static_cast<double>(count));
}

/// Calls use(value, count) for each value in a sorted list and its number of occurrences.
template <class Value, class Use>
void for_each_count(const std::vector<Value>& sorted, const Use& use) {
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
    use(sorted[begin], end - begin);
  }
}

/// The n-grams of a text. A term is "=" with words, or "~" with letters.
class TermReader {
 public:
  TermReader(std::vector<std::size_t> words, std::vector<std::size_t> letters, bool lowercase)
      : words_(std::move(words)), letters_(std::move(letters)), lowercase_(lowercase) {
    for (const std::size_t n : words_) longest_ = std::max(longest_, n);
  }

  template <class Use>
  void read(std::string_view text, const Use& use) const {
    TextWords words(text, lowercase_);
    std::vector<std::string> recent;  // the last `longest_` words
    std::string word, term;
    while (words.next(word)) {
      if (recent.size() == longest_ && longest_ > 0) recent.erase(recent.begin());
      if (longest_ > 0) recent.push_back(word);
      for (const std::size_t n : words_) {
        if (n > recent.size()) continue;
        term = "=";
        for (std::size_t i = recent.size() - n; i < recent.size(); ++i) {
          if (term.size() > 1) term += ' ';
          term += recent[i];
        }
        use(term);
      }
      read_letters(word, term, use);
    }
  }

 private:
  template <class Use>
  void read_letters(const std::string& word, std::string& term, const Use& use) const {
    if (letters_.empty()) return;
    const std::string padded = " " + word + " ";
    std::vector<std::size_t> begins;  // of characters, and the end
    for (std::size_t at = 0; at < padded.size();
         at += first_character(std::string_view(padded).substr(at)).bytes)
      begins.push_back(at);
    begins.push_back(padded.size());
    for (const std::size_t n : letters_) {
      for (std::size_t first = 0; first + n < begins.size(); ++first) {
        term = "~";
        term.append(padded, begins[first], begins[first + n] - begins[first]);
        if (term != "~ ") use(term);
      }
    }
  }

  std::vector<std::size_t> words_, letters_;
  std::size_t longest_ = 0;
  bool lowercase_;
};

/// The factor of each term; 0: the term is left out.
class WordFactors final : public FittedValues {
 public:
  WordFactors(const WordsOptions& options, const StringTable& terms, std::vector<double> factor)
      : options_(options), terms_(terms), factor_(std::move(factor)) {}

  void append(const Symbols& symbols, Index, std::vector<FittedEntry>& out) const override {
    const std::size_t first = out.size();
    double squares = 0;
    for (std::size_t e = 0; e < symbols.number.size(); ++e) {
      const std::int32_t term = symbols.number[e];
      const double value = symbols.value[e] * factor_of(term);
      if (value == 0) continue;
      out.push_back({term, value});
      squares += value * value;
    }
    if (!options_.is_fitted() || options_.normalize == Normalize::kNone) return;
    for (std::size_t e = first; e < out.size(); ++e) out[e].value /= std::sqrt(squares);
  }

  // A model numbers the terms that it stores from 0.
  std::vector<std::int32_t> numbers_in_model(const std::vector<std::int32_t>& kept) const override {
    if (options_.buckets) return kept;
    const std::vector<std::int32_t> stored = stored_terms(kept);
    std::vector<std::int32_t> numbers;
    for (const std::int32_t term : kept)
      numbers.push_back(static_cast<std::int32_t>(
          std::lower_bound(stored.begin(), stored.end(), term) - stored.begin()));
    return numbers;
  }

  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>& kept) const override {
    const std::vector<std::int32_t> stored = stored_terms(kept);
    if (options_.buckets) {
      model.add(prefix + ".terms", std::span<const std::int32_t>(stored));
    } else {
      std::vector<std::string> names;
      for (const std::int32_t term : stored) names.emplace_back(terms_[term]);
      model.add_strings(prefix + ".terms", names);
    }
    if (!options_.is_fitted()) return;
    std::vector<double> factors;
    for (const std::int32_t term : stored) factors.push_back(factor_of(term));
    model.add(prefix + ".factors", std::span<const double>(factors));
  }

 private:
  double factor_of(std::int32_t term) const {
    if (!options_.is_fitted()) return term < 0 ? 0 : 1;
    return term < 0 || term >= std::ssize(factor_) ? 0 : factor_[static_cast<std::size_t>(term)];
  }

  // All that the length of a text depends on.
  std::vector<std::int32_t> stored_terms(const std::vector<std::int32_t>& kept) const {
    if (!options_.is_fitted()) return kept;
    std::vector<std::int32_t> stored = kept;
    for (std::size_t term = 0; term < factor_.size(); ++term) {
      if (factor_[term] != 0) stored.push_back(static_cast<std::int32_t>(term));
    }
    std::sort(stored.begin(), stored.end());
    stored.erase(std::unique(stored.begin(), stored.end()), stored.end());
    return stored;
  }

  WordsOptions options_;
  const StringTable& terms_;
  std::vector<double> factor_;  // by term; empty if nothing is fitted
};

class WordsExtractor final : public FittedExtractor {
 public:
  explicit WordsExtractor(const WordsOptions& options)
      : FittedExtractor(options.group),
        options_(options),
        terms_of_(options.n.get<std::vector<std::size_t>>(),
                  options.letters.get<std::vector<std::size_t>>(), options.lowercase) {}

  Index size() const override { return options_.buckets ? *options_.buckets : terms_.size(); }
  std::string feature_name(Index feature) const override {
    if (options_.buckets) return fmt::format("{}.{}", options_.group, feature + 1);
    return options_.group + std::string(terms_[feature]);
  }
  bool is_indicator(Index) const override {
    return options_.weighting == TermWeight::kBinary && options_.normalize == Normalize::kNone;
  }
  bool is_count(Index) const override {
    return (options_.weighting == TermWeight::kBinary ||
            options_.weighting == TermWeight::kCount) &&
           options_.normalize == Normalize::kNone;
  }
  bool depends_on_examples() const override { return options_.is_fitted(); }

  // Each term is a symbol with its value, which has its final length if nothing is fitted.
  void grow(const RawExample& example, SymbolList& symbols) override {
    extract(example, symbols, [this](std::string_view term) { return terms_.intern(term); });
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    extract(example, symbols, [this](std::string_view term) { return terms_.find(term); });
  }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const override {
    std::vector<double> factor;
    if (options_.is_fitted()) {
      std::vector<Index> texts_with(static_cast<std::size_t>(size()), 0);
      for (const Symbols& symbols : examples) {
        for (const std::int32_t term : symbols.number) {
          if (term >= 0) ++texts_with[static_cast<std::size_t>(term)];
        }
      }
      constexpr double kRounded = 1 + 1e-12;  // a share of n may be just below a whole number
      const auto n = static_cast<double>(examples.size());
      for (const Index with : texts_with) {
        const auto count = static_cast<double>(with);
        const bool is_left_out =
            with < options_.min_count || count > options_.max_share * n * kRounded || with == 0;
        const bool is_weighted = options_.weighting == TermWeight::kTfIdf;
        factor.push_back(is_left_out ? 0 : is_weighted ? std::log(n / count) : 1);
      }
    }
    return std::make_shared<WordFactors>(options_, terms_, std::move(factor));
  }

  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    const auto fail = [&](const std::string& what) {
      throw DataError(fmt::format("{}: damaged model: {}: {}", model.file(), prefix, what));
    };
    std::vector<std::int32_t> stored;
    if (options_.buckets) {
      const auto numbers = model.integers32(prefix + ".terms");
      stored.assign(numbers.begin(), numbers.end());
    } else {
      for (const std::string& term : model.strings(prefix + ".terms")) {
        if (terms_.find(term) >= 0) fail(shown_text(term) + " stands twice");
        stored.push_back(terms_.intern(term));
      }
    }
    for (std::size_t i = 0; i < stored.size(); ++i) {
      if (stored[i] < 0 || stored[i] >= size() || (i > 0 && stored[i] <= stored[i - 1]))
        fail(fmt::format("terms are not ascending numbers below {}", size()));
    }
    std::vector<double> factor;
    if (options_.is_fitted()) {
      const auto factors = model.doubles(prefix + ".factors");
      if (factors.size() != stored.size()) fail("a factor for each term was expected");
      factor.assign(static_cast<std::size_t>(size()), 0.0);
      for (std::size_t i = 0; i < stored.size(); ++i) {
        if (!(factors[i] >= 0 && factors[i] <= kLargestFactor)) fail("a factor is none");
        factor[static_cast<std::size_t>(stored[i])] = factors[i];
      }
    }
    return std::make_shared<WordFactors>(options_, terms_, std::move(factor));
  }

 private:
  template <class IdOf>
  void extract(const RawExample& example, SymbolList& symbols, const IdOf& id_of) const {
    const bool has_length = !options_.is_fitted() && options_.normalize == Normalize::kL2;
    std::vector<std::int32_t> known;
    std::vector<std::uint64_t> unknown;  // hashes
    terms_of_.read(cell_of_column(example, options_.column), [&](const std::string& term) {
      const std::int32_t id = options_.buckets ? bucket_of(term) : id_of(term);
      if (id >= 0) {
        known.push_back(id);
      } else if (has_length) {
        unknown.push_back(hash_bytes(term));
      }
    });
    std::sort(known.begin(), known.end());
    std::sort(unknown.begin(), unknown.end());
    const std::size_t first = symbols.value.size();
    std::map<std::size_t, std::size_t> terms_with;  // the sum does not depend on what is known
    for_each_count(known, [&](std::int32_t term, std::size_t count) {
      symbols.number.push_back(term);
      symbols.value.push_back(term_value(options_.weighting, count));
      ++terms_with[count];
    });
    if (!has_length) return;
    for_each_count(unknown, [&](std::uint64_t, std::size_t count) { ++terms_with[count]; });
    double squares = 0;
    for (const auto& [count, terms] : terms_with) {
      const double value = term_value(options_.weighting, count);
      squares += static_cast<double>(terms) * value * value;
    }
    for (std::size_t e = first; e < symbols.value.size(); ++e)
      symbols.value[e] /= std::sqrt(squares);
  }

  std::int32_t bucket_of(std::string_view term) const {
    std::uint64_t hash = hash_bytes(term);
    hash ^= hash >> 32;
    return static_cast<std::int32_t>(hash % static_cast<std::uint64_t>(*options_.buckets));
  }

  WordsOptions options_;
  TermReader terms_of_;
  StringTable terms_;
};

}  // namespace

ExtractorKind words_extractor() {
  ExtractorKind kind;
  kind.input = ExtractorInput::kTexts;
  kind.name = "words";
  kind.summary = "the words of a text, and runs of words and of letters, counted and weighted";
  kind.options = words_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    const WordsOptions options = parsed_words_options(json);
    if (options.n.empty() && options.letters.empty())
      errors.add(path + ".n", " = []: there are no letters either: name lengths in one of them");
    if (!columns.empty()) check_column(options.column, columns, path + ".column", errors);
  };
  kind.make_fitted = [](const Json& json,
                        const std::vector<std::string>&) -> std::unique_ptr<FittedExtractor> {
    return std::make_unique<WordsExtractor>(parsed_words_options(json));
  };
  return kind;
}

}  // namespace costruct::experiments
