#include "costruct/experiments/init/file_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

// Whether the text names a key of a JSON object: "key": ...
bool names_key(std::string_view bytes, const std::string& key) {
  return bytes.find('"' + key + '"') != std::string_view::npos;
}

// The format that the ending of a file's name says; "" if it says none.
std::string format_of_ending(const std::string& name) {
  std::string stem = name;
  for (const char* packed : {".gz", ".xz"}) {
    if (stem.ends_with(packed)) stem.resize(stem.size() - 3);
  }
  const std::string ending = fs::path(stem).extension().string();
  if (ending == ".csv" || ending == ".tsv") return "csv";
  if (ending == ".conllu") return "conllu";
  return "";
}

// "line 7 has 3 fields, and most lines have 2", if nearly all lines have as many fields as most
// have, and two or more; "" otherwise.
std::string uneven_line(const FileSample& sample) {
  constexpr double kNearlyAll = 0.8;
  std::map<std::size_t, Index> lines_with;  // by number of fields
  Index filled = 0;
  for (const std::string_view line : sample.lines()) {
    const std::size_t fields = blank_separated(line).size();
    if (fields == 0) continue;
    ++filled;
    ++lines_with[fields];
  }
  if (lines_with.size() < 2) return "";
  const auto most = std::max_element(lines_with.begin(), lines_with.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  if (most->first < 2 || static_cast<double>(most->second) < kNearlyAll * filled) return "";
  Index number = 0;
  for (const std::string_view line : sample.lines()) {
    ++number;
    const std::size_t fields = blank_separated(line).size();
    if (fields > 0 && fields != most->first)
      return fmt::format("line {} has {}, and most lines have {}", number,
                         counted(static_cast<Index>(fields), "field"), most->first);
  }
  return "";
}

// Throws ConfigError if a line is not UTF-8, which JSON must be.
void refuse_other_encoding(const FileSample& sample) {
  Index number = 0;
  for (const std::string_view line : sample.lines()) {
    ++number;
    const std::size_t at = first_not_utf8(line);
    if (at == std::string_view::npos) continue;
    throw ConfigError(fmt::format(
        "{0}:{1}: byte {2} (0x{3:02x}) is not UTF-8, which JSON must be. If the file is in "
        "Latin-1: iconv -f LATIN1 -t UTF-8 {0} > converted.jsonl",
        sample.name(), number, at + 1, static_cast<unsigned char>(line[at])));
  }
}

[[noreturn]] void refuse_unknown(const FileSample& sample, const std::string& option) {
  const std::string& name = sample.name();
  const std::string_view bytes = sample.bytes();
  if (bytes.empty()) throw ConfigError(name + ": is empty");
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
    throw ConfigError(name + ": text in UTF-16: iconv -f UTF-16 -t UTF-8 converts it");
  if (sample.is_text() && bytes.substr(0, 1) == "{" && names_key(bytes, "problem") &&
      (names_key(bytes, "learner") || names_key(bytes, "learners")))
    throw ConfigError(fmt::format(
        "{}: a config, not data: costruct validate {} says what is wrong with it", name, name));
  if (sample.is_text() && (bytes.starts_with('{') || bytes.starts_with("[{")))
    refuse_other_encoding(sample);
  if (sample.is_text() && bytes.substr(0, 1) == "{")
    throw ConfigError(fmt::format(
        "{}: JSON without the usual keys: expected \"text\" with \"spans\" or \"label\", "
        "\"parts\" of emails, \"nodes\" of graphs or \"candidates\" of queries; or say what it "
        "is, as {} texts or {} spans (docs/formats.md)",
        name, option, option));
  if (bytes.starts_with("PK\x03\x04"))
    throw ConfigError(name +
                      ": a zip archive: unzip it, and name the files in it; save the table of "
                      "a spreadsheet (.xlsx, .ods) as CSV");
  if (!sample.is_text()) throw ConfigError(name + ": binary data of a kind that is not known here");
  if (const std::string format = format_of_ending(name); !format.empty())
    throw ConfigError(
        fmt::format("{}: its name says {}, but it cannot be read as such: {} {} says what is wrong",
                    name, format, option, format));
  if (const std::string line = uneven_line(sample); !line.empty())
    throw ConfigError(fmt::format(
        "{}: {}. Words and labels have no blanks; use TABs and --format conll, or mend the line",
        name, line));
  const bool is_plain = recognise_file(sample).empty() && is_plain_text(sample);
  if (is_plain && option == "--from")
    throw ConfigError(
        fmt::format("{}: plain text. Say --plain-text lines if each line is a sentence, or else "
                    "--plain-text sentences",
                    name));
  if (is_plain)
    throw ConfigError(fmt::format(
        "{}: text without labels. Name a file with labels as well; if this one has them, say what "
        "it is: {} NAME (costruct list formats)",
        name, option));
  throw ConfigError(
      fmt::format("{}: of which format is it? Say {} NAME (costruct list formats; docs/formats.md)",
                  name, option));
}

// The description of a file by the format that the user names.
RecognisedFormat in_named_format(const FileSample& sample, const FormatQuestion& question) {
  const Format* format = find_format(question.format);
  if (format == nullptr)
    throw ConfigError(question.option + " " + shown_name(question.format) + ": " +
                      suggestion(question.format, formats().names()));
  RecognisedFormat found{format, {}};
  if (format->recognise) found.recognition = format->recognise(sample, {question.label});
  found.recognition.fit = 1;
  if (found.recognition.kind.empty()) found.recognition.kind = "a file of format " + format->name;
  if (format->name == "fasta_pairs") found.recognition.question.clear();
  if (found.recognition.problem.empty() && format->input != kRows) {
    for (const ProblemEntry& problem : problem_catalog()) {
      if (problem.input != format->input) continue;
      found.recognition.problem = problem.name;
      break;
    }
  }
  return found;
}

}  // namespace

std::vector<fs::path> files_of_path(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return {path};
  std::vector<fs::path> files;
  const auto add = [&](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file(failed) && !name.starts_with('.') && name != "CONTENTS" &&
        name != "README")
      files.push_back(entry.path());
  };
  for (const auto& entry : fs::directory_iterator(path, failed)) add(entry);
  if (files.empty()) {
    for (const auto& entry : fs::recursive_directory_iterator(path, failed)) add(entry);
  }
  if (files.empty()) throw DataError(path.string() + ": a folder without files");
  std::sort(files.begin(), files.end());
  return files;
}

RecognitionHints hints_on(const fs::path& path, const std::string& label) {
  std::error_code failed;
  return {label, fs::is_directory(path, failed) ? path : fs::path()};
}

RecognisedFormat best_format(const fs::path& path, const FileSample& sample,
                             const FormatQuestion& question) {
  if (!question.format.empty()) return in_named_format(sample, question);
  std::vector<RecognisedFormat> found = recognise_file(sample, hints_on(path, question.label));
  if (fs::is_directory(path)) {
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const auto& one) { return !one.format->reads_folders; }),
                found.end());
  }
  if (found.empty()) refuse_unknown(sample, question.option);
  constexpr double kClose = 0.12;
  for (std::size_t i = 1; i < found.size(); ++i) {
    if (found[i].recognition.fit < found.front().recognition.fit - kClose) continue;
    say(fmt::format("{}: it could also be {}: {} {} takes it for that", path.string(),
                    found[i].recognition.kind, question.option, found[i].format->name));
  }
  return std::move(found.front());
}

}  // namespace costruct::experiments
