#include "costruct/report/answer/choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace costruct::experiments {
namespace {

/// The values of one parameter, in the order of their first occurrence.
struct Values {
  std::vector<Json> tried, chosen;
  /// The values that were chosen for a better mean, and not as the first of equally good ones.
  std::vector<Json> preferred;
};

void add_new(std::vector<Json>& values, const Json& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

bool all_numbers(const std::vector<Json>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const Json& value) { return value.is_number(); });
}

std::string choice_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? fmt::format("{:g}", value.get<double>()) : value.dump();
}

std::string chosen_text(const std::string& name, const Values& values) {
  if (values.chosen.size() == 1)
    return fmt::format("{} = {}", name, choice_value(values.chosen.front()));
  if (all_numbers(values.chosen)) {
    const auto [least, most] = std::minmax_element(values.chosen.begin(), values.chosen.end());
    return fmt::format("{} = {} to {} by size", name, choice_value(*least), choice_value(*most));
  }
  std::vector<std::string> texts;
  for (const Json& value : values.chosen) texts.push_back(choice_value(value));
  return fmt::format("{} = {} by size", name, fmt::join(texts, " or "));
}

void add_ends(const std::string& name, const Values& values, std::vector<std::string>& ends) {
  if (values.tried.size() < 2 || !all_numbers(values.tried)) return;
  const auto [least, most] = std::minmax_element(values.tried.begin(), values.tried.end());
  const auto is_preferred = [&](const Json& value) {
    return std::find(values.preferred.begin(), values.preferred.end(), value) !=
           values.preferred.end();
  };
  constexpr const char* kAtEnd =
      "{} = {} is the {} value tried. To try {} ones, add them to its list under select";
  if (is_preferred(*least) && least->get<double>() != 0)
    ends.push_back(fmt::format(kAtEnd, name, choice_value(*least), "smallest", "smaller"));
  if (is_preferred(*most))
    ends.push_back(fmt::format(kAtEnd, name, choice_value(*most), "largest", "larger"));
}

/// Whether another candidate of the same choice has a different mean.
bool differs_from_others(const SelectionRow& chosen, const std::vector<SelectionRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [&](const SelectionRow& row) {
    return row.learner == chosen.learner && row.labeled == chosen.labeled &&
           row.unlabeled == chosen.unlabeled && row.mean != chosen.mean;
  });
}

}  // namespace

std::vector<ChoiceInWords> choices_in_words(const RunResults& results) {
  std::vector<ChoiceInWords> choices;
  for (const std::string& learner : results.learners) {
    std::vector<std::string> names;
    std::map<std::string, Values> of_name;
    bool any = false;
    for (const SelectionRow& row : results.selection) {
      if (row.learner != learner || !row.parameters.is_object()) continue;
      const bool preferred = row.chosen && differs_from_others(row, results.selection);
      for (const auto& [name, value] : row.parameters.items()) {
        if (!of_name.contains(name)) names.push_back(name);
        add_new(of_name[name].tried, value);
        if (row.chosen) add_new(of_name[name].chosen, value);
        if (preferred) add_new(of_name[name].preferred, value);
      }
      any = any || row.chosen;
    }
    if (!any) continue;
    ChoiceInWords choice{learner, "", {}};
    for (const std::string& name : names) {
      choice.chosen += (choice.chosen.empty() ? "" : ", ") + chosen_text(name, of_name[name]);
      add_ends(name, of_name[name], choice.at_ends);
    }
    choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace costruct::experiments
