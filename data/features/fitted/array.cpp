// array: describes each token by a row of an array that stands beside the data file.
//
// Row t of the array belongs to token t of the file, counted over all its sentences. So any
// encoder can make features: it writes one array for each data file.
#include <fmt/format.h>

#include <map>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/fitted/array_file.hpp"
#include "costruct/data/features/fitted/windowed.hpp"
#include "costruct/data/features/links/beside_data.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

struct ArrayOptions {
  std::string file;
  std::string tensor;
  Index window = 0;
  std::string group = "array";
  std::optional<double> scale;
};

OptionDeclaration<ArrayOptions> array_options() {
  using Options = ArrayOptions;
  OptionDeclaration<Options> options;
  options
      .text("file", &Options::file,
            "the array of a data file, .npy or .safetensors: {file} is that file's path, {stem} "
            "without its ending")
      .required()
      .text("tensor", &Options::tensor,
            "the tensor in a .safetensors file; by default it has only one")
      .integer("window", &Options::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also the tokens at positions -w to w of the sentence")
      .text("group", &Options::group, "their group, for named views")
      .number("scale", &Options::scale, {.greater_than = 0},
              "length of every row; null: rows are as in the file");
  return options;
}

class ArrayExtractor;

class ArrayValues final : public WindowedValues {
 public:
  ArrayValues(const ArrayExtractor& extractor, Index window, Index columns)
      : WindowedValues(window, columns, 1), extractor_(extractor) {}
  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>& kept) const override;
  std::shared_ptr<const void> row_owner() const override;

 protected:
  SharedRow row_of(std::span<const std::int32_t> symbols) const override;

 private:
  const ArrayExtractor& extractor_;
};

class ArrayExtractor final : public WindowedExtractor {
 public:
  explicit ArrayExtractor(const ArrayOptions& options)
      : WindowedExtractor(options.group, "array", 0, options.window), options_(options) {}

  // The symbol of a token is the number of its row among those of all arrays.
  void grow(const RawExample& example, SymbolList& symbols) override {
    append_rows(open(*example.file), example, symbols);
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    if (columns_ == 0) return symbols.number.resize(example.length, -1);  // no view has rows
    const auto found = arrays_.find(example.file->string());
    if (found == arrays_.end()) {
      throw DataError(example.file->string() +
                      ": is no regular file, so that there is no array beside it");
    }
    append_rows(found->second, example, symbols);
  }
  bool numbers_all_words() const override { return columns_ > 0; }
  bool depends_on_examples() const override { return false; }

  void end_file(const std::filesystem::path& file, Index parts) override {
    const auto found = arrays_.find(file.string());
    if (found == arrays_.end() || found->second.array->rows() == parts) return;
    throw DataError(fmt::format("{}: has {}, but {} has {}", found->second.array->name(),
                                counted(found->second.array->rows(), "row"), file.string(),
                                counted(parts, "token")));
  }
  std::vector<std::filesystem::path> files_beside_data() const override {
    std::vector<std::filesystem::path> files;
    for (const auto& [data, opened] : arrays_) files.emplace_back(opened.array->name());
    return files;
  }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>&) const override {
    return std::make_shared<const ArrayValues>(*this, window(), columns_);
  }

  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    const Json columns = model.has_fact(prefix) ? model.get(prefix) : Json();
    if (!columns.is_number_unsigned() || columns < 1 || columns > ArrayFile::kMostColumns)
      fail_damaged(model, prefix, "the number of columns is wrong");
    columns_ = columns.get<Index>();
    return fit({});
  }
  void save(ModelWriter& model, const std::string& prefix) const { model.set(prefix, columns_); }

  /// A row of the arrays; no columns for -1.
  SharedRow row(std::int32_t row) const {
    if (row < 0) return {};
    const auto after = std::upper_bound(
        in_order_.begin(), in_order_.end(), Index{row},
        [](Index number, const Opened* opened) { return number < opened->first_row; });
    const Opened& opened = **(after - 1);
    SharedRow found = opened.array->row(row - opened.first_row);
    if (options_.scale) scale_to(*options_.scale, found);
    return found;
  }
  /// Keeps all arrays mapped.
  std::shared_ptr<const void> arrays() const {
    auto all = std::make_shared<std::vector<std::shared_ptr<const ArrayFile>>>();
    for (const auto& [data, opened] : arrays_) all->push_back(opened.array);
    return all;
  }

 private:
  struct Opened {
    std::shared_ptr<const ArrayFile> array;
    Index first_row = 0;  // its number among the rows of all arrays
  };

  Index per_token() const override { return columns_; }
  std::string name_in_word(Index feature) const override { return fmt::format(".{}", feature + 1); }
  bool is_indicator_of_word(Index) const override { return false; }

  const Opened& open(const std::filesystem::path& data) {
    if (const auto known = arrays_.find(data.string()); known != arrays_.end())
      return known->second;
    auto array =
        std::make_shared<const ArrayFile>(file_beside(options_.file, data), options_.tensor);
    if (columns_ == 0) columns_ = array->columns();
    if (array->columns() != columns_) {
      throw DataError(fmt::format("{}: has {} in a row, expected {} as in the first array",
                                  array->name(), counted(array->columns(), "number"), columns_));
    }
    if (rows_ + array->rows() > std::numeric_limits<std::int32_t>::max())
      throw DataError(array->name() + ": more than 2^31 rows of arrays");
    Opened& opened = arrays_[data.string()];
    opened.first_row = rows_;
    rows_ += array->rows();
    opened.array = std::move(array);
    if (opened.array->rows() > 0) in_order_.push_back(&opened);
    return opened;
  }

  void append_rows(const Opened& opened, const RawExample& example, SymbolList& symbols) const {
    if (example.first_part + example.length > opened.array->rows()) {
      throw DataError(
          fmt::format("{}:{}: {} has {}, but this example has the tokens {} to {} of the file",
                      example.file->string(), example.line, opened.array->name(),
                      counted(opened.array->rows(), "row"), example.first_part + 1,
                      example.first_part + example.length));
    }
    for (Index t = 0; t < example.length; ++t) {
      symbols.number.push_back(
          static_cast<std::int32_t>(opened.first_row + example.first_part + t));
    }
  }

  ArrayOptions options_;
  std::map<std::string, Opened> arrays_;  // by data file
  std::vector<const Opened*> in_order_;   // those with rows, by first_row
  Index columns_ = 0, rows_ = 0;
};

void ArrayValues::save(ModelWriter& model, const std::string& prefix,
                       const std::vector<std::int32_t>&) const {
  extractor_.save(model, prefix);
}

SharedRow ArrayValues::row_of(std::span<const std::int32_t> symbols) const {
  return extractor_.row(symbols[0]);
}

std::shared_ptr<const void> ArrayValues::row_owner() const {
  return extractor_.arrays();
}

}  // namespace

ExtractorKind array_extractor() {
  ExtractorKind kind;
  kind.name = "array";
  kind.summary = "tokens by the rows of an array beside each data file (.npy, .safetensors)";
  kind.options = array_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>&, const std::string& path,
                  ConfigErrors& errors) {
    const ArrayOptions options = array_options().parse(json);
    if (!place_of_data(options.file)) {
      errors.add(path + ".file",
                 " = " + shown(options.file) +
                     ": must have {file} or {stem}, as \"{file}.npy\": each data file has its own "
                     "array");
    }
  };
  kind.make_fitted = [](const Json& json,
                        const std::vector<std::string>&) -> std::unique_ptr<FittedExtractor> {
    return std::make_unique<ArrayExtractor>(array_options().parse(json));
  };
  return kind;
}

}  // namespace costruct::experiments
