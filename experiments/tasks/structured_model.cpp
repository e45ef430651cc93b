// Applies a stored model to new examples.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <unordered_set>
#include <utility>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/kernel/feature_scaling.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/memory/memory_data.hpp"
#include "costruct/data/recognition/file_sample.hpp"
#include "costruct/experiments/models/input_batches.hpp"
#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/experiments/tasks/input_groups.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/experiments/tasks/structured_evaluation.hpp"
#include "costruct/experiments/tasks/structured_task.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/learners/shared/partial_sample.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"

namespace costruct::experiments {
namespace {

/// Counts what is missing in predictions (InputStream::missing_note()), for a note.
class Lacks {
 public:
  void count(const char* lack) {
    ++predicted_;
    if (lack != nullptr) ++count_[lack];
  }
  void tell_all() const {
    for (const auto& [lack, count] : count_)
      say(fmt::format("costruct: note: {} of {} examples have {}", count, predicted_, lack));
  }

 private:
  Index predicted_ = 0;
  std::map<std::string, Index> count_;
};

/// Counts predictions that rounding decides, for a note.
class Rounded {
 public:
  void count(bool is_rounded) {
    ++predicted_;
    rounded_ += is_rounded;
  }
  void tell_all() const {
    if (rounded_ == 0) return;
    say(
        fmt::format("costruct: note: {} of {} examples have scores so large that rounding decides "
                    "between their "
                    "outputs: scale the feature values down and train again",
                    rounded_, predicted_));
  }

 private:
  Index predicted_ = 0, rounded_ = 0;
};

/// Collects what is known of the outputs of a batch, and tells the user if it is all or nothing.
class KnownParts {
 public:
  /// @param has_sets  what is known of an input is not a label for each part
  KnownParts(std::filesystem::path file, bool is_read, bool has_sets)
      : file_(std::move(file)), is_read_(is_read), has_sets_(has_sets) {}
  void add(const Known& known) {
    if (!is_read_) return;
    all_known_ = all_known_ && !has_sets_ && !known.empty() &&
                 std::all_of(known.facts.begin(), known.facts.end(),
                             [](const std::vector<int>& fact) { return fact.size() == 1; });
    any_known_ = any_known_ || !known.empty();
    of_batch_.push_back(known);
  }
  /// The facts about the batch; empty if nothing is read of it.
  std::vector<Known> take() { return std::exchange(of_batch_, {}); }
  void tell() const {
    if (!is_read_ || (any_known_ && !all_known_)) return;
    if (has_sets_)
      return say(fmt::format(
          "costruct: note: --known: {} says nothing of the outputs, so it changed nothing",
          file_.string()));
    say(fmt::format("costruct: note: --known: {} label of {} is known, so {}",
                    any_known_ ? "every" : "no", file_.string(),
                    any_known_ ? "nothing was predicted" : "it changed nothing"));
  }

 private:
  std::filesystem::path file_;
  bool is_read_, has_sets_, all_known_ = true, any_known_ = false;
  std::vector<Known> of_batch_;
};

/// The text before each output. If examples have lines of their own, predictions are on the same
/// lines as their examples. Otherwise a separator stands between them.
class Openings {
 public:
  explicit Openings(std::string separator) : separator_(std::move(separator)) {}
  /// Adds the openings of the next `count` outputs, which the stream has read last.
  void add(const InputStream& stream, Index count) {
    for (Index i = 0; i < count; ++i) {
      const std::optional<Index> lines = stream.lines_before(i);
      const std::string apart = std::exchange(first_, false) ? "" : separator_;
      texts_.push_back(lines ? std::string(static_cast<std::size_t>(*lines), '\n') : apart);
    }
  }
  std::string next() {
    std::string text = std::move(texts_.front());
    texts_.pop_front();
    return text;
  }

 private:
  std::string separator_;
  bool first_ = true;
  std::deque<std::string> texts_;
};

/// What predict() writes for an input.
struct ScoredParts {
  Output output;
  bool is_met = true;  ///< whether it agrees with what is known
  Vector scores;       ///< of parts, if they are asked for

