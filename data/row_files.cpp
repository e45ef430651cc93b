#include "costruct/data/row_files.hpp"

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/memory/memory_data.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

// See frozen_stream().
class FrozenStream final : public ExampleStream {
 public:
  FrozenStream(const Format& format, const Json& block, const FeatureMap& features,
               std::vector<std::filesystem::path> files, std::optional<TextUnit> plain_text,
               KnownOf known_of, LabelUse known_labels)
      : format_(format),
        block_(block),
        features_(features),
        files_(std::move(files)),
        plain_text_(plain_text),
        known_of_(std::move(known_of)),
        known_labels_(known_labels) {
    open_next();
  }

  bool next(StreamedExample& example) override {
    while (!read_within_memory(*reader_, file(), [&] { return read(example); })) {
      if (next_file_ == files_.size()) return false;
      open_next();
    }
    return true;
  }

 private:
  bool read(StreamedExample& example) {
    if (!placed_->next(raw_)) return false;
    features_.look_up(raw_, scratch_, example);
    if (known_of_) example.known = known_of_(raw_, *reader_);
    example.line = raw_.line;
    example.left_out = raw_.left_out;
    if (const auto header = reader_->header_record(); example.header != header)
      example.header = header;
    if (plain_text_ && format_.rows->record_of_text) {
      example.record = format_.rows->record_of_text(block_, raw_.record);
    } else {
      example.record = raw_.record;
    }
    if (raw_.length > kLongExample) {  // frees the memory, which decoding needs
      raw_ = RawExample();
      scratch_ = LookupScratch();
    }
    return true;
  }
  std::string file() const { return files_[next_file_ - 1].string(); }
  void open_next() {
    const std::filesystem::path& next = files_[next_file_++];
    const LabelUse labels = known_of_ ? known_labels_ : LabelUse::kIgnored;
    reader_ = opened_rows(format_, block_, next, labels, plain_text_);
    placed_.emplace(*reader_, next);
  }

  const Format& format_;
  const Json& block_;
  const FeatureMap& features_;
  std::vector<std::filesystem::path> files_;
  std::optional<TextUnit> plain_text_;
  KnownOf known_of_;
  LabelUse known_labels_;
  std::size_t next_file_ = 0;
  std::unique_ptr<ExampleReader> reader_;
  std::optional<PlacedExamples> placed_;
  RawExample raw_;
  LookupScratch scratch_;
};

}  // namespace

std::unique_ptr<ExampleReader> opened_rows(const Format& format, const Json& block,
                                           const std::filesystem::path& file, LabelUse labels,
                                           std::optional<TextUnit> plain_text) {
  const auto open = [&] {
    if (plain_text) return open_plain_text(file, *plain_text, format.columns(block));
    const auto data = memory_data(file);
    return data ? data->open(data, labels) : format.rows->open(block, file, labels);
  };
  return within_memory(open, [&] { return file.string(); });
}

std::unique_ptr<ExampleStream> frozen_stream(const Format& format, const Json& block,
                                             const FeatureMap& features,
                                             std::vector<std::filesystem::path> files,
                                             std::optional<TextUnit> plain_text, KnownOf known_of,
                                             LabelUse known_labels) {
  return std::make_unique<FrozenStream>(format, block, features, std::move(files), plain_text,
                                        std::move(known_of), known_labels);
}

}  // namespace costruct::experiments
