#include "costruct/data/line_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/data/data_block.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

// Adds the place to errors that parsing finds.
template <class Parse>
auto parse_at(const LineReader& reader, const Parse& parse) {
  try {
    return within_memory(parse, [&] { return fmt::format("{}:{}", reader.file(), reader.line()); });
  } catch (const DataError& error) {
    if (std::string_view(error.what()).starts_with(reader.file() + ":")) throw;
    reader.fail(error.what());
  }
}

}  // namespace

/// Inputs for prediction. They replace all other inputs in their set.
class LineExamples::Stream final : public InputStream {
 public:
  Stream(LineExamples& set, const std::filesystem::path& file, const ViewAssignment& views,
         bool together)
      : InputStream(set), set_(set), reader_(file), views_(views), together_(together) {
    set_.begin_file();
  }

  Index read(Index most) override {
    set_.forget_inputs();
    Index count = 0;
    for (std::string_view line; count < most && reader_.next(line);) {
      if (is_blank_line(line)) continue;
      parse_at(reader_, [&] { return set_.parse(line, {.grows = false, .outputs = false}); });
      if (count++ == 0) line_ = reader_.line();
    }
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    const std::vector<Index> sizes =
        together_ && count > 0 ? std::vector<Index>{count} : std::vector<Index>();
    data_ = set_.inputs({{}, all, views_, true, sizes}).data;
    return count;
  }
  std::shared_ptr<const ProblemData> data() const override { return data_; }
  Index line() const override { return line_; }
  std::string text_of(Index which, const Output& output) const override {
    return set_.text_of_input(which, output);
  }

 private:
  LineExamples& set_;
  LineReader reader_;
  const ViewAssignment& views_;
  bool together_;
  std::shared_ptr<const ProblemData> data_;
  Index line_ = 0;
};

LineExamples::LineExamples(Json block) : block_(std::move(block)) {
  const auto limit = block_.find("limit");
  if (limit != block_.end() && !limit->is_null()) limit_ = limit->get<Index>();
}

void LineExamples::read(std::span<const std::filesystem::path> files, Role role) {
  const Reading reading{role != Role::kTest, role != Role::kUnlabeled};
  for (const std::filesystem::path& file : files) {
    LineReader reader(file);
    files_.push_back(file.string());
    begin_file();
    bool any = false;
    for (std::string_view line; !is_full(role) && reader.next(line);) {
      if (is_blank_line(line)) continue;
      any = true;
      std::optional<Output> output = parse_at(reader, [&] { return parse(line, reading); });
      examples_.push_back({std::move(output), static_cast<int>(files_.size()) - 1, reader.line()});
      if (role == Role::kTrain) ++num_training_;
    }
    if (!any && !is_full(role)) throw DataError(file.string() + ": has no examples");
  }
}

void LineExamples::finish_training() {
  if (std::none_of(examples_.begin(), examples_.end(),
                   [](const Example& e) { return e.output.has_value(); }))
    throw DataError((files_.empty() ? "train" : files_.front()) + ": no example has an output");
}

ExamplePlace LineExamples::place(Index example) const {
  const Example& at = examples_[static_cast<std::size_t>(example)];
  return {files_[static_cast<std::size_t>(at.file)], at.line};
}

std::unique_ptr<InputStream> LineExamples::stream(const std::filesystem::path& file,
                                                  const ViewAssignment& views, bool together) {
  return std::make_unique<Stream>(*this, file, views, together);
}

void LineExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                        const FittedFeatures*) const {
  const Format* format = find_format(block_.at("format").get<std::string>());
  Json options = Json::object();
  for (const OptionInfo& info : format->options) {
    if (block_.contains(info.name)) options[info.name] = block_.at(info.name);
  }
  model.set("encoder", {{"format", format->name}, {"options", std::move(options)}});
  save_features(model, keep);
}

Json LineExamples::block_of(const ModelReader& model) {
  const Format* format = stored_format(model);
  Json block = model.get("encoder").at("options");
  ConfigErrors errors;
  check_format_options(*format, block, "encoder.options", errors);
  if (!errors.empty())
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), errors.messages()[0]));
  block["format"] = format->name;
  return block;
}

}  // namespace costruct::experiments