  template <class Bytes>
  friend void pass(Bytes& bytes, ScoredParts& scored) {
    bytes(scored.output.parts, scored.is_met, scored.scores);
  }
};

class StructuredModel final : public Model {
 public:
  explicit StructuredModel(StructuredFile model)
      : model_(std::move(model)),
        joint_(stack(model_.weights)),
        groups_(*model_.problem, model_.problem_options, model_.examples->is_one_input()) {}

  void predict(const std::filesystem::path& data, OutputFile& out, const std::atomic<bool>* stop,
               const PredictionDetails& details) override {
    if (details.span_scores && !model_.examples->holds_scores())
      throw ConfigError("--span-scores: the format of the model does not write spans");
    if (details.any() || details.known) {  // checks without inputs, before anything is read
      const InputData none = model_.examples->inputs({{}, {}, model_.assignment, true});
      check_details(model_.views_over(none.data).joint(), model_.problem->name, details);
    }
    model_.examples->stream_known(details.known);
    const ReadingOfCall reading(*model_.examples, stop);
    const auto stream = model_.examples->stream(data, model_.assignment, groups_.has_sets());
    InputBatches batches(*stream, data, model_.kernels, &InputStream::writer);
    Openings openings(model_.examples->separator());
    Lacks lacks;
    Rounded rounded;
    KnownParts known(data, details.known, groups_.has_sets() && !groups_.is_one());
    Index unmet = 0;
    bool is_near = false;  // whether outputs may be below the best ones, by at most a known bound
    const auto text_of = [&](InputId x, const Output& output) {
      return model_.kernels.empty() ? stream->text_of(x, output) : model_.examples->text_of(output);
    };
    const auto missing_note = [&](InputId x, const Output& output) {
      return batches.missing_note(x, output);
    };
    const auto write = [&](const std::shared_ptr<const ProblemData>& inputs) {
      const auto where = [&] { return batches.place_of(0); };
      if (details.any()) {
        within_memory(
            [&] {
              const Joint joint = joint_over(inputs, known.take());
              is_near = is_near || knows_bounds(joint.problem());
              write_details(joint, details, stop, text_of, missing_note, unmet, lacks, rounded,
                            out);
            },
            where);
        return;
      }
      std::vector<ScoredParts> all;
      within_memory(
          [&] {
            const Joint joint = joint_over(inputs, known.take());
            is_near = is_near || knows_bounds(joint.problem());
            all = results_of<ScoredParts>(
                details.work, joint.problem().num_inputs(), 1, [&](InputId x) {
                  throw_if_stopped(stop);
                  Decoded best = joint.problem().decode(x, joint_);
                  const bool is_met = joint.is_met(x, best);
                  Vector scores;
                  if (details.span_scores)
                    scores = part_scores(joint.problem(), x, joint_, best.output);
                  if (const auto* rows = offered<RowScores>(joint.problem()))
                    best.output = rows->row_labels(std::move(best.output));
                  return ScoredParts{std::move(best.output), is_met, std::move(scores)};
                });
          },
          where);
      if (is_part(details.work)) return;
      for (InputId x = 0; x < std::ssize(all); ++x) {
        const ScoredParts& each = all[static_cast<std::size_t>(x)];
        unmet += !each.is_met;
        out.write(openings.next());
        out.write(batches.writer(x)(each.output, each.scores));
        if (model_.kernels.empty()) lacks.count(batches.missing_note(x, each.output));
      }
    };
    bool is_empty = true;
    const auto look = [&](Index count) {
      is_empty = is_empty && count == 0;
      if (!details.any()) openings.add(*stream, groups_.has_sets() ? 1 : count);
      for (Index i = 0; i < (groups_.has_sets() ? 1 : count); ++i) known.add(stream->known(i));
    };
    batches.read(groups_.has_sets() ? groups_.at_a_time() : 0, look, write);
    if (is_part(details.work)) return;
    if (is_empty)
      say(fmt::format("costruct: note: {}: there is nothing to predict", data.string()));
    if (unmet > 0)
      say(
          fmt::format("costruct: note: --known: no output agrees with what {} says of {}; the "
                      "predictions agree as far as possible",
                      data.string(), counted(unmet, "example", "examples")));
    lacks.tell_all();
    rounded.tell_all();
    known.tell();
    if (is_near && !details.scores)
      say("costruct: note: decoding is not exact for all inputs; --scores writes how far each "
          "output "
          "may be below the best one (`gap`)");
  }

