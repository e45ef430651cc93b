#include "costruct/experiments/training/shared_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/experiments/training/mpi_ranks.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

// The first line of a shard, a JSON object, and the bytes after it.
struct StoredShard {
  Json facts;
  std::string bytes;
};

constexpr const char* kShardFacts = "costruct_shard";  // in every first line: kShardLayout
constexpr int kShardLayout = 1;

// What all shards of a command have in common.
Json common_facts(const Sharing& sharing) {
  Json files = Json::array();
  const auto add = [&](const fs::path& file) {
    files.push_back({{"path", file.string()}, {"fnv1a", file_facts(file).checksum}});
  };
  for (const fs::path& file : sharing.files) {
    add(file);
    for (Index site = 0; fs::exists(site_file(file, site)); ++site) add(site_file(file, site));
  }
  return {{kShardFacts, kShardLayout},
          {"program", version_with_revision()},
          {"command", sharing.command},
          {"files", files}};
}

// The files in the folder that have the name of a shard; see shard_name().
std::vector<fs::path> shard_files(const fs::path& folder) {
  static const std::regex name("[0-9]+-of-[0-9]+");
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder / "shards", none)) {
    if (entry.is_regular_file(none) && std::regex_match(entry.path().filename().string(), name))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Whether these are the facts that run_shard() writes.
bool are_facts_of_shard(const Json& facts) {
  if (!facts.is_object() || facts.value(kShardFacts, Json()) != kShardLayout) return false;
  const Json command = facts.value("command", Json()), index = facts.value("index", Json()),
             count = facts.value("count", Json());
  return command.is_array() &&
         std::all_of(command.begin(), command.end(),
                     [](const Json& word) { return word.is_string(); }) &&
         index.is_number_integer() && count.is_number_integer() && index >= 0 && index < count;
}

StoredShard read_shard(const fs::path& file, bool with_bytes) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  std::getline(in, line);
  StoredShard shard{Json::parse(line, nullptr, false), {}};
  if (!in || !are_facts_of_shard(shard.facts))
    throw DataError(file.string() +
                    ": is no shard of a command: delete it, and run this shard again");
  if (with_bytes) shard.bytes.assign(std::istreambuf_iterator<char>(in), {});
  return shard;
}

std::string shard_name(const Shard& shard) {
  return fmt::format("{}-of-{}", shard.index + 1, shard.count);
}

void check_same(const fs::path& file, const Json& facts, const Json& here) {
  if (facts.value("command", Json()) != here.at("command"))
    throw ConfigError(fmt::format(
        "{}: is a shard of another command, costruct {}: use another --out, or delete "
        "the folder",
        file.string(), fmt::join(facts.at("command").get<std::vector<std::string>>(), " ")));
  for (const char* fact : {"files", "program"}) {
    if (facts.value(fact, Json()) != here.at(fact))
      throw DataError(fmt::format("{}: was computed with other {}: run all shards again",
                                  file.string(),
                                  fact == std::string("files") ? "contents of the model or the data"
                                                               : "versions of costruct"));
  }
}

// The bytes of all shards in OUT/shards, in order.
std::vector<std::string> read_shards(const Sharing& sharing) {
  const std::vector<fs::path> files = shard_files(sharing.folder);
  if (files.empty())
    throw ConfigError(sharing.folder.string() +
                      ": no shards in it; --out is the folder that --shard i/n wrote into");
  const Json here = common_facts(sharing);
  Index count = 0;
  std::vector<std::string> parts;
  for (const fs::path& file : files) {
    StoredShard stored = read_shard(file, true);
    check_same(file, stored.facts, here);
    const Shard shard{stored.facts.at("index").get<Index>(), stored.facts.at("count").get<Index>()};
    if (count == 0) parts.resize(static_cast<std::size_t>(count = shard.count));
    if (shard.count != count)
      throw ConfigError(
          fmt::format("{}: is one of {} shards, and others are of {}: delete those "
                      "that do not belong here",
                      file.string(), shard.count, count));
    parts.at(static_cast<std::size_t>(shard.index)) = std::move(stored.bytes);
  }
  for (Index index = 0; index < count; ++index) {
    const Shard shard{index, count};
    if (!fs::exists(sharing.folder / "shards" / shard_name(shard)))
      throw ConfigError(fmt::format("{}: shard {} of {} is missing: run it with --shard {}/{}",
                                    sharing.folder.string(), index + 1, count, index + 1, count));
  }
  return parts;
}

