#include "costruct/experiments/convert/convert.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/content_reader.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/formats/losses.hpp"
#include "costruct/experiments/init/file_format.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/nearest_file.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

bool is_written(const Format& format) {
  return format.rows ? format.rows->writing.has_value() : format.records && format.records->written;
}

// The formats that can be written from a format.
std::string targets_of(const Format& from) {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.input == from.input && is_written(format)) names.push_back(format.name);
  }
  return names.empty() ? "convert writes no format of " + from.input
                       : fmt::format("{} can be written as {}", from.input, one_of(names));
}

const Format& format_named(const std::string& name, const std::string& option) {
  const Format* format = find_format(name);
  if (format == nullptr)
    throw ConfigError(
        fmt::format("{} {}: {}", option, shown_name(name), suggestion(name, formats().names())));
  return *format;
}

// The block that an option gives: a name of a format, or JSON.
Json block_of(const std::string& text, const std::string& option) {
  if (!text.starts_with('{')) return {{"format", format_named(text, option).name}};
  ConfigErrors errors;
  Json block = parse_json(text, option, errors);
  errors.throw_if_any(option);
  for (const char* key : {"train", "unlabeled", "test", "sites", "dataset"}) {
    if (block.contains(key))
      throw ConfigError(
          fmt::format("{}: {} names data of a config: the file is an argument of its "
                      "own",
                      option, key));
  }
  if (!block.contains("format"))
    throw ConfigError(fmt::format("{}: format is missing: {}", option, one_of(formats().names())));
  return block;
}

// Checks a block as that of a config.
void check_block(Json block, const std::string& option, const fs::path& file) {
  block["train"] = file.string();
  ConfigErrors errors;
  check_data_block(block, option, errors);
  errors.throw_if_any("convert");
}

// The block that reads a file: as given, or as its format recognises it. What was seen is told.
Json source_block(const ConversionRequest& request) {
  if (request.plain_text) {
    if (!request.from.empty()) throw ConfigError("--plain-text: has no format: leave --from out");
    return {{"format", "conll"}};
  }
  Json block = Json::object();
  if (request.from.starts_with('{')) {
    block = block_of(request.from, "--from");
  } else {
    const FileSample sample(files_of_path(request.file).front());
    const RecognisedFormat found = best_format(request.file, sample, {request.from, "", "--from"});
    if (request.from.empty() && !found.recognition.question.empty())
      throw ConfigError(found.recognition.question);
    if (found.format->rows) block = found.recognition.block;
    for (const char* learned : {"features", kSchemeOption, "tags", "topic", "ignore"})
      block.erase(learned);
    block["format"] = found.format->name;
    say(fmt::format("{}: {}, read by {}", request.file.string(), found.recognition.kind,
                    block.dump()));
  }
  check_block(block, "--from", request.file);
  return block;
}

// The block to write for. Options that only reading needs are refused.
Json target_block(const ConversionRequest& request, const Json& from) {
  const Format& source = format_named(from.at("format"), "--from");
  Json block = block_of(request.to, "--to");
  const Json& name = block.at("format");
  if (!name.is_string()) throw ConfigError("--to: format = " + shown(name) + ": must be a name");
  const Format& target = format_named(name, "--to");
  if (target.input != source.input)
    throw ConfigError(fmt::format("--to {}: its examples are {}, and those of {} are {}: {}",
                                  target.name, target.input, source.name, source.input,
                                  targets_of(source)));
  if (!is_written(target))
    throw ConfigError(
        fmt::format("--to {}: convert does not write it: {}", target.name, targets_of(source)));
  std::vector<std::string> valid;
  if (target.rows) valid = target.rows->writing->options;
  for (const auto& [key, value] : block.items()) {
    if (key == "format" || std::find(valid.begin(), valid.end(), key) != valid.end()) continue;
    throw ConfigError(fmt::format("--to: {} has no effect on how {} is written: {}", key,
                                  target.name,
                                  valid.empty() ? "leave it out" : "expected " + one_of(valid)));
  }
  Json checked = block;
  if (target.has_rows(RowKind::kTable) && !checked.contains(kTargetOption))
    checked[kTargetOption] = kLabelColumn;
  check_block(checked, "--to", request.file);
  return block;
}

// Shows how many examples are done, and stops if asked to.
class Conversion {
 public:
  Conversion(const ConversionRequest& request, OutputFile& out)
      : request_(request), out_(out), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

  void write(std::string_view text) {
    out_.write(text);
    ++done_;
    throw_if_stopped(request_.stop);
    const auto now = Clock::now();
    if (now - last_ < (is_terminal_ ? std::chrono::seconds(1) : std::chrono::seconds(10))) return;
    last_ = now;
    tell_status(fmt::format("{}: {} examples written", request_.file.string(), done_));
  }

  // Says what is lost, and how the output is read.
  Converted end(const Losses& losses, const Json& block) const {
    Converted converted{block, losses.sentences()};
    for (const std::string& loss : converted.losses)
      say(fmt::format("costruct: note: {}: {}", request_.file.string(), loss));
    const std::string where = request_.output.empty() || request_.output == "-"
                                  ? std::string("stdout")
                                  : request_.output.string();
    say(fmt::format("Written: {} to {}, read by {}", counted(done_, "example"), where,
                    block.dump()));
    return converted;
  }