  Suggestions suggest(const std::filesystem::path& data, const SuggestionRequest& request,
                      const std::atomic<bool>* stop) override {
    if (request.count < 1)
      throw ConfigError(fmt::format("count = {}: expected a number from 1", request.count));
    if (groups_.has_sets())
      throw ConfigError("problem " + model_.problem->name +
                        " predicts many examples together, and suggest rates them one by one: "
                        "train a model of another problem, as multiclass");
    const InputData none = model_.examples->inputs({{}, {}, model_.assignment, true});
    const std::string type = model_.learner.is_object() ? model_.learner.value("type", "") : "";
    const Informativeness informativeness(
        {*model_.problem, model_.problem_options, find_learner(type), model_.learner},
        model_.views_over(none.data), request.by,
        (request.parts ? "--tokens --by " : "--by ") + name_of(request.by), request.parts);
    std::vector<std::filesystem::path> in_format, as_text;
    for (const std::filesystem::path& file : request.except)
      (request.plain_text && is_read_as_text(file, data) ? as_text : in_format).push_back(file);
    Hashes except;
    const ReadingOfCall reading(*model_.examples, stop);
    add_hashes(in_format, request.work, stop, except);
    if (request.plain_text) model_.examples->stream_plain_text(*request.plain_text);
    add_hashes(as_text, request.work, stop, except);
    if (request.parts) return suggest_parts(data, request, informativeness, except, stop);
    const LinesOfExamples labeled = labeled_lines(data, request, stop);
    // Data in memory is no text, so that the caller knows what is the same.
    SuggestionRanking ranking(request, model_.examples->writes_back() && !memory_data(data));
    Index passed_over = 0;
    Lacks lacks;
    const auto stream = model_.examples->stream(data, model_.assignment, false);
    const auto rate = [&](const Views& views, InputId x) {
      return informativeness.of(views, x, joint_);
    };
    rate_each(*stream, data, stop, request.work, rate,
              [&](InputBatches& batches, InputId x, const Views& views, const RatedOutput& rated) {
                const char* lack = batches.missing_note(x, rated.output);
                lacks.count(lack);
                ranking.count_example();
                if (std::ranges::binary_search(labeled, batches.line_of(x))) return;
                if (contains(except, views.joint(), x, rated.output)) {
                  ++passed_over;
                  return;
                }
                if (lack != nullptr || !ranking.takes(rated)) return;
                SparseVector features;
                if (request.diverse) features = views.joint().joint_feature(x, rated.output);
                ranking.add(rated, {batches.writer(x)(rated.output, {}), batches.line_of(x)},
                            std::move(features));
              });
    lacks.tell_all();
    Suggestions suggestions = ranking.take(stream->head());
    suggestions.passed_over = passed_over;
    suggestions.labeled = std::ssize(labeled);
    return suggestions;
  }

  void read_plain_text(TextUnit unit) override { model_.examples->stream_plain_text(unit); }

  std::string draw(const std::filesystem::path& data) override {
    if (!model_.format->drawing) fail_without_drawing("format " + model_.format->name);
    if (groups_.has_sets()) fail_without_drawing("problem " + model_.problem->name);
    const ReadingOfCall reading(*model_.examples, nullptr);
    const auto stream = model_.examples->stream(data, model_.assignment, false);
    Index count = stream->read(2);
    std::string text;
    if (count == 1) {
      const Output output = decode_one(*stream, place_in(data, stream->line_of(0)));
      text = stream->text_to_draw(0, output);
      Lacks lacks;
      lacks.count(stream->missing_note(0, output));
      lacks.tell_all();
    }
    for (Index more = 1; count > 0 && more > 0; count += more)
      more = stream->read(InputBatches::kMost);
    if (count != 1) {
      throw DataError(fmt::format("{}: has {}, and --format svg draws exactly one", data.string(),
                                  counted(count, "example")));
    }
    return model_.format->drawing(text, reference_in(data));
  }

  Evaluation evaluate(const std::filesystem::path& data,
                      const EvaluationRequest& request) override {
    return evaluate_structured(model_, joint_, groups_, data, request);
  }

