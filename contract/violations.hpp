// Violations of laws, as text. A check collects them, so that a test can expect some or none.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct::contract {

/// Collects lines: the law and ": ", the text of set_where(), what is wrong. It keeps the first
/// three lines of each law and counts the others.
class Violations {
 public:
  /// Sets the text that stands between "law: " and `what` in all lines that follow. It must bring
  /// its own separator, as in "view 0, input 3: ". At the beginning it is empty.
  void set_where(std::string where) { where_ = std::move(where); }

  /// Adds a violation.
  /// @param law   its text, a constant of problem_laws.hpp or learner_laws.hpp
  /// @param what  what is wrong
  void add(const std::string& law, const std::string& what);
  /// Calls add() unless the law holds.
  void expect(bool holds, const std::string& law, const std::string& what) {
    if (!holds) add(law, what);
  }

  /// The lines that were kept, in the order of add(); empty if there are none. Then comes a line
  /// "law: and N more" for each law with further violations.
  std::vector<std::string> lines() const;

 private:
  std::string where_;
  std::map<std::string, int> count_;
  std::vector<std::string> lines_;
};

/// Whether one of the violations is of this law.
bool violated(const std::vector<std::string>& violations, const std::string& law);

/// The parts of an output, as in "(0 2 1)"; "()" without parts.
std::string text_of(const Output& y);
/// The parts and the value, as in "(0 2 1) of 3.5".
std::string text_of(const Decoded& found);

}  // namespace costruct::contract
