// costruct._core: what the Python package needs of the library. Configs and reports are JSON texts.
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <regex>

#include "costruct/apps/add_mail.hpp"
#include "costruct/apps/command_line.hpp"
#include "costruct/core/text/nearest_names.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/plugins/plugins.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/training/evaluation_text.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/fitting_learners.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/report/charts/chart_style.hpp"
#include "interruptible.hpp"
#include "python_entries.hpp"
#include "python_examples.hpp"
#include "python_fit.hpp"
#include "python_problem.hpp"

namespace py = pybind11;

namespace costruct::python {
namespace {

using experiments::FileInMemory;
using experiments::MemoryExamples;
using experiments::MemoryFile;

// A text in which examples in memory have their titles alone: "train:3" for "memory:7/train:3". The
// names of files in memory stay, as Python has places of its own for them.
std::string without_memory(std::string_view text) {
  static const std::regex name("memory:[0-9]+/");
  return std::regex_replace(std::string(text), name, "");
}
// The same for files in memory too.
std::string without_names(std::string_view text) {
  static const std::regex name("memory:(bytes)?[0-9]+/");
  return std::regex_replace(std::string(text), name, "");
}

/// Names for examples in memory, in the places of a data block's files.
class NamedFiles {
 public:
  /// Adds to `block` under `key` what stands under this key in `data`: examples, a file in memory
  /// or a path, or a list of them.
  void add(const py::dict& data, const char* key, Json& block) {
    if (!data.contains(key) || data[key].is_none()) return;
    block[key] = Json::array();
    const py::object given = data[key];
    py::list items;
    if (py::isinstance<py::list>(given)) {
      items = given;
    } else {
      items.append(given);
    }
    for (const py::handle item : items) {
      if (py::isinstance<py::str>(item)) {
        block[key].push_back(item.cast<std::string>());
      } else if (py::isinstance<FileInMemory>(item)) {
        block[key].push_back(item.cast<const FileInMemory&>().name());
      } else {
        files_.push_back(std::make_unique<MemoryFile>(item.cast<Examples>(), key));
        block[key].push_back(files_.back()->name());
      }
    }
  }

 private:
  std::vector<std::unique_ptr<MemoryFile>> files_;
};

/// The result of a training: the model's bytes and the report.
py::tuple train(const std::string& config_text, const py::dict& data, int threads) {
  Json block = Json::parse(config_text);
  NamedFiles files;
  for (const char* key : {"train", "unlabeled", "test"}) files.add(data, key, block["data"]);
  const experiments::Config config = experiments::check_config(block, "costruct");
  const FileInMemory model("model"), report("report");
  bool is_interrupted = false;
  const auto result = [&] {
    return py::make_tuple(py::bytes(*model.content()), without_names(*report.content()),
                          is_interrupted);
  };
  try {
    run_interruptibly(threads, [&](const std::atomic<bool>* stop) {
      experiments::TrainRequest request;
      request.model = model.name();
      request.report = report.name();
      request.stop = stop;
      experiments::train_config(request, config);
    });
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    is_interrupted = true;
  }
  return result();
}

/// The path of a file, or the name of data in memory while this object lives.
class NamedData {
 public:
  explicit NamedData(const py::object& data) {
    if (py::isinstance<py::str>(data)) {
      name_ = data.cast<std::string>();
    } else if (py::isinstance<FileInMemory>(data)) {
      name_ = data.cast<const FileInMemory&>().name();
    } else {
      file_ = std::make_unique<MemoryFile>(data.cast<Examples>(), "X");
      name_ = file_->name();
    }
  }
  const std::string& name() const { return name_; }

 private:
  std::unique_ptr<MemoryFile> file_;
  std::string name_;
};

/// A model in memory. One prediction at a time; the others wait.
class Model {
 public:
  explicit Model(const py::bytes& bytes) : bytes_(bytes) {
    const FileInMemory file("the content", bytes_);
    try {
      model_ = experiments::load_model(file.name());
      facts_ = experiments::describe_model(file.name(), {0, true});
    } catch (const DataError& error) {
      throw DataError(without_names(error.what()));
    }
  }