  std::vector<std::string> description() const override {
    const ExampleSet& examples = *model_.examples;
    std::vector<std::string> lines{
        "problem: " + model_.problem->name + ", " + model_.problem_options.dump(),
        "learner: " + model_.learner.dump(),
        fmt::format("features: {} in {}", examples.num_features(),
                    counted(std::ssize(model_.weights), "view"))};
    Index weights = 0;
    for (const double w : joint_) weights += w != 0;
    lines.push_back(fmt::format("weights: {}, of them {} nonzero", joint_.size(), weights));
    const std::vector<std::string> outputs = examples.alphabet();
    lines.insert(lines.end(), outputs.begin(), outputs.end());
    const auto& note = model_.problem->note_on_labels;
    const std::string on_labels =
        note ? note(model_.problem_options, examples.wanted_in_draws()) : "";
    if (!on_labels.empty()) lines.push_back("note: " + on_labels);
    return lines;
  }

  HeaviestWeights heaviest(Index most) const override {
    HeaviestWeights all;
    const InputData none = model_.examples->inputs({{}, {}, model_.assignment, true});
    const Views views = model_.views_over(none.data);
    const auto& blocks_of = model_.problem->weight_blocks;
    for (std::size_t v = 0; v < model_.weights.size(); ++v) {
      const auto view = static_cast<Index>(v);
      if (!has_names(v, all.notes)) continue;
      const std::vector<std::int32_t>& features = none.features[v];
      const std::vector<WeightBlock> blocks =
          blocks_of
              ? blocks_of(model_.problem_options, *none.data, view)
              : unnamed_weights(views[view], std::ssize(features), model_.examples->label_names());
      const auto name = [&](Index feature) {
        return model_.examples->feature_info(features[static_cast<std::size_t>(feature)]).name;
      };
      for (WeightGroup& group : heaviest_weights(blocks, model_.weights[v], most, name)) {
        group.view = view + 1;
        all.groups.push_back(std::move(group));
      }
    }
    return all;
  }

 private:
  // Whether the weights of a view belong to its features, scaled or not, and not to those of a
  // kernel. Adds a note if they do not, or if they belong to scaled features.
  bool has_names(std::size_t v, std::vector<std::string>& notes) const {
    if (model_.kernels.empty()) return true;
    const auto* scaled = dynamic_cast<const ScaledFeatures*>(model_.kernels[v].get());
    const bool has = scaled != nullptr && !scaled->inner();
    notes.push_back(has ? note_on_scaled(v + 1) : note_on_kernel(v + 1));
    return has;
  }

  // Calls use(batches, x, views, rate(views, x)) for each example of a stream, in order. Rates
  // several at once. A part of shared work only rates.
  template <class Rate, class Use>
  void rate_each(InputStream& stream, const std::filesystem::path& data,
                 const std::atomic<bool>* stop, SharedWork* work, const Rate& rate,
                 const Use& use) {
    InputBatches batches(stream, data, model_.kernels,
                         memory_data(data) ? &InputStream::writer : &InputStream::example_writer);
    const auto rate_batch = [&](const std::shared_ptr<const ProblemData>& inputs) {
      const Views views = model_.views_over(inputs);
      const auto rated = results_of<decltype(rate(views, InputId()))>(
          work, views.joint().num_inputs(), omp_get_max_threads(), [&](InputId x) {
            throw_if_stopped(stop);
            return within_memory([&] { return rate(views, x); },
                                 [&] { return batches.place_of(x); });
          });
      if (is_part(work)) return;
      for (InputId x = 0; x < std::ssize(rated); ++x)
        use(batches, x, views, rated[static_cast<std::size_t>(x)]);
    };
    batches.read(
        0, [](Index) {}, rate_batch);
  }

