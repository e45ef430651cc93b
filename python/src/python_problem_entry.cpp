// A problem in Python for the catalog: with the format of its examples, a line each.
#include <fmt/format.h>

#include <map>

#include "costruct/core/error.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/catalog.hpp"
#include "python_entries.hpp"
#include "python_problem.hpp"

namespace py = pybind11;

namespace costruct::python {
namespace {

using experiments::ExampleSet;
using experiments::FeatureInfo;
using experiments::Format;
using experiments::InputData;
using experiments::InputRequest;
using experiments::ModelReader;
using experiments::RecordExamples;
using experiments::RecordReader;

// A registered problem, and the numbers of its outputs in all data. It is never freed, as catalogs
// outlive the interpreter.
struct KeptProblem {
  py::object object;
  std::shared_ptr<PythonOutputs> outputs;
};
using Kept = const KeptProblem*;

std::map<std::string, Kept>& kept_problems() {
  static auto* const kept = new std::map<std::string, Kept>;
  return *kept;
}

struct PythonInputs final : ProblemData {
  PythonInputs(py::list list, std::shared_ptr<PythonOutputs> numbers)
      : inputs(std::move(list)), outputs(std::move(numbers)) {}
  PythonInputs(const PythonInputs&) = delete;
  PythonInputs& operator=(const PythonInputs&) = delete;
  ~PythonInputs() override {
    const py::gil_scoped_acquire lock;
    inputs.release().dec_ref();
  }

  py::list inputs;
  std::shared_ptr<PythonOutputs> outputs;
};

/// Reads lines by the problem's `read(line)`, which returns (x, y), and writes outputs by
/// `write(y)`.
class PythonLines final : public RecordExamples {
 public:
  PythonLines(const Json& block, Kept problem) : RecordExamples(block), problem_(problem) {
    PythonLines::forget_inputs();
  }
  PythonLines(const ModelReader& model, Kept problem) : RecordExamples(model), problem_(problem) {
    PythonLines::forget_inputs();
  }
  ~PythonLines() override {
    const py::gil_scoped_acquire lock;
    inputs_.reset();
  }

  // Its features are coordinates of the joint feature map, which the reader does not know.
  Index num_features() const override { return 0; }
  FeatureInfo feature_info(Index /*feature*/) const override { return {}; }
  const std::vector<std::string>& feature_groups() const override { return no_groups_; }

  InputData inputs(const InputRequest& request) const override {
    const py::gil_scoped_acquire lock;
    py::list chosen;
    for (const Index example : request.fit_on)
      chosen.append((*inputs_)[static_cast<std::size_t>(example)]);
    for (const Index example : request.predict_on)
      chosen.append((*inputs_)[static_cast<std::size_t>(example)]);
    return {std::make_shared<PythonInputs>(chosen, problem_->outputs),
            std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(request.views.count))};
  }

  std::string text_of(const Output& output) const override {
    const py::gil_scoped_acquire lock;
    const py::object y = problem_->outputs->object_of(output.parts.at(0));
    const py::object text = problem_->object.attr("write")(y);
    if (!py::isinstance<py::str>(text)) {
      throw py::type_error(
          fmt::format("write() returned {}: expected a str", py::repr(text).cast<std::string>()));
    }
    return text.cast<std::string>() + "\n";
  }

 private:
  Parsed parse(RecordReader& record, Reading reading) override {
    const py::gil_scoped_acquire lock;
    py::object x, y;
    try {
      const py::object read = problem_->object.attr("read")(std::string(record.text()));
      if (!py::isinstance<py::tuple>(read) || py::len(read) != 2)
        throw py::type_error("read() must return a tuple (x, y); y is None for unlabeled lines");
      x = read[py::int_(0)];
      y = read[py::int_(1)];
    } catch (const py::error_already_set& error) {
      if (!error.matches(PyExc_ValueError)) throw;
      throw DataError(std::string(py::str(error.value())));
    }
    inputs_->append(x);
    if (!reading.outputs || y.is_none()) return {};
    const int number = problem_->outputs->number_of(y, "y of read()");
    check_label(x, number);
    return {Output{{number}}};
  }

  // The same as costruct.fit checks of its labels.
  void check_label(const py::object& x, int y) const {
    py::list inputs;
    inputs.append(x);
    try {
      python_problem(problem_->object, inputs, problem_->outputs)
          ->check_label(0, y, "y", "this line");
    } catch (const py::value_error& error) {
      throw DataError(error.what());
    }
  }

  void forget_inputs() override {
    const py::gil_scoped_acquire lock;
    inputs_ = std::make_unique<py::list>();
  }

  Kept problem_;
  std::unique_ptr<py::list> inputs_;
  std::vector<std::string> no_groups_;
};

}  // namespace

void register_problem(const std::string& name, const std::string& summary,
                      const py::object& problem) {
  for (const char* method : {"read", "write"}) {
    if (!py::hasattr(problem, method)) {
      throw py::type_error(fmt::format(
          "problem {} has no method {}(): expected read(line), which returns (x, y), and "
          "write(y), which returns a str",
          name, method));
    }
  }
  (void)python_problem(problem, py::list(), std::make_shared<PythonOutputs>());  // checks it
  const Kept kept = new KeptProblem{problem, std::make_shared<PythonOutputs>()};
  ProblemEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.input = "lines of " + name;
  entry.output = "an output of the Python problem";
  entry.decoder = py::hasattr(problem, "outputs") && !problem.attr("outputs").is_none()
                      ? "enumeration"
                      : "of the Python problem";
  entry.losses = {"own"};
  entry.options = {choice_option("loss", "own", {"own"}, "the method loss() of the problem")};
  entry.make = [kept](const Json&, std::shared_ptr<const ProblemData> data) {
    const auto inputs = std::dynamic_pointer_cast<const PythonInputs>(data);
    const py::gil_scoped_acquire lock;
    return Views(python_problem(kept->object, inputs->inputs, inputs->outputs));
  };
  entry.blank = [kept](const Json&) {
    const py::gil_scoped_acquire lock;
    return Views(python_problem(kept->object, py::list(), std::make_shared<PythonOutputs>()));
  };
  Format format;
  format.name = name;
  format.summary = "lines that the Python problem " + name + " reads";
  format.input = entry.input;
  format.examples = [kept](const Json& block) {
    return std::make_unique<PythonLines>(block, kept);
  };
  format.load = [kept](const ModelReader& model) {
    return std::make_unique<PythonLines>(model, kept);
  };
  add_problem(std::move(entry));
  experiments::add_format(std::move(format));
  kept_problems()[name] = kept;
}

py::object registered_output(const std::string& problem, const Output& y) {
  return kept_problems().at(problem)->outputs->object_of(y.parts.at(0));
}

bool is_registered_problem(const std::string& name) {
  return kept_problems().contains(name);
}

}  // namespace costruct::python
