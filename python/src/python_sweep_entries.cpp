// View policies, protocols and generators that are Python functions.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "costruct/core/error.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "kept_function.hpp"
#include "python_entries.hpp"
#include "python_examples.hpp"

namespace py = pybind11;

namespace costruct::python {
namespace {

using experiments::ExamplesToDraw;
using experiments::FeatureFacts;
using experiments::ListedSplit;
using experiments::ViewAssignment;

// The name of each, or None where it has none.
py::list names_of(const std::vector<int>& numbers, const std::vector<std::string>& names) {
  py::list all;
  for (const int number : numbers) {
    if (number < 0) {
      all.append(py::none());
    } else {
      all.append(names[static_cast<std::size_t>(number)]);
    }
  }
  return all;
}

// For each example its labels, or None.
py::list labels_of_all(const ExamplesToDraw& examples) {
  py::list all;
  for (std::size_t i = 0; i < examples.labels_of.size(); ++i) {
    if (examples.is_labeled[i]) {
      all.append(names_of(examples.labels_of[i], examples.labels));
    } else {
      all.append(py::none());
    }
  }
  return all;
}

py::list groups_of(const ExamplesToDraw& examples) {
  py::list all;
  for (const Index group : examples.group) {
    if (group < 0) {
      all.append(py::none());
    } else {
      all.append(group);
    }
  }
  return all;
}

ListedSplit split_of(const py::object& drawn, const std::string& function) {
  const std::string expected =
      "a dict with lists of numbers from 0: labeled, and holdout, unlabeled or both";
  if (!py::isinstance<py::dict>(drawn)) wrong_result(drawn, function, expected);
  ListedSplit split;
  split.others_unlabeled = true;
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(drawn)) {
    const std::string name = py::str(key);
    if (name != "labeled" && name != "unlabeled" && name != "holdout")
      wrong_result(drawn, function, expected);
    if (value.is_none()) continue;
    const auto list = cast_result<std::vector<Index>>(py::reinterpret_borrow<py::object>(value),
                                                      function, expected);
    if (name == "unlabeled") split.others_unlabeled = false;
    (name == "labeled"   ? split.labeled
     : name == "holdout" ? split.holdout
                         : split.unlabeled) = list;
  }
  return split;
}

}  // namespace

void register_view_policy(const std::string& name, const std::string& summary, Index count,
                          const py::dict& options, const py::object& function) {
  experiments::ViewPolicyEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.options = options_of(options);
  const KeptFunction kept(function);
  entry.make = [name, count, kept, infos = entry.options](const Json& json) {
    experiments::ViewPolicy policy;
    policy.count = count;
    policy.assign = [name, count, kept, infos, json](const FeatureFacts& facts,
                                                     RandomStream random) {
      const py::gil_scoped_acquire lock;
      const std::string called = "view policy " + name;
      const std::string expected = fmt::format(
          "the view of each of the {} features, from 0 to {}, or -1", facts.size(), count - 1);
      const py::object views = kept(facts.number, names_of(facts.group, facts.groups),
                                    random.next(), **arguments_of(json, infos));
      ViewAssignment assignment{
          count, cast_result<std::vector<std::int32_t>>(py::list(views), called, expected)};
      const bool fits = std::ssize(assignment.view_of) == facts.size() &&
                        std::all_of(assignment.view_of.begin(), assignment.view_of.end(),
                                    [&](std::int32_t view) { return view >= -1 && view < count; });
      if (!fits) {
        throw py::value_error(fmt::format("{} returned {} numbers from {}: expected {}", called,
                                          assignment.view_of.size(), shown(views), expected));
      }
      return assignment;
    };
    return policy;
  };
  experiments::add_view_policy(std::move(entry));
}

void register_protocol(const std::string& name, const std::string& summary, const py::dict& options,
                       const py::object& function) {
  experiments::OwnProtocol protocol;
  protocol.name = name;
  protocol.summary = summary;
  protocol.options = options_of(options);
  protocol.make_draw = [name, kept = KeptFunction(function),
                        infos = protocol.options](const Json& block) -> experiments::OwnDraw {
    return [name, kept, infos, block](const ExamplesToDraw& examples, Index repetition,
                                      std::uint64_t seed) {
      const py::gil_scoped_acquire lock;
      return split_of(kept(labels_of_all(examples), groups_of(examples), repetition, seed,
                           **arguments_of(block, infos)),
                      "protocol " + name);
    };
  };
  experiments::add_protocol(std::move(protocol));
}

void register_generator(const std::string& name, const std::string& summary, bool are_chains,
                        const py::dict& options, const py::object& function) {
  experiments::Generator generator;
  generator.name = name;
  generator.summary = summary;
  generator.input = are_chains ? kChains : kRows;
  generator.options = options_of(options);
  generator.num_values = [](const Json&) { return 0.0; };  // not known before it is drawn
  generator.groups = [](const Json&) -> Json { return nullptr; };
  generator.open = [name, kept = KeptFunction(function),
                    infos = generator.options](const Json& json) {
    const py::gil_scoped_acquire lock;
    const auto drawn =
        cast_result<Examples>(kept(**arguments_of(json, infos)), "generator " + name, "(X, y)");
    return drawn->open(drawn, experiments::LabelUse::kRequired);
  };
  experiments::add_generator(std::move(generator));
}

}  // namespace costruct::python