void run_shard(const Sharing& sharing, const std::function<void(SharedWork*)>& run) {
  const Shard& shard = *sharing.shard;
  const fs::path file = sharing.folder / "shards" / shard_name(shard);
  if (fs::is_directory(file))
    throw ConfigError(file.string() + ": is a shard of a run: use another --out");
  Json facts = common_facts(sharing);
  for (const fs::path& other : shard_files(sharing.folder)) {
    const Json of_other = read_shard(other, false).facts;
    if (of_other.value("command", Json()) != facts.at("command"))
      check_same(other, of_other, facts);
  }
  make_folder(file.parent_path());
  facts["index"] = shard.index;
  facts["count"] = shard.count;
  SharedWork work = SharedWork::part(shard.index, shard.count);
  run(&work);
  write_file(file, facts.dump() + "\n" + work.take_bytes());
  say(
      fmt::format("Written: {}; once all {} shards are there, `costruct merge {}` brings them "
                  "together",
                  file.string(), shard.count, sharing.folder.string()));
}

void run_merged(std::vector<std::string> parts, const std::function<void(SharedWork*)>& run) {
  SharedWork all = SharedWork::of_parts(std::move(parts));
  run(&all);
}

// Each process computes a part, and the first one then does the rest. It says the notes.
void run_among(MpiRanks& ranks, const std::function<void(SharedWork*)>& run) {
  const Voice before = voice();
  set_voice(Voice::kQuiet);
  SharedWork part = SharedWork::part(ranks.rank(), ranks.size());
  run(&part);
  std::vector<std::string> parts = ranks.gather(part.take_bytes());
  if (ranks.rank() != 0) return;
  set_voice(before);
  run_merged(std::move(parts), run);
}

}  // namespace

void run_shared(const Sharing& sharing, const std::function<void(SharedWork*)>& run) {
  if (sharing.shard && sharing.folder.empty())
    throw ConfigError("--shard: name the folder of the shards by --out OUT");
  const std::unique_ptr<MpiRanks> ranks = MpiRanks::start("share the work by --shard");
  const bool is_shared = ranks || !sharing.folder.empty();
  if (!is_shared) return run(nullptr);
  const auto work = [&] {
    if (ranks && !sharing.folder.empty())
      throw ConfigError("--out and --shard share the work without mpirun: leave one of them out");
    if (std::count(sharing.files.begin(), sharing.files.end(), "-") > 0)
      throw ConfigError(
          "--data -: several processes read the examples, and standard input is read once: write "
          "it to a file first");
    if (ranks) {
      for (const fs::path& file : sharing.files) {
        if (fs::exists(file) && !fs::is_directory(file) && !fs::is_regular_file(file))
          throw ConfigError(file.string() +
                            ": several processes read this file: expected a regular file or a "
                            "folder");
      }
      run_among(*ranks, run);
    } else if (sharing.shard) {
      run_shard(sharing, run);
    } else {
      run_merged(read_shards(sharing), run);
    }
    return kDone;
  };
  if (!ranks) return void(work());
  run_as_process(fmt::format("process {}", ranks->rank() + 1), ranks->rank() == 0, work,
                 [&](int code) { ranks->abandon(code); });
}

std::vector<std::string> sharded_command_in(const std::filesystem::path& folder) {
  const std::vector<fs::path> files = shard_files(folder);
  if (files.empty()) return {};
  return read_shard(files.front(), false).facts.at("command").get<std::vector<std::string>>();
}

}  // namespace costruct::experiments
