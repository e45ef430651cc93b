// text_folders: a folder for each class, a file for each text.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kUnlabeledFolder = "unlabeled";
using Paths = std::vector<std::filesystem::path>;

/// The content of a folder, sorted by name, without hidden files.
struct FolderContent {
  Paths files, folders;
};

FolderContent content_of(const std::filesystem::path& folder) {
  FolderContent content;
  std::error_code failed, ignored;
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    if (at->path().filename().string().starts_with('.')) continue;
    (at->is_directory(ignored) ? content.folders : content.files).push_back(at->path());
  }
  if (failed)
    throw DataError(fmt::format("{}: cannot be read: {}", folder.string(), failed.message()));
  std::sort(content.files.begin(), content.files.end());
  std::sort(content.folders.begin(), content.folders.end());
  return content;
}

/// The texts of a folder with folders of classes. Where labels are ignored, also a folder of texts
/// alone, or one text.
Paths texts_of(const std::filesystem::path& path, LabelUse labels) {
  std::error_code ignored;
  const bool has_labels = labels != LabelUse::kIgnored;
  const char* const expected = "expected a folder that has a folder of texts for each class";
  if (!std::filesystem::is_directory(path, ignored)) {
    if (has_labels) throw DataError(fmt::format("{}: is a file, {}", path.string(), expected));
    return {path};
  }
  FolderContent content = content_of(path);
  if (content.folders.empty()) {
    if (content.files.empty()) throw DataError(fmt::format("{}: an empty folder", path.string()));
    if (has_labels)
      throw DataError(fmt::format("{}: has texts and no folder, {}", path.string(), expected));
    return std::move(content.files);
  }
  if (!content.files.empty())
    throw DataError(fmt::format("{}: lies beside folders of classes: is it a text of a class?",
                                content.files.front().string()));
  Paths texts;
  for (const std::filesystem::path& folder : content.folders) {
    const FolderContent inner = content_of(folder);
    if (!inner.folders.empty())
      throw DataError(fmt::format("{}: a folder in the folder of a class, which has texts alone",
                                  inner.folders.front().string()));
    texts.insert(texts.end(), inner.files.begin(), inner.files.end());
  }
  if (texts.empty()) throw DataError(fmt::format("{}: its folders are empty", path.string()));
  return texts;
}

/// Reads a file as one text, with the name of its folder as label.
class TextFileReader final : public ExampleReader {
 public:
  TextFileReader(const std::filesystem::path& file, LabelUse labels) : lines_(file) {
    if (labels == LabelUse::kIgnored) return;
    label_ = file.parent_path().filename().string();
    if (label_ == kUnlabeledFolder) label_.clear();
  }

  bool next(RawExample& example) override {
    example.clear();
    if (is_read_) return false;
    is_read_ = true;
    for (std::string_view line; lines_.next(line);) {
      text_ += line;
      text_ += lines_.line_end();
      if (text_.size() > LineReader::kLongestLine)
        lines_.fail(fmt::format("a text of more than {} MiB", LineReader::kLongestLine >> 20));
    }
    static const auto header =
        std::make_shared<const std::vector<std::string>>(1, std::string(kTextColumn));
    example.fields.push_back(text_);
    example.columns = 1;
    example.header = header;
    example.reader = this;
    example.record = lines_.file();
    example.line = 1;
    example.length = 1;
    example.labels.push_back(label_);
    return true;
  }

  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  LineReader lines_;
  std::string text_, label_;
  bool is_read_ = false;
};

// The path of a text, and its class.
std::string with_class(const Json& /*block*/, std::string_view file, std::string_view prediction) {
  return fmt::format("{}\t{}", file, prediction);
}

Recognition recognise_text_folders(const FileSample& sample, const RecognitionHints& hints) {
  constexpr double kGood = 0.9;
  Recognition r;
  r.kind = "a folder of texts for each class";
  r.problem = "multiclass";
  if (hints.folder.empty() || !sample.is_text()) return r;
  std::vector<std::string> classes;
  try {
    for (const std::filesystem::path& text : texts_of(hints.folder, LabelUse::kRequired)) {
      std::string name = text.parent_path().filename().string();
      const bool is_known = !classes.empty() && classes.back() == name;
      if (!is_known && name != kUnlabeledFolder) classes.push_back(std::move(name));
    }
  } catch (const DataError&) {
    return r;
  }
  if (classes.size() < 2 || std::find(classes.begin(), classes.end(), "cur") != classes.end())
    return r;  // one class, or a maildir
  r.fit = kGood;
  r.block["features"] = {{{"extractor", "words"}}};
  r.saw.push_back(fmt::format("The folders are the labels: {}.", one_of(classes)));
  return r;
}

}  // namespace

Format text_folders_format() {
  Format format;
  format.name = "text_folders";
  format.summary = "texts with a label: a folder for each class, a file for each text";
  format.input = kRows;
  format.reads_folders = true;
  format.files_of = texts_of;
  format.recognise = recognise_text_folders;
  format.with_prediction = with_class;
  format.options = {features_option(ExtractorInput::kTexts)};
  format.how_to_unlabel = fmt::format("call its folder {}", kUnlabeledFolder);
  format.rows = RowFormat{
      .kind = RowKind::kTexts,
      .open = [](const Json&, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<TextFileReader>(file, labels); },
      .knows_missing_labels = true,
      .written =
          [](const Json& block, const RelabeledExample& text) {
            return with_class(block, text.record, text.labels.front()) + "\n";
          },
      .predicts_labels_alone = true};
  return format;
}

}  // namespace costruct::experiments
