// Made-up runs whose numbers are known.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments::test {

/// The value of a made-up cell: value(learner, labeled, unlabeled, repetition).
using Value = std::function<double(std::size_t, Index, Index, Index)>;

struct RunShape {
  std::vector<std::string> learners = {"perceptron", "co_perceptron"};
  std::vector<std::string> metrics = {"token_error"};
  std::vector<Index> labeled = {5}, unlabeled = {0};
  Index repetitions = 5;
};

/// A run whose every metric is `value`, and whose training takes `seconds`.
inline RunResults made_up_run(const RunShape& shape, const Value& value,
                              const Value& seconds = nullptr) {
  RunResults results;
  results.name = "made up";
  results.learners = shape.learners;
  results.metrics = shape.metrics;
  results.config = {{"name", "made up"}, {"problem", {{"type", "sequence"}}}};
  for (std::size_t k = 0; k < shape.learners.size(); ++k) {
    for (const Index n : shape.labeled) {
      for (const Index m : shape.unlabeled) {
        for (Index r = 0; r < shape.repetitions; ++r) {
          CellResult cell;
          cell.learner = shape.learners[k];
          cell.labeled = n;
          cell.unlabeled = m;
          cell.repetition = r;
          for (const std::string& metric : shape.metrics) cell.metrics[metric] = value(k, n, m, r);
          cell.train_seconds = seconds ? seconds(k, n, m, r) : 0.5;
          cell.predict_seconds = 0.25;
          cell.oracle_calls = 100;
          cell.converged = true;
          cell.stopped_because = "epochs";
          cell.split_hash = fmt::format("{:016x}", n * 1000003 + m * 1009 + r);
          results.cells.push_back(std::move(cell));
        }
      }
    }
  }
  return results;
}

}  // namespace costruct::experiments::test
