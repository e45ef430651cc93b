#include "costruct/data/alignment/sequence_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/data/alignment/blosum62.hpp"
#include "costruct/data/alignment/residues.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

using Shares = std::array<double, kProfileResidues>;

// Background frequencies in thousandths, in the order of kResidues.
constexpr Shares kCommon = {78, 19, 54, 63, 39, 74, 22, 51, 57, 90,
                            22, 45, 52, 43, 51, 71, 58, 64, 13, 32};

const Shares& background() {
  static const Shares shares = [] {
    double sum = 0;
    for (const double each : kCommon) sum += each;
    Shares of_all = kCommon;
    for (double& each : of_all) each /= sum;
    return of_all;
  }();
  return shares;
}

// P(. | b) for each b.
const std::array<Shares, kProfileResidues>& exchanges() {
  static const std::array<Shares, kProfileResidues> all = [] {
    std::array<Shares, kProfileResidues> of_residues{};
    for (std::size_t b = 0; b < kProfileResidues; ++b) {
      double sum = 0;
      for (std::size_t a = 0; a < kProfileResidues; ++a) {
        of_residues[b][a] =
            background()[a] * std::exp2(blosum62(static_cast<int>(a), static_cast<int>(b)) / 2.0);
        sum += of_residues[b][a];
      }
      for (double& each : of_residues[b]) each /= sum;
    }
    return of_residues;
  }();
  return all;
}

Shares smoothed(const Shares& counts, double pseudocounts) {
  double total = 0;
  for (const double count : counts) total += count;
  if (total == 0) return background();
  Shares shares = counts;
  for (std::size_t b = 0; b < kProfileResidues; ++b) {
    if (counts[b] == 0) continue;
    for (std::size_t a = 0; a < kProfileResidues; ++a)
      shares[a] += pseudocounts * counts[b] / total * exchanges()[b][a];
  }
  for (double& share : shares) share /= total + pseudocounts;
  return shares;
}

std::vector<std::string> words_of_header(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string> words;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// The key of an alignment: its name, and the word that names its family, if there is one.
std::string key_of(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].starts_with("family=")) return words[0] + " " + words[i];
  }
  return words[0];
}

/// Reads the alignments of a file one by one.
class A3mReader {
 public:
  explicit A3mReader(const std::filesystem::path& file) : lines_(file) {}

  /// Reads the next alignment; returns false at the end of the file.
  bool next(SequenceFamily& family) {
    family = {};
    for (std::string_view line; lines_.next(line);) {
      if (line.starts_with('#')) {
        if (family.rows.empty()) continue;
        end_record(family);
        return true;
      }
      read(line, family);
    }
    if (!family.rows.empty()) end_record(family);
    return !family.rows.empty();
  }
  const LineReader& lines() const { return lines_; }
  /// The line of the first header of the last alignment.
  Index line() const { return line_; }

 private:
  void read(std::string_view line, SequenceFamily& family) {
    if (line.starts_with('>')) {
      if (!family.rows.empty()) end_record(family);
      begin_record(line.substr(1), family);
    } else if (line.find_first_not_of(" \t\r\v\f") != std::string_view::npos) {
      if (family.rows.empty())
        lines_.fail("expected a header, > and a name, and found " + shown_text(line));
      read_letters(line, family);
    }
  }

  void begin_record(std::string_view header, SequenceFamily& family) {
    if (header.size() > SequenceFamilies::kLongestHeader) {
      lines_.fail(fmt::format("a header of {} bytes: at most {}", header.size(),
                              SequenceFamilies::kLongestHeader));
    }
    record_ = lines_.line();
    const std::vector<std::string> words = words_of_header(header);
    if (words.empty()) lines_.fail("a header without a name: expected > and a name");
    if (family.rows.empty()) {
      line_ = record_;
      family.key = key_of(words);
      family.place = fmt::format("{}:{}", lines_.file(), line_);
    }
    family.rows.push_back({words.front(), ""});
  }