  // input_hash() of the examples of files.
  using Hashes = std::unordered_set<std::uint64_t>;
  // Whether a file of `except` beside plain text is plain text, too. Labeled sentences are in the
  // format of the model. Lines with equally many words can be both, so the user is told.
  static bool is_read_as_text(const std::filesystem::path& file,
                              const std::filesystem::path& data) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(file, none)) return true;  // a pipe is read only once
    bool as_text = std::filesystem::equivalent(file, data, none);
    if (!as_text) {
      const FileSample sample(file);
      as_text = is_plain_text(sample) && recognise_file(sample).empty();
    }
    tell_once(fmt::format("costruct: note: --except {}: read {}", file.string(),
                          as_text ? "as plain text" : "in the format of the model"));
    return as_text;
  }
  void add_hashes(const std::vector<std::filesystem::path>& files, SharedWork* work,
                  const std::atomic<bool>* stop, Hashes& hashes) {
    for (const std::filesystem::path& file : files) {
      const auto stream = model_.examples->stream(file, model_.assignment, false);
      rate_each(
          *stream, file, stop, work,
          [&](const Views& views, InputId x) {
            return input_hash(views.joint(), x, views.joint().decode(x, joint_).output);
          },
          [&](InputBatches&, InputId, const Views&, std::uint64_t hash) { hashes.insert(hash); });
    }
  }
  static bool contains(const Hashes& hashes, const StructuredProblem& problem, InputId x,
                       const Output& predicted) {
    return !hashes.empty() && hashes.contains(input_hash(problem, x, predicted));
  }

  // The lines, ascending, on which the examples of a file begin that have all labels, if others
  // have not. Empty if the file has no labels that predict --known takes, and for what cannot be
  // read twice.
  using LinesOfExamples = std::vector<Index>;
  LinesOfExamples labeled_lines(const std::filesystem::path& data, const SuggestionRequest& request,
                                const std::atomic<bool>* stop) {
    std::error_code none;
    const bool is_file = std::filesystem::is_regular_file(data, none) && !memory_data(data);
    if (!is_file || request.plain_text || !dynamic_cast<PartExamples*>(model_.examples.get()))
      return {};
    const auto has_one_label = [](const std::vector<int>& labels) { return labels.size() == 1; };
    LinesOfExamples lines;
    Index examples = 0;
    model_.examples->stream_known(true);
    try {
      const auto stream = model_.examples->stream(data, model_.assignment, false);
      while (const Index count = stream->read(InputBatches::kMost)) {
        throw_if_stopped(stop);
        examples += count;
        for (Index i = 0; i < count; ++i) {
          const Known& known = stream->known(i);
          if (!known.empty() && std::ranges::all_of(known.facts, has_one_label))
            lines.push_back(stream->line_of(i));
        }
      }
    } catch (const UserError&) {  // there are no labels, or others than those of the model
      lines.clear();
    }
    model_.examples->stream_known(false);
    return std::ssize(lines) < examples ? lines : LinesOfExamples();
  }

  Suggestions suggest_parts(const std::filesystem::path& data, const SuggestionRequest& request,
                            const Informativeness& informativeness, const Hashes& except,
                            const std::atomic<bool>* stop) {
    const std::string why = model_.examples->why_no_unknown_parts();
    if (!why.empty()) throw ConfigError("--tokens: " + why);
    const LinesOfExamples labeled = labeled_lines(data, request, stop);
    PartRanking ranking(request.count);
    Index passed_over = 0;
    const auto stream = model_.examples->stream(data, model_.assignment, false);
    const auto rate = [&](const Views& views, InputId x) {
      return informativeness.parts_of(views, x, joint_);
    };
    rate_each(*stream, data, stop, request.work, rate,
              [&](InputBatches& batches, InputId x, const Views& views, const RatedParts& rated) {
                if (std::ranges::binary_search(labeled, batches.line_of(x))) return ranking.skip();
                if (contains(except, views.joint(), x, rated.output)) {
                  ++passed_over;
                  return ranking.skip();
                }
                Vector orders;
                for (const double score : rated.scores)
                  orders.push_back(informativeness.order_of_part(score));
                const auto hash = [&] { return input_hash(views.joint(), x, rated.output); };
                ranking.add(rated, hash, orders, batches.line_of(x),
                            [writer = batches.writer(x)](const Output& output) {
                              return writer(output, {});
                            });
              });
    Suggestions suggestions = ranking.take(stream->head());
    suggestions.passed_over = passed_over;
    suggestions.labeled = std::ssize(labeled);
    return suggestions;
  }