 private:
  using Clock = std::chrono::steady_clock;
  const ConversionRequest& request_;
  OutputFile& out_;
  bool is_terminal_;
  Clock::time_point last_ = Clock::now();
  Index done_ = 0;
};

// Adds what an example has that the target does not hold, whatever its format.
void tell_what_is_beside(const ExampleContent& example, const ContentFacts& from,
                         const Format& target, Losses& losses) {
  const RowWriting& writing = *target.rows->writing;
  if (!writing.holds_weights && example.weight != 1) losses.add("weights are left out");
  if (example.has_comment) losses.add("comments are left out");
  if (&target == from.format) return;
  if (!writing.holds_text && !example.text.empty())
    losses.add("texts are left out, and with them the white space between words");
  if (!from.format->rows->beside || example.record.empty()) return;
  for (const std::string& kind : from.format->rows->beside(from.block, example.record))
    losses.add(kind);
}

Converted convert_rows(const ConversionRequest& request, const Json& from, Json to,
                       OutputFile& out) {
  const Format &source = *find_format(from.at("format")), &target = *find_format(to.at("format"));
  const LabelUse use =
      request.unlabeled || request.plain_text ? LabelUse::kIgnored : LabelUse::kRequired;
  const bool has_cells =
      source.has_columns() || source.has_rows(RowKind::kTable) || source.has_rows(RowKind::kTexts);
  ContentReader reader({.format = &source,
                        .block = from,
                        .files = data_files(source, request.file, use),
                        .labels = use,
                        .plain_text = request.plain_text,
                        .features = target.rows->writing->holds_features || !has_cells});
  const auto writer = target.rows->writing->writer(to, reader.facts());
  Conversion conversion(request, out);
  Losses losses;
  out.write(writer->head());
  Index count = 0;
  for (ExampleContent example; reader.next(example); ++count) {
    losses.begin_example(reader.place());
    tell_what_is_beside(example, reader.facts(), target, losses);
    if (example.length == 0 && !target.rows->writing->holds_text) {
      losses.add("examples without words are left out");
      continue;
    }
    try {
      conversion.write(writer->text(example, losses));
    } catch (const DataError& error) {
      reader.fail(error.what());
    }
  }
  if (count != reader.facts().examples)
    throw DataError(request.file.string() + ": has changed while it was read");
  writer->complete(to);
  out.commit();
  return conversion.end(losses, to);
}

Converted convert_records(const ConversionRequest& request, const Json& from, const Json& to,
                          OutputFile& out) {
  const Format &source = *find_format(from.at("format")), &target = *find_format(to.at("format"));
  if (!source.records)
    throw ConfigError(
        fmt::format("format {}: convert does not read it: {}", source.name, targets_of(source)));
  for (const auto& [key, value] : from.items()) {
    if (key != "format")
      throw ConfigError(
          fmt::format("--from: {} has no effect on how {} of {} are converted: leave "
                      "it out",
                      key, source.input, source.name));
  }
  const auto records = source.records->open(request.file);
  Conversion conversion(request, out);
  Losses losses;
  while (records->next_record(!request.unlabeled)) {
    losses.begin_example(fmt::format("line {}", records->line()));
    if (&source != &target && !source.records->lost.empty()) losses.add(source.records->lost);
    if (source.records->beside) {
      for (const std::string& kind : source.records->beside(records->text())) losses.add(kind);
    }
    conversion.write(target.records->written(*records, !request.unlabeled));
  }
  out.commit();
  return conversion.end(losses, to);
}

// Throws if the file cannot be read or the output may not be written. Returns their roles.
FileRoles checked_places(const ConversionRequest& request) {
  std::error_code failed;
  if (request.file == "-")
    throw ConfigError("-: standard input cannot be read twice: write it to a file first");
  if (!fs::exists(request.file, failed))
    throw DataError(request.file.string() + ": " + why_not_opened(request.file, failed));
  if (!fs::is_regular_file(request.file, failed) && !fs::is_directory(request.file, failed))
    throw ConfigError(request.file.string() +
                      ": is a pipe or a device, and is read twice: expected a file");
  const fs::path output = request.output == "-" ? fs::path() : request.output;
  for (const char* ending : {".gz", ".xz"}) {
    if (output.extension() == ending)
      throw ConfigError(fmt::format("{}: convert writes no compressed files: leave {} out",
                                    output.string(), ending));
  }
  FileRoles roles;
  roles.reads(request.file, "the data file");
  roles.writes(output, "--output", FileRoles::Kind::kExamples);
  if (output.empty()) roles.writes_stdout();
  roles.check(request.force);
  return roles;
}

}  // namespace

Converted convert_file(const ConversionRequest& request) {
  const FileRoles roles = checked_places(request);
  const Json from = source_block(request), to = target_block(request, from);
  OutputFile out(request.output == "-" ? fs::path() : request.output);
  const bool has_rows = find_format(from.at("format"))->rows.has_value();
  Converted converted =
      has_rows ? convert_rows(request, from, to, out) : convert_records(request, from, to, out);
  roles.tell_replaced();
  return converted;
}

}  // namespace costruct::experiments
