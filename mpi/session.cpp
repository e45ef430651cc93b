#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>

#include "costruct/experiments/sweep/cell.hpp"
#include "costruct/mpi/factories.hpp"

namespace costruct::experiments {
namespace {

// The messages, which are JSON texts:
//   to a worker    kBegin     the experiment that begins
//                  kUnit      a unit
//                  kEnd       the end of the experiment
//   from a worker  kReady     it waits for units
//                  kCell      a finished cell
//                  kUnitDone  the end of a unit, complete or not
//                  kError     an error
//                  kBye       the last message
enum Tag { kBegin, kUnit, kEnd, kReady, kCell, kUnitDone, kError, kBye };

constexpr std::chrono::microseconds kPause{200};  // MPI itself would wait with full processor load

void send(int to, Tag tag, const Json& message) {
  const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, tag, MPI_COMM_WORLD);
}

struct Message {
  int from = 0;
  Tag tag = kBye;
  Json body;
};

// Waits for a message. Nullopt if `is_enough` returns true first.
template <class Enough>
std::optional<Message> receive_unless(const Enough& is_enough) {
  MPI_Status status;
  for (int there = 0; !there;) {
    if (is_enough()) return std::nullopt;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there) std::this_thread::sleep_for(kPause);
  }
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return Message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG), Json::parse(text)};
}

Message receive() {
  return *receive_unless([] { return false; });
}