  // The true output of the only example in a file, as text; "" if the file does not have it. In a
  // file to predict, the text in place of the output may be invalid. A pipe cannot be read twice.
  std::string reference_in(const std::filesystem::path& data) {
    if (std::error_code none; !std::filesystem::is_regular_file(data, none)) return "";
    ExampleSet& examples = *model_.examples;
    const Index example = examples.size();
    try {
      examples.read(std::vector{data}, Role::kTest);
      (void)examples.finish_reading();
    } catch (const DataError&) {
      return "";
    }
    if (examples.size() != example + 1 || !examples.is_labeled(example)) return "";
    return examples.text_to_draw(example, examples.output(example));
  }

  std::vector<Output> decode(const StructuredProblem& problem) const {
    std::vector<Output> outputs;
    append_outputs(problem, all_inputs(problem), joint_, outputs);
    return outputs;
  }

  // The problem over some inputs, within what is known of their outputs.
  struct Joint {
    Views views;
    std::vector<Known> known;                         // of each input; empty: nothing is known
    std::unique_ptr<const StructuredProblem> within;  // null: nothing is known
    const StructuredProblem& problem() const { return within ? *within : views.joint(); }
    const PartialOutputs& partial() const { return *offered<PartialOutputs>(views.joint()); }
    // Whether the best output agrees with what is known.
    bool is_met(InputId x, const Decoded& best) const {
      if (known.empty() || known[static_cast<std::size_t>(x)].empty()) return true;
      return costruct::is_met(partial(), x, known[static_cast<std::size_t>(x)], best);
    }
  };
  Joint joint_over(std::shared_ptr<const ProblemData> data, std::vector<Known> known) const {
    Joint joint{model_.views_over(std::move(data)), std::move(known), nullptr};
    if (!joint.known.empty()) joint.within = joint.partial().within(joint.known);
    return joint;
  }

  // Adds the number of inputs of which no output agrees with what is known to `unmet`.
  void write_details(const Joint& of, const PredictionDetails& details,
                     const std::atomic<bool>* stop,
                     const std::function<std::string(InputId, const Output&)>& text_of,
                     const std::function<const char*(InputId, const Output&)>& missing_note,
                     Index& unmet, Lacks& lacks, Rounded& rounded, OutputFile& out) const {
    const StructuredProblem& joint = of.problem();
    check_details(joint, model_.problem->name, details);
    OutputWriting writing{{},
                          groups_.has_sets() || model_.examples->has_lines(),
                          model_.examples->writes_json_lists(),
                          model_.problem->predicts_sets,
                          model_.examples->label_names()};
    const std::vector<DetailedPrediction> all =
        results_of<DetailedPrediction>(details.work, joint.num_inputs(), 1, [&](InputId x) {
          throw_if_stopped(stop);
          writing.text = [&](const Output& output) { return text_of(x, output); };
          writing.missing_note = [&](const Output& output) { return missing_note(x, output); };
          return detailed_prediction(joint, x, joint_, details, writing);
        });
    if (is_part(details.work)) return;
    for (InputId x = 0; x < std::ssize(all); ++x) {
      const DetailedPrediction& predicted = all[static_cast<std::size_t>(x)];
      lacks.count(missing_note(x, predicted.output));
      rounded.count(predicted.rounding_decides);
      unmet += !of.is_met(x, {predicted.output, predicted.value});
      out.write(predicted.lines);
    }
  }

  // Decodes the only example that a stream has read, at `where`.
  Output decode_one(const InputStream& stream, const std::string& where) const {
    Output output;
    const auto take = [&](const std::shared_ptr<const ProblemData>& inputs) {
      output = within_memory([&] { return decode(model_.views_over(inputs).joint()); },
                             [&] { return where; })
                   .front();
    };
    ExplicitBatches expanded(model_.kernels, take);
    if (model_.kernels.empty()) {
      take(stream.data());
    } else {
      expanded.add(*stream.data(), 0, where);
    }
    expanded.end_batch();
    return output;
  }

  StructuredFile model_;
  Vector joint_;
  InputGroups groups_;
};

}  // namespace

std::unique_ptr<Model> structured_model(const ModelReader& file) {
  return std::make_unique<StructuredModel>(read_structured(file));
}

}  // namespace costruct::experiments