  void read_letters(std::string_view line, SequenceFamily& family) const {
    std::string& letters = family.rows.back().letters;
    for (const char c : line) {
      if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') continue;
      const bool is_between = c == '.' || is_small_letter(c);
      if (residue_code(c) < 0 && !is_gap(c))
        lines_.fail(shown_text({&c, 1}) +
                    " is no residue: expected a letter of an amino acid, X, - or .");
      if (family.rows.size() == 1 && (is_between || c == '-')) {
        lines_.fail(
            shown_text({&c, 1}) +
            " in the first record of an alignment, which is the sequence itself: expected capital "
            "letters without gaps");
      }
      if (!is_between) letters += c;
    }
    if (letters.size() > SequenceFamilies::kMostColumns)
      lines_.fail_at(
          record_, fmt::format("a record of more than {} columns", SequenceFamilies::kMostColumns));
  }

  void end_record(const SequenceFamily& family) const {
    const std::size_t found = family.rows.back().letters.size(),
                      expected = family.rows[0].letters.size();
    if (found == expected) return;
    lines_.fail_at(
        record_,
        fmt::format("{} has {} capital letters and gaps: expected {}, as the first record of its "
                    "alignment, {}, has",
                    shown_text(family.rows.back().name), found, expected,
                    shown_text(family.rows[0].name)));
  }

  LineReader lines_;
  Index line_ = 0, record_ = 0;
};

bool is_a3m(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".a3m") || name.ends_with(".a3m.gz") || name.ends_with(".a3m.xz");
}

}  // namespace

void SequenceFamilies::read(const std::filesystem::path& file) {
  A3mReader reader(file);
  const auto place = [&] { return fmt::format("{}:{}", file.string(), reader.lines().line()); };
  bool any = false;
  for (SequenceFamily family; within_memory([&] { return reader.next(family); }, place); any = true)
    within_memory([&] { add(std::move(family), reader.lines(), reader.line()); }, place);
  if (!any) throw DataError(file.string() + ": has no alignments: expected records of A3M");
}

void SequenceFamilies::add(SequenceFamily family, const LineReader& lines, Index line) {
  const std::string key = family.key;
  const auto [at, is_new] = families_.try_emplace(key, std::move(family));
  if (is_new) return;
  lines.fail_at(line, fmt::format("a second alignment of {}: the first one is at {}",
                                  shown_text(key), at->second.place));
}

const SequenceFamily* SequenceFamilies::find(const std::string& name,
                                             const std::string& family) const {
  auto at = families_.end();
  if (!family.empty()) at = families_.find(name + " family=" + family);
  if (at == families_.end()) at = families_.find(name);
  return at == families_.end() ? nullptr : &at->second;
}

std::vector<std::string> SequenceFamilies::names() const {
  std::vector<std::string> names;
  for (const auto& [name, family] : families_) names.push_back(name);
  return names;
}

std::vector<std::filesystem::path> family_files(const std::filesystem::path& file_or_folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(file_or_folder, error)) return {file_or_folder};
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator at(file_or_folder, error), end; !error && at != end;
       at.increment(error)) {
    if (is_a3m(at->path())) files.push_back(at->path());
  }
  if (error) throw DataError(file_or_folder.string() + ": " + error.message());
  if (files.empty())
    throw DataError(file_or_folder.string() + ": has no files *.a3m, *.a3m.gz or *.a3m.xz");
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<float> profile_of(const SequenceFamily& family, std::string_view without,
                              double pseudocounts) {
  const std::size_t length = family.rows.front().letters.size();
  std::vector<Shares> counts(length, Shares{});
  for (std::size_t r = 0; r < family.rows.size(); ++r) {
    const SequenceFamily::Row& row = family.rows[r];
    if (r > 0 && row.name == without) continue;
    for (std::size_t i = 0; i < length; ++i) {
      const int residue = is_gap(row.letters[i]) ? kUnknownResidue : residue_code(row.letters[i]);
      if (residue < kProfileResidues) ++counts[i][static_cast<std::size_t>(residue)];
    }
  }
  std::vector<float> profile;
  profile.reserve(length * kProfileResidues);
  for (const Shares& of_position : counts) {
    for (const double share : smoothed(of_position, pseudocounts))
      profile.push_back(static_cast<float>(share));
  }
  return profile;
}

}  // namespace costruct::experiments