  const py::bytes& bytes() const { return bytes_; }
  /// The JSON that `describe model --output json` prints.
  const std::string& facts() const { return facts_; }

  /// The text that `predict` would write for examples in memory or for a file.
  std::string predict(const py::object& data, bool scores, bool marginals, Index k_best,
                      bool known) {
    const NamedData examples(data);
    experiments::PredictionDetails details;
    details.scores = scores;
    details.marginals = marginals;
    details.k_best = k_best;
    details.known = known;
    const FileInMemory out("predictions");
    run_interruptibly(0, [&](const std::atomic<bool>* stop) {
      const std::lock_guard lock(mutex_);
      experiments::OutputFile output(out.name());
      model_->predict(examples.name(), output, stop, details);
      output.commit();
    });
    return *out.content();
  }

  /// The JSON that `evaluate` prints for labeled examples in memory or in a file.
  std::string evaluate(const py::object& data, const std::vector<std::string>& metrics) {
    const NamedData examples(data);
    experiments::EvaluationRequest request;
    request.metrics = metrics;
    std::string text;
    run_interruptibly(0, [&](const std::atomic<bool>* stop) {
      const std::lock_guard lock(mutex_);
      request.stop = stop;
      text = experiments::evaluation_text(model_->evaluate(examples.name(), request),
                                          experiments::EvaluationFormat::kJson, 0);
    });
    return text;
  }

  /// Returns what `suggest` finds among examples in memory or in a file. It is the number of each
  /// example, from 0, and its score, the most useful first.
  py::list suggest(const py::object& data, Index count, const std::string& by, bool diverse) {
    const std::vector<std::string>& names = experiments::names_of_rate_by();
    const auto named = std::find(names.begin(), names.end(), by);
    if (named == names.end())
      throw ConfigError(fmt::format("by is {}, expected {}", by, fmt::join(names, ", ")));
    experiments::SuggestionRequest request;
    request.count = count;
    request.by = static_cast<experiments::RateBy>(named - names.begin());
    request.diverse = diverse;
    const NamedData examples(data);
    experiments::Suggestions found;
    run_interruptibly(0, [&](const std::atomic<bool>* stop) {
      const std::lock_guard lock(mutex_);
      found = model_->suggest(examples.name(), request, stop);
    });
    py::list list;
    for (const experiments::Suggestion& each : found.best)
      list.append(py::make_tuple(each.example, each.score));
    return list;
  }

  /// The `most` heaviest weights of each part and sign: (view, kind, part, feature, weight).
  py::list weights(Index most) const {
    py::list list;
    for (const experiments::WeightGroup& group : model_->heaviest(most).groups) {
      for (const experiments::NamedWeight& each : group.weights)
        list.append(py::make_tuple(group.view, group.kind, group.part, each.name, each.weight));
    }
    return list;
  }

