#include "costruct/experiments/draws/split_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kMostSplits = 1'000'000;
const std::vector<std::string> kLists = {"labeled", "unlabeled", "holdout"};

// Reads the lines of several files one after the other, or takes draws, and checks each against the
// pool.
class SplitReader {
 public:
  explicit SplitReader(const DrawPool& pool) : pool_(pool), list_of_(pool.size(), -1) {}

  void read(const std::filesystem::path& file) {
    LineReader reader(file);
    reader_ = &reader;
    const std::size_t before = splits_.size();
    std::string_view line;
    while (reader.next(line)) {
      const std::size_t first = line.find_first_not_of(kBlanks);
      if (first == std::string_view::npos) continue;
      if (splits_.size() == kMostSplits)
        reader.fail(fmt::format("more than {} splits", kMostSplits));
      splits_.push_back(line[first] == '{' ? read_object(line) : read_numbers(line));
      check(splits_.back());
    }
    if (splits_.size() == before)
      throw DataError(reader.file() + ": no splits: expected one on each line");
  }

  /// Adds a draw of the protocol `name`.
  void take_draw(const ListedSplit& drawn, const std::string& name) {
    place_ = fmt::format("protocol {}, repetition {}", name, splits_.size());
    ListedSplit split;
    split.others_unlabeled = drawn.others_unlabeled;
    const auto copy = [&](const std::vector<Index>& from, std::size_t list,
                          std::vector<Index>& to) {
      for (const Index example : from) add(static_cast<std::uint64_t>(example + 1), list, to);
    };
    copy(drawn.labeled, 0, split.labeled);
    copy(drawn.unlabeled, 1, split.unlabeled);
    copy(drawn.holdout, 2, split.holdout);
    splits_.push_back(std::move(split));
    check(splits_.back());
  }

  std::vector<ListedSplit> take() { return std::move(splits_); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    if (reader_ != nullptr) reader_->fail(what);
    throw ConfigError(place_ + ": " + what);
  }

  ListedSplit read_numbers(std::string_view line) {
    ListedSplit split;
    split.others_unlabeled = true;
    for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;
         at = line.find_first_not_of(kBlanks, at)) {
      const std::string_view text = line.substr(at, line.find_first_of(kBlanks, at) - at);
      const std::optional<std::uint64_t> number = whole_number(text);
      if (!number) fail(shown_text(text) + ": expected the number of an example");
      add(*number, 0, split.labeled);
      at += text.size();
    }
    return split;
  }

  ListedSplit read_object(std::string_view line) {
    const Json object = parse(line);
    ListedSplit split;
    const std::array<std::vector<Index>*, 3> lists = {&split.labeled, &split.unlabeled,
                                                      &split.holdout};
    for (std::size_t i = 0; i < kLists.size(); ++i) {
      const auto at = object.find(kLists[i]);
      if (at != object.end()) read_list(*at, i, *lists[i]);
    }
    split.others_unlabeled = !object.contains("unlabeled");
    if (object.contains("holdout") && split.holdout.empty()) fail("holdout is empty");
    return split;
  }

  Json parse(std::string_view line) {
    ConfigErrors errors;
    Json object;
    try {
      object = parse_json(line, "", errors);
    } catch (const ConfigError& error) {  // ":1:column: what"
      std::string what = error.what();
      if (what.starts_with(":1:")) what = "column " + what.substr(3);
      fail(what);
    }
    for (const auto& [key, value] : object.items()) {
      if (std::find(kLists.begin(), kLists.end(), key) == kLists.end())
        errors.unknown_key("", key, kLists);
    }
    if (!errors.empty()) fail(errors.messages().front());
    return object;
  }

  void read_list(const Json& numbers, std::size_t list, std::vector<Index>& examples) {
    if (!numbers.is_array())
      fail(kLists[list] + " = " + shown(numbers) + ": must be a list of numbers of examples");
    for (const Json& number : numbers) {
      if (!number.is_number_unsigned())
        fail(kLists[list] + " holds " + shown(number) + ": expected the number of an example");
      add(number.get<std::uint64_t>(), list, examples);
    }
  }

  void add(std::uint64_t number, std::size_t list, std::vector<Index>& examples) {
    if (number < 1 || number > static_cast<std::uint64_t>(pool_.size())) {
      fail(fmt::format("example {}: the data has {}, counted from 1", number, pool_.size()));
    }
    const auto example = static_cast<Index>(number) - 1;
    if (list_of_[example] == static_cast<int>(list))
      fail(fmt::format("example {} stands twice under {}", number, kLists[list]));
    if (list_of_[example] >= 0) {
      fail(fmt::format("example {} stands under {} and under {}", number, kLists[list_of_[example]],
                       kLists[list]));
    }
    list_of_[example] = static_cast<int>(list);
    examples.push_back(example);
  }

  void check(const ListedSplit& split) {
    const bool transduction = split.holdout.empty();
    if (splits_.size() > 1 && transduction != splits_.front().holdout.empty()) {
      fail(fmt::format(
          "has {} holdout, but the first split has {}: it takes one on all lines or on none",
          transduction ? "no" : "a", transduction ? "one" : "none"));
    }
    if (split.labeled.empty()) fail("no labeled examples");
    check_labels(split.labeled, "labeled");
    check_labels(split.holdout, "held out");
    if (transduction)
      check_labels(split.unlabeled, "unlabeled and scored, as there is no holdout,");
    const auto labeled = static_cast<Index>(split.labeled.size());
    const bool scores =
        !split.unlabeled.empty() || (split.others_unlabeled && labeled < pool_.num_labeled());
    if (transduction && !scores) fail("no examples to score");
    for (const auto* list : {&split.labeled, &split.unlabeled, &split.holdout}) {
      for (const Index example : *list) list_of_[example] = -1;
    }
  }

  void check_labels(const std::vector<Index>& examples, const char* what) {
    for (const Index example : examples) {
      if (!pool_.is_labeled(example))
        fail(fmt::format("example {} is {} but has no label in the data", example + 1, what));
    }
  }

  const DrawPool& pool_;
  LineReader* reader_ = nullptr;  // null: of draws
  std::string place_;             // of a draw
  std::vector<int> list_of_;      // of the current line: index into kLists, or -1
  std::vector<ListedSplit> splits_;
};

