#include "costruct/mail/stream/stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "costruct/core/clock.hpp"
#include "costruct/core/decode/clusterings/sequential_clusters.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/features_of_views.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/io/file_lock.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email_examples.hpp"
#include "costruct/mail/stream/latencies.hpp"
#include "costruct/mail/stream/line_feed.hpp"
#include "costruct/mail/stream/stream_state.hpp"
#include "costruct/problems/clustering/pair_counts.hpp"
#include "costruct/problems/clustering/similarity.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kLongestBuffer = std::size_t{1} << 16;
constexpr Index kMostTold = 20;  // maximum number of reported lines that are not an email
constexpr double kSecondsToEnd =
    2;  // time for a reader of the assignments after a stop was requested
constexpr Index kDefaultWindow = 100, kWidestDefault = 10'000;
constexpr Index kWidestStream = 1'000'000;
constexpr double kSecondsBetweenStates = 10;

/// The descriptor of a pipe, which may be silent for long.
class PipeEnd {
 public:
  /// Opens standard input if the name is empty, else a pipe or a terminal. Does not open other
  /// files.
  explicit PipeEnd(const std::filesystem::path& file) {
    std::error_code error;
    if (file.empty()) {
      descriptor_ = STDIN_FILENO;
    } else if (std::filesystem::is_fifo(file, error) ||
               std::filesystem::is_character_file(file, error)) {
      descriptor_ =
          ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // does not wait for a writer
      if (descriptor_ < 0)
        throw DataError(fmt::format("{}: cannot be read: {}", file.string(),
                                    std::generic_category().message(errno)));
    }
  }
  ~PipeEnd() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  PipeEnd(const PipeEnd&) = delete;
  PipeEnd& operator=(const PipeEnd&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

/// Writes assignments to stdout.
class AssignmentPipe {
 public:
  explicit AssignmentPipe(const std::atomic<bool>* stop) : stop_(stop) {}

  void write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() > kLongestBuffer) flush();
  }
  /// Waits until everything is written. Returns false if a stop was requested and nobody reads.
  bool flush() {
    std::size_t done = 0;
    while (done < buffer_.size()) {
      pollfd one{STDOUT_FILENO, POLLOUT, 0};
      const int ready = ::poll(&one, 1, 200);
      if (ready > 0) {
        const ssize_t put = ::write(STDOUT_FILENO, buffer_.data() + done,
                                    std::min<std::size_t>(buffer_.size() - done, 4096));
        if (put < 0 && errno != EINTR && errno != EAGAIN)
          throw OutputError(
              fmt::format("stdout: cannot be written: {}", std::generic_category().message(errno)));
        if (put > 0) done += static_cast<std::size_t>(put);
        continue;
      }
      if (stop_ == nullptr || !stop_->load(std::memory_order_relaxed)) continue;
      if (end_at_ == 0) end_at_ = seconds_now() + kSecondsToEnd;
      if (seconds_now() > end_at_) break;
    }
    buffer_.erase(0, done);
    return buffer_.empty();
  }

 private:
  const std::atomic<bool>* stop_;
  double end_at_ = 0;  // set after a stop was requested while nobody reads
  std::string buffer_;
};

/// The parts of a model of clustered emails that a stream needs.
struct StreamModel {
  explicit StreamModel(const std::filesystem::path& path)
      : file(read_structured(ModelReader(path))) {
    emails = dynamic_cast<const EmailExamples*>(file.examples.get());
    if (emails == nullptr || emails->stored() == nullptr) {
      throw DataError(fmt::format(
          "{}: a model of problem {}; stream takes one of problem clustering over emails",
          path.string(), file.problem->name));
    }
    const bool bias = file.problem_options.value("bias", true);
    similarity.emplace(emails->num_features());
    const std::vector<std::vector<std::int32_t>> views = features_of_views(file.assignment);
    for (std::size_t v = 0; v < views.size(); ++v)
      similarity->add_view(views[v], bias, file.weights[v]);
    checksum = file_facts(path).checksum;
  }
  // Says where the window comes from, unless the model's config gives it.
  Index default_window() const {
    const auto option = [&](const char* name) {
      return file.problem_options.value(name, Index{0});
    };
    if (option("window") > 0) return option("window");
    if (const Index spread = emails->batch_window(); spread > 0) {
      const Index window = std::clamp(spread, kDefaultWindow, kWidestDefault);
      say(
          fmt::format("costruct: note: a window of {}: in training, 99 % of emails come at most {} "
                      "after the last one of their batch; --window sets another",
                      counted(window, "email"), spread));
      return window;
    }
    const Index window = option("set_size") > 0 ? option("set_size") : kDefaultWindow;
    say(
        fmt::format("costruct: note: a window of {}: the model does not tell how far apart emails "
                    "of one batch come; --window sets another",
                    counted(window, "email")));
    return window;
  }

  StructuredFile file;
  const EmailExamples* emails;
  std::optional<clustering::Similarity> similarity;
  std::string checksum;
};