 private:
  py::bytes bytes_;
  std::string facts_;
  std::mutex mutex_;
  std::unique_ptr<experiments::Model> model_;
};

int run(const std::string& config, const std::vector<std::string>& overrides,
        const std::vector<std::string>& data_dirs, const std::string& out, int jobs, bool fresh,
        bool config_is_kept) {
  int code = 0;
  run_interruptibly(0, [&](const std::atomic<bool>* stop) {
    experiments::RunRequest request;
    request.config = config;
    request.overrides = overrides;
    request.data_dirs.assign(data_dirs.begin(), data_dirs.end());
    request.out = out;
    request.jobs = jobs;
    request.fresh = fresh;
    request.config_is_kept = config_is_kept;
    request.stop = stop;
    code = experiments::run_experiment(request);
  });
  return code;
}

Json described(const OptionInfo& info) {
  return {{"name", info.name},
          {"default", info.default_value},
          {"type", type_and_range(info)},
          {"meaning", info.meaning},
          {"only_with", only_with_text(info)},
          {"time_only", info.effect == Effect::kTimeOnly}};
}

std::string describe_learners() {
  Json all = Json::array();
  for (const LearnerEntry& entry : learner_catalog()) {
    Json options = Json::array();
    for (const OptionInfo& info : entry.options) options.push_back(described(info));
    all.push_back({{"name", entry.name},
                   {"summary", entry.summary},
                   {"source", entry.source},
                   {"uses_views", entry.uses_views},
                   {"uses_unlabeled", entry.uses_unlabeled || !entry.unlabeled_weights.empty()},
                   {"predicts_numbers", entry.predicts_numbers},
                   {"takes_kernels", takes_kernels({entry.needs})},
                   {"options", std::move(options)}});
  }
  return all.dump();
}

/// The learners that train a problem of the catalog with its default options.
std::vector<std::string> learners_for(const std::string& problem) {
  const ProblemEntry* entry = find_problem(problem);
  if (entry == nullptr) throw ConfigError("no problem has the name " + problem);
  return fitting_learners(entry->blank(with_defaults(entry->options, Json::object())));
}

// Messages go to a Python function, which gets "stderr" or "stdout" and the text.
void set_sink(const py::object& function) {
  if (function.is_none()) return experiments::set_message_sink(nullptr);
  // The function is not freed, as the last message may come when the interpreter has ended.
  auto* const kept = new py::object(function);
  experiments::set_message_sink([kept](experiments::Channel channel, std::string_view text) {
    const py::gil_scoped_acquire acquire;
    try {
      (*kept)(channel == experiments::Channel::kTables ? "stdout" : "stderr",
              py::str(without_names(text)));
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("costruct");
    }
  });
}

// Python files that are plug-ins are run by a function of their path.
void run_python_plugins(const py::object& run_plugin) {
  experiments::run_python_plugins_by(
      [kept = new py::object(run_plugin)](const std::filesystem::path& file) {
        const py::gil_scoped_acquire lock;
        try {
          (*kept)(file.string());
        } catch (const py::error_already_set& error) {
          throw ConfigError(fmt::format("plug-in {}: {}", file.string(), one_line(error)));
        }
      });
}

void load_plugin(const std::string& file) {
  const py::gil_scoped_release release;
  experiments::load_plugin(file);
}

// The program's command line.
int command_line(std::vector<std::string> arguments) {
  tell_errors_in_one_line(true);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  const py::gil_scoped_release release;
  return run_command_line(static_cast<int>(argv.size()), argv.data());
}

}  // namespace
}  // namespace costruct::python

