#include "costruct/experiments/describe/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/options.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/experiments/describe/things.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {
namespace {

// "default 10", "required" or "".
std::string presence(const OptionInfo& info) {
  if (info.is_required) return "required";
  if (!info.default_value.is_null()) return "default " + shown(info.default_value);
  return info.nullable ? "default null" : "";
}

std::string text_of(const std::vector<OptionInfo>& options, const std::string& title) {
  if (options.empty()) return "no options\n";
  std::string text = title + ":\n";
  for (const OptionInfo& info : options) {
    std::vector<std::string> parts{type_and_range(info)};
    if (!presence(info).empty()) parts.push_back(presence(info));
    if (!info.only_with.empty()) parts.push_back("only with " + only_with_text(info));
    text +=
        fmt::format("  {} ({}){}\n      {}\n", info.name, fmt::join(parts, "; "),
                    info.effect == Effect::kTimeOnly ? ", changes only time" : "", info.meaning);
  }
  return text;
}

std::string text_of(const Fact& fact) {
  return fmt::format(
      "{}: {}\n", fact.title,
      fact.names.empty() ? fact.text : fmt::format("{}", fmt::join(fact.names, ", ")));
}

std::string text_of(const Kind& kind, const NamedThing& thing) {
  std::string text = fmt::format("{} {}: {}\n", kind.singular, thing.name, thing.summary);
  for (const Fact& fact : thing.facts) text += text_of(fact);
  if (thing.options) text += text_of(*thing.options, kind.title_of_options);
  if (!thing.block.is_null()) text += "stands for the data block:\n" + thing.block.dump(2) + "\n";
  return text;
}

Json as_json(const OptionInfo& info) {
  Json json = {{"name", info.name},
               {"values", type_and_range(info)},
               {"meaning", info.meaning},
               {"required", info.is_required},
               {"changes_only_time", info.effect == Effect::kTimeOnly}};
  if (!info.is_required && (info.nullable || !info.default_value.is_null()))
    json["default"] = info.default_value;
  if (!info.only_with.empty()) json["only_with"] = only_with_text(info);
  return json;
}

Json as_json(const Kind& kind, const NamedThing& thing) {
  Json json = {{"kind", kind.singular}, {"name", thing.name}, {"summary", thing.summary}};
  Json facts = Json::array();
  for (const Fact& fact : thing.facts) {
    facts.push_back({{"title", fact.title}});
    if (fact.names.empty())
      facts.back()["text"] = fact.text;
    else
      facts.back().update({{"kind", fact.kind}, {"names", fact.names}});
  }
  json["facts"] = facts;
  if (thing.options) {
    json["options"] = Json::array();
    for (const OptionInfo& info : *thing.options) json["options"].push_back(as_json(info));
  }
  if (!thing.block.is_null()) json["block"] = thing.block;
  return json;
}

const Kind& kind_named(const std::string& name) {
  std::vector<std::string> plurals;
  for (const Kind& kind : kinds()) {
    if (name == kind.singular || name == kind.plural) return kind;
    plurals.push_back(kind.plural);
  }
  const std::string meant = did_you_mean(name, plurals);
  throw ConfigError("unknown kind " + shown_name(name) + ": " +
                    (meant.empty() ? "expected " + one_of(plurals) : meant));
}

NamedThing thing_named(const Kind& kind, const std::string& name) {
  std::vector<std::string> names;
  for (NamedThing& thing : kind.all()) {
    if (thing.name == name) return std::move(thing);
    names.push_back(thing.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw ConfigError(fmt::format("unknown {} {}: {}", kind.singular, shown_name(name),
                                meant.empty() ? "expected " + one_of(names) : meant));
}

template <class Thing>
std::string table_of(const std::vector<Thing>& things, std::string Thing::*name) {
  Table table{{text_column(""), text_column("")}};
  for (const Thing& thing : things) table.add({thing.*name, thing.summary});
  return terminal_text(table);
}

}  // namespace

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.plural);
  return names;
}

std::string list_names(const std::string& kind) {
  if (kind.empty()) return table_of(kinds(), &Kind::plural);
  return table_of(kind_named(kind).all(), &NamedThing::name);
}

Json listed_json(const std::string& kind_name) {
  Json list = Json::array();
  if (kind_name.empty()) {
    for (const Kind& kind : kinds())
      list.push_back({{"kind", kind.singular}, {"plural", kind.plural}, {"summary", kind.summary}});
    return list;
  }
  const Kind& kind = kind_named(kind_name);
  for (const NamedThing& thing : kind.all()) list.push_back(as_json(kind, thing));
  return list;
}

std::string describe_name(const std::string& kind_name, const std::string& name) {
  const Kind& kind = kind_named(kind_name);
  return text_of(kind, thing_named(kind, name));
}

Json described_json(const std::string& kind_name, const std::string& name) {
  const Kind& kind = kind_named(kind_name);
  return as_json(kind, thing_named(kind, name));
}

}  // namespace costruct::experiments