bool end_is_wanted() {
  int there = 0;
  MPI_Iprobe(0, kEnd, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  return there != 0;
}

Json to_json(const Unit& unit) {
  Json cells = Json::array();
  for (const CellSpec* cell : unit.cells)
    cells.push_back({cell->sizes.labeled, cell->sizes.unlabeled, cell->chosen});
  return {{"phase", unit.phase == Phase::kCurve ? 0 : 1},
          {"learner", unit.learner},
          {"repetition", unit.repetition},
          {"cells", cells}};
}

std::vector<CellSpec> cells_from(const Json& json, Phase phase, Index learner) {
  std::vector<CellSpec> cells;
  for (const Json& cell : json) {
    CellSpec spec{phase, learner, {cell.at(0).get<Index>(), cell.at(1).get<Index>()}};
    spec.chosen = cell.at(2);
    cells.push_back(std::move(spec));
  }
  return cells;
}

Json to_json(const Split& split) {
  return {split.labeled, split.unlabeled, split.holdout};
}

Split split_from(const Json& json) {
  return {json.at(0).get<std::vector<Index>>(), json.at(1).get<std::vector<Index>>(),
          json.at(2).get<std::vector<Index>>()};
}

[[noreturn]] void rethrow(int process, const Json& description);

// The state of the other processes, 1 to count, as the root knows it.
struct Crew {
  int count = 0;
  std::vector<bool> is_ready;
  bool is_ended = false;
  int left = 0;  // number of processes that have sent kBye

  explicit Crew(int the_count)
      : count(the_count), is_ready(static_cast<std::size_t>(the_count) + 1, false) {}

  void end() {
    if (is_ended) return;
    is_ended = true;
    for (int worker = 1; worker <= count; ++worker) send(worker, kEnd, nullptr);
  }
};

// The workers of the root: they give each other process one unit at a time.
class MpiWorkers : public Workers {
 public:
  MpiWorkers(const Experiment& experiment, Crew& crew) : experiment_(experiment), crew_(crew) {}

  void run(const std::vector<Unit>& units, const TakeCell& take) override {
    units_ = &units;
    next_ = busy_ = 0;
    at_work_.assign(static_cast<std::size_t>(crew_.count) + 1, nullptr);
    std::exception_ptr error;
    for (int worker = 1; worker <= crew_.count; ++worker) {
      if (crew_.is_ready[static_cast<std::size_t>(worker)]) hand_out(worker);
    }
    while (busy_ > 0 || (next_ < units.size() && !crew_.is_ended)) {
      const auto message =
          receive_unless([&] { return experiment_.stop_requested() && !crew_.is_ended; });
      if (!message) {
        crew_.end();
        continue;
      }
      try {
        handle(*message, take);
      } catch (...) {
        if (!error) error = std::current_exception();
        crew_.end();
      }
    }
    if (error) std::rethrow_exception(error);
  }

 private:
  void hand_out(int worker) {
    if (crew_.is_ended || next_ == units_->size()) return;
    const Unit& unit = (*units_)[next_++];
    at_work_[static_cast<std::size_t>(worker)] = &unit;
    ++busy_;
    send(worker, kUnit, to_json(unit));
  }

  void handle(const Message& message, const TakeCell& take) {
    const auto from = static_cast<std::size_t>(message.from);
    switch (message.tag) {
      case kReady:
        crew_.is_ready[from] = true;
        return hand_out(message.from);
      case kCell: {
        const Unit& unit = *at_work_[from];
        const CellSpec& cell = *unit.cells.at(message.body.at("cell").get<std::size_t>());
        return take(
            unit, cell,
            {cell_from_json(message.body.at("result")), split_from(message.body.at("split"))});
      }
      case kUnitDone:
        at_work_[from] = nullptr;
        --busy_;
        return hand_out(message.from);
      case kError:
        if (at_work_[from] != nullptr) --busy_;
        at_work_[from] = nullptr;
        rethrow(message.from, message.body);
      case kBye:
        ++crew_.left;
        return;
      case kBegin:
      case kUnit:
      case kEnd:
        return;  // only the root sends these messages
    }
  }

  const Experiment& experiment_;
  Crew& crew_;
  const std::vector<Unit>* units_ = nullptr;
  std::size_t next_ = 0, busy_ = 0;
  std::vector<const Unit*> at_work_;  // by process
};

// Passes messages from the thread that computes to the thread that sends to the root.
class Outbox {
 public:
  void put(Tag tag, Json message) {
    const std::lock_guard lock(mutex_);
    messages_.emplace_back(tag, std::move(message));
  }
  void send_all() {
    std::vector<std::pair<Tag, Json>> messages;
    {
      const std::lock_guard lock(mutex_);
      messages.swap(messages_);
    }
    for (const auto& [tag, message] : messages) send(0, tag, message);
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<Tag, Json>> messages_;
};

// Computes a unit in a worker process. A second thread computes, so that this thread can receive
// the end from the root and stop a fit.
void compute(const Experiment& experiment, const Json& message, std::atomic<bool>& stop) {
  Unit unit{message.at("phase") == 0 ? Phase::kCurve : Phase::kSelection,
            message.at("learner").get<Index>(),
            message.at("repetition").get<Index>(),
            {}};
  const std::vector<CellSpec> cells = cells_from(message.at("cells"), unit.phase, unit.learner);
  for (const CellSpec& cell : cells) unit.cells.push_back(&cell);
  Outbox outbox;
  std::exception_ptr error;
  std::atomic<bool> done{false};
  std::thread work([&] {
    try {
      run_unit(experiment, unit,
               [&](const Unit&, const CellSpec& cell, const FinishedCell& finished) {
                 outbox.put(kCell, {{"cell", &cell - cells.data()},
                                    {"result", experiments::to_json(finished.result)},
                                    {"split", to_json(finished.split)}});
               });
    } catch (...) {
      error = std::current_exception();
    }
    done = true;
  });
  while (!done) {
    outbox.send_all();
    if (end_is_wanted()) stop = true;
    std::this_thread::sleep_for(kPause);
  }
  work.join();
  outbox.send_all();
  if (error) std::rethrow_exception(error);
  send(0, kUnitDone, nullptr);
}

// Describes an error, so that the root can throw it again with the same type.
Json described(const std::exception& error) {
  const bool config = dynamic_cast<const ConfigError*>(&error) != nullptr;
  const bool data = dynamic_cast<const DataError*>(&error) != nullptr;
  return {{"kind", config ? "config" : data ? "data" : "other"}, {"what", error.what()}};
}

[[noreturn]] void rethrow(int process, const Json& description) {
  std::istringstream what(
      fmt::format("process {}: {}", process, description.at("what").get<std::string>()));
  std::vector<std::string> lines;
  for (std::string line; std::getline(what, line);) lines.push_back(line);
  if (description.at("kind") == "config") throw ConfigError(lines);
  if (description.at("kind") == "data") throw DataError(lines);
  throw std::runtime_error(what.str());
}

class Session : public MpiSession {
 public:
  Session() {
    int provided = 0, size = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    crew_ = Crew(size - 1);
  }

  ~Session() override {
    if (is_root()) {
      end_experiment();
      if (is_several_) end_experiment();  // the others wait for the end in next()
    }
    MPI_Finalize();
  }

  bool is_root() const override { return rank_ == 0; }
  int num_workers() const override { return crew_.count; }

  void begin(Index experiment) override {
    if (is_several_) end_experiment();
    is_several_ = true;
    for (int worker = 1; worker <= crew_.count; ++worker) send(worker, kBegin, experiment);
  }

  std::optional<Index> next() override {
    for (Message message = receive(); message.tag != kEnd; message = receive()) {
      if (message.tag == kBegin) return message.body.get<Index>();
    }
    send(0, kBye, nullptr);
    return std::nullopt;
  }

  std::unique_ptr<Workers> workers(const Experiment& experiment) override {
    return std::make_unique<MpiWorkers>(experiment, crew_);
  }

  void serve(const Load& load) override {
    bool ended = false;
    std::atomic<bool> stop{false};
    try {
      load(&stop, [&](const Experiment& experiment) {
        send(0, kReady, nullptr);
        for (Message message = receive(); message.tag != kEnd; message = receive())
          compute(experiment, message.body, stop);
        ended = true;
      });
    } catch (const std::exception& error) {
      send(0, kError, described(error));
    }
    while (!ended) ended = receive().tag == kEnd;
    send(0, kBye, nullptr);
  }

 private:
  // Ends this experiment, and waits for the last message of every other process.
  void end_experiment() {
    crew_.end();
    while (crew_.left < crew_.count) crew_.left += receive().tag == kBye;
    crew_ = Crew(crew_.count);
  }

  int rank_ = 0;
  bool is_several_ = false;
  Crew crew_{0};
};

}  // namespace

std::unique_ptr<MpiSession> make_mpi_session() {
  return std::make_unique<Session>();
}

}  // namespace costruct::experiments