/// Scores the assignments of the emails that tell their batch.
class BatchScores {
 public:
  void add(const std::string& true_batch, Index assigned_batch) {
    if (too_many_) return;
    const auto number = static_cast<Index>(names_.size());
    overlaps_.add(names_.try_emplace(true_batch, number).first->second, assigned_batch);
    too_many_ = overlaps_.size() > kMostOverlaps;
  }
  /// "" without such emails.
  std::string in_words() const {
    if (overlaps_.objects() == 0) return "";
    if (too_many_) return "too many batches to score the assignments";
    const clustering::PairCounts pairs = overlaps_.pairs();
    return fmt::format("pair_f1 {:.4g}, adjusted_rand {:.4g} over {} with a known batch",
                       pairs.f1(), pairs.adjusted_rand(), counted(overlaps_.objects(), "email"));
  }

 private:
  static constexpr Index kMostOverlaps = 1'000'000;

  std::unordered_map<std::string, Index> names_;
  clustering::Overlaps overlaps_;
  bool too_many_ = false;
};

class EmailStream {
 public:
  EmailStream(const StreamRequest& request, const StreamModel& model, Index window)
      : request_(request),
        comparison_(*model.emails->stored()),
        similarity_(*model.similarity),
        checksum_(model.checksum),
        window_(window),
        clusters_(window),
        psi_(static_cast<std::size_t>(comparison_.num_features())),
        out_(request.stop) {}

