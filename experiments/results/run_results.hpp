// What a sweep produces, cell by cell, and what everything that reports on it reads.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A labeled and an unlabeled size.
using Sizes = std::pair<Index, Index>;

/// One finished cell: one learner at one labeled and unlabeled size in one repetition.
struct CellResult {
  std::string learner;  ///< the name of its entry in the config
  Index labeled = 0, unlabeled = 0;
  Index repetition = 0;  ///< from 0
  std::map<std::string, double> metrics;
  double train_seconds = 0, predict_seconds = 0;
  Index oracle_calls = 0;
  bool converged = false;
  std::string stopped_because;
  Json chosen = Json::object();  ///< parameters set by `select`
  std::string split_hash;        ///< 16 hexadecimal digits; equal for all learners of a draw
  Index redraws = 0;             ///< draws rejected because a label was missing
  std::string error;             ///< empty, or why the cell failed
};

/// The mean of a metric for each value that `select` tried.
struct SelectionRow {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  Json parameters = Json::object();
  std::string metric;
  double mean = 0, standard_error = 0;
  Index count = 0;
  bool chosen = false;
};

/// A whole run.
struct RunResults {
  std::string name, source;
  std::vector<std::string> learners;  ///< in the order of the config
  std::vector<std::string> metrics;   ///< in the order of the config; the first is the one selection uses
  std::vector<CellResult> cells;      ///< ordered by learner, labeled, unlabeled, repetition
  std::vector<SelectionRow> selection;
  Json claims = Json::array();       ///< as in the config
  Json config;                       ///< the effective config, defaults filled in
  Json provenance = Json::object();  ///< version, compiler, CPU, threads, data checksums, times ...
};

}  // namespace costruct::experiments
