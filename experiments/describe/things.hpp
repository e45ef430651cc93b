// Everything that has a name, by kind, as `list`, `describe` and the reference pages show it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// One fact about a thing: a title and a text. A fact that is a list of other things has their
/// kind ("format") and their names instead of the text.
struct Fact {
  std::string title, text;
  std::string kind = {};
  std::vector<std::string> names = {};
};

/// A problem, a learner, a format and so on, as it is declared.
struct NamedThing {
  std::string name, summary;
  std::vector<Fact> facts = {};                         ///< those with a text or with names
  std::optional<std::vector<OptionInfo>> options = {};  ///< nullopt: its kind has no options
  Json block = nullptr;  ///< of a data set: the data block that its name stands for
};

/// All things of one kind.
struct Kind {
  std::string singular, plural, summary;
  std::string title_of_options;  ///< in texts, such as "options"; "" if the kind has none
  /// Returns all things of the kind, at each call, so that things added later are among them.
  std::function<std::vector<NamedThing>()> all;
};

/// The kinds, in the order in which `list` shows them.
const std::vector<Kind>& kinds();

}  // namespace costruct::experiments