  ExitCode run() {
    restore();
    const bool is_stdin = request_.data.empty() || request_.data == "-";
    const std::string name = is_stdin ? "standard input" : request_.data.string();
    const PipeEnd pipe(is_stdin ? "" : request_.data);
    const Index behind = pipe.is_open() ? 0 : state_.lines;
    Index ahead = behind;
    started_ = reported_ = seconds_now();
    const auto while_waiting = [&] {
      out_.flush();
      look_at_the_clock();
    };
    LineFeed feed = pipe.is_open() ? LineFeed(pipe.descriptor(), request_.stop, while_waiting)
                                   : LineFeed(open_bytes(request_.data), request_.stop);
    feed_ = &feed;
    is_pipe_ = pipe.is_open();
    if (is_pipe_) feed.begin_with(state_.unread);
    std::uint64_t skipped_hash = 0;
    save();  // a file that cannot be written is detected before emails are assigned
    for (std::string_view line;;) {
      if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed))
        return finish(true);
      const LineFeed::Result result = feed.next(line);
      if (result == LineFeed::Result::kEnd || result == LineFeed::Result::kStopped) {
        if (ahead > 0 && result == LineFeed::Result::kEnd)
          throw DataError(fmt::format("{}: has {}, and its state is that of {}: another file?",
                                      name, counted(behind - ahead, "line"), behind));
        return finish(result == LineFeed::Result::kStopped);
      }
      if (ahead > 0) {
        skipped_hash = hash_bytes(line, skipped_hash);
        if (--ahead == 0 && skipped_hash != state_.lines_hash) {
          throw DataError(fmt::format("{}: its first {} not what its state has read: another file?",
                                      name, counted(behind, "line is", "lines are")));
        }
        continue;
      }
      ++went_by_;
      ++state_.lines;
      state_.lines_hash = hash_bytes(line, state_.lines_hash);
      const std::string place = fmt::format("{}:{}", name, feed.line());
      if (result == LineFeed::Result::kTooLong) {
        skip(place, fmt::format("a line of more than {} MiB", LineFeed::kLongestLine >> 20));
      } else if (line.find_first_not_of(" \t") != std::string_view::npos) {
        take(line, place);
      }
      look_at_the_clock();
    }
  }

 private:
  void restore() {
    if (request_.state.empty()) return;
    std::optional<StreamState> state = load_state(request_.state);
    if (!state) return;
    if (state->model != checksum_ || state->window != window_) {
      throw DataError(fmt::format(
          "{}: the state of {}; give it another --state, or remove it to begin anew",
          request_.state.string(),
          state->model != checksum_ ? "another model"
                                    : fmt::format("window {}, not {}", state->window, window_)));
    }
    clusters_.restore(state->batch, state->batches);
    for (const EmailSketch& sketch : state->sketches)
      emails_.push_back({sketch, comparison_.weigh(sketch)});
    say(fmt::format("costruct: note: goes on behind {}, {}, {}", counted(state->lines, "line"),
                    counted(state->emails, "email"), counted(state->batches, "batch", "batches")));
    state->sketches.clear();
    state_ = std::move(*state);
  }

  void take(std::string_view line, const std::string& place) {
    const double start = seconds_now();
    Email email;
    try {
      email = email_from_json(line);
    } catch (const DataError& error) {
      return skip(place, error.what());
    }
    InWindow newest{sketch_of(email), {}};
    newest.weighted = comparison_.weigh(newest.sketch);
    similarities_.clear();
    for (std::size_t i = 0; i < emails_.size(); ++i) {
      comparison_.compare(in_order(i).weighted, newest.weighted, psi_);
      similarities_.push_back(similarity_(psi_));
    }
    const SequentialClusters::Placed placed = clusters_.place(similarities_);
    if (std::ssize(emails_) < window_) {
      emails_.push_back(std::move(newest));
    } else {
      emails_[oldest_] = std::move(newest);
      oldest_ = (oldest_ + 1) % emails_.size();
    }
    ++state_.emails;
    const auto size =
        std::count(clusters_.clusters().begin(), clusters_.clusters().end(), placed.cluster);
    const Json id = email.id.empty() ? Json(state_.emails) : Json(email.id);
    if (email.batch) scores_.add(*email.batch, placed.cluster);
    latencies_.add(seconds_now() - start);
    out_.write(fmt::format("{{\"id\": {}, \"batch\": {}, \"size\": {}, \"new\": {}}}\n",
                           id.dump(-1, ' ', false, Json::error_handler_t::replace),
                           placed.cluster + 1, size, placed.is_new));
  }

  void skip(const std::string& place, const std::string& what) {
    ++state_.skipped;
    if (++told_ < kMostTold) say(fmt::format("{}: {}: skipped", place, what));
    if (told_ == kMostTold)
      say(fmt::format("{}: {}: skipped; further ones are only counted", place, what));
  }

  void look_at_the_clock() {
    const double now = seconds_now();
    if (request_.report_seconds > 0 && now - reported_ >= request_.report_seconds) report(now);
    if (!request_.state.empty() && went_by_ > saved_lines_ && now - saved_ >= kSecondsBetweenStates)
      save();
  }

  void report(double now) {
    const double rate = now > started_ ? static_cast<double>(decided()) / (now - started_) : 0;
    say(fmt::format(
        "costruct: {}, {:.0f}/s, {}, {:.3f} ms median, {:.3f} ms 99th percentile, "
        "{} skipped",
        counted(state_.emails, "email"), rate,
        counted(clusters_.num_clusters(), "batch", "batches"), 1e3 * latencies_.quantile(0.5),
        1e3 * latencies_.quantile(0.99), counted(state_.skipped, "line")));
    reported_ = now;
  }
  Index decided() const { return latencies_.count(); }

  // Saves the state after the assignments are written; returns false if they cannot be written.
  bool save() {
    saved_ = seconds_now();
    if (!out_.flush()) return false;
    if (request_.state.empty()) return true;
    state_.model = checksum_;
    state_.window = window_;
    state_.batches = clusters_.num_clusters();
    state_.batch = clusters_.clusters();
    state_.unread = is_pipe_ ? std::string(feed_->unread()) : std::string();
    state_.sketches.clear();
    for (std::size_t i = 0; i < emails_.size(); ++i) state_.sketches.push_back(in_order(i).sketch);
    save_state(request_.state, state_);
    saved_lines_ = went_by_;
    state_.sketches.clear();
    return true;
  }

  ExitCode finish(bool stopped) {
    if (!save())
      say("costruct: nobody reads the assignments: the last ones are lost, and the state is that "
          "before "
          "them");
    report(seconds_now());
    if (const std::string line = scores_.in_words(); !line.empty()) say("costruct: " + line);
    return stopped ? kInterrupted : kDone;
  }

  struct InWindow {
    EmailSketch sketch;
    WeightedSketch weighted;
  };
  const InWindow& in_order(std::size_t i) const { return emails_[(oldest_ + i) % emails_.size()]; }

  const StreamRequest& request_;
  const EmailComparison& comparison_;
  const clustering::Similarity& similarity_;
  std::string checksum_;
  Index window_;
  SequentialClusters clusters_;
  std::vector<InWindow> emails_;
  std::size_t oldest_ = 0;  // place of the oldest email in emails_ when the window is full
  std::vector<float> psi_;
  Vector similarities_;
  AssignmentPipe out_;
  StreamState state_;
  BatchScores scores_;
  Index saved_lines_ = 0;
  const LineFeed* feed_ = nullptr;
  bool is_pipe_ = false;
  Index went_by_ = 0;  // number of lines of this call
  Latencies latencies_;
  Index told_ = 0;
  double started_ = 0, reported_ = 0, saved_ = 0;
};

}  // namespace

ExitCode stream_emails(const StreamRequest& request) {
  const StreamModel model(request.model);
  if (const std::string decoder = model.file.problem_options.value("decoder", "");
      decoder != "sequential")
    say(fmt::format("costruct: note: the model decodes by {}; a stream is decoded sequentially",
                    decoder));
  const Index window = request.window ? *request.window : model.default_window();
  if (window < 1 || window > kWidestStream)
    throw ConfigError(
        fmt::format("--window = {}: must be an integer from 1 to {}", window, kWidestStream));
  std::optional<FileLock> lock;
  if (!request.state.empty()) {
    std::error_code failed;
    std::filesystem::path file = std::filesystem::weakly_canonical(request.state, failed);
    if (failed) file = request.state;
    lock.emplace(file += ".lock");
    if (!lock->try_lock())
      throw OutputError(
          request.state.string() +
          ": another stream uses this state: wait for its end, or name another file with --state");
  }
  return EmailStream(request, model, window).run();
}

}  // namespace costruct::experiments