PYBIND11_MODULE(_core, module) {
  using namespace costruct;
  using namespace costruct::python;
  module.doc() = "The library of costruct; use the package costruct.";
  add_mail();
  static py::exception<ConfigError> config_error(module, "ConfigError", PyExc_ValueError);
  static py::exception<DataError> data_error(module, "DataError", PyExc_ValueError);
  py::register_exception<experiments::OutputError>(module, "OutputError", PyExc_OSError);
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const ConfigError& e) {
      config_error(without_memory(e.what()).c_str());
    } catch (const DataError& e) {
      data_error(without_memory(e.what()).c_str());
    } catch (const Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  py::class_<MemoryExamples, Examples>(module, "Examples")
      .def("__len__", &MemoryExamples::size)
      .def_property_readonly("hash", &MemoryExamples::hash);
  py::class_<FileInMemory>(module, "FileInMemory")
      .def(py::init<const std::string&, std::string>(), py::arg("title"), py::arg("content"))
      .def_property_readonly("name", &FileInMemory::name);
  module.def("rows", &rows, py::arg("row_begin"), py::arg("columns"), py::arg("values"),
             py::arg("labels"), py::arg("example_end") = py::none(),
             py::arg("weights") = py::none(), py::arg("num_columns") = 0);
  module.def("attributes", &attributes, py::arg("sequences"), py::arg("labels") = py::none(),
             py::arg("unknown") = "?", py::arg("weights") = py::none());
  module.def("tokens", &tokens, py::arg("sequences"), py::arg("columns") = 2,
             py::arg("labels") = py::none(), py::arg("unknown") = "?",
             py::arg("weights") = py::none());
  module.def("train", &train, py::arg("config"), py::arg("data"), py::arg("threads") = 0);
  module.def("run", &run, py::arg("config"), py::arg("overrides"), py::arg("data_dirs"),
             py::arg("out"), py::arg("jobs"), py::arg("fresh"), py::arg("config_is_kept"));
  module.def("claims", [](const std::vector<std::string>& folders, const std::string& csv) {
    experiments::claims_of_folders({folders.begin(), folders.end()}, csv,
                                   experiments::ClaimDetails::kFolded);
  });
  module.def("fit_problem", &fit_problem, py::arg("problem"), py::arg("inputs"), py::arg("outputs"),
             py::arg("weights"), py::arg("learner"), py::arg("options"), py::arg("seed"));
  module.def("predict_problem", &predict_problem, py::arg("problem"), py::arg("inputs"),
             py::arg("w"));
  module.def("problem_k_best", &problem_k_best, py::arg("problem"), py::arg("inputs"), py::arg("w"),
             py::arg("k"));
  module.def("same_outputs", &same_outputs, py::arg("a"), py::arg("b"));
  module.def("did_you_mean", [](const std::string& name, const std::vector<std::string>& valid) {
    return did_you_mean(name, valid);
  });
  module.def("learners_for", &learners_for, py::arg("problem"));
  module.def("learners_for_own", [](const py::object& problem) {
    return fitting_learners(
        Views(python_problem(problem, py::list(), std::make_shared<PythonOutputs>())));
  });
  module.def("describe_learners", &describe_learners);
  module.def("learner_colours", &experiments::learner_colours);
  module.def("stop_all", [] { RunningWorks::of_program().stop_all(); });
  module.def("set_sink", &set_sink);
  define_fit_problem(module);
  module.def("register_extractor", &register_extractor, py::arg("name"), py::arg("summary"),
             py::arg("function"));
  module.def("register_metric", &register_metric, py::arg("problem"), py::arg("name"),
             py::arg("summary"), py::arg("higher_is_better"), py::arg("scale"),
             py::arg("function"));
  module.def("register_loss", &register_loss, py::arg("problem"), py::arg("name"),
             py::arg("summary"), py::arg("function"));
  module.def("register_loss_of_outputs", &register_loss_of_outputs, py::arg("problem"),
             py::arg("name"), py::arg("summary"), py::arg("function"));
  module.def("register_view_policy", &register_view_policy, py::arg("name"), py::arg("summary"),
             py::arg("count"), py::arg("options"), py::arg("function"));
  module.def("register_protocol", &register_protocol, py::arg("name"), py::arg("summary"),
             py::arg("options"), py::arg("function"));
  module.def("register_generator", &register_generator, py::arg("name"), py::arg("summary"),
             py::arg("are_chains"), py::arg("options"), py::arg("function"));
  module.def("register_learner", &register_learner, py::arg("name"), py::arg("summary"),
             py::arg("options"), py::arg("function"));
  module.def("register_problem", &register_problem, py::arg("name"), py::arg("summary"),
             py::arg("problem"));
  module.def("note_source", &experiments::note_plugin, py::arg("name"), py::arg("fnv1a"));
  module.def("run_python_plugins", &run_python_plugins, py::arg("run_plugin"));
  module.def("load_plugin", &load_plugin, py::arg("file"));
  module.def("command_line", &command_line, py::arg("arguments"));
  module.def("set_voice", [](const std::string& voice) {
    experiments::set_voice(voice == "quiet"     ? experiments::Voice::kQuiet
                           : voice == "verbose" ? experiments::Voice::kVerbose
                                                : experiments::Voice::kNormal);
  });
  module.def("set_heap_allowance", &experiments::set_heap_allowance, py::arg("bytes"));
  module.def("provenance", [] { return experiments::program_provenance().dump(); });
  py::class_<Model>(module, "Model")
      .def(py::init<const py::bytes&>(), py::arg("bytes"))
      .def_property_readonly("bytes", &Model::bytes)
      .def_property_readonly("facts", &Model::facts)
      .def("predict", &Model::predict, py::arg("data"), py::arg("scores") = false,
           py::arg("marginals") = false, py::arg("k_best") = 0, py::arg("known") = false)
      .def("evaluate", &Model::evaluate, py::arg("data"), py::arg("metrics"))
      .def("suggest", &Model::suggest, py::arg("data"), py::arg("count"), py::arg("by"),
           py::arg("diverse"))
      .def("weights", &Model::weights, py::arg("most"));
}
