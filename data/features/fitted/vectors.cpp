// vectors: describes words by the vectors of a file, which word2vec, GloVe, fastText or `costruct
// vectors` have written.
//
// Only rows of words at hand are kept, and those of shapes. The word of a token is looked up as it
// is, then in lower case. In a file of `costruct vectors` it is then looked up with 0 for each
// digit, then by its shape. The file is read once after all data files; a model reads it again for
// words that training did not see.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/characters.hpp"
#include "costruct/data/features/fitted/kept_rows.hpp"
#include "costruct/data/features/fitted/vector_file.hpp"
#include "costruct/data/features/fitted/windowed.hpp"
#include "costruct/data/features/words/word_shape.hpp"
#include "costruct/io/byte_source.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr double kMostOfVector = 3.5e38;  // of a float

enum class UnknownWord { kZero, kMean };

struct VectorOptions {
  std::string file;
  std::string column = kWordColumn;
  Index window = 1;
  std::string group = "vectors";
  UnknownWord oov = UnknownWord::kZero;
  bool lowercase = true;
  std::optional<double> scale;
  bool embed = true;
};

OptionDeclaration<VectorOptions> vector_options() {
  using Options = VectorOptions;
  OptionDeclaration<Options> options;
  options
      .text("file", &Options::file,
            "a file of word vectors (word2vec text or binary, GloVe, fastText .vec; plain, "
            ".gz or .xz)")
      .required()
      .text("column", &Options::column, "the column to take")
      .integer("window", &Options::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also the tokens at positions -w to w of the sentence")
      .text("group", &Options::group, "their group, for named views")
      .choice("oov", &Options::oov, {"zero", "mean"},
              "the vector of a word that the file does not have; mean: of all rows of the file")
      .boolean("lowercase", &Options::lowercase,
               "a word that the file does not have takes the vector of its lower case")
      .number("scale", &Options::scale, {.greater_than = 0},
              "length of every vector; null: vectors are as in the file")
      .boolean("embed", &Options::embed,
               "a model has the vectors of its words; false: it names the file, which predictions "
               "need unchanged");
  return options;
}

class VectorsExtractor;

/// The values refer to the extractor, whose rows become more with the words at hand.
class VectorValues final : public WindowedValues {
 public:
  VectorValues(const VectorsExtractor& extractor, Index window, Index dimensions)
      : WindowedValues(window, dimensions, 1), extractor_(extractor) {}
  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>& kept) const override;
  std::shared_ptr<const void> row_owner() const override;

 protected:
  SharedRow row_of(std::span<const std::int32_t> symbols) const override;

 private:
  const VectorsExtractor& extractor_;
};

class VectorsExtractor final : public WindowedExtractor {
 public:
  VectorsExtractor(const VectorOptions& options, Index column)
      : WindowedExtractor(options.group, name_prefix("vectors", options.column), column,
                          options.window),
        options_(options) {}

  // The symbol of a token is the number of its word.
  void grow(const RawExample& example, SymbolList& symbols) override {
    const Sentence sentence = sentence_of(example);
    for (Index t = 0; t < sentence.length; ++t) {
      const std::int32_t word = words_.intern(sentence.at(t, column()));
      if (word == std::ssize(tokens_)) tokens_.push_back(0);
      ++tokens_[word];
      symbols.number.push_back(word);
    }
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    const Sentence sentence = sentence_of(example);
    for (Index t = 0; t < sentence.length; ++t) {
      const std::string_view word = sentence.at(t, column());
      symbols.number.push_back(first_found(words_, word));
    }
  }
  bool numbers_all_words() const override { return rows_.dimensions > 0; }

