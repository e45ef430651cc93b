#include "costruct/experiments/runs/collection_run.hpp"

#include <fmt/format.h>

#include <chrono>

#include "costruct/experiments/runs/collection_folder.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

class CollectionRun {
 public:
  CollectionRun(const RunRequest& request, const Config& config, MpiSession* mpi)
      : request_(request), config_(config), mpi_(mpi) {
    for (const CollectionMember& member : config.collection)
      members_.push_back(check_config(member.config, config.file));
  }

  ExitCode dry_run() {
    for (std::size_t i = 0; i < members_.size() && !is_ended_; ++i) {
      print_to_stdout("data set " + members_[i].name + "\n");
      run_member(i);
    }
    return code_;
  }

  ExitCode run() {
    const auto start = std::chrono::steady_clock::now();
    make_folder(request_.out);
    record_ = {config_.name, config_.source, config_.effective, program_provenance(), {}};
    record_.provenance["jobs"] = request_.jobs;
    record_.provenance["seed"] = config_.sweep.seed;
    for (const Config& member : members_)
      record_.members.push_back({member.name, member.effective, ""});
    save_collection(request_.out, record_);
    if (request_.fresh) forget();
    for (std::size_t i = 0; i < members_.size() && !is_ended_; ++i) {
      say(fmt::format("data set {} of {}: {}", i + 1, members_.size(), members_[i].name));
      run_member(i);
    }
    record_.provenance["wall_seconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    save_collection(request_.out, record_);
    return conclude();
  }

 private:
  RunRequest request_of(std::size_t i) const {
    RunRequest of_member = request_;
    of_member.out = request_.out / members_[i].name;
    return of_member;
  }

  // Removes the results of all data sets at once, so that an interrupted run can go on without
  // --fresh.
  void forget() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const std::filesystem::path folder = results_folder(request_of(i));
      if (ResultStore::exists(folder)) ResultStore(folder, ResultStore::Mode::kFresh);
    }
  }

  void run_member(std::size_t i) {
    if (request_.stop != nullptr && request_.stop->load()) return end(kInterrupted);
    if (mpi_ != nullptr) mpi_->begin(static_cast<Index>(i));
    try {
      const ExitCode code = run_one(request_of(i), members_[i], mpi_, Telling::kTroublesOnly);
      if (code == kInterrupted || (code == kFailed && request_.fail_fast)) return end(code);
      if (code != kDone) code_ = code;
    } catch (const ConfigError& error) {
      fail(i, error.what());
    } catch (const DataError& error) {
      fail(i, error.what());
    }
  }

  void fail(std::size_t i, const std::string& why) {
    tell_lines(fmt::format("costruct: {}: no results: {}", members_[i].name, why));
    if (i < record_.members.size()) record_.members[i].error = why;
    code_ = kFailed;
    if (request_.fail_fast) is_ended_ = true;
  }

  void end(ExitCode code) {
    code_ = code;
    is_ended_ = true;
  }

  ExitCode conclude() const {
    if (request_.shard.count == 1) {
      publish_collection(request_.out);
    } else if (code_ != kInterrupted) {
      say("this shard of all data sets is done. When all shards are done, `costruct "
          "merge` brings them together. If `select` chooses options, then run the shards "
          "again for the curves");
    }
    if (code_ == kInterrupted) say("costruct: interrupted: the same command goes on from here");
    return code_;
  }

  const RunRequest& request_;
  const Config& config_;
  MpiSession* mpi_;
  std::vector<Config> members_;
  CollectionRecord record_;
  ExitCode code_ = kDone;
  bool is_ended_ = false;
};

}  // namespace

ExitCode run_collection(const RunRequest& request, const Config& config, MpiSession* mpi) {
  if (request.reproduce) {
    throw ConfigError(
        "--reproduce: rows are counted data set by data set: `costruct run OUT/NAME/config.json "
        "--out "
        "OUT/NAME "
        "--reproduce ROW`");
  }
  CollectionRun run(request, config, mpi);
  return request.dry_run ? run.dry_run() : run.run();
}

}  // namespace costruct::experiments