std::string hash_of_splits(const std::vector<ListedSplit>& splits) {
  std::uint64_t hash = hash_bytes("");
  for (const ListedSplit& split : splits) {
    for (const auto* list : {&split.labeled, &split.unlabeled, &split.holdout}) {
      const auto bytes = std::as_bytes(std::span(*list));
      hash = hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                        hash_bytes(split.others_unlabeled ? "|" : ";", hash));
    }
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::vector<ListedSplit> read_split_files(const std::vector<std::filesystem::path>& files,
                                          const DrawPool& pool) {
  SplitReader reader(pool);
  for (const auto& file : files) reader.read(file);
  return reader.take();
}

std::vector<ListedSplit> draw_splits(const SweepConfig& sweep, const DrawPool& pool) {
  ExamplesToDraw examples{pool.labels(), {}, {}, {}};
  for (Index i = 0; i < pool.size(); ++i) {
    const std::span<const int> labels = pool.labels_of(i);
    examples.labels_of.emplace_back(labels.begin(), labels.end());
    examples.is_labeled.push_back(pool.is_labeled(i));
    examples.group.push_back(pool.group_of(i));
  }
  SplitReader draws(pool);
  for (Index r = 0; r < sweep.repetitions; ++r)
    draws.take_draw(sweep.own_draw(examples, r, sweep.seed), sweep.own_protocol);
  return draws.take();
}

void resolve_sweep(SweepConfig& sweep, const DrawPool& pool, const DataPaths& paths) {
  if (sweep.own_draw) {
    sweep.splits = draw_splits(sweep, pool);
    sweep.split_checksums = {hash_of_splits(sweep.splits)};
    sweep.score_unlabeled = sweep.splits.front().holdout.empty();
  } else if (sweep.protocol == Protocol::kSplitFiles) {
    std::vector<std::filesystem::path> files;
    sweep.split_checksums.clear();
    for (const std::string& name : sweep.split_files) {
      files.push_back(paths.find(name, "sweep.splits names it"));
      sweep.split_checksums.push_back(file_facts(files.back()).checksum);
    }
    sweep.splits = read_split_files(files, pool);
    const auto lines = static_cast<Index>(sweep.splits.size());
    if (sweep.repetitions > lines) {
      throw ConfigError(fmt::format("sweep.repetitions = {}: the split files have {}",
                                    sweep.repetitions, counted(lines, "line")));
    }
    if (sweep.repetitions == 0) sweep.repetitions = lines;
    sweep.score_unlabeled = sweep.splits.front().holdout.empty();
  }
  resolve_sizes(sweep, pool);
}

}  // namespace costruct::experiments