  std::string text() const override { return options_.file; }
  std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& file) override {
    file_ = file;
    const VectorFile vectors(file);
    rows_.dimensions = vectors.dimensions();
    has_shapes_ = vectors.has_shapes();
    return values();
  }
  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>&) const override {
    return values();
  }

  std::vector<std::string> finish_reading(bool any_word) override {
    std::vector<std::string> notes;
    const Index first = std::ssize(row_of_word_);
    if (!numbers_all_words() || (first == words_.size() && !any_word)) return notes;
    StringTable wanted;
    for (Index word = first; word < words_.size(); ++word) {
      for (const std::string& name : names_in_file(words_[word])) {
        if (rows_.words.find(name) < 0) wanted.intern(name);
      }
    }
    if (is_stored_ && file_.empty()) {
      note_missing_file(first, any_word, notes);
    } else if (wanted.size() > 0 || any_word) {
      read_rows(wanted, any_word, notes);
    }
    find_rows(first);
    if (any_word) take_all_rows();
    if (!is_stored_) notes.push_back(coverage());
    return notes;
  }

  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    const Json facts = model.has_fact(prefix) ? model.get(prefix) : Json();
    const auto is_right = [&](const char* key, bool text) {
      return facts.is_object() && facts.contains(key) &&
             (text ? facts[key].is_string() : facts[key].is_number_unsigned());
    };
    if (!is_right("dimensions", false) || !is_right("checksum", true) || !is_right("path", true) ||
        facts["dimensions"] < 1 || facts["dimensions"] > VectorFile::kMostDimensions)
      fail_damaged(model, prefix, "no facts on the file of vectors");
    is_stored_ = true;
    has_shapes_ = facts.contains("shapes");
    rows_.dimensions = facts["dimensions"].get<Index>();
    if (options_.oov == UnknownWord::kMean) {
      const auto mean = model.doubles(prefix + ".mean");
      if (std::ssize(mean) != rows_.dimensions ||
          !std::all_of(mean.begin(), mean.end(), [](double x) { return std::isfinite(x); }))
        fail_damaged(model, prefix, "the mean of the vectors is wrong");
      mean_ = std::make_shared<const Vector>(mean.begin(), mean.end());
    }
    if (options_.embed) {
      load_words(model, prefix, ".words", rows_.words);
      rows_.set_numbers(
          load_vectors(model, prefix, rows_.words.size(), rows_.dimensions, kMostOfVector));
      for (Index word = 0; word < rows_.words.size(); ++word) words_.intern(rows_.words[word]);
      tokens_.assign(words_.size(), 0);
      find_rows(0);
    }
    find_file(model, facts);
    return values();
  }

  void save(ModelWriter& model, const std::string& prefix) const {
    std::error_code ignored;
    Json facts = {{"dimensions", rows_.dimensions},
                  {"path", std::filesystem::absolute(file_, ignored).string()},
                  {"checksum", checksum_of_file(file_)}};
    if (has_shapes_) facts["shapes"] = true;
    model.set(prefix, facts);
    if (options_.oov == UnknownWord::kMean)
      model.add(prefix + ".mean", std::span<const double>(*mean_));
    if (!options_.embed) return;
    std::vector<std::string> words;
    for (Index word = 0; word < rows_.words.size(); ++word) words.emplace_back(rows_.words[word]);
    model.add_strings(prefix + ".words", words);
    save_vectors(model, prefix, rows_.numbers());
  }

  /// The vector of a word; -1 is a word that is not at hand.
  SharedRow row_of(std::int32_t word) const {
    SharedRow found;
    const std::int32_t row = word >= 0 && word < std::ssize(row_of_word_) ? row_of_word_[word] : -1;
    if (row >= 0) {
      found.floats = rows_.row(row).data();
    } else if (options_.oov == UnknownWord::kMean) {
      found.doubles = mean_->data();
    } else {
      return found;
    }
    found.columns = static_cast<std::int32_t>(rows_.dimensions);
    if (options_.scale) scale_to(*options_.scale, found);
    return found;
  }
  /// Keeps the numbers of these vectors.
  std::shared_ptr<const void> row_owner() const {
    return std::make_shared<
        const std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
        rows_.shared_numbers(), mean_);
  }

 private:
  Index per_token() const override { return std::max<Index>(rows_.dimensions, 0); }
  std::string name_in_word(Index feature) const override { return fmt::format(".{}", feature + 1); }
  bool is_indicator_of_word(Index) const override { return false; }

  std::shared_ptr<const FittedValues> values() const {
    return std::make_shared<const VectorValues>(*this, window(), per_token());
  }

  // Reads the rows of these words, or of all words.
  void read_rows(const StringTable& wanted, bool any_word, std::vector<std::string>& notes) {
    VectorFile file(file_);
    if (file.dimensions() != rows_.dimensions)
      throw DataError(file_.string() + ": has changed while it was read");
    const bool needs_mean = options_.oov == UnknownWord::kMean && mean_ == nullptr;
    const Index before = rows_.words.size();
    Vector sums(needs_mean ? rows_.dimensions : 0, 0.0);
    std::vector<float> numbers(needs_mean ? rows_.dimensions : 0);
    LeftOut twice, without_word;
    for (std::string_view word; file.next(word);) {
      if (needs_mean) {
        file.numbers(numbers);
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += numbers[k];
      }
      if (word.empty()) {
        without_word.count(file.line(), "");
      } else if (any_word || word.front() == '\n' || wanted.find(word) >= 0) {
        const std::int32_t known = rows_.words.find(word);
        if (known < 0) {
          file.numbers(rows_.add(word));
        } else if (known >= before) {
          twice.count(file.line(), word);
        }
      }
    }
    if (needs_mean) {
      for (double& sum : sums) sum /= static_cast<double>(std::max<Index>(file.rows(), 1));
      mean_ = std::make_shared<const Vector>(std::move(sums));
    }
    layout_ = fmt::format("{}, {}", file.layout(), counted(file.rows(), "row"));
    twice.note("of words that stand twice", notes);
    without_word.note("without a word", notes);
    if (file.stated_rows() && *file.stated_rows() != file.rows())
      notes.push_back(fmt::format("has {}, its first line states {}", counted(file.rows(), "row"),
                                  *file.stated_rows()));
    for (std::string& note : notes) note = "vectors: " + file_.string() + ": " + note;
  }

  // Finds the row of each word from `first` on.
  void find_rows(Index first) {
    for (Index word = first; word < words_.size(); ++word) {
      row_of_word_.push_back(first_found(rows_.words, words_[word]));
    }
  }

  // The words of the file that have the vector of a word, the best first.
  std::vector<std::string> names_in_file(std::string_view word) const {
    std::vector<std::string> names{std::string(word)};
    if (options_.lowercase) names.push_back(lower_case(word));
    if (has_shapes_) {
      names.push_back(digits_as_zero(word));
      std::string shape;
      append_shape(names.back(), shape);
      names.push_back(VectorFile::shape_word(shape));
    }
    return names;
  }
  // The number of the first of these names in a table; -1 if it has none.
  std::int32_t first_found(const StringTable& table, std::string_view word) const {
    std::int32_t found = table.find(word);
    if (found >= 0) return found;
    for (const std::string& name : names_in_file(word)) {
      found = table.find(name);
      if (found >= 0) break;
    }
    return found;
  }

  // Numbers all words of the file, for a look-up without grow().
  void take_all_rows() {
    const Index first = words_.size();
    for (Index word = 0; word < rows_.words.size(); ++word) words_.intern(rows_.words[word]);
    tokens_.resize(words_.size(), 0);
    find_rows(first);
  }

  std::string coverage() const {
    Index found = 0, tokens = 0, tokens_found = 0;
    Index in_lower_case = 0, with_zeros = 0, by_shape = 0;
    for (Index word = 0; word < words_.size(); ++word) {
      tokens += tokens_[word];
      if (row_of_word_[word] < 0) continue;
      ++found;
      tokens_found += tokens_[word];
      const std::string_view name = rows_.words[row_of_word_[word]];
      if (name == words_[word]) continue;
      ++(name.front() == '\n'                                     ? by_shape
         : options_.lowercase && name == lower_case(words_[word]) ? in_lower_case
                                                                  : with_zeros);
    }
    std::string how;
    const auto add = [&](Index count, const char* what) {
      if (count > 0) how += fmt::format("{}{} {}", how.empty() ? " (" : ", ", count, what);
    };
    add(in_lower_case, "in lower case");
    add(with_zeros, "with digits as 0");
    add(by_shape, "by the shape of rare words");
    return fmt::format(
        "vectors: {} ({}; {}): {} of {} have a vector{}, {:.1f} % of the tokens",
        file_.filename().string(), layout_, counted(rows_.dimensions, "dimension"), found,
        counted(words_.size(), "different word"), how.empty() ? "" : how + ")",
        100 * static_cast<double>(tokens_found) / static_cast<double>(std::max<Index>(tokens, 1)));
  }

  // Finds the file of a model. Sets why_no_file_ if it is not there or has changed.
  void find_file(const ModelReader& model, const Json& facts) {
    const auto found = look_up_file(options_.file);
    std::filesystem::path file =
        found ? *found : std::filesystem::path(facts["path"].get<std::string>());
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
      why_no_file_ = options_.file + ": is not there";
    } else if (checksum_of_file(file) != facts["checksum"]) {
      why_no_file_ = file.string() + ": is not the file that the model was trained with";
    } else {
      file_ = std::move(file);
    }
    if (options_.embed || !file_.empty()) return;
    throw DataError(fmt::format(
        "{}; {} needs it (embed: false): put it beside the model or under $COSTRUCT_DATA",
        why_no_file_, model.file()));
  }

  void note_missing_file(Index first, bool any_word, std::vector<std::string>& notes) const {
    Index unknown = 0;
    for (Index word = first; word < words_.size(); ++word) {
      const std::int32_t row = first_found(rows_.words, words_[word]);
      unknown += row < 0 || rows_.words[row].front() == '\n';
    }
    if (unknown == 0 && !any_word) return;
    notes.push_back(fmt::format(
        "vectors: {} not in the model, and {}: they count as {}",
        any_word ? "words may be" : counted(unknown, "different word is", "different words are"),
        why_no_file_, has_shapes_ ? "rare words of their shape" : "words without vectors"));
  }

  VectorOptions options_;
  std::filesystem::path file_;
  std::string layout_, why_no_file_;
  bool is_stored_ = false;                 // whether this extractor comes from a model
  bool has_shapes_ = false;                // see VectorFile
  StringTable words_;                      // the words at hand, or of the model
  std::vector<Index> tokens_;              // how often each occurs
  std::vector<std::int32_t> row_of_word_;  // for the first words; -1: without vector
  KeptRows rows_;
  std::shared_ptr<const Vector> mean_;  // of all rows, for `oov` mean
};

void VectorValues::save(ModelWriter& model, const std::string& prefix,
                        const std::vector<std::int32_t>&) const {
  extractor_.save(model, prefix);
}

SharedRow VectorValues::row_of(std::span<const std::int32_t> symbols) const {
  return extractor_.row_of(symbols[0]);
}

std::shared_ptr<const void> VectorValues::row_owner() const {
  return extractor_.row_owner();
}

}  // namespace

ExtractorKind vectors_extractor() {
  ExtractorKind kind;
  kind.name = "vectors";
  kind.summary = "words by the vectors of a file (word2vec, GloVe, fastText)";
  kind.options = vector_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    const VectorOptions options = vector_options().parse(json);
    check_column(options.column, columns, path + ".column", errors);
    if (options.file.empty())
      errors.add(path + ".file", " = \"\": must be a file of word vectors, as \"glove.txt\"");
  };
  kind.make_fitted =
      [](const Json& json,
         const std::vector<std::string>& columns) -> std::unique_ptr<FittedExtractor> {
    const VectorOptions options = vector_options().parse(json);
    return std::make_unique<VectorsExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
